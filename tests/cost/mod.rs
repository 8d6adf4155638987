//! The cost of a request grows no faster than its size: every list and map in every body is doubled, and the
//! instructions needed for the two answers are compared.
//!
//! Valgrind (`apt install valgrind`) counts instructions, because other load does not affect their number. This
//! takes five minutes on two processors, so the test runs only if `OVERTRICK_COUNT_COSTS` is set.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::served::{ADMIN, Client, Route, Server, bearer, brink_bid, first_hand, routes, sample};

/// The number of entries of a list or map in the first body; in the second there are twice as many.
const ENTRIES: usize = 150;
/// The greatest allowed ratio of the two costs. A linear cost doubles; a quadratic one would quadruple.
const MAX: f64 = 2.1;
/// Answers with fewer instructions than this are ignored, because too much of their cost is fixed.
const MIN: u64 = 3_000_000;

/// The variable that tells a child process its share of the cases, and that it runs under Valgrind.
const CHILD: &str = "OVERTRICK_COUNTED";
/// The number of child processes; each uses one processor.
const SHARES: usize = 2;

/// The body with this many entries in the list or map at this pointer.
fn lengthened(body: &Value, pointer: &str, entries: usize) -> Value {
    let mut body = body.clone();
    match body.pointer_mut(pointer) {
        Some(Value::Array(items)) => {
            let item = items.first().cloned().unwrap_or(Value::Null);
            items.resize(entries, item);
        }
        Some(Value::Object(fields)) => {
            let value = fields.values().next().cloned().unwrap_or(Value::Null);
            for number in fields.len()..entries {
                fields.insert(format!("entry_{number}"), value.clone());
            }
        }
        _ => {}
    }
    body
}

/// The pointers of every list and map in a value; in a list, only the first item is searched.
fn containers(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            found.push(pointer.to_owned());
            if let Some(first) = items.first() {
                containers(first, &format!("{pointer}/0"), found);
            }
        }
        Value::Object(fields) => {
            found.push(pointer.to_owned());
            for (key, value) in fields {
                containers(value, &format!("{pointer}/{key}"), found);
            }
        }
        _ => {}
    }
}

/// Valgrind writes its count since the last call whenever this function is called.
#[inline(never)]
fn counting_boundary(case: usize) -> usize {
    black_box(case)
}

/// Every case: route, pointer, and the two bodies.
fn cases(routes: &[Route]) -> Vec<(String, Value, Value)> {
    let mut cases = BTreeMap::new();
    for Route { path, body } in routes {
        let mut found = Vec::new();
        containers(body, "", &mut found);
        for pointer in found {
            let name = format!(
                "{path} {}{pointer}",
                body.get("game").unwrap_or(&Value::Null)
            );
            // A log is judged on another thread. If that took longer under Valgrind than the timeout, its instructions
            // would be counted for the next case.
            let entries = if path.ends_with("/logs") {
                ENTRIES / 5
            } else {
                ENTRIES
            };
            let [one, two] =
                [entries, 2 * entries].map(|entries| lengthened(body, &pointer, entries));
            cases.entry(name).or_insert((one, two));
        }
    }
    cases
        .into_iter()
        .map(|(name, (one, two))| (name, one, two))
        .collect()
}

/// The number of entries of each list in a pair; in the second body there are twice as many.
const ENTRIES_OF_PAIRS: usize = 100;

/// Makes a body whose lists have this many entries.
type MadeOf = fn(usize) -> Value;

