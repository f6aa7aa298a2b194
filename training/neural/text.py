"""Text as the network reads it: tokens, the features of a token, annotated documents.

Tokens are runs of letters, runs of digits, single marks and line breaks (one, or an empty line). A *type* is a
distinct form; everything the network knows of a token but its neighbours follows from the type and from whether a
space stands before it.
"""

import json
import lzma
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

TOKEN = re.compile(r"\n(?:\s*\n)?|[^\W\d_]+|\d+|[^\w\s]|_")
DIGIT = re.compile(r"\d")
BORDER, MASK, UNKNOWN = 0, 1, 2  # what opens a document and fills rows; what hides a word; a word not in the list
FIRST, LAST = 10, 6  # characters of a form that are read from its start and from its end
CHARACTERS = FIRST + LAST
LENGTHS = 16
SHAPES = 10
WORD, SHAPE, LENGTH, LISTED, LETTERS = range(5)  # columns of a type's features; letters fill the rest
# What lists of names and terms say of a word: one bit for each group of kinds, whole entries and parts of longer ones.
GROUPS = (
    *(("given-m1",), ("given-f1",), ("given-m2", "given-f2"), ("surname1",), ("surname2",), ("town1",), ("town2",)),
    *(("province", "region"), ("country", "nationality", "ethnic")),
    ("hospital", "hospital-word", "health-centre-word"),
    *(("department-word", "staff", "title"), ("street-word", "building"), ("organisation", "organisation-word")),
    *(("kinship",), ("profession",), ("sex", "demographic-word"), ("month", "weekday", "time-word")),
    *(("disease", "disease-word"), ("symptom", "procedure"), ("anatomy",), ("religion",)),
    ("event", "event-word", "work-word", "quantity-word", "geography"),
)
PARTS = (
    *(("person",), ("town1", "town2", "province", "region"), ("hospital", "building"), ("organisation", "event")),
    *(("profession",), ("disease",), ("symptom", "anatomy", "procedure")),
)
LISTS = len(GROUPS) + len(PARTS)


def tokens(text: str) -> tuple[list[str], list[int], np.ndarray]:
    """Forms, where each starts, and whether a space stands before it."""
    found = list(TOKEN.finditer(text))
    starts = [match.start() for match in found]
    forms = [match.group() if match.group()[0] != "\n" else "\n" * min(2, match.group().count("\n")) for match in found]
    spaced = np.array([start > 0 and text[start - 1] in " \t\u00a0" for start in starts], np.uint8)
    return forms, starts, spaced


def word_of(form: str) -> str:
    """What the word list holds of a form: small letters, every digit a zero."""
    return DIGIT.sub("0", form.lower())


def shape_of(form: str) -> int:
    """The kind of a form, from 2; the border and the mask are 0 and 1."""
    if form[0] == "\n":
        return 2
    if form.isdecimal():
        return 3
    if not form[0].isalpha():
        return 4
    if form.islower():
        return 5
    if form.isupper():
        return 6 if len(form) == 1 else 7
    return 8 if form[0].isupper() and form[1:].islower() else 9


def listed(rows: Iterable[tuple[str, str]]) -> dict[str, int]:
    """The bits of every word that lists of (entry, kind) name; words of one or two letters are only looked up whole."""
    whole = {kind: 1 << at for at, kinds in enumerate(GROUPS) for kind in kinds}
    part = {kind: 1 << at for at, kinds in enumerate(PARTS, start=len(GROUPS)) for kind in kinds}
    bits: dict[str, int] = {}
    for entry, kind in rows:
        forms = [word_of(form) for form in TOKEN.findall(entry)]
        if len(forms) == 1:
            bits[forms[0]] = bits.get(forms[0], 0) | whole.get(kind, 0)
        for form in forms if len(forms) > 1 and kind in part else ():
            if len(form) > 3 and form.isalpha():
                bits[form] = bits.get(form, 0) | part[kind]
    return {word: value for word, value in sorted(bits.items()) if value}


