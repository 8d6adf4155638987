//! Adopting matches that were played without the service, from their logs.

use std::sync::Arc;

use crate::error::ServiceError;
use crate::idempotency::in_progress::Replayed;
use crate::imports::judging::{JudgedLine, judge_log};
use crate::imports::options::ImportOptions;
use crate::imports::report::ImportedLine;
use crate::matches::labels::check_namespace;
use crate::matches::service::MatchService;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::document::FilePlace;
use overtrick_match::ledger::{Bounds, Match, MatchId, Role, in_log};
use overtrick_store::{Idempotency, Progress};

/// A judged log that can be adopted.
#[derive(Debug)]
pub struct JudgedLog {
    line: JudgedLine,
    played: Arc<Match>,
}

/// The outcome of adopting a log.
#[derive(Debug, Clone)]
pub enum TakenLog {
    /// Its match is stored now.
    Taken(Arc<Match>),
    /// The same request adopted it before: the match at that time.
    Replayed(Arc<Match>),
    /// Its match was already stored. Having its log gives no right to its keys.
    Here(MatchId),
}

impl MatchService {
    /// Judges the log in a request's `log`. Only administrators may bring events made by administrators, or a
    /// match without keys, which would be unreachable.
    ///
    /// # Errors
    /// The faults of the log with their places; the match is too large.
    pub fn judge_log(&self, order: &Json, is_operator: bool) -> Result<JudgedLog, Faults> {
        let bounds = Bounds {
            now: Some(self.clock().now()),
            has_admin: is_operator,
        };
        let (line, played) = judge_log(order, &bounds)?;
        if !is_operator {
            // An id that was chosen would also choose the namespace of external ids.
            if !played.id().is_drawn() {
                return Err(Finding::rule("log-id", "/log/head/id", args![]).into());
            }
            // Other external ids are set by programs, but a log may come from anyone.
            let external_id = played.labels().external_id.as_deref();
            check_namespace(played.id(), external_id).map_err(in_log)?;
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

    /// Adopts a match from a log. The match keeps its id, its history and the generations of its keys. The
    /// same request gets the same answer for as long as answers are stored; nobody else gets a key by sending
    /// the log.
    ///
    /// # Errors
    /// [`ServiceError::Deleted`] and [`ServiceError::Expired`] if the match was stored before;
    /// [`ServiceError::Refused`] if another log of it is stored, or its external id is taken;
    /// [`ServiceError::KeyReused`] and [`ServiceError::InProgress`] for the idempotency key; store errors.
    pub async fn take_over(
        &self,
        judged: JudgedLog,
        idempotency: Option<&Idempotency>,
    ) -> Result<TakenLog, ServiceError> {
        let _claim = match self.claim(idempotency).await? {
            Ok(claim) => claim,
            Err(before) => return replayed(before),
        };
        let JudgedLog { line, played } = judged;
        let id = played.id().clone();
        let now = self.clock().now();
        let line = line.of_request(idempotency.map(|mark| (mark.stored(), now)));
        let mut import = self.import(ImportOptions::default()).await;
        import.add(vec![(1.into(), Ok(line))]).await?;
        let report = import.store(&Progress::silent()).await?;
        if report.refused > 0 {
            return Err(self.refusal(&id, report.faults).await);
        }
        let is_here = report.matches.iter().any(ImportedLine::is_already);
        Ok(if is_here {
            TakenLog::Here(id)
        } else {
            TakenLog::Taken(played)
        })
    }

    /// The match that the same request adopted before.
    ///
    /// # Errors
    /// Same as [`MatchService::take_over`].
    pub async fn taken_before(
        &self,
        idempotency: &Idempotency,
    ) -> Result<Option<TakenLog>, ServiceError> {
        let before = self.replayed(idempotency).await?;
        before.map(replayed).transpose()
    }

    /// Why a log is refused: its match was deleted or has expired, or the log has faults.
    async fn refusal(&self, id: &MatchId, faults: Vec<(FilePlace, Finding)>) -> ServiceError {
        let mut faults = faults.into_iter().map(|(_, fault)| fault).peekable();
        if faults
            .peek()
            .is_none_or(|fault| fault.code != "deleted-match")
        {
            return ServiceError::Refused(faults.collect());
        }
        match self.0.store.expired(id).await {
            Ok(Some(_)) => ServiceError::Expired,
            Ok(None) => ServiceError::Deleted,
            Err(error) => error.into(),
        }
    }
}

fn replayed(before: Replayed) -> Result<TakenLog, ServiceError> {
    match before {
        Replayed::Created(created) => Ok(TakenLog::Replayed(created.played)),
        Replayed::Changed(played) => Ok(TakenLog::Replayed(played)),
        Replayed::StoredAnswer(_) => Err(ServiceError::KeyReused),
    }
}
