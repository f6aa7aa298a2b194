"""The forms of a Spanish verb, spelt as Spanish spells them.

Whether a stem changes under stress (pensar, pienso) cannot be told from its letters, and a table of lemmas has no harm
from a form that nobody writes: so every change that the letters allow is made, and all forms are given.
"""

import re
from collections.abc import Iterator

# Endings by where the stress lies: on the stem, or behind it. Those of the third group raise the vowel of some stems
# in -ir (pidió, durmiendo).
STRESSED = {
    "ar": "o as a an e es en",
    "er": "o es e en a as an",
    "ir": "o es e en a as an",
}
UNSTRESSED = {
    "ar": "amos áis é aste ó asteis aron aba abas ábamos abais aban emos éis ara aras áramos arais aran ase "
    "ases ásemos "
    "aseis asen ad ando",
    "er": "emos éis í iste imos isteis ía ías íamos íais ían ed amos áis",
    "ir": "imos ís í iste isteis ía ías íamos íais ían id amos áis",
}
RAISED = "ió ieron iera ieras iéramos ierais ieran iese ieses iésemos ieseis iesen iendo amos áis"
STRONG_PRETERITE = "e iste o imos isteis"
FUTURE = "é ás á emos éis án ía ías íamos íais ían"
GENDERS = "o a os as"

# Verbs of their own making.
WHOLE = {
    "ser": "soy eres es somos sois son era eras éramos erais eran sea seas seamos seáis sean sé sed siendo sido fui "
    "fuiste fue fuimos fuisteis fueron fuera fueras fuéramos fuerais fueran fuese fueses fuésemos fueseis fuesen",
    "ir": "voy vas va vamos vais van iba ibas íbamos ibais iban vaya vayas vayamos vayáis vayan ve id yendo "
    "ido ida idos "
    "idas fui fuiste fue fuimos fuisteis fueron fuera fueras fuéramos fuerais fueran fuese fueses fuésemos fueseis "
    "fuesen",
    "haber": "he has ha hay hemos habéis han haya hayas hayamos hayáis hayan",
    "estar": "estoy estás está están esté estés estén estuve estuvo",
    "dar": "doy di diste dio dimos disteis dieron diera dieras diéramos dierais dieran diese dieses diésemos dieseis "
    "diesen dé",
    "ver": "veo vea veas veamos veáis vean veía veías veíamos veíais veían vi vio",
    "prever": "prevé prevés prevén preveo prevea preveas preveamos preveáis prevean preveía preveías preveíamos "
    "preveían",
    "saber": "sé",
    "decir": "di",
    "hacer": "haz",
    "erguir": "yergo yergues yergue yerguen yerga yergas yergan",
}
# Ends of infinitives that share their irregular stems: before -o and -a, of the preterite, of the future, participles.
FAMILIES = {
    "poner": ("pong", "pus", "pondr", "puest"),
    "tener": ("teng", "tuv", "tendr", ""),
    "venir": ("veng", "vin", "vendr", ""),
    "decir": ("dig", "dij", "dir", "dich"),
    "hacer": ("hag", "hic", "har", "hech"),
    "facer": ("fag", "fic", "far", "fech"),
    "traer": ("traig", "traj", "", ""),
    "ducir": ("duzc", "duj", "", ""),
    "caer": ("caig", "", "", ""),
    "oír": ("oig", "", "", ""),
    "salir": ("salg", "", "saldr", ""),
    "valer": ("valg", "", "valdr", ""),
    "saber": ("sep", "sup", "sabr", ""),
    "caber": ("quep", "cup", "cabr", ""),
    "haber": ("", "hub", "habr", ""),
    "poder": ("", "pud", "podr", ""),
    "querer": ("", "quis", "querr", ""),
    "andar": ("", "anduv", "", ""),
    "estar": ("", "estuv", "", ""),
    "asir": ("asg", "", "", ""),
    "ver": ("", "", "", "vist"),
    "abrir": ("", "", "", "abiert"),
    "cubrir": ("", "", "", "cubiert"),
    "scribir": ("", "", "", "scrit"),
    "solver": ("", "", "", "suelt"),
    "volver": ("", "", "", "vuelt"),
    "morir": ("", "", "", "muert"),
    "romper": ("", "", "", "rot"),
    "freír": ("", "", "", "frit"),
    "imprimir": ("", "", "", "impres"),
    "proveer": ("", "", "", "provist"),
}
ACCENTS = str.maketrans("aeiou", "áéíóú")
PLAIN = str.maketrans("áéíóú", "aeiou")


def parts(infinitive: str) -> tuple[str, str]:
    """The stem and the group of a verb."""
    return infinitive[:-2], infinitive[-2:].translate(PLAIN)


def join(stem: str, ending: str, group: str) -> str:
    """A stem with an ending, so spelt that the stem sounds as it did."""
    soft = ending[0] in "eéií"
    if group == "ar" and soft:
        for hard, spelt in (("gu", "gü"), ("g", "gu"), ("c", "qu"), ("z", "c")):
            if stem.endswith(hard):
                return stem[: -len(hard)] + spelt + ending
    if group != "ar" and not soft:
        for hard, spelt in (("gu", "g"), ("qu", "c"), ("g", "j"), ("c", "z")):
            if stem.endswith(hard):
                return stem[: -len(hard)] + spelt + ending
    if group != "ar" and ending[0] == "i":
        return stem_before_i(stem, ending)
    return stem + ending


