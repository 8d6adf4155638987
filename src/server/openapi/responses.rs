//! Responses shared by several endpoints, for the OpenAPI document.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use utoipa::IntoResponses;
use utoipa::openapi::{Ref, RefOr, Response, ResponseBuilder};

use crate::http::problem::PROBLEM_JSON;
use crate::paper::endpoints::PDF;

/// The media type of a picture.
pub const PNG: &str = "image/png";

type Responses = BTreeMap<String, RefOr<Response>>;

/// Defines types that stand for some statuses, each with the component of its response.
macro_rules! responses {
    ($($(#[$doc:meta])* $name:ident = $component:literal $statuses:expr;)+) => {
        $(
            $(#[$doc])*
            pub struct $name;

            impl IntoResponses for $name {
                fn responses() -> Responses {
                    let component = || RefOr::Ref(Ref::from_response_name($component));
                    let statuses: &[u16] = &$statuses;
                    statuses.iter().map(|status| (status.to_string(), component())).collect()
                }
            }
        )+
    };
}

responses! {
    /// The current match.
    MatchAnswer = "State" [200];
    /// Only the version, if the client prefers that.
    MinimalAnswer = "Minimal" [204];
    /// A newly opened match with its keys.
    CreatedAnswer = "Created" [201];
    /// A PDF.
    PdfAnswer = "Printed" [200];
    /// Problems of a request with a JSON body, before the body is judged.
    BodyErrors = "Problem" [400, 413, 415];
    /// Problems of a request that needs any key of a match.
    KeyErrors = "Problem" [401, 404];
    /// Problems of a request that needs a key of a certain role.
    RoleErrors = "Problem" [401, 403, 404];
    /// Problems with the `If-Match` of a change.
    VersionErrors = "Problem" [400, 412, 428];
    /// The query or a header cannot be read.
    BadRequest = "Problem" [400];
    /// The request has no valid key.
    Unauthorized = "Problem" [401];
    /// The key's role, or the site that sent the request, may not do this.
    Forbidden = "Problem" [403];
    /// There is nothing at this path.
    NotFound = "Problem" [404];
    /// The input breaks a rule.
    Refused = "Problem" [422];
    /// The answer would be too large.
    AnswerTooLarge = "Problem" [422];
    /// Another match has the external id.
    ExternalIdTaken = "Problem" [409];
    /// The match is already stored, or the same request is in progress.
    AlreadyHere = "Problem" [409];
    /// The match was deleted.
    Gone = "Problem" [410];
    /// The client sent too many such requests.
    TooMany = "Problem" [429];
}

/// The client may already have the version.
pub struct Cached;

impl IntoResponses for Cached {
    fn responses() -> Responses {
        let unchanged = ResponseBuilder::new().description("The version that If-None-Match names");
        [("304".to_owned(), unchanged.build().into())].into()
    }
}

/// The response components, by name.
pub fn components() -> Value {
    let answer = |description: &str, media: &str, schema: &str| {
        let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
        json!({ "description": description, "content": { media: { "schema": schema } } })
    };
    let header =
        |description: &str| json!({ "description": description, "schema": { "type": "string" } });
    let etag = etag();
    let mut state = answer("The match as it stands", "application/json", "MatchState");
    state["headers"] = json!({ "ETag": etag });
    let three = "The match, with its three keys";
    let mut created = answer(three, "application/json", "CreatedMatch");
    created["headers"] = json!({ "ETag": etag, "Location": header("Where the match is") });
    let applied = header("`return=minimal`");
    let minimal = "Changed; the client prefers an answer without the match";
    let missing =
        "Characters that no font has, printed as a box: their code points, such as U+674E";
    let problem = "A problem (RFC 9457): what is wrong, and where";
    json!({
        "Problem": answer(problem, PROBLEM_JSON, "Problem"),
        "Printed": {
            "description": "A PDF",
            "content": { PDF: { "schema": binary(PDF) } },
            "headers": { "Missing-Characters": header(missing) },
        },
        "State": state,
        "Minimal": {
            "description": minimal,
            "headers": { "ETag": etag, "Preference-Applied": applied },
        },
        "Created": created,
    })
}

/// The schema of bytes of a media type. `format` is of OpenAPI 3.0, which generators of 3.1 still read.
pub fn binary(media: &str) -> Value {
    json!({ "type": "string", "format": "binary", "contentMediaType": media })
}

/// The header with the version of an answer.
pub fn etag() -> Value {
    json!({ "description": "The version, as a strong entity tag", "schema": { "type": "string" } })
}
