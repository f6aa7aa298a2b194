"""Invented people and numbers: every value is fresh, sound by its check digits, and rare enough to be searched for."""

import random
from dataclasses import dataclass

GIVEN = [
    "Marisol", "Jane", "Tobias", "Ingrid", "Rafael", "Adaeze", "Beatriz", "Callum", "Dolores", "Edmund",
    "Fiona", "Gonzalo", "Harriet", "Ignacio", "Josefina", "Kenneth", "Lucinda", "Mauricio", "Noelia", "Oswald",
    "Paloma", "Quentin", "Rosalind", "Santiago", "Tamsin", "Ursula", "Vicente", "Winifred", "Ximena", "Yolanda",
]
# Syllables that make surnames no dictionary and no file format has.
HEADS = ["Ost", "Quin", "Var", "Bel", "Zor", "Mond", "Kar", "Tre", "Ulv", "Gal", "Fen", "Dro", "Hax", "Jor", "Lum", "Pev"]
MIDDLES = ["avel", "oreg", "ulan", "ithor", "anzo", "emir", "olgu", "arquo", "esti", "imbra", "ontel", "uvari"]
# No ending is the beginning of another, with accents or without, so that no surname is found inside another.
TAILS = ["gar", "mond", "dez", "quist", "rova", "tello", "shaw", "vick", "lund", "bara", "zola"]
ACCENTED_TAILS = ["ñoz", "lléz", "bré", "cás", "pía"]

DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


@dataclass(frozen=True)
class Planted:
    """A value in the words that let it be told: `before` and `after` are left of it and right of it."""

    kind: str
    before: str
    value: str
    after: str = ""

    def __str__(self):
        return self.before + self.value + self.after


class Mint:
    """Makes values; one seed always makes the same ones."""

    def __init__(self, seed, tails=TAILS):
        self.rng = random.Random(seed)
        self.used = set()
        self.tails = tails

    def fresh(self, make):
        """What `make` gives, and never twice."""
        while True:
            value = make()
            if value not in self.used:
                self.used.add(value)
                return value

    def digits(self, count):
        return "".join(self.rng.choice("0123456789") for _ in range(count))

    def surname(self, tails=None):
        return self.fresh(lambda: (
            self.rng.choice(HEADS) + self.rng.choice(MIDDLES) + self.rng.choice(MIDDLES) + self.rng.choice(tails or self.tails)))

    def name(self, accented=False):
        """A given name and a surname that is used once."""
        return f"{self.rng.choice(GIVEN)} {self.surname(ACCENTED_TAILS if accented else TAILS)}"

    def email(self):
        return f"{self.rng.choice(GIVEN)[:1].lower()}.{self.surname().lower()}@example.org"

    def phone(self):
        return self.fresh(lambda: f"+34 6{self.digits(2)} {self.digits(3)} {self.digits(3)}")

    def dni(self):
        number = int(self.fresh(lambda: self.rng.choice("123456789") + self.digits(7)))
        return f"{number:08d}{DNI_LETTERS[number % 23]}"

    def nie(self):
        first, rest = self.rng.choice("XYZ"), self.fresh(lambda: self.digits(7))
        number = int(str("XYZ".index(first)) + rest)
        return f"{first}{rest}{DNI_LETTERS[number % 23]}"

    def iban(self):
        account = self.fresh(lambda: self.digits(10))
        bank = f"{self.rng.choice(['2100', '0049', '0182', '2080'])}{self.digits(4)}"
        code = bank + spanish_control("00" + bank) + spanish_control(account) + account
        check = 98 - int(code + "142800") % 97
        whole = f"ES{check:02d}{code}"
        return " ".join(whole[i:i + 4] for i in range(0, len(whole), 4))

    def card(self):
        body = self.fresh(lambda: "4" + self.digits(14))
        number = body + luhn(body)
        return " ".join(number[i:i + 4] for i in range(0, 16, 4))

    def mrn(self):
        return self.fresh(lambda: "00" + self.digits(8))

    def dob(self):
        return self.fresh(
            lambda: f"{self.rng.randint(13, 28)}/{self.rng.randint(1, 12):02d}/{self.rng.randint(1925, 2015)}")

    def ssn(self):
        return self.fresh(
            lambda: f"{self.rng.randint(101, 665)}-{self.rng.randint(11, 99)}-{self.rng.randint(1000, 9999)}")

    def url(self):
        return f"https://people.example.org/users/{self.surname().lower()}"

    def planted(self, kind):
        """A fresh value of a kind, with the words that belong before it."""
        before, make = FORMS[kind]
        return Planted(kind, before, make(self))


FORMS = {
    "email": ("Contact ", Mint.email),
    "phone": ("Phone: ", Mint.phone),
    "dni": ("DNI: ", Mint.dni),
    "nie": ("NIE: ", Mint.nie),
    "iban": ("IBAN: ", Mint.iban),
    "card": ("Card number: ", Mint.card),
    "mrn": ("MRN: ", Mint.mrn),
    "titled": ("Dr. ", Mint.name),
    "accented": ("Patient: ", lambda mint: mint.name(accented=True)),
    "dob": ("DOB: ", Mint.dob),
    "ssn": ("SSN: ", Mint.ssn),
    "url": ("Page ", Mint.url),
}
# Kinds by what a place can hold.
PLAIN = [kind for kind in FORMS if kind != "accented"]
# No blank and no accent: file names, identifiers of links.
SHORT = ["email", "dni", "nie"]


def luhn(body):
    """The check digit of a payment card."""
    total = 0
    for index, digit in enumerate(reversed(body)):
        doubled = int(digit) * (2 if index % 2 == 0 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def spanish_control(ten):
    """One control digit of a Spanish account."""
    weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
    rest = 11 - sum(int(d) * w for d, w in zip(ten, weights)) % 11
    return {10: "1", 11: "0"}.get(rest, str(rest))


def needles(kind, value):
    """What is looked for: the value, and the part of it that names a person on its own."""
    if kind in ("titled", "accented", "patient"):
        return [value] + [part for part in value.split()[1:] if len(part) >= 7]
    if kind == "email":
        return [value, value.split("@")[0]]
    if kind == "url":
        return [value.rsplit("/", 1)[1]]
    return [value]
