//! The absolute address of the service, for links and feeds that are read elsewhere.

use actix_web::HttpRequest;
use actix_web::http::header;

use crate::app::base_url::BaseUrl;
use crate::app::state::Service;
use crate::http::request::text_of;

/// The address of the service, with a trailing slash: the public one in the settings, or the request's.
pub fn home(request: &HttpRequest, service: &Service) -> String {
    let settings = &service.settings;
    if settings.public_url.is_some()
        && let BaseUrl::Public(url) = service.reach()
    {
        return url;
    }
    let host = text_of(request.headers(), &header::HOST).filter(|host| is_authority(host));
    let host = host.unwrap_or_else(|| "localhost".to_owned());
    let scheme = if settings.is_secure() {
        "https"
    } else {
        "http"
    };
    format!("{scheme}://{host}{}/", settings.base_path)
}

/// Whether a `Host` header is a name or an address, with or without a port; it is written into pages.
fn is_authority(host: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    !host.is_empty() && host.len() <= 255 && host.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address() {
        for host in [
            "club.example",
            "127.0.0.1:8080",
            "[fd00::5]:80",
            "localhost",
        ] {
            assert!(is_authority(host), "{host}");
        }
        for host in ["", "a/b", "a\"b", "a b", "<x>", "a@b"] {
            assert!(!is_authority(host), "{host}");
        }
    }
}
