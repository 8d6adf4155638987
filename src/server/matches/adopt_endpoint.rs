//! `/logs`: adopting a match that was played without the service.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;

use crate::access::client::ClientSecret;
use crate::access::extractors::IsOperator;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::LogBody;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::read;
use crate::idempotency::header::REPLAYED;
use crate::imports::judging::read_log;
use crate::matches::adopt::TakenLog;
use crate::matches::detail::{DetailQuery, Presentation};
use crate::matches::endpoints::{self, presented};
use crate::matches::judged::run_apart;
use crate::matches::request::Caller;
use crate::openapi::responses::{
    AlreadyHere, BodyErrors, CreatedAnswer, Gone, Refused, TooMany, Unauthorized,
};
use overtrick_core::form::{Field, Kind};
use overtrick_match::ledger::{Event, EventKind, Role};

/// The fields of a request with a log.
pub const LOG: &[Field] = &[Field::required("log", Kind::Any)];

/// Adopt a match that was played without the service.
///
/// The log comes from an export, or from a page that stored the match itself. All of it is judged: who did
/// what, in which order, and the result of each event. The match keeps its id, its times and its whole
/// history, and gets keys. They are returned to the client that opened the match, which proves itself by the same
/// `Overtrick-Client`, and to a caller who directs the match; so a request may be repeated. Programs that may
/// score can bring any log. Without such a key or such a proof a log is refused.
#[utoipa::path(post, path = "/api/v1/logs", tag = "matches", operation_id = "takeLog",
    params(DetailQuery, ClientSecret),
    request_body(content = ref("#/components/schemas/LogRequest"), content_type = "application/json"), responses(
    CreatedAnswer, BodyErrors, Unauthorized, AlreadyHere, Gone, Refused, TooMany,
))]
pub async fn take(
    LogBody { body, slot }: LogBody,
    presentation: Presentation,
    IsOperator(is_operator): IsOperator,
    client: ClientSecret,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    if !is_operator {
        service.check_new_match(&request, body.0.len()).await?;
    }
    let log = run_apart(move || {
        let order = read::object(LOG, body.entries()?)?;
        Ok(read_log(&order)?)
    });
    let log: Result<_, Problem> = log.await?;
    let log = log?;
    let brought = log.events.len();
    let caller = presented(&request, &service);
    let matches = &service.matches;
    let taken = match matches.begun_with(&log).await? {
        Some(id) => TakenLog::Here(id),
        None => {
            let judging = matches.clone();
            let judged = run_apart(move || judging.judge_log(log, is_operator)).await??;
            drop(slot);
            let is_program = caller.as_ref().is_some_and(Caller::is_program);
            if is_program || client.opened(judged.played()) {
                matches.take_over(judged).await?
            } else {
                matches.only_here(&judged).await?
            }
        }
    };
    let (id, is_new) = match taken {
        TakenLog::Taken(played) => (played.id().clone(), true),
        TakenLog::Here(id) => (id, false),
    };
    // The stored match decides who opened it: anyone can change a log.
    let played = matches.read(id.as_str()).await?;
    let directs = match &caller {
        Some(caller) => {
            let entered = matches.enter(id.as_str(), caller).await;
            entered.is_ok_and(|(role, _)| role >= Role::Direct)
        }
        None => false,
    };
    let is_entitled = directs || client.opened(&played);
    if !is_new && !is_entitled {
        return Err(ProblemKind::AlreadyHere.into());
    }
    // Keys that were renewed since then are known to who directs the match, and to nobody else.
    let is_renewal = |event: &Arc<Event>| matches!(event.kind, EventKind::KeyRenewed { .. });
    let is_renewed = played.events().iter().skip(brought).any(is_renewal);
    let keys = matches.valid_keys(&played);
    let keys = keys.filter(|_| directs || (is_entitled && !is_renewed));
    let mut answer = endpoints::answer(&service, &played, keys.as_ref(), presentation)?;
    if !is_new {
        let (name, value) = REPLAYED;
        answer.headers_mut().insert(name, value);
    }
    Ok(answer)
}
