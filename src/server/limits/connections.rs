//! Open connections: how many each client may have, and how long each may wait for its client.
//!
//! A connection counts from the moment it is accepted, before any byte is read. The HTTP server itself closes
//! connections whose first request does not arrive, and idle ones. This module closes those it does not
//! detect: a later request head that arrives byte by byte, and an answer that the client does not read.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Resource, getrlimit};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::limits::rates::{SITE, network, site};
use crate::settings::Settings;

/// The slowest allowed reading speed in bytes per second; an answer's deadline grows accordingly.
const LEAST_SPEED: u64 = 16 * 1024;

/// The deadline of a connection that does not wait for its client.
const NEVER: u64 = u64::MAX;

/// The connections of a service.
#[derive(Debug)]
pub struct Connections {
    /// The most connections of a client: an IPv4 address or IPv6 network; 0 means no limit.
    most: usize,
    /// The most connections in all.
    most_of_all: usize,
    /// Proxies, whose connections belong to many clients.
    exempt: Vec<IpAddr>,
    /// How long to wait for a client.
    patience: Duration,
    began: Instant,
    numbers: AtomicU64,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    connections: HashMap<u64, Arc<Waiting>>,
    /// By client, and for IPv6 also by site.
    of_client: HashMap<IpAddr, usize>,
    of_site: HashMap<IpAddr, usize>,
}

/// A connection and the deadline of its client.
#[derive(Debug)]
struct Waiting {
    /// Notified when the connection must be closed.
    overdue: Notify,
    /// In milliseconds since the service started.
    until: AtomicU64,
}

/// A connection that counts as open until this is dropped.
#[derive(Debug)]
pub struct Connection {
    all: Arc<Connections>,
    waiting: Arc<Waiting>,
    number: u64,
    client: IpAddr,
}

impl Connections {
    /// No connections yet, with the limits of the settings.
    pub fn new(settings: &Settings) -> Arc<Connections> {
        Arc::new(Connections {
            most: settings.connections,
            most_of_all: most_of_all(),
            exempt: settings.trusted_proxies.clone(),
            patience: Duration::from_secs(settings.keep_alive + settings.timeout),
            began: Instant::now(),
            numbers: AtomicU64::default(),
            open: Mutex::default(),
        })
    }

    /// Admits a new connection from an address, unless its client or all clients together have too many.
    pub fn admit(self: &Arc<Connections>, address: IpAddr) -> Option<Connection> {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let mut open = self.open();
        if open.connections.len() >= self.most_of_all {
            return None;
        }
        let client = network(address);
        let count = |known: &HashMap<IpAddr, usize>, key| known.get(&key).copied().unwrap_or(0);
        let of_site = site(client).map_or(0, |site| count(&open.of_site, site));
        let is_full = count(&open.of_client, client) >= self.most
            || of_site >= self.most.saturating_mul(SITE.get() as usize);
        if is_full && self.most > 0 && !self.exempt.contains(&address.to_canonical()) {
            return None;
        }
        *open.of_client.entry(client).or_default() += 1;
        if let Some(site) = site(client) {
            *open.of_site.entry(site).or_default() += 1;
        }
        let waiting = Arc::new(Waiting {
            overdue: Notify::new(),
            until: AtomicU64::new(self.after(self.patience)),
        });
        open.connections.insert(number, waiting.clone());
        Some(Connection {
            all: self.clone(),
            waiting,
            number,
            client,
        })
    }

    /// The time after this duration.
    fn after(&self, duration: Duration) -> u64 {
        let moment = self.began.elapsed() + duration;
        u64::try_from(moment.as_millis()).unwrap_or(NEVER)
    }

    /// Closes connections that have waited too long for their client.
    pub fn close_overdue(&self) {
        let now = self.after(Duration::ZERO);
        for waiting in self.open().connections.values() {
            if waiting.until.load(Ordering::Relaxed) < now {
                waiting.overdue.notify_one();
            }
        }
    }

    /// The number of open connections.
    pub fn count(&self) -> usize {
        self.open().connections.len()
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// The service is working on a request, or waiting for something to send.
    pub fn work(&self) {
        self.waiting.until.store(NEVER, Ordering::Relaxed);
    }

    /// Resolves once the connection has waited too long for its client.
    pub async fn overdue(&self) {
        self.waiting.overdue.notified().await;
    }

    /// Waits for the client to read this many bytes and to send the next request.
    pub fn wait(&self, bytes: u64) {
        let reading = Duration::from_secs(bytes / LEAST_SPEED);
        let until = self.all.after(self.all.patience + reading);
        self.waiting.until.store(until, Ordering::Relaxed);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = self.all.open();
        open.connections.remove(&self.number);
        leave(&mut open.of_client, self.client);
        if let Some(site) = site(self.client) {
            leave(&mut open.of_site, site);
        }
    }
}

fn leave(known: &mut HashMap<IpAddr, usize>, key: IpAddr) {
    if let Some(count) = known.get_mut(&key) {
        *count -= 1;
        if *count == 0 {
            known.remove(&key);
        }
    }
}

/// The most connections in all: three quarters of the files that the process may open. The rest is for the
/// database and other files.
fn most_of_all() -> usize {
    let most = getrlimit(Resource::Nofile).current;
    let most = most.and_then(|most| usize::try_from(most).ok());
    most.map_or(usize::MAX, |most| (most / 4 * 3).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(most: usize) -> Arc<Connections> {
        Connections::new(&Settings {
            connections: most,
            ..Settings::default()
        })
    }

    #[test]
    fn a_network_of_ipv6_is_one_client_and_a_site_has_four() {
        let connections = connections(2);
        let admit = |address: &str| connections.admit(address.parse().unwrap());
        let one = admit("2001:db8:1:1::5").unwrap();
        let other = admit("2001:db8:1:1::6").unwrap();
        assert!(admit("2001:db8:1:1::7").is_none());
        drop(one);
        let mut open = vec![other, admit("2001:db8:1:1::7").unwrap()];
        for network in 2..5 {
            for host in 1..3 {
                open.push(admit(&format!("2001:db8:1:{network}::{host}")).unwrap());
            }
        }
        assert!(admit("2001:db8:1:9::1").is_none(), "the site has its eight");
        assert!(admit("2001:db8:2:9::1").is_some(), "another site");
        assert!(admit("192.0.2.1").is_some() && admit("::ffff:192.0.2.1").is_some());
        drop(open);
        let left = connections.open();
        assert!(left.connections.is_empty() && left.of_client.is_empty());
        assert!(left.of_site.is_empty());
    }

    #[test]
    fn all_together_leave_files_for_the_database() {
        let connections = Arc::new(Connections {
            most: 0,
            most_of_all: 3,
            exempt: Vec::new(),
            patience: Duration::from_secs(1),
            began: Instant::now(),
            numbers: AtomicU64::default(),
            open: Mutex::default(),
        });
        let admit = |last: u8| connections.admit(IpAddr::from([192, 0, 2, last]));
        let open: Vec<_> = (1..4).map(|last| admit(last).unwrap()).collect();
        assert!(admit(4).is_none());
        drop(open);
        assert!(admit(4).is_some());
    }
}
