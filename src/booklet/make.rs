//! Making a booklet: sections from the text, in the size of type that needs the fewest sheets.

use std::sync::Arc;

use super::blocks::Blocks;
use super::fold::folded;
use super::format::{Format, leading};
use super::front::Front;
use super::grid::Grid;
use super::holding::{Holding, Holdings};
use super::lines::{Setter, break_lines};
use super::order::BookletOrder;
use super::pages::{Placed, Section, place};
use super::strip::{BASELINE, Strip};
use super::words::{Voice, Word, Writer, within};
use crate::describe::{PlayerRange, rules_text};
use crate::rules::args;
use crate::rules::text::{Heading, RulesText};
use crate::sheets::canvas::{HAIR, count};
use crate::sheets::code::qr;
use crate::sheets::draw::{Drawing, Ink, Item, Page};
use crate::sheets::emblem::Emblem;
use crate::sheets::fonts::{Cut, Fonts};
use crate::sheets::paper::{Area, PageSetup};
use crate::sheets::{PrintError, Printable, check_link};

/// The side of the code for phones.
const QR: f32 = 24.0;
/// How far apart the lines for notes are.
const NOTE_LINE: f32 = 9.0;

/// Draws the rules of a game as a booklet.
///
/// # Errors
/// [`PrintError::Faults`] of the house rules, `Link`, `LinkScheme` and `Rules`; nothing is drawn then.
///
/// ```
/// use overtrick::booklet::{BookletOrder, booklet};
/// use overtrick::lang::Language;
/// use overtrick::sheets::paper::Paper;
///
/// let game = &overtrick::games::all()[0];
/// let plain = BookletOrder::plain(game, Paper::A4, Language::english());
/// let folded = BookletOrder { fold: true, ..plain.clone() };
/// assert!(booklet(&plain).unwrap().drawing.missing.is_empty());
/// // Two sheets at most, of two sides each.
/// assert!(booklet(&folded).unwrap().drawing.pages.len() <= 4);
/// ```
pub fn booklet(order: &BookletOrder<'_>) -> Result<Printable, PrintError> {
    check_link(order.link.as_deref())?;
    let (facts, language) = (order.game.facts, order.language);
    let text = rules_text(order.game, language).map_err(PrintError::Rules)?;
    let emblem = Emblem::of(order.game);
    let holdings = Holdings::of(order, &text, emblem.hue)?;
    let fonts = Fonts::new(&[]).map_err(PrintError::Font)?;
    let maker = Maker {
        order,
        text: &text,
        emblem: &emblem,
        holdings: &holdings,
    };
    let drawing = maker.drawing(&fonts);
    let name = language.word(facts.id);
    Ok(Printable {
        drawing: if order.fold { folded(drawing) } else { drawing },
        title: format!("{name} – {}", language.text("rules", "title")),
        author: language.author(facts),
        subject: None,
        language: language.tag(),
        fonts: Vec::new(),
    })
}

/// What a booklet is made of.
struct Maker<'a> {
    order: &'a BookletOrder<'a>,
    text: &'a RulesText,
    emblem: &'a Emblem,
    holdings: &'a Holdings,
}

/// A booklet in one size of type.
struct Trial {
    format: Format,
    sections: Vec<Section>,
    placed: Placed,
    /// Whether it has a page of its own for what comes first.
    has_cover: bool,
}

impl Trial {
    fn pages(&self) -> usize {
        self.placed.pages.len() + usize::from(self.has_cover)
    }

    /// The names of the sections with the number of their page.
    fn contents(&self) -> Vec<(String, usize)> {
        let first = if self.has_cover { 2 } else { 1 };
        let sections = self.sections.iter().zip(&self.placed.starts);
        sections
            .filter(|(section, _)| section.listed)
            .map(|(section, start)| (section.heading.clone(), start + first))
            .collect()
    }
}

