//! Field tables, and a reader that finds all faults in the form of the input in one pass.
//!
//! A game describes its house rules, records and questions once, as tables of [`Field`]s. Entry forms and
//! help texts are generated from the tables. A document is checked against the tables before it is read into
//! types, because a typed reader stops at the first fault.

use std::collections::HashSet;
use std::fmt::{self, Display};

use rustc_hash::FxBuildHasher;
use serde::de::DeserializeOwned;

use super::finding::report;
use super::json::Json;
use super::wire::words;
use super::{Arg, Finding, args, segment};

/// The maximum number of entries in an object with players or ids as keys.
pub const MAX_ENTRIES: usize = 16;

/// A field of an object, in a shipped game.
pub type Field = FieldOf<'static>;

/// The kind of a value, in a shipped game.
pub type Kind = KindOf<'static>;

/// A field of an object.
#[derive(Debug, Clone, Copy)]
pub struct FieldOf<'a> {
    /// Its key.
    pub name: &'a str,
    /// The kind of its value.
    pub kind: KindOf<'a>,
    /// Whether a complete record must have it.
    pub need: Need,
}

words! {
    /// Whether a complete record must have a field.
    pub enum Need {
        /// Always.
        Required = "required",
        /// In some hands or under some house rules; the game decides.
        Depends = "depends",
        /// Never.
        Optional = "optional",
    }
}

/// The kind of a value.
#[derive(Debug, Clone, Copy)]
pub enum KindOf<'a> {
    /// Any value; its contents are not checked here.
    Any,
    /// Text.
    Text,
    /// True or false.
    Flag,
    /// A whole number with its usual range; the game checks the range.
    Int(i64, i64),
    /// A number with an optional fraction, and its usual range.
    Number(i64, i64),
    /// One of these words.
    Word(&'a [&'a str]),
    /// A player's name.
    Player,
    /// A card, in the notation of its pack.
    Card,
    /// An object from players' names to values.
    PerPlayer(&'a KindOf<'a>),
    /// An object from ids to values.
    ById(&'a KindOf<'a>),
    /// A list.
    List(&'a KindOf<'a>),
    /// An object of these fields.
    Object(&'a [FieldOf<'a>]),
    /// A value of one of these kinds, which have different JSON types.
    OneOf(&'a [KindOf<'a>]),
    /// A value or `null`.
    Nullable(&'a KindOf<'a>),
}

impl<'a> FieldOf<'a> {
    /// Returns a field that every complete record has.
    pub const fn required(name: &'a str, kind: KindOf<'a>) -> FieldOf<'a> {
        FieldOf::new(name, kind, Need::Required)
    }

    /// Returns a field that some records need.
    pub const fn depends(name: &'a str, kind: KindOf<'a>) -> FieldOf<'a> {
        FieldOf::new(name, kind, Need::Depends)
    }

    /// Returns a field that no record needs.
    pub const fn optional(name: &'a str, kind: KindOf<'a>) -> FieldOf<'a> {
        FieldOf::new(name, kind, Need::Optional)
    }

    const fn new(name: &'a str, kind: KindOf<'a>, need: Need) -> FieldOf<'a> {
        FieldOf { name, kind, need }
    }
}

impl KindOf<'_> {
    /// Returns the name of the kind, which the language files translate.
    ///
    /// ```
    /// use overtrick_core::form::Kind;
    ///
    /// assert_eq!(Kind::Int(0, 13).word(), "whole number");
    /// ```
    pub fn word(&self) -> &'static str {
        match self {
            KindOf::Any => "anything",
            KindOf::Text => "text",
            KindOf::Flag => "flag",
            KindOf::Int(..) => "whole number",
            KindOf::Number(..) => "number",
            KindOf::Word(_) => "word",
            KindOf::Player => "player",
            KindOf::Card => "card",
            KindOf::PerPlayer(_) => "object of players",
            KindOf::List(_) => "list",
            KindOf::ById(_) | KindOf::Object(_) => "object",
            KindOf::OneOf(kinds) => kinds.first().map_or("anything", KindOf::word),
            KindOf::Nullable(kind) => kind.word(),
        }
    }

    /// Whether the JSON type of a value fits this kind.
    pub fn admits(&self, json: &Json) -> bool {
        match self {
            KindOf::Any => true,
            KindOf::Text | KindOf::Word(_) | KindOf::Player | KindOf::Card => {
                matches!(json, Json::Text(_))
            }
            KindOf::Flag => matches!(json, Json::Bool(_)),
            KindOf::Int(..) => matches!(json, Json::Int(_)),
            KindOf::Number(..) => matches!(json, Json::Int(_) | Json::Float(_)),
            KindOf::PerPlayer(_) | KindOf::ById(_) | KindOf::Object(_) => {
                matches!(json, Json::Object(_))
            }
            KindOf::List(_) => matches!(json, Json::List(_)),
            KindOf::OneOf(kinds) => kinds.iter().any(|kind| kind.admits(json)),
            KindOf::Nullable(kind) => matches!(json, Json::Null) || kind.admits(json),
        }
    }
}

