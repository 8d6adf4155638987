//! `?detail=`: how much of a result an answer contains.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use crate::http::problem::Problem;
use crate::http::query::{Query, query};
use crate::http::request;
use crate::http::values::word_values;
use overtrick_core::openapi::words;
use overtrick_match::document::Detail;
use overtrick_match::lang::Language;

word_values! {
    Detail = words(Detail::WORDS.iter().copied()).default(Some(Detail::Full.word().into()));
}

query! {
    /// How much of a result an answer has.
    pub struct DetailQuery {
        /// How much of the result: `standings` are the places alone, `scores` the points of every hand too,
        /// `full` is everything. An ETag is that of one detail; a change may be made with any
        detail: Detail = Detail::Full,
    }
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

impl Presentation {
    /// The presentation that a request's query asks for.
    ///
    /// # Errors
    /// Same as [`requested`].
    pub fn from_request(
        request: &HttpRequest,
        language: &'static Language,
    ) -> Result<Presentation, Problem> {
        let Query(DetailQuery { detail }) = Query::from_request(request)?;
        Ok(Presentation { language, detail })
    }
}

impl FromRequest for Presentation {
    type Error = Problem;
    type Future = Ready<Result<Presentation, Problem>>;

    /// That of an answer in JSON; 406 for a client that does not accept it.
    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let language = request::accepts(request, "application/json");
        ready(language.and_then(|language| Presentation::from_request(request, language)))
    }
}
