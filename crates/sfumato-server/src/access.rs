//! Who may do what: tokens, and the file that names them.
//!
//! A token is 256 random bits, so that its plain hash tells nothing, and two tokens are compared by their hashes, in
//! constant time. *Price:* a token that somebody made up could be guessed from the file; `--new-token` makes good ones.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::{Instant, SystemTime};

use axum::http::{HeaderMap, Method, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use crate::problem::Problem;

/// A kind of work that a caller may have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessScope {
    /// Have documents looked at.
    Detect,
    /// Have documents masked.
    Mask,
    /// Have values brought back.
    Unmask,
}

impl AccessScope {
    const ALL: [Self; 3] = [Self::Detect, Self::Mask, Self::Unmask];

    /// Its name in files of tokens.
    pub fn name(self) -> &'static str {
        match self {
            Self::Detect => "detect",
            Self::Mask => "mask",
            Self::Unmask => "unmask",
        }
    }

    /// The scope of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// Somebody who may do something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The name of the token, for the log.
    pub name: String,
    scopes: Vec<AccessScope>,
}

impl Caller {
    /// Whoever asks what anybody may know.
    pub(crate) fn nobody() -> Self {
        Self { name: String::new(), scopes: Vec::new() }
    }

    fn anybody(name: &str) -> Self {
        Self { name: name.to_owned(), scopes: AccessScope::ALL.to_vec() }
    }

    /// An error unless this may be done.
    pub fn may(&self, scope: AccessScope) -> Result<(), Problem> {
        if self.scopes.contains(&scope) {
            return Ok(());
        }
        let detail = format!("this token may not {}", scope.name());
        Err(Problem::new(StatusCode::FORBIDDEN, "scope", detail))
    }
}

/// A secret that opens the server. `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessToken(String);

impl std::fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AccessToken")
    }
}

impl AccessToken {
    /// One that nobody knows; nothing if the system gives no random numbers.
    pub fn random() -> Option<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).ok()?;
        Some(Self(hexadecimal(&bytes)))
    }

    /// The token itself, for those it is meant for.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Its line in a file of tokens.
    pub fn line(&self, name: &str, scopes: &[AccessScope]) -> String {
        let scopes: Vec<&str> = scopes.iter().map(|scope| scope.name()).collect();
        format!("{name} {} sha256:{}", scopes.join(","), hexadecimal(&TokenDigest::of(&self.0).0))
    }
}

/// The hash of a token.
#[derive(Debug, Clone, Copy)]
struct TokenDigest([u8; 32]);

impl TokenDigest {
    fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    fn is(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

/// Who may call.
#[derive(Debug)]
pub enum AccessRules {
    /// Anybody.
    Open,
    /// Whoever has the token that the start printed.
    Token(AccessToken),
    /// Whoever has a token of a file.
    File(TokenFile),
}

impl AccessRules {
    /// The caller of a request: by a bearer token, the password of basic authentication, or the token of an address that is opened.
    pub fn caller(&self, method: &Method, headers: &HeaderMap, query: Option<&str>) -> Result<Caller, Problem> {
        if matches!(self, Self::Open) {
            return Ok(Caller::anybody("anybody"));
        }
        let refused = |detail: &str| Problem::new(StatusCode::UNAUTHORIZED, "token", detail);
        let given = given_token(method, headers, query).ok_or_else(|| {
            refused("this needs a token: Authorization: Bearer TOKEN, or the password of basic access")
        })?;
        let given = TokenDigest::of(&given);
        let found = match self {
            Self::Open => None,
            Self::Token(token) => TokenDigest::of(token.expose()).is(&given).then(|| Caller::anybody("start")),
            Self::File(file) => file.caller(&given),
        };
        found.ok_or_else(|| refused("no such token"))
    }
}

/// A token of a request.
fn given_token(method: &Method, headers: &HeaderMap, query: Option<&str>) -> Option<String> {
    if let Some(given) = headers.get(header::AUTHORIZATION) {
        let (scheme, value) = given.to_str().ok()?.split_once(' ')?;
        if scheme.eq_ignore_ascii_case("bearer") {
            return Some(value.trim().to_owned());
        }
        if scheme.eq_ignore_ascii_case("basic") {
            let pair = String::from_utf8(STANDARD.decode(value.trim()).ok()?).ok()?;
            return Some(pair.split_once(':')?.1.to_owned());
        }
        return None;
    }
    if let Some(given) = headers.get("x-api-key") {
        return given.to_str().ok().map(|token| token.trim().to_owned());
    }
    // An address that is opened by hand cannot say more; what changes something is never opened so.
    let is_read = *method == Method::GET || *method == Method::HEAD;
    let pairs = form_urlencoded::parse(query.filter(|_| is_read)?.as_bytes());
    pairs.into_iter().find(|(name, _)| name == "token").map(|(_, token)| token.into_owned())
}

/// A token of a file.
#[derive(Debug)]
struct NamedToken {
    digest: TokenDigest,
    caller: Caller,
}

/// A fault of a file of tokens.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TokenFileError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// A line is not as it should be.
    #[error("line {line}: a token is a name, scopes (detect,mask,unmask) and sha256:HEX, with blanks between")]
    Line {
        /// The line, counted from one.
        line: usize,
    },
    /// Two tokens have one name.
    #[error("line {line}: another token has this name")]
    Name {
        /// The line, counted from one.
        line: usize,
    },
    /// There is no token in it.
    #[error("there is no token in it; `sfumato serve --new-token NAME` makes one")]
    Empty,
}

/// A file of tokens. It is read again when it changes, so that a token is revoked by taking its line away.
#[derive(Debug)]
pub struct TokenFile {
    path: PathBuf,
    read: RwLock<ReadTokens>,
}

#[derive(Debug)]
struct ReadTokens {
    tokens: Vec<NamedToken>,
    changed: Option<SystemTime>,
    looked: Instant,
}

impl TokenFile {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<Self, TokenFileError> {
        let (tokens, changed) = read(path)?;
        let read = RwLock::new(ReadTokens { tokens, changed, looked: Instant::now() });
        Ok(Self { path: path.to_path_buf(), read })
    }

