//! Reading a club document, with every fault at once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;

use overtrick_core::form::{Field, Kind, Need, Reading, wrong_type};
use overtrick_core::json::Json;
use overtrick_core::judging::{parse_json, utf8};
use overtrick_core::{
    Args, Faults, Finding, Lines, Points, Table, args, check_text, check_texts, limited,
    out_of_range, report, segment,
};
use overtrick_match::MatchGame;
use overtrick_match::document::written_options;
use overtrick_match::ledger::Timestamp;

use crate::document::{
    CHANGE, CLUB, Club, Count, GAME, HIGHEST_NUMBER, HouseGame, MAX_BYTES, MAX_MEMBERS, MAX_POINTS,
    MAX_SEASONS, MAX_SEATS, MEMBER, Member, Merge, PointsChange, RULES, Rules, SEASON, SEAT,
    Season, Show, Tie, UnitKind, comparable,
};

/// The most characters of a title or a reason.
const LONGEST_TEXT: usize = 200;
/// The most other names of a member.
const MAX_ALSO: usize = 20;
/// The most characters of a season's id.
const LONGEST_ID: usize = 40;
/// The numbers of members.
const NUMBERS: RangeInclusive<i64> = 1..=HIGHEST_NUMBER;

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
    if !matches!(json, Json::Object(_)) {
        return Err(wrong_type("", "object", &json).into());
    }
    let mut reader = Reader::new(&json, &Kind::Object(CLUB));
    let club = reader.club(&json);
    reader.finish(club)
}

/// Reads the rules of a season by themselves.
///
/// # Errors
/// Every fault, with the JSON pointer of its place.
///
/// ```
/// use overtrick_core::json::Json;
///
/// let rules = Json::from([("best", Json::Int(8))]);
/// assert_eq!(overtrick_club::read_rules(&rules).unwrap().best, Some(8));
/// let rules = Json::from([("per", "match".into()), ("ties", ["last"].into_iter().collect())]);
/// assert_eq!(overtrick_club::read_rules(&rules).unwrap_err()[0].pointer, "/ties/0");
/// ```
pub fn read_rules(json: &Json) -> Result<Rules, Faults> {
    let mut reader = Reader::new(json, &Kind::Object(RULES));
    let rules = reader.rules(json, "");
    reader.finish(rules)
}

/// A document that is being read. Faults of form are found first; then what has the right form is checked.
struct Reader {
    faults: Faults,
}

impl Reader {
    fn new(json: &Json, kind: &Kind) -> Reader {
        let mut reading = Reading::default();
        reading.read(kind, json.clone(), "");
        let mut faults = reading.findings;
        faults.extend(check_texts(json));
        Reader { faults }
    }

    fn finish<T>(mut self, read: T) -> Result<T, Faults> {
        if self.faults.is_empty() {
            return Ok(read);
        }
        self.faults
            .sort_by_cached_key(|fault| order(&fault.pointer));
        Err(limited(self.faults))
    }

    fn fault(&mut self, code: &'static str, pointer: impl Into<String>, args: Args) {
        report(&mut self.faults, Finding::rule(code, pointer, args));
    }

    /// Reports the required fields that an object lacks.
    fn require(&mut self, fields: &[Field], json: &Json, pointer: &str) {
        let required = fields.iter().filter(|field| field.need == Need::Required);
        for field in required.filter(|field| json.get(field.name).is_none()) {
            let pointer = format!("{pointer}/{}", field.name);
            report(
                &mut self.faults,
                Finding::shape("missing-field", pointer, args![]),
            );
        }
    }

    /// Refuses more items than there may be.
    fn check_count(&mut self, found: usize, most: usize, pointer: &str) {
        if found > most {
            self.fault("club-too-many", pointer, args![found: found, most: most]);
        }
    }

    /// A whole number in a range; one is reported that is out of range.
    fn number(
        &mut self,
        json: &Json,
        key: &str,
        range: &RangeInclusive<i64>,
        pointer: &str,
    ) -> Option<i64> {
        let number = json.int(key)?;
        if range.contains(&number) {
            return Some(number);
        }
        let fault = out_of_range(&format!("{pointer}/{key}"), number, range);
        report(&mut self.faults, fault);
        None
    }

