//! Custom games as files: started, checked, shown, and their matches scored.

use std::fs;

use serde_json::{Value, json};

use super::{err, out, overtrick, status, with_input};

pub const WIZARD: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/templates/own-games/wizard.toml"
);

/// A match of Wizard with these hands.
fn wizard(hands: &Value) -> Value {
    let begun = overtrick(&["new", WIZARD, "--players", "Ann,Bo,Cy"]);
    assert_eq!(status(&begun), 0, "{}", err(&begun));
    let mut document: Value = serde_json::from_str(&out(&begun)).unwrap();
    document["hands"] = hands.clone();
    document
}

fn two_hands() -> Value {
    json!([
        {"bids": {"Ann": 1, "Bo": 0, "Cy": 0}, "tricks": {"Ann": 1, "Bo": 0, "Cy": 0}},
        {"bids": {"Ann": 2, "Bo": 0, "Cy": 1}, "tricks": {"Ann": 0, "Bo": 1, "Cy": 1}}
    ])
}

#[test]
fn a_new_game_is_valid() {
    for (preset, _) in overtrick_own::PRESETS {
        let begun = overtrick(&["game", "new", preset]);
        assert_eq!(status(&begun), 0, "{}", err(&begun));
        let checked = with_input(&["game", "check", "-"], out(&begun).as_bytes());
        assert_eq!(status(&checked), 0, "{}", err(&checked));
        assert!(out(&checked).contains(" is valid: "), "{}", out(&checked));
        // The definition can also be read as JSON.
        let as_json = with_input(&["game", "show", "-", "--json"], out(&begun).as_bytes());
        let again = with_input(&["game", "check", "-", "--json"], out(&as_json).as_bytes());
        let figures: Value = serde_json::from_str(&out(&again)).unwrap();
        assert_eq!(figures["id"], *preset);
    }
    assert_eq!(status(&overtrick(&["game", "new", "bridge"])), 2);
}

