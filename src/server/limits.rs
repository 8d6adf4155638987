//! The limits of each client and of all clients together. The numbers are in [`bounds`](crate::bounds).

use std::any::Any;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use actix_tls::accept::rustls_0_23::TlsStream;
use actix_web::dev::Extensions;
use actix_web::http::header::{FORWARDED, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::rt::net::TcpStream;
use actix_web::{HttpMessage, HttpRequest};
use rustix::process::{Resource, getrlimit};
use socket2::SockRef;

use crate::bounds::{self, KEY_FACTOR, MAX_CONNECTIONS, MAX_CONNECTIONS_OF_ADDRESS};
use crate::http::{Problem, ProblemKind};
use crate::settings::{LimitsSetting, Settings};
use overtrick_core::args;
use overtrick_match::ledger::MatchId;

/// The approximate number of bytes stored for a request in addition to its body: event, mark and indexes.
const ROW: usize = 512;
/// The maximum number of refused connections per address that get an answer. Others are closed at once.
const MAX_REFUSED: usize = 8;
const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_hours(1);
/// The key under which all log lines are counted together.
const EVERYONE: ClientKey = ClientKey::Address(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

/// The client whose limits apply to a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ClientKey {
    /// The client at this IPv4 address, or in this IPv6 /56 network.
    Address(IpAddr),
    /// The program whose key has this number.
    Program(u64),
    /// All holders of keys of this match.
    Match(MatchId),
    /// The administrator, a program with the same rights, or a trusted proxy: these have no limits.
    Exempt,
}

/// The limits of the service.
#[derive(Debug)]
pub struct Limits {
    /// Whether each client has its own limits.
    pub is_on: bool,
    requests: Rate,
    new_matches: Rate,
    /// The bytes written per hour.
    written: Rate,
    wrong_codes: Rate,
    log_lines: Rate,
    connections: Arc<Slots>,
    streams: Arc<Slots>,
    pdfs: Arc<Slots>,
    /// The bytes held in memory for clients.
    held: Arc<Slots>,
    trusted_proxies: Vec<IpAddr>,
}

impl Limits {
    /// Creates the limits from the settings.
    pub fn new(settings: &Settings) -> Limits {
        let factor = KEY_FACTOR as usize;
        let streams = bounds::MAX_STREAMS_OF_ADDRESS;
        let held = bounds::MAX_HELD_OF_ADDRESS;
        let pdfs = bounds::MAX_PDFS_OF_CLIENT;
        let requests = bounds::REQUESTS_PER_SECOND;
        let hourly = |sentence, count: u32| Rate::new(sentence, count, HOUR, count);
        let lines = bounds::LOG_LINES_PER_SECOND;
        // A refused connection also takes a slot until it is answered.
        let connections = MAX_CONNECTIONS_OF_ADDRESS + MAX_REFUSED;
        Limits {
            is_on: settings.limits == LimitsSetting::On,
            requests: Rate::new("too-many-requests", requests, SECOND, bounds::MAX_BURST),
            new_matches: hourly("too-many-matches", bounds::NEW_MATCHES_PER_HOUR),
            written: hourly("too-many-bytes", bounds::BYTES_PER_HOUR),
            wrong_codes: hourly("too-many-codes", bounds::WRONG_CODES_PER_HOUR),
            log_lines: Rate::new("", lines, SECOND, lines),
            connections: Slots::new(TOO_MANY_CONNECTIONS, connections, 0, max_connections()),
            streams: Slots::new(
                "too-many-streams",
                streams,
                streams * factor,
                bounds::MAX_STREAMS,
            ),
            pdfs: Slots::new("too-many-pdfs", pdfs, pdfs, bounds::MAX_PDFS),
            held: Slots::new("too-many-held", held, held, bounds::MAX_HELD),
            trusted_proxies: settings.trusted_proxies.clone(),
        }
    }

    /// Returns the client's address. If the peer is a trusted proxy, this is the address that the proxy forwards, or
    /// else the proxy's own address. IPv6 addresses are reduced to the network that a provider assigns to one customer.
    pub fn client_of(&self, request: &HttpRequest) -> IpAddr {
        let peer = request.peer_addr().map(|peer| peer.ip());
        let peer = peer.unwrap_or(Ipv4Addr::UNSPECIFIED.into());
        if !self.trusted_proxies.contains(&peer) {
            warn_once(request.headers(), peer);
            return network(peer);
        }
        let client = forwarded_client(request.headers(), &self.trusted_proxies);
        network(client.unwrap_or(peer))
    }

    /// Returns the client that the middleware has set for a request, or else the client at its address.
    fn client_key(&self, request: &HttpRequest) -> ClientKey {
        let found = request.extensions().get::<ClientKey>().cloned();
        found.unwrap_or_else(|| self.address_key(request))
    }

    /// Returns the client at the address of a request.
    fn address_key(&self, request: &HttpRequest) -> ClientKey {
        if self.is_on {
            ClientKey::Address(self.client_of(request))
        } else {
            ClientKey::Exempt
        }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn check_request(&self, request: &HttpRequest) -> Result<(), Problem> {
        self.requests.check(&self.client_key(request), 1)
    }

    /// Counts the bytes that a request stores: its body, and its event, mark and indexes.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn check_write(&self, request: &HttpRequest, bytes: usize) -> Result<(), Problem> {
        let bytes = u32::try_from(bytes + ROW).unwrap_or(u32::MAX);
        self.written.check(&self.client_key(request), bytes)
    }

    /// Counts a match that a request opens with a body of this many bytes. For a holder of a match key, the
    /// match is counted for the address, because each new match would otherwise have its own limit.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn check_new_match(&self, request: &HttpRequest, bytes: usize) -> Result<(), Problem> {
        let client = match self.client_key(request) {
            ClientKey::Match(_) => self.address_key(request),
            client => client,
        };
        self.new_matches.check(&client, 1)?;
        self.check_write(request, bytes)
    }

    /// Counts a wrong join code.
    ///
    /// # Errors
    /// 429 after too many, with the time to wait.
    pub fn check_wrong_code(&self, request: &HttpRequest) -> Result<(), Problem> {
        self.wrong_codes.check(&self.address_key(request), 1)
    }

    /// Takes a slot for an event stream.
    ///
    /// # Errors
    /// 429 if the client has too many; 503 if there are too many in all.
    pub fn take_stream(&self, request: &HttpRequest) -> Result<Slot, Problem> {
        self.streams.take(&self.client_key(request), 1)
    }

    /// Counts bytes in memory for a client until the returned slot is dropped.
    ///
    /// # Errors
    /// 429 if too much is held for the client; 503 if too much is held for all clients together.
    pub fn hold_bytes(&self, request: &HttpRequest, bytes: usize) -> Result<Slot, Problem> {
        self.held.take(&self.client_key(request), bytes)
    }

    /// Takes a slot for a PDF that is being made or is waiting to be made.
    ///
    /// # Errors
    /// 429 if the client has too many PDFs in progress; 503 if there are too many in all.
    pub fn take_pdf(&self, request: &HttpRequest) -> Result<Slot, Problem> {
        self.pdfs.take(&self.client_key(request), 1)
    }

    /// Counts a log line about a refusal or failure; returns whether it may be logged in this second.
    pub fn may_log_line(&self) -> bool {
        self.log_lines.take(&EVERYONE, 1, now()).is_ok()
    }

    /// The number of open connections.
    pub fn connections(&self) -> usize {
        self.connections.all()
    }

    /// The number of open event streams.
    pub fn streams(&self) -> usize {
        self.streams.all()
    }

    /// Counts an accepted connection. On Linux, the system closes it if the client reads nothing for `timeout`.
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
        // A connection without a peer address is already closed.
        let Ok(peer) = stream.peer_addr() else {
            return;
        };
        let is_trusted = self.trusted_proxies.contains(&peer.ip().to_canonical());
        let client = if self.is_on && !is_trusted {
            ClientKey::Address(network(peer.ip()))
        } else {
            ClientKey::Exempt
        };
        match self.connections.take(&client, 1) {
            Ok(slot) => drop(data.insert(Connection(slot))),
            // Otherwise, connections that send no requests could take up all slots.
            Err(_) => drop(socket.shutdown(Shutdown::Both)),
        }
    }
}

