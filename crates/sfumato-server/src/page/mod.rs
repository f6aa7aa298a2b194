//! The review page: static files that are embedded, compressed once, and told apart by their hashes.
//!
//! They hold nothing secret and need no token; what they do, they do by way of `/v1`. A debug build reads them from their
//! folder at every request, so that whoever changes one sees it at once.

mod served;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::OnceLock;

use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::{Router, get};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;
use crate::room::SharedRoom;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What a page of this server may do: load its own files, call its own server, and show pictures that it was sent.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The routes of the page.
pub fn routes() -> Router<SharedRoom> {
    Router::new().route("/", get(index)).route("/page/{*path}", get(file))
}

/// A file as it is sent.
#[derive(Clone)]
struct PageFile {
    media: &'static str,
    tag: HeaderValue,
    plain: Cow<'static, [u8]>,
    compressed: Vec<u8>,
}

impl PageFile {
    fn new(path: &str, plain: Cow<'static, [u8]>) -> Option<Self> {
        let digest = Sha256::digest(&plain);
        let tag: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let mut compressed = GzEncoder::new(Vec::with_capacity(plain.len() / 2), Compression::best());
        compressed.write_all(&plain).ok()?;
        Some(Self {
            media: served::media_type(path)?,
            tag: HeaderValue::from_str(&format!("\"{tag}\"")).ok()?,
            plain,
            compressed: compressed.finish().ok()?,
        })
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let has_tag = |known: &HeaderValue| {
            known.to_str().is_ok_and(|known| self.tag.to_str().is_ok_and(|tag| known.contains(tag)))
        };
        let is_known = headers.get_all(header::IF_NONE_MATCH).iter().any(has_tag);
        let takes_gzip = |accepted: &HeaderValue| accepted.to_str().is_ok_and(|accepted| accepted.contains("gzip"));
        let is_compressed = headers.get_all(header::ACCEPT_ENCODING).iter().any(takes_gzip);
        let body = match (is_known, is_compressed) {
            (true, _) => Body::empty(),
            (false, true) => Body::from(self.compressed.clone()),
            (false, false) => Body::from(self.plain.clone().into_owned()),
        };
        let mut response = Response::new(body);
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let told = response.headers_mut();
        told.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media));
        told.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        // It is asked for again each time, and sent again only if it is another.
        told.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        told.insert(header::ETAG, self.tag.clone());
        if is_compressed && !is_known {
            told.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// The file of a path.
fn find(path: &str) -> Option<Cow<'static, PageFile>> {
    static EMBEDDED: OnceLock<HashMap<&str, PageFile>> = OnceLock::new();
    if cfg!(debug_assertions) {
        let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':']);
        let known = served::media_type(path).filter(|_| path.split('/').all(is_plain));
        known?;
        if let Ok(bytes) = std::fs::read(std::path::Path::new(FOLDER).join(path)) {
            return PageFile::new(path, bytes.into()).map(Cow::Owned);
        }
    }
    let read =
        || FILES.iter().filter_map(|(path, bytes)| Some((*path, PageFile::new(path, Cow::Borrowed(bytes))?))).collect();
    EMBEDDED.get_or_init(read).get(path).map(Cow::Borrowed)
}

async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    answer("index.html", &headers)
}

async fn file(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    answer(&path, &headers)
}

fn answer(path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let missing = || Problem::new(StatusCode::NOT_FOUND, "not-found", "the page has no such file");
    Ok(find(path).ok_or_else(missing)?.answer(headers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_page_needs_is_served() {
        for (path, media) in
            [("index.html", "text/html; charset=utf-8"), ("views/a.js", "text/javascript; charset=utf-8")]
        {
            assert_eq!(served::media_type(path), Some(media), "{path}");
        }
        for path in
            ["tsconfig.json", "types.d.ts", "tests/a.js", "node_modules/a.js", ".env", "_x.js", "README.md", "a"]
        {
            assert_eq!(served::media_type(path), None, "{path}");
        }
        for path in ["../Cargo.toml", "..%2f", "/etc/passwd.txt", "views/../../x.js", "missing.js"] {
            assert!(find(path).is_none(), "{path}");
        }
        assert!(FILES.iter().all(|(path, _)| served::media_type(path).is_some()));
        assert!(find("index.html").is_some());
    }
}
