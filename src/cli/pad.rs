//! `overtrick pad`.

use std::path::PathBuf;

use clap::Args;

use super::error::{CommandError, Outcome};
use super::game::{self, Options};
use super::print::{self, Paging};
use super::{output, table};
use crate::document::options_object;
use crate::games;
use crate::lang::Language;
use crate::rules::json::Json;
use crate::rules::{Facts, args};
use crate::sheets::paper::{PageSetup, Paper};
use crate::sheets::{self, Labels, MOST_PAGES, PadOrder, Press, Who};

/// Print blank or prefilled score pads as PDF.
#[derive(Debug, Args)]
pub struct Pad {
    /// The game, as overtrick games lists it
    #[arg(required_unless_present = "list")]
    game: Option<String>,
    /// Show which game fits which paper, and the least sizes
    #[arg(long, conflicts_with_all = ["game", "players", "paper", "landscape", "fonts", "template",
          "per_page", "pages", "options", "title", "date", "place", "link", "output"])]
    list: bool,
    /// The players in seat order with commas between them, or how many there will be
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    players: Vec<String>,
    #[command(flatten)]
    paging: Paging,
    /// Pads on a page: 1, 2 or 4, with marks where to cut
    #[arg(long, value_name = "N", default_value = "1",
          value_parser = clap::builder::PossibleValuesParser::new(["1", "2", "4"]))]
    per_page: String,
    /// How many pages; a match that goes over several pads is never cut short, so there may be more
    #[arg(long, value_name = "N", default_value_t = 1)]
    pages: usize,
    #[command(flatten)]
    options: Options,
    /// What the match or the club is called
    #[arg(long)]
    title: Option<String>,
    /// The day, as it is to be printed
    #[arg(long)]
    date: Option<String>,
    /// Where it is played
    #[arg(long)]
    place: Option<String>,
    /// An address, printed with a code for phones
    #[arg(long, value_name = "URL")]
    link: Option<String>,
    /// Where the PDF goes; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Pad {
    pub fn run(self, language: &Language) -> Outcome {
        let Some(game) = self.game.as_deref().filter(|_| !self.list) else {
            return list(language);
        };
        let facts = game::find(game, language)?;
        let options = options_object(&self.options.read(facts, language)?);
        print::refuse_terminal(&self.output, language)?;
        if !(1..=MOST_PAGES).contains(&self.pages) {
            let args = args![found: self.pages, most: MOST_PAGES];
            let message = language.format("pad", "pages-range", &args);
            return Err(CommandError::usage(message));
        }
        let per_page = self.per_page.parse().unwrap_or(1);
        let setup = self.paging.setup(per_page, language)?;
        let template = self.paging.template(language)?;
        let fonts = self.paging.fonts(language)?;
        let printable = sheets::pads(&PadOrder {
            game: facts.id,
            who: Who::of(self.players),
            options,
            pages: self.pages,
            labels: Labels {
                title: self.title,
                date: self.date,
                place: self.place,
                link: self.link,
            },
            press: Press {
                setup,
                template: template.as_deref(),
                fonts: &fonts,
                language,
            },
        })
        .map_err(|error| print::error(error, facts, setup, &self.paging, language))?;
        print::write(&printable, &self.output, language)
    }
}

/// The table of `--list`: which game fits which paper.
fn list(language: &Language) -> Outcome {
    let mut grid = table::grid();
    let mut head = vec![String::new()];
    head.extend(
        games::all()
            .iter()
            .map(|entry| language.word(entry.facts.id)),
    );
    grid.set_header(head);
    let mut row = vec![language.text("pad", "list-least")];
    row.extend(
        games::all()
            .iter()
            .map(|entry| least(entry.facts, language)),
    );
    grid.add_row(row);
    for paper in Paper::ALL {
        for per_page in PageSetup::PER_PAGE {
            let args = args![paper: paper.name(), per_page: per_page];
            let mut row = vec![language.format("pad", "list-page", &args)];
            let fitting = |entry: &games::Entry| {
                let facts = entry.facts;
                fitting(facts.id, facts.players, paper, per_page, language)
            };
            row.extend(games::all().iter().map(fitting));
            grid.add_row(row);
        }
    }
    let title = language.text("pad", "list-title");
    output::text(&format!(
        "{}\n{}",
        table::wrapped(&title),
        table::block(&grid)
    ))
}

fn order<'a>(
    game: &'a str,
    count: usize,
    setup: PageSetup,
    language: &'a Language,
) -> PadOrder<'a> {
    PadOrder {
        game,
        who: Who::Count(count),
        options: Json::Object(Vec::new()),
        pages: 1,
        labels: Labels::default(),
        press: Press {
            setup,
            template: None,
            fonts: &[],
            language,
        },
    }
}

/// The numbers of players for which a game fits a page: `2–6`, `side 2–4`, `3, side 4–5 (2)`, or `–`.
fn fitting(
    game: &str,
    (least, most): (usize, usize),
    paper: Paper,
    per_page: usize,
    language: &Language,
) -> String {
    let fits = |landscape: bool| -> Vec<(usize, usize)> {
        let setup = PageSetup {
            paper,
            landscape,
            per_page,
        };
        let parts = |count| sheets::fits(&order(game, count, setup, language)).ok();
        let counts = (least..=most).filter_map(|count| Some((count, parts(count)?)));
        counts.collect()
    };
    let (upright, mut side) = (fits(false), fits(true));
    // The long side is listed only where it needs fewer pads.
    side.retain(|(count, parts)| {
        let same = upright.iter().find(|(players, _)| players == count);
        same.is_none_or(|(_, upright)| parts < upright)
    });
    let word = language.text("pad", "list-side");
    match (&upright[..], &side[..]) {
        ([], []) => "–".to_owned(),
        (upright, []) => spans(upright),
        ([], side) => format!("{word} {}", spans(side)),
        (upright, side) => format!("{}, {word} {}", spans(upright), spans(side)),
    }
}

/// Numbers of players as ranges, with the pads of a match in brackets if there are several: `2, 4–6 (2)`.
fn spans(counts: &[(usize, usize)]) -> String {
    let mut spans: Vec<(usize, usize, usize)> = Vec::new();
    for (count, parts) in counts {
        match spans.last_mut() {
            Some((_, last, of)) if *last + 1 == *count && of == parts => *last = *count,
            _ => spans.push((*count, *count, *parts)),
        }
    }
    let span = |(first, last, parts): &(usize, usize, usize)| {
        let mut span = first.to_string();
        if first != last {
            span += &format!("–{last}");
        }
        if *parts > 1 {
            span += &format!(" ({parts})");
        }
        span
    };
    spans.iter().map(span).collect::<Vec<_>>().join(", ")
}

/// The least size of a game's pad for its largest table.
fn least(facts: &Facts, language: &Language) -> String {
    let setup = PageSetup {
        paper: Paper::A6,
        landscape: false,
        per_page: 4,
    };
    let size = sheets::least_size(&order(facts.id, facts.players.1, setup, language));
    size.map_or_else(String::new, |(w, h)| {
        format!("{:.0} × {:.0}", w.ceil(), h.ceil())
    })
}
