//! Words: the least that a line is made of, each of bits that may look differently.

use super::holding::Holdings;
use crate::sheets::draw::{Ink, MM_PER_POINT};
use crate::sheets::fonts::{Cut, Fonts};
use overtrick_core::text::Inline;

/// How letters look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Voice {
    /// Their cut.
    pub cut: Cut,
    /// Their size in points.
    pub size: f32,
    /// Their color.
    pub ink: Ink,
    /// How far above the line they stand, in millimeters.
    pub rise: f32,
}

impl Voice {
    /// Plain text.
    pub const fn plain(size: f32) -> Voice {
        Voice {
            cut: Cut::Regular,
            size,
            ink: Ink::Ink,
            rise: 0.0,
        }
    }

    /// The same in another cut.
    #[must_use]
    pub const fn cut(self, cut: Cut) -> Voice {
        Voice { cut, ..self }
    }

    /// The same in another color.
    #[must_use]
    pub const fn ink(self, ink: Ink) -> Voice {
        Voice { ink, ..self }
    }

    /// A small figure above the line, which leads to a note.
    #[must_use]
    pub fn raised(self, hue: Ink) -> Voice {
        Voice {
            cut: Cut::Bold,
            size: (self.size * 0.66).max(5.0),
            ink: hue,
            rise: self.size * 0.34 * MM_PER_POINT,
        }
    }

    /// The small mark of a reading of ours.
    #[must_use]
    pub fn mark(self) -> Voice {
        let size = self.size * 0.8;
        Voice { size, ..self }.cut(Cut::Regular).ink(Ink::Muted)
    }
}

/// A part of a word that looks the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Bit {
    /// Its letters.
    pub text: String,
    /// How they look.
    pub voice: Voice,
}

/// What stands on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Its bits, from left to right.
    pub bits: Vec<Bit>,
    /// Its width in millimeters.
    pub width: f32,
}

/// A space that no line ends at.
const TIED: char = '\u{a0}';

/// Writes text word by word.
#[derive(Debug, Default)]
pub struct Writer {
    words: Vec<Vec<Bit>>,
    /// Whether the next letters go on with the last word.
    open: bool,
}

impl Writer {
    /// Writes text; a word goes on with the one before where no space is between them.
    pub fn say(&mut self, text: &str, voice: Voice) {
        for (index, part) in text.split([' ', '\n', '\t']).enumerate() {
            self.open &= index == 0;
            if part.is_empty() {
                continue;
            }
            self.append(part, voice);
            self.open = true;
        }
    }

    /// Writes letters that stand at the last word, whatever is between.
    pub fn stick(&mut self, text: &str, voice: Voice) {
        self.open = true;
        self.append(text, voice);
    }

    fn append(&mut self, text: &str, voice: Voice) {
        let bit = Bit {
            text: text.to_owned(),
            voice,
        };
        match self.words.last_mut() {
            Some(word) if self.open => word.push(bit),
            _ => self.words.push(vec![bit]),
        }
    }

    /// Whether the last word ends with this.
    fn ends_with(&self, mark: char) -> bool {
        let last = self.words.last().and_then(|word| word.last());
        last.is_some_and(|bit| bit.text.ends_with(mark))
    }

    /// Writes a text of the rules, with a mark for what it refers to.
    pub fn refer(&mut self, text: &[Inline], voice: Voice, holdings: &Holdings) {
        for piece in text {
            match piece {
                Inline::Text { text } => self.say_marked(text, voice),
                Inline::Strong { text } => self.say(text, voice.cut(Cut::Bold)),
                Inline::Clause { ours: true, .. } if !self.ends_with('◇') => {
                    self.stick("\u{a0}◇", voice.mark());
                }
                Inline::Clause { .. } => {}
                Inline::HouseRule { name, .. } => self.house_rule(name, voice, holdings),
            }
        }
    }

    /// Writes text in which ◇ may stand.
    fn say_marked(&mut self, text: &str, voice: Voice) {
        for (index, part) in text.split('◇').enumerate() {
            if index > 0 {
                self.stick("\u{a0}◇", voice.mark());
            }
            self.say(part, voice);
        }
    }

