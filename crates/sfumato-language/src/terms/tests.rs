//! Sentences are written with their tags and chunks: `[the/DET pain/NOUN] {was/AUX felt/VERB}` has a noun and a verb
//! chunk, and a word after `_` is written right after the one before it: `Ana/PROPN _'s/PART`.

use super::*;
use crate::{Analysis, Chunk, Languages, Token};
use sfumato_document::Document;
use sfumato_document::formats::{DocumentFormat, TextFile};

/// A sentence of the notation, read.
pub(crate) struct Example {
    document: Document,
    tokens: Vec<Token>,
    tags: Vec<Upos>,
    chunks: Vec<Chunk>,
    language: Language,
}

impl Example {
    pub fn new(notation: &str, language: Language) -> Self {
        let (mut text, mut places, mut tags, mut chunks) = (String::new(), Vec::new(), Vec::new(), Vec::new());
        let mut start = 0;
        for item in notation.split_whitespace() {
            let word = item.trim_start_matches(['[', '{']);
            if word.len() < item.len() {
                start = tags.len() as u32;
            }
            let bare = word.trim_end_matches([']', '}']);
            let (word_text, tag) = bare.rsplit_once('/').expect("a tag");
            let glued = word_text.strip_prefix('_').filter(|rest| !rest.is_empty());
            if glued.is_none() && !text.is_empty() {
                text.push(' ');
            }
            let from = text.len();
            text.push_str(glued.unwrap_or(word_text));
            places.push(from..text.len());
            tags.push(Upos::from_name(tag).expect("a known tag"));
            if let Some(closing) = word.get(bare.len()..).and_then(|rest| rest.chars().next()) {
                let kind = if closing == ']' { ChunkKind::Noun } else { ChunkKind::Verb };
                chunks.push(Chunk { kind, start, end: tags.len() as u32 });
            }
        }
        let document = TextFile.read(text.into_bytes()).expect("readable");
        let analysis = Analysis::in_languages(&document, Languages::only(language));
        let some_token = analysis.tokens()[0];
        let span = |place: Range<usize>| document.span(place.start, place.end).expect("in the text");
        let tokens = places.into_iter().map(|place| Token { span: span(place), ..some_token }).collect();
        Self { tokens, tags, chunks, language, document }
    }

    pub fn sentence(&self) -> TaggedSentence<'_> {
        TaggedSentence {
            text: self.document.text(),
            tokens: &self.tokens,
            tags: &self.tags,
            chunks: &self.chunks,
            range: 0..self.tokens.len() as u32,
            language: self.language,
        }
    }

    pub fn terms(&self) -> Vec<Term> {
        let mut terms = Vec::new();
        TermFinder::new().find(&self.sentence(), &mut terms);
        terms
    }

    pub fn text(&self, term: &Term) -> &str {
        self.document.slice(term.span)
    }

    /// The terms, with what is remarkable about them: `-` negated, `^` a name, `"` a title, `!` a verb.
    pub fn marked(&self) -> Vec<String> {
        let mark = |is: bool, mark: &'static str| if is { mark } else { "" };
        let marked = |term: &Term| {
            let verb = mark(term.kind == TermKind::Verb, "!");
            let name = if term.is_title { "\"" } else { mark(term.is_name, "^") };
            format!("{}{verb}{name}{}", mark(term.is_negated, "-"), self.text(term))
        };
        self.terms().iter().map(marked).collect()
    }
}

/// Checks the terms of sentences, separated by `|`.
pub(crate) fn check(language: Language, table: &[(&str, &str)]) {
    for (notation, expected) in table {
        let expected: Vec<&str> = expected.split(" | ").filter(|term| !term.is_empty()).collect();
        assert_eq!(Example::new(notation, language).marked(), expected, "{notation}");
    }
}

