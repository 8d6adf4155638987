//! Shared helpers for tests of pads and sheets: print requests, and checks of the output.

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

use serde::Deserialize;

use overtrick_games::{self as games, Entry};
use overtrick_match::document::{read_json, score};
use overtrick_match::lang::Language;
use overtrick_paper::layout::draw;
use overtrick_paper::layout::paper::{Area, PageSetup, Paper};
use overtrick_paper::pdf::render;
use overtrick_paper::requests::{PadPlayers, PadRequest, PrintSettings, SheetRequest};
use overtrick_paper::sheets::{PadLayouts, Sheet, sheet};
use overtrick_paper::{PrintError, Printable};

mod drawn;

use drawn::drawn;

pub use crate::support::command::{err, overtrick};

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What the pad and the sheet of a game must have, from `tests/games/NAME/paper.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Expected {
    /// Texts on the pad for the most players.
    pub texts: Vec<String>,
    /// Whether the sheet has a total after every hand.
    #[serde(default = "yes")]
    pub running_totals: bool,
    /// The paths of record fields that can be entered in another field.
    #[serde(default)]
    pub typed_otherwise: Vec<String>,
    /// House rules (as JSON) that give the pad every cell.
    #[serde(default = "no_options")]
    pub all_fields: String,
}

fn no_options() -> String {
    "{}".to_owned()
}

fn yes() -> bool {
    true
}

/// Reads `paper.toml` of a game.
pub fn expected(game: &Entry) -> Expected {
    let file = format!("tests/games/{}/paper.toml", game.folder);
    let text =
        fs::read_to_string(root().join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
}

pub fn setup(paper: Paper, per_page: usize, landscape: bool) -> PageSetup {
    PageSetup {
        paper,
        landscape,
        per_page,
        gutter: 0,
    }
}

pub fn print_settings(setup: PageSetup) -> PrintSettings<'static> {
    PrintSettings {
        setup,
        ..PrintSettings::new(Language::english())
    }
}

pub fn order(game: &str, players: PadPlayers, setup: PageSetup) -> PadRequest<'static> {
    PadRequest {
        players,
        print: print_settings(setup),
        ..PadRequest::new(games::find(game).unwrap(), Language::english())
    }
}

/// Returns the number of pads that a match needs.
pub fn pads_of_match(order: &PadRequest<'_>) -> Result<usize, PrintError> {
    let sheet = Sheet::from_pad_request(order)?;
    let parts = PadLayouts::new(&sheet).parts(order.print.setup);
    parts.map_err(|size| PrintError::TooSmall {
        size,
        nearest: None,
    })
}

/// Returns the sheet of a match.
pub fn sheet_of(document: &str, explain: bool, page: PageSetup) -> Printable {
    let scored = score(document.as_bytes()).unwrap();
    let json = read_json(document).unwrap();
    let request = SheetRequest {
        explain,
        link: None,
        print: print_settings(page),
    };
    sheet(&request, &scored, &json).unwrap()
}

/// Whether the tools that check PDFs are installed. Panics in CI if one is missing.
pub fn tools() -> bool {
    let is_installed = |tool: &str| {
        Command::new(tool).arg("--version").output().is_ok()
            && Command::new(tool).arg("-v").output().is_ok()
    };
    let missing: Vec<&str> = ["qpdf", "pdftotext", "pdffonts", "pdfinfo"]
        .into_iter()
        .filter(|tool| !is_installed(tool))
        .collect();
    if missing.is_empty() {
        return true;
    }
    let text = format!(
        "{} not found, so PDFs are not looked at: apt-get install poppler-utils qpdf",
        missing.join(", ")
    );
    assert!(env::var("CI").is_err(), "{text}");
    eprintln!("{text}");
    false
}

pub fn tool(name: &str, arguments: &[&str]) -> Output {
    let output = Command::new(name).args(arguments).output().unwrap();
    assert!(
        output.status.success(),
        "{name} {arguments:?}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

pub fn stdout_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Removes spaces, and the direction marks that pdftotext adds.
pub fn squeezed(text: &str) -> String {
    let is_mark = |c: &char| ('\u{202a}'..='\u{202e}').contains(c);
    text.chars()
        .filter(|c| !c.is_whitespace() && !is_mark(c))
        .collect()
}

/// Returns the text runs of a page.
pub fn runs(page: &draw::Page) -> impl Iterator<Item = &draw::Run> {
    page.items().filter_map(|item| match item {
        draw::Item::Text(run) => Some(run),
        _ => None,
    })
}

/// Returns every text of a drawing.
pub fn all_texts(printable: &Printable) -> Vec<String> {
    printable.drawing.runs().map(draw::Run::text).collect()
}

/// Returns the texts of a page.
pub fn texts(page: &draw::Page) -> Vec<String> {
    runs(page).map(draw::Run::text).collect()
}

/// Checks a PDF with other tools: it must be valid, have every drawn text and this many pages, and
/// embed a subset of every font. Returns its size.
pub fn examine(printable: &Printable, pages: usize, what: &str) -> usize {
    let bytes = render(printable);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("it.pdf");
    fs::write(&file, &bytes).unwrap();
    let file = file.to_str().unwrap();
    tool("qpdf", &["--check", file]);
    let info = stdout_text(&tool("pdfinfo", &[file]));
    let shown = info
        .lines()
        .find_map(|line| line.strip_prefix("Pages:"))
        .map(str::trim);
    assert_eq!(shown, Some(pages.to_string().as_str()), "{what}");
    let fonts = stdout_text(&tool("pdffonts", &[file]));
    let mut count = 0;
    for line in fonts.lines().skip(2) {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let flags = &columns[columns.len() - 5..columns.len() - 2];
        assert_eq!(flags, ["yes", "yes", "yes"], "{what}: {line}");
        count += 1;
    }
    assert!(count >= 2, "{what}: {fonts}");
    let text = squeezed(&stdout_text(&tool("pdftotext", &["-raw", file, "-"])));
    // pdftotext orders right-to-left text correctly only with `-layout`.
    let laid = stdout_text(&tool("pdftotext", &["-layout", file, "-"]));
    for run in printable.drawing.runs() {
        for piece in &run.pieces {
            if piece.clusters.is_empty() {
                let piece = squeezed(&piece.text);
                assert!(
                    text.contains(&piece),
                    "{what}: {piece:?} is not in the text"
                );
                continue;
            }
            for word in piece.text.split_whitespace() {
                assert!(laid.contains(word), "{what}: {word:?} is not in the text");
            }
        }
    }
    bytes.len()
}

/// Asserts that every text is within its cell and its page, and that texts do not overlap.
pub fn check_places(printable: &Printable, what: &str) {
    for page in &printable.drawing.pages {
        let whole = Area::new(0.0, 0.0, page.width, page.height).inset(4.0, 4.0);
        let mut runs: Vec<(Area, String)> = Vec::new();
        for item in page.items() {
            let draw::Item::Text(run) = item else {
                continue;
            };
            let area = run.area();
            let text = run.text();
            assert!(whole.holds(&area), "{what}: {text:?} runs off the page");
            let sideways = Area {
                y: run.cell.y,
                h: run.cell.h,
                ..area
            };
            assert!(
                run.cell.holds(&sideways),
                "{what}: {text:?} is wider than its cell: {area:?} in {:?}",
                run.cell
            );
            let em = run.size * draw::MM_PER_POINT;
            let letters = Area::new(area.x, run.y - 0.72 * em, area.w, 0.72 * em);
            assert!(
                run.cell.inset(-0.2, -0.4).holds(&letters),
                "{what}: {text:?} is higher than its cell: {letters:?} in {:?}",
                run.cell
            );
            for (other, words) in &runs {
                let apart = letters.x >= other.right() - 0.02
                    || other.x >= letters.right() - 0.02
                    || letters.y >= other.bottom() - 0.02
                    || other.y >= letters.bottom() - 0.02;
                assert!(apart, "{what}: {text:?} lies on {words:?}");
            }
            runs.push((letters, text));
        }
    }
}

/// Compares a drawing with the stored drawing in `tests/golden-print`, or stores it.
pub fn compare(name: &str, printable: &Printable) -> Result<(), String> {
    let file = root().join(format!("tests/golden-print/{name}.txt"));
    let now = drawn(&printable.drawing);
    if env::var("OVERTRICK_REWRITE").is_ok() {
        fs::write(&file, &now).unwrap();
        return Ok(());
    }
    let before = fs::read_to_string(&file).unwrap_or_default();
    if before == now {
        return Ok(());
    }
    let mut lines = before.lines().zip(now.lines());
    let differs = lines.position(|(one, other)| one != other);
    Err(format!("{name}: line {:?}", differs.map(|line| line + 1)))
}

/// Returns the pointer and the code of each fault of a refused print.
pub fn faults_of(refused: PrintError) -> Vec<String> {
    let PrintError::Faults(faults) = refused else {
        panic!("{refused:?}");
    };
    let faults = faults.iter();
    faults
        .map(|fault| format!("{} {}", fault.pointer, fault.code))
        .collect()
}
