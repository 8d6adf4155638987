//! Pads for a camera: texts in their places, whatever the names and the language, and what is refused.

use overtrick_core::json::Json;
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_paper::PrintError;
use overtrick_paper::layout::draw::{Item, Run};
use overtrick_paper::layout::paper::{Area, PageSetup, Paper};
use overtrick_paper::requests::{Labels, PadPlayers, PadRequest};
use overtrick_paper::sheets::{ScanMarks, pads, scan_layout};

use super::LONG_NAMES;
use crate::paper::{check_places, err, examine, order, overtrick, said, setup, tools};

/// A pad for a camera of these players, with everything that its head can have.
fn scan(game: &str, players: PadPlayers, setup: PageSetup, language: &str) -> PadRequest<'static> {
    let mut order = order(game, players, setup);
    order.print.language = Language::find(language).unwrap();
    let link = |path: &str| Some(format!("https://cards.example.org/{path}"));
    PadRequest {
        scan: true,
        labels: Labels {
            title: Some("Whist Club of the Old Town".to_owned()),
            link: link("m/1"),
            watch: link("w/1"),
            ..Labels::default()
        },
        ..order
    }
}

#[test]
fn texts_stand_in_their_places_under_the_longest_names_and_in_every_language() {
    let mut pads_seen = 0;
    for game in games::all() {
        let (least, most) = game.facts.players;
        for count in least..=most {
            for paper in [Paper::A4, Paper::A5] {
                for language in Language::tags() {
                    let names = LONG_NAMES[..count].iter().map(ToString::to_string);
                    let players = PadPlayers::Named(names.collect());
                    let order = scan(game.facts.id, players, setup(paper, 1, false), language);
                    let Ok(printable) = pads(&order) else {
                        assert_eq!(paper, Paper::A5, "{} {count}", game.facts.id);
                        continue;
                    };
                    let what = format!(
                        "{} for {count} on {}, {language}",
                        game.facts.id,
                        paper.name()
                    );
                    check_places(&printable, &what);
                    let texts: Vec<String> = printable.drawing.runs().map(Run::text).collect();
                    assert!(
                        !texts.iter().any(|text| text.contains('…')),
                        "{what}: {texts:?}"
                    );
                    pads_seen += 1;
                }
            }
        }
    }
    assert!(pads_seen > 40, "{pads_seen}");
}

#[test]
fn no_text_lies_in_a_well_or_a_box() {
    for game in games::all() {
        let order = scan(
            game.facts.id,
            PadPlayers::Anyone,
            setup(Paper::A4, 1, false),
            "en",
        );
        let layout = scan_layout(&order).unwrap();
        let printable = pads(&order).unwrap();
        for (page, drawn) in layout.pages.iter().zip(&printable.drawing.pages) {
            let records = page.rows.iter().flat_map(|row| &row.records);
            let places = records
                .flat_map(|record| &record.entries)
                .flat_map(|entry| {
                    let places: Vec<Area> = match &entry.marks {
                        ScanMarks::Boxes { boxes, .. } => {
                            boxes.iter().map(|it| it.place.0).collect()
                        }
                        ScanMarks::Number {
                            wells, minus, half, ..
                        } => wells
                            .iter()
                            .chain(minus)
                            .chain(half)
                            .map(|it| it.0)
                            .collect(),
                    };
                    places
                });
            let places: Vec<Area> = places.collect();
            assert!(places.len() > 50, "{}", game.facts.id);
            for item in drawn.items() {
                let Item::Text(run) = item else { continue };
                let letters = run.area().inset(0.0, 0.4);
                let hit = places.iter().find(|place| {
                    let aside = place.right() <= letters.x || letters.right() <= place.x;
                    !(aside || place.bottom() <= letters.y || letters.bottom() <= place.y)
                });
                assert_eq!(hit, None, "{}: {}", game.facts.id, run.text());
            }
        }
    }
}

#[test]
fn seven_players_have_a_pad_that_a_camera_reads() {
    let order = scan(
        "oh-hell",
        PadPlayers::Count(7),
        setup(Paper::A4, 1, false),
        "cs",
    );
    let printable = pads(&order).unwrap();
    if tools() {
        examine(&printable, printable.drawing.pages.len(), "seven players");
    }
    let refused = scan(
        "oh-hell",
        PadPlayers::Count(7),
        setup(Paper::A5, 1, false),
        "cs",
    );
    assert!(pads(&refused).is_err());
}

