//! The size limits of a match.

use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::ledger::{Change, Match};

/// The size limits of a match; 0 means no limit.
#[derive(Debug, Clone, Copy)]
pub struct MatchBudget {
    /// The most bytes of its log.
    pub bytes: usize,
    /// The most hands.
    pub hands: usize,
}

impl MatchBudget {
    /// Refuses the text of a document or a change that is certainly too large, before it is parsed.
    ///
    /// # Errors
    /// The finding.
    pub fn check_text(&self, text: &[u8]) -> Result<(), Finding> {
        // Most texts are below the limit even with their whitespace.
        if self.bytes == 0 || text.len() <= self.bytes {
            return Ok(());
        }
        self.check_bytes(least_size(text))
    }

    /// Refuses a document with too many hands, before it is judged.
    ///
    /// # Errors
    /// The finding.
    pub fn check_document(&self, document: &Json) -> Result<(), Finding> {
        match document.get("hands") {
            Some(Json::List(hands)) => self.check_hands(hands.len()),
            _ => Ok(()),
        }
    }

    /// Refuses an opened match that is too large.
    ///
    /// # Errors
    /// The finding.
    pub fn check_opened(&self, opened: &Match) -> Result<(), Finding> {
        self.check_bytes(opened.size())
    }

    /// Refuses a change that makes a match too large, except those that [`frees`] allows.
    ///
    /// # Errors
    /// The finding.
    pub fn check_change(&self, frees: bool, before: &Match, after: &Match) -> Result<(), Finding> {
        if after.hands() > before.hands() {
            self.check_hands(after.hands())?;
        }
        if frees {
            return Ok(());
        }
        self.check_bytes(after.size())
    }

    fn check_hands(&self, hands: usize) -> Result<(), Finding> {
        if self.hands == 0 || hands <= self.hands {
            return Ok(());
        }
        let args = args![found: hands, most: self.hands];
        Err(Finding::rule("too-many-hands", "/hands", args))
    }

    fn check_bytes(&self, bytes: usize) -> Result<(), Finding> {
        if self.bytes == 0 || bytes <= self.bytes {
            return Ok(());
        }
        let args = args![size: bytes.div_ceil(1024), most: self.bytes / 1024];
        Err(Finding::rule("match-too-large", "", args))
    }
}

/// Whether a full match accepts a change: undoing, finishing, and erasing a person remain possible.
pub fn frees(change: &Change) -> bool {
    matches!(
        change,
        Change::Undo {} | Change::Finish {} | Change::Erase { .. }
    )
}

/// The least number of bytes of the JSON: without whitespace between values, counting each escape as one.
fn least_size(json: &[u8]) -> usize {
    let (mut size, mut in_text) = (0, false);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        size += usize::from(in_text || !byte.is_ascii_whitespace());
        match byte {
            b'"' => in_text = !in_text,
            b'\\' => {
                let digits = if bytes.next() == Some(&b'u') { 4 } else { 0 };
                bytes.by_ref().take(digits).for_each(drop);
            }
            _ => {}
        }
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_size_is_never_more_than_what_is_stored() {
        for (written, least) in [
            (r#"{ "a" : [ 1 , 2 ] }"#, r#"{"a":[1,2]}"#),
            (r#"" a  b ""#, r#"" a  b ""#),
            (r#"[ "\u0041\"\\" , "x" ]"#, r#"["A''","x"]"#),
            (r#"" \u0041 ""#, r#"" A ""#),
            ("\"\\", "\"x"),
        ] {
            assert_eq!(least_size(written.as_bytes()), least.len(), "{written}");
        }
    }
}
