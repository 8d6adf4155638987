//! The answers that the OpenAPI document shows as examples: a short evening, asked of a real service.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::served::{ADMIN, HandClock, METRICS, Server, bearer, open, read_head, sample};

/// The most items of a list in the description of a game, the one answer that is too long to be shown whole.
const SHOWN: usize = 2;

/// Answers by operation and media type. What chance makes is replaced in the order in which it is first seen.
struct Evening {
    server: Server,
    answers: Map<String, Value>,
    replaced: Vec<(String, String)>,
}

impl Evening {
    fn replace(&mut self, found: &Value, shown: &str) {
        let found = found.as_str().unwrap().to_owned();
        self.replaced.push((found, shown.to_owned()));
    }

    /// A text with stable values in the place of those of chance.
    fn stable(&self, text: &str) -> String {
        let replace = |text: String, (found, shown): &(String, String)| text.replace(found, shown);
        self.replaced.iter().fold(text.to_owned(), replace)
    }

    /// Sends a request, and keeps its answer as the example of an operation.
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
        assert!(answer.status < 300, "{operation}: {}", answer.text());
        let media = answer.header("content-type").unwrap();
        let media = media.split(';').next().unwrap().to_owned();
        let is_json = media == "application/json" || media == "application/schema+json";
        let (example, whole) = if is_json {
            (answer.json(), answer.json())
        } else {
            (answer.text().into(), Value::Null)
        };
        self.keep(operation, &media, example);
        whole
    }

    /// Keeps the first events of a stream.
    fn watch(&mut self, operation: &str, path: &str, headers: &[(&str, &str)], events: usize) {
        let mut all = vec![("accept", "text/event-stream")];
        all.extend_from_slice(headers);
        let mut reader = BufReader::new(open(self.server.address, "GET", path, &all, None));
        assert_eq!(read_head(&mut reader).status, 200);
        let (mut text, mut seen) = (String::new(), 0);
        while seen < events {
            let mut line = String::new();
            assert!(reader.read_line(&mut line).unwrap() > 0, "{operation} ends");
            // The stream is sent in chunks, whose sizes stand between the lines.
            let line = line.trim_end();
            if line.starts_with("data: ") {
                seen += 1;
            }
            if ["data: ", "event: ", "id: "]
                .iter()
                .any(|field| line.starts_with(field))
            {
                writeln!(text, "{line}").unwrap();
                if line.starts_with("data: ") {
                    text.push('\n');
                }
            }
        }
        self.keep(operation, "text/event-stream", text.into());
    }

    fn keep(&mut self, operation: &str, media: &str, mut example: Value) {
        if operation == "getGame" {
            shorten(&mut example);
        }
        settle(&mut example);
        let of_operation = self.answers.entry(operation).or_insert_with(|| json!({}));
        of_operation[media] = example;
    }

    /// Every answer, with stable values.
    fn text(&self) -> String {
        let text = serde_json::to_string_pretty(&self.answers).unwrap() + "\n";
        self.stable(&text)
    }
}

/// Replaces what follows from chance, and how many messages happen to wait.
fn settle(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(settle),
        Value::Object(entries) => {
            for (key, value) in entries {
                match key.as_str() {
                    "head" if value.is_string() => *value = "0f1e2d3c4b5a6978".repeat(4).into(),
                    "waiting" if value.is_number() => *value = 0.into(),
                    _ => settle(value),
                }
            }
        }
        _ => {}
    }
}

/// Leaves the first items of long lists.
fn shorten(value: &mut Value) {
    match value {
        Value::Array(items) => {
            let is_pair = items.iter().all(|item| item.is_object() || item.is_array());
            if is_pair && items.len() > SHOWN {
                items.truncate(SHOWN);
            }
            items.iter_mut().for_each(shorten);
        }
        Value::Object(entries) => entries.values_mut().for_each(shorten),
        _ => {}
    }
}

/// The examples of the document, as a service gives them now.
fn examples() -> String {
    let clock = HandClock::new();
    let folder = Arc::new(TempDir::new().unwrap());
    let server = Server::with_clock(folder, &clock, |settings| {
        settings.public_list = true;
        settings.public_url = Some("https://cards.example".into());
    });
    let mut evening = Evening {
        server,
        answers: Map::new(),
        replaced: Vec::new(),
    };
    without_keys(&mut evening);
    let id = played(&mut evening);
    of_programs(&mut evening, &id);
    published(&mut evening, &id);
    evening.text()
}

