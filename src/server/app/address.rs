//! `/address` and `/qr`: the address at which other devices reach the service, for links made on its own machine, and QR
//! codes of links.

use std::net::IpAddr;

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;
use url::{Host, Url};
use utoipa::ToSchema;
use validator::Validate;

use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::ProblemKind;
use crate::http::request::text_of;
use crate::limits::is_forwarded;
use crate::openapi::responses::{BodyErrors, Refused};
use overtrick_match::qr::svg;

/// Show the address at which other devices reach the service.
///
/// Addresses of the machine are shown only to requests from the machine itself.
#[utoipa::path(get, path = "/api/v1/address", tag = "internal", operation_id = "address", responses(
    (status = 200, description = "The address, or why there is none"),
))]
pub async fn address(request: HttpRequest, service: Data<Service>) -> Answer {
    let is_told = service.settings.public_url.is_some() || is_from_the_machine(&request, &service);
    let mut builder = HttpResponse::Ok();
    builder.insert_header((header::CACHE_CONTROL, "no-store"));
    Ok(if is_told {
        builder.json(service.reach())
    } else {
        // Other devices reach it at the address of this request.
        builder.json(json!({ "reach": "asked" }))
    })
}

/// Whether the request comes from a browser on the service's machine, for a page at a local address: not
/// through a proxy, and not from a page of another site.
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

/// Whether an address names the local machine.
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
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct QrRequest {
    /// The text
    #[validate(required, length(min = 1, max = 500))]
    text: Option<String>,
}

/// Draw a QR code of a text, as SVG without a fixed size. The text is sent in the body: a link with a key
/// must not be in a query, because queries are logged.
#[utoipa::path(post, path = "/api/v1/qr", tag = "internal", operation_id = "qr",
    request_body = QrRequest, responses(
    (status = 200, description = "The code", content_type = "image/svg+xml", body = String),
    BodyErrors, Refused,
))]
pub async fn qr(body: Body) -> Answer {
    let QrRequest { text } = body.read()?;
    let code = svg(&text.unwrap_or_default()).ok_or(ProblemKind::Internal)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("image/svg+xml")
        .body(code))
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
