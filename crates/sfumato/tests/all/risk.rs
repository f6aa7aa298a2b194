//! The methods end to end, with everything embedded: the papers' worked examples, and what a plan must hold to.

use std::collections::BTreeMap;

use sfumato::document::formats::{DocumentFormat, TextFile};
use sfumato::knowledge::counts::{Counts, ListedCounts};
use sfumato::mask::{Account, Accounting, Outcome, Policy, Strategy, Verdict};
use sfumato::{Anonymiser, BroughtKnowledge, BuildError, Bundle, MaskedDocument};

fn anonymiser(policy: Policy) -> Anonymiser<'static> {
    Anonymiser::builder().policy(policy).build().expect("well formed")
}

/// A reference that answers alone, or beside the embedded one.
fn reference(counts: &dyn Counts) -> BroughtKnowledge<'_> {
    BroughtKnowledge::default().reference(counts).expect("the embedded counts are sound")
}

fn built_in(name: &str) -> Policy {
    Bundle::policy(name).expect("built in").expect("well formed")
}

fn policy(toml: &str) -> Policy {
    Policy::parse("test.toml", &format!("version = 1\n{toml}")).expect("well formed")
}

/// The masked text and all that was decided.
fn masked(anonymiser: &Anonymiser, text: &str) -> (String, MaskedDocument) {
    let document = TextFile.read(text.as_bytes().to_vec()).expect("text");
    let masked = anonymiser.mask_document(&document).expect("masked");
    let written = masked.write(&TextFile, &document).expect("verified");
    (String::from_utf8(written).expect("text"), masked)
}

fn account(masked: &MaskedDocument) -> &Account {
    masked.plan.account().expect("measured")
}

/// What became of each phrase, by its text.
fn verdicts<'a>(masked: &'a MaskedDocument, text: &'a str) -> BTreeMap<&'a str, &'a Verdict> {
    let of = |verdict: &'a Verdict| (text.get(verdict.spans[0].range()).expect("in the text"), verdict);
    account(masked).verdicts.iter().map(of).collect()
}

const PARAGRAPH: &str = "The patient suffers from AIDS that was transmitted because of an unprotected sexual \
                         intercourse. He was diagnosed when his immune system responded poorly to influenza.\n";

#[test]
fn a_hidden_disease_is_not_told_by_what_is_left_beside_it() {
    let (out, masked) = masked(&anonymiser(built_in("sensitive-health")), PARAGRAPH);
    for gone in ["AIDS", "unprotected sexual intercourse", "immune system"] {
        assert!(!out.contains(gone), "{out}");
    }
    // What everybody has stays, and so does what says nothing of the disease.
    assert!(out.starts_with("The patient suffers from a "), "{out}");
    let account = account(&masked);
    assert_eq!(account.above_limit(), 0);
    assert!((0.3..1.0).contains(&account.utility()), "{}", account.utility());
    let (before, left) = (account.risk_before()[0], account.risk_left()[0]);
    assert!(before.is_too_much() && !left.is_too_much(), "{before:?} {left:?}");
}

#[test]
fn spanish_topics_are_found_and_said_more_generally() {
    let text = "El paciente, de profesión albañil, fue diagnosticado de VIH en 2011. Niega consumo de cocaína.\n";
    let (out, _) = masked(&anonymiser(built_in("sensitive-health")), text);
    assert!(!out.contains("VIH") && !out.contains("cocaína"), "{out}");
    assert!(out.contains("El paciente"), "{out}");
}

#[test]
fn what_the_text_denies_is_kept_if_the_policy_says_so() {
    let text = "She was tested last week. HIV negative. No evidence of syphilis.\n";
    let mut policy = built_in("sensitive-health");
    assert!(!masked(&anonymiser(policy.clone()), text).0.contains("syphilis"));
    policy.protects_negated = false;
    let (out, _) = masked(&anonymiser(policy), text);
    assert!(out.contains("No evidence of syphilis"), "{out}");
}

/// IC table 1.
const HITS: &str = "#total\t3500000000\npeter greenow\t21\nsyracuse\t68000000\nunited states\t1300000000\n\
                    pancreatic cancer\t6550000\ntreatment\t616000000\ncommunity general hospital\t146000\n\
                    condition\t702000000\noncologist\t7200000\ncancer\t536000000\ndisease\t600000000\n\
                    person\t2000000000\nentity\t2900000000\n";

