//! `/qr`: a QR code for a link.

use actix_web::HttpResponse;
use actix_web::http::header;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::openapi::responses::{BodyErrors, Refused};
use overtrick_match::qr as code;

const SVG: &str = "image/svg+xml";

/// A request for a QR code.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct QrRequest {
    /// The text
    #[validate(required, length(min = 1, max = 500))]
    text: Option<String>,
}

/// Draw a QR code of a text, as SVG without a fixed size. The text is sent in the body: a link with a key
/// must not be in a query, because queries are logged.
#[utoipa::path(post, path = "/api/v1/qr", tag = "internal", operation_id = "qr",
    request_body = QrRequest, responses(
    (status = 200, description = "The code", content_type = "image/svg+xml", body = String),
    BodyErrors, Refused,
))]
pub async fn qr(body: Body) -> Answer {
    let QrRequest { text } = body.read()?;
    let text = text.unwrap_or_default();
    let code = code::svg(&text).ok_or_else(|| Problem::new(ProblemKind::Internal))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type(SVG)
        .body(code))
}
