use crate::Language;
use crate::terms::tests::check;

#[test]
fn names_with_particles_are_one() {
    check(
        Language::English,
        &[
            (
                "[Ludwig/PROPN] van/ADP [Beethoven/PROPN] {saw/VERB} [Ana/PROPN] de/X la/X [Cruz/PROPN]",
                "^Ludwig van Beethoven | !saw | ^Ana de la Cruz",
            ),
            ("[the/DET Bank/PROPN] of/ADP [America/PROPN]", "^Bank of America"),
            (
                "in/ADP [the/DET University/PROPN] of/ADP [Oxford/PROPN] in/ADP [England/PROPN]",
                "^University of Oxford | ^England",
            ),
            ("[the/DET University/PROPN] of/ADP [the/DET Arts/PROPN]", "^University of the Arts"),
            ("[the/DET famous/ADJ University/PROPN] of/ADP [Oxford/PROPN]", "^famous University of Oxford"),
            ("[Peter/PROPN Greenow/PROPN] of/ADP [Syracuse/PROPN]", "^Peter Greenow | ^Syracuse"),
            ("[Joan/PROPN] of/ADP [Arc/PROPN]", "^Joan of Arc"),
            (
                "[the/DET Department/PROPN] of/ADP [Medicine/PROPN] of/ADP [the/DET University/PROPN] of/ADP [Leeds/PROPN]",
                "^Department of Medicine | ^University of Leeds",
            ),
            (
                "[the/DET Department/PROPN] of/ADP [Health/PROPN and/CCONJ Human/PROPN Services/PROPN]",
                "^Department of Health and Human Services",
            ),
            ("[the/DET Institute/PROPN] for/ADP [Advanced/PROPN Study/PROPN]", "^Institute for Advanced Study"),
            ("{left/VERB} [Leeds/PROPN] for/ADP [Paris/PROPN]", "!left | ^Leeds | ^Paris"),
            ("[Johnson/PROPN &/CCONJ Johnson/PROPN]", "^Johnson & Johnson"),
            (
                "[St./PROPN Mary/PROPN _'s/PART Hospital/PROPN] [Ann/PROPN _'s/PART Toyota/PROPN]",
                "^St. Mary's Hospital | ^Ann | ^Toyota",
            ),
            (
                "[India/PROPN _'s/PART Supreme/PROPN Court/PROPN] [King/PROPN _'s/PART College/PROPN]",
                "^India | ^Supreme Court | ^King's College",
            ),
            ("[John/PROPN and/CCONJ Mary/PROPN]", "^John | ^Mary"),
            ("[John/PROPN] and/CCONJ [Mary/PROPN]", "^John | ^Mary"),
            ("[members/NOUN] of/ADP [Congress/PROPN]", "members | ^Congress"),
            ("[al/PROPN] _-/PUNCT [_Assad/PROPN]", "^al-Assad"),
            ("[March/PROPN 12/NUM] _,/PUNCT [2020/NUM]", "^March 12, 2020"),
            ("[the/DET 12th/NOUN] of/ADP [March/PROPN]", "12th of March"),
        ],
    );
    check(
        Language::Spanish,
        &[
            ("[María/PROPN de/ADP la/DET O/PROPN Pérez/PROPN y/CCONJ García/PROPN]", "^María de la O Pérez y García"),
            ("[Santiago/PROPN Ramón/PROPN] y/CCONJ [Cajal/PROPN]", "^Santiago Ramón y Cajal"),
            ("[don/NOUN José/PROPN Ortega/PROPN] y/CCONJ [Gasset/PROPN]", "^don José Ortega y Gasset"),
            ("[Ana/PROPN Pérez/PROPN] y/CCONJ [Luis/PROPN]", "^Ana Pérez | ^Luis"),
            ("[Ana/PROPN Pérez/PROPN] y/CCONJ [Tirso/PROPN Vega/PROPN]", "^Ana Pérez | ^Tirso Vega"),
            (
                "[Ana/PROPN] y/CCONJ [Luis/PROPN] en/ADP [París/PROPN y/CCONJ Londres/PROPN]",
                "^Ana | ^Luis | ^París | ^Londres",
            ),
            ("[Nueva/PROPN York/PROPN] y/CCONJ [Londres/PROPN]", "^Nueva York | ^Londres"),
            (
                "[la/DET Universidad/PROPN] de/ADP [Santiago/PROPN] de/ADP [Compostela/PROPN]",
                "^Universidad de Santiago de Compostela",
            ),
            (
                "[Hospital/PROPN Clínico/PROPN San/PROPN Ramiro/PROPN] de/ADP [Madrid/PROPN]",
                "^Hospital Clínico San Ramiro de Madrid",
            ),
            (
                "[el/DET doctor/NOUN Pérez/PROPN] de/ADP _l/DET [Hospital/PROPN Clínico/PROPN]",
                "doctor Pérez | ^Hospital Clínico",
            ),
            ("[la/DET Plaza/PROPN] de/ADP [la/DET Universidad/PROPN]", "^Plaza de la Universidad"),
            ("[Ministerio/PROPN] de/ADP [Sanidad/PROPN] y/CCONJ [Consumo/PROPN]", "^Ministerio de Sanidad y Consumo"),
            ("en/ADP [Madrid/PROPN] [la/DET Comisión/PROPN]", "^Madrid | ^Comisión"),
            ("[12/NUM] de/ADP [marzo/NOUN] de/ADP [2020/NUM]", "12 de marzo de 2020"),
            ("[12/NUM] de/ADP [ellos/PRON] y/CCONJ [dos/NUM] de/ADP [Lugo/PROPN]", "12 | dos | ^Lugo"),
        ],
    );
}

