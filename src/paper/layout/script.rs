//! Scripts: which characters can be printed one at a time, which scripts need rules in a font, and the order
//! of right-to-left text.

use std::borrow::Cow;
use std::ops::Range;

use harfrust::{Script, unicode};
use unicode_bidi::{
    BidiClass, Direction, Level, ParagraphBidiInfo, bidi_class, get_base_direction,
};

use overtrick_core::{Arg, Args, Name};

/// Whether a character is written from left to right, and has the same shape next to any other character.
/// Text of only such characters is printed one character at a time.
pub fn is_simple(c: char) -> bool {
    matches!(c,
        // Latin, Greek, Cyrillic, Armenian and Georgian, each without combining marks.
        '\0'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{58f}'
        | '\u{10a0}'..='\u{10ff}' | '\u{1c80}'..='\u{1cbf}' | '\u{1d00}'..='\u{1dbf}'
        | '\u{1e00}'..='\u{1fff}' | '\u{2c00}'..='\u{2cee}' | '\u{2d00}'..='\u{2d2d}'
        | '\u{a640}'..='\u{a66e}' | '\u{a680}'..='\u{a69d}' | '\u{a700}'..='\u{a7ff}' | '\u{ab30}'..='\u{ab6f}'
        // Ethiopic, Cherokee, Canadian syllabics, Runic, Yi, Lisu and Vai.
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

/// Whether a character affects the order of right-to-left text: a letter or digit of a right-to-left script,
/// or a control character for text direction.
pub fn affects_direction(c: char) -> bool {
    use BidiClass::{AL, AN, FSI, LRE, LRI, LRO, PDF, PDI, R, RLE, RLI, RLO};
    c >= '\u{590}'
        && matches!(
            bidi_class(c),
            R | AL | AN | RLE | RLO | LRE | LRO | PDF | LRI | RLI | FSI | PDI
        )
}

/// Whether a character is invisible, so that no font needs to have it.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{e0100}'..='\u{e01ef}')
}

/// Returns the script of a cluster of characters; `None` for signs, which belong to every script.
pub fn cluster_script(cluster: &str) -> Option<Script> {
    let mut scripts = cluster.chars().map(|c| unicode::script(u32::from(c)));
    scripts.find(|script| !matches!(&script.tag().to_be_bytes(), b"Zyyy" | b"Zinh" | b"Zzzz"))
}

/// Whether a word may be hyphenated. Its letters must not join or change shape next to each other, and their
/// script must use hyphens.
pub fn allows_hyphen(word: &str) -> bool {
    let mut scripts = word.chars().map(|c| unicode::script(u32::from(c)));
    !word.chars().any(affects_direction)
        && scripts.all(|script| {
            !needs_rules(script) && !matches!(&script.tag().to_be_bytes(), b"Thai" | b"Laoo")
        })
}

/// Whether the letters of a script join, change shape, or are displayed in an order other than the written
/// order. A font without rules for the script would print it incorrectly.
pub fn needs_rules(script: Script) -> bool {
    // Scripts whose letters are printed one at a time, from the left or from the right. Their marks are
    // positioned automatically.
    const PLAIN: [&[u8; 4]; 45] = [
        b"Latn", b"Grek", b"Cyrl", b"Armn", b"Geor", b"Copt", b"Goth", b"Ethi", b"Cher", b"Hani",
        b"Hira", b"Kana", b"Hang", b"Bopo", b"Hebr", b"Thaa", b"Thai", b"Laoo", b"Samr", b"Phnx",
        b"Armi", b"Sarb", b"Narb", b"Ital", b"Tfng", b"Cprt", b"Lydi", b"Avst", b"Hatr", b"Nbat",
        b"Palm", b"Prti", b"Phli", b"Orkh", b"Hung", b"Khar", b"Osge", b"Dsrt", b"Shaw", b"Mend",
        b"Bass", b"Hmnp", b"Wcho", b"Nagm", b"Tang",
    ];
    !PLAIN.contains(&&script.tag().to_be_bytes())
}

/// Begins a left-to-right text that is isolated from the order of the text around it.
const FROM_LEFT: char = '\u{2066}';
/// Begins an isolated right-to-left text.
const FROM_RIGHT: char = '\u{2067}';
/// Begins an isolated text in the direction of its first letter.
const FIRST_LETTER: char = '\u{2068}';
/// Ends an isolated text.
const END: char = '\u{2069}';

/// Whether a character begins or ends an isolated text.
pub fn is_isolate(c: char) -> bool {
    (FROM_LEFT..=END).contains(&c)
}

/// Whether a character overrides the order of all text after it. The program itself never writes one.
pub fn is_override(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}')
}

/// Isolates a text for use in a sentence. Otherwise, a right-to-left name would reorder the numbers and names
/// next to it.
pub fn isolate(text: &str) -> Cow<'_, str> {
    if !text.chars().any(affects_direction) {
        return Cow::Borrowed(text);
    }
    // A user's text must not be able to end the isolation.
    let keeps_isolates = is_balanced(text);
    let inner = text.chars().filter(|c| keeps_isolates || !is_isolate(*c));
    let whole = [FIRST_LETTER].into_iter().chain(inner).chain([END]);
    Cow::Owned(whole.collect())
}

