"""Documents chosen out of larger files, for models that are not made from one corpus as it is.

    examples.py notes OUT NOTES ABSTRACTS...    every third note, and abstracts in which nothing is marked
    examples.py silver OUT SILVER               biographies that a teacher labelled, about 0.6 million characters

Invented notes are alike, so that a third of them teaches as much as all. Real text without people in it teaches what a
note does not hold: a name of a disease or a drug is no person.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

ABSTRACTS = 120
CHARACTERS = 600_000


def records(path: str) -> Iterator[dict]:
    """The documents of a file."""
    return (json.loads(line) for line in Path(path).read_text().split("\n") if line)


def notes(path: str, abstracts: list[str]) -> Iterator[dict]:
    """A third of the notes, and the first abstracts of each file without their annotations."""
    yield from list(records(path))[::3]
    for file in abstracts:
        for record in list(records(file))[:ABSTRACTS]:
            yield {"id": record["id"], "text": record["text"], "spans": []}


def silver(path: str) -> Iterator[dict]:
    """Biographies until there are enough."""
    size = 0
    for record in records(path):
        if record["id"].startswith("en-bios") and size < CHARACTERS:
            size += len(record["text"])
            yield record


def main() -> None:
    """Reads the arguments and writes the documents."""
    match sys.argv[1:]:
        case ["notes", out, first, *abstracts]:
            chosen = notes(first, abstracts)
        case ["silver", out, first]:
            chosen = silver(first)
        case _:
            sys.exit(__doc__)
    with open(out, "w") as sink:
        sink.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in chosen)


if __name__ == "__main__":
    main()
