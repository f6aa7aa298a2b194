"""Word lists of our own: what names of people, places and organisations are made of, in English and Spanish.

Lists are written as blocks of phrases divided by commas. Where both genders of a Spanish word are wanted it is written
`médico/a`, `doctor/a`, `hijos/as`; the reader below spells them out.
"""


def phrases(block: str) -> list[str]:
    """The phrases of a block, divided by commas and line ends; `médico/a` stands for `médico` and `médica`."""
    found: list[str] = []
    for phrase in block.split(","):
        phrase = " ".join(phrase.split())
        stem, _, ending = phrase.rpartition("/")
        if stem and ending in ("a", "as"):
            found += [stem, (stem if stem.endswith(("r", "l")) else stem[: -len(ending)]) + ending]
        elif phrase:
            found.append(phrase)
    return found


KINSHIP_ES = set(
    phrases(
        """madre, padre, padres, madres, papá, mamá, papás, mamás, progenitor/a, progenitores, hijo/a, hijos/as,
        hijastro/a, hijastros, hermano/a, hermanos, hermanas, hermanastro/a, gemelo/a, gemelos, gemelas, mellizo/a,
        mellizos, mellizas, abuelo/a, abuelos, abuelas, bisabuelo/a, bisabuelos, nieto/a, nietos, nietas,
        bisnieto/a, tío/a, tíos, tías, tio, tia, primo/a, primos, primas, sobrino/a, sobrinos, sobrinas, esposo/a,
        esposos, marido, mujer, cónyuge, cónyuges, pareja, parejas, novio/a, compañero/a, viudo/a, suegro/a,
        suegros, yerno, nuera, cuñado/a, cuñados, cuñadas, padrastro, madrastra, consuegro/a, padrino, madrina,
        ahijado/a, familiar, familiares, pariente, parientes, tutor/a, tutores, exmarido, exmujer, expareja,
        primogénito/a, ascendientes, descendientes, huérfano/a, hijas, familia"""
    )
)
SEX_ES = set(
    phrases(
        """varón, varones, mujer, mujeres, hombre, hombres, masculino, femenino, masculina, femenina, niño, niña, niños,
        niñas, varon, hembra, chico, chica, señor, señora, transexual"""
    )
)
STAFF_ES = phrases(
    """médico/a, doctor/a, enfermero/a, auxiliar de enfermería, cirujano/a, anestesista, anestesiólogo/a, pediatra,
    neurólogo/a, cardiólogo/a, oncólogo/a, urólogo/a, radiólogo/a, patólogo/a, ginecólogo/a, psiquiatra,
    psicólogo/a, traumatólogo/a, fisioterapeuta, matrona, dermatólogo/a, oftalmólogo/a, internista, intensivista,
    hematólogo/a, nefrólogo/a, neumólogo/a, endocrinólogo/a, digestólogo/a, reumatólogo/a, geriatra,
    rehabilitador/a, farmacéutico/a, odontólogo/a, dentista, trabajador social, trabajadora social, celador/a,
    médico de familia, médico de cabecera, médico de atención primaria, facultativo/a, residente,
    otorrinolaringólogo/a, microbiólogo/a, epidemiólogo/a, estomatólogo/a, podólogo/a, logopeda"""
)

HAND: dict[str, dict[str, list[str]]] = {"en": {}, "es": {}}
EN, ES = HAND["en"], HAND["es"]

