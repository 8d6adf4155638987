//! The message catalogs: every language has all English messages with the same arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use overtrick_core::{Facts, QuestionKind, Remedy};
use overtrick_games::{self as games, Entry};
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::lang::Language;

use crate::support::command::{err, out, with_input};

type Section = BTreeMap<String, String>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the catalog files of a language: first the common files, then those of the games.
fn files(tag: &str) -> Vec<String> {
    let of_games = games::all()
        .iter()
        .map(|entry| format!("templates/games/{}/{tag}.toml", entry.folder));
    ["toml", "program.toml"]
        .map(|ending| format!("templates/lang/{tag}.{ending}"))
        .into_iter()
        .chain(of_games)
        .collect()
}

fn read(file: &str) -> toml::Table {
    fs::read_to_string(root().join(file))
        .unwrap()
        .parse()
        .unwrap()
}

/// Reads a catalog: the number of its plural forms, and the texts of each section.
fn catalog(tag: &str) -> (usize, BTreeMap<String, Section>) {
    let mut forms = 0;
    let mut sections: BTreeMap<String, Section> = BTreeMap::new();
    for file in files(tag) {
        for (name, entries) in read(&file) {
            match entries {
                toml::Value::Array(found) => forms = found.len(),
                entries => {
                    let texts: Section = entries.try_into().unwrap();
                    sections.entry(name).or_default().extend(texts);
                }
            }
        }
    }
    (forms, sections)
}

fn others() -> impl Iterator<Item = &'static str> {
    Language::tags().filter(|tag| *tag != "en")
}

/// Returns the placeholders in a message.
fn places(text: &str) -> impl Iterator<Item = &str> {
    text.split('{')
        .skip(1)
        .map(|rest| rest.split('}').next().unwrap())
}

fn arguments(text: &str) -> BTreeSet<&str> {
    places(text)
        .map(|place| {
            place
                .split('|')
                .next()
                .unwrap()
                .trim_start_matches(['+', '='])
        })
        .collect()
}

#[test]
fn every_file_has_every_key_of_the_english_file() {
    for tag in others() {
        for (english, file) in files("en").iter().zip(files(tag)) {
            let own = read(&file);
            for (section, entries) in read(english) {
                // Ordinals have as many endings as the language needs: four in English, one in Czech.
                let counted = section == "ordinal";
                let texts = own.get(&section);
                let missing: Vec<&String> = entries
                    .as_table()
                    .into_iter()
                    .flat_map(toml::Table::keys)
                    .filter(|key| texts.is_none_or(|texts| texts.get(key).is_none()))
                    .filter(|key| !(counted && *key != "other"))
                    .collect();
                assert!(missing.is_empty(), "{file}: [{section}] lacks {missing:?}");
            }
        }
    }
}

/// Returns the path of a language's texts for one game.
fn file_of(entry: &Entry, tag: &str) -> String {
    format!("templates/games/{}/{tag}.toml", entry.folder)
}

#[test]
fn every_game_has_the_texts_that_its_facts_name() {
    for tag in Language::tags() {
        let language = Language::find(tag).unwrap();
        for entry in games::all() {
            let facts = entry.facts;
            let mut expected = vec![
                ("game", facts.id.to_owned()),
                ("word", facts.id.to_owned()),
                ("page", format!("length.{}", facts.id)),
                ("page", format!("order.{}", facts.id)),
            ];
            let clauses = facts.all_clauses();
            expected.extend(clauses.map(|clause| ("clause", clause.id.to_owned())));
            if tag == "en" {
                let own = facts.clauses.iter();
                expected.extend(own.map(|clause| ("source", clause.id.to_owned())));
            }
            let columns = facts.columns.iter();
            expected.extend(columns.map(|it| ("column", format!("{}/{}", facts.id, it.key))));
            for rule in facts.options {
                let name = rule.field.name;
                expected.push(("option", format!("{}/{name}", facts.id)));
                expected.push(("option-name", format!("{}/{name}", facts.id)));
            }
            for irregularity in facts.all_irregularities() {
                expected.push(("irregularity", irregularity.id.to_owned()));
                if matches!(irregularity.remedy, Remedy::Stated(_)) {
                    expected.push(("remedy", irregularity.id.to_owned()));
                }
            }
            for (section, key) in expected {
                let file = file_of(entry, tag);
                assert!(
                    language.has(section, &key),
                    "{file}: [{section}] lacks {key}"
                );
            }
            for rule in facts.options {
                let name = rule.field.name;
                let own = format!("{}/{name}", facts.id);
                let named = language.has("pad", name) || language.has("pad", &own);
                assert!(named, "{}: [pad] lacks {own}", file_of(entry, tag));
            }
        }
    }
}

#[test]
fn every_message_has_the_same_arguments_and_all_forms() {
    let (_, english) = catalog("en");
    for tag in Language::tags() {
        let (forms, sections) = catalog(tag);
        for (section, texts) in &sections {
            for (key, text) in texts {
                let place = format!("{tag}: [{section}] {key}");
                for chosen in places(text).filter(|place| place.contains('|')) {
                    assert_eq!(chosen.split('|').count() - 1, forms, "{place}: {chosen}");
                }
                if let Some(source) = english.get(section).and_then(|texts| texts.get(key)) {
                    assert_eq!(arguments(text), arguments(source), "{place}");
                    assert_eq!(text.is_empty(), source.is_empty(), "{place}");
                }
            }
        }
    }
}

