//! Which answers outside the rate limits are logged, so that a client that is refused again and again
//! cannot fill the disk.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use overtrick_match::ledger::Timestamp;

/// How long the answers of a client are counted together.
const PERIOD: Duration = Duration::from_secs(1);
/// The most page files logged per client in that time.
const MOST_FILES: u64 = 100;
/// The most clients counted; answers to others are not logged.
const MOST_CLIENTS: usize = 100;

/// An answer that no rate limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Uncounted {
    /// The client exceeded a limit.
    Refused,
    /// A file of the page.
    File,
}

/// Recent answers outside the rate limits.
#[derive(Debug, Default)]
pub struct Refusals(Mutex<HashMap<(IpAddr, Uncounted), Answers>>);

#[derive(Debug)]
struct Answers {
    since: Timestamp,
    count: u64,
}

impl Refusals {
    /// Counts an answer; returns whether to log it.
    pub fn note(&self, client: IpAddr, what: Uncounted, now: Timestamp) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = known.len() >= MOST_CLIENTS;
        let Some(answers) = known.get_mut(&(client, what)) else {
            if !is_full {
                let answers = Answers {
                    since: now,
                    count: 1,
                };
                known.insert((client, what), answers);
            }
            return !is_full;
        };
        answers.count += 1;
        answers.count <= what.most()
    }

    /// Logs the number of further answers per client, and restarts the counts.
    pub fn log(&self, now: Timestamp) {
        for ((client, what), unlogged) in self.ended(now) {
            tracing::info!(%client, unlogged, "{}", what.words());
        }
    }

    /// Removes counts whose period has ended, each with the number of answers not logged.
    fn ended(&self, now: Timestamp) -> Vec<((IpAddr, Uncounted), u64)> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let since = now.before(PERIOD);
        let ended = known.extract_if(|_, answers| answers.since <= since || answers.since > now);
        let unlogged =
            ended.map(|(key, answers)| (key, answers.count.saturating_sub(key.1.most())));
        unlogged.filter(|(_, unlogged)| *unlogged > 0).collect()
    }
}

impl Uncounted {
    fn most(self) -> u64 {
        match self {
            Uncounted::Refused => 1,
            Uncounted::File => MOST_FILES,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Uncounted::Refused => "refused as often again",
            Uncounted::File => "answered as many files more",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_logged_once_a_second_with_their_count() {
        let refusals = Refusals::default();
        let at = |millis: u64| Timestamp::from_millis(1_795_287_600_000 + millis);
        let (ann, bo) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let logged = |client, millis| refusals.note(client, Uncounted::Refused, at(millis));
        assert!(logged(ann, 0) && !logged(ann, 1) && !logged(ann, 999));
        assert!(logged(bo, 500));
        assert_eq!(refusals.ended(at(1_000)), [((ann, Uncounted::Refused), 2)]);
        assert!(logged(ann, 1_001) && !logged(bo, 1_001));
        let files = (0..500).filter(|_| refusals.note(ann, Uncounted::File, at(0)));
        assert_eq!(files.count(), 100);
    }

    #[test]
    fn of_more_clients_than_are_told_apart_nothing_is_logged() {
        let refusals = Refusals::default();
        let clients = (0..10_000_u32).map(|number| IpAddr::from(number.to_be_bytes()));
        let logged = |client| refusals.note(client, Uncounted::Refused, Timestamp::from_millis(0));
        assert_eq!(
            clients.filter(|client| logged(*client)).count(),
            MOST_CLIENTS
        );
    }
}
