//! `Prefer` (RFC 7240): whether a client wants the match in the answer to its change.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::http::values::text;
use crate::openapi::parameters::header;

/// The request header.
const PREFER: HeaderName = HeaderName::from_static("prefer");

/// The header of an answer that followed `return=minimal`.
pub const APPLIED: (HeaderName, HeaderValue) = (
    HeaderName::from_static("preference-applied"),
    HeaderValue::from_static("return=minimal"),
);

/// What a client prefers.
#[derive(Debug, Clone, Copy)]
pub struct Prefer {
    /// Whether it is an answer without a body.
    pub minimal: bool,
}

impl Prefer {
    /// What the headers of a request say.
    pub fn from_headers(headers: &HeaderMap) -> Prefer {
        let minimal = wants_minimal(headers);
        Prefer { minimal }
    }
}

impl IntoParams for Prefer {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "`return=minimal` for an answer without the match";
        vec![header("Prefer", about, text())]
    }
}

/// Whether a client prefers an answer without a body. Other preferences are ignored; of two that
/// contradict each other, the first one counts.
fn wants_minimal(headers: &HeaderMap) -> bool {
    let values = headers.get_all(&PREFER);
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| split(value, ','))
        .find_map(return_value)
        .is_some_and(|value| value.eq_ignore_ascii_case("minimal"))
}

/// The value of a preference, if it is `return`; its parameters are ignored.
fn return_value(preference: &str) -> Option<&str> {
    let preference = split(preference, ';').next()?;
    let (name, value) = preference.split_once('=')?;
    let named = name.trim().eq_ignore_ascii_case("return");
    named.then_some(value.trim().trim_matches('"'))
}

/// Splits a text at separators outside quotes.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |letter| {
        quoted ^= letter == '"';
        letter == separator && !quoted
    })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn minimal(values: &[&str]) -> bool {
        let request = values
            .iter()
            .fold(TestRequest::default(), |request, value| {
                request.append_header((PREFER, *value))
            });
        wants_minimal(request.to_http_request().headers())
    }

    #[test]
    fn the_first_return_counts_and_all_else_is_ignored() {
        for values in [
            &["return=minimal"][..],
            &["Return = \"minimal\""],
            &["respond-async, return=minimal; foo=\"bar, baz\""],
            &["wait=10; return=representation", "return=minimal"],
            &["return=minimal, return=representation"],
            &["note=\"a, return=representation\", return=minimal"],
        ] {
            assert!(minimal(values), "{values:?}");
        }
        for values in [
            &[][..],
            &["return=representation"],
            &["return=representation, return=minimal"],
            &["return"],
            &["minimal"],
            &["x-return=minimal"],
            &["note=\"return=minimal\""],
        ] {
            assert!(!minimal(values), "{values:?}");
        }
    }
}
