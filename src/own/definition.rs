//! The checked definition of a custom game.

use std::sync::Arc;

use overtrick_core::bounds::{HandWork, MAX_REASONS, MAX_REASONS_PER_PLAYER};
use overtrick_core::form::{FieldOf, KindOf, Need};
use overtrick_core::json::Json;
use overtrick_core::{Name, ReasonTexts};

use crate::types::{Range, Type};
use crate::value::{Expression, Node, Table};

/// The emblems that a game may have.
pub const EMBLEMS: &[&str] = &[
    "sheet", "cards", "spade", "heart", "diamond", "club", "star", "crown", "hat", "coin",
];
/// The most bytes of a definition.
pub const MAX_BYTES: usize = 32 * 1024;
/// The maximum of each: fields, checks, choices (`once`), score entries and shown values.
pub const MAX_ENTRIES: usize = 64;
/// The maximum of each: options, lets, tables, carries and clauses.
pub const MAX_NAMES: usize = 128;

/// A custom game that was read from a file and checked. Judging a hand with it cannot fail, and takes at most
/// [`MAX_STEPS`](overtrick_core::bounds::MAX_STEPS) steps.
#[derive(Debug, Clone, Default)]
pub struct Definition {
    pub(crate) id: String,
    pub(crate) name: Name,
    pub(crate) players: (usize, usize),
    pub(crate) sides: usize,
    pub(crate) lowest_wins: bool,
    /// Values that rank players; totals decide only among equal values. The greatest value is first.
    pub(crate) wins: Vec<Expression>,
    /// The number of units in a point: 1, 10 or 100. Points are computed in units.
    pub(crate) scale: i64,
    pub(crate) words: Vec<Name>,
    pub(crate) options: Vec<Input>,
    pub(crate) fields: Vec<FieldRule>,
    pub(crate) lets: Vec<Expression>,
    /// Options, lets and `cards`, each after the values that it uses.
    pub(crate) order: Vec<Item>,
    /// Lets and `cards` that are computed in every hand before its points, in order of computation. The index
    /// is the number of fields that must be known first.
    pub(crate) of_hand: Vec<Vec<Item>>,
    pub(crate) tables: Vec<Table>,
    pub(crate) carry: Vec<Carry>,
    pub(crate) checks: Vec<Check>,
    pub(crate) once: Vec<Once>,
    pub(crate) score: Vec<Score>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) show: Vec<Show>,
    pub(crate) cards: Option<Expression>,
    pub(crate) hands: Option<Expression>,
    pub(crate) ends: Option<Expression>,
    pub(crate) deals: Option<Expression>,
    pub(crate) leads: Option<Expression>,
    pub(crate) steps: u64,
    pub(crate) json: Json,
    /// The approximate memory of the definition, in bytes.
    pub(crate) memory: usize,
}

/// A value that is computed before other values use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    Option(usize),
    Let(usize),
    Cards,
}

/// The common parts of options and fields.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    pub name: Name,
    pub label: Name,
    /// Its explanation; empty if there is none.
    pub about: Name,
    pub kind: Type,
    /// The possible words, in order, as indexes of the definition's words.
    pub words: Vec<usize>,
    pub from: Option<Expression>,
    pub to: Option<Expression>,
    /// The default value; every option has one.
    pub default: Option<Expression>,
}

#[derive(Debug, Clone)]
pub(crate) struct FieldRule {
    pub input: Input,
    pub each: bool,
    /// Whether partners share one value, which is recorded for the first player of their side. Only if
    /// `each`.
    pub by_side: bool,
    /// The distance between allowed values, starting with the least.
    pub step: i64,
    pub sum: Option<Expression>,
    pub when: Option<Expression>,
    /// Whether a complete hand may omit it.
    pub optional: bool,
    pub clause: Option<Name>,
}

#[derive(Debug, Clone)]
pub(crate) struct Carry {
    pub range: Range,
    pub start: Expression,
    pub next: Expression,
}

