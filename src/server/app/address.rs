//! `/address`: where other devices reach the service, for links and QR codes that are made on its own
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
use crate::http::request::{AcceptsJson, text_of};
use crate::openapi::responses::NotAcceptable;

/// Where other devices reach the service.
#[derive(Debug, Serialize, ToSchema)]
struct Address {
    reach: Reached,
    /// The address of the page, with a slash at its end: with `public` and `network`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uri")]
    url: Option<String>,
}

/// By which way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Reached {
    /// At the address that the settings name for people.
    Public,
    /// At an address of its machine, in the network of the machine.
    Network,
    /// Not at all: the service listens for its own machine alone.
    Machine,
    /// The service listens at all addresses of its machine, none of which could be found.
    Unknown,
    /// At the address that was asked: the request did not come from the machine itself.
    Asked,
}

/// Where other devices reach the service.
///
/// Addresses of the machine are told to the machine itself alone.
#[utoipa::path(get, path = "/api/v1/address", tag = "table", operation_id = "address", responses(
    (status = 200, description = "The address, or why there is none", body = Address),
    NotAcceptable,
))]
pub async fn address(_: AcceptsJson, request: HttpRequest, service: Data<Service>) -> Answer {
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

/// Whether a browser on the machine of the service asks, for a page at an address that is the machine's
/// alone: neither a proxy for somebody else, nor the page of another site.
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

/// Whether a `Host` names the machine that asks.
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
