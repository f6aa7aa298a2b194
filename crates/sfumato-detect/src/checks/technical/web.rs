//! Names of people and machines on the internet.

/// Ends of names of files that look like the end of a domain but are none.
const FILES: &[&str] = &[
    "asp", "aspx", "avi", "bak", "bat", "bmp", "cfg", "conf", "cpp", "css", "csv", "dcm", "dll", "doc", "docx", "eps",
    "exe", "gif", "htm", "html", "ini", "java", "jpeg", "jpg", "js", "json", "jsx", "log", "odt", "pdf", "php", "png",
    "ppt", "pptx", "rtf", "scss", "sql", "svg", "tif", "tiff", "toml", "ts", "tsx", "txt", "wav", "webp", "xls",
    "xlsx", "xml", "yaml", "yml",
];

/// Ends of domains that are hardly ever anything else: not the end of a file's name (`.py`, `.rs`), a unit (`.kg`) or
/// a common word (`.no`, `.so`).
const ENDINGS: &[&str] = &[
    "ac", "academy", "ad", "ae", "aero", "agency", "ai", "app", "ar", "asia", "at", "au", "ba", "band", "be", "bg",
    "bio", "biz", "blog", "bo", "br", "by", "ca", "care", "cat", "center", "ch", "cl", "click", "clinic", "cloud",
    "club", "cn", "co", "coach", "com", "coop", "cr", "cu", "cy", "cz", "de", "dental", "dev", "digital", "dk",
    "doctor", "ec", "edu", "ee", "email", "es", "eu", "eus", "example", "family", "fi", "fr", "gal", "gg", "gob",
    "gov", "gr", "gt", "health", "hk", "hn", "hospital", "hr", "hu", "id", "ie", "il", "info", "int", "invalid", "io",
    "ir", "it", "jobs", "jp", "ke", "kr", "law", "lawyer", "legal", "link", "live", "lt", "lu", "lv", "ly", "ma",
    "madrid", "me", "media", "mil", "mobi", "mt", "museum", "mx", "my", "name", "net", "network", "news", "ng", "ni",
    "nl", "nz", "online", "org", "page", "pe", "ph", "physio", "pk", "pr", "pro", "pt", "ro", "ru", "sa", "school",
    "se", "sg", "shop", "si", "site", "sk", "store", "studio", "sv", "systems", "team", "tech", "tel", "test", "th",
    "tn", "today", "tr", "travel", "tv", "tw", "ua", "uk", "us", "uy", "ve", "vet", "vip", "vn", "web", "website",
    "wiki", "work", "world", "xyz", "za", "zone",
];
/// The long ones of the same kind.
const LONG_ENDINGS: &[&str] = &["barcelona", "education", "foundation", "healthcare", "solutions", "university"];

/// First labels of names that are written back to front, as packages of programs are.
const PACKAGES: &[&str] = &["com", "org", "net", "java", "javax", "std"];

/// The last label of a domain of which every label is well formed and the last is made of letters.
fn last_label(domain: &str) -> Option<&str> {
    let fine =
        |label: &str| (1..=63).contains(&label.chars().count()) && !label.starts_with('-') && !label.ends_with('-');
    let last = domain.rsplit('.').next()?;
    (domain.split('.').all(fine) && domain.contains('.') && last.chars().all(char::is_alphabetic)).then_some(last)
}

/// A domain without what runs on behind a known end of domains from a digit or a capital on, as it does in damaged
/// files: `example.org98V`, `example.orgE9`, `example.orgn255`.
fn without_run_in(domain: &str) -> &str {
    let last = domain.rfind('.').map_or(0, |point| point + 1);
    let run_in =
        domain.get(last..).and_then(|label| label.find(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase()));
    // Other letters may have run in before that: `example.orgn255`.
    let starts = |end: &str, known: &str| {
        known.len() > 2 && end.get(..known.len()).is_some_and(|e| e.eq_ignore_ascii_case(known))
    };
    let is_known = |end: &str| ENDINGS.iter().any(|known| end.eq_ignore_ascii_case(known) || starts(end, known));
    match run_in {
        Some(at) if domain.get(last..last + at).is_some_and(is_known) => domain.get(..last + at).unwrap_or(domain),
        _ => domain,
    }
}

/// An address of electronic mail: both sides of the `@` well formed, and not the name of a file (`logo@2x.png`).
pub(super) fn email(value: &str) -> bool {
    let Some((local, domain)) = value.rsplit_once('@') else {
        return false;
    };
    let (local, domain) = (local.trim(), domain.trim());
    let Some(last) = last_label(without_run_in(domain)) else {
        return false;
    };
    (1..=64).contains(&local.chars().count())
        && !local.contains("..")
        && !local.starts_with('.')
        && !local.ends_with('.')
        && last.chars().count() > 1
        && !FILES.iter().any(|ending| last.eq_ignore_ascii_case(ending))
}

/// The name of a machine, perhaps with a path behind it, that ends as few other things do.
pub(super) fn domain(value: &str) -> bool {
    let host = value.split(['/', ':', '?', '#']).next().unwrap_or_default();
    // Most of what looks like a domain has no known ending, which is the cheapest thing to see.
    let ending = host.rsplit('.').next().unwrap_or_default();
    if !ENDINGS.iter().chain(LONG_ENDINGS).any(|known| ending.eq_ignore_ascii_case(known)) {
        return false;
    }
    let Some(last) = last_label(host) else {
        return false;
    };
    let one_case = !last.chars().any(char::is_uppercase) || !host.chars().any(char::is_lowercase);
    let first = host.split('.').next().unwrap_or_default();
    one_case && !PACKAGES.iter().any(|package| first.eq_ignore_ascii_case(package))
}
