//! `overtrick verify FILE`: recomputes a result and compares it.

use serde_json::{Value, json};

use overtrick_games as games;
use overtrick_match::ledger::StoredLog;

use crate::cli::{err, out, overtrick, with_input};
use crate::served::{brink_bid, forged, log_of_a_phone};

/// The sample of each game, with its result.
fn results() -> Vec<Value> {
    let scored = |entry: &games::Entry| {
        let scored = with_input(&["score", "--with-document", "-"], entry.sample.as_bytes());
        let whole: Value = serde_json::from_str(&out(&scored)).unwrap();
        let document = &whole["document"];
        assert!(
            document["edition"] == 1 && document["options"].is_object(),
            "{document}"
        );
        whole
    };
    games::all().iter().map(scored).collect()
}

fn verify(language: &str, file: &str) -> (Option<i32>, String) {
    let ran = with_input(&["--lang", language, "verify", "-"], file.as_bytes());
    (ran.status.code(), out(&ran) + &err(&ran))
}

#[test]
fn a_correct_result_is_confirmed() {
    let results = results();
    for result in &results {
        let hands = result["result"]["hands"].as_array().unwrap().len();
        let fingerprint = result["result"]["fingerprint"].as_str().unwrap();
        let (code, text) = verify("en", &format!("{result:#}\n"));
        assert_eq!(code, Some(0), "{text}");
        assert!(
            text.contains(&format!("The result is right: {hands} hands and ")),
            "{text}"
        );
        assert!(text.contains(fingerprint), "{text}");
    }
    let lines: Vec<String> = results.iter().map(|result| format!("{result}\n")).collect();
    let lines = lines.concat();
    let all = format!("-: {} entries in the file, no errors.\n", results.len());
    assert_eq!(verify("en", &lines), (Some(0), all.clone()));
    assert_eq!(verify("en", &json!(results).to_string()), (Some(0), all));
}

#[test]
fn the_first_difference_is_reported_with_its_place() {
    let mut results = results();
    let second = results[1]["result"].clone();
    let reason = &second["hands"][0]["explanation"][0];
    let (player, points) = reason["points"].as_object().unwrap().iter().next().unwrap();
    let place_of_points = format!("/hands/0/explanation/0/points/{player}");
    for (place, output, computed) in [
        ("/fingerprint", json!("00000000"), &second["fingerprint"]),
        (place_of_points.as_str(), json!(99), points),
        ("/hands/0/explanation/0/rule", json!("x/y"), &reason["rule"]),
        (
            "/standings/0/player",
            json!("Nobody"),
            &second["standings"][0]["player"],
        ),
        ("/status", json!("abandoned"), &second["status"]),
    ] {
        results[1]["result"] = second.clone();
        *results[1]["result"].pointer_mut(place).unwrap() = output.clone();
        let lines: Vec<String> = results.iter().map(|result| format!("{result}\n")).collect();
        let lines = lines.concat();
        let message =
            format!("overtrick: -: {place}: the file has {output}, but the result is {computed}\n");
        assert_eq!(verify("en", &lines), (Some(1), message));
        let (code, text) = verify("cs", &lines);
        assert!(
            code == Some(1) && text.contains(&format!("v souboru je {output}")),
            "{text}"
        );
    }
    // A missing reason, and an extra one.
    let reasons = second["hands"][0]["explanation"]
        .as_array()
        .unwrap()
        .clone();
    for changed in [
        reasons[1..].to_vec(),
        [&reasons[..], &reasons[..1]].concat(),
    ] {
        results[1]["result"] = second.clone();
        results[1]["result"]["hands"][0]["explanation"] = changed.into();
        let (code, text) = verify("en", &results[1].to_string());
        assert!(
            code == Some(1) && text.contains("/hands/0/explanation/"),
            "{text}"
        );
    }
}

#[test]
fn house_rules_changed_after_the_match_are_detected() {
    let mut result = results().swap_remove(2);
    result["document"]["options"]["made_points"] = 6.into();
    let (code, text) = verify("en", &result.to_string());
    assert!(
        code == Some(1) && text.contains("/fingerprint: the file has"),
        "{text}"
    );
}

#[test]
fn a_file_without_a_result_is_scored_and_an_invalid_one_refused() {
    let (code, text) = verify("en", games::all()[0].sample);
    assert!(
        code == Some(0) && text.contains("no result to compare"),
        "{text}"
    );
    let alone = results().swap_remove(0)["result"].to_string();
    for (file, message) in [
        (alone.as_str(), "result-alone"),
        (
            "{\"document\": {\"game\": \"whist\"}, \"result\": {}}",
            "unknown-game",
        ),
        ("", "invalid-json"),
        ("[]", "invalid-json"),
        ("{\"log\": {}}", "unreadable-log"),
    ] {
        let (code, text) = verify("en", file);
        let message = format!("[{message}]");
        assert!(code == Some(1) && text.contains(&message), "{file}: {text}");
    }
    let missing = overtrick(&["verify", "/dev/null/none"]);
    assert_eq!(missing.status.code(), Some(3));
    let both = overtrick(&["verify", "--deep", "x.json"]);
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn the_report_is_available_as_json() {
    let mut result = results().swap_remove(0);
    result["result"]["winners"] = json!(["Nobody"]);
    let ran = with_input(&["verify", "--json", "-"], result.to_string().as_bytes());
    let report: Value = serde_json::from_str(&out(&ran)).unwrap();
    assert_eq!(ran.status.code(), Some(1));
    assert_eq!(
        (&report["sound"], &report["pointer"]),
        (&json!(false), &json!("/winners/0"))
    );
    assert_eq!(report["match"]["standings"], result["result"]["standings"]);
}

#[test]
fn verify_judges_a_log_with_a_recomputed_chain() {
    type Forgery = fn(&mut StoredLog);
    let forgeries: [(Forgery, &str); 4] = [
        (|log| log.events[0].by = "view".into(), "/log/events/0/by"),
        (
            |log| log.events[0].at = "2999-01-01T00:00:00.000Z".into(),
            "/log/events/0/at",
        ),
        (
            |log| {
                log.events[0].outcome = r#"{"hands":0,"totals":[0,1],"complete":false}"#.into();
            },
            "/log/events/0/outcome",
        ),
        (
            |log| {
                let kind = &mut log.events[0].kind;
                *kind = kind.replace(
                    "\"document\"",
                    r#""labels":{"metadata":[[[1]]]},"document""#,
                );
            },
            "/log/events/0/kind",
        ),
    ];
    let log = log_of_a_phone(&brink_bid()).log;
    let (code, text) = verify("en", &json!({ "log": log }).to_string());
    assert_eq!(code, Some(0), "{text}");
    for (change, place) in forgeries {
        let file = json!({ "log": forged(log.clone(), change) }).to_string();
        let (code, text) = verify("en", &file);
        assert!(code == Some(1) && text.contains(place), "{place}: {text}");
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", folder.path().join("x.db").display());
        let imported = with_input(&["import", "-", "--database", &database], file.as_bytes());
        let output = err(&imported);
        // An administrator may import a log from a device whose clock ran ahead.
        if place.ends_with("/at") {
            assert_eq!(imported.status.code(), Some(0), "{output}");
            continue;
        }
        assert!(
            imported.status.code() == Some(1) && output.contains(place),
            "{place}: {output}"
        );
    }
}
