"""Writes a network so that anything can load it: numbers, a list of what they are, and the vocabulary.

    export.py NETWORK ENCODER OUT

NETWORK is what finetune.py wrote, ENCODER what it began from. OUT gets `weights-N.bin` (half precision, little endian,
at most 16 MiB each), `manifest.json` (sizes, labels of each head, and for each tensor its name, shape, type, file and
offset) and `vocabulary.json` (words from number 3, characters from number 3, and the bits of listed words).
"""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

import torch

from network import load_tagger
from text import FIRST, GROUPS, LAST, LENGTHS, PARTS, SHAPES

MOST = 16 << 20  # bytes of a file
UNUSED = ("encoder.guess", "encoder.settle", "encoder.bias")  # what only pre-training needs


def write(network: Path, encoder: Path, out: Path) -> None:
    """Writes everything; no tensor lies in two files."""
    model = load_tagger(network).cpu()
    out.mkdir(parents=True, exist_ok=True)
    files: list[bytearray] = [bytearray()]
    tensors = []
    state = {("head.transitions" if name == "transitions" else name): own for name, own in model.state_dict().items()}
    for name, value in state.items():
        if name.startswith(UNUSED):
            continue
        data = value.half().contiguous().numpy().astype("<f2").tobytes()
        if len(files[-1]) + len(data) > MOST:
            files.append(bytearray())
        tensors.append(
            {
                "name": name,
                "shape": list(value.shape),
                "dtype": "float16",
                "file": f"weights-{len(files) - 1}.bin",
                "offset": len(files[-1]),
            }
        )
        files[-1] += data
    for at, data in enumerate(files):
        (out / f"weights-{at}.bin").write_bytes(data)
    form = {"first": FIRST, "last": LAST, "lengths": LENGTHS, "shapes": SHAPES, "groups": GROUPS, "parts": PARTS}
    manifest = {
        "sizes": asdict(model.encoder.sizes),
        "form": form,
        "heads": [
            {"name": name, "first": model.slices[name].start, "labels": own} for name, own in model.labels.items()
        ],
        "parameters": sum(value.numel() for name, value in model.state_dict().items() if not name.startswith(UNUSED)),
        "tensors": tensors,
    }
    (out / "manifest.json").write_text(json.dumps(manifest, indent=1, ensure_ascii=False))
    known = torch.load(encoder, map_location="cpu")
    vocabulary = {"words": known["words"], "characters": known["characters"], "listed": json.loads(known["listed"])}
    (out / "vocabulary.json").write_text(json.dumps(vocabulary, ensure_ascii=False))


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    write(arguments.network, arguments.encoder, arguments.out)


if __name__ == "__main__":
    main()
