//! Prints every pad on every page that it fits, and sheets of played matches; tests refusals.
//!
//! Drawings are stored as text in `tests/golden-print`. `OVERTRICK_REWRITE=1 cargo test print::`
//! rewrites them; review the diff.

mod booklets;
mod design;
mod evening;
mod files;
mod logo;
#[cfg(target_os = "linux")]
mod memory;
mod own;
mod own_pads;
mod pads_look;
mod piles;
mod refused;
mod scripts;
mod sizes;

use std::fs;
use std::sync::LazyLock;

use overtrick_core::Table;
use overtrick_core::json::Json;
use overtrick_games as games;
use overtrick_match::document::fingerprint;
use overtrick_match::lang::Language;
use overtrick_paper::PrintError;
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::requests::{Labels, PadPlayers, PadRequest, PrintSettings};
use overtrick_paper::sheets::pads;

use crate::paper::{
    all_texts, check_places, compare, examine, expected, order, pads_of_match, print_settings,
    root, setup, tools,
};

/// Players with names of forty characters.
const LONG_NAMES: [&str; 8] = [
    "Wolfeschlegelsteinhausenbergerdorff Maxi",
    "Maria del Carmen Fernández de la Cueva y",
    "Zuzana Šťastná z Lichtenštejna a Dolních",
    "Ægir Þorsteinsson Breiðfjörð Hallgrímssn",
    "Ελευθερία Παπαδοπούλου Κωνσταντινοπούλου",
    "Владимир Константинович Новосельцев Пётр",
    "Jean-Baptiste Maximilien de la Rochefouc",
    "Guðrún Ósk Þórhallsdóttir frá Akureyri A",
];

type Fitting = Vec<(&'static str, usize, PageSetup)>;

/// Returns every game with every number of players, on every page that its pad fits.
fn matrix() -> &'static Fitting {
    static MATRIX: LazyLock<Fitting> = LazyLock::new(find_matrix);
    &MATRIX
}

fn find_matrix() -> Fitting {
    let mut all = Vec::new();
    for entry in games::all() {
        let (least, most) = entry.facts.players;
        for count in least..=most {
            for paper in Paper::ALL {
                for per_page in PageSetup::PER_PAGE {
                    for landscape in [false, true] {
                        let page = setup(paper, per_page, landscape);
                        let order = order(entry.facts.id, PadPlayers::Count(count), page);
                        if pads_of_match(&order).is_ok() {
                            all.push((entry.facts.id, count, page));
                        }
                    }
                }
            }
        }
    }
    all
}

fn page_name(page: PageSetup) -> String {
    format!(
        "{} {}{}",
        page.paper.name(),
        page.per_page,
        if page.landscape { " landscape" } else { "" }
    )
}

#[test]
fn every_pad_is_complete_on_every_page_it_fits() {
    let with_tools = tools();
    let mut tight = Vec::new();
    let all = matrix();
    for &(game, count, page) in all {
        let what = format!("{game} for {count} on {}", page_name(page));
        let largest = !all.contains(&(game, count + 1, page));
        let blank = pads(&order(game, PadPlayers::Count(count), page)).unwrap();
        check_places(&blank, &what);
        assert!(blank.drawing.missing.is_empty(), "{what}");
        let names = LONG_NAMES[..count].iter().map(ToString::to_string);
        let prefilled = pads(&PadRequest {
            pages: 2,
            labels: Labels {
                title: Some("Thursday at the Crown ♠".to_owned()),
                ..Labels::default()
            },
            ..order(game, PadPlayers::Named(names.collect()), page)
        });
        // The title takes a separate line, for which a page with an exact fit may have no room. The
        // test reports such pages.
        let prefilled = match prefilled {
            Ok(prefilled) => prefilled,
            Err(PrintError::TooSmall { .. }) => {
                tight.push(what);
                continue;
            }
            Err(other) => panic!("{what}: {other:?}"),
        };
        assert!(prefilled.drawing.pages.len() >= 2, "{what}");
        check_places(&prefilled, &what);
        assert!(prefilled.drawing.missing.is_empty(), "{what}");
        // There may be more pages than requested, because the last match is completed.
        let parts = pads_of_match(&order(game, PadPlayers::Count(count), page)).unwrap();
        let whole = |pages: &usize| (pages * page.per_page).is_multiple_of(parts);
        let pages = (1..=parts).find(whole).unwrap();
        // The pad also has a back.
        let pages = pages + 1;
        assert_eq!(blank.drawing.pages.len(), pages, "{what}");
        // The tools are slow, so they only check each page with the most players.
        if with_tools && largest {
            let bytes = examine(&blank, pages, &what);
            assert!(bytes < 60 * 1024 * pages, "{what}: {bytes} bytes");
            examine(&prefilled, prefilled.drawing.pages.len(), &what);
        }
    }
    assert!(tight.is_empty(), "no room for a title: {tight:?}");
}

