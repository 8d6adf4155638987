//! A definition: everything that a game's file says, checked.

use std::sync::Arc;

use overtrick_core::bounds::{HandWork, MAX_REASONS, MAX_REASONS_PER_PLAYER};
use overtrick_core::form::{FieldOf, KindOf, Need};
use overtrick_core::json::Json;
use overtrick_core::{Name, ReasonTexts};

use crate::types::{Range, Type};
use crate::value::{Expression, Node, Table};

/// The emblems that a game may choose.
pub const EMBLEMS: &[&str] = &[
    "sheet", "cards", "spade", "heart", "diamond", "club", "star", "crown", "hat", "coin",
];
/// The most bytes of a definition.
pub const MAX_BYTES: usize = 32 * 1024;
/// The most fields, checks, and score entries, each.
pub const MAX_ENTRIES: usize = 64;
/// The most options, lets, tables, carries, clauses, and rules of what is chosen once, each.
pub const MAX_NAMES: usize = 128;

/// A game that was read from a file, and checked: judging by it neither fails nor takes more than
/// [`MAX_STEPS`](overtrick_core::bounds::MAX_STEPS) steps a hand.
#[derive(Debug, Clone, Default)]
pub struct Definition {
    pub(crate) id: String,
    pub(crate) name: Name,
    pub(crate) players: (usize, usize),
    pub(crate) sides: usize,
    pub(crate) lowest_wins: bool,
    /// What ranks players before their totals do, the greatest first.
    pub(crate) wins: Vec<Expression>,
    /// How many of the units in which it counts make a point: 1, 10 or 100.
    pub(crate) scale: i64,
    pub(crate) words: Vec<Name>,
    pub(crate) options: Vec<OptionRule>,
    pub(crate) fields: Vec<FieldRule>,
    pub(crate) lets: Vec<Expression>,
    /// Options, lets and `cards` in an order in which each follows what it rests on.
    pub(crate) order: Vec<Item>,
    /// Lets and `cards` that are worked out in every hand before its points, in that order, by the number of fields
    /// after which they are known.
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
    pub(crate) json: Option<Json>,
    /// The approximate bytes of memory that it takes.
    pub(crate) memory: usize,
}

/// What is worked out before it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    Option(usize),
    Let(usize),
    Cards,
}

/// The values that an option or a field can have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ValueKind {
    Number(Range),
    Flag,
    /// Places among the words of the definition.
    Words(Vec<usize>),
    Player,
}

#[derive(Debug, Clone)]
pub(crate) struct OptionRule {
    pub name: Name,
    pub label: Name,
    /// Its explanation, or nothing.
    pub about: Name,
    pub kind: ValueKind,
    pub from: Option<Expression>,
    pub to: Option<Expression>,
    pub default: Expression,
}

#[derive(Debug, Clone)]
pub(crate) struct FieldRule {
    pub name: Name,
    pub label: Name,
    /// Its explanation, or nothing.
    pub about: Name,
    pub kind: ValueKind,
    pub value: Type,
    pub each: bool,
    /// Of a field of each player, whether partners share a value, which stands beside the first of a side.
    pub by_side: bool,
    pub from: Option<Expression>,
    pub to: Option<Expression>,
    /// The distance between its values, from the least on.
    pub step: i64,
    pub sum: Option<Expression>,
    pub when: Option<Expression>,
    /// Its value where it is not recorded.
    pub default: Option<Expression>,
    /// Whether a complete hand may leave it out.
    pub optional: bool,
    pub clause: Option<Name>,
}

impl FieldRule {
    /// Whether a hand that does not record it lacks it, given whether the hand has such a field.
    pub fn is_missing(&self, exists: Option<bool>) -> bool {
        exists == Some(true) && !self.optional
    }
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
    /// Whether it holds under the options of a match.
    pub when: Option<Expression>,
    /// The values of the match that its text has.
    pub values: Vec<(String, Expression)>,
}

/// What is shown before a hand.
#[derive(Debug, Clone)]
pub(crate) struct Show {
    pub label: Name,
    pub value: Expression,
    pub when: Option<Expression>,
    pub per: Per,
}

