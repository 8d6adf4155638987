//! The look of pads: the distance of text from ruled lines, and how a worked hand differs from the rows.

use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_paper::layout::canvas::{COLUMN, THIN};
use overtrick_paper::layout::draw::{Ink, Item, MM_PER_POINT, Page, Paint, Run};
use overtrick_paper::layout::paper::{Area, PageSetup, Paper};
use overtrick_paper::layout::template::Template;
use overtrick_paper::requests::{Backs, PadPlayers, PadRequest, PrintSettings};
use overtrick_paper::sheets::pads;

use crate::paper::runs;

/// Returns the first page of a game's short pads, if they fit.
fn face(game: &str, players: usize, paper: (Paper, usize)) -> Option<Page> {
    first_page(game, players, paper, false)
}

/// Returns the first page of a game's pads for the full record, if they fit.
fn record_face(game: &str, players: usize, paper: (Paper, usize)) -> Option<Page> {
    first_page(game, players, paper, true)
}

fn first_page(
    game: &str,
    players: usize,
    (paper, per_page): (Paper, usize),
    record: bool,
) -> Option<Page> {
    let setup = PageSetup {
        paper,
        per_page,
        ..PageSetup::default()
    };
    let request = PadRequest {
        players: PadPlayers::Count(players),
        backs: Backs::None,
        record,
        print: PrintSettings {
            setup,
            ..PrintSettings::new(Language::english())
        },
        ..PadRequest::new(games::find(game).unwrap(), Language::english())
    };
    Some(pads(&request).ok()?.drawing.pages.remove(0))
}

/// Returns the ruled lines of a page: start, end and weight.
fn rules(page: &Page) -> impl Iterator<Item = ((f32, f32), (f32, f32), f32)> {
    page.items().filter_map(|item| match item {
        Item::Rule(from, to, weight, _) => Some((*from, *to, *weight)),
        _ => None,
    })
}

/// Returns the areas of the seat shapes, except for unfilled squares.
fn shapes(page: &Page) -> Vec<Area> {
    let shapes = page.items().filter_map(|item| match item {
        Item::Circle((x, y), radius, _) => Some(Area::new(
            x - radius,
            y - radius,
            2.0 * radius,
            2.0 * radius,
        )),
        Item::Box(area, Paint::Fill(Ink::Ink)) if area.h > 3.0 => Some(*area),
        Item::Shape(points, Paint::Fill(Ink::Ink) | Paint::Edge(COLUMN, Ink::Ink)) => {
            let bounds = |value: fn(&(f32, f32)) -> f32| {
                let values = points.iter().map(value);
                (
                    values.clone().fold(f32::MAX, f32::min),
                    values.fold(f32::MIN, f32::max),
                )
            };
            let ((left, right), (top, bottom)) = (bounds(|it| it.0), bounds(|it| it.1));
            Some(Area::new(left, top, right - left, bottom - top))
        }
        _ => None,
    });
    shapes.collect()
}

/// Returns the first pages of every game for the fewest, the usual and the most players, on common papers.
fn faces() -> Vec<(String, Page)> {
    let mut all = Vec::new();
    for game in games::all() {
        let facts = game.facts;
        let usual = Template::from_game(game).unwrap().players;
        for players in [facts.players.0, usual, facts.players.1] {
            for (paper, per_page) in [(Paper::A4, 1), (Paper::A5, 1), (Paper::A4, 2)] {
                let what = format!("{} for {players}, {paper:?} × {per_page}", facts.id);
                for record in [false, true] {
                    let what = format!("{what}, record: {record}");
                    let page = first_page(facts.id, players, (paper, per_page), record);
                    all.extend(page.map(|page| (what, page)));
                }
            }
        }
    }
    all
}

