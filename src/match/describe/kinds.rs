//! Descriptions of what a field accepts.

use crate::lang::Language;
use overtrick_core::args;
use overtrick_core::form::{Field, Kind};

/// What a field of this kind accepts, in words.
pub(super) fn kind_in_words(kind: &Kind, language: &Language) -> String {
    match kind {
        Kind::PerPlayer(inner) => {
            let value = kind_in_words(inner, language);
            language.format("ui", "per-player", &args![value: value])
        }
        Kind::OneOf(kinds) => {
            let kinds: Vec<String> = kinds
                .iter()
                .map(|kind| kind_in_words(kind, language))
                .collect();
            kinds.join(" | ")
        }
        kind => values(kind, language),
    }
}

/// The allowed values of a field, in words.
pub(super) fn values(kind: &Kind, language: &Language) -> String {
    match kind {
        Kind::Word(words) => words.join(" | "),
        Kind::Int(least, most) | Kind::Number(least, most) => {
            language.format("ui", "range", &args![least: *least, most: *most])
        }
        Kind::List(kind) => language.format("ui", "list-of", &args![items: values(kind, language)]),
        Kind::Nullable(kind) => {
            language.format("ui", "or-null", &args![value: values(kind, language)])
        }
        Kind::Object(fields) => {
            let field =
                |field: &Field| format!("{}: {}", field.name, values(&field.kind, language));
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        kind => language.word(kind.word()),
    }
}
