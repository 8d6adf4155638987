//! The facts of a match that are fixed when it is opened.

use std::cell::RefCell;
use std::collections::HashMap;

use super::event::Opened;
use super::keys::MatchId;
use super::labels::Labels;
use super::names::{Names, check_name, name_id};
use super::translate::{Renaming, seat_id};
use crate::MatchGame;
use crate::document::{check_size, options_of, score_of, score_value};
use crate::game::own_definition;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, MAX_FINDINGS, Name, Table, args};

/// The pointer to a document's history.
const HISTORY: &str = "/history";

/// The game, its edition and its house rules in force.
#[derive(Debug)]
pub struct Frozen {
    pub id: MatchId,
    /// The game; a custom game has the definition that was put in place of an earlier one.
    pub game: MatchGame,
    /// What a custom game called itself when the match was opened, in each language.
    pub called: Option<Name>,
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
        let history = match document.get("history") {
            Some(Json::List(history)) => history.clone(),
            _ => Vec::new(),
        };
        let game = MatchGame::new(document).ok()?;
        Some(Frozen {
            id: opened.id.clone(),
            called: game.called().cloned(),
            game,
            edition: document.get("edition")?.clone(),
            options: document.get("options")?.clone(),
            first_dealer: document.get("first_dealer").cloned(),
            history,
        })
    }

    /// The same with another definition of its custom game, for so many players. House rules that it has keep their
    /// values.
    ///
    /// # Errors
    /// The game is no custom game; every fault of the definition, and of the house rules under it; the fields of
    /// records with players that it changes: everything recorded so far names its players in them.
    pub fn redefined(&self, definition: &Json, players: usize) -> Result<Frozen, Faults> {
        let Some(before) = self.game.definition() else {
            return Err(Finding::rule("redefine-shipped", "/definition", args![]).into());
        };
        let document = |options: Json| {
            let seats = (1..=players).map(|number| Json::Text(format!("s{number}")));
            Json::from([
                ("game", self.game.id().into()),
                ("definition", definition.clone()),
                ("players", seats.collect()),
                ("options", options),
                ("hands", Json::List(Vec::new())),
            ])
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
        let options = match &self.options {
            Json::Object(entries) => {
                let known = entries.iter();
                let known = known.filter(|(name, _)| after.option_texts(name).is_some());
                Json::Object(known.cloned().collect())
            }
            other => other.clone(),
        };
        let game = MatchGame::from(after);
        let document = document(options);
        let seats = document.list("players").iter().filter_map(Json::as_text);
        let seats: Vec<String> = seats.map(str::to_owned).collect();
        let options = options_of(&game, &document, &Table::seat_players(&seats).0)?;
        Ok(Frozen {
            id: self.id.clone(),
            called: self.called.clone(),
            edition: self.edition.clone(),
            options,
            first_dealer: self.first_dealer.clone(),
            history: self.history.clone(),
            game,
        })
    }
}

/// Freezes a document: edition and options in force, ids instead of names; also returns the names.
///
/// # Errors
/// Every fault of the document; a match that cannot be scored cannot be opened.
pub fn freeze(id: &MatchId, document: &Json) -> Result<(Opened, Names), Faults> {
    let text = serde_json::to_string(document).unwrap_or_default();
    check_size(text.len())?;
    let Ok(game) = MatchGame::new(document) else {
        // With the faults of everything else in the document.
        return Err(score_value(document.clone()).err().unwrap_or_default());
    };
    let scored = score_of(&game, document.clone())?;
    let table = &scored.table;
    let options = options_of(&game, document, table)?;
    let people = RefCell::new(People::seated(table));
    let ids = Renaming {
        game: &game,
        // A correction may name somebody who no longer sits at the table.
        player: |name: &str| match table.seat(name) {
            Some(seat) => seat_id(seat),
            None => people.borrow_mut().id_of(name),
        },
    };
    let mut frozen = vec![
        ("game".to_owned(), game.id().into()),
        ("edition".to_owned(), scored.edition.into()),
        ("options".to_owned(), options),
    ];
    for (key, value) in document.entries() {
        if !["game", "edition", "options", "players", "id", "log"].contains(&key.as_str()) {
            let mut value = value.clone();
            ids.value(key, &mut value);
            frozen.push((key.clone(), value));
        }
    }
    let opened = Opened {
        id: id.clone(),
        document: Json::Object(frozen),
        players: (1..=table.len()).map(name_id).collect(),
        labels: Labels::default(),
        client: None,
    };
    let People { names, faults, .. } = people.into_inner();
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok((opened, names))
}

/// The names of a document: those of its players, and those only in its history.
struct People {
    names: Names,
    /// The numbers of the names.
    numbers: HashMap<String, usize>,
    faults: Faults,
}

impl People {
    fn seated(table: &Table) -> People {
        let texts = table.names().iter().map(ToString::to_string);
        People {
            names: Names::new(table.names()),
            numbers: texts.zip(1..).collect(),
            faults: Faults::new(),
        }
    }

    /// The id of a name, which is added if it is new. An invalid name is recorded as a fault.
    fn id_of(&mut self, name: &str) -> String {
        let name = name.trim();
        if let Some(number) = self.numbers.get(name) {
            return name_id(*number);
        }
        let room = self.names.check_room(HISTORY).map_err(Faults::from);
        if let Err(faults) = room.and_then(|()| check_name(name, HISTORY)) {
            if self.faults.len() < MAX_FINDINGS {
                self.faults.extend(faults);
            }
            return name_id(1);
        }
        let number = self.names.add(name);
        self.numbers.insert(name.to_owned(), number);
        name_id(number)
    }
}
