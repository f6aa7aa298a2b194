#!/usr/bin/env python3
"""Invents documents about people whose table is known.

    tests/collections/invent.py es 500 FOLDER       writes FOLDER/docs/*.txt and FOLDER/gold.jsonl

Half of the people share everything that tells them apart with others, the other half are unique.
Letters, notes, referrals, forms and summaries say it in words of their own, some of it twice, some of it of relatives and
of what somebody does not have. Everybody is invented, and numbers come from ranges that are never issued.
"""
import json
import random
import sys
from pathlib import Path

MONTHS = {
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
    "en": "January February March April May June July August September October November December".split(),
}
NAMES = {
    "es": {"female": "Aurelia Remedios Casilda Leonor Brígida Eulalia Rosaura Visitación Amparo Nieves".split(),
           "male": "Hermenegildo Baldomero Casimiro Leandro Evaristo Fermín Celedonio Eusebio Isidro Anselmo".split()},
    "en": {"female": "Maribel Junia Ottilie Rowena Winifred Cordelia Philippa Henrietta Marigold Beatrix".split(),
           "male": "Desmond Alasdair Thaddeus Osric Barnaby Leopold Ambrose Rupert Cuthbert Lionel".split()},
}
SURNAMES = {
    "es": "Villacorta Zubeldia Quiñones Castroviejo Lumbreras Ochotorena Pradilla Monleón Belmonte Arrizala Ugalde Zapatero".split(),
    "en": "Farrowby Penhallick Brackenridge Wexcombe Quillmere Tanpit Vandermolen Calloway Tillotson Harrowdale Crowe Moss".split(),
}
# A place: town, region, country, as the taxonomy knows them.
PLACES = {
    "es": [("Béjar", "Salamanca"), ("Fuenlabrada", "Madrid"), ("Alcorcón", "Madrid"), ("Getafe", "Madrid"), ("Oviedo", "Asturias"),
           ("Avilés", "Asturias"), ("Gijón", "Asturias"), ("Zamora", "Zamora"), ("Toro", "Zamora"), ("Sabadell", "Barcelona"),
           ("Terrassa", "Barcelona"), ("Badalona", "Barcelona"), ("Écija", "Sevilla"), ("Utrera", "Sevilla"), ("Lorca", "Murcia")],
    "en": [("Houston", "Texas"), ("Austin", "Texas"), ("Dallas", "Texas"), ("Minneapolis", "Minnesota"), ("Duluth", "Minnesota"),
           ("Chicago", "Illinois"), ("Springfield", "Illinois"), ("Peoria", "Illinois"), ("Tucson", "Arizona"), ("Phoenix", "Arizona"),
           ("Mesa", "Arizona"), ("Sacramento", "California"), ("Fresno", "California"), ("Oakland", "California"), ("Denver", "Colorado")],
}
TRADES = {  # as a man and as a woman, and the code of the occupation
    "es": [("enfermero", "enfermera", "2221"), ("albañil", "albañil", "7112"), ("maestro", "maestra", "234"), ("abogado", "abogada", "2611"),
           ("camionero", "camionera", "8332"), ("carpintero", "carpintera", "7115"), ("jubilado", "jubilada", "retired"),
           ("estudiante", "estudiante", "student"), ("electricista", "electricista", "741"), ("peluquero", "peluquera", "5141")],
    "en": [("nurse", "nurse", "2221"), ("bricklayer", "bricklayer", "7112"), ("teacher", "teacher", "23"), ("lawyer", "lawyer", "2611"),
           ("truck driver", "truck driver", "8332"), ("carpenter", "carpenter", "7115"), ("retired", "retired", "retired"),
           ("student", "student", "student"), ("electrician", "electrician", "741"), ("hairdresser", "hairdresser", "5141")],
}
STATES = {
    "es": {"married": ("casado", "casada"), "single": ("soltero", "soltera"), "widowed": ("viudo", "viuda"), "divorced": ("divorciado", "divorciada")},
    "en": {"married": ("married", "married"), "single": ("single", "single"), "widowed": ("widowed", "widowed"), "divorced": ("divorced", "divorced")},
}
DISEASES = {
    "es": [("asma", "DOID:2841"), ("hipertensión arterial", "DOID:10763"), ("diabetes", "DOID:9351"), ("artrosis", None), ("anemia", None),
           ("psoriasis", None), ("bronquitis", None), ("gastritis", None)],
    "en": [("asthma", "DOID:2841"), ("hypertension", "DOID:10763"), ("diabetes", None), ("osteoarthritis", None), ("anaemia", None),
           ("psoriasis", None), ("bronchitis", None), ("gastritis", None)],
}
NUMBERS = {
    "es": {2: "dos", 3: "tres", 4: "cuatro"},
    "en": {2: "two", 3: "three", 4: "four"},
}


def day(language, date, style):
    year, month, number = date
    name = MONTHS[language][month - 1]
    if language == "es":
        return [f"{number:02}/{month:02}/{year}", f"{number} de {name} de {year}"][style % 2]
    return [f"{number} {name} {year}", f"{name} {number}, {year}"][style % 2]


