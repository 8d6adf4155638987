//! Text that is fitted into the place it has: shrunk, broken into lines, shortened.

use unicode_segmentation::UnicodeSegmentation;

use super::bidi::carry_over;
use super::canvas::{Canvas, Style, leading, times};
use super::paper::Area;

impl Canvas<'_> {
    /// The size and lines in which a text goes into a cell.
    pub fn fit(&self, cell: Area, text: &str, style: Style) -> (Style, Vec<String>) {
        let width = self.width(text, style);
        if width <= cell.w {
            return (style, vec![text.to_owned()]);
        }
        let shrunk = style.size * cell.w / width * 0.999;
        if shrunk >= style.least {
            let style = Style {
                size: shrunk,
                ..style
            };
            return (style, vec![text.to_owned()]);
        }
        let style = Style {
            size: style.least,
            ..style
        };
        let room = times(cell.h, leading(style.size)).clamp(1, style.lines.max(1));
        let mut lines = self.wrap(text, cell.w, style);
        if lines.len() > room {
            let rest = lines.split_off(room - 1).join(" ");
            lines.push(self.shorten(&rest, cell.w, style));
        }
        (style, lines)
    }

    /// A text in lines no wider than this; a word too wide for a line is broken.
    pub fn wrap(&self, text: &str, width: f32, style: Style) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        // Each word is measured once: a long text would be measured anew with each of its words.
        let (space, mut used) = (self.width(" ", style), 0.0);
        for word in text.split_whitespace() {
            let own = self.width(word, style);
            let longer = if line.is_empty() {
                own
            } else {
                used + space + own
            };
            if longer <= width {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
                used = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.graphemes(true) {
                let before = line.len();
                line.push_str(letter);
                if self.width(&line, style) > width && before > 0 {
                    line.truncate(before);
                    lines.push(std::mem::replace(&mut line, letter.to_owned()));
                }
            }
            used = self.width(&line, style);
        }
        if !line.is_empty() || lines.is_empty() {
            lines.push(line);
        }
        carry_over(text, lines)
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
