//! Join codes, by which another phone joins a match. They are short enough to be said across a table and
//! therefore guessable, so wrong codes are limited. Codes are stored as digests; each instance counts wrong
//! codes in memory.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{Random, RandomError};
use crate::error::ServiceError;
use overtrick_match::ledger::Timestamp;

/// The characters of a code, without those that are easily confused when read or written by hand.
const ALPHABET: &[u8; 24] = b"ACDEFGHJKMNPQRTVWXY34679";
/// The length of a code; there are 191 million codes.
const LENGTH: usize = 6;
/// How long a code is valid.
pub const VALID: Duration = Duration::from_hours(12);
/// The most codes at once, because more would make guesses likelier. When full, the code that expires first
/// is dropped.
pub const MOST_CODES: usize = 10_000;
/// How long wrong codes are counted before the count restarts.
const WINDOW: Duration = Duration::from_hours(1);
/// The most wrong codes of one client within that time.
const MOST_WRONG: u32 = 10;
/// The most wrong codes of one IPv6 site, which has 65,536 networks, within that time.
const MOST_WRONG_OF_SITE: u32 = 4 * MOST_WRONG;
/// The most wrong codes of all clients together within that time.
const MOST_WRONG_IN_ALL: u32 = 1_000;

/// The wrong codes sent to this process.
#[derive(Debug, Default)]
pub struct Guesses(Mutex<Wrong>);

/// The network of a client that enters a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientNetwork {
    /// The address, or for IPv6 the network of one household.
    pub client: IpAddr,
    /// For IPv6, the site of the network, which a provider gives to one customer.
    pub site: Option<IpAddr>,
}

/// The wrong codes in the current window.
#[derive(Debug)]
struct Wrong {
    since: Timestamp,
    in_all: u32,
    by_client: HashMap<IpAddr, u32>,
    by_site: HashMap<IpAddr, u32>,
}

impl Default for Wrong {
    fn default() -> Wrong {
        Wrong {
            since: Timestamp::from_millis(0),
            in_all: 0,
            by_client: HashMap::new(),
            by_site: HashMap::new(),
        }
    }
}

impl Guesses {
    fn wrong(&self) -> MutexGuard<'_, Wrong> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an attempt before the code is checked, so that simultaneous attempts cannot exceed the limit.
    ///
    /// # Errors
    /// [`ServiceError::TooManyGuesses`]: the code must not be checked.
    pub fn count(&self, guesser: ClientNetwork, now: Timestamp) -> Result<(), ServiceError> {
        let mut wrong = self.wrong();
        wrong.may_guess(guesser, now)?;
        wrong.count(guesser);
        Ok(())
    }

    /// Removes a correct code from the count.
    pub fn take_back(&self, guesser: ClientNetwork) {
        self.wrong().take_back(guesser);
    }
}

impl Wrong {
    /// Whether a client may guess; a new window resets all counts.
    fn may_guess(&mut self, guesser: ClientNetwork, now: Timestamp) -> Result<(), ServiceError> {
        let end = after(self.since, WINDOW);
        // A clock set back also starts a new window.
        if now >= end || now < self.since {
            *self = Wrong {
                since: now,
                ..Wrong::default()
            };
            return Ok(());
        }
        let of_client = self.by_client.get(&guesser.client).copied();
        let of_site = guesser
            .site
            .and_then(|site| self.by_site.get(&site).copied());
        if of_client.unwrap_or_default() < MOST_WRONG
            && of_site.unwrap_or_default() < MOST_WRONG_OF_SITE
            && self.in_all < MOST_WRONG_IN_ALL
        {
            return Ok(());
        }
        let wait = end.as_millis() - now.as_millis();
        Err(ServiceError::TooManyGuesses {
            seconds: wait.div_ceil(1_000),
        })
    }

    fn count(&mut self, guesser: ClientNetwork) {
        self.in_all += 1;
        *self.by_client.entry(guesser.client).or_default() += 1;
        if let Some(site) = guesser.site {
            *self.by_site.entry(site).or_default() += 1;
        }
    }

    /// Removes a counted attempt; a new window has forgotten it already.
    fn take_back(&mut self, guesser: ClientNetwork) {
        self.in_all = self.in_all.saturating_sub(1);
        take_one(&mut self.by_client, guesser.client);
        if let Some(site) = guesser.site {
            take_one(&mut self.by_site, site);
        }
    }
}

fn take_one(counts: &mut HashMap<IpAddr, u32>, of: IpAddr) {
    if let Some(count) = counts.get_mut(&of) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&of);
        }
    }
}

/// A time plus a duration.
pub fn after(moment: Timestamp, time: Duration) -> Timestamp {
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Timestamp::from_millis(moment.as_millis().saturating_add(millis))
}

/// Draws a code; every character is equally likely.
pub fn draw(random: &dyn Random) -> Result<String, RandomError> {
    let mut code = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        let letter = ALPHABET.get(below(random, ALPHABET.len())?);
        code.extend(letter.map(|letter| char::from(*letter)));
    }
    Ok(code)
}

/// A number from 0 to `below` - 1, with equal probability.
///
/// # Errors
/// The source has no randomness.
fn below(source: &dyn Random, below: usize) -> Result<usize, RandomError> {
    let below = u64::try_from(below.max(1)).unwrap_or(u64::MAX);
    // Numbers in the remainder of the range would favor small results; they are drawn again.
    let fair = u64::MAX - u64::MAX % below;
    loop {
        let mut bytes = [0; 8];
        source.fill(&mut bytes)?;
        let drawn = u64::from_le_bytes(bytes);
        if drawn < fair {
            return Ok(usize::try_from(drawn % below).unwrap_or(0));
        }
    }
}

