//! What stands in a booklet: the text, the house rules as they hold, and a note on the booklet itself.

use super::blocks::Blocks;
use super::format::{Format, leading};
use super::grid::Grid;
use super::holding::{Holding, Holdings};
use super::lines::{Setter, break_lines};
use super::order::BookletOrder;
use super::pages::Section;
use super::section::section;
use super::strip::{BASELINE, Strip};
use super::words::{Voice, Word, Writer, within};
use crate::sheets::canvas::count;
use crate::sheets::code::qr;
use crate::sheets::draw::{Ink, Item};
use crate::sheets::fonts::Cut;
use crate::sheets::paper::Area;
use overtrick_core::args;
use overtrick_core::text::RulesText;

/// The side of the code for phones.
const QR: f32 = 24.0;

/// What stands in a booklet.
#[derive(Debug, Clone, Copy)]
pub struct Content<'a> {
    /// Whose rules are printed, and how.
    pub order: &'a BookletOrder<'a>,
    /// The text.
    pub text: &'a RulesText,
    /// The house rules.
    pub holdings: &'a Holdings,
}

impl Content<'_> {
    fn say(&self, key: &str) -> String {
        self.order.language.text("booklet", key)
    }

    /// The sections in order: the text, the house rules as they hold, and the note on the booklet.
    pub fn sections(&self, format: &Format, setter: &Setter<'_>) -> Vec<Section> {
        let blocks = Blocks {
            setter,
            format,
            holdings: self.holdings,
        };
        let mut sections = vec![Section {
            before: format.leading() * 0.3,
            strips: blocks.strips(self.text.introduction()),
            ..Section::default()
        }];
        for (heading, content) in self.text.sections() {
            let strips = blocks.strips(content);
            sections.push(section(&blocks, &heading.text, strips));
        }
        let house_rules = self.order.language.text("rules", "house-rules");
        let strips = self.house_rules(&blocks);
        sections.push(section(&blocks, &house_rules, strips));
        let about = Section {
            listed: false,
            ..section(&blocks, &self.say("about"), self.colophon(&blocks))
        };
        sections.push(about);
        sections
    }

    /// What holds at the table, each house rule with the figure by which the text refers to it.
    fn house_rules(&self, blocks: &Blocks<'_>) -> Vec<Strip> {
        let (language, size) = (self.order.language, blocks.format.size);
        let mut about = language.text("rules", "house-rules-about");
        about = format!("{about} {}", self.say("house-rules-figures"));
        if self.holdings.is_changed() {
            about = format!("{about} {}", self.say("house-rules-marked"));
        }
        let words = plain(&about, Voice::plain(size), blocks.setter);
        let mut strips = blocks.paragraph(words, size);
        if let Some(last) = strips.last_mut() {
            last.keep = true;
        }
        let head = ["", "house-rule", "holds"];
        strips.extend(blocks.grid(&Grid {
            head: &|voice: Voice| {
                let head = head.iter().map(|key| match *key {
                    "" => Vec::new(),
                    key => plain(&self.say(key), voice, blocks.setter),
                });
                head.collect()
            },
            rows: &|voice: Voice| {
                let all = self.holdings.all.iter();
                all.map(|holding| self.holding(holding, voice, blocks.setter))
                    .collect()
            },
            right: &[true, false, false],
        }));
        strips
    }

    /// A row of the house rules.
    fn holding(&self, holding: &Holding, voice: Voice, setter: &Setter<'_>) -> Vec<Vec<Word>> {
        let hue = self.holdings.hue;
        let strong = voice.cut(Cut::Bold);
        let mut number = Writer::default();
        if holding.usual.is_some() {
            number.say("●\u{a0}", strong.ink(hue));
        }
        number.stick(&holding.number.to_string(), strong.ink(hue));
        let mut about = Writer::default();
        about.say(&capitalized(&holding.about), voice);
        if holding.ours {
            about.stick("\u{a0}◇", voice.mark());
        }
        let mut value = Writer::default();
        value.say(&holding.value, strong);
        if let Some(usual) = &holding.usual {
            let args = args![value: usual.clone()];
            let usual = self.order.language.format("booklet", "usual", &args);
            value.say(&format!(" {usual}"), voice.ink(Ink::Muted));
        }
        [number, about, value]
            .map(|writer| writer.words(setter.fonts))
            .into()
    }

    /// The note on the booklet itself: the sources, the edition, where more is found.
    fn colophon(&self, blocks: &Blocks<'_>) -> Vec<Strip> {
        let (facts, language) = (self.order.game.facts, self.order.language);
        let size = blocks.format.size * 0.88;
        let args = args![author: language.author(facts), source: language.rulebook(facts)];
        let origin = language.format("booklet", "origin", &args);
        let prints = self.holdings.fingerprints.iter();
        let prints: Vec<String> = prints
            .map(|(print, counts)| {
                let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
                let args = args![fingerprint: print.clone(), players: counts];
                language.format("booklet", "fingerprint", &args)
            })
            .collect();
        let args = args![edition: facts.edition, fingerprints: prints.join("; ")];
        let prints = language.format("booklet", "fingerprints", &args);
        let texts = [
            format!("{origin} {}", language.text("ui", "ours")),
            format!("{prints} {}", self.say("made-by")),
        ];
        let mut strips = Vec::new();
        for text in texts {
            let words = plain(&text, Voice::plain(size).ink(Ink::Muted), blocks.setter);
            strips.extend(blocks.paragraph(words, size));
        }
        if let Some(link) = &self.order.link {
            strips.push(code(link, blocks));
        }
        strips
    }
}

/// A text with its first letter as a capital.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// A text as words.
fn plain(text: &str, voice: Voice, setter: &Setter<'_>) -> Vec<Word> {
    let mut writer = Writer::default();
    writer.say(text, voice);
    writer.words(setter.fonts)
}

/// The code for phones, with the address beside it.
fn code(link: &str, blocks: &Blocks<'_>) -> Strip {
    let format = blocks.format;
    let size = format.size * 0.88;
    let pitch = leading(size);
    let mut items = qr(link, Area::new(0.0, 0.0, QR, QR));
    items.push(Item::Link(Area::new(0.0, 0.0, QR, QR), link.to_owned()));
    let x = QR + 5.0;
    let width = format.column.w - x;
    let words = plain(link, Voice::plain(size), blocks.setter);
    let words = within(words, width, blocks.setter.fonts);
    let lines = break_lines(&words, blocks.setter.space(size), width);
    let height = QR.max(pitch * count(lines.len()));
    for (line, range) in lines.into_iter().enumerate() {
        let top = pitch * count(line);
        let cell = Area::new(x, top, width, pitch);
        let place = (x, top + pitch * BASELINE);
        items.extend(blocks.setter.line(&words[range], place, size, cell));
    }
    Strip {
        before: format.leading() * 0.7,
        height,
        items,
        ..Strip::default()
    }
}
