"""Lists of names for substitutes: how common each token is as what, and which ones to use.

    names.py DATA OUT

DATA is the folder of packed data. Writes OUT/names-es.table, OUT/names-en.table and OUT/names.groups.

A line of a table: token in small letters without accents, how common it is as a given name of men, as a given name of
women and as a surname, in decibels over one bearer in ten million (0: not at all), and how people write it where that
is not the token with a capital. Groups are the commonest names of each class, without those that are words of every
day: neither reader nor recogniser would take a `King` or a `Rosa` for a name at every place.
"""

import argparse
import importlib
import math
import subprocess
import unicodedata
from collections import Counter
from importlib.metadata import distribution
from pathlib import Path

from namelists import (
    BOTH_EN,
    BOTH_ES,
    DEVOTION,
    EVERYDAY_EN,
    EVERYDAY_ES,
    NEUTRAL,
    RECENT,
    SPELT_EN,
    SPELT_ES,
    SURNAMES_ES,
)

MEMBERS = 400  # of a group
FEWEST = 150  # bearers of a given name of the statistics
SURNAMES_EN, SURNAMES_ES_MOST = 9_000, 7_000
RECENT_LEVEL = 30  # of a hundred thousand, as the census gives shares
PARTICLES = set("DE DEL LA LAS LOS EL Y E I DA DAS DO DOS DI VAN VON DER DEN DU LE SAN SANTA".split())
CLASSES = ("male", "female", "surname")
Counts = dict[str, Counter[str]]  # by class: how many bearers a token has


def fold(text: str) -> str:
    """A token in small letters without accents or marks."""
    plain = (letter for letter in unicodedata.normalize("NFD", text.lower()) if letter.isalpha())
    return "".join(plain)


def rows(path: Path) -> list[list[str]]:
    """The rows of a packed table without its head."""
    text = subprocess.run(["zstdcat", str(path)], capture_output=True, text=True, check=True).stdout
    return [line.split(",") for line in text.splitlines()[1:]]


def faker(locale: str, which: str) -> list[str]:
    """A list of names of Faker."""
    provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
    return [str(name) for name in getattr(provider, which)]


def spanish(data: Path) -> tuple[Counts, Counts, dict[str, str]]:
    """How common tokens are in Spain; the same for names of one token alone; how they are written."""
    counts: Counts = {name: Counter() for name in CLASSES}
    alone: Counts = {name: Counter() for name in CLASSES}
    for sex, table in ("male", "ine-hombres"), ("female", "ine-mujeres"):
        for name, bearers, _ in rows(data / f"names/{table}.csv.zst"):
            tokens = [token for token in name.split() if token not in PARTICLES and len(token) > 1]
            for token in tokens:
                counts[sex][fold(token)] += int(bearers)
            if len(tokens) == 1 and int(bearers) >= FEWEST:
                alone[sex][fold(name)] += int(bearers)
        # Tokens that stand in compounds only and are rare there are no names of their own.
        counts[sex] = Counter({t: n for t, n in counts[sex].items() if t in alone[sex] or n >= 20 * FEWEST})
    for at, name in enumerate(SURNAMES_ES, start=1):
        alone["surname"][fold(name)] = bearers_of_rank(at)
    counts["surname"].update(alone["surname"])
    # The published table of surnames holds only those of fewer than a hundred bearers; the common ones are found in
    # its compounds and in Faker's lists, how common they are is a guess.
    compounds: Counter[str] = Counter()
    for name, *_ in rows(data / "names/ine-apellidos.csv.zst"):
        parts = [fold(part) for part in name.split() if part not in PARTICLES and len(part) > 2]
        compounds.update(parts if len(parts) > 1 else [])
    listed = {fold(name) for locale in ("es_ES", "es_MX", "es_CO", "es_CL") for name in faker(locale, "last_names")}
    spain = {fold(name) for name in faker("es_ES", "last_names")}
    for token in sorted(listed | compounds.keys()):
        guess = 6_000 * (token in listed) + 600 * compounds[token]
        if token.isascii() and token not in counts["surname"]:
            counts["surname"][token] = min(guess, 25_000)
            if token in spain and compounds[token]:
                alone["surname"][token] = counts["surname"][token]
    counts["surname"] = Counter(dict(counts["surname"].most_common(SURNAMES_ES_MOST)))
    spelt = {fold(name): name for which in ("last_names", "first_names_male", "first_names_female")
             for phrase in faker("es_ES", which) for name in phrase.split()}  # fmt: skip
    spelt |= {fold(name): name for name in [*SPELT_ES, *SURNAMES_ES]}
    return counts, alone, spelt


