//! `/logs`: adopting a match that was played without the service.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;

use crate::access::caller;
use crate::access::extractors::IsOperator;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::{Body, LogBody};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::read;
use crate::idempotency::header::{IdempotencyKey, REPLAYED};
use crate::matches::adopt::TakenLog;
use crate::matches::detail::{DetailQuery, Presentation};
use crate::matches::endpoints as matches;
use crate::matches::judged::run_apart;
use crate::openapi::responses::{
    AlreadyHere, BodyErrors, CreatedAnswer, Gone, Refused, TooMany, Unauthorized,
};
use overtrick_core::form::{Field, Kind};
use overtrick_match::ledger::Role;
use overtrick_match::ledger::{Match, MatchId};
use overtrick_store::Idempotency;

/// The fields of a request with a log.
pub const LOG: &[Field] = &[Field::required("log", Kind::Any)];

/// Adopt a match that was played without the service.
///
/// The log comes from an export, or from a page that stored the match itself. All of it is judged: who did
/// what, in which order, and the result of each event. The match keeps its id, its times and its whole
/// history, and gets keys. If the match is already stored, its keys are returned only to a request with a key
/// that directs it, and to a repetition of the request that adopted it, with the same `Idempotency-Key`.
#[utoipa::path(post, path = "/api/v1/logs", tag = "matches", operation_id = "takeLog",
    params(DetailQuery, IdempotencyKey),
    request_body(content = ref("#/components/schemas/LogRequest"), content_type = "application/json"), responses(
    CreatedAnswer, BodyErrors, Unauthorized, AlreadyHere, Gone, Refused, TooMany,
))]
pub async fn take(
    LogBody { body, slot }: LogBody,
    presentation: Presentation,
    IsOperator(is_operator): IsOperator,
    key: IdempotencyKey,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let mark = key.mark("logs", &body.0);
    let taken = take_over(&request, &service, body, is_operator, mark.as_ref());
    let taken = taken.await;
    drop(slot);
    let (played, is_new) = match taken? {
        TakenLog::Taken(played) => (played, true),
        TakenLog::Replayed(played) => (played, false),
        TakenLog::Here(id) => (directed(&request, &service, &id).await?, false),
    };
    let keys = service.matches.valid_keys(&played);
    let mut answer = matches::answer(&service, &played, keys.as_ref(), presentation)?;
    if !is_new {
        let (name, value) = REPLAYED;
        answer.headers_mut().insert(name, value);
    }
    Ok(answer)
}

/// Judges the log of a body, and takes the match over, unless the same request did before.
async fn take_over(
    request: &HttpRequest,
    service: &Service,
    body: Body,
    is_operator: bool,
    mark: Option<&Idempotency>,
) -> Result<TakenLog, Problem> {
    if let Some(mark) = mark
        && let Some(before) = service.matches.taken_before(mark).await?
    {
        return Ok(before);
    }
    if !is_operator {
        service.check_new_match(request, body.0.len()).await?;
    }
    let matches = service.matches.clone();
    let judged = run_apart(move || {
        let order = read::object(LOG, body.entries()?)?;
        Ok(matches.judge_log(&order, is_operator)?)
    });
    let judged: Result<_, Problem> = judged.await?;
    Ok(service.matches.take_over(judged?, mark).await?)
}

/// The match of a log that is here already, for whoever shows a key that directs it.
///
/// # Errors
/// 409 without such a key.
async fn directed(
    request: &HttpRequest,
    service: &Service,
    id: &MatchId,
) -> Result<Arc<Match>, Problem> {
    if let Ok(caller) = caller::caller_of(request, service)
        && let Ok((role, played)) = service.matches.enter(id.as_str(), &caller).await
        && role >= Role::Direct
    {
        return Ok(played);
    }
    Err(ProblemKind::AlreadyHere.into())
}
