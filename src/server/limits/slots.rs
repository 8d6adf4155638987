//! A limit of what each client has at once, and of what all clients have together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::http::header::{HeaderValue, RETRY_AFTER};

use crate::http::problem::{Problem, ProblemKind};
use crate::limits::ClientKey;
use overtrick_core::args;

/// What clients may have at once, such as connections.
#[derive(Debug)]
pub struct Slots {
    of_address: usize,
    /// For a program, or for the holders of the keys of a match.
    of_key: usize,
    in_all: usize,
    /// For an address while more than half of all are taken, so that a few addresses cannot take the rest.
    of_address_crowded: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    of_client: HashMap<ClientKey, usize>,
}

/// Taken slots; dropping this frees them.
#[derive(Debug)]
pub struct Slot {
    slots: Arc<Slots>,
    client: ClientKey,
    count: usize,
}

/// Which limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// The client's: so many.
    OfClient(usize),
    /// That of all clients together.
    InAll,
}

impl Full {
    /// The problem, whose sentence has this key if it is the client's limit.
    pub fn problem(self, sentence: &'static str) -> Problem {
        let problem = match self {
            Full::OfClient(most) => {
                Problem::new(ProblemKind::TooMany).saying(sentence, args![most: most])
            }
            Full::InAll => Problem::new(ProblemKind::Overloaded),
        };
        // Until something else is finished.
        problem.with_header(RETRY_AFTER, HeaderValue::from_static("2"))
    }
}

impl Slots {
    /// No slots taken yet, with these limits.
    pub fn new(of_address: usize, of_key: usize, in_all: usize) -> Arc<Slots> {
        Slots::crowded(of_address, of_key, in_all, of_address)
    }

    /// The same, with fewer for an address while more than half of all are taken.
    pub fn crowded(
        of_address: usize,
        of_key: usize,
        in_all: usize,
        of_address_crowded: usize,
    ) -> Arc<Slots> {
        Arc::new(Slots {
            of_address,
            of_key,
            in_all,
            of_address_crowded,
            taken: Mutex::default(),
        })
    }

    /// Takes slots for a client.
    ///
    /// # Errors
    /// A limit is reached; nothing is taken.
    pub fn take(self: &Arc<Slots>, client: &ClientKey, count: usize) -> Result<Slot, Full> {
        let mut taken = self.lock();
        let most = match client {
            ClientKey::Address(_) if taken.all > self.in_all / 2 => self.of_address_crowded,
            ClientKey::Address(_) => self.of_address,
            ClientKey::Program(_) | ClientKey::Match(_) => self.of_key,
            ClientKey::Exempt => usize::MAX,
        };
        let of_client = taken.of_client.get(client).copied().unwrap_or(0);
        if of_client.saturating_add(count) > most {
            return Err(Full::OfClient(most));
        }
        if taken.all.saturating_add(count) > self.in_all {
            return Err(Full::InAll);
        }
        taken.all += count;
        taken.of_client.insert(client.clone(), of_client + count);
        drop(taken);
        Ok(Slot {
            slots: self.clone(),
            client: client.clone(),
            count,
        })
    }

    /// The number of taken slots.
    pub fn taken(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock();
        taken.all -= self.count;
        if let Some(of_client) = taken.of_client.get_mut(&self.client) {
            *of_client -= self.count;
            if *of_client == 0 {
                taken.of_client.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn a_few_addresses_do_not_take_what_is_left_for_others() {
        let slots = Slots::crowded(4, 4, 8, 1);
        let take = |last: u8| slots.take(&address(last), 1);
        let mut held: Vec<Slot> = (0..4).map(|_| take(1).unwrap()).collect();
        held.push(take(2).unwrap());
        // More than half are taken: each address has one.
        assert_eq!(take(2).unwrap_err(), Full::OfClient(1));
        held.extend([3, 4, 5].map(|last| take(last).unwrap()));
        assert_eq!(take(6).unwrap_err(), Full::InAll);
    }

    fn address(last: u8) -> ClientKey {
        ClientKey::Address(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn a_client_has_its_slots_and_all_together_have_theirs() {
        let slots = Slots::new(2, 3, 6);
        let mut held = Vec::new();
        for (client, expected) in [
            (address(1), Ok(())),
            (address(1), Ok(())),
            (address(1), Err(Full::OfClient(2))),
            (ClientKey::Program(1), Ok(())),
            (ClientKey::Program(1), Ok(())),
            (ClientKey::Program(1), Ok(())),
            (ClientKey::Program(1), Err(Full::OfClient(3))),
            (ClientKey::Exempt, Ok(())),
            (ClientKey::Exempt, Err(Full::InAll)),
            (address(2), Err(Full::InAll)),
        ] {
            let taken = slots.take(&client, 1).map(|slot| held.push(slot));
            assert_eq!(taken, expected, "{client}");
        }
        held.clear();
        assert!(slots.take(&address(2), 3).is_err(), "more than it may have");
        assert!(slots.take(&address(2), 2).is_ok());
        assert!(slots.lock().of_client.is_empty() && slots.taken() == 0);
    }
}
