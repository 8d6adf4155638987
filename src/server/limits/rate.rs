//! A limit of each client in time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::http::header::{HeaderValue, RETRY_AFTER};

use crate::bounds::KEY_FACTOR;
use crate::http::problem::{Problem, ProblemKind};
use crate::limits::ClientKey;
use overtrick_core::args;

/// A limit of each client in time. Clients with a valid key have [`KEY_FACTOR`] times as much as an address.
#[derive(Debug)]
pub struct Rate {
    /// The key of the sentence that names the limit.
    sentence: &'static str,
    of_address: Allowance,
    of_key: Allowance,
}

#[derive(Debug)]
struct Allowance {
    /// The units per period.
    count: u32,
    quota: Quota<ClientKey>,
}

/// A number of units at once, which come back one after the other.
#[derive(Debug)]
pub struct Quota<K> {
    /// The time in which one unit comes back.
    unit: Duration,
    burst: u32,
    /// When all units of a client are back.
    full_at: Mutex<HashMap<K, Instant>>,
}

impl<K: Hash + Eq + Clone> Quota<K> {
    /// At most `burst` units at once; one comes back in each `unit`.
    pub fn new(unit: Duration, burst: u32) -> Quota<K> {
        Quota {
            unit,
            burst: burst.max(1),
            full_at: Mutex::default(),
        }
    }

    /// Takes units of a client, at most as many as it may have at once.
    ///
    /// # Errors
    /// It has too few left; the time until it has enough. Nothing is taken.
    pub fn take(&self, client: &K, units: u32, now: Instant) -> Result<(), Duration> {
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let before = full_at.get(client).map_or(now, |at| now.max(*at));
        let after = before + self.unit * units.clamp(1, self.burst);
        let wait = after.saturating_duration_since(now + self.unit * self.burst);
        if wait.is_zero() {
            full_at.insert(client.clone(), after);
            Ok(())
        } else {
            Err(wait)
        }
    }

    /// Forgets clients who have all units again.
    pub fn clean_up(&self, now: Instant) {
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        full_at.retain(|_, at| *at > now);
        full_at.shrink_to_fit();
    }
}

/// A reached limit in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    sentence: &'static str,
    /// The units per period of this client.
    most: u32,
    /// How many seconds it waits.
    seconds: u64,
}

impl Wait {
    /// The problem of this kind, which names the limit and the time to wait.
    pub fn problem(self, kind: ProblemKind) -> Problem {
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let (seconds, minutes) = (whole(self.seconds), whole(self.seconds.div_ceil(60)));
        let args = args![most: i64::from(self.most), seconds: seconds, minutes: minutes];
        Problem::new(kind)
            .saying(self.sentence, args)
            .with_header(RETRY_AFTER, HeaderValue::from(self.seconds))
    }
}

impl Rate {
    /// A limit of `count` units of an address per `period`, and of at most `burst` at once. `sentence` is the key
    /// of the text that names the limit to a refused client.
    pub fn new(sentence: &'static str, count: u32, period: Duration, burst: u32) -> Rate {
        let allowance = |factor: u32| {
            let count = count.saturating_mul(factor);
            Allowance {
                count,
                quota: Quota::new(period / count.max(1), burst.saturating_mul(factor)),
            }
        };
        Rate {
            sentence,
            of_address: allowance(1),
            of_key: allowance(KEY_FACTOR),
        }
    }

    /// Counts units of a client, at most as many as it may have at once.
    ///
    /// # Errors
    /// The client has too few left; nothing is counted.
    pub fn check(&self, client: &ClientKey, units: u32) -> Result<(), Wait> {
        let allowance = match client {
            ClientKey::Address(_) => &self.of_address,
            ClientKey::Program(_) | ClientKey::Match(_) => &self.of_key,
            ClientKey::Exempt => return Ok(()),
        };
        let Err(wait) = allowance.quota.take(client, units, now()) else {
            return Ok(());
        };
        Err(Wait {
            sentence: self.sentence,
            most: allowance.count,
            seconds: wait.as_secs() + u64::from(wait.subsec_nanos() > 0),
        })
    }

    /// Forgets clients that have their whole allowance again.
    pub fn clean_up(&self) {
        for Allowance { quota, .. } in [&self.of_address, &self.of_key] {
            quota.clean_up(now());
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "limits are in real time")]
pub(super) fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(last: u8) -> ClientKey {
        ClientKey::Address(IpAddr::from([192, 0, 2, last]))
    }

    fn allowed(rate: &Rate, client: &ClientKey, units: u32) -> usize {
        (0..10_000)
            .take_while(|_| rate.check(client, units).is_ok())
            .count()
    }

    #[test]
    fn a_client_has_its_limit_and_no_more() {
        for (client, units, expected) in [
            (address(1), 1, 60),
            (address(2), 20, 3),
            (address(3), 1_000, 1),
            (ClientKey::Program(1), 1, 600),
            (ClientKey::Exempt, 1, 10_000),
        ] {
            let rate = Rate::new("too-many", 60, Duration::from_hours(1), 60);
            assert_eq!(allowed(&rate, &client, units), expected, "{client}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "any moment will do")]
    fn units_come_back_one_after_the_other() {
        let quota = Quota::new(Duration::from_secs(1), 3);
        let begin = Instant::now();
        let take = |units, after| quota.take(&"Ann", units, begin + Duration::from_secs(after));
        assert_eq!(take(3, 0), Ok(()));
        assert_eq!(take(1, 0), Err(Duration::from_secs(1)));
        assert_eq!(take(2, 1), Err(Duration::from_secs(1)));
        assert_eq!(take(1, 1), Ok(()));
        assert_eq!(take(2, 3), Ok(()));
        quota.clean_up(begin + Duration::from_secs(5));
        assert_eq!(quota.full_at.lock().unwrap().len(), 1);
        quota.clean_up(begin + Duration::from_secs(6));
        assert!(quota.full_at.lock().unwrap().is_empty());
    }

    #[test]
    fn one_client_is_refused_and_another_is_not() {
        let rate = Rate::new("too-many", 60, Duration::from_hours(1), 60);
        assert_eq!(allowed(&rate, &address(1), 1), 60);
        let Wait { seconds, most, .. } = rate.check(&address(1), 1).unwrap_err();
        assert_eq!(most, 60);
        assert!((59..=60).contains(&seconds), "{seconds}");
        assert!(rate.check(&address(2), 1).is_ok());
    }
}
