//! Paper: every pad on every page that it fits, the sheets of played matches, and what is refused.
//!
//! Drawn pages are kept as text in `tests/golden-print`; `OVERTRICK_REWRITE=1 cargo test --test
//! print` rewrites them, and the difference is reviewed.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use overtrick::document::{fingerprint, options_in_force, read_json, score};
use overtrick::games;
use overtrick::lang::Language;
use overtrick::pdf::render;
use overtrick::rules::json::Json;
use overtrick::sheets::paper::{Area, PageSetup, Paper};
use overtrick::sheets::{
    self, Labels, PadOrder, Press, Printable, SheetOrder, Trouble, Who, pads, sheet,
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

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn setup(paper: Paper, per_page: usize, landscape: bool) -> PageSetup {
    PageSetup {
        paper,
        landscape,
        per_page,
    }
}

fn press(setup: PageSetup) -> Press<'static> {
    Press {
        setup,
        template: None,
        fonts: &[],
        language: Language::english(),
    }
}

fn order(game: &str, who: Who, setup: PageSetup) -> PadOrder<'_> {
    PadOrder {
        game,
        who,
        options: Json::Object(Vec::new()),
        pages: 1,
        labels: Labels::default(),
        press: press(setup),
    }
}

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

/// Whether the tools that look at PDFs are here; in a gate they must be.
fn tools() -> bool {
    let there = |tool: &str| {
        Command::new(tool).arg("--version").output().is_ok()
            && Command::new(tool).arg("-v").output().is_ok()
    };
    let missing: Vec<&str> = ["qpdf", "pdftotext", "pdffonts", "pdfinfo"]
        .into_iter()
        .filter(|tool| !there(tool))
        .collect();
    if missing.is_empty() {
        return true;
    }
    let said = format!(
        "{} not found, so PDFs are not looked at: apt-get install poppler-utils qpdf",
        missing.join(", ")
    );
    assert!(env::var("CI").is_err(), "{said}");
    eprintln!("{said}");
    false
}

