"""How good vectors are: `measure.py DATA HELD_OUT WORDNET FILE... [--language es] [--similar TSV]...`.

DATA is the folder of corpora, HELD_OUT documents that nothing was trained on (texts.py --held-out), WORDNET the folder
of WordNet 3.0's dictionary files. Prints, for each file:

together   rank correlation of the cosine with the pointwise mutual information of words in held-out documents
kind       the same with how close two nouns are in WordNet (Wu and Palmer, first senses)
hits       the same with the mutual information of names and classes in recorded counts of a search engine (English)
disclose   area under the curve of telling phrases that disclose an actor from others by the cosine to the name (English)
known      the share of pairs of `kind` whose words both have vectors; pairs that have not count as unrelated
similar    rank correlation with what people said of pairs of words, for each TSV (word, word, number)
"""

import argparse
import json
import math
import random
import subprocess
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from scipy.stats import rankdata, spearmanr
from spaces import Space, read, words

PIECE = 300  # words of a piece of a document
LEAST = 15  # pieces that a word is in
LEAST_BOTH = 2  # pieces that chance alone would put both words in
PAIRS = 20_000
HITS_TOTAL = 81.19e9
# Chunks of these words alone are no terms.
EMPTY = set(
    "a an the he she it they him her them his hers its their who whom whose which that this these those what i you we "
    "me us my your our himself herself itself themselves there one both all each some any other others".split()
)

Pairs = list[tuple[str, str, float]]


def unpacked(path: Path) -> str:
    """The text of a packed file."""
    return subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout.decode()


def together(held_out: Path, is_wanted: Callable[[str], bool], rng: random.Random) -> Pairs:
    """Pairs of words that chance alone would bring together now and then, with their mutual information over pieces."""
    pieces = []
    for line in held_out.open():
        own = words(json.loads(line)["text"])
        pieces += [{word for word in own[at : at + PIECE] if is_wanted(word)} for at in range(0, len(own), PIECE)]
    places = defaultdict(set)
    for at, piece in enumerate(pieces):
        for word in piece:
            places[word].add(at)
    common = sorted(word for word, found in places.items() if LEAST <= len(found) < len(pieces) / 10)
    pairs: dict[tuple[str, str], float] = {}
    while len(pairs) < PAIRS:
        a, b = sorted(rng.choices(common, k=2))
        expected = len(places[a]) * len(places[b]) / len(pieces)
        if a != b and expected >= LEAST_BOTH:
            pairs[a, b] = math.log2((len(places[a] & places[b]) + 0.5) / (expected + 0.5))
    return [(a, b, value) for (a, b), value in sorted(pairs.items())]


class Nouns:
    """The nouns of WordNet by their first sense, with the chain of what each is a kind of."""

    def __init__(self, folder: Path, spanish: Path | None) -> None:
        self.above: dict[str, str] = {}
        self.sense: dict[str, str] = {}
        offsets = {}
        for line in (folder / "data.noun").open():
            if not line.startswith("  "):
                offset, *fields = line.split(" | ")[0].split()
                count = int(fields[2], 16)
                pointers = fields[4 + 2 * count :]
                offsets[offset] = fields[3]
                for at, field in enumerate(pointers):
                    if field in ("@", "@i"):
                        self.above.setdefault(offset, pointers[at + 1])
        if spanish:
            for line in unpacked(spanish).splitlines():
                offset, kind, *names = line.split("\t")
                if offset.endswith("-n") and kind.endswith("lemma"):
                    self.sense.setdefault(" ".join(words(names[-1])), offset[:8])
        else:
            for line in (folder / "index.noun").open():
                if not line.startswith("  "):
                    name, _, _, pointers, *rest = line.split()
                    self.sense[" ".join(words(name))] = rest[int(pointers) + 2]

    def chain(self, noun: str) -> list[str]:
        """The concept of a noun and those above it."""
        chain = [self.sense[noun]]
        while above := self.above.get(chain[-1]):
            chain.append(above)
        return chain

    def likeness(self, a: str, b: str) -> float:
        """Wu and Palmer's."""
        first, second = self.chain(a), self.chain(b)
        shared = next((len(first) - at for at, concept in enumerate(first) if concept in second), 0)
        return 2 * shared / (len(first) + len(second))


