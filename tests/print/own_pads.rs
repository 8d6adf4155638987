//! Pads and sheets of custom games. The definition determines the layout, and nothing is cut off or missing.

use std::fs;
use std::sync::Arc;

use overtrick_core::Table;
use overtrick_core::form::KindOf;
use overtrick_core::json::Json;
use overtrick_match::MatchGame;
use overtrick_match::document::score;
use overtrick_match::lang::Language;
use overtrick_own::{Definition, PRESETS, read, read_file, rules_in_force};
use overtrick_paper::layout::draw;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::pdf::render;
use overtrick_paper::requests::{Backs, PadPlayers, PadRequest, PrintSettings};
use overtrick_paper::sheets::pads;
use overtrick_paper::{PrintError, Printable};
use serde_json::{Value, json};

use crate::paper::{
    self, all_texts, check_places, err, examine, overtrick, print_settings, setup, sheet_of,
    squeezed, stdout_text, tools,
};
use crate::support::command::status;

fn definition(text: &str) -> Arc<Definition> {
    Arc::new(read(&read_file(text).unwrap().json).unwrap())
}

fn preset(id: &str) -> Arc<Definition> {
    definition(overtrick_own::preset(id).unwrap())
}

fn blank(
    game: &Arc<Definition>,
    players: PadPlayers,
    paper: Paper,
) -> Result<Printable, PrintError> {
    pads(&PadRequest {
        players,
        print: print_settings(setup(paper, 1, false)),
        ..PadRequest::new(MatchGame::Own(game.clone()), Language::english())
    })
}