#[test]
fn titles_in_quotes_are_one() {
    check(
        Language::English,
        &[
            (
                "{saw/VERB} “/PUNCT [_One/NUM] {Flew/VERB} Over/ADP [the/DET Cuckoo/NOUN _'s/PART Nest/NOUN] _”/PUNCT _./PUNCT",
                "!saw | \"One Flew Over the Cuckoo's Nest",
            ),
            ("*/PUNCT _Gone/VERB with/ADP [the/DET Wind/NOUN] _*/PUNCT {won/VERB}", "\"Gone with the Wind | !won"),
            (
                "\"/PUNCT _Gone/VERB with/ADP [the/DET Wind/NOUN] _,/PUNCT _\"/PUNCT [a/DET film/NOUN]",
                "\"Gone with the Wind | film",
            ),
            (
                "\"/PUNCT [_I/PRON] {will/AUX go/VERB} to/ADP [Leeds/PROPN] _,/PUNCT _\"/PUNCT [he/PRON] {said/VERB}",
                "!go | ^Leeds | !said",
            ),
            ("“/PUNCT [_The/DET pain/NOUN] {came/VERB} at/ADP [night/NOUN] _./PUNCT _”/PUNCT", "pain | !came | night"),
            (
                "\"/PUNCT [_Lee/PROPN _,/PUNCT Tom/PROPN] _\"/PUNCT and/CCONJ “/PUNCT [_CPS/PROPN] _”/PUNCT",
                "^Lee | ^Tom | ^CPS",
            ),
            ("[the/DET “/PUNCT _so/ADV called/VERB _”/PUNCT expert/NOUN]", "called” expert"),
            ("[the/DET parents/NOUN _'/PART house/NOUN] and/CCONJ [Tom/PROPN _'s/PART]", "parents | house | ^Tom"),
        ],
    );
    check(
        Language::Spanish,
        &[
            (
                "[la/DET novela/NOUN] «/PUNCT [_Cien/NUM años/NOUN] de/ADP [soledad/NOUN] _»/PUNCT _./PUNCT",
                "novela | \"Cien años de soledad",
            ),
            ("\"/PUNCT [_La/DET casa/NOUN] de/ADP [Bernarda/PROPN Alba/PROPN] _\"/PUNCT", "\"La casa de Bernarda Alba"),
            (
                "«/PUNCT _Lo/PRON que/PRON [el/DET viento/NOUN] {se/PRON llevó/VERB} _»/PUNCT {ganó/VERB}",
                "\"Lo que el viento se llevó | !ganó",
            ),
            (
                "{dice/VERB} _:/PUNCT «/PUNCT {_Me/PRON duele/VERB} [la/DET cabeza/NOUN] _»/PUNCT",
                "!dice | !duele | cabeza",
            ),
            ("\"/PUNCT {_Voy/VERB} bien/ADV _\"/PUNCT _,/PUNCT {dijo/VERB}", "!Voy | !dijo"),
            (
                "\"/PUNCT [_Mi/DET marido/NOUN] {es/AUX} [rico/ADJ] _\"/PUNCT _,/PUNCT {rio/VERB}",
                "marido | rico | !rio",
            ),
            ("«/PUNCT {_Volver/VERB} _»/PUNCT y/CCONJ «/PUNCT {_duele/VERB} _»/PUNCT", "\"Volver | !duele"),
        ],
    );
}

