//! The threads that work on documents, beside those that talk to clients.
//!
//! Masking is arithmetic and takes a core for as long as it takes, so it never runs on a thread that others wait for.
//! The queue before it is bounded: what cannot be begun soon is refused at once, with a time to come back, rather than
//! kept in memory until its client has gone. *Price:* a burst longer than the queue has to be sent again.
//!
//! Where there are several threads, one of them is never given a long job, so that letters do not wait behind books.
//! *Price:* while there are long jobs alone, that thread rests.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use sfumato::document::{ProgressObserver, WorkStep};
use tokio::sync::{mpsc, oneshot};

use crate::problem::Problem;

/// Threads with a bounded queue before them.
pub struct WorkPool {
    shared: Arc<SharedQueue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// The state that threads share with those who bring work.
struct SharedQueue {
    jobs: Mutex<JobQueue>,
    more: Condvar,
    most: usize,
    threads: usize,
    busy: AtomicUsize,
    /// The time that jobs took lately, in microseconds: a mean that forgets.
    mean: AtomicU64,
}

#[derive(Default)]
struct JobQueue {
    waiting: VecDeque<QueuedJob>,
    /// Threads at work on long jobs.
    long: usize,
    is_closed: bool,
}

/// A job on more bytes than this is long.
const LONG: usize = 256 << 10;

/// A job, and who waits for it.
struct QueuedJob {
    watch: Arc<WorkWatch>,
    is_long: bool,
    work: Box<dyn FnOnce() + Send>,
}

/// The amount of work at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkLoad {
    /// Jobs that wait for a thread.
    pub waiting: usize,
    /// Threads that work.
    pub busy: usize,
    /// Threads.
    pub threads: usize,
}

/// A reason for which a job has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkRefusal {
    /// Too much waits already; a try after so many seconds may succeed.
    Full(u64),
    /// The server is about to stop.
    Closed,
    /// It took longer than it may.
    Late,
    /// A defect of the program.
    Defect,
}

/// Told by a job to its own thread that nobody waits for its result any more.
struct StoppedWork;

/// The line between a job and those who wait for it.
pub struct WorkWatch {
    is_gone: AtomicBool,
    until: Instant,
    progress: Option<mpsc::UnboundedSender<(WorkStep, f64)>>,
}

impl WorkWatch {
    /// Somebody who waits so long.
    pub fn new(time: Duration) -> Arc<Self> {
        Arc::new(Self { is_gone: AtomicBool::new(false), until: Instant::now() + time, progress: None })
    }

    /// The same who wants to know how far it has come.
    pub fn telling(time: Duration, progress: mpsc::UnboundedSender<(WorkStep, f64)>) -> Arc<Self> {
        Arc::new(Self { is_gone: AtomicBool::new(false), until: Instant::now() + time, progress: Some(progress) })
    }

    /// True once nobody waits any more.
    pub fn is_over(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed) || Instant::now() >= self.until
    }

    /// Ends the job if nobody waits for it. Only within a job.
    pub fn check(&self) {
        if self.is_over() {
            // No defect, so that nothing is said of it: it unwinds to the thread's loop, and frees what the job holds.
            resume_unwind(Box::new(StoppedWork));
        }
    }
}

impl ProgressObserver for WorkWatch {
    fn reached(&self, step: WorkStep, share: f64) {
        self.check();
        if let Some(progress) = &self.progress {
            // Who went away does not listen.
            let _ = progress.send((step, share));
        }
    }
}

/// Marks the watch once whoever waits is gone.
struct Waiting<'w>(&'w WorkWatch);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.is_gone.store(true, Ordering::Relaxed);
    }
}

