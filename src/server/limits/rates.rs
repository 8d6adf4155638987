//! Limits on how often a client may send requests and open matches.

use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::http::header::{HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::{HttpMessage, HttpRequest};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use crate::http::problem::{Problem, ProblemKind};
use crate::join_codes::codes::ClientNetwork;
use crate::limits::forwarded;
use crate::settings::Settings;
use overtrick_core::args;

/// How many times the limit of one network an IPv6 site has for all of its networks.
pub(crate) const SITE: NonZeroU32 = NonZeroU32::new(4).unwrap();

/// The approximate number of bytes stored per request besides its body: its event, its mark, and indexes.
const ROW: usize = 512;
/// Bytes per counted unit: single bytes would be replenished faster than the clock resolves.
const UNIT: usize = 64;
const UNITS_A_MEBIBYTE: u32 = 16 * 1024;

/// Processor time in milliseconds that counts as one request: at 100 requests a second, a client gets half of
/// a processor.
const MILLIS_OF_REQUEST: u128 = 5;

type Keyed<K> = RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, StateInformationMiddleware>;

/// The client whose requests are counted together. For a program, it is kept with the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateLimitKey {
    /// The client at this IPv4 address or in this IPv6 network.
    Address(IpAddr),
    /// The program whose key has this number.
    Program(u64),
    /// The administrator, or a program with the same rights: nothing is counted.
    Administrator,
}

impl fmt::Display for RateLimitKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RateLimitKey::Address(address) => write!(f, "{address}"),
            RateLimitKey::Program(number) => write!(f, "program {number:016x}"),
            RateLimitKey::Administrator => f.write_str("administrator"),
        }
    }
}

impl From<IpAddr> for RateLimitKey {
    fn from(address: IpAddr) -> RateLimitKey {
        RateLimitKey::Address(address)
    }
}

/// A limit of this many requests per client in this many seconds.
#[derive(Debug)]
struct Limit {
    name: &'static str,
    most: u32,
    seconds: u64,
    limiter: Keyed<RateLimitKey>,
    /// The same limit for IPv6 sites, which have many networks.
    sites: Keyed<IpAddr>,
}

/// The limits of the service.
#[derive(Debug)]
pub struct Limits {
    requests: Option<Limit>,
    creations: Option<Limit>,
    /// In units of [`UNIT`] bytes.
    writes: Option<Limit>,
    trusted: Vec<IpAddr>,
}

/// What a client has left of a limit, as the headers `RateLimit-Policy` and `RateLimit`.
pub type Allowance = Vec<(HeaderName, HeaderValue)>;

impl Limits {
    /// The limits of the settings.
    pub fn new(settings: &Settings) -> Limits {
        Limits {
            requests: Limit::new("requests", settings.rate, 1),
            creations: Limit::new("creations", settings.creations, 3600),
            writes: Limit::new("writes", settings.write_budget * UNITS_A_MEBIBYTE, 3600),
            trusted: settings.trusted_proxies.clone(),
        }
    }

    /// The client's address. Behind a trusted proxy it is the one named by the proxy, or the proxy's own if
    /// that is uncertain. For IPv6 it is the network of one household.
    pub fn client_of(&self, request: &HttpRequest) -> IpAddr {
        let peer = request
            .peer_addr()
            .map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.ip());
        if !self.trusted.contains(&peer) {
            forwarded::warn_once(request.headers(), peer);
            return network(peer);
        }
        let client = forwarded::client(request.headers(), &self.trusted);
        network(client.unwrap_or(peer))
    }

    /// The client that enters a code, for counting wrong codes.
    pub fn guesser(&self, request: &HttpRequest) -> ClientNetwork {
        let client = self.client_of(request);
        ClientNetwork {
            client,
            site: site(client),
        }
    }

    /// The client to count a request for: the administrator, a program with a valid key, or an address.
    pub fn payer(&self, request: &HttpRequest) -> RateLimitKey {
        let program = request.extensions().get::<RateLimitKey>().copied();
        program.unwrap_or_else(|| self.client_of(request).into())
    }

    /// Counts a request of this client.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn count(&self, client: impl Into<RateLimitKey>) -> Result<Allowance, Problem> {
        let limit = self.requests.as_ref();
        limit.map_or(Ok(Vec::new()), |limit| limit.count(client.into()))
    }

    /// Counts processor time as additional requests. If fewer are left, they are used up and the next request
    /// is refused.
    pub fn count_cost(&self, client: impl Into<RateLimitKey>, cost: Duration) {
        let requests = u32::try_from(cost.as_millis() / MILLIS_OF_REQUEST).unwrap_or(u32::MAX);
        if let Some(limit) = &self.requests {
            limit.count_as_far(client.into(), requests);
        }
    }

    /// Counts a match that a client opens with a body of so many bytes.
    ///
    /// # Errors
    /// 429, with how long to wait.
    pub fn count_opened(&self, request: &HttpRequest, bytes: usize) -> Result<(), Problem> {
        if let Some(limit) = &self.creations {
            limit.count(self.payer(request))?;
        }
        self.count_write(request, bytes)
    }

    /// Counts stored bytes: the body, plus the row that holds it.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn count_write(&self, request: &HttpRequest, bytes: usize) -> Result<(), Problem> {
        if let Some(limit) = &self.writes {
            let units = u32::try_from((bytes + ROW).div_ceil(UNIT)).unwrap_or(u32::MAX);
            limit.count_many(self.payer(request), units)?;
        }
        Ok(())
    }

    /// Drops clients that have sent nothing for a while.
    pub fn clean_up(&self) {
        for limit in [&self.requests, &self.creations, &self.writes] {
            let Some(limit) = limit else {
                continue;
            };
            limit.limiter.retain_recent();
            limit.limiter.shrink_to_fit();
            limit.sites.retain_recent();
            limit.sites.shrink_to_fit();
        }
    }
}

