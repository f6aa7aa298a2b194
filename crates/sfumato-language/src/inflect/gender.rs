//! The gender of Spanish nouns, and forms of either for people.

use super::Gender::{self, Feminine, Masculine};
use super::phrase::Phrase;
use super::{Number, Words, ends, spanish};

/// The gender of a phrase: its noun's, or where that has either, the one its adjectives show.
pub(super) fn of(phrase: &Phrase<'_>) -> Gender {
    let head = singular(&phrase.head().to_lowercase());
    if is_common(&head) {
        return shown(phrase).unwrap_or(Masculine);
    }
    of_noun(&head)
}

/// The gender that the adjectives of a phrase show.
fn shown(phrase: &Phrase<'_>) -> Option<Gender> {
    let others = phrase.core.clone().filter(|nth| *nth != phrase.head_at()).filter_map(|nth| phrase.words.get(nth));
    others.filter(|word| word.chars().nth(2).is_some()).find_map(|word| match word.trim_end_matches('s') {
        word if word.ends_with('o') => Some(Masculine),
        word if word.ends_with('a') && !word.ends_with("ista") => Some(Feminine),
        _ => None,
    })
}

/// A plural made singular, near enough for its ending to tell its gender.
fn singular(word: &str) -> String {
    if spanish::number(word) == Number::Singular {
        return word.to_owned();
    }
    let stem = word.strip_suffix('s').unwrap_or(word);
    let cut = stem.strip_suffix('e').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u', 't', 'r', 'p']));
    match cut {
        Some(stem) if stem.ends_with('c') => format!("{}z", stem.trim_end_matches('c')),
        Some(stem) if stem.ends_with("ion") => format!("{}ión", stem.trim_end_matches("ion")),
        Some(stem) => stem.to_owned(),
        None => stem.to_owned(),
    }
}

static FEMININE: Words = Words::new(
    "mano foto moto radio libido dinamo polio calle clase noche tarde leche sangre gente muerte \
    suerte parte nube nave llave carne fe fiebre base frase fase torre corriente mente fuente serpiente nieve hambre \
    sede índole madre liebre clave frente patente variante hélice catástrofe diabetes caries tos mujer flor labor \
    sal miel hiel piel cárcel señal catedral vocal capital central sucursal espiral moral col sien imagen virgen \
    razón sazón comezón quemazón desazón picazón hinchazón ley grey res luz cruz paz voz raíz nariz vez tez faz \
    salud red sed pared lumbre legumbre cumbre costumbre muchedumbre servidumbre sífilis pelvis tesis orden plebe \
    ubre higiene gripe hipófisis epífisis diáfisis nodriza matriz cicatriz actriz emperatriz institutriz directriz \
    intemperie barbarie planicie diócesis nuez hoz coz perdiz codorniz lombriz prole mole superclase subclase \
    interfase crin sartén yugular aorta",
);
const FEMININE_ENDINGS: &[&str] = &[
    "a", "dad", "tad", "tud", "ción", "sión", "xión", "gión", "tión", "ión", "umbre", "ez", "itis", "sis", "triz",
    "cie", "rie",
];
static MASCULINE: Words = Words::new(
    "problema sistema tema síntoma programa clima idioma día mapa planeta diploma trauma aroma \
    cometa tranvía gorila panda koala papa sofá yoga karma puma avión camión guion guión gorrión embrión bastión \
    sarampión escorpión centurión anfitrión juez pez ajedrez análisis éxtasis énfasis paréntesis oasis apocalipsis \
    chasis césped ataúd huésped alud laúd mediodía fantasma dogma estigma magma enigma paradigma reúma asma plasma \
    prisma cisma organigrama axioma cromosoma genoma bioma coma delta fonema pijama vodka dilema lema emblema cura \
    guardia alpaca insecticida pesticida herbicida fungicida monarca patriarca jerarca tequila croata",
);
const MASCULINE_ENDINGS: &[&str] = &["oma", "grama", "ema", "stema"];
static NOT_MASCULINE: Words =
    Words::new("goma broma paloma loma toma maroma redoma crema yema gema quema flema alarma");

fn of_noun(word: &str) -> Gender {
    if FEMININE.has(word) {
        return Feminine;
    }
    if MASCULINE.has(word) || (ends(MASCULINE_ENDINGS, word) && !NOT_MASCULINE.has(word)) {
        return Masculine;
    }
    if ends(FEMININE_ENDINGS, word) { Feminine } else { Masculine }
}

