//! Responses shared by several endpoints, for the OpenAPI document.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{Ref, RefOr, Response};

type Responses = BTreeMap<String, RefOr<Response>>;

/// Defines types for groups of status codes that have the same response component.
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
    /// Only the version, for a client that prefers an answer without the match.
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
    /// The key's role or the site that sent the request has no right to do this.
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
    /// The client already has the version.
    Cached = "Unchanged" [304];
}
