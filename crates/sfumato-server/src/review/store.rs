//! The reviews of a server: bounded in number and in memory, each its owner's, and ended when nobody asks for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;

use super::folder::ReviewFolder;
use super::moment;
use super::open::{Review, ReviewPlace};
use crate::engine::Engine;
use crate::problem::Problem;

/// The limits of reviews.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewLimits {
    /// Reviews at a time.
    pub count: usize,
    /// Bytes of all of them together, roughly.
    pub bytes: usize,
    /// Time after which one ends that nobody asks for.
    pub idle: Duration,
}

impl Default for ReviewLimits {
    fn default() -> Self {
        Self { count: 200, bytes: 1 << 30, idle: Duration::from_secs(8 * 3600) }
    }
}

/// The reviews of a server.
pub struct ReviewStore {
    limits: ReviewLimits,
    /// The folder in which they are kept too, if there is one.
    folder: Option<ReviewFolder>,
    held: Mutex<HashMap<String, HeldReview>>,
}

/// A review with its owner.
#[derive(Clone)]
struct HeldReview {
    owner: Arc<str>,
    review: Arc<Mutex<Review>>,
    weight: usize,
    /// The moment at which somebody asked for it last, in seconds since 1970.
    asked: u64,
    /// The number by which it was added.
    turn: u64,
}

/// A review that was found, to be worked with.
#[derive(Clone)]
pub struct FoundReview {
    /// Its name in addresses.
    pub id: String,
    review: Arc<Mutex<Review>>,
    expires: u64,
    is_kept: bool,
}

impl FoundReview {
    /// The review, for oneself alone as long as it is held.
    pub fn lock(&self) -> MutexGuard<'_, Review> {
        // A change is made whole or taken back before anything can fail.
        self.review.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its circumstances.
    pub fn place(&self) -> ReviewPlace {
        ReviewPlace { id: self.id.clone(), expires: self.expires, is_kept: self.is_kept }
    }
}

impl ReviewStore {
    /// None yet.
    pub fn new(limits: ReviewLimits, folder: Option<ReviewFolder>) -> Self {
        Self { limits, folder, held: Mutex::default() }
    }

    /// Opens again what is kept; what cannot be is told by its name, and left alone.
    pub fn open_kept(&self, engine: &Engine) {
        let Some(folder) = &self.folder else { return };
        let names = folder.names().unwrap_or_else(|error| {
            tracing::error!(error = %error.kind(), "the folder of reviews cannot be read");
            Vec::new()
        });
        for id in names {
            let opened = folder.read(engine, &id).and_then(|read| {
                let mut held = self.held();
                self.check(&held, read.review.weight())?;
                self.hold(&mut held, read.id, &read.owner, read.review);
                Ok(())
            });
            if let Err(problem) = opened {
                tracing::error!(code = problem.code(), id, "a review that was kept cannot be opened");
            }
        }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, HeldReview>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = self.limits.idle.as_secs();
        let now = moment::now();
        // What is kept ends when somebody says so.
        held.retain(|_, review| self.folder.is_some() || review.asked + idle > now);
        held
    }

    /// An error if another review of a file of so many bytes is too much.
    pub fn check_room(&self, bytes: usize) -> Result<(), Problem> {
        let held = self.held();
        self.check(&held, bytes)
    }

    fn check(&self, held: &HashMap<String, HeldReview>, bytes: usize) -> Result<(), Problem> {
        let taken: usize = held.values().map(|review| review.weight).sum();
        if held.len() < self.limits.count && taken.saturating_add(bytes) <= self.limits.bytes {
            return Ok(());
        }
        let detail = "the reviews that are open take all the room there is; close some";
        Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "reviews-full", detail))
    }

    /// Takes a review in.
    pub fn add(&self, owner: &str, review: Review) -> Result<FoundReview, Problem> {
        let mut bytes = [0; 16];
        let none = |_| Problem::content("no-seed", "the system gives no random numbers");
        getrandom::fill(&mut bytes).map_err(none)?;
        let id: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let weight = review.weight();
        self.check(&self.held(), weight)?;
        if let Some(folder) = &self.folder {
            folder.keep(&id, owner, &review)?;
        }
        let mut held = self.held();
        let held_review = self.hold(&mut held, id.clone(), owner, review);
        Ok(self.found(&id, &held_review))
    }

    fn hold(&self, held: &mut HashMap<String, HeldReview>, id: String, owner: &str, review: Review) -> HeldReview {
        let turn = held.values().map(|review| review.turn + 1).max().unwrap_or_default();
        let (weight, asked) = (review.weight(), moment::now());
        let review = HeldReview { owner: owner.into(), review: Arc::new(Mutex::new(review)), weight, asked, turn };
        held.insert(id, review.clone());
        review
    }

    fn found(&self, id: &str, held: &HeldReview) -> FoundReview {
        FoundReview {
            id: id.to_owned(),
            review: Arc::clone(&held.review),
            expires: held.asked + self.limits.idle.as_secs(),
            is_kept: self.folder.is_some(),
        }
    }

    /// Notes a change of a review: its last step, or that it is another one altogether.
    pub fn changed(&self, found: &FoundReview, owner: &str, review: &Review, is_whole: bool) -> Result<(), Problem> {
        if let Some(held) = self.held().get_mut(&found.id) {
            held.weight = review.weight();
        }
        match &self.folder {
            Some(folder) if is_whole => folder.keep(&found.id, owner, review),
            Some(folder) => folder.add_line(&found.id, review),
            None => Ok(()),
        }
    }

    /// The review of a name, if it is the caller's.
    pub fn find(&self, owner: &str, id: &str) -> Result<FoundReview, Problem> {
        let mut held = self.held();
        let found = held.get_mut(id).filter(|review| *review.owner == *owner).ok_or_else(no_review)?;
        found.asked = moment::now();
        Ok(self.found(id, found))
    }

    /// All of a caller's, the newest first.
    pub fn list(&self, owner: &str) -> Vec<FoundReview> {
        let held = self.held();
        let mut own: Vec<(&String, &HeldReview)> = held.iter().filter(|(_, it)| *it.owner == *owner).collect();
        own.sort_by_key(|(_, review)| std::cmp::Reverse(review.turn));
        own.into_iter().map(|(id, review)| self.found(id, review)).collect()
    }

    /// Ends one.
    pub fn remove(&self, owner: &str, id: &str) -> Result<(), Problem> {
        let mut held = self.held();
        match held.get(id).filter(|review| *review.owner == *owner) {
            Some(_) => {
                held.remove(id);
                self.folder.as_ref().map_or(Ok(()), |folder| folder.remove(id))
            }
            None => Err(no_review()),
        }
    }
}

fn no_review() -> Problem {
    let detail = "there is no such review: it ended, or it is somebody else's";
    Problem::new(StatusCode::NOT_FOUND, "no-review", detail)
}