def stem_before_i(stem: str, ending: str) -> str:
    """What an ending in i becomes after a vowel (leyó, leído), after ñ and ll (tiñó)."""
    glides = ending[1:2] in tuple("eéoó")
    if glides and re.search(r"([aeo]|(?<![gq])u)$", stem):
        return stem + "y" + ending[1:]
    if glides and re.search(r"(ñ|ll|j)$", stem):
        return stem + ending[1:]
    if stem[-1:] in tuple("aeo"):
        return stem + "í" + ending[1:]
    return stem + ending


def last_vowel(stem: str, changes: dict[str, str]) -> Iterator[str]:
    """The stem with its last vowel changed, if that one does."""
    # The u of gu and qu is none.
    found = re.search(r"([aeiou])((?:[^aeiou]|(?<=[gq])u)*)$", stem)
    if found and found[1] in changes:
        before, change = stem[: found.start()], changes[found[1]]
        if not before:
            change = {"ie": "ye", "ue": "hue"}.get(change, change)
        elif before[-1] == "g":
            change = {"ue": "üe"}.get(change, change)
        yield before + change + found[2]


def stressed_stems(stem: str, group: str) -> Iterator[str]:
    """The stems that may stand under stress."""
    yield stem
    yield from last_vowel(stem, {"e": "ie", "o": "ue", "u": "ue", "i": "ie"})
    if group == "ir":
        yield from last_vowel(stem, {"e": "í" if stem.endswith("e") else "i"})
    # A weak vowel beside another one: envío, continúa, reúne, prohíbe.
    if found := re.search(r"([iu])$|(?<=[aeo])h?([iu])[^aeiou]*$|([iu])(?=[^aeiou]+$)", stem):
        at = found.start(found.lastindex or 0)
        yield stem[:at] + stem[at].translate(ACCENTS) + stem[at + 1 :]


def yo_stems(stem: str, group: str) -> Iterator[str]:
    """The stems that may stand before -o and -a: conozco, luzca, huyo."""
    if group != "ar" and re.search(r"[aeiou]c$", stem):
        yield stem[:-1] + "zc"


def regular(infinitive: str) -> Iterator[str]:
    """The forms that follow from the letters alone."""
    stem, group = parts(infinitive)
    for ending in STRESSED[group].split():
        for changed in stressed_stems(stem, group):
            yield join(changed, ending, group)
        if ending[0] in "oa":
            yield from (changed + ending for changed in yo_stems(stem, group))
        # Stems in u and o take a y: huyo, oye.
        if group == "ir" and re.search(r"(?<![gq])u$|[üo]$", stem):
            yield stem.replace("ü", "u") + "y" + ending
    yield from (join(stem, ending, group) for ending in UNSTRESSED[group].split())
    if group != "ar":
        for changed in [stem, *yo_stems(stem, group), *raised_stems(stem, group)]:
            yield from (join(changed, ending, group) for ending in RAISED.split())
    yield from (infinitive.translate(PLAIN) + ending for ending in FUTURE.split())


def raised_stems(stem: str, group: str) -> Iterator[str]:
    """The stems with a raised vowel: pidió, durmió, rio."""
    if group == "ir":
        yield from last_vowel(stem, {"e": "i", "o": "u"})
        if stem.endswith("e"):
            yield stem[:-1]


def irregular(infinitive: str) -> Iterator[str]:
    """The forms that a verb has from its family or for itself."""
    yield from WHOLE.get(infinitive, "").split()
    for end, (present, preterite, future, _) in FAMILIES.items():
        if not infinitive.endswith(end):
            continue
        before = infinitive.removesuffix(end)
        if present:
            yield from (before + present + ending for ending in "o a as amos áis an".split())
        if preterite:
            yield from strong_preterite(before + preterite)
        if future:
            yield from (before + future + ending for ending in FUTURE.split())
            yield before + {"har": "haz", "far": "faz"}.get(future, future.rstrip("dr"))
            yield before + end[:-2].translate(ACCENTS)


def strong_preterite(stem: str) -> Iterator[str]:
    """The preterite that is stressed on the stem, and what goes with it: puse, pusieron, pusiera."""
    for ending in STRONG_PRETERITE.split():
        spelt = stem[:-1] + "z" if stem.endswith("c") and ending == "o" else stem
        yield spelt + ending
    yield from (stem_before_i(stem, ending) for ending in RAISED.split() if ending[0] == "i" and ending[1] != "ó")


def participles(infinitive: str) -> Iterator[tuple[str, str]]:
    """The participles of a verb, each with its masculine singular."""
    stem, group = parts(infinitive)
    ends = [end for end, family in FAMILIES.items() if family[3] and infinitive.endswith(end)]
    for participle in [infinitive.removesuffix(end) + FAMILIES[end][3] for end in ends] or [
        join(stem, "ad" if group == "ar" else "id", group)
    ]:
        yield from ((participle + ending, participle + "o") for ending in GENDERS.split())


def forms(infinitive: str) -> set[str]:
    """All forms that a verb may have, itself among them."""
    return {infinitive, *regular(infinitive), *irregular(infinitive), *(form for form, _ in participles(infinitive))}
