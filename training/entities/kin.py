"""The clusters that a gazetteer carries, joined: `kin.py CLUSTERS [OTHERS] -o kin.tsv`.

CLUSTERS and OTHERS are tables of clusters.py. A line of the output is a word, its fine and its coarse cluster, and, if
there are OTHERS, its fine cluster there; a cell is empty where a table does not have the word. Words are in order.
"""

import argparse
from pathlib import Path


def clusters(path: Path) -> dict[str, list[str]]:
    """The fine and the coarse cluster of each word."""
    rows = (line.split("\t") for line in path.read_text().split("\n") if line)
    return {word: [fine, coarse] for word, fine, coarse, *_ in rows}


def main() -> None:
    """Reads the arguments and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clusters", type=Path)
    parser.add_argument("others", type=Path, nargs="?")
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    own = clusters(arguments.clusters)
    others = clusters(arguments.others) if arguments.others else {}
    with arguments.output.open("w") as out:
        for word in sorted(own.keys() | others.keys()):
            cells = [word, *own.get(word, ["", ""])]
            if arguments.others:
                cells.append(others.get(word, [""])[0])
            out.write("\t".join(cells) + "\n")


if __name__ == "__main__":
    main()
