//! `/scores`: a match document scored, without storing it.

use actix_web::{HttpRequest, HttpResponse};

use super::endpoint::{Endpoint, endpoints};
use super::responses::{BodyErrors, Refused};
use super::state;
use crate::document::{Report, score};
use crate::http::answer::in_language;
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::request;

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![scores]
}

/// Score a match document; nothing is kept.
#[utoipa::path(post, path = "/api/v1/scores", tag = "stateless", operation_id = "score",
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    (status = 200, description = "The match as it stands", body = Report),
    BodyErrors, Refused,
))]
async fn scores(request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let scored = score(&body.0)?;
    state::written(in_language(language), &Report::of(scored, language))
}
