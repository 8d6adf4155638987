//! Reads a club document, and reports all faults at once.

use std::collections::HashMap;

use overtrick_core::form::{Field, FieldOf, Kind, KindOf, Need, Reading};
use overtrick_core::json::Json;
use overtrick_core::judging::{parse_json, utf8};
use overtrick_core::{
    Args, Faults, Finding, Points, Table, args, check_texts, limited, out_of_range, report, segment,
};
use overtrick_match::MatchGame;
use overtrick_match::document::options_of;
use overtrick_match::ledger::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::document::{
    CLUB, Club, Count, GAME, HouseGame, MAX_BYTES, MAX_MEMBERS, MAX_SEASONS, MEMBER, Member, Merge,
    RULES, Rules, SEASON, SEAT, Season, Tie, UnitKind, comparable,
};

/// The most characters of a title or a reason.
const LONGEST_TEXT: usize = 200;
/// The most alternative names of a member.
const MAX_ALSO: usize = 20;
/// The most characters of a season's id.
const LONGEST_ID: usize = 40;

/// Reads a club document.
///
/// # Errors
/// Every fault, with the JSON pointer of its place.
pub fn read(document: &[u8]) -> Result<Club, Faults> {
    if document.len() > MAX_BYTES {
        let args = args![found: document.len(), most: MAX_BYTES];
        return Err(Finding::rule("club-too-large", "", args).into());
    }
    let json = parse_json(utf8(document)?)?;
    let games = json.get("games").map_or(&[][..], Json::entries).iter();
    let games = games.map(|(id, _)| FieldOf::optional(id, Kind::Object(GAME)));
    let games: Vec<FieldOf<'_>> = games.collect();
    let fields = CLUB.iter().map(|field| match field.name {
        "games" => FieldOf::optional(field.name, KindOf::Object(&games)),
        _ => *field,
    });
    let mut reader = Reader::new(&json, &KindOf::Object(&fields.collect::<Vec<_>>()));
    let club = reader.club(&json);
    reader.finish(club)
}

/// Reads the rules of a season without a club document.
///
/// # Errors
/// Every fault, with the JSON pointer of its place.
///
/// ```
/// use overtrick_core::json::Json;
///
/// let rules = Json::object([("best", Json::Int(8))]);
/// assert_eq!(overtrick_club::read_rules(&rules).unwrap().best, Some(8));
/// let rules = Json::object([("per", "match".into()), ("ties", ["last"].into_iter().collect())]);
/// assert_eq!(overtrick_club::read_rules(&rules).unwrap_err()[0].pointer, "/ties/0");
/// ```
pub fn read_rules(json: &Json) -> Result<Rules, Faults> {
    let mut reader = Reader::new(json, &Kind::Object(RULES));
    let rules = reader.rules(json, "");
    reader.finish(rules)
}

/// The assignment of a member to a seat of a match.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AssignedSeat {
    #[serde(rename = "match")]
    played: String,
    seat: usize,
    member: u16,
}

/// A document that is being read. Faults of form are found first. Then the well-formed parts are checked.
struct Reader {
    faults: Faults,
}

impl Reader {
    fn new(json: &Json, kind: &KindOf<'_>) -> Reader {
        let mut reading = Reading::default();
        reading.read(kind, json.clone(), "");
        let mut faults = reading.findings;
        faults.extend(check_texts(json));
        let mut reader = Reader { faults };
        reader.check(kind, json, "");
        reader
    }

    fn finish<T>(self, read: T) -> Result<T, Faults> {
        if self.faults.is_empty() {
            return Ok(read);
        }
        let mut faults = self.faults;
        faults.sort_by_cached_key(|fault| order(&fault.pointer));
        Err(limited(faults))
    }

    fn fault(&mut self, code: &'static str, pointer: impl Into<String>, args: Args) {
        report(&mut self.faults, || Finding::rule(code, pointer, args));
    }