/// Pairs of lists that interact, either in one request, or in a match and a change to it: both lists are doubled.
/// The match to be changed is opened with the first list.
const PAIRS: &[(&str, &str, Option<MadeOf>, MadeOf)] = &[
    (
        "/api/v1/scores",
        "adjustments and history",
        None,
        |entries| {
            let mut document = adjusted(entries);
            let entry = json!({ "action": "replace", "hand": 1, "reason": "x" });
            document["history"] = vec![entry; entries].into();
            document
        },
    ),
    (
        "/api/v1/scores",
        "hands and adjustments at fault",
        None,
        |entries| {
            let mut document = adjusted(entries);
            document["hands"] = vec![json!({ "bids": 3 }); entries].into();
            document
        },
    ),
    ("/api/v1/scores", "hands and adjustments", None, |entries| {
        let (mut document, hands) = sample("mariash");
        let hands = hands.iter().cycle().take(entries).cloned();
        document["hands"] = hands.collect();
        let player = document["players"][0].clone();
        let one = |after: usize| json!({ "after_hand": after, "player": player, "points": 1, "reason": "x" });
        document["adjustments"] = (0..entries).map(one).collect();
        document
    }),
    (
        "/api/v1/matches",
        "history and its names",
        None,
        |entries| {
            let names = (0..4 * entries).map(|number| (format!("Player {number}"), json!(1)));
            let bids: serde_json::Map<String, Value> = names.collect();
            let entry = json!({ "action": "replace", "hand": 1, "before": { "bids": bids } });
            let mut document = brink_bid();
            document["history"] = json!([entry]);
            document
        },
    ),
    ("/api/v1/imports", "matches and hands", None, |entries| {
        // There are always ten matches, so only their hands are doubled.
        let mut document = brink_bid();
        document["hands"] = vec![json!({ "bids": 3 }); entries / 10].into();
        vec![document; 10].into()
    }),
    ("/api/v1/scores", HANDS_OF_LARGEST, None, |entries| {
        json!({ "game": "own", "definition": large_definition(1_000), "players": ["Ann", "Bo"],
            "hands": vec![large_hand(); entries] })
    }),
    (
        "/changes",
        "edits and adjustments",
        Some(adjusted),
        |entries| {
            let insert = json!({ "edit": "insert", "before": 1, "with": first_hand(2) });
            let remove = json!({ "edit": "remove", "hand": 1 });
            let edits = [insert, remove].into_iter().cycle().take(entries);
            json!({ "action": "correct", "reason": "x", "edits": edits.collect::<Value>() })
        },
    ),
    (
        "/changes?dry_run=true",
        "edits at fault and adjustments",
        Some(adjusted),
        |entries| {
            let edit = json!({ "edit": "insert", "before": 9_000, "with": first_hand(2) });
            json!({ "action": "correct", "reason": "x", "edits": vec![edit; entries] })
        },
    ),
];

/// The most instructions for the larger bodies about the largest definition, by the name of the pair.
const MAX_SHARE_OF_LARGEST: [(&str, u64); 2] = [
    (LARGEST_DEFINITION, 250_000_000),
    (HANDS_OF_LARGEST, 1_000_000_000),
];
const LARGEST_DEFINITION: &str = "parts of the largest definition";
const HANDS_OF_LARGEST: &str = "hands by the largest definition";

/// A definition whose lists have this share (in thousandths) of the allowed entries. At the full share it reaches every
/// limit: expressions with the most parts and the greatest depth, in 32 KiB.
fn large_definition(share: usize) -> Value {
    let part = |most: usize| most * share / 1_000;
    let deep = format!("{}1{}", "(".repeat(20), ")".repeat(20));
    // Longer expressions would need more steps than a hand may take.
    let long = |last: &str| format!("{deep} + {last}");
    let clauses = (0..part(21)).map(|number| (format!("p{number}"), json!("P".repeat(390))));
    let clauses = clauses.chain([("c".to_owned(), json!("C."))]);
    let options = (0..part(128)).map(|number| {
        let option = json!({ "number": [0, 9], "default": "1 + 1 - 1" });
        (format!("o{number}"), option)
    });
    let lets = (0..part(118)).map(|number| {
        // Each value depends on the one before, so that the chain is as long as possible.
        let before = if number == 0 {
            "1".to_owned()
        } else {
            format!("min(l{}, 9)", number - 1)
        };
        (format!("l{number}"), json!(long(&before)))
    });
    let words: Vec<String> = (0..part(200)).map(|number| format!("w{number}")).collect();
    let fields = (0..part(63))
        .map(|number| json!({ "name": format!("f{number}"), "number": [0, 9], "to": "9" }));
    let choice = json!({ "name": "choice", "words": words });
    let scores = (0..part(64)).map(|number| {
        json!({ "when": format!("choice == 'w{number}'"), "points": format!("l{number}"), "clause": "c" })
    });
    let checks = (0..part(64))
        .map(|number| json!({ "at": "choice", "must": format!("l{number} >= 0"), "clause": "c" }));
    json!({
        "language": 1, "id": "large", "players": [2, 2], "clauses": clauses.collect::<serde_json::Map<_, _>>(),
        "options": options.collect::<serde_json::Map<_, _>>(), "let": lets.collect::<serde_json::Map<_, _>>(),
        "field": fields.chain([choice]).collect::<Value>(), "score": scores.collect::<Value>(),
        "check": checks.collect::<Value>(),
    })
}

