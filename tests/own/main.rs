//! Worked cases, and comparisons with built-in games.

mod bounds;
mod equal;
mod hostile;
mod mutations;
#[path = "../support/random.rs"]
mod random;
mod walls;
mod worked;

use overtrick_core::json::Json;
use overtrick_core::judging::{Scored, fault_order};
use overtrick_core::message::Message;
use overtrick_core::{Arg, Finding, Name, Seat, args, limited};

use overtrick_own::{Definition, PRESETS, read, read_file};

/// The definitions of games that are also built in.
const SHIPPED: &[(&str, &str)] = &[
    (
        "oh_hell",
        include_str!("../../templates/own-games/oh_hell.toml"),
    ),
    (
        "brink_bid",
        include_str!("../../templates/own-games/brink_bid.toml"),
    ),
];

/// Definitions that are not in the gallery. Their authors used only the guide.
const WRITTEN: &[(&str, &str)] = &[
    ("bid_whist", include_str!("games/bid_whist.toml")),
    ("call_break", include_str!("games/call_break.toml")),
    ("klaverjassen", include_str!("games/klaverjassen.toml")),
    ("ninety_nine", include_str!("games/ninety_nine.toml")),
    ("pitch", include_str!("games/pitch.toml")),
    ("sheepshead", include_str!("games/sheepshead.toml")),
];

/// Returns the definitions in `templates/own-games` and `tests/own/games`, with their ids or file names.
fn files() -> Vec<(&'static str, &'static str)> {
    [PRESETS, SHIPPED, WRITTEN].concat()
}

fn text(name: &str) -> &'static str {
    let found = files().into_iter().find(|(known, _)| *known == name);
    found.unwrap().1
}

/// Returns a definition without its texts in other languages.
fn plain(name: &str) -> &'static str {
    text(name).split("\n[text.").next().unwrap()
}

fn definition(name: &str) -> Json {
    read_file(text(name)).unwrap().json
}

/// Scores a match of a definition.
fn played(definition: &Json, players: &[&str], hands: &str) -> Result<Scored, Vec<Finding>> {
    let hands: Json = serde_json::from_str(hands).unwrap();
    score(Json::object([
        ("game", "own".into()),
        ("definition", definition.clone()),
        ("players", players.iter().copied().collect()),
        ("hands", hands),
    ]))
}

/// Scores a match; the faults are in the order of the document.
fn score(document: Json) -> Result<Scored, Vec<Finding>> {
    overtrick_own::score(document, None).map_err(|mut faults| {
        faults.sort_by_cached_key(|fault| fault_order(&fault.pointer));
        limited(faults)
    })
}

/// Returns a match of a definition; `rest` has the other fields of the document.
fn document(name: &str, rest: &str) -> Json {
    let rest: Json = serde_json::from_str(rest).unwrap();
    let Json::Object(rest) = rest else {
        panic!("not an object");
    };
    let mut entries = vec![
        ("game".to_owned(), Json::from("own")),
        ("definition".to_owned(), definition(name)),
    ];
    entries.extend(rest);
    Json::Object(entries)
}

fn totals(scored: &Scored) -> Vec<i64> {
    totals_in(scored, 1)
}

/// Returns the totals in units of 1/`scale` point.
fn totals_in(scored: &Scored, scale: i64) -> Vec<i64> {
    let totals = scored.totals.iter();
    totals.map(|total| total.in_units(scale)).collect()
}

fn codes(faults: &[Finding]) -> Vec<(&str, &str)> {
    faults
        .iter()
        .map(|fault| (&*fault.code, &*fault.pointer))
        .collect()
}

/// Returns the faults of a definition: code, pointer and position in the expression.
fn faults(text: &str) -> Vec<(String, String, Option<i64>)> {
    let file = read_file(text).unwrap();
    let faults = read(&file.json).err().unwrap_or_default();
    let at = |fault: &Finding| {
        let mut args = fault.args.iter();
        args.find(|(name, _)| *name == "at")
            .and_then(|(_, at)| at.number())
    };
    faults
        .iter()
        .map(|fault| (fault.code.to_string(), fault.pointer.clone(), at(fault)))
        .collect()
}

