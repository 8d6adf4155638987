//! Setting type: text as words of spans that may look differently, measured, broken into lines of about the same length,
//! and set.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::house_rules::HouseRulesInForce;
use crate::layout::canvas::count;
use crate::layout::draw::{Ink, Item, MM_PER_POINT, Run};
use crate::layout::fonts::{Cut, Fonts};
use crate::layout::lines::break_evenly;
use crate::layout::paper::Area;
use overtrick_core::text::Inline;

/// Sets words in the fonts.
#[derive(Debug)]
pub struct Typesetter<'a> {
    /// The fonts.
    pub fonts: &'a Fonts<'a>,
    missing: RefCell<BTreeSet<char>>,
}

impl<'a> Typesetter<'a> {
    /// One for these fonts.
    pub fn new(fonts: &'a Fonts<'a>) -> Typesetter<'a> {
        Typesetter {
            fonts,
            missing: RefCell::default(),
        }
    }

    /// The characters that no font has, of all that was set.
    pub fn missing(&self) -> Vec<char> {
        self.missing.borrow().iter().copied().collect()
    }

    /// The width of the space between words.
    pub fn space(&self, size: f32) -> f32 {
        self.fonts.width(Cut::Regular, " ", size)
    }

    /// How wide words are on one line.
    pub fn width(&self, words: &[Word], size: f32) -> f32 {
        let spaces = count(words.len().saturating_sub(1));
        let widths = words.iter().map(|word| word.width);
        widths.sum::<f32>() + spaces * self.space(size)
    }

    /// A text of one style as words.
    pub fn words(&self, text: &str, style: TextStyle) -> Vec<Word> {
        let mut writer = Writer::default();
        writer.write(text, style);
        writer.words(self.fonts)
    }

    /// Words in lines no wider than this and a slack. A word that is wider itself is broken: an address may be.
    pub fn break_lines(
        &self,
        words: Vec<Word>,
        size: f32,
        (width, slack): (f32, f32),
    ) -> Vec<Vec<Word>> {
        let words = words.into_iter();
        let words = words.flat_map(|word| word.broken(width, self.fonts));
        let words: Vec<Word> = words.collect();
        let widths: Vec<f32> = words.iter().map(|word| word.width).collect();
        let lines = break_evenly(&widths, self.space(size), width + slack).into_iter();
        let mut words = words.into_iter();
        lines
            .map(|line| words.by_ref().take(line.len()).collect())
            .collect()
    }

    /// Sets words on one line from `x` on, within a cell.
    pub fn line(
        &self,
        words: &[Word],
        (x, baseline): (f32, f32),
        size: f32,
        cell: Area,
    ) -> Vec<Item> {
        let space = self.space(size);
        let mut stretches: Vec<(f32, Span)> = Vec::new();
        let mut at = x;
        for (index, word) in words.iter().enumerate() {
            let mut is_first = index > 0;
            for span in &word.spans {
                let spaced = std::mem::take(&mut is_first);
                match stretches.last_mut() {
                    Some((_, last)) if last.style == span.style => {
                        if spaced {
                            last.text.push(' ');
                        }
                        last.text.push_str(&span.text);
                    }
                    _ => {
                        let start = at + if spaced { space } else { 0.0 };
                        stretches.push((start, span.clone()));
                    }
                }
                if let Some((start, last)) = stretches.last() {
                    at = start
                        + self
                            .fonts
                            .width(last.style.cut, &last.text, last.style.size);
                }
            }
        }
        let stretches = stretches.into_iter();
        stretches
            .map(|(x, span)| self.run(&span, (x, baseline), cell))
            .collect()
    }

    /// Sets a text of one style that ends at `right`.
    pub fn text_ending(
        &self,
        text: &str,
        style: TextStyle,
        (right, baseline): (f32, f32),
        cell: Area,
    ) -> Item {
        let width = self.fonts.width(style.cut, text, style.size);
        self.text(text, style, (right - width, baseline), cell)
    }

    /// Sets a text of one style.
    pub fn text(&self, text: &str, style: TextStyle, place: (f32, f32), cell: Area) -> Item {
        let span = Span {
            text: text.to_owned(),
            style,
        };
        self.run(&span, place, cell)
    }

    fn run(&self, span: &Span, (x, baseline): (f32, f32), cell: Area) -> Item {
        let style = span.style;
        let mut missing = self.missing.borrow_mut();
        let set = self.fonts;
        let (pieces, read) = set.pieces(style.cut, &span.text, style.size, &mut missing);
        Item::Text(Run {
            pieces,
            read,
            x,
            y: baseline - style.rise,
            size: style.size,
            bold: style.cut != Cut::Regular,
            ink: style.ink,
            cell,
        })
    }
}

