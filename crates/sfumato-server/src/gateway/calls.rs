//! The maps of calls that go another way than through the gateway: a guardrail is asked once before the model, and once
//! or more after it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::restore::TokenMap;

/// A call is over after this.
const KEPT_FOR: Duration = Duration::from_secs(3600);
/// So many bytes of values are kept, and so many maps; the oldest go.
const MOST_BYTES: usize = 64 << 20;
const MOST_MAPS: usize = 4096;

/// Maps in memory, by who made the call and its number.
#[derive(Default)]
pub struct CallMaps {
    /// The latest last.
    held: Mutex<VecDeque<HeldMap>>,
}

struct HeldMap {
    caller: String,
    call: String,
    since: Instant,
    map: Arc<TokenMap>,
}

impl CallMaps {
    /// Keeps the map of a call in the place of what was kept of it.
    pub fn keep(&self, caller: &str, call: &str, map: TokenMap) {
        let mut held = self.held();
        held.retain(|one| !(one.caller == caller && one.call == call) && one.since.elapsed() < KEPT_FOR);
        let (caller, call) = (caller.to_owned(), call.to_owned());
        held.push_back(HeldMap { caller, call, since: Instant::now(), map: Arc::new(map) });
        let mut bytes: usize = held.iter().map(|one| one.map.bytes()).sum();
        while held.len() > MOST_MAPS || (bytes > MOST_BYTES && held.len() > 1) {
            let Some(oldest) = held.pop_front() else { break };
            bytes -= oldest.map.bytes();
        }
    }

    /// The map of a call of somebody's own.
    pub fn of(&self, caller: &str, call: &str) -> Option<Arc<TokenMap>> {
        let held = self.held();
        let found = held.iter().find(|one| one.caller == caller && one.call == call)?;
        (found.since.elapsed() < KEPT_FOR).then(|| Arc::clone(&found.map))
    }

    fn held(&self) -> MutexGuard<'_, VecDeque<HeldMap>> {
        // A map is in it or not.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(form: &str) -> TokenMap {
        let mut map = TokenMap::default();
        map.add("ABCDEFG", "PERSON", form);
        map
    }

    #[test]
    fn nobody_gets_the_map_of_another_and_the_oldest_go_first() {
        let calls = CallMaps::default();
        calls.keep("clinic", "1", map("Ann"));
        assert!(calls.of("clinic", "1").is_some());
        assert!(calls.of("court", "1").is_none());
        calls.keep("clinic", "1", map("Lee"));
        assert_eq!(calls.of("clinic", "1").expect("kept").restore("[PERSON_ABCDEFG]", false), "Lee");
        for number in 0..MOST_MAPS {
            calls.keep("court", &number.to_string(), map("Pym"));
        }
        assert!(calls.of("clinic", "1").is_none());
        calls.keep("court", "large", map(&"x".repeat(MOST_BYTES)));
        assert!(calls.of("court", "large").is_some() && calls.of("court", "0").is_none());
    }
}
