//! Print requests. Command flags, fields of the service, and fields of the offline page have the same
//! settings and make the same requests.

use std::sync::{Arc, LazyLock};

use crate::PrintError;
use crate::layout::paper::{PageSetup, Paper};
use crate::layout::picture::Picture;
use overtrick_core::form::{Field, Kind, Reading};
use overtrick_core::json::Json;
use overtrick_core::{Arg, Faults, Finding, LONGEST_NAME, args, out_of_range};
use overtrick_games::{self as games, Entry, unknown_game};
use overtrick_match::MatchGame;
use overtrick_match::lang::Language;
use overtrick_match::play::{fields_within, object_of};
use overtrick_own::OWN;

/// The most pages that one document may have.
pub const MAX_PAGES: usize = 200;
/// The most reasons that a sheet explains.
pub const MAX_REASONS_OF_A_SHEET: usize = 2_000;
/// The most characters of a title, date or place.
pub const LONGEST: usize = 200;

/// The most characters of a table's number.
pub const LONGEST_TABLE: usize = 12;

/// A setting of a request.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name and kind.
    pub field: Field,
    /// Its description.
    pub about: &'static str,
    /// An additional description for the command line.
    more: &'static str,
    /// The most characters of its text. Addresses are limited by their QR code instead.
    pub longest: Option<usize>,
}

impl Setting {
    const fn new(name: &'static str, kind: Kind, about: &'static str) -> Setting {
        Setting {
            field: Field::optional(name, kind),
            about,
            more: "",
            longest: None,
        }
    }

    /// Returns this setting with an additional description for the command line.
    const fn with(self, more: &'static str) -> Setting {
        Setting { more, ..self }
    }

    /// Creates a setting that is on or off.
    const fn flag(name: &'static str, about: &'static str) -> Setting {
        Setting::new(name, Kind::Flag, about)
    }

    /// Creates a setting for a text with a maximum number of characters.
    const fn text(name: &'static str, longest: usize, about: &'static str) -> Setting {
        Setting {
            longest: Some(longest),
            ..Setting::new(name, Kind::Text, about)
        }
    }

    /// Returns its name.
    pub const fn name(&self) -> &'static str {
        self.field.name
    }

    /// Returns its description in the help of a command.
    pub fn help(&self) -> String {
        format!("{}{}", self.about, self.more)
    }

    /// Returns the words that are possible values; empty if the value is not a word.
    pub const fn words(&self) -> &'static [&'static str] {
        match self.field.kind {
            Kind::Word(words) => words,
            _ => &[],
        }
    }
}

/// The players.
pub const PLAYERS: Setting = Setting::new(
    "players",
    Kind::OneOf(&[Kind::Int(1, 16), Kind::List(&Kind::Text)]),
    "The names, separated by commas, or the number of players",
);
/// The paper, by its [`Paper::id`].
pub const PAPER: Setting = Setting::new(
    "paper",
    Kind::Word(&["a4", "letter", "a5"]),
    "The paper size",
)
.with(": a4, letter or a5");
/// Whether the paper is in landscape.
pub const LANDSCAPE: Setting = Setting::flag("landscape", "Use the paper in landscape");
/// The margin for punched holes.
pub const GUTTER: Setting = Setting::new(
    "gutter",
    Kind::Int(0, PageSetup::MAX_GUTTER as i64),
    "The margin for punch holes, in millimeters from the left, or in landscape from the top",
);
/// The number of pads on a page, one of [`PageSetup::PER_PAGE`].
pub const PER_PAGE: Setting =
    Setting::new("per_page", Kind::Int(1, 2), "Pads per page").with(": 1 or 2, with cut marks");
/// The number of pages.
pub const PAGES: Setting = Setting::new(
    "pages",
    Kind::Int(1, MAX_PAGES.cast_signed() as i64),
    "The number of pages",
)
.with("; more are printed if the last match needs them, and one with the legend, for the back");
/// Whether a worked hand is printed above the rows.
pub const EXAMPLE: Setting =
    Setting::flag("example", "false leaves out the worked example at the top");
