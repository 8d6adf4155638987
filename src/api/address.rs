//! `/address`: where other devices reach the service, for links and QR codes that are made on its own
//! machine.

use std::net::{IpAddr, SocketAddr};

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use super::reach::Reach;
use super::responses::NotAcceptable;
use super::service::Service;
use crate::http::answer::Answer;
use crate::http::request::{self, text_of};

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
pub async fn address(request: HttpRequest, service: Data<Service>) -> Answer {
    request::accepts(&request, "application/json")?;
    let (reach, url) = match service.reach() {
        Reach::Public(url) => (Reached::Public, Some(url)),
        _ if !is_from_the_machine(&request) => (Reached::Asked, None),
        Reach::Network(url) => (Reached::Network, Some(url)),
        Reach::Machine => (Reached::Machine, None),
        Reach::Unknown => (Reached::Unknown, None),
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Address { reach, url }))
}

/// Whether a browser on the machine of the service asks, at an address that is the machine's alone. A
/// proxy there asks at the name of its client.
fn is_from_the_machine(request: &HttpRequest) -> bool {
    let peer = request.peer_addr();
    let host = text_of(request.headers(), &header::HOST);
    peer.is_some_and(|peer| peer.ip().to_canonical().is_loopback())
        && host.is_some_and(|host| is_loopback(&host))
}

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
