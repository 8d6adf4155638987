//! A match whose log its players store themselves, and the next match with the same players.

use crate::ledger::{Change, Damage, Match, MatchId, Opening, Role, StoredLog, Timestamp};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding};

/// A match and its log. Only the log is stored. The owner may make every change.
#[derive(Debug, Clone)]
pub struct LocalMatch {
    /// The current match.
    pub played: Match,
    /// Its log.
    pub log: StoredLog,
}

impl LocalMatch {
    /// Opens a match. `salts` are [`SALT`](crate::ledger::SALT) random bytes per player.
    ///
    /// # Errors
    /// Every fault of the document, or too few salts.
    pub fn begin(
        id: &MatchId,
        document: &Json,
        opening: Opening,
        at: Timestamp,
        salts: &[u8],
    ) -> Result<LocalMatch, Faults> {
        let mut played = Match::begin(id, document, opening, at, Role::Direct)?;
        let sealed = played.seal(None, |drawn| salted(drawn, salts))?;
        let log = StoredLog::from(sealed);
        Ok(LocalMatch { played, log })
    }

    /// Checks a log and opens its match. The digests of the events may be missing, but not the digest of the head.
    ///
    /// # Errors
    /// The first damage.
    pub fn open(log: StoredLog) -> Result<LocalMatch, Damage> {
        let log = log.with_digests();
        let played = log.open()?;
        Ok(LocalMatch { played, log })
    }

    /// Returns the match after a change. `salts` are [`SALT`](crate::ledger::SALT) random bytes per new name.
    ///
    /// # Errors
    /// Every fault of the changed match, or too few salts.
    pub fn after(self, change: Change, at: Timestamp, salts: &[u8]) -> Result<LocalMatch, Faults> {
        let mut played = self.played.after(change, at, Role::Direct)?;
        let sealed = played.seal(Some(&self.played), |drawn| salted(drawn, salts))?;
        let mut log = self.log;
        log.append(sealed);
        Ok(LocalMatch { played, log })
    }
}

fn salted(drawn: &mut [u8], salts: &[u8]) -> Result<(), Finding> {
    let missing = || Finding::missing("/salts");
    drawn.copy_from_slice(salts.get(..drawn.len()).ok_or_else(missing)?);
    Ok(())
}

/// Returns a document for the next match with the same players and house rules. The next dealer deals first,
/// and a remaining pot is carried over.
pub fn next_document(played: &Match) -> Result<Json, Faults> {
    let scored = played.scored()?;
    let before = played.document();
    let table = &scored.table;
    let same = |key: &'static str| Some((key, before.get(key)?.clone()));
    let keys = [
        "game",
        "definition",
        "title",
        "location",
        "players",
        "options",
    ];
    let mut next = Json::object(keys.into_iter().filter_map(same));
    let dealer = match scored.hands.last() {
        Some(last) => Some(table.name(table.next(last.dealer)).as_ref().into()),
        None => before.get("first_dealer").cloned(),
    };
    if let Some(dealer) = dealer {
        next.set("first_dealer", dealer);
    }
    next.set("hands", Json::List(Vec::new()));
    let detail = scored.detail();
    let detail = detail.and_then(|detail| serde_json::from_str::<Json>(detail.get()).ok());
    // Only some games have a pot at the start.
    if let Some(pot) = detail.and_then(|mut detail| detail.take("pot"))
        && let Some(old) = next
            .get_mut("options")
            .and_then(|it| it.get_mut("pot_at_start"))
    {
        *old = pot;
    }
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::SALT;

    fn opened() -> LocalMatch {
        let game = overtrick_games::all()[0].facts;
        let players = &["Ann", "Bo", "Cy", "Di"][..game.players.0];
        let document = Json::object([
            ("game", game.id.into()),
            ("players", players.iter().copied().collect()),
            ("hands", Json::List(Vec::new())),
        ]);
        let id = MatchId::read("abcdefghijklmnopqrstuv").unwrap();
        let salts = vec![7; players.len() * SALT];
        assert_eq!(
            LocalMatch::begin(
                &id,
                &document,
                Opening::default(),
                Timestamp::from_millis(0),
                &salts[1..]
            )
            .unwrap_err()[0]
                .pointer,
            "/salts"
        );
        LocalMatch::begin(
            &id,
            &document,
            Opening::default(),
            Timestamp::from_millis(0),
            &salts,
        )
        .unwrap()
    }

    #[test]
    fn a_stored_log_is_complete_after_every_change() {
        let mut stored = opened();
        let name = |name: &str| name.to_owned();
        for change in [
            Change::Rename {
                seat: 1,
                name: name("Anna"),
            },
            Change::Undo {},
            Change::Redo {},
            Change::Erase {
                person: 1,
                name: name("Player 1"),
            },
            Change::Finish {},
            Change::Reopen {},
        ] {
            stored = stored
                .after(change, Timestamp::from_millis(9), &[3; SALT * 2])
                .unwrap();
            let again = stored.log.verify().unwrap();
            assert_eq!(again.document(), stored.played.document());
            assert_eq!(again.head(), stored.played.head());
            let mut short = stored.log.clone();
            for event in &mut short.events {
                event.digest = None;
            }
            assert_eq!(LocalMatch::open(short).unwrap().log, stored.log);
        }
        let names = serde_json::to_string(&stored.log.names).unwrap();
        assert!(!names.contains("Ann"), "{names}");
        let mut incomplete = stored.log.clone();
        incomplete.events[1].digest = None;
        assert_eq!(LocalMatch::open(incomplete).unwrap_err(), Damage::Event(2));
        let mut cut = stored.log.clone();
        cut.events.pop();
        assert_eq!(LocalMatch::open(cut).unwrap_err(), Damage::End);
    }
}
