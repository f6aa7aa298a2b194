"""Spanish names for the synsets of WordNet 3.0, with how probable each sense of a word is.

    wordnet.py DATA WORDNET OUT

Nobody has counted senses in Spanish; the counts of the English words of a synset stand in for them. Of the names of a
synset the preferred one is a common word that mostly means this.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from sources import plain, unpacked, write_labels
from wordfreq import zipf_frequency

PARTS = {"n": "noun", "v": "verb"}
NUMBER = {"noun": "1", "verb": "2"}
LARGEST = 65_535
PARTICLES = {"de", "del", "la", "las", "el", "los", "y", "e", "en", "von", "van", "al", "a", "para", "por"}
NAMES = Path(__file__).with_name("wordnet-names.tsv")
SENSES = Path(__file__).with_name("wordnet-senses.tsv")
CLINICAL = Path(__file__).with_name("wordnet-clinical.tsv")


def instances(wordnet: Path) -> set[str]:
    """The synsets of single things: people, towns, wars."""
    lines = (line for line in (wordnet / "data.noun").open() if " @i " in line.partition("|")[0])
    return {f"{line.split()[0]}-n" for line in lines}


def titled(name: str) -> str:
    """A name of a single thing as it is written: the repository has them in small letters."""
    words = name.split(" ")
    return " ".join(word if at and word in PARTICLES else word[:1].upper() + word[1:] for at, word in enumerate(words))


def counts(wordnet: Path) -> tuple[dict[str, dict[str, int]], dict[str, list[str]]]:
    """How often each English word was met in each of its synsets, and in which synsets it is, commonest first."""
    tagged = {}
    for line in (wordnet / "cntlist.rev").open():
        key, _, count = line.split()
        tagged[key.lower()] = int(count)
    found: dict[str, dict[str, int]] = {}
    for letter, part in PARTS.items():
        for line in (wordnet / f"data.{part}").open():
            if line.startswith("  "):
                continue
            offset, lexfile, _, size, *rest = line.split()
            words = [(rest[2 * i].lower(), int(rest[2 * i + 1], 16)) for i in range(int(size, 16))]
            found[f"{offset}-{letter}"] = {
                word: tagged.get(f"{word}%{NUMBER[part]}:{lexfile}:{number:02}::", 0) for word, number in words
            }
    senses: dict[str, list[str]] = {}
    for letter, part in PARTS.items():
        for line in (wordnet / f"index.{part}").open():
            if not line.startswith("  "):
                fields = line.split()
                senses[f"{fields[0]}-{letter}"] = [f"{offset}-{letter}" for offset in fields[-int(fields[2]) :]]
    return found, senses


def evidence(synset: str, words: dict[str, int], senses: dict[str, list[str]]) -> float:
    """How much speaks for a synset as the meaning of a word: counts, and how early a sense it is of its words."""
    letter = synset[-1]
    first = 0.0
    for word in words:
        order = senses.get(f"{word}-{letter}", [synset])
        rank = order.index(synset) if synset in order else len(order)
        first = max(first, 1 / (1 + rank))
    return sum(words.values()) + first


def is_inflected(word: str, words: Iterable[str]) -> bool:
    """Whether a noun is the plural or the feminine of another one."""
    singulars = {word.removesuffix("s"), word.removesuffix("es"), plain(word.removesuffix("es"))} - {word}
    masculines = {word[:-1] + "o", word[:-1]} if word.endswith("a") else set()
    known = {form for other in words if other != word for form in (other, plain(other))}
    return bool((singulars | masculines) & known)


def table(path: Path) -> list[list[str]]:
    """The rows of one of our own tables."""
    return [line.split("\t") for line in path.read_text().splitlines() if not line.startswith("#")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("wordnet", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()

    english, senses = counts(options.wordnet)
    spanish: dict[str, dict[str, bool]] = defaultdict(dict)
    for line in unpacked(options.data / "kb/wn30-spanish-mcr.src.zst").splitlines():
        synset, *words = line.split()
        for word in words:
            spanish[synset][word.replace("_", " ")] = False
    for line in unpacked(options.data / "kb/wn30-spanish-omw.tab.zst").splitlines():
        if line[:1].isdigit():
            synset, kind, word = line.split("\t")
            if kind == "lemma":
                spanish[synset][word.strip()] = True
    preferred = {synset: name for synset, _, name in table(NAMES)}
    meant = {word: synset for word, synset, _ in table(SENSES)}
    for synset, name in [*preferred.items(), *((synset, word) for word, synset in meant.items())]:
        spanish[synset][name] = True
    for word, lemma in table(CLINICAL):
        spanish[senses[f"{lemma.replace(' ', '_')}-n"][0]].setdefault(word, True)
    single = instances(options.wordnet)
    for synset in single & spanish.keys():
        spanish[synset] = {titled(name): both for name, both in spanish[synset].items()}
    spanish = {synset: words for synset, words in spanish.items() if synset in english}

    weight = {synset: evidence(synset, english[synset], senses) for synset in spanish}
    total: dict[tuple[str, str], float] = defaultdict(float)
    for synset, words in spanish.items():
        for word in words:
            total[word, synset[-1]] += weight[synset]

    def fitness(word: str, synset: str) -> float:
        share = weight[synset] / total[word, synset[-1]]
        checked = 1.0 if spanish[synset][word] else 0.6
        cognate = 1.3 if plain(word) in english[synset] else 1.0
        form = 0.7 if is_inflected(word, spanish[synset]) else 0.9 ** word.count(" ")
        form *= 1 if re.search("[aeiouáéíóú]", word.lower()) and len(word) > 2 else 0.3
        return checked * cognate * form * share**0.35 * zipf_frequency(word, "es")

    labels = []
    for synset, words in sorted(spanish.items()):
        ordered = sorted(words, key=lambda word: (-fitness(word, synset), word))
        if chosen := preferred.get(synset):
            ordered = [chosen, *(word for word in ordered if word != chosen)]
        for at, word in enumerate(ordered):
            # A word that is not the name of the synset itself means it less often.
            frequency = min(LARGEST, round(weight[synset] / (2 if at else 1)))
            if meant.get(word) == synset:
                frequency = min(LARGEST, round(total[word, synset[-1]]) + 10)
            if re.search(r"\w", word) and not word.isdigit():
                labels.append((synset, "es", "synonym" if at else "preferred", word, frequency))
    write_labels(options.out, labels)


if __name__ == "__main__":
    main()
