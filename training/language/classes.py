"""Classes of words: the parts of speech that words can have, from sources other than the treebanks.

    classes.py brown DIR -o classes-en.tsv       from the tags of the Brown corpus
    classes.py lexicon lexicon-es.tsv -o OUT     from a lexicon of inflected words (lexicon_es.py)

writes rows of word (small letters, digits as zeros) and class.
"""

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

# A tag counts that has at least this share of a word's occurrences.
SHARE = 0.05
# A word that was seen less often says little.
LEAST = 2
MOST_TAGS = 4
PARTICIPLE = re.compile(r"[ai]d[oa]s?$")


def brown_tags(folder: Path) -> Iterator[tuple[str, str]]:
    """The words of the Brown corpus with their tags, less what marks titles, headlines and foreign words."""
    for path in sorted(folder.rglob("c[a-r][0-9][0-9]")):
        for item in path.read_text(encoding="latin-1").split():
            word, _, tag = item.rpartition("/")
            tag = re.sub(r"-(tl|hl|nc)|^fw-", "", tag)
            tag = (tag.rstrip("*") or "*").split("+")[0]
            if word:
                yield re.sub("[0-9]", "0", word.lower()), tag


def brown(folder: Path) -> dict[str, str]:
    """The commonest tags of each word."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word, tag in brown_tags(folder):
        counts[word][tag] += 1
    classes = {}
    for word, tags in counts.items():
        total = tags.total()
        if total >= LEAST:
            ranked = sorted(tags.items(), key=lambda item: (-item[1], item[0]))
            classes[word] = "|".join([tag for tag, count in ranked if count >= SHARE * total][:MOST_TAGS])
    return classes


def verb_class(form: str, lemma: str) -> str:
    """What kind of form of a verb it is."""
    if form == lemma:
        return "Vi"
    if form.endswith("ndo"):
        return "Vg"
    return "Vp" if PARTICIPLE.search(form) else "V"


def lexicon(path: Path) -> dict[str, str]:
    """The parts of speech of each form."""
    classes: defaultdict[str, set[str]] = defaultdict(set)
    for line in path.read_text(encoding="utf-8").splitlines():
        form, upos, _, lemma, _ = line.split("\t")
        if " " not in form:
            classes[form.lower()].add(verb_class(form, lemma) if upos == "VERB" else upos)
    return {form: "|".join(sorted(parts)) for form, parts in classes.items()}


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", choices=["brown", "lexicon"])
    parser.add_argument("path", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    arguments = parser.parse_args()
    classes = brown(arguments.path) if arguments.source == "brown" else lexicon(arguments.path)
    rows = (f"{word}\t{classes[word]}\n" for word in sorted(classes))
    arguments.out.write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
