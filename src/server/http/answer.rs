//! Building answers.

use actix_web::http::header;
use actix_web::{HttpResponse, HttpResponseBuilder};

use crate::http::problem::Problem;
use overtrick_match::lang::Language;

/// The answer of a handler.
pub type Answer = Result<HttpResponse, Problem>;

/// A builder for a successful answer in a language.
pub fn in_language(language: &Language) -> HttpResponseBuilder {
    let mut builder = HttpResponse::Ok();
    builder.insert_header((header::CONTENT_LANGUAGE, language.tag()));
    builder
}