/// Returns the house rules of a preset that add fields and are not flags.
fn bringing_fields(id: &str) -> Vec<(String, Json)> {
    let rules = match id {
        "hearts" => vec![("jack_points", Json::Int(10)), ("moon", "choice".into())],
        _ => Vec::new(),
    };
    let rules = rules.into_iter();
    rules
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// Returns house rules with every flag set and every field added.
fn all_flags(game: &Definition) -> Json {
    let flags = game.with_option_fields(|fields| {
        let flags = fields.iter().filter(|it| matches!(it.kind, KindOf::Flag));
        let flags = flags.map(|flag| (flag.name.to_owned(), Json::Bool(true)));
        flags.chain(bringing_fields(game.id())).collect()
    });
    Json::Object(flags)
}

/// Returns the clauses that apply with every flag set, which the back of a pad shows.
fn clauses_in_force(game: &Arc<Definition>, players: usize) -> Vec<String> {
    let names: Vec<String> = (1..=players).map(|number| format!("P{number}")).collect();
    let (table, _) = Table::seat_players(&names);
    let own = rules_in_force(game, all_flags(game), &table).unwrap();
    let clauses = own.clauses();
    let texts = clauses.map(|(_, text)| Language::english().named(text));
    texts.collect()
}

/// Returns a pad with every flag of the house rules set, so that it has every field.
fn with_all(game: &Arc<Definition>, players: usize, paper: Paper) -> Printable {
    let printable = pads(&PadRequest {
        players: PadPlayers::Count(players),
        options: all_flags(game),
        print: print_settings(setup(paper, 1, false)),
        ..PadRequest::new(MatchGame::Own(game.clone()), Language::english())
    });
    printable.unwrap()
}

/// Returns the texts of a page in drawing order.
fn texts(printable: &Printable, page: usize) -> Vec<String> {
    paper::texts(&printable.drawing.pages[page])
}

fn page(printable: &Printable, page: usize) -> String {
    squeezed(&texts(printable, page).join(" "))
}

#[test]
fn every_preset_has_a_pad_for_each_number_of_players() {
    let with_tools = tools();
    let written = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/own/games")).unwrap();
    let written = written.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let written: Vec<String> = written.collect();
    let presets = PRESETS.iter().map(|(_, text)| *text);
    for text in presets.chain(written.iter().map(String::as_str)) {
        let game = definition(text);
        let id = &game.id();
        let (least, most) = game.players();
        for players in least..=most {
            for paper in [Paper::A4, Paper::Letter] {
                let what = format!("a pad of {id} for {players} on {}", paper.name());
                let printable = with_all(&game, players, paper);
                check_places(&printable, &what);
                let pages = printable.drawing.pages.len();
                let (face, back) = (page(&printable, 0), page(&printable, pages - 1));
                let name = squeezed(game.name());
                assert!(face.starts_with(&name) && back.starts_with(&name), "{what}");
                for (_, label) in game.labels() {
                    // In Tarot and Sheepshead only five players have partners.
                    let has_partner = ["tarot", "sheepshead"].contains(id);
                    if has_partner && players < 5 && label.eq_ignore_ascii_case("partner") {
                        continue;
                    }
                    let is_there = face.replace(['-', '\u{ad}'], "").contains(&squeezed(label));
                    assert!(is_there, "{what}: no {label} in {face}");
                }
                for clause in clauses_in_force(&game, players) {
                    assert!(back.contains(&squeezed(&clause)), "{what}: {clause}");
                }
                for (_, rule) in game.option_labels() {
                    let rule = squeezed(rule).to_lowercase();
                    assert!(back.to_lowercase().contains(&rule), "{what}: {rule}");
                }
                let again = with_all(&game, players, paper);
                assert_eq!(render(&printable), render(&again), "{what}");
                if with_tools {
                    examine(&printable, pages, &what);
                }
            }
        }
        let refused = blank(&game, PadPlayers::Count(most + 1), Paper::A4);
        assert!(matches!(refused, Err(PrintError::Faults(_))), "{id}");
    }
}

#[test]
fn a_pad_has_its_cards_and_house_rules() {
    let game = preset("wizard");
    let names = ["Ann", "Bo", "Cy", "Dan"].map(str::to_owned).to_vec();
    let printable = pads(&PadRequest {
        players: PadPlayers::Named(names),
        options: Json::object([("trick_points", Json::Int(7))]),
        ..PadRequest::new(MatchGame::Own(game.clone()), Language::find("cs").unwrap())
    })
    .unwrap();
    check_places(&printable, "a Czech pad");
    let face = texts(&printable, 0);
    for text in ["Ann", "Dan", "celkem", "karet", "zdvihy"] {
        assert!(face.iter().any(|known| known == text), "{text}: {face:?}");
    }
    let face = page(&printable, 0);
    assert!(face.starts_with("Čaroděj"), "{face}");
    assert!(face.contains("Domácípravidla:bodyzazdvih:7"), "{face}");
    let back = page(&printable, printable.drawing.pages.len() - 1);
    for text in [
        "trumfy:červená,žlutá,zelená,modrá,žádné.",
        "Jinakstojíkaždýzdvih",
    ] {
        assert!(back.contains(text), "{back}");
    }
    let unknown = pads(&PadRequest {
        options: Json::object([("trick_point", Json::Int(7))]),
        ..PadRequest::new(MatchGame::Own(game.clone()), Language::english())
    });
    assert!(
        matches!(unknown, Err(PrintError::Faults(faults)) if faults[0].code == "unknown-field")
    );
    // The pad for four players has fifteen hands; hand 15 has 15 cards.
    let hands = texts(&blank(&game, PadPlayers::Count(4), Paper::A4).unwrap(), 0);
    let fifteen = hands.iter().filter(|text| *text == "15").count();
    assert_eq!(fifteen, 2, "{hands:?}");
}

#[test]
fn a_pad_without_room_is_refused_with_the_needed_size() {
    let mut text =
        String::from("language = 1\nid = \"wide\"\nplayers = [2, 10]\n[clauses]\na = \"A.\"\n");
    for field in 0..64 {
        text += &format!(
            "[[field]]\nname = \"the_longest_name_{field}\"\neach = true\nnumber = [-1000000, 1000000]\n"
        );
    }
    text += "[[score]]\npoints = \"1\"\nclause = \"a\"\n";
    let wide = definition(&text);
    let refused = blank(&wide, PadPlayers::Count(10), Paper::A5);
    let Err(PrintError::TooSmall { size, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert!(
        size.least.w > size.there.w || size.least.h > size.there.h,
        "{size:?}"
    );
    // Clauses that do not fit on the back are refused too; without a back the pad is printed.
    let clauses: Vec<String> = (0..100)
        .map(|clause| {
            format!(
                "c{clause} = \"{}\"",
                "A sentence of some length. ".repeat(10)
            )
        })
        .collect();
    let long = "language = 1\nid = \"long\"\nplayers = [2, 4]\n[clauses]\n".to_owned()
        + &clauses.join("\n")
        + "\n[[field]]\nname = \"a\"\neach = true\nnumber = [0, 9]\n[[score]]\npoints = \"a\"\nclause = \"c1\"\n";
    let long = definition(&long);
    let refused = blank(&long, PadPlayers::Anyone, Paper::A4);
    assert!(
        matches!(refused, Err(PrintError::TooSmall { nearest: None, .. })),
        "{refused:?}"
    );
    let printable = pads(&PadRequest {
        backs: Backs::None,
        ..PadRequest::new(MatchGame::Own(long.clone()), Language::english())
    });
    assert_eq!(printable.unwrap().drawing.pages.len(), 1);
}

#[test]
fn fields_take_as_many_lines_as_they_need() {
    for (fields, own) in [(2, 0), (4, 3), (6, 6), (0, 9), (9, 1)] {
        let mut text =
            String::from("language = 1\nid = \"many\"\nplayers = [2, 7]\n[clauses]\na = \"A.\"\n");
        for field in 0..fields {
            text += &format!("[[field]]\nname = \"each_{field}\"\neach = true\nnumber = [0, 13]\n");
        }
        for field in 0..own {
            let kind = [
                "flag = true",
                "player = true",
                "words = [\"clubs\", \"grand\"]",
            ][field % 3];
            text += &format!("[[field]]\nname = \"own_{field}\"\n{kind}\n");
        }
        text += "[[score]]\npoints = \"1\"\nclause = \"a\"\n";
        let game = definition(&text);
        for players in [2, 4, 7] {
            let what = format!("{fields} fields of each of {players}, {own} of the hand");
            let printable = blank(&game, PadPlayers::Count(players), Paper::A4);
            let printable = printable.unwrap_or_else(|error| panic!("{what}: {error:?}"));
            check_places(&printable, &what);
            let face = page(&printable, 0);
            for (_, label) in game.labels() {
                assert!(face.contains(&squeezed(label)), "{what}: {label}");
            }
        }
    }
}

#[test]
fn every_cell_of_a_pad_can_be_filled() {
    let text = "language = 1\nid = \"x\"\nplayers = [3, 5]\n[options]\njack = { flag = false }\n\
        [[field]]\nname = \"contract\"\nwords = [\"passed\", \"played\"]\n\
        [[field]]\nname = \"knave\"\nplayer = true\nwhen = \"jack\"\n\
        [[field]]\nname = \"partner\"\nplayer = true\nwhen = \"five and contract != 'passed'\"\n\
        [[field]]\nname = \"bonus\"\neach = true\nwords = [\"single\"]\nwhen = \"if jack then true else players == 5\"\n\
        [[field]]\nname = \"got\"\neach = true\nnumber = [0, 9]\n[let]\nfive = \"players == 5\"\n\
        [[score]]\npoints = \"2 * got\"\nclause = \"a\"\n[clauses]\na = \"A.\"\n";
    let game = definition(text);
    let face = |players: usize, jack: bool| {
        let printable = pads(&PadRequest {
            players: PadPlayers::Count(players),
            options: Json::object([("jack", Json::Bool(jack))]),
            print: print_settings(setup(Paper::A4, 1, false)),
            ..PadRequest::new(MatchGame::Own(game.clone()), Language::english())
        })
        .unwrap();
        check_places(&printable, "a pad without some fields");
        let texts = (0..printable.drawing.pages.len()).flat_map(|at| texts(&printable, at));
        squeezed(&texts.collect::<Vec<_>>().join(" "))
    };
    for (players, jack, expected) in [
        (4, false, [false, false, false]),
        (4, true, [true, false, true]),
        (5, false, [false, true, true]),
    ] {
        let face = face(players, jack);
        let found = ["knave", "partner", "bonus"].map(|label| face.contains(label));
        assert_eq!(found, expected, "{players}, {jack}: {face}");
        assert!(face.contains("contract") && face.contains("got"), "{face}");
        assert_eq!(face.contains("bonus:single"), expected[2], "{face}");
    }
}

#[test]
fn words_are_hyphenated_only_at_the_right_places() {
    let mut text = String::from("language = 1\nid = \"x\"\nplayers = [5, 5]\n");
    for (field, label) in [
        "slam announced",
        "predicted",
        "slam made by",
        "taker's card points",
    ]
    .into_iter()
    .enumerate()
    {
        text += &format!("[[field]]\nname = \"f{field}\"\nlabel = \"{label}\"\nflag = true\n");
    }
    for (field, label) in ["announcement", "undertricks"].into_iter().enumerate() {
        text += &format!(
            "[[field]]\nname = \"g{field}\"\nlabel = \"{label}\"\neach = true\nnumber = [0, 9]\n"
        );
    }
    text += "[[score]]\npoints = \"2 * g0\"\nclause = \"a\"\n[clauses]\na = \"A.\"\n";
    let game = definition(&text);
    for paper in [Paper::A4, Paper::A5] {
        let Ok(printable) = blank(&game, PadPlayers::Count(5), paper) else {
            continue;
        };
        check_places(&printable, "a pad of long words");
        let face = texts(&printable, 0);
        for word in ["announced", "predicted", "announcement", "undertricks"] {
            let whole = |text: &String| text.split_whitespace().any(|known| known == word);
            assert!(face.iter().any(whole), "{word}: {face:?}");
        }
        assert!(!face.iter().any(|text| text.ends_with('-')), "{face:?}");
    }
}

#[test]
fn partners_have_a_cell_for_their_common_score() {
    let game = definition(
        "language = 1\nid = \"x\"\nplayers = [6, 6]\nsides = 3\nhands = 3\n[[field]]\nname = \"got\"\neach = true\n\
         number = [0, 9]\n[[score]]\npoints = \"got\"\nclause = \"a\"\n[clauses]\na = \"A.\"\n",
    );
    let printable = blank(&game, PadPlayers::Count(6), Paper::A4).unwrap();
    check_places(&printable, "a pad of three sides");
    let face = page(&printable, 0);
    assert_eq!(face.matches("points").count(), 3, "{face}");
}

/// Returns a match of two hands and ten players, in which all players have the same value in each field.
fn wide_match(range: &str, fields: &[(String, i64)]) -> String {
    let names: Vec<String> = (0..10).map(|seat| format!("Player {seat}")).collect();
    let mut text =
        String::from("language = 1\nid = \"wide\"\nplayers = [2, 10]\n[clauses]\na = \"A.\"\n");
    let mut hand = serde_json::Map::new();
    for (name, value) in fields {
        text += &format!("[[field]]\nname = \"{name}\"\neach = true\nnumber = {range}\n");
        let each = names.iter().map(|player| (player.clone(), json!(value)));
        hand.insert(name.clone(), each.collect::<serde_json::Map<_, _>>().into());
    }
    text += &format!("[[score]]\npoints = \"{}\"\nclause = \"a\"\n", fields[0].0);
    let document = json!({
        "game": "own", "definition": serde_json::to_value(definition(&text).json()).unwrap(),
        "players": names, "hands": [hand, hand],
    });
    document.to_string()
}

#[test]
fn the_sheet_of_a_wide_game_has_more_lines_and_smaller_type() {
    for count in [1, 4, 12] {
        let fields: Vec<(String, i64)> = (0..count)
            .map(|field| (format!("figure_{field}"), 100 + field))
            .collect();
        let document = wide_match("[0, 999]", &fields);
        for paper in [Paper::A4, Paper::Letter, Paper::A5] {
            let what = format!("{count} fields on {}", paper.name());
            let printable = sheet_of(&document, true, setup(paper, 1, false));
            check_places(&printable, &what);
            let all = all_texts(&printable);
            for (_, value) in &fields {
                let value = value.to_string();
                let found = all.iter().filter(|text| **text == value).count();
                assert!(found >= 20, "{what}: {value} {found} times");
            }
        }
    }
}

#[test]
fn a_sheet_too_wide_for_its_page_is_printed_in_landscape() {
    let name = |field: i64| (format!("the_longest_name_{field}"), -100_000);
    let fields: Vec<(String, i64)> = (0..12).map(name).collect();
    let document = wide_match("[-1000000, 1000000]", &fields);
    for (paper, turned) in [
        (Paper::A4, false),
        (Paper::Letter, false),
        (Paper::A5, true),
    ] {
        let what = paper.name();
        let printable = sheet_of(&document, true, setup(paper, 1, false));
        let page = &printable.drawing.pages[0];
        assert_eq!(page.width > page.height, turned, "{what}");
        check_places(&printable, what);
        let all = all_texts(&printable);
        for (name, _) in &fields {
            let label = name.replace('_', " ");
            let found = all.iter().filter(|text| **text == label).count();
            assert!(found >= 10, "{what}: {label} {found} times in {all:?}");
        }
    }
}

#[test]
fn a_czech_pad_of_wizard_has_room_beside_a_gutter() {
    for players in 3..=6 {
        let mut print = print_settings(setup(Paper::A5, 1, false));
        print.setup.gutter = 12;
        print.language = Language::find("cs").unwrap();
        let printable = pads(&PadRequest {
            players: PadPlayers::Count(players),
            print,
            ..PadRequest::new(MatchGame::Own(preset("wizard")), Language::english())
        });
        check_places(&printable.unwrap(), &format!("Wizard for {players}"));
    }
}

#[test]
fn a_game_chooses_its_emblem_and_color() {
    let pad = |look: &str| {
        let text = format!("{}\n{look}", overtrick_own::preset("points").unwrap());
        let printable = blank(&definition(&text), PadPlayers::Count(4), Paper::A4).unwrap();
        let strokes = printable.drawing.pages[0]
            .items()
            .filter_map(|item| match item {
                draw::Item::Stroke(points, _, ink) => Some((points.len(), *ink)),
                _ => None,
            });
        strokes.collect::<Vec<_>>()
    };
    let usual = pad("");
    // The `sheet` emblem is an outline and three lines in the default color.
    assert_eq!(
        usual,
        [
            (5, draw::Ink::Felt),
            (2, draw::Ink::Felt),
            (2, draw::Ink::Felt),
            (2, draw::Ink::Felt)
        ]
    );
    assert_eq!(pad("[look]\nemblem = \"sheet\""), usual);
    // A diamond has four corners, and its outline ends at the first corner.
    let hue = draw::Ink::Hue(0x7A, 0x2E, 0x6E);
    assert_eq!(
        pad("[look]\nemblem = \"diamond\"\ncolor = \"#7A2E6E\""),
        [(5, hue)]
    );
    for emblem in overtrick_own::EMBLEMS {
        assert!(
            !pad(&format!("[look]\nemblem = \"{emblem}\"")).is_empty(),
            "{emblem}"
        );
    }
    let faults = |look: &str| {
        let text = format!("{}\n{look}", overtrick_own::preset("points").unwrap());
        let faults = read(&read_file(&text).unwrap().json).unwrap_err();
        (faults[0].code.to_string(), faults[0].pointer.clone())
    };
    // Light yellow is refused because it is hard to read on paper.
    for color in ["#FFEE88", "purple", "#12345"] {
        let found = faults(&format!("[look]\ncolor = \"{color}\""));
        assert_eq!(
            found,
            ("own-color".to_owned(), "/look/color".to_owned()),
            "{color}"
        );
    }
    assert_eq!(faults("[look]\nemblem = \"dragon\"").1, "/look/emblem");
}

/// Returns a match document of a preset.
fn document(id: &str, players: &[&str], hands: &Value) -> Value {
    json!({
        "game": "own", "definition": serde_json::to_value(preset(id).json()).unwrap(),
        "players": players, "hands": hands,
    })
}

/// Returns a match of Spades with one hand, in which Cy made a blind nil.
fn spades() -> Value {
    document(
        "spades",
        &["Ann", "Bo", "Cy", "Dan"],
        &json!([{"bid": {"Ann": 3, "Bo": 4, "Cy": 0, "Dan": 3}, "blind": {"Ann": false, "Bo": false, "Cy": true, "Dan": false},
            "tricks": {"Ann": 5, "Bo": 4, "Cy": 0, "Dan": 4}}]),
    )
}

#[test]
fn a_sheet_has_the_record_and_its_explanation() {
    let mut wizard = document(
        "wizard",
        &["Ann", "Bo", "Cy"],
        &json!([
            {"trump": "red", "bids": {"Ann": 1, "Bo": 0, "Cy": 0}, "tricks": {"Ann": 1, "Bo": 0, "Cy": 0}},
            {"bids": {"Ann": 2, "Bo": 0, "Cy": 1}, "tricks": {"Ann": 0, "Bo": 1, "Cy": 1}, "note": "a long one"}
        ]),
    );
    wizard["adjustments"] =
        json!([{"after_hand": 2, "player": "Bo", "points": -5, "reason": "looked at a card"}]);
    wizard["options"] = json!({"made_points": 25});
    let text = wizard.to_string();
    let scored = score(text.as_bytes()).unwrap();
    let printable = sheet_of(&text, true, setup(Paper::A4, 1, false));
    check_places(&printable, "a sheet");
    let all = all_texts(&printable);
    for total in &scored.totals {
        assert!(all.contains(&total.to_string()), "{total}: {all:?}");
    }
    let whole = squeezed(&all.join(" "));
    for part in [
        "Wizard",
        "trump: red",
        "bids",
        "tricks",
        "looked at a card",
        "a long one",
        "House rules: made points: 25",
        "A bid that was met scores 20",
        "Standings",
        scored.fingerprint(),
    ] {
        assert!(whole.contains(&squeezed(part)), "{part}: {whole}");
    }
    for absent in ["anowngame", "own/made", "own/missed"] {
        assert!(!whole.contains(absent), "{absent}: {whole}");
    }
    let again = sheet_of(&text, true, setup(Paper::A4, 1, false));
    assert_eq!(render(&printable), render(&again));
    if tools() {
        examine(&printable, printable.drawing.pages.len(), "a sheet");
    }
}

#[test]
fn a_sheet_shows_sides_and_the_winning_condition() {
    let spades = spades();
    let hearts = document(
        "hearts",
        &["Ann", "Bo", "Cy"],
        &json!([{"hearts": {"Ann": 3, "Bo": 10, "Cy": 0}, "queen": "Cy"}]),
    );
    for (document, parts) in [
        (spades, ["Sides: Ann + Cy, Bo + Dan.", "blind 2", "bid 1"]),
        (hearts, ["The lowest total wins.", "queen: Cy", "hearts"]),
    ] {
        let text = document.to_string();
        let printable = sheet_of(&text, false, setup(Paper::A4, 1, false));
        check_places(&printable, "a sheet");
        let whole = page(&printable, 0);
        for part in parts {
            assert!(whole.contains(&squeezed(part)), "{part}: {whole}");
        }
    }
}

#[test]
fn an_adjustment_counts_for_a_side_and_is_shown_once() {
    let mut spades = spades();
    let before = score(spades.to_string().as_bytes()).unwrap().totals.clone();
    spades["adjustments"] =
        json!([{"after_hand": 1, "player": "Bo", "points": -7, "reason": "spoke"}]);
    let printable = sheet_of(&spades.to_string(), false, setup(Paper::A4, 1, false));
    let all = all_texts(&printable);
    let times = |text: &str| all.iter().filter(|one| *one == text).count();
    assert_eq!(times("−7"), 1, "{all:?}");
    // The hand's totals do not include the adjustment after it.
    assert_eq!(before[1], before[3]);
    assert!(times(&before[1].to_string()) >= 1, "{all:?}");
}

#[test]
fn partners_share_a_column() {
    let players = ["Ann", "Bo", "Cy", "Dan"];
    let mut spades = spades();
    spades["hands"][0]["dealer"] = "Cy".into();
    let scored = score(spades.to_string().as_bytes()).unwrap();
    let total = scored.totals[0].to_string();
    let printable = sheet_of(&spades.to_string(), true, setup(Paper::A4, 1, false));
    check_places(&printable, "a sheet of sides");
    let all = all_texts(&printable);
    let times = |text: &str| all.iter().filter(|one| *one == text).count();
    // The side's name is in the heading, the standings and the reasons; no partner is named alone.
    assert!(times("Ann + Cy") >= 3 && times("Bo + Dan") >= 3, "{all:?}");
    for name in players {
        assert_eq!(times(name), 0, "{name}: {all:?}");
    }
    for place in ["1st", "2nd"] {
        assert_eq!(times(place), 1, "{place}: {all:?}");
    }
    // The side's total is printed once per place, not once per partner.
    assert_eq!(times(&total), 2, "{total}: {all:?}");
    // The letter is in the heading and marks the dealer.
    assert_eq!(times("C"), 2, "each partner has a shape: {all:?}");
    let game = preset("spades");
    for (players, heads) in [
        (PadPlayers::Named(players.map(str::to_owned).to_vec()), true),
        (PadPlayers::Count(4), false),
    ] {
        let printable = blank(&game, players, Paper::A4).unwrap();
        check_places(&printable, "a pad of sides");
        let face = texts(&printable, 0);
        let times = |text: &str| face.iter().filter(|one| *one == text).count();
        assert_eq!(times("Ann + Cy"), usize::from(heads), "{face:?}");
        let whole = page(&printable, 0);
        let captions = |text: &str| whole.matches(text).count();
        assert_eq!((captions("bid1"), captions("bid2")), (2, 2), "{whole}");
        // Each player deals in every fourth row, and has a shape in the heading of the side.
        assert!(times("D") > 4 && times("D") <= 12, "{face:?}");
    }
}

#[test]
fn commands_print_custom_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (own, pdf) = (file("ours.toml"), file("pad.pdf"));
    fs::write(
        &own,
        PRESETS[0]
            .1
            .replace("name = \"Wizard\"", "name = \"Our evening\""),
    )
    .unwrap();
    let printed = overtrick(&["pad", &own, "--players", "Ann,Bo,Cy", "-o", &pdf]);
    assert_eq!(status(&printed), 0, "{}", err(&printed));
    let bytes = fs::read(&pdf).unwrap();
    assert!(bytes.starts_with(b"%PDF"));
    let printed = overtrick(&["pad", "points", "--players", "7", "-o", "-"]);
    assert_eq!(status(&printed), 0, "{}", err(&printed));
    for (wrong, code, part) in [
        (&["--players", "9"][..], 2, "3 to 6"),
        (
            &["--players", "Ann,Bo,Cy", "--option", "made_point=5"],
            2,
            "made_points",
        ),
        (&["--nonsense"], 2, "--nonsense"),
    ] {
        let refused = overtrick(&[&["pad", &own, "-o", &pdf, "--force"], wrong].concat());
        assert_eq!(status(&refused), code, "{wrong:?}: {}", err(&refused));
        assert!(err(&refused).contains(part), "{wrong:?}: {}", err(&refused));
    }
    assert_eq!(
        fs::read(&pdf).unwrap(),
        bytes,
        "a refused command writes nothing"
    );
    let document = file("friday.json");
    let hands =
        json!([{"bids": {"Ann": 1, "Bo": 0, "Cy": 0}, "tricks": {"Ann": 1, "Bo": 0, "Cy": 0}}]);
    let played = self::document("wizard", &["Ann", "Bo", "Cy"], &hands);
    fs::write(&document, played.to_string()).unwrap();
    let sheet = file("sheet.pdf");
    let printed = overtrick(&["sheet", &document, "--explain", "-o", &sheet]);
    assert_eq!(
        status(&printed),
        0,
        "{}{}",
        err(&printed),
        stdout_text(&printed).len()
    );
    assert!(fs::read(&sheet).unwrap().starts_with(b"%PDF"));
}

#[test]
fn a_custom_layout_is_used() {
    let game = preset("points");
    let layout = "game = \"own\"\nplayers = 4\nleast-line = 7.0\nmost-line = 14.0\nfewest-rows = 1\nmost-rows = 40\n[[arrangement]]\ncolumns = [{ lines = [[\"number\"]] }]\nplayer = { grow = 1, lines = [[\"total\"]] }\n";
    let print = |template: &'static str| PrintSettings {
        template: Some(template),
        ..PrintSettings::new(Language::english())
    };
    let with = |template| {
        pads(&PadRequest {
            print: print(template),
            ..PadRequest::new(MatchGame::Own(game.clone()), Language::english())
        })
    };
    let face = texts(&with(layout).unwrap(), 0);
    assert!(face.contains(&"total".to_owned()) && !face.contains(&"points".to_owned()));
    let wrong = with(
        "game = \"own\"\nplayers = 4\nleast-line = 7.0\nmost-line = 14.0\nfewest-rows = 1\nmost-rows = 40\narrangement = []\n",
    );
    assert!(matches!(wrong, Err(PrintError::Template(_))));
}