/// Returns an IPv4 address unchanged, or the /56 network of an IPv6 address, which providers assign to one customer.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => {
            let [a, b, c, d, ..] = long.segments();
            IpAddr::from([a, b, c, d & 0xff00, 0, 0, 0, 0])
        }
        short @ IpAddr::V4(_) => short,
    }
}

#[expect(clippy::disallowed_methods, reason = "limits are in real time")]
fn now() -> Instant {
    Instant::now()
}

/// A limit per client and period. With a valid key, it is [`KEY_FACTOR`] times the limit of an address.
#[derive(Debug)]
struct Rate {
    /// The text key of the message about this limit.
    sentence: &'static str,
    /// The number of units that an address gets per period, evenly spread over it.
    count: u32,
    period: Duration,
    /// The maximum number of units that an address can use at once.
    burst: u32,
    /// The time at which each client has all its units again.
    full_at: Mutex<HashMap<ClientKey, Instant>>,
}

impl Rate {
    fn new(sentence: &'static str, count: u32, period: Duration, burst: u32) -> Rate {
        Rate {
            sentence,
            count,
            period,
            burst,
            full_at: Mutex::default(),
        }
    }

    /// Returns the limit of a client as a multiple of the limit of an address, or `None` if it has no limit.
    fn factor(client: &ClientKey) -> Option<u32> {
        match client {
            ClientKey::Address(_) => Some(1),
            ClientKey::Program(_) | ClientKey::Match(_) => Some(KEY_FACTOR),
            ClientKey::Exempt => None,
        }
    }

