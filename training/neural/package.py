"""Makes the files that are in the program: `package.py vocabulary EXPORT OUT`, `package.py network EXPORT PACKED NAME OUT`.

EXPORT is a folder of export.py, with `calibration.json` beside its files; PACKED is what pack.py made of it.
A network says in its head for which recognisers it stands, what its labels are called, how sure it really is where it
says so (`calibration`: pairs of a probability and a share), and by how much labels are made likelier for recall.
"""

import argparse
import json
import struct
from pathlib import Path

import numpy as np

# The recogniser that a head stands for: its id, language, the set its labels are from, and what is not reported.
GOLD = {
    "meddocan": ("es/clinical", "es", "meddocan", []),
    "tab": ("en/legal", "en", "tab", []),
    "wikigold": ("en/general", "en", "conll", ["MISC"]),
    "conll2002": ("es/general", "es", "conll", ["MISC"]),
    "biomedical": ("en/disease", "en", "sfumato", []),
    "distemist": ("es/disease", "es", "sfumato", []),
}
# The networks fast and balanced were taught everything that is looked for, by our own names of it where no corpus has
# others.
TAUGHT = {
    "meddocan": ("es/clinical", "es", "meddocan", []),
    "general-es": ("es/general", "es", "sfumato", []),
    "medical-es": ("es/disease", "es", "sfumato", []),
    "tab": ("en/legal", "en", "tab", []),
    "general-en": ("en/general", "en", "sfumato", []),
    "medical-en": ("en/disease", "en", "sfumato", []),
    "notes": ("en/clinical", "en", "sfumato", []),
}
HEADS = {"fast": TAUGHT, "balanced": TAUGHT, "best": GOLD}
FEW = 1 << 12


def vocabulary(export: Path) -> bytes:
    """The table of words, in the order of their bytes."""
    known = json.loads((export / "vocabulary.json").read_text())
    numbers = {word: at for at, word in enumerate(known["words"], start=3)}
    listed = known["listed"]
    kinds = [0, *sorted(set(listed.values()) - {0})]
    kind_number = {kind: at for at, kind in enumerate(kinds)}
    words = sorted((word.encode(), word) for word in numbers.keys() | listed.keys())
    ends, end = [], 0
    for data, _ in words:
        end += len(data)
        ends.append(end)
    characters = [ord(character) for character in known["characters"]]
    parts = [
        b"SFVOCAB1",
        struct.pack("<3I", len(words), len(kinds), len(characters)),
        struct.pack(f"<{len(characters)}I", *characters),
        struct.pack(f"<{len(kinds)}I", *kinds),
        struct.pack(f"<{len(ends)}I", *ends),
        struct.pack(f"<{len(words)}H", *(numbers.get(word, 0) for _, word in words)),
        struct.pack(f"<{len(words)}H", *(kind_number[listed.get(word, 0)] for _, word in words)),
        b"".join(data for data, _ in words),
    ]
    return b"".join(parts)


def stated(data: bytes) -> str:
    """The hash of the start and the end of a vocabulary."""
    value = 0xCBF29CE484222325
    for byte in data[:FEW] + data[-FEW:]:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def transitions(export: Path, manifest: dict) -> np.ndarray | None:
    """How likely labels follow each other, in logarithms, if the network learnt it."""
    for entry in manifest["tensors"]:
        if entry["name"] == "head.transitions":
            many = int(np.prod(entry["shape"]))
            values = np.frombuffer((export / entry["file"]).read_bytes(), "<f2", many, entry["offset"])
            return values.astype(np.float32).reshape(entry["shape"])
    return None


def network(export: Path, packed: Path, name: str) -> bytes:
    """A head, and the network behind it."""
    calibration = json.loads((export / "calibration.json").read_text())
    manifest = json.loads((export / "manifest.json").read_text())
    places = {head["name"]: (head["first"], len(head["labels"])) for head in manifest["heads"]}
    follows = transitions(export, manifest)
    lines = [f'version = 1\nname = "{name}"\nvocabulary = "{stated(vocabulary(export))}"']
    for head, (identity, language, labels, ignored) in HEADS[name].items():
        if head not in places:  # as in the networks of folds
            continue
        own = calibration[head]
        points = [[round(score, 4), round(share, 4)] for score, share in own["points"]]
        lines.append(
            f'[[head]]\nid = "{identity}"\nlanguage = "{language}"\nname = "{head}"\nset = "{labels}"\n'
            f"ignored = {json.dumps(ignored)}\nrecall = {float(own['recall'])}\ncalibration = {json.dumps(points)}"
        )
        if follows is not None:
            first, many = places[head]
            square = follows[first : first + many, first : first + many]
            lines.append(f"transitions = {json.dumps([round(float(number), 3) for number in square.ravel()])}")
    text = ("\n".join(lines) + "\n").encode()
    return b"SFHEADS1" + struct.pack("<I", len(text)) + text + packed.read_bytes()


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    words = commands.add_parser("vocabulary")
    words.add_argument("export", type=Path)
    words.add_argument("out", type=Path)
    whole = commands.add_parser("network")
    whole.add_argument("export", type=Path)
    whole.add_argument("packed", type=Path)
    whole.add_argument("name", choices=HEADS)
    whole.add_argument("out", type=Path)
    arguments = parser.parse_args()
    made = (
        vocabulary(arguments.export)
        if arguments.command == "vocabulary"
        else network(arguments.export, arguments.packed, arguments.name)
    )
    arguments.out.write_bytes(made)


if __name__ == "__main__":
    main()