/// What needs no key and stores nothing.
fn without_keys(evening: &mut Evening) {
    let none = Value::Null;
    for (operation, path) in [
        ("address", "/api/v1/address"),
        ("health", "/healthz"),
        ("ready", "/readyz"),
        ("version", "/api/v1/version"),
        ("listGames", "/api/v1/games"),
        ("getGame", "/api/v1/games/oh-hell"),
        ("getResultsTemplate", "/api/v1/games/oh-hell/results.csv"),
        ("getSchema", "/api/v1/games/oh-hell/schema.json"),
    ] {
        evening.ask(operation, &format!("GET {path}"), &[], &none);
    }
    let hand = json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 3 } });
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [hand] });
    let question = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "dealer": "Ann",
        "question": "auction", "cards_dealt": 4, "calls": [{ "player": "Bo", "call": 9 }] });
    let comparison = json!({ "document": document, "options": { "made_points": 6 } });
    let definition = json!({ "language": 1, "id": "points", "name": "Points", "players": [2, 10],
        "field": [{ "name": "points", "each": true, "number": [-999, 999] }],
        "score": [{ "points": "points", "clause": "points" }],
        "clauses": { "points": "What everyone wrote down." } });
    for (operation, path, body) in [
        ("score", "/api/v1/scores", document),
        ("adjudicate", "/api/v1/adjudications", question),
        ("compare", "/api/v1/comparisons", comparison),
        ("checkDefinition", "/api/v1/definitions/check", definition),
        (
            "qr",
            "/api/v1/qr",
            json!({ "text": "https://crown.example/t/7" }),
        ),
    ] {
        evening.ask(operation, &format!("POST {path}"), &[], &body);
    }
}

/// A match that is opened, played and finished.
fn played(evening: &mut Evening) -> String {
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin)];
    let (mut opening, _) = sample("brink-bid");
    opening["players"] = json!(["Ann", "Bo"]);
    opening["first_dealer"] = json!("Bo");
    opening.as_object_mut().unwrap().remove("options");
    let path = "POST /api/v1/matches?external_id=league-7";
    let made = evening.ask("createMatch", path, &admin, &opening);
    evening.replace(&made["id"], "nT4vGkq0Zr7mXw2bYc9sLA");
    for role in ["view", "score", "direct"] {
        let shown = format!("v1.{role}.0.the-key-that-opens-this-match");
        evening.replace(&made["keys"][role], &shown);
    }
    let key = |role: &str| made["keys"][role].as_str().unwrap().to_owned();
    let path = format!("/api/v1/matches/{}", made["id"].as_str().unwrap());
    let (view, score, direct) = (
        bearer(&key("view")),
        bearer(&key("score")),
        bearer(&key("direct")),
    );
    let hand = json!({ "action": "record", "hand": { "bids": { "Ann": 1, "Bo": 1 },
        "tricks": { "Ann": 1, "Bo": 3 } } });
    let scoring = [("authorization", &*score), ("if-match", "\"1\"")];
    evening.ask(
        "checkChange",
        &format!("POST {path}/check"),
        &scoring,
        &hand,
    );
    evening.ask(
        "changeMatch",
        &format!("POST {path}/changes"),
        &scoring,
        &hand,
    );
    let viewing = [("authorization", &*view)];
    for (operation, rest) in [
        ("getMatch", ""),
        ("exportMatch", "/document"),
        ("getHistory", "/history"),
        ("getCsv", "/result.csv"),
        ("getStandings", "/standings"),
    ] {
        evening.ask(
            operation,
            &format!("GET {path}{rest}"),
            &viewing,
            &Value::Null,
        );
    }
    let following = [("authorization", &*view), ("last-event-id", "1")];
    evening.watch("watchMatch", &format!("{path}/events"), &following, 1);
    let directing = [("authorization", &*direct), ("if-match", "*")];
    let none = Value::Null;
    let code = evening.ask(
        "makeCode",
        &format!("POST {path}/codes/view"),
        &directing,
        &none,
    );
    evening.replace(&code["code"], "K7QM3D9P");
    evening.ask(
        "join",
        "POST /api/v1/joins",
        &[],
        &json!({ "code": code["code"] }),
    );
    let own = [("sec-fetch-site", "same-origin")];
    evening.ask(
        "openSession",
        &format!("POST {path}/session"),
        &own,
        &json!({ "key": key("view") }),
    );
    let renewed = evening.ask(
        "renewKey",
        &format!("POST {path}/keys/view"),
        &directing,
        &none,
    );
    evening.replace(&renewed["key"], "v1.view.1.the-key-that-opens-this-match");
    let show = json!({ "show": "sheet" });
    evening.ask(
        "publishMatch",
        &format!("PUT {path}/embed"),
        &directing,
        &show,
    );
    made["id"].as_str().unwrap().to_owned()
}

