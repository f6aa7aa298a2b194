"""What institutions are called: assets/pseudonyms/institutions.table and institutions.groups.

    institutions.py GAZETTEERS ASSETS

GAZETTEERS is the folder of en.tsv and es.tsv that training/entities/gazetteers.py wrote. The table holds the words that
say what an institution is, which stay as they are; the groups hold invented names. What the gazetteers have as a town,
a hospital, an organisation or a building is left out, and so is every word of a name of a hospital or an organisation:
no invented name is a real one of our lists. Towns that real ones are called by are in the table, so that no other is
called by them. All lists are our own.
"""

import argparse
import random
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "entities"))
from words import HAND, phrases  # noqa: E402

NAMED = {"hospital", "organisation", "building"}
REAL = NAMED | {"town1", "town2", "region", "country", "province", "geography", "person"}

KINDS = """hospital, hospitales, hospitals, hosp, hptal, hopital, h, hu, hgu, hcu, hru, huf, hg, ch, chu, cs, cap,
        csm, usm, pac, suap, ces, complejo, complexo, hospitalario, hospitalaria, asistencial, assistencial, xarxa,
        clinica, clinicas, clinic, clinics, clinique, sanatorio, sanatorium, policlinica, policlinico, maternidad,
        residencia, residencias, fundacio, fundacion, instituto, institutos, institute, institut, mutua, centro,
        centros, center, centre, centers, centres, sanitario, sanitaria, sanitat, salud, sanidad, atencion,
        primaria, dia, mayores, ancianos, ambulatorio, consultorio, dispensario, unidad, servicio, servicios,
        departamento, seccion, area, catedra, laboratorio, laboratorios, urgencias, facultad, escuela, division,
        jefatura, gerencia, universidad, universidade, universitat, university, college, colegio, oficial, academia,
        academy, real, royal, asociacion, sociedad, federacion, confederacion, sindicato, partido, union, liga,
        club, banco, caja, caixa, compania, cia, empresa, grupo, corporacion, consorcio, consorci, agencia,
        comision, comite, camara, congreso, senado, parlamento, cortes, policia, guardia, ejercito, delegacion,
        direccion, secretaria, subdelegacion, organismo, organizacion, cooperativa, editorial, diario, periodico,
        revista, radio, television, cadena, productora, museo, teatro, orquesta, iglesia, parroquia, monasterio,
        catedral, convento, observatorio, plataforma, frente, movimiento, brigada, embajada, consulado, registro,
        notaria, bufete, despacho, penitenciario, prision, comisaria, institucion, patronato, casa, hermandad,
        cofradia, ministerio, consejeria, conselleria, consejo, ayuntamiento, diputacion, gobierno, junta,
        generalitat, xunta, comunidad, tribunal, juzgado, juzgados, audiencia, fiscalia, sala, edificio, palacio,
        ciudad, sa, sl, slu, sau, scoop, sc, cf, fc, ud, cd, ltd, limited, plc, llc, llp, inc, co, corp,
        corporation, company, gmbh, ag, spa, bv, ab, as, oy, nv, kg, group, holdings, holding, sons, brothers,
        partners, planta, pabellon, modulo, edif, puerta, zona, distrito, no, num, n, numero, number, infirmary,
        hospice, medical, med, ctr, health, healthcare, system, systems, nursing, home, homes, house, care,
        rehabilitation, rehab, nhs, foundation, trust, surgery, practice, group, family, walk, va, memorial,
        department, dept, division, unit, section, service, services, laboratory, laboratories, lab, labs, office,
        bureau, faculty, school, schools, branch, directorate, registry, ministry, court, courts, tribunal,
        commission, committee, council, assembly, parliament, senate, congress, government, prosecutor, prosecutors,
        police, station, army, navy, force, regiment, battalion, society, association, federation, confederation,
        league, party, bank, agency, board, authority, chamber, church, cathedral, abbey, museum, theatre, theater,
        orchestra, studio, studios, records, pictures, press, newspaper, magazine, journal, broadcasting, network,
        channel, airlines, airways, railway, railroad, motors, insurance, pharmaceuticals, technologies,
        enterprises, prison, remand, detention, embassy, consulate, fund, industries, organisation, organization,
        state, statutory, union, high, middle, elementary, primary, secondary, preschool, kindergarten, nursery,
        shelter, village, retirement, senior, living, assisted, manor, lodge, towers, court, fire, sheriff,
        constabulary, ambulance, life, flight, transport, logistics, construction, plumbing, landscaping, hardware,
        bakery, auto, body, shipyard, garage, farm, farms, foods, brewery, mill, mills, works, factory, store,
        stores, supermarket, restaurant, cafe, hotel, inn, law, firm, solicitors, associates, consulting,
        consultants, management, solutions, software, security, correctional, facility, jail, penitentiary,
        institution, veterans, affairs, team, teams, centre, consultorios, planeamiento, hermanos, hijos, e,
        conference, convention, secretariat, mission, delegation, directorate, institution, inspectorate, panel,
        bar, military, militar, civil, forense, legal, hall, gospel, mosque, synagogue, temple, parish, diocese,
        charity, alliance, coalition, front, movement, campaign, action, project, programme, program, initiative,
        forum, centro, poblacion, gabinete, comandancia, cuartel, batallon, regimiento, conservatorio, guarderia,
        parvulario, taller, talleres, supermercado, supermercados, restaurante, bar, hostal, transportes,
        construcciones, conservas, astilleros, bodegas, farmacia, optica, gimnasio, piscina, asesoria, gestoria,
        inmobiliaria, seguros, aseguradora, ferreteria, panaderia, polideportivo, ludoteca, tanatorio, geriatrico,
        geriatrica, psiquiatrico, psiquiatrica, penal, instruccion, instancia, primera, menores, mercantil, roofing,
        diner, pharmacy, rescue, county, first, instance, principal, chief, staff, visiting, nurse, nurses,
        instruments, scientific, baptist, methodist, catholic, presbyterian, lutheran, adventist, joint, center,
        psychiatric, resolucion, alta, especialidades, universitaria, clinico, consultas, externas, medico, forense,
        geriatrics, hospitalari, sanitari, parc, treatment, recovery, hospitalisation, grand, panel, senate, trade,
        workers, chemists, estates, electrics, flooring, painting, paving, catering, trucking, haulage, freight,
        electric, heating, tree, lawn, pet, salon, spa, gym, fitness, dairy, orchards, vineyards, nurseries, lumber,
        steel, textiles, printing, publishing, bookshop, books, media, agency, realty, properties, housing,
        services, rail, railways, port, airport, post, line, lines, marine, naval, air, aviation, aerospace,
        telecom, telecommunications, republic, republica, minister, president, municipality, treasury, armed,
        forces, benefits, lands, univ, highways, cemetery, counsel, democratic, people, peoples, liberation, front,
        republican, labor, labour, green, greens, contencioso, administrativo, supremo, constitucional, nacional,
        estatal, publico, publica, privado, privada, superior, justicia, ciudad, asistencia, equipo, brigadas,
        policial, local"""