#[test]
fn every_fault_of_a_definition_has_its_line_and_place() {
    let text = fs::read_to_string(WIZARD).unwrap();
    let line = |searched: &str| 1 + text.lines().position(|line| line == searched).unwrap();
    let (when, points) = (
        line("when = \"tricks == bids\""),
        line(
            "points = \"if by_length then trick_points * (tricks + cards) else made_points + trick_points * tricks\"",
        ),
    );
    let wrong = text
        .replace("tricks == bids\"", "tricks == bidz\"")
        .replace("made_points + trick", "made_points / (tricks - 1) + trick")
        .replace("to = \"cards\"", "to = 5\nsumm = 3");
    let checked = with_input(&["game", "check", "-"], wrong.as_bytes());
    assert_eq!(status(&checked), 1);
    let output = err(&checked);
    for part in [
        "standard input cannot be read or scored: 4 faults",
        "/field/1/summ: unknown field summ; did you mean sum? [unknown-field]",
        "/score/0/when: at character 11: unknown name bidz; did you mean bids? [own-unknown-name]",
        "/score/0/points: at character 78: the divisor could be −1; it must be at least 1 [own-divisor]",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    // Two lines were inserted above these.
    for line in [when + 2, points + 2] {
        assert!(
            output.contains(&format!("standard input:{line}: ")),
            "{output}"
        );
    }
    let as_json = with_input(&["game", "check", "-", "--json"], wrong.as_bytes());
    assert_eq!(status(&as_json), 1);
    let report: Value = serde_json::from_str(&out(&as_json)).unwrap();
    assert_eq!(report["errors"].as_array().unwrap().len(), 4);
    let no_toml = with_input(&["game", "check", "-"], b"id = \"x\"\nplayers = [2, ");
    assert!(
        err(&no_toml).contains("in line 2, column "),
        "{}",
        err(&no_toml)
    );
    assert_eq!(status(&overtrick(&["game", "check", "no-such.toml"])), 3);
}

#[test]
fn the_schema_of_a_custom_game_has_its_fields_and_texts() {
    let in_language = |tag: &str| -> Value {
        let schema = overtrick(&["--lang", tag, "schema", WIZARD]);
        serde_json::from_str(&out(&schema)).unwrap()
    };
    let schema = in_language("cs");
    assert_eq!(schema["title"], "Čaroděj");
    let properties = &schema["properties"];
    for hand in [&properties["hands"]["items"], &properties["current"]] {
        let trump = &hand["properties"]["trump"];
        assert_eq!(trump["title"], "trumfy");
        assert_eq!(
            trump["oneOf"][0],
            json!({"const": "red", "title": "červená"})
        );
        assert_eq!(hand["properties"]["bids"]["title"], "hlášení");
    }
    let rules = &properties["options"]["properties"];
    assert_eq!(rules["trick_points"]["title"], "body za zdvih");
    let schema = in_language("en");
    let properties = &schema["properties"];
    let trump = &properties["current"]["properties"]["trump"];
    assert_eq!(trump["title"], "trump");
    assert_eq!(trump.get("oneOf"), None);
    let hand = &properties["hands"]["items"];
    assert_eq!(hand["required"], json!(["bids", "tricks"]));
    assert_eq!(hand["properties"]["trump"]["enum"][0], "red");
    assert_eq!(
        properties["options"]["properties"]["trick_points"]["maximum"],
        1000
    );
}

#[test]
fn a_match_with_its_definition_is_scored_and_verified() {
    let document = wizard(&two_hands());
    assert_eq!(document["game"], "own");
    assert_eq!(
        document["options"],
        json!({"even": false, "made_points": 20, "trick_points": 10, "by_length": false})
    );
    let text = document.to_string();
    let scored = with_input(
        &["score", "-", "--format", "table", "--explain"],
        text.as_bytes(),
    );
    let shown = out(&scored);
    for part in [
        "Wizard, 3 players, 2 hands played",
        "1st  Cy   50",
        "Hand 3 of 20. Cy deals 3 cards each.",
        "A bid that was met scores 20, and 10 for each trick. (bids",
        "own/missed",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    for format in ["json", "csv"] {
        let scored = with_input(&["score", "-", "--format", format], text.as_bytes());
        assert_eq!(status(&scored), 0, "{format}: {}", err(&scored));
        assert!(out(&scored).contains("50"), "{}", out(&scored));
    }
    let whole = with_input(&["score", "-", "--with-document"], text.as_bytes());
    assert_eq!(status(&whole), 0, "{}", err(&whole));
    let verified = with_input(&["verify", "-"], out(&whole).as_bytes());
    assert_eq!(status(&verified), 0, "{}{}", out(&verified), err(&verified));
    let wrong = out(&whole).replace("\"total\": 50", "\"total\": 51");
    assert_eq!(status(&with_input(&["verify", "-"], wrong.as_bytes())), 1);
}

#[test]
fn a_game_is_shown_in_the_languages_of_its_texts() {
    let mut document = wizard(&two_hands());
    document["options"]["even"] = json!(true);
    document["hands"][0]["trump"] = json!("red");
    document["hands"][0]["irregularities"] = json!("waived");
    let czech = |arguments: &[&str], document: &Value| {
        let arguments = [arguments, &["--lang", "cs"]].concat();
        with_input(&arguments, document.to_string().as_bytes())
    };
    let scored = czech(&["score", "-", "--format", "table", "--explain"], &document);
    assert_eq!(status(&scored), 0, "{}", err(&scored));
    for part in [
        "Čaroděj, ",
        "hlášeno a vzato: 1 zdvih ",
        "hlášeno a vzato: 0 zdvihů ",
        "hlášeno 0, vzat 1 zdvih ",
        "nesmí součet hlášení dát počet zdvihů",
    ] {
        assert!(out(&scored).contains(part), "{part}: {}", out(&scored));
    }
    // Without a sentence of its own, a line shows the clause and labeled values.
    let mut shorter = document.clone();
    shorter["definition"]["text"]["cs"]
        .as_object_mut()
        .unwrap()
        .remove("line");
    let report: Value =
        serde_json::from_str(&out(&czech(&["score", "-", "--format", "json"], &shorter))).unwrap();
    let line = &report["hands"][0]["explanation"][0];
    assert_eq!(line["text"], "hlášení 1, zdvihy 1");
    assert_eq!(
        report["clauses"]["own/made"],
        "Splněné hlášení vynáší 20 bodů a 10 za každý zdvih."
    );
    assert_eq!(line["args"], json!({"bids": 1, "tricks": 1}));
    // The texts do not affect the result, not even its fingerprint.
    let report: Value =
        serde_json::from_str(&out(&czech(&["score", "-", "--format", "json"], &document))).unwrap();
    document["definition"]
        .as_object_mut()
        .unwrap()
        .remove("text");
    let plain = with_input(
        &["score", "-", "--format", "json"],
        document.to_string().as_bytes(),
    );
    let plain: Value = serde_json::from_str(&out(&plain)).unwrap();
    for part in ["fingerprint", "standings"] {
        assert!(
            plain[part].is_string() || plain[part].is_array() || plain[part].is_object(),
            "{plain}"
        );
        assert_eq!(plain[part], report[part], "{part}");
    }
    document["hands"][0]
        .as_object_mut()
        .unwrap()
        .remove("irregularities");
    document["definition"] = shorter["definition"].clone();
    let refused = err(&czech(&["score", "-"], &document));
    assert!(
        refused.contains("nesmí součet hlášení dát počet zdvihů"),
        "{refused}"
    );
    let shown = out(&overtrick(&["game", "show", WIZARD, "--lang", "cs"]));
    for part in [
        "Čaroděj · ",
        "červená",
        "hlášení",
        "body za splnění",
        "Splněné hlášení vynáší",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn a_side_is_shown_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("spades.toml");
    fs::write(&file, out(&overtrick(&["game", "new", "spades"]))).unwrap();
    let file = file.to_str().unwrap();
    let players = ["--players", "Ann,Bo,Cy,Dan"];
    let begun = overtrick(&[&["new", file][..], &players].concat());
    let mut document: Value = serde_json::from_str(&out(&begun)).unwrap();
    document["hands"] = json!([
        {"bid": {"Ann": 3, "Bo": 4, "Cy": 0, "Dan": 3}, "blind": {"Ann": false, "Bo": false, "Cy": false, "Dan": false},
         "tricks": {"Ann": 5, "Bo": 4, "Cy": 0, "Dan": 4}, "dealer": "Cy"}
    ]);
    document["adjustments"] =
        json!([{"after_hand": 1, "player": "Dan", "points": -5, "reason": "talk"}]);
    document["finished"] = json!(true);
    let text = document.to_string();
    let scored = with_input(
        &["score", "-", "--format", "table", "--explain"],
        text.as_bytes(),
    );
    assert_eq!(status(&scored), 0, "{}", err(&scored));
    let table = out(&scored);
    let lines: Vec<&str> = table.lines().map(str::trim).collect();
    for line in [
        "Hand    Ann + Cy  Bo + Dan",
        "1st  Ann + Cy  132",
        "2nd  Bo + Dan   66",
        "Ann + Cy win with 132.",
        "Hand 1, dealt by Cy",
    ] {
        assert!(lines.contains(&line), "{line}: {table}");
    }
    assert_eq!(table.matches("own/contract").count(), 2, "{table}");
    // In JSON, the standings have every player.
    let report: Value = serde_json::from_str(&out(&with_input(
        &["score", "-", "--format", "json"],
        text.as_bytes(),
    )))
    .unwrap();
    assert_eq!(report["standings"].as_array().unwrap().len(), 4);
}

#[test]
fn a_definition_in_a_match_file_is_replaced_with_a_reason_and_an_empty_hand_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (game, sunday) = (file("ours.toml"), file("sunday.json"));
    fs::write(&sunday, wizard(&two_hands()).to_string()).unwrap();
    let text = fs::read_to_string(WIZARD).unwrap();
    let replace = |text: &str| {
        fs::write(&game, text).unwrap();
        overtrick(&["game", "replace", &game, &sunday, "--reason", "one more"])
    };
    let more = text.replace(
        "made_points + trick_points",
        "made_points + 1 + trick_points",
    );
    let replaced = replace(&more);
    assert_eq!(status(&replaced), 0, "{}", err(&replaced));
    for part in ["The definition is replaced", "Cy 52"] {
        assert!(out(&replaced).contains(part), "{part}: {}", out(&replaced));
    }
    let kept: Value = serde_json::from_str(&fs::read_to_string(&sunday).unwrap()).unwrap();
    assert_eq!(kept["history"][0]["action"], "redefine");
    assert_eq!(kept["history"][0]["reason"], "one more");
    assert_eq!(status(&overtrick(&["verify", &sunday])), 0);
    let refused = replace(&text.replace("sum = \"cards\"", "sum = \"2 * cards\""));
    assert_eq!(status(&refused), 1, "{}", err(&refused));
    for part in ["/hands/0/tricks", "/hands/1/tricks"] {
        assert!(err(&refused).contains(part), "{part}: {}", err(&refused));
    }
    let undone = overtrick(&["undo", &sunday]);
    assert_eq!(status(&undone), 0, "{}", err(&undone));
    assert!(out(&undone).contains("Cy 50"), "{}", out(&undone));
    let empty = overtrick(&["record", &sunday, "{}"]);
    assert_eq!(status(&empty), 1, "{}", err(&empty));
    assert!(err(&empty).contains("/hands/2/bids"), "{}", err(&empty));
}

#[test]
fn a_faulty_match_of_a_custom_game_is_refused_with_the_places() {
    let mut document = wizard(&json!([
        {"bids": {"Ann": 2, "Bo": 0}, "tricks": {"Ann": 1, "Bo": 0, "Cy": 0}, "trumps": "red"}
    ]));
    let refused = with_input(&["score", "-"], document.to_string().as_bytes());
    assert_eq!(status(&refused), 1);
    let output = err(&refused);
    for part in [
        "/hands/0/trumps: unknown field trumps; did you mean trump? [unknown-field]",
        "/hands/0/bids/Ann: 2 is out of range: 0 to 1, as each player has 1 card [out-of-range]",
        "/hands/0/bids/Cy: missing; use a whole number from 0 to 20 [missing-field]",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    // In the first hand, `hand` equals the number of cards, but it is not the reason for the limit.
    let most = document.pointer_mut("/definition/field/1/to").unwrap();
    assert_eq!(*most, "cards");
    *most = json!("hand");
    let refused = with_input(&["score", "-"], document.to_string().as_bytes());
    let output = err(&refused);
    assert!(
        output.contains("/hands/0/bids/Ann: 2 is out of range: 0 to 1 ["),
        "{output}"
    );
    document["definition"]["score"][0]["points"] = json!("tricks +");
    let refused = with_input(&["score", "-"], document.to_string().as_bytes());
    let output = err(&refused);
    assert!(output.contains("/definition/score/0/points: "), "{output}");
}

#[test]
fn the_house_rules_of_a_custom_game_are_compared() {
    let text = wizard(&two_hands()).to_string();
    let compared = with_input(
        &[
            "compare",
            "-",
            "--option",
            "made_points=6",
            "--option",
            "even=true",
        ],
        text.as_bytes(),
    );
    assert_eq!(status(&compared), 1, "{}", out(&compared));
    let compared = with_input(
        &["compare", "-", "--option", "made_points=6"],
        text.as_bytes(),
    );
    assert_eq!(status(&compared), 0, "{}", err(&compared));
    for part in ["made_points=6", "50 (1st)", "own/made: A bid that was met"] {
        assert!(out(&compared).contains(part), "{part}: {}", out(&compared));
    }
    let unknown = with_input(
        &["compare", "-", "--option", "made_point=6"],
        text.as_bytes(),
    );
    assert_eq!(status(&unknown), 2);
    assert!(
        err(&unknown).contains("did you mean made_points?"),
        "{}",
        err(&unknown)
    );
}

#[test]
fn faults_of_custom_games_explain_the_correction() {
    for command in ["form", "rules"] {
        let output = err(&overtrick(&[command, "own"]));
        assert!(output.contains("overtrick game show FILE"), "{output}");
    }
    let text = fs::read_to_string(WIZARD).unwrap();
    let wrong = text.replace("tricks == bids\"", "avg(tricks) == bids\"");
    let output = err(&with_input(&["game", "check", "-"], wrong.as_bytes()));
    let part = "at character 1: unknown function avg; the functions are min, max, abs, next, sum";
    assert!(output.contains(part), "{output}");
    let mut uneven = wizard(&json!([
        {"trump": "purple", "bids": {"Ann": 1, "Bo": 0, "Cy": 0}, "tricks": {"Ann": 1, "Bo": 0, "Cy": 0}}
    ]));
    uneven["options"]["even"] = json!(true);
    let output = err(&with_input(&["score", "-"], uneven.to_string().as_bytes()));
    for part in [
        "purple is not one of: red, yellow, green, blue, none",
        "must not add up to the number of tricks. To score",
    ] {
        assert!(
            output.contains(part) && !output.contains(".."),
            "{part}: {output}"
        );
    }
    let shown = out(&overtrick(&["game", "show", WIZARD]));
    for part in [
        "0 to 1000; default: 20",
        "true or false; default: false",
        "The match",
        "60 / players",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let help = out(&overtrick(&["pad", "--help"]));
    assert!(help.contains("the file of a custom game"), "{help}");
}

#[test]
fn the_form_shows_leader_and_cards_if_the_definition_has_them() {
    let game = |more: &str| {
        format!(
            "language = 1\nid = \"x\"\nplayers = [3, 3]\n{more}\n[[field]]\nname = \"got\"\neach = true\n\
             number = [0, 9]\nwhen = \"hand > 1\"\n[[score]]\npoints = \"got\"\nclause = \"a\"\n[clauses]\na = \"A.\"\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.toml");
    let path = file.to_str().unwrap();
    let begun = |more: &str| {
        fs::write(&file, game(more)).unwrap();
        let begun = overtrick(&["new", path, "--players", "Ann,Bo,Cy"]);
        assert_eq!(status(&begun), 0, "{}", err(&begun));
        begun
    };
    for (more, output) in [
        ("", "Hand 1. Ann deals."),
        ("leads = \"next(dealer)\"", "Hand 1. Ann deals. Bo leads."),
        (
            "cards = 5\nleads = \"dealer\"",
            "Hand 1. Ann deals 5 cards each. Ann leads.",
        ),
    ] {
        let text = out(&begun(more));
        let scored = with_input(&["score", "-", "--format", "table"], text.as_bytes());
        assert!(out(&scored).contains(output), "{output}: {}", out(&scored));
    }
    // The first hand does not have this field.
    let text = out(&begun("")).replace("\"hands\": []", "\"hands\": [{\"got\": {\"Ann\": 1}}]");
    let output = err(&with_input(&["score", "-"], text.as_bytes()));
    assert!(output.contains("it exists when hand > 1"), "{output}");
}

#[test]
fn the_definitions_in_the_guide_are_valid() {
    let guide = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/templates/docs/guide/custom-games.md"
    );
    let guide = fs::read_to_string(guide).unwrap();
    let blocks = guide.split("```toml\n").skip(1);
    let blocks: Vec<&str> = blocks
        .map(|block| block.split("```").next().unwrap())
        .collect();
    let [whole, first, sides, sentence] = blocks[..] else {
        panic!("{blocks:?}");
    };
    let checked = |text: &str| {
        let checked = with_input(&["game", "check", "-"], text.as_bytes());
        assert_eq!(status(&checked), 0, "{}: {text}", err(&checked));
    };
    checked(whole);
    checked(&format!(
        "language = 1\nid = \"x\"\nplayers = [4, 4]\nsides = 2\n{first}\n\
         [options]\ntarget = {{ number = [1, 200], default = 100 }}\n[clauses]\nc = \"C.\"\n\
         [let]\nbidding = \"me == bidder\"\n[[field]]\nname = \"bidder\"\nplayer = true\n\
         [[score]]\npoints = 1\nclause = \"c\"\n"
    ));
    let wizard = fs::read_to_string(WIZARD).unwrap();
    let (before, _) = wizard.split_once("[text.").unwrap();
    checked(&format!("{before}\n{sentence}"));
    let of_sides = format!(
        "language = 1\nid = \"x\"\nplayers = [4, 4]\nsides = 2\n[options]\nnil_points = {{ number = [0, 200], default = 100 }}\n\
         [[field]]\nname = \"bids\"\neach = true\nnumber = [0, 13]\n[[field]]\nname = \"tricks\"\neach = true\n\
         number = [0, 13]\n{sides}\n[clauses]\nnil = \"A nil.\"\n"
    );
    checked(&of_sides);
    // The example in the guide: Ann and Bo get the right totals, and no player calls a contract twice.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("contracts.toml");
    fs::write(&file, whole).unwrap();
    let begun = overtrick(&["new", file.to_str().unwrap(), "--players", "Ann,Bo,Cy"]);
    let mut document: Value = serde_json::from_str(&out(&begun)).unwrap();
    let hand = |contract: &str, bo: i64| json!({"caller": "Ann", "contract": contract, "taken": {"Ann": 0, "Bo": bo, "Cy": 0}});
    document["options"]["strict"] = json!(true);
    document["hands"] = json!([hand("last", 1), hand("hearts", 2)]);
    let scored = with_input(&["score", "-"], document.to_string().as_bytes());
    let report: Value = serde_json::from_str(&out(&scored)).unwrap();
    let totals = |name: &str| {
        let mut all = report["standings"].as_array().unwrap().iter();
        all.find(|one| one["player"] == name).unwrap()["total"].clone()
    };
    assert_eq!(
        (totals("Ann"), totals("Bo")),
        (json!(30), json!(-30)),
        "{report}"
    );
    document["hands"] = json!([hand("last", 1), hand("last", 2)]);
    let output = err(&with_input(
        &["score", "-"],
        document.to_string().as_bytes(),
    ));
    for part in [
        "Ann already chose last in hand 1. Each calls every contract once. [own-once]",
        "There is one last trick: together the players took 1. To score",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
}

#[test]
fn reasons_use_the_words_of_the_table() {
    let mut document = wizard(&two_hands());
    document["definition"]["field"][1]["label"] = json!("predicted");
    let line = |arguments: &[&str], document: &Value| {
        let scored = with_input(arguments, document.to_string().as_bytes());
        let report: Value = serde_json::from_str(&out(&scored)).unwrap();
        let text = report["hands"][0]["explanation"][0]["text"].as_str();
        let clause = report["clauses"]["own/made"].as_str();
        format!("{} ({})", clause.unwrap(), text.unwrap())
    };
    let made = "A bid that was met scores 20, and 10 for each trick.";
    let english = line(&["score", "-", "--format", "json"], &document);
    assert_eq!(english, format!("{made} (predicted 1, tricks 1)"));
    // A language without a label uses that of the definition.
    let texts = document["definition"]["text"]["cs"]
        .as_object_mut()
        .unwrap();
    texts.remove("line");
    texts["label"].as_object_mut().unwrap().remove("bids");
    let czech = line(
        &["score", "-", "--format", "json", "--lang", "cs"],
        &document,
    );
    assert!(czech.ends_with("(predicted 1, zdvihy 1)"), "{czech}");
}