/// Whether a page with the legend is added, to print it on the back.
pub const LEGEND: Setting = Setting::flag(
    "legend",
    "false leaves out the page for the back, with the scoring and the house rules",
);
/// Whether the back is printed behind every pad.
pub const BACKS: Setting = Setting::flag(
    "backs",
    "Print the back behind every pad, for printing on both sides",
);
/// Whether pads have cells for the full record of each hand.
pub const RECORD: Setting = Setting::flag(
    "record",
    "Print cells for the full record of each hand, not only for its score",
);
/// The number of the table.
pub const TABLE: Setting = Setting::text(
    "table",
    LONGEST_TABLE,
    "The number of the table, printed large",
);
/// House rules.
pub const OPTIONS: Setting = Setting::new("options", Kind::Any, "House rules");
/// The title.
pub const TITLE: Setting = Setting::text("title", LONGEST, "The name of the match or the club");
/// The day.
pub const DATE: Setting = Setting::text("date", LONGEST, "The date, as printed");
/// The location.
pub const PLACE: Setting = Setting::text("place", LONGEST, "The place where it is played");
/// The address that is printed as text and as a QR code.
pub const LINK: Setting = Setting::new("link", Kind::Text, "An address to print with a QR code");
/// The address for watching the match.
pub const WATCH: Setting = Setting::new("watch", Kind::Text, "The address for watching the match");
/// The address for entering hands.
pub const ENTER: Setting = Setting::new("enter", Kind::Text, "The address for entering hands");
/// The language.
pub const LANG: Setting = Setting::new(
    "lang",
    Kind::Word(&["en", "cs"]),
    "The language, if it differs from that of the request",
);
/// Whether the derivation of every point is added to a sheet.
pub const EXPLAIN: Setting = Setting::flag("explain", "Explain every point");
/// Whether a booklet is folded.
pub const FOLD: Setting = Setting::flag(
    "fold",
    "Print two pages on each side of a sheet, in the order for folding",
);

/// The settings of a request for pads.
pub const PAD_SETTINGS: [Setting; 19] = [
    PLAYERS, PAPER, LANDSCAPE, GUTTER, PER_PAGE, PAGES, RECORD, EXAMPLE, LEGEND, BACKS, OPTIONS,
    TABLE, TITLE, DATE, PLACE, LINK, WATCH, ENTER, LANG,
];
/// The fields of a request for pads.
pub static PAD: LazyLock<Vec<Field>> =
    LazyLock::new(|| PAD_SETTINGS.map(|setting| setting.field).into());
/// The id of the game. It is an additional field in requests for pads of any game.
pub const GAME: Field = Field::required("game", Kind::Text);
/// The definition of a custom game. It is an additional field in requests for its pads.
pub const DEFINITION: Field = Field::required("definition", Kind::Any);
/// The fields of a request for the sheet of a match.
pub const SHEET: &[Field] = &[
    EXPLAIN.field,
    PAPER.field,
    LANDSCAPE.field,
    GUTTER.field,
    LINK.field,
    LANG.field,
];
/// The fields of a request for a booklet, without the house rules, which are read separately.
pub const BOOKLET: &[Field] = &[PAPER.field, FOLD.field, LANG.field, LINK.field];

/// The players of a pad.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PadPlayers {
    /// The game's usual number of players, with blanks for their names.
    Anyone,
    /// This number of players, with blanks for their names.
    Count(usize),
    /// These players.
    Named(Vec<String>),
}

impl PadPlayers {
    /// Reads players from flags: names, one number, or nothing.
    ///
    /// ```
    /// use overtrick_paper::requests::PadPlayers;
    ///
    /// let read = |players: &[&str]| {
    ///     PadPlayers::from_texts(players.iter().map(ToString::to_string).collect())
    /// };
    /// assert_eq!(read(&[]), PadPlayers::Anyone);
    /// assert_eq!(read(&["4"]), PadPlayers::Count(4));
    /// assert_eq!(read(&["Ann"]), PadPlayers::Named(vec!["Ann".to_owned()]));
    /// assert_eq!(read(&["3", "4"]), PadPlayers::Named(vec!["3".to_owned(), "4".to_owned()]));
    /// ```
    pub fn from_texts(players: Vec<String>) -> PadPlayers {
        match &players[..] {
            [] => PadPlayers::Anyone,
            [count] => match count.trim().parse() {
                Ok(count) => PadPlayers::Count(count),
                Err(_) => PadPlayers::Named(players),
            },
            _ => PadPlayers::Named(players),
        }
    }
}

