//! Adopting matches that were played without the service, from their logs.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;

use crate::access::caller::{Caller, ClientSecret, Presented};
use crate::app::state::Service;
use crate::bounds::MAX_LOG_BODY;
use crate::error::ServiceError;
use crate::http::{Answer, Body, Problem, ProblemKind};
use crate::imports::judging::{JudgedLine, judge_log, read_log};
use crate::imports::service::{ImportOptions, ImportedLine};
use crate::matches::create::answer;
use crate::matches::judged::run_blocking;
use crate::matches::match_response::{DetailQuery, Presentation};
use crate::matches::service::MatchService;
use crate::openapi::{
    AlreadyHere, BodyErrors, CreatedAnswer, Gone, Refused, TooMany, Unauthorized,
};
use overtrick_core::form::{Field, Kind};
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::{
    Bounds, Event, EventKind, MAX_CLOCK_DIFFERENCE, Match, MatchId, Role, StoredLog, in_log,
};
use overtrick_match::play::object_of;

/// A judged log that can be adopted.
#[derive(Debug)]
pub struct JudgedLog {
    line: JudgedLine,
    /// Its match.
    pub played: Arc<Match>,
}

impl MatchService {
    /// Judges a log. Only an administrator may send a log with events of administrators, or a log without
    /// keys: nobody else could open its match.
    ///
    /// # Errors
    /// The faults of the log with their places; the match is too large.
    pub fn judge_log(&self, log: StoredLog, is_operator: bool) -> Result<JudgedLog, Faults> {
        // A match is accepted even if the phone's clock was ahead.
        let bounds = Bounds {
            now: None,
            has_admin: is_operator,
        };
        let (line, played) = judge_log(log, &bounds)?;
        if !is_operator {
            // Only an administrator's log may have an id that a person chose.
            if !played.id().is_drawn() {
                return Err(Finding::rule("log-id", "/log/head/id", args![]).into());
            }
            // Only programs may set external ids, but anyone can send a log.
            if played.labels().external_id.is_some() {
                let fault = Finding::rule("external-id-of-programs", "/external_id", args![]);
                return Err(in_log(fault.into()));
            }
        }
        let mut keyed = Role::KEYED.into_iter();
        if let Some(role) = keyed.find(|role| played.key_generation(*role).is_none())
            && !is_operator
        {
            let args = args![role: role.word()];
            return Err(Finding::rule("log-without-key", "/log", args).into());
        }
        let played = Arc::new(played);
        Ok(JudgedLog { line, played })
    }

    /// Adopts a match from a log, and returns whether it is new. The match keeps its id, its history and the
    /// generations of its keys. Sending the log of a stored match gives no right to its keys.
    ///
    /// # Errors
    /// [`ServiceError::Deleted`] if the match was deleted; [`ServiceError::Refused`] if another log of it is
    /// stored, or its external id is taken; store errors.
    pub async fn take_over(&self, judged: JudgedLog) -> Result<bool, ServiceError> {
        let lines = vec![(1.into(), Ok(judged.line))];
        let report = self.import(lines, ImportOptions::default()).await?;
        if report.refused == 0 {
            return Ok(!report.matches.iter().any(ImportedLine::is_already));
        }
        let mut faults = report.faults.into_iter().map(|(_, fault)| fault).peekable();
        Err(match faults.peek() {
            Some(fault) if fault.code == "deleted-match" => ServiceError::Deleted,
            _ => ServiceError::Refused(faults.collect()),
        })
    }

    /// Returns the id of the stored match if its events begin with this log; the log then need not be judged.
    /// A phone that got no answer sends its log again, when others may already have changed the match.
    ///
    /// # Errors
    /// Store errors.
    pub async fn begun_with(&self, log: &StoredLog) -> Result<Option<MatchId>, ServiceError> {
        let head = log.head.as_ref();
        let Some((head, id)) = head.and_then(|head| Some((head, MatchId::read(&head.id)?))) else {
            return Ok(None);
        };
        match self.0.stored(&id).await {
            Ok(stored) => {
                let event = stored.events.get(log.events.len().saturating_sub(1));
                let digest = event.and_then(|event| event.digest.as_ref());
                Ok((digest == Some(&head.digest)).then_some(id))
            }
            Err(ServiceError::NotFound | ServiceError::Damaged { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Refuses a log whose sender is neither a program nor the client that opened the match. If the match is
    /// already stored, does not refuse the log, because its director may send it.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] without a stored match; [`ServiceError::Deleted`].
    async fn refuse_unless_stored(&self, id: &MatchId) -> Result<(), ServiceError> {
        match self.read(id.as_str()).await {
            Err(ServiceError::NotFound) => {}
            read => return read.map(drop),
        }
        if self.store().deleted(&[id.to_string()]).await?.is_empty() {
            return Err(Faults::from(Finding::rule("log-owner", "/log", args![])).into());
        }
        Err(ServiceError::Deleted)
    }
}

/// The fields of a request with a log.
pub const LOG: &[Field] = &[Field::required("log", Kind::Any)];

/// Adopt a match that was played without the service.
///
/// The log comes from an export, or from a page that stored the match itself. The whole log is checked: the
/// roles, the order and the results of its events. The match keeps its id, its times and its whole history,
/// and gets keys. The keys are returned to the client that opened the match, if it sends the same
/// `Overtrick-Client`, and to callers who direct the match. The request may be repeated. Programs that may
/// score can send any log. Logs from other senders are refused. If the clock that wrote the log was ahead,
/// the answer has the difference.
#[utoipa::path(post, path = "/api/v1/logs", tag = "matches", operation_id = "takeLog",
    params(DetailQuery, ClientSecret),
    request_body(content = ref("#/components/schemas/LogRequest"), content_type = "application/json"), responses(
    CreatedAnswer, BodyErrors, Unauthorized, AlreadyHere, Gone, Refused, TooMany,
))]
pub async fn take(
    body: Body<MAX_LOG_BODY>,
    presentation: Presentation,
    Presented(caller): Presented,
    client: ClientSecret,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    service.limits.check_new_match(&request, body.0.len())?;
    let read = run_blocking(move || -> Result<_, Problem> {
        let order = object_of(LOG, body.entries()?)?;
        Ok(read_log(&order)?)
    });
    let log = read.await??;
    let received = log.events.len();
    let is_operator = caller.as_ref().is_some_and(Caller::is_admin);
    let matches = &service.matches;
    let (id, is_new) = match matches.begun_with(&log).await? {
        Some(id) => (id, false),
        None => {
            let judging = matches.clone();
            let judged = run_blocking(move || judging.judge_log(log, is_operator)).await??;
            let id = judged.played.id().clone();
            if caller.as_ref().is_some_and(Caller::is_program) || client.opened(&judged.played) {
                (id, matches.take_over(judged).await?)
            } else {
                matches.refuse_unless_stored(&id).await?;
                (id, false)
            }
        }
    };
    // The stored match is read to find out which client opened it, because anyone can change a log.
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
    // If a key was renewed after this log was written, only the director gets the keys.
    let is_renewal = |event: &Arc<Event>| matches!(event.kind, EventKind::KeyRenewed { .. });
    let is_renewed = played.events().iter().skip(received).any(is_renewal);
    let keys = matches.valid_keys(&played);
    let keys = keys.filter(|_| directs || (is_entitled && !is_renewed));
    let ahead = played.last_event().at.since(matches.clock().now());
    let clock_ahead = (ahead > MAX_CLOCK_DIFFERENCE).then_some(ahead.as_secs());
    answer(
        &service,
        &played,
        presentation,
        !is_new,
        keys.as_ref(),
        clock_ahead,
    )
}
