//! Names that look alike without being equal: with invisible spaces, or with letters of another script.

use std::borrow::Cow;
use std::sync::Arc;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

use super::{Finding, args};

/// Letters of other scripts, each with the Latin letter that it resembles in most fonts. Compatibility forms
/// such as the wide `Ａ` are not listed, because normalization maps them to their letter.
const TWINS: &[(&str, &str)] = &[
    // Cyrillic
    ("АВЕЅІЈКМНОРСТУХ", "ABESIJKMHOPCTYX"),
    ("аеѕіјорсухһԁԛԝ", "aesijopcyxhdqw"),
    // Greek
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ", "ABEZHIKMNOPTYXCj"),
    ("οιανυρϲ", "oiavupc"),
    // Armenian
    ("ՍՏՕհոսցօ", "USOhnugo"),
    // Latin letters that are hard to distinguish
    ("ıɑɡɩ", "iagi"),
];

/// A warning for each name that looks like an earlier one.
pub fn alike(names: &[Arc<str>]) -> Vec<Finding> {
    // Names of plain ASCII that look alike are equal, and are refused elsewhere.
    let is_plain = |name: &Arc<str>| name.bytes().all(|byte| byte.is_ascii_graphic());
    if names.iter().all(is_plain) {
        return Vec::new();
    }
    let seen: Vec<String> = names.iter().map(|name| appearance(name)).collect();
    let warning = |(index, name): (usize, &Arc<str>)| {
        let mut earlier = names[..index].iter().zip(&seen);
        let (earlier, _) = earlier.find(|(_, known)| **known == seen[index])?;
        let args = args![name: name.clone(), earlier: earlier.clone()];
        Some(Finding::rule(
            "name-alike",
            format!("/players/{index}"),
            args,
        ))
    };
    names.iter().enumerate().filter_map(warning).collect()
}

/// The visible form of a name, ignoring case: without spaces and zero-width characters, and with look-alike
/// letters replaced by Latin ones.
fn appearance(name: &str) -> String {
    if name.is_ascii() {
        let seen = name.chars().filter(|letter| !letter.is_whitespace());
        return seen.map(|letter| letter.to_ascii_lowercase()).collect();
    }
    // Most names are already normalized, and normalizing takes most of the time.
    let normal: Cow<'_, str> = if is_nfkc_quick(name.chars()) == IsNormalized::Yes {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.nfkc().collect())
    };
    let seen = normal.chars().filter(|letter| !is_unseen(*letter));
    let seen: String = seen.map(twin).flat_map(char::to_lowercase).collect();
    if is_nfc_quick(seen.chars()) == IsNormalized::Yes {
        return seen;
    }
    seen.nfc().collect()
}

fn is_unseen(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

fn twin(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    let among = TWINS.iter().find(|(letters, _)| letters.contains(letter));
    let mut pairs = among
        .into_iter()
        .flat_map(|(letters, latin)| letters.chars().zip(latin.chars()));
    pairs
        .find(|(known, _)| *known == letter)
        .map_or(letter, |(_, latin)| latin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warned(one: &str, other: &str) -> bool {
        !alike(&[one.into(), other.into()]).is_empty()
    }

    #[test]
    fn what_nobody_tells_apart_is_alike() {
        for other in [
            "Anna Kova",
            "AnnaKova",
            "Anna\u{a0}Kova",
            "Anna\u{200b} Kova",
            "\u{410}nna Kova",
            "Ann\u{430} Kova",
            "Anna \u{39a}ova",
            "Anna K\u{3bf}va",
            "\u{ff21}nna Kova",
            "Anna  Kova\u{ad}",
            "\u{202d}Anna Kova",
        ] {
            let is_same = other == "Anna Kova";
            assert!(is_same || warned("Anna Kova", other), "{other:?}");
        }
        let warning = &alike(&["Bo".into(), "Ann".into(), "\u{410}nn".into()])[0];
        assert_eq!(
            (&*warning.code, &*warning.pointer),
            ("name-alike", "/players/2")
        );
    }

    #[test]
    fn letters_with_marks_and_other_names_are_not_alike() {
        for (one, other) in [
            ("Novák", "Novak"),
            ("Šimon", "Simon"),
            ("Ann", "Anna"),
            ("Юлія", "Julija"),
            ("Ægir", "Aegir"),
            ("Ольга", "Олена"),
            ("李雷", "李"),
        ] {
            assert!(!warned(one, other), "{one} {other}");
        }
    }

    #[test]
    fn every_letter_has_one_twin() {
        for (letters, latin) in TWINS {
            assert_eq!(letters.chars().count(), latin.len(), "{letters}");
            assert!(latin.is_ascii());
        }
    }
}
