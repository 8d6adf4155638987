//! Orders: what somebody wants printed, checked and drawn.

use super::cells::Words;
use super::data::{Pad, Text};
use super::draw::Drawing;
use super::fonts::Fonts;
use super::footing::{Identity, least_text};
use super::pads::{MOST_PAGES, Sheet, TooSmall};
use super::paper::{PageSetup, Paper};
use super::table::Head;
use super::template::{Template, TemplateFault};
use super::{filled, played};
use crate::document::{Scored, fingerprint};
use crate::games::{self, Entry, unknown_game};
use crate::lang::Language;
use crate::rules::json::Json;
use crate::rules::{Facts, Finding, HouseRules, LONGEST_NAME, Table, players_count};

/// The letters that stand for seats at which nobody sits yet.
const LETTERS: [&str; 7] = ["A", "B", "C", "D", "E", "F", "G"];

/// Who is to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    /// Whoever writes a name into the heads: the usual number of players.
    Anyone,
    /// So many players, their names to be written into the heads.
    Count(usize),
    /// These players.
    Named(Vec<String>),
}

/// What an order for pads or sheets says of the document.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    /// What the match is called.
    pub title: Option<String>,
    /// The day, as it is to be printed.
    pub date: Option<String>,
    /// Where it is played.
    pub place: Option<String>,
    /// Where it is to be found; printed as an address and as a QR code.
    pub link: Option<String>,
}

/// How something is to be printed.
#[derive(Debug, Clone, Copy)]
pub struct Press<'a> {
    /// The page.
    pub setup: PageSetup,
    /// A layout of a club's own.
    pub template: Option<&'a str>,
    /// Fonts for scripts that the house's own lack.
    pub fonts: &'a [Vec<u8>],
    /// The language.
    pub language: &'a Language,
}

/// An order for pads.
#[derive(Debug)]
pub struct PadOrder<'a> {
    /// The game's id.
    pub game: &'a str,
    /// Who is to play.
    pub who: Who,
    /// House rules as written.
    pub options: Json,
    /// How many pages.
    pub pages: usize,
    /// What it says of itself.
    pub labels: Labels,
    /// How it is printed.
    pub press: Press<'a>,
}

/// An order for the sheet of a match.
#[derive(Debug)]
pub struct SheetOrder<'a> {
    /// The match as it stands.
    pub scored: &'a Scored,
    /// Its document.
    pub document: &'a Json,
    /// Whether the derivation of every point is added.
    pub explain: bool,
    /// Where it is to be found.
    pub link: Option<String>,
    /// How it is printed.
    pub press: Press<'a>,
}

/// Something that is ready to be a PDF.
#[derive(Debug)]
pub struct Printable {
    /// What is drawn.
    pub drawing: Drawing,
    /// The title of the document.
    pub title: String,
    /// Who made the game.
    pub author: String,
    /// What a pad says of the least paper that it needs.
    pub subject: Option<String>,
    /// The tag of its language.
    pub language: &'static str,
    /// The fonts that came with the order.
    pub fonts: Vec<Vec<u8>>,
}

/// Why nothing is printed.
#[derive(Debug, Clone, PartialEq)]
pub enum PrintError {
    /// Faults of the game, players or house rules.
    Faults(Vec<Finding>),
    /// The layout cannot be used.
    Template(TemplateFault),
    /// It does not fit the page.
    TooSmall {
        /// What it needs and what there is.
        size: TooSmall,
        /// The nearest page that fits.
        nearest: Option<PageSetup>,
    },
    /// No pages, or more than a document may have.
    Pages,
    /// This font, counted from 0, is none that can be read.
    Font(usize),
    /// The address is too long for a QR code.
    Link,
}

fn one(finding: Finding) -> PrintError {
    PrintError::Faults(vec![finding])
}

/// What an order comes to once it is checked.
struct Checked {
    entry: &'static Entry,
    pad: Pad,
    rules: HouseRules,
    template: Template,
    table: Table,
    /// Whether its names are those of players.
    known: bool,
}