fn fault(code: &str, pointer: &str, at: Option<i64>) -> (String, String, Option<i64>) {
    (code.to_owned(), pointer.to_owned(), at)
}

#[test]
fn every_definition_is_valid_and_takes_few_steps() {
    for (name, text) in files() {
        let file = read_file(text).unwrap();
        let read: Result<Definition, _> = read(&file.json);
        let read = read.unwrap_or_else(|faults| panic!("{name}: {faults:#?}"));
        assert!(read.steps() <= 6_000, "{name}: {}", read.steps());
    }
}

#[test]
fn a_reason_has_its_clause_and_values_and_the_next_hand_its_dealer_and_cards() {
    let scored = score(document(
        "wizard",
        r#"{"players": ["Ann", "Bo", "Cy"], "hands": [
        {"bids": {"Ann": 1, "Bo": 0, "Cy": 0}, "tricks": {"Ann": 1, "Bo": 0, "Cy": 0}},
        {"bids": {"Ann": 2, "Bo": 0, "Cy": 1}, "tricks": {"Ann": 0, "Bo": 1, "Cy": 1}}]}"#,
    ))
    .unwrap();
    let line = &scored.hands[0].reasons[0];
    assert_eq!(
        &*line.texts.as_ref().unwrap().clause,
        "A bid that was met scores 20, and 10 for each trick."
    );
    assert_eq!(line.args, args![bids: 1, tricks: 1]);
    let (number, dealer, next) = scored.next().unwrap();
    assert_eq!((number, dealer.index(), next.cards_dealt), (3, 2, 3));
    assert_eq!(
        (next.hands, next.leads.map(Seat::index)),
        (Some(20), Some(0))
    );
}

#[test]
fn all_faults_of_a_definition_are_found_together() {
    let text = r#"
language = 2
id = "Our Game"
players = [2, 11]
hands = "rounds"
ends = "total > 100"
color = "red"

[clauses]
made = "Made."

[options]
target = { number = [1, 0], default = 5, clause = "goal" }
order = { words = ["up", "up"], flag = true }

[let]
a = "b + 1"
b = "a"
big = "1000000000000 * hand"
part = "6 / (players - 2)"
if = "1"

[[field]]
name = "trick"
each = true
number = [0, 5]
to = "later"

[[field]]
name = "later"
number = [0, 3]

[[score]]
otherwise = true
when = "tricks > 1"
points = "trick +"
clause = "made"
with = ["trick", "nothing"]
"#;
    let mut found = faults(text);
    found.sort();
    let mut expected = vec![
        fault("own-language", "/language", None),
        fault("own-id", "/id", None),
        fault("own-players", "/players", None),
        fault("own-unknown-name", "/hands", Some(1)),
        fault("own-whose", "/ends", Some(1)),
        fault("unknown-field", "/color", None),
        fault("own-bounds", "/options/target/number", None),
        fault("own-unknown-clause", "/options/target/clause", None),
        fault("own-kind", "/options/order", None),
        fault("own-circle", "/let/a", None),
        fault("own-too-large", "/let/big", Some(15)),
        fault("own-divisor", "/let/part", Some(14)),
        fault("own-name-kept", "/let/if", None),
        fault("own-early", "/field/0/to", Some(1)),
        fault("own-otherwise", "/score/0/otherwise", None),
        fault("own-unknown-name", "/score/0/when", Some(1)),
        fault("own-syntax", "/score/0/points", Some(8)),
        fault("own-unknown-name", "/score/0/with/1", Some(1)),
    ];
    expected.sort();
    assert_eq!(found, expected);
    // Lines are counted from 1.
    assert_eq!(read_file(text).unwrap().line("/score/0/points"), Some(36));
}