#[test]
fn nothing_as_telling_as_cancer_is_left() {
    let counts = ListedCounts::parse("table 1", HITS).expect("a list");
    let policy = policy("[limit]\ninformative_as = \"cancer\"\n[mask]\ndefault = \"keep\"\n");
    let text = "Peter Greenow of Syracuse, United States, has pancreatic cancer. An oncologist of the Community \
                General Hospital chose the treatment for his condition.\n";
    let (out, masked) = masked(
        &Anonymiser::builder().policy(policy).knowledge(&reference(&counts).alone()).build().expect("well formed"),
        text,
    );
    let of = verdicts(&masked, text);
    for telling in ["Peter Greenow", "Syracuse", "pancreatic cancer", "Community General Hospital", "oncologist"] {
        assert!(of[telling].outcome.is_change() && !out.contains(telling), "{telling}: {out}");
    }
    for common in ["United States", "treatment", "condition"] {
        assert_eq!(of[common].outcome, Outcome::Kept, "{common}");
    }
    // What stands for it tells less, and the article before it agrees.
    assert!(of["pancreatic cancer"].bits_after < of["pancreatic cancer"].bits_before);
    assert!(!out.contains("An an") && !out.contains(" an person"), "{out}");
}

#[test]
fn the_strategies_are_ordered_as_the_paper_found_them() {
    let base =
        policy("[protect]\ntopics = [\"HIV\", \"AIDS\"]\n[limit]\ndisclosure = 4\n[mask]\ndefault = \"generalise\"\n");
    let utility = |name: &str| {
        let mut policy = base.clone();
        policy.follow(Strategy::named(name).expect("a strategy"));
        account(&masked(&anonymiser(policy), PARAGRAPH).1).utility()
    };
    let [s1, s2, s3, s4, s5] = Strategy::NAMES.map(utility);
    // Removing both leaves least, generalising what is hidden and nothing else most.
    assert!(s3 < s4 && s4 < s5 && s5 < s2 && s3 < s1 && s1 < s2, "{s1} {s2} {s3} {s4} {s5}");
}

#[test]
fn a_phrase_becomes_the_same_everywhere_and_a_plan_repeats_itself() {
    let text = "Ned Finch was born in Syracuse. He left Syracuse in 1994.\n\nIn Syracuse, Finch met nobody.\n";
    let mut policy = built_in("declassify");
    policy.entities.push("Ned Finch".to_owned());
    let anonymiser = anonymiser(policy);
    let (out, decided) = masked(&anonymiser, text);
    assert!(!out.contains("Finch") && !out.contains("Syracuse"), "{out}");
    assert_eq!(verdicts(&decided, text)["Syracuse"].spans.len(), 3);
    assert_eq!(masked(&anonymiser, text).0, out);
}

#[test]
fn what_a_text_says_of_others_is_left_alone() {
    let text = "Ned Finch (born 4 May 1961) is a British cellist. He studied in Leeds and recorded the Elgar concerto.\n\n\
                Mara Quill (born 2 June 1970) is a Canadian glassblower. She lives in Winnipeg and won the Otter Prize.\n";
    let mut policy = built_in("declassify");
    policy.entities.push("Ned Finch".to_owned());
    let (out, _) = masked(&anonymiser(policy), text);
    let (own, other) = out.split_once("\n\n").expect("two paragraphs");
    for gone in ["Ned", "Finch", "1961", "Leeds", "Elgar"] {
        assert!(!own.contains(gone), "{gone}: {own}");
    }
    assert!(
        other.contains("is a Canadian glassblower") && other.contains("Winnipeg") && other.contains("Otter Prize"),
        "{other}"
    );
}

#[test]
fn nobody_is_given_a_trade_that_the_text_does_not_say() {
    let text = "Ned Finch (born 4 May 1961) is a surgeon. He operated alongside Mara Quill, a surgeon from Leeds, and \
                sat opposite Odile Brandt at the inquiry. He took on the role of Tom Rusk in the ward, and played \
                Amos Vane at tennis. The operation was performed by Dora Pell. He appeared as Ida Marsh left the \
                court. His ward won the case of Quill v. Brandt.\n";
    let mut policy = built_in("declassify");
    policy.entities.push("Ned Finch".to_owned());
    let (out, _) = masked(&anonymiser(policy), text);
    for wrong in ["actor", "actress", "character", "performer", "creative work", "film"] {
        assert!(!out.contains(wrong), "{wrong}: {out}");
    }
    assert!(["Quill", "Brandt", "Rusk", "Vane", "Pell", "Marsh"].iter().all(|name| !out.contains(name)), "{out}");
}

