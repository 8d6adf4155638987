//! Printing: an order is checked, then drawn.

use super::bidi::isolate;
use super::draw::Drawing;
use super::emblem::Emblem;
use super::error::PrintError;
use super::fonts::Fonts;
use super::identity::Identity;
use super::links::{check_link, check_links};
use super::order::{Labels, PadOrder, PadPlayers, PrintSettings, SheetOrder};
use super::pads::{MOST_PAGES, Sheet, TooSmall};
use super::paper::PageSetup;
use super::table::Head;
use super::template::Template;
use super::words::Words;
use super::worked::worked;
use super::{filled, played};
use overtrick_core::json::Json;
use overtrick_core::pad::{Pad, Text, initials};
use overtrick_core::{HouseRules, Table, players_count};
use overtrick_games::{self as games, Entry, unknown_game};
use overtrick_match::document::fingerprint;

/// The most hands of a sheet.
pub const MOST_HANDS: usize = 1000;

/// Pages that are ready to become a PDF.
#[derive(Debug)]
pub struct Printable {
    /// The pages.
    pub drawing: Drawing,
    /// The title of the document.
    pub title: String,
    /// Who made the game.
    pub author: String,
    /// The least paper that a pad needs, in words.
    pub subject: Option<String>,
    /// The tag of its language.
    pub language: &'static str,
    /// The fonts that came with the order.
    pub fonts: Vec<Vec<u8>>,
}

/// Draws pads.
///
/// # Errors
/// Every kind of [`PrintError`]; nothing is drawn then.
///
/// ```
/// use overtrick_games as games;
/// use overtrick_match::lang::Language;
/// use overtrick_core::json::Json;
/// use overtrick_paper::sheets::paper::{PageSetup, Paper};
/// use overtrick_paper::sheets::{Labels, PadOrder, PrintSettings, PadPlayers, pads};
///
/// let setup = PageSetup { paper: Paper::A5, landscape: false, per_page: 1, gutter: 0 };
/// let printable = pads(&PadOrder {
///     game: &games::all()[0],
///     players: PadPlayers::Anyone,
///     options: Json::Object(Vec::new()),
///     pages: 1,
///     example: true,
///     labels: Labels::default(),
///     print: PrintSettings { setup, template: None, fonts: &[], language: Language::english() },
/// }).unwrap();
/// assert_eq!(printable.drawing.pages.len(), 1);
/// assert!(overtrick_paper::pdf::render(&printable).starts_with(b"%PDF"));
/// ```
pub fn pads(order: &PadOrder<'_>) -> Result<Printable, PrintError> {
    if !(1..=MOST_PAGES).contains(&order.pages) {
        return Err(PrintError::Pages);
    }
    check_links(&order.labels)?;
    let setup = order.print.setup;
    let mut document = Document::of_pad(order)?;
    // The least size is that of the short identity, which does not state it.
    document.identity.least = document.sheet().least_size();
    let sheet = document.sheet();
    let drawing = sheet
        .pads(setup, order.pages)
        .map_err(|size| PrintError::TooSmall {
            size,
            nearest: setup.nearest(|setup| sheet.fits(setup).is_ok()),
        })?;
    Ok(Printable {
        subject: document.identity.least_text(&sheet.words),
        ..document.printable(drawing)?
    })
}

