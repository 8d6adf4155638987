//! What an address must be that is printed as a code.

use super::error::PrintError;
use super::order::Labels;
use overtrick_core::LONGEST_NAME;

/// Checks every address of these labels.
///
/// # Errors
/// One is too long for a code, or is of no page.
pub fn check_links(labels: &Labels) -> Result<(), PrintError> {
    labels
        .links()
        .try_for_each(|(name, link)| check_link(name, link))
}

/// Whether this is an address of a page, and nothing that a reader of PDF would run or open otherwise.
fn is_web_address(link: &str) -> bool {
    let after = |scheme: &str| {
        let (start, rest) = link.split_at_checked(scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then_some(rest)
    };
    let rest = after("https://").or_else(|| after("http://"));
    let is_visible = |letter: char| !letter.is_whitespace() && !letter.is_control();
    rest.is_some_and(|rest| !rest.is_empty() && rest.chars().all(is_visible))
}

/// Checks an address that is printed, by the name of what it is for.
///
/// # Errors
/// It is too long for a code, or of no page.
pub fn check_link(name: &'static str, link: &str) -> Result<(), PrintError> {
    /// A longer address makes a QR code too fine to be read from paper.
    const LONGEST: usize = 10 * LONGEST_NAME;
    if link.len() > LONGEST {
        return Err(PrintError::Link(name));
    }
    if !is_web_address(link) {
        return Err(PrintError::LinkScheme(name));
    }
    Ok(())
}