/// How letters look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    /// Their cut.
    pub cut: Cut,
    /// Their size in points.
    pub size: f32,
    /// Their color.
    pub ink: Ink,
    /// How far above the line they stand, in millimeters.
    pub rise: f32,
}

impl TextStyle {
    /// Plain text.
    pub const fn plain(size: f32) -> TextStyle {
        TextStyle {
            cut: Cut::Regular,
            size,
            ink: Ink::Ink,
            rise: 0.0,
        }
    }

    /// The same in another cut.
    #[must_use]
    pub const fn cut(self, cut: Cut) -> TextStyle {
        TextStyle { cut, ..self }
    }

    /// The same in another color.
    #[must_use]
    pub const fn ink(self, ink: Ink) -> TextStyle {
        TextStyle { ink, ..self }
    }

    /// A small figure above the line, which leads to a note.
    #[must_use]
    pub fn raised(self, hue: Ink) -> TextStyle {
        TextStyle {
            cut: Cut::Bold,
            size: (self.size * 0.66).max(5.0),
            ink: hue,
            rise: self.size * 0.34 * MM_PER_POINT,
        }
    }

    /// The small mark of a reading of ours.
    #[must_use]
    pub fn mark(self) -> TextStyle {
        let size = self.size * 0.8;
        TextStyle { size, ..self }.cut(Cut::Regular).ink(Ink::Muted)
    }
}

/// A part of a word that looks the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// Its letters.
    pub text: String,
    /// How they look.
    pub style: TextStyle,
}

/// What stands on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Its spans, from left to right.
    pub spans: Vec<Span>,
    /// Its width in millimeters.
    pub width: f32,
}

/// A space that no line ends at.
const TIED: char = '\u{a0}';

/// Writes text word by word.
#[derive(Debug, Default)]
pub struct Writer {
    words: Vec<Vec<Span>>,
    /// Whether the next letters go on with the last word.
    open: bool,
}

impl Writer {
    /// Writes text; a word goes on with the one before where no space is between them.
    pub fn write(&mut self, text: &str, style: TextStyle) {
        for (index, part) in text.split([' ', '\n', '\t']).enumerate() {
            self.open &= index == 0;
            if part.is_empty() {
                continue;
            }
            self.append_suits(part, style);
            self.open = true;
        }
    }

    /// Writes letters, the red suits among them in red.
    fn append_suits(&mut self, part: &str, style: TextStyle) {
        for piece in part.split_inclusive(['♥', '♦']) {
            let suit = piece.find(['♥', '♦']).unwrap_or(piece.len());
            let (before, suit) = piece.split_at(suit);
            for (text, style) in [(before, style), (suit, style.ink(Ink::Red))] {
                if !text.is_empty() {
                    self.append(text, style);
                    self.open = true;
                }
            }
        }
    }

    /// Writes letters that stand at the last word, whatever is between.
    pub fn attach(&mut self, text: &str, style: TextStyle) {
        self.open = true;
        self.append(text, style);
    }

    fn append(&mut self, text: &str, style: TextStyle) {
        let span = Span {
            text: text.to_owned(),
            style,
        };
        match self.words.last_mut() {
            Some(word) if self.open => word.push(span),
            _ => self.words.push(vec![span]),
        }
    }

    /// Writes a text of the rules, with a figure for a house rule that it refers to. What is a reading of
    /// ours is marked at the head of its section, once; with `marks`, where the text says so too.
    pub fn write_rules(
        &mut self,
        text: &[Inline],
        style: TextStyle,
        house_rules: &HouseRulesInForce,
        marks: bool,
    ) {
        for piece in text {
            match piece {
                Inline::Text { text } if marks => self.write(text, style),
                Inline::Text { text } => self.write(&text.replace(" ◇", ""), style),
                Inline::Strong { text } => self.write(text, style.cut(Cut::Bold)),
                Inline::Clause { .. } => {}
                Inline::HouseRule { name, .. } => self.house_rule(name, style, house_rules),
            }
        }
    }

    fn house_rule(&mut self, name: &str, style: TextStyle, house_rules: &HouseRulesInForce) {
        let Some(rule) = house_rules.find(name) else {
            return;
        };
        let hue = house_rules.hue;
        self.attach(&rule.number.to_string(), style.raised(hue));
        if let Some(here) = &rule.here {
            self.open = false;
            self.write(here, style.cut(Cut::Bold).ink(hue));
        }
    }

