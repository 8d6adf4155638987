//! The rules of Overtrick as a WebAssembly module: scores and rulings by the code that the server and
//! the command line run, in a page that has no network.
//!
//! It imports nothing. The functions read and write JSON as the command line does; see [`bytes`] for
//! how it comes in and out. A language is a number: that of its tag in [`languages`].

mod bytes;

use overtrick::adjudicate::{RulingsReport, adjudicate};
use overtrick::document::{ErrorReport, Report, score as score_document};
use overtrick::lang::Language;
use overtrick::rules::Finding;
use serde::Serialize;

/// What a function answers: JSON, or the JSON of all faults.
type Answer = Result<Vec<u8>, Vec<u8>>;

/// Defines functions of the module: the language's number and an input in, an answer out.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $function:expr;)+) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// The pointer is one that [`allocate`](bytes::allocate) gave for this length, and it is
            /// not used again.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(language: usize, pointer: *mut u8, length: usize) -> *mut u8 {
                // SAFETY: as the caller promises.
                let input = unsafe { bytes::input(pointer, length) };
                let function: fn(&[u8], &'static Language) -> Answer = $function;
                bytes::answer(function(&input, numbered(language)))
            }
        )+
    };
}

functions! {
    /// Scores a match document.
    score = |document, language| match score_document(document) {
        Ok(scored) => Ok(json(&Report::of(scored, language))),
        Err(faults) => Err(refusal(&faults, language)),
    };
    /// Rules on a question.
    rule = |question, language| match adjudicate(question) {
        Ok(answered) => Ok(json(&RulingsReport::of(answered, language))),
        Err(faults) => Err(refusal(&faults, language)),
    };
    /// The tags of the languages.
    languages = |_, _| Ok(json(&Language::tags().collect::<Vec<&str>>()));
}

/// The language of a number, English if there is none.
fn numbered(number: usize) -> &'static Language {
    let tag = Language::tags().nth(number);
    tag.and_then(Language::find)
        .unwrap_or_else(Language::english)
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

fn refusal(faults: &[Finding], language: &Language) -> Vec<u8> {
    json(&ErrorReport::of(faults, None, language))
}
