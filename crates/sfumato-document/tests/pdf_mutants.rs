//! PDF files damaged at random: what is masked in them is gone, or the file is refused.

use sfumato_document::formats::{DocumentFormat, Pdf};
use sfumato_document::{Edits, MaskedValue, ResultVerifier, Span, TextEdit};

/// The value that stands in every place of the file.
const VALUE: &str = "Zorontelemir";

/// The number of damaged files that are tried.
const MUTANTS: usize = 1_500;

/// A file with the value in text, in marked content, in strings that nothing shows, and outside pages.
fn seed() -> Vec<u8> {
    let content = format!(
        "% {VALUE}\nBT /F 11 Tf 50 700 Td (Dear {VALUE} of Bath) Tj 0 -14 Td [({VALUE}) -20 ( wrote)] TJ ET\n\
         /Span <</ActualText ({VALUE})>> BDC BT /F 9 Tf 50 600 Td (x) Tj ET EMC\n\
         /P <</Note ({VALUE})>> DP ({VALUE}) Tx /Fm Do\nBT /F 9 Tf 50 500 Td ({VALUE}) (shown) Tj ET\n"
    );
    let form = format!("BT /F 9 Tf 50 400 Td (form of {VALUE}) Tj ET");
    let font = "<</Font<</F 6 0 R>>/XObject<</Fm 5 0 R>>>>";
    let objects = [
        format!("<</Type/Catalog/Pages 2 0 R/Lang(en)/Vendor<</Note(kept for {VALUE})>>>>"),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Annots[7 0 R]/Resources {font}>>"),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
        format!("<</Subtype/Form/BBox[0 0 600 800]/Resources {font}/Length {}>>stream\n{form}\nendstream", form.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned(),
        format!("<</Subtype/Text/Rect[0 0 9 9]/Contents(note of {VALUE})/T({VALUE})>>"),
        format!("<</Author({VALUE})/Title(A letter)>>"),
    ];
    let mut out = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (object, nth) in objects.iter().zip(1..) {
        places.push(out.len());
        out.push_str(&format!("{nth} 0 obj\n{object}\nendobj\n"));
    }
    let start = out.len();
    out.push_str(&format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1));
    places.iter().for_each(|place| out.push_str(&format!("{place:010} 00000 n \n")));
    out.push_str(&format!("trailer<</Size {}/Root 1 0 R/Info 8 0 R>>\nstartxref\n{start}\n%%EOF\n", places.len() + 1));
    out.into_bytes()
}

/// Numbers that look like chance and are the same every time.
struct FixedChance(u64);

impl FixedChance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

const TOKENS: [&str; 24] = [
    "<<",
    ">>",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "/",
    "%",
    "1 0 R",
    "99 0 R",
    "endobj",
    "stream",
    "endstream",
    " Tj ",
    " TJ ",
    " BT ",
    " ET ",
    " BI ",
    " ID ",
    " EI ",
    " BDC ",
    "\\",
];

fn damaged(seed: &[u8], chance: &mut FixedChance) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len());
        match chance.below(6) {
            0..=2 => bytes[at] = chance.below(256) as u8,
            3 => drop(bytes.drain(at..(at + 1 + chance.below(30)).min(bytes.len()))),
            4 => {
                let from = chance.below(bytes.len());
                let copy = bytes[from..(from + chance.below(80)).min(bytes.len())].to_vec();
                drop(bytes.splice(at..at, copy));
            }
            _ => drop(bytes.splice(at..at, TOKENS[chance.below(TOKENS.len())].bytes())),
        }
    }
    bytes
}

/// The file with the value masked wherever it is read, and without anything that can be removed; nothing if it is
/// refused, be it for what is found in the result.
fn masked(bytes: Vec<u8>) -> Option<Vec<u8>> {
    let document = Pdf::default().read(bytes).ok()?;
    let found = document.text().match_indices(VALUE);
    let spans: Vec<Span> = found.filter_map(|(at, _)| document.span(at, at + VALUE.len())).collect();
    let mut edits = Edits::new(spans.iter().map(|span| TextEdit::new(*span, "[P 1]")).collect()).expect("disjoint");
    for part in document.removable() {
        edits = edits.removing(part).expect("help: what can be removed must not overlap");
    }
    let values: Vec<MaskedValue> = spans.iter().map(|span| MaskedValue { span: *span, everywhere: true }).collect();
    let verifier = ResultVerifier::new(&document, &edits, &values, &[]).ok()?;
    let output = Pdf::default().write(&document, &edits).ok()?;
    verifier.check(&Pdf::default().read(output.clone()).expect("help: what was written must be readable")).ok()?;
    Some(output)
}

#[test]
fn what_is_masked_in_damaged_files_is_gone() {
    let seed = seed();
    assert!(masked(seed.clone()).is_some_and(|output| !holds_value(&output)), "help: the seed itself must be masked");
    let mut chance = FixedChance(0x9E37_79B9_7F4A_7C15);
    let mut written = 0;
    for nth in 0..MUTANTS {
        let Some(output) = masked(damaged(&seed, &mut chance)) else { continue };
        written += 1;
        assert!(!holds_value(&output), "help: mutant {nth} was written with the value in it");
    }
    assert!(written > MUTANTS / 10, "help: nearly all were refused, so that nothing was tried");
}

fn holds_value(output: &[u8]) -> bool {
    let holds = |part: &[u8]| part.windows(VALUE.len()).any(|window| window == VALUE.as_bytes());
    let mut found = holds(output);
    sfumato_pdf::decoded(&output.into(), |_| false, |shown| found |= holds(shown.bytes))
        .expect("what is written is sound");
    found
}