/// Nouns that end as people do and are nobody.
static NO_PEOPLE: Words = Words::new("lista pista vista revista autopista conquista entrevista");
/// Nouns for people that have either gender in one form.
static COMMON: Words = Words::new(
    "profesional oficial militar agente paciente cliente estudiante gerente dirigente ayudante \
    comerciante cantante fabricante habitante inmigrante emigrante migrante representante adolescente joven menor \
    mártir testigo miembro intérprete conserje líder guía atleta poeta terapeuta fisioterapeuta psicoterapeuta \
    colega piloto soldado chef portavoz astronauta cosmonauta pirata ortopeda logopeda docente residente presidente \
    asistente auxiliar titular albañil rival practicante votante creyente delincuente cónyuge amante pariente \
    familiar combatiente excombatiente concejal fiscal capataz detective policía general criminal intelectual \
    judicial hereje turista modelo sargento cabo teniente comandante acróbata aristócrata demócrata burócrata \
    homicida suicida camarada compatriota patriota indígena nómada belga vidente dependiente ejecutante traficante \
    dibujante contable responsable",
);

fn is_common(word: &str) -> bool {
    COMMON.has(word) || ends(&["ista", "iatra"], word) && !NO_PEOPLE.has(word)
}

/// Nouns for people that change with the gender, where the ending alone does not tell.
static PEOPLE: Words = Words::new(
    "médico enfermero ingeniero cocinero camarero obrero marinero bombero cartero carnicero \
    panadero peluquero zapatero granjero ganadero minero jardinero torero compañero soltero extranjero heredero \
    guerrero misionero portero prisionero banquero fontanero carpintero pasajero viajero barbero curandero partero \
    hermano hijo tío primo abuelo nieto bisnieto sobrino suegro cuñado amigo niño muchacho chico adulto anciano \
    ciudadano alumno maestro abogado empleado funcionario secretario bibliotecario veterinario empresario \
    propietario usuario político músico científico técnico químico físico matemático académico arquitecto \
    farmacéutico óptico mecánico electricista informático cirujano diputado graduado licenciado novio esposo vecino \
    viudo obispo ministro árbitro psicólogo filósofo fotógrafo geógrafo topógrafo coreógrafo biógrafo cristiano \
    católico judío musulmán budista hindú europeo americano africano asiático español alemán francés inglés italiano \
    portugués chino ruso mexicano argentino chileno colombiano peruano cubano venezolano religioso monje trabajador \
    agricultor pescador señor campeón bailarín huérfano enfermo herido difunto muerto detenido acusado condenado \
    refugiado jubilado pensionista investigado criado crítico clínico diplomático activo biólogo sociólogo artesano \
    decano hispano socio dueño candidato mago brujo esclavo lego logopeda catedrático becario operario voluntario \
    comisario notario mandatario presidiario delegado encargado asalariado subordinado magistrado consejero \
    financiero hotelero librero relojero joyero costurero modisto tapicero camillero costalero mensajero tesorero \
    ganador",
);
const AGENTS: &[&str] = &["dor", "tor", "sor", "ólogo", "álogo"];
static THINGS: Words = Words::new(
    "motor factor sector tractor reactor vector ordenador computador contador mostrador comedor \
    corredor indicador procesador generador receptor conector inhibidor marcador monitor televisor ascensor sensor \
    compresor espesor decálogo catálogo diálogo análogo monólogo prólogo epílogo marcapasos dolor tumor olor color \
    castor hedor sudor interruptor detector catalizador refrigerador ventilador acelerador secador colador borrador \
    mirador probador parador transformador condensador amplificador estimulador bloqueador transmisor emisor \
    precursor neurotransmisor grosor",
);
/// Masculine and feminine, where neither rule nor ending makes one from the other.
const PAIRS: &[(&str, &str)] = &[
    ("actor", "actriz"),
    ("rey", "reina"),
    ("emperador", "emperatriz"),
    ("príncipe", "princesa"),
    ("alcalde", "alcaldesa"),
    ("conde", "condesa"),
    ("duque", "duquesa"),
    ("sacerdote", "sacerdotisa"),
    ("héroe", "heroína"),
    ("jefe", "jefa"),
    ("monje", "monja"),
    ("presidente", "presidenta"),
    ("dependiente", "dependienta"),
    ("sirviente", "sirvienta"),
    ("juez", "jueza"),
    ("concejal", "concejala"),
    ("bailarín", "bailarina"),
    ("campeón", "campeona"),
];

/// The phrase in the gender asked for if it can have it, and the gender it has.
pub(super) fn agreeing(phrase: &Phrase<'_>, wanted: Option<Gender>) -> (String, Gender) {
    let own = of(phrase);
    let unchanged = || phrase.words.join(" ");
    let Some(wanted) = wanted else { return (unchanged(), own) };
    let head = phrase.head().to_lowercase();
    let is_one = spanish::number(&head) == Number::Singular;
    if wanted == own || !is_one {
        return (unchanged(), own);
    }
    let other = if is_common(&head) && !PAIRS.iter().any(|(man, _)| *man == head) {
        Some(phrase.head().to_owned())
    } else {
        other_form(phrase.head(), wanted)
    };
    let Some(other) = other else { return (unchanged(), own) };
    let text = phrase.map(|nth, word| if nth == phrase.head_at() { Some(other.clone()) } else { beside(word, wanted) });
    (text, wanted)
}

