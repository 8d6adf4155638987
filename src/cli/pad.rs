//! `overtrick pad`.

use std::path::PathBuf;

use clap::Args;

use super::print::{self, Paging};
use super::{Outcome, Trouble, new, output, rules, table};
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
    /// How many pages
    #[arg(long, value_name = "N", default_value_t = 1)]
    pages: usize,
    /// A house rule: made_points=6, board=middling,berzerka, rates.seven=3
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
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
        let facts = rules::find(game, language)?;
        let options = new::read_options(facts, &self.options, language)?;
        let options = new::options_object(&options);
        print::refuse_terminal(&self.output, language)?;
        if !(1..=MOST_PAGES).contains(&self.pages) {
            let args = args![found: self.pages, most: MOST_PAGES];
            return Err(Trouble::Usage(Some(language.say(
                "pad",
                "pages-range",
                &args,
            ))));
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
        .map_err(|trouble| print::said(trouble, facts, setup, &self.paging, language))?;
        print::write(&printable, &self.output, language)
    }
}

/// The table of what fits.
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
            let mut row = vec![language.say("pad", "list-page", &args)];
            let fitting = |entry: &games::Entry| {
                let facts = entry.facts;
                fitting(facts.id, facts.players, paper, per_page, language)
            };
            row.extend(games::all().iter().map(fitting));
            grid.add_row(row);
        }
    }
    let title = language.text("pad", "list-title");
    output::text(&format!("{title}\n\n{}", table::block(&grid)))
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

/// For how many players a game fits: `2–6`, `2–4 side`, or nothing.
fn fitting(
    game: &str,
    (least, most): (usize, usize),
    paper: Paper,
    per_page: usize,
    language: &Language,
) -> String {
    let mut ways = Vec::new();
    for landscape in [false, true] {
        let setup = PageSetup {
            paper,
            landscape,
            per_page,
        };
        let fits = |count: &usize| sheets::fits(&order(game, *count, setup, language)).is_ok();
        let counts: Vec<usize> = (least..=most).filter(fits).collect();
        if counts.is_empty() {
            continue;
        }
        let span = spans(&counts);
        ways.push((span, landscape));
    }
    let side = language.text("pad", "list-side");
    match &ways[..] {
        [] => "–".to_owned(),
        [(one, false), (other, true)] if one == other => one.clone(),
        [(one, false), (other, true)] => format!("{one}, {side} {other}"),
        [(one, false), ..] => one.clone(),
        [(one, true), ..] => format!("{side} {one}"),
    }
}

/// Numbers in short: `2, 4–6`.
fn spans(numbers: &[usize]) -> String {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => spans.push((*number, *number)),
        }
    }
    let span = |(first, last): &(usize, usize)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}–{last}")
        }
    };
    spans.iter().map(span).collect::<Vec<_>>().join(", ")
}

/// The least size that a game's pad needs for its largest table.
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