#[test]
fn each_fault_of_a_part_is_found() {
    // Each case replaces the first occurrence of a text in a valid definition.
    let sound = "language = 1\nid = \"x\"\nplayers = [2, 4]\nhands = \"3\"\n\
        [clauses]\nc = \"C.\"\n[options]\no = { words = [\"up\", \"down\"], default = \"up\" }\n\
        [tables]\nt = { up = 1, down = 2 }\nu = [1, 2]\n\
        [[field]]\nname = \"n\"\nnumber = [0, 3]\n[[once]]\nfield = \"w\"\nclause = \"c\"\n\
        [[field]]\nname = \"w\"\nwords = [\"up\"]\n\
        [[check]]\nat = \"n\"\nmust = \"n < 3\"\nclause = \"c\"\n\
        [[score]]\npoints = \"t[w]\"\nclause = \"c\"\n";
    assert_eq!(faults(sound), []);
    for (from, to, code, pointer) in [
        ("[2, 4]", "[2]", "own-pair", "/players"),
        ("c = ", "C = ", "own-name", "/clauses/C"),
        (
            "default = \"up\"",
            "default = \"flat\"",
            "own-unknown-default",
            "/options/o/default",
        ),
        ("\"down\"]", "\"d n\"]", "own-word", "/options/o/words/1"),
        ("[\"up\"]", "[]", "own-no-words", "/field/1/words"),
        ("u = [1, 2]", "u = []", "own-no-values", "/tables/u"),
        ("down = 2", "flat = 2", "own-table-word", "/tables/t/flat"),
        ("u = [1", "n = [1", "own-name-taken", "/tables/n"),
        (
            "words = [\"up\"]",
            "words = [\"up\"]\nfrom = 1",
            "own-numbers-only",
            "/field/1/from",
        ),
        ("at = \"n\"", "at = \"m\"", "own-no-field", "/check/0/at"),
        (
            "field = \"w\"",
            "field = \"n\"",
            "own-once-word",
            "/once/0/field",
        ),
        ("n < 3", "n < 'up", "own-quote", "/check/0/must"),
        ("n < 3", "n < 9000000000000", "own-number", "/check/0/must"),
        ("n < 3", "n < 3 < 4", "own-chain", "/check/0/must"),
        ("t[w]", "t", "own-table-name", "/score/0/points"),
        ("t[w]", "n[1]", "own-no-table", "/score/0/points"),
        ("t[w]", "-", "own-syntax", "/score/0/points"),
    ] {
        assert!(sound.contains(from), "{from}");
        let found = faults(&sound.replacen(from, to, 1));
        let shown = |(found, at, _): &(String, String, Option<i64>)| found == code && at == pointer;
        assert!(found.iter().any(shown), "{to}: {code}: {found:?}");
    }
    assert_eq!(read_file("id = ").unwrap_err().code, "invalid-toml");
}

#[test]
fn comparisons_of_words_that_are_never_equal_are_refused() {
    let with = |points: &str| {
        format!(
            "language = 1\nid = \"x\"\nplayers = [2, 4]\n[clauses]\nc = \"C.\"\n\
             [tables]\nworth = {{ up = 1, down = 2 }}\n\
             [[field]]\nname = \"way\"\nwords = [\"up\", \"down\", \"flat\"]\n\
             [[field]]\nname = \"suit\"\nwords = [\"red\"]\n\
             [[score]]\nclause = \"c\"\npoints = \"{points}\"\n"
        )
    };
    let pointer = "/score/0/points";
    let one = |points: &str| faults(&with(points));
    assert_eq!(
        one("if way == suit then 1 else 0"),
        [fault("own-never-equal", pointer, Some(8))]
    );
    assert_eq!(
        one("if way == 'sideways' then 1 else 0"),
        [fault("own-unknown-word", pointer, Some(11))]
    );
    assert_eq!(
        one("worth[way]"),
        [fault("own-table-gap", pointer, Some(1))]
    );
    assert!(one("worth[if way == 'flat' then 'up' else 'down']").is_empty());
    assert_eq!(
        one("if way then 1 else me"),
        [
            fault("own-type", pointer, Some(4)),
            // There is no fault for the branches, because the condition is invalid.
        ]
    );
    assert_eq!(one("way + 1"), [fault("own-type", pointer, Some(1))]);
}