    fn member_number(&mut self, json: &Json, key: &str, pointer: &str) -> Option<u16> {
        let number = self.number(json, key, &NUMBERS, pointer)?;
        u16::try_from(number).ok()
    }

    /// A count in a range.
    fn count(
        &mut self,
        json: &Json,
        key: &str,
        range: &RangeInclusive<i64>,
        pointer: &str,
    ) -> Option<usize> {
        usize::try_from(self.number(json, key, range, pointer)?).ok()
    }

    /// A text of one line that is not empty.
    fn text(&mut self, json: &Json, key: &str, most: usize, pointer: &str) -> Option<String> {
        let text = json.text(key)?.trim();
        let pointer = format!("{pointer}/{key}");
        let length = text.chars().count();
        if text.is_empty() {
            self.fault("text-empty", pointer, args![]);
        } else if length > most {
            self.fault("text-too-long", pointer, args![length: length, most: most]);
        } else if check_text(text, &pointer, Lines::One).is_none() {
            return Some(text.to_owned());
        }
        None
    }

    /// A name as players have it.
    fn name(&mut self, name: &str, pointer: &str) -> Option<String> {
        let (_, faults) = Table::seat_players(&[name.to_owned()]);
        let is_name = faults.is_empty();
        // Characters that nobody sees are reported for the whole document.
        for fault in faults
            .into_iter()
            .filter(|fault| fault.code != "text-character")
        {
            let pointer = pointer.to_owned();
            report(&mut self.faults, Finding { pointer, ..fault });
        }
        is_name.then(|| name.trim().to_owned())
    }

    fn day(&mut self, json: &Json, key: &str, pointer: &str) -> Option<String> {
        let day = json.text(key)?;
        if is_day(day) {
            return Some(day.to_owned());
        }
        let args = args![found: day.to_owned()];
        self.fault("bad-date", format!("{pointer}/{key}"), args);
        None
    }

    /// Points, which are whole or halves.
    fn points(&mut self, json: &Json, pointer: &str) -> Option<Points> {
        let points = match json {
            Json::Float(decimal) => Points::from_decimal(*decimal),
            json => json.typed(),
        };
        match json {
            _ if points.is_some() => {}
            Json::Int(whole) => {
                let fault = out_of_range(pointer, *whole, &(-MAX_POINTS..=MAX_POINTS));
                report(&mut self.faults, fault);
            }
            Json::Float(found) => self.fault("not-half", pointer, args![found: *found]),
            _ => {}
        }
        points
    }

    fn club(&mut self, json: &Json) -> Club {
        self.require(CLUB, json, "");
        self.number(json, "club", &(1..=1), "");
        let mut club = Club {
            name: self
                .text(json, "name", LONGEST_TEXT, "")
                .unwrap_or_default(),
            is_public: json.flag("public"),
            ..Club::default()
        };
        self.members(json.list("members"), &mut club);
        let numbers: HashSet<u16> = club.members.iter().map(|member| member.number).collect();
        club.seats = self.seats(json.list("seats"), &numbers);
        club.games = self.games(json);
        self.check_count(json.list("seasons").len(), MAX_SEASONS, "/seasons");
        for (index, season) in json.list("seasons").iter().enumerate() {
            if let Some(season) = self.season(season, index, &numbers) {
                if club.season(&season.id).is_some() {
                    let args = args![found: season.id.clone()];
                    self.fault("club-season-taken", format!("/seasons/{index}/id"), args);
                }
                club.seasons.push(season);
            }
        }
        club
    }

    fn members(&mut self, members: &[Json], club: &mut Club) {
        self.check_count(members.len(), MAX_MEMBERS, "/members");
        // Where each name is written first, for the fault of a name that two members have.
        let mut written: HashMap<String, (u16, String)> = HashMap::new();
        for (index, json) in members.iter().enumerate() {
            let pointer = format!("/members/{index}");
            self.require(MEMBER, json, &pointer);
            let number = self.member_number(json, "number", &pointer);
            if let Some(number) = number.filter(|number| club.member_of(*number).is_some()) {
                let args = args![number: i64::from(number)];
                self.fault("club-number-taken", format!("{pointer}/number"), args);
            }
            let member = self.member(json, number.unwrap_or(0), &pointer);
            let also = (0..).map(|at| format!("{pointer}/also/{at}"));
            let places = [format!("{pointer}/name")].into_iter().chain(also);
            let names = [&member.name].into_iter().chain(&member.also);
            for (name, place) in names.zip(places).filter(|(name, _)| !name.is_empty()) {
                let known = written.entry(comparable(name));
                let known = known.or_insert_with(|| (member.number, place.clone()));
                if known.1 != place {
                    let args = args![name: name.clone(), number: i64::from(member.number),
                        other: i64::from(known.0), place: known.1.clone()];
                    self.fault("club-name-taken", place, args);
                }
            }
            club.members.push(member);
        }
        let names = written.into_iter();
        club.names = names.map(|(name, (number, _))| (name, number)).collect();
    }

