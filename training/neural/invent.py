"""Writes two small networks of random weights in the form of export.py, and what they compute of random tokens.

    invent.py OUT

One is a transformer, `network`, the other has a step of every kind, `steps`. For each NAME of them OUT gets
`NAME-export/`, the network; `NAME.bin`, which is what pack.py makes of it; and `NAME.txt`, for the tests of
crates/sfumato-model: rows of features of forms, rows of tokens (form, space before), rows of scores by reference.py.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from reference import Network
from text import CHARACTERS, LENGTHS, LETTERS, LISTED, LISTS, SHAPES, WORD

SIZES = {
    **{"words": 24, "characters": 12, "narrow": 32, "width": 32, "layers": 2, "heads": 2, "letter": 8},
    **{"window": 40, "reach": 4, "wide": [1]},
}
STEPS = {"steps": ["near1", "same", "wide", "near3"], "hidden": 48, "memory": 16, "width": 64}
NETWORKS = {"network": SIZES, "steps": SIZES | STEPS}
OUTPUTS = {"marks": ["O", "B-X", "I-X"], "kinds": ["O", "B-Y", "I-Y", "B-Z", "I-Z"]}
FORMS, TOKENS = 12, 37


def shapes(sizes: dict) -> dict[str, tuple[int, ...]]:
    """The shapes of all tensors."""
    narrow, width, letter = sizes["narrow"], sizes["width"], sizes["letter"]
    own: dict[str, tuple[int, ...]] = {
        "word.weight": (sizes["words"] + 3, narrow),
        "letters.letter.weight": (sizes["characters"] + 3, letter),
        "letters.three.weight": (narrow // 2, 3 * letter),
        "letters.three.bias": (narrow // 2,),
        "letters.five.weight": (narrow // 2, 5 * letter),
        "letters.five.bias": (narrow // 2,),
        "shape.weight": (SHAPES, narrow),
        "length.weight": (LENGTHS, narrow),
        "space.weight": (2, narrow),
        "listed.weight": (LISTS, narrow),
        "enter.weight": (narrow,),
        "widen.weight": (width, narrow),
        "leave.weight": (width,),
    }
    for at, step in enumerate(sizes.get("steps") or ["attend"] * sizes["layers"]):
        if step in ("attend", "wide"):
            layer = {"sharp": (sizes["heads"], 1, 1), "before.weight": (width,), "between.weight": (width,)}
            layer |= {"qkv.weight": (3 * width, width), "mix.weight": (width, width)}
            inner, seen = 4 * width, width
        else:
            layer = {"before.weight": (width,)}
            inner, seen = (sizes["memory"], width) if step == "same" else (sizes["hidden"], 3 * width)
        layer |= {"up.weight": (inner, seen), "down.weight": (width, inner)}
        own |= {f"blocks.{at}.{name}": shape for name, shape in layer.items()}
    every = {f"encoder.{name}": shape for name, shape in own.items()}
    many = sum(map(len, OUTPUTS.values()))
    return every | {"head.weight": (many, width), "head.bias": (many,)}


def write(folder: Path, sizes: dict, chance: np.random.Generator) -> None:
    """Writes the export; what is multiplied last counts about as much as what it is added to."""
    folder.mkdir(parents=True, exist_ok=True)
    data, tensors = bytearray(), []
    for name, shape in shapes(sizes).items():
        value = chance.normal(0, 1 / np.sqrt(shape[-1]) if len(shape) == 2 else 0.1, shape)
        if len(shape) == 3 or shape == (sizes["width"],) or name == "encoder.enter.weight":
            value = value + 1.5
        tensors.append({"name": name, "shape": shape, "file": "weights-0.bin", "offset": len(data)})
        data += value.astype("<f2").tobytes()
    (folder / "weights-0.bin").write_bytes(data)
    first, heads = 0, []
    for name, labels in OUTPUTS.items():
        heads.append({"name": name, "first": first, "labels": labels})
        first += len(labels)
    form = {"first": 10, "last": 6, "lengths": LENGTHS, "shapes": SHAPES}
    manifest = {"sizes": sizes, "form": form, "heads": heads, "tensors": tensors}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1))
    (folder / "vocabulary.json").write_text(json.dumps({"words": [], "characters": [], "listed": {}}))


def features(chance: np.random.Generator) -> np.ndarray:
    """Random forms; the first is the border."""
    table = np.zeros((FORMS + 1, LETTERS + CHARACTERS), np.int64)
    for row in table[1:]:
        row[:LETTERS] = chance.integers(2, (SIZES["words"] + 3, SHAPES, LENGTHS, 3))
        row[LISTED] = chance.integers(1 << LISTS) & chance.integers(1 << LISTS)
        length = chance.integers(1, 13)
        letters = chance.integers(2, SIZES["characters"] + 3, length)
        row[LETTERS : LETTERS + min(10, length)] = letters[:10]
        row[LETTERS + CHARACTERS - min(6, length) :] = letters[-6:]
    table[1, WORD] = 2
    return table


def invent(out: Path, name: str, sizes: dict) -> None:
    """Writes a network and what it computes."""
    chance = np.random.default_rng(10)
    export = out / f"{name}-export"
    write(export, sizes, chance)
    packer = Path(__file__).with_name("pack.py")
    subprocess.run([sys.executable, packer, export, out / f"{name}.bin"], check=True)
    table = features(chance)
    tokens = np.stack((chance.integers(1, FORMS + 1, TOKENS), chance.integers(0, 2, TOKENS)), -1)
    rows = np.concatenate(([[0, 0]], tokens))
    scores = Network(export).scores(table, rows[:, 0], rows[:, 1])[1:]
    parts = (("form", table[1:].tolist()), ("token", tokens.tolist()), ("scores", scores.round(4).tolist()))
    lines = [" ".join(map(str, [name, *row])) for name, part in parts for row in part]
    (out / f"{name}.txt").write_text("\n".join(lines) + "\n")


def main() -> None:
    """Reads the argument."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    for name, sizes in NETWORKS.items():
        invent(out, name, sizes)


if __name__ == "__main__":
    main()
