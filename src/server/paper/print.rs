//! Pads and sheets as PDF: the fields of a page, the problems of printing, and the answer.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::{self, Query};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};

use crate::access::caller::service_of;
use crate::http::etag;
use crate::http::problem::{Problem, ProblemKind};
use overtrick_core::Arg;
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_match::lang::Language;
use overtrick_paper::pdf;
use overtrick_paper::requests;
use overtrick_paper::{PrintError, Printable};

/// The media type of PDF.
pub const PDF: &str = "application/pdf";
/// The header that lists the characters of an order that no font has, as code points.
const MISSING: HeaderName = HeaderName::from_static("missing-characters");
/// The most characters listed in the header.
const MOST_NAMED: usize = 40;

/// A query as the entries of an object of these fields.
///
/// # Errors
/// 400 if it cannot be read.
pub fn entries(query: &str, fields: &[Field]) -> Result<Vec<(String, Json)>, Problem> {
    let refuse = |_| Problem::new(ProblemKind::BadRequest);
    let pairs = Query::<Vec<(String, String)>>::from_query(query).map_err(refuse)?;
    let entry = |(key, text): (String, String)| {
        let field = fields.iter().find(|field| field.name == key);
        let value = match field.map(|field| &field.kind) {
            Some(Kind::Flag) => match text.as_str() {
                "" | "true" => Json::Bool(true),
                "false" => Json::Bool(false),
                _ => Json::Text(text),
            },
            Some(Kind::Int(..)) => text.parse().map_or(Json::Text(text), Json::Int),
            Some(Kind::Word(_)) => Json::Text(text.to_ascii_lowercase()),
            _ => Json::Text(text),
        };
        (key, value)
    };
    Ok(pairs.into_inner().into_iter().map(entry).collect())
}

/// The problem of a print job that fails. The game is named by its id, or as an own game calls itself.
pub fn problem(error: PrintError, game: impl Into<Arg>) -> Problem {
    match requests::findings(error, game) {
        findings if findings.is_empty() => ProblemKind::Internal.into(),
        findings => Problem::of_page(findings),
    }
}

/// Draws and renders on a separate thread.
///
/// # Errors
/// Errors of `draw`; 429 while something is printed for the client; 503 while too much is printed.
pub async fn print(
    request: &HttpRequest,
    draw: impl FnOnce() -> Result<Printable, Problem> + Send + 'static,
) -> Result<Printed, Problem> {
    let turn = service_of(request)?.pdf_turn(request).await?;
    let printed = web::block(move || {
        // Held until the work ends, even if its client has left.
        let _turn = turn;
        let printable = draw()?;
        let language = Language::find(printable.language);
        Ok(Printed {
            bytes: pdf::render(&printable),
            missing: printable.drawing.missing.clone(),
            language: language.unwrap_or_else(Language::english),
        })
    });
    printed.await.map_err(|_| ProblemKind::Internal)?
}

/// A PDF.
#[derive(Debug)]
pub struct Printed {
    bytes: Vec<u8>,
    /// The characters that no font has.
    missing: Vec<char>,
    /// The language in which it is.
    pub language: &'static Language,
}

/// The answer with a PDF; browsers show it, or save it under this name.
pub fn answer(builder: HttpResponseBuilder, name: &str, printed: Printed) -> HttpResponse {
    headed(builder, name, &printed.missing).body(printed.bytes)
}

/// Like [`answer`], for a PDF that the same request always produces: tagged, so that it is sent once.
pub fn answer_once(
    request: &HttpRequest,
    builder: HttpResponseBuilder,
    name: &str,
    printed: Printed,
) -> HttpResponse {
    let builder = headed(builder, name, &printed.missing);
    etag::answer(request, builder, printed.bytes)
}

fn headed(mut builder: HttpResponseBuilder, name: &str, missing: &[char]) -> HttpResponseBuilder {
    if !missing.is_empty() {
        let codes = missing.iter().take(MOST_NAMED);
        let codes: Vec<String> = codes.map(|c| format!("U+{:04X}", u32::from(*c))).collect();
        if let Ok(value) = HeaderValue::from_str(&codes.join(" ")) {
            builder.insert_header((MISSING, value));
        }
    }
    let file = format!("inline; filename=\"{name}.pdf\"");
    builder
        .content_type(PDF)
        .insert_header((header::CONTENT_DISPOSITION, file));
    builder
}

#[cfg(test)]
mod tests {
    use overtrick_paper::requests::{LANDSCAPE, LINK, PAPER};

    use super::*;

    #[test]
    fn a_query_is_read_as_its_fields_are() {
        let fields = [
            PAPER.field,
            LANDSCAPE.field,
            Field::optional("pages", Kind::Int(1, 9)),
            LINK.field,
        ];
        let read = entries("paper=A5&landscape&pages=2&link=a%26b&x=1", &fields).unwrap();
        let text = serde_json::to_string(&Json::Object(read)).unwrap();
        assert_eq!(
            text,
            r#"{"paper":"a5","landscape":true,"pages":2,"link":"a&b","x":"1"}"#
        );
        let read = entries("landscape=maybe&pages=many", &fields).unwrap();
        let text = serde_json::to_string(&Json::Object(read)).unwrap();
        assert_eq!(text, r#"{"landscape":"maybe","pages":"many"}"#);
    }
}
