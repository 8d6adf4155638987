//! Lines: text that is fitted into an area by shrinking, wrapping and shortening it. In booklets, lines are
//! broken as evenly as possible.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::canvas::{Canvas, Style, leading};
use super::paper::{Area, times};
use super::script::keep_direction;

/// Splits a text at the places where a line may be broken. A no-break space keeps the words on both sides
/// together.
pub fn unbreakable_parts(text: &str) -> impl Iterator<Item = &str> {
    let breaks = |c: char| c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}');
    text.split(breaks).filter(|word| !word.is_empty())
}

/// Breaks words of these widths into lines no wider than `width`, with a right edge as even as possible.
pub fn break_evenly(words: &[f32], space: f32, width: f32) -> Vec<Range<usize>> {
    /// The cost of a last line that is nearly empty.
    const RUNT: f32 = 0.5;
    // For each number of words, the least cost of their lines, and the index of the first word of the last line.
    let mut best: Vec<(f32, usize)> = vec![(0.0, 0)];
    for end in 1..=words.len() {
        let mut choice = (f32::INFINITY, end - 1);
        let mut used = -space;
        for start in (0..end).rev() {
            used += words[start] + space;
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

impl Canvas<'_> {
    /// Breaks a text into lines no wider than this. A word that is wider than a line is broken.
    pub fn wrap(&self, text: &str, width: f32, style: Style) -> Vec<String> {
        let space = self.width(" ", style);
        let mut lines: Vec<String> = Vec::new();
        // Each word is measured only once. Measuring the whole line again for each word would be slow for a
        // long text.
        let mut used = 0.0;
        for word in unbreakable_parts(text) {
            let own = self.width(word, style);
            match lines.last_mut() {
                Some(line) if used + space + own <= width => {
                    line.push(' ');
                    line.push_str(word);
                    used += space + own;
                }
                _ => {
                    lines.extend(self.break_word(word, width, style));
                    used = lines.last().map_or(0.0, |line| self.width(line, style));
                }
            }
        }
        if lines.is_empty() {
            lines.push(String::new());
        }
        keep_direction(text, lines)
    }

    /// Breaks a word into parts no wider than this.
    fn break_word(&self, word: &str, width: f32, style: Style) -> Vec<String> {
        if self.width(word, style) <= width {
            return vec![word.to_owned()];
        }
        let mut parts = vec![String::new()];
        for letter in word.graphemes(true) {
            let Some(part) = parts.last_mut() else { break };
            let before = part.len();
            part.push_str(letter);
            if before > 0 && self.width(part, style) > width {
                part.truncate(before);
                parts.push(letter.to_owned());
            }
        }
        parts
    }

    /// Returns the style and the lines with which a text fits into a cell.
    pub fn fit(&self, cell: Area, text: &str, style: Style) -> (Style, Vec<String>) {
        let width = self.width(text, style);
        if width <= cell.w {
            return (style, vec![text.to_owned()]);
        }
        let shrunk = style.size * cell.w / width * 0.999;
        if shrunk >= style.least {
            return (style.sized(shrunk), vec![text.to_owned()]);
        }
        let style = style.sized(style.least);
        let room = times(cell.h, leading(style.size)).clamp(1, style.lines.max(1));
        let mut lines = self.wrap(text, cell.w, style);
        if lines.len() > room {
            let rest = lines.split_off(room - 1).join(" ");
            lines.push(self.shorten(&rest, cell.w, style));
        }
        (style, lines)
    }

    fn shorten(&self, text: &str, width: f32, style: Style) -> String {
        let mut short = text.to_owned();
        if self.width(&short, style) <= width {
            return short;
        }
        while let Some((last, _)) = short.grapheme_indices(true).next_back() {
            short.truncate(last);
            let dotted = format!("{}…", short.trim_end());
            if self.width(&dotted, style) <= width {
                return dotted;
            }
        }
        String::from("…")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::fonts::Fonts;
    use crate::layout::template::{Template, TypeScale};
    use crate::layout::words::Words;
    use overtrick_match::lang::Language;

    fn broken(widths: &[f32], width: f32) -> Vec<usize> {
        let lines = break_evenly(widths, 1.0, width);
        lines.iter().map(ExactSizeIterator::len).collect()
    }

    #[test]
    fn lines_are_broken_evenly() {
        assert_eq!(broken(&[3.0, 3.0, 3.0], 20.0), [3]);
        // With the widths 4, 4, 1, 7 and 5, three words fit on the first line, but then the second one would be short.
        assert_eq!(broken(&[2.0, 2.0, 2.0, 2.0, 9.0, 6.0], 11.0), [4, 1, 1]);
        assert_eq!(broken(&[4.0, 4.0, 1.0, 7.0, 5.0], 11.0), [2, 2, 1]);
        assert!(broken(&[], 11.0).is_empty());
    }

    #[test]
    fn a_no_break_space_keeps_a_mark_with_its_word() {
        let words: Vec<&str> = unbreakable_parts("a  ◇\u{a0}ten\u{202f}no\tb ").collect();
        assert_eq!(words, ["a", "◇\u{a0}ten\u{202f}no", "b"]);
        let fonts = Fonts::new(&[]).unwrap();
        let template = Template::from_game(&overtrick_games::all()[0]).unwrap();
        let words = Words {
            language: Language::english(),
            template: &template,
        };
        let canvas = Canvas::new(&fonts, words, TypeScale::Normal);
        let style = Style::plain(7.0);
        let width = canvas.width("rates one · ◇", style);
        let lines = canvas.wrap("rates one · ◇\u{a0}ten no", width, style);
        assert_eq!(lines, ["rates one ·", "◇\u{a0}ten no"]);
    }

    #[test]
    fn a_short_word_alone_on_the_last_line_is_avoided() {
        assert_eq!(broken(&[4.0, 4.0, 4.0, 4.0, 1.0], 19.0), [3, 2]);
    }

    #[test]
    fn a_word_that_is_too_wide_gets_its_own_line() {
        assert_eq!(broken(&[4.0, 30.0, 4.0], 11.0), [1, 1, 1]);
    }
}
