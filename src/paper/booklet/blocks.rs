//! The blocks of a booklet (paragraphs, lists, tables, sections) as strips that are never split between pages.

use super::format::Format;
use super::house_rules::HouseRulesInForce;
use crate::PrintError;
use crate::figures::Figures;
use crate::layout::canvas::{HAIR, Style};
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::emblem::Emblem;
use crate::layout::flow::{Strip, StripMark, keep, spaced};
use crate::layout::paper::{Area, Span};
use crate::layout::typesetter::{BASELINE, Typesetter, Word, WordTable, Writer, leading};
use crate::requests::BookletRequest;
use overtrick_core::args;
use overtrick_core::text::{Block, Heading, Inline, RulesText, Table as TextTable};
use overtrick_match::describe::rules_text;

/// The id of the section that contains the player's aid.
const AID: &str = "aid";
/// The number of lines below which the last item of a list stays on the page of the previous item.
const SHORT: usize = 3;
/// The text size in tables, as a fraction of the normal text size.
const TABLE: f32 = 0.9;

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
    /// Creates the booklet for a request. `figures` is `None` for the player's aid, which has no pictures.
    ///
    /// # Errors
    /// The faults of the house rules or of the rules text.
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

    /// Returns the edition as text, with a note if any house rule is not the usual one.
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
    pub fn main_sections(&self) -> Vec<(&Heading, &[Block])> {
        let mut sections = self.text.sections();
        sections.retain(|(heading, _)| heading.id != AID);
        sections
    }

    /// Returns the section with the player's aid, if there is one.
    pub fn aid(&self) -> Option<(&Heading, &[Block])> {
        let mut sections = self.text.sections().into_iter();
        sections.find(|(heading, _)| heading.id == AID)
    }

    /// Returns a builder of strips for this page format.
    pub fn blocks<'b>(&'b self, format: &'b Format, setter: &'b Typesetter<'b>) -> Blocks<'b> {
        Blocks {
            setter,
            format,
            booklet: self,
            marks: false,
        }
    }
}

/// A builder of strips.
#[derive(Clone, Copy)]
pub struct Blocks<'a> {
    /// The typesetter of the lines.
    pub setter: &'a Typesetter<'a>,
    /// The format of the page.
    pub format: &'a Format,
    /// The booklet.
    pub booklet: &'a Booklet<'a>,
    /// Whether the sign ◇ is kept in the text. It is kept in the passage that explains it.
    pub marks: bool,
}

