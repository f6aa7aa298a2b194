//! The roles of the elements and attributes of a page for its text.

use sfumato_words::WordTable;

use crate::BlockKind;

static INLINE: WordTable = WordTable::new(include_str!("elements.txt"), "inline");
static PROVENANCE: WordTable = WordTable::new(include_str!("elements.txt"), "provenance");
static VOID: WordTable = WordTable::new(include_str!("elements.txt"), "void");

/// The role of an element for the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HtmlRole {
    /// It dresses text and does not set it apart.
    Inline,
    /// A line break.
    Break,
    /// It sets its text apart; some say what it is.
    Block(Option<BlockKind>),
}

/// Returns the role of an element.
pub(super) fn role(name: &str) -> HtmlRole {
    match name {
        "br" => HtmlRole::Break,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "title" | "caption" | "legend" | "summary" | "figcaption" | "th"
        | "dt" => HtmlRole::Block(Some(BlockKind::Heading)),
        "li" => HtmlRole::Block(Some(BlockKind::Item)),
        "td" => HtmlRole::Block(Some(BlockKind::Cell)),
        "dd" | "option" | "textarea" | "button" => HtmlRole::Block(Some(BlockKind::Field)),
        name if INLINE.has(name) => HtmlRole::Inline,
        // Names of office programs: properties are set apart, all else marks words in a line.
        name if name.starts_with("o:") => HtmlRole::Block(Some(BlockKind::Metadata)),
        name if name.contains(':') => HtmlRole::Inline,
        _ => HtmlRole::Block(None),
    }
}

/// Elements without an end tag.
pub(super) fn is_void(name: &str) -> bool {
    VOID.has(name)
}

/// True if blanks in an element mean themselves.
pub(super) fn keeps_blanks(name: &str) -> bool {
    matches!(name, "pre" | "listing" | "xmp" | "plaintext" | "textarea")
}

/// The role of an attribute for the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HtmlAttributeRole {
    /// Text.
    Text,
    /// A web address.
    Address,
    /// Several web addresses, each with a word on its size.
    Addresses,
    /// A page.
    Page,
    /// Program text.
    Script,
    /// A style.
    Style,
    /// The format's own, unless its value is no word of a format.
    Own,
}

/// Returns the role of an attribute, by its name in small letters.
pub(super) fn attribute_role(name: &str) -> HtmlAttributeRole {
    match name {
        "alt" | "title" | "value" | "placeholder" | "content" | "summary" | "label" | "abbr" | "standby" | "prompt"
        | "datetime" | "cite-text" | "download" | "itemid" | "about" | "resource" | "xlink:title" => {
            HtmlAttributeRole::Text
        }
        "href" | "src" | "action" | "cite" | "formaction" | "poster" | "longdesc" | "background" | "data"
        | "codebase" | "classid" | "usemap" | "manifest" | "profile" | "ping" | "xlink:href" | "lowsrc" | "dynsrc"
        | "archive" => HtmlAttributeRole::Address,
        "srcset" | "imagesrcset" => HtmlAttributeRole::Addresses,
        "srcdoc" => HtmlAttributeRole::Page,
        "style" => HtmlAttributeRole::Style,
        name if name.starts_with("on") => HtmlAttributeRole::Script,
        name if name.starts_with("aria-") || name.starts_with("data-") => HtmlAttributeRole::Text,
        _ => HtmlAttributeRole::Own,
    }
}

/// Attributes of aids that hold states and references rather than words.
pub(super) fn is_state(name: &str) -> bool {
    name.strip_prefix("aria-").is_some_and(|state| {
        !matches!(state, "label" | "description" | "valuetext" | "roledescription" | "placeholder" | "keyshortcuts")
    })
}

/// True if a `meta` element tells about who made the page, when and with what.
pub(super) fn is_provenance(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    PROVENANCE.has(name.strip_prefix("dc.").unwrap_or(&name))
}

/// True if a name of an element or attribute is one a format would give.
pub(super) fn is_plain_name(name: &str) -> bool {
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    digits < 5 && name.len() <= 40 && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':'))
}