impl Limit {
    fn new(name: &'static str, most: u32, seconds: u64) -> Option<Limit> {
        let burst = NonZeroU32::new(most)?;
        let one = Duration::from_secs(seconds) / most;
        let quota = Quota::with_period(one)?.allow_burst(burst);
        let of_sites =
            Quota::with_period(one / SITE.get())?.allow_burst(burst.saturating_mul(SITE));
        Some(Limit {
            name,
            most,
            seconds,
            limiter: RateLimiter::keyed(quota).with_middleware(),
            sites: RateLimiter::keyed(of_sites).with_middleware(),
        })
    }

    fn count(&self, client: RateLimitKey) -> Result<Allowance, Problem> {
        self.count_many(client, 1)
    }

    /// Counts many units at once, at most the whole limit.
    fn count_many(&self, client: RateLimitKey, many: u32) -> Result<Allowance, Problem> {
        if client == RateLimitKey::Administrator {
            return Ok(Vec::new());
        }
        let many = NonZeroU32::new(many.min(self.most)).unwrap_or(NonZeroU32::MIN);
        // The number never exceeds the limit, so the outer results are never errors.
        let Ok(own) = self.limiter.check_key_n(&client, many) else {
            return Ok(Vec::new());
        };
        let counted = own.and_then(|state| match site_of(client) {
            Some(site) => match self.sites.check_key_n(&site, many) {
                Ok(of_site) => of_site.map(|_| state),
                Err(_) => Ok(state),
            },
            None => Ok(state),
        });
        match counted {
            Ok(state) => Ok(self.headers(state.remaining_burst_capacity(), self.seconds)),
            Err(until) => {
                let wait = until.wait_time_from(DefaultClock::default().now());
                let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
                let problem = Problem::new(ProblemKind::TooMany)
                    .with_args(args![seconds: i64::try_from(seconds).unwrap_or(i64::MAX)])
                    .with_header(RETRY_AFTER, HeaderValue::from(seconds));
                let headers = self.headers(0, seconds).into_iter();
                Err(headers.fold(problem, |problem, (name, value)| {
                    problem.with_header(name, value)
                }))
            }
        }
    }

    /// Counts as many units as are left.
    fn count_as_far(&self, client: RateLimitKey, many: u32) {
        let mut many = many.min(self.most);
        while many > 0 {
            if self.count_many(client, many).is_err() {
                many /= 2;
            } else {
                return;
            }
        }
    }

    /// The headers with what is left and the seconds until the limit is restored.
    fn headers(&self, left: u32, wait: u64) -> Allowance {
        let (name, most, seconds) = (self.name, self.most, self.seconds);
        let policy = format!("\"{name}\";q={most};w={seconds}");
        let limit = format!("\"{name}\";r={left};t={wait}");
        let headers = [("ratelimit-policy", policy), ("ratelimit", limit)].into_iter();
        headers
            .filter_map(|(name, value)| Some((HeaderName::from_static(name), value.parse().ok()?)))
            .collect()
    }
}

