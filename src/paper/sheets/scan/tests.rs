//! Where everything stands on pads for a camera.

use qrcode::{Color, EcLevel, QrCode, Version};

use super::*;
use crate::layout::draw::{Ink, Item, Page, Paint};
use crate::requests::{Labels, PadPlayers, PadRequest, PrintSettings};
use crate::sheets::Sheet;
use crate::sheets::pads;
use overtrick_core::json::Json;
use overtrick_games::{self as games, Entry};
use overtrick_match::lang::Language;

/// A hair, in millimeters.
const HAIR: f32 = 0.01;

fn setup(paper: Paper) -> PageSetup {
    PageSetup {
        paper,
        ..PageSetup::default()
    }
}

/// The game that most can play.
fn largest() -> &'static Entry {
    let games = games::all().iter();
    games.max_by_key(|game| game.facts.players.1).unwrap()
}

fn request(game: &'static Entry, players: usize, setup: PageSetup) -> PadRequest<'static> {
    PadRequest {
        players: PadPlayers::Count(players),
        scan: true,
        print: PrintSettings {
            setup,
            ..PrintSettings::new(Language::english())
        },
        ..PadRequest::new(game, Language::english())
    }
}

fn options(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

/// Every game with every number of players on every paper that it fits.
fn all() -> Vec<PadRequest<'static>> {
    let (fitting, _): (Vec<_>, Vec<_>) = every()
        .into_iter()
        .partition(|request| scan_layout(request).is_ok());
    assert!(fitting.len() > 20, "{}", fitting.len());
    fitting
}

/// Every game with every number of players on every paper that has places for its marks.
fn every() -> Vec<PadRequest<'static>> {
    let mut all = Vec::new();
    for game in games::all() {
        let (least, most) = game.facts.players;
        for players in least..=most {
            for paper in [Paper::A4, Paper::A5] {
                if has_places(setup(paper), players) {
                    all.push(request(game, players, setup(paper)));
                }
            }
        }
    }
    all
}

/// The wells of a page, by how many a number has, and its boxes.
fn places(page: &ScanPage) -> (Vec<(usize, Area)>, Vec<Area>) {
    let (mut wells, mut boxes) = (Vec::new(), Vec::new());
    let records = page.rows.iter().flat_map(|row| &row.records);
    for entry in records.flat_map(|record| &record.entries) {
        match &entry.marks {
            ScanMarks::Boxes { boxes: ticks, .. } => {
                boxes.extend(ticks.iter().map(|tick| tick.place.0));
            }
            ScanMarks::Number {
                wells: of_number,
                minus,
                half,
                ..
            } => {
                let count = of_number.len();
                wells.extend(of_number.iter().map(|well| (count, well.0)));
                boxes.extend(minus.iter().chain(half).map(|place| place.0));
            }
        }
    }
    (wells, boxes)
}

fn is(length: f32, other: f32) -> bool {
    (length - other).abs() < HAIR
}

fn apart(one: &Area, other: &Area, by: f32) -> bool {
    one.x >= other.right() + by
        || other.x >= one.right() + by
        || one.y >= other.bottom() + by
        || other.y >= one.bottom() + by
}

#[test]
fn wells_and_boxes_have_their_sizes_and_touch_nothing() {
    for request in all() {
        let what = format!(
            "{} {:?} {:?}",
            request.game.facts().id,
            request.players,
            request.print.setup
        );
        let layout = scan_layout(&request).unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let frame = frame(request.print.setup);
        for page in &layout.pages {
            let (wells, boxes) = places(page);
            assert!(!wells.is_empty() && !boxes.is_empty(), "{what}");
            for (count, well) in &wells {
                let wide = if *count == 1 { 6.0 } else { 4.55 };
                assert!(is(well.w, wide) && is(well.h, 8.0), "{what}: {well:?}");
            }
            for tick in &boxes {
                assert!(
                    is(tick.w, tick.h) && (4.69..5.01).contains(&tick.w),
                    "{what}: {tick:?}"
                );
            }
            let anchors = page.rows.iter().flat_map(|row| row.anchors.map(|it| it.0));
            let quiet = layout.code.0.inset(-QUIET, -QUIET);
            let marks = layout.squares.map(|it| it.0);
            let all = wells
                .iter()
                .map(|(_, well)| *well)
                .chain(boxes)
                .chain(anchors);
            let all: Vec<Area> = all.chain([quiet]).chain(marks).collect();
            for (index, one) in all.iter().enumerate() {
                let is_inside = frame.holds(one) || *one == quiet;
                assert!(is_inside, "{what}: {one:?} is outside");
                let near = all[..index].iter().find(|other| !apart(one, other, 0.29));
                assert_eq!(near, None, "{what}: {one:?}");
            }
        }
    }
}

#[test]
fn rows_lie_between_their_marks() {
    for request in all() {
        let layout = scan_layout(&request).unwrap();
        let frame = frame(request.print.setup);
        for row in layout.pages.iter().flat_map(|page| &page.rows) {
            let [left, right] = row.anchors.map(|it| it.0);
            assert!(is(right.w, 1.2) && is(right.h, 2.4) && is(right.right(), frame.right()));
            let middle = |area: Area| area.y + area.h / 2.0;
            assert!(is(middle(left), middle(right)));
            let page = ScanPage {
                rows: vec![row.clone()],
            };
            let (wells, boxes) = places(&page);
            let all = wells.into_iter().map(|(_, well)| well).chain(boxes);
            for place in all {
                assert!(
                    place.x > left.right() && place.right() < right.x,
                    "{place:?}"
                );
                assert!(row.place.y <= place.y && place.bottom() <= row.place.bottom());
            }
        }
    }
}