impl WorkPool {
    /// So many threads, and so many jobs that wait at most.
    pub fn new(threads: usize, most: usize) -> std::io::Result<Self> {
        let shared = Arc::new(SharedQueue {
            jobs: Mutex::default(),
            more: Condvar::new(),
            most,
            threads,
            busy: AtomicUsize::new(0),
            mean: AtomicU64::new(0),
        });
        let start = |number| {
            let shared = Arc::clone(&shared);
            // The readers of nested files go deep.
            let builder = std::thread::Builder::new().name(format!("work-{number}")).stack_size(8 << 20);
            builder.spawn(move || shared.work())
        };
        let threads = (0..threads).map(start).collect::<Result<_, _>>()?;
        Ok(Self { shared, threads: Mutex::new(threads) })
    }

    /// Does a job on so many bytes and waits for it. If this is dropped before, the job ends at its next step, or is never
    /// begun.
    pub async fn run<T: Send + 'static>(
        &self,
        bytes: usize,
        watch: &Arc<WorkWatch>,
        job: impl FnOnce(&Arc<WorkWatch>) -> T + Send + 'static,
    ) -> Result<T, WorkRefusal> {
        let _waiting = Waiting(watch);
        let (sender, receiver) = oneshot::channel();
        let watched = Arc::clone(watch);
        let work = Box::new(move || {
            if watched.is_over() {
                return;
            }
            let done = catch_unwind(AssertUnwindSafe(|| job(&watched)));
            // Who went away does not listen.
            let _ = sender.send(done.map_err(|panic| refusal(&*panic)));
        });
        self.shared.add(QueuedJob { watch: Arc::clone(watch), is_long: bytes > LONG, work })?;
        match tokio::time::timeout_at(watch.until.into(), receiver).await {
            Ok(Ok(done)) => done,
            // Begun too late, or still at it: it stops by itself.
            Ok(Err(_)) | Err(_) => Err(WorkRefusal::Late),
        }
    }

    /// The amount of work.
    pub fn load(&self) -> WorkLoad {
        WorkLoad {
            waiting: self.shared.jobs().waiting.len(),
            busy: self.shared.busy.load(Ordering::Relaxed),
            threads: self.shared.threads,
        }
    }

    /// Takes no more jobs; those that wait are done.
    pub fn close(&self) {
        self.shared.jobs().is_closed = true;
        self.shared.more.notify_all();
    }
}

impl Drop for WorkPool {
    fn drop(&mut self) {
        self.close();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        threads.into_iter().for_each(|thread| drop(thread.join()));
    }
}

impl SharedQueue {
    fn jobs(&self) -> MutexGuard<'_, JobQueue> {
        // A job is in the queue or not.
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, job: QueuedJob) -> Result<(), WorkRefusal> {
        let mut jobs = self.jobs();
        if jobs.is_closed {
            return Err(WorkRefusal::Closed);
        }
        // Threads that have nothing to do take what waits at once, so that a queue of none still lets them work.
        let free = self.threads.saturating_sub(self.busy.load(Ordering::Relaxed));
        if jobs.waiting.len() >= self.most + free {
            // Nobody stands in line for those who went away.
            jobs.waiting.retain(|job| !job.watch.is_over());
        }
        if jobs.waiting.len() >= self.most + free {
            let mean = Duration::from_micros(self.mean.load(Ordering::Relaxed)).as_secs_f64();
            let seconds = mean * (jobs.waiting.len() + 1) as f64 / self.threads.max(1) as f64;
            return Err(WorkRefusal::Full((seconds.ceil() as u64).clamp(1, 60)));
        }
        jobs.waiting.push_back(job);
        drop(jobs);
        self.more.notify_one();
        Ok(())
    }

    fn work(&self) {
        loop {
            let mut jobs = self.jobs();
            let job = loop {
                match jobs.next(self.threads) {
                    Some(job) => break job,
                    None if jobs.is_closed && jobs.waiting.is_empty() => return,
                    None => jobs = self.more.wait(jobs).unwrap_or_else(PoisonError::into_inner),
                }
            };
            let is_long = job.is_long;
            self.busy.fetch_add(1, Ordering::Relaxed);
            drop(jobs);
            let start = Instant::now();
            (job.work)();
            let took = start.elapsed().as_micros() as u64;
            let mean = self.mean.load(Ordering::Relaxed);
            self.mean.store(mean - mean / 16 + took / 16, Ordering::Relaxed);
            self.busy.fetch_sub(1, Ordering::Relaxed);
            if is_long {
                self.jobs().long -= 1;
                // A long job that waited for this one may be begun by any thread.
                self.more.notify_all();
            }
        }
    }
}

