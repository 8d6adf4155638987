//! Entity tags of match versions and of other contents, and the preconditions in requests.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType, EntityTag, Header, HeaderName};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::http::file::short;
use crate::http::{Answer, extractors, text, text_of};
use crate::matches::change::Precondition;
use crate::matches::match_response;
use crate::openapi::header;
use overtrick_match::document::Detail;
use overtrick_match::lang::Language;

/// The header with the id of the client's last event.
pub const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// The precondition in `If-Match`: the expected version of the match. It may be missing; the operation must
/// check this.
#[derive(Debug)]
pub struct IfMatch(pub Precondition);

extractors! {
    IfMatch = |request| Ok(IfMatch(if_match(request)));
}

impl IntoParams for IfMatch {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "The ETag of the version to change; required";
        vec![header("If-Match", about, text())]
    }
}

/// Returns the strong tag of a match for a version, a language and a level of detail.
pub fn tag(version: u64, language: &Language, detail: Detail) -> String {
    match detail {
        Detail::Full => format!("\"{version}.{}\"", language.tag()),
        less => format!("\"{version}.{}.{}\"", language.tag(), less.word()),
    }
}

/// Reads the precondition in `If-Match`. Accepts a weak tag or a tag with a suffix, because proxies that
/// compress an answer change its tag in these ways, although the version is the same.
fn if_match(request: &HttpRequest) -> Precondition {
    if !request.headers().contains_key(header::IF_MATCH) {
        return Precondition::Missing;
    }
    let written = || text_of(request.headers(), &header::IF_MATCH).unwrap_or_default();
    match header::IfMatch::parse(request) {
        Ok(header::IfMatch::Any) => Precondition::Any,
        Ok(header::IfMatch::Items(tags)) if !tags.is_empty() => {
            Precondition::OneOf(tags.iter().filter_map(version_of).collect())
        }
        _ => Precondition::Unreadable(written()),
    }
}

/// Whether the client already has the contents with this tag, in any encoding.
pub fn has_tag(request: &HttpRequest, own: &str) -> bool {
    let own = own.trim_matches('"');
    let is_own = |tag: &EntityTag| {
        let encoding = tag.tag().strip_prefix(own);
        encoding.is_some_and(|rest| rest.is_empty() || rest.starts_with(MARKS))
    };
    match header::IfNoneMatch::parse(request) {
        Ok(header::IfNoneMatch::Any) => true,
        Ok(header::IfNoneMatch::Items(tags)) => tags.iter().any(is_own),
        Err(_) => false,
    }
}

fn version_of(tag: &EntityTag) -> Option<u64> {
    let text = tag.tag().split(['.', MARKS[0], MARKS[1]]).next();
    text?.parse().ok()
}

/// The characters that separate a tag from a proxy's suffix, as in `"7.en-gzip"` and `"7.en;br"`.
const MARKS: [char; 2] = ['-', ';'];

/// Returns an answer with these contents and their tag, or 304 if the client already has the contents.
pub fn answer(
    request: &HttpRequest,
    mut builder: HttpResponseBuilder,
    bytes: Vec<u8>,
) -> HttpResponse {
    let tag = format!("\"{}\"", short(&Sha256::digest(&bytes)));
    let is_cached = has_tag(request, &tag);
    builder.insert_header((header::ETAG, tag));
    if is_cached {
        return builder.status(StatusCode::NOT_MODIFIED).finish();
    }
    builder.body(bytes)
}

/// Like [`answer`], for JSON.
///
/// # Errors
/// 422 if the JSON is too large.
pub fn json(
    request: &HttpRequest,
    mut builder: HttpResponseBuilder,
    body: &impl Serialize,
) -> Answer {
    builder.content_type(ContentType::json());
    Ok(answer(request, builder, match_response::json(body)?))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn precondition(header: &str) -> Precondition {
        let request = TestRequest::default().insert_header((header::IF_MATCH, header));
        if_match(&request.to_http_request())
    }

    #[test]
    fn a_version_is_expected_by_its_tag() {
        assert_eq!(precondition("\"7.en\""), Precondition::version(7));
        assert_eq!(
            precondition("\"7.en-gzip\", \"8\""),
            Precondition::OneOf(vec![7, 8])
        );
        assert_eq!(precondition("W/\"7.en\""), Precondition::version(7));
        assert_eq!(
            precondition("W/\"7-gzip\", \"8.cs.scores;br\""),
            Precondition::OneOf(vec![7, 8])
        );
        assert_eq!(precondition("\"none\""), Precondition::OneOf(vec![]));
        assert_eq!(precondition("*"), Precondition::Any);
        let unreadable = |found: &str| Precondition::Unreadable(found.to_owned());
        assert_eq!(precondition("7"), unreadable("7"));
        assert_eq!(precondition(""), unreadable(""));
        let without = TestRequest::default().to_http_request();
        assert_eq!(if_match(&without), Precondition::Missing);
    }

    #[test]
    fn a_cached_version_need_not_be_sent_again() {
        let has_tag = |header: &str| {
            let request = TestRequest::default().insert_header((header::IF_NONE_MATCH, header));
            let request = request.to_http_request();
            has_tag(&request, &tag(7, Language::english(), Detail::Full))
        };
        assert!(has_tag("\"6.en\", \"7.en\"") && has_tag("W/\"7.en-br\"") && has_tag("*"));
        assert!(!has_tag("\"7.cs\"") && !has_tag("\"70.en\"") && !has_tag("\"7.en.scores\""));
    }
}