/// The place of a value in a document: a pointer, and the keys and indices that lead from there to the value.
///
/// It is converted to text only when a fault is reported.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'p> {
    Root(&'p str),
    Key(&'p Place<'p>, &'p str),
    Item(&'p Place<'p>, usize),
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Root(pointer) => f.write_str(pointer),
            Place::Key(outer, key) => write!(f, "{outer}/{}", segment(key)),
            Place::Item(outer, index) => write!(f, "{outer}/{index}"),
        }
    }
}

/// A reader that collects all faults in the form of the input, and drops faulty values.
///
/// ```
/// use overtrick_core::form::{Field, Kind, Reading};
/// use overtrick_core::json::Json;
///
/// const FIELDS: &[Field] = &[
///     Field::required("tricks", Kind::Int(0, 13)),
///     Field::optional("trump", Kind::Word(&["spades", "hearts"])),
/// ];
///
/// let json: Json = serde_json::from_str(r#"{"tricks": "3", "trump": "spades", "trik": 1}"#).unwrap();
/// let mut reading = Reading::default();
/// let read = reading.read(&Kind::Object(FIELDS), json, "/hands/0");
/// assert_eq!(read, Some(Json::object([("trump", Json::from("spades"))])));
/// let codes: Vec<&str> = reading.findings.iter().map(|fault| &*fault.code).collect();
/// assert_eq!(codes, ["wrong-type", "unknown-field"]);
/// assert!(reading.left_out.has("/hands/0/tricks"));
/// ```
#[derive(Debug, Default)]
pub struct Reading {
    /// All faults so far.
    pub findings: Vec<Finding>,
    /// The pointers of the dropped values, whose faults have been reported.
    pub left_out: LeftOut,
}

impl Reading {
    /// Reads a value of this kind. Reports every fault, and returns the well-formed part.
    pub fn read(&mut self, kind: &KindOf<'_>, mut json: Json, pointer: &str) -> Option<Json> {
        self.keeps(kind, &mut json, Place::Root(pointer))
            .then_some(json)
    }