/// Splits names at commas. A name in quotes may contain commas. A quote within it is written twice.
///
/// ```
/// use overtrick_paper::requests::split_names;
///
/// assert_eq!(split_names("Ann, Bo"), ["Ann", "Bo"]);
/// assert_eq!(split_names(r#""Smith, Ann", Bo "The Card" Fox"#), ["Smith, Ann", r#"Bo "The Card" Fox"#]);
/// assert_eq!(split_names(r#""Ann ""Ace"" Lee",Bo"#), [r#"Ann "Ace" Lee"#, "Bo"]);
/// ```
pub fn split_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    loop {
        let begin = rest.trim_start();
        let quoted = begin.strip_prefix('"').and_then(quoted_name);
        let (name, after) = quoted.unwrap_or_else(|| match begin.split_once(',') {
            Some((name, after)) => (name.trim_end().to_owned(), Some(after)),
            None => (begin.trim_end().to_owned(), None),
        });
        names.push(name);
        match after {
            Some(after) => rest = after,
            None => return names,
        }
    }
}

/// Splits each of these texts into names, like [`split_names`].
pub fn split_all(texts: &[String]) -> Vec<String> {
    texts.iter().flat_map(|text| split_names(text)).collect()
}

/// Returns a quoted name, and the text after the next comma; `None` if the quotes do not enclose the whole
/// name.
fn quoted_name(text: &str) -> Option<(String, Option<&str>)> {
    let mut end = 0;
    loop {
        end += text[end..].find('"')?;
        if !text[end + 1..].starts_with('"') {
            break;
        }
        end += 2;
    }
    let name = text[..end].replace("\"\"", "\"");
    match text[end + 1..].trim_start() {
        "" => Some((name, None)),
        after => Some((name, Some(after.strip_prefix(',')?))),
    }
}

/// The labels of a document, besides the game and its rules.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    /// The number of the table.
    pub table: Option<String>,
    /// The title of the match.
    pub title: Option<String>,
    /// The date as it is printed. `None` prints a line to write it on, and an empty text prints nothing.
    pub date: Option<String>,
    /// The location. `None` prints a line to write it on, and an empty text prints nothing.
    pub place: Option<String>,
    /// The address of the match, printed as text and as a QR code.
    pub link: Option<String>,
    /// The address for watching the match. It is printed as a QR code with a label, but not as text, because
    /// it contains a key.
    pub watch: Option<String>,
    /// The address for recording hands. It is printed like `watch`. Anybody with the paper can record hands.
    pub enter: Option<String>,
    /// The logo of the club, in the header.
    pub logo: Option<Arc<Picture>>,
}

impl Labels {
    /// Returns each address that has a QR code, from right to left, with the name of its setting.
    pub fn links(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let named = [
            (LINK.name(), &self.link),
            (WATCH.name(), &self.watch),
            (ENTER.name(), &self.enter),
        ];
        let named = named.into_iter();
        named.filter_map(|(name, link)| Some((name, link.as_deref()?)))
    }

    /// Reads the labels of a request.
    fn read(request: &Json) -> Labels {
        let text = |setting: &Setting| text(request, setting);
        Labels {
            table: text(&TABLE),
            title: text(&TITLE),
            date: text(&DATE),
            place: text(&PLACE),
            link: text(&LINK),
            watch: text(&WATCH),
            enter: text(&ENTER),
            logo: None,
        }
    }

    /// Returns the faults of the labels: texts that are too long, and addresses that cannot be printed.
    pub fn faults(&self) -> Faults {
        let texts = [
            (TABLE, &self.table),
            (TITLE, &self.title),
            (DATE, &self.date),
            (PLACE, &self.place),
        ];
        let too_long = texts.iter().filter_map(|(setting, text)| {
            let length = text.as_deref()?.trim().chars().count();
            let most = setting.longest.filter(|most| length > *most)?;
            let args = args![length: length, most: most];
            let place = format!("/{}", setting.name());
            Some(Finding::rule("text-too-long", place, args))
        });
        let fault = |(name, link): (_, &str)| check_link(name, link).err();
        too_long.chain(self.links().filter_map(fault)).collect()
    }
}

/// The print settings of a document.
#[derive(Debug, Clone, Copy)]
pub struct PrintSettings<'a> {
    /// The page.
    pub setup: PageSetup,
    /// The text of a club's layout, used instead of the game's layout.
    pub template: Option<&'a str>,
    /// Fonts for scripts that the built-in ones lack.
    pub fonts: &'a [Vec<u8>],
    /// The language.
    pub language: &'a Language,
}

