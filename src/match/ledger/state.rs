//! The state of a match: the values fixed at its opening, and its hands, adjustments, seats and texts, with ids
//! instead of names. A match is scored from its state. Adding a hand does not judge the other hands again.

use std::sync::Arc;

use super::event::{Opened, Opening};
use super::keys::MatchId;
use super::labels::Labels;
use super::people::{Names, SeatHistory, check_name, name_id, name_number};
use super::stored::client_digest;
use super::translate::{CurrentNames, Renaming, seat_id};
use crate::MatchGame;
use crate::document::{check_size, options_of, score_of, score_value};
use overtrick_core::bounds::{HandWork, ReplayWork, check_hands};
use overtrick_core::json::Json;
use overtrick_core::judging::Scored;
use overtrick_core::{Faults, Finding, MAX_FINDINGS, Table, args};

/// The pointer to a document's history.
const HISTORY: &str = "/history";
/// The texts of a match, in document order.
pub const TEXTS: [&str; 4] = ["title", "played_on", "location", "notes"];

/// The game, its edition and its house rules in force.
#[derive(Debug, Clone)]
pub struct Frozen {
    pub id: MatchId,
    /// The game; a custom game has its latest definition.
    pub game: MatchGame,
    pub edition: Json,
    pub options: Json,
    /// The id of the seat that deals first, if the document specifies one.
    pub first_dealer: Option<Json>,
    /// The history in the opening document, with ids instead of names.
    pub history: Vec<Json>,
}

impl Frozen {
    /// Returns a copy with another definition of the custom game, for this many players. House rules that are
    /// in both definitions keep their values.
    ///
    /// # Errors
    /// Every fault of the definition and of its house rules, or the fault that the game is not a custom game. The
    /// definition must keep its id. It must also keep the fields that name players, because recorded hands use them.
    pub fn redefined(&self, definition: &Json, players: usize) -> Result<Frozen, Faults> {
        let Some(before) = self.game.definition() else {
            return Err(Finding::rule("redefine-shipped", "/definition", args![]).into());
        };
        let after = overtrick_own::read_in_match(definition)?;
        let mut faults = Faults::new();
        if before.id() != after.id() {
            let args = args![found: after.id().to_owned(), id: before.id().to_owned()];
            faults.push(Finding::rule("redefine-id", "/definition/id", args));
        }
        for name in before.changed_players(&after) {
            let args = args![name: name.to_owned()];
            faults.push(Finding::rule("redefine-field", "/definition/field", args));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut options = self.options.clone();
        if let Json::Object(entries) = &mut options {
            entries.retain(|(name, _)| after.option_texts(name).is_some());
        }
        let game = MatchGame::Own(after);
        let seats: Vec<String> = (1..=players).map(|number| format!("s{number}")).collect();
        let document = Json::object([("options", options)]);
        let options = options_of(&game, &document, &Table::seat_players(&seats).0)?;
        Ok(Frozen {
            game,
            options,
            ..self.clone()
        })
    }
}

/// The state of a match at one moment; clones share the records.
#[derive(Debug, Clone)]
pub struct MatchState {
    pub frozen: Arc<Frozen>,
    pub hands: Vec<Arc<Json>>,
    pub current: Option<Arc<Json>>,
    pub adjustments: Vec<Arc<Json>>,
    pub finished: bool,
    pub seats: Vec<SeatHistory>,
    pub texts: [Option<Arc<str>>; 4],
    pub labels: Arc<Labels>,
}

impl MatchState {
    /// Returns the state of a newly opened match of this game, or `None` if the opening is incomplete.
    pub fn open(opened: &Opened, game: MatchGame) -> Option<MatchState> {
        let document = &opened.document;
        let list = |key: &str| document.list(key).iter().cloned().map(Arc::new).collect();
        let seat = |id: &String| Some(SeatHistory::first(name_number(id)?));
        let seats: Option<Vec<SeatHistory>> = opened.players.iter().map(seat).collect();
        let frozen = Frozen {
            id: opened.id.clone(),
            game,
            edition: document.get("edition")?.clone(),
            options: document.get("options")?.clone(),
            first_dealer: document.get("first_dealer").cloned(),
            history: document.list("history").to_vec(),
        };
        Some(MatchState {
            frozen: Arc::new(frozen),
            hands: list("hands"),
            current: document.get("current").cloned().map(Arc::new),
            adjustments: list("adjustments"),
            finished: document.flag("finished"),
            seats: seats?,
            texts: TEXTS.map(|key| document.get(key)?.as_text().map(Arc::from)),
            labels: Arc::new(opened.labels.clone()),
        })
    }