/// Draws the sheet of a match.
///
/// # Errors
/// Every kind of [`PrintError`] but `Pages`; nothing is drawn then.
///
/// ```
/// use overtrick_match::document::{read_json, score};
/// use overtrick_match::lang::Language;
/// use overtrick_paper::sheets::paper::{PageSetup, Paper};
/// use overtrick_paper::sheets::{PrintSettings, SheetOrder, sheet};
///
/// let sample = overtrick_games::all()[0].sample;
/// let setup = PageSetup { paper: Paper::A4, landscape: false, per_page: 1, gutter: 0 };
/// let printable = sheet(&SheetOrder {
///     scored: &score(sample.as_bytes()).unwrap(),
///     document: &read_json(sample).unwrap(),
///     explain: true,
///     link: None,
///     print: PrintSettings { setup, template: None, fonts: &[], language: Language::english() },
/// }).unwrap();
/// assert!(printable.drawing.missing.is_empty());
/// ```
pub fn sheet(order: &SheetOrder<'_>) -> Result<Printable, PrintError> {
    if let Some(link) = &order.link {
        check_link("link", link)?;
    }
    let hands = order.scored.hands.len();
    if hands > MOST_HANDS {
        return Err(PrintError::TooLong { hands });
    }
    let setup = order.print.setup;
    let document = Document::of_match(order)?;
    let sheet = document.sheet();
    let fits = |setup: PageSetup| setup.per_page == 1 && played::draw(&sheet, order, setup).is_ok();
    let drawing = played::draw(&sheet, order, setup).map_err(|size| PrintError::TooSmall {
        size,
        nearest: setup.nearest(fits),
    })?;
    if drawing.pages.len() > MOST_PAGES {
        return Err(PrintError::TooLong { hands });
    }
    document.printable(drawing)
}

/// Whether an order's pads fit their page, and then the number of pads over which a match goes.
///
/// # Errors
/// As [`pads`].
pub fn fits(order: &PadOrder<'_>) -> Result<usize, PrintError> {
    let fits = |size: TooSmall| PrintError::TooSmall {
        size,
        nearest: None,
    };
    let document = Document::of_pad(order)?;
    document.sheet().fits(order.print.setup).map_err(fits)
}

/// The least width and height in millimeters that an order's pads need.
pub fn least_size(order: &PadOrder<'_>) -> Option<(f32, f32)> {
    Document::of_pad(order).ok()?.sheet().least_size()
}

/// A checked order, with everything that is drawn.
pub struct Document<'a> {
    pad: Pad,
    template: Template,
    heads: Vec<Head>,
    identity: Identity,
    fonts: Fonts<'a>,
    print: PrintSettings<'a>,
}