    /// Checks required fields, ranges, points, days, names and texts, which the form does not cover.
    fn check(&mut self, kind: &KindOf<'_>, json: &Json, pointer: &str) {
        match (kind, json) {
            (KindOf::Object(fields), Json::Object(_)) => {
                for field in *fields {
                    let place = format!("{pointer}/{}", segment(field.name));
                    match json.get(field.name) {
                        Some(value) => self.check(&field.kind, value, &place),
                        None if field.need == Need::Required => self.missing(place),
                        None => {}
                    }
                }
            }
            (KindOf::List(kind), Json::List(items)) => {
                for (at, item) in items.iter().enumerate() {
                    self.check(kind, item, &format!("{pointer}/{at}"));
                }
            }
            (KindOf::ById(kind), Json::Object(entries)) => {
                for (key, value) in entries {
                    self.check(kind, value, &format!("{pointer}/{}", segment(key)));
                }
            }
            (KindOf::Nullable(kind), json) => self.check(kind, json, pointer),
            (KindOf::Number(..), Json::Float(found)) if points(json).is_none() => {
                self.fault("not-half", pointer, args![found: *found]);
            }
            (KindOf::Int(least, most) | KindOf::Number(least, most), Json::Int(found))
                if !(least..=most).contains(&found) =>
            {
                let fault = out_of_range(pointer, *found, &(*least..=*most));
                report(&mut self.faults, || fault);
            }
            (KindOf::Text, Json::Text(text)) => self.text(text, pointer),
            _ => {}
        }
    }

    fn missing(&mut self, pointer: String) {
        report(&mut self.faults, || Finding::missing(pointer));
    }

    /// Checks a text by the rules for its field.
    fn text(&mut self, text: &str, pointer: &str) {
        let mut segments = pointer.rsplit('/');
        let field = segments.find(|segment| segment.parse::<usize>().is_err());
        let field = field.unwrap_or_default();
        let length = text.trim().chars().count();
        let most = match field {
            "id" => LONGEST_ID,
            _ => LONGEST_TEXT,
        };
        match field {
            "from" | "to" | "day" | "erased" if is_day(text) => {}
            "from" | "to" | "day" | "erased" => {
                self.fault("bad-date", pointer, args![found: text.to_owned()]);
            }
            "name" | "also" if pointer.starts_with("/members") => self.name(text, pointer),
            _ if length == 0 => self.fault("text-empty", pointer, args![]),
            _ if length > most => {
                self.fault("text-too-long", pointer, args![length: length, most: most]);
            }
            // `check_texts` reports a text with a line break.
            _ => {}
        }
    }

    /// Reports a list with more items than allowed.
    fn check_count(&mut self, json: &Json, key: &str, most: usize, pointer: &str) {
        let found = json.list(key).len();
        if found > most {
            let args = args![found: found, most: most];
            self.fault("club-too-many", format!("{pointer}/{key}"), args);
        }
    }

    /// Checks a name by the rules for players' names.
    fn name(&mut self, name: &str, pointer: &str) {
        let (_, faults) = Table::seat_players(&[name.to_owned()]);
        // `check_texts` reports invisible characters.
        let faults = faults.into_iter();
        for fault in faults.filter(|fault| fault.code != "text-character") {
            let pointer = pointer.to_owned();
            report(&mut self.faults, || Finding { pointer, ..fault });
        }
    }

    fn club(&mut self, json: &Json) -> Club {
        let mut club = Club {
            name: json.text("name").unwrap_or_default().trim().to_owned(),
            is_public: json.flag("public"),
            ..Club::default()
        };
        self.members(json, &mut club);
        self.seats(json, &mut club);
        club.games = self.games(json);
        self.check_count(json, "seasons", MAX_SEASONS, "");
        for (pointer, json, season) in items(json, "seasons", SEASON) {
            let season = self.season(season, json, &pointer, &club);
            club.seasons.push(season);
        }
        club
    }

    fn members(&mut self, json: &Json, club: &mut Club) {
        self.check_count(json, "members", MAX_MEMBERS, "");
        // The first use of each name, which is reported if a second member has the same name.
        let mut written: HashMap<String, (u16, String)> = HashMap::new();
        for (pointer, json, mut member) in items::<Member>(json, "members", MEMBER) {
            let number = i64::from(member.number);
            if number > 0 && club.member_of(member.number).is_some() {
                let args = args![number: number];
                self.fault("club-number-taken", format!("{pointer}/number"), args);
            }
            for key in ["name", "also", "show"] {
                let place = format!("{pointer}/{key}");
                match json.get(key) {
                    Some(_) if member.erased.is_some() => self.fault("club-erased", place, args![]),
                    None if key == "name" && member.erased.is_none() => self.missing(place),
                    _ => {}
                }
            }
            self.check_count(json, "also", MAX_ALSO, &pointer);
            if member.erased.is_some() {
                member.name = Club::erased_name(member.number);
            }
            let also = (0..).map(|at| format!("{pointer}/also/{at}"));
            let places = [format!("{pointer}/name")].into_iter().chain(also);
            let names = [&mut member.name].into_iter().chain(&mut member.also);
            for (name, place) in names.zip(places) {
                *name = name.trim().to_owned();
                let first = written.entry(comparable(name));
                let first = first.or_insert_with(|| (member.number, place.clone()));
                if first.1 != place && !name.is_empty() {
                    let args = args![name: name.clone(), number: number, other: i64::from(first.0),
                        place: first.1.clone()];
                    self.fault("club-name-taken", place, args);
                }
            }
            club.members.push(member);
        }
        let names = written.into_iter();
        club.names = names.map(|(name, (number, _))| (name, number)).collect();
    }

