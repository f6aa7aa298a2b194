"""Places to take substitutes from, and what is known of the places they stand for.

    places.py CONCEPTS OUT

CONCEPTS is the `places.csv` that training/knowledge/taxonomies/places.py makes. Writes OUT/places*.table and
OUT/places.groups. What post offices call towns, states and counties is below, by hand: these are facts.
"""

import argparse
import csv
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

SPANISH = "ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY".split()
ENGLISH = "US GB CA AU IE NZ".split()
HOME = {*SPANISH, *ENGLISH}
SMALLEST = {"ES": 0, "GB": 1_000, "IE": 1_000, "US": 4_000}  # inhabitants from which a town is known
SMALLEST_HOME, SMALLEST_ELSEWHERE = 5_000, 40_000
STEPS = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000]  # size classes 0 to 8
EACH = {"ES": 60, "US": 60, "MX": 60}  # candidates of a size class
EACH_HOME, EACH_ELSEWHERE, LEAST = 40, 8, 12
SAME_NAME = {"US": 5, "elsewhere": 2}  # towns of one name in a country, the largest; in others one
WITHIN = 14  # candidates of a part of a country
# Digits of a postcode.
DIGITS = {
    "ES": 5, "MX": 5, "PE": 5, "CU": 5, "GT": 5, "CR": 5, "UY": 5, "HN": 5, "NI": 5, "DO": 5, "US": 5, "CO": 6,
    "EC": 6, "AR": 4, "VE": 4, "PY": 4, "PA": 4, "SV": 4, "CL": 7, "AU": 4, "NZ": 4, "FR": 5, "DE": 5, "IT": 5,
}
# Countries and parts of them that are not named with an article in either language and are one.
ARTICLE = re.compile(
    r"United|Republic|Islands|Netherlands|Philippines|Bahamas|Gambia|Emirates|Coast|Territor|Kingdom|Maldives|Comoros"
    r"|Vatican|State| and |Sudan|Saint|Seychelles|Unid|Congo|Svalbard|Sahara|Fe[dr]"
)
# First digits of postcodes by GeoNames' codes: Mexico two, Canada a letter, United States three.
MEXICO = """01=20 02=21,22 03=23 04=24 05=29,30 06=31,32,33 07=25,26,27 08=28 09=01,03,06,11,14 10=34,35 11=36,37,38
12=39,40,41 13=42,43 14=44,45,46,47,48 15=50,51,52 16=58,59,60 17=62 18=63 19=64,66,67 20=68,70 21=72,73,74 22=76
23=77 24=78,79 25=80,81,82 26=83,84,85 27=86 28=87,88,89 29=90 30=91,92,93,94 31=97 32=98,99"""
CANADA = "01=T 02=V 03=R 04=E 05=A 07=B 08=K,L,M,N,P 09=C 10=G,H,J 11=S 12=Y 13=X 14=X"
USA = """AL=350-369 AK=995-999 AZ=850-865 AR=716-729 CA=900-961 CO=800-816 CT=060-069 DE=197-199 DC=200-205
FL=320-349 GA=300-319 HI=967-968 ID=832-838 IL=600-629 IN=460-479 IA=500-528 KS=660-679 KY=400-427 LA=700-714
ME=039-049 MD=206-219 MA=010-027 MI=480-499 MN=550-567 MS=386-397 MO=630-658 MT=590-599 NE=680-693 NV=889-898
NH=030-038 NJ=070-089 NM=870-884 NY=100-149 NC=270-289 ND=580-588 OH=430-459 OK=730-749 OR=970-979 PA=150-196
RI=028-029 SC=290-299 SD=570-577 TN=370-385 TX=750-799 UT=840-847 VT=050-059 VA=220-246 WA=980-994 WV=247-268
WI=530-549 WY=820-831"""
AUSTRALIA = "02=2 07=3 04=4 05=5 08=6 06=7 01=26 03=08"
CANADIAN = "01=AB 02=BC 03=MB 04=NB 05=NL 07=NS 08=ON 09=PE 10=QC 11=SK 12=YT 13=NT 14=NU"
AUSTRALIAN = "02=NSW 07=VIC 04=QLD 05=SA 08=WA 06=TAS 01=ACT 03=NT"
# British counties with post towns and the letters of their postcodes.
BRITAIN = """
ENG Bedfordshire: Luton LU, Bedford MK, Dunstable LU, Leighton Buzzard LU
ENG Berkshire: Reading RG, Slough SL, Bracknell RG, Maidenhead SL, Newbury RG, Windsor SL
ENG Buckinghamshire: Aylesbury HP, High Wycombe HP, Milton Keynes MK, Buckingham MK
ENG Cambridgeshire: Cambridge CB, Peterborough PE, Ely CB, Huntingdon PE
ENG Cheshire: Chester CH, Crewe CW, Warrington WA, Macclesfield SK, Northwich CW
ENG Cornwall: Truro TR, Falmouth TR, Penzance TR, Newquay TR, Bodmin PL
ENG Cumbria: Carlisle CA, Kendal LA, Barrow in Furness LA, Penrith CA, Workington CA
ENG Derbyshire: Derby DE, Chesterfield S, Buxton SK, Matlock DE
ENG Devon: Exeter EX, Plymouth PL, Torquay TQ, Barnstaple EX, Tiverton EX
ENG Dorset: Bournemouth BH, Poole BH, Weymouth DT, Dorchester DT
ENG County Durham: Durham DH, Darlington DL, Hartlepool TS, Consett DH
ENG East Sussex: Brighton BN, Hastings TN, Eastbourne BN, Lewes BN
ENG Essex: Chelmsford CM, Colchester CO, Southend-on-Sea SS, Basildon SS, Harlow CM, Clacton-on-Sea CO
ENG Gloucestershire: Gloucester GL, Cheltenham GL, Stroud GL, Cirencester GL
ENG Greater London: London SE, Croydon CR, Bromley BR, Kingston upon Thames KT, Romford RM, Harrow HA, Ilford IG
ENG Greater Manchester: Manchester M, Bolton BL, Stockport SK, Oldham OL, Rochdale OL, Wigan WN, Bury BL
ENG Hampshire: Southampton SO, Portsmouth PO, Winchester SO, Basingstoke RG, Andover SP, Fareham PO
ENG Herefordshire: Hereford HR, Leominster HR, Ledbury HR
ENG Hertfordshire: Watford WD, Stevenage SG, Hemel Hempstead HP, Hertford SG, Hatfield AL
ENG Isle of Wight: Newport PO, Ryde PO, Cowes PO
ENG Kent: Maidstone ME, Canterbury CT, Dover CT, Ashford TN, Folkestone CT, Dartford DA, Gillingham ME
ENG Lancashire: Preston PR, Blackpool FY, Blackburn BB, Burnley BB, Lancaster LA, Chorley PR
ENG Leicestershire: Leicester LE, Loughborough LE, Hinckley LE, Melton Mowbray LE
ENG Lincolnshire: Lincoln LN, Grimsby DN, Boston PE, Grantham NG, Scunthorpe DN, Stamford PE
ENG Merseyside: Liverpool L, Birkenhead CH, Southport PR, St Helens WA, Bootle L
ENG Norfolk: Norwich NR, Great Yarmouth NR, Thetford IP, Cromer NR, Dereham NR
ENG North Yorkshire: York YO, Harrogate HG, Scarborough YO, Middlesbrough TS, Whitby YO, Northallerton DL
ENG Northamptonshire: Northampton NN, Kettering NN, Corby NN, Wellingborough NN, Daventry NN
ENG Northumberland: Hexham NE, Morpeth NE, Alnwick NE, Blyth NE
ENG Nottinghamshire: Nottingham NG, Mansfield NG, Newark on Trent NG, Worksop S
ENG Oxfordshire: Oxford OX, Banbury OX, Abingdon OX, Bicester OX, Witney OX
ENG Shropshire: Shrewsbury SY, Telford TF, Ludlow SY, Oswestry SY
ENG Somerset: Bath BA, Taunton TA, Yeovil BA, Bridgwater TA, Weston-super-Mare BS
ENG South Yorkshire: Sheffield S, Doncaster DN, Rotherham S, Barnsley S
ENG Staffordshire: Stoke-on-Trent ST, Stafford ST, Tamworth B, Burton upon Trent DE, Lichfield WS, Cannock WS
ENG Suffolk: Ipswich IP, Lowestoft NR, Bury St Edmunds IP, Felixstowe IP, Sudbury CO
ENG Surrey: Guildford GU, Woking GU, Epsom KT, Redhill RH, Farnham GU, Camberley GU
ENG Tyne and Wear: Newcastle upon Tyne NE, Sunderland SR, Gateshead NE, South Shields NE
ENG Warwickshire: Nuneaton CV, Rugby CV, Stratford-upon-Avon CV, Kenilworth CV
ENG West Midlands: Birmingham B, Coventry CV, Wolverhampton WV, Dudley DY, Walsall WS, Solihull B
ENG West Sussex: Crawley RH, Worthing BN, Chichester PO, Horsham RH
ENG West Yorkshire: Leeds LS, Bradford BD, Huddersfield HD, Wakefield WF, Halifax HX
ENG Wiltshire: Swindon SN, Salisbury SP, Trowbridge BA, Chippenham SN, Devizes SN
ENG Worcestershire: Worcester WR, Redditch B, Kidderminster DY, Malvern WR, Evesham WR
ENG East Yorkshire: Hull HU, Beverley HU, Bridlington YO, Goole DN
ENG Bristol: Bristol BS
SCT Lothian: Edinburgh EH, Livingston EH, Musselburgh EH, Bathgate EH
SCT Lanarkshire: Glasgow G, Motherwell ML, Hamilton ML, Airdrie ML, East Kilbride G
SCT Aberdeenshire: Aberdeen AB, Peterhead AB, Fraserburgh AB, Inverurie AB
SCT Tayside: Dundee DD, Perth PH, Arbroath DD, Forfar DD
SCT Fife: Dunfermline KY, Kirkcaldy KY, Glenrothes KY, St Andrews KY
SCT Ayrshire: Ayr KA, Kilmarnock KA, Irvine KA
SCT Renfrewshire: Paisley PA, Greenock PA, Johnstone PA
SCT Stirlingshire: Stirling FK, Falkirk FK, Grangemouth FK
SCT Dumfries and Galloway: Dumfries DG, Stranraer DG, Annan DG
SCT Highland: Inverness IV, Fort William PH, Thurso KW, Wick KW, Nairn IV
SCT Scottish Borders: Galashiels TD, Hawick TD, Kelso TD, Peebles EH
WLS South Glamorgan: Cardiff CF, Barry CF, Penarth CF
WLS West Glamorgan: Swansea SA, Neath SA, Port Talbot SA
WLS Mid Glamorgan: Merthyr Tydfil CF, Bridgend CF, Pontypridd CF, Caerphilly CF
WLS Gwent: Newport NP, Cwmbran NP, Ebbw Vale NP, Abergavenny NP
WLS Clwyd: Wrexham LL, Rhyl LL, Colwyn Bay LL, Llandudno LL
WLS Gwynedd: Bangor LL, Caernarfon LL, Holyhead LL
WLS Dyfed: Llanelli SA, Carmarthen SA, Aberystwyth SY, Haverfordwest SA
WLS Powys: Newtown SY, Brecon LD, Welshpool SY
NIR County Antrim: Belfast BT, Lisburn BT, Ballymena BT, Larne BT, Carrickfergus BT
NIR County Down: Bangor BT, Newry BT, Newtownards BT, Downpatrick BT
NIR County Londonderry: Derry BT, Coleraine BT, Limavady BT
NIR County Armagh: Armagh BT, Craigavon BT, Lurgan BT
NIR County Tyrone: Omagh BT, Dungannon BT, Strabane BT, Cookstown BT
"""
BRITISH = "Yorkshire=GB.ENG.north-yorkshire Middlesex=GB.ENG.greater-london Sussex=GB.ENG.east-sussex"
QUARTERS = set("Manhattan Brooklyn Queens Bronx Harlem Etobicoke Scarborough Chelsea Astoria Flushing Ironville".split())
# States as newspapers abbreviate them.
ABBREVIATED = """Ala=AL Ariz=AZ Ark=AR Calif=CA Colo=CO Conn=CT Del=DE Fla=FL Ill=IL Ind=IN Kan=KS Mass=MA Mich=MI Minn=MN
Miss=MS Mont=MT Neb=NE Nev=NV Okla=OK Ore=OR Penn=PA Penna=PA Tenn=TN Tex=TX Wash=WA Wis=WI Wyo=WY"""
SPECIAL = {"ł": "l", "ø": "o", "đ": "d", "ı": "i"}
BEFORE = re.compile(
    r"^(?:province|state|region|canton|community|comunidad|provincia|estado|región|distrito|cantón|departamento|gobernación|prefectura|óblast"
    r"|krai|voivodato|emirato|condado|zona) (?:of|del|de la|de) ",
    re.IGNORECASE,
)
AFTER = re.compile(
    r" (?:province|region|state|prefecture|oblast|governorate|area|municipality|emirate|voivodeship|district)$", re.I
)


