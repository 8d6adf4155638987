//! Paper: every pad on every page that it fits, the sheets of played matches, and what is refused.
//!
//! Drawn pages are kept as text in `tests/golden-print`; `OVERTRICK_REWRITE=1 cargo test --test
//! print` rewrites them, and the difference is reviewed.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

mod paper;

use std::fs;
use std::path::PathBuf;

use overtrick::document::{fingerprint, options_in_force};
use overtrick::games;
use overtrick::lang::Language;
use overtrick::pdf::render;
use overtrick::rules::json::Json;
use overtrick::sheets::paper::{PageSetup, Paper};
use overtrick::sheets::{self, Labels, PadOrder, Press, Trouble, Who, pads};

use paper::{
    check_places, compare, err, examine, order, overtrick, press, root, said, setup, tools,
};

/// Six players with names of forty characters.
const LONG_NAMES: [&str; 6] = [
    "Wolfeschlegelsteinhausenbergerdorff Maxi",
    "Maria del Carmen Fernández de la Cueva y",
    "Zuzana Šťastná z Lichtenštejna a Dolních",
    "Ægir Þorsteinsson Breiðfjörð Hallgrímssn",
    "Ελευθερία Παπαδοπούλου Κωνσταντινοπούλου",
    "Владимир Константинович Новосельцев Пётр",
];