impl Blocks<'_> {
    /// Returns the strips of these blocks.
    pub fn strips(&self, blocks: &[Block]) -> Vec<Strip> {
        let mut strips = Vec::new();
        // The record of a worked hand is not printed, because it is for programs.
        let is_shown = |block: &&Block| !matches!(block, Block::Example);
        let mut blocks = blocks.iter().filter(is_shown).peekable();
        while let Some(block) = blocks.next() {
            strips.extend(match block {
                Block::Paragraph { text } => self.lead_in(text, blocks.peek().copied()),
                Block::List { items, ordered } => self.list(items, *ordered),
                Block::Table(table) => self.table(table),
                Block::Figure { alt, caption, name } => self.figure(name, alt, caption),
                Block::Heading(_) | Block::Example => continue,
            });
        }
        strips
    }

    /// Returns the strips of a paragraph. The last strip is kept with a table after it. It is also kept with
    /// a list after it if the paragraph ends with a colon.
    fn lead_in(&self, text: &[Inline], next: Option<&Block>) -> Vec<Strip> {
        let mut strips = self.paragraph(self.words(text, self.style()), self.format.size);
        let last = text.last().map_or("", Inline::words);
        let leads = match next {
            Some(Block::Table(_)) => true,
            Some(Block::List { .. }) => last.trim_end().ends_with(':'),
            _ => false,
        };
        if let Some(last) = strips.last_mut().filter(|_| leads) {
            last.keep = true;
        }
        strips
    }

    /// Returns the strips of a picture with its caption.
    fn figure(&self, name: &str, alt: &str, caption: &[Inline]) -> Vec<Strip> {
        let (width, size) = (self.format.column.w, self.format.size);
        let mut strips = Vec::new();
        let figures = self.booklet.figures.as_ref();
        let figure = figures.and_then(|it| it.draw(name, self.setter, (width, size)));
        if let Some(figure) = figure {
            let role = Role::Figure {
                alt: alt.into(),
                place: Area::new(0.0, 0.0, figure.width, figure.height),
            };
            strips.push(Strip {
                before: self.format.leading() * 0.75,
                keep: true,
                ..Strip::new(figure.height, Item::tagged(role, figure.items))
            });
        }
        let small = size * 0.88;
        let style = Style::muted(small);
        let mut lines = self.paragraph(self.words(caption, style), small);
        let last = lines.len().saturating_sub(1);
        keep(&mut lines[..last]);
        let pitch = self.format.leading();
        strips.extend(spaced(lines, pitch * 0.2, pitch * 0.3));
        strips
    }

    fn style(&self) -> Style {
        Style::plain(self.format.size)
    }

    /// Converts text of the rules to words. A reference to a house rule becomes a raised number. The sign ◇
    /// is removed unless `marks` is set, because the section heading already has it.
    fn words(&self, text: &[Inline], style: Style) -> Vec<Word> {
        let mut writer = Writer::default();
        for piece in text {
            match piece {
                Inline::Text { text } if self.marks => writer.write(text, style),
                Inline::Text { text } => writer.write(&text.replace(" ◇", ""), style),
                Inline::Strong { text } => writer.write(text, style.bold()),
                Inline::Clause { .. } => {}
                Inline::HouseRule { name, .. } => self.refer(&mut writer, name, style),
            }
        }
        writer.words(self.setter.fonts)
    }

    /// Writes the number of a house rule. Adds the value in force if it is not the usual one.
    fn refer(&self, writer: &mut Writer, name: &str, style: Style) {
        let Some(rule) = self.booklet.house_rules.find(name) else {
            return;
        };
        let hue = self.booklet.emblem.hue;
        writer.attach(&rule.number.to_string(), style.raised(hue));
        if let Some(here) = &rule.here {
            writer.open = false;
            writer.write(here, style.bold().ink(hue));
        }
    }

    /// Returns the strips of a paragraph in one style.
    pub fn note(&self, text: &str, style: Style) -> Vec<Strip> {
        self.paragraph(self.setter.words(text, style), style.size)
    }

    /// Returns the same builder for another format.
    pub fn within<'b>(&'b self, format: &'b Format) -> Blocks<'b> {
        Blocks { format, ..*self }
    }

    /// Returns the strips of a paragraph in this text size.
    fn paragraph(&self, words: Vec<Word>, size: f32) -> Vec<Strip> {
        let place = (0.0, self.format.column.w);
        let strips = self.setter.paragraph(words, size, place, Role::Paragraph);
        spaced(strips, self.format.leading() * 0.5, 0.0)
    }

    fn list(&self, items: &[Vec<Inline>], ordered: bool) -> Vec<Strip> {
        let (size, pitch) = (self.format.size, self.format.leading());
        let indent = size * if ordered { 0.56 } else { 0.44 };
        let hue = self.booklet.emblem.hue;
        let mut strips: Vec<Strip> = Vec::new();
        for (number, item) in (1..).zip(items) {
            let words = self.words(item, self.style());
            let (place, role) = ((indent, self.format.column.w), Role::ListItem { ordered });
            let mut lines = self.setter.paragraph(words, size, place, role);
            let Some(first) = lines.first_mut() else {
                continue;
            };
            first.before = pitch * if number == 1 { 0.4 } else { 0.25 };
            let (sign, style) = if ordered {
                (number.to_string(), self.style().bold())
            } else {
                ("•".to_owned(), self.style())
            };
            let cell = Area::new(0.0, 0.0, indent, pitch);
            let place = (0.0, pitch * BASELINE);
            // The item begins with its bullet or number.
            let sign = self.setter.text(&sign, style.ink(hue), place, cell);
            first.items.insert(1, sign);
            // A short last item is kept with the previous item.
            if number == items.len()
                && lines.len() < SHORT
                && let Some(before) = strips.last_mut()
            {
                before.keep = true;
            }
            strips.extend(lines);
        }
        strips
    }

    fn table(&self, table: &TextTable) -> Vec<Strip> {
        let cells = |texts: &[Vec<Inline>], style: Style| -> Vec<Vec<Word>> {
            texts.iter().map(|text| self.words(text, style)).collect()
        };
        let style = self.table_style();
        self.grid(WordTable {
            head: cells(&table.head, style.table_head()),
            rows: table.rows.iter().map(|row| cells(row, style)).collect(),
            right: table.right.clone(),
            size: style.size,
        })
    }

    /// Returns the style of table cells.
    pub fn table_style(&self) -> Style {
        Style::plain(self.format.size * TABLE)
    }

    /// Returns the strips of a table, with space above and below.
    pub fn grid(&self, table: WordTable) -> Vec<Strip> {
        let (pitch, place) = (self.format.leading(), self.format.column.size());
        spaced(self.setter.table(table, place), pitch * 0.55, pitch * 0.2)
    }

    /// Returns the strips of a section with its heading. The heading is beside the text if the format has
    /// room for it, and otherwise above the text. If `ours` is set, the heading has the mark for our
    /// interpretation of a rule. If `listed` is set, the section is in the contents.
    pub fn section(
        &self,
        heading: &str,
        (listed, ours): (bool, bool),
        mut strips: Vec<Strip>,
    ) -> Vec<Strip> {
        let (format, setter) = (self.format, self.setter);
        let size = format.head;
        let style = Style::head(size, self.booklet.emblem.hue);
        let is_beside = format.side.is_some();
        let width = format.side.map_or(format.column.w, Span::length);
        let x = format.side.map_or(0.0, |side| side.start - format.column.x);
        let mut writer = Writer::default();
        writer.write(heading, style);
        if ours {
            writer.attach("\u{a0}◇", style.mark());
        }
        let pitch = leading(size) * 0.88;
        // The first line of the heading is level with the first line of the text beside it.
        let baseline = if is_beside { format.leading() } else { pitch } * BASELINE;
        let mut head = Strip {
            before: format.leading() * if is_beside { 1.1 } else { 0.95 },
            keep: true,
            bookmark: listed.then(|| StripMark::new(heading.to_owned(), 0)),
            ..Strip::default()
        };
        let mut role = Role::Heading(2);
        for words in setter.break_lines(writer.words(setter.fonts), size, (width, 0.0)) {
            let cell = Area::new(x, head.height, width, pitch.max(format.leading()));
            let line = setter.line(&words, (x, head.height + baseline), size, cell);
            let role = std::mem::replace(&mut role, Role::More);
            head.items.extend(Item::tagged(role, line));
            head.height += pitch;
        }
        if let Some(first) = strips.first_mut() {
            first.before *= if is_beside { 0.0 } else { 0.35 };
        }
        let last = strips.len().saturating_sub(1);
        if is_beside {
            let (edges, y) = (Span::new(x, format.column.w), head.before * -0.5);
            head.items.push(Item::level(edges, y, HAIR, Ink::Line));
            // The strips beside the heading stay on the same page.
            let mut high = std::mem::take(&mut head.height);
            for (index, strip) in strips.iter_mut().enumerate() {
                high -= strip.before + strip.height;
                strip.keep |= high > 0.0 && index < last;
            }
            if let Some(strip) = strips.last_mut() {
                strip.height += high.max(0.0);
            }
        } else if last > 0 {
            strips[0].keep = true;
        }
        strips.insert(0, head);
        strips
    }
}
