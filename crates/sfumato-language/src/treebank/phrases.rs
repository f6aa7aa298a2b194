//! Phrases out of dependency trees, as the chunking task has them: without recursion, each word in one at most.
//!
//! A noun phrase is a noun with whatever stands around it and depends on it without a preposition: determiners, adjectives
//! before and after it, numbers, the further words of a name. A verb phrase is a verb with its auxiliaries.

use super::TreeWord;

/// Relations that keep a word in the phrase of the noun it depends on.
const IN_NOUN_PHRASE: [&str; 9] = ["det", "amod", "nummod", "flat", "compound", "fixed", "advmod", "det:numgov", "dep"];
/// Relations that keep a word in the phrase of the verb it depends on.
const IN_VERB_PHRASE: [&str; 3] = ["aux", "compound", "expl"];

/// The role of a word in phrases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Core {
    Noun,
    Verb,
}

/// The chunk of each word.
pub(super) fn derive(words: &[TreeWord]) -> Vec<&'static str> {
    let heads: Vec<Option<(Core, usize)>> = (0..words.len()).map(|word| phrase_head(words, word)).collect();
    let mut labels = Vec::with_capacity(words.len());
    let all: Vec<usize> = (0..words.len()).collect();
    // What follows a preposition goes on as a phrase of its own if it has a noun, as names do: an adjective does not.
    for run in all.chunk_by(|word, next| heads[*word] == heads[*next]) {
        let head = heads[run[0]].filter(|_| run.iter().any(|word| core(words, *word).is_some()));
        let (first, others) = match head {
            Some((Core::Noun, _)) => ("B-NP", "I-NP"),
            Some((Core::Verb, _)) => ("B-VP", "I-VP"),
            None => ("O", "O"),
        };
        for (nth, word) in run.iter().enumerate() {
            let label = if nth == 0 { first } else { others };
            labels.push(if head.is_none() && words[*word].upos == "ADP" { "B-PP" } else { label });
        }
    }
    labels
}

/// The word whose phrase a word is in.
fn phrase_head(words: &[TreeWord], word: usize) -> Option<(Core, usize)> {
    let mut at = word;
    let mut found = None;
    // Trees are as deep as they are; a cycle in a broken one ends the walk.
    for _ in 0..words.len() {
        let this = &words[at];
        let relation = this.relation.split(':').next().unwrap_or_default();
        let above = this.head.checked_sub(1).filter(|above| *above < words.len());
        if let Some(core) = core(words, at) {
            found = Some((core, at));
        }
        let goes_up = above.is_some_and(|above| match self::core(words, above) {
            Some(Core::Noun) => IN_NOUN_PHRASE.contains(&relation) && core_allows(this, relation),
            Some(Core::Verb) => {
                (IN_VERB_PHRASE.contains(&relation) && matches!(this.upos.as_str(), "AUX" | "PART" | "PRON" | "VERB"))
                    || (relation == "advmod" && above.abs_diff(at) < 2 && is_negation(this))
            }
            // An adverb before an adjective that stands in a noun phrase, and adjectives in a row.
            None => match words[above].upos.as_str() {
                "ADJ" => matches!(relation, "advmod" | "conj" | "cc" | "punct") && is_inside(words, at, above),
                "PROPN" | "NUM" | "X" | "SYM" => matches!(relation, "flat" | "compound" | "fixed" | "nummod"),
                _ => false,
            },
        });
        match above.filter(|_| goes_up) {
            Some(above) => at = above,
            None => break,
        }
    }
    found
}

/// Only what has no clause or preposition of its own stays in the phrase of its noun.
fn core_allows(word: &TreeWord, relation: &str) -> bool {
    match relation {
        "amod" | "advmod" => matches!(word.upos.as_str(), "ADJ" | "ADV" | "NUM" | "DET" | "VERB" | "PROPN" | "PRON"),
        _ => word.upos != "ADP" && word.upos != "PUNCT",
    }
}

fn is_negation(word: &TreeWord) -> bool {
    matches!(word.form.to_lowercase().as_str(), "no" | "not" | "n't")
}

/// True if a word that hangs on an adjective stands between it and the noun, or right beside it.
fn is_inside(words: &[TreeWord], at: usize, adjective: usize) -> bool {
    words[adjective].relation.starts_with("amod") && at.abs_diff(adjective) <= 2
}

/// The core that carries a phrase.
fn core(words: &[TreeWord], at: usize) -> Option<Core> {
    let word = &words[at];
    let relation = word.relation.split(':').next().unwrap_or_default();
    match word.upos.as_str() {
        "NOUN" | "PROPN" => Some(Core::Noun),
        "PRON" if relation != "det" => Some(Core::Noun),
        "NUM" | "SYM" | "X" | "ADJ" | "DET"
            if matches!(relation, "nsubj" | "obj" | "iobj" | "obl" | "nmod" | "appos") =>
        {
            Some(Core::Noun)
        }
        "VERB" | "AUX" => Some(Core::Verb),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_conllu;

    /// Words as `form/UPOS/head/relation`.
    fn chunks(text: &str) -> String {
        let line = |(nth, word): (usize, &str)| {
            let parts: Vec<&str> = word.split('/').collect();
            format!("{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n", nth + 1, parts[0], parts[1], parts[2], parts[3])
        };
        let conllu: String = text.split(' ').enumerate().map(line).collect();
        let mut sentences = read_conllu(&conllu).expect("a treebank");
        sentences[0].derive_chunks();
        sentences[0].words.iter().map(|word| word.chunk.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn adjectives_after_the_noun_belong_to_its_phrase_and_prepositions_do_not() {
        let text = "El/DET/2/det cáncer/NOUN/0/root pancreático/ADJ/2/amod muy/ADV/5/advmod avanzado/ADJ/2/amod \
            de/ADP/8/case el/DET/8/det paciente/NOUN/2/nmod";
        assert_eq!(chunks(text), "B-NP I-NP I-NP I-NP I-NP B-PP B-NP I-NP");
    }

    #[test]
    fn auxiliaries_stand_with_their_verb() {
        let text =
            "no/ADV/3/advmod ha/AUX/3/aux venido/VERB/0/root Juan/PROPN/3/nsubj Pérez/PROPN/4/flat ./PUNCT/3/punct";
        assert_eq!(chunks(text), "O B-VP I-VP B-NP I-NP O");
    }

    #[test]
    fn names_go_on_behind_a_preposition() {
        let text = "el/DET/2/det Hospital/PROPN/0/root Clínico/PROPN/2/flat de/ADP/5/case Madrid/PROPN/2/flat";
        assert_eq!(chunks(text), "B-NP I-NP I-NP B-PP B-NP");
        let text = "Juan/PROPN/0/root de/ADP/4/case la/DET/4/det Cruz/PROPN/1/flat Pérez/PROPN/1/flat";
        assert_eq!(chunks(text), "B-NP B-PP B-NP I-NP I-NP");
        let text = "casa/NOUN/0/root de/ADP/3/case madera/NOUN/1/nmod grande/ADJ/1/amod";
        assert_eq!(chunks(text), "B-NP B-PP B-NP O");
    }

    #[test]
    fn broken_trees_end() {
        assert_eq!(chunks("a/ADJ/2/amod b/ADJ/1/amod"), "O O");
        assert_eq!(chunks("a/NOUN/1/amod"), "B-NP");
    }
}
