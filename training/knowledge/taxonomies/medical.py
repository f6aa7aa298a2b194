"""The Disease Ontology and the Human Phenotype Ontology as they are to be built, with Spanish names.

    medical.py DATA WORDNET OUT

Writes OUT/{disease,phenotype}.obo, with what is obsolete and what does not name a disease or a phenotype left out, and
OUT/{disease,phenotype}-es.tsv. The Spanish names of diseases come from the ontology's own translation, which has few,
from the phenotypes and WordNet where they have the same English name, and from spanish.py.
"""

import argparse
import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import obo
from sources import plain, tidy, unpacked, write_labels
from spanish import Lexicon
from wordfreq import zipf_frequency

# Diseases that only sort others; what is below them is lifted.
SORTING = {
    "DOID:7": "disease of anatomical entity",
    "DOID:0050686": "organ system cancer",
    "DOID:0050687": "cell type cancer",
    "DOID:0060084": "cell type benign neoplasm",
    "DOID:0060085": "organ system benign neoplasm",
}
# Names that nobody would write.
RENAMED = {
    "DOID:150": "mental disorder",
    "DOID:0014667": "metabolic disease",
    "DOID:0050117": "infectious disease",
    "DOID:883": "helminthiasis",
    "DOID:526": "HIV infection",
}
# What the release of 2016 says something is and is not: Kaposi's sarcoma is no cancer of the nervous system.
WRONG = {("DOID:8632", "DOID:3620"), ("DOID:8632", "DOID:201")}
# What the release of 2016 says to be diseases of the skin and is not, and what it is instead, if nothing else is said.
SKIN, LIVER, HEPATITIS = "DOID:37", "DOID:409", "DOID:1884"
NOT_OF_THE_SKIN = {
    "hepatitis A": HEPATITIS,
    "hepatitis B": HEPATITIS,
    "hepatitis C": HEPATITIS,
    "hepatitis D": HEPATITIS,
    "hepatitis E": HEPATITIS,
    "Epstein-Barr virus hepatitis": HEPATITIS,
    "hepatic tuberculosis": LIVER,
    "Crimean-Congo hemorrhagic fever": "",
    "Lyme disease": "",
    "Rift Valley fever": "",
    "anthrax disease": "",
    "cystic echinococcosis": "",
    "dengue shock syndrome": "",
    "dirofilariasis": "",
    "gas gangrene": "",
    "hemorrhagic fever with renal syndrome": "",
    "leptospirosis": "",
    "loiasis": "",
    "sarcocystosis": "",
    "yellow fever": "",
}
# A class that the ontology has as a list, and laws speak of.
VENEREAL = obo.Term("sexually-transmitted", "sexually transmitted disease", ["DOID:0050117"])
VENEREAL.synonyms = [(name, "EXACT") for name in ("sexually transmitted infection", "STD", "STI", "venereal disease")]
HIV = "DOID:526"
DISEASES, PHENOTYPES = "DOID:4", "HP:0000118"
COMMON = 3.6  # on the Zipf scale: a word that is in general use
EVERYDAY = 5.0  # a word that is everywhere
STATES = {"04", "22", "26"}  # WordNet's files for acts, processes and states, where diseases are
NAMES = {"rdfs:label": 0, "oboInOwl:hasExactSynonym": 1, "oboInOwl:hasRelatedSynonym": 2}


def meanings(wordnet: Path) -> tuple[dict[str, str], dict[str, list[str]]]:
    """The file of the first sense of each noun of WordNet, and the synsets of names that mean states."""
    files, synsets = {}, defaultdict(list)
    for line in (wordnet / "data.noun").open():
        if not line.startswith("  "):
            offset, file, _, size, *rest = line.split()
            files[offset] = file
            if file in STATES:
                for at in range(int(size, 16)):
                    synsets[plain(rest[2 * at].replace("_", " "))].append(f"{offset}-n")
    first = {}
    for line in (wordnet / "index.noun").open():
        if not line.startswith("  "):
            fields = line.split()
            first[fields[0].replace("_", " ")] = files[fields[-int(fields[2])]]
    return first, synsets


