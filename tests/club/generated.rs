//! A season of 40 evenings and 30 members from a seed: six shipped games and two custom ones, guests, renamed members,
//! substitutes, ties, corrected matches and absences.

use serde_json::{Map, Value, json};

use crate::definition;
use crate::random::Random;

/// These items in a random order.
fn shuffled<T: Clone>(random: &mut Random, from: &[T]) -> Vec<T> {
    let mut all = from.to_vec();
    for at in (1..all.len()).rev() {
        all.swap(at, random.below(at + 1));
    }
    all
}

pub const MEMBERS: usize = 30;
const EVENINGS: usize = 40;

/// A game: the start of its documents, its least and most players, and a sample with hands.
struct Table {
    game: Value,
    players: (usize, usize),
    sample: Option<Value>,
}

/// The sample of a game.
fn sample(folder: &str) -> Value {
    let root = env!("CARGO_MANIFEST_DIR");
    let text =
        std::fs::read_to_string(format!("{root}/../../templates/games/{folder}/sample.json"));
    serde_json::from_str(&text.unwrap()).unwrap()
}

fn tables() -> Vec<Table> {
    let shipped = overtrick_games::all().iter().map(|entry| Table {
        game: json!({ "game": entry.facts.id }),
        players: entry.facts.players,
        sample: Some(sample(entry.folder)),
    });
    // In Hearts the lowest total wins; Spades is played in sides.
    let own = [("hearts", (3, 6)), ("spades", (4, 4))].map(|(name, players)| Table {
        game: json!({ "game": "own", "definition": definition(name) }),
        players,
        sample: None,
    });
    shipped.chain(own).collect()
}

/// The names of a member: the main name, and the others.
fn names(number: usize) -> Vec<String> {
    let others = if number.is_multiple_of(4) {
        vec![format!("M{number} Jiný")]
    } else {
        Vec::new()
    };
    [format!("Člen {number}")]
        .into_iter()
        .chain(others)
        .collect()
}

/// The value with players renamed, both in values and in keys.
fn renamed(value: &Value, names: &[(String, String)]) -> Value {
    let name = |text: &str| {
        let found = names.iter().find(|(from, _)| from == text);
        found.map_or_else(|| text.to_owned(), |(_, to)| to.clone())
    };
    match value {
        Value::String(text) => Value::String(name(text)),
        Value::Array(items) => items.iter().map(|item| renamed(item, names)).collect(),
        Value::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| (name(key), renamed(value, names)));
            Value::Object(entries.collect::<Map<String, Value>>())
        }
        other => other.clone(),
    }
}

/// The matches of the season.
pub fn lines(seed: u64) -> Vec<Value> {
    let mut random = Random::new(seed);
    let tables = tables();
    let mut lines = Vec::new();
    for evening in 0..EVENINGS {
        let day = format!("2026-{:02}-{:02}", 3 + evening / 5, 2 + 5 * (evening % 5));
        for round in 1..=2 {
            let mut seated = shuffled(&mut random, &(1..=MEMBERS).collect::<Vec<usize>>());
            seated.truncate(10 + random.below(12));
            for table in 1..=4 {
                let at = random.pick(&tables);
                let id = format!("m{evening}-{round}-{table}");
                let labels = json!({ "evening": day, "round": round, "table": table });
                let mut names = Vec::new();
                let sample = at.sample.as_ref().filter(|_| random.below(3) == 0);
                let (least, most) = match sample {
                    Some(sample) => {
                        let players = sample["players"].as_array().unwrap().len();
                        (players, players)
                    }
                    None => at.players,
                };
                for _ in 0..least + random.below(most - least + 1) {
                    let guest = format!("Host {}", random.below(40));
                    let name = match seated.pop() {
                        Some(member) if random.below(8) > 0 => {
                            random.pick(&self::names(member)).clone()
                        }
                        _ => guest,
                    };
                    if names.contains(&name) {
                        names.push(format!("Host {id} {}", names.len()));
                    } else {
                        names.push(name);
                    }
                }
                let document = match sample {
                    Some(sample) => with_hands(sample, &names, &mut random),
                    None => without_hands(at, &names, &mut random),
                };
                lines.push(line(&id, document, &labels, &mut random));
            }
        }
    }
    lines
}

fn with_hands(sample: &Value, names: &[String], random: &mut Random) -> Value {
    let players: Vec<String> = serde_json::from_value(sample["players"].clone()).unwrap();
    let pairs: Vec<(String, String)> = players.into_iter().zip(names.iter().cloned()).collect();
    let mut document = renamed(sample, &pairs);
    for name in names
        .iter()
        .filter(|_| random.below(3) == 0)
        .collect::<Vec<_>>()
    {
        let adjustment = json!({ "after_hand": 1, "player": name, "points": random.below(30), "reason": "corrected" });
        match document["adjustments"].as_array_mut() {
            Some(known) => known.push(adjustment),
            None => document["adjustments"] = json!([adjustment]),
        }
    }
    document
}

