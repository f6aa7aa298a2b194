//! TLS: a gateway asks another server over https, so that both ends of it are tried.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde_json::json;
use sfumato_server::{TlsError, TlsIdentity, TlsTrust, Upstream, UpstreamError};

use crate::gateway::EchoModel;
use crate::support::TestServer;

/// A file of the test's own certificate for `localhost`, which nobody else uses.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/tls").join(name)
}

/// A server that proves who it is, before a model.
fn proved(model: &EchoModel) -> TestServer {
    let identity = TlsIdentity::open(&file("certificate.pem"), &file("key.pem")).expect("a pair");
    let upstream = Upstream::new(&format!("http://{}/v1", model.address()), None).expect("an address");
    TestServer::with(|settings| {
        settings.upstream = Some(upstream);
        settings.tls = Some(identity);
    })
}

/// A gateway before a server that speaks TLS, which it knows by a host's name.
fn before(server: &TestServer, host: &str, trust: Option<TlsTrust>) -> TestServer {
    let address = format!("https://{host}:{}/gateway/v1", server.address.port());
    let upstream = Upstream::new(&address, None).expect("an address");
    let upstream = match trust {
        Some(trust) => upstream.trusting(trust).expect("over https"),
        None => upstream,
    };
    TestServer::with(|settings| settings.upstream = Some(upstream))
}

#[test]
fn an_upstream_over_https_is_asked_if_it_proves_who_it_is() {
    let model = EchoModel::start();
    let server = proved(&model);
    let trust = || TlsTrust::open(&file("certificate.pem")).expect("certificates");
    let said = "Tell Dr. Ann Lee, ann.lee@example.org.";
    let request = json!({ "model": "m", "messages": [{ "role": "user", "content": said }] });
    let path = "/gateway/v1/chat/completions";
    let answer = before(&server, "localhost", Some(trust())).json(path, &request);
    assert_eq!(answer.value()["choices"][0]["message"]["content"], said);
    assert!(!model.seen().iter().any(|sent| sent.contains("Lee") || sent.contains("example.org")));
    assert_eq!(model.seen().len(), 1);
    // Nobody vouches for it, or it is another one: nothing is sent.
    for refused in [before(&server, "localhost", None), before(&server, "127.0.0.2", Some(trust()))] {
        assert_eq!(refused.json(path, &request).problem(), (502, "upstream".to_owned()));
    }
    assert_eq!(model.seen().len(), 1);
}

#[test]
fn who_does_not_speak_tls_gets_no_answer() {
    let server = proved(&EchoModel::start());
    let mut stream = server.connect();
    stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").expect("sent");
    let mut answer = Vec::new();
    // It may be told so by an alert, or cut off.
    let _ = stream.read_to_end(&mut answer);
    assert!(!answer.starts_with(b"HTTP/"));
}

#[test]
fn files_that_prove_nothing_are_refused() {
    let (certificate, key) = (file("certificate.pem"), file("key.pem"));
    assert_eq!(TlsIdentity::open(&key, &key).err(), Some(TlsError::Pair));
    assert_eq!(TlsIdentity::open(&certificate, &certificate).err(), Some(TlsError::Key));
    assert_eq!(TlsIdentity::open(&file("missing"), &key).err(), Some(TlsError::Certificate));
    assert_eq!(TlsTrust::open(&key).err(), Some(TlsError::Certificate));
    let plain = Upstream::new("http://localhost/v1", None).expect("an address");
    let trust = TlsTrust::open(&certificate).expect("certificates");
    assert_eq!(plain.trusting(trust).err(), Some(UpstreamError::NoTls));
}