SPECIALTIES = {
    "es": """Cirugía, Rehabilitación, Urología, Neumología, Cardiología, Neurología, Nefrología, Dermatología,
        Oftalmología, Oncología, Pediatría, Psiquiatría, Traumatología, Reumatología, Hematología, Endocrinología,
        Ginecología, Radiología, Geriatría, Alergología, Odontología, Farmacología, Fisioterapia, Anestesiología,
        Inmunología, Microbiología, Hepatología, Estomatología, Podología, Logopedia""",
    "en": """Urology, Pulmonology, Cardiology, Neurology, Nephrology, Dermatology, Ophthalmology, Oncology,
        Pediatrics, Psychiatry, Orthopedics, Rheumatology, Hematology, Endocrinology, Gynecology, Radiology,
        Geriatrics, Immunology, Dentistry, Pharmacology, Physiotherapy, Anesthesiology, Microbiology, Hepatology,
        Podiatry, Neonatology""",
}
TOPICS = {
    "es": """Educación, Cultura, Agricultura, Defensa, Sanidad, Hacienda, Trabajo, Industria, Interior, Fomento,
        Economía, Comercio, Turismo, Derecho, Medicina, Farmacia, Enfermería, Veterinaria, Filosofía, Historia,
        Geografía, Química, Física, Biología, Matemáticas, Psicología, Sociología, Arquitectura""",
    "en": """Education, Culture, Agriculture, Defence, Finance, Labour, Industry, Transport, Economy, Trade,
        Tourism, Law, Medicine, Pharmacy, Philosophy, History, Geography, Chemistry, Physics, Biology, Mathematics,
        Psychology, Sociology, Architecture, Engineering, Justice, Housing, Fisheries, Forestry, Energy, Statistics""",
}
RANKS = {
    "es": "General, Comarcal, Provincial, Regional, Central, Territorial, Insular, Municipal, Local",
    "en": "General, Regional, Central, District, County, Community, Municipal, Metropolitan, Provincial, National",
    "es-m": "Universitario, Clínico, Metropolitano, Docente, Comunitario",
    "es-f": "Universitaria, Metropolitana, Docente, Comunitaria",
    "courts-en": """Supreme, Constitutional, Administrative, Criminal, Civil, Commercial, Superior, Juvenile,
        Appellate, Martial, Electoral""",
    "courts-es": "Civil, Militar, Penal, Mercantil, Laboral, Criminal",
    "appeal-en": "Appeal, Cassation, Auditors, Arbitration, Review",
}
# Kinds that can be changed for one another where nothing else can, by group.
ALIKE = {
    "centre-m-es": "Centro, Complejo, Instituto, Gabinete",
    "house-m-es": "Edificio, Palacio, Pabellón",
    "court-m-es": "Juzgado, Tribunal",
    "clinic-f-es": "Clínica, Policlínica, Consulta",
    "home-f-es": "Residencia, Casa, Ciudad",
    "school-f-es": "Escuela, Facultad, Academia",
    "centre-en": "Center, Institute, Clinic",
    "court-en": "Court, Tribunal",
    "office-en": "Department, Office, Division, Bureau, Agency, Directorate, Authority",
    "body-en": "Council, Committee, Board, Commission, Assembly",
    "village-en": "Village, Park, Lodge, House",
}
# Words that can be changed for others, but that none is changed for.
CHANGED = {
    "topic": """foreign, internal, insurance, revenue, tax, exteriores, immigration, employment, welfare, youth,
        planning, ciencias, economics""",
    "specialty": "toxicologia, maternity, childrens, womens, psychiatric, rehabilitation",
    "rank": """public, city, federal, infantil, materno, international, nacional, estatal, autonomico, universitari,
        provincials""",
    "courts": "social, high, assize, appeals, magistrates, crown, labour",
}
# Words that say more about a specialty or a topic; they go where it is changed.
MORE = {
    "specialty": """interna, preventiva, intensiva, intensivos, cuidados, digestivo, aparato, maxilofacial, oral,
        vascular, toracica, cardiovascular, plastica, reparadora, estetica, infantil, materno, mental,
        otorrinolaringologia, transfusion, transfusiones, sanguinea, hematologia, hemoterapia, toxicologia,
        parapléjicos, psicosocial, diagnostico, imagen, anatomia, patologica, nuclear, obstetricia, neonatologia,
        neurocirugia, alergia, genetica, nutricion, deporte, deportivo, deportiva, medico, medica, ciencias,
        investigacion, investigaciones, oncologicas, oncologico, oftalmologica, oftalmologico, pericias,
        farmaceutica, enfermedades, infecciosas, reproduccion, asistida, dental, dentistry, surgery, internal,
        medicine, eye, ear, heart, cancer, children, childrens, womens, women, maternity, mental, behavioral,
        behavioural, physical, therapy, family, imaging, diagnostic, diagnostics, sports, pain, sleep, stroke,
        trauma, burns, skin, bone, joint, spine, orthopaedic, orthopedic, orthopaedics, paediatrics, gynaecology,
        haematology, anaesthesia, obstetrics, psychological, occupational, speech, vision, hearing, dialysis,
        fertility, transfusion, blood, cardiac, vascular, renal, thoracic, infectious, diseases""",
    "topic": """affairs, internos, estudios, estudio, tecnologia, tecnicas, politica, politicas, social, sociales,
        seguridad, medio, ambiente, exteriores, asuntos, igualdad, empleo, vivienda, obras, publicas, humanas,
        humanos, derechos, ciencia, arte, artes, bellas, musica, danza, idiomas, letras, information, environment,
        foreign, human, rights, social, security, welfare, science, sciences, arts, art, music, language, languages,
        technology, public, interior, home, revenue, tax, customs, pensions, roads, employment, insurance, food,
        economics, immigration, children, families, youth, sport, planning, building, water, electricity, gas""",
}
LINKS = """de, del, la, las, los, el, y, i, e, en, para, a, al, con, por, the, of, and, for, at, in, on, d, l, s,
        to, with, by, lo, els, les, der, des, du, von, und, et"""
