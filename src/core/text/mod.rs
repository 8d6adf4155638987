//! The rules of a game as a text for readers, parsed from `rules.TAG.md` in the game's folder.
//!
//! The markup is a small subset of Markdown:
//!
//! - `# Title` first, then `## Heading {#id}` and `### Heading {#id}`; the ids are the same in every
//!   language, so that links lead to the same place;
//! - under a heading, lines of `? A question that this section answers`, which are not shown but can be
//!   searched;
//! - paragraphs, `- item` and `1. item` lists, and tables with a row of `---` (`---:` for right-aligned
//!   columns);
//! - `**strong**`, `[game/clause]` where a clause is stated, `{house_rule}` where a house rule changes the
//!   statement;
//! - `@example` for the worked example in the game's `example.json`;
//! - `@figure NAME` for the picture of that name in the game's `figures.toml`, followed by lines
//!   of `! A description`, for readers who cannot see it, and then by its caption.

mod block;
mod read;

pub use block::{Block, Heading, Inline, RulesText, Table};

/// Returns the anchor of a clause on a page: its id with a hyphen in place of the slash.
///
/// ```
/// assert_eq!(overtrick_core::text::anchor("play/turn"), "play-turn");
/// ```
pub fn anchor(clause: &str) -> String {
    clause.replace('/', "-")
}