fn without_hands(table: &Table, names: &[String], random: &mut Random) -> Value {
    let mut document = table.game.clone();
    let adjustments = names.iter().map(|name| {
        json!({ "after_hand": 0, "player": name, "points": random.below(9) as i64 - 4, "reason": "total" })
    });
    let adjustments: Vec<Value> = adjustments.collect();
    document["players"] = json!(names);
    document["hands"] = json!([]);
    document["adjustments"] = json!(adjustments);
    document
}

fn line(id: &str, mut document: Value, labels: &Value, random: &mut Random) -> Value {
    document["id"] = json!(id);
    document["finished"] = json!(random.below(20) > 0);
    let hands = document["hands"].as_array().unwrap().len();
    let mut line = json!({ "document": document, "metadata": labels });
    if random.below(25) == 0 {
        line["metadata"].as_object_mut().unwrap().remove("evening");
    }
    if hands > 3 && random.below(3) == 0 {
        let seats = line["document"]["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| {
                let now =
                    json!({ "person": 2, "name": name, "from_hand": 2 + random.below(hands) });
                let before = format!("Host {}", random.below(9));
                let before = if random.below(2) == 0 {
                    names(1 + random.below(MEMBERS))[0].clone()
                } else {
                    before
                };
                let first = json!({ "person": 1, "name": before, "from_hand": 1 });
                json!({ "id": "s", "people": [first, now] })
            });
        line["seats"] = seats.collect();
    }
    line
}

/// A club whose season has these rules; some seats are assigned to members.
pub fn club(rules: &Value, seed: u64) -> Value {
    let mut random = Random::new(seed);
    let members = (1..=MEMBERS).map(|number| {
        let [name, also @ ..] = &names(number)[..] else {
            unreachable!("a member has a name")
        };
        json!({ "number": number, "name": name, "also": also })
    });
    let seats = (0..20).map(|at| {
        json!({ "match": format!("m{at}-1-{}", 1 + at % 4), "seat": 1, "member": 1 + random.below(MEMBERS) })
    });
    let seats: Vec<Value> = seats.collect();
    let changes = (0..5).map(|_| {
        let points = random.below(20) as f64 / 2.0 - 5.0;
        json!({ "member": 1 + random.below(MEMBERS), "points": points, "day": "2026-05-05", "reason": "penalty" })
    });
    json!({ "club": 1, "name": "The Crown", "members": members.collect::<Vec<Value>>(), "seats": seats,
        "seasons": [{ "id": "s", "from": "2026-03-01", "to": "2026-09-30", "rules": rules,
                      "changes": changes.collect::<Vec<Value>>() }] })
}

/// Random rules for a season.
pub fn rules(random: &mut Random) -> Value {
    let mut rules = Map::new();
    let per = *random.pick(&["evening", "match"]);
    let mut set = |key: &str, value: Value, random: &mut Random| {
        if random.below(2) == 0 {
            rules.insert(key.to_owned(), value);
        }
    };
    let games = json!(["oh-hell", "brink-bid", "mariash", "berzerka"]);
    let count = if random.below(4) == 0 {
        "points"
    } else {
        "places"
    };
    set("per", json!(per), random);
    set("count", json!(count), random);
    set("games", games, random);
    let evening = json!(random.pick(&["sum", "mean"]));
    set("evening", evening, random);
    let figure = json!(random.pick(&["sum", "mean"]));
    set("figure", figure, random);
    let best = json!(1 + random.below(12));
    set("best", best, random);
    let absent = random
        .pick(&[json!(null), json!(0), json!(-1.5), json!(3)])
        .clone();
    set("absent", absent, random);
    let least = json!(random.below(9));
    set("least", least, random);
    let ties = shuffled(random, &["best", "all", "wins", "met", "last"]);
    let ties = &ties[..random.below(6)];
    set("ties", json!(ties), random);
    if rules.get("count") != Some(&json!("points")) && random.below(3) == 0 {
        rules.insert(
            "place_points".to_owned(),
            json!({ "3": [3, 1, 0], "4": [4, 2, 1, 0] }),
        );
    }
    if rules.get("per") == Some(&json!("match"))
        && let Some(Value::Array(ties)) = rules.get_mut("ties")
    {
        ties.retain(|tie| tie != "last");
    }
    Value::Object(rules)
}