impl Checked {
    fn heads(&self, fonts: &Fonts<'_>) -> Vec<Head> {
        let names = self.table.names().iter();
        heads(fonts, names.map(|name| self.known.then_some(name.as_ref())))
    }
}

/// Draws pads.
///
/// # Errors
/// Everything that [`PrintError`] names; nothing is drawn then.
///
/// ```
/// use overtrick::rules::json::Json;
/// use overtrick::sheets::paper::{PageSetup, Paper};
/// use overtrick::sheets::{Labels, PadOrder, Press, Who, pads};
///
/// let setup = PageSetup { paper: Paper::A5, landscape: false, per_page: 1 };
/// let language = overtrick::lang::Language::english();
/// let printable = pads(&PadOrder {
///     game: "brink-bid",
///     who: Who::Count(4),
///     options: Json::Object(Vec::new()),
///     pages: 1,
///     labels: Labels::default(),
///     press: Press { setup, template: None, fonts: &[], language },
/// }).unwrap();
/// let bytes = overtrick::pdf::render(&printable);
/// assert!(bytes.starts_with(b"%PDF"));
/// ```
pub fn pads(order: &PadOrder<'_>) -> Result<Printable, PrintError> {
    let PadOrder {
        press,
        pages,
        labels,
        ..
    } = order;
    if !(1..=MOST_PAGES).contains(pages) {
        return Err(PrintError::Pages);
    }
    check_link(labels.link.as_deref())?;
    let mut checked = check(order)?;
    let fonts = Fonts::new(press.fonts).map_err(PrintError::Font)?;
    let heads = checked.heads(&fonts);
    mark_deals(&mut checked.pad, &heads);
    let facts = checked.entry.facts;
    let of = (checked.entry, &checked.table);
    let identity = identity(of, facts.edition, &checked.rules, labels.clone());
    let words = Words {
        language: press.language,
        template: &checked.template,
    };
    let sheet = Sheet {
        pad: &checked.pad,
        heads: &heads,
        identity: &identity,
        words,
        fonts: &fonts,
    };
    // The least size is that of the short form, which does not tell it.
    let stated = Identity {
        least: sheet.least_size(),
        ..identity.clone()
    };
    let sheet = Sheet {
        identity: &stated,
        ..sheet
    };
    let drawn = sheet.pads(press.setup, *pages);
    let drawing = drawn.map_err(|size| PrintError::TooSmall {
        size,
        nearest: nearest(press.setup, |setup| sheet.fits(setup).is_ok()),
    })?;
    Ok(Printable {
        subject: least_text(&words, &stated),
        ..printable(drawing, facts, labels.title.as_deref(), *press)
    })
}

/// Draws the sheet of a match.
///
/// # Errors
/// As [`pads`].
pub fn sheet(order: &SheetOrder<'_>) -> Result<Printable, PrintError> {
    let SheetOrder {
        scored,
        document,
        press,
        ..
    } = order;
    check_link(order.link.as_deref())?;
    let facts = scored.facts;
    let entry = games::find(facts.id).ok_or_else(|| one(unknown_game(facts.id)))?;
    let options = document.get("options").cloned();
    let options = options.unwrap_or(Json::Object(Vec::new()));
    let rules = (entry.resolve)(options.clone(), &scored.table).map_err(PrintError::Faults)?;
    let pad = filled::pad(entry, &options, order).map_err(PrintError::Faults)?;
    let template = template(entry, press.template, &pad)?;
    let fonts = Fonts::new(press.fonts).map_err(PrintError::Font)?;
    let text = |key: &str| Some(document.get(key)?.as_text()?.trim().to_owned());
    let labels = Labels {
        title: text("title").filter(|title| !title.is_empty()),
        date: text("played_on"),
        place: text("location"),
        link: order.link.clone(),
    };
    let title = labels.title.clone();
    let identity = identity((entry, &scored.table), scored.edition, &rules, labels);
    let heads = heads(
        &fonts,
        scored.table.names().iter().map(|name| Some(name.as_ref())),
    );
    let sheet = Sheet {
        pad: &pad,
        heads: &heads,
        identity: &identity,
        words: Words {
            language: press.language,
            template: &template,
        },
        fonts: &fonts,
    };
    let drawn = played::draw(&sheet, order, press.setup);
    let fits = |setup: PageSetup| setup.per_page == 1 && played::draw(&sheet, order, setup).is_ok();
    let drawing = drawn.map_err(|size| PrintError::TooSmall {
        size,
        nearest: nearest(press.setup, fits),
    })?;
    Ok(printable(drawing, facts, title.as_deref(), *press))
}

