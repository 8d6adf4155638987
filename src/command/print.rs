//! Shared by `pad` and `sheet`: paper, layouts, fonts, and writing a complete PDF or none.

#![expect(
    clippy::disallowed_methods,
    reason = "layouts and fonts are files of the user's"
)]

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::error::{CommandError, FailureKind, Outcome, fault_lines};
use super::output::{self, NewFile};
use super::words;
use overtrick_core::args;
use overtrick_match::MatchGame;
use overtrick_match::lang::Language;
use overtrick_paper::layout::fonts::BadFont;
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::pdf;
use overtrick_paper::requests::{self, MAX_REASONS_OF_A_SHEET, MOST_PAGES, PrintSettings};
use overtrick_paper::{PrintError, Printable};
use overtrick_server::system_fonts::with_characters;

/// The page, its layout and its fonts.
#[derive(Debug, Args)]
pub struct Paging {
    #[arg(long, help = requests::PAPER.help(), default_value = Paper::default().id(),
          value_parser = words::PAPERS, hide_possible_values = true)]
    paper: String,
    #[arg(long, help = requests::LANDSCAPE.help())]
    landscape: bool,
    #[arg(long, help = requests::GUTTER.help(), value_name = "MM", num_args = 0..=1, default_value_t = 0, default_missing_value = "18",
          value_parser = clap::value_parser!(u8).range(0..=i64::from(PageSetup::MOST_GUTTER)))]
    gutter: u8,
    /// A font for characters that the built-in fonts lack, such as Arabic or Thai; repeatable
    #[arg(long = "font", value_name = "FILE")]
    fonts: Vec<PathBuf>,
    /// A layout of your own instead of the built-in one
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
}

/// The files that a print job needs.
#[derive(Debug)]
pub struct Resources {
    template: Option<String>,
    fonts: Vec<Vec<u8>>,
}

impl Resources {
    /// The same with the fonts of the system that have what a document lacks; `None` if there are none.
    pub fn with_system_fonts(&self, printable: &Printable) -> Option<Resources> {
        let missing = &*printable.drawing.missing;
        let found = if missing.is_empty() {
            Vec::new()
        } else {
            with_characters(missing)
        };
        (!found.is_empty()).then(|| Resources {
            template: self.template.clone(),
            fonts: [&self.fonts[..], &found].concat(),
        })
    }

    /// The settings of a print job on this page.
    pub fn settings<'a>(&'a self, setup: PageSetup, language: &'a Language) -> PrintSettings<'a> {
        PrintSettings {
            setup,
            template: self.template.as_deref(),
            fonts: &self.fonts,
            language,
        }
    }
}

impl Paging {
    /// This paper in portrait, with the built-in fonts and layout.
    pub const fn plain(paper: String) -> Paging {
        Paging {
            paper,
            landscape: false,
            gutter: 0,
            fonts: Vec::new(),
            template: None,
        }
    }

    /// The page setup.
    pub fn setup(&self, per_page: usize, language: &Language) -> Result<PageSetup, CommandError> {
        let paper = find_paper(&self.paper, language).map_err(CommandError::usage)?;
        Ok(PageSetup {
            paper,
            landscape: self.landscape,
            per_page,
            gutter: self.gutter,
        })
    }

    /// Reads the files with the layout and the fonts.
    pub fn resources(&self, language: &Language) -> Result<Resources, CommandError> {
        let failed = |file: &Path, error: &io::Error| {
            let args = args![file: file.display().to_string(), reason: error.to_string()];
            CommandError::files(language.format("pad", "cannot-read", &args))
        };
        let template = match &self.template {
            Some(file) => Some(fs::read_to_string(file).map_err(|error| failed(file, &error))?),
            None => None,
        };
        let mut fonts = Vec::new();
        for file in &self.fonts {
            fonts.push(fs::read(file).map_err(|error| failed(file, &error))?);
        }
        Ok(Resources { template, fonts })
    }

