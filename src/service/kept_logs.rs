//! Matches that somebody played without the service, and brings to it as logs.

use super::created::Created;
use super::error::ServiceError;
use super::matches::Matches;
use crate::rules::Faults;
use crate::rules::json::Json;
use crate::store::Progress;

impl Matches {
    /// Takes a match over from a log, which is checked by replaying it. The match keeps its id and its history.
    /// Whoever holds the whole log may do everything with its match, so the same log is answered with the same
    /// keys, for as long as nothing was changed at the service.
    ///
    /// # Errors
    /// [`ServiceError::Refused`]: the log is damaged or too large, or another log of the match is stored; those
    /// of the store.
    pub async fn take_over(&self, order: Json) -> Result<Created, ServiceError> {
        let judged = self.judge_line(order)?;
        let opened = judged.opened()?;
        let budget = self.0.budget;
        let document = opened.document();
        budget.check_document(&document).map_err(Faults::from)?;
        budget.check_opened(&opened).map_err(Faults::from)?;
        let mut import = self.import(false).await;
        import.add(vec![(1, Ok(judged))]).await?;
        let name = format!("log {}", opened.id().as_str());
        let report = import.store(&name, &Progress::silent()).await?;
        if report.refused > 0 {
            let faults = report.faults.into_iter().map(|(_, fault)| fault);
            return Err(ServiceError::Refused(faults.collect()));
        }
        Ok(self.created(self.read(opened.id().as_str()).await?))
    }
}