fn tool(name: &str, arguments: &[&str]) -> Output {
    let output = Command::new(name).args(arguments).output().unwrap();
    assert!(
        output.status.success(),
        "{name} {arguments:?}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Looks at a PDF with other people's tools: sound, with every text that was drawn, so many pages,
/// every font embedded and subset.
fn examine(printable: &Printable, pages: usize, what: &str) -> usize {
    let bytes = render(printable);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("it.pdf");
    fs::write(&file, &bytes).unwrap();
    let file = file.to_str().unwrap();
    tool("qpdf", &["--check", file]);
    let info = said(&tool("pdfinfo", &[file]));
    let shown = info
        .lines()
        .find_map(|line| line.strip_prefix("Pages:"))
        .map(str::trim);
    assert_eq!(shown, Some(pages.to_string().as_str()), "{what}");
    let fonts = said(&tool("pdffonts", &[file]));
    let mut count = 0;
    for line in fonts.lines().skip(2) {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let flags = &columns[columns.len() - 5..columns.len() - 2];
        assert_eq!(flags, ["yes", "yes", "yes"], "{what}: {line}");
        count += 1;
    }
    assert!(count >= 2, "{what}: {fonts}");
    let text = squeezed(&said(&tool("pdftotext", &["-raw", file, "-"])));
    for run in printable.drawing.runs() {
        for piece in &run.pieces {
            let piece = squeezed(&piece.text);
            assert!(
                text.contains(&piece),
                "{what}: {piece:?} is not in the text"
            );
        }
    }
    bytes.len()
}

/// Every text lies in its cell and on its page, and no two texts lie on each other.
fn check_places(printable: &Printable, what: &str) {
    for page in &printable.drawing.pages {
        let whole = Area::new(0.0, 0.0, page.width, page.height).inset(4.0, 4.0);
        let mut runs: Vec<(Area, String)> = Vec::new();
        for item in &page.items {
            let sheets::draw::Item::Text(run) = item else {
                continue;
            };
            let area = run.area();
            let text = run.text();
            assert!(whole.holds(&area), "{what}: {text:?} runs off the page");
            let sideways = Area {
                y: run.cell.y,
                h: run.cell.h,
                ..area
            };
            assert!(
                run.cell.holds(&sideways),
                "{what}: {text:?} is wider than its cell: {area:?} in {:?}",
                run.cell
            );
            let em = run.size * sheets::draw::MM_PER_POINT;
            let letters = Area::new(area.x, run.y - 0.72 * em, area.w, 0.72 * em);
            assert!(
                run.cell.inset(-0.2, -0.4).holds(&letters),
                "{what}: {text:?} is higher than its cell: {letters:?} in {:?}",
                run.cell
            );
            for (other, words) in &runs {
                let apart = letters.x >= other.right() - 0.02
                    || other.x >= letters.right() - 0.02
                    || letters.y >= other.bottom() - 0.02
                    || other.y >= letters.bottom() - 0.02;
                assert!(apart, "{what}: {text:?} lies on {words:?}");
            }
            runs.push((letters, text));
        }
    }
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
        let named = pads(&PadOrder {
            pages: 2,
            labels: Labels {
                title: Some("Thursday at the Crown ♠".to_owned()),
                ..Labels::default()
            },
            ..order(game, Who::Named(names.collect()), page)
        });
        // A title takes a line of its own; half a page may have no room for it, and says so.
        let named = match named {
            Ok(named) => named,
            Err(Trouble::TooSmall { .. }) if page.per_page > 1 || page.landscape => continue,
            Err(other) => panic!("{what}: {other:?}"),
        };
        check_places(&named, &what);
        assert!(named.drawing.missing.is_empty(), "{what}");
        if look {
            let bytes = examine(&blank, 1, &what);
            assert!(bytes < 60 * 1024, "{what}: {bytes} bytes");
            examine(&named, 2, &what);
        }
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
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let printed = ["one.pdf", "two.pdf"].map(|name| {
        let sample = sample("mariash");
        let output = overtrick(&["sheet", &sample, "--explain", "-o", &file(name)]);
        assert!(output.status.success(), "{}", err(&output));
        fs::read(file(name)).unwrap()
    });
    assert_eq!(printed[0], printed[1]);
    let pad = overtrick(&["pad", "brink-bid", "--players", "5"]);
    assert_eq!(pad.stdout, made(), "a process of its own");
}

fn sample(game: &str) -> String {
    let file = root().join(format!("templates/samples/{game}.json"));
    file.display().to_string()
}

fn played(document: &str, explain: bool, page: PageSetup) -> Printable {
    let scored = score(document.as_bytes()).unwrap();
    let json = read_json(document).unwrap();
    let printable = sheet(&SheetOrder {
        scored: &scored,
        document: &json,
        explain,
        link: None,
        press: press(page),
    });
    printable.unwrap()
}

fn sample_text(game: &str) -> String {
    fs::read_to_string(sample(game)).unwrap()
}

#[test]
fn every_sample_has_a_sheet() {
    let look = tools();
    for entry in games::all() {
        let game = entry.facts.id;
        let document = sample_text(game);
        let scored = score(document.as_bytes()).unwrap();
        for paper in [Paper::A4, Paper::Letter, Paper::A5] {
            let what = format!("the sheet of {game} on {}", paper.name());
            let printable = played(&document, true, setup(paper, 1, false));
            check_places(&printable, &what);
            let texts: Vec<String> = printable
                .drawing
                .runs()
                .map(sheets::draw::Run::text)
                .collect();
            for total in scored.hands.iter().flat_map(|hand| &hand.totals) {
                let there = texts.contains(&total.to_string()) || game == "berzerka";
                assert!(there, "{what}: no total {total}");
            }
            for total in &scored.totals {
                assert!(texts.contains(&total.to_string()), "{what}: {total}");
            }
            let whole = texts.join(" ");
            for hand in &scored.hands {
                for line in &hand.lines {
                    assert!(whole.contains(line.rule), "{what}: {}", line.rule);
                }
                if let Some(note) = &hand.note {
                    assert!(squeezed(&whole).contains(&squeezed(note)), "{what}: {note}");
                }
            }
            if look {
                examine(&printable, printable.drawing.pages.len(), &what);
            }
        }
    }
}

#[test]
fn what_an_auction_gives_stands_in_its_cell() {
    let printable = played(
        &sample_text("contractor"),
        false,
        setup(Paper::A4, 1, false),
    );
    let ticked: Vec<String> = printable
        .drawing
        .runs()
        .filter(|run| run.bold && run.size == 7.0)
        .map(sheets::draw::Run::text)
        .collect();
    // O'Neill's hearts with an extra trick, challenged by Sam: nothing of it but the auction is
    // recorded.
    assert_eq!(ticked[..2], ["♥ 5", "1"], "{ticked:?}");
    assert!(ticked.contains(&"ch".to_owned()), "{ticked:?}");
}

/// Brink Bid for two, hand after hand.
fn long_match(hands: usize) -> String {
    let hands: Vec<String> = (0..hands)
        .map(|index| {
            format!(
                r#"{{"declarer": "Ann", "game_type": "misere", "declarer_tricks": {}}}"#,
                index % 2
            )
        })
        .collect();
    format!(
        r#"{{"game": "mariash", "players": ["Ann", "Bo", "Cy"], "hands": [{}]}}"#,
        hands.join(",")
    )
}

#[test]
fn long_matches_repeat_their_heads_and_number_their_pages() {
    let printable = played(&long_match(60), false, setup(Paper::A5, 1, false));
    let drawing = &printable.drawing;
    assert!(drawing.pages.len() > 5);
    let count = drawing.pages.len();
    for (index, _) in drawing.pages.iter().enumerate() {
        let wanted = format!("Page {} of {count}", index + 1);
        let pages = sheets::draw::Drawing {
            pages: vec![drawing.pages[index].clone()],
            bookmarks: Vec::new(),
            missing: Vec::new(),
        };
        let texts: Vec<String> = pages.runs().map(sheets::draw::Run::text).collect();
        assert!(texts.contains(&wanted), "{texts:?}");
        let rows = texts.iter().any(|text| text == "Commitments, and doubled");
        assert!(rows || index + 1 == count, "no heads on page {}", index + 1);
    }
    assert!(drawing.bookmarks.len() > 5);
    check_places(&printable, "a long match");
    if tools() {
        examine(&printable, count, "a long match");
    }
}

#[test]
fn corrections_are_struck_through_with_their_reason() {
    let document = r#"{"game": "brink-bid", "players": ["Ann", "Bo"], "hands": [
        {"bids": {"Ann": 2, "Bo": 1}, "tricks": {"Ann": 2, "Bo": 2}}],
        "history": [{"at": "2026-11-19", "by": "Bo", "action": "corrected", "hand": 1,
          "before": {"tricks": {"Ann": 3, "Bo": 1}}, "reason": "a trick lay in the wrong pile"}]}"#;
    let printable = played(document, false, setup(Paper::A5, 1, false));
    let struck: Vec<String> = printable
        .drawing
        .runs()
        .filter(|run| run.struck)
        .map(sheets::draw::Run::text)
        .collect();
    assert_eq!(struck, ["3", "1"]);
    let texts: Vec<String> = printable
        .drawing
        .runs()
        .map(sheets::draw::Run::text)
        .collect();
    assert!(texts.join(" ").contains("a trick lay in the wrong pile"));
    check_places(&printable, "a correction");
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
        assert!(fault.to_string().contains(place), "{fault}");
    }
}