    /// Draws a print job on this page and writes the PDF.
    pub fn print(
        &self,
        output: &Path,
        game: &MatchGame,
        language: &Language,
        draw: impl Fn(PrintSettings<'_>) -> Result<Printable, PrintError>,
    ) -> Outcome {
        let setup = self.setup(1, language)?;
        let resources = self.resources(language)?;
        let failed = |error| self.error(error, game, setup, language);
        let printable = draw(resources.settings(setup, language)).map_err(failed)?;
        let printable = match resources.with_system_fonts(&printable) {
            Some(resources) => draw(resources.settings(setup, language)).map_err(failed)?,
            None => printable,
        };
        write(&printable, output, language)
    }

    /// The error of a command for a print error.
    pub fn error(
        &self,
        error: PrintError,
        game: &MatchGame,
        setup: PageSetup,
        language: &Language,
    ) -> CommandError {
        let usage = CommandError::usage;
        match error {
            PrintError::Faults(findings) => {
                let args = args![what: game.name(language), count: findings.len()];
                let message = language.format("ui", "not-printed", &args);
                let hints = fault_lines(&findings, language);
                CommandError::refused_for(message, hints).of_kind(FailureKind::Usage)
            }
            PrintError::Template(fault) => {
                let file = self.template.as_deref().map(Path::display);
                let file = file.map_or_else(String::new, |file| format!("{file}: "));
                usage(format!("{file}{}", fault.message(language)))
            }
            PrintError::TooSmall { size, nearest } => {
                let millimeters = |length: f32| format!("{:.0}", length.ceil());
                let nearest = nearest.map(flags);
                let key = match nearest {
                    Some(_) => "too-small-nearest",
                    None => "too-small",
                };
                let players = language.format("ui", "players-exact", &args![least: size.seats]);
                let args = args![
                    game: game.argument(), players: players,
                    width: millimeters(size.least.w), height: millimeters(size.least.h),
                    there_width: format!("{:.0}", size.there.w.floor()),
                    there_height: format!("{:.0}", size.there.h.floor()),
                    setup: setup_name(setup, language), nearest: nearest.unwrap_or_default()
                ];
                usage(language.format("pad", key, &args))
            }
            PrintError::Pages(found) => {
                let args = args![found: found, most: MOST_PAGES];
                usage(language.format("pad", "pages-range", &args))
            }
            PrintError::Font(bad) => {
                let (index, key) = match bad {
                    BadFont::Unreadable(index) => (index, "bad-font"),
                    BadFont::NoOutlines(index) => (index, "font-without-outlines"),
                };
                let file = self.fonts.get(index);
                let file = file.map(|file| file.display().to_string());
                let args = args![file: file.unwrap_or_default()];
                usage(language.format("pad", key, &args))
            }
            PrintError::TooLong { hands } => {
                let args = args![hands: hands, pages: MOST_PAGES, reasons: MAX_REASONS_OF_A_SHEET];
                usage(language.format("finding", "sheet-too-long", &args))
            }
            PrintError::Rules(what) => CommandError::files(what),
            PrintError::LinkScheme(_) | PrintError::Link(_) => bad_link(&error, language),
        }
    }
}

/// The paper of this name.
///
/// # Errors
/// A message that names the papers there are, and the most similar.
pub fn find_paper(name: &str, language: &Language) -> Result<Paper, String> {
    Paper::find(name).ok_or_else(|| {
        let papers: Vec<String> = Paper::ALL.iter().map(|paper| paper.id().into()).collect();
        let near = Paper::similar(name).id();
        let args = args![found: name.to_owned(), papers: papers, near: near.to_owned()];
        language.format("pad", "bad-paper", &args)
    })
}

/// The message for a link that cannot be printed.
pub fn bad_link(error: &PrintError, language: &Language) -> CommandError {
    let key = match error {
        PrintError::LinkScheme(_) => "bad-link-scheme",
        _ => "bad-link",
    };
    CommandError::usage(language.text("pad", key))
}

/// Refuses to write a PDF to a terminal.
pub fn refuse_terminal(output: &Path, language: &Language) -> Outcome {
    if is_standard_output(output) && io::stdout().is_terminal() {
        let message = language.text("pad", "nothing-to-terminal");
        return Err(CommandError::usage(message));
    }
    Ok(())
}

fn is_standard_output(output: &Path) -> bool {
    output.as_os_str() == "-"
}

fn setup_name(setup: PageSetup, language: &Language) -> String {
    let key = if setup.landscape {
        "setup-landscape"
    } else {
        "setup"
    };
    let args = args![paper: setup.paper.name(), per_page: setup.per_page];
    language.format("pad", key, &args)
}

/// The command line flags of a page setup.
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

/// Writes the complete PDF or nothing, and warns of characters that no font has.
pub fn write(printable: &Printable, output: &Path, language: &Language) -> Outcome {
    let missing = &printable.drawing.missing;
    if !missing.is_empty() {
        let characters: Vec<String> = missing.iter().map(char::to_string).collect();
        let args = args![characters: characters, count: missing.len()];
        let warning = language.format("pad", "missing-characters", &args);
        output::message(&format!("overtrick: {warning}"));
    }
    let bytes = pdf::render(printable);
    if is_standard_output(output) {
        let mut out = io::stdout().lock();
        out.write_all(&bytes)?;
        return Ok(out.flush()?);
    }
    write_file(&bytes, output).map_err(|error| {
        let args = args![file: output.display().to_string(), reason: error.to_string()];
        CommandError::files(language.format("pad", "cannot-write", &args))
    })
}

/// Writes to a temporary file beside the destination first, so that the destination is never partial.
fn write_file(bytes: &[u8], file: &Path) -> io::Result<()> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if name.is_empty() || file.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let new = NewFile::new(file);
    let written = fs::write(&new.part, bytes);
    new.finish(written)
}
