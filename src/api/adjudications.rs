//! `/adjudications`: rulings on a question.

use actix_web::{HttpRequest, HttpResponse};

use super::endpoint::{Endpoint, endpoints};
use super::responses::{BodyErrors, Refused};
use crate::adjudicate::{RulingsReport, adjudicate};
use crate::http::answer::in_language;
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::request;

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![adjudications]
}

/// Rule on a bid, a trick, a whole play, a discard.
#[utoipa::path(post, path = "/api/v1/adjudications", tag = "stateless", operation_id = "adjudicate",
    request_body(content = ref("#/components/schemas/Question"), content_type = "application/json"), responses(
    (status = 200, description = "A ruling for every step", body = RulingsReport),
    BodyErrors, Refused,
))]
async fn adjudications(request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let answered = adjudicate(&body.0)?;
    Ok(in_language(language).json(RulingsReport::of(answered, language)))
}