/// A hand for this definition.
fn large_hand() -> Value {
    let numbers = (0..63).map(|number| (format!("f{number}"), json!(9)));
    let choice = ("choice".to_owned(), json!("w0"));
    Value::Object(numbers.chain([choice]).collect())
}

#[test]
fn the_largest_definition_is_as_large_as_allowed() {
    let definition = large_definition(1_000);
    let text = definition.to_string();
    assert!(
        (31 * 1024..=32 * 1024).contains(&text.len()),
        "{}",
        text.len()
    );
    let json = serde_json::from_str(&text).unwrap();
    let read = overtrick_own::read(&json).unwrap();
    assert!(read.steps() > 1_700, "{}", read.steps());
}

/// A match with a hand and this many adjustments.
fn adjusted(entries: usize) -> Value {
    let mut document = brink_bid();
    document["hands"] = json!([first_hand(1)]);
    let adjustment = json!({ "after_hand": 1, "player": "Bo", "points": 1, "reason": "x" });
    document["adjustments"] = vec![adjustment; entries].into();
    document
}

/// Sends the requests of the pairs in this share, as [`answer_all`] does for the cases.
fn answer_pairs(server: &Server, client: &mut Client, share: usize) {
    let (admin, any) = (bearer(ADMIN), ("if-match", "*"));
    let headers = [("authorization", &*admin), any];
    let pairs = PAIRS.iter().skip(share).step_by(SHARES);
    for (path, name, opened, body) in pairs {
        let mut status = 0;
        for entries in [2, ENTRIES_OF_PAIRS, 2 * ENTRIES_OF_PAIRS] {
            let path = match opened {
                Some(document) => server.create(&document(entries)).path(path),
                None => (*path).to_owned(),
            };
            let body = body(entries).to_string().into_bytes();
            counting_boundary(0);
            status = client.ask("POST", &path, &headers, &body).unwrap().status;
            counting_boundary(1);
        }
        println!("case {path} of {name} {status}");
    }
}

/// The pointer in the name of a case.
fn pointer_of(name: &str) -> &str {
    let at = name.split_once(' ').map_or("", |(_, rest)| rest);
    at.find('/').map_or("", |slash| &at[slash..])
}

/// Runs in a child process: answers every case of a share between boundaries, and prints the names of the cases.
fn answer_all(share: usize) {
    let server = Server::with(|settings| {
        settings.workers = 1;
    });
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let mut client = Client::new(server.address);
    let admin = bearer(ADMIN);
    let headers = [
        ("authorization", &*admin),
        ("if-match", "*"),
        ("sec-fetch-site", "same-origin"),
    ];
    let cases = cases(&routes(&game)).into_iter();
    for (name, one, two) in cases.skip(share).step_by(SHARES) {
        let path = name.split(' ').next().unwrap();
        let mut status = 0;
        // The first body fills caches.
        let first = lengthened(&one, pointer_of(&name), 1);
        for body in [first.to_string(), one.to_string(), two.to_string()] {
            let body = body.into_bytes();
            // Each change is made to a new match, because the answer contains earlier records.
            let mut path = path.to_owned();
            if path.contains(&game.id) {
                let fresh = server.create(&brink_bid());
                fresh.record(&first_hand(1));
                path = path.replace(&game.id, &fresh.id);
            }
            counting_boundary(0);
            status = client.ask("POST", &path, &headers, &body).unwrap().status;
            counting_boundary(1);
        }
        println!("case {} {status}", name.replace(&game.id, "MATCH"));
    }
    answer_pairs(&server, &mut client, share);
}

