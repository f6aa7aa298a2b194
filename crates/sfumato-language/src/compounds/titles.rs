//! Titles of works.
//!
//! A title stands in quotes or between marks of italics, or, in English, is merely capitalised with small function words
//! inside: "One Flew Over the Cuckoo's Nest". What somebody says stands in quotes too; it is no title.

use std::ops::Range;

use crate::stopwords::Roles;
use crate::terms::View;
use crate::{Language, Upos};

/// The most words that a title may have.
const WORDS: usize = 12;

/// The most tokens that may stand between two quotes that are looked at together.
const TOKENS: u32 = 32;

/// Finds the titles of a sentence, in order and disjoint.
pub(crate) fn find(view: View<'_>, titles: &mut Vec<Range<u32>>) {
    titles.clear();
    let capitals_tell = view.language() == Language::English && has_small_words(view);
    let mut at = 0;
    while at < view.len() {
        at = if let Some(end) = quoted(view, at) {
            titles.extend(title_in_quotes(view, at + 1..end));
            end + 1
        } else if view.is_capital(at) && view.language() == Language::English {
            let run = first_of_several(view, capitalised_run(view, at));
            let is_told = capitals_tell || has_versus(view, &run);
            titles.extend(capitalised_title(view, &run).filter(|_| is_told));
            run.end.max(at + 1)
        } else {
            at + 1
        };
    }
}

/// True if the sentence has words of content without a capital: in headings a capital says nothing.
fn has_small_words(view: View<'_>) -> bool {
    use Upos::{Adj, Adv, Aux, Noun, Verb};
    (0..view.len()).any(|nth| !view.is_capital(nth) && matches!(view.tag(nth), Adj | Adv | Aux | Noun | Verb))
}

/// True if a token is a quotation mark.
pub(crate) fn is_quote(text: &str) -> bool {
    matches!(
        text,
        "\"" | "'" | "``" | "''" | "\u{201c}" | "\u{201d}" | "\u{201e}" | "\u{2018}" | "\u{2019}" | "«" | "»"
    )
}

/// The closing mark that belongs to an opening one, and whether the two look alike.
fn closing(text: &str) -> Option<(&'static [&'static str], bool)> {
    Some(match text {
        "\u{201c}" | "\u{201e}" => (&["\u{201d}", "\u{201c}"], false),
        "\u{2018}" => (&["\u{2019}"], false),
        "«" => (&["»"], false),
        "``" => (&["''"], false),
        "\"" => (&["\""], true),
        "'" => (&["'"], true),
        "*" => (&["*"], true),
        "_" => (&["_"], true),
        _ => return None,
    })
}

/// The place where the quotation that starts at a word is closed.
fn quoted(view: View<'_>, at: u32) -> Option<u32> {
    if !matches!(view.tag(at), Upos::Punct | Upos::Sym | Upos::X) {
        return None;
    }
    let (close, are_alike) = closing(view.text(at))?;
    // Where both look alike, an opening mark is known by the word right after it and the blank before.
    let opens = !are_alike || (view.touches(at + 1) && (!view.touches(at) || view.text(at.saturating_sub(1)) == "("));
    let end = view.len().min(at + TOKENS);
    (at + 1..end).find(|nth| opens && close.contains(&view.text(*nth)) && (!are_alike || view.touches(*nth)))
}

/// The title between two quotes, without the marks that belong to the sentence.
fn title_in_quotes(view: View<'_>, inside: Range<u32>) -> Option<Range<u32>> {
    let mut title = inside.clone();
    while title.start < title.end && matches!(view.text(title.end - 1), "," | "." | ";" | ":") {
        title.end -= 1;
    }
    let first = title.clone().find(|nth| view.tag(*nth) != Upos::Punct)?;
    let starts = view.is_capital(first) || view.text(first).starts_with(|c: char| c.is_ascii_digit());
    let has_stop = title.clone().any(|nth| matches!(view.text(nth), "." | ";"));
    let words = title.clone().filter(|nth| view.tag(*nth) != Upos::Punct && !view.touches(*nth)).count();
    if !starts || has_stop || words > WORDS {
        return None;
    }
    let is_title = match view.language() {
        Language::English => is_in_title_case(view, &title),
        Language::Spanish => !has_verb(view, &title) || !is_speech(view, &inside, &title),
    };
    (is_title && is_more_than_a_phrase(view, &title)).then_some(title)
}

