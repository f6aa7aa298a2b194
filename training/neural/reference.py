"""What a network computes, in plain numpy from the files of export.py: the text to follow when it is written again.

    reference.py FOLDER HEAD < TEXT        prints the spans of a text of at most one window
    reference.py FOLDER --check NETWORK    compares with the network that was exported

Rows are tokens throughout; `@` is a matrix product; a weight is (out, in).
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from text import LENGTH, LETTERS, LISTED, SHAPE, WORD, Types, Vocabulary, document, tokens


class Network:
    """The files of a folder."""

    def __init__(self, folder: Path) -> None:
        manifest = json.loads((folder / "manifest.json").read_text())
        self.sizes, self.heads = manifest["sizes"], manifest["heads"]
        self.vocabulary = Vocabulary(**json.loads((folder / "vocabulary.json").read_text()))
        files = {entry["file"] for entry in manifest["tensors"]}
        data = {name: (folder / name).read_bytes() for name in files}
        self.weight = {}
        for entry in manifest["tensors"]:
            many = int(np.prod(entry["shape"]))
            values = np.frombuffer(data[entry["file"]], "<f2", many, entry["offset"])
            self.weight[entry["name"]] = values.astype(np.float32).reshape(entry["shape"])

    def forms(self, features: np.ndarray) -> np.ndarray:
        """Vectors of forms before their neighbours are looked at; each distinct form is worth keeping."""
        own = lambda name: self.weight[f"encoder.{name}"]  # noqa: E731
        letters = own("letters.letter.weight").copy()
        letters[0] = 0
        x = letters[features[:, LETTERS:]]
        parts = []
        for width, name in ((3, "three"), (5, "five")):
            edge = width // 2
            padded = np.pad(x, ((0, 0), (edge, edge), (0, 0)))
            around = np.stack([padded[:, at : at + x.shape[1]] for at in range(width)], axis=-1)  # letter, then place
            flat = around.reshape(*x.shape[:2], -1)
            parts.append((flat @ own(f"letters.{name}.weight").T + own(f"letters.{name}.bias")).max(1))
        bits = (features[:, LISTED, None] >> np.arange(len(own("listed.weight")))) & 1
        return (
            own("word.weight")[features[:, WORD]]
            + np.maximum(np.concatenate(parts, -1), 0)
            + own("shape.weight")[features[:, SHAPE]]
            + own("length.weight")[features[:, LENGTH]]
            + bits @ own("listed.weight")
        )

    def scores(self, table: np.ndarray, types: np.ndarray, spaced: np.ndarray) -> np.ndarray:
        """Scores of every label for every token, given the features of all types and the type of each token.

        The first row is the border before a document.
        """
        own = self.weight
        distinct, where = np.unique(types, return_inverse=True)
        x = self.forms(table[distinct])[where] + own["encoder.space.weight"][spaced]
        x = normal(x, own["encoder.enter.weight"]) @ own["encoder.widen.weight"].T
        for at, step in enumerate(self.steps()):
            if step == "same":
                x = self.same(at, x, types)
            elif step.startswith("near"):
                x = self.near(at, x, int(step.removeprefix("near")))
            else:
                x = self.attend(at, x, step == "wide")
        return normal(x, own["encoder.leave.weight"]) @ own["head.weight"].T + own["head.bias"]

    def steps(self) -> list[str]:
        """What each step is."""
        layers = ["wide" if at in self.sizes["wide"] else "attend" for at in range(self.sizes["layers"])]
        return self.sizes.get("steps") or layers

    def near(self, at: int, x: np.ndarray, distance: int) -> np.ndarray:
        """Adds what a token and those at a distance from it say; nothing stands beyond the first and the last."""
        gain, up, down = (self.weight[f"encoder.blocks.{at}.{name}.weight"] for name in ("before", "up", "down"))
        y = np.pad(normal(x, gain), ((distance, distance), (0, 0)))
        around = np.concatenate([y[: len(x)], y[distance : distance + len(x)], y[2 * distance :]], -1)
        return x + np.maximum(around @ up.T, 0) @ down.T

    def same(self, at: int, x: np.ndarray, types: np.ndarray) -> np.ndarray:
        """Adds what is said at all places of a token's form: the greatest of each number."""
        gain, up, down = (self.weight[f"encoder.blocks.{at}.{name}.weight"] for name in ("before", "up", "down"))
        y = normal(x, gain) @ up.T
        most = np.full((types.max() + 1, y.shape[1]), -np.inf, y.dtype)
        np.maximum.at(most, types, y)
        return x + np.maximum(most[types], 0) @ down.T

    def attend(self, at: int, x: np.ndarray, wide: bool) -> np.ndarray:
        """A layer of a transformer."""
        own, sizes = self.weight, self.sizes
        length, heads = len(x), sizes["heads"]
        size = sizes["width"] // heads
        angle = np.arange(length)[:, None] * 10_000.0 ** -(np.arange(size // 2) / (size // 2))
        cos, sin = np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)
        far = np.abs(np.arange(length)[:, None] - np.arange(length)) > sizes["reach"]
        block = {name: own[f"encoder.blocks.{at}.{name}"] for name in ("sharp", "before.weight", "between.weight")}
        linear = {name: own[f"encoder.blocks.{at}.{name}.weight"] for name in ("qkv", "mix", "up", "down")}
        qkv = (normal(x, block["before.weight"]) @ linear["qkv"].T).reshape(length, 3, heads, size)
        q, k, v = qkv.transpose(1, 2, 0, 3)  # each: head, token, number
        q, k = turned(normal(q) * block["sharp"], cos, sin), turned(normal(k), cos, sin)
        seen = q @ k.transpose(0, 2, 1) / np.sqrt(size)
        if not wide:
            seen = np.where(far, -np.inf, seen)
        seen = np.exp(seen - seen.max(-1, keepdims=True))
        mixed = (seen / seen.sum(-1, keepdims=True)) @ v
        x = x + mixed.transpose(1, 0, 2).reshape(length, -1) @ linear["mix"].T
        return x + np.maximum(normal(x, block["between.weight"]) @ linear["up"].T, 0) @ linear["down"].T

    def read(self, text: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The features of all types of a text, and types and spaces of its tokens after those of the border."""
        forms, _, spaced = tokens(text)
        types = Types()
        own = types.add(forms)
        return types.table(self.vocabulary), np.concatenate([[0], own]), np.concatenate([[0], spaced])


def normal(x: np.ndarray, gain: np.ndarray | float = 1.0) -> np.ndarray:
    """A vector by its root mean square, times a gain."""
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * gain


def turned(x: np.ndarray, cos: np.ndarray, sin: np.ndarray) -> np.ndarray:
    """Rotary positions: the first half of a head's numbers with the second."""
    left, right = np.split(x, 2, axis=-1)
    return np.concatenate([left * cos - right * sin, right * cos + left * sin], -1)


def marginals(scores: np.ndarray, follows: np.ndarray) -> np.ndarray:
    """The probability of each label of each token given all of them: what stands before the first is O, the label 0."""
    own = np.exp(scores - scores.max(-1, keepdims=True))
    before, after = np.empty_like(own), np.empty_like(own)
    last = np.eye(len(follows))[0]
    for at, row in enumerate(own):
        last = last @ follows * row
        before[at] = last = last / last.sum()
    last = np.ones(len(follows))
    for at in range(len(own) - 1, -1, -1):
        after[at] = last / last.sum()
        last = follows @ (own[at] * after[at])
    both = before * after
    return both / both.sum(-1, keepdims=True)


def spans(network: Network, text: str, head: str) -> list[list]:
    """The spans of a text by one head: the labels of the greatest product of probabilities, I only after its kind."""
    chosen = next(own for own in network.heads if own["name"] == head)
    labels = chosen["labels"]
    place = slice(chosen["first"], chosen["first"] + len(labels))
    inside = np.array([label.startswith("I-") for label in labels])
    kinds = np.array([label[2:] for label in labels])
    never = inside[None, :] & (kinds[:, None] != kinds[None, :])
    transitions = network.weight.get("head.transitions", np.zeros((place.stop, place.stop)))[place, place]
    chances = marginals(network.scores(*network.read(text))[1:, place], np.where(never, 0.0, np.exp(transitions)))
    part = np.log(np.maximum(chances, 1e-6))
    allowed = np.where(never, -1e4, 0.0)
    score, back = part[0] - 1e4 * inside, []
    for row in part[1:]:
        every = score[:, None] + allowed
        back.append(every.argmax(0))
        score = every.max(0) + row
    path = [int(score.argmax())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    own = document("", text, [], Types())
    return [[text[start:end], label, start, end] for start, end, label, *_ in own.read(labels[n] for n in path[::-1])]


def check(network: Network, path: Path) -> None:
    """The greatest difference to the network that was exported, over an invented text."""
    import torch

    from network import load_tagger

    text = "Nombre: Ana Ruiz.\nNHC: 12345.\nEl 3 de mayo acude al Hospital de Prueba con su madre.\n\n" * 3
    table, types, spaced = network.read(text)
    window = network.sizes["window"]
    types, spaced = types[:window], spaced[:window]
    model = load_tagger(path).cpu()
    with torch.no_grad():
        rows = (torch.from_numpy(row)[None] for row in (types.astype(np.int32), spaced))
        told = model(*rows, torch.from_numpy(table), None)[0].numpy()
    apart = np.abs(told - network.scores(table, types, spaced)).max()
    print(f"greatest difference {apart:.2e} of {np.abs(told).max():.1f}")


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("head", nargs="?", default="meddocan")
    parser.add_argument("--check", type=Path)
    arguments = parser.parse_args()
    network = Network(arguments.folder)
    if arguments.check:
        check(network, arguments.check)
        return
    for span in spans(network, sys.stdin.read(), arguments.head):
        print(*span, sep="\t")


if __name__ == "__main__":
    main()