impl JobQueue {
    /// Takes the job that is to be begun next: the oldest, but no long one while all threads but one have such.
    fn next(&mut self, threads: usize) -> Option<QueuedJob> {
        let may_be_long = self.long < threads.saturating_sub(1).max(1);
        let at = self.waiting.iter().position(|job| may_be_long || !job.is_long)?;
        let job = self.waiting.remove(at)?;
        self.long += usize::from(job.is_long);
        Some(job)
    }
}

fn refusal(panic: &(dyn Any + Send)) -> WorkRefusal {
    if panic.is::<StoppedWork>() { WorkRefusal::Late } else { WorkRefusal::Defect }
}

impl From<WorkRefusal> for Problem {
    fn from(refusal: WorkRefusal) -> Self {
        match refusal {
            WorkRefusal::Full(seconds) => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, "queue-full", "too much waits already; try again later")
                    .retry_after(seconds)
            }
            WorkRefusal::Closed => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", "the server is about to stop").retry_after(5)
            }
            WorkRefusal::Late => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "time-limit",
                "it took longer than the server allows; send it in parts, or with a faster quality",
            ),
            WorkRefusal::Defect => Self::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal",
                "internal error; nothing was masked; please report it",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    const AN_AGE: Duration = Duration::from_secs(600);

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_multi_thread().enable_time().build().expect("a runtime").block_on(future)
    }

    #[test]
    fn what_does_not_fit_into_the_queue_is_refused_at_once() {
        block_on(async {
            let pool = Arc::new(WorkPool::new(1, 1).expect("threads"));
            let (begun, end) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
            let job = |number: usize| {
                let (pool, begun, end) = (Arc::clone(&pool), Arc::clone(&begun), Arc::clone(&end));
                async move {
                    let work = move |_: &Arc<WorkWatch>| {
                        if number == 0 {
                            begun.wait();
                            end.wait();
                        }
                        number
                    };
                    pool.run(1, &WorkWatch::new(AN_AGE), work).await
                }
            };
            let first = tokio::spawn(job(0));
            let both = Arc::clone(&begun);
            tokio::task::spawn_blocking(move || both.wait()).await.expect("it begins");
            let second = tokio::spawn(job(1));
            while pool.load().waiting == 0 {
                tokio::task::yield_now().await;
            }
            assert_eq!(pool.load(), WorkLoad { waiting: 1, busy: 1, threads: 1 });
            assert!(matches!(job(2).await, Err(WorkRefusal::Full(1..=60))));
            tokio::task::spawn_blocking(move || end.wait()).await.expect("it ends");
            assert_eq!((first.await.expect("no panic"), second.await.expect("no panic")), (Ok(0), Ok(1)));
        });
    }

    #[test]
    fn a_client_that_goes_away_ends_its_work_at_the_next_step() {
        block_on(async {
            let pool = Arc::new(WorkPool::new(1, 4).expect("threads"));
            let steps = Arc::new(AtomicUsize::new(0));
            let (pool_of_job, counted) = (Arc::clone(&pool), Arc::clone(&steps));
            let (begun, is_begun) = oneshot::channel();
            let job = tokio::spawn(async move {
                let work = move |watch: &Arc<WorkWatch>| {
                    let _ = begun.send(());
                    loop {
                        counted.fetch_add(1, Ordering::Relaxed);
                        watch.reached(WorkStep::Finding, 0.5);
                    }
                };
                pool_of_job.run::<()>(1, &WorkWatch::new(AN_AGE), work).await
            });
            is_begun.await.expect("it begins");
            job.abort();
            // The one thread is free again, or this would wait for ever.
            assert_eq!(pool.run(1, &WorkWatch::new(AN_AGE), |_| 7).await, Ok(7));
            assert!(steps.load(Ordering::Relaxed) > 0);
        });
    }

    #[test]
    fn whoever_went_away_keeps_no_place_in_the_queue() {
        block_on(async {
            let pool = Arc::new(WorkPool::new(1, 1).expect("threads"));
            let (end, ended) = std::sync::mpsc::channel::<()>();
            let busy = Arc::clone(&pool);
            let first =
                tokio::spawn(async move { busy.run(1, &WorkWatch::new(AN_AGE), move |_| ended.recv().is_ok()).await });
            while pool.load().busy == 0 {
                tokio::task::yield_now().await;
            }
            let waiting = Arc::clone(&pool);
            let second = tokio::spawn(async move { waiting.run(1, &WorkWatch::new(AN_AGE), |_| 2).await });
            while pool.load().waiting == 0 {
                tokio::task::yield_now().await;
            }
            second.abort();
            assert!(second.await.is_err());
            let watch = WorkWatch::new(AN_AGE);
            let mut third = std::pin::pin!(pool.run(1, &watch, |_| 3));
            // It is taken into the queue, or this would be an answer.
            assert!(tokio::time::timeout(Duration::ZERO, third.as_mut()).await.is_err());
            end.send(()).expect("it waits");
            assert_eq!((third.await, first.await.expect("no panic")), (Ok(3), Ok(true)));
        });
    }

    #[test]
    fn what_takes_too_long_is_given_up_and_its_thread_freed() {
        block_on(async {
            let pool = WorkPool::new(1, 4).expect("threads");
            let forever = |watch: &Arc<WorkWatch>| loop {
                watch.check();
            };
            assert_eq!(
                pool.run::<()>(1, &WorkWatch::new(Duration::from_millis(5)), forever).await,
                Err(WorkRefusal::Late)
            );
            assert_eq!(pool.run(1, &WorkWatch::new(AN_AGE), |_| 7).await, Ok(7));
        });
    }

    #[test]
    fn short_jobs_do_not_wait_behind_long_ones() {
        block_on(async {
            let pool = Arc::new(WorkPool::new(2, 8).expect("threads"));
            let (end, ended) = std::sync::mpsc::channel::<()>();
            let ended = Arc::new(Mutex::new(ended));
            let long = || {
                let (pool, ended) = (Arc::clone(&pool), Arc::clone(&ended));
                tokio::spawn(async move {
                    let work = move |_: &Arc<WorkWatch>| ended.lock().expect("held").recv().is_ok();
                    pool.run(LONG + 1, &WorkWatch::new(AN_AGE), work).await
                })
            };
            let both = [long(), long()];
            while pool.load() != (WorkLoad { waiting: 1, busy: 1, threads: 2 }) {
                tokio::task::yield_now().await;
            }
            // One thread is still there for it, although a long job has waited for longer.
            assert_eq!(pool.run(LONG, &WorkWatch::new(AN_AGE), |_| 7).await, Ok(7));
            for job in both {
                end.send(()).expect("it waits");
                assert_eq!(job.await.expect("no panic"), Ok(true));
            }
        });
    }

    #[test]
    fn a_panic_ends_one_job_and_no_thread() {
        block_on(async {
            let pool = WorkPool::new(1, 4).expect("threads");
            let wrong = |_: &Arc<WorkWatch>| -> u8 { resume_unwind(Box::new("a defect")) };
            assert_eq!(pool.run(1, &WorkWatch::new(AN_AGE), wrong).await, Err(WorkRefusal::Defect));
            assert_eq!(pool.run(1, &WorkWatch::new(AN_AGE), |_| 7).await, Ok(7));
            pool.close();
            assert_eq!(pool.run(1, &WorkWatch::new(AN_AGE), |_| 7).await, Err(WorkRefusal::Closed));
        });
    }
}
