"""Occupations: jobs, the groups of ISCO-08 they are in, and what all of them are.

    occupations.py DATA OUT

Writes OUT/occupations.csv and OUT/occupations-related.tsv. Codes and order of the groups are ISCO's; their names
and the common jobs below them are our own (occupations.tsv). More jobs in Spanish are ESCO's.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from sources import Concept, plain, rows, tidy, unpacked, write_concepts, write_labels

TABLE = Path(__file__).with_name("occupations.tsv")
ESCO = re.compile(r"\d{4}(\.\d+)+")
LONGEST = 9  # words of the name of a job


def jobs(cell: str) -> Iterator[tuple[str, str]]:
    """The jobs of a cell, each with the one it is below, if any, as `English=Spanish`."""
    for entry in cell.split("; "):
        job, _, below = entry.partition(" > ")
        if job.strip():
            yield job.strip(), ""
            yield from ((special.strip(), job.strip()) for special in below.split(",") if special.strip())


def slug(names: str) -> str:
    """A part of an id that says which job it is."""
    return re.sub(r"[^a-z0-9]+", "-", plain(names.split("=")[0].split("/")[0]))


def ours() -> dict[str, Concept]:
    """The groups and the common jobs."""
    found = {
        "person": Concept("person", [], "person", "persona"),
        "worker": Concept("worker", ["person"], "worker", "trabajador", ["working person"], ["trabajadora"]),
    }
    for line in TABLE.read_text().splitlines():
        if line.startswith("#"):
            continue
        code, name, name_es, cell = (line + "\t").split("\t")[:4]
        above = next((code[:size] for size in range(len(code) - 1, 0, -1) if code[:size] in found), "worker")
        found[code] = Concept(code, [above], name, name_es)
        for job, below in jobs(cell):
            english, spanish = (names.split("/") for names in job.split("="))
            if not english[0]:
                # Other Spanish names of the group itself.
                found[code].synonyms_es += spanish
                continue
            if english[0] == name:
                found[code].synonyms += english[1:]
                found[code].synonyms_es += spanish
                continue
            id = f"{code}.{slug(job)}"
            parent = f"{code}.{slug(below)}" if below else code
            found[id] = Concept(id, [parent], english[0], spanish[0], english[1:], spanish[1:])
    return found


def genders(label: str) -> list[str]:
    """A name as ESCO writes it in both genders at once, apart: `juez/jueza`, `operario/operaria de máquina`."""
    halves = [half.strip() for half in label.split("/")]
    if len(halves) == 1:
        return [tidy(label)]
    if len(halves) == 2 and len(halves[0].split()) == len(halves[1].split()):
        return [tidy(half) for half in halves]
    words = [word.split("/") for word in label.split()]
    return [tidy(" ".join(word[min(which, len(word) - 1)] for word in words)) for which in (0, 1)]


def esco(data: Path, found: dict[str, Concept]) -> list[tuple[str, str, str, str, int]]:
    """Adds ESCO's jobs to the groups; gives what else they are called."""
    known = {plain(name): concept for concept in found.values() for name in (concept.name_es, *concept.synonyms_es)}
    at: dict[str, str] = {}
    others = []
    for row in rows(unpacked(data / "names/occupations-es.tsv.zst"), "\t"):
        code = row["code"]
        if not ESCO.fullmatch(code):
            continue
        forms = genders(row["label"])
        if len(forms[0].split()) > LONGEST:
            continue
        parts = code.split(".")
        above = [".".join(parts[:size]) for size in range(len(parts) - 1, 1, -1)]
        group = next(parts[0][:size] for size in range(4, 0, -1) if parts[0][:size] in found)
        parent = next((at[prefix] for prefix in above if prefix in at), group)
        same = known.get(plain(forms[0]))
        if same and same.id.startswith(group[:2]):
            at[code] = same.id
            same.synonyms_es += forms
        elif same:
            continue
        else:
            id = f"esco:{code}"
            found[id] = Concept(id, [parent], "", forms[0], synonyms_es=forms[1:])
            at[code] = id
            known |= {plain(form): found[id] for form in forms}
        others += [(at[code], tidy(name)) for name in (row["alternative_label"] or "").split("|") if name]
    related = ((id, "es", "related", name, 0) for id, name in others if plain(name) not in known)
    return list(dict.fromkeys(related))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    found = ours()
    related = esco(options.data, found)
    write_concepts(options.out / "occupations.csv", found.values())
    write_labels(options.out / "occupations-related.tsv", related)


if __name__ == "__main__":
    main()