def kinds(nouns: Nouns, common: list[str], rng: random.Random) -> Pairs:
    """Pairs of common nouns: half by chance, half with one of the two concepts above in common."""
    near = defaultdict(list)
    for noun in common:
        for concept in nouns.chain(noun)[1:3]:
            near[concept].append(noun)
    groups = [group for _, group in sorted(near.items()) if len(group) > 1]
    pairs = {tuple(sorted(rng.sample(rng.choice(groups), 2))) for _ in range(PAIRS // 2)}
    pairs |= {tuple(sorted(rng.sample(common, 2))) for _ in range(PAIRS // 2)}
    return [(a, b, nouns.likeness(a, b)) for a, b in sorted(pairs)]


def hits(path: Path) -> Pairs:
    """Names and classes that were asked for alone and together."""
    counts = {name: float(n) for name, n in (line.rstrip("\n").split("\t") for line in path.open())}
    pairs = []
    for name, both in counts.items():
        first, _, second = name.partition(" ")
        if second and both > 1 and min(counts.get(first, 0), counts.get(second, 0)) > 0:
            information = math.log2(both * HITS_TOTAL / (counts[first] * counts[second]))
            pairs.append((first.replace("_", " "), second.replace("_", " "), information))
    return pairs


def people_said(path: Path) -> Pairs:
    """Pairs of words and how alike people find them."""
    rows = (line.rstrip("\n").split("\t") for line in path.open() if not line.startswith("#"))
    return [(row[0], row[1], float(row[2])) for row in rows if len(row) == 3 and row[2].replace(".", "").isdigit()]


def cosine(space: Space, a: str, b: str) -> float | None:
    """The cosine of two phrases; nothing if one has no vector."""
    first, second = space.vector(a), space.vector(b)
    return None if first is None or second is None else float(first @ second)


def correlation(space: Space, pairs: Pairs) -> float:
    """The rank correlation over pairs; those without vectors count as unrelated."""
    return float(spearmanr([cosine(space, a, b) or 0.0 for a, b, _ in pairs], [value for *_, value in pairs]).statistic)


def phrases(record: dict) -> Iterator[tuple[str, bool]]:
    """The phrases of an annotated biography that do not hold the name, each with whether it discloses."""
    text, name = record["text"], set(words(record["protect"]))
    for start, end in record["chunks"]:
        own = set(words(text[start:end]))
        if own - EMPTY and not own & name:
            yield text[start:end], any(span["start"] < end and start < span["end"] for span in record["spans"])


def disclosing(space: Space, records: list[dict]) -> float:
    """The mean over biographies of the area under the curve."""
    areas = []
    for record in records:
        rows = [(cosine(space, phrase, record["protect"]) or 0.0, hidden) for phrase, hidden in phrases(record)]
        ranks, marks = rankdata([value for value, _ in rows]), np.array([hidden for _, hidden in rows])
        yes, no = int(marks.sum()), int((~marks).sum())
        if yes and no:
            areas.append((ranks[marks].sum() - yes * (yes + 1) / 2) / (yes * no))
    return float(np.mean(areas))


def main() -> None:
    """Reads the arguments and prints a line for each file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("held_out", type=Path)
    parser.add_argument("wordnet", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--language", choices=["en", "es"], default="en")
    parser.add_argument("--similar", type=Path, action="append", default=[])
    arguments = parser.parse_args()
    data, is_english = arguments.data, arguments.language == "en"
    nouns = Nouns(arguments.wordnet, None if is_english else data / "kb/wn30-spanish-omw.tab.zst")
    counts = Counter(word for line in arguments.held_out.open() for word in words(json.loads(line)["text"]))
    common = sorted(word for word, n in counts.items() if n >= LEAST and word in nouns.sense and len(word) > 2)
    rng = random.Random(1)
    known = set(common)
    ranked: dict[str, Pairs] = {
        "together": together(arguments.held_out, known.__contains__, rng),
        "kind": kinds(nouns, common, rng),
    }
    records: list[dict] = []
    if is_english:
        ranked["hits"] = hits(data / "wikiactors/hits.tsv")
        records = [json.loads(line) for line in unpacked(data / "wikiactors/annotated.jsonl.zst").splitlines()]
    ranked |= {path.stem: people_said(path) for path in arguments.similar}
    print("file", *(f"{name} ({len(pairs)})" for name, pairs in ranked.items()), "disclose", "known", sep="\t")
    for path in arguments.files:
        space = read(path)
        values = [correlation(space, pairs) for pairs in ranked.values()]
        values.append(disclosing(space, records) if records else math.nan)
        values.append(np.mean([cosine(space, a, b) is not None for a, b, _ in ranked["kind"]]))
        print(path.name, *(f"{value:.3f}" for value in values), sep="\t", flush=True)


if __name__ == "__main__":
    main()
