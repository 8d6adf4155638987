//! What stands in a booklet: the text, the house rules as they hold, and a note on the booklet itself.

use super::blocks::Blocks;
use super::house_rules::{HouseRuleInForce, HouseRulesInForce};
use super::layout::Format;
use crate::PrintError;
use crate::figures::Figures;
use crate::layout::canvas::Style;
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::emblem::Emblem;
use crate::layout::flow::Strip;
use crate::layout::fonts::Cut;
use crate::layout::paper::Area;
use crate::layout::picture::qr;
use crate::layout::typesetter::{Typesetter, Word, WordTable, Writer};
use crate::requests::BookletRequest;
use overtrick_core::args;
use overtrick_core::text::{Block, Inline, RulesText};
use overtrick_match::describe::rules_text;

/// The side of the code for phones.
const QR: f32 = 24.0;

/// A booklet: whose rules are printed, and how.
#[derive(Debug)]
pub struct Booklet<'a> {
    /// What was asked for.
    pub request: &'a BookletRequest<'a>,
    /// The emblem of the game.
    pub emblem: Emblem,
    /// The text.
    pub text: RulesText,
    /// The house rules.
    pub house_rules: HouseRulesInForce,
    /// The pictures.
    pub figures: Figures<'a>,
}

impl<'a> Booklet<'a> {
    /// The booklet of a request with these pictures.
    ///
    /// # Errors
    /// The faults of the house rules, and of the text of the rules.
    pub fn new(
        request: &'a BookletRequest<'a>,
        figures: Figures<'a>,
    ) -> Result<Booklet<'a>, PrintError> {
        let text = rules_text(request.game, request.language).map_err(PrintError::Rules)?;
        let emblem = Emblem::from_game(request.game);
        Ok(Booklet {
            house_rules: HouseRulesInForce::new(request, &text, emblem.hue)?,
            figures,
            request,
            emblem,
            text,
        })
    }

    /// A text of booklets.
    pub fn booklet_text(&self, key: &str) -> String {
        self.request.language.text("booklet", key)
    }

    /// What makes strips of the text in a format.
    pub fn blocks<'b>(&'b self, format: &'b Format, setter: &'b Typesetter<'b>) -> Blocks<'b> {
        Blocks {
            setter,
            format,
            house_rules: &self.house_rules,
            figures: &self.figures,
            marks: false,
        }
    }

    /// The sections in order: the text, the house rules as they hold, and the note on the booklet, if it
    /// stands here.
    pub fn sections(
        &self,
        format: &Format,
        setter: &Typesetter<'_>,
        has_colophon: bool,
    ) -> Vec<Strip> {
        let blocks = self.blocks(format, setter);
        let mut strips = self.introduction(&blocks);
        for (heading, content) in self.main_sections() {
            let marks = (true, is_ours(content));
            strips.extend(blocks.section(&heading.text, marks, blocks.strips(content)));
        }
        let house_rules = self.request.language.text("rules", "house-rules");
        let table = self.house_rule_table(&blocks);
        strips.extend(blocks.section(&house_rules, (true, false), table));
        if has_colophon {
            let (about, colophon) = (self.booklet_text("about"), self.colophon(&blocks));
            strips.extend(blocks.section(&about, (false, false), colophon));
        }
        strips
    }

    /// What comes before the first head, with the meaning of the mark that heads may have.
    fn introduction(&self, blocks: &Blocks<'_>) -> Vec<Strip> {
        let marked = Blocks {
            marks: true,
            ..*blocks
        };
        let mut strips = marked.strips(self.text.introduction());
        let (size, mark) = (blocks.format.size * 0.88, self.booklet_text("mark"));
        let words = blocks.setter.words(&mark, Style::muted(size));
        strips.extend(blocks.paragraph(words, size));
        strips
    }

    /// What holds at the table, each house rule with the figure by which the text refers to it.
    fn house_rule_table(&self, blocks: &Blocks<'_>) -> Vec<Strip> {
        let (language, size) = (self.request.language, blocks.format.size);
        let mut about = language.text("rules", "house-rules-about");
        about = format!("{about} {}", self.booklet_text("house-rules-figures"));
        if self.house_rules.is_changed() {
            about = format!("{about} {}", self.booklet_text("house-rules-marked"));
        }
        let words = blocks.setter.words(&about, Style::plain(size));
        let mut strips = blocks.paragraph(words, size);
        if let Some(last) = strips.last_mut() {
            last.keep = true;
        }
        let style = blocks.table_style();
        let head = ["house-rule", "holds"].map(|key| {
            let text = self.booklet_text(key);
            blocks.setter.words(&text, style.table_head())
        });
        let head = [Vec::new()].into_iter().chain(head).collect();
        let row = |rule| self.house_rule(rule, style, blocks.setter);
        let rows = self.house_rules.all.iter().map(row);
        strips.extend(blocks.grid(WordTable {
            head,
            rows: rows.collect(),
            right: vec![true],
            size: style.size,
        }));
        strips
    }

    /// A row of the house rules.
    fn house_rule(
        &self,
        rule: &HouseRuleInForce,
        style: Style,
        setter: &Typesetter<'_>,
    ) -> Vec<Vec<Word>> {
        let hue = self.house_rules.hue;
        let strong = style.cut(Cut::Bold);
        let mut number = Writer::default();
        if rule.usual.is_some() {
            number.write("●\u{a0}", strong.ink(hue));
        }
        number.attach(&rule.number.to_string(), strong.ink(hue));
        let mut about = Writer::default();
        about.write(&capitalized(&rule.about), style);
        if rule.ours {
            about.attach("\u{a0}◇", style.mark());
        }
        let mut value = Writer::default();
        value.write(&rule.value, strong);
        if let Some(usual) = &rule.usual {
            let args = args![value: usual.clone()];
            let usual = self.request.language.format("booklet", "usual", &args);
            value.write(&format!(" {usual}"), style.ink(Ink::Muted));
        }
        let words = |writer: Writer| writer.words(setter.fonts);
        [number, about, value].map(words).into()
    }

    /// The note on the booklet itself: its sources, and where more is found.
    pub fn colophon(&self, blocks: &Blocks<'_>) -> Vec<Strip> {
        let (facts, language) = (self.request.game.facts, self.request.language);
        let size = blocks.format.size * 0.88;
        let args = args![author: language.author(facts), source: language.rulebook(facts)];
        let origin = language.format("booklet", "origin", &args);
        let mut strips = Vec::new();
        for text in [origin, self.booklet_text("made-by")] {
            let words = blocks.setter.words(&text, Style::muted(size));
            strips.extend(blocks.paragraph(words, size));
        }
        if let Some(link) = &self.request.link {
            strips.push(code(link, blocks));
        }
        strips
    }
}

/// Whether something in a text is a reading of ours.
fn is_ours(blocks: &[Block]) -> bool {
    let pieces = blocks.iter().flat_map(Block::texts).flatten();
    pieces.into_iter().any(|piece| match piece {
        Inline::Clause { ours, .. } => *ours,
        Inline::Text { text } | Inline::Strong { text } => text.contains('◇'),
        Inline::HouseRule { .. } => false,
    })
}

/// A text with its first letter as a capital.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// The code for phones, with the address beside it.
fn code(link: &str, blocks: &Blocks<'_>) -> Strip {
    let format = blocks.format;
    let size = format.size * 0.88;
    let place = Area::new(0.0, 0.0, QR, QR);
    let mut items = qr(link, place);
    items.push(Item::Link(place, link.to_owned()));
    let x = QR + 5.0;
    let place = (0.0, format.column.w - x);
    let words = blocks.setter.words(link, Style::plain(size));
    let lines = blocks.setter.paragraph(words, size, place, Role::Paragraph);
    let lines = Strip::joined(lines);
    let height = QR.max(lines.height);
    items.extend(lines.items.into_iter().map(|item| item.moved(x, 0.0)));
    Strip {
        before: format.leading() * 0.7,
        ..Strip::new(height, items)
    }
}
