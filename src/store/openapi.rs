//! Schemas of types whose JSON differs from their fields.

use overtrick_core::openapi::words;
use overtrick_core::schemas;

use crate::Scope;

schemas! {
    Scope = words(Scope::WORDS.iter().copied());
}
