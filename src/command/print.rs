//! `overtrick sheet`, and code shared by all commands that print: page setup, layouts, fonts and PDF output.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::error::{CommandError, FailureKind, FaultFormat, Hint, Outcome, fault_lines};
use super::input::{self, Document};
use super::output::{self, Overwrite, language};
use overtrick_match::MatchGame;
use overtrick_paper::layout::fonts::BadFont;
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::pdf;
use overtrick_paper::requests::{self, PrintSettings, SheetRequest};
use overtrick_paper::sheets::sheet;
use overtrick_paper::{PrintError, Printable};
use overtrick_server::system_fonts::draw_with_fonts;

/// Print a match as PDF, with one row per hand, totals, corrections and standings.
#[derive(Debug, Args)]
pub struct Sheet {
    /// The match document, or - for standard input
    file: String,
    #[arg(long, help = requests::EXPLAIN.help())]
    explain: bool,
    #[command(flatten)]
    paging: Paging,
    #[arg(long, help = requests::LINK.help(), value_name = "URL")]
    link: Option<String>,
    /// The PDF to write; - is standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

impl Sheet {
    pub fn run(self) -> Outcome {
        check(&self.output, &self.overwrite)?;
        let document = Document::read(&self.file, FaultFormat::Text)?;
        let scored = document.score()?;
        let json = document.json()?;
        let game = MatchGame::new(&json).map_err(|faults| document.refuse(&faults))?;
        let paging = &self.paging;
        let setup = paging.setup(1);
        paging.print(setup, &self.output, |print| {
            let request = SheetRequest {
                explain: self.explain,
                link: self.link.clone(),
                print,
            };
            let drawn = sheet(&request, &scored, &json);
            drawn.map_err(|error| paging.error(error, &game, setup))
        })
    }
}

/// The page setup, the layout and the fonts.
#[derive(Debug, Default, Args)]
pub struct Paging {
    #[arg(long, help = requests::PAPER.help(), default_value = Paper::default().id(),
          value_parser = papers(), ignore_case = true, hide_possible_values = true)]
    paper: Paper,
    #[arg(long, help = requests::LANDSCAPE.help())]
    landscape: bool,
    #[arg(long, help = requests::GUTTER.help(), value_name = "MM", num_args = 0..=1, default_value_t = 0, default_missing_value = "18",
          value_parser = clap::value_parser!(u8).range(0..=i64::from(PageSetup::MAX_GUTTER)))]
    gutter: u8,
    /// A font for characters that the built-in fonts lack, such as Arabic or Thai; can be repeated
    #[arg(long = "font", value_name = "FILE")]
    fonts: Vec<String>,
    /// Your own layout, in place of the built-in one
    #[arg(long, value_name = "FILE")]
    template: Option<String>,
}

/// Returns the parser for the name of a paper.
pub fn papers() -> impl TypedValueParser<Value = Paper> {
    PossibleValuesParser::new(requests::PAPER.words().iter().copied())
        .map(|id| Paper::find(&id).unwrap_or_default())
}

impl Paging {
    /// Returns the page setup.
    pub fn setup(&self, per_page: usize) -> PageSetup {
        PageSetup {
            paper: self.paper,
            landscape: self.landscape,
            per_page,
            gutter: self.gutter,
        }
    }

    /// Draws a print job with this page setup, and writes the PDF. If the fonts lack characters, draws it
    /// again with the system's fonts.
    pub fn print(
        &self,
        setup: PageSetup,
        output: &Path,
        draw: impl Fn(PrintSettings<'_>) -> Outcome<Printable>,
    ) -> Outcome {
        let template = self.template.as_deref().map(input::read_text).transpose()?;
        let fonts = self.fonts.iter().map(|file| input::read(file));
        let fonts = fonts.collect::<Outcome<Vec<Vec<u8>>>>()?;
        let printable = draw_with_fonts(fonts, |fonts| {
            draw(PrintSettings {
                setup,
                template: template.as_deref(),
                fonts,
                language: language(),
            })
        })?;
        write(&printable, output)
    }

    /// Converts a print error to a command error.
    pub fn error(&self, error: PrintError, game: &MatchGame, setup: PageSetup) -> CommandError {
        match error {
            PrintError::Faults(findings) => {
                not_printed(language().named(&game.name()), fault_lines(&findings))
            }
            PrintError::Template(fault) => {
                let file = self.template.as_deref().unwrap_or_default();
                CommandError::usage(format!("{file}: {}", fault.message(language())))
            }
            PrintError::TooSmall { size, nearest } => {
                let key = match nearest {
                    Some(_) => "too-small-nearest",
                    None => "too-small",
                };
                let players = sentence!("ui", "players-exact", least: size.seats);
                let millimeters = |length: f32| format!("{length:.0}");
                misuse!("pad", key, game: game.name(), players: players,
                    width: millimeters(size.least.w.ceil()),
                    height: millimeters(size.least.h.ceil()),
                    there_width: millimeters(size.there.w.floor()),
                    there_height: millimeters(size.there.h.floor()), setup: setup_name(setup),
                    nearest: nearest.map(flags).unwrap_or_default())
            }
            PrintError::Font(bad) => {
                let (index, key) = match bad {
                    BadFont::Unreadable(index) => (index, "bad-font"),
                    BadFont::NoOutlines(index) => (index, "font-without-outlines"),
                };
                misuse!("pad", key, file: self.fonts.get(index).cloned().unwrap_or_default())
            }
            PrintError::Rules(what) => CommandError::files(what),
        }
    }
}

/// Returns the error for a request that cannot be printed.
pub fn not_printed(what: String, faults: Vec<Hint>) -> CommandError {
    let message = sentence!("ui", "not-printed", what: what, count: faults.len());
    CommandError::refused_for(message, faults).of_kind(FailureKind::Usage)
}

/// Returns an error if the PDF would go to a terminal, or would replace a file without `--force`.
pub fn check(output: &Path, overwrite: &Overwrite) -> Outcome {
    if is_standard_output(output) && output::is_terminal() {
        return Err(misuse!("pad", "nothing-to-terminal"));
    }
    overwrite.check(output)
}

fn is_standard_output(output: &Path) -> bool {
    output.as_os_str() == "-"
}

fn setup_name(setup: PageSetup) -> String {
    let key = if setup.landscape {
        "setup-landscape"
    } else {
        "setup"
    };
    sentence!("pad", key, paper: setup.paper.name(), per_page: setup.per_page)
}

/// Returns the command line flags for a page setup.
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

/// Writes the PDF, and warns of characters that no font has. A file is written completely or not at all.
pub fn write(printable: &Printable, output: &Path) -> Outcome {
    let missing = &printable.drawing.missing;
    if !missing.is_empty() {
        let characters: Vec<String> = missing.iter().map(char::to_string).collect();
        let warning =
            sentence!("pad", "missing-characters", characters: characters, count: missing.len());
        output::message(&format!("overtrick: {warning}"));
    }
    let bytes = pdf::render(printable);
    if is_standard_output(output) {
        return output::data(bytes);
    }
    output::write_file(&bytes, output)
}