    /// The caller with a token.
    fn caller(&self, digest: &TokenDigest) -> Option<Caller> {
        self.refresh();
        let read = self.read.read().unwrap_or_else(PoisonError::into_inner);
        // All are compared, so that the time tells nothing of the place.
        let found = read.tokens.iter().fold(None, |found, token| match token.digest.is(digest) {
            true => Some(&token.caller),
            false => found,
        });
        found.cloned()
    }

    /// Reads the file again if it was changed. One that is damaged, or gone, lets nobody in.
    fn refresh(&self) {
        const OFTEN: std::time::Duration = std::time::Duration::from_millis(200);
        let changed = || std::fs::metadata(&self.path).and_then(|about| about.modified()).ok();
        {
            let read = self.read.read().unwrap_or_else(PoisonError::into_inner);
            if read.looked.elapsed() < OFTEN {
                return;
            }
        }
        let now = changed();
        let mut held = self.read.write().unwrap_or_else(PoisonError::into_inner);
        held.looked = Instant::now();
        if now.is_none() || now != held.changed {
            match read(&self.path) {
                Ok((tokens, changed)) => (held.tokens, held.changed) = (tokens, changed),
                Err(error) => {
                    tracing::error!(%error, "the file of tokens cannot be read; nobody is let in");
                    (held.tokens, held.changed) = (Vec::new(), None);
                }
            }
        }
    }
}

fn read(path: &Path) -> Result<(Vec<NamedToken>, Option<SystemTime>), TokenFileError> {
    let unreadable = |error: std::io::Error| TokenFileError::Unreadable(error.kind().to_string());
    let changed = std::fs::metadata(path).and_then(|about| about.modified()).ok();
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    Ok((parse(&text)?, changed))
}

fn parse(text: &str) -> Result<Vec<NamedToken>, TokenFileError> {
    let mut tokens: Vec<NamedToken> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let token = named_token(content).ok_or(TokenFileError::Line { line })?;
        if tokens.iter().any(|other| other.caller.name == token.caller.name) {
            return Err(TokenFileError::Name { line });
        }
        tokens.push(token);
    }
    if tokens.is_empty() { Err(TokenFileError::Empty) } else { Ok(tokens) }
}

