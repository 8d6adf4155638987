//! The page describes custom games without the service; the descriptions of both must be equal.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use overtrick_core::json::Json;
use overtrick_core::{FactsOf, Game, Name, Table};
use overtrick_match::describe::form;
use overtrick_match::lang::Language;
use overtrick_match::schema::own_document;
use overtrick_own::{Definition, Own, read, read_file, rules_in_force};
use serde_json::{Value, json};

use super::node;

/// Describes every definition in every language with the module of the page.
const SCRIPT: &str = r#"
import { describeOwn } from "./templates/web/js/game/own.js";
import { useCatalog } from "./templates/web/js/ui/text.js";
const [languages, definitions] = JSON.parse(process.argv[1]);
console.log(JSON.stringify(languages.map((lang) => {
  useCatalog({ lang, languages, forms: [], page: {}, word: {} });
  return definitions.map(describeOwn);
})));
"#;

fn definitions() -> Vec<Arc<Definition>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["templates/own-games", "tests/own/games"];
    let files = folders
        .into_iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let files = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let read = files.map(|text| Arc::new(read(&read_file(&text).unwrap().json).unwrap()));
    read.collect()
}

#[test]
fn the_page_describes_custom_games_like_the_rules() {
    let definitions = definitions();
    assert_eq!(definitions.len(), 26);
    let languages = ["en", "cs"];
    // Describes a few at a time, because the length of an argument is limited.
    for definitions in definitions.chunks(6) {
        let Some(mut node) = node() else {
            return;
        };
        let given: Vec<&Json> = definitions.iter().map(|one| one.json()).collect();
        let given = serde_json::to_string(&(languages, given)).unwrap();
        let run = node
            .args(["--input-type=module", "--eval", SCRIPT, &given])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stderr)
        );
        let described: Vec<Vec<Value>> = serde_json::from_slice(&run.stdout).unwrap();
        for (tag, games) in languages.iter().zip(described) {
            let language = Language::find(tag).unwrap();
            for (definition, game) in definitions.iter().zip(games) {
                compare(definition, &game, language);
            }
        }
    }
}

/// Replaces each house rule in braces with its default number.
fn with_defaults(definition: &Definition, text: &str) -> String {
    let rules = definition.option_labels();
    rules.fold(text.to_owned(), |text, (rule, _)| {
        match definition.default_of(rule) {
            Some(Json::Int(number)) => text.replace(&format!("{{{rule}}}"), &number.to_string()),
            _ => text,
        }
    })
}

fn compare(definition: &Arc<Definition>, game: &Value, language: &Language) {
    let name = language.named(definition.name());
    let (least, most) = definition.players();
    assert_eq!(game["name"], *name);
    assert_eq!(
        game["players"],
        json!({ "least": least, "most": most }),
        "{name}"
    );
    let clauses = definition.clauses().map(|(id, text)| {
        let text = with_defaults(definition, &language.named(text));
        json!({ "id": format!("own/{id}"), "ours": false, "text": text })
    });
    assert_eq!(game["clauses"], clauses.collect::<Value>(), "{name}");
    let fields = definition.with_record_fields(|record| {
        let facts = FactsOf {
            record,
            ..*Own::FACTS
        };
        form(&facts, None, language)
    });
    assert_eq!(game["form"], fields, "{name}");
    let schema = own_document(definition, language);
    let schemas = schema["properties"]["options"]["properties"]
        .as_object()
        .unwrap();
    let rules = game["options"].as_array().unwrap();
    let of_page = game["schemas"]["options"]["properties"]
        .as_object()
        .unwrap();
    assert_eq!(
        (rules.len(), of_page.len()),
        (schemas.len(), schemas.len()),
        "{name}"
    );
    for ((rule, label), shown) in definition.option_labels().zip(rules) {
        let written = definition.json().get("options").unwrap().get(rule).unwrap();
        assert_eq!(shown["name"], rule, "{name}");
        assert_eq!(
            shown["title"],
            capital(&language.named(label)),
            "{name} {rule}"
        );
        let (_, about) = definition.option_texts(rule).unwrap();
        let clause = written.text("clause");
        let clause = clause.and_then(|clause| definition.clause(&format!("own/{clause}")));
        let readable = Name::from(capital(&rule.replace('_', " ")));
        let message = [Some(about), clause, Some(&readable)].into_iter().flatten();
        let mut message = message.filter(|text| !text.is_empty());
        assert_eq!(
            shown["about"],
            with_defaults(definition, &language.named(message.next().unwrap())),
            "{name} {rule}"
        );
        for (key, value) in of_page[rule].as_object().unwrap() {
            assert_eq!(schemas[rule][key], *value, "{name} {rule}");
        }
        let usual = shown.get("default");
        if usual.is_none() {
            // The default is an expression of the players or of other house rules.
            let default = written.text("default").unwrap();
            assert!(default.parse::<i64>().is_err(), "{name} {rule}");
        }
        for players in least..=most {
            let names: Vec<String> = (1..=players).map(|number| format!("P{number}")).collect();
            let (table, _) = Table::seat_players(&names);
            let rules = rules_in_force(definition, Json::EMPTY, &table).unwrap();
            let in_force = serde_json::to_value(rules.options_in_force()).unwrap();
            assert_eq!(
                usual.unwrap_or(&in_force[rule]),
                &in_force[rule],
                "{name} {rule}"
            );
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
