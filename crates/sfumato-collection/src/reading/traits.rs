//! How old somebody is, of which sex, from where, and what they do.

use sfumato::detect::KnownCategory;
use sfumato::values::generalise::{self, ValueKind, ValueOptions};
use sfumato::values::words::is_cardinal;

use super::{MentionGround, Reading};
use crate::node::OLDEST;
use crate::places::PlaceNames;
use crate::{Attribute, ValueNode, lists, occupations};

/// So many words an age has at most.
const LONGEST_AGE: usize = 7;
/// So many words a trade has at most.
const LONGEST_TRADE: usize = 8;

/// Words before an age of another time: "a los 12 años", "at the age of 12", "hace 20 años".
const OTHER_TIME: [&str; 12] =
    ["los", "las", "hace", "durante", "of", "for", "at", "desde", "over", "tras", "after", "cada"];
/// Words that start an age besides numbers.
const OPENINGS: [&str; 10] = ["entre", "between", "aged", "age", "under", "over", "menos", "less", "menor", "mayor"];
/// The decades of a life in English.
const DECADES: [&str; 9] =
    ["teens", "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"];

/// True for the English words for ten years of a life.
pub(crate) fn is_decade(word: &str) -> bool {
    DECADES.contains(&word)
}

impl Reading<'_> {
    /// The longest age that starts at a word; a bare number is one only in a field.
    pub(super) fn age_at(&self, start: usize, end: usize, is_known: bool) -> Option<(usize, ValueNode)> {
        if let Some(decade) = DECADES.iter().position(|decade| *decade == self.words.word(start)) {
            let from = 10 * (decade as u32 + 1);
            return Some((start + 1, ValueNode::ages(from, from + 9)));
        }
        let last = (start + LONGEST_AGE).min(end).min(self.words.len());
        (start + 1..=last).rev().find_map(|after| {
            let phrase = self.words.slice(self.words.range(start..after));
            // A hyphen or an "old" may stand behind what is an age already.
            let value = match is_known {
                true => generalise::read_age(phrase, self.language),
                false => generalise::read(phrase, self.language).filter(|value| value.kind() == ValueKind::Age),
            }?;
            let interval = value.interval(&ValueOptions::default());
            let from = (interval.from / 365.0).floor() as u32;
            let to =
                if interval.to.is_finite() { ((interval.to / 365.0).ceil() as u32).max(from + 1) - 1 } else { OLDEST };
            Some((after, ValueNode::ages(from, to.min(OLDEST).max(from))))
        })
    }

    /// Reads ages in running text.
    pub(super) fn read_ages(&mut self) {
        // What says no more than is known already says it again: "a sus 34 años".
        let mut doubtful = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            let word = self.words.word(at);
            let starts = word.starts_with(|c: char| c.is_ascii_digit())
                || is_cardinal(word, self.language)
                || OPENINGS.contains(&word)
                || DECADES.contains(&word);
            match self.age_at(at, self.words.len(), false).filter(|_| starts) {
                Some((after, node)) => {
                    match self.is_age_of_now(at, after) {
                        true => self.note(Attribute::Age, at..after, node, MentionGround::Words),
                        false => doubtful.push((at..after, node)),
                    }
                    at = after;
                }
                None => at += 1,
            }
        }
        for (words, node) in doubtful {
            let is_known = |mention: &super::AttributeMention| {
                mention.attribute == Attribute::Age && mention.counts() && mention.node == node
            };
            if self.mentions.iter().any(is_known) {
                self.note(Attribute::Age, words, node, MentionGround::Words);
            }
        }
    }

    /// True if an age says how old somebody is, and not when something was.
    fn is_age_of_now(&self, start: usize, end: usize) -> bool {
        let before = start.checked_sub(1).map_or("", |before| self.words.word(before));
        if DECADES.contains(&self.words.word(start)) {
            return matches!(before, "his" | "her" | "their" | "early" | "mid" | "late");
        }
        if OTHER_TIME.contains(&before)
            || matches!(self.words.word(end), "despues" | "antes" | "ago" | "later" | "de evolucion" | "atras")
        {
            return false;
        }
        let says_old =
            (start..end).any(|at| matches!(self.words.word(at), "old" | "edad" | "yo" | "aged" | "year" | "age"));
        let range = self.words.range(start..end);
        let is_found = self.document.span(range.start, range.end).is_some_and(|span| {
            self.entities
                .mentions
                .iter()
                .any(|mention| mention.category.is(KnownCategory::Age) && mention.span.overlaps(span))
        });
        let second = start.checked_sub(2).map_or("", |before| self.words.word(before));
        let is_of = before == "de"
            && (lists::sexes(self.language).longest(&self.words, start - 2).is_some()
                || matches!(second, "paciente" | "lactante" | "bebe" | "anciana" | "anciano" | "joven")
                || self.words.gap_before(start - 1).contains(','));
        says_old
            || is_of
            || is_found
            || matches!(before, "sus" | "his" | "her" | "con" | "tiene" | "tenia" | "cumplidos")
    }

    pub(super) fn read_sex_field(&mut self, start: usize, end: usize) {
        let found = [lists::sexes(self.language), lists::sex_letters(self.language)];
        let found =
            found.into_iter().find_map(|list| list.longest(&self.words, start)).filter(|(after, _)| *after <= end);
        if let Some((after, sex)) = found {
            self.note(Attribute::Sex, start..after, ValueNode::new(*sex), MentionGround::Field);
        }
    }

    /// Reads what words say by themselves: the sex, the marital state, children, relatives, what was written back.
    pub(super) fn read_words(&mut self) {
        self.read_ages();
        let language = self.language;
        let (sexes, hints) = (lists::sexes(language), lists::sex_hints(language));
        let owners = lists::owners(language);
        for at in 0..self.words.len() {
            if let Some((after, (attribute, node))) =
                self.vocabulary.and_then(|vocabulary| vocabulary.longest(&self.words, at))
            {
                self.note(*attribute, at..after, node.clone(), MentionGround::Words);
            }
            let is_owned = at > 0 && matches!(self.words.word(at - 1), "su" | "mi");
            if let Some((after, sex)) = sexes.longest(&self.words, at).filter(|_| !is_owned) {
                self.note(Attribute::Sex, at..after, ValueNode::new(*sex), MentionGround::Words);
            } else if let Some((after, sex)) = hints.longest(&self.words, at) {
                self.note(Attribute::Sex, at..after, ValueNode::new(*sex), MentionGround::Hint);
            }
            self.read_titled_name(at);
            self.read_marital_state(at);
            self.read_children(at);
            if let Some((after, kin)) = lists::kin(language).longest(&self.words, at)
                && at > 0
                && owners.longest(&self.words, at - 1).is_some_and(|(end, _)| end == at)
            {
                let range = self.words.range(at..after);
                if let Some(span) = self.document.span(range.start, range.end) {
                    self.note_span(Attribute::Kin, span, ValueNode::new(*kin), MentionGround::Words, false);
                }
            }
        }
    }

    /// Reads the name behind a title: "doña Leonor Arrizala".
    fn read_titled_name(&mut self, at: usize) {
        let is_title =
            matches!(self.words.word(at), "don" | "dona" | "sr" | "sra" | "mr" | "mrs" | "ms" | "senor" | "senora");
        let mut end = at + 1;
        while is_title && end < (at + 6).min(self.words.len()) {
            let is_joined = matches!(self.words.gap_before(end), " " | ". " | "-");
            let is_within = end > at + 1 && matches!(self.words.word(end), "de" | "del" | "la");
            if !is_joined || !(self.words.words[end].is_capital || is_within) {
                break;
            }
            end += 1;
        }
        if is_title && end > at + 1 {
            let node = ValueNode::words(&lists::fold(self.words.slice(self.words.range(at + 1..end))));
            self.note(Attribute::Name, at + 1..end, node, MentionGround::Cue);
        }
    }

    fn read_marital_state(&mut self, at: usize) {
        let Some((after, state)) = lists::marital_states(self.language).longest(&self.words, at) else { return };
        let word = self.words.word(at);
        let next = self.words.word(after);
        let before = at.checked_sub(1).map_or("", |before| self.words.word(before));
        let is_other = match word {
            // "A single dose", "separated by".
            "single" => {
                !(matches!(before, "is" | "was" | "old" | "a") || self.words.gap_before(at).contains(','))
                    || (before == "a" && !matches!(next, "man" | "woman" | "mother" | "father" | "parent"))
                        && !self.is_before_person(after)
            }
            "separated" | "separada" | "separado" => matches!(next, "by" | "from" | "por" | "de"),
            _ => false,
        };
        if !is_other {
            self.note(Attribute::MaritalState, at..after, ValueNode::new(*state), MentionGround::Words);
        }
    }

    /// True if a word says what somebody is, or leads up to one that does: "single Polish nurse".
    fn is_before_person(&self, at: usize) -> bool {
        (at..(at + 4).min(self.words.len())).any(|near| {
            lists::sexes(self.language).longest(&self.words, near).is_some()
                || lists::nationalities(self.language).longest(&self.words, near).is_some()
                || occupations::resolve(self.words.word(near), self.language).is_some()
        })
    }

    fn read_children(&mut self, at: usize) {
        if let Some((after, _)) = lists::childless(self.language).longest(&self.words, at) {
            self.note(Attribute::Children, at..after, ValueNode::new("0"), MentionGround::Words);
            return;
        }
        let Some(count) = self.count_at(at) else { return };
        let is_mother =
            at > 1 && self.words.word(at - 1) == "of" && matches!(self.words.word(at - 2), "mother" | "father");
        let Some(after) = lists::children(self.language)
            .longest(&self.words, at + 1)
            .map(|(after, _)| after)
            .or(is_mother.then_some(at + 1))
        else {
            return;
        };
        if self.words.gap_before(at + 1) == " " || is_mother {
            self.note(Attribute::Children, at..after, ValueNode::new(count.to_string()), MentionGround::Words);
        }
    }

    fn count_at(&self, at: usize) -> Option<u32> {
        let word = self.words.word(at);
        let by_word = lists::counts(self.language).longest(&self.words, at).and_then(|(_, count)| count.parse().ok());
        by_word.or_else(|| word.parse().ok().filter(|count| *count <= 15))
    }

    pub(super) fn read_children_field(&mut self, start: usize, end: usize) {
        let count =
            self.count_at(start).or_else(|| matches!(self.words.word(start), "ninguno" | "none" | "no").then_some(0));
        if let Some(count) = count.filter(|_| start < end) {
            self.note(Attribute::Children, start..start + 1, ValueNode::new(count.to_string()), MentionGround::Field);
        }
    }

    /// Reads a value that is in a list.
    pub(super) fn read_listed(&mut self, attribute: Attribute, start: usize, end: usize, ground: MentionGround) {
        let language = self.language;
        let list = match attribute {
            Attribute::MaritalState => lists::marital_states(language),
            Attribute::Nationality => lists::nationalities(language),
            Attribute::Language => lists::languages(language),
            _ => lists::ethnic_origins(language),
        };
        if let Some((after, value)) = list.longest(&self.words, start).filter(|(after, _)| *after <= end) {
            let (after, node) = match attribute {
                Attribute::Nationality => (after, PlaceNames::of_code(value)),
                Attribute::Language => self.languages_from(start, end).unwrap_or((after, ValueNode::new(*value))),
                _ => (after, ValueNode::new(*value)),
            };
            self.note(attribute, start..after, node, ground);
        } else if ground == MentionGround::Field && attribute != Attribute::MaritalState {
            let after = (start + 1..end).find(|at| self.words.gap_before(*at) != " ").unwrap_or(end).min(start + 3);
            let node = ValueNode::words(&lists::fold(self.words.slice(self.words.range(start..after))));
            self.note(attribute, start..after, node, ground);
        }
    }

    /// A list of languages as one value: "quechua y español".
    fn languages_from(&self, start: usize, end: usize) -> Option<(usize, ValueNode)> {
        let list = lists::languages(self.language);
        let mut known: Vec<&str> = Vec::new();
        let (mut at, mut last) = (start, start);
        while let Some((after, code)) = list.longest(&self.words, at).filter(|(after, _)| *after <= end) {
            known.push(code);
            last = after;
            at = if matches!(self.words.word(after), "y" | "e" | "and") { after + 1 } else { after };
        }
        known.sort_unstable();
        (!known.is_empty()).then(|| (last, ValueNode::new(known.join("+"))))
    }

    /// Reads what somebody does from a cue or a field on: the longest run of words that is a trade.
    pub(super) fn read_profession(&mut self, start: usize, end: usize, ground: MentionGround) {
        let mut last = start + 1;
        while last < end.min(start + LONGEST_TRADE) && matches!(self.words.gap_before(last), " " | "-" | "/") {
            last += 1;
        }
        let phrase = |after: usize| self.words.slice(self.words.range(start..after));
        let known = (start + 1..=last)
            .rev()
            .find_map(|after| Some((after, occupations::resolve(phrase(after), self.language)?)));
        let known = known.or_else(|| {
            let is_own = ground == MentionGround::Field;
            is_own.then(|| (last, occupations::of(phrase(last), self.language)))
        });
        if let Some((after, node)) = known {
            self.note(Attribute::Profession, start..after, node, ground);
        }
    }

    /// Reads what recognisers found: trades, origins, diseases, days, places, and what identifies.
    pub(super) fn read_found(&mut self) {
        for number in 0..self.entities.mentions.len() {
            let mention = &self.entities.mentions[number];
            let (span, path) = (mention.span, mention.category.path());
            let words = self.words_of(span);
            match path {
                "profession" => self.read_found_profession(words),
                _ if path.starts_with("person") => self.identify(Attribute::Name, span, path),
                _ if path.starts_with("id") && path != "id/case" => self.identify(Attribute::Number, span, path),
                _ if path.starts_with("contact") => self.identify(Attribute::Contact, span, path),
                "place/street" | "place/postcode" => self.identify(Attribute::Address, span, path),
                "organisation/hospital" | "organisation/health-centre" => {
                    let node = ValueNode::words(&lists::fold(self.document.slice(span)));
                    self.note_span(Attribute::Institution, span, node, MentionGround::Words, false);
                }
                _ => {}
            }
        }
        self.read_origins();
        self.read_idle();
        self.read_conditions();
        self.read_found_dates();
        self.read_other_places();
    }

    fn identify(&mut self, attribute: Attribute, span: sfumato::document::Span, path: &str) {
        let is_of_other = matches!(path, "person/staff" | "person/relative");
        let node = ValueNode::words(&lists::fold(self.document.slice(span)));
        self.note_span(attribute, span, node, MentionGround::Words, is_of_other);
    }

    fn read_found_profession(&mut self, words: std::ops::Range<usize>) {
        // "Retired bus driver", "maestra jubilada": two things at once, and the trade is the telling one.
        for start in words.clone() {
            for end in (start + 1..=words.end).rev() {
                let phrase = self.words.slice(self.words.range(start..end));
                if let Some(node) =
                    occupations::resolve(phrase, self.language).filter(|node| node.as_str().starts_with("o:"))
                {
                    if !self.is_staff(start, end) {
                        self.note(Attribute::Profession, start..end, node, MentionGround::Words);
                    }
                    return;
                }
            }
        }
    }

    /// True if a trade is that of somebody who is named behind it, as of those who write: "Nurse Ann Lee", "nurse:".
    fn is_staff(&self, start: usize, end: usize) -> bool {
        let next = self.words.words.get(end);
        let is_named = next.is_some_and(|next| next.is_capital && self.words.gap_before(end) == " ");
        let before = start.checked_sub(1).map_or("", |before| self.words.word(before));
        is_named || self.words.gap_before(end).starts_with(':') || matches!(before, "the" | "al" | "por" | "by")
    }

    /// Reads words for people of a country where somebody is described: "ciudadano marroquí", "a Polish nurse".
    fn read_origins(&mut self) {
        let (nationalities, origins) = (lists::nationalities(self.language), lists::ethnic_origins(self.language));
        for at in 0..self.words.len() {
            let found = nationalities
                .longest(&self.words, at)
                .map(|(after, code)| (after, Attribute::Nationality, PlaceNames::of_code(code)));
            let found = found.or_else(|| {
                origins
                    .longest(&self.words, at)
                    .map(|(after, name)| (after, Attribute::EthnicOrigin, ValueNode::new(*name)))
            });
            let Some((after, attribute, node)) = found else { continue };
            let range = self.words.range(at..after);
            let Some(span) = self.document.span(range.start, range.end) else { continue };
            let is_said = self.entities.mentions.iter().any(|mention| {
                (mention.category.is(KnownCategory::Demographic) || mention.category.path() == "place/country")
                    && mention.span.overlaps(span)
            });
            let is_language = self
                .mentions
                .iter()
                .any(|mention| mention.attribute == Attribute::Language && mention.span.overlaps(span));
            if (is_said || self.is_beside_person(at, after)) && !is_language {
                self.note(attribute, at..after, node, MentionGround::Words);
            }
        }
    }

    /// True if a word for a person stands beside some words.
    fn is_beside_person(&self, start: usize, end: usize) -> bool {
        let sexes = lists::sexes(self.language);
        let is_person = |at: usize| {
            sexes.longest(&self.words, at).is_some()
                || matches!(
                    self.words.word(at),
                    "paciente" | "patient" | "ciudadano" | "ciudadana" | "citizen" | "national"
                )
        };
        (start > 0 && is_person(start - 1)) || is_person(end)
    }

    /// Reads words for those who have no trade.
    fn read_idle(&mut self) {
        for at in 0..self.words.len() {
            let Some((after, name)) = lists::idle(self.language).longest(&self.words, at) else { continue };
            let is_trade =
                self.mentions.iter().any(|mention| mention.attribute == Attribute::Profession && mention.counts());
            if !is_trade {
                self.note(Attribute::Profession, at..after, ValueNode::new(format!("i:{name}")), MentionGround::Words);
            }
        }
    }
}
