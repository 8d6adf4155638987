//! Paper: every pad on every page that it fits, the sheets of played matches, and what is refused.
//!
//! Drawn pages are kept as text in `tests/golden-print`; `OVERTRICK_REWRITE=1 cargo test --test
//! print` rewrites them, and the difference is reviewed.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

mod paper;

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use overtrick::document::{fingerprint, options_in_force};
use overtrick::games;
use overtrick::lang::Language;
use overtrick::pdf::render;
use overtrick::rules::json::Json;
use overtrick::sheets::paper::{Area, PageSetup, Paper};
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

type Fitting = Vec<(&'static str, usize, PageSetup)>;

/// Every game with every number of players on every page that it fits.
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
    let mut tight = Vec::new();
    let all = matrix();
    for &(game, count, page) in all {
        let what = format!("{game} for {count} on {}", page_name(page));
        let largest = !all.contains(&(game, count + 1, page));
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
        // A title takes a line of its own; a page that fits to the millimeter may have no room for
        // it, and says so.
        let prefilled = match prefilled {
            Ok(prefilled) => prefilled,
            Err(Trouble::TooSmall { .. }) => {
                tight.push(what);
                continue;
            }
            Err(other) => panic!("{what}: {other:?}"),
        };
        assert!(prefilled.drawing.pages.len() >= 2, "{what}");
        check_places(&prefilled, &what);
        assert!(prefilled.drawing.missing.is_empty(), "{what}");
        // As many pages as asked, and as many more as the last match needs to be whole.
        let parts = sheets::fits(&order(game, Who::Count(count), page)).unwrap();
        let whole = |pages: &usize| (pages * page.per_page).is_multiple_of(parts);
        let pages = (1..=parts).find(whole).unwrap();
        assert_eq!(blank.drawing.pages.len(), pages, "{what}");
        // The tools take their time: they look at the largest table of each page.
        if look && largest {
            let bytes = examine(&blank, pages, &what);
            assert!(bytes < 60 * 1024 * pages, "{what}: {bytes} bytes");
            examine(&prefilled, prefilled.drawing.pages.len(), &what);
        }
    }
    assert!(tight.is_empty(), "no room for a title: {tight:?}");
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
    for &(game, count, page) in matrix() {
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

/// What each pad of a page says of its place in the pile.
fn numbers(page: &sheets::draw::Page) -> Vec<String> {
    let runs = page.items.iter().filter_map(|item| match item {
        sheets::draw::Item::Text(run) => Some(run.text()),
        _ => None,
    });
    runs.filter(|text| text.contains(" of ") && text.starts_with(|c: char| c.is_ascii_digit()))
        .filter(|text| text.len() < 30)
        .collect()
}

#[test]
fn piles_that_are_cut_come_out_in_sequence() {
    let page = setup(Paper::A4, 4, false);
    let printable = pads(&PadOrder {
        pages: 3,
        ..order("berzerka", Who::Anyone, page)
    })
    .unwrap();
    assert_eq!(printable.drawing.pages.len(), 3);
    for (index, page) in printable.drawing.pages.iter().enumerate() {
        // The first place of every page makes the first pile, and so on.
        let wanted: Vec<String> = (0..4)
            .map(|place| format!("{} of 12", place * 3 + index + 1))
            .collect();
        assert_eq!(numbers(page), wanted);
        let (x, y) = (page.width / 2.0, page.height / 2.0);
        let marks = page.items.iter().filter(|item| match item {
            sheets::draw::Item::Rule(from, to, ..) => {
                let on = |place: f32, line: f32| (place - line).abs() < 0.01;
                (on(from.0, x) && on(to.0, x)) || (on(from.1, y) && on(to.1, y))
            }
            _ => false,
        });
        assert_eq!(marks.count(), 6, "marks at four edges and a cross");
    }
}

#[test]
fn a_match_that_goes_over_several_pads_comes_out_whole() {
    let page = setup(Paper::A6, 1, false);
    let one = order("brink-bid", Who::Count(4), page);
    let parts = sheets::fits(&one).unwrap();
    assert!(parts > 1, "ten hands do not fit a postcard");
    let printable = pads(&one).unwrap();
    assert_eq!(printable.drawing.pages.len(), parts);
    let texts = |page: &sheets::draw::Page| -> Vec<String> {
        let runs = page.items.iter().filter_map(|item| match item {
            sheets::draw::Item::Text(run) => Some(run.text()),
            _ => None,
        });
        runs.collect()
    };
    let mut hands = Vec::new();
    for (index, page) in printable.drawing.pages.iter().enumerate() {
        let part = format!("{} of {parts}, part {} of {parts}", index + 1, index + 1);
        assert_eq!(numbers(page), [part]);
        let texts = texts(page);
        assert_eq!(texts.contains(&"Carried over".to_owned()), index > 0);
        let bold = page.items.iter().filter_map(|item| match item {
            sheets::draw::Item::Text(run) if run.bold => run.text().parse::<u32>().ok(),
            _ => None,
        });
        hands.extend(bold);
    }
    // Each row has its number and the cards dealt: 4 in the first hand, 13 in the tenth.
    let wanted: Vec<u32> = (1..=10).flat_map(|hand| [hand, hand + 3]).collect();
    hands.sort_unstable();
    let mut sorted = wanted;
    sorted.sort_unstable();
    assert_eq!(hands, sorted);
    // Two pages of four make eight pads; matches of three parts want a third page.
    let four = setup(Paper::A4, 4, false);
    let parts = sheets::fits(&order("brink-bid", Who::Count(4), four)).unwrap();
    let printable = pads(&PadOrder {
        pages: 2,
        ..order("brink-bid", Who::Count(4), four)
    })
    .unwrap();
    let pages = printable.drawing.pages.len();
    assert!(pages >= 2 && (pages * 4).is_multiple_of(parts) && pages < 2 + parts);
}

#[test]
fn paper_and_match_carry_one_fingerprint() {
    for (option, differs) in [(None, false), (Some("made_points=6"), true)] {
        let mut pad = vec!["pad", "brink-bid", "--players", "Ann,Bo,Cy"];
        let mut new = vec!["new", "brink-bid", "--players", "Ann,Bo,Cy"];
        for arguments in [&mut pad, &mut new] {
            arguments.extend(option.iter().flat_map(|option| ["--option", *option]));
        }
        let document = overtrick(&new).stdout;
        let report = overtrick::document::score(&document).unwrap();
        let usual = said(&overtrick(&["rules", "brink-bid"])).contains(&report.fingerprint);
        assert_eq!(usual, !differs);
        let page = setup(Paper::A4, 1, false);
        let (_, rules) = options_in_force(&document).unwrap();
        assert_eq!(fingerprint("brink-bid", 1, &rules), report.fingerprint);
        let made: i64 = if differs { 6 } else { 5 };
        let printed = pads(&PadOrder {
            options: Json::from([("made_points", Json::Int(made))]),
            ..order("brink-bid", Who::Count(3), page)
        })
        .unwrap();
        let on_paper = printed
            .drawing
            .runs()
            .any(|run| run.text().contains(&report.fingerprint));
        assert!(on_paper);
        assert!(overtrick(&pad).status.success());
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
            "The nearest that fits: --paper a6 --landscape",
        ),
        (
            vec!["pad", "mariash", "--paper", "a5", "--per-page", "4"],
            2,
            "needs 120 × 90 mm a pad",
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
    // Berzerka is for three; it fits every paper, and four on A4 and Letter, a match on each pad.
    for row in ["A4 × 1", "A4 × 4", "Letter × 4", "A5 × 1", "A6 × 1"] {
        let line = text.lines().find(|line| line.trim().starts_with(row));
        let cells: Vec<&str> = line.unwrap().split_whitespace().collect();
        assert_eq!(cells[3], "3", "{row}: {text}");
    }
    assert!(text.contains("least, mm"), "{text}");
}

/// A page of one paper, printed in the middle of another without being made smaller, loses nothing
/// and keeps 4 mm that most printers cannot reach.
#[test]
fn a4_and_letter_come_out_whole_on_each_other() {
    let (a4, letter) = ((210.0, 297.0), (215.9, 279.4));
    for &(game, count, page) in matrix() {
        let other = match page.paper {
            Paper::A4 => letter,
            Paper::Letter => a4,
            _ => continue,
        };
        let other = if page.landscape {
            (other.1, other.0)
        } else {
            other
        };
        let printable = pads(&order(game, Who::Count(count), page)).unwrap();
        let (w, h) = page.size();
        let shown = Area::new((w - other.0) / 2.0, (h - other.1) / 2.0, other.0, other.1);
        let shown = shown.inset(4.0, 4.0);
        for run in printable.drawing.runs() {
            let what = format!("{game} for {count} on {}", page_name(page));
            assert!(shown.holds(&run.area()), "{what}: {:?}", run.text());
        }
    }
}

#[test]
fn a_pad_states_the_least_size_that_it_needs() {
    let page = setup(Paper::A4, 1, false);
    let list = said(&overtrick(&["pad", "--list"]));
    for entry in games::all() {
        let facts = entry.facts;
        let order = order(facts.id, Who::Count(facts.players.1), page);
        let (width, height) = sheets::least_size(&order).unwrap();
        let stated = format!("least size {:.0} × {:.0} mm", width.ceil(), height.ceil());
        let printable = pads(&order).unwrap();
        assert_eq!(printable.subject.as_ref(), Some(&stated));
        let texts: Vec<String> = printable
            .drawing
            .runs()
            .map(sheets::draw::Run::text)
            .collect();
        assert!(texts.join(" ").contains(&stated), "{stated}: {texts:?}");
        let short = format!("{:.0} × {:.0}", width.ceil(), height.ceil());
        assert!(list.contains(&short), "{list}");
    }
}

#[test]
fn every_game_fits_a_postcard_and_a_quarter_of_a_page() {
    let all = matrix();
    for entry in games::all() {
        let facts = entry.facts;
        let fits = |paper: Paper, per_page: usize, count: usize| {
            [false, true]
                .map(|landscape| {
                    all.contains(&(facts.id, count, setup(paper, per_page, landscape)))
                })
                .contains(&true)
        };
        for count in facts.players.0..=facts.players.1 {
            assert!(fits(Paper::A6, 1, count), "{} for {count} on A6", facts.id);
            assert!(
                fits(Paper::A4, 2, count),
                "{} for {count} on A4/2",
                facts.id
            );
            // Three doubled commitments beside four players want a line of 132 mm.
            let quarter = facts.id != "mariash" || count < 4;
            for paper in [Paper::A4, Paper::Letter] {
                let what = format!("{} for {count} on a quarter", facts.id);
                assert_eq!(fits(paper, 4, count), quarter, "{what}");
            }
        }
    }
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
