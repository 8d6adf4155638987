//! Lists of matches.

use super::error::ServiceError;
use super::matches::Matches;
use crate::ledger::{Ledger, MatchId};
use crate::store::{ListedMatch, MatchQuery};

impl Matches {
    /// The matches that a query asks for.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn find(&self, query: &MatchQuery) -> Result<Vec<ListedMatch>, ServiceError> {
        Ok(self.0.store.find(query).await?)
    }

    /// Whether lists show of a match what its log says.
    pub(super) async fn is_listed(&self, ledger: &Ledger) -> Result<bool, ServiceError> {
        let listed = self.0.store.listing(ledger.id()).await?;
        Ok(listed == Some(ledger.listing()))
    }

    /// Writes anew what lists show of a match.
    pub(super) async fn list_again(&self, ledger: &Ledger) -> Result<(), ServiceError> {
        let listing = (ledger.id().clone(), ledger.listing());
        Ok(self.0.store.write_listings(vec![listing]).await?)
    }
}

impl ListedMatch {
    /// Its id.
    pub fn id(&self) -> &MatchId {
        &self.summary.id
    }
}