/// Whether each isolated part of a text ends within the text, and each end has a beginning.
fn is_balanced(text: &str) -> bool {
    let mut open = 0_usize;
    for c in text.chars().filter(|c| is_isolate(*c)) {
        match (c, open.checked_sub(1)) {
            (END, None) => return false,
            (END, Some(outer)) => open = outer,
            _ => open += 1,
        }
    }
    open == 0
}

/// Isolates each name in the arguments of a message.
pub fn isolated(args: &Args) -> Cow<'_, Args> {
    if !args.iter().any(|(_, arg)| arg_affects_direction(arg)) {
        return Cow::Borrowed(args);
    }
    let isolated = |(name, arg): &(Name, Arg)| (name.clone(), isolated_arg(arg));
    Cow::Owned(args.iter().map(isolated).collect())
}

fn arg_affects_direction(arg: &Arg) -> bool {
    match arg {
        Arg::Text(text) => text.chars().any(affects_direction),
        Arg::List(list) => list.iter().any(arg_affects_direction),
        _ => false,
    }
}

fn isolated_arg(arg: &Arg) -> Arg {
    match arg {
        Arg::Text(text) => Arg::Text(isolate(text).into()),
        Arg::List(list) => Arg::List(list.iter().map(isolated_arg).collect()),
        arg => arg.clone(),
    }
}

/// Adds direction marks to the lines of a broken text, so that each line keeps its order from the whole text.
pub fn keep_direction(text: &str, lines: Vec<String>) -> Vec<String> {
    if lines.len() < 2 || !text.chars().any(affects_direction) {
        return lines;
    }
    let base = match get_base_direction(text) {
        Direction::Rtl => FROM_RIGHT,
        _ => FROM_LEFT,
    };
    let mut open = vec![base];
    let mut within = |line: String| {
        let mut whole: String = open.iter().collect();
        for c in line.chars() {
            match c {
                END if open.len() > 1 => drop(open.pop()),
                FROM_LEFT | FROM_RIGHT | FIRST_LETTER => open.push(c),
                _ => {}
            }
            whole.push(c);
        }
        whole.extend(open.iter().map(|_| END));
        whole
    };
    lines.into_iter().map(&mut within).collect()
}

/// Splits a line into parts of one direction, from left to right. Also returns whether each part is read from
/// right to left.
pub fn direction_runs(line: &str) -> Vec<(Range<usize>, bool)> {
    if line.is_empty() {
        return Vec::new();
    }
    if !line.chars().any(affects_direction) {
        return vec![(0..line.len(), false)];
    }
    let info = ParagraphBidiInfo::new(line, None);
    let (levels, runs) = info.visual_runs(0..line.len());
    let from_right = |at: usize| levels.get(at).is_some_and(Level::is_rtl);
    let with_direction = |run: Range<usize>| (run.clone(), from_right(run.start));
    runs.into_iter().map(with_direction).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_core::args;

    /// Returns a line as it is displayed from left to right, one character at a time.
    fn seen(line: &str) -> String {
        let part = |(run, from_right): (Range<usize>, bool)| -> String {
            let letters = line[run].chars().filter(|c| !is_isolate(*c));
            if from_right {
                letters.rev().collect()
            } else {
                letters.collect()
            }
        };
        direction_runs(line).into_iter().map(part).collect()
    }

    #[test]
    fn a_name_from_right_to_left_does_not_reorder_numbers() {
        assert_eq!(seen("דן 2, רות 5"), "5 תור ,2 ןד", "as a title of its own");
        let line = format!("{} 2, {} 5", isolate("דן"), isolate("רות"));
        assert_eq!(seen(&line), "ןד 2, תור 5", "as names in a sentence");
        assert_eq!(isolate("Ann"), "Ann");
        assert_eq!(isolate("Žofie ♠"), "Žofie ♠");
    }

    #[test]
    fn direction_marks_in_a_name_do_not_reverse_the_text_after_it() {
        let line = format!("{} bid 2", isolate("דן\u{2069}\u{2067}x"));
        assert_eq!(seen(&line), "xןד bid 2");
    }

    #[test]
    fn all_names_in_a_message_are_isolated() {
        let names = Arg::List([Arg::Text("Ann".into()), Arg::Text("דן".into())].into());
        let args = args![bid: 2, players: names];
        let expected = Arg::List(
            [
                Arg::Text("Ann".into()),
                Arg::Text("\u{2068}דן\u{2069}".into()),
            ]
            .into(),
        );
        assert_eq!(isolated(&args)[1], ("players".into(), expected));
        assert_eq!(isolated(&args)[0], ("bid".into(), Arg::Int(2)));
    }

    #[test]
    fn a_broken_text_keeps_its_order_in_each_line() {
        let name = isolate("דן בן יוסף");
        let text = format!("Hand 3 went to {name} by 7");
        let lines = vec![
            String::from("Hand 3 went to \u{2068}דן"),
            String::from("בן יוסף\u{2069} by 7"),
        ];
        let lines = keep_direction(&text, lines);
        let seen: Vec<String> = lines.iter().map(|line| seen(line)).collect();
        assert_eq!(seen, ["Hand 3 went to ןד", "ףסוי ןב by 7"]);
        let lines = keep_direction("דן אמר Ann זכתה", vec!["דן אמר".into(), "Ann זכתה".into()]);
        assert_eq!(self::seen(&lines[1]), "התכז Ann");
    }
}
