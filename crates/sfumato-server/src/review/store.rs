//! The reviews of a server: bounded in number and in memory, each its owner's, and ended when nobody asks for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;

use super::moment;
use super::open::{Review, ReviewPlace};
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
}

impl FoundReview {
    /// The review, for oneself alone as long as it is held.
    pub fn lock(&self) -> MutexGuard<'_, Review> {
        // A change is made whole or taken back before anything can fail.
        self.review.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its circumstances.
    pub fn place(&self) -> ReviewPlace {
        ReviewPlace { id: self.id.clone(), expires: self.expires, is_kept: false }
    }
}

impl ReviewStore {
    /// None yet.
    pub fn new(limits: ReviewLimits) -> Self {
        Self { limits, held: Mutex::default() }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, HeldReview>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = self.limits.idle.as_secs();
        let now = moment::now();
        held.retain(|_, review| review.asked + idle > now);
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
        let mut held = self.held();
        self.check(&held, weight)?;
        let turn = held.values().map(|review| review.turn + 1).max().unwrap_or_default();
        let review = Arc::new(Mutex::new(review));
        let asked = moment::now();
        held.insert(id.clone(), HeldReview { owner: owner.into(), review: Arc::clone(&review), weight, asked, turn });
        Ok(FoundReview { id, review, expires: asked + self.limits.idle.as_secs() })
    }

    /// The review of a name, if it is the caller's.
    pub fn find(&self, owner: &str, id: &str) -> Result<FoundReview, Problem> {
        let mut held = self.held();
        let found = held.get_mut(id).filter(|review| *review.owner == *owner).ok_or_else(no_review)?;
        found.asked = moment::now();
        let expires = found.asked + self.limits.idle.as_secs();
        Ok(FoundReview { id: id.to_owned(), review: Arc::clone(&found.review), expires })
    }

    /// All of a caller's, the newest first.
    pub fn list(&self, owner: &str) -> Vec<FoundReview> {
        let held = self.held();
        let mut own: Vec<(&String, &HeldReview)> = held.iter().filter(|(_, it)| *it.owner == *owner).collect();
        own.sort_by_key(|(_, review)| std::cmp::Reverse(review.turn));
        let found = |(id, review): (&String, &HeldReview)| FoundReview {
            id: id.clone(),
            review: Arc::clone(&review.review),
            expires: review.asked + self.limits.idle.as_secs(),
        };
        own.into_iter().map(found).collect()
    }

    /// Weighs a review that was changed.
    pub fn weigh(&self, id: &str, weight: usize) {
        if let Some(review) = self.held().get_mut(id) {
            review.weight = weight;
        }
    }

    /// Ends one.
    pub fn remove(&self, owner: &str, id: &str) -> Result<(), Problem> {
        let mut held = self.held();
        match held.get(id).filter(|review| *review.owner == *owner) {
            Some(_) => {
                held.remove(id);
                Ok(())
            }
            None => Err(no_review()),
        }
    }
}

fn no_review() -> Problem {
    let detail = "there is no such review: it ended, or it is somebody else's";
    Problem::new(StatusCode::NOT_FOUND, "no-review", detail)
}
