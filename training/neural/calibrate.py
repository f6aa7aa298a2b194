"""How sure a network really is where it says so, and how far it may lean towards finding.

    calibrate.py BUNDLE OUT RUN...

A RUN is a folder of finetune.py with `found.json` and `scores.json`. The file OUT has `points` for each head, pairs of
the least probability in a span and the share of such spans that touch a right one, both growing; and `recall`, the
number of nats by which O is made less likely where nothing must be missed: the greatest tried at which characters keep
nine tenths of their precision. A head that was not measured gets what another of its kind has.
"""

import argparse
import json
from collections import defaultdict
from pathlib import Path

from tasks import BY_FOLD, CORPORA
from text import lines

POINTS = 16
KEPT = 0.9  # of the precision, where nothing must be missed
ALIKE = {"distemist": "biomedical", "medical-es": "medical-en"}
CORPUS = {name: corpus for corpus in CORPORA for name in corpus.test or corpus.train}


def counts(key: str) -> bool:
    """Whether a corpus was measured with what is left of it by a fold, or else by a network of everything else."""
    fold, name, *_ = key.split()
    return (fold in BY_FOLD) != bool(CORPUS[name].test)


def pooled(pairs: list[tuple[float, bool]]) -> list[list[float]]:
    """The share of right ones as a growing function of the probability: neighbours that fall are joined."""
    pairs.sort()
    size = -(-len(pairs) // POINTS)
    pools: list[list[float]] = []  # sum of probabilities, right, all
    for at in range(0, len(pairs), size):
        group = pairs[at : at + size]
        pools.append([sum(p for p, _ in group), sum(right for _, right in group), len(group)])
        while len(pools) > 1 and pools[-2][1] / pools[-2][2] >= pools[-1][1] / pools[-1][2]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last, strict=True)]
    points = [[round(total / many, 4), round((right + 0.5) / (many + 1), 4)] for total, right, many in pools]
    return [[p, max(share for _, share in points[: at + 1])] for at, (p, _) in enumerate(points)]


def lean(scores: dict[str, list[int]]) -> float:
    """The greatest lean tried that keeps enough precision of characters, given right and found for each."""
    right, found = scores["0"]
    best = 0.0
    for against in sorted((name for name in scores if name != "0"), key=float):
        own_right, own_found = scores[against]
        if own_right / own_found < KEPT * right / found:
            break
        best = float(against)
    return best


def main() -> None:
    """Reads the arguments and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("runs", type=Path, nargs="+")
    arguments = parser.parse_args()
    pairs: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    scores: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for run in arguments.runs:
        for key, found in json.loads((run / "found.json").read_text()).items():
            if not counts(key):
                continue
            name = key.split()[1]
            head = CORPUS[name].head
            for record in lines(arguments.bundle / f"gold/{name}.jsonl.xz"):
                gold = [(span["start"], span["end"]) for span in record["spans"]]
                for start, end, _, sure in found.get(str(record["id"]), []):
                    pairs[head].append((sure, any(start < after and first < end for first, after in gold)))
        for key, tally in json.loads((run / "scores.json").read_text()).items():
            _, name, which, *against = key.split()
            if which == "0" and counts(key):
                own = scores[CORPUS[name].head][against[1] if against else "0"]
                own[:] = [a + b for a, b in zip(own, tally["characters"][:2], strict=True)]
    made = {head: {"points": pooled(own), "recall": lean(scores[head])} for head, own in sorted(pairs.items())}
    for head, other in ALIKE.items():
        if other in made:
            made.setdefault(head, made[other])
    arguments.out.write_text(json.dumps(made, indent=1))


if __name__ == "__main__":
    main()
