//! Unusual and erased names.

use serde_json::{Value, json};

use overtrick_server::{Change, Role, ServiceError};

use crate::store::table::{assert_whole, change, file_story, once, open, story, to_json};

#[test]
fn an_erased_name_is_in_no_file_and_everything_else_remains() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let document = to_json(
            &json!({ "game": "brink-bid", "players": ["Zebulon", "Bo"], "hands": [
            { "bids": { "Zebulon": 4, "Bo": 1 }, "tricks": { "Zebulon": 4, "Bo": 0 } }] }),
        );
        let created = matches
            .create(&document, Some(&once("make", 1)))
            .await
            .unwrap();
        let id = created.id.as_str();
        let rename = Change::Rename {
            seat: 1,
            name: "Zebulon the Great".to_owned(),
        };
        change(&matches, id, 1, Role::Score, rename).await.unwrap();
        let stands_in_files = || {
            let files = std::fs::read_dir(folder.path()).unwrap();
            files.map(|file| file.unwrap().path()).any(|file| {
                let bytes = std::fs::read(file).unwrap();
                // The lists also contain a case-folded form of each name.
                contains(&bytes, b"Zebulon") || contains(&bytes, b"zebulon")
            })
        };
        assert!(stands_in_files());
        let erase = || Change::Erase {
            person: 1,
            name: "Player 1".to_owned(),
        };
        let scorer = change(&matches, id, 2, Role::Score, erase()).await;
        assert_eq!(scorer.unwrap_err(), ServiceError::Forbidden);
        let erased = change(&matches, id, 2, Role::Direct, erase())
            .await
            .unwrap();
        assert_eq!(erased.scored().unwrap().totals[0].to_string(), "5");
        assert!(!stands_in_files());
        assert_whole(&matches, 1).await;
        matches.close().await.unwrap();
        assert_whole(&open(folder.path()).await, 1).await;
    });
}

#[test]
fn unusual_file_names_work() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let names = ["'); DROP TABLE events; --", "{\"a\": [\\u0000]}", "李雷 ♠"];
        let made: Vec<Value> = names.iter().map(|_| json!(1)).collect();
        let each = |values: &[Value]| -> Value {
            names
                .map(str::to_owned)
                .into_iter()
                .zip(values.to_vec())
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        let document = json!({ "game": "brink-bid", "players": names, "title": "a\\u0000b",
            "hands": [{ "bids": each(&made), "tricks": each(&[json!(4), json!(0), json!(0)]), "note": "\u{1F0A1}" }] });
        let created = matches.create(&to_json(&document), None).await.unwrap();
        matches.close().await.unwrap();
        let matches = open(folder.path()).await;
        let stored = matches.read(created.id.as_str()).await.unwrap().document();
        let stored = serde_json::to_value(stored).unwrap();
        for key in ["players", "title", "hands"] {
            assert_eq!(stored[key], document[key]);
        }
        assert_whole(&matches, 1).await;
    });
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
