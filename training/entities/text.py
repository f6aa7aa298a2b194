"""Plain biomedical text to learn clusters from: `text.py DATA GOLD OUT`.

Writes OUT/en-biomedical.txt (abstracts of the training parts of NCBI-disease and BC5CDR, definitions of both
ontologies) and OUT/es-biomedical.txt (their Spanish translations; clinical cases come from training/language).
BioText is for measuring only and stays out, as do the development and test parts.
"""

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

from readers import rows, unpacked

DEFINITION = re.compile(r'^def: "((?:[^"\\]|\\.)+)"', re.M)


def english(data: Path, gold: Path) -> Iterator[str]:
    """Abstracts and definitions."""
    for name in "ncbi-train", "bc5cdr-train":
        for line in (gold / f"{name}.jsonl").open():
            yield json.loads(line)["text"]
    for name in "doid-2016-03.obo", "hp-2025-01.obo":
        for definition in DEFINITION.findall(unpacked(data / f"kb/{name}.zst")):
            yield re.sub(r"\\(.)", r"\1", definition)


def spanish(data: Path) -> Iterator[str]:
    """Names and definitions as translated."""
    for name, column in ("doid-es.tsv", 3), ("hp-es.babelon.tsv", 5):
        for row in rows(data / f"kb/{name}.zst", "\t"):
            if len(row) > column:
                yield row[column]


def main() -> None:
    """Reads the arguments and writes the texts."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in "data", "gold", "out":
        parser.add_argument(name, type=Path)
    arguments = parser.parse_args()
    texts = {"en": english(arguments.data, arguments.gold), "es": spanish(arguments.data)}
    for language, lines in texts.items():
        with (arguments.out / f"{language}-biomedical.txt").open("w") as out:
            out.writelines(" ".join(line.replace("_", " ").split()) + "\n" for line in lines)


if __name__ == "__main__":
    main()