fn named_token(line: &str) -> Option<NamedToken> {
    let mut words = line.split_whitespace();
    let (name, scopes, digest) = (words.next()?, words.next()?, words.next()?);
    let scopes = scopes.split(',').map(AccessScope::named).collect::<Option<Vec<_>>>()?;
    let digits = digest.strip_prefix("sha256:").filter(|digits| digits.len() == 64)?.as_bytes();
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    let caller = Caller { name: name.to_owned(), scopes };
    words.next().is_none().then_some(NamedToken { digest: TokenDigest(bytes), caller })
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(authorization: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, authorization.parse().expect("a header"));
        headers
    }

    #[test]
    fn a_token_is_taken_from_where_clients_put_it() {
        let rules = AccessRules::Token(AccessToken("abc".to_owned()));
        let code = |method: Method, headers: &HeaderMap, query: Option<&str>| {
            rules.caller(&method, headers, query).map(|caller| caller.name).map_err(|problem| problem.code())
        };
        let none = HeaderMap::new();
        assert_eq!(code(Method::POST, &headers("Bearer abc"), None), Ok("start".to_owned()));
        assert_eq!(code(Method::POST, &headers("Basic OmFiYw=="), None), Ok("start".to_owned()));
        let mut keyed = HeaderMap::new();
        keyed.insert("x-api-key", "abc".parse().expect("a header"));
        assert_eq!(code(Method::POST, &keyed, None), Ok("start".to_owned()));
        assert_eq!(code(Method::GET, &none, Some("x=1&token=abc")), Ok("start".to_owned()));
        assert_eq!(code(Method::POST, &none, Some("token=abc")), Err("token"), "nothing is changed by an address");
        assert_eq!(code(Method::POST, &headers("Bearer abd"), None), Err("token"));
        assert_eq!(code(Method::GET, &headers("Bearer abd"), Some("token=abc")), Err("token"), "one of them is wrong");
        assert_eq!(code(Method::GET, &none, None), Err("token"));
        assert!(AccessRules::Open.caller(&Method::POST, &none, None).is_ok());
        assert_eq!(format!("{rules:?}"), "Token(AccessToken)");
    }

    #[test]
    fn a_file_names_tokens_without_holding_them() {
        let (one, other) = (AccessToken::random().expect("random"), AccessToken::random().expect("random"));
        let line = one.line("clinic", &[AccessScope::Detect, AccessScope::Mask]);
        assert!(!line.contains(one.expose()));
        let tokens = parse(&format!("# ours\n\n{line}\n")).expect("well formed");
        let file = TokenFile {
            path: PathBuf::new(),
            read: RwLock::new(ReadTokens { tokens, changed: None, looked: Instant::now() }),
        };
        let caller = file.caller(&TokenDigest::of(one.expose())).expect("it is there");
        assert_eq!(caller.name, "clinic");
        assert!(caller.may(AccessScope::Mask).is_ok());
        assert_eq!(caller.may(AccessScope::Unmask).map_err(|problem| problem.code()), Err("scope"));
        assert_eq!(file.caller(&TokenDigest::of(other.expose())), None);
    }

    #[test]
    fn a_token_is_revoked_by_taking_its_line_away() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tokens");
        let (one, other) = (AccessToken::random().expect("random"), AccessToken::random().expect("random"));
        let lines = |tokens: &[&AccessToken]| {
            let lines: Vec<String> =
                (1..).zip(tokens).map(|(n, token)| token.line(&format!("t{n}"), &[AccessScope::Detect])).collect();
            std::fs::write(&path, lines.join("\n")).expect("written");
        };
        lines(&[&other, &one]);
        let file = TokenFile::open(&path).expect("well formed");
        assert!(file.caller(&TokenDigest::of(one.expose())).is_some());
        let look_again = || {
            let mut held = file.read.write().expect("held");
            (held.looked, held.changed) = (Instant::now() - std::time::Duration::from_secs(1), None);
        };
        lines(&[&other]);
        look_again();
        assert!(file.caller(&TokenDigest::of(one.expose())).is_none());
        assert!(file.caller(&TokenDigest::of(other.expose())).is_some());
        std::fs::remove_file(&path).expect("there");
        look_again();
        assert!(file.caller(&TokenDigest::of(other.expose())).is_none(), "a file that is gone lets nobody in");
    }

    #[test]
    fn a_file_that_is_not_as_it_should_be_is_refused_by_line() {
        let good = AccessToken::random().expect("random").line("a", &[AccessScope::Mask]);
        let told = |text: &str| parse(text).map(drop);
        assert_eq!(told(""), Err(TokenFileError::Empty));
        assert_eq!(told(&format!("{good}\n{good}")), Err(TokenFileError::Name { line: 2 }));
        assert_eq!(told("a mask"), Err(TokenFileError::Line { line: 1 }));
        for wrong in ["mask", "sha256:"].map(|part| good.replace(part, "x")) {
            assert_eq!(told(&format!("# x\n{wrong}")), Err(TokenFileError::Line { line: 2 }), "{wrong}");
        }
        assert_eq!(told(&format!("{good} x")), Err(TokenFileError::Line { line: 1 }));
    }
}