/// True if all words that tell something are capitalised.
fn is_in_title_case(view: View<'_>, title: &Range<u32>) -> bool {
    title.clone().all(|nth| {
        let tells = matches!(view.tag(nth), Upos::Noun | Upos::Propn | Upos::Adj | Upos::Verb | Upos::Adv | Upos::Aux);
        !tells || view.is_capital(nth) || view.any(nth, Roles::TITLE_LINK) || (nth > title.start && view.touches(nth))
    })
}

fn has_verb(view: View<'_>, title: &Range<u32>) -> bool {
    title.clone().any(|nth| matches!(view.tag(nth), Upos::Verb | Upos::Aux))
}

/// True if the sentence around a quotation says that somebody speaks, or the quotation ends like a sentence.
fn is_speech(view: View<'_>, inside: &Range<u32>, title: &Range<u32>) -> bool {
    let before = (1..=3).filter_map(|back| inside.start.checked_sub(back));
    let after = (1..=3).map(|on| inside.end + on);
    let is_all = inside.start <= 1 && (inside.end..view.len()).all(|nth| view.tag(nth) == Upos::Punct);
    is_all
        || inside.end != title.end
        || view.text(inside.end + 1) == ","
        || inside.start.checked_sub(2).is_some_and(|nth| view.text(nth) == ":")
        || before.chain(after).any(|nth| view.any(nth, Roles::SPEECH))
}

/// True if this is more than a noun phrase in quotes, which is a term as it is: there is a function word or a verb
/// among words that tell something, or an infinitive alone.
fn is_more_than_a_phrase(view: View<'_>, title: &Range<u32>) -> bool {
    let words = || title.clone().filter(|nth| view.tag(*nth) != Upos::Punct);
    let is_plain =
        |nth| matches!(view.tag(nth), Upos::Noun | Upos::Propn | Upos::Adj | Upos::Num | Upos::X | Upos::Sym);
    let is_infinitive = |nth: u32| view.tag(nth) == Upos::Verb && view.lower(nth).ends_with('r');
    match words().count() {
        0 => false,
        1 => view.language() == Language::Spanish && words().all(is_infinitive),
        _ => !words().all(is_plain) && words().any(|nth| is_plain(nth) || view.tag(nth) == Upos::Verb),
    }
}

/// The longest run from here of capitalised words with small function words between them.
fn capitalised_run(view: View<'_>, start: u32) -> Range<u32> {
    let mut end = start;
    let mut nth = start;
    while nth < view.len() && nth - start < TOKENS {
        let is_link = is_link(view, nth) && nth - end < 3;
        if is_title_word(view, nth) {
            end = nth + 1;
        } else if !is_link && !view.is_inner_mark(nth) {
            break;
        }
        nth += 1;
    }
    start..end
}

/// A small word inside a title.
fn is_link(view: View<'_>, nth: u32) -> bool {
    !view.is_capital(nth) && (view.any(nth, Roles::TITLE_LINK) || is_versus(view, nth))
}

/// The words between the parties of a case: "Brown v. Board of Education".
fn is_versus(view: View<'_>, nth: u32) -> bool {
    matches!(view.text(nth), "v." | "v" | "vs." | "vs")
}

fn has_versus(view: View<'_>, run: &Range<u32>) -> bool {
    run.clone().any(|nth| is_versus(view, nth))
}

/// The first of the titles that "and" strings together in a run: "The Lord of the Rings and One Hundred Years of
/// Solitude", but "A Tale of Love and Darkness". Both sides must look like one.
fn first_of_several(view: View<'_>, run: Range<u32>) -> Range<u32> {
    let starts =
        |nth| view.is_capital(nth) && (view.any(nth, Roles::ARTICLE) || matches!(view.tag(nth), Upos::Det | Upos::Num));
    let has_link = |part: Range<u32>| part.clone().any(|nth| is_link(view, nth) && nth + 1 < part.end);
    let parts = |and: u32| {
        let is_left = has_link(run.start..and) || starts(run.start);
        let is_right = view.is_capital(and + 1) && (has_link(and + 1..run.end) || starts(and + 1));
        is_left && is_right
    };
    let mut ands = run.clone().filter(|nth| is_link(view, *nth) && view.any(*nth, Roles::AND));
    let end = ands.find(|nth| parts(*nth)).unwrap_or(run.end);
    run.start..end
}