    /// Whether a member has this number. Reports a fault if not.
    fn is_member(&mut self, number: u16, club: &Club, pointer: &str) -> bool {
        let is_member = club.member_of(number).is_some();
        if number > 0 && !is_member {
            let args = args![number: i64::from(number)];
            self.fault("club-no-member", format!("{pointer}/member"), args);
        }
        is_member
    }

    fn seats(&mut self, json: &Json, club: &mut Club) {
        for (pointer, _, assigned) in items::<AssignedSeat>(json, "seats", SEAT) {
            let (seat, member) = (assigned.seat, assigned.member);
            if !self.is_member(member, club, &pointer) {
                continue;
            }
            let place = (assigned.played, seat);
            let mut seats = club.seats.iter();
            let is_seated = seats.any(|((played, _), one)| *played == place.0 && *one == member);
            if seat > 0 && club.seats.contains_key(&place) {
                let args = args![seat: seat];
                self.fault("club-seat-taken", format!("{pointer}/seat"), args);
            } else if is_seated {
                let args = args![number: i64::from(member)];
                self.fault("club-seated-twice", format!("{pointer}/member"), args);
            }
            club.seats.insert(place, member);
        }
    }

    fn games(&mut self, json: &Json) -> Vec<HouseGame> {
        let games = json.get("games").map_or(&[][..], Json::entries).iter();
        let games: Vec<HouseGame> = games.map(|(id, game)| HouseGame::new(id, game)).collect();
        for game in &games {
            let pointer = format!("/games/{}", segment(&game.id));
            let definition = game.definition.as_ref();
            let own_id = definition.and_then(|definition| definition.text("id"));
            if let Some(own_id) = own_id.filter(|own_id| *own_id != game.id) {
                let args = args![found: own_id.to_owned(), id: game.id.clone()];
                self.fault("club-game-id", format!("{pointer}/definition/id"), args);
            }
            for fault in game.check().err().into_iter().flatten() {
                let place = fault
                    .pointer
                    .strip_prefix("/game")
                    .unwrap_or(&fault.pointer);
                let pointer = format!("{pointer}{place}");
                report(&mut self.faults, || Finding { pointer, ..fault });
            }
        }
        games
    }

    fn season(&mut self, mut season: Season, json: &Json, pointer: &str, club: &Club) -> Season {
        let Season { id, from, to, .. } = &season;
        if !id.is_empty() && club.season(id).is_some() {
            let args = args![found: id.clone()];
            self.fault("club-season-taken", format!("{pointer}/id"), args);
        }
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if !id.chars().all(is_plain) {
            let args = args![found: id.clone()];
            self.fault("club-season-id", format!("{pointer}/id"), args);
        }
        if is_day(from) && is_day(to) && from > to {
            let args = args![from: from.clone(), to: to.clone()];
            self.fault("club-season-span", format!("{pointer}/to"), args);
        }
        for (at, change) in season.changes.iter().enumerate() {
            self.is_member(change.member, club, &format!("{pointer}/changes/{at}"));
        }
        let rules = json.get("rules").cloned().unwrap_or(Json::EMPTY);
        season.rules = self.rules(&rules, &format!("{pointer}/rules"));
        if season.title.is_empty() {
            season.title.clone_from(&season.id);
        }
        season
    }

