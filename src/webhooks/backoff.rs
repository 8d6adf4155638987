//! When what failed is tried again.

use std::time::Duration;

/// What is waited after each attempt, as Standard Webhooks advises: about three days in all.
const DELAYS: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(5),
    Duration::from_hours(10),
    Duration::from_hours(14),
    Duration::from_hours(20),
    Duration::from_hours(24),
];

/// After a failure of so long without a success, a webhook whose delivery has used up its attempts is
/// turned off.
pub const LONG: Duration = Duration::from_hours(72);
/// After a failure of so long, a success brings everything forward that waits for another attempt.
pub const RECOVERED_AFTER: Duration = Duration::from_mins(1);

/// How long to wait after an attempt failed, `before` attempts having failed before it; `None` after the
/// last one. What the receiver asked for counts up to a day, and `chance` adds up to a fifth, so that
/// what failed together does not come again together.
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
    fn ten_attempts_are_made_within_three_days_and_a_half() {
        let delays = (0..).map_while(|before| delay(before, None, 0));
        let delays: Vec<Duration> = delays.collect();
        assert_eq!(delays.len() + 1, 10);
        assert!(delays.is_sorted());
        let all: Duration = delays.iter().sum();
        assert_eq!(all, Duration::from_secs(75 * 3600 + 35 * 60 + 5));
        assert!(all > LONG);
    }

    #[test]
    fn chance_adds_at_most_a_fifth() {
        let hours = |hours| Some(Duration::from_hours(hours));
        assert_eq!(delay(5, None, 0), hours(10));
        assert_eq!(delay(5, None, 255), hours(12));
    }

    #[test]
    fn a_receiver_may_ask_for_more_time_up_to_a_day() {
        let asked = |seconds| delay(0, Some(Duration::from_secs(seconds)), 0);
        assert_eq!(asked(2), Some(Duration::from_secs(5)));
        assert_eq!(asked(90), Some(Duration::from_secs(90)));
        assert_eq!(asked(u64::MAX), Some(Duration::from_hours(24)));
        assert_eq!(delay(9, Some(Duration::from_secs(90)), 0), None);
    }
}
