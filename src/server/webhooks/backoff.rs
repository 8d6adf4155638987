//! When failed deliveries are tried again.

use std::time::Duration;

/// The delay after each attempt, as Standard Webhooks recommends: about three days in all. The first delays
/// are short, so that deliveries resume soon after a short outage.
const DELAYS: [Duration; 12] = [
    Duration::from_secs(5),
    Duration::from_secs(15),
    Duration::from_secs(45),
    Duration::from_mins(2),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(5),
    Duration::from_hours(10),
    Duration::from_hours(14),
    Duration::from_hours(20),
    Duration::from_hours(24),
];

/// After failing for this long without success, a webhook with a delivery that has used up its attempts is
/// turned off.
pub const LONG: Duration = Duration::from_hours(72);
/// After failing for this long, a success brings forward all deliveries that wait for another attempt.
pub const RECOVERED_AFTER: Duration = Duration::from_mins(1);
/// After a shorter failure, only deliveries with at most this many attempts are brought forward: a delivery
/// that is never accepted while others are must still be tried for three days.
pub const RELEASED: u32 = 6;

/// The delay after a failed attempt with `before` earlier failures; `None` after the last attempt. A delay
/// requested by the receiver counts up to one day. `chance` adds up to a fifth, so that deliveries that
/// failed together are not repeated together.
pub fn delay(before: u32, asked: Option<Duration>, chance: u8) -> Option<Duration> {
    let longest = DELAYS[DELAYS.len() - 1];
    let usual = *DELAYS.get(usize::try_from(before).ok()?)?;
    let least = asked.unwrap_or_default().min(longest);
    let delay = usual.max(least);
    Some(delay + delay * u32::from(chance) / (5 * 255))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirteen_attempts_are_made_within_three_days_and_a_half() {
        let delays = (0..).map_while(|before| delay(before, None, 0));
        let delays: Vec<Duration> = delays.collect();
        assert_eq!(delays.len() + 1, 13);
        assert!(delays.is_sorted());
        let all: Duration = delays.iter().sum();
        assert_eq!(all, Duration::from_secs(75 * 3600 + 38 * 60 + 5));
        assert!(all > LONG);
        let rest: Duration = delays.iter().skip(RELEASED as usize).sum();
        assert!(rest > LONG, "also of one that is released early");
    }

    #[test]
    fn chance_adds_at_most_a_fifth() {
        let hours = |hours| Some(Duration::from_hours(hours));
        assert_eq!(delay(8, None, 0), hours(10));
        assert_eq!(delay(8, None, 255), hours(12));
    }

    #[test]
    fn a_receiver_may_ask_for_more_time_up_to_a_day() {
        let asked = |seconds| delay(0, Some(Duration::from_secs(seconds)), 0);
        assert_eq!(asked(2), Some(Duration::from_secs(5)));
        assert_eq!(asked(90), Some(Duration::from_secs(90)));
        assert_eq!(asked(u64::MAX), Some(Duration::from_hours(24)));
        assert_eq!(delay(12, Some(Duration::from_secs(90)), 0), None);
    }
}