/// The IPv4 address, or for IPv6 the network of one household.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(long) => match long.to_ipv4_mapped() {
            Some(short) => short.into(),
            None => {
                let [a, b, c, d, ..] = long.segments();
                IpAddr::from([a, b, c, d, 0, 0, 0, 0])
            }
        },
    }
}

/// The IPv6 site of a client, if it is counted by address.
fn site_of(payer: RateLimitKey) -> Option<IpAddr> {
    match payer {
        RateLimitKey::Address(address) => site(address),
        RateLimitKey::Program(_) | RateLimitKey::Administrator => None,
    }
}

/// The site of an IPv6 network: its first 48 bits, which providers give to one customer.
pub fn site(network: IpAddr) -> Option<IpAddr> {
    let IpAddr::V6(network) = network else {
        return None;
    };
    let [a, b, c, ..] = network.segments();
    Some(IpAddr::from([a, b, c, 0, 0, 0, 0, 0]))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn limits(rate: u32) -> Limits {
        let trusted_proxies = vec![IpAddr::from([10, 0, 0, 1])];
        Limits::new(&Settings {
            trusted_proxies,
            rate,
            ..Settings::default()
        })
    }

    #[test]
    fn one_client_is_stopped_and_another_is_not() {
        let limits = limits(2);
        let (ann, bo) = (IpAddr::from([1, 2, 3, 4]), IpAddr::from([1, 2, 3, 5]));
        assert!(limits.count(ann).is_ok() && limits.count(ann).is_ok());
        assert_eq!(limits.count(ann).unwrap_err().kind(), ProblemKind::TooMany);
        assert!(limits.count(bo).is_ok());
    }

    #[test]
    fn only_a_trusted_proxy_names_the_client() {
        let limits = limits(1);
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
    fn a_site_with_many_networks_is_stopped_too() {
        let limits = limits(2);
        let of = |site: u16, network: u16| IpAddr::from([0x2001, 0xdb8, site, network, 0, 0, 0, 0]);
        assert!((0..8).all(|network| limits.count(of(7, network)).is_ok()));
        assert!(limits.count(of(7, 8)).is_err());
        assert!(limits.count(of(8, 0)).is_ok());
    }

    #[test]
    fn what_is_stored_is_counted_in_bytes() {
        let limits = Limits::new(&Settings {
            write_budget: 1,
            ..Settings::default()
        });
        let write = |last: u8, bytes: usize| {
            let peer = IpAddr::from([1, 2, 3, last]);
            let request = TestRequest::default().peer_addr((peer, 1).into());
            limits.count_write(&request.to_http_request(), bytes)
        };
        let kept = (0..40).take_while(|_| write(4, 99_488).is_ok()).count();
        assert_eq!(kept, 10, "10 times 100,000 bytes with their rows");
        let refused = write(4, 99_488).unwrap_err();
        assert_eq!(refused.kind(), ProblemKind::TooMany);
        assert!(write(4, 100).is_ok(), "a little is left");
        assert!(write(5, 99_488).is_ok(), "another client");
        assert!(write(6, 7 << 20).is_ok() && write(6, 1).is_err());
        let unlimited = Limits::new(&Settings {
            write_budget: 0,
            ..Settings::default()
        });
        let request = TestRequest::default().to_http_request();
        assert!((0..40).all(|_| unlimited.count_write(&request, 7 << 20).is_ok()));
        let most = Limits::new(&Settings {
            write_budget: 65_536,
            ..Settings::default()
        });
        assert!(most.writes.is_some());
    }

    #[test]
    fn what_is_judged_counts_by_what_it_costs() {
        let limits = limits(100);
        let client = IpAddr::from([1, 2, 3, 4]);
        let passed = |limits: &Limits| {
            (0..100)
                .take_while(|_| limits.count(client).is_ok())
                .count()
        };
        limits.count_cost(client, Duration::from_millis(4));
        limits.count_cost(client, Duration::from_millis(300));
        let left = passed(&limits);
        // Some units have been restored by now.
        assert!((40..80).contains(&left), "{left}");
        let spent = self::limits(100);
        spent.count_cost(client, Duration::from_secs(9));
        assert!(passed(&spent) < 50);
        let other = IpAddr::from([1, 2, 3, 5]);
        assert!(spent.count(other).is_ok());
    }

    #[test]
    fn neighbors_in_one_ipv6_network_count_as_one() {
        let one: IpAddr = "2001:db8:1:2::5".parse().unwrap();
        let other: IpAddr = "2001:db8:1:2:ffff::9".parse().unwrap();
        assert_eq!(network(one), network(other));
    }
}