/// Whether an order's pads fit their page, and then on how many of them a match goes.
///
/// # Errors
/// As [`pads`].
pub fn fits(order: &PadOrder<'_>) -> Result<usize, PrintError> {
    let setup = order.press.setup;
    with_sheet(order, |sheet| {
        sheet.fits(setup).map_err(|size| PrintError::TooSmall {
            size,
            nearest: None,
        })
    })?
}

/// The least width and height of place, in millimeters, that an order's pads need.
pub fn least_size(order: &PadOrder<'_>) -> Option<(f32, f32)> {
    with_sheet(order, |sheet: &Sheet<'_>| Sheet::least_size(sheet)).ok()?
}

fn with_sheet<T>(order: &PadOrder<'_>, ask: impl FnOnce(&Sheet<'_>) -> T) -> Result<T, PrintError> {
    let mut checked = check(order)?;
    let fonts = Fonts::new(order.press.fonts).map_err(PrintError::Font)?;
    let heads = checked.heads(&fonts);
    mark_deals(&mut checked.pad, &heads);
    let facts = checked.entry.facts;
    let labels = order.labels.clone();
    let of = (checked.entry, &checked.table);
    let identity = identity(of, facts.edition, &checked.rules, labels);
    let sheet = Sheet {
        pad: &checked.pad,
        heads: &heads,
        identity: &identity,
        words: Words {
            language: order.press.language,
            template: &checked.template,
        },
        fonts: &fonts,
    };
    Ok(ask(&sheet))
}

fn check(order: &PadOrder<'_>) -> Result<Checked, PrintError> {
    let entry = games::find(order.game).ok_or_else(|| one(unknown_game(order.game)))?;
    let facts = entry.facts;
    let usual = || Ok(Template::of(entry).map_err(PrintError::Template)?.players);
    let (names, known): (Vec<String>, bool) = match &order.who {
        Who::Named(names) => (names.clone(), true),
        Who::Count(count) => (letters(*count), false),
        Who::Anyone => (letters(usual()?), false),
    };
    let (least, most) = facts.players;
    let seats = match order.who {
        Who::Count(count) => count,
        _ => names.len(),
    };
    if !(least..=most).contains(&seats) {
        return Err(one(players_count(facts, seats)));
    }
    let (table, faults) = Table::seat_players(&names);
    if !faults.is_empty() {
        return Err(PrintError::Faults(faults));
    }
    let pad = entry
        .pad(order.options.clone(), &table)
        .map_err(PrintError::Faults)?;
    let rules = (entry.resolve)(order.options.clone(), &table).map_err(PrintError::Faults)?;
    let template = template(entry, order.press.template, &pad)?;
    Ok(Checked {
        entry,
        pad,
        rules,
        template,
        table,
        known,
    })
}

fn letters(count: usize) -> Vec<String> {
    let letters = LETTERS.iter().take(count);
    letters.map(|letter| (*letter).to_owned()).collect()
}

fn template(entry: &Entry, own: Option<&str>, pad: &Pad) -> Result<Template, PrintError> {
    let template = own.map_or_else(|| Template::of(entry), Template::read);
    let template = template.map_err(PrintError::Template)?;
    template
        .check(entry.facts.id, pad)
        .map_err(PrintError::Template)?;
    Ok(template)
}

