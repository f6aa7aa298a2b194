//! Names of members: which tell nothing, and what the others are called once they are renamed.

use sfumato_words::WordTable;

use crate::formats::markup::is_guid;

static WORDS: WordTable = WordTable::new(include_str!("names.txt"), "words");

/// True if a member's name is made of words that producers use, so that it may be told: `word/media/image1.png`.
pub(super) fn is_conventional(name: &str) -> bool {
    name.split('/').all(is_conventional_step)
}

fn is_conventional_step(step: &str) -> bool {
    let stem = step.trim_start_matches(['[', '.', '_']);
    let stem = stem.split(['.', ']']).next().unwrap_or_default();
    let plain = stem.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '_' | '-' | '(' | ')'));
    let plain = plain.to_ascii_lowercase();
    let digits = stem.bytes().filter(u8::is_ascii_digit).count();
    // A hash or an id that a program made up.
    let is_made_up = is_guid(stem) || (stem.len() >= 20 && stem.bytes().all(|b| b.is_ascii_hexdigit()));
    is_made_up || (digits < 7 && (plain.is_empty() || WORDS.has(&plain)))
}

/// A name that tells nothing for the member with this number: folders and endings that programs use stay.
pub(super) fn renamed(name: &str, number: usize) -> String {
    let mut steps: Vec<String> = name.split('/').map(str::to_owned).collect();
    let last = steps.len().saturating_sub(1);
    for (at, step) in steps.iter_mut().enumerate() {
        if is_conventional_step(step) {
            continue;
        }
        let ending = step.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
        let is_plain = !ending.is_empty() && ending.len() <= 6 && ending.bytes().all(|b| b.is_ascii_alphanumeric());
        *step = match is_plain && at == last {
            true => format!("part{number}.{ending}"),
            false => format!("part{number}"),
        };
    }
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_programs_give_are_told_from_those_of_people() {
        for name in ["word/media/image12.png", "[Content_Types].xml", "_rels/.rels", "xl/richData/rdrichvalue.xml"] {
            assert!(is_conventional(name), "{name}");
        }
        for name in ["word/media/Jane_Okonkwo.png", "word/ann@b.org.xml", "word/media/5780550409.jpg", "jane/x.xml"] {
            assert!(!is_conventional(name), "{name}");
            assert!(is_conventional(&renamed(name, 7)), "{name}");
        }
        assert_eq!(renamed("word/media/Jane_Okonkwo.PNG", 7), "word/media/part7.png");
    }
}
