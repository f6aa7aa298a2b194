"""Vectors in memory, as the measurements see them: files of our own, and those of others as text."""

import re
import struct
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

WORD = re.compile(r"[^\W_]+")
INSIDE = re.compile(r"(?<=[^\W_])[.'’](?=[^\W_])")
COMMON = 1e-3
MAGIC = b"SFVECTS1"


def words(phrase: str) -> list[str]:
    """The words under which a phrase is looked up, as crates/sfumato-knowledge/src/key.rs has them."""
    letters = unicodedata.normalize("NFD", INSIDE.sub("", phrase.lower()))
    return WORD.findall("".join(letter for letter in letters if not unicodedata.combining(letter)))


class Space:
    """Words and phrases with vectors of length one, and how much each counts among the words of a phrase."""

    def __init__(self, texts: Iterable[str], vectors: Floats, weights: Floats) -> None:
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        self.vectors = vectors / np.maximum(lengths, 1e-12)
        self.weights = weights
        self.number: dict[str, int] = {}
        for at, text in enumerate(texts):
            self.number.setdefault(text, at)

    def vector(self, phrase: str) -> Floats | None:
        """The vector of a phrase: its own, or the mean of those of its words that are known."""
        own = words(phrase)
        if (at := self.number.get(" ".join(own))) is not None:
            return self.vectors[at]
        return self.mean([word for word in own if word in self.number])

    def mean(self, parts: list[str]) -> Floats | None:
        """The mean of words that are known; nothing if there are none."""
        known = [self.number[part] for part in parts]
        mean = (self.vectors[known] * self.weights[known, None]).sum(0)
        length = np.linalg.norm(mean)
        return mean / length if length > 1e-9 else None


def read(path: Path, most: int = 400_000) -> Space:
    """A file of our own, or lines of a word and its numbers."""
    with path.open("rb") as file:
        is_own = file.read(8) == MAGIC
    return own(path) if is_own else others(path, most)


def own(path: Path) -> Space:
    """A file of our own; crates/sfumato-knowledge/src/vectors/table.rs says what is in it."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 8)
    head = dict(line.split(" ", 1) for line in data[12 : 12 + length].decode().splitlines())
    at, count, dimensions = 12 + length, int(head["entries"]), int(head["dimensions"])
    at += 8 * count
    weights = np.frombuffer(data, "<u2", count, at).astype(np.float32) / 65535
    at += 2 * count
    ends = np.frombuffer(data, "<u4", count, at)
    at += 4 * count
    texts = data[at : at + int(head["texts"])]
    starts = np.concatenate([[0], ends[:-1]])
    names = [texts[start:end].decode() for start, end in zip(starts, ends, strict=True)]
    at += int(head["texts"])
    if head["numbers"] == "i8":
        rows = np.frombuffer(data, np.int8, count * (4 + dimensions), at).reshape(count, 4 + dimensions)
        return Space(names, rows[:, 4:].astype(np.float32), weights)
    rows = np.frombuffer(data, "<f4", count * dimensions, at).reshape(count, dimensions)
    return Space(names, rows.astype(np.float32), weights)


def others(path: Path, most: int) -> Space:
    """GloVe or word2vec as text, commonest word first."""
    names, rows = [], []
    for line in path.open(errors="replace"):
        word, *numbers = line.rstrip().split(" ")
        if name := " ".join(words(word)):
            names.append(name)
            rows.append(np.array(numbers, np.float32))
        if len(rows) == most:
            break
    share = 0.05 / np.arange(1, len(rows) + 1)
    return Space(names, np.array(rows), (COMMON / (COMMON + share)).astype(np.float32))
