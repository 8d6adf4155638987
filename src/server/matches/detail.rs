//! `?detail=`: how much of a result an answer contains.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::Deserialize;
use utoipa::openapi::ObjectBuilder;
use validator::Validate;

use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::request;
use overtrick_core::openapi::words;
use overtrick_match::document::Detail;
use overtrick_match::lang::Language;

/// How much of a result an answer has.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DetailQuery {
    /// How much of the result: `standings` are the places alone, `scores` the points of every hand too,
    /// `full` is everything. An ETag is that of one detail; a change may be made with any
    #[param(schema_with = detail_schema, required = false)]
    pub detail: Option<Detail>,
}

/// The schema of a level of detail.
pub fn detail_schema() -> ObjectBuilder {
    words(Detail::WORDS.iter().copied()).default(Some(Detail::Full.word().into()))
}

/// The language of an answer and how much of the result it contains.
#[derive(Debug, Clone, Copy)]
pub struct Presentation {
    /// The language of its sentences.
    pub language: &'static Language,
    /// How much of the result it contains.
    pub detail: Detail,
}

impl From<&'static Language> for Presentation {
    /// Everything, in this language.
    fn from(language: &'static Language) -> Presentation {
        let detail = Detail::Full;
        Presentation { language, detail }
    }
}

impl FromRequest for Presentation {
    type Error = Problem;
    type Future = Ready<Result<Presentation, Problem>>;

    /// That of an answer in JSON; 406 for a client that does not accept it.
    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let language = request::accepts(request, "application/json");
        ready(language.and_then(|language| {
            let Query(DetailQuery { detail }) = Query::from_request(request)?;
            let detail = detail.unwrap_or(Detail::Full);
            Ok(Presentation { language, detail })
        }))
    }
}
