//! The server under load: requests a second and how long they take, its start, and what it does when it is asked for more
//! than it can give, by clients some of which are broken.
//!
//! It speaks HTTP over sockets and knows nothing of the server, so that others are measured alike: bench/presidio does so.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Does what the arguments ask for.
pub fn run(samples: &Path, arguments: &[String]) {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["start"] => start(samples),
        ["load", address, path, body, connections, seconds] => {
            let rate = load(address, path, body, connections.parse().unwrap_or(1), seconds.parse().unwrap_or(5), None);
            println!("{rate:.1} requests a second");
        }
        ["load", address, path, body, connections, seconds, rate] => {
            let (connections, seconds) = (connections.parse().unwrap_or(1), seconds.parse().unwrap_or(5));
            load(address, path, body, connections, seconds, rate.parse().ok());
        }
        ["saturate", seconds] => saturate(samples, seconds.parse().unwrap_or(60)),
        _ => {
            println!("usage: serving start | load ADDRESS PATH BODY-FILE CONNECTIONS SECONDS [RATE] | saturate SECONDS")
        }
    }
}

/// The server, started for a measure.
struct MeasuredServer {
    child: Child,
    address: SocketAddr,
}

impl MeasuredServer {
    fn new(arguments: &[&str]) -> Self {
        let here = std::env::current_exe().unwrap_or_default();
        let beside = std::env::var_os("SFUMATO").map_or_else(|| here.with_file_name("sfumato"), PathBuf::from);
        let mut child = Command::new(beside)
            .args([&["serve", "--no-token", "--listen", "127.0.0.1:0"], arguments].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a binary beside this one: cargo build --release -p sfumato-cli");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("an address");
        let host = line.trim().trim_start_matches("http://").trim_end_matches('/');
        Self { address: host.parse().expect("an address"), child }
    }

    /// A number of kilobytes that the kernel keeps of it.
    fn kilobytes(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap_or_default()
    }
}

impl Drop for MeasuredServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept.
struct KeptConnection {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl KeptConnection {
    fn new(address: SocketAddr) -> Self {
        Self { address, stream: None }
    }

    /// Sends a request and reads its answer: the status, and the body.
    fn send(&mut self, path: &str, media: &str, body: &[u8]) -> std::io::Result<(u16, Vec<u8>)> {
        let sent = self.try_send(path, media, body);
        if sent.is_err() {
            self.stream = None;
        }
        sent
    }

    fn try_send(&mut self, path: &str, media: &str, body: &[u8]) -> std::io::Result<(u16, Vec<u8>)> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(self.address)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(Duration::from_secs(300)))?;
                BufReader::new(stream)
            }
        };
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {media}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let written = stream.get_mut().write_all(&[head.as_bytes(), body].concat());
        // Who refuses a body early has answered before all of it was sent.
        let (status, body, is_kept) = answer(&mut stream)?;
        if is_kept && written.is_ok() {
            self.stream = Some(stream);
        }
        Ok((status, body))
    }
}

fn answer(stream: &mut impl BufRead) -> std::io::Result<(u16, Vec<u8>, bool)> {
    let (mut line, mut length, mut is_kept) = (String::new(), 0, true);
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or(std::io::ErrorKind::UnexpectedEof)?;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        is_kept &= line != "connection: close";
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok((status, body, is_kept))
}