ES["kinship"] = sorted(KINSHIP_ES)
EN["kinship"] = phrases(
    """mother, father, parents, parent, mum, mom, dad, son, sons, daughter, daughters, child, children, brother,
    brothers, sister, sisters, sibling, siblings, twin, twins, grandmother, grandfather, grandparents, grandson,
    granddaughter, grandchild, grandchildren, great-grandmother, great-grandfather, aunt, uncle, cousin, cousins,
    nephew, niece, nephews, nieces, husband, wife, spouse, partner, fiancé, fiancée, boyfriend, girlfriend, widow,
    widower, mother-in-law, father-in-law, brother-in-law, sister-in-law, son-in-law, daughter-in-law,
    parents-in-law, in-laws, stepmother, stepfather, stepson, stepdaughter, stepbrother, stepsister, half-brother,
    half-sister, godfather, godmother, guardian, relative, relatives, next of kin, ex-husband, ex-wife, former wife,
    former husband, foster parents, foster mother, foster father, adoptive parents, cohabitant, cohabitee, orphan,
    descendant, descendants, ancestor, ancestors"""
)
ES["sex"] = sorted(SEX_ES)
EN["sex"] = phrases("male, female, man, woman, men, women, boy, girl, gentleman, lady, transgender, M, F")
ES["staff"] = STAFF_ES
EN["staff"] = phrases(
    """physician, doctor, nurse, surgeon, anaesthetist, anesthesiologist, paediatrician, pediatrician, neurologist,
    cardiologist, oncologist, urologist, radiologist, pathologist, gynaecologist, gynecologist, psychiatrist,
    psychologist, physiotherapist, midwife, dermatologist, ophthalmologist, internist, haematologist, hematologist,
    nephrologist, endocrinologist, gastroenterologist, rheumatologist, geriatrician, pharmacist, dentist, social
    worker, consultant, registrar, resident, general practitioner, GP, attending, nurse practitioner, physician
    assistant, therapist"""
)
ES["title"] = phrases(
    """Dr., Dra., Dr, Dra, Drs., Dres., Doctor, Doctora, D., Dª, D.ª, Dña., Dña, Dñª, Don, Doña, Sr., Sra., Srta.,
    Sr, Sra, Srta, Señor, Señora, Señorita, Prof., Profesor, Profesora, Excmo., Excma., Ilmo., Ilma., Lic.,
    Licenciado, Licenciada, Ing., Fray, Sor, Padre, Monseñor, Mons., San, Santa, Rey, Reina, Príncipe, Princesa,
    Infante, Infanta, Duque, Duquesa, Conde, Condesa, Marqués, Marquesa, Barón, Baronesa, General, Coronel, Capitán,
    Comandante, Teniente, Sargento, Almirante, Presidente, Presidenta, Ministro, Ministra, Papa, Cardenal, Obispo,
    Arzobispo, Juez, Jueza, Magistrado, Magistrada, Fiscal, Letrado, Letrada, Procurador, Procuradora, Abogado,
    Abogada, Notario, Notaria, Secretario, Secretaria"""
)
EN["title"] = phrases(
    """Mr, Mr., Mrs, Mrs., Ms, Ms., Miss, Dr, Dr., Drs., Prof., Prof, Professor, Sir, Dame, Lord, Lady, Rev., Rev,
    Reverend, Fr., Father, Sister, Brother, Judge, Justice, President, Vice-President, Prime Minister, Minister,
    King, Queen, Prince, Princess, Duke, Duchess, Earl, Count, Countess, Baron, Baroness, Pope, Cardinal, Bishop,
    Archbishop, Saint, St., General, Gen., Colonel, Col., Captain, Capt., Major, Maj., Lieutenant, Lt., Sergeant,
    Sgt., Admiral, Adm., Corporal, Private, Senator, Sen., Governor, Gov., Representative, Rep., Congressman,
    Congresswoman, Mayor, Ambassador, Chancellor, Secretary, Attorney, Hon., Honourable, Messrs, Mme, Mlle, M.,
    Herr, Frau, Monsieur, Madame, Sheikh, Imam, Rabbi, Emperor, Empress, Tsar, Sultan, Coach, Detective, Inspector,
    Officer, Sheriff, Agent, Deputy, Chief Justice, Jr., Sr., PhD, MD, M.D., Esq."""
)
ES["street-word"] = phrases(
    """calle, c/, C/, C., cl., avenida, avda., avda, av., avd., plaza, pza., pl., plza., paseo, pº, p.º, carretera,
    ctra., crta., camino, cno., ronda, travesía, trav., callejón, pasaje, psje., glorieta, urbanización, urb.,
    polígono, pol., barrio, bº, barriada, bda., rambla, rbla., vía, gran vía, alameda, bulevar, cuesta, costanilla,
    rúa, carrer, avinguda, plaça, passeig, kalea, número, núm., nº, piso, portal, escalera, esc., puerta, pta.,
    bloque, blq., bajo, izquierda, izq., izda., derecha, dcha., dcho., ático, planta, bis, s/n, código postal, C.P.,
    CP, apartado de correos, apdo., domicilio, residencial, conjunto residencial, parque, finca, caserío, pasadizo,
    senda, sendero, parcela, edificio, local, autovía, autopista"""
)
EN["street-word"] = phrases(
    """street, St., St, avenue, Ave, Ave., road, Rd, Rd., lane, Ln, drive, Dr, boulevard, Blvd, Blvd., court, Ct,
    place, Pl, square, Sq, terrace, way, highway, Hwy, parkway, Pkwy, circle, crescent, close, gardens, grove, row,
    mews, hill, alley, walk, turnpike, broadway, freeway, expressway, bridge, quay, wharf, embankment, apartment,
    Apt, Apt., suite, Ste, floor, unit, room, flat, building, Bldg, block, P.O. Box, PO Box, postcode, zip code"""
)
ES["hospital-word"] = phrases(
    """hospital, hospitales, clínica, clínico, sanatorio, policlínica, policlínico, centro médico, complejo
    hospitalario, hospital universitario, hospital general, hospital clínico, hospital comarcal, hospital
    provincial, hospital materno, hospital infantil, residencia sanitaria, hospital de día, ciudad sanitaria,
    complexo hospitalario, hospital general universitario, hospital clínico universitario, maternidad, instituto
    oncológico, fundación hospital, H. U., H.U., HU, hosp., complejo asistencial, área sanitaria, consorci sanitari,
    consorcio hospitalario, parc taulí, corporación sanitaria"""
)
EN["hospital-word"] = phrases(
    """hospital, hospitals, clinic, clinics, medical center, medical centre, infirmary, sanatorium, health center,
    health centre, general hospital, university hospital, teaching hospital, children's hospital, veterans affairs
    medical center, hospice, nursing home, rehabilitation center, memorial hospital, community hospital, psychiatric
    hospital, maternity hospital, NHS Trust, cancer center, cancer centre, care home, surgery center, urgent care,
    emergency department, ward"""
)
ES["health-centre-word"] = phrases(
    """centro de salud, ambulatorio, consultorio, centro de atención primaria, CAP, C.S., CS, dispensario, centro de
    especialidades, casa de socorro, unidad de salud mental, centro de salud mental, consultorio local, PAC, SUAP"""
)
ES["department-word"] = phrases(
    """servicio, servicio de, departamento, departamento de, unidad, unidad de, sección, sección de, área, consulta,
    consultas externas, cátedra, laboratorio, urgencias, UCI, UVI, quirófano, planta, facultad, escuela, división,
    jefatura, gerencia"""
)
EN["department-word"] = phrases(
    """department, department of, division of, unit, section, service, laboratory, office of, bureau of, faculty,
    school of, ICU, ER, OR, NICU, branch, directorate, registry"""
)
ES["organisation-word"] = phrases(
    """ministerio, consejería, conselleria, consejo, ayuntamiento, diputación, gobierno, junta, generalitat, xunta,
    comunidad, tribunal, juzgado, audiencia, audiencia nacional, audiencia provincial, tribunal supremo, tribunal
    constitucional, fiscalía, universidad, universitat, facultad, instituto, colegio, escuela, academia, real
    academia, fundación, asociación, sociedad, federación, confederación, sindicato, partido, unión, liga, club,
    banco, caja, caixa, compañía, cía., empresa, grupo, corporación, consorcio, agencia, comisión, comité, cámara,
    congreso, senado, parlamento, cortes, policía, policía nacional, guardia civil, ejército, cruz roja, delegación,
    dirección general, secretaría, secretaría de estado, subdelegación, organismo, organización, servicio, instituto
    nacional, seguridad social, mutua, aseguradora, cooperativa, laboratorios, editorial, diario, periódico,
    revista, radio, televisión, cadena, productora, discográfica, museo, teatro, orquesta, iglesia, parroquia,
    monasterio, catedral, convento, S.A., S. A., SA, S.L., S. L., SL, S.L.U., S.A.U., S.Coop., S.C., C.F., CF, F.C.,
    FC, U.D., C.D., observatorio, plataforma, frente, movimiento, brigada, embajada, consulado, registro civil,
    notaría, bufete, despacho, centro penitenciario, prisión, comisaría, institución, patronato, centro, casa,
    hermandad, cofradía, colegio oficial"""
)
EN["organisation-word"] = phrases(
    """ministry, department, court, high court, supreme court, district court, constitutional court, regional court,
    appeal court, court of appeal, court of cassation, administrative court, tribunal, commission, committee,
    council, assembly, parliament, senate, congress, government, prosecutor's office, public prosecutor, police,
    police station, army, navy, air force, regiment, brigade, division, battalion, university, college, institute,
    school, academy, faculty, foundation, association, society, federation, confederation, union, trade union,
    league, club, party, bank, company, corporation, corp, corp., inc, inc., ltd, ltd., limited, plc, llc, l.l.c.,
    llp, co., gmbh, ag, s.a., s.p.a., b.v., group, holdings, agency, bureau, board, authority, office, chamber, bar
    association, law firm, church, cathedral, abbey, museum, theatre, theater, orchestra, band, choir, studio,
    studios, records, pictures, entertainment, press, newspaper, magazine, journal, radio, television, broadcasting,
    network, channel, airlines, airways, railway, railroad, motors, insurance, pharmaceuticals, laboratories,
    systems, technologies, enterprises, brothers, & Co., & Sons, prison, remand centre, detention centre, embassy,
    consulate, registry, social services, tax authority, security council, red cross, united, city, fc, f.c., team,
    organisation, organization, centre, center, trust, fund, service, services, industries, international, national,
    royal, state"""
)
ES["event-word"] = phrases(
    """guerra, batalla, revolución, golpe de estado, festival, premio, premios, copa, campeonato, mundial, eurocopa,
    liga, torneo, juegos olímpicos, olimpiada, feria, congreso, conferencia, cumbre, elecciones, referéndum,
    exposición, carrera, vuelta, gira, huracán, terremoto, atentado, crisis, huelga, fiesta, fiestas, semana santa,
    navidad, carnaval, gala, concurso, bienal, jornada, jornadas, simposio, tratado, acuerdo, operación, caso,
    aniversario, gran premio, rally, maratón, open"""
)
EN["event-word"] = phrases(
    """war, battle, revolution, coup, festival, prize, award, awards, cup, championship, championships, world cup,
    league, tournament, olympics, olympic games, fair, congress, conference, summit, election, elections,
    referendum, exhibition, race, tour, hurricane, earthquake, bombing, massacre, crisis, strike, carnival, gala,
    contest, biennale, symposium, treaty, agreement, operation, grand prix, rally, marathon, open, series, bowl,
    playoffs, finals, season, medal, trophy, siege, campaign, uprising, riots, trial"""
)
ES["work-word"] = phrases(
    """película, film, filme, novela, libro, obra, poema, poemario, canción, álbum, disco, sencillo, serie,
    telenovela, ópera, zarzuela, cuadro, escultura, documental, cortometraje, largometraje, revista, programa,
    cuento, ensayo, drama, comedia, musical, sinfonía, concierto, ballet, ley, ley orgánica, decreto, real decreto,
    orden, reglamento, directiva, constitución, código, estatuto"""
)
EN["work-word"] = phrases(
    """film, movie, novel, book, play, poem, song, album, single, EP, series, sitcom, soap opera, opera, painting,
    sculpture, documentary, short film, feature film, magazine, show, programme, program, story, short story, essay,
    drama, comedy, musical, symphony, concerto, ballet, episode, video game, game, act, code, convention, article,
    constitution, decree, directive, regulation, treaty, law, charter, statute, soundtrack, trilogy, memoir,
    autobiography, anthology, thriller"""
)
ES["month"] = phrases(
    """enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, setiembre, octubre, noviembre,
    diciembre, ene, feb, mar, abr, may, jun, jul, ago, sep, sept, oct, nov, dic"""
)
EN["month"] = phrases(
    """January, February, March, April, May, June, July, August, September, October, November, December, Jan, Feb,
    Mar, Apr, Jun, Jul, Aug, Sep, Sept, Oct, Nov, Dec, Jan., Feb., Mar., Apr., Aug., Sept., Oct., Nov., Dec."""
)
ES["weekday"] = phrases("""lunes, martes, miércoles, jueves, viernes, sábado, domingo""")
EN["weekday"] = phrases(
    """Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday, Mon, Tue, Tues, Wed, Thu, Thur, Thurs, Fri,
    Sat, Sun"""
)
ES["time-word"] = phrases(
    """año, años, mes, meses, semana, semanas, día, días, hora, horas, minuto, minutos, siglo, década, trimestre,
    cuatrimestre, quincena, primavera, verano, otoño, invierno, ayer, hoy, mañana, edad, a.a., m.a."""
)
EN["time-word"] = phrases(
    """year, years, month, months, week, weeks, day, days, hour, hours, minute, minutes, century, decade, quarter,
    fortnight, spring, summer, autumn, fall, winter, yesterday, today, tomorrow, year-old, years old, aged, a.m.,
    p.m."""
)
EN["quantity-word"] = phrases(
    """euros, euro, EUR, pounds, GBP, dollars, USD, dollar, pound sterling, francs, FRF, marks, DEM, lira, lire,
    ITL, zlotys, PLN, PLZ, roubles, rubles, RUB, RUR, hryvnias, UAH, forints, HUF, lev, levs, BGN, BGL, lei, ROL,
    MDL, kroner, DKK, NOK, kronor, SEK, kunas, HRK, tolars, SIT, Turkish liras, TRL, TRY, drachmas, GRD, Swiss
    francs, CHF, schillings, ATS, Cypriot pounds, CYP, litai, LTL, lats, LVL, kroons, EEK, dinars, denars, MKD,
    leks, drams, AMD, lari, percent, per cent, km, kilometres, metres, hectares, square metres, sq. m, kg,
    kilograms, grams, litres, times, years' imprisonment, million, billion, thousand, hundred, dozen"""
)
ES["quantity-word"] = phrases(
    """euros, euro, pesetas, peseta, dólares, libras, francos, por ciento, kilómetros, km, metros, hectáreas, kg,
    kilos, gramos, litros, millones, millón, mil, cientos, docena, cigarrillos, paquetes, paquetes/año"""
)
ES["religion"] = phrases(
    """católico/a, católicos, cristiano/a, cristianos, protestante, evangélico/a, ortodoxo/a, musulmán, musulmana,
    musulmanes, islámico/a, judío/a, judíos, budista, hindú, hinduista, testigo de Jehová, testigos de Jehová,
    mormón, mormona, ateo/a, agnóstico/a, adventista, anglicano/a, bautista, luterano/a, sij, creyente, laico/a"""
)
ES["ethnic"] = phrases(
    """gitano/a, gitanos, etnia gitana, raza gitana, raza negra, raza blanca, caucásico/a, raza caucásica, negro/a,
    blanco/a, mestizo/a, mulato/a, indígena, indígenas, asiático/a, africano/a, subsahariano/a, magrebí, magrebíes,
    árabe, árabes, bereber, kurdo/a, hispano/a, latino/a, latinoamericano/a, sudamericano/a, centroamericano/a,
    caribeño/a, europeo/a, inmigrante, inmigrantes, extranjero/a, afroamericano/a, quechua, aimara, guaraní, maya,
    sefardí, eslavo/a, romaní, origen africano, afrodescendiente, de color"""
)
EN["ethnic"] = phrases(
    """Roma, Gypsy, gypsies, Traveller, black, white, Black, White, Caucasian, Hispanic, Latino, Latina, Latinx,
    Asian, African, African-American, African American, Afro-Caribbean, Arab, Arabs, Kurdish, Kurd, Kurds, Chechen,
    Chechens, Tatar, Ingush, Ossetian, Native American, Indigenous, Aboriginal, Maori, Inuit, mestizo, Slavic, Slav,
    Berber, Tamil, Hutu, Tutsi, Uyghur, Sami, Basque, Catalan, Breton, Corsican, Flemish, Walloon, Turkish Cypriot,
    Turkish-Cypriot, Greek Cypriot, Greek-Cypriot, Bosniak, mixed race, foreigner, immigrant, refugee, asylum seeker"""
)
EN["religion"] = phrases(
    """Catholic, Roman Catholic, Christian, Protestant, Orthodox, Evangelical, Muslim, Islamic, Sunni, Shia, Shiite,
    Alevi, Jewish, Jew, Buddhist, Hindu, Sikh, Jehovah's Witness, Jehovah's Witnesses, Mormon, Scientologist,
    Adventist, Anglican, Baptist, Methodist, Lutheran, Presbyterian, Quaker, Pentecostal, atheist, agnostic, Druze,
    Yazidi, Zoroastrian, Jain, Baháʼí, Rastafarian, Calvinist, Amish, Ahmadi, Jesuit, Franciscan"""
)
ES["demographic-word"] = phrases(
    """casado/a, soltero/a, divorciado/a, separado/a, viudo/a, jubilado/a, pensionista, parado/a, desempleado/a,
    activo/a, inactivo/a, homosexual, heterosexual, bisexual, natural de, procedente de, origen, nacionalidad, raza,
    etnia, religión, estudios, zurdo/a, diestro/a, embarazada, gestante, fumador/a, exfumador/a, bebedor/a,
    minusválido/a, discapacitado/a, analfabeto/a, universitario/a, recluso/a, preso/a"""
)
EN["demographic-word"] = phrases(
    """married, single, divorced, separated, widowed, retired, unemployed, pensioner, homosexual, heterosexual,
    bisexual, gay, lesbian, national, nationals, citizen, native of, of origin, descent, nationality, ethnic origin,
    religion, disabled, homeless, student, prisoner, pregnant, left-handed, right-handed, minor, juvenile, adult,
    stateless, illiterate, veteran, housewife, born in, resident in"""
)
ES["profession"] = phrases(
    """jubilado/a, pensionista, ama de casa, estudiante, agricultor/a, ganadero/a, pastor/a, granjero/a,
    jornalero/a, peón, albañil, carpintero/a, ebanista, mecánico/a, electricista, fontanero/a, pintor/a, soldador/a,
    minero/a, camionero/a, conductor/a, chófer, taxista, transportista, camarero/a, cocinero/a, panadero/a,
    pastelero/a, carnicero/a, pescadero/a, pescador/a, marinero/a, dependiente, comerciante, comercial, vendedor/a,
    administrativo/a, oficinista, secretario/a, funcionario/a, militar, policía, guardia civil, bombero/a,
    maestro/a, profesor/a, ingeniero/a, arquitecto/a, abogado/a, economista, periodista, escritor/a, actor, actriz,
    cantante, músico/a, deportista, futbolista, empresario/a, autónomo/a, limpiador/a, empleada de hogar, empleada
    doméstica, peluquero/a, costurera, modista, sastre, zapatero/a, jardinero/a, veterinario/a, biólogo/a,
    químico/a, farmacéutico/a, enfermero/a, médico/a, cuidador/a, auxiliar, operario/a, obrero/a, trabajador/a,
    encofrador/a, tapicero/a, impresor/a, informático/a, programador/a, sacerdote, cura, religioso/a, monja, monje,
    juez, jueza, fiscal, notario/a, político/a, alcalde, alcaldesa, concejal, diputado/a, senador/a, ministro/a,
    presidente/a, director/a, gerente, entrenador/a, pintora, escultor/a, poeta, compositor/a, bailarín, bailarina,
    guitarrista, pianista, actor de doblaje, cineasta, guionista, productor/a, presentador/a, locutor/a, filósofo/a,
    historiador/a, matemático/a, físico/a, científico/a, investigador/a, catedrático/a, torero, ciclista, tenista,
    atleta, nadador/a, boxeador/a"""
)
EN["profession"] = phrases(
    """actor, actress, singer, songwriter, footballer, politician, businessman, businesswoman, lawyer, barrister,
    solicitor, judge, journalist, teacher, farmer, driver, police officer, prison officer, civil servant,
    shopkeeper, engineer, student, housewife, retired, soldier, nurse, doctor, electrician, plumber, carpenter,
    builder, mechanic, waiter, waitress, cook, chef, cleaner, security guard, accountant, broker, film director,
    screenwriter, television presenter, guitarist, drummer, bassist, pianist, composer, rapper, comedian, model,
    dancer, basketball player, baseball player, tennis player, cricketer, racing driver, cyclist, boxer, swimmer,
    economist, historian, philosopher"""
)
ES["hospital"] = phrases(
    """La Paz, Gregorio Marañón, 12 de Octubre, Doce de Octubre, Ramón y Cajal, Clínico San Carlos, San Carlos, La
    Princesa, Hospital de la Princesa, Niño Jesús, Puerta de Hierro, Fundación Jiménez Díaz, Jiménez Díaz, Infanta
    Leonor, Infanta Sofía, Infanta Cristina, Infanta Elena, Severo Ochoa, Príncipe de Asturias, Rey Juan Carlos,
    Hospital de Getafe, Hospital de Móstoles, Fundación Alcorcón, Hospital de Fuenlabrada, Hospital del Henares,
    Hospital del Tajo, Hospital del Sureste, Gómez Ulla, Santa Cristina, Quirón, Quirónsalud, Ruber, Vall d'Hebron,
    Vall d´Hebrón, Valle de Hebrón, Clínic, Clínic de Barcelona, Clínico de Barcelona, Bellvitge, Hospital del Mar,
    Sant Pau, Santa Creu i Sant Pau, Sant Joan de Déu, San Juan de Dios, Germans Trias i Pujol, Can Ruti, Parc
    Taulí, Mútua Terrassa, Mutua de Terrassa, Josep Trueta, Arnau de Vilanova, Joan XXIII, Sant Joan de Reus, Verge
    de la Cinta, Virgen de la Cinta, Fundació Puigvert, Fundación Puigvert, Hospital de Mataró, Hospital de
    Granollers, Consorci Sanitari del Maresme, La Fe, Clínico de Valencia, Doctor Peset, Dr. Peset, General de
    Valencia, Hospital de la Ribera, Hospital de Sagunto, General de Castellón, Hospital de La Plana, General de
    Alicante, San Juan de Alicante, General de Elche, Hospital de Elda, Marina Baixa, Vega Baja, Virgen de la
    Arrixaca, Arrixaca, Morales Meseguer, Reina Sofía, Santa Lucía, Rafael Méndez, Los Arcos, Virgen del Rocío,
    Virgen Macarena, Virgen de Valme, Valme, San Lázaro, Virgen de las Nieves, San Cecilio, Clínico San Cecilio,
    Santa Ana, Carlos Haya, Virgen de la Victoria, Costa del Sol, Hospital de la Axarquía, Serranía de Ronda, Puerta
    del Mar, Puerto Real, Hospital de Jerez, Punta de Europa, Juan Ramón Jiménez, Infanta Margarita, Torrecárdenas,
    Hospital de Poniente, Ciudad de Jaén, Complejo Hospitalario de Jaén, San Juan de la Cruz, San Agustín, Valle de
    los Pedroches, Marqués de Valdecilla, Valdecilla, Sierrallana, Hospital de Laredo, Central de Asturias, Hospital
    Central de Asturias, HUCA, Cabueñes, Hospital de Jove, San Agustín de Avilés, Valle del Nalón, Cruces, Hospital
    de Cruces, Basurto, Galdakao, Donostia, Hospital Donostia, Txagorritxu, Santiago Apóstol, San Eloy, Alto Deba,
    Mendaro, Zumárraga, Navarra, Hospital de Navarra, Virgen del Camino, Clínica Universitaria de Navarra, Clínica
    Universidad de Navarra, San Pedro, Hospital San Pedro, San Millán, Miguel Servet, Lozano Blesa, Clínico Lozano
    Blesa, Royo Villanova, San Jorge, Obispo Polanco, Ernest Lluch, Hospital de Barbastro, Son Dureta, Son Espases,
    Son Llàtzer, Can Misses, Mateu Orfila, Verge del Toro, Hospital de Manacor, Hospital de Inca, Doctor Negrín, Dr.
    Negrín, Insular, Insular de Gran Canaria, Materno Infantil, Nuestra Señora de la Candelaria, La Candelaria,
    Universitario de Canarias, General de Fuerteventura, José Molina Orosa, Hospital de Burgos, General Yagüe,
    Complejo Asistencial de León, Hospital de León, Clínico de Salamanca, Virgen de la Vega, Río Hortega, Clínico de
    Valladolid, Río Carrión, Virgen de la Concha, Nuestra Señora de Sonsoles, General de Segovia, Santa Bárbara,
    Virgen de la Salud, Virgen del Valle, Nuestra Señora del Prado, General de Albacete, Hospital de Hellín, General
    de Ciudad Real, Virgen de Altagracia, Virgen de la Luz, Hospital de Guadalajara, Gutiérrez Ortega, La Mancha
    Centro, Infanta Cristina de Badajoz, San Pedro de Alcántara, Virgen del Puerto, Hospital de Mérida, Don Benito,
    Juan Canalejo, A Coruña, Clínico de Santiago, Xeral de Vigo, Meixoeiro, Álvaro Cunqueiro, Montecelo, Lucus
    Augusti, Xeral-Calde, Arquitecto Marcide, Hospital de Ourense, Nacional de Parapléjicos, Clínica Dexeus, Teknon,
    Clínica Corachán, Instituto Catalán de Oncología, ICO, Instituto Valenciano de Oncología, IVO, MD Anderson,
    Virgen del Mar"""
)
ES["nationality"] = phrases(
    """español/a, españoles, españolas, francés, francesa, franceses, inglés, inglesa, ingleses, británico/a,
    británicos, alemán, alemana, alemanes, italiano/a, italianos, portugués, portuguesa, portugueses, holandés,
    holandesa, neerlandés, neerlandesa, belga, belgas, suizo/a, austríaco/a, austriaco/a, sueco/a, noruego/a, danés,
    danesa, finlandés, finlandesa, islandés, islandesa, irlandés, irlandesa, escocés, escocesa, galés, galesa,
    polaco/a, checo/a, eslovaco/a, húngaro/a, rumano/a, rumanos, búlgaro/a, griego/a, turco/a, ruso/a, rusos,
    ucraniano/a, ucranianos, bielorruso/a, moldavo/a, lituano/a, letón, letona, estonio/a, serbio/a, croata,
    croatas, esloveno/a, bosnio/a, macedonio/a, albanés, albanesa, kosovar, montenegrino/a, georgiano/a, armenio/a,
    azerbaiyano/a, chipriota, maltés, maltesa, israelí, israelíes, palestino/a, libanés, libanesa, sirio/a, iraquí,
    iraní, jordano/a, saudí, egipcio/a, marroquí, marroquíes, argelino/a, tunecino/a, libio/a, mauritano/a,
    saharaui, senegalés, senegalesa, maliense, nigeriano/a, ghanés, ghanesa, camerunés, camerunesa, guineano/a,
    ecuatoguineano/a, gambiano/a, congoleño/a, angoleño/a, mozambiqueño/a, sudafricano/a, keniano/a, etíope, somalí,
    sudanés, chino/a, chinos, japonés, japonesa, japoneses, coreano/a, surcoreano/a, norcoreano/a, vietnamita,
    tailandés, tailandesa, filipino/a, indonesio/a, malayo/a, indio/a, hindú, paquistaní, pakistaní, paquistaníes,
    bangladesí, nepalí, afgano/a, australiano/a, neozelandés, neozelandesa, estadounidense, estadounidenses,
    norteamericano/a, americano/a, canadiense, mexicano/a, mejicano/a, guatemalteco/a, hondureño/a, salvadoreño/a,
    nicaragüense, costarricense, panameño/a, cubano/a, dominicano/a, puertorriqueño/a, haitiano/a, jamaicano/a,
    colombiano/a, colombianos, venezolano/a, venezolanos, ecuatoriano/a, ecuatorianos, peruano/a, peruanos,
    boliviano/a, bolivianos, chileno/a, chilenos, argentino/a, argentinos, uruguayo/a, uruguayos, paraguayo/a,
    paraguayos, brasileño/a, brasileños, catalán, catalana, vasco/a, gallego/a, andaluz, andaluza, valenciano/a,
    aragonés, aragonesa, asturiano/a, cántabro/a, canario/a, extremeño/a, murciano/a, navarro/a, riojano/a,
    castellano/a, madrileño/a, barcelonés, barcelonesa, sevillano/a, mallorquín, mallorquina, balear, leonés,
    leonesa, manchego/a, zaragozano/a, bilbaíno/a, malagueño/a, granadino/a, cordobés, cordobesa, gaditano/a,
    coruñés, vallisoletano/a, salmantino/a"""
)
EN["nationality"] = phrases(
    """British, Britons, English, Englishman, Scottish, Scots, Welsh, Irish, Northern Irish, French, German,
    Spanish, Italian, Portuguese, Dutch, Belgian, Luxembourgish, Swiss, Austrian, Danish, Dane, Swedish, Swede,
    Norwegian, Finnish, Finn, Icelandic, Polish, Pole, Czech, Slovak, Slovakian, Hungarian, Romanian, Bulgarian,
    Greek, Turkish, Turk, Cypriot, Maltese, Russian, Ukrainian, Belarusian, Moldovan, Lithuanian, Latvian, Estonian,
    Serbian, Serb, Croatian, Croat, Slovenian, Slovene, Bosnian, Herzegovinian, Macedonian, Albanian, Kosovar,
    Montenegrin, Georgian, Armenian, Azerbaijani, Azeri, Kazakh, Uzbek, Turkmen, Kyrgyz, Tajik, Israeli,
    Palestinian, Lebanese, Syrian, Iraqi, Iranian, Jordanian, Saudi, Saudi Arabian, Yemeni, Omani, Emirati, Qatari,
    Kuwaiti, Bahraini, Egyptian, Moroccan, Algerian, Tunisian, Libyan, Mauritanian, Senegalese, Malian, Nigerian,
    Nigerien, Ghanaian, Cameroonian, Guinean, Gambian, Ivorian, Congolese, Angolan, Mozambican, South African,
    Kenyan, Ugandan, Tanzanian, Rwandan, Burundian, Ethiopian, Eritrean, Somali, Sudanese, Zimbabwean, Zambian,
    Malawian, Namibian, Chinese, Japanese, Korean, South Korean, North Korean, Vietnamese, Thai, Filipino, Filipina,
    Indonesian, Malaysian, Singaporean, Indian, Pakistani, Bangladeshi, Nepalese, Nepali, Sri Lankan, Afghan,
    Burmese, Cambodian, Laotian, Mongolian, Taiwanese, Tibetan, Australian, New Zealander, American, Canadian,
    Mexican, Guatemalan, Honduran, Salvadoran, Nicaraguan, Costa Rican, Panamanian, Cuban, Dominican, Puerto Rican,
    Haitian, Jamaican, Trinidadian, Barbadian, Bahamian, Colombian, Venezuelan, Ecuadorian, Peruvian, Bolivian,
    Chilean, Argentine, Argentinian, Uruguayan, Paraguayan, Brazilian, Soviet, Yugoslav, European, Asian, African,
    Scandinavian, Latin American, Liechtensteiner, Monegasque, Andorran, San Marinese, Bosniak, Crimean, Sicilian,
    Bavarian, Parisian, Londoner, New Yorker, Californian, Texan, Hawaiian"""
)
ES["town1"] = phrases(
    """Londres, Bruselas, París, Roma, Lisboa, Berlín, Fráncfort, Múnich, Hamburgo, Colonia, Viena, Berna, Ginebra,
    Zúrich, Basilea, Ámsterdam, Róterdam, La Haya, Amberes, Brujas, Gante, Luxemburgo, Estrasburgo, Marsella, Lyon,
    Burdeos, Niza, Toulouse, Aviñón, Milán, Turín, Venecia, Florencia, Nápoles, Génova, Bolonia, Oporto, Copenhague,
    Estocolmo, Helsinki, Oslo, Dublín, Edimburgo, Varsovia, Cracovia, Praga, Budapest, Bucarest, Sofía, Belgrado,
    Zagreb, Liubliana, Sarajevo, Atenas, Salónica, Estambul, Ankara, Moscú, San Petersburgo, Kiev, Minsk, Jerusalén,
    Tel Aviv, Beirut, Damasco, Bagdad, Teherán, El Cairo, Alejandría, Trípoli, Túnez, Argel, Rabat, Casablanca,
    Marrakech, Fez, Tánger, Tetuán, Nador, Dakar, Ciudad del Cabo, Johannesburgo, Nairobi, Pekín, Shanghái, Hong
    Kong, Cantón, Tokio, Osaka, Seúl, Bombay, Nueva Delhi, Calcuta, Bangkok, Singapur, Yakarta, Manila, Sídney,
    Melbourne, Nueva York, Washington, Los Ángeles, San Francisco, Chicago, Filadelfia, Nueva Orleans, Ciudad de
    México, México D.F., La Habana, Santiago de Chile, Buenos Aires, Río de Janeiro, São Paulo, Sao Paulo, Brasilia,
    Santo Domingo, Ciudad de Guatemala, San José, San Salvador, Tegucigalpa, Managua, Cartagena de Indias, Vitoria,
    San Sebastián, Palma de Mallorca"""
)
ES["region"] = phrases(
    """Europa, América, Asia, África, Oceanía, América Latina, Latinoamérica, Iberoamérica, Hispanoamérica,
    Norteamérica, Sudamérica, Suramérica, Centroamérica, Caribe, Unión Europea, Oriente Medio, Oriente Próximo,
    Magreb, Península Ibérica, Mallorca, Menorca, Ibiza, Formentera, Lanzarote, Fuerteventura, La Palma, La Gomera,
    El Hierro, Costa del Sol, Costa Brava, Bosnia, Chechenia, Bretaña, Normandía, Baviera, Toscana, Sicilia,
    Cerdeña, Córcega, Lombardía, Siberia, Flandes, Valonia, California, Florida, Texas, Patagonia, Amazonas, Quebec,
    Castilla-La Mancha, Comunidad Valenciana, Comunidad Autónoma, Euskadi, Catalunya, Castilla, Islas Canarias"""
)
ES["province"] = phrases(
    """Gerona, Lérida, Vizcaya, Guipúzcoa, Álava, Orense, La Coruña, Islas Baleares, Baleares, Tenerife, Gran
    Canaria"""
)
ES["country"] = phrases(
    """EEUU, EE.UU., EE. UU., Estados Unidos, USA, Gran Bretaña, Inglaterra, Escocia, Gales, Irlanda del Norte,
    URSS, Unión Soviética, Yugoslavia, Checoslovaquia, Rusia, Irán, Siria, Vietnam, Laos, Bolivia, Venezuela,
    Kosovo, República Dominicana, Reino Unido, Corea del Sur, Corea del Norte, Palestina, Holanda, Costa de Marfil,
    Méjico"""
)
EN["country"] = phrases(
    """USA, U.S., US, U.S.A., UK, U.K., Great Britain, England, Scotland, Wales, Northern Ireland, Soviet Union,
    USSR, Yugoslavia, Czechoslovakia, West Germany, East Germany, GDR, FRG, the former Yugoslav Republic of
    Macedonia, Moldova, Russia, Iran, Syria, Turkey, Vietnam, Laos, Bolivia, Venezuela, Tanzania, Kosovo, Palestine,
    South Korea, North Korea"""
)
ES["disease"] = phrases(
    """cáncer, tumor, tumores, tumoración, tumoraciones, neoplasia, neoplasias, carcinoma, adenocarcinoma, sarcoma,
    linfoma, leucemia, melanoma, metástasis, masa, nódulo, nódulos, lesión, lesiones, quiste, quistes, pólipo,
    pólipos, absceso, infección, infecciones, sepsis, neumonía, hepatitis, cirrosis, hipertensión arterial, HTA,
    diabetes mellitus, DM, diabetes mellitus tipo 2, DM2, DMID, dislipemia, obesidad, hipercolesterolemia, EPOC,
    asma, cardiopatía isquémica, infarto, infarto agudo de miocardio, IAM, insuficiencia cardiaca, insuficiencia
    cardíaca, insuficiencia renal, insuficiencia renal crónica, IRC, insuficiencia respiratoria, fibrilación
    auricular, FA, arritmia, trombosis, TVP, TEP, tromboembolismo pulmonar, ictus, ACV, AIT, epilepsia, demencia,
    enfermedad de Alzheimer, Parkinson, depresión, ansiedad, esquizofrenia, trastorno bipolar, alcoholismo,
    enolismo, tabaquismo, fractura, fracturas, traumatismo, traumatismo craneoencefálico, TCE, herida, hernia,
    úlcera, gastritis, pancreatitis, colecistitis, apendicitis, peritonitis, obstrucción intestinal, hemorragia,
    hematoma, anemia, trombopenia, leucopenia, artritis, artrosis, osteoporosis, lupus, psoriasis, dermatitis,
    alergia, alergias, VIH, sida, tuberculosis, TBC, COVID-19, gripe, malaria, toxoplasmosis, sífilis, glaucoma,
    catarata, cataratas, sordera, hipoacusia, adenopatía, adenopatías, edema, derrame pleural, ascitis, ictericia,
    fístula, estenosis, malformación, síndrome, enfermedad, litiasis, hidronefrosis, hiperplasia benigna de próstata"""
)
EN["disease"] = phrases(
    """cancer, tumor, tumour, neoplasm, carcinoma, adenocarcinoma, sarcoma, lymphoma, leukemia, leukaemia, melanoma,
    metastasis, metastases, cyst, polyp, abscess, infection, sepsis, pneumonia, hepatitis, cirrhosis, hypertension,
    high blood pressure, diabetes, diabetes mellitus, type 2 diabetes, obesity, COPD, asthma, coronary artery
    disease, CAD, myocardial infarction, heart attack, heart failure, CHF, renal failure, kidney failure, ESRD,
    atrial fibrillation, arrhythmia, thrombosis, DVT, pulmonary embolism, venous thromboembolism, stroke, TIA,
    epilepsy, seizure, seizures, dementia, Alzheimer's disease, Parkinson's disease, PD, depression, anxiety,
    schizophrenia, bipolar disorder, alcoholism, addiction, toxicity, hepatotoxicity, nephrotoxicity,
    cardiotoxicity, neurotoxicity, overdose, fracture, trauma, wound, hernia, ulcer, gastritis, pancreatitis,
    appendicitis, hemorrhage, haemorrhage, bleeding, hematoma, anemia, anaemia, thrombocytopenia, neutropenia,
    arthritis, osteoporosis, lupus, psoriasis, dermatitis, allergy, HIV, AIDS, tuberculosis, TB, COVID-19,
    influenza, malaria, syphilis, glaucoma, cataract, deafness, blindness, edema, oedema, jaundice, syndrome,
    disorder, disease, dyskinesia, catalepsy, hypotension, bradycardia, tachycardia, cardiomyopathy, neuropathy,
    nephropathy, encephalopathy, myopathy, deficiency, ischemia, necrosis, proteinuria, delirium, psychosis, mania"""
)
ES["procedure"] = phrases(
    """TAC, TC, RMN, RM, PET, PET-TC, ecografía, eco, radiografía, Rx, gammagrafía, resonancia magnética, tomografía
    computarizada, tomografía axial computarizada, angio-TC, angioTC, arteriografía, angiografía, flebografía,
    urografía, urografía intravenosa, cistografía, uretrografía, mamografía, densitometría, ecocardiograma,
    ecocardiografía, electrocardiograma, ECG, EKG, electroencefalograma, EEG, electromiograma, EMG, endoscopia,
    gastroscopia, colonoscopia, broncoscopia, fibrobroncoscopia, cistoscopia, ureteroscopia, laparoscopia,
    toracoscopia, artroscopia, histeroscopia, laringoscopia, CPRE, biopsia, PAAF, punción, punción lumbar,
    paracentesis, toracocentesis, citología, hemocultivo, urocultivo, hemograma, analítica, bioquímica, autopsia,
    necropsia, cirugía, intervención quirúrgica, intervención, resección, exéresis, extirpación, nefrectomía,
    nefrectomía radical, prostatectomía, prostatectomía radical, cistectomía, orquiectomía, histerectomía,
    mastectomía, tumorectomía, cuadrantectomía, linfadenectomía, tiroidectomía, colecistectomía, apendicectomía,
    gastrectomía, esofagectomía, colectomía, hemicolectomía, pancreatectomía, hepatectomía, esplenectomía,
    lobectomía, neumonectomía, segmentectomía, laminectomía, craneotomía, toracotomía, laparotomía, esternotomía,
    traqueotomía, traqueostomía, gastrostomía, colostomía, ileostomía, nefrostomía, amputación, artroplastia,
    osteosíntesis, osteotomía, artrodesis, injerto, trasplante, trasplante renal, trasplante hepático, trasplante de
    médula ósea, bypass, angioplastia, stent, marcapasos, cateterismo, cateterismo cardiaco, cardioversión,
    ablación, embolización, trombectomía, endarterectomía, valvuloplastia, hemodiálisis, diálisis, diálisis
    peritoneal, plasmaféresis, transfusión, quimioterapia, radioterapia, braquiterapia, inmunoterapia,
    hormonoterapia, intubación, intubación orotraqueal, ventilación mecánica, ventilación mecánica no invasiva,
    oxigenoterapia, sondaje vesical, drenaje, desbridamiento, sutura, cesárea, parto, legrado, amniocentesis,
    aborto, vasectomía, ligadura tubárica, litotricia, RTU, resección transuretral, facoemulsificación, vitrectomía,
    queratoplastia, trabeculectomía, fisioterapia, rehabilitación, psicoterapia, vacunación, inmunohistoquímica,
    espirometría, gasometría, audiometría, campimetría, tacto rectal, reanimación cardiopulmonar, RCP, anestesia
    general"""
)
EN["procedure"] = phrases(
    """CT, CT scan, MRI, PET scan, ultrasound, ultrasonography, X-ray, chest X-ray, CXR, radiography, scintigraphy,
    magnetic resonance imaging, computed tomography, angiography, arteriography, venography, urography, mammography,
    mammogram, densitometry, echocardiogram, echocardiography, electrocardiogram, ECG, EKG, electroencephalogram,
    EEG, EMG, endoscopy, gastroscopy, colonoscopy, bronchoscopy, cystoscopy, laparoscopy, thoracoscopy, arthroscopy,
    hysteroscopy, laryngoscopy, ERCP, biopsy, fine needle aspiration, lumbar puncture, paracentesis, thoracentesis,
    Pap smear, blood culture, urinalysis, complete blood count, autopsy, surgery, operation, resection, excision,
    nephrectomy, prostatectomy, cystectomy, orchiectomy, hysterectomy, oophorectomy, mastectomy, lumpectomy,
    lymphadenectomy, thyroidectomy, cholecystectomy, appendectomy, appendicectomy, gastrectomy, esophagectomy,
    colectomy, hemicolectomy, pancreatectomy, hepatectomy, splenectomy, lobectomy, pneumonectomy, laminectomy,
    craniotomy, thoracotomy, laparotomy, tracheostomy, gastrostomy, colostomy, ileostomy, nephrostomy, amputation,
    arthroplasty, hip replacement, knee replacement, osteotomy, arthrodesis, skin graft, transplant,
    transplantation, kidney transplant, liver transplant, bone marrow transplant, coronary artery bypass, CABG,
    bypass, angioplasty, PCI, stent, stenting, pacemaker, cardiac catheterization, cardioversion, ablation,
    embolization, thrombectomy, endarterectomy, valvuloplasty, hemodialysis, haemodialysis, dialysis, peritoneal
    dialysis, plasmapheresis, transfusion, blood transfusion, chemotherapy, radiotherapy, radiation therapy,
    brachytherapy, immunotherapy, hormone therapy, intubation, mechanical ventilation, oxygen therapy,
    catheterization, drainage, debridement, suture, caesarean, cesarean section, C-section, delivery, curettage,
    amniocentesis, abortion, termination of pregnancy, vasectomy, tubal ligation, IVF, in vitro fertilisation,
    lithotripsy, cataract surgery, vitrectomy, LASIK, physiotherapy, physical therapy, rehabilitation,
    psychotherapy, vaccination, spirometry, audiometry, CPR, general anesthesia, electroconvulsive therapy, gastric
    bypass, liposuction, tonsillectomy, gender reassignment"""
)