    /// Returns all names of the match, and the current names of its players.
    pub fn current_names<'a>(&'a self, names: &'a Names) -> CurrentNames<'a> {
        let seated = |seat: &SeatHistory| names.text(seat.occupant().name).to_owned();
        CurrentNames {
            game: &self.frozen.game,
            seated: self.seats.iter().map(seated).collect(),
            all: names,
        }
    }

    /// Returns the entries of the match document, without its history.
    pub fn document(&self, names: &CurrentNames<'_>) -> Vec<(String, Json)> {
        let frozen = &self.frozen;
        let with_names = |record: &Arc<Json>| names.record(record);
        let mut document: Vec<(String, Json)> = Vec::with_capacity(16);
        let mut put = |key: &str, value: Json| document.push((key.to_owned(), value));
        put("game", frozen.game.id().into());
        if let Some(definition) = frozen.game.definition() {
            put("definition", definition.json().clone());
        }
        put("edition", frozen.edition.clone());
        put("id", frozen.id.as_str().into());
        for (key, text) in TEXTS.into_iter().zip(&self.texts) {
            if let Some(text) = text {
                put(key, Json::Text(text.to_string()));
            }
        }
        put("players", names.seated.iter().map(String::as_str).collect());
        put("options", frozen.options.clone());
        if let Some(Json::Text(id)) = &frozen.first_dealer {
            put("first_dealer", names.name(id).into());
        }
        put("hands", self.hands.iter().map(with_names).collect());
        if let Some(current) = &self.current {
            put("current", with_names(current));
        }
        if !self.adjustments.is_empty() {
            let all = self.adjustments.iter();
            let all = all.map(|one| names.naming().adjustment(one));
            put("adjustments", all.collect());
        }
        if self.finished {
            put("finished", true.into());
        }
        document
    }

    /// Scores the match.
    ///
    /// # Errors
    /// Every fault in the match.
    pub fn score(&self, names: &Names) -> Result<Scoring, Faults> {
        Scoring::new(&self.frozen.game, self.document(&self.current_names(names)))
    }

    /// Returns the work of judging this state as the opening of a match.
    pub(super) fn opening_work(&self) -> ReplayWork {
        let mut work = ReplayWork::default();
        if self.frozen.game.definition().is_some() {
            work.read_definition();
        }
        work.judge(self.hand_work(), self.judged_hands());
        work
    }

    /// Returns the work of judging one hand.
    pub(super) fn hand_work(&self) -> HandWork {
        self.frozen.game.work(self.seats.len())
    }