/// A typed code in capitals without separators; `None` if it cannot be a code.
pub fn plain(written: &str) -> Option<String> {
    let kept = written.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let capitals = kept.map(|c| c.to_ascii_uppercase());
    let code: String = capitals.take(LENGTH + 1).collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|letter| ALPHABET.contains(&letter));
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU8, Ordering};

    use super::*;

    const NOON: Timestamp = Timestamp::from_millis(1_795_262_400_000);
    const ANN: ClientNetwork = ClientNetwork {
        client: IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1)),
        site: None,
    };

    fn at(client: impl Into<IpAddr>) -> ClientNetwork {
        ClientNetwork {
            client: client.into(),
            site: None,
        }
    }

    fn later(time: Duration) -> Timestamp {
        after(NOON, time)
    }

    fn seconds_to_wait(refused: Result<(), ServiceError>) -> u64 {
        match refused {
            Err(ServiceError::TooManyGuesses { seconds }) => seconds,
            other => panic!("{other:?}"),
        }
    }

    /// Returns one byte after the other.
    #[derive(Debug, Default)]
    struct Counting(AtomicU8);

    impl Random for Counting {
        fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
            bytes.fill_with(|| self.0.fetch_add(1, Ordering::Relaxed));
            Ok(())
        }
    }

    /// Returns these numbers, the last first, and then fails.
    #[derive(Debug)]
    struct Numbers(Mutex<Vec<u64>>);

    impl Random for Numbers {
        fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
            let number = self.0.lock().unwrap().pop();
            let number = number.ok_or_else(|| RandomError("no more".to_owned()))?;
            bytes.copy_from_slice(&number.to_le_bytes());
            Ok(())
        }
    }

    #[test]
    fn every_number_is_equally_likely() {
        // 2^64 - 1 is a multiple of three: the number after the last complete cycle is drawn again.
        let source = Numbers(Mutex::new(vec![7, u64::MAX, u64::MAX - 1, 4, 3]));
        let drawn: Vec<usize> = (0..4).map(|_| below(&source, 3).unwrap()).collect();
        assert_eq!(drawn, [0, 1, 2, 1]);
        assert!(below(&source, 3).is_err());
    }

    #[test]
    fn a_code_has_six_characters_of_which_none_is_taken_for_another() {
        let random = Counting::default();
        let codes: Vec<String> = (0..200).map(|_| draw(&random).unwrap()).collect();
        assert!(codes.iter().all(|code| code.len() == LENGTH), "{codes:?}");
        let all: String = codes.concat();
        for letter in ALPHABET {
            assert!(all.contains(char::from(*letter)), "{letter}");
        }
        assert!(!all.contains(['0', 'O', '1', 'I', 'L', '5', 'S', '2', 'Z', '8', 'B', 'U']));
    }

    #[test]
    fn a_code_is_read_as_people_write_it() {
        for written in ["K7M4QX", "k7m4qx", " k7m 4qx ", "K7M-4QX"] {
            assert_eq!(plain(written).as_deref(), Some("K7M4QX"), "{written}");
        }
        let long = "K7M4QX".repeat(1_000);
        for written in [
            "",
            "K7M4Q",
            "K7M4Q0",
            "K7M4QÉ",
            "https://club.example/",
            &long,
        ] {
            assert_eq!(plain(written), None, "{written}");
        }
    }

    #[test]
    fn a_client_has_ten_wrong_codes_an_hour_and_right_ones_do_not_count() {
        let guesses = Guesses::default();
        for _ in 0..10 {
            assert_eq!(guesses.count(ANN, NOON), Ok(()));
            guesses.take_back(ANN);
            assert_eq!(guesses.count(ANN, NOON), Ok(()));
        }
        let half = later(Duration::from_mins(30));
        assert_eq!(seconds_to_wait(guesses.count(ANN, half)), 30 * 60);
        let bo = at([10, 0, 0, 2]);
        assert!(guesses.count(bo, half).is_ok(), "another client goes on");
        assert!(guesses.count(ANN, later(WINDOW)).is_ok());
    }

    #[test]
    fn a_site_of_ipv6_has_forty_wrong_codes_an_hour() {
        let guesses = Guesses::default();
        let networks = (0..50_u16).map(|network| ClientNetwork {
            client: [0x2001, 0xdb8, 1, network, 0, 0, 0, 0].into(),
            site: Some([0x2001, 0xdb8, 1, 0, 0, 0, 0, 0].into()),
        });
        let taken = networks.filter(|guesser| guesses.count(*guesser, NOON).is_ok());
        assert_eq!(taken.count(), 40);
        let other = ClientNetwork {
            client: [0x2001, 0xdb8, 2, 0, 0, 0, 0, 0].into(),
            site: Some([0x2001, 0xdb8, 2, 0, 0, 0, 0, 0].into()),
        };
        assert_eq!(guesses.count(other, NOON), Ok(()));
    }

    #[test]
    fn all_clients_together_have_a_thousand_wrong_codes_an_hour() {
        let guesses = Guesses::default();
        let clients = (0..=255_u8).flat_map(|c| (0..=255_u8).map(move |d| [10, 1, c, d]));
        let taken = clients
            .take(1_010)
            .filter(|client| guesses.count(at(*client), NOON).is_ok());
        assert_eq!(taken.count(), 1_000);
        let kept = guesses.wrong().by_client.len();
        assert_eq!(kept, 1_000, "and no more is kept");
    }
}
