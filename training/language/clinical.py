"""Invented sentences in the manner of clinical notes, tagged by construction, since no treebank has any.

    clinical.py en|es OUT.conllu [--sentences N]

Each template is a row of WORD/TAG or {slot}; `[` and `]` around words make a noun phrase, `<` and `>` a verb phrase.
The same call gives the same file.
"""

import argparse
import random
import re
from pathlib import Path

SLOTS: dict[str, dict[str, list[str]]] = {
    "en": {
        "who": ["Patient/NOUN", "Pt/NOUN", "The/DET patient/NOUN", "He/PRON", "She/PRON", "Mother/NOUN", "Client/NOUN"],
        "bare": ["Patient/NOUN", "Pt/NOUN", "Mother/NOUN"],
        "says": ["reports", "denies", "endorses", "describes", "has", "developed", "notes", "states", "experienced"],
        "finding": [
            "fever/NOUN", "cough/NOUN", "nausea/NOUN", "vomiting/NOUN", "chest/NOUN pain/NOUN", "headache/NOUN",
            "abdominal/ADJ pain/NOUN", "dizziness/NOUN", "chills/NOUN", "fatigue/NOUN", "weight/NOUN loss/NOUN",
            "night/NOUN sweats/NOUN", "dyspnea/NOUN", "palpitations/NOUN", "diarrhea/NOUN", "rash/NOUN",
            "back/NOUN pain/NOUN", "blurred/ADJ vision/NOUN", "swelling/NOUN", "bleeding/NOUN", "numbness/NOUN",
            "lower/ADJ extremity/NOUN edema/NOUN", "tremor/NOUN", "syncope/NOUN", "hematuria/NOUN", "wheezing/NOUN",
            "sore/ADJ throat/NOUN", "insomnia/NOUN", "loss/NOUN", "weakness/NOUN", "itching/NOUN", "crackles/NOUN",
        ],
        "disease": [
            "diabetes/NOUN", "hypertension/NOUN", "asthma/NOUN", "pneumonia/NOUN", "breast/NOUN cancer/NOUN",
            "atrial/ADJ fibrillation/NOUN", "renal/ADJ failure/NOUN", "acute/ADJ appendicitis/NOUN", "stroke/NOUN",
            "pulmonary/ADJ embolism/NOUN", "depression/NOUN", "chronic/ADJ kidney/NOUN disease/NOUN", "sepsis/NOUN",
            "rheumatoid/ADJ arthritis/NOUN", "hepatitis/NOUN", "deep/ADJ vein/NOUN thrombosis/NOUN", "anemia/NOUN",
        ],
        "drug": [
            "omeprazole/NOUN", "paracetamol/NOUN", "ibuprofen/NOUN", "metformin/NOUN", "lisinopril/NOUN",
            "warfarin/NOUN", "aspirin/NOUN", "amoxicillin/NOUN", "prednisone/NOUN", "insulin/NOUN", "morphine/NOUN",
            "atorvastatin/NOUN", "furosemide/NOUN", "heparin/NOUN", "gabapentin/NOUN", "levothyroxine/NOUN",
        ],
        "part": ["Lungs/NOUN", "Abdomen/NOUN", "Heart/NOUN", "Skin/NOUN", "Neck/NOUN", "Pupils/NOUN", "Chest/NOUN"],
        "state": ["clear/ADJ", "soft/ADJ", "regular/ADJ", "normal/ADJ", "tender/ADJ", "supple/ADJ", "intact/ADJ"],
        "test": ["Chest/NOUN X-ray/NOUN", "CT/NOUN", "MRI/NOUN", "Biopsy/NOUN", "Blood/NOUN cultures/NOUN", "ECG/NOUN"],
        "age": ["34", "45", "52", "61", "7", "78", "89"],
        "person": ["man/NOUN", "woman/NOUN", "male/NOUN", "female/NOUN", "boy/NOUN", "girl/NOUN"],
        "dose": ["20", "5", "500", "1", "40", "10", "81", "2.5"],
        "unit": ["mg/NOUN", "g/NOUN", "mcg/NOUN", "units/NOUN"],
        "often": ["daily/ADV", "twice/ADV daily/ADV", "nightly/ADV", "weekly/ADV"],
    },
    "es": {
        "who": ["El/DET paciente/NOUN", "La/DET paciente/NOUN", "Paciente/NOUN", "La/DET madre/NOUN"],
        "bare": ["Paciente/NOUN", "Varón/NOUN", "Mujer/NOUN", "Niño/NOUN", "Niña/NOUN", "Lactante/NOUN"],
        "says": ["refiere", "niega", "presenta", "tiene", "describe", "padece", "relata"],
        "Says": ["Refiere", "Niega", "Presenta", "Tiene", "Aqueja", "Asocia", "Padece"],
        "finding": [
            "fiebre/NOUN", "tos/NOUN", "dolor/NOUN torácico/ADJ", "disnea/NOUN", "náuseas/NOUN", "vómitos/NOUN",
            "cefalea/NOUN", "mareo/NOUN", "dolor/NOUN abdominal/ADJ", "astenia/NOUN", "edemas/NOUN", "diarrea/NOUN",
            "pérdida/NOUN de/ADP peso/NOUN", "palpitaciones/NOUN", "hematuria/NOUN", "prurito/NOUN", "soplos/NOUN",
            "crepitantes/NOUN bibasales/ADJ", "masas/NOUN", "adenopatías/NOUN", "escalofríos/NOUN", "síncope/NOUN",
            "ictericia/NOUN", "disuria/NOUN", "tos/NOUN productiva/ADJ", "fiebre/NOUN alta/ADJ", "derrame/NOUN pleural/ADJ",
        ],
        "disease": [
            "diabetes/NOUN mellitus/ADJ", "hipertensión/NOUN arterial/ADJ", "asma/NOUN", "neumonía/NOUN",
            "cáncer/NOUN de/ADP mama/NOUN", "fibrilación/NOUN auricular/ADJ", "insuficiencia/NOUN renal/ADJ",
            "apendicitis/NOUN aguda/ADJ", "ictus/NOUN", "embolia/NOUN pulmonar/ADJ", "depresión/NOUN", "fractura/NOUN",
            "artritis/NOUN reumatoide/ADJ", "hepatitis/NOUN", "trombosis/NOUN venosa/ADJ", "anemia/NOUN", "metástasis/NOUN",
        ],
        "drug": [
            "omeprazol/NOUN", "paracetamol/NOUN", "ibuprofeno/NOUN", "metformina/NOUN", "enalapril/NOUN", "insulina/NOUN",
            "warfarina/NOUN", "aspirina/NOUN", "amoxicilina/NOUN", "prednisona/NOUN", "morfina/NOUN", "heparina/NOUN",
        ],
        "part": ["Abdomen/NOUN", "Tórax/NOUN", "Cuello/NOUN", "Hígado/NOUN"],
        "state": ["blando/ADJ", "depresible/ADJ", "doloroso/ADJ", "normal/ADJ", "rítmico/ADJ", "globuloso/ADJ"],
        "test": ["La/DET radiografía/NOUN", "El/DET TAC/NOUN", "La/DET biopsia/NOUN", "La/DET ecografía/NOUN"],
        "age": ["34", "45", "52", "61", "7", "78", "89"],
        "dose": ["20", "5", "500", "1", "40", "10", "850"],
        "unit": ["mg/NOUN", "g/NOUN", "mcg/NOUN"],
    },
}

