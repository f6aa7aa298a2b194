//! What somebody may have meant who wrote a name that there is not.

use std::cmp::Reverse;

/// What to write instead: the known name that is nearest, or all of them if none is near.
pub fn suggestion(written: &str, known: &[&str]) -> String {
    suggestion_or(written, known, "")
}

/// The same where something else will do as well, which is told behind all names.
pub fn suggestion_or(written: &str, known: &[&str], or: &str) -> String {
    match nearest(written, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}{or}", known.join(", ")),
    }
}

/// The known word that is at most two slips away; of equals the one that begins alike for longest.
pub fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    // In a short word two slips make another word.
    let most = if word.chars().count() < 4 { 1 } else { 2 };
    let alike = |candidate: &str| word.chars().zip(candidate.chars()).take_while(|(a, b)| a == b).count();
    let near = known.iter().map(|candidate| (distance(word, candidate), Reverse(alike(candidate)), *candidate));
    near.filter(|(slips, ..)| *slips <= most).min().map(|(.., near)| near)
}

/// How many letters must be changed, added or left out to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let swap = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = swap.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_suggested_and_all_if_none_is_near() {
        let known = ["default", "hipaa", "redact"];
        assert_eq!(suggestion("defualt", &known), "did you mean `default`?");
        assert_eq!(nearest("tag", &["tab", "tags"]), Some("tags"));
        assert_eq!(suggestion("weather", &known), "there are default, hipaa, redact");
        assert_eq!(suggestion_or("weather", &known, ", or a file"), "there are default, hipaa, redact, or a file");
        assert_eq!(suggestion_or("redct", &known, ", or a file"), "did you mean `redact`?");
    }
}
