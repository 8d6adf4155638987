//! Codes by which another phone joins a match: short enough to be said across a table, which makes them
//! guessable, so guesses are limited. They are kept in memory, as digests: after a restart new ones are
//! made.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::chance::below;
use super::error::ServiceError;
use super::outside::{Random, RandomError};
use crate::ledger::{MatchId, Role, Timestamp};

/// The characters of a code: none that is taken for another, read or written by hand.
const ALPHABET: &[u8; 24] = b"ACDEFGHJKMNPQRTVWXY34679";
/// The characters of a code: there are 191 million.
const LENGTH: usize = 6;
/// How long a code is valid.
pub const VALID: Duration = Duration::from_hours(12);
/// The most codes at once. More would make guesses likelier; the one that ends first makes room.
const MOST_CODES: usize = 10_000;
/// How long wrong codes are counted before the count begins anew.
const WINDOW: Duration = Duration::from_hours(1);
/// The wrong codes of one client within that time.
const MOST_WRONG: u32 = 10;
/// The wrong codes of one site of IPv6 within that time: it has 65,536 networks.
const MOST_WRONG_OF_SITE: u32 = 4 * MOST_WRONG;
/// The wrong codes of all clients together within that time.
const MOST_WRONG_IN_ALL: u32 = 1_000;

/// A code, as it is kept.
pub type Digest = [u8; 32];

/// The codes of a process, and the guesses at them.
#[derive(Debug, Default)]
pub struct JoinCodes(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    codes: HashMap<Digest, Opens>,
    wrong: Wrong,
}

/// What a code opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opens {
    /// The match.
    pub id: MatchId,
    /// The role.
    pub role: Role,
    /// Of the role's key: with another key, the code opens nothing.
    pub generation: u32,
    /// The end of its time.
    pub until: Timestamp,
}

/// Who enters a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guesser {
    /// The address, or of IPv6 the network of one household.
    pub client: IpAddr,
    /// Of IPv6, the site of the network: what a provider gives to one customer.
    pub site: Option<IpAddr>,
}

/// The wrong codes since a moment.
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

impl JoinCodes {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a code that opens this, as `digest` has it kept; an earlier code of the role stops working.
    ///
    /// # Errors
    /// The source has no randomness to give.
    pub fn make(
        &self,
        opens: Opens,
        now: Timestamp,
        random: &dyn Random,
        digest: impl Fn(&str) -> Digest,
    ) -> Result<String, RandomError> {
        let mut state = self.state();
        let State { codes, .. } = &mut *state;
        codes.retain(|_, other| other.until > now && !other.is_of(&opens.id, opens.role));
        if codes.len() >= MOST_CODES {
            let first = codes.iter().min_by_key(|(_, other)| other.until);
            if let Some(first) = first.map(|(digest, _)| *digest) {
                codes.remove(&first);
            }
        }
        loop {
            let code = draw(random)?;
            if let Entry::Vacant(place) = codes.entry(digest(&code)) {
                place.insert(opens);
                return Ok(code);
            }
        }
    }

    /// Takes the code of a role away, if there is one.
    pub fn revoke(&self, id: &MatchId, role: Role) {
        self.state().codes.retain(|_, opens| !opens.is_of(id, role));
    }

    /// Takes all codes of a match away.
    pub fn forget(&self, id: &MatchId) {
        self.state().codes.retain(|_, opens| opens.id != *id);
    }

    /// What a code opens. One that opens nothing is counted.
    ///
    /// # Errors
    /// [`ServiceError::UnknownCode`]; [`ServiceError::TooManyGuesses`], without looking.
    pub fn find(
        &self,
        digest: &Digest,
        guesser: Guesser,
        now: Timestamp,
    ) -> Result<Opens, ServiceError> {
        let mut state = self.state();
        let State { codes, wrong } = &mut *state;
        wrong.may_guess(guesser, now)?;
        match codes.get(digest).filter(|opens| opens.until > now) {
            Some(opens) => Ok(opens.clone()),
            None => {
                wrong.count(guesser);
                Err(ServiceError::UnknownCode)
            }
        }
    }
}