TEMPLATES = {
    "en": [
        "[ {who} ] < {says}/VERB > [ {finding} ] and/CCONJ [ {finding} ] ./PUNCT",
        "[ {who} ] < {says}/VERB > [ {finding} ] ,/PUNCT [ {finding} ] or/CCONJ [ {finding} ] ./PUNCT",
        "[ {bare} ] < complains/VERB > of/ADP [ {finding} ] and/CCONJ [ {finding} ] ./PUNCT",
        "[ {bare} ] < presents/VERB > with/ADP [ {finding} ] ./PUNCT",
        "[ {bare} ] < presented/VERB > to/ADP [ the/DET emergency/NOUN department/NOUN ] with/ADP [ {finding} ] ./PUNCT",
        "< Denies/VERB > [ {finding} ] ,/PUNCT [ {finding} ] ,/PUNCT [ {finding} ] ./PUNCT",
        "< Reports/VERB > [ {finding} ] for/ADP [ three/NUM days/NOUN ] ./PUNCT",
        "[ No/DET {finding} ] ,/PUNCT [ {finding} ] or/CCONJ [ {finding} ] ./PUNCT",
        "[ {who} ] < takes/VERB > [ {drug} ] [ {dose}/NUM {unit} ] {often} and/CCONJ [ {drug} ] [ {dose}/NUM {unit} ] ./PUNCT",
        "< Started/VERB > on/ADP [ {drug} ] [ {dose}/NUM {unit} ] {often} ./PUNCT",
        "[ {part} ] {state} and/CCONJ {state} ./PUNCT",
        "[ {part} ] {state} ,/PUNCT [ no/DET {finding} ] ./PUNCT",
        "[ {age}/NUM -/PUNCT year/NOUN -/PUNCT old/ADJ {person} ] with/ADP [ a/DET history/NOUN ] of/ADP [ {disease} ] ./PUNCT",
        "[ Past/ADJ medical/ADJ history/NOUN ] :/PUNCT [ {disease} ] ,/PUNCT [ {disease} ] ./PUNCT",
        "[ Family/NOUN history/NOUN ] of/ADP [ {disease} ] and/CCONJ [ {disease} ] ./PUNCT",
        "Positive/ADJ for/ADP [ {finding} ] and/CCONJ negative/ADJ for/ADP [ {finding} ] ./PUNCT",
        "[ {test} ] < showed/VERB > [ no/DET evidence/NOUN ] of/ADP [ {disease} ] ./PUNCT",
        "[ {test} ] < was/AUX > negative/ADJ for/ADP [ {disease} ] ./PUNCT",
        "[ {disease} ] < was/AUX ruled/VERB > out/ADP ./PUNCT",
        "[ {finding} ] without/ADP [ {finding} ] ./PUNCT",
        "< Follow/VERB > up/ADP in/ADP [ two/NUM weeks/NOUN ] ./PUNCT",
    ],
    "es": [
        "[ {who} ] < {says}/VERB > [ {finding} ] y/CCONJ [ {finding} ] ./PUNCT",
        "[ {who} ] < {says}/VERB > [ {finding} ] ,/PUNCT [ {finding} ] y/CCONJ [ {finding} ] ./PUNCT",
        "< {Says}/VERB > [ {finding} ] y/CCONJ [ {finding} ] ./PUNCT",
        "< {Says}/VERB > [ {finding} ] ./PUNCT",
        "< {Says}/VERB > [ {finding} ] y/CCONJ < {says}/VERB > [ {finding} ] ./PUNCT",
        "< {Says}/VERB > [ {finding} ] ,/PUNCT < {says}/VERB > [ {finding} ] ./PUNCT",
        "No/ADV < {says}/VERB > [ {finding} ] ni/CCONJ [ {finding} ] ./PUNCT",
        "[ {who} ] no/ADV < {says}/VERB > [ {finding} ] ./PUNCT",
        "[ {bare} ] de/ADP [ {age}/NUM años/NOUN ] que/PRON < acude/VERB > a/ADP [ Urgencias/PROPN ] por/ADP [ {finding} ] ./PUNCT",
        "[ {bare} ] de/ADP [ {age}/NUM años/NOUN ] de/ADP [ edad/NOUN ] con/ADP [ antecedentes/NOUN ] de/ADP [ {disease} ] ./PUNCT",
        "Sin/ADP [ {finding} ] ni/CCONJ [ {finding} ] ./PUNCT",
        "[ {finding} ] sin/ADP [ {finding} ] ./PUNCT",
        "[ Antecedentes/NOUN personales/ADJ ] :/PUNCT [ {disease} ] ,/PUNCT [ {disease} ] ./PUNCT",
        "Se/PRON < descarta/VERB > [ {disease} ] ./PUNCT",
        "No/ADV se/PRON < observan/VERB > [ {finding} ] ./PUNCT",
        "[ {part} ] {state} y/CCONJ {state} ,/PUNCT sin/ADP [ {finding} ] ./PUNCT",
        "En/ADP [ tratamiento/NOUN ] con/ADP [ {drug} ] [ {dose}/NUM {unit} ] cada/DET [ 8/NUM horas/NOUN ] ./PUNCT",
        "< Toma/VERB > [ {drug} ] [ {dose}/NUM {unit} ] al/X [ día/NOUN ] y/CCONJ [ {drug} ] ./PUNCT",
        "[ {test} ] no/ADV < muestra/VERB > [ {finding} ] ./PUNCT",
        "[ {test} ] < es/AUX > negativa/ADJ para/ADP [ {disease} ] ./PUNCT",
    ],
}
CHUNKS = {"[": "NP", "<": "VP"}


