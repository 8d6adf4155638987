//! The design of pads: sizes, names, the worked example and a cell for every needed field.

use overtrick_core::Table;
use overtrick_core::form::{Field, Kind, Need};
use overtrick_core::json::Json;
use overtrick_core::pad::Pad;
use overtrick_games as games;
use overtrick_paper::Printable;
use overtrick_paper::layout::draw::{Ink, Item, Page, Paint, Run};
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::layout::template::{LinePart, Template};
use overtrick_paper::requests::{Backs, PadPlayers, PadRequest};
use overtrick_paper::sheets::pads;

use crate::paper::{
    all_texts, err, expected, order, overtrick, pads_of_match, setup, sheet_of, stdout_text, texts,
};
use crate::print::{LONG_NAMES, matrix, page_name};

/// Typical names.
const NAMES: [&str; 8] = [
    "Zuzana",
    "Anna Marie",
    "Bartholomew",
    "Jo",
    "Kryštof Novák",
    "Guðrún",
    "Maximilián",
    "Élodie Dupont",
];

fn named(game: &str, names: &[&str], page: PageSetup) -> Printable {
    let names = names.iter().map(ToString::to_string).collect();
    pads(&order(game, PadPlayers::Named(names), page)).unwrap()
}

/// The smallest type size, in points.
const MIN_SIZE: f32 = 7.0;

#[test]
fn no_text_is_too_small_to_read() {
    for &(game, count, page) in matrix() {
        let what = format!("{game} for {count} on {}", page_name(page));
        let least = MIN_SIZE - 0.03;
        let blank = pads(&order(game, PadPlayers::Count(count), page)).unwrap();
        for printable in [blank, named(game, &LONG_NAMES[..count], page)] {
            let seen = printable
                .drawing
                .runs()
                .filter(|run| run.ink != Ink::Invisible);
            for run in seen {
                assert!(
                    run.size >= least,
                    "{what}: {:?} in {} pt",
                    run.text(),
                    run.size
                );
            }
            for item in printable.drawing.pages.iter().flat_map(Page::items) {
                if let Item::Box(area, Paint::Edge(..)) = item {
                    assert!(area.w >= 3.49 && area.h >= 3.49, "{what}: {area:?}");
                }
            }
        }
    }
}

/// Returns the text of a pad without hyphens at line ends.
fn text_of(printable: &Printable) -> String {
    all_texts(printable).join(" ").replace("- ", "")
}

#[test]
fn ordinary_names_are_never_shortened() {
    for &(game, count, page) in matrix() {
        let what = format!("{game} for {count} on {}", page_name(page));
        let printable = named(game, &NAMES[..count], page);
        let runs = all_texts(&printable);
        for name in &NAMES[..count] {
            // The pad has the whole name or the first name. Only long first names are hyphenated.
            let given = name.split(' ').next().unwrap();
            let stands = |run: &String| run.split(' ').any(|word| word == given);
            let hyphenated = given.chars().count() > 8 && text_of(&printable).contains(given);
            assert!(
                runs.iter().any(stands) || hyphenated,
                "{what}: {name} in {runs:?}"
            );
        }
    }
}

#[test]
fn names_of_forty_letters_are_printed_at_least_once() {
    for &(game, count, page) in matrix() {
        let what = format!("{game} for {count} on {}", page_name(page));
        let printable = named(game, &LONG_NAMES[..count], page);
        let text = text_of(&printable);
        assert!(!text.contains('…'), "{what}: {text}");
        for name in &LONG_NAMES[..count] {
            let words: Vec<&str> = name.split(' ').collect();
            let initial = words.last().unwrap().chars().next().unwrap();
            let short = format!("{} {initial}.", words[0]);
            let is_found = text.contains(name) || text.contains(&short);
            assert!(is_found, "{what}: {name} is not in {text}");
        }
    }
}

#[test]
fn every_field_that_a_record_needs_has_a_cell_in_every_arrangement() {
    for game in games::all() {
        let count = game.facts.players.0;
        let names: Vec<String> = ('A'..).take(count).map(String::from).collect();
        let table = Table::seat_players(&names).0;
        let otherwise = expected(game).typed_otherwise;
        let mut needed = Vec::new();
        add_needed(game.facts.record, "", &mut needed);
        needed.retain(|path| !otherwise.contains(path));
        assert!(!needed.is_empty(), "{}", game.facts.id);
        let with_all = expected(game).all_fields;
        let options = serde_json::from_str(&with_all).unwrap();
        let pad = (game.pad_rules)(options, &table).unwrap().pad(&table);
        let claimed = |path: &String| {
            let mut fields = pad.hand.iter().chain(&pad.seat);
            fields.any(|field| field.records.contains(&path.as_str()))
        };
        let missing: Vec<&String> = needed.iter().filter(|path| !claimed(path)).collect();
        assert!(
            missing.is_empty(),
            "{}: no cell for {missing:?}",
            game.facts.id
        );
        check_arrangements(&Template::from_game(game).unwrap(), &pad);
    }
}

