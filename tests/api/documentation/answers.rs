//! Every documented answer, as a real service gives it, compared with its schema.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::document;
use super::schema::faults;
use crate::api::club::{club, put, totals};
use crate::served::{ADMIN, Answer, Server, bearer, sample};

/// A service with its API document, and the operations whose answers were compared so far.
struct Evening {
    server: Server,
    document: Value,
    compared: BTreeSet<String>,
}

impl Evening {
    /// Sends a request, and compares its answer with the schema of the operation.
    fn ask(
        &mut self,
        operation: &str,
        request: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Value {
        let (method, path) = request.split_once(' ').unwrap();
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        let body = (!body.is_null()).then(|| body.to_string().into_bytes());
        let answer = self.server.send(method, path, &all, body.as_deref());
        self.compare(operation, &answer)
    }

    /// Compares an answer with the schema of its operation; returns its JSON.
    fn compare(&mut self, operation: &str, answer: &Answer) -> Value {
        assert!(answer.status < 300, "{operation}: {}", answer.text());
        let media = answer.header("content-type").unwrap_or_default();
        let media = media.split(';').next().unwrap().to_owned();
        let response = self.response(operation, answer.status);
        let content = &response["content"][&media];
        assert!(content.is_object(), "{operation} documents no {media}");
        self.compared.insert(operation.to_owned());
        if !media.ends_with("json") || media == "application/x-ndjson" {
            return Value::Null;
        }
        let found = faults(&self.document, &content["schema"], &answer.json());
        assert!(found.is_empty(), "{operation}: {found:#?}");
        answer.json()
    }

    /// The documented response of an operation.
    fn response(&self, operation: &str, status: u16) -> Value {
        let paths = self.document["paths"].as_object().unwrap().values();
        let mut operations = paths.flat_map(|methods| methods.as_object().unwrap().values());
        let found = operations.find(|one| one["operationId"] == operation);
        let found = found.unwrap_or_else(|| panic!("{operation} is not documented"));
        let response = &found["responses"][status.to_string()];
        match response["$ref"].as_str() {
            Some(reference) => self.document.pointer(&reference[1..]).unwrap().clone(),
            None => response.clone(),
        }
    }
}

#[test]
fn every_documented_answer_matches_its_schema() {
    let server = Server::with(|settings| {
        settings.public_list = true;
        settings.public_url = Some("https://cards.example".into());
    });
    let mut evening = Evening {
        server,
        document: document(),
        compared: BTreeSet::new(),
    };
    without_keys(&mut evening);
    let id = played(&mut evening);
    of_programs(&mut evening, &id);
    published(&mut evening, &id);
    let paths = evening.document["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|methods| methods.as_object().unwrap().values());
    let ids = operations.map(|operation| operation["operationId"].as_str().unwrap().to_owned());
    let missing: Vec<String> = ids.filter(|id| !evening.compared.contains(id)).collect();
    // These operations answer with no body, with a stream, or like another operation.
    let others = [
        "deleteMatch",
        "exportMatches",
        "putClub",
        "rematch",
        "revokeKey",
        "revokeProgramKey",
        "takeLog",
        "unpublishMatch",
        "watchMatch",
    ];
    assert!(
        missing.iter().all(|id| others.contains(&&**id)),
        "{missing:?}"
    );
}

/// Compares the operations that need no key and store nothing.
fn without_keys(evening: &mut Evening) {
    for (operation, path) in [
        ("version", "/api/v1/version"),
        ("listGames", "/api/v1/games"),
        ("getGame", "/api/v1/games/oh-hell"),
        ("getResultsTemplate", "/api/v1/games/oh-hell/results.csv"),
        ("getSchema", "/api/v1/games/oh-hell/schema.json"),
        ("getBooklet", "/api/v1/games/oh-hell/rules.pdf"),
        ("getPad", "/api/v1/pads/oh-hell.pdf"),
    ] {
        evening.ask(operation, &format!("GET {path}"), &[], &Value::Null);
    }
    let hand = json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 3 } });
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [hand] });
    let question = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "dealer": "Ann",
        "question": "auction", "cards_dealt": 4, "calls": [{ "player": "Bo", "call": 9 }] });
    for (operation, path, body) in [
        ("score", "/api/v1/scores", &document),
        ("adjudicate", "/api/v1/adjudications", &question),
        ("printSheet", "/api/v1/sheets.pdf", &document),
        (
            "printPads",
            "/api/v1/pads.pdf",
            &json!([{ "game": "oh-hell" }]),
        ),
    ] {
        evening.ask(operation, &format!("POST {path}"), &[], body);
    }
}