#[test]
fn every_field_of_a_pad_is_on_it() {
    let words = Language::english();
    for entry in games::all() {
        let facts = entry.facts;
        for paper in [Paper::A4, Paper::A5] {
            let count = facts.players.1;
            let page = setup(paper, 1, false);
            let pad = pads(&PadRequest {
                record: true,
                ..order(facts.id, PadPlayers::Count(count), page)
            });
            // A match that would need three pads is refused.
            let Ok(pad) = pad else {
                assert_eq!(paper, Paper::A5, "{}", facts.id);
                continue;
            };
            let texts = all_texts(&pad);
            let all = texts.join(" ");
            let names: Vec<String> = ('A'..).take(count).map(String::from).collect();
            let table = Table::seat_players(&names).0;
            let rules = (entry.resolve)(Json::EMPTY, &table).unwrap();
            let print = fingerprint(facts, facts.edition, &rules);
            let mut needed = vec![
                words.word(facts.id),
                words.text("pad", "scoring"),
                words.text("pad", "house-rules"),
                words.text("pad", "signed"),
                words.text("pad", "date"),
                print,
            ];
            needed.extend(expected(entry).texts);
            for text in needed {
                let is_found = texts.contains(&text) || all.contains(&text);
                assert!(is_found, "{} on {}: no {text:?}", facts.id, paper.name());
            }
        }
    }
}

#[test]
fn names_of_every_european_script_are_set() {
    let page = setup(Paper::A4, 1, false);
    let names = ["Ægir ♠", "Ђорђе", "Ἀθηνᾶ", "Անի", "ნინო", "Žofie"];
    let names = PadPlayers::Named(names.map(str::to_owned).to_vec());
    let set = pads(&order("brink-bid", names, page)).unwrap();
    assert!(set.drawing.missing.is_empty());
    if tools() {
        examine(&set, 2, "names of many scripts");
    }
}

#[test]
fn fonts_with_any_kind_of_outlines_are_subset() {
    let page = setup(Paper::A4, 1, false);
    for kind in ["ttf", "cff.otf", "cff2.otf"] {
        let font = root().join(format!("tests/fonts/two-characters.{kind}"));
        let players = PadPlayers::Named(vec!["Ann".to_owned(), "李雷".to_owned()]);
        let set = pads(&PadRequest {
            print: PrintSettings {
                fonts: &[fs::read(font).unwrap()],
                ..print_settings(page)
            },
            ..order("brink-bid", players, page)
        })
        .unwrap();
        assert!(set.drawing.missing.is_empty(), "{kind}");
        if tools() {
            examine(&set, 2, kind);
        }
    }
}

/// Compares one pad of each game with its stored drawing.
#[test]
fn pads_equal_the_golden_files() {
    let page = setup(Paper::A5, 1, false);
    let differences: Vec<String> = games::all()
        .iter()
        .filter_map(|entry| {
            let game = entry.facts.id;
            let pad = pads(&order(game, PadPlayers::Anyone, page)).unwrap();
            compare(&format!("{game}.pad"), &pad).err()
        })
        .collect();
    assert!(differences.is_empty(), "{differences:?}");
}
