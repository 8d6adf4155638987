//! The client behind a trusted proxy, from `X-Forwarded-For` and `Forwarded` (RFC 7239).

use std::net::{IpAddr, SocketAddr};
use std::sync::Once;

use actix_web::http::header::{FORWARDED, HeaderMap, HeaderName};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address nearest to the service, in a trusted proxy's headers, that is not a trusted proxy's.
///
/// `None` if there is none or it is uncertain: an address on the way cannot be read, or the two headers name
/// different clients, so that the client may have sent one of them itself.
pub fn client(headers: &HeaderMap, trusted: &[IpAddr]) -> Option<IpAddr> {
    let old = headers.contains_key(X_FORWARDED_FOR);
    let new = headers.contains_key(FORWARDED);
    let named_by_old = || nearest(values(headers, &X_FORWARDED_FOR), trusted, address);
    let named_by_new = || nearest(values(headers, &FORWARDED), trusted, forwarded_for);
    match (old, new) {
        (true, false) => named_by_old(),
        (false, true) => named_by_new(),
        (true, true) => named_by_old().filter(|client| named_by_new() == Some(*client)),
        (false, false) => None,
    }
}

/// Whether a proxy, or a client that pretends to be one, names the client.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.contains_key(X_FORWARDED_FOR) || headers.contains_key(FORWARDED)
}

/// Warns the operator, once, of a forwarded address from a peer that is not trusted: a proxy that the settings do not
/// name, whose clients all count as one, or a client that pretends to be a proxy.
pub fn warn_once(headers: &HeaderMap, peer: IpAddr) {
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

/// The elements of a list header, in order; `None` for a line that is not text.
fn values(headers: &HeaderMap, name: &HeaderName) -> Vec<Option<String>> {
    let mut elements = Vec::new();
    for line in headers.get_all(name) {
        match line.to_str() {
            Ok(text) => elements.extend(text.split(',').map(|element| Some(element.to_owned()))),
            Err(_) => elements.push(None),
        }
    }
    elements
}

fn nearest(
    elements: Vec<Option<String>>,
    trusted: &[IpAddr],
    read: impl Fn(&str) -> Option<IpAddr>,
) -> Option<IpAddr> {
    for element in elements.into_iter().rev() {
        let address = read(&element?)?.to_canonical();
        if !trusted.contains(&address) {
            return Some(address);
        }
    }
    None
}

/// The `for` address of an element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        let is_client = name.trim().eq_ignore_ascii_case("for");
        is_client.then(|| address(value.trim().trim_matches('"')))?
    })
}

/// An address with or without port; IPv6 with or without brackets.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
        .unwrap_or(text);
    let with_port = || Some(text.parse::<SocketAddr>().ok()?.ip());
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn named(lines: &[(&'static str, &'static str)]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            );
        }
        let trusted = [IpAddr::from([10, 0, 0, 1])];
        client(&headers, &trusted).map(|client| client.to_string())
    }

    #[test]
    fn the_nearest_address_that_is_no_proxy_is_the_client() {
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
            (
                "forwarded",
                "for=6.6.6.6, FOR=7.7.7.7;proto=https",
                "7.7.7.7",
            ),
            (
                "forwarded",
                "proto=http; for=\"[2001:db8::7]:4711\"",
                "2001:db8::7",
            ),
        ] {
            assert_eq!(
                named(&[(header, value)]).as_deref(),
                Some(client),
                "{value}"
            );
        }
    }

    #[test]
    fn what_cannot_be_read_names_nobody() {
        for (header, value) in [
            ("x-forwarded-for", "6.6.6.6, unknown"),
            ("x-forwarded-for", "6.6.6.6, 7.7.7.7:port"),
            ("x-forwarded-for", "6.6.6.6,"),
            ("x-forwarded-for", "10.0.0.1"),
            ("forwarded", "for=6.6.6.6, for=_hidden"),
            ("forwarded", "for=6.6.6.6, by=10.0.0.1"),
        ] {
            assert_eq!(named(&[(header, value)]), None, "{value}");
        }
        assert_eq!(named(&[]), None);
    }

    #[test]
    fn two_headers_that_differ_name_nobody() {
        let old = ("x-forwarded-for", "7.7.7.7");
        assert_eq!(
            named(&[old, ("forwarded", "for=7.7.7.7")]).as_deref(),
            Some("7.7.7.7")
        );
        assert_eq!(named(&[old, ("forwarded", "for=6.6.6.6")]), None);
        assert_eq!(
            named(&[("x-forwarded-for", "6.6.6.6"), old]).as_deref(),
            Some("7.7.7.7")
        );
    }
}