def fold(text: str) -> str:
    """As the crate's `fold`: small letters without accents, one blank between words, no marks."""
    letters = (SPECIAL.get(c, c) for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[^\W_]+", "".join(letters)))


def size_class(inhabitants: int) -> int:
    """How many of the steps a town has passed."""
    return sum(inhabitants >= step for step in STEPS)


def pairs(text: str) -> dict[str, str]:
    """`a=b c=d` as a dictionary."""
    return dict(pair.split("=") for pair in text.split())


@dataclass
class Place:
    """A row of the concepts."""

    id: str
    parent: str
    name: str
    spanish: str
    others: list[str]
    size: int
    kind: str
    country: str = ""
    unit: str = ""
    names: dict[str, str] = field(default_factory=dict)


def read(path: Path) -> dict[str, Place]:
    """All concepts, each with its country and the smallest part of it that it lies in."""
    places = {}
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            others = [name for name in (row["synonyms"] + "|" + row["synonyms_es"]).split("|") if name]
            spanish = row["name_es"] or row["name"]
            places[row["id"]] = Place(
                row["id"], row["parent"].partition("|")[0], row["name"], spanish, others, int(row["size"] or 0), row["kind"]
            )
    for place in places.values():
        above = place
        while above and above.kind != "country":
            # Administrative counties of Britain are not what people write; those below by hand are.
            if above is not place and not place.unit and above.kind in ("province", "state"):
                place.unit = above.id
            above = places.get(above.parent)
        place.country = above.id if above else ""
    return places


def base(name: str) -> str:
    """The name of a part of a country without what it is called: `province of Soria` is `Soria`."""
    return AFTER.sub("", BEFORE.sub("", name))


@dataclass
class Unit:
    """A part of a country."""

    id: str
    above: str
    level: int
    english: str
    spanish: str
    short: str = ""
    codes: str = ""
    aliases: list[str] = field(default_factory=list)


def spread(codes: str) -> str:
    """`010-027` as the numbers from 010 to 027, others as they are."""
    first, dash, last = codes.partition("-")
    return ",".join(f"{n:03}" for n in range(int(first), int(last) + 1)) if dash else codes


def units_of(places: dict[str, Place]) -> dict[str, Unit]:
    """Parts of countries with what their postcodes begin with."""
    codes = {f"MX.{k}": v for k, v in pairs(MEXICO).items()} | {f"CA.{k}": v for k, v in pairs(CANADA).items()}
    codes |= {f"US.{k}": spread(v) for k, v in pairs(USA).items()} | {f"AU.{k}": v for k, v in pairs(AUSTRALIA).items()}
    short = {f"CA.{k}": v for k, v in pairs(CANADIAN).items()} | {f"AU.{k}": v for k, v in pairs(AUSTRALIAN).items()}
    short |= {f"US.{k}": k for k in pairs(USA)}
    units = {}
    for place in places.values():
        if place.kind not in ("state", "province") or not place.country:
            continue
        english, spanish = base(place.name), base(place.spanish)
        units[place.id] = Unit(
            place.id,
            place.unit,
            2 if place.kind == "province" else 1,
            english,
            spanish,
            short.get(place.id, ""),
            codes.get(place.id, place.id[3:] if place.kind == "province" else ""),
            # With what they are called before them they are understood word by word.
            [base(name) for name in [place.name, place.spanish, *place.others]],
        )
    # Provinces that are a community of their own have their numbers too.
    own = "ES-AS=33 ES-IB=07 ES-CB=39 ES-MD=28 ES-MC=30 ES-NC=31 ES-RI=26 ES-CE=51 ES-ML=52"
    for id, number in pairs(own).items():
        units[id].codes = number
    for line in BRITAIN.strip().splitlines():
        nation, _, rest = line.partition(" ")
        county = rest.partition(":")[0]
        id = f"GB.{nation}.{fold(county).replace(' ', '-')}"
        units[id] = Unit(id, f"GB.{nation}", 2, county, county, "", "", [county])
    for name, id in pairs(BRITISH).items():
        units[id].aliases.append(name)
    return units


def post_towns() -> dict[str, tuple[str, str]]:
    """British towns by their folded names: their county and the letters of their postcodes."""
    found = {}
    for line in BRITAIN.strip().splitlines():
        nation, _, rest = line.partition(" ")
        county, _, towns = rest.partition(":")
        for town in towns.split(","):
            name, _, area = town.strip().rpartition(" ")
            found.setdefault(fold(name), (f"GB.{nation}.{fold(county).replace(' ', '-')}", area))
    return found


def least(country: str) -> int:
    """From how many inhabitants towns of a country are known."""
    return SMALLEST.get(country, SMALLEST_HOME if country in HOME else SMALLEST_ELSEWHERE)


def table_of_towns(towns: list[Place]) -> list[str]:
    """Every name of every known town: country, part, size class, and the folded name it goes by if it is another."""
    lines: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
    known = [town for town in towns if town.size >= least(town.country)]
    own: dict[str, int] = {}
    for town in known:
        key = fold(town.name)
        own[key] = max(own.get(key, 0), town.size)
    for town in known:
        main = fold(town.name)
        where = f"{town.country}\t{town.unit.removeprefix(town.country)[1:]}\t{size_class(town.size)}"
        for name in dict.fromkeys(fold(name) for name in [town.name, town.spanish, *town.others]):
            # A name that another town has of its own is that town's.
            if name and (name == main or town.country == "ES" or own.get(name, 0) < town.size):
                lines[name].append((-town.size, where, "" if name == main else main))
    out = []
    for name, found in lines.items():
        seen: Counter[str] = Counter()
        # Another name of a large town of Spain comes before towns abroad that have it of their own.
        found.sort(key=lambda line: (not (line[2] and line[1].startswith("ES") and line[0] < -100_000), line))
        for _, where, main in found:
            country = where[:2] if where[:2] in HOME else "elsewhere"
            seen[country] += 1
            if seen[country] <= SAME_NAME.get(country, 1):
                out.append(f"{name}\t{where}" + (f"\t{main}" if main else ""))
    return sorted(out, key=lambda line: line.partition("\t")[0].encode())


def pool(towns: list[Place], each: int, wanted: int) -> list[Place]:
    """The towns of a size class, evenly over it; where they are few, the nearest in size besides."""
    towns = sorted(towns, key=lambda town: (-town.size, town.name))
    found = [town for town in towns if size_class(town.size) == wanted]
    found = found[:: -(-len(found) // each)] if found else []
    if len(found) < LEAST:
        middle = STEPS[min(wanted, len(STEPS) - 1)]
        near = sorted((town for town in towns if town not in found), key=lambda town: abs(town.size - middle))
        found += near[: LEAST - len(found)]
    return found


def is_beyond_spain(unit: str) -> bool:
    """Whether the postcodes of a part of Mexico begin with more than the provinces of Spain have: nobody who reads
    Spanish postcodes would take them for some, and nearly all addresses that move to Mexico come from Spain."""
    return unit.startswith("MX.") and int(unit[3:]) > 15


def is_candidate(town: Place) -> bool:
    """Whether a town may stand for another: a plain name."""
    name = shown(town)
    if not town.unit or len(name) > 22 or not re.fullmatch(r"[^\W\d_]{2,}(?:[ -][^\W\d_]+){0,3}", name):
        return False
    if is_beyond_spain(town.unit):
        return False
    # In Spain INE's municipalities are towns, the rest often quarters of one.
    if town.country == "ES" and not town.id.startswith("ES-"):
        return False
    # In America many are called like a person; capitals have another name in English.
    if town.country in SPANISH and town.country != "ES":
        return bool(re.fullmatch(r"(?:(?:San|Santa|Santo|Puerto|Villa|Los|Las|El|La|Nueva|Río) )?[^\W\d_]{4,}", name))
    # Elsewhere names of several words are mostly quarters.
    if town.country in ENGLISH and town.country != "GB":
        before = "San|Santa|Saint|Fort|Port|New|El|Los|Las|Des|Baton|Little|Grand|Sioux|Green|Cedar|Corpus|Ann|Santa"
        after = "City|Falls|Springs|Beach|Rapids|Bend|Rock|Bay|Haven"
        named = rf"(?:(?:{before}) )?[^\W\d_]{{4,}}|[^\W\d_]+ (?:{after})"
        return bool(re.fullmatch(named, name)) and name not in QUARTERS
    return len(name) > 3


def shown(town: Place) -> str:
    """The name by which a town stands for another: where people speak Spanish the Spanish one."""
    return town.spanish if town.country in SPANISH else town.name


def groups_of(towns: list[Place], units: dict[str, Unit]) -> list[str]:
    """Towns by country and size, and by part of a country; parts by country; countries like a country."""
    post, lines = post_towns(), []
    by_country: dict[str, list[Place]] = defaultdict(list)
    for town in towns:
        if town.country == "GB" and fold(town.name) not in post:
            continue
        if is_candidate(town) and town.size >= 1_000:
            by_country[town.country].append(town)
    for country, its in sorted(by_country.items()):
        each = EACH.get(country, EACH_HOME) if country in HOME else EACH_ELSEWHERE
        for size in range(len(STEPS) + 1) if country in HOME else range(4, len(STEPS) + 1):
            for town in pool(its, each, size):
                lines.append(f"town-{country}-{size}\t{shown(town)}\t{town.unit}")
        if country not in HOME:
            continue
        within: dict[str, list[Place]] = defaultdict(list)
        for town in sorted(its, key=lambda town: (-town.size, town.name)):
            within[town.unit].append(town)
        for unit, inside in sorted(within.items()):
            for town in inside[:WITHIN]:
                lines.append(f"within-{unit}\t{shown(town)}\t{size_class(town.size)}")
    for unit in units.values():
        if unit.id == "US.DC" or is_beyond_spain(unit.id):
            continue
        lines.append(f"units-{unit.id[:2]}-{unit.level}\t{unit.id}")
        if unit.above:
            lines.append(f"parts-{unit.above}\t{unit.id}")
    return lines


def countries_like(lands: dict[str, Place], towns: list[Place]) -> list[str]:
    """For each country those that can stand for it: of one language where it is ours, else of one part of the world."""
    peopled = {town.country for town in towns if is_candidate(town)}
    plain = {id for id, land in lands.items() if not ARTICLE.search(land.name) and id in peopled and land.size > 400_000}
    # Large ones are named more often: they have towns of every size.
    spanish = "ES MX AR PE CO MX CL CU PE GT MX AR CO EC VE".split()
    english = [id for id in ENGLISH if id not in ("US", "GB")]
    lines = []
    for id, land in sorted(lands.items()):
        if id in SPANISH or id in ENGLISH:
            like = spanish if id in SPANISH else english
        else:
            like = [other for other in sorted(plain) if lands[other].parent == land.parent and other not in HOME]
            if len(like) < 5:
                wide = {"caribbean": "CR PA HN NI SV GT", "northern-america": "CA", "south-america": "CL PE EC UY PY"}
                like += wide.get(land.parent, "PT GR HU FI DK PL" if "europe" in land.parent else "KE GH SN ZM").split()
        lines += [f"near-{id}\t{other}" for other in like if other != id]
    world = [id for id in sorted(plain) if lands[id].size > 3_000_000]
    return lines + [f"near-any\t{id}" for id in world]


def table_of_lands(lands: dict[str, Place]) -> list[str]:
    """Names of countries: code, and whether the name is English, Spanish or both; and codes: both names, digits."""
    lines = {}
    for id, land in lands.items():
        for name in [land.name, land.spanish, *land.others]:
            language = "b" if fold(land.name) == fold(land.spanish) else "e" if fold(name) == fold(land.name) else "s"
            lines.setdefault(fold(name), f"{fold(name)}\t{id}\t{language}")
        lines[f"={id}"] = f"={id}\t{land.name}\t{land.spanish}\t{DIGITS.get(id, '')}"
    lines.pop("", None)
    return sorted(lines.values(), key=lambda line: line.partition("\t")[0].encode())


def table_of_units(units: dict[str, Unit], towns: list[Place]) -> list[str]:
    """Names of parts of countries: code, and whether the name alone means the part; and codes: what is above, names,
    letters, what postcodes begin with."""
    largest: dict[str, int] = {}
    for town in towns:
        for name in [town.name, town.spanish, *town.others]:
            largest[fold(name)] = max(largest.get(fold(name), 0), town.size)
    lines: dict[str, tuple[tuple[int, int], str]] = {}
    order = {country: rank for rank, country in enumerate(["ES", "US", "GB", "MX", "AR", "CO", "CA", "AU", "CL", "PE"])}
    for unit in units.values():
        country = unit.id[:2]
        rank = (order.get(country, 99), unit.level)
        for name in dict.fromkeys(fold(name) for name in unit.aliases):
            alone = "1" if largest.get(name, 0) < (60_000 if country in ("ES", "US", "GB", "AU", "CA") else 5_000) else ""
            if name and (name not in lines or lines[name][0] > rank):
                lines[name] = rank, f"{name}\t{unit.id}\t{alone}"
        if unit.short:
            name = unit.short.lower()
            if f"~{name}" not in lines or lines[f"~{name}"][0] > rank:
                lines[f"~{name}"] = rank, f"~{name}\t{unit.id}"
        for name, letters in pairs(ABBREVIATED).items():
            if unit.id == f"US.{letters}":
                lines[f"~{fold(name)}"] = rank, f"~{fold(name)}\t{unit.id}"
        lines[f"={unit.id}"] = (
            rank,
            f"={unit.id}\t{unit.above}\t{unit.english}\t{unit.spanish}\t{unit.short}\t{unit.codes}",
        )
    return sorted((line for _, line in lines.values()), key=lambda line: line.partition("\t")[0].encode())


def write(path: Path, what: str, lines: Iterable[str]) -> None:
    """A list with a remark at its start."""
    lines = list(lines)
    path.write_text(f"# {what}\n" + "\n".join(lines) + "\n")
    print(f"{path.name}: {len(lines)} lines, {path.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("concepts", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    places = read(options.concepts)
    units = units_of(places)
    towns = [place for place in places.values() if place.kind == "town" and place.country]
    lands = {place.id: place for place in places.values() if place.kind == "country" and len(place.id) == 2}
    post = post_towns()
    for town in sorted(towns, key=lambda town: -town.size):
        if town.country == "GB" and fold(town.name) in post and post[fold(town.name)][0].startswith(town.unit):
            town.unit = post[fold(town.name)][0]
    exonyms = {fold(town.name): f"{fold(town.name)}\t{town.spanish}" for town in towns if town.spanish != town.name and town.country not in SPANISH}
    write(options.out / "places.table", "Towns: folded name, country, part of it, size class, other name", table_of_towns(towns))
    write(options.out / "places-lands.table", "Countries by name and by code", table_of_lands(lands))
    write(options.out / "places-units.table", "Parts of countries by name, by letters and by code", table_of_units(units, towns))
    write(options.out / "places-spanish.table", "Spanish names of towns", sorted(exonyms.values(), key=str.encode))
    areas = [f"{name}\t{area}" for name, (_, area) in post.items()]
    write(options.out / "places-areas.table", "Letters that postcodes of British towns begin with", sorted(areas))
    groups = groups_of(towns, units) + countries_like(lands, towns)
    write(options.out / "places.groups", "Towns, parts of countries and countries that can stand for others", groups)


if __name__ == "__main__":
    main()
