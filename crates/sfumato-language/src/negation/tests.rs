use crate::Language;
use crate::terms::tests::check;

#[test]
fn cues_negate_what_follows() {
    check(
        Language::English,
        &[
            (
                "[He/PRON] {denies/VERB} [fever/NOUN] _,/PUNCT [chills/NOUN] or/CCONJ [cough/NOUN] _./PUNCT",
                "!denies | -fever | -chills | -cough",
            ),
            ("[no/DET evidence/NOUN] of/ADP [metastasis/NOUN]", "evidence | -metastasis"),
            ("negative/ADJ for/ADP [malaria/NOUN] _;/PUNCT [dengue/NOUN]", "-malaria | dengue"),
            ("without/ADP [fever/NOUN] but/CCONJ with/ADP [cough/NOUN]", "-fever | cough"),
            ("without/ADP [fever/NOUN] _,/PUNCT with/ADP [cough/NOUN]", "-fever | cough"),
            ("[No/DET fever/NOUN] _,/PUNCT [he/PRON] {has/VERB} [cough/NOUN]", "-fever | cough"),
            ("[no/DET fever/NOUN] and/CCONJ [his/PRON cough/NOUN] {improved/VERB}", "-fever | cough | !improved"),
            ("[no/DET fever/NOUN] _,/PUNCT [worsening/VERB cough/NOUN]", "-fever | -worsening cough"),
            ("{did/AUX _n't/PART take/VERB} [drugs/NOUN]", "-!take | -drugs"),
            ("[CT/NOUN] {ruled/VERB out/ADP} [stroke/NOUN]", "CT | !ruled | -stroke"),
            ("No/INTJ _,/PUNCT [fever/NOUN]", "fever"),
            ("[no/DET mass/NOUN] [which/PRON] {causes/VERB} [pain/NOUN]", "-mass | !causes | pain"),
            ("(/PUNCT _without/ADP [fever/NOUN] _)/PUNCT [cough/NOUN]", "-fever | cough"),
        ],
    );
    check(
        Language::Spanish,
        &[
            (
                "{Niega/VERB} [fiebre/NOUN] _,/PUNCT [tos/NOUN] o/CCONJ [disnea/NOUN] _./PUNCT",
                "!Niega | -fiebre | -tos | -disnea",
            ),
            ("{No/ADV se/PRON observan/VERB} [lesiones/NOUN] ni/CCONJ [masas/NOUN]", "-!observan | -lesiones | -masas"),
            ("sin/ADP [fiebre/NOUN] y/CCONJ con/ADP [tos/NOUN]", "-fiebre | tos"),
            ("sin/ADP [fiebre/NOUN] _,/PUNCT {presenta/VERB} [dolor/NOUN]", "-fiebre | !presenta | dolor"),
            ("sin/ADP [fiebre/NOUN] _,/PUNCT aunque/SCONJ sí/ADV [tos/NOUN]", "-fiebre | tos"),
            ("[serología/NOUN] negativa/ADJ para/ADP [VIH/PROPN]", "serología | -^VIH"),
            (
                "{descartándo/VERB _se/PRON} [infarto/NOUN] por/ADP lo/PRON que/PRON {toma/VERB} [hierro/NOUN]",
                "!descartándo | -infarto | !toma | hierro",
            ),
            ("{se/PRON ha/AUX descartado/VERB} [infarto/NOUN]", "!descartado | -infarto"),
            ("[ausencia/NOUN] de/ADP [dolor/NOUN] salvo/ADP [cefalea/NOUN]", "ausencia | -dolor | cefalea"),
            ("nunca/ADV {tuvo/VERB} [asma/NOUN] _./PUNCT", "-asma"),
        ],
    );
}

#[test]
fn cues_negate_what_precedes() {
    check(
        Language::English,
        &[
            (
                "[Pulmonary/ADJ embolism/NOUN] {was/AUX ruled/VERB out/ADP} by/ADP [CT/NOUN]",
                "-Pulmonary embolism | !ruled | CT",
            ),
            ("[HIV/PROPN _,/PUNCT HBV/PROPN and/CCONJ HCV/PROPN] {were/AUX} negative/ADJ", "-^HIV | -^HBV | -^HCV"),
            ("[pain/NOUN] _,/PUNCT [troponin/NOUN] negative/ADJ", "pain | -troponin"),
            ("[the/DET HIV/PROPN _-/PUNCT] _negative/ADJ [man/NOUN]", "-^HIV | man"),
            ("[stroke/NOUN] {is/AUX} very/ADV unlikely/ADJ", "-stroke"),
        ],
    );
    check(
        Language::Spanish,
        &[
            ("[hemocultivos/NOUN] negativos/ADJ _./PUNCT", "-hemocultivos"),
            ("[la/DET prueba/NOUN] {fue/AUX} negativa/ADJ", "-prueba"),
            ("[infarto/NOUN] descartado/ADJ _./PUNCT", "-infarto"),
            ("[la/DET negativa/NOUN] de/ADP _l/DET [paciente/NOUN]", "negativa | paciente"),
        ],
    );
}