#[test]
fn the_shape_of_a_seat_touches_neither_a_number_nor_a_rule() {
    const WHITE: f32 = 0.3;
    let mut seen = 0;
    for (what, page) in faces() {
        for shape in shapes(&page) {
            let within = |y: f32| y > shape.y && y < shape.bottom();
            let beside = |x: f32| x > shape.x - WHITE && x < shape.right() + WHITE;
            for run in runs(&page).filter(|run| run.text().parse::<u32>().is_ok()) {
                let area = run.area();
                let near =
                    within(area.y + area.h / 2.0) && (beside(area.x) || beside(area.right()));
                assert!(!near, "{what}: {:?} at {shape:?}", run.text());
            }
            for (from, to, _) in rules(&page) {
                let upright = (from.0 - to.0).abs() < 0.01;
                let middle = shape.y + shape.h / 2.0;
                let crosses = from.1.min(to.1) < middle && from.1.max(to.1) > middle;
                assert!(
                    !(upright && crosses && beside(from.0)),
                    "{what}: a rule at {} beside {shape:?}",
                    from.0
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn a_match_on_several_pads_has_one_worked_hand() {
    let printable = pads(&PadRequest {
        players: PadPlayers::Count(5),
        record: true,
        ..PadRequest::new(games::find("oh-hell").unwrap(), Language::english())
    });
    let pages = printable.unwrap().drawing.pages;
    let texts: Vec<String> = pages.iter().flat_map(runs).map(Run::text).collect();
    assert!(texts.iter().any(|text| text == "Carried over"));
    assert_eq!(texts.iter().filter(|text| *text == "e.g.").count(), 1);
}

#[test]
fn handwriting_does_not_touch_the_rule_under_it() {
    let mut seen = 0;
    for (what, page) in faces() {
        let written = runs(&page).filter(|run| run.ink == Ink::Pencil);
        for run in written.filter(|run| run.text().chars().any(char::is_alphanumeric)) {
            let middle = run.x + run.width() / 2.0;
            let under = rules(&page).filter(|(from, to, _)| {
                (from.1 - to.1).abs() < 0.01
                    && from.1 > run.y
                    && from.0.min(to.0) < middle
                    && from.0.max(to.0) > middle
            });
            let least = under
                .map(|(from, ..)| from.1 - run.y)
                .fold(f32::MAX, f32::min);
            assert!(least > 1.44, "{what}: {:?}, {least} mm", run.text());
            let top = run.y - 0.72 * run.size * MM_PER_POINT;
            let lies_on = |other: &&Run| {
                let (written, caption) = (run.area(), other.area());
                let apart = written.x >= caption.right() || caption.x >= written.right();
                !apart && other.y > top + 0.02 && other.y < run.y
            };
            let caption = runs(&page)
                .filter(|other| other.ink == Ink::Ink)
                .find(lies_on);
            assert!(
                caption.is_none(),
                "{what}: {:?} on {:?}",
                run.text(),
                caption.map(Run::text)
            );
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn captions_in_cells_do_not_touch_rules_if_there_is_room() {
    let page = record_face("berzerka", 3, (Paper::A5, 1)).unwrap();
    let mut seen = 0;
    for run in runs(&page).filter(|run| matches!(&*run.text(), "overbid" | "place" | "points")) {
        let rules = rules(&page).filter(|(from, to, _)| {
            (from.0 - to.0).abs() < 0.01 && from.1.min(to.1) < run.y && from.1.max(to.1) > run.y
        });
        let before = rules
            .map(|(from, ..)| run.x - from.0)
            .filter(|it| *it >= 0.0);
        let least = before.fold(f32::MAX, f32::min);
        assert!(least >= 0.55, "{:?}: {least}", run.text());
        seen += 1;
    }
    assert!(seen >= 6, "{seen}");
}

#[test]
fn the_two_lines_of_a_row_of_mariash_are_separated_at_one_height() {
    let page = record_face("mariash", 3, (Paper::A4, 1)).unwrap();
    let level: Vec<(f32, f32, f32)> = rules(&page)
        .filter(|(from, to, _)| (from.1 - to.1).abs() < 0.01)
        .map(|(from, to, weight)| (from.1, to.0 - from.0, weight))
        .collect();
    let wide = level
        .iter()
        .filter(|(_, w, weight)| *w > 100.0 && *weight >= COLUMN);
    let mut ends: Vec<f32> = wide.map(|(y, ..)| *y).collect();
    ends.sort_by(f32::total_cmp);
    let mut rows = 0;
    for row in ends.windows(2) {
        let thin = level.iter().filter(|(y, w, weight)| {
            *weight <= THIN && *w > 30.0 && *y > row[0] + 0.5 && *y < row[1] - 0.5
        });
        let heights: Vec<f32> = thin.map(|(y, ..)| *y).collect();
        // The length limit excludes the lines of the hand's two columns.
        if heights.len() >= 3 {
            let apart = heights.iter().any(|y| (y - heights[0]).abs() > 0.05);
            assert!(!apart, "{heights:?} in {row:?}");
            rows += 1;
        }
    }
    assert!(rows >= 17, "{rows}");
}

#[test]
fn a_house_rule_that_is_not_set_is_not_on_the_back() {
    let game = games::find("mariash").unwrap();
    let pads = pads(&PadRequest::new(game, Language::english())).unwrap();
    let texts: Vec<String> = runs(&pads.drawing.pages[1]).map(Run::text).collect();
    let text = texts.join(" ");
    assert!(text.contains("House rules"), "{text}");
    assert!(!text.contains("limit none"), "{text}");
}

#[test]
fn the_conditions_of_a_contract_take_two_lines() {
    let page = record_face("contractor", 3, (Paper::A4, 1)).unwrap();
    let conditions = ["sour", "exposed", "sure", "no joker", "thievery"];
    let lines = runs(&page).filter(|run| conditions.contains(&&*run.text()));
    let mut lines: Vec<f32> = lines.map(|run| run.y).collect();
    assert_eq!(lines.len(), 5 * 10);
    lines.dedup_by(|one, other| (*one - *other).abs() < 0.05);
    assert_eq!(lines.len(), 2 * 10);
}

#[test]
fn the_number_of_a_hand_is_as_large_as_its_cards_on_half_a_page() {
    let page = face("oh-hell", 4, (Paper::A4, 2)).unwrap();
    let of = |text: &str| -> Vec<f32> {
        let found = runs(&page).filter(|run| run.bold && run.text() == text);
        found.map(|run| run.size).collect()
    };
    // The number of the first hand and its number of cards are both 1.
    let sizes = of("1");
    assert!(sizes.len() >= 2, "{sizes:?}");
    assert!(sizes.iter().all(|size| *size > 7.5), "{sizes:?}");
}
