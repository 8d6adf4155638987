//! Published matches: frames, pages, pictures, sheets, lists and feeds that everybody may see.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};

use crate::app::base_url::BaseUrl;
use crate::app::state::Service;
use crate::http::{Headers, Problem, ProblemKind, etag, in_language, text_of};
use overtrick_match::lang::Language;
use overtrick_match::ledger::Match;
use overtrick_store::PublicationUpdate;

pub mod board;
pub mod frame;
pub mod list;
pub mod match_page;
pub mod oembed;
pub mod picture;

impl From<askama::Error> for Problem {
    fn from(_: askama::Error) -> Problem {
        ProblemKind::Internal.into()
    }
}

/// Returns the data about a match in the list of published matches.
pub fn publication_of(played: &Match) -> PublicationUpdate {
    let publication = played.publication();
    publication.map_or(PublicationUpdate::Hidden, PublicationUpdate::Published)
}

/// Returns the update of the list of published matches after an event, or `None` if nothing changes.
pub fn publication_update(before: Option<&Match>, after: &Match) -> Option<PublicationUpdate> {
    let was = before.and_then(Match::publication);
    (was != after.publication()).then(|| publication_of(after))
}

/// Returns an answer in this language with the headers of a policy, and a digest of its contents as ETag.
pub fn answer(
    request: &HttpRequest,
    policy: Headers,
    media: &'static str,
    language: &Language,
    contents: impl Into<Vec<u8>>,
) -> HttpResponse {
    let mut builder = in_language(language);
    policy(&mut builder).content_type(media);
    etag::answer(request, builder, contents.into())
}

/// Returns the address of the service, with a trailing slash: the public address in the settings, or the address of
/// the request.
pub fn home(request: &HttpRequest, service: &Service) -> String {
    let settings = &service.settings;
    if settings.public_url.is_some()
        && let BaseUrl::Public(url) = service.reach()
    {
        return url;
    }
    let host = text_of(request.headers(), &header::HOST).filter(|host| is_authority(host));
    let host = host.unwrap_or_else(|| "localhost".to_owned());
    let is_secure = settings.is_secure();
    let scheme = if is_secure { "https" } else { "http" };
    format!("{scheme}://{host}{}/", settings.base_path)
}

/// Whether a `Host` header is a name or an address, with or without a port. Checked because pages contain it.
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