#[test]
fn what_only_looks_negative_or_is_open_is_not_negated() {
    check(
        Language::English,
        &[
            ("[no/DET change/NOUN] in/ADP [the/DET mass/NOUN]", "change | mass"),
            ("not/PART only/ADV [fever/NOUN]", "fever"),
            ("[gram/NOUN] negative/ADJ [sepsis/NOUN]", "gram | sepsis"),
            ("[sepsis/NOUN] {could/AUX not/PART be/AUX ruled/VERB out/ADP} _./PUNCT", "sepsis | !ruled"),
            ("{can/AUX _not/PART rule/VERB out/ADP} [sepsis/NOUN]", "!rule | sepsis"),
            ("{rule/VERB out/ADP} [sepsis/NOUN]", "!rule | sepsis"),
            ("[he/PRON] {does/AUX not/PART deny/VERB} [pain/NOUN]", "!deny | pain"),
        ],
    );
    check(
        Language::Spanish,
        &[
            ("sin/ADP embargo/NOUN {tiene/VERB} [tos/NOUN]", "tos"),
            ("no/ADV sólo/ADV [tos/NOUN]", "tos"),
            ("{no/ADV se/PRON puede/AUX descartar/VERB} [infarto/NOUN]", "!descartar | infarto"),
            ("{no/ADV se/PRON descarta/VERB} [infarto/NOUN]", "!descarta | infarto"),
            ("[bacilos/NOUN] gram/X negativos/ADJ", "bacilos"),
        ],
    );
}

#[test]
fn scopes_end_after_some_words() {
    let words = "of/ADP [the/DET town/NOUN] ".repeat(6);
    let notation = format!("{{not/PART seen/VERB}} {words}");
    check(Language::English, &[(&notation, "-!seen | -town | -town | town | town | town | town")]);
}

#[test]
fn lists_end_where_something_else_is_said() {
    check(
        Language::English,
        &[
            (
                "[no/DET infiltrate/NOUN] _,/PUNCT [effusion/NOUN present/ADJ] _./PUNCT",
                "-infiltrate | effusion present",
            ),
            (
                "[No/DET edema/NOUN _,/PUNCT lungs/NOUN] with/ADP [bilateral/ADJ crackles/NOUN] _./PUNCT",
                "-edema | lungs | bilateral crackles",
            ),
            ("[No/DET fever/NOUN] _,/PUNCT positive/ADJ for/ADP [cough/NOUN] _./PUNCT", "-fever | cough"),
            ("[No/DET fever/NOUN] _,/PUNCT [normal/ADJ appetite/NOUN] _./PUNCT", "-fever | normal appetite"),
            ("[No/DET fever/NOUN] or/CCONJ [cough/NOUN present/ADJ] _./PUNCT", "-fever | -cough present"),
            (
                "[No/DET fever/NOUN] _,/PUNCT [pain/NOUN] with/ADP [coughing/NOUN] or/CCONJ [chills/NOUN]",
                "-fever | -pain | -coughing | -chills",
            ),
            ("[No/DET edema/NOUN] _,/PUNCT [troponin/NOUN negative/NOUN] _./PUNCT", "-edema | -troponin negative"),
            ("[No/DET fever/NOUN] _,/PUNCT [chills/NOUN] _,/PUNCT {cough/VERB} _./PUNCT", "-fever | -chills | -!cough"),
            ("[No/DET fever/NOUN] _,/PUNCT {improving/VERB} _./PUNCT", "-fever | !improving"),
        ],
    );
    check(
        Language::Spanish,
        &[
            (
                "[AC/NOUN rítmica/ADJ] sin/ADP [soplos/NOUN] _,/PUNCT [AP/NOUN] con/ADP [crepitantes/NOUN bibasales/ADJ]",
                "AC rítmica | -soplos | AP | crepitantes bibasales",
            ),
            ("[No/ADV fiebre/NOUN] _,/PUNCT sí/INTJ [tos/NOUN] _./PUNCT", "-fiebre | tos"),
            ("Sin/ADP [edemas/NOUN] _,/PUNCT [abdomen/NOUN doloroso/ADJ] _./PUNCT", "-edemas | abdomen doloroso"),
            ("Sin/ADP [edemas/NOUN] _,/PUNCT [dolor/NOUN torácico/ADJ] _./PUNCT", "-edemas | -dolor torácico"),
            (
                "{Niega/VERB} [fiebre/NOUN] _,/PUNCT [dolor/NOUN torácico/ADJ] _,/PUNCT [náuseas/NOUN] o/CCONJ [tos/NOUN]",
                "!Niega | -fiebre | -dolor torácico | -náuseas | -tos",
            ),
        ],
    );
}