impl<'a> PrintSettings<'a> {
    /// Returns settings for one pad on A4 in portrait, with the built-in layouts and fonts.
    pub fn new(language: &'a Language) -> PrintSettings<'a> {
        PrintSettings {
            setup: PageSetup::default(),
            template: None,
            fonts: &[],
            language,
        }
    }

    /// Reads the settings of a request. If the request has no language, `accepted` is used.
    fn read(request: &Json, accepted: &'static Language) -> PrintSettings<'static> {
        PrintSettings {
            setup: PageSetup {
                paper: paper(request),
                landscape: flag(request, &LANDSCAPE, false),
                per_page: number(request, &PER_PAGE, 1),
                gutter: number(request, &GUTTER, 0),
            },
            ..PrintSettings::new(language(request, accepted))
        }
    }
}

/// The pages of pads that are followed by a back. A back is a page with the scoring and the house rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backs {
    /// No page.
    None,
    /// The last page.
    Last,
    /// Every page.
    Every,
}

impl Backs {
    /// Creates the value from two settings: whether there are any backs, and whether there is one for every
    /// page of pads.
    pub fn new(legend: bool, every: bool) -> Backs {
        match (legend, every) {
            (_, true) => Backs::Every,
            (true, false) => Backs::Last,
            (false, false) => Backs::None,
        }
    }
}

/// A request for pads.
#[derive(Debug, Clone)]
pub struct PadRequest<'a> {
    /// The game.
    pub game: MatchGame,
    /// The players.
    pub players: PadPlayers,
    /// The house rules, as given in the request.
    pub options: Json,
    /// The number of pages, from 1 to [`MAX_PAGES`].
    pub pages: usize,
    /// Whether there are cells for the full record of each hand.
    pub record: bool,
    /// Whether a worked hand is printed above the rows, if there is room for it.
    pub example: bool,
    /// The pages of pads that are followed by a back.
    pub backs: Backs,
    /// The labels of the pads.
    pub labels: Labels,
    /// The print settings.
    pub print: PrintSettings<'a>,
}

impl<'a> PadRequest<'a> {
    /// Creates a request for one blank pad for the game's usual number of players, under the usual house rules.
    pub fn new(game: impl Into<MatchGame>, language: &'a Language) -> PadRequest<'a> {
        PadRequest {
            game: game.into(),
            players: PadPlayers::Anyone,
            options: Json::EMPTY,
            pages: 1,
            record: false,
            example: true,
            backs: Backs::Last,
            labels: Labels::default(),
            print: PrintSettings::new(language),
        }
    }

    /// Reads a request for the game with this id. The definition of a custom game is under [`DEFINITION`]. If
    /// the request has no language, `accepted` is used.
    ///
    /// # Errors
    /// The unknown id; or else every fault of the definition, with a pointer below `/definition`, and every
    /// fault in the form of the other fields.
    ///
    /// ```
    /// use overtrick_core::json::Json;
    /// use overtrick_match::lang::Language;
    /// use overtrick_paper::requests::PadRequest;
    /// use overtrick_paper::sheets::pads;
    ///
    /// let id = overtrick_games::all()[0].facts.id;
    /// let request = PadRequest::read_of(id, Vec::new(), Language::english()).unwrap();
    /// assert_eq!(pads(&request).unwrap().drawing.pages.len(), 2, "a pad and its back");
    ///
    /// let entries = vec![("papr".to_owned(), Json::from("a4"))];
    /// let faults = PadRequest::read_of("own", entries, Language::english()).unwrap_err();
    /// let pointers: Vec<&str> = faults.iter().map(|fault| &*fault.pointer).collect();
    /// assert_eq!(pointers, ["/definition", "/papr"]);
    /// ```
    pub fn read_of(
        id: &str,
        mut entries: Vec<(String, Json)>,
        accepted: &'static Language,
    ) -> Result<PadRequest<'static>, Faults> {
        let game: Result<MatchGame, Faults> = match games::find(id) {
            Some(game) => Ok(game.into()),
            None if id == OWN => {
                let definition = entries.extract_if(.., |(name, _)| name == DEFINITION.name);
                match definition.last() {
                    Some((_, definition)) => {
                        let game = [("game", OWN.into()), (DEFINITION.name, definition)];
                        MatchGame::new(&Json::object(game))
                    }
                    None => Err(Finding::missing("/definition").into()),
                }
            }
            None => return Err(unknown_game(id).into()),
        };
        let mut reading = Reading::default();
        let request = &fields_within(&mut reading, &PAD, entries, "");
        let labels = Labels::read(request);
        let mut faults = game.as_ref().err().cloned().unwrap_or_default();
        faults.extend(reading.findings);
        faults.extend(labels.faults());
        let game = match game {
            Ok(game) if faults.is_empty() => game,
            _ => return Err(faults),
        };
        Ok(PadRequest {
            game,
            players: match request.get(PLAYERS.name()) {
                Some(Json::Int(count)) => PadPlayers::Count(usize::try_from(*count).unwrap_or(0)),
                Some(names) => PadPlayers::Named(names.typed().unwrap_or_default()),
                None => PadPlayers::Anyone,
            },
            options: request.get(OPTIONS.name()).cloned().unwrap_or(Json::EMPTY),
            pages: number(request, &PAGES, 1),
            record: flag(request, &RECORD, false),
            example: flag(request, &EXAMPLE, true),
            backs: Backs::new(flag(request, &LEGEND, true), flag(request, &BACKS, false)),
            labels,
            print: PrintSettings::read(request, accepted),
        })
    }

