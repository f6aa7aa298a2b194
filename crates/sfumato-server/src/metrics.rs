//! What the server did, as numbers in Prometheus' form. They count, and hold nothing of any document.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::work::WorkLoad;

/// The upper ends of the classes of durations, in seconds.
const CLASSES: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// Counters of one server.
#[derive(Debug, Default)]
pub struct ServerMetrics {
    counted: Mutex<CountedRequests>,
    bytes_in: AtomicU64,
    bytes_out: AtomicU64,
}

#[derive(Debug, Default)]
struct CountedRequests {
    /// By route and status.
    requests: BTreeMap<(String, u16), u64>,
    /// By the code of a problem.
    problems: BTreeMap<&'static str, u64>,
    /// By route: how many in each class, and the sum of seconds.
    durations: BTreeMap<String, ([u64; CLASSES.len() + 1], f64)>,
    /// Documents, by policy.
    documents: BTreeMap<String, u64>,
    /// Replaced places, by category.
    replaced: BTreeMap<String, u64>,
}

impl ServerMetrics {
    fn counted(&self) -> std::sync::MutexGuard<'_, CountedRequests> {
        // Each change is a single count.
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request that was answered.
    pub fn count(&self, route: &str, status: u16, problem: Option<&'static str>, took: Duration, bytes: [u64; 2]) {
        let mut counted = self.counted();
        *counted.requests.entry((route.to_owned(), status)).or_default() += 1;
        if let Some(code) = problem {
            *counted.problems.entry(code).or_default() += 1;
        }
        let (classes, sum) = counted.durations.entry(route.to_owned()).or_default();
        let seconds = took.as_secs_f64();
        classes[CLASSES.iter().position(|end| seconds <= *end).unwrap_or(CLASSES.len())] += 1;
        *sum += seconds;
        drop(counted);
        self.bytes_in.fetch_add(bytes[0], Ordering::Relaxed);
        self.bytes_out.fetch_add(bytes[1], Ordering::Relaxed);
    }

    /// Counts what was done to documents.
    pub fn count_masked(&self, policy: &str, replaced: &[(String, usize)]) {
        let mut counted = self.counted();
        *counted.documents.entry(policy.to_owned()).or_default() += 1;
        for (category, count) in replaced {
            *counted.replaced.entry(category.clone()).or_default() += *count as u64;
        }
    }

    /// All of it.
    pub fn text(&self, load: WorkLoad) -> String {
        let counted = self.counted();
        let mut out = String::new();
        let head = |out: &mut String, name: &str, kind: &str, help: &str| {
            let _ = writeln!(out, "# HELP sfumato_{name} {help}\n# TYPE sfumato_{name} {kind}");
        };
        head(&mut out, "requests_total", "counter", "Requests that were answered.");
        for ((route, status), count) in &counted.requests {
            let _ = writeln!(out, "sfumato_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}");
        }
        head(&mut out, "problems_total", "counter", "Requests without a result, by the code of the problem.");
        for (code, count) in &counted.problems {
            let _ = writeln!(out, "sfumato_problems_total{{code=\"{code}\"}} {count}");
        }
        head(&mut out, "request_seconds", "histogram", "Time from the head of a request to that of its answer.");
        for (route, (classes, sum)) in &counted.durations {
            let mut below = 0;
            for (end, count) in CLASSES.iter().zip(classes) {
                below += count;
                let _ = writeln!(out, "sfumato_request_seconds_bucket{{route=\"{route}\",le=\"{end}\"}} {below}");
            }
            let all: u64 = classes.iter().sum();
            let _ = writeln!(out, "sfumato_request_seconds_bucket{{route=\"{route}\",le=\"+Inf\"}} {all}");
            let _ = writeln!(out, "sfumato_request_seconds_sum{{route=\"{route}\"}} {sum}");
            let _ = writeln!(out, "sfumato_request_seconds_count{{route=\"{route}\"}} {all}");
        }
        head(&mut out, "documents_total", "counter", "Files that were masked, by policy.");
        for (policy, count) in &counted.documents {
            let _ = writeln!(out, "sfumato_documents_total{{policy=\"{policy}\"}} {count}");
        }
        head(&mut out, "replaced_total", "counter", "Places that were replaced, by category.");
        for (category, count) in &counted.replaced {
            let _ = writeln!(out, "sfumato_replaced_total{{category=\"{category}\"}} {count}");
        }
        let numbers = [
            ("received_bytes_total", "counter", "Bytes of requests.", self.bytes_in.load(Ordering::Relaxed)),
            ("sent_bytes_total", "counter", "Bytes of answers.", self.bytes_out.load(Ordering::Relaxed)),
            ("waiting_jobs", "gauge", "Requests that wait for a thread.", load.waiting as u64),
            ("busy_threads", "gauge", "Threads that work on a document.", load.busy as u64),
            ("threads", "gauge", "Threads that work on documents.", load.threads as u64),
        ];
        for (name, kind, help, number) in numbers {
            head(&mut out, name, kind, help);
            let _ = writeln!(out, "sfumato_{name} {number}");
        }
        out
    }
}
