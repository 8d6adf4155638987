//! The address of the service for its users, and the endpoints `/address` and `/qr`, which a browser on the
//! service's machine uses to make links for other devices.

use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs, UdpSocket};

use actix_web::HttpRequest;
use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::{Host, Url};
use validator::Validate;

use crate::app::state::Service;
use crate::http::{Answer, Body, ProblemKind, text_of, unstored};
use crate::limits::is_forwarded;
use crate::settings::Settings;
use overtrick_match::qr::svg;

/// The address at which the service's page can be reached, with a final slash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reach", content = "url", rename_all = "lowercase")]
pub enum BaseUrl {
    /// The public address in the settings.
    Public(String),
    /// An address in the local network.
    Network(String),
    /// The service can be reached only from this machine.
    Machine,
    /// The service listens on all addresses of this machine, but no address could be found.
    Unknown,
}

impl BaseUrl {
    /// Returns the address of a service with these listening addresses. `outgoing` returns the source
    /// address for connections from this machine.
    pub fn new(
        settings: &Settings,
        listening: &[SocketAddr],
        outgoing: impl Fn(IpAddr) -> Option<IpAddr>,
    ) -> BaseUrl {
        if let Some(url) = &settings.public_url {
            return BaseUrl::Public(public(url, &settings.base_path));
        }
        let at = |address: SocketAddr| BaseUrl::Network(url_at(settings, address) + "/");
        let (any, own): (Vec<SocketAddr>, Vec<SocketAddr>) = listening
            .iter()
            .filter(|address| !address.ip().to_canonical().is_loopback())
            .partition(|address| address.ip().is_unspecified());
        if let Some(address) = own.first() {
            return at(*address);
        }
        if any.is_empty() {
            return BaseUrl::Machine;
        }
        let found = any.iter().find_map(|address| {
            let own = outgoing(address.ip());
            // A socket bound to `[::]` usually accepts IPv4 too.
            let other = || outgoing(Ipv4Addr::UNSPECIFIED.into());
            let ip = own.or_else(other)?;
            Some(SocketAddr::new(ip, address.port()))
        });
        found.map_or(BaseUrl::Unknown, at)
    }
}

/// Returns a public IP address at which the service would listen without `public_url`, with a wrong host and
/// scheme in links and QR codes. `None` if `public_url` is set, or if all addresses are local or private.
pub fn public_address(settings: &Settings) -> Option<IpAddr> {
    if settings.public_url.is_some() {
        return None;
    }
    // If the address cannot be resolved, binding reports the error later.
    let listening = settings.bind.to_socket_addrs().into_iter().flatten();
    public_among(listening.map(|address| address.ip()), outgoing)
}

/// Like [`public_address`]. `outgoing` returns the source address for connections from this machine.
fn public_among(
    mut listening: impl Iterator<Item = IpAddr>,
    outgoing: impl Fn(IpAddr) -> Option<IpAddr>,
) -> Option<IpAddr> {
    listening.find_map(|address| {
        let reached = if address.is_unspecified() {
            outgoing(address)?
        } else {
            address
        };
        (!is_private(reached)).then_some(reached)
    })
}

/// Whether an address belongs to this machine or to a private network.
pub fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => {
            // Internet providers (RFC 6598) and private networks use 100.64.0.0/10, which is not public.
            let is_shared = ip.octets()[0] == 100 && ip.octets()[1] & 0xc0 == 64;
            // Documentation addresses are not routed on the internet, but some closed networks use them.
            let is_closed = is_shared || ip.is_documentation();
            ip.is_loopback() || ip.is_private() || ip.is_link_local() || is_closed
        }
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

/// Returns the page's address for this machine, without a trailing slash.
pub fn on_this_machine(settings: &Settings, listening: SocketAddr) -> String {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    url_at(settings, SocketAddr::new(ip, listening.port()))
}

/// Returns the page's address at this host and port, without a trailing slash.
pub fn url_at(settings: &Settings, address: impl Display) -> String {
    let secure = settings.tls_cert.is_some();
    let scheme = if secure { "https" } else { "http" };
    format!("{scheme}://{address}{}", settings.base_path)
}

/// Returns the public address in the settings, with the base path if it has no path of its own. User name
/// and password are removed, because everybody sees the address.
fn public(url: &str, base_path: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = authority.rsplit('@').next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    if path.is_empty() {
        format!("{scheme}://{host}{base_path}/")
    } else {
        format!("{scheme}://{host}/{path}/")
    }
}

