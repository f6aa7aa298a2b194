"""Templates and the labelled text they grow into.

A template is plain text with `{slot}`, `{slot:argument}` and `[one|another]` (one of them, which may be empty; they
nest). Growing one gives pieces, (text, label or None); a document is its pieces one after another, so spans are exact.
"""

import re
from functools import cache
from typing import NamedTuple

Pieces = list[tuple[str, str | None]]


class Slot(NamedTuple):
    """A place that something is put into."""

    name: str
    argument: str


class Choice(NamedTuple):
    """Several ways to go on, of which one is taken."""

    ways: tuple


@cache
def parse(template: str) -> tuple:
    """The parts of a template: text, slots and choices."""
    parts, end = _sequence(template, 0, "")
    if end != len(template):
        raise ValueError(f"a bracket too many at {end}: {template}")
    return parts


def _sequence(template: str, at: int, stops: str) -> tuple[tuple, int]:
    parts: list = []
    while at < len(template) and template[at] not in stops:
        if template[at] == "{":
            close = template.index("}", at)
            name, _, argument = template[at + 1 : close].partition(":")
            parts.append(Slot(name, argument))
            at = close + 1
        elif template[at] == "[":
            ways = []
            while template[at] != "]":
                way, at = _sequence(template, at + 1, "|]")
                if at == len(template):
                    raise ValueError(f"an open bracket: {template}")
                ways.append(way)
            parts.append(Choice(tuple(ways)))
            at += 1
        elif template[at] in "]}":
            return tuple(parts), at
        else:
            text = re.compile(r"[^][{}|]+|\|").match(template, at)
            parts.append(text.group())
            at = text.end()
    return tuple(parts), at


def grow(template: str, rng, fill) -> Pieces:
    """A template grown: `fill(name, argument)` gives the pieces of a slot."""
    return polish(_grow(parse(template), rng, fill))


def _grow(parts: tuple, rng, fill) -> Pieces:
    pieces: Pieces = []
    for part in parts:
        if isinstance(part, str):
            pieces.append((part, None))
        elif isinstance(part, Choice):
            pieces += _grow(rng.choice(part.ways), rng, fill)
        else:
            pieces += fill(part.name, part.argument)
    return [piece for piece in pieces if piece[0]]


def polish(pieces: Pieces) -> Pieces:
    """Writes `an` for an `a` that came to stand before a vowel, and one full stop where two met."""
    for at in range(len(pieces) - 1):
        (text, label), (following, next_label) = pieces[at], pieces[at + 1]
        if label is None and re.search(r"\b[Aa] $", text) and re.match(r"[aeioAEIO]|8|11\b|18\b", following):
            pieces[at] = (text[:-1] + "n ", None)
        if text.endswith(".") and next_label is None and following.startswith("."):
            pieces[at + 1] = (following[1:], None)
    return pieces


def recase(pieces: Pieces, how) -> Pieces:
    """The same pieces with `how`, such as `str.upper`, done to each text."""
    return [(how(text), label) for text, label in pieces]


def sentence_case(pieces: Pieces) -> Pieces:
    """The same pieces with a capital where the first letter is unlabelled and small."""
    if pieces and pieces[0][1] is None:
        text = pieces[0][0]
        return [(text[:1].upper() + text[1:], None), *pieces[1:]]
    return pieces


def document(pieces: Pieces) -> tuple[str, list[dict]]:
    """Text and spans; a labelled piece gives up white space at its ends."""
    text, spans = "", []
    for piece, label in pieces:
        if label is not None and piece.strip():
            start = len(text) + len(piece) - len(piece.lstrip())
            spans.append({"start": start, "end": start + len(piece.strip()), "label": label})
        text += piece
    return text, spans


def wrap(text: str, spans: list[dict], width: int) -> str:
    """Breaks long lines at spaces that no span holds; what stands where stays as it was."""
    held = bytearray(len(text))
    for span in spans:
        held[span["start"] : span["end"]] = b"\x01" * (span["end"] - span["start"])
    letters, line, space = list(text), 0, None
    for at, letter in enumerate(text):
        if letter == "\n":
            line, space = at + 1, None
        elif letter == " " and not held[at]:
            space = at
        if at - line >= width and space is not None and space > line:
            letters[space] = "\n"
            line, space = space + 1, None
    return "".join(letters)


_WORD = re.compile(r"[a-z]{5,}")


def mistype(pieces: Pieces, rng, rate: float) -> Pieces:
    """The same pieces with a few slips of the keyboard in what is not labelled."""

    def slip(match: re.Match) -> str:
        word = match.group()
        if rng.random() >= rate:
            return word
        at = rng.randrange(1, len(word) - 1)
        kind = rng.randrange(3)
        if kind == 0:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        return word[:at] + (word[at + 1 :] if kind == 1 else word[at] + word[at:])

    return [(text if label else _WORD.sub(slip, text), label) for text, label in pieces]