fn check_heads(language: Language, table: &[(&str, &str)]) {
    for (notation, expected) in table {
        let example = Example::new(notation, language);
        let terms = example.terms();
        let heads: Vec<&str> =
            terms.iter().map(|term| example.document.slice(example.tokens[term.head as usize].span)).collect();
        assert_eq!(heads, expected.split(' ').collect::<Vec<_>>(), "{notation}");
    }
}

#[test]
fn stop_words_go_from_the_borders() {
    check(
        Language::English,
        &[
            ("[the/DET Community/PROPN General/PROPN Hospital/PROPN]", "^Community General Hospital"),
            ("[her/PRON very/ADV severe/ADJ pain/NOUN]", "severe pain"),
            ("[she/PRON] [the/DET others/NOUN] [all/DET of/ADP them/PRON] [everyone/PRON]", ""),
            ("[one/NUM] of/ADP [the/DET other/ADJ patients/NOUN]", "patients"),
            ("[a/DET lot/NOUN] of/ADP [pain/NOUN]", "pain"),
            ("[a/DET lot/NOUN of/ADP pain/NOUN]", "pain"),
            ("[a/DET great/ADJ deal/NOUN] of/ADP [help/NOUN]", "help"),
            ("[the/DET will/NOUN] of/ADP [Will/PROPN May/PROPN]", "will | ^Will May"),
            ("[54/NUM] [$/SYM 5/NUM million/NUM] [50/NUM %/SYM] [#/SYM]", "54 | $ 5 million | 50 %"),
            ("[the/DET elderly/ADJ] [so/ADV]", "elderly"),
            ("[the/DET X/NOUN _-/PUNCT _ray/NOUN]", "X-ray"),
            ("[the/DET twenty/NUM _-/PUNCT _one/NUM]", "twenty-one"),
        ],
    );
    check(
        Language::Spanish,
        &[
            ("[todos/DET los/DET demás/DET pacientes/NOUN]", "pacientes"),
            ("[la/DET mayoría/NOUN] de/ADP [los/DET casos/NOUN]", "casos"),
            ("[una/DET gran/ADJ cantidad/NOUN] de/ADP _l/DET [dinero/NOUN]", "dinero"),
            ("[su/DET propia/ADJ casa/NOUN] [ella/PRON] [lo/PRON mismo/ADJ]", "casa"),
            ("[el/DET cáncer/NOUN de/ADP _l/DET páncreas/NOUN]", "cáncer del páncreas"),
            ("en/ADP [El/DET Salvador/PROPN]", "^El Salvador"),
            ("[El/DET Salvador/PROPN]", "^Salvador"),
        ],
    );
}

#[test]
fn lists_and_owners_come_apart() {
    check(
        Language::English,
        &[
            ("[pain/NOUN and/CCONJ fever/NOUN]", "pain | fever"),
            ("[black/ADJ and/CCONJ white/ADJ cats/NOUN]", "black and white cats"),
            (
                "[acute/ADJ pain/NOUN _,/PUNCT fever/NOUN and/CCONJ dry/ADJ cough/NOUN]",
                "acute pain | fever | dry cough",
            ),
            ("[acute/ADJ pain/NOUN _,/PUNCT dry/ADJ and/CCONJ loud/ADJ cough/NOUN]", "acute pain | dry and loud cough"),
            ("[a/DET severe/ADJ _,/PUNCT crushing/VERB pain/NOUN]", "severe, crushing pain"),
            ("[two/NUM or/CCONJ three/NUM nurses/NOUN]", "two or three nurses"),
            ("[he/PRON and/CCONJ his/PRON wife/NOUN]", "wife"),
            ("[Peter/PROPN] [_'s/PART wife/NOUN]", "^Peter | wife"),
            ("[Peter/PROPN _’s/PART wife/NOUN]", "^Peter | wife"),
            ("[the/DET parents/NOUN _'/PART house/NOUN]", "parents | house"),
            ("[Crohn/PROPN _'s/PART disease/NOUN] of/ADP [Ann/PROPN _'s/PART]", "Crohn's disease | ^Ann"),
            ("[a/DET mass/NOUN (/PUNCT _tumour/NOUN _)/PUNCT]", "mass | tumour"),
            ("[March/PROPN 12/NUM _,/PUNCT 2020/NUM]", "^March 12, 2020"),
        ],
    );
    check(
        Language::Spanish,
        &[
            ("[dolor/NOUN intenso/ADJ y/CCONJ opresivo/ADJ]", "dolor intenso y opresivo"),
            ("[dolor/NOUN agudo/ADJ _,/PUNCT intenso/ADJ y/CCONJ fiebre/NOUN]", "dolor agudo, intenso | fiebre"),
        ],
    );
}

