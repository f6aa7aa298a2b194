//! Operations, carried out: what each changes of the mentions of a document.

use sfumato::detect::{
    Category, Finding, FindingEvidence, FindingReason, Findings, KnownCategory, Recogniser as _, WordList,
};
use sfumato::document::{Document, OffsetConverter, OffsetUnit, Sensitive, Span};
use sfumato::language::Analysis;
use sfumato::mask::{Choice, TERM};

use super::document::{FreeNumbers, ReviewedDocument};
use super::operation::{Operation, OperationScope};
use super::state::{
    MentionId, MentionState, Mentions, PersonalDecision, ReviewChoices, ReviewMention, ReviewStep, ThingId,
};
use crate::problem::Problem;

/// The longest replacement, in bytes.
const LONGEST_REPLACEMENT: usize = 10_000;
/// The most mentions that one operation adds.
const MOST_ADDED: usize = 100_000;

/// Carries operations out, one after the other, and notes what they change.
pub struct ReviewChanges<'r> {
    /// The documents.
    pub documents: &'r mut [ReviewedDocument],
    /// The choices.
    pub choices: &'r mut ReviewChoices,
    /// The numbers that are free.
    pub free: &'r mut FreeNumbers,
    /// The person who does it.
    pub person: PersonalDecision,
    /// The changes so far.
    pub step: ReviewStep,
}

/// A refusal that names the member of the operation.
fn refused(member: &str, what: &str) -> Problem {
    Problem::content("operation", what).at(member)
}