#[test]
fn the_last_word_of_a_masked_name_is_no_article() {
    let text = "Birth Date - 1960/07/24    Ordering Provider - Quill, Robert A\n\
                E-mail - robert_quill@health.example.edu    Driver license - 978-92-3978\n\
                Submitting physician: Ned Finch, MD\nMr. Finch was seen by Robert Quill, MD.\n";
    let (out, _) = masked(&anonymiser(built_in("informative")), text);
    assert!(["Quill", "Robert", "robert", "Finch"].iter().all(|name| !out.contains(name)), "{out}");
}

#[test]
fn sets_of_phrases_are_made_harmless_too() {
    let base = "[protect]\ntopics = [\"HIV\", \"AIDS\"]\n[limit]\ndisclosure = 2\n";
    let text = "He has AIDS. His doctor spoke of condoms, of needles, of antibodies and of his blood.\n";
    let alone = masked(&anonymiser(policy(base)), text).1;
    let (_, together) = masked(&anonymiser(policy(&format!("{base}sets = 3\n"))), text);
    assert!(together.replaced() > alone.replaced());
    assert_eq!(account(&together).above_limit(), 0);
}

#[test]
fn a_brief_account_decides_and_sums_up_as_a_full_one_does() {
    let limits = "[limit]\ninformative_as = \"cancer\"\ndisclosure = 4\n";
    let kept = policy(&format!("{limits}[mask]\ndefault = \"label\"\nterm = \"keep\"\n"));
    let lenient = policy(&format!("{limits}leeway = 2\n[mask]\ndefault = \"label\"\nterm = \"generalise\"\n"));
    let text = format!("{PARAGRAPH}Dr. Ned Finch of Oslo saw him on 3 May 2011; a nephrologist found dysuria.\n");
    for policy in [built_in("sensitive-health"), built_in("declassify"), lenient, kept.clone()] {
        let by = |accounting| {
            let builder = Anonymiser::builder().policy(policy.clone()).accounting(accounting);
            masked(&builder.build().expect("well formed"), &text)
        };
        let [(out, full), (brief_out, brief), (above_out, above)] =
            [Accounting::Full, Accounting::Brief, Accounting::Above].map(by);
        assert_eq!((&out, &out), (&brief_out, &above_out));
        let (full, brief, above) = (account(&full), account(&brief), account(&above));
        assert_eq!((above.above_limit(), above.verdicts.len()), (full.above_limit(), full.above_limit()));
        assert_eq!(full.bits(), brief.bits());
        assert_eq!(full.risk_left(), brief.risk_left());
        assert_eq!((full.above_limit(), full.objected()), (brief.above_limit(), brief.objected()));
        assert_eq!(full.above_limit() > 0, policy == kept, "only what is kept may be above a limit");
        let told = |account: &Account| account.verdicts.iter().map(|verdict| verdict.before.len()).sum::<usize>();
        assert!(told(brief) < told(full), "it says less of each phrase");
    }
}

#[test]
fn limits_that_cannot_be_told_and_topics_that_nobody_knows_are_refused() {
    let refused = |toml: &str, counts: Option<&dyn Counts>| -> String {
        let knowledge = counts.map(reference).unwrap_or_default();
        match Anonymiser::builder().policy(policy(toml)).knowledge(&knowledge).build().expect_err("refused") {
            error @ BuildError::Risks { .. } => error.to_string(),
            other => panic!("{other}"),
        }
    };
    assert_eq!(
        refused("[limit]\ndisclosure = \"least-listed\"\n", None),
        "policy test.toml: the limit `least-listed` is taken from topics, and the policy has none; name some in [protect] topics"
    );
    assert!(refused("[protect]\ntopics = [\"zzyzzx\"]\n", None).contains("`zzyzzx`"));
    assert!(refused("[limit]\nbits = 5\nleave = [\"zzyzzx\"]\n", None).contains("`zzyzzx`"));
    let empty = ListedCounts::parse("none", "#total\t1\n").expect("a list");
    assert!(refused("[limit]\nbits = 5\n", Some(&empty)).contains("holds no documents"));
}
