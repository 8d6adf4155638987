//! `/matches/{id}/changes`: recording, correcting and undoing, or trying a change out.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponseBuilder};
use serde::Deserialize;
use validator::Validate;

use crate::access::caller::Entered;
use crate::app::state::Service;
use crate::http::answer::{Answer, in_language};
use crate::http::body::Body;
use crate::http::problem::{Problem, unreadable_version};
use crate::http::query::Query;
use crate::http::request::ClientLanguage;
use crate::http::version::IfMatch;
use crate::idempotency::{IdempotencyKey, REPLAYED};
use crate::matches::change::{ChangeBody, ChangeRequest, Precondition};
use crate::matches::match_response;
use crate::matches::match_response::{Presentation, detail_schema};
use crate::openapi::parameters::Prefer;
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
/// JSON, which are not part of the match document. That takes a director's key; external ids are set by programs.
///
/// With `dry_run=true` nothing is recorded: the answer shows the match as it would be after the change. No version is
/// needed then, and nothing counts as written.
#[utoipa::path(post, path = "/api/v1/matches/{id}/changes", tag = "matches", operation_id = "changeMatch",
    params(Entered, ChangeQuery, IfMatch, IdempotencyKey, Prefer), security(("key" = ["score"])),
    request_body(content = ref("#/components/schemas/Change"), content_type = "application/json"), responses(
    MatchAnswer, MinimalAnswer, BodyErrors, VersionErrors, RoleErrors, ExternalIdTaken, Refused, TooMany,
))]
pub async fn changes(
    body: Body,
    ClientLanguage(language): ClientLanguage,
    IfMatch(precondition): IfMatch,
    (key, query): (
        Result<IdempotencyKey, Problem>,
        Result<Query<ChangeQuery>, Problem>,
    ),
    entered: Entered,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let read = key.and_then(|key| Ok((key, query?.0)));
    let (key, query) = read.map_err(|unreadable| match &precondition {
        Precondition::Unreadable(found) => unreadable.after(unreadable_version(found)),
        _ => unreadable,
    })?;
    let detail = query.detail.unwrap_or(Detail::Full);
    let presentation = Presentation { language, detail };
    let matches = &service.matches;
    if query.dry_run {
        let change = change_body(body, language);
        let checked = matches.check(&entered.id, &entered.caller, change).await?;
        let (_, text) = match_response::stored(&checked, presentation, |state| state)?;
        return Ok(match_response::as_json(in_language(language), text));
    }
    entered.check_write(body.0.len())?;
    let change_request = ChangeRequest {
        caller: entered.caller,
        precondition,
        idempotency: key.unscoped(&body.0),
    };
    let change = change_body(body, language);
    let changed = matches
        .change_once(&entered.id, change_request, change)
        .await;
    let (played, is_replayed) =
        match_response::changed(&service, &entered.id, presentation, changed).await?;
    if prefers_minimal(request.headers()) {
        let mut builder = match_response::tagged(StatusCode::NO_CONTENT, &played, presentation);
        add_replayed(&mut builder, is_replayed);
        return Ok(builder.insert_header(APPLIED).finish());
    }
    let remains = name_remains(&entered.played, &played).filter(|_| !is_replayed);
    let (presentation, text) = match_response::stored(&played, presentation, |state| {
        state.with_name_remains(remains.clone())
    })?;
    let mut builder = match_response::tagged(StatusCode::OK, &played, presentation);
    add_replayed(&mut builder, is_replayed);
    Ok(match_response::as_json(builder, text))
}

/// Where the name of a person still stands that the last change has erased.
fn name_remains(before: &Match, played: &Match) -> Option<Vec<String>> {
    match &played.events().last()?.kind {
        EventKind::Changed(Change::Erase { person, .. }) => {
            Some(played.name_remains(before, *person))
        }
        _ => None,
    }
}

fn add_replayed(builder: &mut HttpResponseBuilder, is_replayed: bool) {
    if is_replayed {
        builder.insert_header(REPLAYED);
    }
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

/// The change in a body.
fn change_body(body: Body, language: &'static Language) -> ChangeBody {
    let bytes = body.0.len();
    let read = Arc::new(move |played: &Match| {
        let change = play::read(body.entries()?, played)?;
        Ok(play::with_name(change, played, language))
    });
    ChangeBody { bytes, read }
}

/// The header of an answer that followed `Prefer: return=minimal`.
const APPLIED: (HeaderName, HeaderValue) = (
    HeaderName::from_static("preference-applied"),
    HeaderValue::from_static("return=minimal"),
);

/// Whether a client prefers an answer without a body. Other preferences are ignored.
fn prefers_minimal(headers: &HeaderMap) -> bool {
    let values = headers.get_all(HeaderName::from_static("prefer"));
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|value| value.trim().eq_ignore_ascii_case("return=minimal"))
}
