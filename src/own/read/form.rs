//! The form of a definition: its fields, and the kinds of their values.

use overtrick_core::form::{Field, Kind};

use crate::definition::EMBLEMS;
use crate::syntax::MAX_NUMBER;

/// An expression, or a plain number or flag.
pub(super) const EXPRESSION: Kind =
    Kind::OneOf(&[Kind::Text, Kind::Int(-MAX_NUMBER, MAX_NUMBER), Kind::Flag]);
pub(super) const NUMBERS: Kind = Kind::List(&Kind::Int(-MAX_NUMBER, MAX_NUMBER));
pub(super) const TEXTS: Kind = Kind::List(&Kind::Text);

pub(super) const DEFINITION: &[Field] = &[
    Field::required("language", Kind::Int(1, 1)),
    Field::required("id", Kind::Text),
    Field::optional("name", Kind::Text),
    Field::required("players", NUMBERS),
    Field::optional("sides", Kind::Int(2, 5)),
    Field::optional("wins", Kind::OneOf(&[Kind::Text, TEXTS])),
    Field::optional("scale", Kind::Int(1, 100)),
    Field::optional("cards", EXPRESSION),
    Field::optional("hands", EXPRESSION),
    Field::optional("ends", EXPRESSION),
    Field::optional("deals", EXPRESSION),
    Field::optional("leads", EXPRESSION),
    Field::optional("options", Kind::Any),
    Field::optional("field", Kind::List(&Kind::Object(FIELD))),
    Field::optional("let", Kind::Any),
    Field::optional("tables", Kind::Any),
    Field::optional("carry", Kind::Any),
    Field::optional("check", Kind::List(&Kind::Object(CHECK))),
    Field::optional("once", Kind::List(&Kind::Object(ONCE))),
    Field::required("score", Kind::List(&Kind::Object(SCORE))),
    Field::optional("show", Kind::List(&Kind::Object(SHOW))),
    Field::optional("clauses", Kind::Any),
    Field::optional("text", Kind::Any),
    Field::optional("look", Kind::Object(LOOK)),
];

/// The look of a game on paper.
pub(super) const LOOK: &[Field] = &[
    Field::optional("emblem", Kind::Word(EMBLEMS)),
    Field::optional("color", Kind::Text),
];

pub(super) const OPTION: &[Field] = &[
    Field::depends("number", NUMBERS),
    Field::depends("flag", Kind::Flag),
    Field::depends("words", TEXTS),
    Field::optional("from", EXPRESSION),
    Field::optional("to", EXPRESSION),
    Field::depends("default", EXPRESSION),
    Field::optional("clause", Kind::Text),
    Field::optional("label", Kind::Text),
    Field::optional("about", Kind::Text),
];

pub(super) const FIELD: &[Field] = &[
    Field::required("name", Kind::Text),
    Field::depends("number", NUMBERS),
    Field::depends("flag", Kind::Flag),
    Field::depends("words", TEXTS),
    Field::depends("player", Kind::Flag),
    Field::optional("each", Kind::OneOf(&[Kind::Flag, Kind::Word(&["side"])])),
    Field::optional("from", EXPRESSION),
    Field::optional("to", EXPRESSION),
    Field::optional("step", Kind::Int(1, MAX_NUMBER)),
    Field::optional("default", EXPRESSION),
    Field::optional("sum", EXPRESSION),
    Field::optional("when", EXPRESSION),
    Field::optional("need", Kind::Word(&["never"])),
    Field::optional("clause", Kind::Text),
    Field::optional("label", Kind::Text),
    Field::optional("about", Kind::Text),
];

pub(super) const CARRY: &[Field] = &[
    Field::required("number", NUMBERS),
    Field::optional("each", Kind::Flag),
    Field::optional("start", EXPRESSION),
    Field::required("next", EXPRESSION),
];

pub(super) const CHECK: &[Field] = &[
    Field::required("at", Kind::Text),
    Field::required("must", EXPRESSION),
    Field::required("clause", Kind::Text),
    Field::optional("waivable", Kind::Flag),
];

pub(super) const ONCE: &[Field] = &[
    Field::required("field", Kind::Text),
    Field::optional("per", EXPRESSION),
    Field::required("clause", Kind::Text),
];

pub(super) const SCORE: &[Field] = &[
    Field::optional("when", EXPRESSION),
    Field::optional("otherwise", Kind::Flag),
    Field::required("points", EXPRESSION),
    Field::required("clause", Kind::Text),
    Field::optional("with", TEXTS),
];

pub(super) const SHOW: &[Field] = &[
    Field::required("label", Kind::Text),
    Field::required("value", EXPRESSION),
    Field::optional("per", Kind::Word(&["table", "side", "player"])),
    Field::optional("when", EXPRESSION),
];

/// A clause: its text, or an object with its text and its condition.
pub(super) const CLAUSES: Kind = Kind::OneOf(&[Kind::Text, Kind::Object(CLAUSE)]);

pub(super) const CLAUSE: &[Field] = &[
    Field::required("text", Kind::Text),
    Field::optional("when", EXPRESSION),
];

/// The texts of a definition in another language.
pub(super) const TEXT: &[Field] = &[
    Field::optional("name", Kind::Text),
    Field::optional("label", Kind::Any),
    Field::optional("about", Kind::Any),
    Field::optional("word", Kind::Any),
    Field::optional("clause", Kind::Any),
    Field::optional("line", Kind::Any),
    Field::optional("show", Kind::Any),
];

/// A table of a definition: numbers in order, or a number for each word.
pub(super) const TABLE: Kind = Kind::OneOf(&[NUMBERS, Kind::Any]);

/// The reserved names: record fields that do not depend on the definition.
pub(super) const RECORDED: &[&str] = &["dealer", "note", "play", "irregularities"];
