//! The calling convention of a module: each function takes the number of a language and an input, and returns
//! bytes.

use overtrick_core::Finding;
use overtrick_match::document::ErrorReport;
use overtrick_match::lang::Language;
use serde::Serialize;

/// The result of a function: bytes, usually JSON, or all faults.
pub type Answer = Result<Vec<u8>, Vec<Finding>>;
/// A function from an input to an answer.
pub type Function = fn(&[u8], &'static Language) -> Answer;

/// Defines exported functions, which take the number of a language and an input, and return an answer.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $function:expr;)+) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// The pointer must come from [`allocate`]($crate::bytes::allocate) for this length, and must not
            /// be used again.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(language: usize, pointer: *mut u8, length: usize) -> *mut u8 {
                // SAFETY: guaranteed by the caller.
                let input = unsafe { $crate::bytes::input(pointer, length) };
                let function: $crate::calls::Function = $function;
                let language = $crate::calls::numbered(language);
                let answer = function(&input, language);
                $crate::bytes::answer(answer.map_err(|faults| $crate::calls::refusal(&faults, language)))
            }
        )+
    };
}

pub(crate) use functions;

/// Returns the language with this number, or English if there is none.
pub fn numbered(number: usize) -> &'static Language {
    let tag = Language::tags().nth(number);
    tag.and_then(Language::find)
        .unwrap_or_else(Language::english)
}

/// Returns a value as JSON.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// Returns faults as JSON, in a language.
pub fn refusal(faults: &[Finding], language: &Language) -> Vec<u8> {
    json(&ErrorReport::new(faults, None, language))
}
