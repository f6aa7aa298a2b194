//! Threads that whoever has much to do may work on besides its own.
//!
//! The crates below the program start threads only where they were lent some: a program that masks many files at once
//! has none to lend, and one that masks a single large one lends all but that file's own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many threads may still be started, counted together by all clones.
#[derive(Debug, Clone, Default)]
pub struct SpareThreads(Arc<AtomicUsize>);

/// Threads that are in use until this is dropped.
#[derive(Debug)]
pub struct BorrowedThreads<'s> {
    lender: &'s SpareThreads,
    count: usize,
}

impl SpareThreads {
    /// So many of them.
    pub fn new(count: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(count)))
    }

    /// Has so many be spare, whatever was before.
    pub fn set(&self, count: usize) {
        self.0.store(count, Ordering::Relaxed);
    }

    /// Takes at most so many.
    pub fn borrow(&self, most: usize) -> BorrowedThreads<'_> {
        let mut spare = self.0.load(Ordering::Relaxed);
        loop {
            let count = spare.min(most);
            match self.0.compare_exchange_weak(spare, spare - count, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return BorrowedThreads { lender: self, count },
                Err(now) => spare = now,
            }
        }
    }

    /// Does work for some items and gives what it makes of them, in their order: in as many runs of neighbours as there
    /// are threads to be had, this one among them.
    pub fn share<T: Sync, R: Send>(&self, items: &[T], work: impl Fn(&[T]) -> Vec<R> + Sync) -> Vec<R> {
        let borrowed = self.borrow(items.len().saturating_sub(1));
        if borrowed.count == 0 {
            return work(items);
        }
        let mut runs = items.chunks(items.len().div_ceil(borrowed.count + 1));
        let own = runs.next().unwrap_or_default();
        std::thread::scope(|scope| {
            let others: Vec<_> = runs.map(|run| scope.spawn(|| work(run))).collect();
            let mut made = work(own);
            for other in others {
                made.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            made
        })
    }
}

impl BorrowedThreads<'_> {
    /// Returns how many these are.
    pub fn count(&self) -> usize {
        self.count
    }
}

impl Drop for BorrowedThreads<'_> {
    fn drop(&mut self) {
        self.lender.0.fetch_add(self.count, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_comes_back_in_order() {
        let items: Vec<usize> = (0..100).collect();
        let squares: Vec<usize> = items.iter().map(|item| item * item).collect();
        for count in [0, 1, 3, 200] {
            let spare = SpareThreads::new(count);
            let made = spare.share(&items, |run| run.iter().map(|item| item * item).collect());
            assert_eq!(made, squares);
            assert_eq!(spare.borrow(usize::MAX).count, count);
        }
        assert_eq!(SpareThreads::new(2).share(&[0; 0], |run| run.to_vec()), [0; 0]);
    }

    #[test]
    fn no_more_is_lent_than_there_is() {
        let spare = SpareThreads::new(3);
        let first = spare.borrow(2);
        let second = spare.clone();
        let second = second.borrow(2);
        assert_eq!((first.count, second.count, spare.borrow(1).count), (2, 1, 0));
        drop(first);
        assert_eq!(spare.borrow(9).count, 2);
    }
}
