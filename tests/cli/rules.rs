//! `overtrick games` and `overtrick rules`.

use serde_json::Value;

use crate::cli::{out, overtrick};

#[test]
fn every_game_has_readable_rules() {
    let games: Value = serde_json::from_str(&out(&overtrick(&["games", "--json"]))).unwrap();
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let rules: Value =
            serde_json::from_str(&out(&overtrick(&["rules", id, "--json"]))).unwrap();
        assert!(rules["clauses"].as_array().unwrap().len() > 5);
        for arguments in [vec!["rules", id], vec!["rules", id, "--irregularities"]] {
            let text = out(&overtrick(&arguments));
            assert!(
                text.lines().all(|line| line.chars().count() <= 80),
                "{text}"
            );
        }
    }
}

#[test]
fn the_rules_are_printed_as_text_and_as_json() {
    let text = out(&overtrick(&["rules", "mariash"]));
    for message in [
        "Announcing and doubling",
        "[mariash/seven]",
        "(max_doubles)",
        "  \"hands\": [",
    ] {
        assert!(text.contains(message), "{message}");
    }
    let json: Value =
        serde_json::from_str(&out(&overtrick(&["rules", "mariash", "--json"]))).unwrap();
    assert_eq!(json["example"]["game"], "mariash");
    let blocks = json["text"].as_array().unwrap();
    let heading = |block: &&Value| block["kind"] == "heading" && block["id"] == "play";
    let play = blocks.iter().find(heading).unwrap();
    assert_eq!(
        (&play["text"], &play["level"]),
        (&"The play".into(), &2.into())
    );
    assert!(
        play["questions"]
            .as_array()
            .unwrap()
            .contains(&"Who leads?".into())
    );
    assert!(blocks.iter().any(|block| block["kind"] == "table"));
    let czech = out(&overtrick(&["rules", "mariash", "--lang", "cs"]));
    assert!(czech.contains("Hlášení a fleky"), "{czech}");
}

#[test]
fn the_rules_as_json_describe_hands_and_questions() {
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_str(&out(&overtrick(arguments))).unwrap()
    };
    for entry in overtrick_games::all() {
        let game = entry.facts.id;
        let rules = json(&["rules", game, "--json"]);
        let form = json(&["form", game, "--json"]);
        assert_eq!(rules["form"], form["form"], "{game}");
        assert_eq!(rules["examples"], form["examples"], "{game}");
        let questions = rules["questions"].as_array().unwrap();
        assert_eq!(questions.len(), entry.facts.questions.len(), "{game}");
        for question in questions {
            let kind = question["question"].as_str().unwrap();
            let form = json(&["form", game, "--question", kind, "--json"]);
            assert_eq!(question["form"], form["form"], "{game} {kind}");
            assert_eq!(question["examples"], form["examples"], "{game} {kind}");
        }
    }
    let form = json(&["form", "mariash", "--json", "--lang", "cs"]);
    let fields = form["form"].as_array().unwrap();
    let trump = fields.iter().find(|field| field["name"] == "trump");
    assert_eq!(trump.unwrap()["when"], "v trumfové hře");
}
