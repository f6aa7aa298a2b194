//! Answers to what was asked before: the same phrases stand in one document after another, and what lies above them
//! is asked for with each of them. It changes no answer, and holds no text.

use std::cell::RefCell;
use std::thread::LocalKey;

use sfumato_model::{CacheKey, CacheTable};

/// Answers by the key of what was asked, and of whom.
pub(crate) type AnswerCache<V> = RefCell<CacheTable<V>>;

/// An answer, from memory if it was asked before; of no more than so many, after which it starts anew.
pub(crate) fn remembered<V: Clone>(
    memory: &'static LocalKey<AnswerCache<V>>,
    most: usize,
    asked: CacheKey,
    answer: impl FnOnce() -> V,
) -> V {
    if let Some(known) = memory.with_borrow(|memory| memory.get(&asked).cloned()) {
        return known;
    }
    let answer = answer();
    memory.with_borrow_mut(|memory| {
        if memory.len() >= most {
            memory.clear();
        }
        memory.insert(asked, answer.clone());
    });
    answer
}
