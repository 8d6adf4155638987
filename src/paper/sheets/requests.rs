//! Orders as JSON, as the service and a page without one take them: their fields, and why one cannot be printed.

use super::compose::{MOST_HANDS, Printable, pads, sheet};
use super::error::PrintError;
use super::order::{Labels, PadOrder, PadPlayers, PrintSettings, SheetOrder};
use super::pads::MOST_PAGES;
use super::paper::{PageSetup, Paper};
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args, out_of_range};
use overtrick_games::Entry;
use overtrick_match::document::Scored;
use overtrick_match::lang::Language;
use overtrick_match::play::object_of;

/// The papers, as [`Paper::id`] has them.
pub const PAPER: Field = Field::optional("paper", Kind::Word(&["a4", "letter", "a5", "a6"]));
/// Whether the paper lies on its long side.
pub const LANDSCAPE: Field = Field::optional("landscape", Kind::Flag);
/// What stays white for a punch, in millimeters.
pub const GUTTER: Field = Field::optional("gutter", Kind::Int(0, PageSetup::MOST_GUTTER as i64));
/// An address, printed with a code for phones.
pub const LINK: Field = Field::optional("link", Kind::Text);
/// The language, where it is another one than that of the request.
pub const LANG: Field = Field::optional("lang", Kind::Word(&["en", "cs"]));
/// The addresses, whose length is for their codes to limit.
const LINKS: [&str; 3] = ["link", "watch", "enter"];
/// The most characters of a text that is printed once.
pub const LONGEST: usize = 200;

/// The fields of an order for pads.
pub const PAD: &[Field] = &[
    Field::optional(
        "players",
        Kind::OneOf(&[Kind::Int(1, 16), Kind::List(&Kind::Text)]),
    ),
    PAPER,
    LANDSCAPE,
    GUTTER,
    Field::optional("per_page", Kind::Int(1, 4)),
    Field::optional("pages", Kind::Int(1, MOST_PAGES.cast_signed() as i64)),
    Field::optional("example", Kind::Flag),
    Field::optional("options", Kind::Any),
    Field::optional("title", Kind::Text),
    Field::optional("date", Kind::Text),
    Field::optional("place", Kind::Text),
    LINK,
    Field::optional("watch", Kind::Text),
    Field::optional("enter", Kind::Text),
    LANG,
];

/// The fields of an order for a sheet.
pub const SHEET: &[Field] = &[
    Field::optional("explain", Kind::Flag),
    PAPER,
    LANDSCAPE,
    GUTTER,
    LINK,
    LANG,
];

/// An order for pads that was read.
#[derive(Debug)]
pub struct PadRequest(PadOrder<'static>);

impl PadRequest {
    /// Reads an order for pads of a game. What names no language is in the one that is accepted.
    ///
    /// # Errors
    /// Every fault of its form.
    ///
    /// ```
    /// use overtrick_games as games;
    /// use overtrick_match::lang::Language;
    /// use overtrick_paper::sheets::requests::PadRequest;
    ///
    /// let asked = PadRequest::read(&games::all()[0], Vec::new(), Language::english()).unwrap();
    /// assert_eq!(asked.draw().unwrap().drawing.pages.len(), 1);
    /// ```
    pub fn read(
        game: &'static Entry,
        entries: Vec<(String, Json)>,
        accepted: &'static Language,
    ) -> Result<PadRequest, Faults> {
        let order = object_of(PAD, entries)?;
        let number = |name: &str, default: usize| match order.get(name) {
            Some(Json::Int(number)) => usize::try_from(*number).unwrap_or(0),
            _ => default,
        };
        let per_page = number("per_page", 1);
        if !PageSetup::PER_PAGE.contains(&per_page) {
            let words: Vec<String> = PageSetup::PER_PAGE.iter().map(usize::to_string).collect();
            let args = args![found: per_page.to_string(), words: words];
            return Err(Finding::rule("unknown-value", "/per_page", args).into());
        }
        let players = match order.get("players") {
            Some(Json::Int(count)) => PadPlayers::Count(usize::try_from(*count).unwrap_or(0)),
            Some(names) => PadPlayers::Named(names.typed().unwrap_or_default()),
            None => PadPlayers::Anyone,
        };
        let labels = Labels {
            title: text(&order, "title")?,
            date: text(&order, "date")?,
            place: text(&order, "place")?,
            link: text(&order, LINK.name)?,
            watch: text(&order, "watch")?,
            enter: text(&order, "enter")?,
            logo: None,
        };
        let options = order.get("options").cloned();
        Ok(PadRequest(PadOrder {
            game,
            players,
            options: options.unwrap_or(Json::Object(Vec::new())),
            pages: number("pages", 1),
            example: order.get("example") != Some(&Json::Bool(false)),
            labels,
            print: plain(setup(&order, per_page)?, language(&order, accepted)),
        }))
    }

    /// The language that it is printed in.
    pub fn language(&self) -> &'static Language {
        self.0.print.language
    }

    /// Draws the pads.
    ///
    /// # Errors
    /// Those of [`pads`].
    pub fn draw(&self) -> Result<Printable, PrintError> {
        pads(&self.0)
    }
}

/// An order for a sheet that was read.
#[derive(Debug)]
pub struct SheetRequest {
    explain: bool,
    link: Option<String>,
    print: PrintSettings<'static>,
}

