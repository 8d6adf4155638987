//! The table of `overtrick pad --list`: which games fit which paper sizes.

use super::grid::{Cell, Grid, left};
use super::table;
use overtrick_core::args;
use overtrick_games::Entry;
use overtrick_match::lang::Language;
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::requests::{Labels, PadPlayers, PadRequest, PrintSettings};
use overtrick_paper::sheets::{PadLayouts, Sheet, scan_layout};

/// The most games in one table; more would be wider than a terminal.
const MOST_COLUMNS: usize = 5;

/// The table, or several of about equal width if there are many games.
pub fn table(games: &'static [Entry], labels: &Labels, scan: bool, language: &Language) -> String {
    let tables = games.len().div_ceil(MOST_COLUMNS).max(1);
    let each = games.len().div_ceil(tables).max(1);
    let mut text = table::wrapped(&language.text("pad", "list-title"));
    for games in games.chunks(each) {
        text += "\n";
        text += &grid(games, labels, scan, language).text();
    }
    text
}

/// The layouts of a game's pad, with the number of players that each is for.
type Layouts<'a> = [(usize, PadLayouts<'a>)];

/// The whole table, however wide; of pads for a camera, if `scan` says so.
pub fn grid(games: &'static [Entry], labels: &Labels, scan: bool, language: &Language) -> Grid {
    if scan {
        return scan_grid(games, language);
    }
    let sheets = games.iter().map(|game| sheets(game, labels, language));
    let sheets: Vec<Vec<(usize, Sheet<'_>)>> = sheets.collect();
    let layouts = sheets.iter().map(|sheets| {
        let sheets = sheets.iter();
        sheets.map(|(players, sheet)| (*players, PadLayouts::new(sheet)))
    });
    let layouts: Vec<Vec<(usize, PadLayouts<'_>)>> = layouts.map(Iterator::collect).collect();
    let row = |first: String, cell: &dyn Fn(&Layouts<'_>) -> String| {
        let cells = layouts.iter().map(|layouts| cell(layouts));
        [first]
            .into_iter()
            .chain(cells)
            .map(left)
            .collect::<Vec<Cell>>()
    };
    let mut grid = Grid::new();
    let names = games.iter().map(|game| language.word(game.facts.id));
    let names = [String::new()].into_iter().chain(names);
    grid.set_header(names.map(left));
    grid.add_row(row(language.text("pad", "list-least"), &least_size));
    for paper in Paper::ALL {
        for per_page in PageSetup::PER_PAGE {
            let args = args![paper: paper.name(), per_page: per_page];
            let page = language.format("pad", "list-page", &args);
            grid.add_row(row(page, &|layouts| {
                fitting(layouts, (paper, per_page), language)
            }));
        }
    }
    grid
}

/// The papers that pads for a camera fit.
fn scan_grid(games: &'static [Entry], language: &Language) -> Grid {
    let mut grid = Grid::new();
    let names = games.iter().map(|game| language.word(game.facts.id));
    let names = [String::new()].into_iter().chain(names);
    grid.set_header(names.map(left));
    for paper in [Paper::A4, Paper::A5] {
        let setup = PageSetup {
            paper,
            ..PageSetup::default()
        };
        let cell = |game: &'static Entry| {
            let (least, most) = game.facts.players;
            let counts = (least..=most).filter_map(|players| {
                let request = PadRequest {
                    players: PadPlayers::Count(players),
                    print: PrintSettings {
                        setup,
                        ..PrintSettings::new(language)
                    },
                    ..PadRequest::new(game, language)
                };
                Some((players, scan_layout(&request).ok()?.pages.len()))
            });
            spans(&counts.collect::<Vec<_>>())
        };
        let args = args![paper: paper.name(), per_page: setup.per_page];
        let page = language.format("pad", "list-page", &args);
        let cells = [page].into_iter().chain(games.iter().map(cell));
        grid.add_row(cells.map(left).collect::<Vec<Cell>>());
    }
    grid
}

/// The pads of a game that state no more than these labels, for each number of players.
fn sheets<'a>(
    game: &'static Entry,
    labels: &Labels,
    language: &'a Language,
) -> Vec<(usize, Sheet<'a>)> {
    let (least, most) = game.facts.players;
    let sheet = |players: usize| {
        let request = PadRequest {
            players: PadPlayers::Count(players),
            labels: labels.clone(),
            example: false,
            ..PadRequest::new(game, language)
        };
        Some((players, Sheet::from_pad_request(&request).ok()?))
    };
    (least..=most).filter_map(sheet).collect()
}

/// The numbers of players for which a game fits a page: `2–6`, `side 2–4`, `3, side 4–5 (2)`, or `–`.
fn fitting(
    layouts: &Layouts<'_>,
    (paper, per_page): (Paper, usize),
    language: &Language,
) -> String {
    let fits = |landscape: bool| -> Vec<(usize, usize)> {
        let setup = PageSetup {
            paper,
            landscape,
            per_page,
            gutter: 0,
        };
        let counts = layouts.iter();
        let counts = counts.filter_map(|(players, it)| Some((*players, it.parts(setup).ok()?)));
        counts.collect()
    };
    let (upright, mut side) = (fits(false), fits(true));
    // Landscape is listed only where it needs fewer pads.
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

/// Numbers of players as ranges, with the pads of a match in brackets if there are several:
/// `2, 4–6 (2)`.
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

/// The smallest size of a game's pad for its largest number of players.
fn least_size(layouts: &Layouts<'_>) -> String {
    let largest = layouts.last();
    let size = largest.and_then(|(_, layouts)| layouts.least_size());
    size.map_or_else(String::new, |(w, h)| {
        format!("{:.0} × {:.0}", w.ceil(), h.ceil())
    })
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;
    use crate::made_up;

    #[test]
    fn twelve_games_are_listed_within_80_columns() {
        let games: &[Entry] = made_up::entries(12).leak();
        let text = table(games, &Labels::default(), false, Language::english());
        for line in text.lines() {
            assert!(line.graphemes(true).count() <= 80, "{line}");
        }
        for game in games {
            assert!(text.contains(game.facts.id), "{text}");
        }
        assert_eq!(text.matches("A4 × 1").count(), 3, "{text}");
    }
}