#[test]
fn when_where_and_who_are_not_negated() {
    check(
        Language::English,
        &[
            (
                "[No/DET evidence/NOUN] of/ADP [relapse/NOUN] since/ADP [March/PROPN 2020/NUM] in/ADP [Dr./PROPN Smith/PROPN] [_'s/PART report/NOUN]",
                "evidence | -relapse | ^March 2020 | ^Dr. Smith | report",
            ),
            ("without/ADP [charge/NOUN] at/ADP [9.40/NUM p.m./NOUN]", "-charge | 9.40 p.m."),
            ("{does/AUX not/PART suffer/VERB} from/ADP [asthma/NOUN]", "-!suffer | -asthma"),
            (
                "{did/AUX not/PART see/VERB} [Ann/PROPN] _,/PUNCT [2020/NUM] or/CCONJ [HIV/PROPN]",
                "-!see | ^Ann | 2020 | -^HIV",
            ),
            (
                "{denies/VERB} [pain/NOUN] in/ADP [the/DET chest/NOUN] _,/PUNCT [fever/NOUN] or/CCONJ [cough/NOUN]",
                "!denies | -pain | chest | -fever | -cough",
            ),
            ("[no/DET mass/NOUN] in/ADP [the/DET liver/NOUN] or/CCONJ [spleen/NOUN]", "-mass | liver | spleen"),
        ],
    );
    check(
        Language::Spanish,
        &[
            (
                "{no/ADV encontró/VERB} [lesiones/NOUN] en/ADP [la/DET paciente/NOUN Ana/PROPN López/PROPN]",
                "-!encontró | -lesiones | paciente | ^Ana López",
            ),
            ("{No/ADV hay/AUX} [evidencia/NOUN] de/ADP [metástasis/NOUN]", "evidencia | -metástasis"),
            ("{No/ADV fuma/VERB} desde/ADP [marzo/NOUN] de/ADP [2020/NOUN]", "-!fuma | marzo de 2020"),
        ],
    );
}

#[test]
fn forms_and_signs_negate() {
    check(
        Language::English,
        &[
            ("[Fever/NOUN] _:/PUNCT absent/ADJ _./PUNCT", "-Fever"),
            ("(/PUNCT _-/PUNCT [_)/PUNCT fever/NOUN] _./PUNCT", "-fever"),
            ("[fever/NOUN] (/PUNCT _-/PUNCT _)/PUNCT [cough/NOUN] (/PUNCT _+/SYM _)/PUNCT", "-fever | cough"),
            ("[Troponin/PROPN negative/NOUN] _./PUNCT", "-^Troponin negative"),
            ("[It/PRON] {is/AUX} not/PART uncommon/ADJ {to/PART see/VERB} [fever/NOUN]", "!see | fever"),
            ("[He/PRON] {was/AUX} not/PART without/ADP [pain/NOUN]", "pain"),
            ("[Denies/VERB chest/NOUN pain/NOUN] _./PUNCT", "-chest pain"),
        ],
    );
    check(
        Language::Spanish,
        &[
            ("[Derrame/PROPN pleural/ADJ] _:/PUNCT no/INTJ _./PUNCT", "-^Derrame pleural"),
            ("[Fiebre/NOUN] _:/PUNCT no/ADV _,/PUNCT [tos/NOUN] _:/PUNCT sí/ADV _./PUNCT", "-Fiebre | tos"),
            ("[VIH/NOUN negativo/NOUN] _,/PUNCT [hepatitis/NOUN positiva/NOUN]", "-VIH negativo | hepatitis positiva"),
            ("[Descartamos/NOUN fractura/NOUN] _./PUNCT", "-fractura"),
            ("[Bacterias/NOUN gram/NOUN negativas/NOUN] _./PUNCT", "Bacterias gram negativas"),
        ],
    );
}
