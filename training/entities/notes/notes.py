"""Invented English clinical notes, labelled by construction, since none with identities are free.

    notes.py --seed 1 --count 3000 --out FILE.jsonl [--part train|dev|all]

Layouts (`data/layouts`) hold headings, header blocks and paragraphs of sentences (`data/sentences`); the slots of both
are filled from lists (`data/*.txt`). `train` and `dev` use different entries of all of them. A line of output is
`{"id", "text", "spans": [{"start", "end", "label"}]}`, offsets in code points; the same call gives the same file.

What the labels hold: names without titles, degrees or a possessive; ages as `67-year-old`, or the number after `age`;
dates down to a bare year, month, weekday or feast, no time of day; street, town, state and postal code each for
itself. Words of kinship, sex, departments and public payers are not labelled, nor names inside eponyms and devices.
"""

import argparse
import json
import random
from collections import Counter
from pathlib import Path

from lists import Lists
from pieces import Pieces, document, mistype, recase, wrap
from slots import Note

WORDS = range(80, 601)


def rows(layout: str, note: Note) -> Pieces:
    """A layout grown: `# ` begins a heading, `? ` a line that may be missing."""
    pieces: Pieces = []
    for line in layout.split("\n"):
        if line.startswith("? "):
            if note.rng.random() < 0.35:
                continue
            line = line.removeprefix("? ")
        if line.startswith("# "):
            heading = recase(note.grow(line[2:]), note.heading_case)
            front, _, back = note.heading.partition("{}")
            pieces += [(front, None), *heading, (back, None), (" " if back.endswith(": ") else "\n", None)]
        else:
            pieces += [*note.grow(line), ("\n", None)]
    return pieces


def make(rng: random.Random, lists: Lists, name: str) -> tuple[str, list[dict]]:
    """One document of a layout."""
    region = name.partition(".")[0]
    us = {"us": True, "uk": False}.get(region, rng.random() < 0.6)
    pieces = rows(lists.layouts[name], Note(rng, lists, us, child="paediatric" in name))
    pieces = recase(pieces, rng.choices([str, str.upper, str.lower], [92, 5, 3])[0])
    if rng.random() < 0.35:
        pieces = mistype(pieces, rng, rng.choice([0.004, 0.01]))
    text, spans = document(pieces)
    if rng.random() < 0.3:
        text = wrap(text, spans, rng.choice([60, 72, 78, 80, 100]))
    return text, spans


def documents(seed: int, count: int, part: str):
    """So many documents, each layout in its turn, those too short or too long made again."""
    rng, lists = random.Random(seed), Lists(part)
    turn: list[str] = []
    made = 0
    while made < count:
        if not turn:
            turn = list(lists.layouts)
            rng.shuffle(turn)
        name = turn.pop()
        for _ in range(20):
            text, spans = make(rng, lists, name)
            if len(text.split()) in WORDS:
                made += 1
                yield {"id": f"notes-en-{part}-{seed}-{made:05}", "text": text, "spans": spans}
                break


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--part", choices=["train", "dev", "all"], default="all")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    labels: Counter = Counter()
    with arguments.out.open("w", encoding="utf-8") as out:
        for record in documents(arguments.seed, arguments.count, arguments.part):
            labels.update(span["label"] for span in record["spans"])
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    print(
        f"{arguments.count} documents, {labels.total()} spans:", ", ".join(f"{k} {n}" for k, n in labels.most_common())
    )


if __name__ == "__main__":
    main()