/// The instructions counted in each dump, in order.
fn counted(folder: &Path) -> Vec<u64> {
    let mut dumps = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let number = path
            .extension()
            .and_then(|number| number.to_str()?.parse::<u32>().ok());
        let Some(number) = number else { continue };
        let text = std::fs::read_to_string(&path).unwrap();
        let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
        dumps.insert(number, total.unwrap().trim().parse().unwrap());
    }
    dumps.into_values().collect()
}

/// Starts a child process under Valgrind that writes its counts into a folder.
fn child(share: usize, folder: &Path) -> Child {
    Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--dump-before=*counting_boundary*",
            "--dump-instr=no",
        ])
        .arg(format!("--callgrind-out-file={}/counted", folder.display()))
        .arg(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "--nocapture",
            "cost::no_request_costs_more_than_in_proportion_to_its_bytes",
        ])
        .env(CHILD, share.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for a child process; returns its cases with the instructions for their two bodies.
fn costs(child: Child, folder: &Path) -> Vec<(String, u64, u64)> {
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let names = text.lines().filter_map(|line| line.strip_prefix("case "));
    let names: Vec<&str> = names.collect();
    let counted = counted(folder);
    // Each boundary ends a dump: first comes the startup, then answers and pauses alternate.
    assert!(
        counted.len() >= 6 * names.len(),
        "{} {}",
        counted.len(),
        names.len()
    );
    let counts = counted[1..].chunks(6);
    let cases = names.into_iter().zip(counts);
    cases
        .map(|(name, counts)| (name.to_owned(), counts[2], counts[4]))
        .collect()
}

#[test]
fn no_request_costs_more_than_in_proportion_to_its_bytes() {
    if let Ok(share) = std::env::var(CHILD) {
        return answer_all(share.parse().unwrap());
    }
    if std::env::var_os("OVERTRICK_COUNT_COSTS").is_none() {
        eprintln!(
            "SKIPPED: to count what requests cost takes valgrind (apt install valgrind), OVERTRICK_COUNT_COSTS=1 \
             and five minutes; .ci/long costs does so"
        );
        return;
    }
    let installed = Command::new("valgrind").arg("--version").output().is_ok();
    assert!(installed, "valgrind is required: apt install valgrind");
    let children: Vec<_> = (0..SHARES)
        .map(|share| {
            let folder = tempfile::tempdir().unwrap();
            (child(share, folder.path()), folder)
        })
        .collect();
    let costs = children
        .into_iter()
        .flat_map(|(child, folder)| costs(child, folder.path()));
    let costs: Vec<_> = costs.collect();
    assert!(costs.len() > 50, "{}", costs.len());
    let (mut steep, mut bounded) = (Vec::new(), 0);
    for (name, one, two) in costs {
        #[expect(
            clippy::cast_precision_loss,
            reason = "of a ratio two digits are looked at"
        )]
        let ratio = two as f64 / one as f64;
        println!("{ratio:5.2} {one:12} {two:12} {name}");
        if ratio > MAX && two > MIN {
            steep.push(format!("{name}: {one} instructions became {two}"));
        }
        let mut largest = MAX_SHARE_OF_LARGEST.iter();
        if let Some((what, most)) = largest.find(|(what, _)| name.contains(what)) {
            bounded += 1;
            assert!(two < *most, "{what}: {two} of {most} instructions");
        }
    }
    assert!(steep.is_empty(), "{steep:#?}");
    assert_eq!(bounded, MAX_SHARE_OF_LARGEST.len());
}
