//! Lines: words broken into lines of about the same length, and set.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use super::words::{Bit, Voice, Word};
use crate::sheets::draw::{Item, Run};
use crate::sheets::fonts::{Cut, Fonts};
use crate::sheets::paper::Area;

/// Sets words in the fonts.
#[derive(Debug)]
pub struct Setter<'a> {
    /// The fonts.
    pub fonts: &'a Fonts<'a>,
    missing: RefCell<BTreeSet<char>>,
}

impl<'a> Setter<'a> {
    /// One for these fonts.
    pub fn new(fonts: &'a Fonts<'a>) -> Setter<'a> {
        Setter {
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
        self.fonts.width_in(Cut::Regular, " ", size)
    }

    /// How wide words are on one line.
    pub fn width(&self, words: &[Word], size: f32) -> f32 {
        let spaces = crate::sheets::canvas::count(words.len().saturating_sub(1));
        let widths = words.iter().map(|word| word.width);
        widths.sum::<f32>() + spaces * self.space(size)
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
        let mut stretches: Vec<(f32, Bit)> = Vec::new();
        let mut at = x;
        for (index, word) in words.iter().enumerate() {
            let mut is_first = index > 0;
            for bit in &word.bits {
                let spaced = std::mem::take(&mut is_first);
                match stretches.last_mut() {
                    Some((_, last)) if last.voice == bit.voice => {
                        if spaced {
                            last.text.push(' ');
                        }
                        last.text.push_str(&bit.text);
                    }
                    _ => {
                        let start = at + if spaced { space } else { 0.0 };
                        stretches.push((start, bit.clone()));
                    }
                }
                if let Some((start, last)) = stretches.last() {
                    at = start
                        + self
                            .fonts
                            .width_in(last.voice.cut, &last.text, last.voice.size);
                }
            }
        }
        let stretches = stretches.into_iter();
        stretches
            .map(|(x, bit)| self.run(&bit, (x, baseline), cell))
            .collect()
    }

    /// Sets a text of one voice that ends at `right`.
    pub fn ending(
        &self,
        text: &str,
        voice: Voice,
        (right, baseline): (f32, f32),
        cell: Area,
    ) -> Item {
        let width = self.fonts.width_in(voice.cut, text, voice.size);
        self.text(text, voice, (right - width, baseline), cell)
    }

    /// Sets a text of one voice.
    pub fn text(&self, text: &str, voice: Voice, place: (f32, f32), cell: Area) -> Item {
        let bit = Bit {
            text: text.to_owned(),
            voice,
        };
        self.run(&bit, place, cell)
    }

    fn run(&self, bit: &Bit, (x, baseline): (f32, f32), cell: Area) -> Item {
        let voice = bit.voice;
        let mut missing = self.missing.borrow_mut();
        let set = self.fonts;
        let (pieces, read) = set.pieces_in(voice.cut, &bit.text, voice.size, &mut missing);
        Item::Text(Run {
            pieces,
            read,
            x,
            y: baseline - voice.rise,
            size: voice.size,
            bold: voice.cut != Cut::Regular,
            ink: voice.ink,
            struck: false,
            cell,
        })
    }
}

/// Breaks words into lines no wider than `width`, as even at the right as they can be.
pub fn break_lines(words: &[Word], space: f32, width: f32) -> Vec<Range<usize>> {
    /// What a last line costs that is nearly empty.
    const RUNT: f32 = 0.5;
    // The least cost of the lines before each word, and the word at which the last of them begins.
    let mut best: Vec<(f32, usize)> = vec![(0.0, 0)];
    for end in 1..=words.len() {
        let mut choice = (f32::INFINITY, end - 1);
        let mut used = -space;
        for start in (0..end).rev() {
            used += words[start].width + space;
            if used > width && start + 1 < end {
                break;
            }
            let slack = ((width - used) / width).max(0.0);
            let is_last = end == words.len();
            let cost = match (is_last, slack > 0.85 && start > 0) {
                (true, true) => RUNT,
                (true, false) => 0.0,
                (false, _) => slack * slack,
            };
            let cost = best[start].0 + cost;
            if cost < choice.0 {
                choice = (cost, start);
            }
        }
        best.push(choice);
    }
    let mut lines = Vec::new();
    let mut end = words.len();
    while end > 0 {
        let start = best[end].1;
        lines.push(start..end);
        end = start;
    }
    lines.reverse();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(widths: &[f32], width: f32) -> Vec<usize> {
        let word = |width: &f32| Word {
            bits: Vec::new(),
            width: *width,
        };
        let words: Vec<Word> = widths.iter().map(word).collect();
        let lines = break_lines(&words, 1.0, width);
        lines.iter().map(ExactSizeIterator::len).collect()
    }

    #[test]
    fn lines_are_as_even_as_they_can_be() {
        assert_eq!(broken(&[3.0, 3.0, 3.0], 20.0), [3]);
        // The first line could have four words, and the second would be short.
        assert_eq!(broken(&[2.0, 2.0, 2.0, 2.0, 9.0, 6.0], 11.0), [4, 1, 1]);
        assert_eq!(broken(&[4.0, 4.0, 1.0, 7.0, 5.0], 11.0), [2, 2, 1]);
        assert!(broken(&[], 11.0).is_empty());
    }

    #[test]
    fn a_last_line_is_not_a_short_word_if_that_can_be_helped() {
        assert_eq!(broken(&[4.0, 4.0, 4.0, 4.0, 1.0], 19.0), [3, 2]);
    }

    #[test]
    fn a_word_too_wide_stands_on_a_line_by_itself() {
        assert_eq!(broken(&[4.0, 30.0, 4.0], 11.0), [1, 1, 1]);
    }
}