#[test]
fn a_definition_that_takes_too_many_steps_is_refused() {
    let sum = format!("\"sum({}total)\"", "total + ".repeat(10));
    let lets: Vec<String> = (0..60).map(|index| format!("x{index} = {sum}")).collect();
    let lets = lets.join("\n");
    let text = format!(
        "language = 1\nid = \"x\"\nplayers = [2, 10]\n[let]\n{lets}\n[clauses]\nc = \"C.\"\n\
         [[score]]\npoints = 1\nclause = \"c\"\n"
    );
    assert_eq!(faults(&text), [fault("own-limit", "", None)]);
}

#[test]
fn each_dealer_chooses_each_contract_once() {
    let text = "language = 1\nid = \"barbu\"\nplayers = [3, 3]\nhands = 6\n\
        [clauses]\nonce = \"Each contract once for each dealer.\"\nc = \"A point a trick.\"\n\
        [[field]]\nname = \"contract\"\nwords = [\"tricks\", \"hearts\"]\n\
        [[field]]\nname = \"doubled\"\nflag = true\nwhen = \"contract == 'hearts'\"\n\
        [[once]]\nfield = \"contract\"\nper = \"dealer\"\nclause = \"once\"\n\
        [[score]]\npoints = \"if doubled then 2 else 1\"\nclause = \"c\"\n";
    let definition = read_file(text).unwrap().json;
    let played = |hands: &str| played(&definition, &["Ann", "Bo", "Cy"], hands);
    let (tricks, hearts) = (
        r#"{"contract": "tricks"}"#,
        r#"{"contract": "hearts", "doubled": true}"#,
    );
    let all = [tricks, tricks, hearts, hearts, hearts, tricks].join(",");
    let scored = played(&format!("[{all}]")).unwrap();
    assert!(scored.complete);
    assert_eq!(totals(&scored), [9, 9, 9]);
    let again = format!("[{tricks}, {tricks}, {tricks}, {tricks}]");
    let refused = played(&again).unwrap_err();
    assert_eq!(codes(&refused), [("own-once", "/hands/3/contract")]);
    // The fault names the player who chose the contract, and the hand.
    let args = &refused[0].args;
    let message = |name: &str| args.iter().find(|(known, _)| *known == *name).unwrap();
    assert_eq!(message("word").1, Arg::Word("tricks".into()));
    assert_eq!(message("player").1, Arg::from("Ann".to_owned()));
    assert_eq!(message("hand").1, Arg::Int(1));
    let wrong = r#"[{"contract": "tricks", "doubled": true}, {"contract": "hearts"}]"#;
    assert_eq!(
        codes(&played(wrong).unwrap_err()),
        [
            ("not-here", "/hands/0/doubled"),
            ("missing-field", "/hands/1/doubled")
        ]
    );
}

#[test]
fn carried_values_of_a_refused_hand_are_not_used() {
    let text = "language = 1\nid = \"x\"\nplayers = [2, 4]\n\
        [clauses]\na = \"Turn is what was got before.\"\nlead = \"Who leads gets less.\"\n\
        [[field]]\nname = \"turn\"\nnumber = [0, 9]\n[[field]]\nname = \"got\"\nnumber = [0, 9]\n\
        to = \"9 - min(total of dealer, 9)\"\n\
        [carry]\nwant = { number = [0, 9], start = 0, next = \"got\" }\n\
        [[check]]\nat = \"turn\"\nmust = \"turn == want\"\nclause = \"a\"\n\
        [[check]]\nat = \"got\"\nmust = \"got != turn\"\nclause = \"lead\"\n\
        [[score]]\npoints = \"got\"\nclause = \"a\"\n";
    let definition = read_file(text).unwrap().json;
    let played = |hands: &str| played(&definition, &["Ann", "Bo"], hands);
    let right = r#"[{"turn": 0, "got": 1}, {"turn": 1, "got": 3}, {"turn": 3, "got": 4}]"#;
    assert!(played(right).is_ok());
    // The second hand is refused, so the carried values of the third hand are unknown.
    let wrong = r#"[{"turn": 0, "got": 1}, {"turn": 2, "got": 3}, {"turn": 3, "got": 9}, {"turn": 9, "got": 9}]"#;
    assert_eq!(
        codes(&played(wrong).unwrap_err()),
        [
            ("own-check", "/hands/1/turn"),
            ("own-check", "/hands/3/got")
        ]
    );
}

