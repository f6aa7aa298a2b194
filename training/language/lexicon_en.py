"""The English lexicon of lemmas, from the files of WordNet 3.0.

    lexicon_en.py WORDNET OUT.tsv

reads index.*, data.* and *.exc under WORDNET (Debian's wordnet-base puts them in /usr/share/wordnet) and writes rows of
form, part of speech, finer tag, lemma, weight. Irregular forms count once; a row of weight nought only says that there
is such a lemma.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

PARTS = {"noun": "NOUN", "verb": "VERB", "adj": "ADJ", "adv": "ADV"}
Row = tuple[str, str, str, str, int]


def is_word(text: str) -> bool:
    """Whether it is one word: no spaces, and letters in it."""
    return "_" not in text and any(c.isalpha() for c in text)


def tags(part: str, form: str) -> tuple[str, ...]:
    """The finer tags of an irregular form."""
    match part:
        case "noun":
            return ("NNS",)
        case "verb":
            return ("VBG",) if form.endswith("ing") else ("VBZ",) if form.endswith("s") else ("VBD", "VBN")
        case _:
            return ("JJS",) if form.endswith("st") else ("JJR",)


def irregular(folder: Path, part: str) -> Iterator[Row]:
    """The forms that no rule gives, with the first of their lemmas."""
    for line in (folder / f"{part}.exc").read_text().splitlines():
        form, lemma, *_ = line.split()
        if is_word(form) and is_word(lemma):
            for tag in tags(part, form):
                yield form, PARTS[part], tag, lemma, 1


def written(folder: Path, part: str) -> set[str]:
    """The words of a part of speech as they are written, capitals and all."""
    words = set()
    for line in (folder / f"data.{part}").read_text().splitlines():
        if not line.startswith(" "):
            fields = line.split()
            names = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
            words.update(name.partition("(")[0] for name in names)
    return {word for word in words if is_word(word)}


def lexicon(folder: Path) -> Iterator[Row]:
    """All rows."""
    for part, upos in PARTS.items():
        # Its comparatives of adverbs are of adverbs in -ly, where treebanks have the adjective: deeper of deeply.
        if part != "adv":
            yield from irregular(folder, part)
        words = written(folder, part)
        for word in sorted(words):
            # What is only ever written with a capital keeps it, as adjectives of countries do. Such nouns are names.
            is_cased = part == "adj" and word.istitle() and word.lower() not in words
            yield word, upos, "", word, int(is_cased)


def main() -> None:
    """Writes the lexicon."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wordnet", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    with options.out.open("w", encoding="utf-8") as out:
        for row in lexicon(options.wordnet):
            print(*row, sep="\t", file=out)


if __name__ == "__main__":
    main()