/// Adds the paths of the fields that a record needs, always or in some hands.
fn add_needed(fields: &[Field], within: &str, needed: &mut Vec<String>) {
    for field in fields.iter().filter(|field| field.need != Need::Optional) {
        let path = format!("{within}{}", field.name);
        let inner = match field.kind {
            Kind::List(inner) => *inner,
            kind => kind,
        };
        if let Kind::Object(fields) = inner {
            add_needed(fields, &format!("{path}/"), needed);
        }
        needed.push(path);
    }
}

fn check_arrangements(template: &Template, pad: &Pad) {
    for (index, arrangement) in template.records.iter().enumerate() {
        let columns = arrangement.columns.iter().chain([&arrangement.player]);
        let parts = columns.flat_map(|column| column.lines.iter().flatten());
        let keys: Vec<&str> = parts.map(|part| LinePart::read(part).key).collect();
        for field in pad.hand.iter().chain(&pad.seat) {
            let is_found = field.records.is_empty() || keys.contains(&field.key);
            let game = &template.game;
            assert!(
                is_found,
                "{game}: arrangement {index} has no place for {}",
                field.key
            );
        }
    }
}

#[test]
fn an_a4_page_has_the_expected_number_of_hands() {
    // In Contractor each player deals nine times; Contract Sabacc has six matches.
    for (game, hands) in [("mariash", 40), ("contractor", 27), ("contract-sabacc", 24)] {
        let pad = pads(&order(game, PadPlayers::Anyone, setup(Paper::A4, 1, false))).unwrap();
        let numbers = pad.drawing.pages[0].items().filter(|item| match item {
            Item::Text(run) => run.bold && run.text().parse::<usize>().is_ok(),
            _ => false,
        });
        assert_eq!(numbers.count(), hands, "{game}");
    }
}