/// The number of hands depends on the cards of each hand, which depend on a house rule.
#[test]
fn the_number_of_hands_may_depend_on_the_cards() {
    let text = plain("wizard")
        .replace("cards = \"hand\"", "cards = \"dealt\"")
        .replace("hands = \"60 / players\"", "hands = \"cards - 1\"")
        .replace(
            "[options]",
            "[options]\ndealt = { number = [2, 9], default = 3, clause = \"deal\" }",
        );
    let definition = read_file(&text).unwrap().json;
    let hand = r#"{"bids": {"Ann": 1, "Bo": 1, "Cy": 0}, "tricks": {"Ann": 1, "Bo": 1, "Cy": 1}}"#;
    let score = |hands: &str| played(&definition, &["Ann", "Bo", "Cy"], hands).unwrap();
    assert!(!score(&format!("[{hand}]")).complete);
    let both = score(&format!("[{hand}, {hand}]"));
    assert!(both.complete);
    assert_eq!(totals(&both), [60, 60, -20]);
}

#[test]
fn the_winner_of_a_hand_may_deal_the_next() {
    let text = "language = 1\nid = \"x\"\nplayers = [3, 3]\nends = \"most(total) >= 3\"\n\
        deals = \"winner\"\nleads = \"winner\"\n[clauses]\nc = \"C.\"\n\
        [[field]]\nname = \"winner\"\nplayer = true\n\
        [[score]]\nwhen = \"me == winner\"\npoints = \"1 + streak of me\"\nclause = \"c\"\n\
        [carry]\nstreak = { number = [0, 9], each = true, next = \"if scored > 0 then streak + 1 else 0\" }\n";
    let definition = read_file(text).unwrap().json;
    let hands = r#"[{"winner": "Cy"}, {"winner": "Cy"}]"#;
    let scored = played(&definition, &["Ann", "Bo", "Cy"], hands).unwrap();
    assert_eq!(totals(&scored), [0, 0, 3]);
    assert_eq!(scored.hands[1].dealer.index(), 2);
    assert!(scored.complete && scored.next().is_none());
}

#[test]
fn texts_of_a_definition_do_not_change_its_fingerprint() {
    let played = |from: &str, to: &str| {
        let text = plain("points");
        assert!(text.contains(from));
        let definition = read_file(&text.replace(from, to)).unwrap().json;
        let document = Json::object([
            ("game", "own".into()),
            ("definition", definition),
            ("players", ["Ann", "Bo"].into_iter().collect()),
            ("hands", Json::List(Vec::new())),
        ]);
        score(document).unwrap().fingerprint().to_owned()
    };
    let same = played("wrote down", "wrote down");
    let texts = "[text.cs]\nname = \"Body\"\nlabel.points = \"body\"\nclause.points = \"Co si kdo zapsal.\"\n\
        line.points = \"zapsáno\"\n\n[clauses]";
    assert_eq!(played("[clauses]", texts), same);
    assert_eq!(played("What everyone wrote down.", "The points."), same);
    let look = "[look]\nemblem = \"star\"\ncolor = \"#1E6B50\"\n\n[clauses]";
    assert_eq!(played("[clauses]", look), same);
    assert_ne!(played("-10000", "-9999"), same);
}

