//! The rules of a game as a text for people: blocks, read from the `rules.TAG.md` of the game's folder.
//!
//! The markup is a small part of Markdown:
//!
//! - `# Title` first, then `## Heading {#id}` and `### Heading {#id}`; the ids are the same in every
//!   language, so that a link leads to the same place;
//! - under a heading, lines of `? A question that this section answers`: they are not shown but found;
//! - paragraphs, `- item` and `1. item` lists, and tables with a row of `---` (`---:` at the right);
//! - `**strong**`, `[game/clause]` where a clause is stated, `{house_rule}` where a house rule changes
//!   what is said;
//! - `@example` for the worked hand of the game's `example.json`.

mod block;
mod inline;
mod read;

pub use block::{Block, Heading, RulesText, Table};
pub use inline::Inline;
pub use read::TextFault;

/// The anchor of a clause on a page: its id, with a hyphen for the slash.
///
/// ```
/// assert_eq!(overtrick_core::text::anchor("play/turn"), "play-turn");
/// ```
pub fn anchor(clause: &str) -> String {
    clause.replace('/', "-")
}
