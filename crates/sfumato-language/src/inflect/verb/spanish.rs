//! Spanish verbs, in the third person and in the forms without one. Where a verb is irregular and not listed, there is
//! no form.

use super::super::{Words, ends};

/// Verbs that change their stem or more in the present.
static PRESENT: Words = Words::new(
    "ser estar haber ir dar saber tener venir poner salir valer hacer decir poder querer sentir \
    pensar cerrar empezar comenzar despertar sentar calentar confesar recomendar regar negar gobernar entender \
    perder defender encender extender atender mentir preferir sugerir referir herir advertir convertir divertir \
    invertir contar encontrar mostrar demostrar probar comprobar recordar acordar almorzar volar soñar costar \
    apostar colgar acostar mover volver devolver resolver morder llover doler oler morir dormir pedir servir seguir \
    conseguir perseguir medir repetir vestir reír freír elegir corregir competir despedir impedir rendir jugar oír \
    caer traer construir destruir incluir excluir contribuir huir disminuir sustituir constituir enviar confiar \
    variar ampliar actuar continuar situar evaluar acentuar efectuar mantener contener obtener detener sostener \
    retener entretener intervenir prevenir convenir provenir componer disponer exponer proponer suponer imponer \
    oponer deshacer satisfacer adquirir rogar renovar aprobar rodar soltar torcer cocer envolver disolver promover \
    remover conmover nevar quebrar sembrar temblar tropezar fregar plegar manifestar gemir teñir ceñir reñir guiar \
    esquiar criar desviar fiar liar espiar reunir prohibir aislar",
);
/// Verbs whose past is not regular.
static PAST: Words = Words::new(
    "ser estar haber ir dar saber tener venir poner hacer decir poder querer sentir mentir preferir \
    sugerir referir herir advertir convertir divertir invertir morir dormir pedir servir seguir conseguir perseguir \
    medir repetir vestir reír freír elegir corregir competir despedir impedir rendir oír caer traer leer creer \
    poseer construir destruir incluir excluir contribuir huir disminuir sustituir constituir andar conducir producir \
    reducir traducir introducir inducir deducir mantener contener obtener detener sostener retener entretener \
    intervenir prevenir convenir provenir componer disponer exponer proponer suponer imponer oponer deshacer \
    satisfacer distraer extraer atraer gemir teñir ceñir reñir caber proveer roer",
);
const PARTICIPLES: &[(&str, &str)] = &[
    ("hacer", "hecho"),
    ("deshacer", "deshecho"),
    ("decir", "dicho"),
    ("ver", "visto"),
    ("poner", "puesto"),
    ("romper", "roto"),
    ("abrir", "abierto"),
    ("morir", "muerto"),
    ("freír", "frito"),
];
/// The same for verbs that end so: "describir", "devolver", "exponer".
const PARTICIPLE_ENDINGS: &[(&str, &str)] =
    &[("scribir", "scrito"), ("volver", "vuelto"), ("solver", "suelto"), ("poner", "puesto"), ("cubrir", "cubierto")];

pub(super) fn form(verb: &str, detail: &str) -> Option<String> {
    let has_feature = |feature: &str| detail.split('|').any(|part| part == feature);
    let is_plural = has_feature("Number=Plur");
    if has_feature("VerbForm=Inf") {
        return Some(verb.to_owned());
    }
    let stem = verb.get(..verb.len().checked_sub(2)?).filter(|stem| stem.len() > 1)?;
    let is_first = verb.ends_with("ar");
    if !is_first && !ends(&["er", "ir"], verb) {
        return None;
    }
    if has_feature("VerbForm=Part") {
        let gender = if has_feature("Gender=Fem") { 'a' } else { 'o' };
        let form = participle(verb, stem, is_first);
        let plural = if is_plural { "s" } else { "" };
        return Some(format!("{}{gender}{plural}", form.strip_suffix('o')?));
    }
    if has_feature("VerbForm=Ger") {
        let ending = if is_first { "ando" } else { "iendo" };
        return (!PAST.has(verb)).then(|| format!("{stem}{ending}"));
    }
    if !has_feature("Mood=Ind") || !has_feature("Person=3") {
        return None;
    }
    let number = usize::from(is_plural);
    let is_third = verb.ends_with("ir");
    let ending = match detail.split('|').find_map(|part| part.strip_prefix("Tense="))? {
        "Pres" if !PRESENT.has(verb) && !ends(&["uir"], verb) => {
            if is_first {
                ["a", "an"]
            } else {
                ["e", "en"]
            }
        }
        "Past" if !PAST.has(verb) && !ends(&["uir"], verb) => {
            if is_first {
                ["ó", "aron"]
            } else {
                ["ió", "ieron"]
            }
        }
        "Imp" if !matches!(verb, "ser" | "ir" | "ver") => {
            if is_first {
                ["aba", "aban"]
            } else {
                ["ía", "ían"]
            }
        }
        "Fut" if !PAST.has(verb) && !matches!(verb, "salir" | "valer") => match (is_first, is_third) {
            (true, _) => ["ará", "arán"],
            (_, true) => ["irá", "irán"],
            _ => ["erá", "erán"],
        },
        _ => return None,
    };
    ending.get(number).map(|ending| format!("{stem}{ending}"))
}

fn participle(verb: &str, stem: &str, is_first: bool) -> String {
    if let Some((_, form)) = PARTICIPLES.iter().find(|(base, _)| *base == verb) {
        return (*form).to_owned();
    }
    let by_ending =
        PARTICIPLE_ENDINGS.iter().find_map(|(end, form)| Some(format!("{}{form}", verb.strip_suffix(end)?)));
    let is_hiatus = !is_first && stem.ends_with(['a', 'e', 'o']);
    let regular = if is_first {
        "ado"
    } else if is_hiatus {
        "ído"
    } else {
        "ido"
    };
    by_ending.unwrap_or_else(|| format!("{stem}{regular}"))
}

#[cfg(test)]
mod tests {
    use super::super::verb;
    use crate::Language::Spanish;

    #[test]
    fn verbs_have_the_form_of_others() {
        let past = "Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin";
        let present = "Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin";
        for (label, detail, expected) in [
            ("viajar", past, "viajó"),
            ("recibir", past, "recibió"),
            ("cambiar de lugar", present, "cambian de lugar"),
            ("vender", present, "venden"),
            ("describir", "Gender=Fem|Number=Plur|VerbForm=Part", "descritas"),
            ("tratar", "Gender=Masc|Number=Sing|VerbForm=Part", "tratado"),
            ("comunicar", "VerbForm=Ger", "comunicando"),
            ("mover", "VerbForm=Inf", "mover"),
            ("mover", "Mood=Ind|Number=Sing|Person=3|Tense=Imp|VerbForm=Fin", "movía"),
        ] {
            assert_eq!(verb(label, detail, Spanish).as_deref(), Some(expected));
        }
        for (label, detail) in [("tener", past), ("mover", present), ("convertirse", past), ("", past), ("ir", past)] {
            assert_eq!(verb(label, detail, Spanish), None);
        }
    }
}
