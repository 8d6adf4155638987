//! `/matches/{id}/changes`: recording, correcting and undoing, or trying a change out.

use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::web::{Data, Path};
use actix_web::{FromRequest, HttpRequest};
use serde::Deserialize;
use utoipa::openapi::path::{Parameter, ParameterIn};
use validator::Validate;

use crate::access::caller::{Entered, Extracting};
use crate::app::state::Service;
use crate::http::answer::{Answer, in_language};
use crate::http::body::Body;
use crate::http::problem::{Problem, unreadable_version};
use crate::http::query::Query;
use crate::http::request::AcceptsJson;
use crate::http::values::text;
use crate::http::version::IfMatch;
use crate::idempotency::replay::{IdempotencyKey, REPLAYED};
use crate::matches::change::{Asked, Caller, ChangeRequest, Precondition};
use crate::matches::match_response;
use crate::matches::match_response::{Presentation, detail_schema};
use crate::openapi::parameters::{MatchPath, header};
use crate::openapi::responses::{
    BodyErrors, ExternalIdTaken, MatchAnswer, MinimalAnswer, Refused, RoleErrors, TooMany,
    VersionErrors,
};
use overtrick_match::document::Detail;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, EventKind, Match};
use overtrick_match::play;

/// Change a match: record a hand, set the hand being played, correct, void, replace the definition of an own
/// game, undo, redo, finish, reopen, adjust, rename, substitute, erase a person, describe.
///
/// `describe` also sets the external id and the metadata: up to 32 texts, numbers, flags and `null`, in 4096 bytes of
/// JSON, which are not part of the match document. That takes a director's key. Programs set any external id,
/// directors those that begin with the id of their match and a slash.
///
/// With `dry_run=true` nothing is recorded: the answer shows the match as it would be after the change. No version is
/// needed then, and nothing counts as written.
#[utoipa::path(post, path = "/api/v1/matches/{id}/changes", tag = "matches", operation_id = "changeMatch",
    params(MatchPath, ChangeQuery, IfMatch, IdempotencyKey, Prefer), security(("key" = ["score"])),
    request_body(content = ref("#/components/schemas/Change"), content_type = "application/json"), responses(
    MatchAnswer, MinimalAnswer, BodyErrors, VersionErrors, RoleErrors, ExternalIdTaken, Refused, TooMany,
))]
pub async fn changes(
    body: Body,
    headers: ChangeHeaders,
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let (presentation, prefer) = (headers.presentation, headers.prefer);
    if headers.is_dry_run {
        let change = asked_change(body, presentation.language);
        let checked = service.matches.check(&id, &headers.caller, change).await?;
        let (_, text) = match_response::stored(&checked, presentation, |state| state)?;
        let builder = in_language(presentation.language);
        return Ok(match_response::as_json(builder, text));
    }
    if !headers.caller.is_admin() {
        service.check_write(&request, body.0.len()).await?;
    }
    let asked = headers.request(&body);
    let change = asked_change(body, presentation.language);
    let before = service.matches.read(&id).await.ok();
    let changed = service.matches.change_once(&id, asked, change).await;
    let changed = match_response::changed(&service, &id, presentation, changed).await?;
    let remains = before.and_then(|before| name_remains(&before, &changed));
    answer(&changed, remains.as_deref(), presentation, prefer)
}

/// Where the name of a person still stands that this change has erased.
fn name_remains(before: &Match, (played, is_replayed): &(Arc<Match>, bool)) -> Option<Vec<String>> {
    match &played.events().last()?.kind {
        EventKind::Changed(Change::Erase { person, .. }) if !is_replayed => {
            Some(played.name_remains(before, *person))
        }
        _ => None,
    }
}

/// The answer to a change: the match as it stands, or nothing but its version.
fn answer(
    (played, is_replayed): &(Arc<Match>, bool),
    name_remains: Option<&[String]>,
    presentation: Presentation,
    Prefer { minimal }: Prefer,
) -> Answer {
    let status = if minimal {
        StatusCode::NO_CONTENT
    } else {
        StatusCode::OK
    };
    let (presentation, text) = if minimal {
        (presentation, Vec::new())
    } else {
        match_response::stored(played, presentation, |state| {
            state.with_name_remains(name_remains.map(<[String]>::to_vec))
        })?
    };
    let mut builder = match_response::tagged(status, played, presentation);
    if *is_replayed {
        builder.insert_header(REPLAYED);
    }
    if minimal {
        return Ok(builder.insert_header(APPLIED).finish());
    }
    Ok(match_response::as_json(builder, text))
}

/// How a change is made.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChangeQuery {
    /// Whether the change is only tried out
    pub dry_run: bool,
    /// How much of the result the answer has: `standings` are the places alone, `scores` the points of every hand too,
    /// `full` is everything
    #[param(schema_with = detail_schema, required = false)]
    pub detail: Option<Detail>,
}

/// What the headers and the query of a change say.
#[derive(Debug)]
pub struct ChangeHeaders {
    presentation: Presentation,
    is_dry_run: bool,
    caller: Caller,
    precondition: Precondition,
    key: IdempotencyKey,
    prefer: Prefer,
}

impl ChangeHeaders {
    /// # Errors
    /// 406, 401. 400: something cannot be read, which only those are told who may enter the match.
    async fn from_request(request: &HttpRequest) -> Result<ChangeHeaders, Problem> {
        let AcceptsJson(language) = AcceptsJson::extract(request).await?;
        let caller = Caller::extract(request).await?;
        let Ok(IfMatch(precondition)) = IfMatch::extract(request).await;
        let key = IdempotencyKey::extract(request).await;
        let read = key.and_then(|key| {
            let Query(ChangeQuery { dry_run, detail }) = Query::from_request(request)?;
            let detail = detail.unwrap_or(Detail::Full);
            Ok((key, dry_run, Presentation { language, detail }))
        });
        let (key, is_dry_run, presentation) = match read {
            Ok(read) => read,
            Err(unreadable) => {
                Entered::extract(request).await?;
                return Err(match &precondition {
                    Precondition::Unreadable(found) => unreadable.after(unreadable_version(found)),
                    _ => unreadable,
                });
            }
        };
        Ok(ChangeHeaders {
            presentation,
            is_dry_run,
            caller,
            precondition,
            key,
            prefer: Prefer::from_headers(request.headers()),
        })
    }

    /// Who asks for the change in this body, and what they expect.
    fn request(self, body: &Body) -> ChangeRequest {
        ChangeRequest {
            caller: self.caller,
            precondition: self.precondition,
            idempotency: self.key.unscoped(&body.0),
        }
    }
}

impl FromRequest for ChangeHeaders {
    type Error = Problem;
    type Future = Extracting<ChangeHeaders>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { ChangeHeaders::from_request(&request).await })
    }
}

/// The change in a body.
fn asked_change(body: Body, language: &'static Language) -> Asked {
    let bytes = body.0.len();
    let read = Arc::new(move |played: &Match| {
        let change = play::read(body.entries()?, played)?;
        Ok(play::with_name(change, played, language))
    });
    Asked { bytes, read }
}

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

impl utoipa::IntoParams for Prefer {
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
    use super::*;
    use actix_web::test::TestRequest;

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
