//! `/logs`: adopting a match that was played without the service.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::{read, request};
use crate::idempotency::header as idempotency;
use crate::limits::cpu_pool;
use crate::matches::adopt::TakenLog;
use crate::matches::detail::Presentation;
use crate::matches::endpoints as matches;
use crate::openapi::parameters::{DetailQuery, IdempotencyKey};
use crate::openapi::responses::{
    AlreadyHere, BodyErrors, CreatedAnswer, Gone, Refused, TooMany, Unauthorized,
};
use overtrick_core::form::{Field, Kind};
use overtrick_match::ledger::Role;
use overtrick_match::ledger::{Ledger, MatchId};

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
pub async fn take(request: HttpRequest, service: Data<Service>, body: Body) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let presentation = Presentation::of(&request, language)?;
    let is_operator = caller::is_operator(&request, &service)?;
    let mark = idempotency::mark(&request, "logs", &body)?;
    let before = match &mark {
        Some(mark) => service.matches.taken_before(mark).await?,
        None => None,
    };
    let taken = if let Some(before) = before {
        before
    } else {
        if !is_operator {
            service.limits.count_creation(&request)?;
            service.limits.count_write(&request, body.0.len())?;
        }
        let matches = service.matches.clone();
        let judged = cpu_pool::judge_apart(&request, body, move |body| {
            let order = read::object(LOG, body.entries()?)?;
            Ok(matches.judge_log(&order, is_operator)?)
        });
        let judged = judged.await?;
        service.matches.take_over(judged, mark.as_ref()).await?
    };
    let (ledger, is_new) = match taken {
        TakenLog::Taken(ledger) => (ledger, true),
        TakenLog::Replayed(ledger) => (ledger, false),
        TakenLog::Here(id) => (directed(&request, &service, &id).await?, false),
    };
    let keys = service.matches.valid_keys(&ledger);
    let mut answer = matches::answer(&service, &ledger, keys.as_ref(), presentation)?;
    if !is_new {
        let (name, value) = idempotency::REPLAYED;
        answer.headers_mut().insert(name, value);
    }
    Ok(answer)
}

/// The already stored match of a log, for a request with a key that directs it.
///
/// # Errors
/// 409 without such a key.
async fn directed(
    request: &HttpRequest,
    service: &Service,
    id: &MatchId,
) -> Result<Arc<Ledger>, Problem> {
    if let Ok(caller) = caller::caller_of(request, service)
        && let Ok((role, ledger)) = service.matches.enter(id.as_str(), &caller).await
        && role >= Role::Direct
    {
        return Ok(ledger);
    }
    Err(ProblemKind::AlreadyHere.into())
}
