//! Makes each possible small change in the definitions of Oh Hell and Brink Bid. It must change the
//! result of a random match or a worked case, or be in the list of changes that keep the meaning.

use overtrick_core::json::Json;
use overtrick_core::{Finding, segment};

use super::equal::{BRINK_BID, Fields, OH_HELL, Shipped, made_up, shown};
use super::random::{Random, cases};
use super::{definition, score, worked};

/// The changes that keep the meaning: the game, the name of the change and the reason.
const SAME: &[(&str, &str, &str)] = &[
    (
        "oh_hell",
        "/cards \"if deal == 'up' then least_cards + hand - 1 else if deal == 'up' then most_cards - hand + 1 else if deal == 'up-down' then most_cards - turned else least_cards + turned\"",
        "the last branch deals as many on the way down",
    ),
    (
        "oh_hell",
        "/options/least_cards/default 0",
        "a default is brought into its range",
    ),
    (
        "oh_hell",
        "/field/1/number/1 18",
        "there are never more than 17 cards",
    ),
    (
        "oh_hell",
        "/field/2/number/1 18",
        "there are never more than 17 cards",
    ),
    (
        "oh_hell",
        "/options/least_cards/number/1 18",
        "the expression `to` allows no more",
    ),
    (
        "oh_hell",
        "/options/most_cards/number/1 18",
        "the expression `to` allows no more",
    ),
    (
        "oh_hell",
        "/options/deal/clause \"trump\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "oh_hell",
        "/options/least_cards/clause \"trump\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "oh_hell",
        "/options/most_cards/clause \"trump\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "oh_hell",
        "/options/hook/clause \"play\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "oh_hell",
        "/options/made_points/clause \"missed\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "oh_hell",
        "/options/trick_points/clause \"missed\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "oh_hell",
        "/options/missed/clause \"end\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "oh_hell",
        "/options/missed_points/clause \"end\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "brink_bid",
        "/options/last_hand_cards/to \"53 / players\"",
        "a card more makes none more for two to six",
    ),
    (
        "brink_bid",
        "/field/0/number/1 27",
        "there are never more than 26 cards",
    ),
    (
        "brink_bid",
        "/field/1/number/1 27",
        "there are never more than 26 cards",
    ),
    (
        "brink_bid",
        "/options/first_hand_cards/number/1 27",
        "the expression `to` allows no more",
    ),
    (
        "brink_bid",
        "/options/last_hand_cards/number/1 27",
        "the expression `to` allows no more",
    ),
    (
        "brink_bid",
        "/options/made_points/clause \"brink\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "brink_bid",
        "/options/brink_points/clause \"missed\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "brink_bid",
        "/options/first_hand_cards/clause \"length\"",
        "no result cites the clause by which a house rule is explained",
    ),
    (
        "brink_bid",
        "/options/last_hand_cards/clause \"dice\"",
        "no result cites the clause by which a house rule is explained",
    ),
];

/// A definition with one small change.
struct Mutant {
    name: String,
    definition: Json,
}

/// Keys whose values are expressions.
const EXPRESSIONS: [&str; 12] = [
    "cards", "hands", "ends", "deals", "leads", "from", "to", "default", "sum", "when", "must",
    "points",
];

/// Returns every mutant of a definition.
fn mutants(definition: &Json) -> Vec<Mutant> {
    let mut found = Vec::new();
    mutate(definition, "", definition, &mut |place, json| {
        let name = format!("{place} {}", serde_json::to_string(&json).unwrap());
        let mut changed = definition.clone();
        put(&mut changed, place, json);
        found.push(Mutant {
            name,
            definition: changed,
        });
    });
    found
}

/// Replaces the value at a pointer.
fn put(json: &mut Json, pointer: &str, value: Json) {
    let Some(rest) = pointer.strip_prefix('/') else {
        *json = value;
        return;
    };
    let (key, rest) = rest
        .find('/')
        .map_or((rest, ""), |slash| rest.split_at(slash));
    match json {
        Json::Object(entries) => {
            let entry = entries.iter_mut().find(|(known, _)| segment(known) == key);
            put(&mut entry.unwrap().1, rest, value);
        }
        Json::List(items) => put(&mut items[key.parse::<usize>().unwrap()], rest, value),
        _ => panic!("{pointer}"),
    }
}