impl Maker<'_> {
    /// The size of a page of the booklet.
    fn page(&self) -> (f32, f32) {
        let setup = PageSetup {
            paper: self.order.paper,
            landscape: self.order.fold,
            per_page: 1,
        };
        let (width, height) = setup.size();
        if self.order.fold {
            (width / 2.0, height)
        } else {
            (width, height)
        }
    }

    fn drawing(&self, fonts: &Fonts<'_>) -> Drawing {
        let setter = Setter::new(fonts);
        let trial = self.best(&setter);
        let front = self.front(&trial.format, &setter);
        let contents = trial.contents();
        let mut pages = trial.placed.pages.clone();
        if trial.has_cover {
            pages.insert(0, front.cover(&contents));
        } else if let Some(first) = pages.first_mut() {
            let (mut head, _) = front.head(&contents);
            head.append(first);
            *first = head;
        }
        for (index, items) in pages.iter_mut().enumerate() {
            if index > 0 || !trial.has_cover {
                items.extend(self.foot(&trial.format, &setter, index));
            }
        }
        if self.order.fold {
            while !pages.len().is_multiple_of(4) {
                pages.push(self.notes(&trial.format, &setter));
            }
        }
        let first = usize::from(trial.has_cover);
        let starts = trial.sections.iter().zip(&trial.placed.starts);
        let bookmarks = starts
            .filter(|(section, _)| section.listed)
            .map(|(section, start)| (section.heading.clone(), start + first));
        let (width, height) = trial.format.page;
        let page = |own: Vec<Item>| Page {
            width,
            height,
            shared: Arc::default(),
            own,
        };
        Drawing {
            bookmarks: bookmarks.collect(),
            pages: pages.into_iter().map(page).collect(),
            missing: setter.missing(),
        }
    }

    /// The booklet in the size that needs the fewest sheets, and of those in the most welcome one; with
    /// a cover where that takes no further sheet.
    fn best(&self, setter: &Setter<'_>) -> Trial {
        let format = Format::of(self.page());
        let covers: &[bool] = if self.order.fold {
            &[true, false]
        } else {
            &[false]
        };
        let sides = if self.order.fold { 4 } else { 1 };
        let sheets = |trial: &Trial| trial.pages().div_ceil(sides);
        let mut best = self.trial(format, covers[0], setter);
        for has_cover in covers {
            for size in format.sizes {
                let trial = self.trial(format.sized(*size), *has_cover, setter);
                if sheets(&trial) < sheets(&best) {
                    best = trial;
                }
            }
        }
        best
    }

    fn trial(&self, format: Format, has_cover: bool, setter: &Setter<'_>) -> Trial {
        let sections = self.sections(&format, setter);
        let first = if has_cover {
            0.0
        } else {
            let listed = sections.iter().filter(|section| section.listed);
            let contents: Vec<_> = listed.map(|section| (section.heading.clone(), 0)).collect();
            self.front(&format, setter).head(&contents).1
        };
        Trial {
            placed: place(&sections, &format, first),
            format,
            sections,
            has_cover,
        }
    }

    fn say(&self, key: &str) -> String {
        self.order.language.text("booklet", key)
    }

    fn front<'a>(&'a self, format: &'a Format, setter: &'a Setter<'a>) -> Front<'a> {
        let (facts, language) = (self.order.game.facts, self.order.language);
        let players = PlayerRange::of(facts).in_words(language);
        Front {
            setter,
            format,
            emblem: self.emblem,
            name: language.word(facts.id),
            about: language.text("game", facts.id),
            facts: format!("{players} · {}", language.author(facts)),
            kind: format!("{} · {}", language.text("rules", "title"), self.edition()),
            contents: language.text("rules", "contents"),
        }
    }

    /// The edition, and whether the table has house rules of its own.
    fn edition(&self) -> String {
        let edition = args![edition: self.order.game.facts.edition];
        let edition = self.order.language.format("booklet", "edition", &edition);
        if self.holdings.is_changed() {
            format!("{edition} · {}", self.say("of-this-table"))
        } else {
            edition
        }
    }

    /// The line at the foot of a page, its number outside.
    fn foot(&self, format: &Format, setter: &Setter<'_>, index: usize) -> Vec<Item> {
        let y = format.foot();
        let (left, right) = format.edges();
        let size = (format.size * 0.78).max(6.0);
        let cell = Area::new(left, y - leading(size), right - left, leading(size) * 1.4);
        let muted = Voice::plain(size).ink(Ink::Muted);
        let name = self.order.language.word(self.order.game.facts.id);
        let number = muted.cut(Cut::Bold).ink(self.emblem.hue);
        let page = (index + 1).to_string();
        let head = Voice {
            size: size * 1.12,
            ..muted
        }
        .cut(Cut::Head)
        .ink(self.emblem.hue);
        let edition = self.edition();
        let fonts = setter.fonts;
        let wide = fonts.width_in(Cut::Head, &name, head.size) + 2.0;
        let is_left = self.order.fold && index % 2 == 1;
        if is_left {
            let before = fonts.width_in(Cut::Regular, &edition, size) + 2.0;
            vec![
                setter.text(&page, number, (left, y), cell),
                setter.ending(&edition, muted, (right, y), cell),
                setter.ending(&name, head, (right - before, y), cell),
            ]
        } else {
            vec![
                setter.text(&name, head, (left, y), cell),
                setter.text(&edition, muted, (left + wide, y), cell),
                setter.ending(&page, number, (right, y), cell),
            ]
        }
    }

    /// A page for notes, where folded sheets have one left.
    fn notes(&self, format: &Format, setter: &Setter<'_>) -> Vec<Item> {
        let column = format.column;
        let voice = Voice::plain(format.head)
            .cut(Cut::Head)
            .ink(self.emblem.hue);
        let pitch = leading(format.head);
        let cell = Area::new(column.x, column.y, column.w, pitch);
        let place = (column.x, column.y + pitch * BASELINE);
        let notes = self.order.language.text("pad", "notes");
        let mut items = vec![setter.text(&notes, voice, place, cell)];
        let mut y = column.y + pitch + NOTE_LINE;
        while y < column.bottom() {
            items.push(Item::Rule(
                (column.x, y),
                (column.right(), y),
                HAIR,
                Ink::Line,
            ));
            y += NOTE_LINE;
        }
        items
    }

    fn sections(&self, format: &Format, setter: &Setter<'_>) -> Vec<Section> {
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
            sections.push(section(&blocks, &heading_of(heading), strips));
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

    fn plain(&self, text: &str, voice: Voice, setter: &Setter<'_>) -> Vec<Word> {
        let mut writer = Writer::default();
        writer.say(text, voice);
        writer.words(setter.fonts)
    }

    /// What holds at the table, each house rule with the figure by which the text refers to it.
    fn house_rules(&self, blocks: &Blocks<'_>) -> Vec<Strip> {
        let (language, size) = (self.order.language, blocks.format.size);
        let mut about = language.text("rules", "house-rules-about");
        about = format!("{about} {}", self.say("house-rules-figures"));
        if self.holdings.is_changed() {
            about = format!("{about} {}", self.say("house-rules-marked"));
        }
        let words = self.plain(&about, Voice::plain(size), blocks.setter);
        let mut strips = blocks.paragraph(words, size);
        if let Some(last) = strips.last_mut() {
            last.keep = true;
        }
        let head = ["", "house-rule", "holds"];
        strips.extend(blocks.grid(&Grid {
            head: &|voice: Voice| {
                let head = head.iter().map(|key| match *key {
                    "" => Vec::new(),
                    key => self.plain(&self.say(key), voice, blocks.setter),
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

    /// What is said of the booklet itself: the sources, the edition, where more is found.
    fn colophon(&self, blocks: &Blocks<'_>) -> Vec<Strip> {
        let (facts, language) = (self.order.game.facts, self.order.language);
        let size = blocks.format.size * 0.88;
        let mut texts = vec![format!(
            "{}. {}. {}",
            language.author(facts),
            language.rulebook(facts),
            language.text("ui", "ours")
        )];
        let prints = self.holdings.fingerprints.iter();
        let prints: Vec<String> = prints
            .map(|(print, counts)| {
                let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
                let args = args![
                    edition: facts.edition, fingerprint: print.clone(), players: counts
                ];
                language.format("booklet", "fingerprint", &args)
            })
            .collect();
        texts.push(format!("{} {}", prints.join(" "), self.say("made-by")));
        let mut strips = Vec::new();
        for text in texts {
            let words = self.plain(&text, Voice::plain(size).ink(Ink::Muted), blocks.setter);
            strips.extend(blocks.paragraph(words, size));
        }
        if let Some(link) = &self.order.link {
            strips.push(self.code(link, blocks));
        }
        strips
    }

    /// The code for phones, with the address beside it.
    fn code(&self, link: &str, blocks: &Blocks<'_>) -> Strip {
        let format = blocks.format;
        let size = format.size * 0.88;
        let pitch = leading(size);
        let mut items = qr(link, Area::new(0.0, 0.0, QR, QR));
        items.push(Item::Link(Area::new(0.0, 0.0, QR, QR), link.to_owned()));
        let x = QR + 5.0;
        let width = format.column.w - x;
        let words = self.plain(link, Voice::plain(size), blocks.setter);
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
}

fn heading_of(heading: &Heading) -> String {
    heading.text.clone()
}

/// A text with its first letter as a capital.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// A section under a head: beside the text, where the format has room for that, or above it.
fn section(blocks: &Blocks<'_>, heading: &str, mut strips: Vec<Strip>) -> Section {
    let (format, setter) = (blocks.format, blocks.setter);
    let size = format.head;
    let voice = Voice::plain(size).cut(Cut::Head).ink(blocks.holdings.hue);
    let width = format.side.map_or(format.column.w, |(_, width)| width);
    let x = format.side.map_or(0.0, |(side, _)| side - format.column.x);
    let mut writer = Writer::default();
    writer.say(heading, voice);
    let words = writer.words(setter.fonts);
    let pitch = leading(size) * 0.88;
    let lines = break_lines(&words, setter.space(size), width);
    // The first line stands on that of the text beside it.
    let baseline = match format.side {
        Some(_) => format.leading() * BASELINE,
        None => pitch * BASELINE,
    };
    let mut heads: Vec<Strip> = Vec::new();
    for (line, range) in lines.into_iter().enumerate() {
        let place = (x, baseline);
        let cell = Area::new(x, 0.0, width, pitch.max(format.leading()));
        let items = setter.line(&words[range], place, size, cell);
        let moved = items.into_iter();
        heads.push(Strip {
            height: pitch,
            items: moved
                .map(|item| match format.side {
                    Some(_) => item.moved(0.0, pitch * count(line)),
                    None => item,
                })
                .collect(),
            keep: true,
            ..Strip::default()
        });
    }
    let height = pitch * count(heads.len());
    let mut section = Section {
        heading: heading.to_owned(),
        listed: true,
        before: format.leading() * if format.side.is_some() { 1.1 } else { 0.95 },
        ..Section::default()
    };
    if format.side.is_some() {
        let items = heads.into_iter().flat_map(|head| head.items).collect();
        section.side = Some((items, height));
    } else {
        if let Some(first) = strips.first_mut() {
            first.before *= 0.35;
        }
        heads.append(&mut strips);
        strips = heads;
    }
    section.strips = strips;
    section
}