    /// Returns the number of hands that are judged when the whole match is judged.
    pub(super) fn judged_hands(&self) -> usize {
        self.hands.len() + usize::from(self.current.is_some())
    }
}

/// Fixes the edition and the options in force in a document, and replaces names by ids. Also returns the game
/// and the names.
///
/// # Errors
/// Every fault of the document; a match that cannot be scored cannot be opened.
pub fn freeze(
    id: &MatchId,
    document: &Json,
    opening: Opening,
) -> Result<(Opened, MatchGame, Names), Faults> {
    check_size(length_of(document))?;
    let Ok(game) = MatchGame::new(document) else {
        // Scoring the whole document also finds its other faults.
        return Err(score_value(document.clone()).err().unwrap_or_default());
    };
    let scored = score_of(&game, document.clone())?;
    let table = &scored.table;
    let options = options_of(&game, document, table)?;
    let (mut names, mut faults) = (Names::new(table.names()), Faults::new());
    let mut ids = Renaming {
        game: &game,
        // A correction may name a former player.
        player: |name: &str| match table.seat(name) {
            Some(seat) => seat_id(seat),
            None => former_id(name, &mut names, &mut faults),
        },
    };
    let mut frozen = vec![
        ("game".to_owned(), game.id().into()),
        ("edition".to_owned(), scored.edition.into()),
        ("options".to_owned(), options),
    ];
    for (key, value) in document.entries() {
        if !["game", "edition", "options", "players", "id", "log"].contains(&key.as_str()) {
            frozen.push((key.clone(), ids.value(key, value)));
        }
    }
    let opened = Opened {
        id: id.clone(),
        document: Json::Object(frozen),
        players: (1..=table.len()).map(name_id).collect(),
        labels: opening.labels,
        client: opening.client.map(|secret| client_digest(id, &secret)),
    };
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok((opened, game, names))
}

/// Returns the id of a name that occurs only in the history. Adds the name if it is new, or a fault if it is invalid.
fn former_id(name: &str, names: &mut Names, faults: &mut Faults) -> String {
    let name = name.trim();
    if let Some(number) = names.number(name) {
        return name_id(number);
    }
    let room = names.check_room(HISTORY).map_err(Faults::from);
    if let Err(found) = room.and_then(|()| check_name(name, HISTORY)) {
        if faults.len() < MAX_FINDINGS {
            faults.extend(found);
        }
        return name_id(1);
    }
    name_id(names.add(name))
}

/// A scored match and the size of its document; clones share the match.
#[derive(Debug, Clone)]
pub struct Scoring {
    /// The match, scored.
    pub scored: Arc<Scored>,
    /// The bytes of its document as JSON, without its history and the hand being played.
    length: usize,
}

impl Scoring {
    /// Scores a whole document of this game.
    ///
    /// # Errors
    /// Every fault of the document.
    pub fn new(game: &MatchGame, document: Vec<(String, Json)>) -> Result<Scoring, Faults> {
        let document = Json::Object(document);
        let current = document.get("current").map_or(0, length_of_current);
        let length = length_of(&document);
        check_size(length)?;
        Ok(Scoring {
            scored: Arc::new(score_of(game, document)?),
            length: length - current,
        })
    }

    /// Returns the match with another hand; `None` if this fails (scoring the whole document lists the faults).
    pub fn with_hand(&self, record: &Json) -> Option<Scoring> {
        let hands = self.scored.hands.len();
        // A comma separates two hands.
        let length = self.length + usize::from(hands > 0) + length_of(record);
        check_hands(hands + 1).ok()?;
        check_size(length).ok()?;
        let scored = Arc::new(self.scored.with_hand(record)?);
        Some(Scoring { scored, length })
    }

    /// Returns the match with this hand being played, or without one; `None` as in [`Scoring::with_hand`].
    pub fn with_current(&self, record: Option<&Json>) -> Option<Scoring> {
        let current = record.map_or(0, length_of_current);
        check_size(self.length + current).ok()?;
        Some(Scoring {
            scored: Arc::new(self.scored.with_current(record)?),
            length: self.length,
        })
    }
}

/// Returns the length of a value as JSON in bytes; writing to memory cannot fail.
fn length_of(value: &Json) -> usize {
    serde_json::to_string(value).unwrap_or_default().len()
}

/// Returns the length in bytes of the hand being played in a document, including its key.
fn length_of_current(record: &Json) -> usize {
    r#","current":"#.len() + length_of(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_grows_with_the_document() {
        let game = MatchGame::from(&overtrick_games::all()[0]);
        let sample: Json = serde_json::from_str(overtrick_games::all()[0].sample).unwrap();
        let document = |hands: &[Json], current: Option<&Json>| {
            let mut document = sample.clone();
            document.take("current");
            document.set("hands", Json::List(hands.to_vec()));
            if let Some(current) = current {
                document.set("current", current.clone());
            }
            document.entries().to_vec()
        };
        let hands = sample.list("hands");
        let mut scoring = Scoring::new(&game, document(&[], None)).unwrap();
        let same = |scoring: &Scoring, whole: Vec<(String, Json)>| {
            assert_eq!(scoring.length, Scoring::new(&game, whole).unwrap().length);
        };
        for (number, hand) in (1..hands.len()).zip(hands) {
            let current = Json::EMPTY;
            let playing = scoring.with_current(Some(&current)).unwrap();
            same(&playing, document(&hands[..number - 1], Some(&current)));
            same(
                &playing.with_current(None).unwrap(),
                document(&hands[..number - 1], None),
            );
            scoring = playing.with_hand(hand).unwrap();
            same(&scoring, document(&hands[..number], None));
        }
    }
}