#[test]
fn capitalised_titles_are_one() {
    check(
        Language::English,
        &[
            (
                "[Frodo/PROPN] in/ADP [The/DET Lord/PROPN] of/ADP [the/DET Rings/PROPN] {was/AUX} [small/ADJ]",
                "^Frodo | \"The Lord of the Rings | small",
            ),
            ("[The/DET Lord/PROPN] of/ADP [the/DET Rings/PROPN] {won/VERB}", "^Lord of the Rings | !won"),
            (
                "[Dora/PROPN Quill/PROPN] in/ADP {Gone/VERB} with/ADP [the/DET Wind/NOUN] with/ADP [Ned/PROPN Finch/PROPN] {won/VERB}",
                "^Dora Quill | \"Gone with the Wind | ^Ned Finch | !won",
            ),
            ("[he/PRON] {read/VERB} [A/DET Tale/NOUN] of/ADP [Two/NUM Cities/NOUN]", "!read | \"A Tale of Two Cities"),
            (
                "in/ADP [The/DET Boston/PROPN Globe/PROPN] and/CCONJ [The/DET New/PROPN York/PROPN Times/PROPN] {came/VERB}",
                "^Boston Globe | ^New York Times | !came",
            ),
            ("[he/PRON] {read/VERB} [War/NOUN and/CCONJ Peace/NOUN]", "!read | \"War and Peace"),
            ("[Mary/PROPN] in/ADP [Paris/PROPN] with/ADP [Tom/PROPN] {slept/VERB}", "^Mary | ^Paris | ^Tom | !slept"),
            (
                "[Mary/PROPN] and/CCONJ [I/PRON] {saw/VERB} [The/DET Hague/PROPN] with/ADP [Tom/PROPN]",
                "^Mary | !saw | ^Hague | ^Tom",
            ),
            ("{Go/VERB} to/ADP [the/DET Looking/VERB Glass/NOUN] [today/NOUN]", "!Go | Looking Glass | today"),
            ("[he/PRON] {saw/VERB} {Finding/VERB} [Nemo/PROPN] twice/ADV", "!saw | \"Finding Nemo"),
            ("{met/VERB} [the/DET Staff/NOUN and/CCONJ Management/NOUN] today/NOUN", "!met | Staff | Management"),
            ("[The/DET Old/ADJ Notes/NOUN] on/ADP [Your/PRON Stay/NOUN]", "Old Notes | Stay"),
            ("[Notes/NOUN] on/ADP [Your/PRON Stay/NOUN]", "Notes | Stay"),
        ],
    );
}

#[test]
fn titles_in_a_row_come_apart() {
    check(
        Language::English,
        &[
            (
                "{liked/VERB} [The/DET Lord/PROPN] of/ADP [the/DET Rings/PROPN] and/CCONJ [One/NUM Hundred/NUM Years/NOUN] of/ADP [Solitude/PROPN]",
                "!liked | \"The Lord of the Rings | \"One Hundred Years of Solitude",
            ),
            (
                "{read/VERB} [A/DET Tale/NOUN] of/ADP [Love/NOUN and/CCONJ Darkness/NOUN] twice/ADV",
                "!read | \"A Tale of Love and Darkness",
            ),
            (
                "{Brown/ADJ} v./PROPN Board/PROPN of/ADP [Education/NOUN and/CCONJ Marbury/PROPN v./NOUN Madison/PROPN]",
                "\"Brown v. Board of Education | \"Marbury v. Madison",
            ),
            (
                "{read/VERB} [*/PUNCT _Pride/PROPN] and/CCONJ [Prejudice/PROPN] _*/PUNCT twice/ADV",
                "!read | \"Pride and Prejudice",
            ),
            ("[\"/PUNCT _Pride/PROPN and/CCONJ Prejudice/NOUN] _\"/PUNCT", "\"Pride and Prejudice"),
        ],
    );
}

#[test]
fn long_chains_take_no_longer() {
    let chain = "[Ana/PROPN] de/ADP ".repeat(3000) + "[Lugo/PROPN]";
    let terms = crate::terms::tests::Example::new(&chain, Language::Spanish).terms();
    assert!(terms.len() > 100 && terms.iter().all(|term| term.tokens.len() < 40));
}
