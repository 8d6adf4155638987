//! A limit of each client in time.

use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

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
    limiter: DefaultKeyedRateLimiter<ClientKey>,
    burst: NonZeroU32,
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
            let burst = NonZeroU32::new(burst.saturating_mul(factor)).unwrap_or(NonZeroU32::MIN);
            let of_one = period / count.saturating_mul(factor).max(1);
            // A period of zero is no quota; the shortest one is a nanosecond.
            let quota = Quota::with_period(of_one.max(Duration::from_nanos(1)));
            let quota = quota.unwrap_or(Quota::per_second(NonZeroU32::MIN));
            Allowance {
                count: count.saturating_mul(factor),
                limiter: RateLimiter::keyed(quota.allow_burst(burst)),
                burst,
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
        let units = NonZeroU32::new(units)
            .unwrap_or(NonZeroU32::MIN)
            .min(allowance.burst);
        // The outer result is an error only beyond the burst.
        let Ok(Err(until)) = allowance.limiter.check_key_n(client, units) else {
            return Ok(());
        };
        let wait = until.wait_time_from(DefaultClock::default().now());
        Err(Wait {
            sentence: self.sentence,
            most: allowance.count,
            seconds: wait.as_secs() + u64::from(wait.subsec_nanos() > 0),
        })
    }

    /// Forgets clients that have their whole allowance again.
    pub fn clean_up(&self) {
        for Allowance { limiter, .. } in [&self.of_address, &self.of_key] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
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
    fn one_client_is_refused_and_another_is_not() {
        let rate = Rate::new("too-many", 60, Duration::from_hours(1), 60);
        assert_eq!(allowed(&rate, &address(1), 1), 60);
        let Wait { seconds, most, .. } = rate.check(&address(1), 1).unwrap_err();
        assert_eq!(most, 60);
        assert!((59..=60).contains(&seconds), "{seconds}");
        assert!(rate.check(&address(2), 1).is_ok());
    }
}
