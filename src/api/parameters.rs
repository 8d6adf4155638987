//! Parameters that several endpoints have, as the OpenAPI document describes them.

use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{ObjectBuilder, Required, Type};

/// The id of a match, in the path.
pub struct MatchPath;
/// The version that is changed.
pub struct IfMatch;
/// The version that the client has.
pub struct IfNoneMatch;
/// The version after which a stream of events begins.
pub struct LastEventId;
/// A key by which a request that is sent twice counts once.
pub struct IdempotencyKey;
/// Whether the client wants the match in the answer to its change.
pub struct Prefer;
/// The paper of what is printed, and the link on it, in the query.
pub struct PageQuery;

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

impl IntoParams for MatchPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter(ParameterIn::Path, "id", "The match", text())]
    }
}

impl IntoParams for IfMatch {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "The ETag of the version that is changed; needed";
        vec![parameter(ParameterIn::Header, "If-Match", about, text())]
    }
}

impl IntoParams for IfNoneMatch {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "The ETag of the version that the client has";
        vec![parameter(
            ParameterIn::Header,
            "If-None-Match",
            about,
            text(),
        )]
    }
}

impl IntoParams for LastEventId {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "The version that the client has";
        vec![parameter(
            ParameterIn::Header,
            "Last-Event-ID",
            about,
            text(),
        )]
    }
}

impl IntoParams for IdempotencyKey {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "The same key and body have the same answer again";
        let key = text()
            .min_length(Some(16))
            .max_length(Some(255))
            .pattern(Some("^[!-~]+$"));
        vec![parameter(
            ParameterIn::Header,
            "Idempotency-Key",
            about,
            key,
        )]
    }
}

impl IntoParams for Prefer {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "`return=minimal` for an answer without the match";
        vec![parameter(ParameterIn::Header, "Prefer", about, text())]
    }
}

impl IntoParams for PageQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let flag = ObjectBuilder::new().schema_type(Type::Boolean);
        let query = |name, about, schema| parameter(ParameterIn::Query, name, about, schema);
        let link = "An address, printed with a code for phones";
        vec![
            query("paper", "a4, letter, a5 or a6", text()),
            query("landscape", "The paper on its long side", flag),
            query("link", link, text()),
        ]
    }
}
