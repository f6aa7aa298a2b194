//! The attributes of tags that carry text.

use std::borrow::Cow;

use super::elements::{self, HtmlAttributeRole};
use super::links;
use super::reader::{HtmlReader, trimmed};
use super::scanner::{HtmlAttribute, HtmlTag};
use crate::formats::json_document;
use crate::formats::markup::is_structural;
use crate::layers::{LayeredText, TextLayer};
use crate::{BlockKind, RemovableKind};

/// The value of an attribute by its name in small letters.
pub(super) fn value(stretch: &LayeredText<'_>, tag: &HtmlTag, wanted: &str) -> Option<String> {
    let found = tag.attributes.iter().find(|a| stretch.get(&a.name).eq_ignore_ascii_case(wanted))?;
    Some(stretch.decoded(found.value.as_ref()?, layer(found)).0.into_owned())
}

fn layer(attribute: &HtmlAttribute) -> TextLayer {
    if attribute.quoted { TextLayer::HtmlAttribute } else { TextLayer::HtmlBare }
}

/// Reads what the attributes of a tag say.
pub(super) fn read(reader: &mut HtmlReader<'_, '_>, tag: &HtmlTag, element: &str) {
    let since = reader.out.builder.text_len();
    for attribute in &tag.attributes {
        reader.unusual_name(&attribute.name);
        read_one(reader, tag, element, attribute);
    }
    let name = || ["name", "property", "http-equiv"].iter().find_map(|name| value(reader.stretch, tag, name));
    if element == "meta" && name().is_some_and(|name| elements::is_provenance(&name)) {
        let cut = reader.stretch.source(&tag.whole);
        reader.out.builder.removable(RemovableKind::Metadata, "meta", since, vec![cut]);
    }
}

fn read_one(reader: &mut HtmlReader<'_, '_>, tag: &HtmlTag, element: &str, attribute: &HtmlAttribute) {
    let stretch = reader.stretch;
    let Some(range) = attribute.value.as_ref().filter(|range| !trimmed(&stretch.text, range).is_empty()) else {
        return;
    };
    let name = stretch.get(&attribute.name).to_ascii_lowercase();
    let layer = layer(attribute);
    if name == "data-cfemail" && reader.out.cloudflare_address(stretch, range) {
        return;
    }
    let role = elements::attribute_role(&name);
    match role {
        HtmlAttributeRole::Own if is_own(stretch.get(range)) => {}
        _ if element == "meta" && is_about_page(&name, stretch.get(range)) => {}
        HtmlAttributeRole::Text if elements::is_state(&name) && is_own(stretch.get(range)) => {}
        HtmlAttributeRole::Text | HtmlAttributeRole::Own => {
            let inner = || stretch.inner(range.clone(), layer);
            if looks_like_json(stretch.get(range))
                && inner().is_some_and(|inner| json_document::read_value(&inner, reader.out).is_ok())
            {
                return;
            }
            let label = label(reader, tag, element, &name);
            reader.aside(range, layer, BlockKind::Field, label.as_deref());
        }
        HtmlAttributeRole::Page => reader.nested_page(range, layer),
        HtmlAttributeRole::Address
        | HtmlAttributeRole::Addresses
        | HtmlAttributeRole::Script
        | HtmlAttributeRole::Style => {
            let Some(inner) = stretch.inner(range.clone(), layer) else {
                return reader.aside(range, layer, BlockKind::Field, None);
            };
            match role {
                HtmlAttributeRole::Address => links::read(&inner, 0..inner.text.len(), reader.out),
                HtmlAttributeRole::Addresses => links::read_list(&inner, reader.out),
                HtmlAttributeRole::Style => links::read_code(&inner, TextLayer::Style, reader.out),
                _ => links::read_code(&inner, TextLayer::Script, reader.out),
            }
        }
    }
}

/// True if a value is made of words that only formats use.
fn is_own(value: &str) -> bool {
    value.starts_with("http://www.w3.org/")
        || value
            .split_ascii_whitespace()
            .all(|word| (is_structural(word) && !is_joined(word)) || is_media_type(word) || is_colour(word))
}

/// True if a word is several joined, as a heading's name is that became its identifier: `jane-okonkwo`.
fn is_joined(word: &str) -> bool {
    let is_long = |part: &&str| part.len() >= 4 && part.bytes().all(|b| b.is_ascii_alphabetic());
    word.split(['-', '_', '.']).filter(is_long).count() >= 2
}

fn is_colour(word: &str) -> bool {
    word.len() <= 9 && word.strip_prefix('#').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn is_media_type(word: &str) -> bool {
    let is_name = |name: &str| name.len() <= 48 && name.bytes().all(|b| b.is_ascii_lowercase() || b"+-.*".contains(&b));
    word.trim_end_matches(',').split_once('/').is_some_and(|(kind, name)| {
        matches!(kind, "application" | "audio" | "font" | "image" | "multipart" | "text" | "video") && is_name(name)
    })
}

/// True if an attribute of a `meta` element says what its page is encoded in, or what the element is about.
fn is_about_page(name: &str, value: &str) -> bool {
    let is_word =
        |word: &str| word.len() < 24 && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_/=".contains(&b));
    match name {
        "charset" => is_word(value.trim()),
        "name" | "property" | "http-equiv" | "itemprop" | "scheme" => {
            value.split(['.', ':']).all(elements::is_plain_name)
        }
        "content" => {
            value.to_ascii_lowercase().contains("charset=") && value.split(';').all(|part| is_word(part.trim()))
        }
        _ => false,
    }
}

fn looks_like_json(value: &str) -> bool {
    value.starts_with(['{', '['])
}

/// The name that the value of an attribute goes by.
fn label(reader: &HtmlReader<'_, '_>, tag: &HtmlTag, element: &str, name: &str) -> Option<Cow<'static, str>> {
    let other = |wanted: &str| value(reader.stretch, tag, wanted);
    let owned = |label: String| Cow::Owned(label);
    match name {
        "content" => {
            let named = ["name", "property", "itemprop", "http-equiv"].iter().find_map(|name| other(name));
            // "og:description" and "profile:last_name" go by their last word.
            named.map(|name| name.rsplit(':').next().unwrap_or_default().to_owned()).map(owned)
        }
        "value" if matches!(element, "input" | "data" | "param" | "button" | "meter") => {
            reader.forms.input(&other).map(|label| owned(label.to_string()))
        }
        "datetime" => Some("date".into()),
        "alt" | "title" | "placeholder" | "value" | "label" | "summary" => None,
        // The names of things are no names of people.
        "name" | "id" | "class" | "property" | "itemprop" | "for" | "rel" | "target" | "headers" | "form" => None,
        name => Some(owned(name.strip_prefix("data-").unwrap_or(name).to_owned())),
    }
}
