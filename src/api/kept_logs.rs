//! `/logs`: a match that was played without the service comes to it.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::detail::Presentation;
use super::parameters::DetailQuery;
use super::responses::{BodyErrors, CreatedAnswer, Refused, TooMany};
use super::service::Service;
use super::{access, matches};
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::{read, request};
use crate::rules::form::{Field, Kind};

/// The fields of a request that brings a log.
pub const LOG: &[Field] = &[Field::required("log", Kind::Any)];

/// Take a match over that was played without the service.
///
/// The log is that of an export, or of a page that kept the match itself. It is checked by replaying it: the
/// match keeps its id, its times and its whole history, and has keys from now on. A log that was brought before
/// is answered in the same way, as long as nothing was changed since.
#[utoipa::path(post, path = "/api/v1/logs", tag = "matches", operation_id = "takeLog",
    params(DetailQuery),
    request_body(content = ref("#/components/schemas/LogRequest"), content_type = "application/json"), responses(
    CreatedAnswer, BodyErrors, Refused, TooMany,
))]
pub async fn take(request: HttpRequest, service: Data<Service>, body: Body) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let presentation = Presentation::of(&request, language)?;
    if !access::is_operator(&request, &service)? {
        service.limits.count_creation(&request)?;
        service.limits.count_write(&request, body.0.len())?;
    }
    let order = read::object(LOG, body.entries()?)?;
    let created = service.matches.take_over(order).await?;
    let answer: HttpResponse =
        matches::answer(&service, &created, Some(&created.keys), presentation)?;
    Ok(answer)
}
