//! Definitions of built-in games must give the same results as these games, for valid and damaged matches.

use overtrick_core::form::Reading;
use overtrick_core::json::Json;
use overtrick_core::judging::{DOCUMENT, Scored, fault_order, object_entries};
use overtrick_core::{Finding, limited, with_hints};

use super::random::{Random, cases};
use super::{definition, score};

const NAMES: [&str; 8] = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"];

/// Returns the number of cards in each hand, for some house rules and a number of players.
type Cards = fn(&[(&'static str, Json)], i64) -> Vec<i64>;

/// A built-in game, and what is needed for random matches of it.
pub struct Shipped {
    id: &'static str,
    pub file: &'static str,
    players: (i64, i64),
    options: fn(&mut Random, i64) -> Vec<(&'static str, Json)>,
    /// The number of cards in each hand.
    cards: Cards,
    trump: bool,
}

pub const OH_HELL: Shipped = Shipped {
    id: "oh-hell",
    file: "oh_hell",
    players: (3, 8),
    options: |random, players| {
        let mut options = Vec::new();
        let mut add = |name, value: Json| options.push((name, value));
        if random.one_in(2) {
            let words = ["up-down", "down-up", "up", "down"];
            add("deal", Json::from(*random.pick(&words)));
        }
        let most = if random.one_in(2) {
            let most = random.number(1, 52 / players);
            add("most_cards", most.into());
            most
        } else {
            1
        };
        if random.one_in(2) {
            add("least_cards", random.number(1, most).into());
        }
        if random.one_in(2) {
            add("hook", random.one_in(2).into());
        }
        if random.one_in(3) {
            add("made_points", random.number(0, 1000).into());
            add("trick_points", random.number(0, 20).into());
        }
        if random.one_in(2) {
            add(
                "missed",
                Json::from(*random.pick(&[
                    "nothing",
                    "tricks",
                    "difference",
                    "minus-tricks",
                    "bid",
                    "made",
                    "flat",
                ])),
            );
            add("missed_points", random.number(0, 9).into());
            add("zero_bonus", random.number(0, 50).into());
        }
        options
    },
    cards: |options, players| {
        let number = |name: &str, usual| {
            let mut options = options.iter();
            let found = options.find(|(known, _)| *known == name);
            match found {
                Some((_, Json::Int(number))) => *number,
                _ => usual,
            }
        };
        let usual = match players {
            8 => 6,
            7 => 7,
            6 => 8,
            _ => 10,
        };
        let (least, most) = (number("least_cards", 1), number("most_cards", usual));
        let up: Vec<i64> = (least..=most).collect();
        let down: Vec<i64> = (least..=most).rev().collect();
        let deal = options.iter().find(|(name, _)| *name == "deal");
        match deal
            .and_then(|(_, deal)| deal.as_text())
            .unwrap_or("up-down")
        {
            "up" => up,
            "down" => down,
            "down-up" => down.iter().chain(&up[1..]).copied().collect(),
            _ => up.iter().chain(&down[1..]).copied().collect(),
        }
    },
    trump: true,
};

pub const BRINK_BID: Shipped = Shipped {
    id: "brink-bid",
    file: "brink_bid",
    players: (2, 6),
    options: |random, players| {
        let mut options = Vec::new();
        let mut add = |name, value: Json| options.push((name, value));
        if random.one_in(3) {
            add("made_points", random.number(0, 1000).into());
            add("brink_points", random.number(0, 1000).into());
        }
        if random.one_in(2) {
            let last = random.number(1, 52 / players);
            add("last_hand_cards", last.into());
            if random.one_in(2) {
                add("first_hand_cards", random.number(1, last).into());
            }
        }
        options
    },
    cards: |options, players| {
        let number = |name: &str| {
            let mut options = options.iter();
            match options.find(|(known, _)| *known == name) {
                Some((_, Json::Int(number))) => Some(*number),
                _ => None,
            }
        };
        let usual = match players {
            6 => 8,
            5 => 10,
            _ => 13,
        };
        let last = number("last_hand_cards").unwrap_or(usual);
        (number("first_hand_cards").unwrap_or(last.min(4))..=last).collect()
    },
    trump: false,
};

/// The entries of a JSON object.
pub type Fields = Vec<(String, Json)>;

fn split(random: &mut Random, sum: i64, players: usize) -> Vec<i64> {
    let mut shares = vec![0; players];
    for _ in 0..sum {
        shares[random.below(players)] += 1;
    }
    shares
}

fn by_name(values: &[i64]) -> Json {
    let names = NAMES.iter().zip(values);
    Json::object(names.map(|(name, value)| (*name, Json::Int(*value))))
}

fn hand(random: &mut Random, shipped: &Shipped, cards: i64, players: usize, sound: bool) -> Json {
    let mut fields: Fields = Vec::new();
    let bids: Vec<i64> = (0..players).map(|_| random.number(0, cards)).collect();
    let mut bids = bids;
    if shipped.trump && bids.iter().sum::<i64>() == cards && (sound || random.one_in(2)) {
        // The hook forbids a sum of bids that equals the number of tricks, so change one bid.
        bids[0] = if bids[0] == 0 { 1 } else { bids[0] - 1 };
    }
    let tricks = split(random, cards, players);
    if shipped.trump && random.one_in(3) {
        let words = ["spades", "diamonds", "clubs", "hearts", "no-trump"];
        fields.push(("trump".to_owned(), Json::from(*random.pick(&words))));
    }
    fields.push(("bids".to_owned(), by_name(&bids)));
    fields.push(("tricks".to_owned(), by_name(&tricks)));
    if random.one_in(8) {
        let name = random.pick(&NAMES[..players]);
        fields.push(("dealer".to_owned(), Json::from(*name)));
    }
    if random.one_in(5) {
        fields.push(("irregularities".to_owned(), Json::from("waived")));
    }
    if random.one_in(9) {
        fields.push(("note".to_owned(), Json::from("well")));
    }
    Json::Object(fields)
}

/// Damages one place of a hand or of the document.
fn damage(random: &mut Random, json: &mut Json) {
    let Json::Object(entries) = json else {
        return;
    };
    if entries.is_empty() {
        return;
    }
    let place = random.below(entries.len());
    match random.below(9) {
        0 => {
            entries.remove(place);
        }
        1 => entries[place].1 = Json::Null,
        2 => entries[place].1 = Json::from("x"),
        3 => entries[place].1 = Json::Int(random.number(-3, 99)),
        4 => entries.push(("Zed".to_owned(), Json::Int(1))),
        5 => {
            let twice = entries[place].clone();
            entries.push((twice.0.to_uppercase(), twice.1));
        }
        6 => entries.push(entries[place].clone()),
        _ => match &mut entries[place].1 {
            Json::Int(number) => *number += random.number(-2, 2),
            Json::List(items) if !items.is_empty() => {
                let item = random.below(items.len());
                damage(random, &mut items[item]);
            }
            inner => damage(random, inner),
        },
    }
}

/// Returns a random match document without its game; a valid one if `sound`.
pub fn made_up(random: &mut Random, shipped: &Shipped, sound: bool) -> Fields {
    let players = random.number(shipped.players.0, shipped.players.1);
    let seats = usize::try_from(players).unwrap();
    let options = (shipped.options)(random, players);
    let cards = (shipped.cards)(&options, players);
    let played = if random.one_in(3) {
        cards.len()
    } else {
        random.below(cards.len())
    };
    let hands: Vec<Json> = cards[..played]
        .iter()
        .map(|cards| hand(random, shipped, *cards, seats, sound))
        .collect();
    let names = NAMES[..seats].iter().copied().collect();
    let mut fields: Fields = vec![
        ("players".to_owned(), names),
        ("options".to_owned(), Json::object(options)),
    ];
    if random.one_in(3) {
        let name = random.pick(&NAMES[..seats]);
        fields.push(("first_dealer".to_owned(), Json::from(*name)));
    }
    if played < cards.len() && random.one_in(2) {
        let mut current = hand(random, shipped, cards[played], seats, sound);
        if let Json::Object(entries) = &mut current {
            entries.truncate(random.below(entries.len() + 1));
        }
        fields.push(("current".to_owned(), current));
    } else if random.one_in(6) {
        fields.push(("finished".to_owned(), true.into()));
    }
    fields.push(("hands".to_owned(), Json::List(hands)));
    if random.one_in(3) {
        let adjustment = Json::object([
            (
                "after_hand",
                Json::Int(i64::try_from(random.below(played + 1)).unwrap()),
            ),
            ("player", Json::from(*random.pick(&NAMES[..seats]))),
            ("points", Json::Int(random.number(-9, 9))),
            ("reason", Json::from("late")),
        ]);
        fields.push(("adjustments".to_owned(), Json::List(vec![adjustment])));
    }
    if !sound {
        let mut json = Json::Object(fields);
        for _ in 0..=random.below(3) {
            let Json::Object(entries) = &mut json else {
                break;
            };
            // Three quarters of the damage is done to hands, options and the hand in play.
            let keys = ["hands", "options", "current"];
            let key = random.pick(&keys);
            let found = entries.iter_mut().find(|(known, _)| known == key);
            match (random.one_in(4), found) {
                (false, Some((_, Json::List(items)))) if !items.is_empty() => {
                    let item = random.below(items.len());
                    damage(random, &mut items[item]);
                }
                (false, Some((_, inner))) => damage(random, inner),
                _ => damage(random, &mut json),
            }
        }
        let Json::Object(entries) = json else {
            unreachable!("an object stays one");
        };
        fields = entries;
    }
    fields
}

fn with_game(first: Fields, rest: &Fields) -> Json {
    Json::Object(first.into_iter().chain(rest.iter().cloned()).collect())
}

fn shipped_score(document: Json) -> Result<Scored, Vec<Finding>> {
    let id = document.text("game").unwrap().to_owned();
    let entry = overtrick_games::find(&id).unwrap();
    let mut reading = Reading::default();
    let document = reading.read_object(DOCUMENT, object_entries(document).unwrap(), "");
    (entry.score)(document, reading).map_err(|faults| {
        let mut faults = with_hints(faults, entry.facts, DOCUMENT);
        faults.sort_by_cached_key(|fault| fault_order(&fault.pointer));
        limited(faults)
    })
}

fn last(rule: &str) -> &str {
    rule.rsplit('/').next().unwrap_or(rule)
}

fn shown_findings(findings: &[Finding]) -> String {
    let shown = findings.iter().map(|finding| {
        // The arguments of these faults differ: the built-in game has more fields, other messages
        // and other limits in its form.
        let other = [
            "unknown-field",
            "irregularity",
            "players-count",
            "missing-field",
        ];
        let args = if other.contains(&&*finding.code) {
            &Vec::new()
        } else {
            &finding.args
        };
        let rule = finding.rule.as_deref().map(last);
        format!(
            "{} {:?} {} {rule:?} {args:?}\n",
            finding.code, finding.class, finding.pointer
        )
    });
    let mut shown: Vec<String> = shown.collect();
    // The two games read house rules in different orders.
    shown.sort();
    shown.concat()
}

/// Returns all parts of a result that must be equal, as text.
pub fn shown(scored: &Result<Scored, Vec<Finding>>) -> String {
    let scored = match scored {
        Ok(scored) => scored,
        Err(faults) => return shown_findings(faults),
    };
    let mut text = format!(
        "{:?} {:?} {:?} {:?}\n",
        scored.totals,
        scored.complete,
        scored.winners(),
        scored.standings()
    );
    for hand in &scored.hands {
        text += &format!(
            "{} {:?} {:?} {:?}\n",
            hand.number, hand.dealer, hand.totals, hand.note
        );
        for reason in &hand.reasons {
            let rule = last(&reason.rule);
            text += &format!("  {:?} {rule} {:?}\n", reason.points, reason.args);
        }
        text += &shown_findings(&hand.warnings);
    }
    if let Some(current) = &scored.current {
        text += &format!(
            "{} {:?} {:?} {:?}\n",
            current.number, current.dealer, current.missing, current.sums
        );
        text += &shown_findings(&current.warnings);
    }
    if let Some((number, dealer, next)) = scored.next() {
        text += &format!(
            "next {number} {dealer:?} {:?} {} {:?}\n",
            next.hands, next.cards_dealt, next.leads
        );
    }
    text
}

fn compare(shipped: &Shipped, sound: bool, count: u64) {
    let definition = definition(shipped.file);
    let (mut scored, mut refused) = (0, 0);
    for seed in 0..count {
        let random = &mut Random::new(seed);
        let rest = made_up(random, shipped, sound);
        let own = vec![
            ("game".to_owned(), Json::from("own")),
            ("definition".to_owned(), definition.clone()),
        ];
        let own = score(with_game(own, &rest));
        let theirs = shipped_score(with_game(
            vec![("game".to_owned(), shipped.id.into())],
            &rest,
        ));
        let document = || serde_json::to_string(&Json::Object(rest.clone())).unwrap();
        assert_eq!(shown(&own), shown(&theirs), "seed {seed}: {}", document());
        *(if own.is_ok() {
            &mut scored
        } else {
            &mut refused
        }) += 1;
    }
    if sound {
        assert_eq!(refused, 0, "valid matches are scored");
    } else {
        assert!(refused > scored, "{refused} of {count} were refused");
    }
}

#[test]
fn the_definition_of_oh_hell_scores_valid_matches_equally() {
    compare(&OH_HELL, true, cases(1_000, 50_000));
}

#[test]
fn the_definition_of_oh_hell_refuses_faulty_matches_equally() {
    compare(&OH_HELL, false, cases(2_000, 50_000));
}

#[test]
fn the_definition_of_brink_bid_scores_valid_matches_equally() {
    compare(&BRINK_BID, true, cases(1_000, 50_000));
}

#[test]
fn the_definition_of_brink_bid_refuses_faulty_matches_equally() {
    compare(&BRINK_BID, false, cases(2_000, 50_000));
}
