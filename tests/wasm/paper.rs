//! The module and native code make the same files of pads and sheets.

use serde_json::{Value, json};

use overtrick_core::Finding;
use overtrick_core::json::Json;
use overtrick_games::{self as games, Entry};
use overtrick_match::document::{ErrorReport, read_json, score};
use overtrick_match::lang::Language;
use overtrick_paper::pdf;
use overtrick_paper::requests::{PadRequest, SheetRequest, findings};
use overtrick_paper::sheets;

use crate::wasm::{Call, answers_of};

/// The module in the repository that makes PDFs.
const PRINTER: &str = "templates/wasm/overtrick-pdf.wasm.br";

type Printed = Result<Vec<u8>, Vec<Finding>>;

fn entries(order: &Value) -> Vec<(String, Json)> {
    match read_json(&order.to_string()).unwrap() {
        Json::Object(entries) => entries,
        other => panic!("{other:?} is not an object"),
    }
}

fn pad(game: &str, order: &Value, language: &'static Language) -> Printed {
    let request = PadRequest::read_of(game, entries(order), language)?;
    let drawn = sheets::pads(&request);
    let printable = drawn.map_err(|error| findings(error, request.game.name()))?;
    Ok(pdf::render(&printable))
}

/// Returns the definition of a preset.
fn definition(id: &str) -> Value {
    let file = overtrick_own::read_file(overtrick_own::preset(id).unwrap()).unwrap();
    serde_json::to_value(file.json).unwrap()
}

fn sheet(entry: &Entry, order: &Value, language: &'static Language) -> Printed {
    let scored = score(entry.sample.as_bytes())?;
    let document = read_json(entry.sample)?;
    let request = SheetRequest::read(entries(order), language)?;
    let drawn = sheets::sheet(&request, &scored, &document);
    let printable = drawn.map_err(|error| findings(error, entry.facts.id))?;
    Ok(pdf::render(&printable))
}

/// Compares the module's output with the native output.
fn compare(expected: Vec<(&'static str, usize, Value, Printed)>) {
    let calls = expected.iter().map(|(function, language, input, _)| Call {
        function,
        language: *language,
        input: input.to_string().into_bytes(),
    });
    let calls: Vec<Call> = calls.collect();
    let found = answers_of(PRINTER, &calls).unwrap_or_default();
    for ((function, language, input, printed), found) in expected.into_iter().zip(found) {
        let what = format!("{function} {language}: {}", input["order"]);
        match printed {
            Ok(file) => {
                assert_eq!(found.0, 0, "{what}: {}", String::from_utf8_lossy(&found.1));
                assert!(file.starts_with(b"%PDF"), "{what}");
                assert!(file == found.1, "{what}: different bytes");
            }
            Err(faults) => {
                let tag = Language::tags().nth(language).unwrap();
                let report = ErrorReport::new(&faults, None, Language::find(tag).unwrap());
                let text = String::from_utf8(found.1).unwrap();
                assert_eq!(text, serde_json::to_string(&report).unwrap(), "{what}");
                assert_eq!(found.0, 1, "{what}");
            }
        }
    }
}

#[test]
fn every_pad_and_sheet_is_the_same_file_in_the_module() {
    let mut expected = Vec::new();
    for entry in games::all() {
        let sample: Value = serde_json::from_str(entry.sample).unwrap();
        let options = sample.get("options").cloned().unwrap_or_else(|| json!({}));
        let named = json!({
            "players": sample["players"], "options": options, "title": "Večer u Šárky", "date": "21. 11. 2026",
            "paper": "letter", "pages": 2, "watch": "https://club.example/#/join/abcdefghijklmnopqrstuv/secret",
        });
        for (number, language) in Language::tags().filter_map(Language::find).enumerate() {
            for order in [json!({ "paper": "a4" }), named.clone()] {
                let input = json!({ "game": entry.facts.id, "order": order });
                let printed = pad(entry.facts.id, &order, language);
                expected.push(("pad", number, input, printed));
            }
            let order = json!({ "explain": true });
            let input = json!({ "document": sample, "order": order });
            expected.push(("sheet", number, input, sheet(entry, &order, language)));
        }
    }
    for (id, _) in overtrick_own::PRESETS {
        let order = json!({ "definition": definition(id), "players": 4, "title": "Večer u Šárky" });
        for (number, language) in Language::tags().filter_map(Language::find).enumerate() {
            let input = json!({ "game": "own", "order": order });
            expected.push(("pad", number, input, pad("own", &order, language)));
        }
    }
    for (function, _, input, printed) in &expected {
        assert!(
            printed.is_ok(),
            "{function} {}: {:?}",
            input["order"],
            printed.as_ref().err()
        );
    }
    compare(expected);
}

#[test]
fn unprintable_characters_are_refused_in_the_module_too() {
    let mut expected = Vec::new();
    let entry = &games::all()[0];
    for (number, language) in Language::tags().filter_map(Language::find).enumerate() {
        for order in [
            json!({ "paper": "a5", "landscape": true, "per_page": 2 }),
            json!({ "paper": "napkin" }),
            json!({ "title": "x".repeat(201), "color": "red" }),
            json!({ "players": 99 }),
            json!({ "link": "ftp://club.example" }),
        ] {
            let refused = pad(entry.facts.id, &order, language);
            assert!(refused.is_err(), "{order}");
            let input = json!({ "game": entry.facts.id, "order": order });
            expected.push(("pad", number, input, refused));
        }
        let mut wrong = definition("wizard");
        wrong["score"][0]["when"] = "tricks == bidz".into();
        for order in [
            json!({ "paper": "a4" }),
            json!({ "definition": wrong, "paper": "napkin" }),
            json!({ "definition": definition("wizard"), "paper": "a5", "landscape": true, "per_page": 2, "players": 6 }),
        ] {
            let refused = pad("own", &order, language);
            assert!(refused.is_err(), "{order}");
            let input = json!({ "game": "own", "order": order });
            expected.push(("pad", number, input, refused));
        }
    }
    let missing = |pointer| vec![Finding::shape("missing-field", pointer, Vec::new())];
    let id = entry.facts.id;
    for (function, input, faults) in [
        ("pad", json!({ "game": id }), missing("/order")),
        ("pad", json!({ "order": {} }), missing("/game")),
        ("sheet", json!({ "order": {} }), missing("/document")),
        (
            "pad",
            json!({ "game": "whist", "order": {} }),
            vec![games::unknown_game("whist")],
        ),
    ] {
        expected.push((function, 0, input, Err(faults)));
    }
    compare(expected);
}