#[derive(Debug, Clone)]
pub(crate) struct Clause {
    pub name: String,
    pub text: Name,
    /// The condition for the clause, which depends on the options of a match.
    pub when: Option<Expression>,
    /// The match-specific values in its text, each with its name.
    pub values: Vec<(String, Expression)>,
}

/// A value that is shown before a hand.
#[derive(Debug, Clone)]
pub(crate) struct Show {
    pub label: Name,
    pub value: Expression,
    pub when: Option<Expression>,
    pub per: Per,
}

/// Whether a value is shown for the table, for each side or for each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Per {
    Table,
    Side,
    Player,
}

#[derive(Debug, Clone)]
pub(crate) struct Check {
    pub field: usize,
    pub must: Expression,
    pub clause: Name,
    pub waivable: bool,
    /// The number of fields that must be known first.
    pub stage: usize,
}

#[derive(Debug, Clone)]
pub(crate) struct Once {
    pub field: usize,
    pub per: Option<Expression>,
    pub clause: Name,
    pub stage: usize,
}

#[derive(Debug, Clone)]
pub(crate) struct Score {
    pub when: Option<Expression>,
    pub otherwise: bool,
    pub points: Expression,
    pub clause: Name,
    /// The message of its reasons: their values, or a whole sentence from a translation.
    pub message: Name,
    pub texts: Arc<ReasonTexts>,
    pub with: Vec<(Name, Expression)>,
}

/// Reads a color such as `#7A2E6E`. The color must be dark enough to read on paper: its gray value is at most
/// half that of white.
pub(crate) fn color(text: &str) -> Option<[u8; 3]> {
    const LIGHTEST: u32 = 128;
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |from: usize| u8::from_str_radix(digits.get(from..from + 2)?, 16).ok();
    let color = [part(0)?, part(2)?, part(4)?];
    let [red, green, blue] = color.map(u32::from);
    let gray = (299 * red + 587 * green + 114 * blue) / 1000;
    (gray <= LIGHTEST).then_some(color)
}

impl Definition {
    /// Fills `of_hand`: groups lets and `cards` by the number of fields that must be known first.
    pub(crate) fn sort_of_hand(&mut self) {
        self.of_hand = vec![Vec::new(); self.fields.len() + 1];
        for item in &self.order {
            let stage = match item {
                Item::Option(_) => None,
                Item::Cards => Some(0),
                Item::Let(index) => {
                    let facts = &self.lets[*index].facts;
                    // Values that use points are computed after the points, and are only used after that.
                    let is_of_hand = !facts.scored && (facts.of_hand || facts.of_player);
                    is_of_hand.then(|| facts.stage())
                }
            };
            if let Some(items) = stage.and_then(|stage| self.of_hand.get_mut(stage)) {
                items.push(*item);
            }
        }
    }

    /// Returns its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns its name, or its id if it has none.
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// Returns the names of the definition's fields, in the order of the file.
    pub fn field_names(&self) -> impl Iterator<Item = &str> {
        self.inputs().map(|field| field.name.as_str())
    }

    /// Returns the fields that refer to players differently in two definitions: in only one, the field has a
    /// value for each player, or has players as values.
    pub fn changed_players<'d>(&'d self, other: &'d Definition) -> Vec<&'d str> {
        let named = |definition: &Definition, name: &str| {
            let mut fields = definition.fields.iter();
            let field = fields.find(|field| field.input.name == *name);
            let named = field.map(|field| (field.each, field.input.kind == Type::Player));
            named.unwrap_or_default()
        };
        let changed = self
            .field_names()
            .filter(|name| named(self, name) != named(other, name));
        changed.collect()
    }

    /// Returns the parts of the fields that are common to fields and options.
    fn inputs(&self) -> impl Iterator<Item = &Input> + Clone {
        self.fields.iter().map(|field| &field.input)
    }