@dataclass
class Vocabulary:
    """The words that are told apart, and the characters; number 0, 1 and 2 as for types; and the bits of lists."""

    words: list[str]
    characters: list[str]
    listed: dict[str, int]
    word_number: dict[str, int] = field(init=False, repr=False)
    character_number: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Numbers both lists."""
        self.word_number = {word: at for at, word in enumerate(self.words, start=3)}
        self.character_number = {character: at for at, character in enumerate(self.characters, start=3)}

    @classmethod
    def count(cls, forms: Counter[str], words: int, characters: int, bits: dict[str, int]) -> "Vocabulary":
        """The most frequent words and characters; ties by the alphabet, so that every run agrees."""
        by_word: Counter[str] = Counter()
        by_character: Counter[str] = Counter()
        for form, n in forms.items():
            by_word[word_of(form)] += n
            for character in form:
                by_character[character] += n

        def ranked(counter: Counter[str], most: int) -> list[str]:
            order = sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))
            return [key for key, n in order[:most] if n > 2]

        return cls(ranked(by_word, words), ranked(by_character, characters), bits)

    @classmethod
    def packed(cls, path: Path) -> "Vocabulary":
        """The vocabulary of a file that package.py wrote."""
        data = path.read_bytes()
        many, kinds, characters = np.frombuffer(data, "<u4", 3, 8).tolist()
        at = 20

        def taken(count: int, kind: str) -> list[int]:
            nonlocal at
            found = np.frombuffer(data, kind, count, at)
            at += found.nbytes
            return found.tolist()

        letters, bits, ends = taken(characters, "<u4"), taken(kinds, "<u4"), taken(many, "<u4")
        numbers, kind = taken(many, "<u2"), taken(many, "<u2")
        words = [data[at + start : at + end].decode() for start, end in zip([0, *ends], ends, strict=False)]
        known = {number: word for number, word in zip(numbers, words, strict=True) if number}
        listed = {word: bits[own] for word, own in zip(words, kind, strict=True) if bits[own]}
        return cls([known[number] for number in sorted(known)], [chr(code) for code in letters], listed)

    def features(self, forms: list[str]) -> np.ndarray:
        """A row for each form: word, shape, length, bits of lists, characters."""
        table = np.zeros((len(forms), LETTERS + CHARACTERS), np.int32)
        number = self.character_number
        for row, form in zip(table, forms, strict=True):
            word = word_of(form)
            first = [number.get(character, UNKNOWN) for character in form[:FIRST]]
            last = [number.get(character, UNKNOWN) for character in form[-LAST:]]
            row[:LETTERS] = (
                self.word_number.get(word, UNKNOWN),
                shape_of(form),
                min(len(form), LENGTHS - 1),
                self.listed.get(word, 0),
            )
            row[LETTERS : LETTERS + len(first)] = first
            row[LETTERS + CHARACTERS - len(last) :] = last
        return table


class Types:
    """Numbers of distinct forms, and the features of each; grows while text is read."""

    def __init__(self) -> None:
        self.number: dict[str, int] = {}

    def add(self, forms: Iterable[str]) -> np.ndarray:
        """The type of each form; 0 and 1 are the border and the mask."""
        number = self.number
        return np.array([number.setdefault(form, len(number) + 2) for form in forms], np.int32)

    def table(self, vocabulary: Vocabulary) -> np.ndarray:
        """The features of every type."""
        special = np.zeros((2, LETTERS + CHARACTERS), np.int32)
        special[MASK] = MASK
        special[MASK, [LENGTH, LISTED]] = 0
        return np.concatenate([special, vocabulary.features(list(self.number))])


@dataclass
class Document:
    """A document, its tokens, and the spans marked in it: start, end, label."""

    name: str
    text: str
    spans: list[tuple[int, int, str]]
    types: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    spaced: np.ndarray

    def bio(self, number: dict[str, int]) -> np.ndarray:
        """The label of each token; a token that a span touches belongs to it."""
        labels = np.zeros(len(self.types), np.int64)
        starts, ends = self.starts.tolist(), self.ends.tolist()
        for start, end, label in self.spans:
            at = bisect_right(ends, start)
            mark = "B"
            while at < len(starts) and starts[at] < end:
                labels[at] = number[f"{mark}-{label}"]
                mark = "I"
                at += 1
        return labels

    def read(self, labels: Iterable[str]) -> list[tuple[int, int, str, int, int]]:
        """Spans (start, end, label, first token, token after) of a row of labels that Viterbi has made consistent."""
        found: list[tuple[int, int, str, int, int]] = []
        first, kind = 0, ""
        for at, label in enumerate([*labels, "O"]):
            if kind and not label.startswith("I-"):
                found.append((int(self.starts[first]), int(self.ends[at - 1]), kind, first, at))
                kind = ""
            if label.startswith("B-"):
                first, kind = at, label[2:]
        return found


def document(name: str, text: str, spans: list[tuple[int, int, str]], types: Types) -> Document:
    """Splits a text into tokens."""
    forms, starts, spaced = tokens(text)
    own = types.add(forms)
    begin = np.array(starts, np.int64)
    end = begin + np.array([len(form) for form in forms], np.int64)
    return Document(name, text, spans, own, begin, end, spaced)


def lines(path: Path) -> Iterator[dict]:
    """The records of a JSON Lines file, packed or not."""
    with lzma.open(path, "rt") if path.suffix == ".xz" else path.open() as handle:
        for line in handle:
            if line.strip():
                yield json.loads(line)


def documents(path: Path, types: Types, limit: int | None = None) -> list[Document]:
    """The documents of a JSON Lines file with their spans."""
    return [
        document(
            str(record["id"]),
            record["text"],
            sorted((span["start"], span["end"], span["label"]) for span in record.get("spans", [])),
            types,
        )
        for record in islice(lines(path), limit)
    ]