/// Calls `add` with the pointer of each value to change, and each replacement for it.
fn mutate(json: &Json, place: &str, whole: &Json, add: &mut impl FnMut(&str, Json)) {
    match json {
        Json::Object(entries) => {
            for (key, value) in entries {
                // Skips the name of the game and the wording of its clauses, which have no effect.
                if !(place.is_empty() && ["id", "name", "clauses", "text"].contains(&key.as_str()))
                {
                    mutate(value, &format!("{place}/{}", segment(key)), whole, add);
                }
            }
        }
        Json::List(items) => {
            for (index, item) in items.iter().enumerate() {
                mutate(item, &format!("{place}/{index}"), whole, add);
            }
        }
        Json::Int(number) => {
            add(place, Json::Int(number + 1));
            add(place, Json::Int(number - 1));
        }
        Json::Bool(flag) => add(place, Json::Bool(!flag)),
        Json::Text(text) => {
            let mut keys = place.rsplit('/');
            let (key, above) = (keys.next().unwrap(), keys.next().unwrap_or_default());
            if EXPRESSIONS.contains(&key) || above == "let" {
                for changed in expressions(text, whole) {
                    add(place, Json::from(changed.as_str()));
                }
            } else {
                let others = match (key, above) {
                    ("clause", _) => clauses(whole),
                    (_, "with") => vec!["bid".to_owned(), "tricks".to_owned()],
                    ("at", _) => vec!["bids".to_owned(), "tricks".to_owned()],
                    _ => vec!["other".to_owned()],
                };
                let at = others.iter().position(|other| other == text);
                let other = &others[at.map_or(0, |at| (at + 1) % others.len())];
                add(place, Json::from(other.as_str()));
            }
        }
        _ => {}
    }
}

fn clauses(definition: &Json) -> Vec<String> {
    let Some(Json::Object(entries)) = definition.get("clauses") else {
        panic!("no clauses");
    };
    entries.iter().map(|(name, _)| name.clone()).collect()
}

/// Returns the list of words that contains a word.
fn beside(definition: &Json, word: &str) -> Vec<String> {
    let Some(Json::Object(options)) = definition.get("options") else {
        panic!("no options");
    };
    let lists = options.iter().map(|(_, option)| option.list("words"));
    let texts = |words: &[Json]| -> Vec<String> {
        words
            .iter()
            .map(|word| word.as_text().unwrap().to_owned())
            .collect()
    };
    let mut lists = lists.map(texts);
    lists
        .find(|words| words.iter().any(|known| known == word))
        .unwrap()
}

/// Returns the tokens of an expression, each with its offset.
fn pieces(text: &str) -> Vec<(usize, &str)> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = if first == '\'' {
            rest[1..].find('\'').unwrap() + 2
        } else if word(first) {
            rest.find(|letter| !word(letter)).unwrap_or(rest.len())
        } else if ["==", "!=", "<=", ">="]
            .iter()
            .any(|known| rest.starts_with(known))
        {
            2
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            found.push((at, &rest[..length]));
        }
        at += length;
    }
    found
}

