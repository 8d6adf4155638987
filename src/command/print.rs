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
use overtrick_core::distance;
use overtrick_match::MatchGame;
use overtrick_match::lang::Language;
use overtrick_paper::layout::fonts::BadFont;
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::pdf;
use overtrick_paper::requests::{self, MAX_REASONS_OF_A_SHEET, MOST_PAGES, PrintSettings};
use overtrick_paper::{PrintError, Printable};

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
    fn setup(&self, per_page: usize, language: &Language) -> Result<PageSetup, CommandError> {
        let paper = Paper::find(&self.paper).ok_or_else(|| {
            let near = Paper::ALL
                .iter()
                .map(|paper| paper.id())
                .min_by_key(|id| distance(&self.paper, id))
                .unwrap_or_default();
            let papers: Vec<String> = Paper::ALL.iter().map(|paper| paper.id().into()).collect();
            let args = args![found: self.paper.clone(), papers: papers, near: near.to_owned()];
            CommandError::usage(language.format("pad", "bad-paper", &args))
        })?;
        Ok(PageSetup {
            paper,
            landscape: self.landscape,
            per_page,
            gutter: self.gutter,
        })
    }

    /// Draws a print job on this page and writes the PDF.
    pub fn print(
        &self,
        per_page: usize,
        output: &Path,
        game: &MatchGame,
        language: &Language,
        draw: impl FnOnce(PrintSettings<'_>) -> Result<Printable, PrintError>,
    ) -> Outcome {
        let setup = self.setup(per_page, language)?;
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
        let printable = draw(PrintSettings {
            setup,
            template: template.as_deref(),
            fonts: &fonts,
            language,
        });
        let printable = printable.map_err(|error| self.error(error, game, setup, language))?;
        write(&printable, output, language)
    }

    /// The message for a print error.
    fn error(
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
            PrintError::Script(unset) => {
                let script = language.script(&unset.script);
                let file = unset.font.and_then(|font| self.fonts.get(font));
                let key = match file {
                    Some(_) => "script-without-rules",
                    None => "script-without-font",
                };
                let file = file.map(|file| file.display().to_string());
                let args = args![text: unset.text, script: script, file: file.unwrap_or_default()];
                usage(language.format("pad", key, &args))
            }
            PrintError::Rules(what) => CommandError::files(what),
            PrintError::LinkScheme(_) | PrintError::Link(_) => bad_link(&error, language),
        }
    }
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
fn write(printable: &Printable, output: &Path, language: &Language) -> Outcome {
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