    fn house_rule(&mut self, name: &str, voice: Voice, holdings: &Holdings) {
        let Some(holding) = holdings.find(name) else {
            return;
        };
        let hue = holdings.hue;
        self.stick(&holding.number.to_string(), voice.raised(hue));
        if let Some(here) = &holding.here {
            self.open = false;
            self.say(here, voice.cut(Cut::Bold).ink(hue));
        }
    }

    /// The words, with their widths. What is only a letter is tied to the word after it.
    pub fn words(self, fonts: &Fonts<'_>) -> Vec<Word> {
        let mut words: Vec<Vec<Bit>> = Vec::with_capacity(self.words.len());
        for word in self.words {
            match words.last_mut() {
                Some(last) if is_tied(last, &word) => {
                    if let Some(bit) = last.last_mut() {
                        bit.text.push(TIED);
                    }
                    last.extend(word);
                }
                _ => words.push(word),
            }
        }
        let words = words.into_iter();
        words.map(|bits| Word::of(bits, fonts)).collect()
    }
}

/// Whether no line may end between two words: a preposition or article of one letter goes with what
/// follows it.
fn is_tied(word: &[Bit], next: &[Bit]) -> bool {
    let Some((bit, before)) = word.split_last() else {
        return false;
    };
    if before.last().is_some_and(|bit| !bit.text.ends_with(TIED)) {
        return false;
    }
    let text = bit.text.rsplit(TIED).next().unwrap_or_default();
    let mut letters = text.trim_start_matches(['(', '“', '„']).chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return false;
    };
    let follows = next.first().and_then(|bit| bit.text.chars().next());
    letter.is_lowercase() || letter.is_uppercase() && follows.is_some_and(char::is_lowercase)
}

impl Word {
    /// These bits, measured.
    pub fn of(bits: Vec<Bit>, fonts: &Fonts<'_>) -> Word {
        let widths = bits.iter().map(|bit| bit.width(fonts));
        Word {
            width: widths.sum(),
            bits,
        }
    }

    /// The word in parts no wider than this.
    fn broken(self, width: f32, fonts: &Fonts<'_>) -> Vec<Word> {
        if self.width <= width {
            return vec![self];
        }
        let mut parts: Vec<Vec<Bit>> = vec![Vec::new()];
        let mut used = 0.0;
        for bit in self.bits {
            for letter in bit.text.chars() {
                let letter = Bit {
                    text: letter.to_string(),
                    voice: bit.voice,
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
        parts.map(|bits| Word::of(bits, fonts)).collect()
    }
}

impl Bit {
    fn width(&self, fonts: &Fonts<'_>) -> f32 {
        fonts.width_in(self.voice.cut, &self.text, self.voice.size)
    }
}

/// Words of which none is wider than this: an address may be.
pub fn within(words: Vec<Word>, width: f32, fonts: &Fonts<'_>) -> Vec<Word> {
    let words = words.into_iter();
    words.flat_map(|word| word.broken(width, fonts)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &[Word]) -> Vec<String> {
        let word = |word: &Word| word.bits.iter().map(|bit| bit.text.as_str()).collect();
        words.iter().map(word).collect()
    }

    fn words(text: &str) -> Vec<String> {
        let fonts = Fonts::new(&[]).unwrap();
        let mut writer = Writer::default();
        writer.say(text, Voice::plain(9.0));
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
        let voice = Voice::plain(9.0);
        let mut writer = Writer::default();
        writer.say("one ", voice);
        writer.stick("1", voice.raised(Ink::Felt));
        writer.say(". Two", voice);
        assert_eq!(texts(&writer.words(&fonts)), ["one1.", "Two"]);
    }

    #[test]
    fn a_word_too_wide_for_its_line_is_broken() {
        let fonts = Fonts::new(&[]).unwrap();
        let mut writer = Writer::default();
        writer.say("https://example.org/a-long-address", Voice::plain(9.0));
        let words = within(writer.words(&fonts), 20.0, &fonts);
        assert!(words.len() > 2);
        assert!(words.iter().all(|word| word.width <= 20.0));
        assert_eq!(texts(&words).concat(), "https://example.org/a-long-address");
    }
}
