//! The memory that requests may take together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;

use crate::problem::Problem;

/// Bytes that all requests share.
#[derive(Debug)]
pub struct MemoryBudget {
    left: AtomicUsize,
}

/// The share of one request, until this is dropped.
#[derive(Debug)]
pub struct MemoryShare {
    budget: Arc<MemoryBudget>,
    bytes: usize,
}

impl MemoryBudget {
    /// So many bytes.
    pub fn new(bytes: usize) -> Arc<Self> {
        Arc::new(Self { left: AtomicUsize::new(bytes) })
    }

    /// A share of none.
    pub fn share(self: &Arc<Self>) -> MemoryShare {
        MemoryShare { budget: Arc::clone(self), bytes: 0 }
    }
}

impl MemoryShare {
    /// Takes so many more.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Problem> {
        let take = |left: usize| left.checked_sub(bytes);
        let taken = self.budget.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken.map_err(|_| {
            Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "memory-full",
                "the requests under way take all the memory they may; try again later",
            )
            .retry_after(2)
        })?;
        self.bytes += bytes;
        Ok(())
    }

    /// Gives so many back.
    pub fn shrink(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.budget.left.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl Drop for MemoryShare {
    fn drop(&mut self) {
        self.budget.left.fetch_add(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_request_takes_no_other_has_until_it_ends() {
        let budget = MemoryBudget::new(10);
        let (mut one, mut other) = (budget.share(), budget.share());
        assert!(one.grow(8).is_ok());
        assert_eq!(other.grow(3).map_err(|problem| problem.code()), Err("memory-full"));
        assert!(other.grow(2).is_ok());
        drop(one);
        assert!(other.grow(8).is_ok());
        assert!(other.grow(1).is_err());
    }
}
