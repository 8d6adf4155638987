//! The facts of a match that are fixed when it is opened.

use super::event::Opened;
use super::keys::MatchId;
use super::labels::Labels;
use super::people::{Names, check_name, name_id};
use super::translate::{Renaming, seat_id};
use crate::MatchGame;
use crate::document::{check_size, options_of, score_of, score_value};
use crate::game::own_definition;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, MAX_FINDINGS, Table, args};

/// The pointer to a document's history.
const HISTORY: &str = "/history";

/// The game, its edition and its house rules in force.
#[derive(Debug, Clone)]
pub struct Frozen {
    pub id: MatchId,
    /// The game; a custom game has its latest definition.
    pub game: MatchGame,
    pub edition: Json,
    pub options: Json,
    /// The id of the seat that deals first, if the document names it.
    pub first_dealer: Option<Json>,
    /// The history that the document already had, with ids instead of names.
    pub history: Vec<Json>,
}

impl Frozen {
    /// The fixed facts of an opening, or `None` if it is incomplete.
    pub fn new(opened: &Opened) -> Option<Frozen> {
        let document = &opened.document;
        let game = MatchGame::new(document).ok()?;
        Some(Frozen {
            id: opened.id.clone(),
            game,
            edition: document.get("edition")?.clone(),
            options: document.get("options")?.clone(),
            first_dealer: document.get("first_dealer").cloned(),
            history: document.list("history").to_vec(),
        })
    }

    /// Returns the facts with another definition of the custom game, for this many players. House rules that both
    /// definitions have keep their values.
    ///
    /// # Errors
    /// Every fault of the definition and of the house rules under it, or the fault that the game is not a custom game.
    /// The definition must keep its id and the fields that name players, because recorded hands have names in them.
    pub fn redefined(&self, definition: &Json, players: usize) -> Result<Frozen, Faults> {
        let Some(before) = self.game.definition() else {
            return Err(Finding::rule("redefine-shipped", "/definition", args![]).into());
        };
        let after = own_definition(definition)?;
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
        let game = MatchGame::from(after);
        let seats: Vec<String> = (1..=players).map(|number| format!("s{number}")).collect();
        let document = Json::from([("options", options)]);
        let options = options_of(&game, &document, &Table::seat_players(&seats).0)?;
        Ok(Frozen {
            game,
            options,
            ..self.clone()
        })
    }
}

/// Freezes a document: it gets the edition, the options in force, and ids instead of names. Also returns the names.
///
/// # Errors
/// Every fault of the document; a match that cannot be scored cannot be opened.
pub fn freeze(id: &MatchId, document: &Json) -> Result<(Opened, Names), Faults> {
    let text = serde_json::to_string(document).unwrap_or_default();
    check_size(text.len())?;
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
        // A correction may name somebody who no longer sits at the table.
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
        labels: Labels::default(),
        client: None,
    };
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok((opened, names))
}

/// Returns the id of a name that only the history has; a new name is added. An invalid name is recorded as a fault.
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