#[test]
fn texts_must_belong_to_parts_of_the_definition() {
    let with = |texts: &str| {
        let found = faults(&format!("{}\n{texts}", plain("points")));
        let found = found.into_iter().map(|(code, pointer, _)| (code, pointer));
        found.collect::<Vec<_>>()
    };
    let sound = "[text.cs]\nname = \"Body\"\n[text.cs.label]\npoints = \"body\"\ntotal = \"součet\"\n\
        [text.cs.about]\npoints = \"co si kdo zapsal\"\n[text.de.clause]\npoints = \"Was da steht.\"\n";
    assert_eq!(with(sound), []);
    for (texts, code, place) in [
        (
            "[text.Czech]\nname = \"Body\"",
            "own-text-language",
            "Czech",
        ),
        ("[text.cs]\nnames = \"Body\"", "unknown-field", "cs/names"),
        ("[text.cs]\nname = 5", "wrong-type", "cs/name"),
        ("[text.cs]\nlabel = \"body\"", "wrong-type", "cs/label"),
        (
            "[text.cs.label]\npoints = 5",
            "wrong-type",
            "cs/label/points",
        ),
        (
            "[text.cs.label]\npoint = \"bod\"",
            "own-text-key",
            "cs/label/point",
        ),
        (
            "[text.cs.about]\ntotal = \"x\"",
            "own-text-key",
            "cs/about/total",
        ),
        ("[text.cs.word]\nred = \"x\"", "own-text-key", "cs/word/red"),
        (
            "[text.cs.clause]\nmade = \"x\"",
            "own-text-key",
            "cs/clause/made",
        ),
        (
            "[text.cs.line]\nmade = \"x\"",
            "own-text-key",
            "cs/line/made",
        ),
        (
            "[text.cs.line]\npoints = \"{tricks}\"",
            "own-text-value",
            "cs/line/points",
        ),
        (
            "[text.cs.line]\npoints = \"{points\"",
            "own-text-braces",
            "cs/line/points",
        ),
    ] {
        let pointer = format!("/text/{place}");
        assert_eq!(with(texts), [(code.to_owned(), pointer)], "{texts}");
    }
    let many: Vec<String> = ('a'..='q')
        .map(|letter| format!("[text.a{letter}]"))
        .collect();
    let limit = ("own-limit".to_owned(), "/text".to_owned());
    assert_eq!(with(&many.join("\n")), [limit]);
}

#[test]
fn a_missing_translation_falls_back_to_the_definition() {
    let texts = "[text.cs.label]\ntrick_points = \"body za zdvih\"\n[text.cs.about]\nbids = \"napřed\"\n\
        [text.cs.clause]\nmade = \" \"\nmissed = \"Nesplněno.\"\n";
    let file = read_file(&format!("{}\n{texts}", plain("wizard"))).unwrap();
    let definition = read(&file.json).unwrap();
    let czech = |name: &Name| name.in_language("cs").cloned();
    let message = |text: &str| Some(Message::plain(text));
    assert_eq!(czech(definition.name()), message("Wizard"));
    assert_eq!(
        czech(definition.clause("own/made").unwrap()),
        message("A bid that was met scores 20, and 10 for each trick.")
    );
    assert_eq!(
        czech(definition.clause("own/missed").unwrap()),
        message("Nesplněno.")
    );
    let (label, about) = definition.option_texts("trick_points").unwrap();
    assert_eq!(
        (czech(label), czech(about)),
        (message("body za zdvih"), message(""))
    );
    assert_eq!(label.in_language("en"), message("trick points").as_ref());
    let (label, about) = definition.field_texts("bids").unwrap();
    assert_eq!(
        (czech(label), czech(about)),
        (message("bids"), message("napřed"))
    );
}

#[test]
fn a_document_without_a_valid_definition_is_refused() {
    let document = Json::object([("game", "own".into()), ("players", Json::List(Vec::new()))]);
    assert_eq!(
        codes(&score(document).unwrap_err()),
        [("missing-field", "/definition")]
    );
    let document = Json::object([
        ("game", "own".into()),
        ("definition", Json::object([("language", Json::Int(1))])),
    ]);
    let found = score(document).unwrap_err();
    assert_eq!(
        codes(&found),
        [
            ("missing-field", "/definition/id"),
            ("missing-field", "/definition/players"),
            ("missing-field", "/definition/score"),
        ]
    );
}
