"""One measure for all tools: which characters are covered, whatever they are called.

A character is right if it is covered by the gold and by the tool; spaces count as much as letters. Overlapping places
count once. Precision, recall and F1 are of all documents of a corpus together.
"""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Score:
    right: int = 0
    spurious: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        return 100 * self.right / max(1, self.right + self.spurious)

    @property
    def recall(self) -> float:
        return 100 * self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        return 200 * self.right / max(1, 2 * self.right + self.spurious + self.missed)


def cover(spans: list[list[int]]) -> set[int]:
    return {place for start, end in spans for place in range(start, end)}


def in_characters(text: str, spans: list[list[int]]) -> list[list[int]]:
    """Places in bytes as places in characters; the program counts from behind a byte order mark."""
    data = text.encode()
    mark = 3 if text.startswith("\ufeff") else 0
    return [[len(data[: mark + start].decode()), len(data[: mark + end].decode())] for start, end in spans]


def score(texts: dict[str, str], gold: dict[str, list[list[int]]], found: Path) -> Score:
    """Holds a file of places against the gold; every document must be in it."""
    total, seen = Score(), set()
    for line in found.read_text().splitlines():
        row = json.loads(line)
        spans = row["spans"] if row["unit"] == "characters" else in_characters(texts[row["id"]], row["spans"])
        told, wanted = cover(spans), cover(gold[row["id"]])
        total.right += len(told & wanted)
        total.spurious += len(told - wanted)
        total.missed += len(wanted - told)
        seen.add(row["id"])
    if missing := set(gold) - seen:
        raise SystemExit(f"{found}: nothing is said of {len(missing)} documents")
    return total
