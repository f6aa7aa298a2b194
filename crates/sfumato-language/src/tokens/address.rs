//! Web and mail addresses, file names.

/// The starts of a web address.
const SCHEMES: [&str; 8] = ["http://", "https://", "ftp://", "ftps://", "file://", "news:", "mailto:", "www."];

/// The ends of names of files and hosts; sorted.
const ENDINGS: &[&str] = &[
    "ar", "asp", "aspx", "avi", "biz", "bmp", "cat", "cl", "com", "csv", "dat", "db", "doc", "docx", "edu", "es", "eu",
    "exe", "gif", "gob", "gov", "htm", "html", "info", "jpeg", "jpg", "js", "json", "md", "mil", "mov", "mp3", "mp4",
    "mpg", "mx", "net", "odt", "org", "pdf", "php", "png", "pps", "ppt", "pptx", "ps", "rtf", "svg", "tif", "tiff",
    "txt", "uk", "url", "wav", "wmv", "wpd", "xls", "xlsx", "xml", "zip",
];

/// The longest part of a mail address before the `@`, and the longest name of a host.
const LOCAL: usize = 64;
const HOST: usize = 255;

/// The length of the address at the start of `rest`, which starts with a letter or digit.
pub(super) fn address(rest: &str) -> Option<usize> {
    web(rest).or_else(|| mail(rest)).or_else(|| named(rest))
}

fn web(rest: &str) -> Option<usize> {
    let is_web = |scheme: &&str| rest.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme));
    let scheme = SCHEMES.iter().find(|scheme| is_web(scheme))?;
    let end = to_the_end(rest);
    (end > scheme.len()).then_some(end)
}

/// Up to a blank or a bracket that cannot be inside, without the marks that belong to the sentence.
fn to_the_end(rest: &str) -> usize {
    let end =
        rest.find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '«' | '»' | '”')).unwrap_or(rest.len());
    let address = rest.get(..end).unwrap_or_default();
    let marks = ['.', ',', ';', ':', '!', '?', '\'', ']', '*'];
    let trimmed = address.trim_end_matches(marks);
    // A bracket that closes none of its own belongs to the sentence too.
    if trimmed.ends_with(')') && !trimmed.contains('(') {
        trimmed.trim_end_matches(|c| c == ')' || marks.contains(&c)).len()
    } else {
        trimmed.len()
    }
}

fn mail(rest: &str) -> Option<usize> {
    let is_local = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b'+' | b'%' | b'\'');
    let local = rest.bytes().take(LOCAL + 1).take_while(is_local).count();
    if local > LOCAL || rest.as_bytes().get(local) != Some(&b'@') {
        return None;
    }
    let host = host_like(rest.get(local + 1..)?);
    host.starts_with(|c: char| c.is_ascii_alphanumeric()).then_some(local + 1 + host.len())
}

/// Letters, digits, stops, hyphens and underscores, without marks at the end.
fn host_like(rest: &str) -> &str {
    let is_host = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
    let length = rest.bytes().take(HOST).take_while(is_host).count();
    rest.get(..length).unwrap_or_default().trim_end_matches(['.', '-', '_'])
}

/// `report-2.doc`, `example.com/page`, `alt.animals.birds`: known by their ending, or by many parts in small letters.
fn named(rest: &str) -> Option<usize> {
    let name = host_like(rest);
    let (before, ending) = name.rsplit_once('.')?;
    if before.ends_with('.') {
        return None;
    }
    let mut buffer = [0; super::chars::LONGEST];
    let is_ending = super::lowered(ending, &mut buffer).is_some_and(|ending| ENDINGS.binary_search(&ending).is_ok());
    if is_ending {
        let path = rest.get(name.len()..).filter(|path| path.starts_with('/'));
        return Some(name.len() + path.map_or(0, to_the_end));
    }
    let is_part = |part: &str| part.len() > 1 && part.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    (name.split('.').count() > 2 && name.split('.').all(is_part)).then_some(name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_end_before_the_marks_of_the_sentence() {
        for (text, length) in [
            ("http://a.example/x?y=1, and", 22),
            ("www.example.org).", 15),
            ("https://a.example/b_(c)", 23),
            ("a.b-c+d@e.example.", 17),
            ("desk@HOME said", 9),
            ("notes-2.doc>>", 11),
            ("example.com/a/b.", 15),
            ("alt.birds.owls.", 14),
        ] {
            assert_eq!(address(text), Some(length), "{text}");
        }
    }

    #[test]
    fn words_and_numbers_are_no_addresses() {
        for text in ["end.The next", "e.g.", "3.5", "www.", "http://", "ana@", "10.000", "so...com", "left.Then.gone"] {
            assert_eq!(address(text), None, "{text}");
        }
    }

    #[test]
    fn endings_are_in_order() {
        assert!(ENDINGS.is_sorted());
    }
}