impl SheetRequest {
    /// Reads an order for a sheet. What names no language is in the one that is accepted.
    ///
    /// # Errors
    /// Every fault of its form.
    pub fn read(
        entries: Vec<(String, Json)>,
        accepted: &'static Language,
    ) -> Result<SheetRequest, Faults> {
        let order = object_of(SHEET, entries)?;
        Ok(SheetRequest {
            explain: flag(&order, "explain"),
            link: text(&order, LINK.name)?,
            print: plain(setup(&order, 1)?, language(&order, accepted)),
        })
    }

    /// The language that it is printed in.
    pub fn language(&self) -> &'static Language {
        self.print.language
    }

    /// Draws the sheet of a match and its document.
    ///
    /// # Errors
    /// Those of [`sheet`].
    pub fn draw(self, scored: &Scored, document: &Json) -> Result<Printable, PrintError> {
        sheet(&SheetOrder {
            scored,
            document,
            explain: self.explain,
            link: self.link,
            print: self.print,
        })
    }
}

/// What is printed with our own layouts and fonts.
fn plain(setup: PageSetup, language: &'static Language) -> PrintSettings<'static> {
    PrintSettings {
        setup,
        template: None,
        fonts: &[],
        language,
    }
}

/// The page of an order, with this many pads on it.
///
/// # Errors
/// More is to stay white for a punch than can be.
pub fn setup(order: &Json, per_page: usize) -> Result<PageSetup, Finding> {
    let paper = order.get(PAPER.name).and_then(Json::as_text);
    let gutter = order.int(GUTTER.name).unwrap_or(0);
    let most = PageSetup::MOST_GUTTER;
    let gutter = u8::try_from(gutter)
        .ok()
        .filter(|gutter| *gutter <= most)
        .ok_or_else(|| out_of_range("/gutter", gutter, &(0..=i64::from(most))))?;
    Ok(PageSetup {
        paper: paper.and_then(Paper::find).unwrap_or(Paper::A4),
        landscape: flag(order, LANDSCAPE.name),
        per_page,
        gutter,
    })
}

/// The language of an order, or that of its request.
pub fn language(order: &Json, accepted: &'static Language) -> &'static Language {
    let wanted = order.get(LANG.name).and_then(Json::as_text);
    wanted.and_then(Language::find).unwrap_or(accepted)
}

/// Whether an order has this flag.
pub fn flag(order: &Json, name: &str) -> bool {
    order.get(name) == Some(&Json::Bool(true))
}

/// A text of an order that is printed, if there is one.
///
/// # Errors
/// It is longer than 200 characters.
pub fn text(order: &Json, name: &'static str) -> Result<Option<String>, Finding> {
    let text = order.get(name).and_then(Json::as_text).unwrap_or_default();
    let length = text.chars().count();
    if length > LONGEST && !LINKS.contains(&name) {
        let args = args![length: length, most: LONGEST];
        return Err(Finding::rule("text-too-long", format!("/{name}"), args));
    }
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// What is to be corrected in an order that cannot be printed; nothing, where the fault is ours.
pub fn findings(error: PrintError, game: &'static str) -> Faults {
    let fault = match error {
        PrintError::Faults(findings) => return findings,
        PrintError::TooSmall { size, nearest } => {
            let millimeters = |length: f32| format!("{length:.0}");
            let (width, height) = (size.least.0.ceil(), size.least.1.ceil());
            let (there_width, there_height) = (size.there.0.floor(), size.there.1.floor());
            let args = args![
                game: game, players: size.seats,
                width: millimeters(width), height: millimeters(height),
                there_width: millimeters(there_width), there_height: millimeters(there_height),
                nearest: nearest.map(query).unwrap_or_default()
            ];
            Finding {
                message: nearest.map(|_| "does-not-fit-nearest".into()),
                ..Finding::rule("does-not-fit", "/paper", args)
            }
        }
        PrintError::Pages => {
            let most = i64::try_from(MOST_PAGES).unwrap_or(i64::MAX);
            out_of_range("/pages", 0, &(1..=most))
        }
        PrintError::TooLong { hands } => {
            let args = args![hands: hands, most: MOST_HANDS, pages: MOST_PAGES];
            Finding::rule("sheet-too-long", "/hands", args)
        }
        PrintError::Script(unset) => {
            let args = args![text: unset.text, script: unset.script];
            Finding::rule("script-without-font", "", args)
        }
        PrintError::LinkScheme(name) => Finding::rule("link-scheme", format!("/{name}"), args![]),
        PrintError::Link(name) => Finding::rule("link-too-long", format!("/{name}"), args![]),
        // Such orders print with our own layouts and fonts only.
        PrintError::Template(_) | PrintError::Font(_) | PrintError::Rules(_) => return Vec::new(),
    };
    vec![fault]
}

/// The query that asks for a page.
fn query(setup: PageSetup) -> String {
    let (paper, landscape, per_page) = (setup.paper.id(), setup.landscape, setup.per_page);
    format!("paper={paper}&landscape={landscape}&per_page={per_page}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_has_every_paper() {
        let ids: Vec<&str> = Paper::ALL.iter().map(|paper| paper.id()).collect();
        let Kind::Word(words) = PAPER.kind else {
            panic!("a paper is a word")
        };
        let mut words = words.to_vec();
        words.sort_by_key(|word| ids.iter().position(|id| id == word));
        assert_eq!(words, ids);
    }

    #[test]
    fn the_field_has_every_language() {
        let Kind::Word(words) = LANG.kind else {
            panic!("a language is a word")
        };
        assert_eq!(words, Language::tags().collect::<Vec<_>>());
    }
}
