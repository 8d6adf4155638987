//! `/qr`: a QR code for a link.

use actix_web::HttpResponse;
use actix_web::http::header;

use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::read;
use crate::http::request::AcceptsSvg;
use crate::openapi::responses::{BodyErrors, Refused};
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::qr as code;

/// The most characters of a text for a QR code.
pub const LONGEST: usize = 500;
const SVG: &str = "image/svg+xml";

/// The fields of a request for a QR code.
pub const QR: &[Field] = &[Field::required("text", Kind::Text)];

/// Draw a QR code of a text, as SVG without a fixed size. The text is sent in the body: a link with a key
/// must not be in a query, because queries are logged.
#[utoipa::path(post, path = "/api/v1/qr", tag = "internal", operation_id = "qr",
    request_body(content = ref("#/components/schemas/QrRequest"), content_type = "application/json"), responses(
    (status = 200, description = "The code", content_type = "image/svg+xml", body = String),
    BodyErrors, Refused,
))]
pub async fn qr(body: Body, _: AcceptsSvg) -> Answer {
    let order = read::object(QR, body.entries()?)?;
    let text = order.get("text").and_then(Json::as_text);
    let text = text.unwrap_or_default();
    drawable(text)?;
    let code = code::svg(text).ok_or_else(|| Problem::new(ProblemKind::Internal))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type(SVG)
        .body(code))
}

/// # Errors
/// 422: the text is empty, or too long for a code.
fn drawable(text: &str) -> Result<(), Finding> {
    let length = text.chars().count();
    if length > LONGEST {
        let args = args![length: length, most: LONGEST];
        return Err(Finding::rule("text-too-long", "/text", args));
    }
    if text.is_empty() {
        return Err(Finding::rule("text-empty", "/text", args![]));
    }
    Ok(())
}
