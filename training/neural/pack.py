"""Writes a network as the program reads it: one file, matrices in eight bits, everything where it is used.

    pack.py EXPORT OUT

EXPORT is what export.py wrote. The same export gives the same file, byte for byte.
The file is a magic number, the length of the head, the head, and tables in the order of `tables`; each begins at a
multiple of 64 bytes. crates/sfumato-model/src/neural/file.rs reads it.

A matrix is symmetric in eight bits with a scale for each output. Its numbers lie in the order in which they are
multiplied: 16 outputs at a time, four inputs of each side by side. Inputs come as bytes from 0 to 255, 128 standing for
zero, so that each output starts at what this adds too much; the inputs of `down` are never negative and start at zero.
The `up` of a step that looks near is three matrices: for the token before, the token itself and the token after.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

MAGIC = b"SFNEURO1"
ALIGNED = 64
BLOCK, GROUP = 16, 4  # outputs and inputs that lie together
MOST = 127
ZERO = 128  # what stands for an input of zero
MOST_LETTER = 6_500  # five of these fit into 16 bits


class Export:
    """The tensors of an export."""

    def __init__(self, folder: Path) -> None:
        self.manifest = json.loads((folder / "manifest.json").read_text())
        self.sizes = self.manifest["sizes"]
        data = {entry["file"]: (folder / entry["file"]).read_bytes() for entry in self.manifest["tensors"]}
        self.weight = {}
        for entry in self.manifest["tensors"]:
            many = int(np.prod(entry["shape"]))
            values = np.frombuffer(data[entry["file"]], "<f2", many, entry["offset"])
            self.weight[entry["name"]] = values.astype(np.float64).reshape(entry["shape"])

    def __getitem__(self, name: str) -> np.ndarray:
        return self.weight[f"encoder.{name}"]


def floats(values: np.ndarray) -> bytes:
    """Single precision."""
    return values.astype("<f4").tobytes()


def eight_bits(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows in eight bits, and the scale of each."""
    scales = (np.abs(values).max(-1) / MOST).astype(np.float32)
    scales[scales == 0] = 1
    return np.rint(values / scales[:, None]).clip(-MOST, MOST).astype(np.int8), scales


def matrix(weight: np.ndarray, zero: int = ZERO) -> Iterator[bytes]:
    """A matrix (out, in) in the order in which it is multiplied, its scales and where its sums start."""
    outputs, inputs = weight.shape
    blocks = -(-outputs // BLOCK)
    padded = np.zeros((blocks * BLOCK, inputs))
    padded[:outputs] = weight
    rows, scales = eight_bits(padded)
    yield rows.reshape(blocks, BLOCK, inputs // GROUP, GROUP).transpose(0, 2, 1, 3).tobytes()
    yield floats(scales)
    yield (-zero * rows.astype(np.int64).sum(1)).astype("<i4").tobytes()


def letters(export: Export) -> Iterator[bytes]:
    """What each character adds to the convolutions at each place under them, in 16 bits; scales; biases."""
    letter = export["letters.letter.weight"].copy()
    letter[0] = 0
    parts, biases = [], []
    for width, name in ((3, "three"), (5, "five")):
        kernel = export[f"letters.{name}.weight"].reshape(-1, letter.shape[1], width)
        parts.append(np.einsum("cl,olp->cpo", letter, kernel))
        biases.append(export[f"letters.{name}.bias"])
    scales = np.concatenate([np.abs(part).max((0, 1)) / MOST_LETTER for part in parts]).astype(np.float32)
    scales[scales == 0] = 1
    half = len(scales) // 2
    whole = [np.rint(part / scale) for part, scale in zip(parts, (scales[:half], scales[half:]), strict=True)]
    yield np.concatenate(whole, 1).astype("<i2").tobytes()
    yield floats(scales)
    yield floats(np.concatenate(biases))


def tables(export: Export) -> Iterator[bytes]:
    """All tables, in the order of the file."""
    words, scales = eight_bits(export["word.weight"])
    yield words.tobytes()
    yield floats(scales)
    yield from letters(export)
    for name in ("shape", "length", "space", "listed", "enter"):
        yield floats(export[f"{name}.weight"])
    yield from matrix(export["widen.weight"])
    for at, step in enumerate(export.sizes.get("steps") or ["attend"] * export.sizes["layers"]):
        own = f"blocks.{at}"
        if step in ("attend", "wide"):
            yield floats(export[f"{own}.sharp"])
            yield floats(export[f"{own}.before.weight"])
            yield from matrix(export[f"{own}.qkv.weight"])
            yield from matrix(export[f"{own}.mix.weight"])
            yield floats(export[f"{own}.between.weight"])
            yield from matrix(export[f"{own}.up.weight"])
        else:
            yield floats(export[f"{own}.before.weight"])
            up = export[f"{own}.up.weight"]
            for part in np.split(up, 3, axis=1) if step.startswith("near") else [up]:
                yield from matrix(part)
        yield from matrix(export[f"{own}.down.weight"], zero=0)
    yield floats(export["leave.weight"])
    yield from matrix(export.weight["head.weight"])
    yield floats(export.weight["head.bias"])
    half = export.sizes["width"] // export.sizes["heads"] // 2
    angles = 10_000.0 ** -(np.arange(half) / half)
    yield np.stack((np.cos(angles), np.sin(angles)), -1).astype("<f8").tobytes()


def padded(data: bytes) -> bytes:
    """Bytes up to the next multiple of 64."""
    return data + bytes(-len(data) % ALIGNED)


def hashed(data: bytes) -> int:
    """FNV-1a, as hash.rs has it."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value or 1


def head(export: Export, body: bytes) -> bytes:
    """What the file says of itself: a name and its values a line."""
    sizes, form = export.sizes, export.manifest["form"]
    values = {name: [sizes[name]] for name in ("words", "characters", "narrow", "width", "layers", "heads", "window")}
    values |= {"reach": [sizes["reach"]], "wide": sizes["wide"]}
    if sizes.get("steps"):
        values |= {"layers": [len(sizes["steps"])], "steps": sizes["steps"]}
        values |= {name: [sizes[name]] for name in ("hidden", "memory")}
    values |= {name: [form[name]] for name in ("shapes", "lengths", "first", "last")}
    values |= {"bits": [len(export["listed.weight"])], "outputs": [len(export.weight["head.bias"])]}
    values["hash"] = [f"{hashed(body):016x}"]
    rows = [" ".join(map(str, [name, *own])) for name, own in values.items()]
    rows += [" ".join(["head", own["name"], str(own["first"]), *own["labels"]]) for own in export.manifest["heads"]]
    text = "".join(f"{row}\n" for row in rows).encode()
    return text + b"\n" * (-(len(MAGIC) + 4 + len(text)) % ALIGNED)


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    export = Export(arguments.export)
    body = b"".join(map(padded, tables(export)))
    text = head(export, body)
    arguments.out.write_bytes(MAGIC + len(text).to_bytes(4, "little") + text + body)


if __name__ == "__main__":
    main()
