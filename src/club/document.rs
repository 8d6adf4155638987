//! The club document: members, house rules and seasons.

use std::collections::{BTreeMap, HashMap};

use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_core::wire::words;
use overtrick_core::{Points, folded};
use overtrick_match::schema::{DIALECT, object};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::fraction::Fraction;

/// The most bytes of a club document.
pub(crate) const MAX_BYTES: usize = 512 * 1024;
/// The most members.
pub(crate) const MAX_MEMBERS: usize = 1000;
/// The most seasons.
pub(crate) const MAX_SEASONS: usize = 50;
/// The highest number of a member.
pub(crate) const HIGHEST_NUMBER: i64 = 9999;
/// The highest number of a seat.
pub(crate) const MAX_SEATS: i64 = 16;

/// A club: its members, its house rules and its seasons.
///
/// ```
/// let club = br#"{"club": 1, "name": "The Crown",
///     "members": [{"number": 8, "name": "Hana", "also": ["Hanka"]}, {"number": 9, "name": "hanka"}]}"#;
/// let faults = overtrick_club::read(club).unwrap_err();
/// assert_eq!((&*faults[0].code, &*faults[0].pointer), ("club-name-taken", "/members/1/name"));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Club {
    /// Its name.
    pub name: String,
    /// Whether its pages are public.
    pub is_public: bool,
    /// Its members, in the order of the document.
    pub members: Vec<Member>,
    /// The assigned members, by the id of a match and the number of a seat, from 1.
    pub(crate) seats: HashMap<(String, usize), u16>,
    /// The house rules of its tables, by the id of the game.
    pub games: Vec<HouseGame>,
    /// Its seasons, in the order of the document.
    pub seasons: Vec<Season>,
    /// The numbers of members, by name.
    pub(crate) names: HashMap<String, u16>,
}

/// A person with a number.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Member {
    /// The number, from 1.
    pub number: u16,
    /// The name. For an erased member, it is [`Club::erased_name`].
    pub name: String,
    /// Other names.
    pub also: Vec<String>,
    /// How public pages show the member.
    pub show: Show,
    /// The day on which the person was erased.
    pub erased: Option<String>,
}

words! {
    /// How public pages show a member.
    #[derive(Default)]
    pub enum Show {
        /// The name.
        #[default]
        Name = "name",
        /// The initials.
        Initials = "initials",
        /// Nothing.
        Hidden = "hidden",
    }
}

/// The house rules of a game at the tables of a club.
#[derive(Debug, Clone)]
pub struct HouseGame {
    /// The id of the game.
    pub id: String,
    /// The definition of a custom game.
    pub definition: Option<Json>,
    /// The house rules, as in the document.
    pub options: Json,
}

/// A season: a range of days and its rules.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Season {
    /// Its id, which is part of web addresses.
    pub id: String,
    /// Its title, or its id if the document has no title.
    pub title: String,
    /// Its first day.
    pub from: String,
    /// Its last day.
    pub to: String,
    /// Its rules.
    pub rules: Rules,
    /// The points that are added to members' figures.
    pub changes: Vec<PointsChange>,
}

/// Points that are added to a member's figure.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PointsChange {
    /// The member's number.
    #[serde(skip_serializing)]
    pub member: u16,
    /// The points.
    pub points: Fraction,
    /// The day.
    pub day: String,
    /// The reason.
    pub reason: String,
}

words! {
    /// The results of a match that count.
    #[derive(Default)]
    pub enum Count {
        /// Its places.
        #[default]
        Places = "places",
        /// Its points.
        Points = "points",
    }
}

words! {
    /// The unit of a season.
    #[derive(Default)]
    pub enum UnitKind {
        /// An evening.
        #[default]
        Evening = "evening",
        /// A match.
        Match = "match",
    }
}

words! {
    /// How several values are combined.
    #[derive(Default)]
    pub enum Merge {
        /// Their sum.
        #[default]
        Sum = "sum",
        /// Their mean.
        Mean = "mean",
    }
}

words! {
    /// A criterion that separates members with equal figures.
    pub enum Tie {
        /// The units that count, highest first.
        Best = "best",
        /// The sum of all units, including dropped units.
        All = "all",
        /// The matches won.
        Wins = "wins",
        /// The places in matches between the tied members.
        Met = "met",
        /// The latest evening, then each earlier evening in turn.
        Last = "last",
    }
}

/// The rules of a season, with defaults filled in.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// The results of a match that count.
    pub count: Count,
    /// The points of each place, by the number of competitors (players or sides).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub place_points: BTreeMap<String, Vec<Points>>,
    /// The games that count; `None` if all count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// The unit of the season.
    pub per: UnitKind,
    /// How the values of an evening's matches are combined into its value.
    pub evening: Merge,
    /// How the units that count are combined into the figure.
    pub figure: Merge,
    /// How many units count; `None` if all count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<usize>,
    /// The value of a missed evening; `None` if missed evenings are ignored.
    pub absent: Option<Points>,
    /// How many evenings (or matches, if a unit is a match) a member must attend to be ranked.
    pub least: usize,
    /// The criteria that separate members with equal figures, in order.
    pub ties: Vec<Tie>,
}

impl Merge {
    /// Returns the sum or mean of these values, or 0 if there are none.
    pub(crate) fn of(self, values: &[Fraction]) -> Fraction {
        let sum: Fraction = values.iter().sum();
        match self {
            Merge::Sum => sum,
            Merge::Mean => sum.over(values.len()),
        }
    }
}

impl Club {
    /// Returns the member with this number.
    pub fn member_of(&self, number: u16) -> Option<&Member> {
        self.members.iter().find(|member| member.number == number)
    }

