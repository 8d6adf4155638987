//! `?detail=`: how much of a result an answer contains.

use actix_web::HttpRequest;

use crate::http::problem::Problem;
use crate::http::query::{Parameters, word};
use overtrick_match::document::Detail;
use overtrick_match::lang::Language;

const NAME: &str = "detail";

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
    pub fn of(request: &HttpRequest, language: &'static Language) -> Result<Presentation, Problem> {
        let detail = requested(request)?;
        Ok(Presentation { language, detail })
    }
}

/// How much of the result a request's query asks for; the default is everything.
///
/// # Errors
/// 400 for an unknown word.
pub fn requested(request: &HttpRequest) -> Result<Detail, Problem> {
    let words = Detail::ALL.iter().map(|detail| (detail.word(), *detail));
    let words: Vec<(&str, Detail)> = words.collect();
    let mut parameters = Parameters::some(request, &[NAME])?;
    let detail = parameters.read(NAME, |text| word(text, &words));
    parameters.finish()?;
    Ok(detail.unwrap_or(Detail::Full))
}
