//! Print errors.

use crate::layout::fonts::BadFont;
use crate::layout::paper::{PageSetup, Size};
use crate::layout::template::TemplateError;
use overtrick_core::Finding;

/// The size that a pad needs, and the smaller size that is available, in millimeters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TooSmall {
    /// The smallest size in which the pad fits.
    pub least: Size,
    /// The available size.
    pub there: Size,
    /// The number of players of the pad.
    pub seats: usize,
}

/// A reason why something cannot be printed.
#[derive(Debug, Clone, PartialEq)]
pub enum PrintError {
    /// The request has faults, or is too large for one document. Each finding names the part to correct.
    Faults(Vec<Finding>),
    /// The layout cannot be used. Correct it, or print with the layout of the game.
    Template(TemplateError),
    /// The pad or sheet does not fit the page. Print it on `nearest`, or on any page with at least the needed size.
    TooSmall {
        /// The needed size and the available size.
        size: TooSmall,
        /// The most similar page that is large enough, if there is one.
        nearest: Option<PageSetup>,
    },
    /// The rules text cannot be read. The value names the fault with its file and line.
    Rules(String),
    /// An added font cannot be used. Omit it, or use a TrueType or OpenType font whose letters have outlines.
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
