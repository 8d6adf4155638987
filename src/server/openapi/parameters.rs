//! Parameters that several endpoints have, as the OpenAPI document describes them.

use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn, ParameterStyle};
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Required, Schema, Type};

use crate::http::values::text;
use crate::paper::print::BOOKLET_PAPER;
use overtrick_core::form::{Field, Kind};
use overtrick_match::ledger::Role;
use overtrick_paper::sheets::MOST_PAGES;
use overtrick_paper::sheets::paper::PageSetup;
use overtrick_paper::sheets::requests::{GUTTER, LANG, LINK, LONGEST, PAPER};

fn flag() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Boolean)
}

fn whole(least: usize, most: usize) -> ObjectBuilder {
    let number = ObjectBuilder::new().schema_type(Type::Integer);
    number.minimum(Some(least)).maximum(Some(most))
}

fn words(words: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    text().enum_values(Some(words))
}

/// The words that a field takes.
fn words_of(field: &Field) -> ObjectBuilder {
    match field.kind {
        Kind::Word(of_field) => words(of_field.iter().copied()),
        _ => text(),
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

fn language() -> Parameter {
    let about = "The language, where it is another one than that of the request";
    query(LANG.name, about, words_of(&LANG))
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

/// Defines types that stand for some parameters.
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
    /// The version that the client has.
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
    PageQuery = [
        query(PAPER.name, "The paper", words_of(&PAPER)),
        query("landscape", "The paper on its long side", flag()),
        query(GUTTER.name, "What stays white for a punch, in millimeters from the left or, on the long side, from the top",
            whole(0, PageSetup::MOST_GUTTER.into())),
        query(LINK.name, "An address, printed with a code for phones", text()),
        language(),
    ];
    /// What is printed on a sheet, in the query.
    SheetQuery = [query("explain", "Add how every point came about", flag())];
    /// What is printed on a pad, in the query.
    PadQuery = [
        query("players", "Names with commas between them, or how many there will be", text()),
        query("per_page", "Pads on a page",
            ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(PageSetup::PER_PAGE))),
        query("pages", "How many pages", whole(1, MOST_PAGES)),
        query("example", "false leaves out the worked hand at the top", flag()),
        options(),
        query("title", "What the match or the club is called", text().max_length(Some(LONGEST))),
        query("date", "The day, as it is to be printed", text().max_length(Some(LONGEST))),
        query("place", "Where it is played", text().max_length(Some(LONGEST))),
    ];
    /// How the rules of a game are printed, in the query.
    BookletQuery = [
        query("paper", "The paper", words_of(&BOOKLET_PAPER)),
        query("fold", "Two pages on each side of a sheet, in the order in which it is folded", flag()),
        options(),
        query(LANG.name, "The language, instead of the one that the client likes best", words_of(&LANG)),
        query(LINK.name, "An address, printed with a code for phones", text()),
    ];
}