/// A capitalised word, or what is written right after one. Words all in capitals shout or abbreviate.
fn is_title_word(view: View<'_>, nth: u32) -> bool {
    let text = view.text(nth);
    if matches!(text, "I") {
        return false;
    }
    let is_ending = nth > 0 && view.touches(nth) && text.starts_with(['\'', '\u{2019}', 'n']) && text.len() > 1;
    is_ending || (view.is_capital(nth) && (text.chars().count() == 1 || text.chars().any(char::is_lowercase)))
}

/// The title in a run, if anything tells it from names that happen to stand together ("Mary in Paris").
fn capitalised_title(view: View<'_>, run: &Range<u32>) -> Option<Range<u32>> {
    if run.len() < 2 {
        return None;
    }
    let mut title = run.clone();
    use Upos::{Adp, Adv, Aux, Cconj, Pron, Sconj, Verb};
    if follows_mark(view, title.start) && matches!(view.tag(title.start), Adp | Adv | Aux | Cconj | Pron | Sconj | Verb)
    {
        title.start = (title.start + 1..title.end).find(|nth| view.is_capital(*nth))?;
    }
    if !has_versus(view, &title) {
        let evidence = evidence(view, &title)?;
        title.start = cut_before(view, &title, evidence);
        title.end = cut_after(view, &title, evidence);
    }
    let words = title.clone().filter(|nth| !view.touches(*nth)).count();
    ((2..=WORDS).contains(&words)).then_some(title)
}

/// True if a word starts a sentence or what looks like one.
fn follows_mark(view: View<'_>, nth: u32) -> bool {
    nth.checked_sub(1).is_none_or(|before| view.tag(before) == Upos::Punct)
}

/// The first word of a run that would not be capitalised outside a title.
fn evidence(view: View<'_>, run: &Range<u32>) -> Option<u32> {
    let has_link = run.clone().any(|nth| is_link(view, nth));
    let before = run.start.checked_sub(1);
    let is_object = before.is_some_and(|nth| view.tag(nth) == Upos::Verb || view.lower(nth) == "in");
    let names_by_link = run.clone().any(|nth| !view.is_capital(nth) && view.any(nth, Roles::ARTICLE.and(Roles::OF)));
    run.clone().filter(|nth| view.is_capital(*nth) && (*nth > run.start || !follows_mark(view, *nth))).find(|nth| {
        match view.tag(*nth) {
            Upos::Verb | Upos::Aux => has_link || view.any(*nth, Roles::VERBAL),
            Upos::Det if *nth == run.start => names_by_link,
            Upos::Adv | Upos::Pron | Upos::Adp | Upos::Det | Upos::Sconj | Upos::Num => has_link,
            // "Read War and Peace", but "the Staff and Management".
            Upos::Noun => {
                is_object && run.len() == 3 && view.any(nth + 1, Roles::AND) && view.tag(nth + 2) == Upos::Noun
            }
            _ => false,
        }
    })
}

/// Leaves out names before a title: "Leigh in Gone with the Wind".
fn cut_before(view: View<'_>, run: &Range<u32>, evidence: u32) -> u32 {
    let mut start = run.start;
    while let Some(link) = (start..evidence).find(|nth| is_link(view, *nth)) {
        let are_names = (start..link).all(|nth| matches!(view.tag(nth), Upos::Propn | Upos::Det));
        if !are_names || view.any(link, Roles::OF) {
            break;
        }
        start = (link..evidence + 1).find(|nth| !is_link(view, *nth)).unwrap_or(evidence);
    }
    start
}

/// Leaves out names after a title: "Gone with the Wind with Ned Finch".
fn cut_after(view: View<'_>, run: &Range<u32>, evidence: u32) -> u32 {
    let mut end = run.end;
    while let Some(link) = (evidence + 1..end).rev().find(|nth| is_link(view, *nth)) {
        let are_names = (link + 1..end).all(|nth| view.tag(nth) == Upos::Propn);
        if !are_names || view.any(link, Roles::OF.and(Roles::ARTICLE)) {
            break;
        }
        end = (evidence..link).rev().find(|nth| !is_link(view, *nth)).map_or(link, |nth| nth + 1);
    }
    end
}
