//! The texts of every language.
//!
//! A language has two files in `templates/lang` (one for the rules, and one for the page, the server and the
//! command), and one file in each game's folder in `templates/games`. No key occurs in two files.
//!
//! A message names its arguments in braces: `{tricks}`. `{tricks|trick|tricks}` chooses the plural form for
//! that number, in the order of the language's `forms`; `{=word}` is the language's word for an id, and
//! `{+points}` a number with its sign.

mod catalog;
mod language;
mod visible;

pub use language::Language;
pub use visible::{visible, visible_line, visible_message};