    /// Returns the name of the member with this number, or an empty text if there is no such member.
    pub fn name_of(&self, number: u16) -> &str {
        self.member_of(number).map_or("", |member| &member.name)
    }

    /// Returns the season with this id.
    pub fn season(&self, id: &str) -> Option<&Season> {
        self.seasons.iter().find(|season| season.id == id)
    }

    /// Returns a game with the club's house rules, or without house rules if the document does not list it.
    pub fn game(&self, id: &str) -> HouseGame {
        let own = self.games.iter().find(|game| game.id == id);
        own.cloned()
            .unwrap_or_else(|| HouseGame::new(id, &Json::EMPTY))
    }

    /// Returns the number of the member with this name.
    pub fn named(&self, name: &str) -> Option<u16> {
        self.names.get(&comparable(name)).copied()
    }

    /// Returns the name that replaces the name of an erased member in every match.
    pub fn erased_name(number: u16) -> String {
        format!("Member {number}")
    }
}

/// Returns a name for comparisons: folded to ignore case, and without extra spaces.
pub(crate) fn comparable(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    folded(&words.join(" "))
}

/// The most points of a place, a missed evening or a change.
pub(crate) const MAX_POINTS: i64 = 1_000_000_000;
const NUMBER: Kind = Kind::Int(1, HIGHEST_NUMBER);
const POINTS: Kind = Kind::Number(-MAX_POINTS, MAX_POINTS);

/// The fields of a member.
pub(crate) const MEMBER: &[Field] = &[
    Field::required("number", NUMBER),
    Field::depends("name", Kind::Text),
    Field::optional("also", Kind::List(&Kind::Text)),
    Field::optional("show", Kind::Word(Show::WORDS)),
    Field::optional("erased", Kind::Text),
];

/// The fields of an assignment of a seat.
pub(crate) const SEAT: &[Field] = &[
    Field::required("match", Kind::Text),
    Field::required("seat", Kind::Int(1, MAX_SEATS)),
    Field::required("member", NUMBER),
];

/// The fields of a game's house rules.
pub(crate) const GAME: &[Field] = &[
    Field::optional("definition", Kind::Any),
    Field::optional("options", Kind::Any),
];

/// The fields of a change of points.
pub(crate) const CHANGE: &[Field] = &[
    Field::required("member", NUMBER),
    Field::required("points", POINTS),
    Field::required("day", Kind::Text),
    Field::required("reason", Kind::Text),
];

/// The fields of the rules of a season.
pub(crate) const RULES: &[Field] = &[
    Field::optional("count", Kind::Word(Count::WORDS)),
    Field::optional("place_points", Kind::ById(&Kind::List(&POINTS))),
    Field::optional("games", Kind::List(&Kind::Text)),
    Field::optional("per", Kind::Word(UnitKind::WORDS)),
    Field::optional("evening", Kind::Word(Merge::WORDS)),
    Field::optional("figure", Kind::Word(Merge::WORDS)),
    Field::optional("best", Kind::Int(1, 1000)),
    Field::optional("absent", Kind::Nullable(&POINTS)),
    Field::optional("least", Kind::Int(0, 1000)),
    Field::optional("ties", Kind::List(&Kind::Word(Tie::WORDS))),
];

/// The fields of a season.
pub(crate) const SEASON: &[Field] = &[
    Field::required("id", Kind::Text),
    Field::optional("title", Kind::Text),
    Field::required("from", Kind::Text),
    Field::required("to", Kind::Text),
    Field::optional("rules", Kind::Object(RULES)),
    Field::optional("changes", Kind::List(&Kind::Object(CHANGE))),
];

/// The fields of the document. The reader replaces `games` by a field for each game of the document.
pub(crate) const CLUB: &[Field] = &[
    Field::required("club", Kind::Int(1, 1)),
    Field::required("name", Kind::Text),
    Field::optional("public", Kind::Flag),
    Field::required("members", Kind::List(&Kind::Object(MEMBER))),
    Field::optional("seats", Kind::List(&Kind::Object(SEAT))),
    Field::optional("games", Kind::Any),
    Field::optional("seasons", Kind::List(&Kind::Object(SEASON))),
];

/// Returns the JSON Schema of the document, for auto-completion in editors.
///
/// ```
/// let schema = overtrick_club::schema();
/// assert_eq!(schema["properties"]["members"]["maxItems"], 1000);
/// ```
pub fn schema() -> Value {
    let mut schema = object(CLUB, true);
    schema["$schema"] = json!(DIALECT);
    schema["title"] = json!("Club");
    let properties = &mut schema["properties"];
    properties["members"]["maxItems"] = json!(MAX_MEMBERS);
    properties["seasons"]["maxItems"] = json!(MAX_SEASONS);
    properties["games"] = json!({
        "type": "object",
        "additionalProperties": {
            "type": "object", "additionalProperties": false,
            "properties": { "definition": { "type": "object" }, "options": { "type": "object" } },
        },
    });
    describe(
        &mut schema,
        &serde_json::from_str(ABOUT).unwrap_or_default(),
    );
    schema
}

/// The descriptions of the fields, by name.
const ABOUT: &str = include_str!("../../templates/club/fields.json");

/// Adds descriptions to the fields of a schema, including nested fields.
fn describe(schema: &mut Value, about: &Value) {
    let properties = schema.get_mut("properties");
    let properties = properties.and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        property["description"] = about[name].clone();
    }
    match schema {
        Value::Object(entries) => entries.values_mut().for_each(|one| describe(one, about)),
        Value::Array(items) => items.iter_mut().for_each(|one| describe(one, about)),
        _ => {}
    }
}
