//! `overtrick form`, `schema`, `draw` and `roll`.

use serde_json::{Value, json};

use overtrick_core::form::Need;
use overtrick_games as games;
use overtrick_match::describe::Examples;
use overtrick_match::lang::Language;

use crate::cli::{err, out, overtrick, status, with_input};

fn json_of(arguments: &[&str]) -> Value {
    let output = overtrick(arguments);
    assert_eq!(status(&output), 0, "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

#[test]
fn every_example_hand_scores_unchanged() {
    for entry in games::all() {
        let game = entry.facts.id;
        let form = json_of(&["form", game, "--json"]);
        let examples = form["examples"].as_array().unwrap();
        assert!(examples.len() > 1, "{game}");
        for example in examples {
            let document =
                json!({ "game": game, "players": example["players"], "hands": [example["hand"]] });
            let scored = with_input(&["score", "-"], document.to_string().as_bytes());
            assert_eq!(status(&scored), 0, "{game}: {}", err(&scored));
            let report: Value = serde_json::from_str(&out(&scored)).unwrap();
            assert_eq!(report["hands"].as_array().unwrap().len(), 1);
        }
    }
}

#[test]
fn every_kind_of_question_has_an_example_that_is_answered() {
    for entry in games::all() {
        let game = entry.facts.id;
        for (kind, _) in entry.facts.questions {
            let form = json_of(&["form", game, "--question", kind.word(), "--json"]);
            let examples = form["examples"].as_array().unwrap();
            assert!(
                !examples.is_empty(),
                "templates/games/{}/examples.json has no {}",
                entry.folder,
                kind.word()
            );
            for example in examples {
                let question = example["question"].to_string();
                let answered = with_input(&["adjudicate", "-"], question.as_bytes());
                assert!(status(&answered) < 2, "{question}: {}", err(&answered));
            }
        }
    }
}

#[test]
fn a_question_explains_when_its_fields_are_needed() {
    for entry in games::all() {
        let game = entry.facts.id;
        let record = json_of(&["form", game, "--json"]);
        let of_record: Vec<&Value> = conditions(&record);
        for (kind, _) in entry.facts.questions {
            let question = json_of(&["form", game, "--question", kind.word(), "--json"]);
            for when in conditions(&question) {
                assert!(!of_record.contains(&when), "{game} {}: {when}", kind.word());
            }
        }
    }
}

fn conditions(form: &Value) -> Vec<&Value> {
    let fields = form["form"].as_array().unwrap();
    fields
        .iter()
        .filter_map(|field| field.get("when"))
        .collect()
}

#[test]
fn forms_show_when_a_field_is_needed_and_describe_their_example() {
    for tag in Language::tags() {
        let language = Language::find(tag).unwrap();
        for entry in games::all() {
            let facts = entry.facts;
            for field in facts
                .record
                .iter()
                .filter(|field| field.need == Need::Depends)
            {
                let when = format!("{}/{}", facts.id, field.name);
                let file = format!("templates/games/{}/{tag}.toml", entry.folder);
                assert!(
                    language.has("when", &when),
                    "{file} has no [when] \"{when}\""
                );
            }
            for example in Examples::new(entry, language).hands {
                assert_ne!(example.title, "", "{tag} {}", facts.id);
            }
        }
    }
}

#[test]
fn a_form_fits_a_terminal_and_names_every_field() {
    for entry in games::all() {
        let form = out(&overtrick(&["form", entry.facts.id]));
        for field in entry.facts.record {
            assert!(form.contains(&format!(" {} ", field.name)), "{form}");
        }
        let (fields, _) = form.split_once("\n\n").unwrap();
        assert!(
            fields.lines().all(|line| line.chars().count() <= 80),
            "{form}"
        );
    }
    let wrong = overtrick(&["form", "mariash", "--question", "pass"]);
    assert_eq!(status(&wrong), 2);
    assert!(err(&wrong).contains("auction"), "{}", err(&wrong));
}

#[test]
fn the_schema_of_a_document_has_its_game_its_options_and_its_hands() {
    for entry in games::all() {
        let schema = json_of(&["schema", entry.facts.id]);
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        let properties = &schema["properties"];
        assert_eq!(properties["game"]["const"], entry.facts.id);
        for rule in entry.facts.options {
            assert!(properties["options"]["properties"][rule.field.name].is_object());
        }
        for field in entry.facts.record {
            let hand = &properties["hands"]["items"]["properties"];
            assert!(hand[field.name].is_object(), "{}", field.name);
        }
    }
}