impl ReviewChanges<'_> {
    /// Carries one out; an error leaves what it changed for whoever takes the step back.
    pub fn carry_out(&mut self, operation: &Operation) -> Result<(), Problem> {
        match operation {
            Operation::Add { document, start, end, category, scope } => {
                let (span, category) = (self.span(*document, *start, *end)?, category_of(category)?);
                self.add(*document, span, &category, *scope)
            }
            Operation::Recategorise { mention, category, scope } => {
                let category = category_of(category)?;
                self.each(*mention, *scope, |changes, document, id| changes.recategorise(document, id, &category))
            }
            Operation::Borders { mention, start, end } => self.move_borders(*mention, *start, *end),
            Operation::Remove { mention, scope } => self.each(*mention, *scope, Self::remove),
            Operation::Keep { mention, scope } => self.each(*mention, *scope, |changes, document, id| {
                changes.bring_in(document, id);
                changes.choose(document, id, Some(Choice::Keep));
            }),
            Operation::Mask { mention, scope } => self.each(*mention, *scope, |changes, document, id| {
                changes.bring_in(document, id);
                changes.choose(document, id, Some(Choice::Mask));
            }),
            Operation::Accept { mention, scope } => self.each(*mention, *scope, Self::accept),
            Operation::Replace { mention, replacement, scope } => {
                let choice = replacement.as_deref().map(written).transpose()?;
                self.each(*mention, *scope, |changes, document, id| {
                    changes.bring_in(document, id);
                    changes.choose(document, id, choice.clone());
                })
            }
            Operation::Redraw { mention } => {
                let (document, id) = self.find(*mention)?;
                let thing = self.mentions(document)[&id].thing;
                self.set(|choices| choices.redrawn.push(thing));
                Ok(())
            }
            Operation::RedrawAll { seed } => {
                let seed = *seed;
                self.set(|choices| choices.seed = seed);
                Ok(())
            }
            Operation::Merge { entity, into } => self.merge(*entity, *into),
            Operation::Split { mentions } => self.split(mentions),
            Operation::Allow { text } => self.allow(text),
            Operation::Deny { text, category } => {
                let category = category.as_deref().map_or_else(|| Ok(KnownCategory::Other.into()), category_of)?;
                self.deny(text, &category)
            }
            Operation::Settings { view, date_days, age_range, bits } => {
                if let Some(Some([least, most])) = date_days
                    && sfumato::pseudonym::ShiftRange::new(*least, *most).is_none_or(|range| {
                        [range.least, range.most].iter().any(|days| days.unsigned_abs() > MOST_DAYS)
                    })
                {
                    return Err(refused("date_days", "two numbers of days, the lesser first, not both zero"));
                }
                if age_range.flatten().is_some_and(|years| years > MOST_YEARS) {
                    return Err(refused("age_range", "a number of years up to 50"));
                }
                if bits.flatten().is_some_and(|bits| !bits.is_finite() || bits <= 0.0 || bits > MOST_BITS) {
                    return Err(refused("bits", "a number of bits above 0, up to 1000"));
                }
                self.set(|ReviewChoices { settings, .. }| {
                    settings.view = view.map_or(settings.view, Option::unwrap_or_default);
                    settings.date_days = date_days.unwrap_or(settings.date_days);
                    settings.age_range = age_range.unwrap_or(settings.age_range);
                    settings.bits = bits.unwrap_or(settings.bits);
                });
                Ok(())
            }
            Operation::Reviewed { reviewed } => {
                self.set(|choices| choices.is_reviewed = *reviewed);
                Ok(())
            }
            Operation::Phrase { document, start, end, mention, replacement } => {
                let span = self.span(*document, *start, *end)?;
                self.take_phrase(*document, span, *mention, replacement)
            }
        }
    }

    fn document(&self, number: usize) -> Result<&Document, Problem> {
        let document = self.documents.get(number);
        Ok(&document.ok_or_else(|| refused("document", "there is no such document in the file"))?.document)
    }

    fn mentions(&self, document: usize) -> &Mentions {
        &self.documents[document].mentions
    }

    /// The document of a mention.
    fn find(&self, id: MentionId) -> Result<(usize, MentionId), Problem> {
        let at = self.documents.iter().position(|document| document.mentions.contains_key(&id));
        at.map(|document| (document, id)).ok_or_else(|| refused("mention", "there is no such mention"))
    }

    /// The span of offsets in UTF-16 units, without the blanks at its ends.
    fn span(&self, document: usize, start: usize, end: usize) -> Result<Span, Problem> {
        let document = self.document(document)?;
        let offsets = OffsetConverter::new(document.text(), OffsetUnit::Utf16);
        let place = offsets.to_byte(start).zip(offsets.to_byte(end));
        let span = place.and_then(|(start, end)| document.span(start, end));
        let span = span.ok_or_else(|| refused("start", "there is no such place in the document"))?;
        let text = document.slice(span);
        let before = text.len() - text.trim_start().len();
        let length = text.trim().len();
        let inner = document.span(span.start() + before, span.start() + before + length);
        let inner = inner.filter(|inner| !inner.is_empty());
        let inner = inner.ok_or_else(|| refused("start", "nothing but blanks stands there"))?;
        let is_whole = document.stretches().any(|range| range.start <= inner.start() && inner.end() <= range.end);
        match is_whole {
            true => Ok(inner),
            false => Err(refused("end", "it reaches from one part of the file into another; mark them one by one")),
        }
    }

    /// Changes a mention, or makes or unmakes it, and notes that down.
    fn put(&mut self, document: usize, id: MentionId, mention: Option<ReviewMention>) {
        let mentions = &mut self.documents[document].mentions;
        let before = match &mention {
            Some(mention) => mentions.insert(id, mention.clone()),
            None => mentions.remove(&id),
        };
        if before != mention {
            self.step.mentions.push((document, id, before, mention));
        }
    }

    fn change(&mut self, document: usize, id: MentionId, change: impl FnOnce(&mut ReviewMention)) {
        let Some(mut mention) = self.mentions(document).get(&id).cloned() else { return };
        change(&mut mention);
        self.put(document, id, Some(mention));
    }

    /// The same, and notes down who decided it.
    fn decide(&mut self, document: usize, id: MentionId, change: impl FnOnce(&mut ReviewMention)) {
        let person = self.person.clone();
        self.change(document, id, |mention| {
            change(mention);
            mention.decided = Some(person);
            mention.is_listed = false;
        });
    }

    fn set(&mut self, change: impl FnOnce(&mut ReviewChoices)) {
        let before = self.choices.clone();
        change(self.choices);
        let first = self.step.choices.take().map_or(before, |(first, _)| first);
        self.step.choices = Some((first, self.choices.clone()));
    }

    /// Does something to a mention, or to all of its thing, or to all that are written alike.
    fn each(
        &mut self,
        id: MentionId,
        scope: OperationScope,
        mut act: impl FnMut(&mut Self, usize, MentionId),
    ) -> Result<(), Problem> {
        let (document, id) = self.find(id)?;
        let chosen = &self.mentions(document)[&id];
        let text = folded(self.documents[document].document.slice(chosen.span));
        let is_meant = |other: &ReviewMention| match scope {
            OperationScope::Place => false,
            // A near miss is a thing of its own as long as nobody takes it in: those written alike are answered together.
            OperationScope::Entity if chosen.counts() => other.thing == chosen.thing,
            OperationScope::Entity | OperationScope::All => {
                other.category == chosen.category && folded(self.documents[document].document.slice(other.span)) == text
            }
        };
        let all: Vec<MentionId> = self
            .mentions(document)
            .iter()
            .filter(|(number, other)| **number == id || is_meant(other))
            .map(|(number, _)| *number)
            .collect();
        all.into_iter().for_each(|id| act(self, document, id));
        Ok(())
    }

    /// Lets something that did not count, or was said to be nothing, be a mention.
    fn bring_in(&mut self, document: usize, id: MentionId) {
        let Some(mention) = self.mentions(document).get(&id) else { return };
        let (span, category, state) = (mention.span, mention.category.clone(), mention.state);
        if !matches!(state, MentionState::Near | MentionState::Removed) {
            return;
        }
        if state == MentionState::Near {
            self.clear(document, span, Some(id));
        }
        let thing = self.thing_of(document, span, &category, id);
        let is_found = self.mentions(document).get(&id).is_some_and(|mention| !mention.found.is_empty());
        self.decide(document, id, |mention| {
            mention.state = if is_found { MentionState::Found } else { MentionState::Added };
            mention.thing = thing;
            mention.choice = None;
        });
    }

    fn choose(&mut self, document: usize, id: MentionId, choice: Option<Choice>) {
        self.decide(document, id, |mention| mention.choice = choice);
    }

    fn accept(&mut self, document: usize, id: MentionId) {
        let is_near = self.mentions(document).get(&id).is_some_and(|mention| !mention.counts());
        self.bring_in(document, id);
        self.decide(document, id, |mention| {
            mention.is_accepted = true;
            if is_near {
                mention.choice = Some(Choice::Mask);
            }
        });
    }

    /// Something that is nothing: it stays, and is a thing of its own that nobody counts.
    fn remove(&mut self, document: usize, id: MentionId) {
        let thing = self.free.thing();
        let is_near = self.mentions(document).get(&id).is_some_and(|mention| !mention.counts());
        if is_near {
            let span = self.mentions(document)[&id].span;
            // What counts at its place goes on to do so.
            let meets =
                self.mentions(document).iter().any(|(other, it)| *other != id && it.counts() && it.span.overlaps(span));
            if meets {
                self.put(document, id, None);
                return;
            }
        }
        self.decide(document, id, |mention| {
            (mention.state, mention.choice, mention.thing) = (MentionState::Removed, Some(Choice::Keep), thing);
            mention.is_accepted = false;
        });
    }

    fn recategorise(&mut self, document: usize, id: MentionId, category: &Category) {
        self.bring_in(document, id);
        let Some(mention) = self.mentions(document).get(&id) else { return };
        let (root, marked) = (mention.category.root().to_owned(), marked(mention.span, category));
        // Somebody stays somebody; what was a place and is a person is another thing.
        let span = mention.span;
        let thing = (root != category.root()).then(|| self.thing_of(document, span, category, id));
        self.decide(document, id, |mention| {
            mention.category = category.clone();
            (mention.score, mention.marked) = (1.0, Some(marked));
            mention.thing = thing.unwrap_or(mention.thing);
        });
    }

    fn move_borders(&mut self, id: MentionId, start: usize, end: usize) -> Result<(), Problem> {
        let (document, id) = self.find(id)?;
        let span = self.span(document, start, end)?;
        self.clear(document, span, Some(id));
        self.bring_in(document, id);
        self.decide(document, id, |mention| {
            mention.span = span;
            mention.marked = Some(marked(span, &mention.category));
            mention.score = 1.0;
        });
        Ok(())
    }

    fn add(&mut self, document: usize, span: Span, category: &Category, scope: OperationScope) -> Result<(), Problem> {
        self.mark(document, span, category, false);
        if scope != OperationScope::Place {
            let text = self.documents[document].document.slice(span).to_owned();
            self.mark_all(document, &text, category)?;
        }
        Ok(())
    }

    /// Marks a place, of which nothing else is marked any more; what reaches beyond it is marked there as before.
    fn mark(&mut self, document: usize, span: Span, category: &Category, is_listed: bool) {
        self.clear(document, span, None);
        let id = self.free.mention();
        let thing = self.thing_of(document, span, category, id);
        let finding = if is_listed { listed(span, category) } else { marked(span, category) };
        let mention = ReviewMention {
            span,
            category: category.clone(),
            score: 1.0,
            state: MentionState::Added,
            thing,
            found: [].into(),
            marked: Some(finding),
            choice: Some(Choice::Mask),
            decided: Some(self.person.clone()),
            is_accepted: true,
            is_listed,
        };
        self.put(document, id, Some(mention));
    }

    /// Marks all places where words stand, and what is marked there already as masked.
    fn mark_all(&mut self, document: usize, text: &str, category: &Category) -> Result<(), Problem> {
        let places = places(&self.documents[document].document, text, category)?;
        if places.len() > MOST_ADDED {
            return Err(refused("text", "it stands in too many places"));
        }
        for span in places {
            let known =
                self.mentions(document).iter().find(|(_, mention)| mention.counts() && mention.span.contains(span));
            match known.map(|(id, mention)| {
                (
                    *id,
                    mention.state == MentionState::Removed || mention.choice == Some(Choice::Keep),
                    mention.span == span,
                )
            }) {
                Some((_, true, false)) | None => self.mark(document, span, category, true),
                Some((id, true, true)) => {
                    self.bring_in(document, id);
                    self.choose(document, id, Some(Choice::Mask));
                }
                // It is masked with what it stands in, or as what it is.
                Some((id, false, is_whole)) => {
                    if is_whole && self.mentions(document)[&id].choice.is_none() {
                        self.choose(document, id, Some(Choice::Mask));
                    }
                }
            }
        }
        Ok(())
    }

    fn deny(&mut self, text: &str, category: &Category) -> Result<(), Problem> {
        (0..self.documents.len()).try_for_each(|document| self.mark_all(document, text, category))
    }

    fn allow(&mut self, text: &str) -> Result<(), Problem> {
        for document in 0..self.documents.len() {
            let places = places(&self.documents[document].document, text, &KnownCategory::Other.into())?;
            let is_held = |mention: &ReviewMention| {
                let before = places.partition_point(|span| span.start() <= mention.span.start());
                places[..before].last().is_some_and(|span| span.contains(mention.span))
            };
            let mentions = self.mentions(document).iter();
            let held: Vec<(MentionId, bool)> =
                mentions.filter(|(_, it)| is_held(it)).map(|(id, it)| (*id, it.counts())).collect();
            for (id, counts) in held {
                if counts {
                    self.choose(document, id, Some(Choice::Keep));
                    self.change(document, id, |mention| mention.is_listed = true);
                } else {
                    self.put(document, id, None);
                }
            }
        }
        Ok(())
    }

    fn merge(&mut self, entity: ThingId, into: ThingId) -> Result<(), Problem> {
        let of = |thing: ThingId| {
            self.documents
                .iter()
                .position(|it| it.mentions.values().any(|mention| mention.counts() && mention.thing == thing))
        };
        let document = of(entity).ok_or_else(|| refused("entity", "there is no such entity"))?;
        let other = of(into).ok_or_else(|| refused("into", "there is no such entity"))?;
        if document != other || entity == into {
            return Err(refused("into", "two entities of one document can be one"));
        }
        let category = self.mentions(document).values().find(|it| it.thing == into).map(|it| it.category.clone());
        let category = category.ok_or_else(|| refused("into", "there is no such entity"))?;
        let all: Vec<MentionId> =
            self.mentions(document).iter().filter(|(_, it)| it.thing == entity).map(|(id, _)| *id).collect();
        for id in all {
            self.decide(document, id, |mention| {
                mention.thing = into;
                if mention.category.root() != category.root() {
                    mention.category = category.clone();
                    mention.marked = Some(marked(mention.span, &category));
                }
            });
        }
        Ok(())
    }

    fn split(&mut self, mentions: &[MentionId]) -> Result<(), Problem> {
        let first = mentions.first().ok_or_else(|| refused("mentions", "name at least one"))?;
        let (document, _) = self.find(*first)?;
        let is_whole = |id: &MentionId| self.mentions(document).get(id).is_some_and(ReviewMention::counts);
        if !mentions.iter().all(is_whole) {
            return Err(refused("mentions", "mentions of one document can become an entity"));
        }
        let thing = self.free.thing();
        for id in mentions {
            self.decide(document, *id, |mention| mention.thing = thing);
        }
        Ok(())
    }

    fn take_phrase(&mut self, document: usize, span: Span, id: MentionId, replacement: &str) -> Result<(), Problem> {
        if self.documents.iter().any(|known| known.mentions.contains_key(&id)) {
            return Err(refused("mention", "there is such a mention already"));
        }
        let category = category_of(TERM)?;
        self.clear(document, span, None);
        let mention = ReviewMention {
            span,
            score: 1.0,
            state: MentionState::Added,
            thing: self.free.thing(),
            found: [].into(),
            marked: Some(marked(span, &category)),
            category,
            choice: Some(Choice::Write(Sensitive::new(replacement.to_owned()))),
            decided: Some(self.person.clone()),
            is_accepted: false,
            is_listed: false,
        };
        self.put(document, id, Some(mention));
        Ok(())
    }

    /// Takes a place from all that is marked there but `kept`. What reaches beyond it stays marked there, so that nothing
    /// that was masked stands open.
    fn clear(&mut self, document: usize, span: Span, kept: Option<MentionId>) {
        let touched: Vec<(MentionId, ReviewMention)> = self
            .mentions(document)
            .iter()
            .filter(|(id, it)| Some(**id) != kept && it.span.overlaps(span) && (it.counts() || span.contains(it.span)))
            .map(|(id, it)| (*id, it.clone()))
            .collect();
        for (id, mention) in touched {
            let rest = |start: usize, end: usize| self.rest(document, start, end);
            let before = rest(mention.span.start(), span.start());
            let after = rest(span.end(), mention.span.end());
            let cut =
                |at: Span| ReviewMention { span: at, marked: Some(marked(at, &mention.category)), ..mention.clone() };
            match (before, after) {
                (None, None) => self.put(document, id, None),
                (Some(one), None) | (None, Some(one)) => self.put(document, id, Some(cut(one))),
                (Some(one), Some(other)) => {
                    self.put(document, id, Some(cut(one)));
                    let number = self.free.mention();
                    self.put(document, number, Some(cut(other)));
                }
            }
        }
    }

    /// The rest of a mention beside a place that was taken from it, if that says anything.
    fn rest(&self, document: usize, start: usize, end: usize) -> Option<Span> {
        let document = &self.documents[document].document;
        let span = document.span(start, end.max(start))?;
        let text = document.slice(span);
        let from = text.find(char::is_alphanumeric)?;
        let last = text.rfind(char::is_alphanumeric)?;
        let until = last + text.get(last..)?.chars().next()?.len_utf8();
        document.span(start + from, start + until)
    }

    /// The thing that something of a category is: that of others which are written alike, that of the one person whose name
    /// it is part of, or one of its own.
    fn thing_of(&mut self, document: usize, span: Span, category: &Category, id: MentionId) -> ThingId {
        let text = &self.documents[document].document;
        let key = folded(text.slice(span));
        let is_related = |(other, mention): &(&MentionId, &ReviewMention)| {
            **other != id
                && mention.counts()
                && mention.state != MentionState::Removed
                && mention.category.root() == category.root()
        };
        let others: Vec<&ReviewMention> =
            self.mentions(document).iter().filter(is_related).map(|(_, mention)| mention).collect();
        if let Some(same) = others.iter().find(|mention| folded(text.slice(mention.span)) == key) {
            return same.thing;
        }
        if category.is(KnownCategory::Person) {
            let words: Vec<&str> = key.split(' ').collect();
            let is_part = |mention: &&&ReviewMention| {
                let whole = folded(text.slice(mention.span));
                let (whole, words): (Vec<&str>, &[&str]) = (whole.split(' ').collect(), &words);
                words.iter().all(|word| whole.contains(word)) || whole.iter().all(|word| words.contains(word))
            };
            let mut things: Vec<ThingId> = others.iter().filter(is_part).map(|mention| mention.thing).collect();
            things.sort_unstable();
            things.dedup();
            if let [only] = things.as_slice() {
                return *only;
            }
        }
        self.free.thing()
    }
}