def expand(template: str, slots: dict[str, list[str]], chance: random.Random) -> str:
    """The template with something in each slot."""
    return re.sub(r"\{(\w+)\}", lambda slot: chance.choice(slots[slot[1]]), template)


def words(sentence: str) -> list[tuple[str, str, str]]:
    """Form, tag and chunk of each word."""
    rows: list[tuple[str, str, str]] = []
    chunk, place = "", "B"
    for item in sentence.split():
        if item in CHUNKS:
            chunk, place = CHUNKS[item], "B"
        elif item in "]>":
            chunk = ""
        else:
            form, _, tag = item.rpartition("/")
            # What follows a preposition inside brackets starts anew.
            if chunk and tag == "ADP":
                rows.append((form, tag, "B-PP"))
                place = "B"
                continue
            label = f"{place}-{chunk}" if chunk else "B-PP" if tag == "ADP" else "O"
            if form == "al":
                rows += [("a", "ADP", "B-PP"), ("el", "DET", "B-NP")]
            elif rows and rows[-1][:2] == ("el", "DET"):
                rows.append((form, tag, f"I-{chunk}"))
            else:
                rows.append((form, tag, label))
            place = "I"
    first, tag, label = rows[0]
    rows[0] = (first[0].upper() + first[1:], tag, label)
    return rows


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language", choices=sorted(TEMPLATES))
    parser.add_argument("out", type=Path)
    parser.add_argument("--sentences", type=int, default=1200)
    arguments = parser.parse_args()
    chance = random.Random(1)
    templates, slots = TEMPLATES[arguments.language], SLOTS[arguments.language]
    with arguments.out.open("w", encoding="utf-8") as out:
        for number in range(arguments.sentences):
            for nth, (form, tag, chunk) in enumerate(words(expand(templates[number % len(templates)], slots, chance)), 1):
                out.write(f"{nth}\t{form}\t_\t{tag}\t_\t_\t0\t_\t_\tChunk={chunk}\n")
            out.write("\n")


if __name__ == "__main__":
    main()
