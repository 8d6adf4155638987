//! The connections that are open: how many each address has, and until when each may wait for its
//! client.
//!
//! The server itself closes a connection whose first request does not arrive, and one that is idle.
//! What it does not see is closed here: a later head that arrives byte by byte, and an answer that is
//! never read.

use std::any::Any;
use std::collections::HashMap;
use std::net::{IpAddr, Shutdown};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_tls::accept::rustls_0_23::TlsStream;
use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use socket2::{SockRef, Socket};
use tokio::time::Instant;

use crate::settings::Settings;

/// What a client reads at least, in bytes a second: an answer has a second more for each of these.
const LEAST_SPEED: u64 = 16 * 1024;

/// The moment of a connection that does not wait for its client.
const NEVER: u64 = u64::MAX;

/// The connections of a service.
#[derive(Debug)]
pub struct Connections {
    /// How many an address may have; 0 is without limit.
    most: usize,
    /// Proxies, whose connections are those of many clients.
    exempt: Vec<IpAddr>,
    /// How long a client may be waited for.
    patience: Duration,
    began: Instant,
    numbers: AtomicU64,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    connections: HashMap<u64, Arc<Waiting>>,
    of_address: HashMap<IpAddr, usize>,
}

/// A connection, and until when it waits for its client.
#[derive(Debug)]
struct Waiting {
    socket: Socket,
    /// In milliseconds since the service began.
    until: AtomicU64,
}

/// A connection that counts as open until this is dropped.
#[derive(Debug)]
pub struct Connection {
    all: Arc<Connections>,
    waiting: Arc<Waiting>,
    number: u64,
    address: IpAddr,
}

impl Connections {
    /// None yet; with the limits of the settings.
    pub fn of(settings: &Settings) -> Arc<Connections> {
        Arc::new(Connections {
            most: settings.connections,
            exempt: settings.trusted_proxies.clone(),
            patience: Duration::from_secs(settings.keep_alive + settings.timeout),
            began: Instant::now(),
            numbers: AtomicU64::default(),
            open: Mutex::default(),
        })
    }

    /// Takes a new connection in, or closes it if its address has too many.
    pub fn begin(self: &Arc<Connections>, stream: &dyn Any, data: &mut Extensions) {
        let Some(stream) = tcp_stream(stream) else {
            return;
        };
        let Ok(address) = stream.peer_addr().map(|peer| peer.ip().to_canonical()) else {
            return;
        };
        let socket = SockRef::from(stream);
        let Ok(duplicate) = socket.try_clone() else {
            drop(socket.shutdown(Shutdown::Both));
            return;
        };
        match self.admit(address, duplicate) {
            Some(connection) => drop(data.insert(Arc::new(connection))),
            None => drop(socket.shutdown(Shutdown::Both)),
        }
    }

    fn admit(self: &Arc<Connections>, address: IpAddr, socket: Socket) -> Option<Connection> {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let mut open = self.open();
        let count = open.of_address.entry(address).or_default();
        if *count >= self.most && self.most > 0 && !self.exempt.contains(&address) {
            return None;
        }
        *count += 1;
        let until = AtomicU64::new(self.after(self.patience));
        let waiting = Arc::new(Waiting { socket, until });
        open.connections.insert(number, waiting.clone());
        Some(Connection {
            all: self.clone(),
            waiting,
            number,
            address,
        })
    }

    /// The moment after so long.
    fn after(&self, duration: Duration) -> u64 {
        let moment = self.began.elapsed() + duration;
        u64::try_from(moment.as_millis()).unwrap_or(NEVER)
    }

    /// Closes those that have waited for their client for too long.
    pub fn close_overdue(&self) {
        let now = self.after(Duration::ZERO);
        for waiting in self.open().connections.values() {
            if waiting.until.load(Ordering::Relaxed) < now {
                drop(waiting.socket.shutdown(Shutdown::Both));
            }
        }
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.open().connections.len()
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// The service works on a request, or waits for something to send.
    pub fn work(&self) {
        self.waiting.until.store(NEVER, Ordering::Relaxed);
    }

    /// The client is to read this many bytes, and may then ask again.
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
        if let Some(count) = open.of_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.of_address.remove(&self.address);
            }
        }
    }
}

/// The stream of TCP, with TLS or without.
fn tcp_stream(stream: &dyn Any) -> Option<&TcpStream> {
    let plain = stream.downcast_ref::<TcpStream>();
    plain.or_else(|| Some(stream.downcast_ref::<TlsStream<TcpStream>>()?.get_ref().0))
}
