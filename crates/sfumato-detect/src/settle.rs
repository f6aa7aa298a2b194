//! Settling: overlapping findings become one mention that covers them all.

use crate::{Finding, Mention};

/// The mentions of findings, in order and disjoint.
///
/// What two findings share is covered once; what only one of them covers is covered too, since leaving it would leave
/// part of what was found.
pub(crate) fn settle(mut findings: Vec<Finding>) -> Vec<Mention> {
    findings.sort_by_key(|finding| finding.span);
    let mut mentions = Vec::new();
    let mut findings = findings.into_iter().peekable();
    while let Some(first) = findings.next() {
        let mut end = first.span.end();
        let Some(second) = findings.next_if(|next| next.span.start() < end) else {
            mentions.push(Mention::of(first));
            continue;
        };
        end = end.max(second.span.end());
        let mut cluster = vec![first, second];
        while let Some(next) = findings.next_if(|next| next.span.start() < end) {
            end = end.max(next.span.end());
            cluster.push(next);
        }
        mentions.extend(Mention::new(cluster));
    }
    mentions
}

/// Findings in which models have the last word on what `is_learnt` says.
///
/// A pattern for such things that overlaps something learnt speaks for it and neither widens nor names it; one that stands
/// alone does not count: a model has seen what patterns say and found nothing. What no model looks for counts as it is,
/// whatever it overlaps.
pub(crate) fn support(mut findings: Vec<Finding>, is_learnt: impl Fn(&Finding) -> bool) -> Vec<Finding> {
    findings.sort_by_key(|finding| finding.span);
    let (learnt, mut others): (Vec<Finding>, Vec<Finding>) =
        findings.into_iter().partition(|finding| finding.evidence.why.is_learnt());
    // Nothing before the first that reaches a place overlaps it.
    let reach = reach(&learnt);
    others.retain_mut(|finding| {
        if !finding.evidence.why.is_pattern() || !is_learnt(finding) {
            return true;
        }
        let first = reach.partition_point(|end| *end <= finding.span.start());
        match learnt.get(first).filter(|learnt| learnt.span.overlaps(finding.span)) {
            Some(learnt) => {
                (finding.span, finding.category) = (learnt.span, learnt.category.clone());
                finding.score = finding.score.min(learnt.score);
                true
            }
            None => false,
        }
    });
    others.extend(learnt);
    others
}

/// The furthest end of findings in order, each together with those before it.
fn reach(findings: &[Finding]) -> Vec<usize> {
    let furthest = |end: &mut usize, finding: &Finding| {
        *end = finding.span.end().max(*end);
        Some(*end)
    };
    findings.iter().scan(0, furthest).collect()
}

