//! The content of a booklet as strips: the text, the house rules in force, and the colophon.

use super::blocks::Blocks;
use super::house_rules::HouseRuleInForce;
use crate::layout::canvas::{Style, qr};
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::flow::{Stack, Strip};
use crate::layout::paper::Area;
use crate::layout::typesetter::{Word, WordTable, Writer};
use overtrick_core::args;
use overtrick_core::text::{Block, Inline};

/// The side of the QR code.
const QR: f32 = 24.0;

impl Blocks<'_> {
    /// Returns the strips of all sections: the text, the house rules in force, and the colophon if
    /// `has_colophon` is set.
    pub fn sections(&self, has_colophon: bool) -> Vec<Strip> {
        let booklet = self.booklet;
        let mut strips = self.introduction();
        for (heading, content) in booklet.main_sections() {
            let marks = (true, is_ours(content));
            strips.extend(self.section(&heading.text, marks, self.strips(content)));
        }
        let house_rules = booklet.request.language.text("rules", "house-rules");
        let table = self.house_rule_table();
        strips.extend(self.section(&house_rules, (true, false), table));
        if has_colophon {
            let about = booklet.booklet_text("about");
            strips.extend(self.section(&about, (false, false), self.colophon()));
        }
        strips
    }

    /// Returns the text before the first heading, with an explanation of the mark ◇.
    fn introduction(&self) -> Vec<Strip> {
        let marked = Blocks {
            marks: true,
            ..*self
        };
        let mut strips = marked.strips(self.booklet.text.introduction());
        let style = Style::muted(self.format.size * 0.88);
        strips.extend(self.note(&self.booklet.booklet_text("mark"), style));
        strips
    }

    /// Returns the table of the house rules in force. Each rule has the number by which the text refers to it.
    fn house_rule_table(&self) -> Vec<Strip> {
        let booklet = self.booklet;
        let language = booklet.request.language;
        let mut about = language.text("rules", "house-rules-about");
        about = format!("{about} {}", booklet.booklet_text("house-rules-figures"));
        if booklet.house_rules.is_changed() {
            about = format!("{about} {}", booklet.booklet_text("house-rules-marked"));
        }
        let mut strips = self.note(&about, Style::plain(self.format.size));
        if let Some(last) = strips.last_mut() {
            last.keep = true;
        }
        let style = self.table_style();
        let head = ["house-rule", "holds"].map(|key| {
            let text = booklet.booklet_text(key);
            self.setter.words(&text, style.table_head())
        });
        let rules = booklet.house_rules.all.iter();
        strips.extend(self.grid(WordTable {
            head: [Vec::new()].into_iter().chain(head).collect(),
            rows: rules.map(|rule| self.house_rule(rule, style)).collect(),
            right: vec![true],
            size: style.size,
        }));
        strips
    }

    /// Returns the table row of a house rule.
    fn house_rule(&self, rule: &HouseRuleInForce, style: Style) -> Vec<Vec<Word>> {
        let hue = self.booklet.emblem.hue;
        let strong = style.bold();
        let mut number = Writer::default();
        if rule.usual.is_some() {
            number.write("●\u{a0}", strong.ink(hue));
        }
        number.attach(&rule.number.to_string(), strong.ink(hue));
        let mut about = Writer::default();
        about.write(&capitalized(&rule.text.about), style);
        if rule.text.ours {
            about.attach("\u{a0}◇", style.mark());
        }
        let mut value = Writer::default();
        value.write(&rule.value, strong);
        if let Some(usual) = &rule.usual {
            let (language, args) = (self.booklet.request.language, args![value: usual.clone()]);
            let usual = language.format("booklet", "usual", &args);
            value.write(&format!(" {usual}"), style.ink(Ink::Muted));
        }
        let words = |writer: Writer| writer.words(self.setter.fonts);
        [number, about, value].map(words).into()
    }

    /// Returns the colophon: the sources of the booklet, and where to find more.
    pub fn colophon(&self) -> Vec<Strip> {
        let request = self.booklet.request;
        let (facts, language) = (request.game.facts, request.language);
        let args = args![author: language.author(facts), source: language.rulebook(facts)];
        let origin = language.format("booklet", "origin", &args);
        let style = Style::muted(self.format.size * 0.88);
        let mut strips = self.note(&origin, style);
        strips.extend(self.note(&self.booklet.booklet_text("made-by"), style));
        strips.extend(request.link.as_ref().map(|link| self.code(link)));
        strips
    }

    /// Draws the QR code with the address beside it.
    fn code(&self, link: &str) -> Strip {
        let size = self.format.size * 0.88;
        let place = Area::new(0.0, 0.0, QR, QR);
        let mut items = qr(link, place);
        items.push(Item::Link(place, link.to_owned()));
        let x = QR + 5.0;
        let place = (0.0, self.format.column.w - x);
        let words = self.setter.words(link, Style::plain(size));
        let lines = self.setter.paragraph(words, size, place, Role::Paragraph);
        let lines = Stack::new(x, 0.0).with(lines);
        let height = QR.max(lines.y);
        items.extend(lines.items);
        Strip {
            before: self.format.leading() * 0.7,
            ..Strip::new(height, items)
        }
    }
}

/// Whether a text contains our interpretation of a rule.
fn is_ours(blocks: &[Block]) -> bool {
    let pieces = blocks.iter().flat_map(Block::texts).flatten();
    pieces.into_iter().any(|piece| match piece {
        Inline::Clause { ours, .. } => *ours,
        Inline::Text { text } | Inline::Strong { text } => text.contains('◇'),
        Inline::HouseRule { .. } => false,
    })
}

/// Returns a text with its first letter in upper case.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