    fn rules(&mut self, json: &Json, pointer: &str) -> Rules {
        let mut rules: Rules = valid_part(json, RULES);
        let is_usual =
            (rules.per, rules.evening, rules.figure) == (UnitKind::Evening, Merge::Sum, Merge::Sum);
        if json.get("absent").is_none() {
            rules.absent = is_usual.then_some(Points::ZERO);
        }
        if json.get("ties").is_none() {
            rules.ties = vec![Tie::Best, Tie::Wins];
        }
        if rules.games.as_ref().is_some_and(Vec::is_empty) {
            self.fault("club-no-games", format!("{pointer}/games"), args![]);
        }
        let place = format!("{pointer}/place_points");
        self.place_points(&rules, &place);
        if rules.count == Count::Points && !rules.place_points.is_empty() {
            self.fault("club-place-points", place, args![]);
        }
        for (at, tie) in rules.ties.iter().enumerate() {
            let place = format!("{pointer}/ties/{at}");
            if *tie == Tie::Last && rules.per == UnitKind::Match {
                self.fault("club-last-evening", &*place, args![]);
            }
            if rules.ties[..at].contains(tie) {
                self.fault("club-tie-twice", place, args![found: tie.word().to_owned()]);
            }
        }
        rules
    }

    fn place_points(&mut self, rules: &Rules, pointer: &str) {
        for (key, points) in &rules.place_points {
            let pointer = format!("{pointer}/{}", segment(key));
            let Some(players) = (2..=16_usize).find(|players| players.to_string() == *key) else {
                self.fault("club-players", pointer, args![found: key.clone()]);
                continue;
            };
            if points.len() != players {
                let args = args![found: points.len(), players: players];
                self.fault("club-place-count", &*pointer, args);
            }
            for (at, pair) in points.windows(2).enumerate() {
                // Points that are neither whole nor halves are reported separately.
                if pair[1].in_units(2) > pair[0].in_units(2) {
                    self.fault("club-place-order", format!("{pointer}/{}", at + 1), args![]);
                }
            }
        }
    }
}

impl HouseGame {
    /// Creates a game from its entry in the document.
    pub(crate) fn new(id: &str, json: &Json) -> HouseGame {
        HouseGame {
            id: id.to_owned(),
            definition: json.get("definition").cloned(),
            options: json.get("options").cloned().unwrap_or(Json::EMPTY),
        }
    }

    /// Creates a match document for this game with additional entries.
    pub(crate) fn document<'k>(&self, more: impl IntoIterator<Item = (&'k str, Json)>) -> Json {
        let game = match &self.definition {
            Some(_) => overtrick_own::OWN,
            None => &self.id,
        };
        let definition = self.definition.iter();
        let definition = definition.map(|definition| ("definition", definition.clone()));
        let entries = [("game", game.into())].into_iter().chain(definition);
        let entries = entries.chain([("options", self.options.clone())]);
        Json::object(entries.chain(more))
    }

    /// Refuses an unknown game, and house rules that are invalid for every number of players.
    fn check(&self) -> Result<(), Faults> {
        let document = self.document([]);
        let game = MatchGame::new(&document)?;
        let (fewest, most) = game.players();
        let mut refused = Ok(());
        for players in fewest..=most {
            let names = (1..=players).map(|player| format!("P{player}"));
            let (table, _) = Table::seat_players(&names.collect::<Vec<String>>());
            match options_of(&game, &document, &table) {
                Ok(_) => return Ok(()),
                Err(faults) => refused = refused.and(Err(faults)),
            }
        }
        refused
    }
}

/// Returns the items of a list with their pointers. Faulty values, which are already reported, are left out
/// of the items.
fn items<'j, T: DeserializeOwned + Default>(
    json: &'j Json,
    key: &str,
    fields: &[Field],
) -> Vec<(String, &'j Json, T)> {
    let items = json.list(key).iter().enumerate();
    let items = items.map(|(at, json)| (format!("/{key}/{at}"), json, valid_part(json, fields)));
    items.collect()
}

/// Reads the well-formed part of an object with these fields.
fn valid_part<T: DeserializeOwned + Default>(json: &Json, fields: &[Field]) -> T {
    Reading::default().read_typed(fields, json.clone(), "")
}

/// Reads whole or half points.
pub(crate) fn points(json: &Json) -> Option<Points> {
    match json {
        Json::Float(decimal) => Points::from_decimal(*decimal),
        json => json.typed(),
    }
}

/// Whether a text is a day, such as `2026-09-03`.
pub fn is_day(text: &str) -> bool {
    let midnight = format!("{text}T00:00:00.000Z");
    text.len() == 10 && midnight.parse::<Timestamp>().is_ok()
}

/// Returns a key that sorts pointers in document order.
fn order(pointer: &str) -> (usize, usize) {
    let mut segments = pointer.split('/').skip(1);
    let section = segments.next().unwrap_or_default();
    let section = CLUB.iter().position(|field| field.name == section);
    let index = segments.next().and_then(|index| index.parse().ok());
    (section.unwrap_or(CLUB.len()), index.unwrap_or(0))
}
