//! Scripts: which are set a character at a time, and what the others need of a font.

use harfrust::{Script, unicode};
use unicode_bidi::{BidiClass, bidi_class};

/// Whether a character that is written from left to right always looks the same, whatever stands beside
/// it: a text of nothing else is set a character at a time.
pub fn is_simple(c: char) -> bool {
    matches!(c,
        // Latin, Greek, Cyrillic, Armenian and Georgian, each without marks that stand on letters.
        '\0'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{58f}'
        | '\u{10a0}'..='\u{10ff}' | '\u{1c80}'..='\u{1cbf}' | '\u{1d00}'..='\u{1dbf}'
        | '\u{1e00}'..='\u{1fff}' | '\u{2c00}'..='\u{2cee}' | '\u{2d00}'..='\u{2d2d}'
        | '\u{a640}'..='\u{a66e}' | '\u{a680}'..='\u{a69d}' | '\u{a700}'..='\u{a7ff}' | '\u{ab30}'..='\u{ab6f}'
        // Ethiopic, Cherokee, the syllables of Canada, Runic, Yi, Lisu and Vai.
        | '\u{1200}'..='\u{135a}' | '\u{1360}'..='\u{16f8}' | '\u{a000}'..='\u{a62b}' | '\u{ab70}'..='\u{abbf}'
        // Signs.
        | '\u{2000}'..='\u{200a}' | '\u{2010}'..='\u{2027}' | '\u{202f}'..='\u{205f}'
        | '\u{2070}'..='\u{20cf}' | '\u{2100}'..='\u{2bff}' | '\u{2e00}'..='\u{2e5d}'
        | '\u{fffc}' | '\u{fffd}' | '\u{1f000}'..='\u{1f3fa}' | '\u{1f400}'..='\u{1faff}'
        // Chinese, Japanese and Korean.
        | '\u{2e80}'..='\u{3029}' | '\u{3030}'..='\u{3098}' | '\u{309b}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{fb06}' | '\u{ff01}'..='\u{ffef}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Whether a character takes part in an order from right to left: a letter or figure of such a script,
/// or a mark that sets the order of what follows.
pub fn turns(c: char) -> bool {
    use BidiClass::{AL, AN, FSI, LRE, LRI, LRO, PDF, PDI, R, RLE, RLI, RLO};
    c >= '\u{590}'
        && matches!(
            bidi_class(c),
            R | AL | AN | RLE | RLO | LRE | LRO | PDF | LRI | RLI | FSI | PDI
        )
}

/// Whether nothing is seen of a character itself, so that no font needs to have it.
pub fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{e0100}'..='\u{e01ef}')
}

/// The script of a cluster of characters; nothing for signs, which go with every script.
pub fn of_cluster(cluster: &str) -> Option<Script> {
    let mut scripts = cluster.chars().map(|c| unicode::script(u32::from(c)));
    scripts.find(|script| !matches!(&script.tag().to_be_bytes(), b"Zyyy" | b"Zinh" | b"Zzzz"))
}

/// The code of a script in ISO 15924: `Arab`.
pub fn code(script: Script) -> String {
    let letters = script.tag().to_be_bytes();
    letters.into_iter().map(char::from).collect()
}

/// Whether a word may be broken with a hyphen: its letters neither join nor change beside each other,
/// and are of a script that knows hyphens.
pub fn takes_hyphen(word: &str) -> bool {
    let mut scripts = word.chars().map(|c| unicode::script(u32::from(c)));
    !word.chars().any(turns)
        && scripts.all(|script| {
            !needs_rules(script) && !matches!(&script.tag().to_be_bytes(), b"Thai" | b"Laoo")
        })
}

/// Whether the letters of a script join, change or stand in another order than they are written, so that
/// a font without rules for it sets it wrong.
pub fn needs_rules(script: Script) -> bool {
    !matches!(
        &script.tag().to_be_bytes(),
        // Set a letter at a time, from the left or from the right, with marks that find their places.
        b"Latn"
            | b"Grek"
            | b"Cyrl"
            | b"Armn"
            | b"Geor"
            | b"Copt"
            | b"Goth"
            | b"Ethi"
            | b"Cher"
            | b"Hani"
            | b"Hira"
            | b"Kana"
            | b"Hang"
            | b"Bopo"
            | b"Hebr"
            | b"Thaa"
            | b"Thai"
            | b"Laoo"
            | b"Samr"
            | b"Phnx"
            | b"Armi"
            | b"Sarb"
            | b"Narb"
            | b"Ital"
            | b"Tfng"
            | b"Cprt"
            | b"Lydi"
            | b"Avst"
            | b"Hatr"
            | b"Nbat"
            | b"Palm"
            | b"Prti"
            | b"Phli"
            | b"Orkh"
            | b"Hung"
            | b"Khar"
            | b"Osge"
            | b"Dsrt"
            | b"Shaw"
            | b"Mend"
            | b"Bass"
            | b"Hmnp"
            | b"Wcho"
            | b"Nagm"
            | b"Tang"
    )
}