def misleads(name: str, first: dict[str, str]) -> bool:
    """Whether a name mostly means something else in a text."""
    word = name.lower()
    if len(word) <= 2 or max(zipf_frequency(word, "en"), zipf_frequency(word, "es")) >= EVERYDAY:
        return True
    common = " " not in word and zipf_frequency(word, "en") >= COMMON
    return common and first.get(word) not in STATES


def eponyms(texts: Iterable[str]) -> set[str]:
    """Words that have a capital inside texts and never go without."""
    upper, lower = Counter(), Counter()
    for text in texts:
        for before, word in re.findall(r"(\S) ([^\W\d]+)", text):
            if before not in ".?!:":
                (upper if word[0].isupper() else lower)[word.lower()] += 1
    return {word for word, count in upper.items() if count > lower[word]}


def small(name: str, names: set[str]) -> str:
    """A name as it stands inside a sentence: without a capital, unless it starts with a name or is all capitals."""
    first = re.match(r"[^\W\d]+", name)
    if not first or len(first[0]) < 2 or not first[0][1:].islower() or first[0].lower() in names:
        return name
    return name[0].lower() + name[1:]


def write_obo(path: Path, terms: Iterable[obo.Term], header: str) -> None:
    """Writes terms with what a taxonomy needs of them."""
    terms = list(terms)
    with path.open("w") as file:
        print(f"format-version: 1.2\n{header}", file=file)
        for term in terms:
            print(f"\n[Term]\nid: {term.id}\nname: {term.name}", file=file)
            for text, scope in term.synonyms:
                escaped = text.replace("\\", "\\\\").replace('"', '\\"')
                print(f'synonym: "{escaped}" {scope} []', file=file)
            right = [parent for parent in term.parents if (term.id, parent) not in WRONG]
            for parent in right or ["DOID:1115"] * bool(term.parents):
                print(f"is_a: {parent}", file=file)
    print(f"{path.name}: {len(terms)} terms")


def lifted(terms: dict[str, obo.Term], drop: Iterable[str]) -> dict[str, obo.Term]:
    """The terms without some, whose children go to their parents."""
    drop = set(drop)

    def above(id: str) -> list[str]:
        parents = terms[id].parents
        return [up for parent in parents for up in (above(parent) if parent in drop else [parent])]

    kept = {id: term for id, term in terms.items() if id not in drop}
    parents = {id: list(dict.fromkeys(above(id))) for id in kept}
    for id, term in kept.items():
        # What is above another parent anyway would only make the way to the root shorter than it is.
        far = {up for parent in parents[id] for up in ancestors(parents, parent)}
        term.parents = [parent for parent in parents[id] if parent not in far]
    return kept


def ancestors(parents: dict[str, list[str]], id: str) -> set[str]:
    """Everything above a term."""
    found, waiting = set(), list(parents.get(id, ()))
    while waiting:
        up = waiting.pop()
        if up not in found:
            found.add(up)
            waiting += parents.get(up, ())
    return found


def corrected(terms: dict[str, obo.Term]) -> dict[str, obo.Term]:
    """The diseases with what is plainly wrong put right, and with those that are sexually transmitted together."""
    for term in terms.values():
        if term.name in NOT_OF_THE_SKIN:
            right = [parent for parent in term.parents if parent != SKIN]
            term.parents = right + [parent for parent in [NOT_OF_THE_SKIN[term.name]] if parent]
        if "sexually_transmitted_infectious_disease" in term.subsets or term.id == HIV:
            term.parents.append(VENEREAL.id)
    return {**terms, VENEREAL.id: VENEREAL}


def translated(data: Path) -> dict[str, list[tuple[int, str]]]:
    """The ontology's own Spanish names of diseases, by how near they are to the concept."""
    found = defaultdict(list)
    text = unpacked(data / "kb/doid-es.tsv.zst")
    for row in csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        if len(row) > 3 and row[1] in NAMES and row[3].strip():
            found[row[0]].append((NAMES[row[1]], tidy(row[3].strip('"'))))
    return found


