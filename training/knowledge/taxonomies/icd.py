"""Chapters, blocks, categories and first subcategories of ICD-10-CM, with names that can stand in a text.

    icd.py OUT

Writes OUT/icd.csv and OUT/icd-related.tsv. What happened to someone from outside (chapter 20), why someone came
(chapter 21) and the codes for special purposes are left out, and so are subcategories for "other" and "unspecified".
"""

import argparse
import re
from pathlib import Path

import simple_icd_10_cm as cm
from sources import Concept, tidy, write_concepts, write_labels

ROOT = "icd"
CHAPTERS = {
    "1": "infectious disease",
    "2": "neoplasm",
    "3": "disease of the blood or the immune system",
    "4": "endocrine, nutritional or metabolic disease",
    "5": "mental disorder",
    "6": "disease of the nervous system",
    "7": "disease of the eye",
    "8": "disease of the ear",
    "9": "disease of the circulatory system",
    "10": "disease of the respiratory system",
    "11": "disease of the digestive system",
    "12": "disease of the skin",
    "13": "disease of the musculoskeletal system",
    "14": "disease of the genitourinary system",
    "15": "condition of pregnancy or childbirth",
    "16": "perinatal condition",
    "17": "congenital condition",
    "18": "symptom or finding",
    "19": "injury or poisoning",
}
PLURALS = {
    plural: singular
    for singular, plural in (
        pair.split("/")
        for pair in (
            "disease/diseases disorder/disorders neoplasm/neoplasms injury/injuries malformation/malformations "
            "deformation/deformations abnormality/abnormalities condition/conditions fever/fevers infection/infections "
            "tumor/tumors complication/complications symptom/symptoms sign/signs deficiency/deficiencies "
            "syndrome/syndromes effect/effects wound/wounds fracture/fractures burn/burns anemia/anemias "
            "helminthiasis/helminthiases mycosis/mycoses arthropathy/arthropathies dermatosis/dermatoses "
            "infestation/infestations sequela/sequelae disturbance/disturbances defect/defects polyneuropathy/"
            "polyneuropathies lymphoma/lymphomas leukemia/leukemias anomaly/anomalies finding/findings "
            "dorsopathy/dorsopathies myopathy/myopathies hernia/hernias vitiligo/vitiligo ulcer/ulcers cyst/cysts "
            "corrosion/corrosions hemorrhage/hemorrhages obstruction/obstructions reaction/reactions edema/edemas "
            "dislocation/dislocations sprain/sprains strain/strains amputation/amputations problem/problems "
            "spondylopathy/spondylopathies calculus/calculi polyp/polyps carcinoma/carcinomas psychosis/psychoses"
        ).split()
    )
}
LEAD = re.compile(r"^(?:Other and unspecified|Other specified|Unspecified|Other|Certain(?: other)?) ", re.IGNORECASE)
REST = re.compile(
    r",? (?:not elsewhere classified|unspecified|NOS|NEC|so stated|elsewhere classified|classified elsewhere)\b.*$"
)
RESIDUAL = re.compile(r"^(?:Other|Unspecified)\b|unspecified|\bother\b", re.IGNORECASE)
TOGETHER = re.compile(r"(signs|symptoms|head|foot|hands?) and (symptoms|signs|neck|mouth|feet)")
LONGEST = 12  # words of a name that can still stand in a text


def natural(heading: str) -> str:
    """A heading as what one patient has: "Other disorders of veins" is "disorder of veins"."""
    name = re.sub(r"\s*\([^()]*\)|\s*\[[^\[\]]*\]", "", heading)
    name = REST.sub("", LEAD.sub("", tidy(name)))
    name = re.sub(r"(?:, )?(?:other and unspecified|other or unspecified|unspecified|other specified) ", " ", name)
    words = [PLURALS.get(word.lower().strip(","), word) for word in name.split()]
    name = " ".join(words)
    if not TOGETHER.search(heading.lower()):
        name = re.sub(r" and ", " or ", name)
    first = words[0] if words else ""
    if first[1:].islower() and not re.match(EPONYMS, name):
        name = name[:1].lower() + name[1:]
    return tidy(name)


EPONYMS = (
    r"(?:Parkinson|Alzheimer|Huntington|Crohn|Hodgkin|Down|Turner|Edwards|Patau|Cushing|Graves|Kaposi|Burkitt|Sézary|"
    r"Guillain|Creutzfeldt|Chagas|Lyme|Weil|Hansen|Marburg|Ebola|Lassa|Zika|Rocky|Japanese|Chikungunya|Dengue|Rift|"
    r"Felty|Still|Sjögren|Behcet|Kawasaki|Meckel|Barrett|Mallory|Zollinger|Ménière|Meniere|Paget|Dupuytren|Bell|"
    r"Horner|Tourette|Asperger|Rett|Marfan|Ehlers|Klinefelter|Hirschsprung|Arnold|Dandy|Brugada|Wolff|Raynaud|"
    r"Buerger|Wegener|Goodpasture|Peyronie|Bartholin|Fournier|Colles|Vincent|Reye|Leigh|Niemann|Gaucher|Fabry|"
    r"Tay|Wilson|Menkes|Lesch|Reiter|Scheuermann|Perthes|Kienböck|Osgood|Sydenham|Rh )"
)


def kept(code: str) -> bool:
    """Whether a heading goes into the taxonomy."""
    heading = cm.get_description(code)
    if code[0] in "VWXYZU" or cm.is_chapter(code):
        return False
    if not cm.is_block(code) and len(code) > 5:
        return False
    is_residual = len(code) == 5 and "." in code and RESIDUAL.search(heading)
    return not is_residual and len(natural(heading).split()) <= LONGEST


def parent(code: str) -> str:
    """The nearest heading above that is kept."""
    for above in cm.get_ancestors(code, prioritize_blocks=True):
        if cm.is_chapter(above):
            return f"chapter-{above}"
        if above != code and kept(above):
            return above
    return ROOT


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    concepts = [Concept(ROOT, [], "health problem")]
    concepts += [Concept(f"chapter-{code}", [ROOT], name) for code, name in CHAPTERS.items()]
    related = []
    for code in dict.fromkeys(cm.get_all_codes()):
        if not kept(code):
            continue
        heading = cm.get_description(code)
        name = natural(heading)
        concepts.append(Concept(code, [parent(code)], name))
        for term in cm.get_inclusion_term(code) if not cm.is_block(code) or cm.is_category(code) else ():
            term = natural(re.sub(r" NOS$", "", term))
            if 1 < len(term.split()) <= 5 and not term.endswith((" and", " or", " of")):
                related.append((code, "en", "related", term, 0))
    write_concepts(options.out / "icd.csv", concepts)
    write_labels(options.out / "icd-related.tsv", related)


if __name__ == "__main__":
    main()
