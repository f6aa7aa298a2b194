//! The table of categories knows what recognisers find, and the documentation lists what it knows.

use std::path::Path;

use sfumato_detect::Category;
use sfumato_detect::patterns::RecogniserDefinition;

#[path = "support/assets.rs"]
mod assets;

#[test]
fn what_recognisers_find_is_in_the_table() {
    for (id, toml) in assets::recognisers() {
        let definition = RecogniserDefinition::parse(&toml).expect("a definition");
        let own = definition.patterns.iter().filter_map(|pattern| pattern.category.as_ref());
        let own = own.chain(definition.fields.iter().filter_map(|field| field.category.as_ref()));
        for path in own.chain([&definition.category]) {
            assert!(Category::all().any(|category| category.path() == path), "{path} of {id}");
        }
    }
}

#[test]
fn the_documentation_lists_all_categories() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/recognisers.md");
    let text = std::fs::read_to_string(&path).expect("the documentation is there");
    let (before, rest) = text.split_once("<!-- categories -->").expect("it says where the list stands");
    let (_, after) = rest.split_once("<!-- /categories -->").expect("it says where the list ends");
    let row = |category: Category| format!("| `{category}` | {} |\n", category.about().unwrap_or_default());
    let list: String = Category::all().map(row).collect();
    let written = format!(
        "{before}<!-- categories -->\n| category | what it is |\n| --- | --- |\n{list}<!-- /categories -->{after}"
    );
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &written).expect("the documentation can be written");
    }
    assert!(text == written || std::env::var_os("UPDATE").is_some(), "the list of categories is not that of the table");
}
