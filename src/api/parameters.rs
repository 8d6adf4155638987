//! Parameters that several endpoints have, as the OpenAPI document describes them.

use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{KnownFormat, ObjectBuilder, Required, SchemaFormat, Type};

use crate::document::Detail;

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn parameter(place: ParameterIn, name: &str, about: &str, schema: ObjectBuilder) -> Parameter {
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

fn header(name: &str, about: &str, schema: ObjectBuilder) -> Parameter {
    parameter(ParameterIn::Header, name, about, schema)
}

fn query(name: &str, about: &str, schema: ObjectBuilder) -> Parameter {
    parameter(ParameterIn::Query, name, about, schema)
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
    MatchPath = [parameter(ParameterIn::Path, "id", "The match", text())];
    /// How much of a result the answer has.
    DetailQuery = [query(
        "detail",
        "How much of the result: `standings` are the places alone, `scores` the points of every hand too, \
         `full` is everything. An ETag is that of one detail; a change may be made with any",
        text().enum_values(Some(Detail::ALL.iter().map(|one| one.word()))).default(Some("full".into())),
    )];
    /// The version that is changed.
    IfMatch = [header("If-Match", "The ETag of the version that is changed; needed", text())];
    /// The version that the client has.
    IfNoneMatch = [header("If-None-Match", "The ETag of the version that the client has", text())];
    /// The version after which a stream of events begins.
    LastEventId = [header("Last-Event-ID", "The version that the client has", text())];
    /// A key by which a request that is sent twice counts once.
    IdempotencyKey = [header(
        "Idempotency-Key",
        "The same key and body have the same answer again; the key of a new match is its client's own",
        text().min_length(Some(16)).max_length(Some(255)).pattern(Some("^[!-~]+$")),
    )];
    /// Whether the client wants the match in the answer to its change.
    Prefer = [header("Prefer", "`return=minimal` for an answer without the match", text())];
    /// Which matches are asked for.
    FilterQuery = [
        query("game", "Those of this game, by its id", text()),
        query("status", "Those that go on, or are over", text().enum_values(Some(["open", "finished"]))),
        query("player", "Those at which somebody of this name sits; case does not matter", text().max_length(Some(400))),
        query("from", "Those of this day or a later one: when they were played, or else opened", text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))),
        query("to", "Those of this day or an earlier one", text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))),
        query("external_id", "The one that a program calls so", text().max_length(Some(400))),
    ];
    /// What a program calls a match that it opens, and what it notes of it.
    LabelQuery = [
        query("external_id", "What a program calls the match; no other match may have it", text().max_length(Some(200))),
        query("metadata", "What a program notes of the match: a JSON object of texts, numbers, flags and `null`", text().max_length(Some(4096))),
    ];
    /// The language of an answer, in the query.
    LangQuery = [query("lang", "The language, where it is another one than that of the request", text())];
    /// What is asked of the list of published matches.
    ListQuery = [
        query("game", "Those of this game alone, by its id", text()),
        query("day", "Those of this day alone", text().pattern(Some("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))),
        query("cursor", "Where the page before ended: `next` of its answer", text()),
        query("per_page", "How many matches; a calendar has its own number",
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(50))),
        query("lang", "The language, where it is another one than that of the request", text()),
    ];
    /// What is to be embedded, and how large it may be.
    OEmbedQuery = [
        query("url", "The address of the page of a published match; needed", text()),
        query("format", "json", text()),
        query("maxwidth", "The most pixels of its width",
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1))),
        query("maxheight", "The most pixels of its height",
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1))),
    ];
    /// The paper of what is printed, and the link on it, in the query.
    PageQuery = [
        query("paper", "a4, letter, a5 or a6", text()),
        query("landscape", "The paper on its long side", ObjectBuilder::new().schema_type(Type::Boolean)),
        query("gutter", "What stays white for a punch, in millimeters from the left or, on the long side, from the top",
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(30))),
        query("link", "An address, printed with a code for phones", text()),
        query("lang", "The language, where it is another one than that of the request", text()),
    ];
}