MARKERS = {
    "saint-m": "san, sant, s",
    "saint-f": "santa, sta",
    "saint-o": "santo, sto",
    "saint": "st, saint, saints, sts",
    "virgin": "virgen, verge, nuestra, ntra, señora, sra, nuestro, senora",
    "title": "dr, dra, doctor, doctora, prof, profesor, profesora, don, mr, mrs, sir",
}

SAINTS_M = """Audito, Baudelio, Celerino, Dacio, Emeterio, Frutos, Gaudioso, Hermógenes, Indalecio, Kilian, Lesmes,
        Mamés, Olegario, Quirico, Rosendo, Segundino, Urbicio, Wistano, Zoilo, Abdón, Adelelmo, Anacleto, Baldomero,
        Canuto, Crispín, Dimas, Eufrasio, Gumersindo, Hilarión, Jacobo, Liborio, Macario, Nicéforo, Odilón,
        Pancracio, Romualdo, Saturio, Teódulo, Ubaldo, Veremundo, Wilfredo, Zenón, Atilano, Braulio, Columbano,
        Desiderio, Eladio, Feliciano, Gervasio, Heladio, Isacio, Leandrino, Metodio, Nilamón, Optato, Policarpo,
        Quintín, Restituto, Sisebuto, Torcuato, Valeriano, Zósimo"""
