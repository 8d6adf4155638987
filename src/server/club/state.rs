//! The club document and its matches in memory. A match is read again when it has another version.

use std::collections::HashMap;
use std::sync::{Arc, Mutex as Lock, PoisonError};

use tokio::sync::Mutex;

use crate::error::ServiceError;
use crate::matches::change::Precondition;
use crate::matches::service::MatchService;
use overtrick_club::{Club, ClubMatch, Season, SeasonTable, Show, read};
use overtrick_core::Faults;
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_store::{StoreError, StoredClub};

/// The most season tables of a snapshot that are kept.
const MAX_TABLES: usize = 200;

/// The club as it was when it was last asked for.
#[derive(Debug, Default)]
pub struct ClubState(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    /// Each match with the label of an evening, at a version; `None` if it cannot be read or has no such label.
    matches: HashMap<String, (u64, Option<Arc<KeptMatch>>)>,
    snapshot: Option<Arc<Snapshot>>,
}

/// A match of the club, and whether it has a page.
#[derive(Debug)]
pub struct KeptMatch {
    /// The match.
    pub played: ClubMatch,
    /// Whether everybody may see its page.
    pub is_published: bool,
}

/// The id of a season, and the day after which it stands.
type SeasonKey = (String, Option<String>);

/// The club and its matches at one moment.
#[derive(Debug)]
pub struct Snapshot {
    /// The version of the document.
    pub version: u64,
    /// The club.
    pub club: Club,
    /// Its matches.
    pub matches: Vec<ClubMatch>,
    kept: HashMap<String, Arc<KeptMatch>>,
    /// The ids and versions of the matches.
    stamp: Vec<(String, u64)>,
    tables: Lock<HashMap<SeasonKey, Arc<Result<SeasonTable, Faults>>>>,
}

/// Who looks at the club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody with a key over all matches, who sees every name.
    Keyed,
    /// Everybody.
    Public,
}

impl ClubState {
    /// The club as it is now; `None` if there is no document.
    ///
    /// # Errors
    /// Store errors; a stored document that cannot be read.
    pub async fn snapshot(
        &self,
        matches: &MatchService,
    ) -> Result<Option<Arc<Snapshot>>, ServiceError> {
        let store = &matches.0.store;
        let Some(version) = store.club_version().await? else {
            return Ok(None);
        };
        let stamp = store.club_matches().await?;
        let mut kept = self.0.lock().await;
        if let Some(snapshot) = &kept.snapshot
            && snapshot.version == version
            && snapshot.stamp == stamp
        {
            return Ok(Some(snapshot.clone()));
        }
        let Some(StoredClub { version, document }) = store.club().await? else {
            return Ok(None);
        };
        let club = read(document.as_bytes()).map_err(|_| damaged())?;
        let mut read_matches = HashMap::with_capacity(stamp.len());
        for (id, version) in &stamp {
            let known = kept
                .matches
                .remove(id)
                .filter(|(known, _)| known == version);
            let entry = match known {
                Some(known) => known,
                None => (*version, read_match(matches, id).await),
            };
            read_matches.insert(id.clone(), entry);
        }
        kept.matches = read_matches;
        let entries = kept.matches.iter();
        let entries = entries.filter_map(|(id, (_, entry))| Some((id.clone(), entry.clone()?)));
        let by_id: HashMap<String, Arc<KeptMatch>> = entries.collect();
        let mut played: Vec<ClubMatch> = by_id.values().map(|one| one.played.clone()).collect();
        played.sort_by(|one, other| one.id.cmp(&other.id));
        let snapshot = Arc::new(Snapshot {
            version,
            club,
            matches: played,
            kept: by_id,
            stamp,
            tables: Lock::default(),
        });
        kept.snapshot = Some(snapshot.clone());
        Ok(Some(snapshot))
    }
}

/// A match of the club; `None` if it is damaged, was deleted meanwhile, or has no label of a day.
async fn read_match(matches: &MatchService, id: &str) -> Option<Arc<KeptMatch>> {
    let played = matches.read(id).await.ok()?;
    let scored = played.scored().ok()?;
    let game = played.match_game();
    let of_club = ClubMatch::new(id, played.labels(), game, &scored, &played.seats())?;
    Some(Arc::new(KeptMatch {
        played: of_club,
        is_published: played.is_published(),
    }))
}

fn damaged() -> ServiceError {
    ServiceError::Store(StoreError::Damaged(
        "the club document cannot be read".to_owned(),
    ))
}

impl MatchService {
    /// Replaces the club document, and returns its version.
    ///
    /// # Errors
    /// The faults of the document; a failed precondition; store errors.
    pub async fn put_club(
        &self,
        document: Vec<u8>,
        precondition: &Precondition,
    ) -> Result<u64, ServiceError> {
        read(&document).map_err(ServiceError::Refused)?;
        let document = String::from_utf8(document).map_err(|_| damaged())?;
        let before = self.0.store.club_version().await?;
        if let Some(version) = before {
            precondition.check(version)?;
        }
        match self.0.store.put_club(document, before).await {
            Err(StoreError::VersionConflict) => {
                let current = self.0.store.club_version().await?.unwrap_or_default();
                Err(ServiceError::Conflict { current })
            }
            written => {
                written?;
                Ok(before.unwrap_or_default() + 1)
            }
        }
    }

    /// The club document, if there is one.
    ///
    /// # Errors
    /// Store errors.
    pub async fn club(&self) -> Result<Option<StoredClub>, ServiceError> {
        Ok(self.0.store.club().await?)
    }
}

impl Snapshot {
    /// The table of a season, as it stood after a day or as it stands.
    pub fn table(&self, season: &Season, after: Option<&str>) -> Arc<Result<SeasonTable, Faults>> {
        let key = (season.id.clone(), after.map(str::to_owned));
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = tables.get(&key) {
            return known.clone();
        }
        if tables.len() >= MAX_TABLES {
            tables.clear();
        }
        let table = Arc::new(self.club.table(season, &season.rules, &self.matches, after));
        tables.insert(key, table.clone());
        table
    }

    /// A match of the club.
    pub fn kept(&self, id: &str) -> Option<&KeptMatch> {
        self.kept.get(id).map(|kept| &**kept)
    }

    /// The name of a member as a viewer may see it.
    pub fn name(&self, number: u16, viewer: Viewer, language: &Language) -> String {
        let Some(member) = self.club.member_of(number) else {
            return String::new();
        };
        let show = match viewer {
            Viewer::Keyed => Show::Name,
            Viewer::Public => member.show,
        };
        match show {
            _ if member.erased.is_some() => {
                language.format("club", "erased-member", &args![number: i64::from(number)])
            }
            Show::Name => member.name.clone(),
            Show::Initials => initials(&member.name),
            Show::Hidden => language.text("club", "hidden-member"),
        }
    }

    /// A table with the names that a viewer may see. Only somebody with a key sees the names of guests.
    pub fn shown(&self, table: &SeasonTable, viewer: Viewer, language: &Language) -> SeasonTable {
        let mut shown = table.clone();
        for row in shown.standings.iter_mut().chain(&mut shown.unranked) {
            row.name = self.name(row.member, viewer, language);
        }
        if viewer == Viewer::Public {
            shown.unknown.clear();
        }
        shown
    }
}

/// The initials of a name: `J. N.`
fn initials(name: &str) -> String {
    let words = name
        .split_whitespace()
        .filter_map(|word| word.chars().next());
    let words: Vec<String> = words.map(|letter| format!("{letter}.")).collect();
    words.join(" ")
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
