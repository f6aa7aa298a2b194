"""The tables by which professions, kinship and words for origins are known: assets/pseudonyms/words-*.table.

    words.py DATA ASSETS

DATA is the folder of packed data (names/occupations-es.tsv.zst), ASSETS the folder of words.groups, a list of our own
with the forms of every word that is used as a substitute. Every form in it is a row of a table: key, group, which form
it is, and the key of its first form, under which all forms are one. Words below, words of training/entities/words.py
and the first words of Spanish names of occupations are known too, but not used as substitutes.
"""

import argparse
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "entities"))
from readers import professions_es  # noqa: E402
from words import HAND, phrases  # noqa: E402

EITHER = 4  # added to the number of a form (0 one, 1 several) that men and women share

# Group and words of it; one line a word, all forms of a word that there are as in words.groups.
MORE = {
    "es": {
        "profession-es": """médico/a, doctor/a, cirujano/a, pediatra, matrona, jubilado/a, pensionista, estudiante,
        militar, policía, obrero/a, trabajador/a, empleado/a, peón, juez/a, alcalde, alcaldesa, ministro/a,
        presidente/a, director/a, actor, actriz, celador/a, residente, becario/a, artesano/a, autónomo/a, militares,
        médicos, enfermeros, enfermeras, policías, estudiantes, trabajadores, trabajadoras, empleados, empleadas,
        profesionales, profesional, deportista, jugador/a, azafata, ama de casa, amas de casa, guardia civil,
        guardias civiles, policía local, policía nacional, soldado, sargento, teniente, capitán, coronel, portavoz,
        líder, jefe, jefa, edil, concejal, senador/a, gobernador/a, consejero/a, diputado/a, delegado/a,
        vicepresidente/a, vicesecretario/a, rector/a, decano/a, obispo, cardenal, sacerdote, cura, párroco, monja,
        monje, torero, poeta, novelista, actores, artista, artistas, piloto, auxiliar, auxiliares, ayudante,
        aprendiz, aprendiza, esteticién, chófer, chef, empleada de hogar, empleada del hogar, empleado de hogar,
        empleada doméstica, primer ministro, primera ministra, fuerza policial, vendedor ambulante""",
        "activity-es": """hogar, tareas del hogar, labores del hogar, sus labores, tareas domésticas, servicio
            doméstico, minería, industria, banca""",
        "kin-up-es": """tatarabuelo/a, tatarabuelos, tatarabuelas, bisabuelo/a, bisabuelos, bisabuelas, tío abuelo,
        tía abuela, tíos abuelos, tías abuelas, papa, mama, tio, tia, tios, tias, tutor/a, tutores, padre adoptivo,
        madre adoptiva, padres adoptivos""",
        "kin-down-es": """bisnieto/a, bisnietos, bisnietas, sobrino nieto, sobrina nieta, primogénito/a, yerno,
            nuera, niño, niña, niños, niñas, hijo mediano, bebé, descendiente""",
        "kin-same-es": """hermano gemelo, hermana gemela, hermanos gemelos, hermanas gemelas, hermano mellizo,
        hermana melliza, hermanos mellizos, hermanas mellizas, concuñado/a, primo hermano, prima hermana, primos
        hermanos, primas hermanas, primo segundo, prima segunda, primos segundos, primas segundas""",
        "kin-spouse-es": "viudo/a, excompañero/a",
        "kin-partner-es": "expareja, exparejas",
        "kin-folk-es": "parientes cercanos, familiares de primer grado",
        "kin-family-es": "familia cercana, núcleo familiar",
        "nationality-es": """luxemburgués, luxemburguesa, austríaco/a, bielorruso/a, moldavo/a, macedonio/a,
            kosovar, montenegrino/a,"""
        """azerbaiyano/a, saharaui, ecuatoguineano/a, surcoreano/a, norcoreano/a, pakistaní, mejicano/a,
            yugoslavo/a, soviético/a,"""
        """checoslovaco/a, árabe saudí, galés, galesa, neerlandés, neerlandesa, rumanos, ucranios, ucraniano,
            israelita, israelíes""",
        "continent-es": "oriental, occidental, extranjero/a, inmigrante, inmigrantes, extranjeros, extranjeras",
        "ethnic-es": """raza negra, raza blanca, raza gitana, etnia gitana, romaní, maya, aimara, de color,
            indígenas, árabes""",
        "religion-es": "testigos de jehova, islámico/a, creyente, creyentes, laico/a, suní, chií, hindú, hindúes",
    },
    "en": {
        "profession-en": """housewife, homemaker, student, retiree, pensioner, prosecutor, minister, professor,
        postal worker, construction worker, salesman, saleswoman, fireman, policeman, policewoman, foreman,
        headmaster, waitress, waitresses, actress, actresses, businessman, businesswoman, stewardess, worker,
        workers, labourer, laborer, manager, managers, officer, officers, businessmen, housewives, policemen,
        teachers' aide, caretaker, butler, maid, bartender, barista, broker, inspector, inspectors, assistant,
        assistants, prosecutor, prosecutors, adviser, advisor, executive, director, directors, chairman, president,
        professor, professors, researcher, analyst, consultant, consultants, advocate, advocates, magistrate,
        barrister, principal, teacher's aide, priest, nun, monk, captain, sergeant, colonel, operator, supervisor,
        coordinator, instructor, attendant, agent, representative, practitioner, apprentice, intern, trainer, coach,
        player, labourers, craftsman, handyman, serviceman, guard, guards, counsellor, counselor, therapist,
        specialist""",
        "kin-up-f-en": """great-great-aunt, great-great-aunts, great-aunt, great-grandmother, great-aunts,
        great-grandmothers, mom, mommy, mummy, nana, foster mother, adoptive mother, guardian""",
        "kin-up-m-en": """great-great-uncle, great-great-uncles, great-uncle, great-grandfather, great-uncles,
        great-grandfathers, daddy, foster father, adoptive father, widower""",
        "kin-up-en": "foster parents, adoptive parents, parents-in-law, in-laws, ancestor, ancestors, grandparents",
        "kin-down-en": "great-niece, great-nephew, baby, babies, kid, kids, kiddo, descendant, descendants, orphan",
        "kin-same-en": "twin sister, twin brother, cousins, siblings",
        "kin-spouse-f-en": "widow, former wife",
        "kin-spouse-m-en": "former husband",
        "kin-partner-en": "significant other, cohabitant, cohabitee",
        "kin-folk-en": "next of kin",
        "nationality-en": """Soviet, Yugoslav, European, Scandinavian, Latin American, Northern Irish, Sierra
            Leonean, Slovene, Slovenes,"""
        """Croats, Croat, Serb, Serbs, Argentine, Salvadorian, Nepali, Filipina, Slovakian, Kosovar, Montenegrin,
            Tibetan, Laotian""",
        "ethnic-en": """Latina, Latinx, African-American, Afro-American, Gypsy, gypsies, Traveller, Chechen,
            Chechens, Tatar, mestizo, Hutu, Tutsi,"""
        """Uyghur, Breton, Corsican, Flemish, Walloon, mixed race, mixed-race, biracial, Middle Eastern, South
            Asian, East Asian, Native Alaskan""",
        "religion-en": """Roman Catholic, Church of England, Christian Scientist, Hasidic, Orthodox Jewish, Islamic,
            Sunni, Shia, Shiite, Alevi,"""
        """Scientologist, Druze, Yazidi, Rastafarian, Ahmadi, Jesuit, Franciscan, Conservative Jewish, Reform
            Jewish, Latter-day Saint, Copt, Coptic""",
    },
}
# Words around a profession that stay: they agree with what stands for it.
KEPT = {
    "es": """jubilado/a, jubilados, jubiladas, retirado/a, retirados, retiradas, autónomo/a, profesional, en paro,
        parado/a, desempleado/a, activo/a, en activo, de baja, por cuenta propia, prejubilado/a, en excedencia, ex,
        antiguo/a, actual, joven, exiliado/a, fallecido/a, titular""",
    "en": """retired, former, ex, unemployed, self-employed, part-time, full-time, freelance, semi-retired,
        disabled, current, late, senior, junior, trainee, apprentice, young, old, active, veteran""",
}


