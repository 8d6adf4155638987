//! Text that is safe for a terminal: user input cannot send control sequences, reverse the order of letters,
//! or start a new line.

/// The replacement for an unsafe character.
const MARK: char = '\u{fffd}';

/// Replaces control characters, and characters that change the text direction, with a mark. Line breaks stay.
///
/// ```
/// use overtrick_match::lang::visible;
///
/// assert_eq!(visible("Ann\u{1b}[2J\nBo\u{202e}"), "Ann\u{fffd}[2J\nBo\u{fffd}");
/// ```
pub fn visible(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(visible_line).collect();
    lines.join("\n")
}

/// Like [`visible`], but also replaces line breaks.
pub fn visible_line(text: &str) -> String {
    let shown = |letter| {
        if is_unsafe(letter) { MARK } else { letter }
    };
    text.chars().map(shown).collect()
}

/// Like [`visible`], but also indents all lines after the first, so that no line looks like a separate message.
pub fn visible_message(text: &str) -> String {
    visible(text.trim_end()).replace('\n', "\n  ")
}

/// Whether a character is a C0 or C1 control, ends a line, or changes the text direction.
fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_direction_characters_are_replaced() {
        for letter in "\0\u{7}\u{8}\t\r\u{1b}\u{7f}\u{85}\u{9b}\u{9f}\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}".chars() {
            assert_eq!(visible(&format!("a{letter}b")), "a\u{fffd}b", "{letter:?}");
        }
        // Letters of all directions, and a composed emoji.
        let names = "Šťastná 李雷 דוד عمر نام\u{200c}ها 👩\u{200d}🚀";
        assert_eq!(visible(names), names);
    }

    #[test]
    fn no_text_starts_a_new_line() {
        assert_eq!(visible_line("Ann\n1st Bo"), "Ann\u{fffd}1st Bo");
        assert_eq!(visible_message("a\novertrick: b\n"), "a\n  overtrick: b");
    }
}
