"""Texts as pieces of about 300 words, as the scripts for counts see them.

A phrase is looked up by its words in small letters, without accents and marks (crates/sfumato-knowledge/src/key.rs);
`words` does here what is done there. A document of the reference has about 290 words, so that long documents are cut.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

PIECE = 300
# Consecutive pieces of a long document; whoever holds documents out holds out blocks.
BLOCK = 16

PLAIN = {
    "a": "àáâãäåāăą", "c": "çćč", "d": "ďđ", "e": "èéêëēęěė", "g": "ğ", "i": "ìíîïīıį", "l": "łľ", "n": "ñńň",
    "o": "òóôõöøōő", "r": "ř", "s": "śšşș", "t": "ťţț", "u": "ùúûüūůű", "y": "ýÿ", "z": "źżž",
}  # fmt: skip
LETTERS = {ord(accented): letter for letter, all_accented in PLAIN.items() for accented in all_accented}
MARKS = dict.fromkeys([*range(0x300, 0x370), 0xAD, 0x200B, 0x200C, 0x200D])
INSIDE = re.compile(r"(?<=[^\W_])[.'’](?=[^\W_])")
WORD = re.compile(r"[^\W_]+")
SENTENCE = re.compile(r"(?<=[^\W\d_]{3})[.!?;:][\"”’)]*\s")

STOP = {
    "en": "a about after all also although among an and any are as at be because been before being between both but "
    "by can could did do does during each either every few for from had has have he her here hers him his how "
    "i if in into is it its may me might more most must my no nor not of on one only or other our out over per "
    "s shall she should since so some such t than that the their them then there these they this those through "
    "to too under until up upon us very was we were what when where which while who whom whose why will with "
    "within without would you your",
    "es": "a al algo algunas algunos ante antes aquel aquella aunque bajo cada como con contra cual cuales cuando de "
    "del desde despues donde dos durante e el ella ellas ellos en entre era eran es esa esas ese eso esos esta "
    "estas este esto estos fue fueron ha habia han hasta hay la las le les lo los mas me mediante mi mientras "
    "muy ni no nos o otra otras otro otros para pero por porque que quien quienes se segun ser si sin sobre "
    "son su sus tambien tan tanto tiene todas todo todos tras u un una unas uno unos y ya yo",
}


def written(text: str) -> list[str]:
    """The words of a phrase in the letters they have."""
    return WORD.findall(INSIDE.sub("", text.translate(MARKS)))


def words(text: str) -> list[str]:
    """The words under which a phrase is looked up."""
    return [word.lower().translate(LETTERS) for word in written(text)]


def lines_of(path: Path) -> Iterator[tuple[str, bool]]:
    """The lines of a text with whether a document ends there, which only files of records say."""
    if path.name.endswith(".jsonl.zst"):
        unpacked = subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout
        for record in unpacked.decode().splitlines():
            yield json.loads(record)["text"], True
    else:
        for line in path.open():
            yield line, False


@dataclass
class Texts:
    """Words of many texts in a row. Word 0 stands between sentences, and ends each piece."""

    vocabulary: list[str]
    """The words by number."""
    ids: np.ndarray
    """The words in a row."""
    case: np.ndarray
    """Whether each is written small (0) or not (1); 2 for the first of a sentence, of which nobody can tell."""
    piece: np.ndarray
    """Which piece each is of."""
    block: np.ndarray
    """Which block each piece is of."""
    genre: np.ndarray
    """Which text each piece is of, by its place among the paths."""


def read(paths: list[Path]) -> Texts:
    """Reads the texts and cuts them."""
    vocabulary: dict[str, int] = {"": 0}
    ids: list[int] = []
    case: list[int] = []
    ends: list[int] = []
    block: list[int] = []
    genre: list[int] = []

    def close(is_new_block: bool, which: int) -> None:
        ends.append(len(ids))
        genre.append(which)
        last = block[-1] if block else 0
        in_block = len(block) >= BLOCK and block[-BLOCK] == last
        block.append(last + 1 if is_new_block or in_block or (block and genre[-2] != which) else last)

    for which, path in enumerate(paths):
        length = 0
        for line, is_document in lines_of(path):
            for sentence in SENTENCE.split(line):
                found = written(sentence)[: 2 * PIECE]
                if length and (length + len(found) > PIECE):
                    close(False, which)
                    length = 0
                case.extend([2, *(int(word[0].isupper()) for word in found[1:]), 2] if found else [2])
                small = (word.lower().translate(LETTERS) for word in found)
                ids.extend(vocabulary.setdefault(word, len(vocabulary)) for word in small)
                ids.append(0)
                length += len(found)
            if is_document and length:
                close(True, which)
                length = 0
        if length:
            close(True, which)
    lengths = np.diff(np.array([0, *ends]))
    return Texts(
        list(vocabulary),
        np.array(ids[: ends[-1]], dtype=np.int64),
        np.array(case[: ends[-1]], dtype=np.int8),
        np.repeat(np.arange(len(ends)), lengths),
        np.array(block),
        np.array(genre),
    )


@dataclass
class Grams:
    """The sequences of a number of words, each known by where it first stands."""

    size: int
    at: np.ndarray
    """Where each place's sequence stands in the list of sequences; -1 where a sentence ends inside it."""
    first: np.ndarray
    """Where each sequence first stands."""
    held: np.ndarray
    """Every sequence as often as pieces hold it, in order."""
    holder: np.ndarray
    """Those pieces."""


def grams(texts: Texts, most: int) -> list[Grams]:
    """All sequences of one to so many words within sentences."""
    ids = texts.ids
    at = np.where(ids > 0, ids, -1)
    found = []
    for size in range(1, most + 1):
        if size > 1:
            following = np.full_like(ids, 0)
            following[: 1 - size] = ids[size - 1 :]
            at = np.where((at >= 0) & (following > 0), at * len(texts.vocabulary) + following, -1)
        valid = at >= 0
        _, first, back = np.unique(at[valid], return_index=True, return_inverse=True)
        at = np.full_like(ids, -1)
        at[valid] = back
        pieces = len(texts.genre)
        pairs = np.unique(back.astype(np.int64) * pieces + texts.piece[valid])
        held, holder = (pairs // pieces).astype(np.int32), (pairs % pieces).astype(np.int32)
        found.append(Grams(size, at.astype(np.int32), np.flatnonzero(valid)[first], held, holder))
    return found


def documents(gram: Grams, weight: np.ndarray) -> np.ndarray:
    """In how many pieces each sequence stands, each piece counted by its weight."""
    return np.bincount(gram.held, weights=weight[gram.holder], minlength=len(gram.first))


def small_share(gram: Grams, texts: Texts) -> np.ndarray:
    """How often each sequence is written small, of the times that can be told; -1 where none can."""
    told = small = np.ones(len(texts.ids), dtype=bool)
    for word in range(gram.size):
        case = np.roll(texts.case, -word)
        told, small = told & (case < 2), small & (case == 0)
    number = len(gram.first)
    valid = gram.at >= 0
    all_told = np.bincount(gram.at[valid & told], minlength=number)
    return np.where(all_told > 0, np.bincount(gram.at[valid & small], minlength=number) / np.maximum(all_told, 1), -1)