    /// Takes units from a client. A number above its burst counts as the burst.
    ///
    /// # Errors
    /// The time until the client has enough units. Nothing is taken.
    fn take(&self, client: &ClientKey, units: u32, now: Instant) -> Result<(), Duration> {
        let Some(factor) = Rate::factor(client) else {
            return Ok(());
        };
        let (unit, burst) = (self.period / (self.count * factor), self.burst * factor);
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let before = full_at.get(client).map_or(now, |at| now.max(*at));
        let after = before + unit * units.clamp(1, burst);
        let wait = after.saturating_duration_since(now + unit * burst);
        if !wait.is_zero() {
            return Err(wait);
        }
        // Before the table grows, clients that have all their units again are removed.
        if full_at.len() == full_at.capacity() {
            full_at.retain(|_, at| *at > now);
            // The capacity is doubled, because a full table would be searched again for every new client.
            let clients = full_at.len();
            full_at.shrink_to(clients);
            full_at.reserve(clients);
        }
        full_at.insert(client.clone(), after);
        Ok(())
    }

    /// Counts units of a client. A number above its burst counts as the burst.
    ///
    /// # Errors
    /// 429 if the client has too few units left; nothing is counted.
    fn check(&self, client: &ClientKey, units: u32) -> Result<(), Problem> {
        let Err(wait) = self.take(client, units, now()) else {
            return Ok(());
        };
        let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let most = i64::from(self.count * Rate::factor(client).unwrap_or(1));
        let minutes = whole(seconds.div_ceil(60));
        let kind = match self.sentence {
            "too-many-codes" => ProblemKind::TooManyCodes,
            _ => ProblemKind::TooMany,
        };
        let args = args![most: most, seconds: whole(seconds), minutes: minutes];
        let problem = Problem::new(kind).worded(self.sentence, args);
        Err(problem.with_header(RETRY_AFTER, HeaderValue::from(seconds)))
    }
}

/// Slots that clients take for some time, such as connections.
#[derive(Debug)]
struct Slots {
    /// The text key of the message about this limit.
    sentence: &'static str,
    /// The maximum number of slots of one address.
    per_address: usize,
    /// The maximum number of slots of one program, or of all key holders of one match together.
    per_key: usize,
    /// The maximum number of slots of all clients together.
    total: usize,
    taken: Mutex<HashMap<ClientKey, usize>>,
}

/// Taken slots, which become free when this value is dropped.
#[derive(Debug)]
pub struct Slot {
    slots: Arc<Slots>,
    client: ClientKey,
    count: usize,
    /// The number of slots that the client had then, including these.
    taken: usize,
}

impl Slots {
    fn new(sentence: &'static str, per_address: usize, per_key: usize, total: usize) -> Arc<Slots> {
        Arc::new(Slots {
            sentence,
            per_address,
            per_key,
            total,
            taken: Mutex::default(),
        })
    }

    /// Takes slots for a client.
    ///
    /// # Errors
    /// 429 if the client's limit is reached, 503 if the limit of all clients is. Nothing is taken.
    fn take(self: &Arc<Slots>, client: &ClientKey, count: usize) -> Result<Slot, Problem> {
        let most = match client {
            ClientKey::Address(_) => self.per_address,
            ClientKey::Program(_) | ClientKey::Match(_) => self.per_key,
            ClientKey::Exempt => usize::MAX,
        };
        let mut taken = self.lock();
        let client_slots = taken.get(client).copied().unwrap_or(0);
        if client_slots.saturating_add(count) > most {
            return Err(too_many(self.sentence, most));
        }
        if taken.values().sum::<usize>().saturating_add(count) > self.total {
            return Err(until_free(Problem::new(ProblemKind::Overloaded)));
        }
        taken.insert(client.clone(), client_slots + count);
        Ok(Slot {
            slots: self.clone(),
            client: client.clone(),
            count,
            taken: client_slots + count,
        })
    }