/// The same for mentions that were settled before and findings that came after; a finding that one of a mention covers
/// as the same adds nothing and is left out.
pub(crate) fn settle_again(mentions: Vec<Mention>, more: Vec<Finding>) -> Vec<Mention> {
    let mut fresh: Vec<Finding> = more
        .into_iter()
        .filter(|finding| {
            let after = mentions.partition_point(|mention| mention.span.start() <= finding.span.start());
            let is_same = |known: &Finding| known.category == finding.category;
            let covers =
                |mention: &Mention| mention.span.contains(finding.span) && mention.findings().iter().any(is_same);
            !mentions[..after].last().is_some_and(covers)
        })
        .collect();
    if fresh.is_empty() {
        return mentions;
    }
    // Only mentions that a fresh finding touches are settled anew: those that one reaches which starts before their end.
    fresh.sort_by_key(|finding| finding.span);
    let reach = reach(&fresh);
    let touched = |mention: &Mention| {
        let before = fresh.partition_point(|finding| finding.span.start() < mention.span.end());
        reach[..before].last().is_some_and(|end| *end > mention.span.start())
    };
    let (anew, same): (Vec<Mention>, Vec<Mention>) = mentions.into_iter().partition(touched);
    let findings = anew.into_iter().flat_map(Mention::into_findings).chain(fresh).collect();
    let mut all = settle(findings);
    all.extend(same);
    all.sort_by_key(|mention| mention.span);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Category, FindingEvidence, FindingReason};
    use sfumato_document::formats::{DocumentFormat, TextFile};

    fn findings(found: &[(usize, usize, &str, f32)], why: FindingReason) -> Vec<Finding> {
        let document = TextFile.read(vec![b'x'; 40]).expect("readable");
        let finding = |(start, end, category, score): &(usize, usize, &str, f32)| Finding {
            span: document.span(*start, *end).expect("a span"),
            category: Category::new(category).expect("a category"),
            score: *score,
            evidence: FindingEvidence { recogniser: (*category).into(), rule: "r".into(), why }.into(),
        };
        found.iter().map(finding).collect()
    }

    fn check(found: &[(usize, usize, &str, f32)], expected: &[(usize, usize, &str)]) {
        let mentions = settle(findings(found, FindingReason::Shape));
        let settled: Vec<_> = mentions.iter().map(|m| (m.span.start(), m.span.end(), m.category.path())).collect();
        assert_eq!(settled, expected);
    }

    fn check_support(
        learnt: &[(usize, usize, &str, f32)],
        others: Vec<Finding>,
        expected: &[(usize, usize, &str, usize)],
    ) {
        let found = [findings(learnt, FindingReason::Learnt), others].concat();
        let mentions = settle(support(found, |finding| finding.category.is_within("person")));
        let shown = |m: &Mention| (m.span.start(), m.span.end(), m.category.path().to_owned(), m.findings().len());
        let settled: Vec<_> = mentions.iter().map(shown).collect();
        let expected: Vec<_> =
            expected.iter().map(|(start, end, path, all)| (*start, *end, (*path).to_owned(), *all)).collect();
        assert_eq!(settled, expected);
    }

    #[test]
    fn a_pattern_supports_what_is_learnt_and_neither_widens_nor_names_it() {
        let pattern = findings(&[(0, 9, "person", 0.99)], FindingReason::Field);
        check_support(&[(2, 6, "person/staff", 0.7)], pattern, &[(2, 6, "person/staff", 2)]);
        // The longer of two learnt ones reaches beyond the shorter.
        let pattern = findings(&[(12, 14, "person", 0.9)], FindingReason::Shape);
        check_support(&[(0, 20, "place", 0.7), (2, 6, "age", 0.9)], pattern, &[(0, 20, "place", 3)]);
    }

    #[test]
    fn what_no_model_looks_for_is_covered_whole_whatever_models_find_of_it() {
        let pattern = findings(&[(0, 9, "id/national", 0.99)], FindingReason::Checked);
        check_support(&[(2, 6, "person/staff", 0.7)], pattern, &[(0, 9, "id/national", 2)]);
    }

    #[test]
    fn a_pattern_alone_counts_if_no_model_looks_for_such_things() {
        let patterns = [(0, 3, "person", 0.9), (5, 9, "secret/key", 0.9)];
        check_support(&[], findings(&patterns, FindingReason::Field), &[(5, 9, "secret/key", 1)]);
        check_support(&[], findings(&patterns, FindingReason::Listed), &[(0, 3, "person", 1), (5, 9, "secret/key", 1)]);
    }

    #[test]
    fn partly_overlapping_findings_are_covered_whole() {
        check(&[(0, 6, "person", 0.6), (4, 10, "place", 0.9)], &[(0, 10, "place")]);
    }

    #[test]
    fn the_surest_names_the_mention_unless_one_that_covers_it_is_nearly_as_sure() {
        check(&[(0, 9, "url", 0.5), (2, 5, "email", 0.9)], &[(0, 9, "email")]);
        check(&[(0, 9, "url", 0.8), (2, 5, "email", 0.9)], &[(0, 9, "url")]);
        check(&[(2, 5, "age", 0.8), (2, 5, "email", 0.9)], &[(2, 5, "email")]);
    }

    #[test]
    fn what_says_more_names_the_mention_if_it_is_nearly_as_sure() {
        check(&[(0, 9, "person", 0.99), (4, 9, "person/staff", 0.95)], &[(0, 9, "person/staff")]);
        check(&[(0, 9, "person", 0.99), (4, 9, "person/staff", 0.3)], &[(0, 9, "person")]);
    }

    fn check_again(
        found: &[(usize, usize, &str, f32)],
        more: &[(usize, usize, &str, f32)],
        expected: &[(usize, usize)],
    ) {
        let settled = settle(findings(found, FindingReason::Shape));
        let again = settle_again(settled, findings(more, FindingReason::Repeat));
        assert_eq!(again.iter().map(|m| (m.span.start(), m.span.end())).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn findings_that_come_later_may_overlap_each_other() {
        // The longer reaches the second mention, the one that starts last before it does not.
        check_again(
            &[(0, 3, "x", 0.9), (12, 16, "y", 0.9)],
            &[(4, 14, "x", 0.9), (6, 9, "x", 0.9)],
            &[(0, 3), (4, 16)],
        );
        check_again(
            &[(20, 22, "y", 0.9)],
            &[(2, 6, "x", 0.9), (4, 9, "x", 0.9), (8, 10, "x", 0.9)],
            &[(2, 10), (20, 22)],
        );
    }

    #[test]
    fn what_was_covered_stays_covered_when_more_is_found() {
        // Two findings of one rule are told of once, and cover what they cover.
        check_again(&[(0, 6, "x", 0.9), (4, 10, "x", 0.9)], &[(9, 12, "y", 0.9)], &[(0, 12)]);
        check_again(&[(0, 6, "x", 0.9), (4, 10, "x", 0.8)], &[(9, 11, "y", 0.1)], &[(0, 11)]);
    }

    #[test]
    fn what_comes_after_may_name_a_mention() {
        let settled = settle(findings(&[(0, 9, "place", 0.95), (12, 14, "age", 0.9)], FindingReason::Learnt));
        let again =
            settle_again(settled, findings(&[(0, 9, "person", 0.99), (12, 14, "age", 0.5)], FindingReason::Column));
        let named: Vec<_> = again.iter().map(|mention| (mention.category.path(), mention.findings().len())).collect();
        assert_eq!(named, [("person", 2), ("age", 1)]);
    }

    #[test]
    fn findings_that_touch_stay_apart() {
        check(&[(0, 3, "person", 0.9), (3, 6, "age", 0.9)], &[(0, 3, "person"), (3, 6, "age")]);
    }

    #[test]
    fn the_order_of_findings_does_not_matter() {
        check(
            &[(4, 10, "place", 0.9), (20, 22, "age", 0.5), (0, 6, "person", 0.6)],
            &[(0, 10, "place"), (20, 22, "age")],
        );
    }
}