/// The gender that a noun for people shows; nothing if it is none or shows none.
pub(super) fn of_person(noun: &str) -> Option<Gender> {
    let one = singular(&noun.to_lowercase());
    if is_common(&one) {
        return None;
    }
    let is = |gender: Gender, other: Gender| other_form(&one, other).map(|_| gender);
    is(Masculine, Feminine).or_else(|| is(Feminine, Masculine))
}

/// A noun for people in the other gender; nothing if it is none.
fn other_form(word: &str, wanted: Gender) -> Option<String> {
    let is_person = |man: &str| {
        PEOPLE.has(man) || (ends(AGENTS, man) && !THINGS.has(man)) || PAIRS.iter().any(|pair| pair.0 == man)
    };
    match wanted {
        Feminine if !is_person(word) => None,
        Feminine => match PAIRS.iter().find(|(man, _)| *man == word) {
            Some((_, woman)) => Some((*woman).to_owned()),
            None => adjective(word, Feminine),
        },
        Masculine => match PAIRS.iter().find(|(_, woman)| *woman == word) {
            Some((man, _)) => Some((*man).to_owned()),
            None => adjective(word, Masculine).filter(|man| is_person(man)),
        },
    }
}

/// A word beside the noun: an adjective, or another noun for people.
fn beside(word: &str, wanted: Gender) -> Option<String> {
    static SAME: Words =
        Words::new("mejor peor mayor menor superior inferior anterior posterior exterior interior ulterior");
    if SAME.has(word) || word.chars().nth(2).is_none() || ends(&["ista", "mente"], word) {
        return None;
    }
    adjective(word, wanted)
}

fn adjective(word: &str, wanted: Gender) -> Option<String> {
    let endings: &[(&str, &str)] = &[
        ("o", "a"),
        ("dor", "dora"),
        ("tor", "tora"),
        ("sor", "sora"),
        ("ñor", "ñora"),
        ("és", "esa"),
        ("ón", "ona"),
        ("án", "ana"),
        ("ín", "ina"),
        ("español", "española"),
    ];
    let changed = |from: &str, to: &str| word.strip_suffix(from).map(|stem| format!("{stem}{to}"));
    match wanted {
        Feminine => endings.iter().find_map(|(man, woman)| changed(man, woman)),
        // The long endings first, as "a" ends them all.
        Masculine => endings.iter().rev().find_map(|(man, woman)| changed(woman, man)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Article, article, inflect};
    use super::*;
    use crate::Language;

    fn a(phrase: &str, number: Number, gender: Gender) -> String {
        let inflected = inflect(phrase, Language::Spanish, number, Some(gender));
        format!("{} {}", article(Article::Indefinite, &inflected), inflected.text)
    }

    #[test]
    fn people_have_either_gender() {
        use Number::{Plural, Singular};
        for (phrase, number, expected) in [
            ("médico", Singular, "una médica"),
            ("médico especialista", Plural, "unas médicas especialistas"),
            ("profesional sanitario", Singular, "una profesional sanitaria"),
            ("profesional de la salud", Singular, "una profesional de la salud"),
            ("trabajador", Plural, "unas trabajadoras"),
            ("actor", Singular, "una actriz"),
            ("artista", Singular, "una artista"),
            ("psicólogo clínico", Singular, "una psicóloga clínica"),
            ("director general", Singular, "una directora general"),
            ("miembro de las fuerzas armadas", Singular, "una miembro de las fuerzas armadas"),
        ] {
            assert_eq!(a(phrase, number, Feminine), expected);
        }
        assert_eq!(a("enfermera", Singular, Masculine), "un enfermero");
        assert_eq!(a("persona", Singular, Masculine), "una persona");
        assert_eq!(
            ["oncóloga", "oncólogo", "actrices", "clínica", "artista"].map(of_person),
            [Some(Feminine), Some(Masculine), Some(Feminine), Some(Feminine), None]
        );
    }

    #[test]
    fn things_have_one_gender() {
        for (phrase, expected) in [
            ("centro médico", "un centro médico"),
            ("motor", "un motor"),
            ("tumor maligno", "un tumor maligno"),
            ("edificio", "un edificio"),
            ("ser vivo", "un ser vivo"),
            ("vehículo de motor", "un vehículo de motor"),
        ] {
            assert_eq!(a(phrase, Number::Singular, Feminine), expected);
        }
        assert_eq!(a("ciudad", Number::Singular, Masculine), "una ciudad");
        assert_eq!(a("institución sanitaria", Number::Plural, Masculine), "unas instituciones sanitarias");
    }

    #[test]
    fn endings_tell_the_gender() {
        for word in ["enfermedad", "infección", "crisis", "artritis", "serie", "mano", "fuerzas", "regiones", "luces"]
        {
            assert_eq!(of(&Phrase::new(word, Language::Spanish)), Feminine, "{word}");
        }
        for word in ["síntoma", "carcinoma", "problema", "electrocardiograma", "avión", "lugar", "síndrome", "países"]
        {
            assert_eq!(of(&Phrase::new(word, Language::Spanish)), Masculine, "{word}");
        }
    }
}