/// Opens, plays and publishes a match.
fn played(evening: &mut Evening) -> String {
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin)];
    let (mut opening, _) = sample("brink-bid");
    opening["players"] = json!(["Ann", "Bo"]);
    opening["first_dealer"] = json!("Bo");
    opening.as_object_mut().unwrap().remove("options");
    let path = "POST /api/v1/matches?external_id=league-7";
    let made = evening.ask("createMatch", path, &admin, &opening);
    let key = |role: &str| bearer(made["keys"][role].as_str().unwrap());
    let id = made["id"].as_str().unwrap();
    let path = format!("/api/v1/matches/{id}");
    let (view, score, direct) = (key("view"), key("score"), key("direct"));
    let hand = json!({ "action": "record", "hand": { "bids": { "Ann": 1, "Bo": 1 },
        "tricks": { "Ann": 1, "Bo": 3 } } });
    let scoring = [("authorization", &*score), ("if-match", "\"1\"")];
    for query in ["?dry_run=true", ""] {
        let change = format!("POST {path}/changes{query}");
        evening.ask("changeMatch", &change, &scoring, &hand);
    }
    let viewing = [("authorization", &*view)];
    for (operation, rest) in [
        ("getMatch", ""),
        ("getMatch", "?detail=standings"),
        ("getHistory", "/history"),
        ("getSheet", "/sheet.pdf"),
    ] {
        let request = format!("GET {path}{rest}");
        evening.ask(operation, &request, &viewing, &Value::Null);
    }
    let directing = [("authorization", &*direct), ("if-match", "*")];
    let part = json!({ "part": "sheet" });
    let publish = format!("PUT {path}/publication");
    evening.ask("publishMatch", &publish, &directing, &part);
    let labels = format!("POST {path}/changes");
    let metadata = json!({ "action": "describe", "metadata": { "table": 4 } });
    evening.ask("changeMatch", &labels, &directing, &metadata);
    let renew = format!("POST {path}/keys/view");
    evening.ask("renewKey", &renew, &directing, &Value::Null);
    id.to_owned()
}

/// Compares the operations for the administrator and for programs.
fn of_programs(evening: &mut Evening, id: &str) {
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin)];
    let order =
        json!({ "name": "the club's website", "scope": "read", "expires_at": "2999-12-31" });
    evening.ask("makeProgramKey", "POST /api/v1/keys", &admin, &order);
    for (operation, request) in [
        ("listProgramKeys", "GET /api/v1/keys".to_owned()),
        ("listMatches", "GET /api/v1/matches?limit=1".to_owned()),
        ("exportMatches", "GET /api/v1/exports".to_owned()),
    ] {
        evening.ask(operation, &request, &admin, &Value::Null);
    }
    assert_eq!(put(&evening.server, &club(), None).status, 204);
    for path in [
        "getClub /api/v1/club",
        "getClubSeason /api/v1/club/seasons/autumn",
        "getClubMember /api/v1/club/members/1",
    ] {
        let (operation, path) = path.split_once(' ').unwrap();
        evening.ask(operation, &format!("GET {path}"), &admin, &Value::Null);
    }
    let headers = [admin[0], ("content-type", "text/csv")];
    let path = "/api/v1/club/totals";
    let stored = evening
        .server
        .send("POST", path, &headers, Some(totals().as_bytes()));
    evening.compare("postClubTotals", &stored);
    let tables = json!({ "tables": "1 oh-hell 1 2 \"Guest\"" });
    let round = "/api/v1/club/evenings/2026-11-28/rounds/1";
    evening.ask("openClubRound", &format!("PUT {round}"), &admin, &tables);
    let end = format!("POST {round}/end");
    evening.ask("endClubRound", &end, &admin, &Value::Null);
    let day = "GET /api/v1/club/evenings/2026-11-28";
    evening.ask("getClubEvening", day, &admin, &Value::Null);
    let erase = "DELETE /api/v1/club/members/2?dry_run=true";
    evening.ask("eraseClubMember", erase, &admin, &Value::Null);
    for media in ["application/x-ndjson", "application/json"] {
        let asking = [admin[0], ("accept", media)];
        let changes = format!("GET /api/v1/changes?match={id}&limit=2");
        evening.ask("listChanges", &changes, &asking, &Value::Null);
    }
    let evenings = json!({ "matches": [{ "external_id": "season-3", "document": {
        "game": "brink-bid", "players": ["Ann", "Bo"], "played_on": "2026-10-15", "finished": true,
        "hands": [{ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 3 } }] } }] });
    evening.ask("importMatches", "POST /api/v1/imports", &admin, &evenings);
}

/// Compares the operations that everybody may call for a published match.
fn published(evening: &mut Evening, id: &str) {
    for (operation, path) in [
        ("getPublishedMatch", format!("/matches/{id}.json")),
        ("getBoardCsv", format!("/matches/{id}.csv")),
        ("listPublished", "/matches.json".to_owned()),
    ] {
        evening.ask(operation, &format!("GET {path}"), &[], &Value::Null);
    }
}
