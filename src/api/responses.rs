//! What several routes promise alike: the statuses of their answers, as the OpenAPI document has them.

use std::collections::BTreeMap;

use utoipa::openapi::{Ref, RefOr, Response};
use utoipa::{IntoResponses, openapi};

type Responses = BTreeMap<String, RefOr<Response>>;

/// What a body may be refused for, before it is looked into.
pub struct Sent;
/// Whoever asks needs a key of the match.
pub struct Keyed;
/// Whoever asks needs a key of the match that opens enough.
pub struct Guarded;
/// A change needs the version that it is made to.
pub struct Versioned;
/// The client may have the version already.
pub struct Known;

fn problems(statuses: &[u16]) -> Responses {
    let problem = || RefOr::Ref(Ref::from_response_name("Problem"));
    statuses
        .iter()
        .map(|status| (status.to_string(), problem()))
        .collect()
}

impl IntoResponses for Sent {
    fn responses() -> Responses {
        problems(&[400, 406, 413, 415])
    }
}

impl IntoResponses for Keyed {
    fn responses() -> Responses {
        problems(&[401, 404])
    }
}

impl IntoResponses for Guarded {
    fn responses() -> Responses {
        problems(&[401, 403, 404])
    }
}

impl IntoResponses for Versioned {
    fn responses() -> Responses {
        problems(&[400, 412, 428])
    }
}

impl IntoResponses for Known {
    fn responses() -> Responses {
        let known =
            openapi::ResponseBuilder::new().description("The version that If-None-Match names");
        let mut responses = problems(&[406]);
        responses.insert("304".to_owned(), known.build().into());
        responses
    }
}
