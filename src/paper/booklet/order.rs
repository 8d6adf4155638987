//! Orders: whose rules are printed, and how.

use crate::sheets::paper::Paper;
use overtrick_core::json::Json;
use overtrick_games::Entry;
use overtrick_match::lang::Language;

/// An order for a booklet.
#[derive(Debug, Clone)]
pub struct BookletOrder<'a> {
    /// The game.
    pub game: &'a Entry,
    /// House rules as written.
    pub options: Json,
    /// The paper.
    pub paper: Paper,
    /// Whether two pages stand on each side of a sheet, in the order in which it is folded.
    pub fold: bool,
    /// An address, printed with a code for phones.
    pub link: Option<String>,
    /// The language.
    pub language: &'a Language,
}

impl<'a> BookletOrder<'a> {
    /// An order for plain pages under the usual house rules.
    pub fn plain(game: &'a Entry, paper: Paper, language: &'a Language) -> BookletOrder<'a> {
        BookletOrder {
            game,
            options: Json::Object(Vec::new()),
            paper,
            fold: false,
            link: None,
            language,
        }
    }
}
