//! How a module is called: functions that take a language's number and an input, and answer with bytes.

use overtrick_core::Finding;
use overtrick_match::document::ErrorReport;
use overtrick_match::lang::Language;
use serde::Serialize;

/// What a function answers: bytes, mostly JSON, or the JSON of all faults.
pub type Answer = Result<Vec<u8>, Vec<u8>>;
/// What makes an answer of an input.
pub type Function = fn(&[u8], &'static Language) -> Answer;

/// Defines functions of the module: the language's number and an input in, an answer out.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $function:expr;)+) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// The pointer is one that [`allocate`]($crate::bytes::allocate) gave for this length, and it is
            /// not used again.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(language: usize, pointer: *mut u8, length: usize) -> *mut u8 {
                // SAFETY: as the caller promises.
                let input = unsafe { $crate::bytes::input(pointer, length) };
                let function: $crate::calls::Function = $function;
                $crate::bytes::answer(function(&input, $crate::calls::numbered(language)))
            }
        )+
    };
}

pub(crate) use functions;

/// The language of a number, English if there is none.
pub fn numbered(number: usize) -> &'static Language {
    let tag = Language::tags().nth(number);
    tag.and_then(Language::find)
        .unwrap_or_else(Language::english)
}

/// A value as JSON.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// Faults as JSON, in a language.
pub fn refusal(faults: &[Finding], language: &Language) -> Vec<u8> {
    json(&ErrorReport::of(faults, None, language))
}

/// An answer whose faults are JSON, in a language.
pub fn faults_in(answer: Result<Vec<u8>, Vec<Finding>>, language: &Language) -> Answer {
    answer.map_err(|faults| refusal(&faults, language))
}