    /// Reads an object with these fields. Reports every fault, and returns the well-formed entries.
    pub fn read_object(
        &mut self,
        fields: &[FieldOf<'_>],
        mut entries: Vec<(String, Json)>,
        pointer: &str,
    ) -> Json {
        self.keep_entries(fields, None, &mut entries, Place::Root(pointer));
        Json::Object(entries)
    }

    /// Reports the faults of a value and removes its faulty parts; returns whether the value itself is kept.
    fn keeps(&mut self, kind: &KindOf<'_>, json: &mut Json, place: Place<'_>) -> bool {
        match (kind, json) {
            (KindOf::Nullable(_), Json::Null) => true,
            (KindOf::Nullable(kind), json) if kind.admits(json) => self.keeps(kind, json, place),
            (kind, json) if !kind.admits(json) => {
                self.refuse(wrong_type(&place.to_string(), kind.word(), json));
                false
            }
            (KindOf::OneOf(kinds), json) => {
                let kind = kinds.iter().find(|kind| kind.admits(json));
                kind.is_some_and(|kind| self.keeps(kind, json, place))
            }
            (KindOf::Word(words), Json::Text(text)) => self.keeps_word(words, text, place),
            (KindOf::List(kind), Json::List(items)) => self.keeps_list(kind, items, place),
            (KindOf::PerPlayer(kind) | KindOf::ById(kind), Json::Object(entries)) => {
                let is_short = entries.len() <= MAX_ENTRIES;
                if is_short {
                    self.keep_entries(&[], Some(kind), entries, place);
                } else {
                    let many = args![count: entries.len(), most: MAX_ENTRIES];
                    self.refuse(Finding::shape("too-many-entries", place.to_string(), many));
                }
                is_short
            }
            (KindOf::Object(fields), Json::Object(entries)) => {
                self.keep_entries(fields, None, entries, place);
                true
            }
            _ => true,
        }
    }

    /// Keeps the well-formed entries of an object with these fields, or with any keys and values of the kind `of_each`.
    fn keep_entries(
        &mut self,
        fields: &[FieldOf<'_>],
        of_each: Option<&KindOf<'_>>,
        entries: &mut Vec<(String, Json)>,
        place: Place<'_>,
    ) {
        let mut kept = 0;
        for index in 0..entries.len() {
            let (before, rest) = entries.split_at_mut(index);
            let (key, value) = &mut rest[0];
            let place = Place::Key(&place, key);
            let field = || fields.iter().find(|field| field.name == *key);
            let is_kept = match of_each.or_else(|| Some(&field()?.kind)) {
                // An unknown field is never read, so it need not be recorded as left out.
                None => {
                    report(&mut self.findings, || unknown_field(place, key, fields));
                    false
                }
                Some(_) if before[..kept].iter().any(|(known, _)| known == key) => {
                    let args = args![key: key.clone()];
                    self.refuse(Finding::shape("duplicate-key", place.to_string(), args));
                    false
                }
                Some(kind) => self.keeps(kind, value, place),
            };
            if is_kept {
                entries.swap(kept, index);
                kept += 1;
            }
        }
        entries.truncate(kept);
    }

    /// Whether a list is kept. A faulty item drops the whole list, because without that item the later items
    /// would have other indices.
    fn keeps_list(&mut self, kind: &KindOf<'_>, items: &mut [Json], place: Place<'_>) -> bool {
        let mut is_whole = true;
        for (index, item) in items.iter_mut().enumerate() {
            if !self.keeps(kind, item, Place::Item(&place, index)) && is_whole {
                is_whole = false;
                self.left_out.add(place.to_string());
            }
        }
        is_whole
    }

    fn keeps_word(&mut self, words: &[&str], text: &str, place: Place<'_>) -> bool {
        if words.contains(&text) {
            return true;
        }
        let plain = text.trim().to_lowercase().replace([' ', '_'], "-");
        let near = near(&plain, words);
        let mut args = args![found: text.to_owned(), words: Arg::texts(words.iter().copied())];
        args.extend(near.iter().flat_map(|near| args![near: (*near).to_owned()]));
        let message = near.map(|_| "unknown-value-near");
        self.refuse(Finding::shape("unknown-value", place.to_string(), args).with_message(message));
        false
    }

    /// Reads the well-formed part of an object with these fields into a type. If the value is not an object
    /// or does not fit the type, reports a fault and returns the default.
    pub fn read_typed<T: DeserializeOwned + Default>(
        &mut self,
        fields: &[FieldOf<'_>],
        mut json: Json,
        pointer: &str,
    ) -> T {
        if let Json::Object(entries) = &mut json {
            self.keep_entries(fields, None, entries, Place::Root(pointer));
            if let Some(typed) = json.typed() {
                return typed;
            }
        }
        self.refuse(wrong_type(pointer, "object", &json));
        T::default()
    }

    /// Reports a fault and records its value as left out.
    pub fn refuse(&mut self, finding: Finding) {
        // A value inside a list that is already recorded as left out need not be recorded.
        if !self.left_out.covers(&finding.pointer) {
            self.left_out.add(finding.pointer.clone());
        }
        report(&mut self.findings, || finding);
    }
}

/// Returns the fault for a value of the wrong type.
pub fn wrong_type(pointer: &str, expected: &'static str, found: &Json) -> Finding {
    let args = args![expected: expected, found: found.kind()];
    Finding::shape("wrong-type", pointer, args)
}

/// Returns the fault for an unknown key. The fault suggests the likely field, or lists all fields.
fn unknown_field(place: Place<'_>, key: &str, fields: &[FieldOf<'_>]) -> Finding {
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let near = suggestion(key, &names);
    let args = match near {
        Some(near) => args![key: key.to_owned(), near: near.to_owned()],
        None => args![key: key.to_owned(), known: Arg::texts(names)],
    };
    let message = near.map(|_| "unknown-field-near");
    Finding::shape("unknown-field", place.to_string(), args).with_message(message)
}

/// A type that determines the kind of a field.
///
/// Integer types do not implement it, because the kind of a whole number includes a range. The kind of a
/// `String` is plain text; a field for a player's name or a card must state its kind.
pub trait HasKind {
    /// The kind of a field with this type.
    const KIND: Kind;
}

impl HasKind for bool {
    const KIND: Kind = KindOf::Flag;
}

impl HasKind for String {
    const KIND: Kind = KindOf::Text;
}

impl<T: HasKind> HasKind for Vec<T> {
    const KIND: Kind = KindOf::List(&T::KIND);
}

impl<T: HasKind> HasKind for Option<T> {
    const KIND: Kind = KindOf::Nullable(&T::KIND);
}

/// The pointers of values that were left out because of a fault. The fault is already reported, so fields
/// below such a value are not reported as missing.
///
/// ```
/// use overtrick_core::LeftOut;
///
/// let mut left_out = LeftOut::default();
/// left_out.add("/hands/3/bids".to_owned());
/// assert!(left_out.covers("/hands/3/bids/Ann"));
/// assert!(!left_out.covers("/hands/3/bids2") && !left_out.covers("/hands/3"));
/// assert!(left_out.has("/hands/3/bids"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftOut(HashSet<String, FxBuildHasher>);

impl LeftOut {
    /// Returns an empty set.
    pub fn none() -> &'static LeftOut {
        static NONE: LeftOut = LeftOut(HashSet::with_hasher(FxBuildHasher));
        &NONE
    }

    /// Adds a pointer.
    pub fn add(&mut self, pointer: String) {
        self.0.insert(pointer);
    }

    /// Whether nothing was left out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the value at exactly this pointer was left out.
    pub fn has(&self, pointer: &str) -> bool {
        self.0.contains(pointer)
    }

    /// Whether the value at this pointer, or a value that contains it, was left out.
    pub fn covers(&self, pointer: &str) -> bool {
        let ends = pointer.match_indices('/').map(|(end, _)| end);
        let mut outer = ends.chain([pointer.len()]).map(|end| &pointer[..end]);
        outer.any(|outer| self.has(outer))
    }

    /// Whether any value was left out whose pointer starts with this prefix.
    pub fn has_any_of(&self, start: &str) -> bool {
        self.0.iter().any(|pointer| pointer.starts_with(start))
    }
}

/// Wrong names of fields, each with the fields that may be meant, likeliest first.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("bid", &["bids", "contract"]),
    ("call", &["calls", "contract"]),
    ("bidder", &["declarer"]),
    ("caller", &["declarer"]),
    ("player", &["declarer"]),
    ("made", &["tricks", "declarer_tricks"]),
    ("taken", &["tricks", "declarer_tricks"]),
    ("won", &["tricks", "declarer_tricks"]),
    ("score", &["points", "card_points"]),
    ("suit", &["trump"]),
    ("trumps", &["trump"]),
    ("game", &["game_type", "contract"]),
    ("type", &["game_type"]),
    ("double", &["doubles", "doubled"]),
    ("wager", &["stakes"]),
    ("counts", &["discards"]),
    ("comment", &["note"]),
    ("notes", &["note"]),
];

