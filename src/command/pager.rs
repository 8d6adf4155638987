//! Long texts in a terminal, shown by the user's pager.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Stdio};

use super::error::Outcome;
use super::output;
use overtrick_match::lang::visible;

/// The default pager; it prints short texts directly.
const USUAL: &str = "less -FRX";

/// Shows a text in the user's pager; prints it if the output is not a terminal or no pager can be started.
pub fn show(text: &str, wanted: bool) -> Outcome {
    let shown = wanted && output::is_terminal() && page(&visible(text)).is_some();
    if shown { Ok(()) } else { output::text(text) }
}

/// The pager and its arguments; `None` if the user has turned it off.
fn pager(named: Option<OsString>) -> Option<Vec<String>> {
    let named = match named {
        Some(named) => named.into_string().ok()?,
        None => USUAL.to_owned(),
    };
    let words: Vec<String> = named.split_whitespace().map(str::to_owned).collect();
    (!words.is_empty()).then_some(words)
}

/// Shows a text in the pager, if it can be started.
fn page(text: &str) -> Option<()> {
    let words = pager(std::env::var_os("PAGER"))?;
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    let mut child = command.args(arguments).stdin(Stdio::piped()).spawn().ok()?;
    // Writing fails if the user leaves the pager before the end of the text.
    drop(child.stdin.take()?.write_all(text.as_bytes()));
    child.wait().ok()?;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(named: &str) -> Option<Vec<String>> {
        pager(Some(named.into()))
    }

    #[test]
    fn a_pager_is_the_one_that_is_named_or_the_usual_one() {
        assert_eq!(pager(None).unwrap(), ["less", "-FRX"]);
        assert_eq!(words("more -d").unwrap(), ["more", "-d"]);
        assert_eq!(words(" "), None);
    }
}