/// What the administrator and programs ask of all matches.
fn of_programs(evening: &mut Evening, id: &str) {
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin)];
    let order =
        json!({ "name": "the club's website", "scope": "read", "expires_at": "2027-01-31" });
    let made = evening.ask("makeProgramKey", "POST /api/v1/keys", &admin, &order);
    evening.replace(&made["id"], "4f1c0a9b2d7e6358");
    let tail = secret_of(&made["key"]);
    evening.replace(&tail.into(), "the-key-of-a-program-as-it-is-shown-only-on");
    let path = format!("/api/v1/keys/{}", made["id"].as_str().unwrap());
    for (operation, request) in [
        ("getProgramKey", format!("GET {path}")),
        ("listProgramKeys", "GET /api/v1/keys".to_owned()),
        ("listMatches", "GET /api/v1/matches?limit=1".to_owned()),
        ("exportMatches", "GET /api/v1/exports".to_owned()),
        (
            "exportMatches",
            "GET /api/v1/exports?form=csv&game=brink-bid".to_owned(),
        ),
    ] {
        let answer = evening.ask(operation, &request, &admin, &Value::Null);
        if operation == "listMatches" {
            evening.replace(&answer["next"], "aWQgblQ0dkdrcTBacjdtWHcyYlljOXNMQQ");
        }
    }
    let renewed = evening.ask(
        "renewProgramKey",
        &format!("POST {path}"),
        &admin,
        &Value::Null,
    );
    let tail = secret_of(&renewed["key"]);
    evening.replace(&tail.into(), "another-key-of-the-program-shown-only-once-");
    let changes = format!("/api/v1/changes?match={id}");
    for media in ["application/x-ndjson", "application/json"] {
        let asking = [admin[0], ("accept", media)];
        evening.ask(
            "listChanges",
            &format!("GET {changes}&limit=2"),
            &asking,
            &Value::Null,
        );
    }
    evening.watch("listChanges", &changes, &admin, 2);
    let evenings = json!({ "matches": [{ "external_id": "season-3", "document": {
        "game": "brink-bid", "players": ["Ann", "Bo"], "played_on": "2026-10-15", "finished": true,
        "hands": [{ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 3 } }] } }] });
    let imported = evening.ask("importMatches", "POST /api/v1/imports", &admin, &evenings);
    evening.replace(&imported["matches"][0]["id"], "qB8hJd3Wf6uPz1eKtN5xRg");
    let metrics = bearer(METRICS);
    let of_metrics = [("authorization", &*metrics)];
    evening.ask("metrics", "GET /metrics", &of_metrics, &Value::Null);
    evening.keep("metrics", "text/plain", METRIC.into());
}

/// The part of a program's key that follows its id.
fn secret_of(key: &Value) -> String {
    let mut parts = key.as_str().unwrap().splitn(3, '_');
    parts.nth(2).unwrap().to_owned()
}

/// Two of the metrics; how many there are changes with what is measured.
const METRIC: &str = "# HELP overtrick_matches The matches that are stored.
# TYPE overtrick_matches gauge
overtrick_matches 2
";

/// What everybody sees of a published match.
fn published(evening: &mut Evening, id: &str) {
    for (operation, path) in [
        ("getBoard", format!("/embed/matches/{id}.json")),
        ("getBoardCsv", format!("/embed/matches/{id}.csv")),
        ("getPublishedSheet", format!("/matches/{id}.json")),
        ("listPublished", "/matches.json".to_owned()),
        ("feedPublished", "/matches.atom".to_owned()),
        (
            "oEmbed",
            format!("/oembed?url=https%3A%2F%2Fcards.example%2Fmatches%2F{id}"),
        ),
    ] {
        evening.ask(operation, &format!("GET {path}"), &[], &Value::Null);
    }
    evening.watch("watchBoard", &format!("/embed/matches/{id}/events"), &[], 1);
}

#[test]
fn the_examples_of_answers_are_as_the_service_answers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi/answers.json");
    let answered = examples();
    if std::env::var_os("OVERTRICK_REWRITE").is_some() {
        std::fs::write(&path, &answered).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    assert!(
        committed == answered,
        "OVERTRICK_REWRITE=1 writes openapi/answers.json anew: {}",
        first_difference(&committed, &answered)
    );
}

/// The first line in which two texts differ.
fn first_difference(one: &str, other: &str) -> String {
    let mut lines = one.lines().zip(other.lines());
    let found = lines.find(|(one, other)| one != other);
    found.map_or("one is longer".to_owned(), |(one, other)| {
        format!("{one} / {other}")
    })
}