def diseases(data: Path, out: Path, known: tuple[dict[str, str], ...], names: set[str], first: dict[str, str]) -> None:
    """The Disease Ontology. `known` has Spanish names by plain English ones, best first."""
    terms = obo.terms(unpacked(data / "kb/doid-2016-03.obo.zst"))
    terms = lifted({id: terms[id] for id in sorted(obo.below(terms, DISEASES))}, SORTING)
    terms = corrected(terms)
    own, lexicon = translated(data), Lexicon()
    labels = []
    for id, term in terms.items():
        exact = term.exact()
        term.name = RENAMED.get(id, re.sub(r" infectious disease$", " infection", exact[0]))
        term.synonyms = [(text, scope) for text, scope in term.synonyms if not misleads(text, first)]
        if term.name != exact[0]:
            term.synonyms.append((exact[0], "EXACT"))
        official = [(rank, small(name, names)) for rank, name in own.get(id, ())]
        same = [[by_name[plain(name)] for by_name in known if plain(name) in by_name] for name in exact]
        found = [name for rank, name in official if rank == 0]
        found += [lexicon.name(exact[0]), *same[0]]
        found += [name for rank, name in official if rank == 1]
        found += [name for others in same[1:] for name in others]
        found += [lexicon.name(name) for name in exact[1:]]
        found += [other for name in exact for other in lexicon.also(name)]
        found = sorted(dict.fromkeys(filter(None, found)), key=lambda name: not re.search("[a-z]{3}", name))
        for at, name in enumerate(found):
            if not at or not misleads(name, first):
                labels.append((id, "es", "synonym" if at else "preferred", name, 0))
        labels += [(id, "es", "related", name, 0) for rank, name in official if rank == 2 and name not in found]
    write_obo(out / "disease.obo", terms.values(), "data-version: releases/2016-03-04\nontology: doid")
    write_labels(out / "disease-es.tsv", labels)


def phenotypes(data: Path, out: Path, first: dict[str, str]) -> tuple[dict[str, str], set[str]]:
    """The Human Phenotype Ontology; gives its Spanish names by plain English ones, and the eponyms it knows."""
    text = unpacked(data / "kb/hp-2025-01.obo.zst")
    version = re.search(r"^data-version: .*$", text, re.MULTILINE)
    names = eponyms(re.findall(r'^(?:def|comment|name|synonym): "?(.*?)(?:" |$)', text, re.MULTILINE))
    terms = obo.terms(text)
    terms = {id: terms[id] for id in sorted(obo.below(terms, PHENOTYPES))}
    spanish = {}
    table = list(csv.DictReader(unpacked(data / "kb/hp-es.babelon.tsv.zst").splitlines(), delimiter="\t"))
    for row in table:
        spanish[row["subject_id"]] = small(tidy(row["translation_value"].rstrip(".")), names)
    by_name: dict[str, str] = {}
    for id, term in terms.items():
        term.parents = [parent for parent in term.parents if parent in terms]
        if id in spanish:
            for name in term.exact():
                by_name.setdefault(plain(name), spanish[id])
        term.name = small(term.name, names)
        synonyms = ((small(text, names), scope) for text, scope in term.synonyms)
        term.synonyms = [(text, scope) for text, scope in synonyms if not misleads(text, first)]
    write_obo(out / "phenotype.obo", terms.values(), f"{version[0]}\nontology: hp" if version else "ontology: hp")
    labels = [(id, "es", "preferred", spanish[id], 0) for id in terms if id in spanish]
    write_labels(out / "phenotype-es.tsv", labels)
    return by_name, names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("wordnet", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    first, synsets = meanings(options.wordnet)
    preferred = {}
    for line in (options.out / "wordnet-es.tsv").open():
        id, _, kind, name, _ = line.rstrip("\n").split("\t")
        if kind == "preferred":
            preferred[id] = name
    wordnet = {name: preferred[ids[0]] for name, ids in synsets.items() if ids[0] in preferred and len(ids) == 1}
    by_name, names = phenotypes(options.data, options.out, first)
    diseases(options.data, options.out, (by_name, wordnet), names, first)


if __name__ == "__main__":
    main()