    /// Reads a member; what is faulty or missing is empty.
    fn member(&mut self, json: &Json, number: u16, pointer: &str) -> Member {
        let erased = self.day(json, "erased", pointer);
        let is_erased = json.get("erased").is_some();
        for key in ["name", "also", "show"] {
            let place = format!("{pointer}/{key}");
            match json.get(key) {
                Some(_) if is_erased => self.fault("club-erased", place, args![]),
                None if key == "name" && !is_erased => {
                    report(
                        &mut self.faults,
                        Finding::shape("missing-field", place, args![]),
                    );
                }
                _ => {}
            }
        }
        let name = match json.text("name") {
            _ if is_erased => Some(Club::erased_name(number)),
            Some(name) => self.name(name, &format!("{pointer}/name")),
            None => None,
        };
        let also = json.list("also");
        self.check_count(also.len(), MAX_ALSO, &format!("{pointer}/also"));
        let also = also.iter().enumerate().map(|(at, name)| {
            let name = name.as_text()?;
            self.name(name, &format!("{pointer}/also/{at}"))
        });
        Member {
            number,
            name: name.unwrap_or_default(),
            also: also.map(Option::unwrap_or_default).collect(),
            show: json.get("show").and_then(Json::typed).unwrap_or(Show::Name),
            erased,
        }
    }

    fn known_member(&mut self, json: &Json, numbers: &HashSet<u16>, pointer: &str) -> Option<u16> {
        let number = self.member_number(json, "member", pointer)?;
        if numbers.contains(&number) {
            return Some(number);
        }
        let args = args![number: i64::from(number)];
        self.fault("club-no-member", format!("{pointer}/member"), args);
        None
    }

    fn seats(&mut self, seats: &[Json], numbers: &HashSet<u16>) -> HashMap<(String, usize), u16> {
        let mut read: HashMap<(String, usize), u16> = HashMap::new();
        for (index, json) in seats.iter().enumerate() {
            let pointer = format!("/seats/{index}");
            self.require(SEAT, json, &pointer);
            let played = self.text(json, "match", LONGEST_TEXT, &pointer);
            let seat = self.count(json, "seat", &(1..=MAX_SEATS), &pointer);
            let member = self.known_member(json, numbers, &pointer);
            let (Some(played), Some(seat), Some(member)) = (played, seat, member) else {
                continue;
            };
            let of_match = |(key, of): (&(String, usize), &u16)| key.0 == played && *of == member;
            if read.contains_key(&(played.clone(), seat)) {
                self.fault(
                    "club-seat-taken",
                    format!("{pointer}/seat"),
                    args![seat: seat],
                );
            } else if read.iter().any(of_match) {
                let args = args![number: i64::from(member)];
                self.fault("club-seated-twice", format!("{pointer}/member"), args);
            }
            read.insert((played, seat), member);
        }
        read
    }

    fn games(&mut self, json: &Json) -> Vec<HouseGame> {
        let Some(games) = json.get("games") else {
            return Vec::new();
        };
        if !matches!(games, Json::Object(_)) {
            report(&mut self.faults, wrong_type("/games", "object", games));
        }
        let mut read: Vec<HouseGame> = Vec::new();
        for (id, game) in games.entries() {
            let pointer = format!("/games/{}", segment(id));
            let mut reading = Reading::default();
            reading.read(&Kind::Object(GAME), game.clone(), &pointer);
            self.faults.extend(reading.findings);
            if read.iter().any(|known| known.id == *id) {
                let args = args![key: id.clone()];
                report(
                    &mut self.faults,
                    Finding::shape("duplicate-key", &*pointer, args),
                );
            }
            let game = HouseGame {
                id: id.clone(),
                definition: game.get("definition").cloned(),
                options: game.get("options").cloned().unwrap_or(Json::EMPTY),
            };
            self.game(&game, &pointer);
            read.push(game);
        }
        read
    }

