//! The content of a booklet: the text, the house rules in force, and a note on the booklet itself.

use super::blocks::Blocks;
use super::format::Format;
use super::house_rules::{HouseRuleInForce, HouseRulesInForce};
use crate::PrintError;
use crate::figures::Figures;
use crate::layout::canvas::Style;
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::emblem::Emblem;
use crate::layout::flow::{Stack, Strip};
use crate::layout::paper::Area;
use crate::layout::picture::qr;
use crate::layout::typesetter::{Typesetter, Word, WordTable, Writer};
use crate::requests::BookletRequest;
use overtrick_core::args;
use overtrick_core::text::{Block, Heading, Inline, RulesText};
use overtrick_match::describe::rules_text;

/// The anchor of the section with the player's aid.
const AID: &str = "aid";
/// The side of the QR code.
const QR: f32 = 24.0;

/// A booklet with the rules of a game.
#[derive(Debug)]
pub struct Booklet<'a> {
    /// The request.
    pub request: &'a BookletRequest<'a>,
    /// The emblem of the game.
    pub emblem: Emblem,
    /// The text.
    pub text: RulesText,
    /// The house rules.
    pub house_rules: HouseRulesInForce,
    /// The pictures, if the booklet shows any.
    pub figures: Option<Figures<'a>>,
}

impl<'a> Booklet<'a> {
    /// Creates the booklet of a request with these pictures. The player's aid has no pictures.
    ///
    /// # Errors
    /// The faults of the house rules, and of the text of the rules.
    pub fn new(
        request: &'a BookletRequest<'a>,
        figures: Option<Figures<'a>>,
    ) -> Result<Booklet<'a>, PrintError> {
        let text = rules_text(request.game, request.language).map_err(PrintError::Rules)?;
        Ok(Booklet {
            house_rules: HouseRulesInForce::new(request, &text)?,
            emblem: Emblem::from_game(request.game),
            figures,
            request,
            text,
        })
    }

    /// Returns a text from the section `booklet`.
    pub fn booklet_text(&self, key: &str) -> String {
        self.request.language.text("booklet", key)
    }

    /// Returns the name of the game.
    pub fn name(&self) -> String {
        self.request.language.word(self.request.game.facts.id)
    }

    /// Returns the edition, and whether the table has house rules.
    pub fn edition(&self) -> String {
        let edition = args![edition: self.request.game.facts.edition];
        let edition = self.request.language.format("booklet", "edition", &edition);
        if self.house_rules.is_changed() {
            format!("{edition} · {}", self.booklet_text("of-this-table"))
        } else {
            edition
        }
    }

    /// Returns the sections of the text, without the player's aid.
    fn main_sections(&self) -> Vec<(&Heading, &[Block])> {
        let mut sections = self.text.sections();
        sections.retain(|(heading, _)| heading.id != AID);
        sections
    }

    /// Returns the player's aid.
    pub fn aid(&self) -> Option<(&Heading, &[Block])> {
        let mut sections = self.text.sections().into_iter();
        sections.find(|(heading, _)| heading.id == AID)
    }

    /// Returns a builder of the strips in a format.
    pub fn blocks<'b>(&'b self, format: &'b Format, setter: &'b Typesetter<'b>) -> Blocks<'b> {
        Blocks {
            setter,
            format,
            booklet: self,
            marks: false,
        }
    }
}

impl Blocks<'_> {
    /// Returns the sections in order: the text, the house rules in force, and the note on the booklet if `has_colophon`
    /// is set.
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

    /// Returns the text before the first head, with an explanation of the mark in heads.
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

    /// Returns the table of the house rules in force. Each has the number by which the text refers to it.
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

    /// Returns the note on the booklet itself: its sources, and where to find more.
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

/// Whether a text has our interpretation of a rule.
fn is_ours(blocks: &[Block]) -> bool {
    let pieces = blocks.iter().flat_map(Block::texts).flatten();
    pieces.into_iter().any(|piece| match piece {
        Inline::Clause { ours, .. } => *ours,
        Inline::Text { text } | Inline::Strong { text } => text.contains('◇'),
        Inline::HouseRule { .. } => false,
    })
}

/// Returns a text with its first letter as a capital.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
