//! The limits of clients: how much each may ask for, and how much all together. The figures are in
//! [`bounds`](crate::bounds).

pub mod connections;
pub mod forwarded;
pub mod rate;
pub mod slots;

use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::{HttpMessage, HttpRequest};
use lru::LruCache;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::access::caller;
use crate::app::state::Service;
use crate::bounds;
use crate::http::problem::{Problem, ProblemKind};
use crate::limits::connections::max_connections;
use crate::limits::rate::{Quota, Rate, now};
use crate::limits::slots::{Slot, Slots};
use crate::matches::change::Caller;
use crate::settings::{LimitsSetting, Settings};
use overtrick_match::ledger::MatchId;

/// The most match keys remembered as valid.
const MAX_PROVEN: NonZeroUsize = NonZeroUsize::MIN.saturating_add(9_999);
/// The approximate bytes stored per request besides its body: its event, its mark, and indexes.
const ROW: usize = 512;
/// The bytes per counted unit of a write. Single bytes would be restored faster than the clock resolves.
const WRITE_UNIT: u32 = 64;
/// The most refused connections of an address that wait for their answer; further ones are closed at once.
const MAX_REFUSED_OF_ADDRESS: usize = 8;
/// The most refused connections of all addresses that wait for their answer.
const MAX_REFUSED: usize = 64;

/// The client for which requests are counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ClientKey {
    /// The client at this IPv4 address, or in this IPv6 network of 56 bits.
    Address(IpAddr),
    /// The program whose key has this number.
    Program(u64),
    /// The holders of keys of this match.
    Match(MatchId),
    /// The administrator, a program with the same rights, or a trusted proxy: nothing is counted.
    Exempt,
}

impl fmt::Display for ClientKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientKey::Address(address) => write!(f, "{address}"),
            ClientKey::Program(number) => write!(f, "program {number:016x}"),
            ClientKey::Match(id) => write!(f, "match {id}"),
            ClientKey::Exempt => f.write_str("administrator"),
        }
    }
}

/// The limits of the service.
#[derive(Debug)]
pub struct Limits {
    /// The limits in time; `None` if clients are not limited.
    rates: Option<Rates>,
    log_lines: Quota<()>,
    connections: Arc<Slots>,
    refused_connections: Arc<Slots>,
    streams: Arc<Slots>,
    pdfs: Arc<Slots>,
    pdf_turns: Arc<Semaphore>,
    held: Arc<Slots>,
    /// Match keys that were valid when they were shown. A revoked one has no effect but its own allowance.
    proven: Mutex<LruCache<(MatchId, String), ()>>,
    trusted_proxies: Vec<IpAddr>,
}

#[derive(Debug)]
struct Rates {
    requests: Rate,
    new_matches: Rate,
    /// In units of [`WRITE_UNIT`] bytes.
    written: Rate,
    wrong_codes: Rate,
    /// Match keys whose validity is looked up.
    proofs: Rate,
}

/// A place among the PDFs that are made at once; dropping this frees it.
#[derive(Debug)]
pub struct PdfTurn {
    #[expect(dead_code, reason = "dropping it frees a slot")]
    slot: Slot,
    #[expect(dead_code, reason = "dropping it frees a turn")]
    permit: OwnedSemaphorePermit,
}

impl Rates {
    fn new() -> Rates {
        const SECOND: Duration = Duration::from_secs(1);
        const HOUR: Duration = Duration::from_hours(1);
        let units = bounds::BYTES_PER_HOUR / WRITE_UNIT;
        let requests = || {
            let count = bounds::REQUESTS_PER_SECOND;
            Rate::new("too-many-requests", count, SECOND, bounds::MAX_BURST)
        };
        let hourly = |sentence, count: u32| Rate::new(sentence, count, HOUR, count);
        Rates {
            requests: requests(),
            new_matches: hourly("too-many-matches", bounds::NEW_MATCHES_PER_HOUR),
            written: hourly("too-many-bytes", units),
            wrong_codes: hourly("too-many-codes", bounds::WRONG_CODES_PER_HOUR),
            proofs: requests(),
        }
    }
}

