//! Parameters shared by several endpoints, for the OpenAPI document.

use std::ops::RangeInclusive;

use serde_json::json;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn, ParameterStyle};
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{Ref, RefOr, Required, Schema};

use crate::http::text;
use overtrick_core::form::Kind;
use overtrick_core::openapi::words;
use overtrick_match::ledger::Role;
use overtrick_match::schema;
use overtrick_paper::layout::paper::PageSetup;
use overtrick_paper::requests::{
    BACKS, DATE, EXAMPLE, EXPLAIN, FOLD, GUTTER, LANDSCAPE, LANG, LEGEND, LINK, OPTIONS, PAGES,
    PAPER, PER_PAGE, PLACE, PLAYERS, RECORD, Setting, TABLE, TITLE,
};

fn parameter(
    place: ParameterIn,
    name: &str,
    about: &str,
    schema: impl Into<RefOr<Schema>>,
) -> Parameter {
    let required = match place {
        ParameterIn::Path => Required::True,
        _ => Required::False,
    };
    let parameter = ParameterBuilder::new()
        .name(name)
        .parameter_in(place)
        .required(required)
        .description(Some(about))
        .schema(Some(schema));
    parameter.build()
}

/// Returns a header parameter.
pub fn header(name: &str, about: &str, schema: impl Into<RefOr<Schema>>) -> Parameter {
    parameter(ParameterIn::Header, name, about, schema)
}

/// Returns a header parameter with a length in this range, in visible characters.
pub fn visible_header(name: &str, about: &str, lengths: RangeInclusive<usize>) -> Vec<Parameter> {
    let (least, most) = lengths.into_inner();
    let text = text().min_length(Some(least)).max_length(Some(most));
    vec![header(name, about, text.pattern(Some("^[!-~]+$")))]
}

/// Returns a path parameter.
pub fn path(name: &str, about: &str, schema: impl Into<RefOr<Schema>>) -> Parameter {
    parameter(ParameterIn::Path, name, about, schema)
}

fn query(name: &str, about: &str, schema: impl Into<RefOr<Schema>>) -> Parameter {
    parameter(ParameterIn::Query, name, about, schema)
}

/// Returns the parameter for a print setting. The parameter for house rules may be repeated, once per rule.
fn setting(setting: &Setting) -> Parameter {
    if setting.name() == OPTIONS.name() {
        let about = "A house rule, such as made_points=6; may be repeated";
        let rules = ArrayBuilder::new().items(text().pattern(Some("^[^=]+=")));
        return ParameterBuilder::from(query("option", about, rules))
            .style(Some(ParameterStyle::Form))
            .explode(Some(true))
            .build();
    }
    let mut schema = match &setting.field.kind {
        // A list is written as text with commas.
        Kind::OneOf(_) => json!({ "type": "string" }),
        kind => schema::kind(kind),
    };
    if let Some(longest) = setting.longest {
        schema["maxLength"] = longest.into();
    }
    if setting.name() == PER_PAGE.name() {
        schema = json!({ "type": "integer", "enum": PageSetup::PER_PAGE });
    }
    let schema: Schema = serde_json::from_value(schema).unwrap_or_default();
    query(setting.name(), setting.about, schema)
}

/// Defines types for groups of parameters.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $parameters:expr;)+) => {
        $(
            $(#[$doc])*
            pub struct $name;

            impl IntoParams for $name {
                fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
                    $parameters.into()
                }
            }
        )+
    };
}

parameters! {
    /// The id of a match, in the path.
    MatchPath = [path("id", "The match", text())];
    /// The version that the client already has.
    IfNoneMatch = [header("If-None-Match", "The ETag of the version that the client has", text())];
    /// The version after which a stream of events begins.
    LastEventId = [header("Last-Event-ID", "The version that the client has", text())];
    /// The change after which a stream of changes begins.
    SeenCursor = [header("Last-Event-ID", "The cursor of a reopened stream; it overrides `cursor`",
        text())];
    /// Whether the answer to a change may leave out the match.
    Prefer = [header("Prefer", "`return=minimal` for an answer without the match", text())];
    /// The id of a game, in the path.
    GamePath = [path("game", "The game's id", Ref::from_schema_name("GameId"))];
    /// The id of a key for programs, in the path.
    KeyPath = [path("id", "The key's id", text())];
    /// The role of a key, in the path.
    RolePath = [path("role", "The role", words(Role::KEYED.map(Role::word)))];
    /// The paper and language of a printed page, and the link on it, in the query.
    PageQuery = [&PAPER, &LANDSCAPE, &GUTTER, &LINK, &LANG].map(setting);
    /// The contents of a printed sheet, in the query.
    SheetQuery = [setting(&EXPLAIN)];
    /// The contents of a printed pad, in the query.
    PadQuery = [
        &PLAYERS, &PER_PAGE, &PAGES, &RECORD, &EXAMPLE, &LEGEND, &BACKS, &OPTIONS, &TABLE, &TITLE, &DATE, &PLACE,
    ].map(setting);
    /// The format of printed rules.
    BookletQuery = [&PAPER, &FOLD, &OPTIONS, &LANG, &LINK].map(setting);
}
