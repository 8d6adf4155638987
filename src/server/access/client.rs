//! `Overtrick-Client`: the secret by which a client without a key proves that it is the one that opened a match.

use std::fmt;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::HeaderName;
use actix_web::{FromRequest, HttpRequest};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::http::problem::Problem;
use crate::http::request::text_of;
use crate::http::values::text;
use crate::matches::request::Caller;
use crate::openapi::parameters::header;
use overtrick_core::{Finding, args};
use overtrick_match::ledger::Match;

const CLIENT: HeaderName = HeaderName::from_static("overtrick-client");
/// The fewest characters of a secret: 22 of base64 have 128 bits, if they are drawn at random.
const MIN_SECRET: usize = 22;
const MAX_SECRET: usize = 255;

/// The secret in the header `Overtrick-Client`, if the request has one.
#[derive(Default)]
pub struct ClientSecret(Option<String>);

// Hides the secret.
impl fmt::Debug for ClientSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientSecret(…)")
    }
}

impl ClientSecret {
    /// # Errors
    /// 400: a secret of fewer than 22 or more than 255 characters, or of characters that are not visible.
    fn from_request(request: &HttpRequest) -> Result<ClientSecret, Problem> {
        if !request.headers().contains_key(&CLIENT) {
            return Ok(ClientSecret(None));
        }
        let secret = text_of(request.headers(), &CLIENT).unwrap_or_default();
        let visible = secret.bytes().all(|byte| byte.is_ascii_graphic());
        if !visible || !(MIN_SECRET..=MAX_SECRET).contains(&secret.len()) {
            let length = secret.chars().count();
            let args = args![length: length, least: MIN_SECRET, most: MAX_SECRET];
            let fault = Finding::shape("client-form", "/Overtrick-Client", args);
            return Err(Problem::bad_request(fault));
        }
        Ok(ClientSecret(Some(secret)))
    }

    /// The secret.
    pub fn secret(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Whether the client proves that it opened a match.
    pub fn opened(&self, played: &Match) -> bool {
        let secret = self.secret();
        secret.is_some_and(|secret| played.is_opened_by(secret))
    }

    /// Returns the scope of the idempotency keys of whoever opens a match: the administrator, a program, or the
    /// client with this secret. `None` if the request proves nothing.
    pub fn scope(&self, caller: Option<&Caller>) -> Option<String> {
        match caller {
            Some(Caller::Key(_)) | None => self.secret().map(|secret| format!("client/{secret}")),
            Some(caller) => Some(caller.scope()),
        }
    }
}

impl FromRequest for ClientSecret {
    type Error = Problem;
    type Future = Ready<Result<ClientSecret, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(ClientSecret::from_request(request))
    }
}

impl IntoParams for ClientSecret {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "A secret that the client draws at random and keeps; the log stores only a digest of it. A client without a key proves by it that it opened a match: only then are keys returned again";
        let secret = text()
            .min_length(Some(MIN_SECRET))
            .max_length(Some(MAX_SECRET));
        vec![header(
            "Overtrick-Client",
            about,
            secret.pattern(Some("^[!-~]+$")),
        )]
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn sent(secret: &str) -> Result<Option<String>, ()> {
        let request = TestRequest::post().insert_header((CLIENT, secret));
        let read = ClientSecret::from_request(&request.to_http_request());
        read.map(|read| read.0).map_err(|_| ())
    }

    #[test]
    fn a_secret_has_22_to_255_visible_characters() {
        for (length, is_accepted) in [(21, false), (22, true), (255, true), (256, false)] {
            assert_eq!(sent(&"x".repeat(length)).is_ok(), is_accepted, "{length}");
        }
        assert_eq!(sent("a secret with spaces in it"), Err(()));
        let none = ClientSecret::from_request(&TestRequest::get().to_http_request());
        assert_eq!(none.unwrap().secret(), None);
        let secret = ClientSecret(Some("x".repeat(22)));
        assert!(!format!("{secret:?}").contains('x'));
    }
}