impl<'a> Document<'a> {
    /// Checks an order for pads.
    pub fn of_pad(order: &PadOrder<'a>) -> Result<Document<'a>, PrintError> {
        let PadOrder { game, print, .. } = order;
        let facts = game.facts;
        let (names, known) = match &order.players {
            PadPlayers::Named(names) => (names.clone(), true),
            PadPlayers::Count(count) => (letters(*count), false),
            PadPlayers::Anyone => (letters(Template::of(game)?.players), false),
        };
        let seats = match order.players {
            PadPlayers::Count(count) => count,
            _ => names.len(),
        };
        let (least, most) = facts.players;
        if !(least..=most).contains(&seats) {
            return Err(vec![players_count(facts, seats)].into());
        }
        let (table, faults) = Table::seat_players(&names);
        if !faults.is_empty() {
            return Err(faults.into());
        }
        let mut pad = game.pad(order.options.clone(), &table)?;
        if order.example {
            pad.example = worked(game, &order.options, &names);
        }
        let rules = (game.resolve)(order.options.clone(), &table)?;
        let rules = (facts.edition, rules);
        Document::new(
            game,
            (&table, known),
            pad,
            rules,
            order.labels.clone(),
            *print,
        )
    }

    /// Checks an order for the sheet of a match.
    fn of_match(order: &SheetOrder<'a>) -> Result<Document<'a>, PrintError> {
        let SheetOrder {
            scored,
            document,
            print,
            ..
        } = order;
        let (facts, table) = (scored.facts, &scored.table);
        let game = games::find(facts.id).ok_or_else(|| vec![unknown_game(facts.id)])?;
        let options = document.get("options").cloned().unwrap_or(Json::EMPTY);
        let rules = (game.resolve)(options.clone(), table)?;
        let pad = filled::pad(game, &options, order)?;
        let text = |key: &str| Some(document.text(key)?.trim().to_owned());
        let labels = Labels {
            title: text("title").filter(|title| !title.is_empty()),
            date: text("played_on"),
            place: text("location"),
            link: order.link.clone(),
            ..Labels::default()
        };
        let rules = (scored.edition, rules);
        Document::new(game, (table, true), pad, rules, labels, *print)
    }

    /// A document of players who are known by name, or not, under the house rules of an edition.
    fn new(
        game: &Entry,
        (table, known): (&Table, bool),
        mut pad: Pad,
        (edition, rules): (i64, HouseRules),
        labels: Labels,
        print: PrintSettings<'a>,
    ) -> Result<Document<'a>, PrintError> {
        let own = print.template;
        let template = own.map_or_else(|| Template::of(game), Template::read)?;
        template.check(game.facts.id, &pad)?;
        let fonts = Fonts::new(print.fonts).map_err(PrintError::Font)?;
        let names = table.names().iter();
        let heads = heads(&fonts, names.map(|name| known.then_some(name.as_ref())));
        mark_deals(&mut pad, &heads);
        let defaults = (game.resolve)(Json::EMPTY, table);
        let identity = Identity {
            facts: game.facts,
            emblem: Emblem::of(game),
            edition,
            fingerprint: fingerprint(game.facts.id, edition, &rules),
            rules,
            defaults: defaults.unwrap_or_default(),
            labels,
            least: None,
        };
        Ok(Document {
            pad,
            template,
            heads,
            identity,
            fonts,
            print,
        })
    }

    /// What is drawn.
    pub fn sheet(&self) -> Sheet<'_> {
        Sheet {
            pad: &self.pad,
            heads: &self.heads,
            identity: &self.identity,
            words: Words {
                language: self.print.language,
                template: &self.template,
            },
            fonts: &self.fonts,
        }
    }

    fn printable(&self, drawing: Drawing) -> Result<Printable, PrintError> {
        if let Some(unset) = self.fonts.unset() {
            return Err(PrintError::Script(unset));
        }
        let Identity { facts, labels, .. } = &self.identity;
        let PrintSettings {
            language, fonts, ..
        } = self.print;
        let game = language.word(facts.id);
        Ok(Printable {
            drawing,
            title: match &labels.title {
                Some(title) => format!("{game}: {title}"),
                None => game,
            },
            author: language.author(facts),
            subject: None,
            language: language.tag(),
            fonts: fonts.to_vec(),
        })
    }
}

/// The heads of the players' columns, each with the initial of its name. Where two initials are the
/// same, or no font has one, the letters of the seats take their places.
fn heads<'a>(fonts: &Fonts<'_>, names: impl Iterator<Item = Option<&'a str>>) -> Vec<Head> {
    let names: Vec<Option<&str>> = names.collect();
    // The first thing that is measured is what an error names: a name, and not its initial.
    for name in names.iter().flatten() {
        fonts.width(name, 1.0, true);
    }
    let initials = initials(names.iter().copied(), |c| fonts.has(c));
    let heads = names.into_iter().zip(initials);
    let head = |(name, initial): (Option<&str>, String)| Head {
        name: name.map(str::to_owned),
        initial,
    };
    heads.map(head).collect()
}

/// Adds the initial of the dealer to each deal of a match.
fn mark_deals(pad: &mut Pad, heads: &[Head]) {
    let Some((_, ticks)) = &mut pad.track else {
        return;
    };
    for (deal, tick) in ticks.iter_mut().enumerate() {
        if let Some(head) = heads.get(deal % heads.len().max(1)) {
            tick.label = Text::plain(format!("{}{}", deal + 1, isolate(&head.initial)));
        }
    }
}

fn letters(count: usize) -> Vec<String> {
    ('A'..='Z').take(count).map(String::from).collect()
}
