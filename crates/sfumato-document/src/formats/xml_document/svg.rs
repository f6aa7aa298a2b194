//! Drawings in SVG: text, titles and links are read; paths and colours are not; what editors note down can go.

use crate::formats::markup::{AttributeRole, ElementRole, MarkupElement, is_structural};
use crate::{BlockKind, RemovableKind};

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Returns the role of an element of a drawing, or `None` if it is of another vocabulary.
pub(super) fn role(element: &MarkupElement<'_>) -> Option<ElementRole> {
    let is_editors = ["http://www.inkscape.org/", "http://sodipodi.sourceforge.net/", "http://ns.adobe.com/"]
        .iter()
        .any(|start| element.namespace.starts_with(start));
    if is_editors {
        return Some(ElementRole::Structure);
    }
    if element.namespace != SVG {
        return None;
    }
    Some(match element.local {
        "text" | "textArea" | "flowPara" | "flowDiv" => ElementRole::Block(BlockKind::Paragraph),
        "tspan" | "textPath" | "tref" | "altGlyph" | "flowSpan" | "a" => ElementRole::Inline,
        "title" | "desc" => ElementRole::Block(BlockKind::Paragraph),
        "metadata" => ElementRole::Removable(RemovableKind::Metadata),
        "script" => ElementRole::Block(BlockKind::Code),
        "style" => ElementRole::Block(BlockKind::Code),
        _ => ElementRole::Structure,
    })
}

/// Returns the role of an attribute of a drawing, or `None` if it is of another vocabulary.
pub(super) fn attribute(element: &MarkupElement<'_>, local: &str, value: &str) -> Option<AttributeRole> {
    if element.namespace != SVG && element.namespace != XLINK {
        return None;
    }
    Some(match local {
        // Where the editor kept the drawing and what it made of it.
        "docname" | "export-filename" | "docbase" | "absref" => AttributeRole::MetadataWhole,
        "font-family" | "font" => AttributeRole::Dictated,
        "d" | "points" | "transform" | "gradientTransform" | "patternTransform" | "viewBox" | "values" | "keyTimes"
        | "keySplines" | "stroke-dasharray" | "tableValues" | "kernelMatrix" | "rotate" | "dx" | "dy" | "nodetypes"
        | "pathLength" | "enable-background" | "original-d" | "path"
            if is_drawn(value) =>
        {
            AttributeRole::Structural
        }
        "clip-path" | "mask" | "filter" | "fill" | "stroke" | "marker-start" | "marker-mid" | "marker-end"
            if is_reference(value) =>
        {
            AttributeRole::Structural
        }
        "href" | "src" if value.starts_with('#') && is_plain(value) => AttributeRole::Structural,
        "label" | "aria-label" | "title" | "alt" | "href" | "src" => AttributeRole::Text(BlockKind::Field),
        // What programs call the parts of a drawing.
        "id" | "class" | "connector-curvature" | "collect" | "groupmode" if is_plain(value) => {
            AttributeRole::Structural
        }
        _ if is_measure(value) || is_structural(value) || is_reference(value) => AttributeRole::Structural,
        "style" if is_style(value) => AttributeRole::Dictated,
        _ => AttributeRole::Text(BlockKind::Field),
    })
}

/// Numbers and the few letters of paths and transformations.
fn is_drawn(value: &str) -> bool {
    let words = value.split(|c: char| !c.is_ascii_alphabetic());
    let is_word = |word: &str| {
        word.bytes().all(|b| b"MmZzLlHhVvCcSsQqTtAaEe".contains(&b))
            || matches!(word, "matrix" | "translate" | "scale" | "rotate" | "skewX" | "skewY" | "none" | "new" | "px")
    };
    value.is_ascii() && words.into_iter().all(is_word)
}

/// Numbers with units, and lists of them.
fn is_measure(value: &str) -> bool {
    const UNITS: [&str; 9] = ["px", "pt", "pc", "mm", "cm", "in", "em", "ex", "%"];
    let is_number =
        |word: &str| word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e' | b'E'));
    value.split([' ', ',', ';', '\n', '\t']).all(|word| {
        let number = UNITS.iter().find_map(|unit| word.strip_suffix(unit)).unwrap_or(word);
        is_number(number)
    })
}

/// Something like `url(#a)`, or a colour.
fn is_reference(value: &str) -> bool {
    let inner = value.strip_prefix("url(#").and_then(|rest| rest.split_once(')'));
    let is_colour = value.starts_with("rgb(") || value.starts_with("rgba(") || value.starts_with("hsl(");
    inner.is_some_and(|(id, rest)| is_plain(id) && (rest.is_empty() || is_structural(rest.trim())))
        || (is_colour && value.bytes().all(|b| b.is_ascii_digit() || b"rgbahsl(), .%".contains(&b)))
}

/// A name as programs give them: one word, with a short number perhaps.
fn is_plain(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    digits < 9
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'#' | b'-' | b'_' | b'.' | b':' | b' '))
}

/// Declarations of style whose values are measures, colours and words of the format.
fn is_style(value: &str) -> bool {
    value.split(';').all(|declaration| {
        let Some((name, value)) = declaration.split_once(':') else { return declaration.trim().is_empty() };
        let (name, value) = (name.trim(), value.trim());
        let is_font = matches!(name, "font-family" | "font" | "-inkscape-font-specification");
        let is_name = name.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-');
        is_name && (is_font || is_measure(value) || is_structural(value) || is_reference(value) || is_drawn(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_told_from_words() {
        assert!(is_drawn("M10.5-3,4e-2zm5 5") && is_drawn("matrix(1 0 0 1 -5.2 3)") && is_drawn("translate(3)"));
        assert!(!is_drawn("Jane") && !is_drawn("M10 Okonkwo"));
        assert!(is_style("fill:#ff0000;stroke:none;font-family:'Jane Sans'") && is_style("fill:url(#a1)"));
        assert!(!is_style("content:Jane Okonkwo"));
        assert!(is_measure("10px 20.5mm,3") && !is_measure("+44 7700 900x"));
    }
}
