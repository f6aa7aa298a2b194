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
    let words = "in/ADP [the/DET town/NOUN] ".repeat(6);
    let notation = format!("{{not/PART seen/VERB}} {words}");
    check(Language::English, &[(&notation, "-!seen | -town | -town | town | town | town | town")]);
}
