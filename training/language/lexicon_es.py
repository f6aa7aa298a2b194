"""The Spanish lexicon of lemmas: what the words of Spanish WordNet and of treebanks look like when inflected.

    lexicon_es.py --wordnet wn30-spanish-mcr.src --treebank A.conllu ... --uncorrected B.conllu ... --out OUT.tsv

writes rows of form, part of speech, finer tag, lemma, weight. A word counts the more the more often a treebank has it.
Treebanks whose lemmas were not all corrected by hand are taken as they are: what they have wrong is not inflected.
Their names are left out, since they write the lemmas of names in small letters or as common nouns.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from conjugation_es import forms, participles

PARTS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
INFINITIVE = re.compile(r"[a-záéíóúüñ]*[aeií]r")
PLAIN = str.maketrans("áéíóú", "aeiou")
ACCENTS = str.maketrans("aeiou", "áéíóú")
# How much a word counts at most.
MOST = 8
Row = tuple[str, str, str, str, int]
Words = dict[tuple[str, str], int]


def is_word(text: str) -> bool:
    """Whether it is one word in small letters."""
    return bool(re.fullmatch(r"[a-záéíóúüñ]+(-[a-záéíóúüñ]+)*", text))


def wordnet_words(path: Path) -> Iterator[tuple[str, str]]:
    """The words of Spanish WordNet with their parts of speech."""
    for line in path.read_text(encoding="utf-8").splitlines():
        synset, *words = line.split(" ")
        for word in words:
            if (upos := PARTS.get(synset[-1])) and is_word(word):
                yield upos, word


def treebank_rows(path: Path) -> Iterator[tuple[str, str, str]]:
    """The words of a treebank: form, part of speech and lemma."""
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) == 10 and fields[0].isdigit() and fields[2] != "_":
            yield fields[1], fields[3], fields[2]


def treebank_words(path: Path) -> Iterator[tuple[str, str]]:
    """The lemmas of a treebank with their parts of speech, where these have many."""
    for _, upos, lemma in treebank_rows(path):
        if upos in (*PARTS.values(), "AUX") and is_word(lemma):
            yield upos, lemma


def is_lemma(word: tuple[str, str]) -> bool:
    """Whether a word can be a lemma: of verbs only infinitives."""
    return word[0] not in ("VERB", "AUX") or bool(INFINITIVE.fullmatch(word[1]))


def plural(word: str) -> str:
    """The plural of a noun or an adjective."""
    if re.search(r"[aeioué]$", word):
        return word + "s"
    if word.endswith("z"):
        return word[:-1] + "ces"
    # The stress stays where it was: canción, canciones; joven, jóvenes.
    if re.search(r"[áéíóú][ns]$", word):
        return word[:-2] + word[-2].translate(PLAIN) + word[-1] + "es"
    if found := re.search(r"([aeiou])([^aeiouáéíóú]+[aeio]n)$", word):
        return word[: found.start()] + found[1].translate(ACCENTS) + found[2] + "es"
    if re.search(r"[^áéíóú]s$", word):
        return word
    return word + "es"


def feminine(word: str) -> str:
    """The feminine of an adjective, which may be the same."""
    if word.endswith("o"):
        return word[:-1] + "a"
    if found := re.search(r"([áéíó])([ns])$", word):
        return word[: found.start()] + found[1].translate(PLAIN) + found[2] + "a"
    return word + "a" if word.endswith("or") else word


def inflected(upos: str, word: str) -> Iterator[tuple[str, str, str]]:
    """The forms of a word other than itself: part of speech, form and lemma."""
    if upos in ("VERB", "AUX"):
        yield from ((upos, form, word) for form in forms(word))
    if upos == "VERB":
        yield from (("ADJ", form, lemma) for form, lemma in participles(word))
    elif upos == "NOUN":
        yield upos, plural(word), word
    elif upos == "ADJ":
        yield from ((upos, form, word) for form in (plural(word), feminine(word), plural(feminine(word))))


def lexicon(words: Words) -> Iterator[Row]:
    """All rows, in order."""
    rows = {
        (form, tag, lemma): weight
        for (upos, word), weight in sorted(words.items())
        for tag, form, lemma in inflected(upos, word)
        if form != lemma or upos == tag
    }
    formed = {(tag, form) for form, tag, lemma in rows if form != lemma}
    for (upos, word), weight in words.items():
        # WordNet has plurals and feminines among its lemmas: those are forms of others.
        if weight > 1 or (upos, word) not in formed:
            rows[word, upos, word] = weight
    for (form, tag, lemma), weight in sorted(rows.items()):
        yield form, tag, "", lemma, weight


def uncorrected(paths: list[Path]) -> Iterator[Row]:
    """The words of treebanks as they are, but for names."""
    rows = Counter(row for path in paths for row in treebank_rows(path) if row[1] != "PROPN")
    for (form, upos, lemma), count in sorted(rows.items()):
        yield form, upos, "", lemma, count


def main() -> None:
    """Writes the lexicon."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wordnet", type=Path, required=True)
    parser.add_argument("--treebank", type=Path, nargs="*", default=[])
    parser.add_argument("--uncorrected", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    words: Words = dict.fromkeys(filter(is_lemma, wordnet_words(options.wordnet)), 1)
    for path in options.treebank:
        for word in filter(is_lemma, treebank_words(path)):
            words[word] = min(words.get(word, 1) + 1, MOST)
    with options.out.open("w", encoding="utf-8") as out:
        for row in (*lexicon(words), *uncorrected(options.uncorrected)):
            print(*row, sep="\t", file=out)


if __name__ == "__main__":
    main()