#[test]
fn the_command_says_which_papers_fit() {
    for (arguments, words) in [
        (vec!["--paper", "a6"], "The nearest: --paper a5"),
        (
            vec!["--per-page", "4"],
            "A4 with 4 a page: it is one upright A4",
        ),
        (
            vec!["--paper", "a5", "--players", "6"],
            "The nearest: --paper a4",
        ),
    ] {
        let arguments = [vec!["pad", "oh-hell", "--scan"], arguments].concat();
        let output = overtrick(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            err(&output).contains(words),
            "{arguments:?}: {}",
            err(&output)
        );
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let list = said(&overtrick(&["pad", "--list", "--scan"]));
    let fits = |line: &str| line.contains("A5 × 1") && line.contains('4');
    assert!(list.lines().any(fits), "{list}");
}

#[test]
fn the_setting_is_read_from_a_request() {
    let game = games::find("oh-hell").unwrap();
    let entries = vec![("scan".to_owned(), Json::Bool(true))];
    let order = PadRequest::read(game, entries, Language::english()).unwrap();
    assert!(order.scan);
    assert_eq!(pads(&order).unwrap().drawing.pages.len(), 1);
}

#[test]
fn a_number_has_a_well_for_each_digit_that_it_can_have() {
    let wells = |game: &str, players: usize, rules: &str, key: &str| {
        let order = PadRequest {
            options: serde_json::from_str(rules).unwrap(),
            ..order(game, PadPlayers::Count(players), setup(Paper::A4, 1, false))
        };
        let layout = scan_layout(&order).unwrap();
        let records = layout.pages[0].rows[0].records.iter();
        let mut entries = records.flat_map(|record| &record.entries);
        let entry = entries.find(|entry| entry.key == key).unwrap();
        match &entry.marks {
            ScanMarks::Number { wells, minus, .. } => (wells.len(), minus.is_some()),
            ScanMarks::Boxes { .. } => panic!("{key}"),
        }
    };
    for (game, players, rules, key, expected) in [
        // Ten cards at most: a ten is an X.
        ("oh-hell", 4, "{}", "bid", (1, false)),
        ("oh-hell", 3, r#"{"most_cards": 11}"#, "bid", (2, false)),
        ("oh-hell", 4, "{}", "total", (3, false)),
        // 19 hands of a thousand and more.
        (
            "oh-hell",
            4,
            r#"{"made_points": 1000}"#,
            "total",
            (5, false),
        ),
        (
            "oh-hell",
            4,
            r#"{"missed": "difference"}"#,
            "total",
            (3, true),
        ),
        ("brink-bid", 4, "{}", "tricks", (2, false)),
        ("brink-bid", 5, "{}", "tricks", (1, false)),
        (
            "brink-bid",
            4,
            r#"{"made_points": 50}"#,
            "total",
            (3, false),
        ),
        ("contract-sabacc", 4, "{}", "pot", (2, false)),
        (
            "contract-sabacc",
            4,
            r#"{"pot_at_start": 500}"#,
            "pot",
            (3, false),
        ),
        ("contractor", 3, "{}", "tricks", (1, false)),
        ("contractor", 3, "{}", "total", (3, true)),
        (
            "contractor",
            3,
            r#"{"dealers_bonus": 900}"#,
            "total",
            (4, true),
        ),
        ("mariash", 3, "{}", "scan-points", (3, false)),
        ("mariash", 3, "{}", "total", (4, true)),
        (
            "mariash",
            3,
            r#"{"max_doubles": 6, "open_hand_factor": 8}"#,
            "total",
            (5, true),
        ),
        ("berzerka", 3, "{}", "overbid", (2, false)),
        ("berzerka", 3, "{}", "total", (3, true)),
    ] {
        assert_eq!(
            wells(game, players, rules, key),
            expected,
            "{game} {rules} {key}"
        );
    }
}

#[test]
fn what_has_no_room_is_refused_with_the_nearest_page_that_has() {
    let a5 = setup(Paper::A5, 1, false);
    for game in ["contract-sabacc", "mariash"] {
        let refused = scan_layout(&scan(game, PadPlayers::Count(4), a5, "en"));
        let Err(PrintError::TooSmall { nearest, .. }) = refused else {
            panic!("{game}: {refused:?}");
        };
        assert_eq!(nearest, Some(setup(Paper::A4, 1, false)), "{game}");
    }
    let long = PadRequest {
        options: serde_json::from_str(r#"{"hands_planned": 9000}"#).unwrap(),
        ..scan(
            "contractor",
            PadPlayers::Anyone,
            setup(Paper::A4, 1, false),
            "en",
        )
    };
    assert!(matches!(
        pads(&long),
        Err(PrintError::TooSmall { nearest: None, .. })
    ));
}
