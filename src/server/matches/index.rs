//! Lists of matches.

use crate::error::ServiceError;
use crate::matches::index_entry::{digest, listed, listed_log};
use crate::matches::service::{MatchService, match_id};
use crate::publish::service::publication_of;
use overtrick_match::ledger::Match;
use overtrick_store::{FoundMatch, ListedMatch, MatchQuery, StoredPublication};

/// How often a list is read again after repairs.
const TRIES: usize = 2;

impl MatchService {
    /// The matches found by a query. If the stored list data of a match differs from what was written, it is
    /// rewritten from the log; a match whose log is damaged too is listed without data.
    ///
    /// # Errors
    /// Store errors.
    pub async fn find(&self, query: &MatchQuery) -> Result<Vec<FoundMatch>, ServiceError> {
        let mut found = self.0.store.find(query).await?;
        for _ in 0..TRIES {
            if found.iter().all(|one| one.listed.is_some()) || !self.list_doubtful(&found).await? {
                break;
            }
            found = self.0.store.find(query).await?;
        }
        for one in &mut found {
            // The repair could not be stored: the data from the log is shown anyway. Where a definition was
            // replaced, the log says what counts.
            if one.listed.is_none() {
                one.listed = self.sound(one).await?.map(|played| listed(&played));
            } else if one.redefined {
                one.listed = self.redefined(one).await?;
            }
        }
        Ok(found)
    }

    /// The list data of a match whose definition was replaced, if its log is intact.
    async fn redefined(&self, found: &FoundMatch) -> Result<Option<ListedMatch>, ServiceError> {
        let played = if_intact(self.read(&found.id).await)?;
        Ok(played.map(|played| listed(&played)))
    }

    /// Rewrites doubtful list data; returns whether there was any.
    async fn list_doubtful(&self, found: &[FoundMatch]) -> Result<bool, ServiceError> {
        let mut listings = Vec::new();
        for one in found.iter().filter(|one| one.listed.is_none()) {
            if let Some(played) = self.sound(one).await? {
                listings.push(listed_log(&played));
            }
        }
        let is_any = !listings.is_empty();
        // If nothing can be written, the log is read each time.
        Ok(is_any && self.0.store.write_listings(listings).await.is_ok())
    }

    /// The match of a list entry, if its log is intact.
    async fn sound(&self, found: &FoundMatch) -> Result<Option<Match>, ServiceError> {
        let log = match match_id(&found.id) {
            Ok(id) => self.0.stored(&id).await,
            Err(error) => Err(error),
        };
        Ok(if_intact(log)?.and_then(|log| log.open().ok()))
    }

    /// Whether the lists, including that of published matches, agree with a match's log.
    pub(crate) async fn is_listed(&self, played: &Match) -> Result<bool, ServiceError> {
        let Some((listing, known)) = self.0.store.listing(played.id()).await? else {
            return Ok(false);
        };
        let fits = known == digest(played);
        let published = self.0.store.publication(played.id()).await?;
        let expected = played
            .publication()
            .map(|publication| StoredPublication::new(played.id(), played.game(), publication));
        Ok(listing == played.listing() && fits && published == expected)
    }

    /// Rewrites the list data of a match.
    pub(crate) async fn list_again(&self, played: &Match) -> Result<(), ServiceError> {
        let listing = listed_log(played);
        self.0.store.write_listings(vec![listing]).await?;
        let publication = (played.id().clone(), publication_of(played));
        Ok(self.0.store.write_publications(vec![publication]).await?)
    }
}

/// What was read of a match; nothing, if it is gone or damaged.
fn if_intact<T>(read: Result<T, ServiceError>) -> Result<Option<T>, ServiceError> {
    match read {
        Ok(found) => Ok(Some(found)),
        Err(ServiceError::NotFound | ServiceError::Expired | ServiceError::Damaged { .. }) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