    /// Checks a game: it is known, and its house rules are possible for one of its numbers of players.
    fn game(&mut self, game: &HouseGame, pointer: &str) {
        let definition = game.definition.as_ref();
        let own_id = definition.and_then(|definition| definition.text("id"));
        if let Some(own_id) = own_id.filter(|own_id| *own_id != game.id) {
            let args = args![found: own_id.to_owned(), id: game.id.clone()];
            self.fault("club-game-id", format!("{pointer}/definition/id"), args);
        }
        let faults = match MatchGame::new(&game.document()) {
            Err(faults) => faults,
            Ok(known) => {
                let (fewest, most) = known.players();
                let tried = (fewest..=most).map(|players| written_options(&game.opened(players)));
                let tried: Vec<Result<Json, Faults>> = tried.collect();
                if tried.iter().any(Result::is_ok) {
                    return;
                }
                tried.into_iter().find_map(Result::err).unwrap_or_default()
            }
        };
        for fault in faults {
            let place = fault
                .pointer
                .strip_prefix("/game")
                .unwrap_or(&fault.pointer);
            let pointer = format!("{pointer}{place}");
            report(&mut self.faults, Finding { pointer, ..fault });
        }
    }

    fn season(&mut self, json: &Json, index: usize, numbers: &HashSet<u16>) -> Option<Season> {
        let pointer = format!("/seasons/{index}");
        self.require(SEASON, json, &pointer);
        let id = self.text(json, "id", LONGEST_ID, &pointer);
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if let Some(id) = id.as_ref().filter(|id| !id.chars().all(is_plain)) {
            self.fault(
                "club-season-id",
                format!("{pointer}/id"),
                args![found: id.clone()],
            );
        }
        let title = self.text(json, "title", LONGEST_TEXT, &pointer);
        let from = self.day(json, "from", &pointer);
        let to = self.day(json, "to", &pointer);
        if let (Some(from), Some(to)) = (&from, &to)
            && from > to
        {
            let args = args![from: from.clone(), to: to.clone()];
            self.fault("club-season-span", format!("{pointer}/to"), args);
        }
        let none = Json::EMPTY;
        let rules = json.get("rules").unwrap_or(&none);
        let rules = self.rules(rules, &format!("{pointer}/rules"));
        let changes = json.list("changes").iter().enumerate();
        let changes = changes.filter_map(|(at, change)| {
            self.change(change, numbers, &format!("{pointer}/changes/{at}"))
        });
        let changes = changes.collect();
        let id = id?;
        Some(Season {
            title: title.unwrap_or_else(|| id.clone()),
            id,
            from: from.unwrap_or_default(),
            to: to.unwrap_or_default(),
            rules,
            changes,
            index,
        })
    }

    fn change(
        &mut self,
        json: &Json,
        numbers: &HashSet<u16>,
        pointer: &str,
    ) -> Option<PointsChange> {
        self.require(CHANGE, json, pointer);
        let member = self.known_member(json, numbers, pointer);
        let points = json.get("points");
        let points = points.and_then(|points| self.points(points, &format!("{pointer}/points")));
        let day = self.day(json, "day", pointer);
        let reason = self.text(json, "reason", LONGEST_TEXT, pointer);
        Some(PointsChange {
            member: member?,
            points: points?,
            day: day?,
            reason: reason?,
        })
    }

