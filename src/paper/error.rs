//! Why something cannot be printed.

use crate::layout::fonts::BadFont;
use crate::layout::paper::{PageSetup, Size};
use crate::layout::template::TemplateError;
use overtrick_core::Finding;

/// What a pad needs that its place does not have, in millimeters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TooSmall {
    /// The least size that it needs.
    pub least: Size,
    /// The size that there is.
    pub there: Size,
    /// For how many players it is.
    pub seats: usize,
}

/// Why something cannot be printed.
#[derive(Debug, Clone, PartialEq)]
pub enum PrintError {
    /// The game, the players or the house rules are faulty. Each finding names what to correct.
    Faults(Vec<Finding>),
    /// The layout cannot be used. Correct it, or print with the game's own.
    Template(TemplateError),
    /// It does not fit the page. Print it on `nearest`, or on any page that has the least size.
    TooSmall {
        /// The size that it needs and the size that there is.
        size: TooSmall,
        /// The most similar page that it fits, if it fits any.
        nearest: Option<PageSetup>,
    },
    /// There are so many pages: none, or more than [`MOST_PAGES`](crate::requests::MOST_PAGES).
    Pages(usize),
    /// The sheet would have more pages than [`MOST_PAGES`](crate::requests::MOST_PAGES). Leave out the
    /// explanations, or export the match as CSV.
    TooLong {
        /// The hands of the match.
        hands: usize,
    },
    /// The rules of the game cannot be read: what is wrong with their text, with file and line.
    Rules(String),
    /// An added font cannot be set. Leave it out, or give a TrueType or OpenType font whose letters have
    /// outlines.
    Font(BadFont),
    /// The address of this name is too long for a QR code. Give a shorter one.
    Link(&'static str),
    /// The address of this name is of no page. Give one that begins with `https://` or `http://`.
    LinkScheme(&'static str),
}

impl From<Vec<Finding>> for PrintError {
    fn from(faults: Vec<Finding>) -> PrintError {
        PrintError::Faults(faults)
    }
}

impl From<TemplateError> for PrintError {
    fn from(error: TemplateError) -> PrintError {
        PrintError::Template(error)
    }
}
