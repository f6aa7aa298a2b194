"""Vectors of our own and those of others as one: `combine.py OWN OTHERS SHARE ENTRIES OUT`.

OWN is a file of `sfumato train vectors`, OTHERS lines of a word and its numbers. Both are put side by side, so that a
cosine is the mean of the two in which the others count as SHARE says, and brought back to as many dimensions as OWN has by keeping what carries most of it.
What only one of them knows is filled in: a phrase by its words, anything else as a linear map would have it that was
fitted on what both know. Writes the commonest so many words and phrases, lines of a word and its numbers.
"""

import argparse
from pathlib import Path

import numpy as np
from spaces import COMMON, Floats, Space, read

MOST = 150_000
RIDGE = 10.0


def linear(known: Floats, wanted: Floats) -> Floats:
    """The map that comes closest, held back a little."""
    return np.linalg.solve(known.T @ known + RIDGE * np.eye(known.shape[1], dtype=known.dtype), known.T @ wanted)


def filled(texts: list[str], space: Space, other: Space) -> Floats:
    """The rows of a space for these texts, filled in where it has none from the other."""
    shared = [text for text in space.number if text in other.number]
    change = linear(
        other.vectors[[other.number[text] for text in shared]], space.vectors[[space.number[text] for text in shared]]
    )
    rows = np.zeros((len(texts), space.vectors.shape[1]), np.float32)
    for at, text in enumerate(texts):
        parts = text.split(" ")
        if text in space.number:
            rows[at] = space.vectors[space.number[text]]
        elif all(part in space.number for part in parts) and (mean := space.mean(parts)) is not None:
            rows[at] = mean
        else:
            rows[at] = other.vectors[other.number[text]] @ change
    return rows


def main() -> None:
    """Reads the arguments and writes the vectors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("own", type=Path)
    parser.add_argument("others", type=Path)
    parser.add_argument("share", type=float)
    parser.add_argument("entries", type=int)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    own, others = read(arguments.own), read(arguments.others, MOST)
    # A weight falls with the share of a text that a word makes up; what is in both has the share of our texts.
    weight = {text: others.weights[at] for text, at in others.number.items()}
    weight |= {text: own.weights[at] for text, at in own.number.items()}
    texts = sorted(weight, key=lambda text: (weight[text], text))[: arguments.entries]
    share = arguments.share
    rows = np.hstack([(1 - share) ** 0.5 * filled(texts, own, others), share**0.5 * filled(texts, others, own)])
    _, directions = np.linalg.eigh(rows.T @ rows)
    best = directions[:, ::-1][:, : own.vectors.shape[1]]
    kept = np.square(rows @ best).sum() / np.square(rows).sum()
    with arguments.out.open("w") as out:
        for text, row in zip(texts, rows @ best, strict=True):
            out.write(text.replace(" ", "_") + " " + " ".join(f"{number:.4f}" for number in row) + "\n")
    met = sum(text in own.number for text in texts)
    rarest = COMMON / weight[texts[-1]] - COMMON
    print(f"{met} of {len(texts)} met in the texts; the rarest share is {rarest:.1e}; {kept:.1%} of lengths kept")


if __name__ == "__main__":
    main()
