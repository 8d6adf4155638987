//! Checks on texts from outside: invisible characters, and characters that change how other text is shown, are refused.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use crate::form::Place;
use crate::json::Json;
use crate::{Args, Finding, args};

/// Whether a text may have line breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// Names, titles and everything else that is shown on one line.
    One,
    /// Notes: `\n` and `\r\n` are accepted.
    Many,
}

/// Returns the name and the position, from 1, of the first refused character, such as `U+202E RIGHT-TO-LEFT
/// OVERRIDE`. Control characters, characters without width, and characters that change the direction of text
/// are refused. Joiners, variation selectors and tags are accepted where a script or an emoji needs them.
///
/// ```
/// use overtrick_core::{Lines, refused_character};
///
/// let (name, position) = refused_character("An\u{202e}n", Lines::One).unwrap();
/// assert_eq!((name.as_str(), position), ("U+202E RIGHT-TO-LEFT OVERRIDE", 3));
/// assert_eq!(refused_character("نام\u{200c}ها 👩\u{200d}🚀", Lines::One), None);
/// assert_eq!(refused_character("one\ntwo", Lines::Many), None);
/// ```
pub fn refused_character(text: &str, lines: Lines) -> Option<(String, usize)> {
    if text.bytes().all(|byte| (b' '..0x7f).contains(&byte)) {
        return None;
    }
    let mut before = None;
    let mut letters = text.chars().zip(1..).peekable();
    while let Some((letter, position)) = letters.next() {
        let after = letters.peek().map(|(after, _)| *after);
        if is_invisible(letter) && !is_needed(before, letter, after, lines) {
            let name = format!("U+{:04X} {}", u32::from(letter), name(letter));
            return Some((name, position));
        }
        before = Some(letter);
    }
    None
}

/// Returns the fault of a text at this place, if it has a refused character.
pub fn check_text(text: &str, place: &str, lines: Lines) -> Option<Finding> {
    let args = character_fault(text, lines)?;
    Some(Finding::rule("text-character", place, args))
}

/// Returns the arguments of a `text-character` fault, if a text has a refused character.
pub fn character_fault(text: &str, lines: Lines) -> Option<Args> {
    let (character, position) = refused_character(text, lines)?;
    Some(args![character: character, position: position])
}

/// Returns the fault of a value, if a key or a text in it has a refused character: the place of the first one,
/// and the number of the others. Line breaks are accepted here; single-line fields refuse them elsewhere.
///
/// ```
/// use overtrick_core::check_texts;
/// use overtrick_core::json::Json;
///
/// let json = Json::object([("title", Json::from("a\u{1b}[2J")), ("notes", Json::from("b\u{200b}"))]);
/// let fault = check_texts(&json).unwrap();
/// assert_eq!((&*fault.code, &*fault.pointer), ("text-character", "/title"));
/// assert!(check_texts(&Json::from("one\ntwo")).is_none());
/// ```
pub fn check_texts(json: &Json) -> Option<Finding> {
    let mut faults = Vec::new();
    add_faults(json, Place::Root(""), &mut faults);
    let more = faults.len().checked_sub(1)?;
    let mut first = faults.swap_remove(0);
    first.args.extend(args![more: more]);
    Some(first.with_message((more > 0).then_some("text-character-more")))
}

/// Adds the faults of the keys and texts in the value at this place, in order.
fn add_faults(json: &Json, place: Place<'_>, faults: &mut Vec<Finding>) {
    match json {
        Json::Text(text) => {
            let args = character_fault(text, Lines::Many);
            let fault = args.map(|args| Finding::shape("text-character", place.to_string(), args));
            faults.extend(fault);
        }
        Json::List(items) => {
            for (index, item) in items.iter().enumerate() {
                add_faults(item, Place::Item(&place, index), faults);
            }
        }
        Json::Object(entries) => {
            for (key, value) in entries {
                match character_fault(key, Lines::One) {
                    // The fault points to the object, because a pointer with the key would contain the character.
                    Some(args) => {
                        let fault = Finding::shape("text-character", place.to_string(), args);
                        faults.push(fault.with_message("text-character-key"));
                    }
                    None => add_faults(value, Place::Key(&place, key), faults),
                }
            }
        }
        _ => {}
    }
}