/// Returns the name that an unknown key probably means. A short key may differ from the name by fewer letters
/// than a long one.
pub(super) fn suggestion<'n>(key: &str, names: &[&'n str]) -> Option<&'n str> {
    let exactly = |word: &str| names.iter().copied().find(|name| *name == word);
    let plain = key.trim().to_lowercase().replace([' ', '-'], "_");
    let synonyms = SYNONYMS.iter().find(|(word, _)| *word == plain);
    exactly(&plain)
        .or_else(|| synonyms?.1.iter().find_map(|word| exactly(word)))
        .or_else(|| near(&plain, names))
}

/// Returns the name most similar to a word, if the difference is small enough to be a typo.
fn near<'n>(word: &str, names: &[&'n str]) -> Option<&'n str> {
    let slips = match word.chars().count() {
        0..=3 => 0,
        4..=5 => 1,
        _ => 2,
    };
    let all = names.iter().map(|name| (distance(word, name), *name));
    let (distance, name) = all.min()?;
    // In a short word too, an extra or missing letter at the end may be a typo.
    let has_one_more = |long: &str, short: &str| {
        short.len() >= 2 && long.len() == short.len() + 1 && long.starts_with(short)
    };
    let is_near = distance <= slips || has_one_more(name, word) || has_one_more(word, name);
    is_near.then_some(name)
}