    /// Returns the number of slots that all clients have taken.
    fn all(&self) -> usize {
        self.lock().values().sum()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ClientKey, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock();
        if let Some(client_slots) = taken.get_mut(&self.client) {
            *client_slots -= self.count;
        }
        taken.retain(|_, count| *count > 0);
    }
}

/// Returns the problem for a client that has taken all its slots.
fn too_many(sentence: &'static str, most: usize) -> Problem {
    until_free(Problem::new(ProblemKind::TooMany).worded(sentence, args![most: most]))
}

/// Adds a `Retry-After` header to a problem that ends when another request is finished.
fn until_free(problem: Problem) -> Problem {
    problem.with_header(RETRY_AFTER, HeaderValue::from_static("2"))
}

const TOO_MANY_CONNECTIONS: &str = "too-many-connections";

/// An accepted connection, stored in the connection's data until it ends.
#[derive(Debug)]
pub struct Connection(Slot);

impl Connection {
    /// Refuses the requests of a connection whose address has too many connections.
    ///
    /// # Errors
    /// 429.
    pub fn check(&self) -> Result<(), Problem> {
        let is_limited = self.0.client != ClientKey::Exempt;
        if is_limited && self.0.taken > MAX_CONNECTIONS_OF_ADDRESS {
            return Err(too_many(TOO_MANY_CONNECTIONS, MAX_CONNECTIONS_OF_ADDRESS));
        }
        Ok(())
    }
}

/// Returns the maximum number of connections: [`MAX_CONNECTIONS`], or three quarters of the process's limit
/// of open files if that is less. The other files are for the database, webhooks and so on.
pub fn max_connections() -> usize {
    let files = getrlimit(Resource::Nofile).current;
    let files = files.and_then(|files| usize::try_from(files).ok());
    let most = files.map_or(MAX_CONNECTIONS, |files| (files / 4 * 3).max(1));
    most.min(MAX_CONNECTIONS)
}

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Returns the last address in `X-Forwarded-For` that does not belong to a trusted proxy.
///
/// `None` if there is none, or if an address after it cannot be read.
fn forwarded_client(headers: &HeaderMap, trusted: &[IpAddr]) -> Option<IpAddr> {
    let lines: Vec<_> = headers.get_all(X_FORWARDED_FOR).collect();
    for line in lines.into_iter().rev() {
        for element in line.to_str().ok()?.rsplit(',') {
            let address = address(element)?.to_canonical();
            if !trusted.contains(&address) {
                return Some(address);
            }
        }
    }
    None
}

/// Whether a request has a header in which proxies forward the client's address. Clients can send it too.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.contains_key(X_FORWARDED_FOR) || headers.contains_key(FORWARDED)
}

/// Warns the operator once if a peer that is not trusted sends a forwarded address. The peer is either a
/// proxy missing from the settings, so all its clients count as one, or a client that pretends to be a proxy.
fn warn_once(headers: &HeaderMap, peer: IpAddr) {
    static WARNING: Once = Once::new();
    if is_forwarded(headers) {
        WARNING.call_once(|| {
            tracing::warn!(
                "{peer} forwards addresses of clients, and is not trusted: if it is your proxy, name it in \
                 trusted_proxies (--trusted-proxy {peer}); until then all its clients count as one"
            );
        });
    }
}