SAINTS_F = """Olalla, Basilisa, Casilda, Dorotea, Emerenciana, Felicitas, Gadea, Hermelinda, Iria, Leocadia,
        Marciana, Nunilo, Orosia, Potenciana, Quiteria, Rufina, Sabina, Tecla, Ursicina, Verania, Walburga, Xenia,
        Zita, Áurea, Benilde, Columba, Digna, Engracia, Florentina, Hilaria, Librada, Maura, Ninfa, Otilia,
        Perpetua, Radegunda, Serena, Tarsila, Úrsula, Victorina, Anatolia, Balbina, Clotilde, Domitila, Eufemia,
        Faustina, Genoveva, Hildegarda, Isaura, Liduvina, Melania, Natalia, Obdulia, Petronila, Rosalía, Sinforosa,
        Trifonia, Valentina"""
SAINTS_O = """Toribio del Valle, Tomé del Río, Domingo de la Vega, Toribio del Soto, Tomé de la Loma, Domingo del
    Prado, Tomé del Olmo, Toribio de la Fuente"""
VIRGINS = """del Arroyo, de la Encina Alta, del Robledal, de la Fuente Clara, del Collado, de los Olmos, de la
        Ribera Alta, del Espinar, de la Alameda, del Soto, de las Lomas, del Manzanar, de la Umbría, del Avellano,
        de los Almendros, de la Colina, del Pinar Alto, de la Zarza, del Tomillar, de la Pradera, del Romeral, de la
        Cañada, del Castañar, de las Eras, de la Solana, del Chopo, de la Hiedra, del Molino Viejo, de los Sauces,
        de la Nogalera, del Hayedo, de la Vereda, del Acebo, de los Trigales, de la Retama, del Brezal, de la
        Alborada, del Sauce, de la Dehesa, del Tilo"""