#[test]
fn names_stand_without_kin_and_days() {
    check(
        Language::English,
        &[
            ("[His/PRON wife/NOUN Maureen/PROPN] {came/VERB}", "wife | ^Maureen | !came"),
            ("on/ADP [Monday/PROPN Bob/PROPN] {left/VERB}", "^Monday | ^Bob | !left"),
            ("on/ADP [Monday/PROPN March/PROPN 2/NUM]", "^Monday March 2"),
            (
                "{saw/VERB} [The/DET Sunday/PROPN Times/PROPN] [Aunt/PROPN May/PROPN]",
                "!saw | ^Sunday Times | ^Aunt May",
            ),
        ],
    );
    check(Language::Spanish, &[("[la/DET paciente/NOUN Ana/PROPN López/PROPN]", "paciente | ^Ana López")]);
}

#[test]
fn connectors_tell_nothing() {
    check(
        Language::English,
        &[
            ("Of/ADP [course/NOUN] for/ADP [example/NOUN] in/ADP [spite/NOUN] of/ADP [the/DET drug/NOUN]", "drug"),
            ("in/ADP [the/DET course/NOUN] as/ADV well/ADV as/ADP [fever/NOUN]", "course | fever"),
        ],
    );
    check(
        Language::Spanish,
        &[
            ("Sin/ADP [embargo/NOUN] _,/PUNCT no/PART [obstante/NOUN] _,/PUNCT por/ADP [ejemplo/NOUN]", ""),
            (
                "a/ADP [pesar/NOUN] de/ADP [la/DET fiebre/NOUN] _,/PUNCT [es/NOUN decir/NOUN] _,/PUNCT [tos/NOUN]",
                "fiebre | tos",
            ),
        ],
    );
}

#[test]
fn verbs_stand_without_their_helpers() {
    check(
        Language::English,
        &[
            ("{has/AUX not/PART been/AUX taken/VERB} {is/AUX} {has/VERB}", "-!taken"),
            (
                "[he/PRON] {continued/VERB to/PART smoke/VERB} and/CCONJ {saw/VERB and/CCONJ heard/VERB}",
                "!continued to smoke | !saw | !heard",
            ),
        ],
    );
    check(Language::Spanish, &[("{ha/AUX sido/AUX operado/VERB} {se/PRON ha/AUX ido/VERB}", "!operado | !ido")]);
}

#[test]
fn heads() {
    check_heads(
        Language::English,
        &[
            (
                "[the/DET general/ADJ hospital/NOUN] [Ann/PROPN Lee/PROPN] [54/NUM] [the/DET elderly/ADJ]",
                "hospital Lee 54 elderly",
            ),
            ("[cancer/NOUN of/ADP the/DET pancreas/NOUN] [the/DET Bank/PROPN] of/ADP [America/PROPN]", "cancer Bank"),
            ("[Ludwig/PROPN] van/ADP [Beethoven/PROPN] {was/AUX taken/VERB}", "Beethoven taken"),
        ],
    );
    check_heads(
        Language::Spanish,
        &[("[el/DET cáncer/NOUN de/ADP páncreas/NOUN] [gran/ADJ hospital/NOUN general/ADJ]", "cáncer hospital")],
    );
}