/// Returns every version of an expression with one changed token.
fn expressions(text: &str, definition: &Json) -> Vec<String> {
    const PAIRS: [(&str, &str); 14] = [
        ("+", "-"),
        ("-", "+"),
        ("*", "+"),
        ("/", "*"),
        ("==", "!="),
        ("!=", "=="),
        ("<", "<="),
        ("<=", "<"),
        (">", ">="),
        (">=", ">"),
        ("and", "or"),
        ("or", "and"),
        ("min", "max"),
        ("max", "min"),
    ];
    let pieces = pieces(text);
    let mut found = Vec::new();
    for (index, (at, piece)) in pieces.iter().enumerate() {
        let mut with = |changed: &str| {
            found.push(format!(
                "{}{changed}{}",
                &text[..*at],
                &text[at + piece.len()..]
            ));
        };
        let before = index.checked_sub(1).map(|before| pieces[before].1);
        let is_sign = *piece == "-"
            && before
                .is_none_or(|before| ["(", "then", "else", "==", "!=", "+", "*"].contains(&before));
        if let Ok(number) = piece.parse::<i64>() {
            with(&(number + 1).to_string());
            if number > 0 {
                with(&(number - 1).to_string());
            }
        } else if let Some(word) = piece.strip_prefix('\'') {
            let word = word.trim_end_matches('\'');
            for other in beside(definition, word) {
                if other != word {
                    with(&format!("'{other}'"));
                }
            }
        } else if is_sign || ["not", "abs"].contains(piece) {
            with("");
        } else if let Some((_, other)) = PAIRS.iter().find(|(known, _)| known == piece) {
            with(other);
        } else if *piece == "sum" {
            with("most");
        }
    }
    found
}

/// A match document without its definition, and its result with the unchanged definition.
struct Played {
    entries: Fields,
    shown: String,
}

fn played(definition: &Json, entries: &Fields) -> String {
    let mut document = vec![
        ("game".to_owned(), Json::from("own")),
        ("definition".to_owned(), definition.clone()),
    ];
    document.extend(entries.iter().cloned());
    let scored = score(Json::Object(document));
    let hands = |faults: &[Finding]| faults.iter().any(|fault| fault.code == "players-count");
    // `shown` omits the arguments of a wrong number of players, because built-in games have others.
    let refused = scored
        .as_ref()
        .err()
        .filter(|faults| hands(faults))
        .map(|faults| format!("{faults:?}"));
    shown(&scored) + &refused.unwrap_or_default()
}

fn documents(shipped: &Shipped, definition: &Json, count: u64) -> Vec<Played> {
    let cases = worked::cases(shipped.file);
    let worked = cases.iter().map(worked::entries);
    let random = (0..count).map(|seed| made_up(&mut Random::new(seed), shipped, seed % 2 == 0));
    let all = worked.chain(random);
    all.map(|entries| Played {
        shown: played(definition, &entries),
        entries,
    })
    .collect()
}

fn check_every_change(shipped: &Shipped, step: usize, count: u64) {
    let definition = definition(shipped.file);
    let documents = documents(shipped, &definition, count);
    let mutants = mutants(&definition);
    let mut wrong = Vec::new();
    for mutant in mutants.iter().step_by(step) {
        let other = |known: &Played| played(&mutant.definition, &known.entries) != known.shown;
        let seen = documents.iter().any(other);
        let listed = SAME
            .iter()
            .any(|(file, name, _)| *file == shipped.file && *name == mutant.name);
        if seen == listed {
            let what = if seen {
                "is seen, but listed"
            } else {
                "is not seen"
            };
            wrong.push(format!("{} {what}", mutant.name));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}: {wrong:#?}",
        wrong.len(),
        mutants.len()
    );
}

/// Returns the step between the mutants that are tried.
fn step() -> usize {
    usize::try_from(cases(9, 1)).unwrap()
}

#[test]
fn every_change_of_oh_hell_is_detected() {
    check_every_change(&OH_HELL, step(), cases(200, 2_000));
}

#[test]
fn every_change_of_brink_bid_is_detected() {
    check_every_change(&BRINK_BID, step(), cases(200, 2_000));
}

#[test]
fn every_listed_mutation_changes_the_definition() {
    let known: Vec<(&str, String)> = [&OH_HELL, &BRINK_BID]
        .iter()
        .flat_map(|shipped| {
            let mutants = mutants(&definition(shipped.file));
            mutants
                .into_iter()
                .map(|mutant| (shipped.file, mutant.name))
        })
        .collect();
    for (file, name, reason) in SAME {
        assert!(
            known.iter().any(|(at, known)| at == file && known == name),
            "{file}: {name}"
        );
        assert!(!reason.is_empty(), "{file}: {name}");
    }
}
