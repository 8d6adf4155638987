//! `overtrick watch`: the sheet of a match on the whole screen, as it is recorded.

pub mod following;
mod published;

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

use super::changes::last_hand_within;
use super::error::{CommandError, Outcome};
use super::faults::FaultFormat;
use super::match_file::{MatchFile, is_absent};
use super::output;
use super::server_match::Link;
use super::table::{fitted, told};
use following::{Followed, Seen};
use overtrick_match::lang::{Language, visible};
use overtrick_match::ledger::Match;

/// How often a file is looked at.
const OFTEN: Duration = Duration::from_millis(500);
/// The least columns of the last hand beside the sheet, and the most.
const BESIDE: usize = 56;
const MOST_BESIDE: usize = 100;
/// The columns between the two.
const BETWEEN: usize = 4;
/// The columns to which the sentences of the sheet are wrapped beside the last hand, if its table is no wider.
const SENTENCES: usize = 40;

/// Show a match on the whole screen while it is recorded, in this terminal or another.
///
/// The arrow keys scroll, q ends. The last hand and why it scored as it did stand beside the sheet where there is
/// room, otherwise below it. A sheet that is longer than the screen is shown from its end. A match that a server
/// keeps is shown as phones record it; after a lost connection it goes on by itself, and it goes on with the next
/// match of the same players. What is published is shown without a key.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&[
    "overtrick watch friday.json",
    "overtrick watch $LINK",
]))]
pub struct Watch {
    /// The match document; or a link of a match that a server keeps, its public address, or a code to join
    ///
    /// A link is the one that the share screen gives, or one without a key, which may be in OVERTRICK_KEY. A code
    /// stands behind the address of its service, after a space and within the same quotation marks.
    #[arg(value_name = "FILE|LINK")]
    of: String,
}

/// What is watched.
enum Watched {
    File(Box<MatchFile>),
    AtServer(Followed),
}

impl Watched {
    /// The sheet, and the match of which the last hand is shown, as far as it may be seen.
    fn sheet(&self, language: &Language) -> (String, Option<&Match>) {
        let played: &Match = match self {
            Watched::File(file) => file.played(),
            Watched::AtServer(followed) => match followed.seen() {
                Seen::Match(played) => played,
                Seen::Published(published) => return (published.text(language), None),
            },
        };
        let scored = played.scored();
        let sheet = scored.map(|scored| told(&scored, language));
        (sheet.unwrap_or_default(), Some(played))
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
    // Until the user scrolls, the newest hands stay in sight.
    let mut scrolled: Option<usize> = None;
    let mut is_new = true;
    let mut shown = 0;
    loop {
        if is_new {
            let foot = match &watched {
                Watched::AtServer(followed) if followed.is_away() => "help-watch-away",
                _ => "help-watch",
            };
            let (columns, rows) = terminal::size()?;
            let size = (usize::from(columns), usize::from(rows));
            let page = Page::new(watched, size.0, language);
            shown = draw(&page, scrolled, size, &language.text("keep", foot))?;
            scrolled = scrolled.map(|_| shown);
        }
        is_new = if event::poll(watched.patience())? {
            match event::read()? {
                Event::Key(key) if key.kind == KeyEventKind::Press => {
                    let is_interrupt = key.modifiers.contains(KeyModifiers::CONTROL);
                    let to = match key.code {
                        KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
                        KeyCode::Char('c') if is_interrupt => return Ok(()),
                        KeyCode::Down => Some(shown + 1),
                        KeyCode::Up => Some(shown.saturating_sub(1)),
                        KeyCode::PageDown | KeyCode::Char(' ') => Some(shown + 10),
                        KeyCode::PageUp => Some(shown.saturating_sub(10)),
                        KeyCode::Home => Some(0),
                        KeyCode::End => None,
                        _ => scrolled,
                    };
                    scrolled = to;
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

/// What there is to see in a terminal of some width.
struct Page {
    /// The lines of the sheet, and of the last hand if it stands below.
    lines: Vec<String>,
    /// How many of them are the sheet.
    sheet: usize,
    /// The column and the lines of the last hand if it stands beside the sheet.
    beside: Option<(usize, Vec<String>)>,
}

impl Page {
    fn new(watched: &Watched, columns: usize, language: &Language) -> Page {
        let (sheet, played) = watched.sheet(language);
        let sheet = visible(&sheet);
        let lines_of = |text: &str| text.lines().map(str::to_owned).collect::<Vec<String>>();
        let last = |width: usize| {
            let last = played.map(|played| last_hand_within(played, width, language));
            lines_of(&visible(&last.unwrap_or_default()))
        };
        let rows = sheet.lines().filter(|line| line.starts_with(' '));
        let table = rows.map(UnicodeWidthStr::width).max().unwrap_or(0);
        let left = table.max(SENTENCES);
        if let Some(room) = columns
            .checked_sub(left + BETWEEN)
            .filter(|room| *room >= BESIDE)
        {
            let lines = lines_of(&fitted(&sheet, left));
            return Page {
                sheet: lines.len(),
                lines,
                beside: Some((left + BETWEEN, last(room.min(MOST_BESIDE)))),
            };
        }
        let mut lines = lines_of(&fitted(&sheet, columns));
        let sheet = lines.len();
        let last = last(columns);
        if !last.is_empty() {
            lines.push(String::new());
            lines.extend(last);
        }
        Page {
            lines,
            sheet,
            beside: None,
        }
    }
}

/// Draws a match; returns how far it is scrolled: no further than there is something to see. Without a wish, as
/// far as the end of its sheet.
fn draw(
    page: &Page,
    scrolled: Option<usize>,
    (columns, rows): (usize, usize),
    foot: &str,
) -> io::Result<usize> {
    let room = rows.saturating_sub(1);
    let beside = page.beside.iter().map(|(_, lines)| lines.len()).max();
    let most = page
        .lines
        .len()
        .max(beside.unwrap_or(0))
        .saturating_sub(room);
    let scrolled = scrolled
        .unwrap_or(page.sheet.saturating_sub(room))
        .min(most);
    let is_bold = output::is_colored();
    let at = |row: usize| u16::try_from(row).unwrap_or(u16::MAX);
    let mut out = io::stdout().lock();
    queue!(out, BeginSynchronizedUpdate, Clear(ClearType::All))?;
    for row in 0..room {
        let is_head = row + scrolled == 0 && is_bold;
        queue!(out, MoveTo(0, at(row)))?;
        if is_head {
            queue!(out, SetAttribute(Attribute::Bold))?;
        }
        let line = page.lines.get(row + scrolled);
        queue!(out, Print(cut(line.map_or("", String::as_str), columns)))?;
        if is_head {
            queue!(out, SetAttribute(Attribute::Reset))?;
        }
        // Beside a sheet that scrolls, the last hand stays where it is.
        if let Some((column, lines)) = &page.beside
            && let Some(line) = lines.get(row)
        {
            let line = cut(line, columns.saturating_sub(*column));
            queue!(out, MoveTo(at(*column), at(row)), Print(line))?;
        }
    }
    queue!(
        out,
        MoveTo(0, at(room)),
        Print(cut(foot, columns)),
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
