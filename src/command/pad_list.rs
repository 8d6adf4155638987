//! The table of `overtrick pad --list`: which games fit which paper sizes.

use comfy_table::Table as Grid;

use super::table;
use overtrick_core::args;
use overtrick_games::Entry;
use overtrick_match::lang::Language;
use overtrick_paper::sheets::paper::{PageSetup, Paper};
use overtrick_paper::sheets::{self, Labels, PadOrder};

/// The most games in one table; more would be wider than a terminal.
const MOST_COLUMNS: usize = 5;

/// The table, or several of about equal width if there are many games.
pub fn table(games: &[Entry], labels: &Labels, language: &Language) -> String {
    let tables = games.len().div_ceil(MOST_COLUMNS).max(1);
    let each = games.len().div_ceil(tables).max(1);
    let mut text = table::wrapped(&language.text("pad", "list-title"));
    for games in games.chunks(each) {
        text += "\n";
        text += &table::block(&grid(games, labels, language));
    }
    text
}

fn grid(games: &[Entry], labels: &Labels, language: &Language) -> Grid {
    let row = |first: String, cell: &dyn Fn(&Entry) -> String| {
        let cells = games.iter().map(cell);
        [first].into_iter().chain(cells).collect::<Vec<String>>()
    };
    let mut grid = table::grid();
    grid.set_header(row(String::new(), &|game| language.word(game.facts.id)));
    let least = language.text("pad", "list-least");
    grid.add_row(row(least, &|game| least_size(game, labels, language)));
    for paper in Paper::ALL {
        for per_page in PageSetup::PER_PAGE {
            let args = args![paper: paper.name(), per_page: per_page];
            let page = language.format("pad", "list-page", &args);
            grid.add_row(row(page, &|game| {
                fitting(game, (paper, per_page), labels, language)
            }));
        }
    }
    grid
}

/// The numbers of players for which a game fits a page: `2–6`, `side 2–4`, `3, side 4–5 (2)`, or `–`.
fn fitting(
    game: &Entry,
    (paper, per_page): (Paper, usize),
    labels: &Labels,
    language: &Language,
) -> String {
    let (least, most) = game.facts.players;
    let fits = |landscape: bool| -> Vec<(usize, usize)> {
        let setup = PageSetup {
            paper,
            landscape,
            per_page,
            gutter: 0,
        };
        let parts = |count| sheets::fits(&labeled(game, count, setup, labels, language)).ok();
        let counts = (least..=most).filter_map(|count| Some((count, parts(count)?)));
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

/// A request for one pad with only these labels.
fn labeled<'a>(
    game: &'a Entry,
    players: usize,
    setup: PageSetup,
    labels: &Labels,
    language: &'a Language,
) -> PadOrder<'a> {
    PadOrder {
        labels: labels.clone(),
        ..PadOrder::blank(game, players, setup, language)
    }
}

/// Numbers of players as ranges, with the number of pads per match in brackets if there are several: `2, 4–6
/// (2)`.
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
fn least_size(game: &Entry, labels: &Labels, language: &Language) -> String {
    let setup = PageSetup {
        paper: Paper::A6,
        landscape: false,
        per_page: 4,
        gutter: 0,
    };
    let most = game.facts.players.1;
    let size = sheets::least_size(&labeled(game, most, setup, labels, language));
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
        let games = made_up::entries(12);
        let text = table(&games, &Labels::default(), Language::english());
        for line in text.lines() {
            assert!(line.graphemes(true).count() <= 80, "{line}");
        }
        for game in &games {
            assert!(text.contains(game.facts.id), "{text}");
        }
        assert_eq!(text.matches("A4 × 1").count(), 3, "{text}");
    }
}
