//! Connections: each is counted for its address when it is accepted.

use std::any::Any;
use std::net::Shutdown;
use std::time::Duration;

use actix_tls::accept::rustls_0_23::TlsStream;
use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use rustix::process::{Resource, getrlimit};
use socket2::SockRef;

use crate::bounds::MAX_CONNECTIONS;
use crate::http::problem::Problem;
use crate::limits::slots::{Full, Slot};
use crate::limits::{ClientKey, Limits, network};

/// An accepted connection, kept as its data until it ends.
#[derive(Debug)]
pub enum Connection {
    /// Its requests are answered.
    Admitted(#[expect(dead_code, reason = "dropping it frees a slot")] Slot),
    /// Its address has too many: it is answered with 429, or closed at once.
    Refused {
        /// The most connections of its address.
        most: usize,
        #[expect(dead_code, reason = "dropping it frees a slot")]
        slot: Option<Slot>,
    },
}

impl Connection {
    /// Refuses the requests of an address with too many connections.
    ///
    /// # Errors
    /// 429.
    pub fn check(&self) -> Result<(), Problem> {
        match self {
            Connection::Admitted(_) => Ok(()),
            Connection::Refused { most, .. } => {
                Err(Full::OfClient(*most).problem("too-many-connections"))
            }
        }
    }
}

impl Limits {
    /// Counts an accepted connection. A client that reads nothing of an answer for `timeout` is
    /// disconnected by the system.
    pub fn accept(&self, io: &dyn Any, data: &mut Extensions, timeout: Duration) {
        let plain = io.downcast_ref::<TcpStream>();
        let secure = || Some(io.downcast_ref::<TlsStream<TcpStream>>()?.get_ref().0);
        let Some(stream) = plain.or_else(secure) else {
            return;
        };
        let socket = SockRef::from(stream);
        #[cfg(target_os = "linux")]
        if let Err(error) = socket.set_tcp_user_timeout(Some(timeout)) {
            tracing::debug!(%error, "a client that reads nothing is not disconnected");
        }
        let client = match stream.peer_addr() {
            Ok(peer) if self.trusted_proxies.contains(&peer.ip().to_canonical()) => {
                ClientKey::Exempt
            }
            Ok(peer) => ClientKey::Address(network(peer.ip())),
            // It has ended already.
            Err(_) => return,
        };
        data.insert(match self.connections.take(&client, 1) {
            Ok(slot) => Connection::Admitted(slot),
            Err(full) => {
                let (most, slot) = match full {
                    Full::OfClient(most) => (most, self.refused_connections.take(&client, 1).ok()),
                    Full::InAll => (0, None),
                };
                if slot.is_none() {
                    // Otherwise silent connections could keep others out.
                    drop(socket.shutdown(Shutdown::Both));
                }
                Connection::Refused { most, slot }
            }
        });
    }
}

/// The most connections in all: [`MAX_CONNECTIONS`], or three quarters of the files that the process may open
/// if that is less. The rest is for the database, webhooks and other files.
pub fn max_connections() -> usize {
    let files = getrlimit(Resource::Nofile).current;
    let files = files.and_then(|files| usize::try_from(files).ok());
    let most = files.map_or(MAX_CONNECTIONS, |files| (files / 4 * 3).max(1));
    most.min(MAX_CONNECTIONS)
}
