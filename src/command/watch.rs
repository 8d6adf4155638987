//! `overtrick watch`: the sheet of a match on the whole screen, as it is recorded.

pub mod following;
mod published;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use clap::Args;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Print, SetAttribute};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{execute, queue};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::changes::last_hand;
use super::error::{CommandError, Outcome};
use super::faults::FaultFormat;
use super::grid::filled;
use super::match_file::{MatchFile, is_absent};
use super::server_match::Link;
use super::table::table;
use following::{Followed, Seen};
use overtrick_match::lang::{Language, visible};
use overtrick_match::ledger::Ledger;

/// How often a file is looked at.
const OFTEN: Duration = Duration::from_millis(500);
/// The columns beside which the last hand has room for its derivation.
const WIDE: usize = 150;
/// The columns of the sheet beside it.
const SHEET: usize = 100;

/// Show a match on the whole screen while it is recorded, in this terminal or another.
///
/// The arrow keys scroll, q ends. Where there is room, the last hand and why it scored as it did stand beside
/// the sheet. A match that a server keeps is shown as phones record it; after a lost connection it goes on by
/// itself, and it goes on with the next match of the same players. What is published is shown without a key.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&[
    "overtrick watch friday.json",
    "overtrick watch $LINK",
]))]
pub struct Watch {
    /// The match document; or a link of a match that a server keeps, its public address, or a code to join
    ///
    /// A link is the one that the share screen gives, or one without a key, which may be in OVERTRICK_KEY. A code
    /// stands behind the address of its service: "https://cards.example ACD679".
    #[arg(value_name = "FILE|LINK")]
    of: String,
}

/// What is watched.
enum Watched {
    File(Box<MatchFile>),
    AtServer(Followed),
}

impl Watched {
    /// The sheet, and the last hand with its derivation, as far as it may be seen.
    fn text(&self, language: &Language) -> (String, String) {
        let ledger: &Ledger = match self {
            Watched::File(file) => file.ledger(),
            Watched::AtServer(followed) => match followed.seen() {
                Seen::Match(ledger) => ledger,
                Seen::Published(published) => return (published.text(language), String::new()),
            },
        };
        let scored = ledger.scored();
        let sheet = scored.map(|scored| table(&scored, false, language));
        (sheet.unwrap_or_default(), last_hand(ledger, language))
    }

    /// Whether there is something new to see.
    ///
    /// # Errors
    /// The server does not show the match any more.
    fn is_new(&mut self) -> Result<bool, CommandError> {
        match self {
            // A program that replaces the file is never seen halfway; one that writes it in place may be.
            Watched::File(file) => Ok(file.refresh_quietly()),
            Watched::AtServer(followed) => followed.is_new(),
        }
    }

    /// How long to wait for a key.
    fn patience(&self) -> Duration {
        match self {
            Watched::File(_) => OFTEN,
            Watched::AtServer(_) => OFTEN / 5,
        }
    }
}

/// The whole screen, which is given back when this is dropped.
struct Screen;

impl Screen {
    fn take() -> io::Result<Screen> {
        terminal::enable_raw_mode()?;
        let screen = Screen;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        drop(execute!(io::stdout(), Show, LeaveAlternateScreen));
        drop(terminal::disable_raw_mode());
    }
}

impl Watch {
    pub fn run(self, language: &'static Language) -> Outcome {
        let mut watched = if Link::is_link(&self.of) {
            let link = Link::open(&self.of, None, language)?.with_key();
            Watched::AtServer(Followed::new(link, language)?)
        } else {
            let path = Path::new(&self.of);
            let meant = Link::meant(&self.of, language).filter(|_| is_absent(path));
            if let Some(error) = meant {
                return Err(error);
            }
            let file = MatchFile::read(path, FaultFormat::Text, language)?;
            Watched::File(Box::new(file))
        };
        if !(io::stdout().is_terminal() && io::stdin().is_terminal()) {
            let message = language.text("keep", "no-terminal");
            return Err(CommandError::usage(message));
        }
        let screen = Screen::take()?;
        let outcome = watch(&mut watched, language);
        drop(screen);
        outcome
    }
}

fn watch(watched: &mut Watched, language: &Language) -> Outcome {
    let mut scrolled = 0;
    let mut is_new = true;
    loop {
        if is_new {
            let foot = match &watched {
                Watched::AtServer(followed) if followed.is_away() => "help-watch-away",
                _ => "help-watch",
            };
            scrolled = draw(watched.text(language), scrolled, foot, language)?;
        }
        is_new = if event::poll(watched.patience())? {
            match event::read()? {
                Event::Key(key) if key.kind == KeyEventKind::Press => {
                    let is_interrupt = key.modifiers.contains(KeyModifiers::CONTROL);
                    match key.code {
                        KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
                        KeyCode::Char('c') if is_interrupt => return Ok(()),
                        KeyCode::Down => scrolled += 1,
                        KeyCode::Up => scrolled = scrolled.saturating_sub(1),
                        KeyCode::PageDown | KeyCode::Char(' ') => scrolled += 10,
                        KeyCode::PageUp => scrolled = scrolled.saturating_sub(10),
                        KeyCode::Home => scrolled = 0,
                        _ => {}
                    }
                    true
                }
                Event::Resize(..) => true,
                _ => false,
            }
        } else {
            watched.is_new()?
        };
    }
}

/// Draws the match; returns how far it is scrolled: no further than there is something to see.
fn draw(
    (sheet, last): (String, String),
    scrolled: usize,
    foot: &str,
    language: &Language,
) -> io::Result<usize> {
    let (columns, rows) = terminal::size()?;
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    let sheet = visible(&sheet);
    let beside = if columns >= WIDE {
        visible(&last)
    } else {
        String::new()
    };
    // Rows of tables begin with a space; they are cut, and sentences wrapped.
    let fitted = |line: &str| {
        if line.starts_with(' ') {
            vec![line.to_owned()]
        } else {
            filled(line, columns)
        }
    };
    let left: Vec<String> = sheet.lines().flat_map(fitted).collect();
    let right: Vec<&str> = beside.lines().collect();
    let foot = language.text("keep", foot);
    let room = rows.saturating_sub(1);
    let scrolled = scrolled.min(left.len().max(right.len()).saturating_sub(room));
    let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let mut out = io::stdout().lock();
    queue!(out, BeginSynchronizedUpdate, Clear(ClearType::All))?;
    for row in 0..room {
        let (left, right) = (left.get(row + scrolled), right.get(row));
        let y = u16::try_from(row).unwrap_or(u16::MAX);
        queue!(out, MoveTo(0, y))?;
        let is_head = row + scrolled == 0 && !plain;
        if is_head {
            queue!(out, SetAttribute(Attribute::Bold))?;
        }
        queue!(out, Print(cut(left.map_or("", String::as_str), columns)))?;
        if is_head {
            queue!(out, SetAttribute(Attribute::Reset))?;
        }
        if let Some(right) = right {
            let x = u16::try_from(SHEET + 4).unwrap_or(u16::MAX);
            queue!(out, MoveTo(x, y), Print(cut(right, columns - SHEET - 4)))?;
        }
    }
    let y = u16::try_from(room).unwrap_or(u16::MAX);
    queue!(
        out,
        MoveTo(0, y),
        Print(cut(&foot, columns)),
        EndSynchronizedUpdate
    )?;
    out.flush()?;
    Ok(scrolled)
}

/// As much of a line as fits.
fn cut(line: &str, columns: usize) -> String {
    let mut width = 0;
    let fitting = line.graphemes(true).take_while(|letter| {
        width += letter.width();
        width <= columns
    });
    fitting.collect()
}