#[test]
fn keys_are_lemmas_in_lower_case() {
    let lemma = |word: &str| match word {
        "Cancers" => "cancer".to_owned(),
        "tumores" => "tumor".to_owned(),
        _ => word.to_owned(),
    };
    let table = [
        (Language::English, "[Cancers/NOUN of/ADP the/DET pancreas/NOUN]", "cancer of pancreas"),
        (Language::English, "[Bank/PROPN] of/ADP [the/DET West/PROPN]", "bank of the west"),
        (Language::English, "[an/DET X/NOUN _-/PUNCT _ray/NOUN of/ADP it/PRON]", "x-ray"),
        (Language::English, "[a/DET severe/ADJ _,/PUNCT dull/ADJ pain/NOUN]", "severe dull pain"),
        (Language::English, "[Crohn/PROPN _’s/PART disease/NOUN]", "crohn disease"),
        (Language::Spanish, "[tumores/NOUN de/ADP _l/DET páncreas/NOUN]", "tumor de páncreas"),
        (Language::Spanish, "[Universidad/PROPN de/ADP _l/DET Sur/PROPN]", "universidad del sur"),
    ];
    for (language, notation, expected) in table {
        let example = Example::new(notation, language);
        let mut key = String::new();
        let lemma_of = |nth: u32, out: &mut String| {
            out.push_str(&lemma(example.document.slice(example.tokens[nth as usize].span)));
        };
        example.terms()[0].key(&example.sentence(), lemma_of, &mut key);
        assert_eq!(key, expected, "{notation}");
    }
}

#[test]
fn what_does_not_fit_is_no_panic() {
    let example = Example::new("[the/DET Bank/PROPN] of/ADP [England/PROPN]", Language::English);
    let whole = example.sentence();
    let beyond =
        [Chunk { kind: ChunkKind::Noun, start: 2, end: 900 }, Chunk { kind: ChunkKind::Verb, start: 7, end: 3 }];
    for sentence in [
        TaggedSentence { range: 2..900, ..whole.clone() },
        TaggedSentence { range: Range { start: 3, end: 1 }, ..whole.clone() },
        TaggedSentence { tags: &[], ..whole.clone() },
        TaggedSentence { tokens: &[], ..whole.clone() },
        TaggedSentence { text: "", ..whole.clone() },
        TaggedSentence { chunks: &beyond, ..whole.clone() },
    ] {
        let mut terms = Vec::new();
        TermFinder::new().find(&sentence, &mut terms);
        assert!(terms.len() <= 2);
    }
}

/// Whatever tags and chunks a model may come up with, terms stay in order, apart from each other and in their sentence.
#[test]
fn terms_are_in_order_whatever_the_tags() {
    const WORDS: [&str; 32] = [
        "The", "Lord", "of", "the", "Rings", "“", "”", "\"", "'", "*", "-", ",", ".", "(", ")", "and", "y", "de", "la",
        "no", "ruled", "out", "negative", "sin", "but", "12", "March", "'s", "&", "Ana", "pain", "ñandú",
    ];
    let mut state = 1u32;
    let mut random = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    for round in 0..3000 {
        let mut notation = String::new();
        let mut open = None;
        for _ in 0..=random(40) {
            let (start, end) = [("[", "]"), ("{", "}")][random(2)];
            let starts = open.is_none() && random(3) == 0;
            if starts {
                notation.push_str(start);
                open = Some(end);
            }
            notation.push_str(if random(3) == 0 { "_" } else { "" });
            notation.push_str(WORDS[random(WORDS.len())]);
            notation.push('/');
            notation.push_str(Upos::ALL[random(Upos::ALL.len())].name());
            notation.push_str(if random(3) == 0 { open.take().unwrap_or("") } else { "" });
            notation.push(' ');
        }
        let language = if round % 2 == 0 { Language::English } else { Language::Spanish };
        let terms = Example::new(&notation, language).terms();
        assert!(terms.iter().all(|term| term.tokens.contains(&term.head)), "{notation}");
        assert!(terms.windows(2).all(|pair| pair[0].tokens.end <= pair[1].tokens.start), "{notation}");
    }
}
