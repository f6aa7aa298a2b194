"""Vectors that Spanish words may start from: `translate.py DATA WORDNET VECTORS TEXT OUT`.

VECTORS are English ones (GloVe or word2vec as text, or a file of our own), WORDNET the folder of WordNet 3.0's dictionary
files, TEXT the Spanish texts as texts.py writes them. A Spanish word gets the mean of the English words that share a
meaning with it in the Spanish WordNet, the first meanings counting most; a word that is nearly always written with a
capital is taken for a name, which is the same in both languages. Writes lines of a word and its numbers, commonest first.
"""

import argparse
import json
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from spaces import Space, read, words

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
CAPITAL = re.compile(r"(?<=[\w,;] )[A-ZÁÉÍÓÚÑ][^\W\d_]+")
MOST = 150_000
NAME_SHARE = 0.9
LEAST = 3


def english(folder: Path) -> dict[str, list[str]]:
    """The words of each meaning, by its offset and part of speech."""
    found = {}
    for part, letter in PARTS.items():
        for line in (folder / f"data.{part}").open():
            if not line.startswith("  "):
                fields = line.split(" ")
                count = int(fields[3], 16)
                found[f"{fields[0]}-{letter}"] = [name.replace("_", " ") for name in fields[4 : 4 + 2 * count : 2]]
    return found


def spanish(data: Path) -> dict[str, list[str]]:
    """The meanings of each Spanish word in the order of the file."""
    packed = data / "kb/wn30-spanish-omw.tab.zst"
    found: dict[str, list[str]] = defaultdict(list)
    text = subprocess.run(["zstd", "-dcq", packed], check=True, capture_output=True).stdout.decode()
    for line in text.splitlines():
        meaning, kind, *names = line.split("\t")
        if kind.endswith("lemma"):
            found[" ".join(words(names[-1].replace("_", " ")))].append(meaning.replace("-s", "-a"))
    return found


def counted(text: Path) -> tuple[Counter[str], Counter[str]]:
    """How often each word is met, and how often with a capital within a sentence."""
    every: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for line in text.open():
        body = json.loads(line)["text"]
        every.update(words(body))
        capital.update(word for found in CAPITAL.findall(body) for word in words(found))
    return every, capital


def mean(space: Space, meanings: list[str], english_words: dict[str, list[str]]) -> np.ndarray | None:
    """The mean over meanings of the means over their words."""
    rows, weights = [], []
    for rank, meaning in enumerate(meanings):
        known = [vector for word in english_words.get(meaning, ()) if (vector := space.vector(word)) is not None]
        if known:
            rows.append(np.mean(known, axis=0))
            weights.append(1 / (1 + rank))
    return np.average(rows, axis=0, weights=weights) if rows else None


def main() -> None:
    """Reads the arguments and writes the vectors."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in "data", "wordnet", "vectors", "text", "out":
        parser.add_argument(name, type=Path)
    arguments = parser.parse_args()
    space, english_words = read(arguments.vectors, MOST), english(arguments.wordnet)
    every, capital = counted(arguments.text)
    found = {}
    for word, meanings in spanish(arguments.data).items():
        if word and (vector := mean(space, meanings, english_words)) is not None:
            found[word] = vector
            plural = word + ("s" if word[-1] in "aeiou" else "es")
            if every[plural]:
                found.setdefault(plural, vector)
    translated = len(found)
    for word, n in sorted(capital.items()):
        if n >= max(LEAST, NAME_SHARE * every[word]) and word not in found and word in space.number:
            found[word] = space.vectors[space.number[word]]
    with arguments.out.open("w") as out:
        for word in sorted(found, key=lambda word: (-every[word], word)):
            vector = found[word]
            out.write(word.replace(" ", "_") + " " + " ".join(f"{number:.5f}" for number in vector) + "\n")
    print(f"{translated} words and phrases by meaning, {len(found) - translated} names")


if __name__ == "__main__":
    main()
