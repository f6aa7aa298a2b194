"""How far the program's eight bits are from the exported network, over the documents of a gold file.

    eight_bits.py EXPORT NETWORK GOLD [--head HEAD] [--limit N]

NETWORK is what pack.py made of EXPORT. The program's scores come from the example `scores` of crates/sfumato-model, the
others from reference.py. Documents are cut at the length of a window.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from reference import Network
from text import Types, documents

ROOT = Path(__file__).parents[2]


def told(network: Path, table: np.ndarray, windows: list[np.ndarray]) -> np.ndarray:
    """The scores of the program."""
    numbers = [[len(table)], table.ravel(), [len(windows)]]
    for window in windows:
        numbers += [[len(window)], window.ravel()]
    with tempfile.TemporaryDirectory() as folder:
        features, out = Path(folder) / "features", Path(folder) / "scores"
        np.concatenate(numbers).astype("<u4").tofile(features)
        command = ["cargo", "run", "--release", "-q", "-p", "sfumato-model", "--example", "scores", "--"]
        subprocess.run([*command, network.resolve(), features, out], check=True, cwd=ROOT)
        return np.fromfile(out, "<f4")


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export", type=Path)
    parser.add_argument("network", type=Path)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--head", default="meddocan")
    parser.add_argument("--limit", type=int)
    arguments = parser.parse_args()
    network = Network(arguments.export)
    head = next(own for own in network.heads if own["name"] == arguments.head)
    columns = slice(head["first"], head["first"] + len(head["labels"]))
    types = Types()
    texts = documents(arguments.gold, types, arguments.limit)
    table = types.table(network.vocabulary)
    room = network.sizes["window"] - 1
    windows = [
        np.stack((own.types[at : at + room], own.spaced[at : at + room]), -1)
        for own in texts
        for at in range(0, len(own.types), room)
    ]
    border = np.zeros((1, 2), np.int64)
    rows = [np.concatenate((border, window)) for window in windows]
    exact = np.concatenate([network.scores(table, row[:, 0], row[:, 1])[1:, columns] for row in rows])
    eight = told(arguments.network, table, windows).reshape(len(exact), -1)[:, columns]
    apart, whole = (np.sqrt((x * x).mean()) for x in (eight - exact, exact))
    differ = (eight.argmax(-1) != exact.argmax(-1)).sum()
    print(f"{len(exact)} tokens: {differ} likeliest labels differ; scores differ by {apart:.4f} of {whole:.4f}")


if __name__ == "__main__":
    main()