/// Returns the Levenshtein distance of two words: the number of letters to insert, delete or replace. It is
/// `usize::MAX` if `one` has more than 40 bytes.
///
/// ```
/// use overtrick_core::distance;
///
/// assert_eq!(distance("trick", "tricks"), 1);
/// assert_eq!(distance("", "ab"), 2);
/// ```
pub fn distance(one: &str, other: &str) -> usize {
    if one.len() > 40 {
        return usize::MAX;
    }
    strsim::levenshtein(one, other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MAX_FINDINGS, limited};

    const FIELDS: &[Field] = &[
        Field::required("tricks", Kind::PerPlayer(&Kind::Int(0, 13))),
        Field::optional("trump", Kind::Word(&["spades", "hearts"])),
        Field::optional("calls", Kind::List(&CALL)),
    ];
    const CALL: Kind = Kind::OneOf(&[Kind::Word(&["pass"]), Kind::Object(&[])]);

    #[test]
    fn every_fault_is_found_and_the_rest_is_kept() {
        let text = r#"{"tricks": {"Ann": 2.5, "Bo": 1}, "trmp": "x", "trump": "clubs",
                       "calls": ["pass", 3, {}, {"x": 1}, "double"], "tricks": {}}"#;
        let mut reading = Reading::default();
        let json = serde_json::from_str(text).unwrap();
        let kept = reading.read(&Kind::Object(FIELDS), json, "/hands/0");
        let found = reading
            .findings
            .iter()
            .map(|fault| (&*fault.code, &*fault.pointer));
        assert_eq!(
            found.collect::<Vec<_>>(),
            [
                ("wrong-type", "/hands/0/tricks/Ann"),
                ("unknown-field", "/hands/0/trmp"),
                ("unknown-value", "/hands/0/trump"),
                ("wrong-type", "/hands/0/calls/1"),
                ("unknown-field", "/hands/0/calls/3/x"),
                ("unknown-value", "/hands/0/calls/4"),
                ("duplicate-key", "/hands/0/tricks"),
            ]
        );
        let kept = serde_json::to_string(&kept.unwrap()).unwrap();
        assert_eq!(kept, r#"{"tricks":{"Bo":1}}"#);
    }

    #[test]
    fn faults_beyond_the_limit_are_only_counted() {
        let unknown = (0..50_000).map(|number| (format!("x{number}"), Json::Null));
        let calls: Json = (0..50_000).map(Json::Int).collect();
        let entries = unknown.chain([("calls".to_owned(), calls)]).collect();
        let mut reading = Reading::default();
        reading.read_object(FIELDS, entries, "/hands/0");
        assert!(reading.left_out.has("/hands/0/calls"));
        assert_eq!(reading.findings.len(), MAX_FINDINGS + 1);
        let listed = limited(reading.findings);
        assert_eq!(listed.len(), MAX_FINDINGS + 1);
        assert_eq!(listed[MAX_FINDINGS].args, args![count: 99_900]);
        let mut of_list = Reading::default();
        let calls = (0..50_000).map(Json::Int).collect();
        of_list.read_object(FIELDS, vec![("calls".to_owned(), calls)], "/hands/0");
        let left_out = of_list.left_out;
        assert!(left_out.has("/hands/0/calls") && !left_out.has("/hands/0/calls/7"));
    }

    #[test]
    fn only_likely_names_are_suggested() {
        const NAMES: &[&str] = &["contract", "void", "tricks", "note"];
        for (key, expected) in [
            ("bid", Some("contract")),
            ("Tricks", Some("tricks")),
            ("trick", Some("tricks")),
            ("trciks", Some("tricks")),
            ("contrakt", Some("contract")),
            ("notes", Some("note")),
            ("voids", Some("void")),
            ("void2", Some("void")),
            ("bad", None),
            ("kind", None),
            ("hand", None),
            ("x", None),
        ] {
            assert_eq!(suggestion(key, NAMES), expected, "{key}");
        }
    }
}
