//! Deleting matches.

use crate::error::ServiceError;
use crate::matches::request::{Caller, Precondition};
use crate::matches::service::{MatchService, match_id};
use overtrick_match::ledger::{MatchId, Role};
use overtrick_store::StoreError;

impl MatchService {
    /// Deletes a match with everything stored about it, at the version for which the precondition was
    /// checked. If another instance changes it meanwhile, the caller's right and the precondition are checked
    /// again.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`] if the
    /// caller does not direct the match; failed preconditions; store errors.
    pub async fn delete(
        &self,
        id: &str,
        caller: &Caller,
        precondition: &Precondition,
    ) -> Result<(), ServiceError> {
        let id = match_id(id)?;
        for _ in 0..precondition.tries() {
            match self.delete_as_it_is(&id, caller, precondition).await {
                Err(error) if precondition.tries_again(&error) => {}
                deleted => return deleted,
            }
        }
        Err(ServiceError::Busy)
    }

    async fn delete_as_it_is(
        &self,
        id: &MatchId,
        caller: &Caller,
        precondition: &Precondition,
    ) -> Result<(), ServiceError> {
        let _guard = self.0.locks.lock(id).await;
        let played = self.0.read(id).await?;
        if self.role_in(&played, caller)? < Role::Direct {
            return Err(ServiceError::Forbidden);
        }
        precondition.check(played.version())?;
        let (version, now) = (played.version(), self.0.now());
        let deleted = match self.0.store.delete(id, version, now).await {
            Err(StoreError::VersionConflict) => {
                let current = self.0.load(id).await?.version();
                return Err(ServiceError::Conflict { current });
            }
            deleted => deleted?,
        };
        self.0.cache.delete(id);
        self.0.committed();
        deleted.then_some(()).ok_or(ServiceError::NotFound)
    }
}
