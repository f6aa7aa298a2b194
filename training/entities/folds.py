"""Parts a corpus for measuring, and puts together what was measured on the parts.

    folds.py five CORPUS.jsonl OUT              OUT/0-train.jsonl, OUT/0-test.jsonl ... OUT/4-test.jsonl
    folds.py splits CORPUS.jsonl OUT            the same with ten random splits, four fifths and one fifth, 0 to 9
    folds.py table FILES.csv...                 what `sfumato eval --as csv` said of the parts, together

A document is in the fold `crc32(id) % 5`, as in training/neural. The table has precision, recall and F1 of all parts
counted together, and the mean of their F1.
"""

import csv
import json
import random
import sys
from collections import defaultdict
from pathlib import Path
from zlib import crc32

SPLITS = 10


def name(line: str) -> str:
    """The id of a document."""
    return str(json.loads(line)["id"])


def part(lines: list[str], tests: list[set[int]], out: Path) -> None:
    """Writes what to learn from and what to measure on, for each set of documents to measure on."""
    out.mkdir(parents=True, exist_ok=True)
    for nth, test in enumerate(tests):
        for kind, is_in in ("train", False), ("test", True):
            chosen = (line + "\n" for at, line in enumerate(lines) if (at in test) == is_in)
            (out / f"{nth}-{kind}.jsonl").write_text("".join(chosen))


def five(lines: list[str]) -> list[set[int]]:
    """Five folds by id."""
    folds = [crc32(name(line).encode()) % 5 for line in lines]
    return [{at for at, fold in enumerate(folds) if fold == nth} for nth in range(5)]


def splits(lines: list[str]) -> list[set[int]]:
    """Ten random fifths."""
    places = range(len(lines))
    return [set(random.Random(seed).sample(places, len(lines) // 5)) for seed in range(SPLITS)]


def f1(right: int, spurious: int, missed: int) -> float:
    """The harmonic mean of precision and recall."""
    return 200 * right / max(1, 2 * right + spurious + missed)


def table(files: list[str]) -> None:
    """Prints the sums of all files."""
    counts: dict[tuple[str, str], list[list[int]]] = defaultdict(list)
    for file in files:
        with open(file, newline="") as rows:
            for row in csv.DictReader(rows):
                if row["label"] == "*" or row["measure"] == "entity":
                    counts[row["measure"], row["label"]].append([int(row[c]) for c in ("right", "spurious", "missed")])
    print(f"{'measure':<16}{'label':<28}{'n':>8}{'P':>8}{'R':>8}{'F1':>8}{'mean':>8}")
    for (measure, label), parts in counts.items():
        right, spurious, missed = (sum(column) for column in zip(*parts, strict=True))
        precision, recall = 100 * right / max(1, right + spurious), 100 * right / max(1, right + missed)
        mean = sum(f1(*one) for one in parts) / len(files)
        shown = "".join(f"{x:8.2f}" for x in (precision, recall, f1(right, spurious, missed), mean))
        print(f"{measure:<16}{label:<28}{right + missed:>8}{shown}")


def main() -> None:
    """Reads the arguments."""
    match sys.argv[1:]:
        case ["five" | "splits" as how, corpus, out]:
            lines = [line for line in Path(corpus).read_text().split("\n") if line]
            part(lines, five(lines) if how == "five" else splits(lines), Path(out))
        case ["table", *files] if files:
            table(files)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