/// Returns the source address for connections from this machine. Sends nothing: connecting a UDP socket
/// only makes the system look up the route. The destination is a documentation address (RFC 5737, RFC
/// 3849), for which the system chooses the same route as for any remote address.
pub fn outgoing(family: IpAddr) -> Option<IpAddr> {
    const DISCARD: u16 = 9;
    let (any, far): (IpAddr, IpAddr) = match family {
        IpAddr::V4(_) => (
            Ipv4Addr::UNSPECIFIED.into(),
            Ipv4Addr::new(192, 0, 2, 1).into(),
        ),
        IpAddr::V6(_) => (
            Ipv6Addr::UNSPECIFIED.into(),
            Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
        ),
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((far, DISCARD)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then_some(own)
}

/// Show the address at which other devices reach the service.
///
/// The machine's own addresses are shown only to requests from the machine itself.
#[utoipa::path(get, path = "/api/v1/address", tag = "internal")]
pub async fn address(request: HttpRequest, service: Data<Service>) -> Answer {
    let is_shown = service.settings.public_url.is_some() || is_from_the_machine(&request, &service);
    let mut builder = unstored(StatusCode::OK);
    Ok(if is_shown {
        builder.json(service.reach())
    } else {
        // The service can be reached at the address of this request.
        builder.json(json!({ "reach": "asked" }))
    })
}

/// Whether the request comes from a browser on the service's machine that shows the page at a local
/// address. Refuses requests through a proxy and from other sites.
fn is_from_the_machine(request: &HttpRequest, service: &Service) -> bool {
    let headers = request.headers();
    let client = service.limits.client_of(request).to_canonical();
    let host = text_of(headers, &header::HOST).map(|host| format!("http://{host}"));
    let origin = text_of(headers, &header::ORIGIN);
    let has_origin = headers.contains_key(header::ORIGIN);
    !is_forwarded(headers)
        && client.is_loopback()
        && host.is_some_and(|host| is_loopback(&host))
        && (!has_origin || origin.is_some_and(|origin| is_loopback(&origin)))
}

/// Whether a URL names the local machine.
fn is_loopback(url: &str) -> bool {
    let url = Url::parse(url).ok();
    match url.as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => IpAddr::V6(ip).to_canonical().is_loopback(),
        None => false,
    }
}

/// A request for a QR code.
#[derive(Debug, Default, Deserialize, Validate)]
#[serde(default, deny_unknown_fields)]
pub struct QrRequest {
    /// The text
    #[validate(required, length(min = 1, max = 500))]
    text: Option<String>,
}

/// Draw a QR code of a text, as SVG without a fixed size. Send the text in the body: queries may be logged,
/// and a link may contain a key.
#[utoipa::path(post, path = "/api/v1/qr", tag = "internal")]
pub async fn qr(body: Body) -> Answer {
    let QrRequest { text } = body.read()?;
    let code = svg(&text.unwrap_or_default()).ok_or(ProblemKind::Internal)?;
    Ok(unstored(StatusCode::OK)
        .content_type("image/svg+xml")
        .body(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the address of a service with these listening addresses, on a machine with these own addresses.
    fn reach(set: impl FnOnce(&mut Settings), listening: &[&str], own: &[&str]) -> BaseUrl {
        let mut settings = Settings::default();
        set(&mut settings);
        let listening: Vec<SocketAddr> = listening.iter().map(|it| it.parse().unwrap()).collect();
        let own: Vec<IpAddr> = own.iter().map(|it| it.parse().unwrap()).collect();
        BaseUrl::new(&settings, &listening, |family| {
            own.iter()
                .copied()
                .find(|ip| ip.is_ipv4() == family.is_ipv4())
        })
    }

    fn network(url: &str) -> BaseUrl {
        BaseUrl::Network(url.into())
    }

    #[test]
    fn a_service_on_all_addresses_is_reached_at_its_network_address() {
        let found = reach(|_| {}, &["0.0.0.0:8080"], &["fd00::5", "192.168.1.20"]);
        assert_eq!(found, network("http://192.168.1.20:8080/"));
    }

    #[test]
    fn an_ipv6_address_is_in_brackets() {
        let found = reach(|_| {}, &["[::]:8080"], &["192.168.1.20", "fd00::5"]);
        assert_eq!(found, network("http://[fd00::5]:8080/"));
        let only_ipv4 = reach(|_| {}, &["[::]:8080"], &["192.168.1.20"]);
        assert_eq!(only_ipv4, network("http://192.168.1.20:8080/"));
        let bound = reach(|_| {}, &["[fd00::7]:80"], &[]);
        assert_eq!(bound, network("http://[fd00::7]:80/"));
    }

    #[test]
    fn a_bound_address_is_preferred_to_a_detected_one() {
        let listening = ["127.0.0.1:1", "0.0.0.0:2", "10.1.1.1:3"];
        let found = reach(|_| {}, &listening, &["192.168.1.20"]);
        assert_eq!(found, network("http://10.1.1.1:3/"));
    }

    #[test]
    fn a_service_at_loopback_is_reached_only_from_its_machine() {
        for listening in ["127.0.0.1:8080", "[::1]:8080", "[::ffff:127.0.0.1]:8080"] {
            let found = reach(|_| {}, &[listening], &["192.168.1.20"]);
            assert_eq!(found, BaseUrl::Machine, "{listening}");
        }
    }

    #[test]
    fn a_machine_without_a_network_has_no_address() {
        assert_eq!(reach(|_| {}, &["0.0.0.0:8080"], &[]), BaseUrl::Unknown);
    }

    #[test]
    fn the_public_url_is_preferred() {
        let named = |url: &str, base: &str| {
            let set = |settings: &mut Settings| {
                settings.public_url = Some(url.into());
                settings.base_path = base.into();
            };
            reach(set, &["127.0.0.1:8080"], &["192.168.1.20"])
        };
        let public = |url: &str| BaseUrl::Public(url.into());
        let club = "https://club.example";
        assert_eq!(named(club, ""), public("https://club.example/"));
        let below = public("https://club.example/cards/");
        assert_eq!(named("https://club.example/", "/cards"), below);
        assert_eq!(named("https://club.example/cards/", "/cards"), below);
        let with_password = named("https://ann:word@club.example", "");
        assert_eq!(with_password, public("https://club.example/"));
    }

    #[test]
    fn only_internet_addresses_are_public() {
        let public = |listening: &str, own: &str| {
            let listening: IpAddr = listening.parse().unwrap();
            let own: IpAddr = own.parse().unwrap();
            public_among([listening].into_iter(), |_| Some(own)).is_some()
        };
        for address in ["8.8.8.8", "2606:4700::7", "::ffff:8.8.8.8"] {
            assert!(public(address, "10.0.0.1"), "{address}");
            assert!(public("0.0.0.0", address), "{address}");
        }
        for address in [
            "127.0.0.1",
            "10.1.1.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.0.1",
            "100.64.0.1",
            "192.0.2.2",
            "::1",
            "fd00::5",
            "fe80::1",
        ] {
            assert!(!public(address, "8.8.8.8"), "{address}");
            assert!(!public("::", address), "{address}");
        }
    }

    #[test]
    fn https_and_the_base_path_are_part_of_the_address() {
        let set = |settings: &mut Settings| {
            settings.tls_cert = Some("cert.pem".into());
            settings.base_path = "/cards".into();
        };
        let found = reach(set, &["0.0.0.0:8443"], &["192.168.1.20"]);
        assert_eq!(found, network("https://192.168.1.20:8443/cards/"));
    }

    #[test]
    fn a_service_on_all_addresses_is_at_loopback_on_its_machine() {
        let here = |at: &str| on_this_machine(&Settings::default(), at.parse().unwrap());
        assert_eq!(here("0.0.0.0:80"), "http://127.0.0.1:80");
        assert_eq!(here("[::]:80"), "http://[::1]:80");
        assert_eq!(here("10.1.1.1:80"), "http://10.1.1.1:80");
    }

    #[test]
    fn only_names_of_the_machine_itself_are_loopback() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1",
            "127.1.2.3:80",
            "[::1]",
            "[::1]:80",
        ] {
            assert!(is_loopback(&format!("http://{host}")), "{host}");
        }
        for host in [
            "",
            "club.example",
            "localhost.club.example:80",
            "192.168.1.20:80",
            "[fd00::5]:80",
        ] {
            assert!(!is_loopback(&format!("http://{host}")), "{host}");
        }
    }
}