#[test]
fn a_sheet_has_no_line_for_missing_facts() {
    let sheet = |more: &str| {
        let document = format!(
            r#"{{ "game": "oh-hell", "players": ["Ann", "Bo", "Cy"], "hands": []{more} }}"#
        );
        text_of(&sheet_of(&document, false, setup(Paper::A4, 1, false)))
    };
    let has = |more: &str| ["Date", "Place"].map(|label| sheet(more).contains(label));
    assert_eq!(has(""), [false, false]);
    assert_eq!(has(r#", "played_on": "2026-11-20""#), [true, false]);
    assert_eq!(has(r#", "location": "Carriage 4""#), [false, true]);
}

#[test]
fn places_on_a_sheet_of_berzerka_are_ordinals() {
    let game = games::find("berzerka").unwrap();
    let text = text_of(&sheet_of(game.sample, false, setup(Paper::A4, 1, false)));
    // Each row without ties has three ordinals, and so do the standings.
    assert!(text.matches("1st").count() > 3, "{text}");
    assert!(text.matches("3rd").count() > 3, "{text}");
}

#[test]
fn the_worked_hand_is_on_top_with_its_label_unless_it_is_omitted() {
    for game in games::all() {
        let usual = Template::from_game(game).unwrap().players;
        for count in [game.facts.players.0, usual] {
            let page = setup(Paper::A4, 1, false);
            let what = format!("{} for {count}", game.facts.id);
            let with = pads(&order(game.facts.id, PadPlayers::Count(count), page)).unwrap();
            assert!(
                text_of(&with).contains("e.g.") || has_points(&with),
                "{what}"
            );
            let face = texts(&with.drawing.pages[0]);
            let labels = face.iter().filter(|text| text.starts_with("e.g."));
            assert!(count != usual || labels.count() == 1, "{what}: {face:?}");
            let without = pads(&PadRequest {
                example: false,
                ..order(game.facts.id, PadPlayers::Count(count), page)
            });
            let without = without.unwrap();
            assert!(with.drawing != without.drawing, "{what}");
            assert!(!text_of(&without).contains("e.g."), "{what}");
        }
    }
    let pad = |more: &[&str]| {
        let flags = [&["pad", "brink-bid", "-o", "-"], more].concat();
        overtrick(&flags).stdout
    };
    assert_ne!(pad(&[]), pad(&["--no-example"]));
    assert_ne!(pad(&[]), pad(&["--no-legend"]));
}

#[test]
fn the_legend_is_only_on_the_back_and_once_for_a_match() {
    for &(game, count, page) in matrix() {
        let what = format!("{game} for {count} on {}", page_name(page));
        let printed = |legend: bool| {
            let request = PadRequest {
                backs: Backs::new(legend, false),
                ..order(game, PadPlayers::Count(count), page)
            };
            pads(&request).unwrap().drawing
        };
        let (with, without) = (printed(true), printed(false));
        assert_eq!(with.pages[..with.pages.len() - 1], without.pages, "{what}");
        let texts = |pages: &[Page]| {
            let texts: Vec<String> = pages.iter().flat_map(texts).collect();
            texts.join(" ")
        };
        let (face, back) = (
            texts(&without.pages),
            texts(&with.pages[without.pages.len()..]),
        );
        for words in ["Scoring", "least size"] {
            assert!(!face.contains(words), "{what}: {words} in {face}");
        }
        let parts = pads_of_match(&order(game, PadPlayers::Count(count), page)).unwrap();
        let pages = without.pages.len();
        let matches = (0..page.per_page).filter(|pile| (pile * pages).is_multiple_of(parts));
        assert_eq!(back.matches("Scoring").count(), matches.count(), "{what}");
        assert!(
            !back.contains("author") && !back.contains("least size"),
            "{what}"
        );
    }
}

#[test]
fn unusual_house_rules_are_on_the_face() {
    let page = setup(Paper::A5, 1, false);
    let face = |options: &str| {
        let request = PadRequest {
            options: serde_json::from_str(options).unwrap(),
            backs: Backs::None,
            ..order("oh-hell", PadPlayers::Anyone, page)
        };
        text_of(&pads(&request).unwrap())
    };
    assert!(!face("{}").contains("House rules"));
    let other = face(r#"{"made_points": 20}"#);
    assert!(other.contains("House rules: as bid 20"), "{other}");
    assert!(!other.contains("a trick 1"), "{other}");
}

/// A tick is drawn as two strokes. An invisible word represents it in the text.
#[test]
fn a_tick_of_a_worked_hand_is_a_word() {
    let page = setup(Paper::A4, 1, false);
    let printable = pads(&PadRequest {
        record: true,
        ..order("contract-sabacc", PadPlayers::Count(4), page)
    })
    .unwrap();
    let unseen = printable
        .drawing
        .runs()
        .filter(|run| run.ink == Ink::Invisible);
    assert!(unseen.map(Run::text).any(|text| text == "ticked"));
}

/// Whether a drawing has signed numbers, which are points.
fn has_points(printable: &Printable) -> bool {
    let mut runs = printable.drawing.runs();
    runs.any(|run| run.text().starts_with('+'))
}

#[test]
fn the_total_is_the_boldest_figure_of_a_row() {
    let page = setup(Paper::A4, 1, false);
    for entry in games::all()
        .iter()
        .filter(|entry| expected(entry).running_totals)
    {
        let game = entry.facts.id;
        let printable = sheet_of(entry.sample, false, page);
        let figures = printable.drawing.runs().filter(|run| {
            let text = run.text();
            !text.is_empty() && text.trim_start_matches(['+', '−']).parse::<u32>().is_ok()
        });
        let largest = |bold: bool, figures: &[&Run]| {
            let sizes = figures
                .iter()
                .filter(|run| run.bold == bold)
                .map(|run| run.size);
            sizes.fold(0.0, f32::max)
        };
        let figures: Vec<&Run> = figures.collect();
        assert!(largest(true, &figures) > largest(false, &figures), "{game}");
    }
}

#[test]
fn a_second_match_has_its_number_and_room_for_places() {
    let page = setup(Paper::A4, 1, false);
    let game = "brink-bid";
    let printable = pads(&order(game, PadPlayers::Anyone, page)).unwrap();
    let count_of = |words: &str| {
        let mut runs = all_texts(&printable);
        runs.retain(|run| run == words);
        runs.len()
    };
    let text = text_of(&printable);
    assert_eq!(text.matches("Match 2").count(), 1, "{game}");
    // Each match has one `Rank`.
    assert_eq!(count_of("Rank"), 2, "{game}");
    assert!(
        text.contains("Winner") && text.contains("Remarks"),
        "{game}"
    );
}

#[test]
fn the_gutter_stays_empty() {
    let page = PageSetup {
        gutter: 20,
        ..setup(Paper::A4, 1, false)
    };
    for game in games::all() {
        let printable = pads(&order(game.facts.id, PadPlayers::Anyone, page)).unwrap();
        for run in printable.drawing.runs() {
            assert!(
                run.x >= 20.0,
                "{}: {:?} at {}",
                game.facts.id,
                run.text(),
                run.x
            );
        }
    }
    let plain = overtrick(&["pad", "mariash", "-o", "-"]).stdout;
    assert_ne!(
        overtrick(&["pad", "mariash", "--gutter", "-o", "-"]).stdout,
        plain
    );
    let refused = overtrick(&["pad", "mariash", "--gutter", "40", "-o", "-"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("0..=30"), "{}", err(&refused));
    assert!(stdout_text(&overtrick(&["pad", "--help"])).contains("--gutter"));
}

#[test]
fn a_pad_of_a_game_with_another_house_rule_has_no_worked_hand_that_breaks_it() {
    let page = setup(Paper::A4, 1, false);
    let options: Json = serde_json::from_str(r#"{"first_hand_cards": 6}"#).unwrap();
    let printable = pads(&PadRequest {
        options,
        ..order("brink-bid", PadPlayers::Anyone, page)
    });
    assert!(!text_of(&printable.unwrap()).contains("e.g."));
}

#[test]
fn a_long_name_heads_its_column_where_points_are_explained() {
    let game = games::find("oh-hell").unwrap();
    let sheet = sheet_of(game.sample, true, setup(Paper::A4, 1, false));
    let runs = texts(&sheet.drawing.pages[1]);
    assert!(runs.iter().any(|run| run.starts_with("Zuzana")), "{runs:?}");
}