/// Every game with every number of players on every page that it fits.
fn matrix() -> Vec<(&'static str, usize, PageSetup)> {
    let mut all = Vec::new();
    for entry in games::all() {
        let (least, most) = entry.facts.players;
        for count in least..=most {
            for paper in Paper::ALL {
                for per_page in PageSetup::PER_PAGE {
                    for landscape in [false, true] {
                        let page = setup(paper, per_page, landscape);
                        let order = order(entry.facts.id, Who::Count(count), page);
                        if sheets::fits(&order).is_ok() {
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
fn every_pad_is_whole_on_every_page_it_fits() {
    let look = tools();
    for (game, count, page) in matrix() {
        let what = format!("{game} for {count} on {}", page_name(page));
        let blank = pads(&order(game, Who::Count(count), page)).unwrap();
        check_places(&blank, &what);
        assert!(blank.drawing.missing.is_empty(), "{what}");
        let names = LONG_NAMES[..count].iter().map(ToString::to_string);
        let prefilled = pads(&PadOrder {
            pages: 2,
            labels: Labels {
                title: Some("Thursday at the Crown ♠".to_owned()),
                ..Labels::default()
            },
            ..order(game, Who::Named(names.collect()), page)
        });
        // A title takes a line of its own; half a page may have no room for it, and says so.
        let prefilled = match prefilled {
            Ok(prefilled) => prefilled,
            Err(Trouble::TooSmall { .. }) if page.per_page > 1 || page.landscape => continue,
            Err(other) => panic!("{what}: {other:?}"),
        };
        check_places(&prefilled, &what);
        assert!(prefilled.drawing.missing.is_empty(), "{what}");
        if look {
            let bytes = examine(&blank, 1, &what);
            assert!(bytes < 60 * 1024, "{what}: {bytes} bytes");
            examine(&prefilled, 2, &what);
        }
    }
}

/// The order as it is, in Czech.
fn in_czech(order: PadOrder<'_>) -> PadOrder<'_> {
    let language = Language::find("cs").unwrap();
    let press = Press {
        language,
        ..order.press
    };
    PadOrder { press, ..order }
}

#[test]
fn a_czech_pad_fits_wherever_an_english_one_does() {
    for (game, count, page) in matrix() {
        let what = format!("{game} for {count} on {}, in Czech", page_name(page));
        let pad = pads(&in_czech(order(game, Who::Count(count), page)));
        let pad = pad.unwrap_or_else(|trouble| panic!("{what}: {trouble:?}"));
        check_places(&pad, &what);
        assert!(pad.drawing.missing.is_empty(), "{what}");
    }
}

#[test]
fn every_game_fits_the_usual_papers() {
    let all = matrix();
    for entry in games::all() {
        let facts = entry.facts;
        for count in facts.players.0..=facts.players.1 {
            for paper in [Paper::A4, Paper::Letter, Paper::A5] {
                let page = setup(paper, 1, false);
                assert!(
                    all.contains(&(facts.id, count, page)),
                    "{} for {count} on {}",
                    facts.id,
                    paper.name()
                );
            }
        }
        let two = |(game, _, page): &(&str, usize, PageSetup)| {
            *game == facts.id && page.paper == Paper::A4 && page.per_page == 2
        };
        assert!(all.iter().any(two), "{} on half of A4", facts.id);
    }
}

#[test]
fn every_field_of_a_pad_is_on_it() {
    let words = Language::english();
    for entry in games::all() {
        let facts = entry.facts;
        for paper in [Paper::A4, Paper::A5] {
            let count = facts.players.1;
            let page = setup(paper, 1, false);
            let pad = pads(&order(facts.id, Who::Count(count), page)).unwrap();
            let texts: Vec<String> = pad.drawing.runs().map(sheets::draw::Run::text).collect();
            let all = texts.join(" ");
            let document = format!(
                r#"{{"game": "{}", "players": {:?}}}"#,
                facts.id,
                &["A", "B", "C", "D", "E", "F"][..count]
            );
            let (_, rules) = options_in_force(document.as_bytes()).unwrap();
            let print = fingerprint(facts.id, facts.edition, &rules);
            let mut wanted = vec![
                words.word(facts.id),
                words.text("pad", "scoring"),
                words.text("pad", "house-rules"),
                words.text("pad", "signed"),
                words.text("pad", "date"),
                facts.author.to_owned(),
                print,
                "◇".to_owned(),
            ];
            let columns: &[&str] = match facts.id {
                "berzerka" => &[
                    "tricks",
                    "overbid",
                    "discards",
                    "×↑",
                    "×2 → ×3 → ×4",
                    "Totals",
                    "15C",
                ],
                "contract-sabacc" => &[
                    "stake",
                    "tricks",
                    "chips",
                    "balance",
                    "card pts",
                    "46 or more",
                ],
                "brink-bid" => &["bid", "tricks", "points", "total", "NT", "♠"],
                "contractor" => &["♣ 6", "Nil 8", "Value", "Sure 1", "tricks", "total", "ch"],
                _ => &["16×", "107", "units", "total", "Points", "def. 2"],
            };
            wanted.extend(columns.iter().map(ToString::to_string));
            for text in wanted {
                let there = texts.contains(&text) || all.contains(&text);
                assert!(there, "{} on {}: no {text:?}", facts.id, paper.name());
            }
        }
    }
}

#[test]
fn equal_input_gives_equal_bytes() {
    let page = setup(Paper::A4, 1, false);
    let made = || render(&pads(&order("brink-bid", Who::Count(5), page)).unwrap());
    assert_eq!(made(), made());
    let pad = overtrick(&["pad", "brink-bid", "--players", "5"]);
    assert_eq!(pad.stdout, made(), "a process of its own");
}

#[test]
fn names_of_every_european_script_are_set_and_others_are_told() {
    let page = setup(Paper::A4, 1, false);
    let who = |names: &[&str]| Who::Named(names.iter().map(ToString::to_string).collect());
    let names = ["Ægir ♠", "Ђорђе", "Ἀθηνᾶ", "Անի", "ნინო", "Žofie"];
    let set = pads(&order("brink-bid", who(&names), page)).unwrap();
    assert!(set.drawing.missing.is_empty());
    if tools() {
        examine(&set, 1, "names of many scripts");
    }
    let told = pads(&order("brink-bid", who(&["Ann", "李雷"]), page)).unwrap();
    assert_eq!(told.drawing.missing, ['李', '雷']);
    let output = overtrick(&["pad", "brink-bid", "--players", "Ann,李雷"]);
    assert!(output.status.success() && err(&output).contains("李, 雷"));
    let font = root().join("tests/fonts/two-characters.ttf");
    let font = font.display().to_string();
    let output = overtrick(&["pad", "brink-bid", "--players", "Ann,李雷", "--font", &font]);
    assert!(output.status.success(), "{}", err(&output));
    assert_eq!(err(&output), "");
}

#[test]
fn piles_that_are_cut_come_out_in_sequence() {
    let options = Json::from([("board", ["berzerka"].into_iter().collect::<Json>())]);
    let page = setup(Paper::A4, 4, false);
    let printable = pads(&PadOrder {
        pages: 3,
        options,
        labels: Labels::default(),
        ..order("berzerka", Who::Anyone, page)
    });
    let printable = match printable {
        Ok(printable) => printable,
        Err(Trouble::TooSmall { .. }) => pads(&PadOrder {
            pages: 3,
            ..order("brink-bid", Who::Count(4), setup(Paper::A4, 2, false))
        })
        .unwrap(),
        Err(other) => panic!("{other:?}"),
    };
    let per_page = printable.drawing.pages[0]
        .items
        .iter()
        .filter(|item| matches!(item, sheets::draw::Item::Text(run) if run.text().contains(" of ")))
        .count();
    let total = 3 * per_page;
    for (page, drawn) in printable.drawing.pages.iter().enumerate() {
        let numbers: Vec<String> = drawn
            .items
            .iter()
            .filter_map(|item| match item {
                sheets::draw::Item::Text(run) if run.text().ends_with(&format!(" of {total}")) => {
                    Some(run.text())
                }
                _ => None,
            })
            .collect();
        let wanted: Vec<String> = (0..per_page)
            .map(|place| format!("{} of {total}", place * 3 + page + 1))
            .collect();
        assert_eq!(numbers, wanted);
    }
}

#[test]
fn a_link_is_printed_with_a_code() {
    let page = setup(Paper::A5, 1, false);
    let linked = |link: &str| {
        pads(&PadOrder {
            labels: Labels {
                link: Some(link.to_owned()),
                ..Labels::default()
            },
            ..order("contractor", Who::Anyone, page)
        })
    };
    let printable = linked("https://overtrick.example/m/7f3k").unwrap();
    check_places(&printable, "a linked pad");
    let items = &printable.drawing.pages[0].items;
    let links = items
        .iter()
        .filter(|item| matches!(item, sheets::draw::Item::Link(..)));
    assert_eq!(links.count(), 1);
    let modules = items.iter().filter(|item| {
        matches!(
            item,
            sheets::draw::Item::Box(_, sheets::draw::Paint::Fill(_))
        )
    });
    assert!(modules.count() > 100);
    assert_eq!(linked(&"x".repeat(500)).unwrap_err(), Trouble::Link);
}

#[test]
fn a_club_may_bring_its_own_layout_and_words() {
    let layout = fs::read_to_string(root().join("templates/sheets/brink-bid.toml")).unwrap();
    let own = layout.replace(
        "most-rows = 26",
        "most-rows = 26\n[texts]\n\"signed\" = \"Chair of the club\"\n\n[sizes]\ntitle = 20",
    );
    let page = setup(Paper::A4, 1, false);
    let with = |text: &str| {
        pads(&PadOrder {
            press: Press {
                template: Some(text),
                ..press(page)
            },
            ..order("brink-bid", Who::Anyone, page)
        })
    };
    let texts: Vec<String> = with(&own)
        .unwrap()
        .drawing
        .runs()
        .map(sheets::draw::Run::text)
        .collect();
    assert!(texts.contains(&"Chair of the club".to_owned()));
    for (damage, place) in [
        (layout.replace("players = 4", "plyers = 4"), "plyers"),
        (layout.replace("\"trump\"", "\"trmp\""), "trump"),
        (
            layout.replace("least-line = 7.0", "least-line = 0.5"),
            "least-line",
        ),
        (layout.replace("brink-bid\"", "mariash\""), "mariash"),
        (own.replace("\"signed\"", "\"sigend\""), "signed"),
    ] {
        let Err(Trouble::Template(fault)) = with(&damage) else {
            panic!("accepted: {place}");
        };
        let said = fault.say(Language::english());
        assert!(said.contains(place), "{said}");
    }
}

#[test]
fn what_cannot_be_printed_is_refused() {
    for (arguments, status, words) in [
        (
            vec!["pad", "brink-bid", "--paper", "b5"],
            2,
            "nearest is a5",
        ),
        (
            vec!["pad", "brink-bid", "--players", "a,b,c,d,e,f,g"],
            2,
            "7 players",
        ),
        (vec!["pad", "brink-bid", "--pages", "10000"], 2, "1 to 500"),
        (vec!["pad", "brink-bid", "--pages", "0"], 2, "1 to 500"),
        (vec!["pad", "brink-bid", "--per-page", "3"], 2, "per-page"),
        (
            vec!["pad", "mariash", "--paper", "a6"],
            2,
            "The nearest that fits: --paper a5",
        ),
        (vec!["pad", "brink-bit"], 2, "brink-bid"),
        (
            vec!["pad", "brink-bid", "--option", "made_points=-1"],
            2,
            "/options/made_points",
        ),
        (
            vec!["pad", "brink-bid", "--template", "/no/such.toml"],
            3,
            "/no/such.toml",
        ),
        (
            vec!["pad", "brink-bid", "--font", "/no/such.ttf"],
            3,
            "/no/such.ttf",
        ),
        (
            vec!["pad", "brink-bid", "-o", "/no/such/pad.pdf"],
            3,
            "/no/such/pad.pdf",
        ),
        (vec!["sheet", "/no/such.json"], 3, "/no/such.json"),
    ] {
        let output = overtrick(&arguments);
        assert_eq!(
            output.status.code(),
            Some(status),
            "{arguments:?}: {}",
            err(&output)
        );
        assert!(
            err(&output).contains(words),
            "{arguments:?}: {}",
            err(&output)
        );
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let no_font = root().join("Cargo.toml").display().to_string();
    let output = overtrick(&["pad", "brink-bid", "--font", &no_font]);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
}

#[test]
fn nothing_half_written_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("pad.pdf");
    fs::create_dir(&blocked).unwrap();
    let output = overtrick(&["pad", "brink-bid", "-o", blocked.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    let left: Vec<PathBuf> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(left, [blocked]);
}

#[test]
fn the_matrix_is_shown() {
    let czech = overtrick(&["pad", "--list", "--lang", "cs"]);
    assert!(said(&czech).contains("Mariáš"), "{}", err(&czech));
    let both = overtrick(&["pad", "--list", "--players", "3"]);
    assert_eq!(both.status.code(), Some(2), "{}", said(&both));
    let output = overtrick(&["pad", "--list"]);
    assert!(output.status.success(), "{}", err(&output));
    let text = said(&output);
    for entry in games::all() {
        let word = entry.facts.name.split(' ').next_back().unwrap();
        assert!(text.contains(word), "{text}");
    }
    assert!(text.contains("A5") && text.contains("Letter"));
}

/// What is drawn, kept as text: one pad a game.
#[test]
fn pads_are_drawn_as_they_were() {
    let page = setup(Paper::A5, 1, false);
    let differences: Vec<String> = games::all()
        .iter()
        .filter_map(|entry| {
            let game = entry.facts.id;
            let pad = pads(&order(game, Who::Anyone, page)).unwrap();
            compare(&format!("{game}.pad"), &pad).err()
        })
        .collect();
    assert!(differences.is_empty(), "{differences:?}");
}
