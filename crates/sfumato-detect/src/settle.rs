//! Settling: overlapping findings become one mention that covers them all.

use crate::{Finding, Mention};

/// The mentions of findings, in order and disjoint.
///
/// What two findings share is covered once; what only one of them covers is covered too, since leaving it would leave
/// part of what was found.
pub(crate) fn settle(mut findings: Vec<Finding>) -> Vec<Mention> {
    findings.sort_by_key(|finding| finding.span);
    let mut mentions = Vec::new();
    let mut cluster: Vec<Finding> = Vec::new();
    let mut end = 0;
    for finding in findings {
        if finding.span.start() >= end && !cluster.is_empty() {
            mentions.extend(Mention::new(std::mem::take(&mut cluster)));
        }
        end = end.max(finding.span.end());
        cluster.push(finding);
    }
    mentions.extend(Mention::new(cluster));
    mentions
}

/// The same for mentions that were settled before and findings that came after; a finding that a mention already
/// covers adds nothing and is left out.
pub(crate) fn settle_again(mentions: Vec<Mention>, more: Vec<Finding>) -> Vec<Mention> {
    let mut fresh: Vec<Finding> = more
        .into_iter()
        .filter(|finding| {
            let after = mentions.partition_point(|mention| mention.span.start() <= finding.span.start());
            !mentions[..after].last().is_some_and(|mention| mention.span.contains(finding.span))
        })
        .collect();
    if fresh.is_empty() {
        return mentions;
    }
    // Only mentions that a fresh finding touches are settled anew. The findings are disjoint (they come from one pass
    // over the text), so the last that starts before a mention ends is the only one to ask.
    fresh.sort_by_key(|finding| finding.span);
    let touched = |mention: &Mention| {
        let before = fresh.partition_point(|finding| finding.span.start() < mention.span.end());
        fresh[..before].last().is_some_and(|finding| finding.span.overlaps(mention.span))
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
    use crate::{Category, Evidence, Why};
    use sfumato_document::formats::{Format, Text};

    fn check(found: &[(usize, usize, &str, f32)], expected: &[(usize, usize, &str)]) {
        let document = Text.read(vec![b'x'; 40]).expect("readable");
        let findings = found
            .iter()
            .map(|(start, end, category, score)| Finding {
                span: document.span(*start, *end).expect("a span"),
                category: Category::new(category).expect("a category"),
                score: *score,
                evidence: Evidence { recogniser: (*category).into(), rule: "r".into(), why: Why::Shape },
            })
            .collect();
        let mentions = settle(findings);
        let settled: Vec<_> = mentions.iter().map(|m| (m.span.start(), m.span.end(), m.category.path())).collect();
        assert_eq!(settled, expected);
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
