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
    /// The request has faults, or asks for more than one document may have. Each finding names what to correct.
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
    /// The rules of the game cannot be read: what is wrong with their text, with file and line.
    Rules(String),
    /// An added font cannot be set. Leave it out, or give a TrueType or OpenType font whose letters have
    /// outlines.
    Font(BadFont),
}

impl From<Vec<Finding>> for PrintError {
    fn from(faults: Vec<Finding>) -> PrintError {
        PrintError::Faults(faults)
    }
}

impl From<Finding> for PrintError {
    fn from(fault: Finding) -> PrintError {
        PrintError::Faults(fault.into())
    }
}

impl From<TemplateError> for PrintError {
    fn from(error: TemplateError) -> PrintError {
        PrintError::Template(error)
    }
}
