//! Lists of matches.

use crate::error::ServiceError;
use crate::matches::service::MatchService;
use crate::publish::publication_of;
use overtrick_match::ledger::Match;
use overtrick_store::{
    FoundMatch, ListedLog, ListedMatch, ListingUpdate, MatchQuery, MatchSummary, StoredPublication,
};

impl MatchService {
    /// The matches found by a query. A match whose list data cannot be read is listed from its log; one whose log is
    /// damaged too is listed without data.
    ///
    /// # Errors
    /// Store errors.
    pub async fn find(&self, query: &MatchQuery) -> Result<Vec<FoundMatch>, ServiceError> {
        let mut found = self.0.store.find(query).await?;
        for one in &mut found {
            // Where a definition was replaced, the log says what the game is called.
            if one.listed.is_none() || one.redefined {
                one.listed = self.listed(one).await?;
            }
        }
        Ok(found)
    }

    /// The list data of a match, from its log if that is intact.
    async fn listed(&self, found: &FoundMatch) -> Result<Option<ListedMatch>, ServiceError> {
        match self.read(&found.id).await {
            Ok(played) => Ok(Some(listed(&played))),
            Err(ServiceError::NotFound | ServiceError::Damaged { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether the lists, including that of published matches, agree with a match's log.
    pub(crate) async fn is_listed(&self, played: &Match) -> Result<bool, ServiceError> {
        let listing = self.0.store.listing(played.id()).await?;
        let published = self.0.store.publication(played.id()).await?;
        let expected = played
            .publication()
            .map(|publication| StoredPublication::new(played.id(), played.game(), publication));
        Ok(listing == Some(played.listing()) && published == expected)
    }

    /// Rewrites the list data of a match.
    pub(crate) async fn list_again(&self, played: &Match) -> Result<(), ServiceError> {
        let listing = listed_log(played);
        self.0.store.write_listings(vec![listing]).await?;
        let publication = (played.id().clone(), publication_of(played));
        Ok(self.0.store.write_publications(vec![publication]).await?)
    }
}

/// The list data of a match after its last event, if that event changes it.
pub fn listing_update(before: Option<&Match>, after: &Match) -> Option<ListingUpdate> {
    let listing = after.listing();
    let listed = before.map(Match::listing);
    if listed.as_ref() == Some(&listing) {
        return None;
    }
    let vacated = listed.map(|listed| listed.seats).unwrap_or_default();
    let has_left = |number: &usize| !listing.seats.contains(number);
    let vacated = vacated.into_iter().filter(has_left).collect();
    Some(ListingUpdate { listing, vacated })
}

/// The list data of a match, from its log.
pub fn listed(played: &Match) -> ListedMatch {
    let last = played.last_event().at;
    let players = played.players().into_iter();
    ListedMatch {
        summary: MatchSummary {
            id: played.id().clone(),
            game: played.game().to_owned(),
            created_at: played.events().first().map_or(last, |event| event.at),
            changed_at: last,
            version: played.version(),
        },
        listing: played.listing(),
        totals: played.last_event().outcome.totals.clone(),
        players: players.map(str::to_owned).collect(),
        called: played.match_game().called().cloned(),
    }
}

/// A match's log with its list data, as stored.
pub fn listed_log(played: &Match) -> ListedLog {
    ListedLog {
        id: played.id().clone(),
        count: played.version(),
        listing: played.listing(),
    }
}
