"""Classes of named things, from the tree in things.tsv.

    things.py OUT

Writes OUT/things.csv. The classes follow those of DBpedia and YAGO; which there are, what they are called and how they
lie is our own choice.
"""

import argparse
import re
from pathlib import Path

from sources import Concept, plain, write_concepts

TABLE = Path(__file__).with_name("things.tsv")


def names(cell: str) -> list[str]:
    """Several names of a cell."""
    return [name.strip() for name in cell.split(",") if name.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    concepts, path = [], []
    for line in TABLE.read_text().splitlines():
        if line.startswith("#"):
            continue
        name, name_es, other, id = (line + "\t\t").split("\t")[:4]
        depth = len(name) - len(name.lstrip("."))
        name = name.lstrip(".")
        english, spanish, below = (other + ";;").split(";")[:3]
        id = id or re.sub(r"[^a-z0-9]+", "-", plain(name))
        path[depth:] = [id]
        concepts.append(Concept(id, path[depth - 1 : depth], name, name_es, names(english), names(spanish)))
        concepts += (Concept(f"{id}/{plain(special)}", [id], "", special) for special in names(below))
    write_concepts(options.out / "things.csv", concepts)


if __name__ == "__main__":
    main()
