//! Orders: what is to be printed, and how.

use std::sync::Arc;

use super::paper::PageSetup;
use super::picture::Picture;
use overtrick_core::json::Json;
use overtrick_games::Entry;
use overtrick_match::document::Scored;
use overtrick_match::lang::Language;

/// Who is to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PadPlayers {
    /// The game's usual number of players, who write their names into the heads.
    Anyone,
    /// This number of players, who write their names into the heads.
    Count(usize),
    /// These players.
    Named(Vec<String>),
}

impl PadPlayers {
    /// Reads players as flags and queries give them: names, one number, or nothing.
    ///
    /// ```
    /// use overtrick_paper::sheets::PadPlayers;
    ///
    /// let read = |players: &[&str]| PadPlayers::of(players.iter().map(ToString::to_string).collect());
    /// assert_eq!(read(&[]), PadPlayers::Anyone);
    /// assert_eq!(read(&["4"]), PadPlayers::Count(4));
    /// assert_eq!(read(&["Ann"]), PadPlayers::Named(vec!["Ann".to_owned()]));
    /// assert_eq!(read(&["3", "4"]), PadPlayers::Named(vec!["3".to_owned(), "4".to_owned()]));
    /// ```
    pub fn of(players: Vec<String>) -> PadPlayers {
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

/// What a document states of itself, beside the game and its rules.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    /// The title of the match.
    pub title: Option<String>,
    /// The day, as it is to be printed.
    pub date: Option<String>,
    /// The location.
    pub place: Option<String>,
    /// The address of the match, printed as text and as a QR code.
    pub link: Option<String>,
    /// The address at which the match is watched: a QR code that says so. It has a key, which is not spelled out.
    pub watch: Option<String>,
    /// The same of the address at which its hands are entered. Whoever has the paper can do so.
    pub enter: Option<String>,
    /// The picture of the club, in the head.
    pub logo: Option<Arc<Picture>>,
}

impl Labels {
    /// Every address that is printed as a code, from the right, by the name of what it is for.
    pub fn links(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let named = [
            ("link", &self.link),
            ("watch", &self.watch),
            ("enter", &self.enter),
        ];
        named
            .into_iter()
            .filter_map(|(name, link)| Some((name, link.as_deref()?)))
    }
}

/// How a document is printed.
#[derive(Debug, Clone, Copy)]
pub struct PrintSettings<'a> {
    /// The page.
    pub setup: PageSetup,
    /// The text of a club's own layout, used instead of the game's.
    pub template: Option<&'a str>,
    /// Fonts for scripts that the built-in ones lack.
    pub fonts: &'a [Vec<u8>],
    /// The language.
    pub language: &'a Language,
}

/// An order for pads.
#[derive(Debug)]
pub struct PadOrder<'a> {
    /// The game.
    pub game: &'a Entry,
    /// Who is to play.
    pub players: PadPlayers,
    /// House rules as written.
    pub options: Json,
    /// The number of pages, from 1 to [`MOST_PAGES`](super::MOST_PAGES).
    pub pages: usize,
    /// Whether a worked hand stands above the rows, where there is room for one.
    pub example: bool,
    /// What the pads state of themselves.
    pub labels: Labels,
    /// How they are printed.
    pub print: PrintSettings<'a>,
}

impl<'a> PadOrder<'a> {
    /// An order for one blank pad under the usual house rules.
    pub fn blank(
        game: &'a Entry,
        players: usize,
        setup: PageSetup,
        language: &'a Language,
    ) -> PadOrder<'a> {
        PadOrder {
            game,
            players: PadPlayers::Count(players),
            options: Json::Object(Vec::new()),
            pages: 1,
            example: true,
            labels: Labels::default(),
            print: PrintSettings {
                setup,
                template: None,
                fonts: &[],
                language,
            },
        }
    }
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
    /// The address of the match, printed as text and as a QR code.
    pub link: Option<String>,
    /// How it is printed.
    pub print: PrintSettings<'a>,
}