NOUNS = {
    "ms": """Robledal, Olmedal, Encinar, Tomillar, Avellanar, Castañar, Romeral, Jaral, Acebal, Hayedo, Sauzal,
        Almendral, Membrillar, Alcornocal, Naranjal, Limonar, Piornal, Madroñal, Ciruelar, Manantial, Remanso,
        Mirador, Lagar, Trigal, Zarzal, Abedular, Fresnedal, Espinar, Brezal, Palmeral, Manzanar, Cerezal, Juncal,
        Cañaveral, Arroyo Claro, Prado Largo, Molino Nuevo, Collado Verde, Soto Alto""",
    "fs": """Alameda, Arboleda, Fresneda, Olmeda, Rosaleda, Pradera, Umbría, Solana, Colina, Ladera, Nogalera,
        Alborada, Concordia, Templanza, Serenidad, Bonanza, Cañada, Dehesa, Fontana, Hiedra, Lavanda, Madreselva,
        Noria, Pineda, Retama, Senda, Vereda, Yedra, Zarza, Amapola, Brisa, Cascada, Azucena, Campiña, Llanura,
        Arboleda Alta, Fuente Clara, Ribera Alta""",
    "mp": """Almendros, Tilos, Sauces, Castaños, Robles, Fresnos, Abedules, Nogales, Cerezos, Manzanos, Perales,
        Romeros, Jazmines, Claveles, Girasoles, Trigales, Juncos, Arces, Acebos, Madroños, Membrillos, Avellanos,
        Limoneros, Pinares, Ciruelos, Rosales""",
    "fp": """Encinas, Acacias, Lomas, Adelfas, Amapolas, Azucenas, Camelias, Hortensias, Jacarandas, Lilas,
        Magnolias, Mimosas, Moreras, Retamas, Violetas, Zarzas, Praderas, Colinas, Alamedas, Veredas, Cañadas""",
}
PLACES_ES = (
    "Valde, Fuente, Monte, Villa, Peña, Nava, Torre, Castro, Campo, Puente, Mira, Roca",
    """brezo, sauce, jara, tomillo, almendro, junco, serena, acebo, espino, retama, zarza, romero, hiedra, avellano,
        trigo, menta, chopo, salvia, genista, cardo""",
)
SAINTS_EN = """Osyth, Wendreda, Aldhelm, Mildred, Etheldreda, Frideswide, Wulfstan, Petroc, Piran, Neot, Cuthman,
        Erkenwald, Guthlac, Botolph, Alphege, Dunstan, Oswin, Eanswythe, Winifred, Cedd, Swithun, Bega, Kentigern,
        Mungo, Ninian, Brannock, Congar, Decuman, Endelienta, Germoe, Keyne, Ludgvan, Mabyn, Nectan, Ouen, Pega,
        Rumon, Sativola, Tudy, Urith, Wenna, Werburgh, Wilfrid, Adrian, Blaise, Crispin, Eustace, Giles, Hilda, Ivo,
        Lambert, Odile, Quentin, Remigius, Sebald, Theodora, Ursula, Vedast, Walburga, Zita"""
PLACES_EN = (
    """Oak, Ash, Elm, Brook, Stone, Wych, Hazel, Fern, Heath, Marl, Thorn, Larch, Rowan, Alder, Birch, Wren, Lark,
        Swan, Hart, Raven, Sable, Amber, Copper, Silver, North, West, Lin, Mere, Glen, Holly""",
    """field, mere, wick, combe, holt, stead, thorpe, bourne, hurst, minster, gate, mead, worth, fold, crest, haven,
        march, well""",
)
BRANDS = (
    """Vel, Cor, Nor, Tal, Zen, Lum, Arv, Bel, Dor, Fen, Gal, Hel, Kor, Lor, Mer, Pel, Quin, Ral, Sol, Tor, Ver,
        Xan, Bran, Dal, Mir, Ost""",
    """tria, vanta, mex, dine, vion, nova, dara, fera, gen, lis, tona, vex, zano, mina, rica, well, dell, bury,
        sett, mond""",
)
COINED = 260


def fold(text: str) -> str:
    """As the library folds: small letters, no accents, no marks."""
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in plain).split())