impl Limits {
    /// The limits of the settings.
    pub fn new(settings: &Settings) -> Limits {
        let is_limited = settings.limits == LimitsSetting::On;
        let slots = |of_address: usize, of_key: usize, in_all: usize| {
            if is_limited {
                Slots::new(of_address, of_key, in_all)
            } else {
                Slots::new(usize::MAX, usize::MAX, in_all)
            }
        };
        let factor = bounds::KEY_FACTOR as usize;
        let connections = bounds::MAX_CONNECTIONS_OF_ADDRESS;
        let streams = bounds::MAX_STREAMS_OF_ADDRESS;
        let held = bounds::MAX_HELD_OF_ADDRESS;
        let pdfs = bounds::MAX_PDFS_OF_CLIENT;
        let lines = bounds::LOG_LINES_PER_SECOND;
        Limits {
            rates: is_limited.then(Rates::new),
            log_lines: Quota::new(Duration::from_secs(1) / lines, lines),
            connections: if is_limited {
                let crowded = bounds::MAX_CONNECTIONS_WHEN_CROWDED;
                Slots::crowded(connections, connections, max_connections(), crowded)
            } else {
                Slots::new(usize::MAX, usize::MAX, max_connections())
            },
            refused_connections: Slots::new(
                MAX_REFUSED_OF_ADDRESS,
                MAX_REFUSED_OF_ADDRESS,
                MAX_REFUSED,
            ),
            streams: slots(streams, streams * factor, bounds::MAX_STREAMS),
            pdfs: slots(pdfs, pdfs, bounds::MAX_PDFS + bounds::MAX_WAITING_PDFS),
            pdf_turns: Arc::new(Semaphore::new(bounds::MAX_PDFS)),
            held: slots(held, held, bounds::MAX_HELD),
            proven: Mutex::new(LruCache::new(MAX_PROVEN)),
            trusted_proxies: settings.trusted_proxies.clone(),
        }
    }

    /// The client's address. Behind a trusted proxy it is the one named by the proxy, or the proxy's own if
    /// that is uncertain. Of IPv6 it is the network that a provider gives to one customer.
    pub fn client_of(&self, request: &HttpRequest) -> IpAddr {
        let peer = request
            .peer_addr()
            .map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.ip());
        if !self.trusted_proxies.contains(&peer) {
            forwarded::warn_once(request.headers(), peer);
            return network(peer);
        }
        let client = forwarded::client(request.headers(), &self.trusted_proxies);
        network(client.unwrap_or(peer))
    }

    /// The client of a request: the administrator, a program with a valid key, or an address.
    pub fn client_key(&self, request: &HttpRequest) -> ClientKey {
        let known = request.extensions().get::<ClientKey>().cloned();
        known.unwrap_or_else(|| ClientKey::Address(self.client_of(request)))
    }

    /// Counts a wrong join code.
    ///
    /// # Errors
    /// 429 after too many, with the time to wait.
    pub fn check_wrong_code(&self, request: &HttpRequest) -> Result<(), Problem> {
        let client = ClientKey::Address(self.client_of(request));
        let checked = match &self.rates {
            Some(rates) => rates.wrong_codes.check(&client, 1),
            None => Ok(()),
        };
        checked.map_err(|wait| wait.problem(ProblemKind::TooManyCodes))
    }

    /// Whether one more line about refusals or failures may be logged in this second.
    pub fn may_log_line(&self) -> bool {
        self.log_lines.take(&(), 1, now()).is_ok()
    }

    /// The number of open connections.
    pub fn connections(&self) -> usize {
        self.connections.taken()
    }

    /// Forgets clients that have sent nothing for a while.
    pub fn clean_up(&self) {
        if let Some(rates) = &self.rates {
            for rate in [
                &rates.requests,
                &rates.new_matches,
                &rates.written,
                &rates.wrong_codes,
                &rates.proofs,
            ] {
                rate.clean_up();
            }
        }
    }

    fn check(
        &self,
        rate: impl Fn(&Rates) -> &Rate,
        client: &ClientKey,
        units: u32,
    ) -> Result<(), Problem> {
        match &self.rates {
            Some(rates) => rate(rates)
                .check(client, units)
                .map_err(|wait| wait.problem(ProblemKind::TooMany)),
            None => Ok(()),
        }
    }

    fn proven(&self) -> MutexGuard<'_, LruCache<(MatchId, String), ()>> {
        self.proven.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service {
    /// Counts a request.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub(crate) async fn check_request(&self, request: &HttpRequest) -> Result<(), Problem> {
        let check = |client: &ClientKey| self.limits.check(|rates| &rates.requests, client, 1);
        self.limited(request, check).await
    }

    /// Counts bytes that a request stores: its body, plus the row that holds it.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub(crate) async fn check_write(
        &self,
        request: &HttpRequest,
        bytes: usize,
    ) -> Result<(), Problem> {
        let units = (bytes + ROW).div_ceil(WRITE_UNIT as usize);
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        let check = |client: &ClientKey| self.limits.check(|rates| &rates.written, client, units);
        self.limited(request, check).await
    }

    /// Counts a match that a request opens with a body of this many bytes. Keys of other matches do not help:
    /// otherwise each match could open more of them.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub(crate) async fn check_new_match(
        &self,
        request: &HttpRequest,
        bytes: usize,
    ) -> Result<(), Problem> {
        let client = self.limits.client_key(request);
        self.limits.check(|rates| &rates.new_matches, &client, 1)?;
        self.check_write(request, bytes).await
    }

    /// Takes one of the streams of events.
    ///
    /// # Errors
    /// 429 if the client has too many; 503 if there are too many in all.
    pub(crate) async fn take_stream(&self, request: &HttpRequest) -> Result<Slot, Problem> {
        let take = |client: &ClientKey| {
            self.limits
                .streams
                .take(client, 1)
                .map_err(|full| full.problem("too-many-streams"))
        };
        self.limited(request, take).await
    }

    /// Counts bytes that are held in memory for a client.
    ///
    /// # Errors
    /// 429 if too much is held for the client; 503 if too much is held for all clients together.
    pub(crate) async fn hold_bytes(
        &self,
        request: &HttpRequest,
        bytes: usize,
    ) -> Result<Slot, Problem> {
        let take = |client: &ClientKey| {
            self.limits
                .held
                .take(client, bytes)
                .map_err(|full| full.problem("too-many-held"))
        };
        self.limited(request, take).await
    }

    /// Waits for a turn to make a PDF.
    ///
    /// # Errors
    /// 429 if a PDF is being made for the client; 503 if too many wait.
    pub(crate) async fn pdf_turn(&self, request: &HttpRequest) -> Result<PdfTurn, Problem> {
        let take = |client: &ClientKey| {
            self.limits
                .pdfs
                .take(client, 1)
                .map_err(|full| full.problem("too-many-pdfs"))
        };
        let slot = self.limited(request, take).await?;
        let permit = self.limits.pdf_turns.clone().acquire_owned().await;
        let permit = permit.map_err(|_| ProblemKind::Internal)?;
        Ok(PdfTurn { slot, permit })
    }

    /// Takes something for the client of a request: a program, the holders of the keys of a match, or an
    /// address. A valid key of the match in the path counts for the match, because others may share the address.
    async fn limited<T>(
        &self,
        request: &HttpRequest,
        take: impl Fn(&ClientKey) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut client = self.limits.client_key(request);
        if matches!(client, ClientKey::Address(_))
            && let Some(id) = self.proven_match(request, &client).await
        {
            client = ClientKey::Match(id);
        }
        take(&client)
    }

    /// The match in the path of a request, if the request shows a valid key of it. An address has a limited
    /// number of tries, because each may load a match.
    async fn proven_match(&self, request: &HttpRequest, client: &ClientKey) -> Option<MatchId> {
        let path = request.path().strip_prefix(&self.settings.base_path)?;
        let rest = path.strip_prefix("/api/v1/matches/")?;
        let id = MatchId::read(rest.split('/').next()?)?;
        let Ok(Caller::Key(key)) = caller::caller_of(request, self) else {
            return None;
        };
        let shown = (id, key);
        if self.limits.proven().get(&shown).is_none() {
            let tries = self.limits.check(|rates| &rates.proofs, client, 1);
            tries.ok()?;
            let role = self.matches.role_of(shown.0.as_str(), &shown.1).await;
            role.ok()??;
            self.limits.proven().put(shown.clone(), ());
        }
        Some(shown.0)
    }
}