/// Sends one body again and again on some connections, as fast as it is answered or at a rate; tells the times.
fn load(address: &str, path: &str, body: &str, connections: usize, seconds: u64, rate: Option<f64>) -> f64 {
    let address: SocketAddr = address.parse().expect("an address and a port");
    let body = fs::read(body).expect("a file with the body");
    let media = if body.starts_with(b"{") { "application/json" } else { "application/octet-stream" };
    let until = Instant::now() + Duration::from_secs(seconds);
    let begun = Instant::now();
    let done: Vec<(Vec<f64>, u64)> = thread::scope(|scope| {
        let one = |number: usize| {
            let mut connection = KeptConnection::new(address);
            let (mut times, mut failed) = (Vec::new(), 0);
            // At a rate, each connection has its share of the moments, whether the one before was answered or not.
            let step = rate.map(|rate| Duration::from_secs_f64(connections as f64 / rate));
            let mut due = begun + step.unwrap_or_default().mul_f64(number as f64 / connections as f64);
            while due.max(Instant::now()) < until {
                let from = match step {
                    Some(step) => {
                        thread::sleep(due.saturating_duration_since(Instant::now()));
                        let next = due + step;
                        std::mem::replace(&mut due, next)
                    }
                    None => Instant::now(),
                };
                match connection.send(path, media, &body) {
                    Ok((200, _)) => times.push(from.elapsed().as_secs_f64()),
                    _ => failed += 1,
                }
            }
            (times, failed)
        };
        let threads: Vec<_> = (0..connections).map(|number| scope.spawn(move || one(number))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let took = begun.elapsed().as_secs_f64();
    let failed: u64 = done.iter().map(|(_, failed)| failed).sum();
    let mut times: Vec<f64> = done.into_iter().flat_map(|(times, _)| times).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)));
    let ms = |share: f64| at(share).map_or(f64::NAN, |seconds| seconds * 1e3);
    println!(
        "{} answers, {failed} failures; p50 {:.2} ms, p90 {:.2} ms, p99 {:.2} ms",
        times.len(),
        ms(0.5),
        ms(0.9),
        ms(0.99)
    );
    times.len() as f64 / took
}

/// From the start of the program to its first answers, and its memory.
fn start(samples: &Path) {
    let letter = fs::read(samples.join("letter-en.txt")).expect("a sample");
    let mut times: Vec<[f64; 3]> = Vec::new();
    let (mut idle, mut used) = (0, 0);
    for _ in 0..11 {
        let begun = Instant::now();
        let server = MeasuredServer::new(&[]);
        let address = begun.elapsed().as_secs_f64();
        let mut connection = KeptConnection::new(server.address);
        while connection.send("/ready", "text/plain", b"").map(|(status, _)| status).unwrap_or(0) == 503 {}
        let ready = begun.elapsed().as_secs_f64();
        idle = server.kilobytes("VmRSS");
        let (status, _) = connection.send("/v1/mask", "text/plain", &letter).expect("an answer");
        assert_eq!(status, 200);
        times.push([address, ready, begun.elapsed().as_secs_f64()]);
        used = server.kilobytes("VmRSS");
    }
    let median = |which: usize| {
        let mut all: Vec<f64> = times.iter().map(|times| times[which]).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2] * 1e3
    };
    println!(
        "median of {} starts: listens after {:.1} ms, first letter masked after {:.1} ms",
        times.len(),
        median(0),
        median(2)
    );
    println!("resident memory: {idle} kB idle, {used} kB after a letter");
}

/// A kind of client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ClientKind {
    Small,
    Table,
    Large,
    Broken,
    HangsUp,
    Slow,
}

const KINDS: [ClientKind; 6] = [
    ClientKind::Small,
    ClientKind::Table,
    ClientKind::Large,
    ClientKind::Broken,
    ClientKind::HangsUp,
    ClientKind::Slow,
];

