//! What printing commands share: paper, layouts, fonts, and a PDF that is written whole or not at all.

#![expect(
    clippy::disallowed_methods,
    reason = "layouts and fonts are files of the user's"
)]

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{CommandError, Outcome, print_faults};
use crate::lang::Language;
use crate::pdf;
use crate::rules::form::distance;
use crate::rules::{Facts, args};
use crate::sheets::paper::{PageSetup, Paper};
use crate::sheets::{self, MOST_PAGES, Printable};

/// The page and what is set on it.
#[derive(Debug, Args)]
pub struct Paging {
    /// The paper: a4, letter, a5 or a6
    #[arg(long, default_value = "a4")]
    paper: String,
    /// The paper on its long side
    #[arg(long)]
    landscape: bool,
    /// A font for characters that the house's own lack; again for more
    #[arg(long = "font", value_name = "FILE")]
    fonts: Vec<PathBuf>,
    /// A layout of your own instead of the house's
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
}

impl Paging {
    /// The page.
    pub fn setup(&self, per_page: usize, language: &Language) -> Result<PageSetup, CommandError> {
        let paper = Paper::find(&self.paper).ok_or_else(|| {
            let near = Paper::ALL
                .iter()
                .map(|paper| paper.id())
                .min_by_key(|id| distance(&self.paper, id))
                .unwrap_or("a4");
            let papers: Vec<String> = Paper::ALL.iter().map(|paper| paper.id().into()).collect();
            let args = args![found: self.paper.clone(), papers: papers, near: near.to_owned()];
            CommandError::Usage(Some(language.format("pad", "bad-paper", &args)))
        })?;
        Ok(PageSetup {
            paper,
            landscape: self.landscape,
            per_page,
        })
    }

    /// The text of the layout that was given.
    pub fn template(&self, language: &Language) -> Result<Option<String>, CommandError> {
        let Some(file) = &self.template else {
            return Ok(None);
        };
        let read = fs::read_to_string(file);
        read.map(Some)
            .map_err(|error| unread(file, &error, language))
    }

    /// The bytes of the fonts that were given.
    pub fn fonts(&self, language: &Language) -> Result<Vec<Vec<u8>>, CommandError> {
        let read = |file: &PathBuf| fs::read(file).map_err(|error| unread(file, &error, language));
        self.fonts.iter().map(read).collect()
    }
}

fn unread(file: &Path, error: &io::Error, language: &Language) -> CommandError {
    let args = args![file: file.display().to_string(), reason: error.to_string()];
    CommandError::Files(language.format("pad", "cannot-read", &args))
}

/// A PDF would only garble a terminal.
pub fn refuse_terminal(output: &Path, language: &Language) -> Outcome {
    if is_standard_output(output) && io::stdout().is_terminal() {
        let said = language.text("pad", "nothing-to-terminal");
        return Err(CommandError::Usage(Some(said)));
    }
    Ok(())
}

fn is_standard_output(output: &Path) -> bool {
    output.as_os_str() == "-"
}

/// What went wrong, in words.
pub fn said(
    error: sheets::PrintError,
    facts: &Facts,
    setup: PageSetup,
    paging: &Paging,
    language: &Language,
) -> CommandError {
    let usage = |said: String| CommandError::Usage(Some(said));
    match error {
        sheets::PrintError::Faults(findings) => {
            print_faults(&language.word(facts.id), &findings, language);
            CommandError::Usage(None)
        }
        sheets::PrintError::Template(fault) => {
            let file = paging.template.as_deref().map(Path::display);
            let file = file.map_or_else(String::new, |file| format!("{file}: "));
            usage(format!("{file}{}", fault.message(language)))
        }
        sheets::PrintError::TooSmall { size, nearest } => {
            let millimeters = |length: f32| format!("{:.0}", length.ceil());
            let nearest = nearest.map(flags);
            let key = match nearest {
                Some(_) => "too-small-nearest",
                None => "too-small",
            };
            let players = language.format("ui", "players-exact", &args![least: size.seats]);
            let args = args![
                game: facts.id, players: players,
                width: millimeters(size.least.0), height: millimeters(size.least.1),
                there_width: format!("{:.0}", size.there.0.floor()),
                there_height: format!("{:.0}", size.there.1.floor()),
                setup: name(setup, language), nearest: nearest.unwrap_or_default()
            ];
            usage(language.format("pad", key, &args))
        }
        sheets::PrintError::Pages => {
            let args = args![found: 0, most: MOST_PAGES];
            usage(language.format("pad", "pages-range", &args))
        }
        sheets::PrintError::Font(index) => {
            let file = paging
                .fonts
                .get(index)
                .map(|file| file.display().to_string());
            let args = args![file: file.unwrap_or_default()];
            usage(language.format("pad", "bad-font", &args))
        }
        sheets::PrintError::Link => usage(language.text("pad", "bad-link")),
    }
}

fn name(setup: PageSetup, language: &Language) -> String {
    let key = if setup.landscape {
        "setup-landscape"
    } else {
        "setup"
    };
    let args = args![paper: setup.paper.name(), per_page: setup.per_page];
    language.format("pad", key, &args)
}

/// A page as it is asked for.
fn flags(setup: PageSetup) -> String {
    let mut flags = format!("--paper {}", setup.paper.id());
    if setup.landscape {
        flags += " --landscape";
    }
    if setup.per_page > 1 {
        flags += &format!(" --per-page {}", setup.per_page);
    }
    flags
}

/// Writes the PDF, whole or not at all, and says which characters it had to replace.
pub fn write(printable: &Printable, output: &Path, language: &Language) -> Outcome {
    let missing = &printable.drawing.missing;
    if !missing.is_empty() {
        let characters: Vec<String> = missing.iter().map(char::to_string).collect();
        let args = args![characters: characters, count: missing.len()];
        let said = language.format("pad", "missing-characters", &args);
        eprintln!("overtrick: {said}");
    }
    let bytes = pdf::render(printable);
    if is_standard_output(output) {
        let mut out = io::stdout().lock();
        out.write_all(&bytes)?;
        return Ok(out.flush()?);
    }
    write_file(&bytes, output).map_err(|error| {
        let args = args![file: output.display().to_string(), reason: error.to_string()];
        CommandError::Files(language.format("pad", "cannot-write", &args))
    })
}

/// Writes beside the destination first, so that nothing half written ever stands there.
fn write_file(bytes: &[u8], output: &Path) -> io::Result<()> {
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    if name.is_empty() || output.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let beside = output.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, output));
    if written.is_err() {
        // What is left of the attempt is of no use; if it cannot be removed, the fault told is the
        // first one.
        drop(fs::remove_file(&beside));
    }
    written
}