/// The IPv4 address, or of IPv6 the first 56 bits, which providers give to one customer.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => {
            let [a, b, c, d, ..] = long.segments();
            IpAddr::from([a, b, c, d & 0xff00, 0, 0, 0, 0])
        }
        short @ IpAddr::V4(_) => short,
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn only_a_trusted_proxy_names_the_client() {
        let limits = Limits::new(&Settings {
            trusted_proxies: vec![IpAddr::from([10, 0, 0, 1])],
            ..Settings::default()
        });
        let client = |peer: [u8; 4]| {
            let request = TestRequest::default()
                .peer_addr((IpAddr::from(peer), 1).into())
                .insert_header(("x-forwarded-for", "6.6.6.6, 7.7.7.7, 10.0.0.1"));
            limits.client_of(&request.to_http_request())
        };
        assert_eq!(client([10, 0, 0, 1]), IpAddr::from([7, 7, 7, 7]));
        assert_eq!(client([9, 9, 9, 9]), IpAddr::from([9, 9, 9, 9]));
    }

    #[test]
    fn an_ipv6_network_of_56_bits_is_one_client() {
        let network = |address: &str| network(address.parse().unwrap());
        assert_eq!(network("2001:db8:1:1200::5"), network("2001:db8:1:12ff::9"));
        assert_ne!(network("2001:db8:1:1200::5"), network("2001:db8:1:1300::5"));
        assert_eq!(network("::ffff:192.0.2.1"), IpAddr::from([192, 0, 2, 1]));
    }
}
