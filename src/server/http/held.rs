//! Limits on the memory held for clients: bodies that are arriving and answers that are not yet read.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most bytes held for one client, unless a single body or answer is larger.
pub const MOST_OF_CLIENT: usize = 32 << 20;
/// The most bytes held for all clients together.
pub const MOST_OF_ALL: usize = 8 * MOST_OF_CLIENT;
/// This much of a body or an answer is accepted from every client; using it on each of its connections keeps
/// a client far below its limit.
const ALWAYS: usize = 16 * 1024;

/// The bytes held for all clients.
#[derive(Debug, Default)]
pub struct HeldBytes(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    all: usize,
    of_client: HashMap<IpAddr, usize>,
}

/// The bytes held for a request; dropping this releases them.
#[derive(Debug)]
pub struct HeldForRequest {
    all: Arc<HeldBytes>,
    client: IpAddr,
    bytes: Mutex<usize>,
}

/// Which limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRoom {
    /// The client's limit.
    OfClient,
    /// The limit for all clients.
    OfAll,
}

impl HeldBytes {
    /// Starts a request of this client, with no bytes held.
    pub fn begin(self: &Arc<HeldBytes>, client: IpAddr) -> Arc<HeldForRequest> {
        Arc::new(HeldForRequest {
            all: self.clone(),
            client,
            bytes: Mutex::default(),
        })
    }
}

impl HeldForRequest {
    /// Adds bytes, if there is room.
    ///
    /// # Errors
    /// There is no room; nothing has changed.
    pub fn add(&self, bytes: usize) -> Result<(), NoRoom> {
        let mut own = lock(&self.bytes);
        let mut held = lock(&self.all.0);
        let of_client = held.of_client.get(&self.client).copied().unwrap_or(0);
        if *own + bytes > ALWAYS {
            // A client with nothing else held may exceed its limit once.
            if of_client > *own && of_client + bytes > MOST_OF_CLIENT {
                return Err(NoRoom::OfClient);
            }
            if held.all > *own && held.all + bytes > MOST_OF_ALL {
                return Err(NoRoom::OfAll);
            }
        }
        held.add(self.client, bytes);
        *own += bytes;
        Ok(())
    }

    /// Adds bytes that are already in memory, without checking limits.
    pub fn count(&self, bytes: usize) {
        *lock(&self.bytes) += bytes;
        lock(&self.all.0).add(self.client, bytes);
    }

    /// Releases bytes.
    pub fn remove(&self, bytes: usize) {
        let mut own = lock(&self.bytes);
        let bytes = bytes.min(*own);
        *own -= bytes;
        lock(&self.all.0).remove(self.client, bytes);
    }

    /// Releases all bytes.
    pub fn clear(&self) {
        self.remove(usize::MAX);
    }
}

impl Drop for HeldForRequest {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Held {
    fn add(&mut self, client: IpAddr, bytes: usize) {
        if bytes > 0 {
            self.all += bytes;
            *self.of_client.entry(client).or_default() += bytes;
        }
    }

    fn remove(&mut self, client: IpAddr, bytes: usize) {
        self.all -= bytes;
        if let Some(held) = self.of_client.get_mut(&client) {
            *held -= bytes;
            if *held == 0 {
                self.of_client.remove(&client);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn bodies_and_answers_of_a_client_count_together() {
        let held = Arc::new(HeldBytes::default());
        let requests: Vec<_> = (0..8).map(|_| held.begin(address(1))).collect();
        assert!(requests.iter().all(|one| one.add(4 * MIB) == Ok(())));
        let more = held.begin(address(1));
        assert_eq!(more.add(MIB), Err(NoRoom::OfClient));
        assert_eq!(more.add(ALWAYS), Ok(()), "a little goes on");
        assert_eq!(
            held.begin(address(2)).add(4 * MIB),
            Ok(()),
            "another client"
        );
        requests[0].remove(2 * MIB);
        assert_eq!(more.add(MIB), Ok(()));
        drop((requests, more));
        let left = lock(&held.0);
        assert!(left.all == 0 && left.of_client.is_empty());
    }

    #[test]
    fn whoever_has_nothing_else_may_have_something_large() {
        let held = Arc::new(HeldBytes::default());
        let large = held.begin(address(1));
        assert_eq!(large.add(40 * MIB), Ok(()));
        assert_eq!(large.add(40 * MIB), Ok(()), "more of the same");
        assert_eq!(held.begin(address(1)).add(MIB), Err(NoRoom::OfClient));
        large.clear();
        assert_eq!(held.begin(address(1)).add(MIB), Ok(()));
    }

    #[test]
    fn all_clients_together_have_a_limit_too() {
        let held = Arc::new(HeldBytes::default());
        let full: Vec<_> = (0..8).map(|last| held.begin(address(last))).collect();
        assert!(full.iter().all(|one| one.add(MOST_OF_CLIENT) == Ok(())));
        assert_eq!(held.begin(address(9)).add(MIB), Err(NoRoom::OfAll));
    }
}