impl Opens {
    fn is_of(&self, id: &MatchId, role: Role) -> bool {
        self.id == *id && self.role == role
    }
}

impl Wrong {
    /// Whether a client may guess, which a new window allows everybody.
    fn may_guess(&mut self, guesser: Guesser, now: Timestamp) -> Result<(), ServiceError> {
        let end = after(self.since, WINDOW);
        // A clock that was set back begins a window too.
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

    fn count(&mut self, guesser: Guesser) {
        self.in_all += 1;
        *self.by_client.entry(guesser.client).or_default() += 1;
        if let Some(site) = guesser.site {
            *self.by_site.entry(site).or_default() += 1;
        }
    }
}

/// The moment so much later.
pub fn after(moment: Timestamp, time: Duration) -> Timestamp {
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Timestamp::from_millis(moment.as_millis().saturating_add(millis))
}

/// A code of which every character is equally likely.
fn draw(random: &dyn Random) -> Result<String, RandomError> {
    let mut code = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        let letter = ALPHABET.get(below(random, ALPHABET.len())?);
        code.extend(letter.map(|letter| char::from(*letter)));
    }
    Ok(code)
}

/// A code as somebody writes it, in capitals and without what sets its parts off; nothing, if this can be
/// no code.
pub fn plain(written: &str) -> Option<String> {
    let kept = written.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let capitals = kept.map(|c| c.to_ascii_uppercase());
    let code: String = capitals.take(LENGTH + 1).collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|letter| ALPHABET.contains(&letter));
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::super::chance::Seeded;
    use super::*;

    const NOON: Timestamp = Timestamp::from_millis(1_795_262_400_000);
    const ANN: Guesser = Guesser {
        client: IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1)),
        site: None,
    };

    fn at(client: impl Into<IpAddr>) -> Guesser {
        Guesser {
            client: client.into(),
            site: None,
        }
    }

    fn later(time: Duration) -> Timestamp {
        after(NOON, time)
    }

    fn opens(id: &str, role: Role) -> Opens {
        Opens {
            id: MatchId::read(id).unwrap(),
            role,
            generation: 0,
            until: later(VALID),
        }
    }

    /// A digest that is as easily read as made.
    fn digest(code: &str) -> Digest {
        let mut digest = [0; 32];
        digest[..code.len()].copy_from_slice(code.as_bytes());
        digest
    }

    fn made(codes: &JoinCodes, opens: &Opens, random: &dyn Random) -> String {
        codes.make(opens.clone(), NOON, random, digest).unwrap()
    }

    fn seconds_to_wait(refused: Result<Opens, ServiceError>) -> u64 {
        match refused {
            Err(ServiceError::TooManyGuesses { seconds }) => seconds,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_code_has_six_characters_of_which_none_is_taken_for_another() {
        let random = Seeded::new(1);
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
    fn a_code_opens_its_match_for_twelve_hours() {
        let codes = JoinCodes::default();
        let match_of_ann = opens("aaaaaaaaaaaaaaaaaaaaaa", Role::Score);
        let code = made(&codes, &match_of_ann, &Seeded::new(1));
        let found = |at| codes.find(&digest(&code), ANN, at);
        assert_eq!(found(NOON), Ok(match_of_ann.clone()));
        let last = later(VALID.checked_sub(Duration::from_millis(1)).unwrap());
        assert_eq!(found(last), Ok(match_of_ann));
        assert_eq!(found(later(VALID)), Err(ServiceError::UnknownCode));
    }

    #[test]
    fn a_new_code_of_a_role_takes_the_place_of_the_one_before() {
        let (codes, random) = (JoinCodes::default(), Seeded::new(1));
        let scorer = opens("aaaaaaaaaaaaaaaaaaaaaa", Role::Score);
        let watcher = opens("aaaaaaaaaaaaaaaaaaaaaa", Role::View);
        let [first, other, second] =
            [&scorer, &watcher, &scorer].map(|opens| made(&codes, opens, &random));
        let found = |code: &str| codes.find(&digest(code), ANN, NOON);
        assert_eq!(found(&first), Err(ServiceError::UnknownCode));
        assert_eq!(found(&second), Ok(scorer));
        assert_eq!(found(&other), Ok(watcher));
    }

    #[test]
    fn a_client_has_ten_wrong_codes_an_hour_and_right_ones_do_not_count() {
        let codes = JoinCodes::default();
        let scorer = opens("aaaaaaaaaaaaaaaaaaaaaa", Role::Score);
        let code = made(&codes, &scorer, &Seeded::new(1));
        let guess = |code: &str, client, at| codes.find(&digest(code), client, at);
        for _ in 0..10 {
            assert!(guess(&code, ANN, NOON).is_ok());
            assert_eq!(guess("wrong", ANN, NOON), Err(ServiceError::UnknownCode));
        }
        let half = later(Duration::from_mins(30));
        assert_eq!(seconds_to_wait(guess(&code, ANN, half)), 30 * 60);
        let bo = at([10, 0, 0, 2]);
        assert!(guess(&code, bo, half).is_ok(), "another client goes on");
        assert!(guess(&code, ANN, later(WINDOW)).is_ok());
    }

    #[test]
    fn a_site_of_ipv6_has_forty_wrong_codes_an_hour() {
        let codes = JoinCodes::default();
        let networks = (0..50_u16).map(|network| Guesser {
            client: [0x2001, 0xdb8, 1, network, 0, 0, 0, 0].into(),
            site: Some([0x2001, 0xdb8, 1, 0, 0, 0, 0, 0].into()),
        });
        let refused = networks.map(|guesser| codes.find(&digest("wrong"), guesser, NOON));
        let unknown = refused.filter(|it| *it == Err(ServiceError::UnknownCode));
        assert_eq!(unknown.count(), 40);
        let other = Guesser {
            client: [0x2001, 0xdb8, 2, 0, 0, 0, 0, 0].into(),
            site: Some([0x2001, 0xdb8, 2, 0, 0, 0, 0, 0].into()),
        };
        let elsewhere = codes.find(&digest("wrong"), other, NOON);
        assert_eq!(elsewhere, Err(ServiceError::UnknownCode));
    }

    #[test]
    fn all_clients_together_have_a_thousand_wrong_codes_an_hour() {
        let codes = JoinCodes::default();
        let clients = (0..=255_u8).flat_map(|c| (0..=255_u8).map(move |d| [10, 1, c, d]));
        let wrong = |client: [u8; 4]| codes.find(&digest("wrong"), at(client), NOON);
        let refused: Vec<_> = clients.take(1_010).map(wrong).collect();
        let unknown = refused
            .iter()
            .filter(|it| **it == Err(ServiceError::UnknownCode));
        assert_eq!(unknown.count(), 1_000);
        assert_eq!(
            codes.state().wrong.by_client.len(),
            1_000,
            "and no more is kept"
        );
    }

    #[test]
    fn there_are_at_most_ten_thousand_codes() {
        let (codes, random) = (JoinCodes::default(), Seeded::new(1));
        let mut first = opens("first-match-of-an-evening", Role::View);
        first.until = later(Duration::from_hours(1));
        let code = made(&codes, &first, &random);
        for number in 0..MOST_CODES {
            made(
                &codes,
                &opens(&format!("match-number-{number:020}"), Role::View),
                &random,
            );
        }
        assert_eq!(codes.state().codes.len(), MOST_CODES);
        let found = codes.find(&digest(&code), ANN, NOON);
        assert_eq!(found, Err(ServiceError::UnknownCode));
    }
}
