//! Parameters shared by several endpoints, for the OpenAPI document.

use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn, ParameterStyle};
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{
    KnownFormat, ObjectBuilder, Ref, RefOr, Required, Schema, SchemaFormat, Type,
};

use crate::http::version::AT_LEAST;
use overtrick_core::form::Kind;
use overtrick_match::document::Detail;
use overtrick_match::ledger::Role;
use overtrick_paper::layout::paper::PageSetup;
use overtrick_paper::requests::{
    BOOKLET_PAPER, DATE, EXAMPLE, EXPLAIN, FOLD, GUTTER, LANDSCAPE, LANG, LINK, PAGES, PAPER,
    PER_PAGE, PLACE, PLAYERS, Setting, TITLE,
};

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

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

/// The words that a field accepts.
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

fn header(name: &str, about: &str, schema: impl Into<RefOr<Schema>>) -> Parameter {
    parameter(ParameterIn::Header, name, about, schema)
}

fn query(name: &str, about: &str, schema: impl Into<RefOr<Schema>>) -> Parameter {
    parameter(ParameterIn::Query, name, about, schema)
}

fn setting(setting: &Setting) -> Parameter {
    query(setting.name(), setting.about, values_of(setting))
}

fn needed(parameter: Parameter) -> Parameter {
    let parameter = ParameterBuilder::from(parameter);
    parameter.required(Required::True).build()
}

fn game() -> Ref {
    Ref::from_schema_name("GameId")
}

fn day() -> ObjectBuilder {
    text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))
}

fn at_least_one() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(1))
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
    MatchPath = [parameter(ParameterIn::Path, "id", "The match", text())];
    /// How much of a result the answer contains.
    DetailQuery = [query(
        "detail",
        "How much of the result: `standings` are the places alone, `scores` the points of every hand too, \
         `full` is everything. An ETag is that of one detail; a change may be made with any",
        text().enum_values(Some(Detail::ALL.iter().map(|one| one.word()))).default(Some("full".into())),
    )];
    /// The version to be changed.
    IfMatch = [header("If-Match", "The ETag of the version that is changed; needed", text())];
    /// The version that the client already has.
    IfNoneMatch = [header("If-None-Match", "The ETag of the version that the client has", text())];
    /// The least version of the answer.
    AtLeast = [query(
        AT_LEAST,
        "The version that the client has seen, such as of a change that it made: the answer is of it or a later one, \
         whichever of several instances is asked. `If-None-Match` and `Last-Event-ID` do the same",
        whole(1, u32::MAX as usize),
    )];
    /// The version after which a stream of events begins.
    LastEventId = [header("Last-Event-ID", "The version that the client has", text())];
    /// The key by which a repeated request is carried out only once.
    IdempotencyKey = [header(
        "Idempotency-Key",
        "The same key and body have the same answer again; the key of a new match is its client's own",
        text().min_length(Some(16)).max_length(Some(255)).pattern(Some("^[!-~]+$")),
    )];
    /// Whether the client wants the match in the answer to its change.
    Prefer = [header("Prefer", "`return=minimal` for an answer without the match", text())];
    /// The id of a game, in the path.
    GamePath = [parameter(ParameterIn::Path, "game", "The game's id", game())];
    /// The role of a key, in the path.
    RolePath = [parameter(ParameterIn::Path, "role", "Whose key", words(Role::KEYED.map(Role::word)))];
    /// The filters for matches.
    FilterQuery = [
        query("game", "Those of this game, by its id", game()),
        query("status", "Those that go on, or are over", words(["open", "finished"])),
        query("player", "Those at which somebody of this name sits; case does not matter", text().max_length(Some(400))),
        query("from", "Those of this day or a later one: when they were played, or else opened", day()),
        query("to", "Those of this day or an earlier one", day()),
        query("external_id", "The one that a program calls so", text().max_length(Some(400))),
    ];
    /// The page of a list of matches.
    ListQuery = [
        query("order", "`id`, or `newest` for the latest day first", words(["id", "newest"])),
        query("cursor", "Where the part begins, as the part before says", text().max_length(Some(400))),
        query("after", "The id that the part comes after, in the order of ids", text().max_length(Some(64))),
        query("limit", "How many at most", whole(1, 100)),
    ];
    /// The labels of a new match.
    LabelQuery = [
        query("external_id", "What a program calls the match; no other match may have it. It takes a key for programs that may score, or the administrator's token", text().max_length(Some(200))),
        query("metadata", "What a program notes of the match: a JSON object of texts, numbers, flags and `null`", text().max_length(Some(4096))),
    ];
    /// The format of an export.
    ExportQuery = [query("form", "How each match is written", words(["documents", "logs", "csv"]))];
    /// The format of an import.
    ImportQuery = [
        query("dry_run", "Whether to judge everything and store nothing", flag()),
        query("again", "Whether a document that was imported before becomes another match", flag()),
        query("game", "The game of a file of results", game()),
    ];
    /// The language of an answer.
    LangQuery = [setting(&LANG)];
    /// What is asked of the list of published matches.
    PublishedQuery = [
        query("game", "Those of this game alone, by its id", game()),
        query("day", "Those of this day alone", day()),
        query("cursor", "Where the page before ended: `next` of its answer", text()),
        query("per_page", "How many matches; a calendar has its own number", whole(1, 50)),
        setting(&LANG),
    ];
    /// The address to embed and its maximum size.
    OEmbedQuery = [
        needed(query("url", "The address of the page of a published match", text())),
        query("format", "json", words(["json"])),
        query("maxwidth", "The most pixels of its width", at_least_one()),
        query("maxheight", "The most pixels of its height", at_least_one()),
    ];
    /// The paper of a print and the link on it.
    PageQuery = [&PAPER, &LANDSCAPE, &GUTTER, &LINK, &LANG].map(setting);
    /// What is printed on a sheet, in the query.
    SheetQuery = [setting(&EXPLAIN)];
    /// What is printed on a pad, in the query.
    PadQuery = [
        setting(&PLAYERS),
        query(PER_PAGE.name(), PER_PAGE.about,
            ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(PageSetup::PER_PAGE))),
        setting(&PAGES),
        setting(&EXAMPLE),
        options(),
        setting(&TITLE),
        setting(&DATE),
        setting(&PLACE),
    ];
    /// The format of printed rules.
    BookletQuery = [
        setting(&BOOKLET_PAPER),
        setting(&FOLD),
        options(),
        query(LANG.name(), "The language, instead of the one that the client likes best", values_of(&LANG)),
        setting(&LINK),
    ];
}