/// Reads an address with or without a port; an IPv6 address may have brackets.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.trim_matches(['[', ']']);
    let with_port = || Some(text.parse::<SocketAddr>().ok()?.ip());
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn address(last: u8) -> ClientKey {
        ClientKey::Address(IpAddr::from([192, 0, 2, last]))
    }

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

    fn allowed(rate: &Rate, client: &ClientKey, units: u32) -> usize {
        (0..10_000)
            .take_while(|_| rate.check(client, units).is_ok())
            .count()
    }

    #[test]
    fn each_client_has_its_limit() {
        for (client, units, expected) in [
            (address(1), 1, 60),
            (address(2), 20, 3),
            (address(3), 1_000, 1),
            (ClientKey::Program(1), 1, 600),
            (ClientKey::Exempt, 1, 10_000),
        ] {
            let rate = Rate::new("too-many", 60, HOUR, 60);
            assert_eq!(allowed(&rate, &client, units), expected, "{client:?}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "any time works")]
    fn units_are_returned_one_by_one() {
        let rate = Rate::new("too-many", 1, SECOND, 3);
        let begin = Instant::now();
        let take = |units, after| rate.take(&address(1), units, begin + after * SECOND);
        assert_eq!(take(3, 0), Ok(()));
        assert_eq!(take(1, 0), Err(SECOND));
        assert_eq!(take(2, 1), Err(SECOND));
        assert_eq!(take(1, 1), Ok(()));
        assert_eq!(take(2, 3), Ok(()));
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "any time works")]
    fn clients_with_all_units_are_removed() {
        let rate = Rate::new("too-many", 1, SECOND, 3);
        let mut now = Instant::now();
        for number in 0..10_000 {
            assert_eq!(rate.take(&ClientKey::Program(number), 1, now), Ok(()));
            now += SECOND / 10;
        }
        let clients = rate.full_at.lock().unwrap().len();
        assert!(clients < 100, "{clients}");
    }

    #[test]
    fn limits_are_separate_for_each_client() {
        let rate = Rate::new("too-many-requests", 60, HOUR, 60);
        assert_eq!(allowed(&rate, &address(1), 1), 60);
        let refused = rate.check(&address(1), 1).unwrap_err();
        let english = overtrick_match::lang::Language::english();
        let detail = refused.report(english, "", "").detail;
        let expected = [59, 60].map(|seconds| {
            format!("You may send 60 requests per second. Try again in {seconds} seconds.")
        });
        assert!(expected.contains(&detail), "{detail}");
        assert!(rate.check(&address(2), 1).is_ok());
    }

    #[test]
    fn slots_are_limited_per_client_and_in_all() {
        let slots = Slots::new("too-many-streams", 2, 3, 6);
        let client_limit = Err(ProblemKind::TooMany);
        let total_limit = Err(ProblemKind::Overloaded);
        let mut held = Vec::new();
        for (client, expected) in [
            (address(1), Ok(())),
            (address(1), Ok(())),
            (address(1), client_limit),
            (ClientKey::Program(1), Ok(())),
            (ClientKey::Program(1), Ok(())),
            (ClientKey::Program(1), Ok(())),
            (ClientKey::Program(1), client_limit),
            (ClientKey::Exempt, Ok(())),
            (ClientKey::Exempt, total_limit),
            (address(2), total_limit),
        ] {
            let taken = slots.take(&client, 1).map(|slot| held.push(slot));
            assert_eq!(
                taken.map_err(|refused| refused.kind()),
                expected,
                "{client:?}"
            );
        }
        held.clear();
        assert!(slots.take(&address(2), 3).is_err(), "more than the limit");
        assert!(slots.take(&address(2), 2).is_ok());
        let taken = slots.lock();
        assert!(taken.is_empty());
    }

    fn named(lines: &[(&'static str, &'static str)]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            );
        }
        let trusted = [IpAddr::from([10, 0, 0, 1])];
        forwarded_client(&headers, &trusted).map(|client| client.to_string())
    }

    #[test]
    fn the_nearest_untrusted_address_is_the_client() {
        for (header, value, client) in [
            ("x-forwarded-for", "6.6.6.6, 7.7.7.7, 10.0.0.1", "7.7.7.7"),
            ("x-forwarded-for", "7.7.7.7:5123", "7.7.7.7"),
            (
                "x-forwarded-for",
                "[2001:db8::7]:443, 10.0.0.1:80",
                "2001:db8::7",
            ),
            ("x-forwarded-for", "2001:db8::7", "2001:db8::7"),
            ("x-forwarded-for", "::ffff:7.7.7.7", "7.7.7.7"),
        ] {
            assert_eq!(
                named(&[(header, value)]).as_deref(),
                Some(client),
                "{value}"
            );
        }
    }

    #[test]
    fn an_unreadable_address_gives_no_client() {
        for (header, value) in [
            ("x-forwarded-for", "6.6.6.6, unknown"),
            ("x-forwarded-for", "6.6.6.6, 7.7.7.7:port"),
            ("x-forwarded-for", "6.6.6.6,"),
            ("x-forwarded-for", "10.0.0.1"),
            ("forwarded", "for=7.7.7.7"),
        ] {
            assert_eq!(named(&[(header, value)]), None, "{value}");
        }
        assert_eq!(named(&[]), None);
    }

    #[test]
    fn several_lines_are_one_list() {
        let lines = ["6.6.6.6", "7.7.7.7", "10.0.0.1"].map(|value| ("x-forwarded-for", value));
        assert_eq!(named(&lines).as_deref(), Some("7.7.7.7"));
        let other = ("forwarded", "for=6.6.6.6");
        assert_eq!(named(&[lines[1], other]).as_deref(), Some("7.7.7.7"));
    }
}
