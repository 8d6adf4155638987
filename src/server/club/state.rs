//! The club document and the club's matches in memory. A match is read again when its version has changed.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex as Lock, PoisonError};
use std::time::Duration;

use lru::LruCache;
use tokio::sync::Mutex;

use crate::club::pages::Viewer;
use crate::error::ServiceError;
use crate::matches::change::Precondition;
use crate::matches::service::MatchService;
use overtrick_club::{Club, ClubMatch, Season, SeasonTable, Show, read};
use overtrick_core::{Faults, Points, args};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Match, Timestamp};
use overtrick_store::{StoreError, StoredClub};

/// The maximum number of season tables in the cache of a snapshot.
const MAX_TABLES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(199);
/// The maximum number of matches with public names in the cache.
const MAX_SHOWN: NonZeroUsize = NonZeroUsize::MIN.saturating_add(499);

/// The club as it was last read from the store.
#[derive(Debug, Default)]
pub struct ClubState {
    members: Mutex<Option<Arc<Members>>>,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// The version and data of each match, by id. `None` if it is unreadable or its label `evening` is not a day.
    matches: HashMap<String, (u64, Option<ClubMatch>)>,
    snapshot: Option<Arc<Snapshot>>,
}

/// The id of a season, and the last day that its table includes.
type SeasonKey = (String, Option<String>);
/// The id of a match, its version, and the tag of a language.
type ShownKey = (String, u64, &'static str);

/// The club document without its matches.
#[derive(Debug)]
pub struct Members {
    /// The version of the document.
    pub version: u64,
    /// The club.
    pub club: Club,
    /// Published matches with their public names.
    pub(super) shown: Lock<LruCache<ShownKey, Arc<Match>>>,
}

/// The club and its matches at one point in time.
#[derive(Debug)]
pub struct Snapshot {
    /// The club document.
    pub members: Arc<Members>,
    /// The matches of the club, with the names from their logs.
    pub matches: Vec<ClubMatch>,
    /// The ids and versions of the matches.
    stamp: Vec<(String, u64)>,
    tables: Lock<LruCache<SeasonKey, Arc<Result<SeasonTable, Faults>>>>,
}

impl ClubState {
    /// Returns the club without its matches, or `None` if there is no document. Reads the document only if its version
    /// has changed.
    ///
    /// # Errors
    /// Store errors; a stored document that cannot be read.
    pub async fn members(
        &self,
        matches: &MatchService,
    ) -> Result<Option<Arc<Members>>, ServiceError> {
        let version = matches.0.store.club_version().await?;
        let mut kept = self.members.lock().await;
        if kept.as_ref().is_none_or(|kept| kept.version != version) {
            let stored = matches.club().await?;
            *kept = stored.map(Members::read).transpose()?;
        }
        Ok(kept.clone())
    }

    /// Returns the current club and its matches.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`] if there is no document; store errors; a stored document that cannot be read.
    pub async fn snapshot(&self, matches: &MatchService) -> Result<Arc<Snapshot>, ServiceError> {
        let members = self.members(matches).await?.ok_or(ServiceError::NotFound)?;
        let stamp = matches.0.store.club_matches().await?;
        let mut kept = self.kept.lock().await;
        if let Some(snapshot) = &kept.snapshot
            && snapshot.members.version == members.version
            && snapshot.stamp == stamp
        {
            return Ok(snapshot.clone());
        }
        let mut before = std::mem::take(&mut kept.matches);
        for (id, version) in &stamp {
            let kept_match = before.remove(id).filter(|(read, _)| read == version);
            let entry = match kept_match {
                Some(kept_match) => kept_match,
                None => (*version, read_match(matches, id).await),
            };
            kept.matches.insert(id.clone(), entry);
        }
        let played = kept.matches.values();
        let mut played: Vec<ClubMatch> = played.filter_map(|(_, one)| one.clone()).collect();
        played.sort_by(ClubMatch::order);
        let snapshot = Arc::new(Snapshot {
            members,
            matches: played,
            stamp,
            tables: Lock::new(LruCache::new(MAX_TABLES)),
        });
        kept.snapshot = Some(snapshot.clone());
        Ok(snapshot)
    }
}

/// Reads a match of the club. `None` if it is damaged or deleted, or if its label `evening` is not a day.
async fn read_match(matches: &MatchService, id: &str) -> Option<ClubMatch> {
    let played = matches.read(id).await.ok()?;
    let scored = played.scored().ok()?;
    let game = played.match_game();
    let club_match = ClubMatch::new(id, played.labels(), game, &scored, &played.seats())?;
    Some(ClubMatch {
        before: totals_before(&played, &club_match.evening),
        is_published: played.published_part().is_some(),
        changed_at: Some(played.last_event().at),
        ..club_match
    })
}

/// The length of an evening: from the start of its day to noon of the next day.
const EVENING: Duration = Duration::from_hours(36);

/// Returns the totals that a match had at the end of its evening, if it was complete then and was corrected later.
fn totals_before(played: &Match, evening: &str) -> Option<Vec<Points>> {
    let begin: Timestamp = format!("{evening}T00:00:00.000Z").parse().ok()?;
    let end = begin.after(EVENING);
    let before = played.events().iter().rfind(|event| event.at <= end)?;
    let (before, now) = (&before.outcome, played.outcome());
    (before.complete && before.totals != now.totals).then(|| before.totals.clone())
}

impl MatchService {
    /// Replaces the club document, and returns the new version.
    ///
    /// # Errors
    /// The faults of the document; a failed precondition; store errors.
    pub async fn put_club(
        &self,
        document: Vec<u8>,
        precondition: &Precondition,
    ) -> Result<u64, ServiceError> {
        read(&document)?;
        let document = String::from_utf8(document).map_err(ServiceError::other)?;
        let before = self.0.store.club_version().await?;
        if before > 0 {
            precondition.check(before)?;
        }
        match self.0.store.put_club(document, before, None).await {
            Err(StoreError::VersionConflict) => {
                let current = self.0.store.club_version().await?;
                Err(ServiceError::Conflict { current })
            }
            written => Ok(written.map(|()| before + 1)?),
        }
    }

    /// Returns the club document, if there is one.
    ///
    /// # Errors
    /// Store errors.
    pub async fn club(&self) -> Result<Option<StoredClub>, ServiceError> {
        Ok(self.0.store.club().await?)
    }
}

impl Snapshot {
    /// The club.
    pub fn club(&self) -> &Club {
        &self.members.club
    }

    /// Returns the table of a season as it was after a day, or the current table.
    pub fn table(&self, season: &Season, after: Option<&str>) -> Arc<Result<SeasonTable, Faults>> {
        let key = (season.id.clone(), after.map(str::to_owned));
        let table = || Arc::new(self.club().table(season, &self.matches, after));
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.get_or_insert(key, table).clone()
    }

    /// Returns the matches of an evening, by round and table.
    pub fn evening(&self, day: &str) -> impl Iterator<Item = &ClubMatch> {
        self.matches.iter().filter(move |one| one.evening == day)
    }

    /// Returns the matches of a round of an evening, by table.
    pub fn round(&self, day: &str, round: Option<i64>) -> impl Iterator<Item = &ClubMatch> {
        self.evening(day).filter(move |one| one.round == round)
    }
}

impl Members {
    /// Reads a stored document.
    fn read(StoredClub { version, document }: StoredClub) -> Result<Arc<Members>, StoreError> {
        let damaged = |_| StoreError::Damaged("the club document cannot be read".to_owned());
        Ok(Arc::new(Members {
            version,
            club: read(document.as_bytes()).map_err(damaged)?,
            shown: Lock::new(LruCache::new(MAX_SHOWN)),
        }))
    }

    /// Returns the name of a member as a viewer may see it.
    pub fn name(&self, number: u16, viewer: Viewer, language: &Language) -> String {
        let Some(member) = self.club.member_of(number) else {
            return String::new();
        };
        match member.show {
            _ if member.erased.is_some() => {
                language.format("club", "erased-member", &args![number: i64::from(number)])
            }
            Show::Name => member.name.clone(),
            _ if viewer.is_keyed() => member.name.clone(),
            Show::Initials => initials(&member.name),
            Show::Hidden => language.text("club", "hidden-member"),
        }
    }
}

/// Returns the initials of a name, such as `J. N.`
fn initials(name: &str) -> String {
    let letters = name
        .split_whitespace()
        .filter_map(|word| word.chars().next());
    let letters: Vec<String> = letters.map(|letter| format!("{letter}.")).collect();
    letters.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_the_first_letters() {
        assert_eq!(initials("Jan Novák ml."), "J. N. m.");
        assert_eq!(initials(" Žofie  "), "Ž.");
    }
}
