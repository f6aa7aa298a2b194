//! Requests that nobody would send by mistake.

use std::io::{Read as _, Write as _};
use std::net::Shutdown;

use crate::support::{TestServer, request};

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.roll(most)).map(|_| self.roll(256) as u8).collect()
    }
}

/// A request with something wrong in it.
fn hostile(dice: &mut Dice) -> Vec<u8> {
    const PATHS: [&str; 14] = [
        "/v1/mask",
        "/v1/detect",
        "/v1/plan",
        "/v1/apply",
        "/v1/assess",
        "/v1/unmask",
        "/v1/batch",
        "/analyze",
        "/anonymize",
        "/deanonymize",
        "/v1/policies/..%2f..%2f..%2fetc%2fpasswd",
        "/../../etc/passwd",
        "/v1/explain/%00%ff%fe",
        "/v1/mask?%ff=%fe&threshold=NaN&seed=-1&columns=%00",
    ];
    const MEDIA: [&str; 7] = [
        "application/json",
        "multipart/form-data; boundary=edge",
        "multipart/form-data",
        "application/x-ndjson",
        "application/octet-stream",
        "text/plain",
        "application/json; charset=\u{7f}",
    ];
    const BODIES: [&[u8]; 12] = [
        b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"../../etc/passwd\"\r\n\r\nAnn Lee\r\n--edge--\r\n",
        b"--edge\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nAnn",
        b"--edge\r\n\r\n\r\n--edge--",
        b"{\"text\": \"Ann Lee\", \"language\": \"en\", \"ad_hoc_recognizers\": [{\"supported_entity\": \"A\", \"patterns\": [{\"name\": \"x\", \"regex\": \"(a+)+$\", \"score\": 1}]}]}",
        b"{\"text\": \"\\ud800\"}",
        b"{\"text\": \"Ann\", \"analyzer_results\": [{\"start\": 0, \"end\": 99999999999999999999, \"score\": 1, \"entity_type\": \"A\"}]}",
        b"{\"text\": \"Ann\", \"options\": {\"reroll\": [18446744073709551615], \"seed\": 1, \"policy\": \"pseudonymise\"}}",
        b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        b"PK\x03\x04\x14\x00\x00\x00\x08\x00",
        b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\ntrailer << /Root 1 0 R >>",
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
        b"<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>",
    ];
    let body = match dice.roll(3) {
        0 => dice.bytes(300),
        1 => BODIES[dice.roll(BODIES.len())].to_vec(),
        _ => {
            let mut body = BODIES[dice.roll(BODIES.len())].to_vec();
            for _ in 0..=dice.roll(4) {
                let at = dice.roll(body.len());
                body[at] = dice.roll(256) as u8;
            }
            body
        }
    };
    let method = ["POST", "POST", "POST", "GET", "PUT", "OPTIONS"][dice.roll(6)];
    let headers = [("content-type", MEDIA[dice.roll(MEDIA.len())])];
    let mut whole = request(method, PATHS[dice.roll(PATHS.len())], &headers, &body);
    if dice.roll(4) == 0 {
        // Something in the head is not as it should be.
        let at = dice.roll(whole.len().min(200));
        whole[at] = dice.roll(256) as u8;
    }
    if dice.roll(6) == 0 {
        whole.truncate(dice.roll(whole.len()));
    }
    whole
}

#[test]
fn hostile_requests_get_an_answer_or_nothing_and_the_server_lives() {
    let server = TestServer::with(|settings| settings.limits.body = 1 << 20);
    let mut dice = Dice(0x5f3_7591);
    // So many take a moment; whoever has more time asks for more.
    let most = std::env::var("HOSTILE").ok().and_then(|most| most.parse().ok()).unwrap_or(400);
    for number in 0..most {
        let mut stream = server.connect();
        // The server may have hung up before all is sent.
        let _ = stream.write_all(&hostile(&mut dice));
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let status = answer.get(9..12).map(|digits| String::from_utf8_lossy(digits).into_owned());
        if let Some(status) = status {
            let is_told = status != "500" || answer.windows(9).any(|it| it == b"{\"error\":");
            assert!(is_told, "request {number}: {}", String::from_utf8_lossy(&answer));
            assert!(!answer.windows(10).any(|it| it == b"root:x:0:0"), "request {number}");
            assert!(!answer.windows(20).any(|it| it == b"\"code\":\"internal\",\"de"), "request {number}: a defect");
        }
    }
    assert_eq!(server.file("/v1/mask", b"Call Ann Lee.").text(), "Call [PERSON 1].");
}

#[test]
fn what_is_packed_a_thousandfold_is_refused() {
    let server = TestServer::open();
    // 64 MiB of zeros in gzip, thrice: stored blocks of one byte repeated are as good as any.
    let bomb = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/zeros.txt.gz.gz")).expect("it is there");
    let answer = server.file("/v1/mask?name=zeros.txt.gz", &bomb);
    assert!(answer.status == 422, "{} {}", answer.status, answer.text());
    assert_eq!(server.get("/health").status, 200);
}

#[test]
fn a_file_is_never_read_or_written_by_its_name() {
    let server = TestServer::open();
    let name = "/../../../../etc/passwd";
    let masked =
        server.form("/v1/mask", &[("accept", "multipart/form-data")], &[("file", Some(name), b"Call Ann Lee.")]);
    let told = masked.text();
    assert!(masked.status == 200 && told.contains("Call [PERSON 1].") && !told.contains("root:x:"), "{told}");
    let header =
        server.form("/v1/mask", &[("accept", "multipart/form-data")], &[("file", Some("a b\u{9}c"), b"Ann Lee")]);
    assert!(header.text().contains("filename=\"a_b_c\""), "{}", header.text());
}