def people(random, language, count):
    """Half of them alike in sixes, half unlike anybody."""
    made = []

    def person():
        sex = random.choice(["female", "male"])
        town, region = random.choice(PLACES[language])
        trade = random.randrange(len(TRADES[language]))
        age = {"retired": random.randint(66, 88), "student": random.randint(18, 26)}.get(TRADES[language][trade][2], random.randint(24, 64))
        return {"sex": sex, "age": age, "town": town, "region": region, "trade": trade,
                "state": random.choice(list(STATES[language])), "children": random.choice([None, None, 0, 2, 3]),
                "admission": (2023, random.randint(1, 12), random.randint(1, 28))}

    while len(made) < count // 2:
        one = person()
        made += [dict(one) for _ in range(min(6, count // 2 - len(made)))]
    # Those that are unlike others are near some of them: one thing or two differ.
    while len(made) < count:
        one = dict(random.choice(made[: count // 2]))
        other = person()
        for changed in random.sample(["age", "town", "trade", "state", "admission", "children"], 2):
            one[changed] = other[changed]
            if changed == "town":
                one["region"] = other["region"]
        code = TRADES[language][one["trade"]][2]
        if code == "student":
            one["age"] = random.randint(18, 26)
        made.append(one)
    random.shuffle(made)
    for nth, one in enumerate(made):
        one["nth"] = nth
        one["given"] = random.choice(NAMES[language][one["sex"]])
        one["surname"] = " ".join(random.sample(SURNAMES[language], 2 if language == "es" else 1))
        one["disease"] = random.choice(DISEASES[language])
        one["denied"] = random.choice([other for other in DISEASES[language] if other != one["disease"]])
        one["of_mother"] = random.choice([other for other in DISEASES[language] if other not in (one["disease"], one["denied"])])
    return made


def spanish(random, p):
    woman = p["sex"] == "female"
    o = "a" if woman else "o"
    trade = TRADES["es"][p["trade"]][1 if woman else 0]
    state = STATES["es"][p["state"]][1 if woman else 0]
    noun = "mujer" if woman else random.choice(["varón", "hombre"])
    the = "La" if woman else "El"
    title = "Doña" if woman else "Don"
    name = f"{p['given']} {p['surname']}"
    seen = day("es", p["admission"], random.randrange(2))
    children = {None: "", 0: ", sin hijos", 2: ", con dos hijos", 3: ", con tres hijos"}[p["children"]]
    idle = TRADES["es"][p["trade"]][2] in ("retired", "student")
    disease, denied, mother = p["disease"][0], p["denied"][0], p["of_mother"][0]
    mother_es = f"Su madre, de {p['age'] + 28} años, padece {mother}." if p["age"] < 60 else f"Su madre padeció {mother}."
    kind = random.randrange(5)
    if kind == 0:
        filled = {None: "", 0: "\nHijos: 0", 2: "\nHijos: 2", 3: "\nHijos: 3"}[p["children"]]
        return f"""INFORME CLÍNICO

Paciente: {name}
NHC: 00{p['nth']:05}
Edad: {p['age']} años
Sexo: {'Mujer' if woman else 'Varón'}
Localidad: {p['town']}
Provincia: {p['region']}
Profesión: {trade}
Estado civil: {state}{filled}
Fecha de ingreso: {seen}

Motivo de consulta: cansancio de varias semanas. No presenta {denied}. Su madre tuvo {mother}.

Diagnóstico: {disease}
"""
    if kind == 1:
        work = f"{trade}" if idle else f"de profesión {trade}"
        return f"""Estimado colega:

Le remito a {title} {name}, {noun} de {p['age']} años, {state}{children}, {work} y residente en {p['town']} ({p['region']}). Ingresó el {seen} en nuestro servicio.

En la exploración no se aprecian hallazgos de interés. Niega {denied}. {mother_es}

Fue diagnosticad{o} de {disease} y recibió tratamiento. {the} paciente evoluciona bien.

Un saludo cordial.
"""
    if kind == 2:
        work = f"Es {trade}." if idle else f"Trabaja como {trade}."
        child = {None: "", 0: " No tiene descendencia: sin hijos.", 2: " Tiene dos hijos.", 3: " Tiene tres hijos."}[p["children"]]
        return f"""NOTA DE EVOLUCIÓN

{noun.capitalize()} de {p['age']} años que vive en {p['town']}, {p['region']}. {work} Está {state}.{child} {the} paciente, {name}, acudió el {seen} por molestias de tres días.

No tiene {denied}. Antecedentes familiares: {mother}.

Juicio clínico: {disease}.
Plan: reposo y control en dos semanas.
"""
    if kind == 3:
        work = trade if idle else f"{trade} de profesión"
        return f"""Servicio de Admisión
Fecha de ingreso: {seen}
Nombre: {name}

Se trata de {'una' if woman else 'un'} paciente de {p['age']} años, {noun}, vecin{o} de {p['town']} ({p['region']}), {state}{children}. Profesión: {trade}.

Diagnóstico: {disease}. Sin {denied}. Su hermano tuvo {mother} de joven.
"""
    return f"""HOJA DE DERIVACIÓN

Paciente: {name}     Edad: {p['age']}     Sexo: {'F' if woman else 'V'}
Localidad/Provincia: {p['town']}, {p['region']}
Estado civil: {state}. Ocupación: {trade}{children}.

{the} paciente ingresó el {seen}. Refiere tos y fiebre. Presenta {disease}, y no {denied}. A sus {p['age']} años lleva una vida activa. Tiene una hermana con {mother}.

Diagnóstico principal: {disease}
"""


def english(random, p):
    woman = p["sex"] == "female"
    she, her, Mrs = ("she", "her", "Mrs") if woman else ("he", "his", "Mr")
    trade = TRADES["en"][p["trade"]][0]
    state = STATES["en"][p["state"]][0]
    noun = "woman" if woman else "man"
    name = f"{p['given']} {p['surname']}"
    seen = day("en", p["admission"], random.randrange(2))
    idle = TRADES["en"][p["trade"]][2] in ("retired", "student")
    article = "an" if trade[0] in "aeiou" else "a"
    disease, denied, mother = p["disease"][0], p["denied"][0], p["of_mother"][0]
    old = "an" if str(p["age"])[0] == "8" or p["age"] == 18 else "a"
    child = {None: "", 0: f" {she.capitalize()} has no children.", 2: f" {she.capitalize()} has two children.", 3: f" {she.capitalize()} has three children."}[p["children"]]
    work = {"retired": f"{she.capitalize()} is retired.", "student": f"{she.capitalize()} is a student."}.get(TRADES["en"][p["trade"]][2], f"{she.capitalize()} works as {article} {trade}.")
    mother_en = f"{her.capitalize()} mother, aged {p['age'] + 24}, has {mother}." if p["age"] < 60 else f"{her.capitalize()} mother had {mother}."
    kind = random.randrange(5)
    if kind == 0:
        filled = {None: "", 0: "\nChildren: 0", 2: "\nChildren: 2", 3: "\nChildren: 3"}[p["children"]]
        return f"""ADMISSION RECORD

Patient: {name}
MRN: 00{p['nth']:05}
Age: {p['age']}
Sex: {'Female' if woman else 'Male'}
City: {p['town']}
State: {p['region']}
Occupation: {trade}
Marital status: {state}{filled}
Date of admission: {seen}

Reason for visit: tiredness for some weeks. {she.capitalize()} denies {denied}. {her.capitalize()} mother had {mother}.

Diagnosis: {disease}
"""
    if kind == 1:
        return f"""Dear colleague,

Thank you for seeing {Mrs} {name}, {old} {p['age']}-year-old {noun} from {p['town']}, {p['region']}. {work} {she.capitalize()} is {state}.{child} {she.capitalize()} was admitted on {seen}.

There is no {denied}. {mother_en}

{she.capitalize()} was diagnosed with {disease} and is doing well.

With kind regards
"""
    if kind == 2:
        return f"""PROGRESS NOTE

{name} is {old} {p['age']}-year-old {noun} who lives in {p['town']}, {p['region']}. {work} {she.capitalize()} is {state}.{child} {she.capitalize()} was seen on {seen} for pains of three days.

{she.capitalize()} denies {denied}. Family history: {mother}.

Impression: {disease}.
Plan: rest, and a visit in two weeks.
"""
    if kind == 3:
        return f"""Clinic letter
Date of visit: {seen}
Patient name: {name}

{old.capitalize()} {p['age']} year old {state} {noun}, resident of {p['town']}, {p['region']}. {work}{child}

Diagnosis: {disease}. No {denied}. {her.capitalize()} brother had {mother} when young.
"""
    return f"""REFERRAL

Patient: {name}     Age: {p['age']}     Sex: {'F' if woman else 'M'}
Residence: {p['town']}, {p['region']}
Marital status: {state}. Occupation: {trade}.{child}

{Mrs} {p['surname']} was admitted on {seen} with cough and fever. {she.capitalize()} has {disease}, and no {denied}. {she.capitalize()} has a sister with {mother}.

Principal diagnosis: {disease}
"""


def gold(language, p):
    year, month, number = p["admission"]
    code = TRADES[language][p["trade"]][2]
    return {
        "age": str(p["age"]), "sex": p["sex"], "city": p["town"], "region": p["region"],
        "profession": f"i:{code}" if code in ("retired", "student") else f"o:{code}",
        "marital-state": p["state"], "children": None if p["children"] is None else str(p["children"]),
        "admission-date": f"{year:04}-{month:02}-{number:02}", "diagnosis": p["disease"][0],
    }


def main():
    language, count, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    draw = random.Random(f"collections {language}")
    (folder / "docs").mkdir(parents=True, exist_ok=True)
    with open(folder / "gold.jsonl", "w", encoding="utf-8") as table:
        for p in people(draw, language, count):
            name = f"{p['nth']:04}.txt"
            text = (spanish if language == "es" else english)(draw, p)
            (folder / "docs" / name).write_text(text, encoding="utf-8")
            table.write(json.dumps({"document": name, **gold(language, p)}, ensure_ascii=False) + "\n")


main()