def coined(pair: tuple[str, str]) -> list[str]:
    """Beginnings and ends put together, in an order that tells nothing."""
    names = [first + last for first in phrases(pair[0]) for last in phrases(pair[1]) if first[-1] != last[0]]
    random.Random(8).shuffle(names)
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gazetteers", type=Path)
    parser.add_argument("assets", type=Path)
    arguments = parser.parse_args()

    real, named, towns = set(), set(), set()
    for language in "en", "es":
        for line in (arguments.gazetteers / f"{language}.tsv").read_text().splitlines():
            phrase, kind = line.split("\t")
            real |= {fold(phrase)} if kind in REAL else set()
            named |= {word for word in fold(phrase).split() if len(word) > 3} if kind in NAMED else set()
            before, link, town = fold(phrase).replace(" of ", " de ").rpartition(" de ")
            towns |= {town.removeprefix("la ")} if kind in NAMED and before and link else set()

    table: dict[str, tuple[str, str]] = {}
    for base, lists in ("specialty", SPECIALTIES), ("topic", TOPICS):
        for block in lists.values():
            table.update({fold(word): ("generic", base) for word in phrases(block)})
        for word in phrases(MORE[base]):
            table.setdefault(fold(word), ("more", ""))
    for base, block in CHANGED.items():
        table.update({fold(word): ("generic", base) for word in phrases(block)})
    for name, block in RANKS.items():
        bases = {"courts-es": "courts", "courts-en": "courts", "es-m": "form-m", "es-f": "form-f", "appeal-en": "appeal"}
        base = bases.get(name, "rank")
        for word in phrases(block):
            table.setdefault(fold(word), ("generic", base))
    kinds = phrases(KINDS)
    for language in "en", "es":
        for name in "hospital-word", "health-centre-word", "department-word", "organisation-word":
            kinds += [word for phrase in HAND[language].get(name, []) for word in phrase.split()]
    for word in kinds:
        table.setdefault(fold(word), ("kind", ""))
    for marker, block in MARKERS.items():
        table.update({fold(word): ("marker", marker) for word in phrases(block)})
    for name, block in ALIKE.items():
        table.update({fold(word): ("generic", name[:-3]) for word in phrases(block)})
    table.update({fold(word): ("link", "") for word in phrases(LINKS)})
    for word in ["", *phrases("""cruz, roja, red, cross, united, parc, tauli, puerta, body, front, frente, casa,
        ciudad""")]:
        if table.get(word, ("kind", ""))[0] == "kind":
            table.pop(word, None)
    for word in phrases("body, frente, front"):
        table[word] = ("kind", "")

    # Where a real one is called by its town, another must not be.
    for town in towns:
        table.setdefault(town, ("real", ""))

    groups: dict[str, list[str]] = {
        "saint-m": phrases(SAINTS_M),
        "saint-f": phrases(SAINTS_F),
        "saint-o": phrases(SAINTS_O),
        "saint": phrases(SAINTS_EN),
        "virgin": phrases(VIRGINS),
        **{f"noun-{form}": phrases(block) for form, block in NOUNS.items()},
        "name-es": coined(PLACES_ES),
        "name-en": coined(PLACES_EN),
        "brand": coined(BRANDS),
    }
    for name, names in groups.items():
        # A saint or a tree is as real as any; what must not be is a hospital or an organisation called so.
        is_coined = name in ("name-es", "name-en", "brand")
        kept = [one for one in names if fold(one) not in (real if is_coined else named)]
        kept = [one for one in kept if not set(fold(one).split()) & (named if name != "virgin" else set())]
        groups[name] = kept[:COINED]
    for language in "es", "en":
        groups[f"specialty-{language}"] = phrases(SPECIALTIES[language])
        groups[f"topic-{language}"] = phrases(TOPICS[language])
        groups[f"rank-{language}"] = phrases(RANKS[language])
    groups |= {"form-m-es": phrases(RANKS["es-m"]), "form-f-es": phrases(RANKS["es-f"])}
    groups["courts-es"] = phrases(RANKS["courts-es"])
    groups |= {"courts-en": phrases(RANKS["courts-en"]), "appeal-en": phrases(RANKS["appeal-en"])}

    groups |= {name: phrases(block) for name, block in ALIKE.items()}

    lists = [names for name, names in groups.items() if name.startswith(("saint", "virgin", "noun", "name", "brand"))]
    invented = [one for names in lists for one in names]
    shared = [one for one in invented if fold(one) in real and set(fold(one).split()) & named]
    rows = sorted(f"{key}\t{kind}\t{base}\n" for key, (kind, base) in table.items())
    head = "# Words of which the names of institutions are made: key, what it is, and what it can be changed for.\n"
    (arguments.assets / "institutions.table").write_text(head + "".join(rows))
    head = "# Invented names of institutions, and words that can be changed for one another.\n"
    lines = [f"institution-{name}\t{one}\n" for name, names in groups.items() for one in names]
    (arguments.assets / "institutions.groups").write_text(head + "".join(lines))
    print(len(rows), "words;", ", ".join(f"{name} {len(names)}" for name, names in groups.items()))
    print("invented names that are names of our lists:", len(shared))


if __name__ == "__main__":
    main()
