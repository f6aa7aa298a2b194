"""Spanish names of diseases, put together from the parts of their English names by medical-es.tsv."""

import re
from collections import defaultdict
from pathlib import Path

TABLE = Path(__file__).with_name("medical-es.tsv")
LONGEST = 5  # words in a part

# Endings of learned words, what they become, and their gender.
ENDINGS = [
    ("opathy", "opatía", "f"),
    ("otrophy", "otrofia", "f"),
    ("ophy", "ofia", "f"),
    ("omegaly", "omegalia", "f"),
    ("actyly", "actilia", "f"),
    ("itis", "itis", "f"),
    ("iasis", "iasis", "f"),
    ("osis", "osis", "f"),
    ("emia", "emia", "f"),
    ("algia", "algia", "f"),
    ("plasia", "plasia", "f"),
    ("penia", "penia", "f"),
    ("uria", "uria", "f"),
    ("oma", "oma", "m"),
]
SPELLING = [
    ("mph", "nf"),
    ("phth", "ft"),
    ("ph", "f"),
    ("th", "t"),
    ("rrh", "rr"),
    ("rh", "r"),
    (r"ch(?=[ei])", "qu"),
    ("chy", "qui"),
    ("ch", "c"),
    (r"k(?=[eiy])", "qu"),
    ("y", "i"),
    ("ll", "l"),
    ("mm", "m"),
    ("nn", "n"),
    ("pp", "p"),
    ("ss", "s"),
    ("tt", "t"),
    ("ae", "e"),
    ("oe", "e"),
    (r"^s(?=[ptcqkm])", "es"),
    (r"^pneum", "neum"),
    ("k(?=[ao])", "c"),
]


class Lexicon:
    """What the table says."""

    def __init__(self) -> None:
        self.by_kind: dict[str, dict[str, list[str]]] = defaultdict(dict)
        for line in TABLE.read_text().splitlines():
            if line and not line.startswith("#"):
                kind, english, *spanish = line.split("\t")
                self.by_kind[kind].setdefault(english.lower(), spanish)

    def name(self, english: str) -> str | None:
        """The Spanish name of a disease, if all its parts are known."""
        if whole := self.by_kind["whole"].get(english.lower()):
            return whole[0]
        words = english.split()
        for size in range(min(len(words), LONGEST), 0, -1):
            head = self.head(" ".join(words[-size:]))
            if head and (parts := self.parts(words[:-size], head[1])) is not None:
                return " ".join([head[0], *reversed(parts)])
        return None

    def also(self, english: str) -> list[str]:
        """Further Spanish names of a disease."""
        return [name for cell in self.by_kind["also"].get(english.lower(), []) for name in cell.split("|")]

    def head(self, english: str) -> tuple[str, str] | None:
        """What a disease is at bottom, and its gender."""
        if known := self.by_kind["head"].get(english.lower()):
            spanish, gender = known[0].rsplit(" ", 1)
            return spanish, gender
        if " " in english or not english.isalpha() or not english.islower():
            return None
        for ending, spanish, gender in ENDINGS:
            if english.endswith(ending) and len(english) > len(ending) + 2:
                return spelt(english.removesuffix(ending)) + spanish, gender
        return None

    def parts(self, words: list[str], gender: str) -> list[str] | None:
        """What precedes the head, in Spanish and still in the English order; nothing if a part is unknown."""
        if not words:
            return []
        for size in range(min(len(words), LONGEST), 0, -1):
            english = " ".join(words[:size]).lower()
            here = None
            if trait := self.by_kind["trait"].get(english):
                here = trait[gender == "f"]
            elif part := self.by_kind["part"].get(english):
                forms = part[0].split("|")
                here = forms[-1] if gender == "f" else forms[0]
            elif size == len(words) and gender and is_eponym(words):
                here = "de " + re.sub("['’]s$", "", " ".join(words))
            if here is not None and (rest := self.parts(words[size:], gender)) is not None:
                return [here, *rest]
        return None


def is_eponym(words: list[str]) -> bool:
    """Whether a part of a name is the name of a person or several."""
    name = re.compile(r"[A-Z][a-zé]{2,}(-[A-Z][a-zé]{2,})*(?<!oid)(?<!ic)(?<!al)(?<!ar)(?<!ous)(?<!ive)(?<!ine)('s)?")
    return len(words) <= 2 and all(name.fullmatch(word) for word in words)


def spelt(stem: str) -> str:
    """The stem of a Greek or Latin word as Spanish spells it."""
    for pattern, letters in SPELLING:
        stem = re.sub(pattern, letters, stem)
    return stem
