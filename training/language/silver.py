"""What the teacher labelled, as a treebank.

    silver.py OUT.conllu FILE.silver.xz ...

The files are those teacher.py writes. Sentences that are too short or too long to teach anything are left out.
"""

import argparse
import lzma
from collections.abc import Iterator
from pathlib import Path

SHORTEST = 3
LONGEST = 120


def sentences(path: Path) -> Iterator[list[list[str]]]:
    """The sentences of a file: rows of form, part of speech, finer tag, chunk."""
    rows: list[list[str]] = []
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            if len(cells) == 4:
                rows.append(cells)
            elif rows and not line.strip():
                yield rows
                rows = []
    if rows:
        yield rows


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    arguments = parser.parse_args()
    with arguments.out.open("w", encoding="utf-8") as out:
        for path in arguments.files:
            for rows in sentences(path):
                if SHORTEST <= len(rows) <= LONGEST:
                    for number, (form, upos, detail, chunk) in enumerate(rows, 1):
                        out.write(f"{number}\t{form}\t_\t{upos}\t{detail}\t_\t_\t_\t_\tChunk={chunk}\n")
                    out.write("\n")


if __name__ == "__main__":
    main()
