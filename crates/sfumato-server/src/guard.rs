//! What every request passes before anything is done for it, and every answer before it is sent.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use hyper::body::Body as _;

use crate::problem::{Problem, ProblemCode};
use crate::room::SharedRoom;
use crate::settings::ServerSettings;

/// The header of the number that a request has in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Routes that anybody may ask: they tell nothing but that there is a server, and what its page is made of.
const OPEN_ROUTES: [&str; 5] = ["/health", "/ready", "/v1/openapi.json", "/", "/page/{*path}"];

/// Checks a request, hands it on, and accounts for it.
pub async fn guard(State(room): State<SharedRoom>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let id = request_id(request.headers());
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or("none", |path| path.as_str()).to_owned();
    let origin = request.headers().get(header::ORIGIN).cloned();
    let received = length(request.headers());
    let mut caller_name = String::new();
    let mut response = match admit(&room, &request, &route) {
        Ok(Admitted::Preflight) => preflight(),
        Ok(Admitted::Caller(caller)) => {
            caller_name.clone_from(&caller.name);
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    };
    let problem = response.extensions().get::<ProblemCode>().map(|code| code.0);
    let status = response.status().as_u16();
    let sent = response.body().size_hint().exact().unwrap_or_default();
    finish(response.headers_mut(), &room.settings, origin.as_ref(), &id);
    let took = start.elapsed();
    room.metrics.count(&route, status, problem, took, [received, sent]);
    // The route as it is written in the program: a path may hold anything, and a query is never told.
    tracing::info!(
        %method, route, status, problem, received, sent, caller = caller_name,
        ms = took.as_secs_f64() * 1e3, id = id.to_str().unwrap_or_default(), "request"
    );
    response
}

/// A request that was let in.
enum Admitted {
    Caller(crate::access::Caller),
    /// A browser asks whether a page may call.
    Preflight,
}

fn admit(room: &SharedRoom, request: &Request, route: &str) -> Result<Admitted, Problem> {
    let headers = request.headers();
    check_host(&room.settings, request)?;
    check_origin(&room.settings, headers)?;
    let is_preflight = *request.method() == Method::OPTIONS
        && headers.contains_key(header::ORIGIN)
        && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    if is_preflight {
        return Ok(Admitted::Preflight);
    }
    if !OPEN_ROUTES.contains(&route) {
        room.refuse_if_stopping()?;
    } else {
        return Ok(Admitted::Caller(crate::access::Caller::nobody()));
    }
    room.settings.access.caller(request.method(), headers, request.uri().query()).map(Admitted::Caller)
}

/// A page of elsewhere can have its own name resolved to this machine; the name it then sends gives it away.
fn check_host(settings: &ServerSettings, request: &Request) -> Result<(), Problem> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let host = match (named.next(), named.next()) {
        (Some(host), None) => host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()),
        (None, _) => request.uri().authority().cloned(),
        (Some(_), Some(_)) => None,
    };
    let is_ours = host.is_some_and(|host| {
        let name = host.host();
        is_local_name(name) || settings.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
    });
    if is_ours {
        return Ok(());
    }
    let detail = "the name in the Host header is none of this server's; --host-name NAME adds one";
    Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "host", detail))
}

/// True of `localhost` and of an address in digits, which no name server can turn into another.
fn is_local_name(name: &str) -> bool {
    let digits = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || digits.parse::<IpAddr>().is_ok()
}

/// Programs send no origin; a page may call only where it comes from.
fn check_origin(settings: &ServerSettings, headers: &HeaderMap) -> Result<(), Problem> {
    let refused = || Problem::new(StatusCode::FORBIDDEN, "origin", "a page of elsewhere may not call this server");
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else {
        return match site {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) => Err(refused()),
        };
    };
    let origin = origin.to_str().map_err(|_| refused())?;
    if settings.origins.iter().any(|known| known == origin) {
        return Ok(());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_own = |scheme: &str| origin.strip_prefix(scheme).is_some_and(|own| Some(own) == host);
    // What the client's scheme was is known only to whoever speaks TLS.
    match (settings.speaks_tls(), settings.is_behind_proxy) {
        (true, _) if is_own("https://") => Ok(()),
        (false, true) if is_own("https://") || is_own("http://") => Ok(()),
        (false, false) if is_own("http://") => Ok(()),
        _ => Err(refused()),
    }
}

fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, DELETE"));
    let names = HeaderValue::from_static("authorization, content-type, accept, x-request-id");
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    response
}

/// The headers of every answer.
fn finish(headers: &mut HeaderMap, settings: &ServerSettings, origin: Option<&HeaderValue>, id: &HeaderValue) {
    const FIXED: [(HeaderName, &str); 7] = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in FIXED {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.insert(REQUEST_ID, id.clone());
    let named = origin.filter(|origin| settings.origins.iter().any(|known| known.as_bytes() == origin.as_bytes()));
    if let Some(origin) = named {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
        headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    }
}

/// The number that the client gave, if it could be one, or another.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let is_plain = |id: &&HeaderValue| {
        let bytes = id.as_bytes();
        (1..=64).contains(&bytes.len()) && bytes.iter().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(b))
    };
    if let Some(given) = headers.get(REQUEST_ID).filter(is_plain) {
        return given.clone();
    }
    let mut bytes = [0; 8];
    // Without random numbers requests are told apart by their times.
    let _ = getrandom::fill(&mut bytes);
    HeaderValue::from_str(&format!("{:016x}", u64::from_le_bytes(bytes))).unwrap_or(HeaderValue::from_static("0"))
}

fn length(headers: &HeaderMap) -> u64 {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    length.and_then(|length| length.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::AccessRules;
    use axum::body::Body;

    fn request(headers: &[(&str, &str)]) -> Request {
        headers
            .iter()
            .fold(Request::builder().uri("/"), |it, (n, v)| it.header(*n, *v))
            .body(Body::empty())
            .expect("ok")
    }

    #[test]
    fn a_name_that_somebody_elses_name_server_can_answer_is_refused() {
        let mut settings = ServerSettings::new(AccessRules::Open);
        settings.hosts.push("mask.example.org".to_owned());
        let passes = |host: &str| check_host(&settings, &request(&[("host", host)])).is_ok();
        for own in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80", "LOCALHOST", "mask.example.org:443"] {
            assert!(passes(own), "{own}");
        }
        for other in
            ["", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost@evil.example:1"]
        {
            assert!(!passes(other), "{other}");
        }
        assert!(check_host(&settings, &request(&[])).is_err());
        assert!(check_host(&settings, &request(&[("host", "localhost"), ("host", "evil.example")])).is_err());
    }

    #[test]
    fn a_page_of_elsewhere_may_not_call() {
        let mut settings = ServerSettings::new(AccessRules::Open);
        settings.origins.push("https://app.example.org".to_owned());
        let passes = |headers: &[(&str, &str)]| {
            let all = [&[("host", "localhost:8080")][..], headers].concat();
            check_origin(&settings, request(&all).headers()).is_ok()
        };
        assert!(passes(&[]));
        assert!(passes(&[("origin", "http://localhost:8080")]));
        assert!(passes(&[("origin", "https://app.example.org"), ("sec-fetch-site", "cross-site")]));
        assert!(passes(&[("sec-fetch-site", "none")]));
        for origin in
            ["null", "http://localhost:8081", "https://localhost:8080", "http://evil.example", "localhost:8080"]
        {
            assert!(!passes(&[("origin", origin)]), "{origin}");
        }
        assert!(!passes(&[("sec-fetch-site", "cross-site")]));
        assert!(!passes(&[("sec-fetch-site", "same-site")]));
    }

    #[test]
    fn a_number_of_the_client_is_kept_only_if_it_is_harmless() {
        let id = |given: &str| request_id(request(&[("x-request-id", given)]).headers());
        assert_eq!(id("abc-1_2"), "abc-1_2");
        for other in ["Ann Lee", "", "{}"] {
            assert_ne!(id(other), other);
        }
        assert_eq!(id("").len(), 16);
    }
}
