//! Fair sharing of queues for heavy work: each client gets a limited number of places.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::{HttpMessage, HttpRequest};

use crate::limits::rates::{RateLimitKey, site};
use overtrick_match::ledger::MatchId;

/// The client that a queue place is counted for: the holder of a valid key, or the address of a request
/// without one. Invalid keys do not count, because they can be made up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Asker {
    /// The administrator.
    Administrator,
    /// The holders of keys of this match.
    Match(MatchId),
    /// A program with an API key, or a client at this address.
    RateLimitKey(RateLimitKey),
    /// All clients at this site, with and without keys. For IPv4 it is the address.
    Site(IpAddr),
}

/// The number of places per queue and client.
#[derive(Debug, Default)]
pub struct Shares(Mutex<HashMap<(&'static str, Asker), usize>>);

/// The client of a request, kept with the request.
#[derive(Debug, Clone)]
pub struct Asking {
    /// The client.
    pub who: Asker,
    /// All clients at the same site.
    pub site: Asker,
    shares: Arc<Shares>,
}

/// A place in a queue; dropping this frees it.
#[derive(Debug)]
pub struct Place {
    queue: &'static str,
    asking: Asking,
}

impl Asking {
    /// A request from a client at this address, to the service with these shares.
    pub fn new(who: Asker, address: IpAddr, shares: Arc<Shares>) -> Asking {
        let site = Asker::Site(site(address).unwrap_or(address));
        Asking { who, site, shares }
    }

    /// The client of a request.
    pub fn from_request(request: &HttpRequest) -> Asking {
        let kept = request.extensions().get::<Asking>().cloned();
        kept.unwrap_or_else(|| {
            let nowhere = IpAddr::from([0, 0, 0, 0]);
            Asking::new(Asker::RateLimitKey(nowhere.into()), nowhere, Arc::default())
        })
    }

    /// Records that a request has a valid key of a match.
    pub fn has_key_of(request: &HttpRequest, id: &MatchId) {
        if let Some(asking) = request.extensions_mut().get_mut::<Asking>() {
            asking.who = Asker::Match(id.clone());
        }
    }

    /// Takes a place in a queue, unless the client already has `most` places, or its site `of_site`.
    pub fn place(self, queue: &'static str, most: usize, of_site: usize) -> Option<Place> {
        let mut taken = self.shares.taken();
        let has = |asker: &Asker| taken.get(&(queue, asker.clone())).copied().unwrap_or(0);
        if has(&self.who) >= most || has(&self.site) >= of_site {
            return None;
        }
        for asker in [&self.who, &self.site] {
            *taken.entry((queue, asker.clone())).or_default() += 1;
        }
        drop(taken);
        Some(Place {
            queue,
            asking: self,
        })
    }
}

impl Shares {
    fn taken(&self) -> MutexGuard<'_, HashMap<(&'static str, Asker), usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no place is taken.
    #[cfg(test)]
    pub fn are_free(&self) -> bool {
        self.taken().is_empty()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Asking { who, site, shares } = &self.asking;
        let mut taken = shares.taken();
        for asker in [who, site] {
            let key = (self.queue, asker.clone());
            match taken.get_mut(&key) {
                Some(count) if *count > 1 => *count -= 1,
                _ => {
                    taken.remove(&key);
                }
            }
        }
    }
}
