//! `?detail=`: how much of a result an answer has.

use actix_web::HttpRequest;
use actix_web::web::Query;

use crate::document::Detail;
use crate::http::problem::{Problem, shortened};
use crate::lang::Language;
use crate::rules::{Finding, args};

const NAME: &str = "detail";

/// How an answer presents a match: in which language, and how much of its result.
#[derive(Debug, Clone, Copy)]
pub struct Presentation {
    /// The language of its sentences.
    pub language: &'static Language,
    /// How much of the result it has.
    pub detail: Detail,
}

impl From<&'static Language> for Presentation {
    /// Everything.
    fn from(language: &'static Language) -> Presentation {
        let detail = Detail::Full;
        Presentation { language, detail }
    }
}

impl Presentation {
    /// As the query of a request asks for it.
    ///
    /// # Errors
    /// As of [`requested`].
    pub fn of(request: &HttpRequest, language: &'static Language) -> Result<Presentation, Problem> {
        let detail = requested(request)?;
        Ok(Presentation { language, detail })
    }
}

/// How much of a result the query of a request asks for: everything, unless it says otherwise.
///
/// # Errors
/// 400: a word that is none of those there are.
pub fn requested(request: &HttpRequest) -> Result<Detail, Problem> {
    let query = Query::<Vec<(String, String)>>::from_query(request.query_string());
    let pairs = query.map(Query::into_inner).unwrap_or_default();
    let detail = pairs.into_iter().find(|(name, _)| name == NAME);
    let Some((_, word)) = detail else {
        return Ok(Detail::Full);
    };
    Detail::from_word(&word).ok_or_else(|| {
        let words: Vec<String> = Detail::ALL
            .iter()
            .map(|one| one.word().to_owned())
            .collect();
        let args = args![found: shortened(&word), words: words];
        Problem::bad_request(Finding::shape("unknown-value", format!("/{NAME}"), args))
    })
}
