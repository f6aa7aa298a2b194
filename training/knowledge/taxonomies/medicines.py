"""Medicines with the classes that people speak of.

    medicines.py RELATIONS OUT

Writes OUT/medicines.csv. RELATIONS is `assets/knowledge/relations/medicines.txt`, whose names of one word are taken;
further names are those of the package drug-named-entity-recognition (MIT), as far as MedlinePlus, DrugBank with an
article, or the NHS have them. Names that are also ordinary words or elements are left out. The classes, and which stem
belongs to which, are our own (medicines.tsv). What is said in Spanish follows the rules of international names.
"""

import argparse
import bz2
import pickle
import re
from importlib.util import find_spec
from pathlib import Path

from sources import Concept, plain, write_concepts
from wordfreq import zipf_frequency

TABLE = Path(__file__).with_name("medicines.tsv")
# Names that this common in either language mean something else more often ("honey", "zinc", "speed").
COMMON = 3.3
MEDICINES = {"aspirin", "insulin", "morphine", "codeine", "penicillin", "ibuprofen", "lithium", "methadone", "aspirina",
             "insulina", "morfina", "codeína", "penicilina", "ibuprofeno", "litio", "metadona", "paracetamol", "viagra",
             "prozac", "valium", "xanax", "cortisone", "cortisona", "testosterone", "testosterona", "estradiol",
             "progesterone", "progesterona", "naloxone", "oxycodone", "melatonin", "melatonina", "warfarin"}
SPELLING = [("ph", "f"), ("th", "t"), ("ch(?=[lr])", "c"), ("y", "i"), ("rrh", "rr"), ("([bcdfgkmpst])\\1", "\\1"),
            ("k", "qu"), ("quu", "cu")]
ENDINGS = [("ine", "ina"), ("in", "ina"), ("ide", "ida"), ("one", "ona"), ("ate", "ato"), ("ole", "ol"), ("ium", "io"),
           ("ane", "ano"), ("ene", "eno"), ("ase", "asa"), ("il", "ilo"), ("ose", "osa"), ("fen", "feno")]


def spanish(name: str) -> str:
    """What an international name becomes in Spanish."""
    for english, ours in SPELLING:
        name = re.sub(english, ours, name)
    for english, ours in ENDINGS:
        if name.endswith(english):
            return name.removesuffix(english) + ours
    return name


def listed() -> set[str]:
    """Names of the package."""
    spec = find_spec("drug_named_entity_recognition")
    if not spec or not spec.origin:
        raise SystemExit("drug-named-entity-recognition is not installed")
    packed = Path(spec.origin).with_name("drug_ner_dictionary.pkl.bz2")
    known = pickle.loads(bz2.decompress(packed.read_bytes()))["drug_canonical_to_data"]
    is_known = lambda about: "medline_plus_id" in about or "nhs_url" in about or {"drugbank_id", "wikipedia_url"} <= set(about)
    return {name for name, about in known.items() if re.fullmatch(r"[a-z]{5,}", name) and is_known(about)}


def related(path: Path) -> set[str]:
    """Names of one word, of medicines that relations name in both languages."""
    found = set()
    for line in path.read_text().splitlines():
        if line.startswith(("#", "[", "en:")):
            continue
        names = line.removeprefix("es: ").split(",")
        found |= {name for name in map(str.strip, names) if re.fullmatch(r"[^\W\d_][^\W_]{3,}", name)}
    return found


def is_common(name: str) -> bool:
    """Whether a name mostly means something else."""
    often = max(zipf_frequency(name, language) for language in ("en", "es"))
    return often >= COMMON and name.lower() not in MEDICINES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("relations", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    concepts = [Concept("medicine", [], "medicine", "medicamento", ["medication", "drug treatment"], ["fármaco", "medicación"])]
    stems: list[tuple[str, str]] = []
    names: set[str] = set()
    for line in TABLE.read_text().splitlines():
        if line.startswith("#"):
            continue
        name, name_es, other, kinds = line.split("\t")
        english, _, espanol = other.partition(";")
        id = plain(name).replace(" ", "-")
        parents = [] if name.startswith("!") else ["medicine"]
        name, id = name.lstrip("!"), id.lstrip("!")
        concepts.append(Concept(id, parents, name, name_es, [n for n in english.split(",") if n], [n for n in espanol.split(",") if n]))
        for kind in filter(None, kinds.split(",")):
            stems.append((kind, id))
            if "-" not in kind:
                names.add(kind)
    names |= related(options.relations)
    both = {}
    for name in sorted(names | listed()):
        if not is_common(name):
            both.setdefault(plain(name), name)

    def kind(name: str) -> str:
        plainly = plain(name)
        for stem, id in stems:
            fits = plainly.endswith if stem.startswith("-") else plainly.startswith if stem.endswith("-") else plainly.__eq__
            if fits(plain(stem.strip("-"))):
                return id
        return "medicine"

    for key, name in both.items():
        written = name
        translated = spanish(key) if name.islower() else ""
        also = [translated] if translated and translated != key and translated not in both else []
        parent = kind(name)
        concepts.append(Concept(f"m/{key}", [parent], written, written, [], also))
    write_concepts(options.out / "medicines.csv", concepts)


if __name__ == "__main__":
    main()
