//! The Rust client that openapi-generator makes: a match of two games, hand by hand.

use std::error::Error;
use std::{env, fs};

use overtrick::apis::configuration::Configuration;
use overtrick::apis::{matches_api, paper_api};
use serde_json::{Value, from_value, json};

fn play(sample: &Value) -> Result<(), Box<dyn Error>> {
    let game = &sample["game"];
    let mut opening = sample.clone();
    let entries = opening.as_object_mut().ok_or("no document")?;
    entries.remove("adjustments");
    entries.remove("finished");
    entries.insert("hands".to_owned(), json!([]));
    let strangers = Configuration {
        base_path: env::var("OVERTRICK_URL")?,
        ..Configuration::default()
    };
    let opened = matches_api::create_match(&strangers, from_value(opening)?, None, None, None, None)?;
    let director = Configuration {
        bearer_access_token: opened.keys.map(|keys| keys.direct),
        ..strangers.clone()
    };
    let (id, mut version) = (opened.id, opened.version);
    let mut change = |body: Value| -> Result<(), Box<dyn Error>> {
        let tag = format!("\"{version}\"");
        let change = from_value(body)?;
        version = matches_api::change_match(&director, &id, &tag, change, None, None, None)?.version;
        Ok(())
    };
    let adjustments = sample["adjustments"].as_array().cloned().unwrap_or_default();
    for (number, hand) in (1..).zip(sample["hands"].as_array().into_iter().flatten()) {
        let mut hand = hand.clone();
        hand["game"] = game.clone();
        change(json!({ "action": "record", "hand": hand }))?;
        for adjustment in adjustments.iter().filter(|one| one["after_hand"] == number) {
            change(json!({ "action": "adjust", "adjustment": adjustment }))?;
        }
    }
    if sample["finished"] == true {
        change(json!({ "action": "finish" }))?;
    }
    let pad = paper_api::print_pad(&strangers, from_value(game.clone())?, from_value(json!({}))?)?;
    let sheet = matches_api::get_sheet(&director, &id, None, None, None, None, None, None, None, None)?;
    for printed in [pad.bytes()?, sheet.bytes()?] {
        assert!(printed.starts_with(b"%PDF-"), "{game}: {:?}", &printed[..9]);
    }
    let standings = matches_api::get_standings(&director, &id, None, None)?.standings;
    let totals: Value = serde_json::from_str(&env::var("OVERTRICK_TOTALS")?)?;
    let expected = totals[game.as_str().unwrap_or_default()].as_array().ok_or("no totals")?;
    assert_eq!(expected.len(), standings.len());
    for (one, expected) in standings.iter().zip(expected) {
        assert_eq!(expected["player"], one.player);
        assert_eq!(expected["total"].as_f64(), Some(one.total), "{}", one.player);
    }
    println!("  {game}: {} players, pad and sheet", standings.len());
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("no folder")?;
    for game in ["mariash", "contract_sabacc"] {
        let text = fs::read_to_string(format!("{folder}/{game}/sample.json"))?;
        play(&serde_json::from_str(&text)?)?;
    }
    Ok(())
}