/// The heads of the players' columns. Where two names begin alike, or with what no font has, the
/// letters of the seats stand in the shapes.
fn heads<'a>(fonts: &Fonts<'_>, names: impl Iterator<Item = Option<&'a str>>) -> Vec<Head> {
    let names: Vec<Option<&str>> = names.collect();
    let initials: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(seat, name)| {
            let mut letters = name.unwrap_or("").chars();
            let first = letters.find(|c| c.is_alphanumeric());
            match first.filter(|c| fonts.has(*c)) {
                Some(c) => c.to_uppercase().collect(),
                None => letter(seat),
            }
        })
        .collect();
    let distinct = (0..initials.len()).all(|seat| !initials[..seat].contains(&initials[seat]));
    let heads = names.into_iter().zip(initials).enumerate();
    let head = |(seat, (name, initial)): (usize, (Option<&str>, String))| Head {
        name: name.map(str::to_owned),
        initial: if distinct { initial } else { letter(seat) },
    };
    heads.map(head).collect()
}

/// Puts the letters of the heads to the deals of a match.
fn mark_deals(pad: &mut Pad, heads: &[Head]) {
    let Some((_, ticks)) = &mut pad.track else {
        return;
    };
    for (deal, tick) in ticks.iter_mut().enumerate() {
        if let Some(head) = heads.get(deal % heads.len().max(1)) {
            tick.label = Text::plain(format!("{}{}", deal + 1, head.initial));
        }
    }
}

fn letter(seat: usize) -> String {
    LETTERS.get(seat).copied().unwrap_or("").to_owned()
}

fn identity<'a>(
    (entry, table): (&'static Entry, &Table),
    edition: i64,
    rules: &'a HouseRules,
    labels: Labels,
) -> Identity<'a> {
    let facts = entry.facts;
    let usual = (entry.resolve)(Json::Object(Vec::new()), table);
    Identity {
        facts,
        usual: usual.unwrap_or_default(),
        edition,
        rules,
        fingerprint: fingerprint(facts.id, edition, rules),
        title: labels.title,
        date: labels.date,
        place: labels.place,
        link: labels.link,
        least: None,
    }
}

fn printable(drawing: Drawing, facts: &Facts, title: Option<&str>, press: Press<'_>) -> Printable {
    let game = press.language.word(facts.id);
    Printable {
        drawing,
        title: title.map_or_else(|| game.clone(), |title| format!("{game}: {title}")),
        author: press.language.author(facts),
        subject: None,
        language: press.language.tag(),
        fonts: press.fonts.to_vec(),
    }
}

/// The page that fits and is most like the one wanted: lying otherwise, fewer pads on it, a larger
/// paper.
fn nearest(wanted: PageSetup, fits: impl Fn(PageSetup) -> bool) -> Option<PageSetup> {
    let place = |paper| {
        Paper::ALL
            .iter()
            .position(|known| *known == paper)
            .unwrap_or(0)
    };
    let mut setups: Vec<(usize, PageSetup)> = Vec::new();
    for paper in Paper::ALL {
        for per_page in PageSetup::PER_PAGE {
            for landscape in [false, true] {
                let setup = PageSetup {
                    paper,
                    landscape,
                    per_page,
                };
                let far = usize::from(landscape != wanted.landscape)
                    + 2 * usize::from(per_page != wanted.per_page)
                    + 3 * place(paper).abs_diff(place(wanted.paper));
                if per_page <= wanted.per_page {
                    setups.push((far, setup));
                }
            }
        }
    }
    setups.sort_by_key(|(far, _)| *far);
    let mut setups = setups.into_iter().map(|(_, setup)| setup);
    setups.find(|setup| fits(*setup))
}

fn check_link(link: Option<&str>) -> Result<(), PrintError> {
    /// More than this makes a code too fine to be read from paper.
    const LONGEST: usize = 10 * LONGEST_NAME;
    match link {
        Some(link) if link.len() > LONGEST => Err(PrintError::Link),
        _ => Ok(()),
    }
}
