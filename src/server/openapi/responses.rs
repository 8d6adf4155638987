//! Responses that several endpoints have, as the OpenAPI document describes them.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use utoipa::IntoResponses;
use utoipa::openapi::{Ref, RefOr, Response, ResponseBuilder};

use crate::paper::print::PDF;

/// The media type of a picture.
pub const PNG: &str = "image/png";

type Responses = BTreeMap<String, RefOr<Response>>;

/// Defines types that stand for some statuses, each answered by the component of a name.
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
    /// The match as it stands.
    MatchAnswer = "State" [200];
    /// Nothing but the version, as the client prefers.
    MinimalAnswer = "Minimal" [204];
    /// The match as it would stand.
    CheckedAnswer = "Checked" [200];
    /// A match that was opened, with its keys.
    CreatedAnswer = "Created" [201];
    /// A PDF.
    PdfAnswer = "Printed" [200];
    /// A picture.
    PictureAnswer = "Picture" [200];
    /// What a request with a JSON body may be refused for before the body is judged.
    BodyErrors = "Problem" [400, 406, 413, 415];
    /// What a request that needs any key of a match may be refused for.
    KeyErrors = "Problem" [401, 404, 410];
    /// What a request that needs a key of some role may be refused for.
    RoleErrors = "Problem" [401, 403, 404, 410];
    /// What a change may be refused for because of its `If-Match`.
    VersionErrors = "Problem" [400, 412, 428];
    /// The query or a header cannot be read.
    BadRequest = "Problem" [400];
    /// The request has no key.
    Unauthorized = "Problem" [401];
    /// The key's role, or the site that sent the request, may not do this.
    Forbidden = "Problem" [403];
    /// Nothing is at this path.
    NotFound = "Problem" [404];
    /// The client accepts no media type of the answer.
    NotAcceptable = "Problem" [406];
    /// What was sent is refused by a rule.
    Refused = "Problem" [422];
    /// The answer is to be had in another format alone.
    NoSuchFormat = "Problem" [501];
    /// Matches cannot be read, or nothing can be written; the problem says why.
    NotReady = "Problem" [503];
    /// Another match has the external id.
    ExternalIdTaken = "Problem" [409];
    /// The match is here already, or the same request is being answered.
    AlreadyHere = "Problem" [409];
    /// The match was deleted, or has expired.
    Gone = "Problem" [410];
    /// The client has sent too many such requests.
    TooMany = "Problem" [429];
}

/// The client may have the version already.
pub struct Cached;

impl IntoResponses for Cached {
    fn responses() -> Responses {
        let mut responses = NotAcceptable::responses();
        let unchanged = ResponseBuilder::new().description("The version that If-None-Match names");
        responses.insert("304".to_owned(), unchanged.build().into());
        responses
    }
}

/// The components that the responses refer to, by name.
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
    json!({
        "Printed": {
            "description": "A PDF",
            "content": { PDF: { "schema": { "type": "string", "contentMediaType": PDF } } },
            "headers": { "Missing-Characters": header(missing) },
        },
        "Picture": {
            "description": "A picture",
            "content": { PNG: { "schema": { "type": "string", "contentMediaType": PNG } } },
            "headers": { "ETag": etag },
        },
        "State": state,
        "Minimal": {
            "description": minimal,
            "headers": { "ETag": etag, "Preference-Applied": applied },
        },
        "Checked": answer("The match as it would stand", "application/json", "MatchState"),
        "Created": created,
    })
}

/// The header with the version of an answer.
pub fn etag() -> Value {
    json!({ "description": "The version, as a strong entity tag", "schema": { "type": "string" } })
}
