//! `/qr`: a text as a QR code. The text comes in the body: a link with a key must not stand in a query,
//! which is logged.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use qrcode::{Color, EcLevel, QrCode};

use super::endpoint::{Endpoint, endpoints};
use super::responses::{BodyErrors, Refused};
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::{read, request};
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::{Finding, args};

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![qr]
}

/// The most characters of a text.
pub const LONGEST: usize = 500;
/// The width of the white border around a code, in modules.
const QUIET: usize = 4;
const SVG: &str = "image/svg+xml";

/// The fields of a request.
pub const QR: &[Field] = &[Field::required("text", Kind::Text)];

/// A QR code of a text, as SVG without a size of its own.
#[utoipa::path(post, path = "/api/v1/qr", tag = "table", operation_id = "qr",
    request_body(content = ref("#/components/schemas/QrRequest"), content_type = "application/json"), responses(
    (status = 200, description = "The code", content_type = "image/svg+xml", body = String),
    BodyErrors, Refused,
))]
async fn qr(request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    request::accepts(&request, SVG)?;
    let order = read::object(QR, body.entries()?)?;
    let text = order
        .get("text")
        .and_then(Json::as_text)
        .unwrap_or_default();
    let length = text.chars().count();
    if length > LONGEST {
        let args = args![length: length, most: LONGEST];
        return Err(Finding::rule("text-too-long", "/text", args).into());
    }
    if text.is_empty() {
        return Err(Finding::rule("text-empty", "/text", args![]).into());
    }
    let code = QrCode::with_error_correction_level(text, EcLevel::M)
        .map_err(|_| Problem::new(ProblemKind::Internal))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type(SVG)
        .body(svg(&code)))
}

/// The code as one path of squares on white.
fn svg(code: &QrCode) -> String {
    let width = code.width();
    let size = width + 2 * QUIET;
    let dark = code.to_colors();
    let mut path = String::new();
    for (row, colors) in dark.chunks(width).enumerate() {
        for (column, _) in colors
            .iter()
            .enumerate()
            .filter(|(_, color)| **color == Color::Dark)
        {
            path += &format!("M{} {}h1v1h-1z", column + QUIET, row + QUIET);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/>\
         <path d=\"{path}\"/></svg>"
    )
}