    /// The words, with their widths. What is only a letter is tied to the word after it.
    pub fn words(self, fonts: &Fonts<'_>) -> Vec<Word> {
        let mut words: Vec<Vec<Span>> = Vec::with_capacity(self.words.len());
        for word in self.words {
            match words.last_mut() {
                Some(last) if is_tied(last, &word) => {
                    if let Some(span) = last.last_mut() {
                        span.text.push(TIED);
                    }
                    last.extend(word);
                }
                _ => words.push(word),
            }
        }
        let words = words.into_iter();
        words.map(|spans| Word::new(spans, fonts)).collect()
    }
}

/// Whether no line may end between two words: a preposition or article of one letter goes with what
/// follows it.
fn is_tied(word: &[Span], next: &[Span]) -> bool {
    let Some((span, before)) = word.split_last() else {
        return false;
    };
    if before.last().is_some_and(|span| !span.text.ends_with(TIED)) {
        return false;
    }
    let text = span.text.rsplit(TIED).next().unwrap_or_default();
    let mut letters = text.trim_start_matches(['(', '“', '„']).chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return false;
    };
    let follows = next.first().and_then(|span| span.text.chars().next());
    letter.is_lowercase() || letter.is_uppercase() && follows.is_some_and(char::is_lowercase)
}

impl Word {
    /// These spans, measured.
    pub fn new(spans: Vec<Span>, fonts: &Fonts<'_>) -> Word {
        let widths = spans.iter().map(|span| span.width(fonts));
        Word {
            width: widths.sum(),
            spans,
        }
    }

    /// The word in parts no wider than this.
    pub fn broken(self, width: f32, fonts: &Fonts<'_>) -> Vec<Word> {
        if self.width <= width {
            return vec![self];
        }
        let mut parts: Vec<Vec<Span>> = vec![Vec::new()];
        let mut used = 0.0;
        for span in self.spans {
            for letter in span.text.chars() {
                let letter = Span {
                    text: letter.to_string(),
                    style: span.style,
                };
                let wide = letter.width(fonts);
                if used + wide > width && used > 0.0 {
                    parts.push(Vec::new());
                    used = 0.0;
                }
                used += wide;
                if let Some(part) = parts.last_mut() {
                    part.push(letter);
                }
            }
        }
        let parts = parts.into_iter();
        parts.map(|spans| Word::new(spans, fonts)).collect()
    }
}

impl Span {
    fn width(&self, fonts: &Fonts<'_>) -> f32 {
        fonts.width(self.style.cut, &self.text, self.style.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &[Word]) -> Vec<String> {
        let word = |word: &Word| word.spans.iter().map(|span| span.text.as_str()).collect();
        words.iter().map(word).collect()
    }

    fn words(text: &str) -> Vec<String> {
        let fonts = Fonts::new(&[]).unwrap();
        let mut writer = Writer::default();
        writer.write(text, TextStyle::plain(9.0));
        texts(&writer.words(&fonts))
    }

    #[test]
    fn a_letter_by_itself_goes_with_the_word_after_it() {
        assert_eq!(
            words("Hraje s\nkartou v ruce"),
            ["Hraje", "s\u{a0}kartou", "v\u{a0}ruce"]
        );
        assert_eq!(
            words("V každé (a i tak)"),
            ["V\u{a0}každé", "(a\u{a0}i\u{a0}tak)"]
        );
        assert_eq!(words("rank A K 10"), ["rank", "A", "K", "10"]);
    }

    #[test]
    fn what_a_text_refers_to_stands_at_the_word_before() {
        let fonts = Fonts::new(&[]).unwrap();
        let style = TextStyle::plain(9.0);
        let mut writer = Writer::default();
        writer.write("one ", style);
        writer.attach("1", style.raised(Ink::Felt));
        writer.write(". Two", style);
        assert_eq!(texts(&writer.words(&fonts)), ["one1.", "Two"]);
    }

    #[test]
    fn a_word_too_wide_for_its_line_is_broken() {
        let fonts = Fonts::new(&[]).unwrap();
        let mut writer = Writer::default();
        writer.write("https://example.org/a-long-address", TextStyle::plain(9.0));
        let words = writer.words(&fonts).into_iter();
        let words: Vec<Word> = words.flat_map(|word| word.broken(20.0, &fonts)).collect();
        assert!(words.len() > 2);
        assert!(words.iter().all(|word| word.width <= 20.0));
        assert_eq!(texts(&words).concat(), "https://example.org/a-long-address");
    }
}