# Words that no rule gets right: which form they are, and the first.
IRREGULAR = {
    "actriz": (1, "actor"), "jueza": (1, "juez"), "alcaldesa": (1, "alcalde"), "nuera": (1, "yerno"),
    "azafata": (1, "azafato"), "matrona": (1, "matrón"), "monja": (1, "monje"), "jefa": (1, "jefe"),
    "ama de casa": (1, "ama de casa"), "amas de casa": (3, "ama de casa"), "modelo": (EITHER, "modelo"),
}


def fold(text: str) -> str:
    """As the library folds: small letters, no accents, no marks."""
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in plain).split())


def forms_of(row: str, language: str) -> list[tuple[str, int]]:
    """The forms of a row with their numbers; what men and women share counts as either."""
    forms = row.split("|")
    if language == "en":
        return [(form, n) for n, form in enumerate(forms)]
    return [(form, EITHER + n // 2 if forms[n - n % 2] == forms[n - n % 2 + 1] else n) for n, form in enumerate(forms)]


def guess(word: str, language: str) -> tuple[int, str]:
    """Which form a word of the lists above is, and its first form."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    head, _, rest = word.partition(" ")
    if language == "en":
        several = head.endswith("s") and not head.endswith("ss") if not rest else rest.endswith("s")
        return (1, word[:-1]) if several else (0, word)
    several = head.endswith("s") and not head.endswith(("és", "ís"))
    one = head[:-2] if several and head.endswith(("res", "les", "nes")) else head[:-1] if several else head
    shared = "ista", "nte", "tra", "ta", "e", "í", "l", "z", "ía", "ar", "dia"
    if one.endswith(shared) and not one.endswith(("era", "ora", "ada")):
        form, first = EITHER, one
    elif one.endswith("a"):
        form, first = 1, one[:-1] if one.endswith("ora") else one[:-1] + "o"
    else:
        form, first = 0, one
    if several:
        form = EITHER + 1 if form == EITHER else form + 2
    return form, " ".join(filter(None, (first, rest)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("assets", type=Path)
    arguments = parser.parse_args()
    lines = (arguments.assets / "words.groups").read_text().splitlines()
    groups = [line.split("\t") for line in lines if not line.startswith("#")]
    for language in "es", "en":
        table: dict[tuple[str, str], tuple[int, str]] = {}
        for group, row in groups:
            name = group.removesuffix("-c").removesuffix("-v")
            if not name.endswith("-" + language) or name.startswith("kin-line"):
                continue
            for form, number in forms_of(row, language):
                table.setdefault((fold(form), name), (number, fold(row.split("|")[0])))
        more = {name: phrases(block) for name, block in MORE[language].items()}
        more[f"profession-{language}"] += HAND[language]["profession"] + HAND[language]["staff"]
        more[f"nationality-{language}"] += HAND[language]["nationality"] if language == "en" else []
        if language == "es":
            firsts = (name.split()[0] for name in professions_es(arguments.data))
            more["profession-es"] += [w for w in firsts if len(w) > 4 and w.isalpha() and w.islower()]
        known = {key for key, _ in table}
        for name, words in more.items():
            for word in words:
                if name.startswith("nationality") and fold(word) in known:
                    continue
                number, first = guess(word, language)
                table.setdefault((fold(word), name), (number, fold(first)))
        for word in phrases(KEPT[language]):
            table[fold(word), "kept"] = 0, fold(word)
        rows = sorted(f"{key}\t{name}\t{number}\t{first}\n" for (key, name), (number, first) in table.items())
        head = "# Words for professions, kin and where people are from: key, group, form, key of the first form.\n"
        # In the order of the keys' bytes: a tab is below every letter and blank.
        (arguments.assets / f"words-{language}.table").write_text(head + "".join(rows))
        print(language, len(rows))


if __name__ == "__main__":
    main()