    /// Returns the label of a field or a house rule.
    pub(crate) fn label(&self, name: &str) -> Option<&str> {
        let texts = self.field_texts(name).or_else(|| self.option_texts(name));
        texts.map(|(label, _)| label.as_str())
    }

    /// Returns the label of a field (by default its name in words), and its explanation, which may be empty.
    pub fn field_texts(&self, name: &str) -> Option<(&Name, &Name)> {
        texts_of(self.inputs(), name)
    }

    /// Returns the label of a house rule (by default its name in words), and its explanation, which may be empty.
    pub fn option_texts(&self, name: &str) -> Option<(&Name, &Name)> {
        texts_of(&self.options, name)
    }

    /// Returns the default of a house rule as written: a number, an expression for a number, a flag, or a word.
    pub fn default_of(&self, option: &str) -> Option<Json> {
        let option = self.json().get("options")?.get(option)?;
        let first = || option.list("words").first().cloned();
        let default = option.get("flag").or_else(|| option.get("default"));
        default.cloned().or_else(first).or(Some(Json::Int(0)))
    }

    /// Returns the clause of a house rule: its id in reasons and findings, and its text.
    pub fn option_clause(&self, option: &str) -> Option<(Name, &Name)> {
        let option = self.json().get("options")?.get(option)?;
        let id = Name::from(format!("{CLAUSE}{}", option.text("clause")?));
        let text = self.clause(&id)?;
        Some((id, text))
    }

    /// Returns the word for a value.
    pub(crate) fn word_at(&self, value: i64) -> Option<&Name> {
        self.words.get(usize::try_from(value).ok()?)
    }

    /// Returns the words of options and fields.
    pub fn words(&self) -> &[Name] {
        &self.words
    }

    /// Returns the fewest and the most players.
    pub fn players(&self) -> (usize, usize) {
        self.players
    }

    /// Returns the maximum number of steps to judge a hand.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the approximate memory of the definition, in bytes.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Computes the memory of a definition with this many bytes of JSON. An expression has at most one part for every
    /// two characters.
    pub(crate) fn measure(&mut self, bytes: usize) {
        let mut texts = vec![&self.name];
        texts.extend(self.clauses.iter().map(|clause| &clause.text));
        texts.extend(self.show.iter().map(|show| &show.label));
        let inputs = self.inputs().chain(&self.options);
        texts.extend(inputs.flat_map(|input| [&input.label, &input.about]));
        texts.extend(&self.words);
        for score in &self.score {
            let reason_texts = &score.texts;
            texts.extend([&score.message, &reason_texts.clause, &reason_texts.sentence]);
        }
        let texts: usize = texts.into_iter().map(Name::memory).sum();
        let with: usize = self.score.iter().map(|score| score.with.len()).sum();
        let tables = self.tables.iter();
        let tables = tables.map(|table| size_of_val(&*table.values));
        let entries = size_of_val(&*self.options)
            + size_of_val(&*self.fields)
            + size_of_val(&*self.carry)
            + size_of_val(&*self.checks)
            + size_of_val(&*self.once)
            + size_of_val(&*self.score)
            + size_of::<Expression>() * (self.lets.len() + with);
        self.memory = size_of::<Definition>()
            + self.json().memory()
            + texts
            + tables.sum::<usize>()
            + 2 * entries
            + bytes * size_of::<Node>() / 2;
    }

    /// Returns the maximum work to judge a hand with this many players. Only one entry of a chain gives a reason.
    pub fn work(&self, players: usize) -> HandWork {
        let chains = self.score.iter().filter(|score| !score.otherwise).count();
        let each = chains.min(MAX_REASONS_PER_PLAYER);
        let reasons = (each * players).min(MAX_REASONS);
        HandWork {
            steps: self.steps,
            reasons: u64::try_from(reasons).unwrap_or(u64::MAX),
        }
    }

    /// Whether the lowest total wins.
    pub fn lowest_wins(&self) -> bool {
        self.lowest_wins
    }