    /// Reads a request with the id of its game under [`GAME`].
    ///
    /// # Errors
    /// A missing or unknown id, or the faults of [`read_of`](PadRequest::read_of).
    pub fn read_any(
        mut entries: Vec<(String, Json)>,
        accepted: &'static Language,
    ) -> Result<PadRequest<'static>, Faults> {
        let named = entries.extract_if(.., |(name, _)| name == GAME.name).last();
        let (code, args) = match named {
            Some((_, Json::Text(id))) => return PadRequest::read_of(&id, entries, accepted),
            Some((_, other)) => ("wrong-type", args![expected: "text", found: other.kind()]),
            None => ("missing-field", args![]),
        };
        Err(Finding::shape(code, "/game", args).into())
    }
}

/// A request for the sheet of a match.
#[derive(Debug, Clone)]
pub struct SheetRequest<'a> {
    /// Whether the derivation of every point is added.
    pub explain: bool,
    /// The address of the match, printed as text and as a QR code.
    pub link: Option<String>,
    /// The print settings.
    pub print: PrintSettings<'a>,
}

impl SheetRequest<'_> {
    /// Reads a request. If the request has no language, `accepted` is used.
    ///
    /// # Errors
    /// Every fault in the form of the request.
    pub fn read(
        entries: Vec<(String, Json)>,
        accepted: &'static Language,
    ) -> Result<SheetRequest<'static>, Faults> {
        let request = object_of(SHEET, entries)?;
        Ok(SheetRequest {
            explain: flag(&request, &EXPLAIN, false),
            link: text(&request, &LINK),
            print: PrintSettings::read(&request, accepted),
        })
    }
}

/// A request for a booklet: the rules of a game.
#[derive(Debug, Clone)]
pub struct BookletRequest<'a> {
    /// The game.
    pub game: &'a Entry,
    /// The house rules, as given in the request.
    pub options: Json,
    /// The paper.
    pub paper: Paper,
    /// Whether two pages are printed on each side of a sheet, in the order for folding.
    pub fold: bool,
    /// An address, printed with a QR code.
    pub link: Option<String>,
    /// The language.
    pub language: &'a Language,
}

impl<'a> BookletRequest<'a> {
    /// Creates a request for unfolded A4 pages under the usual house rules.
    pub fn new(game: &'a Entry, language: &'a Language) -> BookletRequest<'a> {
        BookletRequest {
            game,
            options: Json::EMPTY,
            paper: Paper::default(),
            fold: false,
            link: None,
            language,
        }
    }

    /// Reads a request under the usual house rules. If the request has no language, `accepted` is used.
    ///
    /// # Errors
    /// Every fault in the form of the request.
    pub fn read(
        game: &'static Entry,
        entries: Vec<(String, Json)>,
        accepted: &'static Language,
    ) -> Result<BookletRequest<'static>, Faults> {
        let request = object_of(BOOKLET, entries)?;
        Ok(BookletRequest {
            paper: paper(&request),
            fold: flag(&request, &FOLD, false),
            link: text(&request, &LINK),
            ..BookletRequest::new(game, language(&request, accepted))
        })
    }
}

/// Returns the paper of a request.
fn paper(request: &Json) -> Paper {
    let paper = request.text(PAPER.name());
    paper.and_then(Paper::find).unwrap_or_default()
}

