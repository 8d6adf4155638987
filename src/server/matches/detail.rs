//! `?detail=`: how much of a result an answer has.

use actix_web::HttpRequest;

use crate::http::problem::Problem;
use crate::http::query::{Parameters, word};
use overtrick_match::document::Detail;
use overtrick_match::lang::Language;

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
    let words = Detail::ALL.iter().map(|detail| (detail.word(), *detail));
    let words: Vec<(&str, Detail)> = words.collect();
    let mut parameters = Parameters::some(request, &[NAME])?;
    let detail = parameters.read(NAME, |text| word(text, &words));
    parameters.finish()?;
    Ok(detail.unwrap_or(Detail::Full))
}