/// Asks for more than the server can give, for some time, with files of 1 kB to 20 MB, good and broken ones, clients that
/// hang up and clients that are slow; every answer is held against the first one of its kind.
fn saturate(samples: &Path, seconds: u64) {
    let server = MeasuredServer::new(&["--max-waiting", "8", "--max-seconds", "60"]);
    let letter = fs::read(samples.join("letter-en.txt")).expect("a sample");
    let large = letter.repeat((20 << 20) / letter.len());
    let files: BTreeMap<ClientKind, Vec<u8>> = [
        (ClientKind::Small, letter.clone()),
        (ClientKind::Table, fs::read(samples.join("patients.xlsx")).expect("a sample")),
        (ClientKind::Large, large),
        (ClientKind::Broken, fs::read(samples.join("court-en.pdf")).expect("a sample")[..5000].to_vec()),
        (ClientKind::HangsUp, letter.repeat(200)),
        (ClientKind::Slow, letter),
    ]
    .into();
    let stop = AtomicBool::new(false);
    let answers: Mutex<BTreeMap<(ClientKind, String), u64>> = Mutex::default();
    let wrong = Mutex::new(0u64);
    let first: Arc<Mutex<BTreeMap<ClientKind, Vec<u8>>>> = Arc::default();
    let lock = |kind, told: String| {
        *answers.lock().unwrap_or_else(PoisonError::into_inner).entry((kind, told)).or_default() += 1;
    };
    let begun = Instant::now();
    let mut memory = Vec::new();
    thread::scope(|scope| {
        for number in 0..24 {
            // Half of them are small; one in twelve sends what takes minutes of work.
            let kind = if number < 12 { ClientKind::Small } else { KINDS[number % KINDS.len()] };
            let (server, files, stop, first, wrong, lock) = (&server, &files, &stop, Arc::clone(&first), &wrong, &lock);
            scope.spawn(move || {
                let body = &files[&kind];
                let mut connection = KeptConnection::new(server.address);
                while !stop.load(Ordering::Relaxed) {
                    match kind {
                        ClientKind::HangsUp => {
                            let head = format!(
                                "POST /v1/mask HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n",
                                body.len()
                            );
                            let Ok(mut stream) = TcpStream::connect(server.address) else { continue };
                            let _ = stream.write_all(&[head.as_bytes(), body].concat());
                            thread::sleep(Duration::from_millis(5));
                            lock(kind, "gone".to_owned());
                        }
                        ClientKind::Slow => {
                            let head = format!(
                                "POST /v1/mask HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n",
                                body.len()
                            );
                            let Ok(mut stream) = TcpStream::connect(server.address) else { continue };
                            let _ = stream.write_all(head.as_bytes());
                            for byte in body.chunks(1).take_while(|_| !stop.load(Ordering::Relaxed)) {
                                if stream.write_all(byte).is_err() {
                                    break;
                                }
                                thread::sleep(Duration::from_millis(100));
                            }
                            let told = answer(&mut BufReader::new(stream)).map_or(0, |(status, ..)| status);
                            lock(kind, told.to_string());
                        }
                        _ => match connection.send("/v1/mask", "application/octet-stream", body) {
                            Ok((200, bytes)) => {
                                lock(kind, "200".to_owned());
                                let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                                if *first.entry(kind).or_insert_with(|| bytes.clone()) != bytes {
                                    *wrong.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                                }
                            }
                            Ok((status, body)) => {
                                let text = String::from_utf8_lossy(&body).into_owned();
                                let code = text.split("\"code\":\"").nth(1).and_then(|rest| rest.split('"').next());
                                lock(kind, format!("{status} {}", code.unwrap_or("without a code")));
                                if status == 429 {
                                    thread::sleep(Duration::from_millis(50));
                                }
                            }
                            Err(error) => lock(kind, format!("{:?}", error.kind())),
                        },
                    }
                }
            });
        }
        let step = Duration::from_secs((seconds / 10).max(1));
        for _ in 0..10 {
            thread::sleep(step);
            memory.push(server.kilobytes("VmRSS") / 1024);
        }
        stop.store(true, Ordering::Relaxed);
    });
    println!("{:.0} s at saturation", begun.elapsed().as_secs_f64());
    for ((kind, told), count) in answers.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        println!("  {:<10} {told:<28} {count}", format!("{kind:?}"));
    }
    println!("wrong answers: {}", wrong.lock().unwrap_or_else(PoisonError::into_inner));
    println!("resident memory in MB, every tenth of the time: {memory:?}; peak {}", server.kilobytes("VmHWM") / 1024);
    let mut connection = KeptConnection::new(server.address);
    let last = connection.send("/v1/mask", "text/plain", b"Call Ann Lee.").expect("it lives");
    println!("and then: {} {}", last.0, String::from_utf8_lossy(&last.1));
}