    fn rules(&mut self, json: &Json, pointer: &str) -> Rules {
        fn word<'j, T: serde::Deserialize<'j>>(json: &'j Json, key: &str, default: T) -> T {
            json.get(key).and_then(Json::typed).unwrap_or(default)
        }
        let usual = Rules::default();
        let per = word(json, "per", usual.per);
        let evening = word(json, "evening", usual.evening);
        let figure = word(json, "figure", usual.figure);
        let is_usual = (per, evening, figure) == (UnitKind::Evening, Merge::Sum, Merge::Sum);
        let absent = match json.get("absent") {
            None => usual.absent.filter(|_| is_usual),
            Some(absent) => self.points(absent, &format!("{pointer}/absent")),
        };
        let games = json.get("games").map(|_| {
            let games = json.list("games").iter().filter_map(Json::as_text);
            games.map(str::to_owned).collect::<Vec<String>>()
        });
        if games.as_ref().is_some_and(Vec::is_empty) {
            self.fault("club-no-games", format!("{pointer}/games"), args![]);
        }
        let count = word(json, "count", usual.count);
        let place_points = self.place_points(json, &format!("{pointer}/place_points"));
        if count == Count::Points && !place_points.is_empty() {
            self.fault(
                "club-place-points",
                format!("{pointer}/place_points"),
                args![],
            );
        }
        let ties = word(json, "ties", usual.ties);
        let last = ties.iter().position(|tie| *tie == Tie::Last);
        if let Some(at) = last.filter(|_| per == UnitKind::Match) {
            self.fault("club-last-evening", format!("{pointer}/ties/{at}"), args![]);
        }
        for (at, tie) in ties.iter().enumerate() {
            if ties[..at].contains(tie) {
                let args = args![found: tie.word().to_owned()];
                self.fault("club-tie-twice", format!("{pointer}/ties/{at}"), args);
            }
        }
        Rules {
            count,
            place_points,
            games,
            per,
            evening,
            figure,
            best: self.count(json, "best", &(1..=1000), pointer),
            absent,
            least: self.count(json, "least", &(0..=1000), pointer).unwrap_or(0),
            ties,
        }
    }

    fn place_points(&mut self, json: &Json, pointer: &str) -> BTreeMap<usize, Vec<Points>> {
        let lists = json.get("place_points").map_or(&[][..], Json::entries);
        let mut read = BTreeMap::new();
        for (key, list) in lists {
            let pointer = format!("{pointer}/{}", segment(key));
            let players = key.parse::<usize>().ok();
            let Some(players) = players.filter(|players| (2..=16).contains(players)) else {
                self.fault("club-players", pointer, args![found: key.clone()]);
                continue;
            };
            let Json::List(list) = list else { continue };
            if list.len() != players {
                let args = args![found: list.len(), players: players];
                self.fault("club-place-count", &*pointer, args);
            }
            let points = list.iter().enumerate();
            let points: Vec<Option<Points>> = points
                .map(|(at, points)| self.points(points, &format!("{pointer}/{at}")))
                .collect();
            for (at, pair) in points.windows(2).enumerate() {
                if pair[0].is_some() && pair[1] > pair[0] {
                    self.fault("club-place-order", format!("{pointer}/{}", at + 1), args![]);
                }
            }
            read.insert(players, points.into_iter().flatten().collect());
        }
        read
    }
}

impl HouseGame {
    /// The beginning of a match document of this game.
    fn document(&self) -> Json {
        let game = match &self.definition {
            Some(_) => overtrick_own::OWN,
            None => &self.id,
        };
        let mut entries = vec![("game".to_owned(), Json::from(game))];
        if let Some(definition) = &self.definition {
            entries.push(("definition".to_owned(), definition.clone()));
        }
        entries.push(("options".to_owned(), self.options.clone()));
        Json::Object(entries)
    }

    /// A match document without hands for so many players.
    fn opened(&self, players: usize) -> Json {
        let Json::Object(mut entries) = self.document() else {
            return Json::EMPTY;
        };
        let names = (1..=players).map(|player| format!("P{player}"));
        entries.push(("players".to_owned(), names.collect()));
        entries.push(("hands".to_owned(), Json::List(Vec::new())));
        Json::Object(entries)
    }
}

/// Whether a text is a day, such as `2026-09-03`.
pub(crate) fn is_day(text: &str) -> bool {
    let midnight = format!("{text}T00:00:00.000Z");
    text.len() == 10 && midnight.parse::<Timestamp>().is_ok()
}

/// The place of a pointer in the order of the document.
fn order(pointer: &str) -> (usize, usize) {
    let mut segments = pointer.split('/').skip(1);
    let section = segments.next().unwrap_or_default();
    let section = CLUB.iter().position(|field| field.name == section);
    let index = segments.next().and_then(|index| index.parse().ok());
    (section.unwrap_or(CLUB.len()), index.unwrap_or(0))
}