/// Who has a value of what is shown.
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
    /// The number of fields after which it is asked.
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
    /// The values of its reasons, or in another language its sentence.
    pub message: Name,
    pub texts: Arc<ReasonTexts>,
    pub with: Vec<(Name, Expression)>,
}

/// A color as it is written, `#7A2E6E`, if it is dark enough to be read on paper: as gray at most half as light as
/// white.
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
    /// Sorts by fields what is worked out in every hand before its points.
    pub(crate) fn sort_of_hand(&mut self) {
        self.of_hand = vec![Vec::new(); self.fields.len() + 1];
        for item in &self.order {
            let stage = match item {
                Item::Option(_) => None,
                Item::Cards => Some(0),
                Item::Let(index) => {
                    let facts = &self.lets[*index].facts;
                    // What rests on points is known after them, and is not used before.
                    let is_of_hand = !facts.scored && (facts.of_hand || facts.of_player);
                    is_of_hand.then(|| facts.stage())
                }
            };
            if let Some(items) = stage.and_then(|stage| self.of_hand.get_mut(stage)) {
                items.push(*item);
            }
        }
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it is called: its name, or else its id.
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// The names of the fields that a hand has besides those of every game, in the order of the file.
    pub fn field_names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.name.as_str())
    }

    /// The fields whose values, or whose players, name players here and not in another definition, or the other way
    /// round.
    pub fn changed_players<'d>(&'d self, other: &'d Definition) -> Vec<&'d str> {
        let named = |definition: &Definition, name: &str| {
            let field = definition.field(name);
            field.map_or((false, false), |field| {
                (field.each, field.kind == ValueKind::Player)
            })
        };
        let changed = self
            .field_names()
            .filter(|name| named(self, name) != named(other, name));
        changed.collect()
    }

    pub(crate) fn field(&self, name: &str) -> Option<&FieldRule> {
        self.fields.iter().find(|field| field.name == *name)
    }

    pub(crate) fn option(&self, name: &str) -> Option<&OptionRule> {
        self.options.iter().find(|option| option.name == *name)
    }

    /// The label of a field or a house rule.
    pub(crate) fn label(&self, name: &str) -> Option<&str> {
        let texts = self.field_texts(name).or_else(|| self.option_texts(name));
        texts.map(|(label, _)| label.as_str())
    }

    /// The label of a field, or else its name in words, and its explanation, or nothing.
    pub fn field_texts(&self, name: &str) -> Option<(&Name, &Name)> {
        let field = self.field(name)?;
        Some((&field.label, &field.about))
    }

    /// The label of a house rule, or else its name in words, and its explanation, or nothing.
    pub fn option_texts(&self, name: &str) -> Option<(&Name, &Name)> {
        let option = self.option(name)?;
        Some((&option.label, &option.about))
    }

    /// The value that a house rule has where a match says nothing of it, as written: a number or the expression of
    /// one, a flag, or a word.
    pub fn default_of(&self, option: &str) -> Option<Json> {
        let option = self.json().get("options")?.get(option)?;
        let first = || option.list("words").first().cloned();
        let default = option.get("flag").or_else(|| option.get("default"));
        default.cloned().or_else(first).or(Some(Json::Int(0)))
    }

    /// The clause that a house rule names: its id in lines and findings, and its text.
    pub fn option_clause(&self, option: &str) -> Option<(Name, &Name)> {
        let option = self.json().get("options")?.get(option)?;
        let id = Name::from(format!("{CLAUSE}{}", option.text("clause")?));
        let text = self.clause(&id)?;
        Some((id, text))
    }

    /// The word that a value stands for.
    pub(crate) fn word_at(&self, value: i64) -> Option<&Name> {
        self.words.get(usize::try_from(value).ok()?)
    }

    /// Its words, of options and fields.
    pub fn words(&self) -> &[Name] {
        &self.words
    }

    /// The fewest and the most players.
    pub fn players(&self) -> (usize, usize) {
        self.players
    }

    /// The steps that judging a hand takes at most.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The approximate bytes of memory that it takes.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Works out the bytes of memory, of a definition of so many bytes of JSON. An expression has at most a part for
    /// every two characters.
    pub(crate) fn measure(&mut self, bytes: usize) {
        let mut texts = vec![&self.name];
        texts.extend(self.clauses.iter().map(|clause| &clause.text));
        texts.extend(self.show.iter().map(|show| &show.label));
        let fields = self.fields.iter();
        texts.extend(fields.flat_map(|field| [&field.label, &field.about]));
        let options = self.options.iter();
        texts.extend(options.flat_map(|rule| [&rule.label, &rule.about]));
        texts.extend(&self.words);
        for score in &self.score {
            let of = &score.texts;
            texts.extend([&score.message, &of.clause, &of.sentence]);
        }
        let texts: usize = texts.into_iter().map(Name::memory).sum();
        let with: usize = self.score.iter().map(|score| score.with.len()).sum();
        let tables = self.tables.iter().map(|table| match table {
            Table::Numbers(numbers) => size_of_val(&**numbers),
            Table::Words(words) => size_of_val(&**words),
        });
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

    /// The work of judging a hand of so many players, at most. Of the entries of a chain, one gives a reason.
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

    /// The names of its clauses with their texts, in the order of the file.
    pub fn clauses(&self) -> impl Iterator<Item = (&str, &Name)> {
        let clauses = self.clauses.iter();
        clauses.map(|clause| (clause.name.as_str(), &clause.text))
    }

    /// The text of a clause, by the id that lines and findings have.
    pub fn clause(&self, id: &str) -> Option<&Name> {
        let name = id.strip_prefix(CLAUSE)?;
        let mut clauses = self.clauses();
        Some(clauses.find(|(known, _)| *known == name)?.1)
    }

    /// The definition as JSON, as a match document carries it.
    pub fn json(&self) -> &Json {
        self.json.as_ref().unwrap_or(&Json::Null)
    }

    /// The emblem that it chooses, one of [`EMBLEMS`], and its color as red, green and blue.
    pub fn look(&self) -> (Option<&str>, Option<[u8; 3]>) {
        let look = self.json().get("look");
        let text = |key: &str| look.and_then(|look| look.text(key));
        (text("emblem"), text("color").and_then(color))
    }

    /// The number of sides, or 0 where everybody plays for themselves.
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// The words of an option or a field that has words.
    pub(crate) fn words_of(&self, kind: &ValueKind) -> Vec<&str> {
        match kind {
            ValueKind::Words(words) => {
                let words = words.iter().filter_map(|word| self.words.get(*word));
                words.map(Name::as_str).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Passes the fields of a hand's record, the shared ones among them, to `then`.
    pub fn with_record_fields<T>(&self, then: impl FnOnce(&[FieldOf<'_>]) -> T) -> T {
        let fields = self.fields.iter();
        let words: Vec<Vec<&str>> = fields.map(|field| self.words_of(&field.kind)).collect();
        let fields = self.fields.iter().zip(&words);
        let kinds = fields.map(|(field, words)| kind_of(&field.kind, words));
        let kinds: Vec<KindOf<'_>> = kinds.collect();
        let waived = KindOf::Word(&["waived"]);
        let mut fields = vec![FieldOf::optional("dealer", KindOf::Player)];
        fields.extend(self.fields.iter().zip(&kinds).map(|(field, kind)| FieldOf {
            name: &field.name,
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
        let rules = self.options.iter();
        let words: Vec<Vec<&str>> = rules.map(|rule| self.words_of(&rule.kind)).collect();
        let rules = self.options.iter().zip(&words);
        let fields =
            rules.map(|(rule, words)| FieldOf::optional(&rule.name, kind_of(&rule.kind, words)));
        then(&fields.collect::<Vec<_>>())
    }
}

/// The prefix of a clause's id in lines and findings: no shipped game has it.
pub(crate) const CLAUSE: &str = "own/";

fn kind_of<'a>(kind: &ValueKind, words: &'a [&'a str]) -> KindOf<'a> {
    match kind {
        ValueKind::Number(range) => KindOf::Int(range.least, range.most),
        ValueKind::Flag => KindOf::Flag,
        ValueKind::Player => KindOf::Player,
        ValueKind::Words(_) => KindOf::Word(words),
    }
}