/// Whether a character is a control character, changes the direction of text, or has no width.
pub(super) fn is_invisible(letter: char) -> bool {
    // A shortcut for Latin letters, which are the most frequent.
    if matches!(letter, ' '..='~' | '\u{ae}'..='\u{34e}') {
        return false;
    }
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether an invisible character is accepted between these characters.
fn is_needed(before: Option<char>, letter: char, after: Option<char>, lines: Lines) -> bool {
    let follows = |accepts: fn(char) -> bool| before.is_some_and(accepts);
    let precedes = |accepts: fn(char) -> bool| after.is_some_and(accepts);
    match letter {
        '\n' => lines == Lines::Many,
        '\r' => lines == Lines::Many && after == Some('\n'),
        '\u{200c}' => follows(joins) && precedes(joins),
        '\u{200d}' => {
            follows(joins) || (follows(|c| is_emoji(c) || c == '\u{fe0f}') && precedes(is_emoji))
        }
        '\u{180b}'..='\u{180f}' => follows(|c| ('\u{1820}'..='\u{18aa}').contains(&c)),
        // In a keycap such as 1️⃣, the variation selector precedes the enclosing frame.
        '\u{fe00}'..='\u{fe0f}' if after == Some('\u{20e3}') => {
            follows(|c| c.is_ascii_digit() || "#*".contains(c))
        }
        '\u{fe00}'..='\u{fe0f}' => {
            follows(|c| joins(c) || "©®".contains(c) || (c >= '\u{2010}' && !is_invisible(c)))
        }
        // Tags in the flags of regions, such as Scotland.
        '\u{e0020}'..='\u{e007f}' => {
            follows(|c| c == '\u{1f3f4}' || ('\u{e0020}'..='\u{e007e}').contains(&c))
        }
        '\u{e0100}'..='\u{e01ef}' => follows(
            |c| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'),
        ),
        _ => false,
    }
}

/// Whether a character belongs to a script in which joiners join letters or keep them apart.
fn joins(letter: char) -> bool {
    !is_invisible(letter)
        && matches!(letter,
            '\u{600}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{1a00}'..='\u{1aad}'
            | '\u{1b00}'..='\u{1c4f}' | '\u{a800}'..='\u{aaff}' | '\u{abc0}'..='\u{abff}'
            | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{11fff}'
            | '\u{1e900}'..='\u{1e95f}')
}

/// Whether a character is a pictograph, which joiners can combine with others.
fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// The names of refused characters. Each line of the file has a code point or a range of code points in
/// hexadecimal, then the name. The first matching line is used.
static NAMES: LazyLock<Vec<(RangeInclusive<u32>, &str)>> = LazyLock::new(|| {
    let of_line = |line: &'static str| {
        let (points, name) = line.split_once(' ')?;
        let (first, last) = points.split_once('-').unwrap_or((points, points));
        let point = |point| u32::from_str_radix(point, 16).ok();
        Some((point(first)?..=point(last)?, name))
    };
    let lines = include_str!("character_names.txt").lines();
    lines.filter_map(of_line).collect()
});

/// Returns the name of a refused character.
fn name(letter: char) -> &'static str {
    let mut names = NAMES.iter();
    let found = names.find(|(points, _)| points.contains(&u32::from(letter)));
    found.map_or("FORMAT CHARACTER", |(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, lines: Lines) -> Option<String> {
        refused_character(text, lines).map(|(name, _)| name)
    }

    #[test]
    fn invisible_characters_are_refused_by_name() {
        for (text, name) in [
            ("a\u{1b}[2J", "U+001B ESCAPE"),
            ("a\0", "U+0000 NULL"),
            ("a\u{9b}31m", "U+009B CONTROL SEQUENCE INTRODUCER"),
            ("\u{202e}a", "U+202E RIGHT-TO-LEFT OVERRIDE"),
            ("a\u{200b}b", "U+200B ZERO WIDTH SPACE"),
            ("a\u{200d}b", "U+200D ZERO WIDTH JOINER"),
            ("a\u{200c}", "U+200C ZERO WIDTH NON-JOINER"),
            ("نام\u{200c}", "U+200C ZERO WIDTH NON-JOINER"),
            ("نام\u{200c}\u{200c}ها", "U+200C ZERO WIDTH NON-JOINER"),
            ("a\u{2067}", "U+2067 RIGHT-TO-LEFT ISOLATE"),
            ("a\u{feff}", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
            ("a\u{ad}b", "U+00AD SOFT HYPHEN"),
            ("a\u{fe0f}", "U+FE0F VARIATION SELECTOR"),
            ("a\u{e0041}", "U+E0041 TAG"),
            ("a\tb", "U+0009 CHARACTER TABULATION"),
            ("a\rb", "U+000D CARRIAGE RETURN"),
        ] {
            for lines in [Lines::One, Lines::Many] {
                assert_eq!(refused(text, lines).as_deref(), Some(name), "{text:?}");
            }
        }
        assert_eq!(refused("a\nb", Lines::One).unwrap(), "U+000A LINE FEED");
        assert_eq!(refused("a\nb\r\nc", Lines::Many), None);
    }

    #[test]
    fn characters_that_scripts_and_emoji_need_are_accepted() {
        for text in [
            "Šťastná 李雷 דוד عمر",
            "نام\u{200c}ها",
            "ශ්\u{200d}රී",
            "👩\u{200d}🚀",
            "🏳\u{fe0f}\u{200d}🌈",
            "🧔🏽\u{200d}♂\u{fe0f}",
            "❤\u{fe0f} 1\u{fe0f}\u{20e3}",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "葛\u{e0100}",
            "a\u{a0}b",
        ] {
            assert_eq!(refused(text, Lines::One), None, "{text:?}");
        }
    }

    #[test]
    fn every_key_and_text_of_a_value_is_checked() {
        let json = Json::object([
            ("a\u{202e}", Json::Int(1)),
            ("b/c", Json::List(vec![Json::Null, Json::from("x\u{7}")])),
        ]);
        let fault = check_texts(&json).unwrap();
        assert_eq!((&*fault.code, &*fault.pointer), ("text-character", ""));
        let Json::Object(entries) = json else {
            unreachable!("it is an object")
        };
        let fault = check_texts(&Json::Object(entries[1..].to_vec())).unwrap();
        assert_eq!(fault.pointer, "/b~1c/1");
    }
}
