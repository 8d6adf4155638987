//! `/address`: the address at which other devices reach the service, for links and QR codes made on its own
//! machine.

use std::net::{IpAddr, SocketAddr};

use actix_web::http::header::{self, HeaderName};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::base_url::BaseUrl;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::request::text_of;

/// The address at which other devices reach the service.
#[derive(Debug, Serialize, ToSchema)]
struct Address {
    reach: Reached,
    /// The address of the page, with a trailing slash; only with `public` and `network`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uri")]
    url: Option<String>,
}

/// How other devices reach the service.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Reached {
    /// At the public address in the settings.
    Public,
    /// At an address of its machine in the local network.
    Network,
    /// Not at all: the service listens on its own machine only.
    Machine,
    /// The service listens on all addresses of its machine, but none could be determined.
    Unknown,
    /// At the address of this request, which did not come from the service's machine.
    Asked,
}

/// Show the address at which other devices reach the service.
///
/// Addresses of the machine are shown only to requests from the machine itself.
#[utoipa::path(get, path = "/api/v1/address", tag = "internal", operation_id = "address", responses(
    (status = 200, description = "The address, or why there is none", body = Address),
))]
pub async fn address(request: HttpRequest, service: Data<Service>) -> Answer {
    let is_told = service.settings.public_url.is_some() || is_from_the_machine(&request, &service);
    let (reach, url) = match is_told.then(|| service.reach()) {
        None => (Reached::Asked, None),
        Some(BaseUrl::Public(url)) => (Reached::Public, Some(url)),
        Some(BaseUrl::Network(url)) => (Reached::Network, Some(url)),
        Some(BaseUrl::Machine) => (Reached::Machine, None),
        Some(BaseUrl::Unknown) => (Reached::Unknown, None),
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Address { reach, url }))
}

/// Whether the request comes from a browser on the service's machine, for a page at a local address: not
/// through a proxy, and not from a page of another site.
fn is_from_the_machine(request: &HttpRequest, service: &Service) -> bool {
    let headers = request.headers();
    if FORWARDED.iter().any(|name| headers.contains_key(name)) {
        return false;
    }
    let names_machine = |text: &str| {
        let authority = text
            .split_once("://")
            .map_or(text, |(_, authority)| authority);
        is_loopback(authority)
    };
    service
        .limits
        .client_of(request)
        .to_canonical()
        .is_loopback()
        && text_of(headers, &header::HOST).is_some_and(|host| is_loopback(&host))
        && (!headers.contains_key(header::ORIGIN)
            || text_of(headers, &header::ORIGIN).is_some_and(|origin| names_machine(&origin)))
}

/// The headers in which a proxy names its client.
static FORWARDED: [HeaderName; 2] = [
    HeaderName::from_static("forwarded"),
    HeaderName::from_static("x-forwarded-for"),
];

/// Whether a `Host` header names the local machine.
fn is_loopback(host: &str) -> bool {
    if let Ok(address) = host.parse::<SocketAddr>() {
        return address.ip().to_canonical().is_loopback();
    }
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    if let Ok(ip) = bare.parse::<IpAddr>() {
        return ip.to_canonical().is_loopback();
    }
    let name = host.split(':').next().unwrap_or_default();
    name.eq_ignore_ascii_case("localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "",
            "club.example",
            "localhost.club.example:80",
            "192.168.1.20:80",
            "[fd00::5]:80",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
