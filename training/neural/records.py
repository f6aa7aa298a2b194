"""Invented clinical records: MEDDOCAN's training records with other people, places and numbers in them.

Nothing says what their labels are: a teacher is asked. Every word of a name becomes another name of its kind, other
spans become spans of the same label from other records, digits change. What is the same in a record stays the same.
"""

import random
import re
from collections import defaultdict

NAMES = ("NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO")
SWAPPED = ("TERRITORIO", "PAIS", "HOSPITAL", "INSTITUCION", "CENTRO_SALUD", "PROFESION", "CALLE")
NUMBERED = ("FECHAS", "NUMERO_TELEFONO", "NUMERO_FAX", "CALLE", "CORREO_ELECTRONICO")
WORD = re.compile(r"[^\W\d_]+")
DIGIT = re.compile(r"\d")
KEPT = 0.25  # of the spans stay as they are


class Inventor:
    """Lists of names by kind, and of values by label."""

    def __init__(self, rows: list[tuple[str, str]], records: list[dict]) -> None:
        self.kinds: dict[str, list[str]] = defaultdict(list)
        self.kind_of: dict[str, str] = {}
        for entry, kind in rows:
            group = kind.partition("-")[0].rstrip("12")
            if group in ("given", "surname") and WORD.fullmatch(entry):
                self.kinds[group].append(entry)
                self.kind_of.setdefault(entry.lower(), group)
        self.values: dict[tuple[str, bool], list[str]] = defaultdict(list)
        for record in records:
            for span in record["spans"]:
                value = record["text"][span["start"] : span["end"]]
                self.values[span["label"], value[0].isdigit()].append(value)

    def name(self, word: str, chance: random.Random) -> str:
        """Another name of the kind of a word, written as it is written."""
        kind = self.kind_of.get(word.lower())
        if kind is None or len(word) < 3:
            return word
        other = chance.choice(self.kinds[kind])
        return other.upper() if word.isupper() else other

    def other(self, text: str, label: str, chance: random.Random) -> str:
        """What stands in place of a span."""
        if label in NAMES:
            return WORD.sub(lambda match: self.name(match.group(), chance), text)
        if label in SWAPPED:
            text = chance.choice(self.values[label, text[0].isdigit()])
        if label in NUMBERED or label.startswith("ID_"):
            return DIGIT.sub(lambda match: chance.choice("0123456789" + 4 * match.group()), text)
        return text

    def invent(self, record: dict, chance: random.Random) -> str:
        """A record with other people in it."""
        told: dict[tuple[str, str], str] = {}
        parts, at = [], 0
        text = record["text"]
        for span in sorted(record["spans"], key=lambda span: span["start"]):
            if span["start"] < at:
                continue
            own = text[span["start"] : span["end"]]
            key = (own, span["label"])
            if key not in told:
                told[key] = own if chance.random() < KEPT else self.other(own, span["label"], chance)
            parts += [text[at : span["start"]], told[key]]
            at = span["end"]
        return "".join([*parts, text[at:]])


def invented(records: list[dict], rows: list[tuple[str, str]], times: int) -> list[tuple[str, str]]:
    """Each record several times, each time with other people."""
    inventor = Inventor(rows, records)
    chance = random.Random(3)
    return [(f"records/{record['id']}-{n}", inventor.invent(record, chance)) for n in range(times) for record in records]