#[test]
fn the_marks_stand_in_the_corners() {
    for (paper, squares, code) in [
        (
            Paper::A4,
            [(9.0, 14.5), (9.0, 279.0), (197.5, 279.0)],
            (188.0, 14.5),
        ),
        (
            Paper::A5,
            [(9.0, 9.0), (9.0, 197.5), (135.5, 197.5)],
            (126.0, 9.0),
        ),
    ] {
        let request = request(largest(), 4, setup(paper));
        let layout = scan_layout(&request).unwrap();
        for (square, (x, y)) in layout.squares.iter().zip(squares) {
            assert_eq!(square.0, Area::new(x, y, 3.5, 3.5));
        }
        assert_eq!(layout.code.0, Area::new(code.0, code.1, 13.0, 13.0));
        let printable = pads(&request).unwrap();
        for page in &printable.drawing.pages {
            for square in layout.squares {
                let black = Item::Box(square.0, Paint::Fill(Ink::Ink));
                assert!(page.items().any(|item| *item == black));
            }
        }
    }
}

/// The modules of the code in a place, row by row.
fn modules(page: &Page, place: Area, across: usize) -> Vec<Color> {
    let mut modules = vec![Color::Light; across * across];
    let side = place.w / crate::layout::canvas::count(across);
    for item in page.items() {
        let Item::Box(area, Paint::Fill(Ink::Ink)) = item else {
            continue;
        };
        if !place.holds(area) {
            continue;
        }
        let times = |length: f32| crate::layout::canvas::times(length + side / 2.0, side);
        let (column, row, wide) = (
            times(area.x - place.x),
            times(area.y - place.y),
            times(area.w),
        );
        modules[row * across + column..][..wide].fill(Color::Dark);
    }
    modules
}

#[test]
fn the_code_says_layout_rules_and_page() {
    let request = PadRequest {
        pages: 3,
        ..request(largest(), 4, setup(Paper::A4))
    };
    let layout = scan_layout(&request).unwrap();
    let printable = pads(&request).unwrap();
    let sheet = Sheet::from_pad_request(&request).unwrap();
    let rules = sheet.identity.fingerprint.to_uppercase();
    assert_eq!(printable.drawing.pages.len(), 3);
    for (index, page) in printable.drawing.pages.iter().enumerate() {
        let text = format!("OT1/{}/{rules}/{}", layout.id(), index + 1);
        let code = QrCode::with_version(&text, Version::Normal(2), EcLevel::M).unwrap();
        assert_eq!(modules(page, layout.code.0, 25), code.to_colors(), "{text}");
    }
}

#[test]
fn a_link_is_a_code_of_its_own_beside_it() {
    let link = "https://example.org/matches/1234";
    let request = PadRequest {
        labels: Labels {
            link: Some(link.to_owned()),
            ..Labels::default()
        },
        ..request(largest(), 4, setup(Paper::A4))
    };
    let layout = scan_layout(&request).unwrap();
    let printable = pads(&request).unwrap();
    let page = &printable.drawing.pages[0];
    let place = page.items().find_map(|item| match item {
        Item::Link(place, _) => Some(*place),
        _ => None,
    });
    let place = place.unwrap();
    let code = QrCode::with_error_correction_level(link, EcLevel::M).unwrap();
    assert_eq!(modules(page, place, code.width()), code.to_colors());
    // Both have their white borders.
    assert!(
        apart(&place, &layout.code.0, 4.0 * place.w / 25.0),
        "{place:?}"
    );
    let text = format!("OT1/{}/", layout.id());
    assert_eq!(text.len(), 13);
    let dark = modules(page, layout.code.0, 25);
    assert!(dark.iter().filter(|module| **module == Color::Dark).count() > 200);
}

#[test]
fn a_layout_is_the_same_in_every_language_and_under_every_name() {
    let plain = request(largest(), 4, setup(Paper::A4));
    let id = |request: &PadRequest<'_>| scan_layout(request).unwrap().id();
    let named = PadRequest {
        players: PadPlayers::Named(
            ["Wolfeschlegelsteinhausenbergerdorff", "B", "C", "D"]
                .map(str::to_owned)
                .into(),
        ),
        labels: Labels {
            title: Some("Club".to_owned()),
            watch: Some("https://example.org/w".to_owned()),
            ..Labels::default()
        },
        print: PrintSettings {
            language: Language::find("cs").unwrap(),
            ..plain.print
        },
        ..request(largest(), 4, setup(Paper::A4))
    };
    assert_eq!(id(&plain), id(&named));
    let others = [
        request(largest(), 5, setup(Paper::A4)),
        request(largest(), 4, setup(Paper::A5)),
        request(&games::all()[2], 4, setup(Paper::A4)),
        PadRequest {
            options: options(r#"{"made_points": 1000}"#),
            ..request(largest(), 4, setup(Paper::A4))
        },
    ];
    let mut ids: Vec<String> = others.iter().map(id).collect();
    ids.push(id(&plain));
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 5);
}

#[test]
fn other_papers_are_refused_with_the_nearest_that_fits() {
    let a4 = setup(Paper::A4);
    let a5 = setup(Paper::A5);
    for (setup, players, nearest) in [
        (setup(Paper::A6), 4, a5),
        (setup(Paper::Letter), 4, a4),
        (a5, 5, a4),
        (PageSetup { per_page: 4, ..a4 }, 4, a4),
        (
            PageSetup {
                landscape: true,
                ..a5
            },
            4,
            a5,
        ),
        (PageSetup { gutter: 18, ..a4 }, 4, a4),
    ] {
        let refused = pads(&request(largest(), players, setup)).map(|_| ());
        assert_eq!(refused, Err(PrintError::ScanPaper { nearest }), "{setup:?}");
    }
    assert!(pads(&request(largest(), 4, PageSetup { gutter: 9, ..a4 })).is_ok());
}
