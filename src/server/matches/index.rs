//! Lists of matches.

use crate::error::ServiceError;
use crate::matches::index_entry::{digest, listed_log};
use crate::matches::service::{MatchService, match_id};
use crate::publish::updates::publication_of;
use overtrick_match::ledger::Ledger;
use overtrick_store::{FoundMatch, ListedMatch, MatchQuery, MatchSummary, StoredPublication};

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
                one.listed = self.sound(one).await?.map(|ledger| listed(&ledger));
            } else if one.redefined {
                one.listed = self.redefined(one).await?;
            }
        }
        Ok(found)
    }

    /// The list data of a match whose definition was replaced, if its log is intact.
    async fn redefined(&self, found: &FoundMatch) -> Result<Option<ListedMatch>, ServiceError> {
        match self.read(&found.id).await {
            Ok(ledger) => Ok(Some(listed(&ledger))),
            Err(ServiceError::NotFound | ServiceError::Expired | ServiceError::Damaged { .. }) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Rewrites doubtful list data; returns whether there was any.
    async fn list_doubtful(&self, found: &[FoundMatch]) -> Result<bool, ServiceError> {
        let mut listings = Vec::new();
        for one in found.iter().filter(|one| one.listed.is_none()) {
            if let Some(ledger) = self.sound(one).await? {
                listings.push(listed_log(&ledger));
            }
        }
        let is_any = !listings.is_empty();
        // If nothing can be written, the log is read each time.
        Ok(is_any && self.0.store.write_listings(listings).await.is_ok())
    }

    /// The match of a list entry, if its log is intact.
    async fn sound(&self, found: &FoundMatch) -> Result<Option<Ledger>, ServiceError> {
        let log = match match_id(&found.id) {
            Ok(id) => self.0.stored(&id).await,
            Err(error) => Err(error),
        };
        match log {
            Ok(log) => Ok(log.open().ok()),
            Err(ServiceError::NotFound | ServiceError::Expired | ServiceError::Damaged { .. }) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Whether the lists, including that of published matches, agree with a match's log.
    pub(crate) async fn is_listed(&self, ledger: &Ledger) -> Result<bool, ServiceError> {
        let Some((listing, known)) = self.0.store.listing(ledger.id()).await? else {
            return Ok(false);
        };
        let fits = known == digest(ledger);
        let published = self.0.store.publication(ledger.id()).await?;
        let expected = ledger
            .publication()
            .map(|publication| StoredPublication::new(ledger.id(), ledger.game(), publication));
        Ok(listing == ledger.listing() && fits && published == expected)
    }

    /// Rewrites the list data of a match.
    pub(crate) async fn list_again(&self, ledger: &Ledger) -> Result<(), ServiceError> {
        let listing = listed_log(ledger);
        self.0.store.write_listings(vec![listing]).await?;
        let publication = (ledger.id().clone(), publication_of(ledger));
        Ok(self.0.store.write_publications(vec![publication]).await?)
    }
}

/// The list data of a match, from its log.
fn listed(ledger: &Ledger) -> ListedMatch {
    let (listing, last) = (ledger.listing(), ledger.last_event().at);
    let players = ledger.players().into_iter();
    ListedMatch {
        summary: MatchSummary {
            id: ledger.id().clone(),
            game: ledger.game().to_owned(),
            created_at: ledger.events().first().map_or(last, |event| event.at),
            changed_at: last,
            version: ledger.version(),
        },
        title: listing.title,
        day: listing.day,
        complete: listing.complete,
        players: players.map(str::to_owned).collect(),
        external_id: listing.external_id,
        metadata: listing.metadata,
        called: ledger.match_game().called().cloned(),
    }
}
