//! Comparison of what is shown with what is printed, where `...` stands for what is left out.

const LEFT_OUT: &str = "...";

/// True if the printed lines fit what is shown of them.
pub fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first.trim() == LEFT_OUT => (0..=printed.len()).any(|at| fits(rest, &printed[at..])),
        Some((first, rest)) => {
            printed.split_first().is_some_and(|(line, others)| line_fits(first, line) && fits(rest, others))
        }
    }
}

fn line_fits(shown: &str, printed: &str) -> bool {
    let mut pieces = shown.trim_end().split(LEFT_OUT);
    let Some(mut rest) = pieces.next().and_then(|first| printed.strip_prefix(first)) else { return false };
    let mut pieces: Vec<&str> = pieces.collect();
    let last = pieces.pop();
    for piece in pieces {
        match rest.split_once(piece) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    last.map_or(rest.is_empty(), |last| rest.ends_with(last))
}

/// The printed lines with as much left out as was: of each stretch that was shown, the lines that are most like it.
pub fn shortened<'t>(shown: &[&'t str], printed: &[&'t str]) -> Vec<&'t str> {
    let stretches: Vec<&[&str]> = shown.split(|line| line.trim() == LEFT_OUT).collect();
    let [first, others @ .., last] = stretches.as_slice() else { return printed.to_vec() };
    let mut left_out = shown.iter().copied().filter(|line| line.trim() == LEFT_OUT);
    let mut lines: Vec<&str> = printed.iter().take(first.len()).copied().collect();
    let (mut from, to) = (lines.len(), printed.len() - last.len().min(printed.len() - lines.len()));
    for stretch in others {
        lines.extend(left_out.next());
        let at = most_like(stretch, &printed[from..to]) + from;
        let end = (at + stretch.len()).min(to);
        lines.extend(&printed[at..end]);
        from = end;
    }
    lines.extend(left_out.next());
    lines.extend(&printed[to..]);
    lines
}

/// The first of the lines that share most words with the stretch.
fn most_like(stretch: &[&str], printed: &[&str]) -> usize {
    let shared =
        |a: &str, b: &str| a.split_whitespace().filter(|word| b.split_whitespace().any(|it| it == *word)).count();
    let likeness = |at: usize| stretch.iter().zip(&printed[at..]).map(|(a, b)| shared(a, b)).sum::<usize>();
    let last = printed.len().saturating_sub(stretch.len());
    (0..=last).rev().max_by_key(|at| likeness(*at)).unwrap_or(0)
}

#[test]
fn what_is_left_out_may_be_anything() {
    assert!(fits(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(fits(&["a", "..."], &["a"]));
    assert!(fits(&["key ..., card ...!"], &["key 17, card 4!"]));
    assert!(!fits(&["key ..., card 5!"], &["key 17, card 4!"]));
    assert!(!fits(&["a", "d"], &["a", "b", "d"]));
    assert!(!fits(&[], &["a"]));
    assert!(!fits(&["a"], &[]));
}

#[test]
fn what_was_left_out_is_left_out_again() {
    let printed = ["one 1", "two 2", "three 9", "four 4"];
    assert_eq!(shortened(&["one 0", "...", "three 3", "..."], &printed), ["one 1", "...", "three 9", "..."]);
    assert_eq!(shortened(&["...", "four 5"], &printed), ["...", "four 4"]);
    assert_eq!(shortened(&["one 0"], &printed), printed);
    assert_eq!(shortened(&["a", "b", "...", "c"], &["x"]), ["x", "..."]);
}