def bearers_of_rank(rank: int) -> int:
    """About how many people have the surname of a rank in Spain."""
    first = [1_450_000, 930_000, 925_000, 910_000, 870_000, 830_000, 820_000, 780_000]
    return first[rank - 1] if rank <= len(first) else round(490_000 * (9 / rank) ** 0.9)


def english() -> tuple[Counts, Counts, dict[str, str]]:
    """How common tokens are in the United States, and how they are written."""
    counts: Counts = {}
    for name, table in zip(CLASSES, ("male.first", "female.first", "all.last"), strict=True):
        path = distribution("names").locate_file(f"names/dist.{table}")
        lines = Path(str(path)).read_text().splitlines()
        lines = lines[: SURNAMES_EN if name == "surname" else None]
        counts[name] = Counter({fold(line.split()[0]): round(float(line.split()[1]) * 1_000) for line in lines})
    for sex, block in RECENT.items():
        for token in block:
            counts[sex][fold(token)] = max(counts[sex][fold(token)], RECENT_LEVEL)
    spelt = {fold(name): name for name in SPELT_EN}
    for token in counts["surname"]:
        if token.startswith("mc") and len(token) > 4:
            spelt.setdefault(token, "Mc" + token[2:].capitalize())
    return counts, counts, spelt


def table(counts: Counts, spelt: dict[str, str], total: dict[str, float]) -> str:
    """The lines of a table."""
    lines = []
    for token in sorted(set().union(*counts.values())):
        levels = [level(counts[name][token], total[name]) for name in CLASSES]
        written = spelt.get(token, token.capitalize())
        if any(levels) and token.isascii() and len(token) > 1:
            lines.append("\t".join([token, *map(str, levels), *([written] * (written != token.capitalize()))]))
    return "\n".join(lines) + "\n"


def level(bearers: float, total: float) -> int:
    """How common something is, in decibels over one in ten million."""
    return max(1, round(10 * math.log10(bearers / total * 1e7))) if bearers else 0


def group(name: str, members: list[str]) -> str:
    """The lines of a group."""
    return "".join(f"{name}\t{member}\n" for member in members)


def common(counts: Counter[str], others: list[Counter[str]], everyday: set[str], spelt: dict[str, str]) -> list[str]:
    """The commonest names of a class that are not commoner in another class, nor words of every day."""
    found = []
    for token, bearers in counts.most_common():
        if len(token) > 2 and token not in everyday and all(2 * other[token] < bearers for other in others):
            found.append(spelt.get(token, token.capitalize()))
    return found[:MEMBERS]


def main() -> None:
    """Writes the lists."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    groups = "# The commonest names of each class, in order; names-*.table says how common each is.\n"
    for code, (counts, alone, spelt), everyday, both in (
        ("es", spanish(arguments.data), EVERYDAY_ES, BOTH_ES),
        ("en", english(), EVERYDAY_EN, BOTH_EN),
    ):
        total = dict(zip(CLASSES, (24e6, 24e6, 47e6) if code == "es" else (100e3, 100e3, 100e3), strict=True))
        head = f"# Tokens of names ({code}): given name of men, of women, surname (decibels), spelling.\n"
        (arguments.out / f"names-{code}.table").write_text(head + table(counts, spelt, total))
        words = {fold(word) for word in everyday}
        sexes = {"male": "female", "female": "male"}
        for name in CLASSES:
            others = [counts[other] for other in CLASSES if other != name]
            if code == "es" and name == "surname":
                others = [alone["male"], alone["female"]]
            # Tokens common with the other sex were counted in compounds such as `María José` too.
            others = [alone[sexes[name]], alone["surname"]] if name in sexes and code == "es" else others
            members = common(alone[name], others, words, spelt)
            groups += group(f"{code}-{'surname' if name == 'surname' else f'given-{name}'}", members)
        groups += group(f"{code}-given-both", both)
    for name, members in NEUTRAL.items():
        groups += group(f"neutral-{name}", members)
    groups += group("devotion", [fold(name) for name in DEVOTION])
    (arguments.out / "names.groups").write_text(groups)


if __name__ == "__main__":
    main()