/// Returns the language of a request; `accepted` if the request has none.
fn language(request: &Json, accepted: &'static Language) -> &'static Language {
    let language = request.text(LANG.name());
    language.and_then(Language::find).unwrap_or(accepted)
}

/// Returns whether a setting is on; `default` if the request does not have it.
fn flag(request: &Json, setting: &Setting, default: bool) -> bool {
    match request.get(setting.name()) {
        Some(Json::Bool(is_on)) => *is_on,
        _ => default,
    }
}

/// Returns a number; `default` if the request does not have it. Its range is already checked.
fn number<T: TryFrom<i64>>(request: &Json, setting: &Setting, default: T) -> T {
    let number = request.int(setting.name()).map(T::try_from);
    number.and_then(Result::ok).unwrap_or(default)
}

/// Returns a text to print, if there is one.
fn text(request: &Json, setting: &Setting) -> Option<String> {
    let text = request.text(setting.name())?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Checks an address that will be printed. `name` is the name of its setting.
///
/// # Errors
/// The address is too long for a QR code, or is not the address of a web page.
pub fn check_link(name: &'static str, link: &str) -> Result<(), Finding> {
    /// A longer address makes a QR code that is too fine to read from paper.
    const LONGEST: usize = 10 * LONGEST_NAME;
    let code = match link {
        long if long.len() > LONGEST => "link-too-long",
        page if is_web_address(page) => return Ok(()),
        _ => "link-scheme",
    };
    Err(Finding::rule(code, format!("/{name}"), args![]))
}

/// Whether this is the address of a web page. Other addresses could make a PDF reader run or open something.
fn is_web_address(link: &str) -> bool {
    let is_visible = |letter: char| !letter.is_whitespace() && !letter.is_control();
    link.split_once("://").is_some_and(|(scheme, rest)| {
        let is_page = matches!(&*scheme.to_ascii_lowercase(), "https" | "http");
        is_page && !rest.is_empty() && rest.chars().all(is_visible)
    })
}

/// Returns the faults of a request that cannot be printed; empty if the program is at fault. `game` is the id
/// of the game, or the name of a custom game.
pub fn findings(error: PrintError, game: impl Into<Arg>) -> Faults {
    match error {
        PrintError::Faults(findings) => findings,
        PrintError::TooSmall { size, nearest } => {
            let millimeters = |length: f32| format!("{length:.0}");
            let (least, there) = (size.least, size.there);
            let args = args![
                game: game.into(), players: size.seats,
                width: millimeters(least.w.ceil()), height: millimeters(least.h.ceil()),
                there_width: millimeters(there.w.floor()), there_height: millimeters(there.h.floor()),
                nearest: nearest.map(query).unwrap_or_default()
            ];
            let fault = Finding::rule("does-not-fit", "/paper", args);
            vec![fault.with_message(nearest.map(|_| "does-not-fit-nearest"))]
        }
        // These requests use only built-in layouts and fonts, so the program is at fault.
        PrintError::Template(_) | PrintError::Font(_) | PrintError::Rules(_) => Vec::new(),
    }
}

/// Returns the fault for a document with no pages, or with more than [`MAX_PAGES`].
pub(crate) fn pages_fault(found: usize) -> Finding {
    let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    out_of_range("/pages", number(found), &(1..=number(MAX_PAGES)))
}

/// Returns the query string for a page setup.
fn query(setup: PageSetup) -> String {
    let (paper, landscape, per_page) = (setup.paper.id(), setup.landscape, setup.per_page);
    format!("paper={paper}&landscape={landscape}&per_page={per_page}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_has_every_paper() {
        let ids: Vec<&str> = Paper::ALL.iter().map(|paper| paper.id()).collect();
        let mut words = PAPER.words().to_vec();
        words.sort_by_key(|word| ids.iter().position(|id| id == word));
        assert_eq!(words, ids);
    }

    #[test]
    fn spaces_around_a_text_do_not_count() {
        let places = |length: usize| {
            let labels = Labels {
                title: Some(format!(" {} ", "x".repeat(length))),
                ..Labels::default()
            };
            labels.faults().len()
        };
        assert_eq!((places(LONGEST), places(LONGEST + 1)), (0, 1));
    }

    #[test]
    fn the_setting_has_every_language() {
        assert_eq!(LANG.words(), Language::tags().collect::<Vec<_>>());
    }
}
