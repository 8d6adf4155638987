//! Who asks for heavy work: whoever waits for it has a share of the places, and no more.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::{HttpMessage, HttpRequest};

use crate::limits::rates::{RateLimitKey, site};
use overtrick_match::ledger::MatchId;

/// Whoever has a key of its own, or of those without one an address. Only a key that is valid counts: others
/// can be made up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Asker {
    /// The administrator.
    Administrator,
    /// Whoever has a key of this match.
    Match(MatchId),
    /// A program with a key, or whoever has this address.
    RateLimitKey(RateLimitKey),
    /// All who have an address of this site, with keys and without. Of IPv4 it is the address.
    Site(IpAddr),
}

/// How many places of which queue each has who asks for something of a service.
#[derive(Debug, Default)]
pub struct Shares(Mutex<HashMap<(&'static str, Asker), usize>>);

/// Who sends a request, and from where: kept with the request.
#[derive(Debug, Clone)]
pub struct Asking {
    /// Whoever has a share.
    pub who: Asker,
    /// All who ask from the same place.
    pub site: Asker,
    shares: Arc<Shares>,
}

/// Somebody has a place in a queue until this is dropped.
#[derive(Debug)]
pub struct Place {
    queue: &'static str,
    asking: Asking,
}

impl Asking {
    /// A request of somebody at this address, to the service with these shares.
    pub fn new(who: Asker, address: IpAddr, shares: Arc<Shares>) -> Asking {
        let site = Asker::Site(site(address).unwrap_or(address));
        Asking { who, site, shares }
    }

    /// Who sends a request.
    pub fn of(request: &HttpRequest) -> Asking {
        let kept = request.extensions().get::<Asking>().cloned();
        kept.unwrap_or_else(|| {
            let nowhere = IpAddr::from([0, 0, 0, 0]);
            Asking::new(Asker::RateLimitKey(nowhere.into()), nowhere, Arc::default())
        })
    }

    /// Notes that a request has shown a valid key of a match.
    pub fn has_key_of(request: &HttpRequest, id: &MatchId) {
        if let Some(asking) = request.extensions_mut().get_mut::<Asking>() {
            asking.who = Asker::Match(id.clone());
        }
    }

    /// Takes a place in a queue, unless whoever asks has `most` already, or all from the same site `of_site`.
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

    /// Whether nobody has a place.
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