    /// Returns the names of its clauses with their texts, in the order of the file.
    pub fn clauses(&self) -> impl Iterator<Item = (&str, &Name)> {
        let clauses = self.clauses.iter();
        clauses.map(|clause| (clause.name.as_str(), &clause.text))
    }

    /// Returns the text of the clause with this id in reasons and findings.
    pub fn clause(&self, id: &str) -> Option<&Name> {
        let name = id.strip_prefix(CLAUSE)?;
        let mut clauses = self.clauses();
        Some(clauses.find(|(known, _)| *known == name)?.1)
    }

    /// Returns the definition as JSON, as in match documents.
    pub fn json(&self) -> &Json {
        &self.json
    }

    /// Returns its emblem, one of [`EMBLEMS`], and its color as red, green and blue.
    pub fn look(&self) -> (Option<&str>, Option<[u8; 3]>) {
        let look = self.json().get("look");
        let text = |key: &str| look.and_then(|look| look.text(key));
        (text("emblem"), text("color").and_then(color))
    }

    /// Returns the number of sides, or 0 if all players play alone.
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// Returns the words with these indexes.
    pub(crate) fn words_at(&self, indexes: &[usize]) -> impl Iterator<Item = &Name> {
        indexes.iter().filter_map(|index| self.words.get(*index))
    }

    fn words_of<'d>(&'d self, inputs: impl IntoIterator<Item = &'d Input>) -> Vec<Vec<&'d str>> {
        let words = |input: &'d Input| self.words_at(&input.words).map(Name::as_str).collect();
        inputs.into_iter().map(words).collect()
    }

    /// Passes the fields of a hand's record, including those that all games share, to `then`.
    pub fn with_record_fields<T>(&self, then: impl FnOnce(&[FieldOf<'_>]) -> T) -> T {
        let words = self.words_of(self.inputs());
        let fields = self.inputs().zip(&words);
        let kinds: Vec<KindOf<'_>> = fields.map(kind_of).collect();
        let waived = KindOf::Word(&["waived"]);
        let mut fields = vec![FieldOf::optional("dealer", KindOf::Player)];
        fields.extend(self.fields.iter().zip(&kinds).map(|(field, kind)| FieldOf {
            name: &field.input.name,
            kind: if field.each {
                KindOf::PerPlayer(kind)
            } else {
                *kind
            },
            need: match &field.when {
                _ if field.optional => Need::Optional,
                Some(_) => Need::Depends,
                None => Need::Required,
            },
        }));
        fields.extend([
            FieldOf::optional("note", KindOf::Text),
            FieldOf::optional("irregularities", waived),
        ]);
        then(&fields)
    }

    /// Passes the fields of the house rules to `then`.
    pub fn with_option_fields<T>(&self, then: impl FnOnce(&[FieldOf<'_>]) -> T) -> T {
        let words = self.words_of(&self.options);
        let rules = self.options.iter().zip(&words);
        let fields = rules.map(|rule| FieldOf::optional(&rule.0.name, kind_of(rule)));
        then(&fields.collect::<Vec<_>>())
    }
}

/// The prefix of a clause's id in reasons and findings. No shipped game has this prefix.
pub(crate) const CLAUSE: &str = "own/";

fn texts_of<'d>(
    inputs: impl IntoIterator<Item = &'d Input>,
    name: &str,
) -> Option<(&'d Name, &'d Name)> {
    let found = inputs.into_iter().find(|input| input.name == *name)?;
    Some((&found.label, &found.about))
}

fn kind_of<'a>((input, words): (&Input, &'a Vec<&'a str>)) -> KindOf<'a> {
    match input.kind {
        Type::Number(range) => KindOf::Int(range.least, range.most),
        Type::Flag => KindOf::Flag,
        Type::Player => KindOf::Player,
        Type::Word(_) => KindOf::Word(words),
    }
}
