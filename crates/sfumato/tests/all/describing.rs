//! What only describes somebody is an ordinary word: it is masked where it was found, stays where it was not, and does
//! not make the search of the output fail.

use sfumato::Anonymiser;
use sfumato::document::formats::{DocumentFormat, Html, TextFile};
use sfumato::mask::Policy;

/// A recogniser of what stands behind a label, as this category.
fn recogniser(category: &str) -> String {
    format!(
        "id = \"my/label\"\ncategory = \"{category}\"\nwhat = \"x\"\nwhy = \"x\"\n\
         [[fields]]\nname = \"labelled\"\nlabels = [\"parentesco\"]\nregex = '''[a-z]{{3,12}}'''\nscore = 0.9\n\
         [tests]\nexamples = [\"parentesco: «madre»\"]\ncounter_examples = [\"la madre\"]\n"
    )
}

fn masked(category: &str, format: &dyn DocumentFormat, text: &str) -> Result<String, String> {
    let policy = Policy::parse("test", "version = 1\n").expect("well formed");
    let builder = Anonymiser::builder().policy(policy).recogniser("my/label", recogniser(category));
    let anonymiser = builder.build().expect("buildable");
    let document = format.read(text.as_bytes().to_vec()).expect("readable");
    let masked = anonymiser.mask_document(&document).expect("maskable");
    let written = masked.write(format, &document).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(written).expect("text"))
}

const NOTE: &str = "Parentesco: hermana\nVino con la hermana de otra paciente.\n";

#[test]
fn a_describing_word_stays_where_it_was_not_found() {
    for category in ["kinship", "sex", "profession", "demographic", "quantity", "health/disease"] {
        let label = category.rsplit('/').next().unwrap_or_default().to_uppercase();
        assert_eq!(masked(category, &TextFile, NOTE), Ok(NOTE.replacen("hermana", &format!("[{label} 1]"), 1)));
    }
    assert_eq!(masked("id/other", &TextFile, NOTE), Ok(NOTE.replace("hermana", "[OTHER ID 1]")));
}

#[test]
fn a_describing_word_may_stand_in_markup() {
    let page = "<p class=\"hermana\">Parentesco: hermana</p>\n";
    let expected = page.replacen(": hermana", ": [KINSHIP 1]", 1);
    assert_eq!(masked("kinship", &Html::default(), page), Ok(expected));
    assert!(masked("id/other", &Html::default(), page).is_err());
}