fn overtrick(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(arguments)
        .output()
        .unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
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
    let output = overtrick(&["pad", "--list"]);
    assert!(output.status.success(), "{}", err(&output));
    let text = said(&output);
    for entry in games::all() {
        let word = entry.facts.name.split(' ').next_back().unwrap();
        assert!(text.contains(word), "{text}");
    }
    assert!(text.contains("A5") && text.contains("Letter"));
}

/// What is drawn, kept as text: one pad a game, and a sheet.
#[test]
fn pages_are_drawn_as_they_were() {
    let mut kept: Vec<(String, Printable)> = Vec::new();
    for entry in games::all() {
        let game = entry.facts.id;
        let page = setup(Paper::A5, 1, false);
        let pad = pads(&order(game, Who::Anyone, page)).unwrap();
        kept.push((format!("{game}.pad"), pad));
    }
    let page = setup(Paper::A4, 1, false);
    let sheet = played(&sample_text("contract-sabacc"), true, page);
    kept.push(("contract-sabacc.sheet".to_owned(), sheet));
    let mut differences = String::new();
    for (name, printable) in kept {
        let file = root().join(format!("tests/golden-print/{name}.txt"));
        let now = printable.drawing.to_string();
        if env::var("OVERTRICK_REWRITE").is_ok() {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, &now).unwrap();
            continue;
        }
        let before = fs::read_to_string(&file).unwrap_or_default();
        if before != now {
            let line = before
                .lines()
                .zip(now.lines())
                .position(|(one, other)| one != other);
            let _ = writeln!(differences, "{name}: line {:?}", line.map(|line| line + 1));
        }
    }
    assert!(differences.is_empty(), "{differences}");
}