/// Returns the keys of the texts about a game's sources that each language except English needs.
fn sources(facts: &'static Facts) -> impl Iterator<Item = &'static str> {
    let ours = facts
        .all_clauses()
        .filter(|clause| clause.ours || clause.id.starts_with("play/"));
    ours.map(|clause| clause.id).chain([facts.id])
}

#[test]
fn the_sources_are_described_in_every_language() {
    let known: BTreeSet<&str> = games::all()
        .iter()
        .flat_map(|entry| sources(entry.facts))
        .collect();
    for tag in others() {
        let language = Language::find(tag).unwrap();
        for entry in games::all() {
            let (game, file) = (entry.facts.id, file_of(entry, tag));
            assert!(
                language.has("author", game),
                "{file}: [author] lacks {game}"
            );
            for key in sources(entry.facts) {
                assert!(language.has("source", key), "{file}: [source] lacks {key}");
            }
        }
        for key in language.keys("source") {
            assert!(known.contains(key), "{tag}: unneeded source of {key}");
        }
    }
}

/// Collects the keys in a ruling, without the names of players.
fn fields(value: &Value, players: &[&str], found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                if !players.contains(&key.as_str()) {
                    found.insert(key.clone());
                }
                fields(value, players, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fields(item, players, found)),
        _ => {}
    }
}

#[test]
fn every_field_of_a_ruling_has_a_name() {
    let mut found = BTreeSet::new();
    let mut questions = 0;
    for entry in games::all() {
        let cases = root().join(format!("src/games/{}/cases", entry.folder));
        for file in fs::read_dir(cases).unwrap() {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
            for question in cases.iter().filter_map(|case| case.get("question")) {
                let Ok(answered) = adjudicate(question.to_string().as_bytes()) else {
                    continue;
                };
                questions += 1;
                let ruling = RulingsReport::new(answered, Language::english());
                let ruling = serde_json::to_value(ruling).unwrap();
                let players = question["players"].as_array().unwrap();
                let players: Vec<&str> = players.iter().filter_map(Value::as_str).collect();
                fields(&ruling["outcome"], &players, &mut found);
                for turn in ruling["next"].as_array().unwrap() {
                    let choices = turn.as_object().unwrap().iter();
                    for (_, choice) in choices.filter(|(key, _)| *key != "player") {
                        fields(choice, &players, &mut found);
                    }
                }
            }
        }
    }
    assert!(questions > 100, "{questions} questions");
    for tag in Language::tags() {
        let language = Language::find(tag).unwrap();
        for field in &found {
            assert!(language.has("field", field), "{tag}: field {field}");
        }
        for kind in QuestionKind::WORDS {
            assert!(language.has("question", kind), "{tag}: question {kind}");
        }
    }
}

/// Runs the command in Czech with this input, and returns its output.
fn in_czech(arguments: &[&str], input: &Value) -> (String, String) {
    let arguments = [arguments, &["--lang", "cs"]].concat();
    let output = with_input(&arguments, input.to_string().as_bytes());
    (out(&output), err(&output))
}

#[test]
fn rulings_are_translated_but_names_are_not() {
    // One player is named like a call.
    let on = json!({ "by": "good", "contract": "game" });
    let question = json!({ "game": "mariash", "players": ["good", "Bo", "Cy"], "question": "auction",
        "dealer": "Cy", "declarer": "good", "calls": [{ "player": "good", "call": "game" },
        { "player": "Bo", "call": "double", "on": on }, { "player": "Bo", "call": "double", "on": on }] });
    let (message, _) = in_czech(&["adjudicate", "-", "--text"], &question);
    assert_eq!(
        message,
        "\
Mariáš, licitace: proti pravidlům 1

 1  good Hra                     v pořádku
 2  Bo flek na good závazek Hra  v pořádku
 3  Bo flek na good závazek Hra  PROTI PRAVIDLŮM: naposledy zvýšila obrana;
                                 závazek Hra (good) smí teď zvýšit jen aktér
                                 (mariash/double-alternates)

◇ Návrh: Upozorněte a hlášku vezměte zpět: platí za nevyřčenou a mluví ten, kdo
je na řadě. Jakmile další hráč bez námitky promluvil, platí.
Má-li to platit, zapište do rozdání: \"irregularities\": \"waived\"
Má-li to být potrestáno, přidejte do \"adjustments\" s \"after_hand\", \"player\" a
\"points\"; body rozdání se tu vyrovnávají, takže co hráč ztratí, musejí dostat
ostatní:
  {
    \"reason\": \"Strana, která flekovala naposledy, flekovala znovu.\",
    \"rule\": \"mariash/doubled-twice\"
  }

Dál:
   Bo  Hra, Sedma, Sto, Stosedm
   Cy  dobrá, Hra, Sedma, Sto, Stosedm

Výsledek:
   hotovo   ne
   závazky  good závazek Hra fleky 1 krát 2
"
    );
}

#[test]
fn faults_are_shown_in_czech() {
    let slip = json!({ "game": "mariash", "players": ["Ann", "Bo", "Cy"], "hands": [
        { "declarer": "Ann", "game_type": "trump", "trump": "clubs", "points": { "declarer": 60, "defense": 50 },
          "commitments": [{ "by": "Ann", "contract": "game" }, { "by": "Bo", "contract": "hundred" },
                          { "by": "Cy", "contract": "hundred" }] }] });
    let (_, text) = in_czech(&["score", "-"], &slip);
    assert_eq!(
        text,
        "\
overtrick: standardní vstup nejde přečíst nebo spočítat: 2 chyby
  /hands/0/commitments/2: obrana už závazek Sto má: Bo [contract-taken]
  /hands/0/points: bodů je dohromady 110; v kartách jich je 120 [points-sum]
"
    );
}