/// Dates move by no more days than this.
const MOST_DAYS: u64 = 40_000;
/// Ages change by no more years than this.
const MOST_YEARS: u32 = 50;
/// No phrase tells more.
const MOST_BITS: f64 = 1000.0;

/// The category of a path that a person names.
fn category_of(path: &str) -> Result<Category, Problem> {
    let wrong = || refused("category", "a category is a path such as id/national; /v1/categories lists them");
    Category::new(path).map_err(|_| wrong())
}

/// A replacement, checked.
fn written(text: &str) -> Result<Choice, Problem> {
    let is_strange = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.len() > LONGEST_REPLACEMENT || text.contains(is_strange) {
        return Err(refused("replacement", "a replacement has up to 10000 bytes and no control characters"));
    }
    Ok(Choice::Write(Sensitive::new(text.to_owned())))
}

/// A text as it is compared: letters and digits in small, blanks and marks one blank.
pub fn folded(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// The finding of a person at a place.
fn marked(span: Span, category: &Category) -> Finding {
    finding(span, category, "marked", FindingReason::Reviewed)
}

/// The finding of words that a person listed.
fn listed(span: Span, category: &Category) -> Finding {
    finding(span, category, "listed", FindingReason::Listed)
}

fn finding(span: Span, category: &Category, rule: &str, why: FindingReason) -> Finding {
    let evidence = FindingEvidence { recogniser: "review".into(), rule: rule.into(), why };
    Finding { span, category: category.clone(), score: 1.0, evidence: evidence.into() }
}

/// The places where words stand, in order and disjoint.
fn places(document: &Document, text: &str, category: &Category) -> Result<Vec<Span>, Problem> {
    if text.trim().is_empty() || text.len() > LONGEST_REPLACEMENT {
        return Err(refused("text", "words to look for, up to 10000 bytes of them"));
    }
    let mut findings = Findings::default();
    let list = WordList::new(category.clone(), &[text]);
    let faulty = |_| refused("text", "these words cannot be looked for");
    list.recognise(&Analysis::new(document), &mut findings).map_err(faulty)?;
    let mut last = 0;
    let mut spans: Vec<Span> = findings.into_sorted().into_iter().map(|finding| finding.span).collect();
    spans.retain(|span| {
        let is_free = span.start() >= last;
        last = if is_free { span.end() } else { last };
        is_free
    });
    let stretches: Vec<std::ops::Range<usize>> = document.stretches().collect();
    let is_whole = |span: &Span| {
        let at = stretches.partition_point(|range| range.end <= span.start());
        stretches.get(at).is_some_and(|range| range.start <= span.start() && span.end() <= range.end)
    };
    spans.retain(is_whole);
    Ok(spans)
}
