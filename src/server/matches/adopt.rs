//! Adopting matches that were played without the service, from their logs.

use std::sync::Arc;

use crate::error::ServiceError;
use crate::imports::judging::{JudgedLine, judge_log};
use crate::imports::report::ImportedLine;
use crate::imports::service::ImportOptions;
use crate::matches::change::check_namespace;
use crate::matches::service::MatchService;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::document::FilePlace;
use overtrick_match::ledger::{Bounds, Match, MatchId, Role, StoredLog, in_log};
use overtrick_store::Progress;

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
    /// Its match was already stored. Having its log gives no right to its keys.
    Here(MatchId),
}

impl JudgedLog {
    /// Its match.
    pub fn played(&self) -> &Arc<Match> {
        &self.played
    }
}

impl MatchService {
    /// Judges a log. Only administrators may bring events made by administrators, or a
    /// match without keys, which would be unreachable.
    ///
    /// # Errors
    /// The faults of the log with their places; the match is too large.
    pub fn judge_log(&self, log: StoredLog, is_operator: bool) -> Result<JudgedLog, Faults> {
        let bounds = Bounds {
            now: Some(self.clock().now()),
            has_admin: is_operator,
        };
        let (line, played) = judge_log(log, &bounds)?;
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

    /// Adopts a match from a log. The match keeps its id, its history and the generations of its keys.
    ///
    /// # Errors
    /// [`ServiceError::Deleted`] and [`ServiceError::Expired`] if the match was stored before;
    /// [`ServiceError::Refused`] if another log of it is stored, or its external id is taken; store errors.
    pub async fn take_over(&self, judged: JudgedLog) -> Result<TakenLog, ServiceError> {
        let JudgedLog { line, played } = judged;
        let id = played.id().clone();
        let lines = vec![(1.into(), Ok(line))];
        let (options, progress) = (ImportOptions::default(), Progress::silent());
        let report = self.import(lines, options, &progress).await?;
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

    /// Returns the stored match if it begins with this log, which need not be judged then: a phone that got no
    /// answer brings it again, when others may have changed the match already.
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
            Err(ServiceError::NotFound | ServiceError::Expired | ServiceError::Damaged { .. }) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Refuses to adopt the log of a match whose sender proves neither that it opened the match nor that it is a
    /// program; unless the match is stored, which its director may then enter.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] without a stored match; [`ServiceError::Deleted`] and [`ServiceError::Expired`].
    pub async fn only_here(&self, judged: &JudgedLog) -> Result<TakenLog, ServiceError> {
        let id = judged.played.id();
        match self.read(id.as_str()).await {
            Ok(_) => Ok(TakenLog::Here(id.clone())),
            Err(ServiceError::NotFound) => {
                let is_deleted = !self.0.store.deleted(&[id.to_string()]).await?.is_empty();
                Err(if is_deleted {
                    ServiceError::Deleted
                } else {
                    Faults::from(Finding::rule("log-owner", "/log", args![])).into()
                })
            }
            Err(error) => Err(error),
        }
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
