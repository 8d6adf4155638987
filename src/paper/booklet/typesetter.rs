//! Setting type: words measured, broken into lines of about the same length, and set.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::text::{Span, TextStyle, Word, Writer};
use crate::layout::canvas::count;
use crate::layout::draw::{Item, Run};
use crate::layout::fonts::{Cut, Fonts};
use crate::layout::lines::break_evenly;
use crate::layout::paper::Area;

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
