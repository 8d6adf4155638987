//! Parameters shared by several endpoints, for the OpenAPI document.

use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn, ParameterStyle};
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Required, Schema, Type};

use crate::http::values::text;
use overtrick_core::form::Kind;
use overtrick_match::ledger::Role;
use overtrick_paper::layout::paper::PageSetup;
use overtrick_paper::requests::{
    BACKS, DATE, EXAMPLE, EXPLAIN, FOLD, GUTTER, LANDSCAPE, LANG, LEGEND, LINK, PAGES, PAPER,
    PER_PAGE, PLACE, PLAYERS, RECORD, Setting, TABLE, TITLE,
};

fn flag() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Boolean)
}

fn words(words: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    text().enum_values(Some(words))
}

/// The values that a setting accepts.
fn values_of(setting: &Setting) -> ObjectBuilder {
    match setting.field.kind {
        Kind::Word(of_setting) => words(of_setting.iter().copied()),
        Kind::Flag => flag(),
        Kind::Int(least, most) => {
            let number = ObjectBuilder::new().schema_type(Type::Integer);
            number.minimum(Some(least)).maximum(Some(most))
        }
        _ => text().max_length(setting.longest),
    }
}

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

/// A header, as the document describes it.
pub fn header(name: &str, about: &str, schema: impl Into<RefOr<Schema>>) -> Parameter {
    parameter(ParameterIn::Header, name, about, schema)
}

/// A part of a path, as the document describes it.
pub fn path(name: &str, about: &str, schema: impl Into<RefOr<Schema>>) -> Parameter {
    parameter(ParameterIn::Path, name, about, schema)
}

fn query(name: &str, about: &str, schema: impl Into<RefOr<Schema>>) -> Parameter {
    parameter(ParameterIn::Query, name, about, schema)
}

fn setting(setting: &Setting) -> Parameter {
    query(setting.name(), setting.about, values_of(setting))
}

/// House rules: the parameter comes once for each.
fn options() -> Parameter {
    let about = "A house rule, such as made_points=6; again for more";
    let rules = ArrayBuilder::new().items(text().pattern(Some("^[^=]+=")));
    ParameterBuilder::from(query("option", about, rules))
        .style(Some(ParameterStyle::Form))
        .explode(Some(true))
        .build()
}

/// Defines types that stand for groups of parameters.
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
    /// The id of a game, in the path.
    GamePath = [path("game", "The game's id", Ref::from_schema_name("GameId"))];
    /// The id of a key for programs, in the path.
    KeyPath = [path("id", "The key's id", text())];
    /// The role of a key, in the path.
    RolePath = [path("role", "Whose key", words(Role::KEYED.map(Role::word)))];
    /// The paper of what is printed, and the link on it, in the query.
    PageQuery = [&PAPER, &LANDSCAPE, &GUTTER, &LINK, &LANG].map(setting);
    /// What is printed on a sheet, in the query.
    SheetQuery = [setting(&EXPLAIN)];
    /// What is printed on a pad, in the query.
    PadQuery = [
        setting(&PLAYERS),
        query(PER_PAGE.name(), PER_PAGE.about,
            ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(PageSetup::PER_PAGE))),
        setting(&PAGES),
        setting(&RECORD),
        setting(&EXAMPLE),
        setting(&LEGEND),
        setting(&BACKS),
        options(),
        setting(&TABLE),
        setting(&TITLE),
        setting(&DATE),
        setting(&PLACE),
    ];
    /// The format of printed rules.
    BookletQuery = [
        setting(&PAPER),
        setting(&FOLD),
        options(),
        query(LANG.name(), "The language, instead of the one that the client likes best", values_of(&LANG)),
        setting(&LINK),
    ];
}
