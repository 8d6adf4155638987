//! A slow, simple scorer of Contractor.

use super::*;

pub(super) fn number(object: &Value, key: &str, default: i64) -> i64 {
    object
        .get(key)
        .map_or(default, |value| value.as_i64().unwrap())
}

pub(super) fn has(contract: &Value, flag: &str) -> bool {
    contract
        .get(flag)
        .is_some_and(|flag| flag.as_bool().unwrap())
}

pub(super) fn strain_of(contract: &Value) -> &str {
    contract["strain"].as_str().unwrap()
}

/// Returns the value of a contract, from the tables of the rules.
pub(super) fn slow_value(options: &Value, contract: &Value, by_dealer: bool) -> i64 {
    let default = match strain_of(contract) {
        "diamonds" | "hearts" => 5,
        "clubs" | "spades" => 6,
        "nil" => 8,
        _ => 7,
    };
    let own = &options["strain_values"][strain_of(contract)];
    let mut value = own.as_i64().unwrap_or(default);
    value += 2 * number(contract, "extra_tricks", 0);
    value += number(contract, "foregone", 0);
    for (flag, worth) in FLAGS.iter().zip([1, 2, 1, 2, 3]) {
        value += if has(contract, flag) { worth } else { 0 };
    }
    value
        + if by_dealer {
            number(options, "dealers_bonus", 1)
        } else {
            0
        }
}

/// Whether a contract is within the limits of the rules and of the house rule `idle_conditions`.
pub(super) fn within_limits(options: &Value, contract: &Value) -> bool {
    let strain = strain_of(contract);
    let most_extra = if strain == "nil" { 0 } else { 5 };
    let idle = has(contract, "sour_trumps") && (strain == "no-trump" || strain == "nil");
    (0..=most_extra).contains(&number(contract, "extra_tricks", 0))
        && (0..=3).contains(&number(contract, "foregone", 0))
        && (!idle || options["idle_conditions"] == "allow")
        && (!has(contract, "nil_without_joker") || strain == "nil")
}

/// Scores a hand, following the scoring rules sentence by sentence.
pub(super) fn slow_scores(document: &Value, index: usize) -> Vec<(String, f64)> {
    let (options, hand) = (&document["options"], &document["hands"][index]);
    let players: Vec<&str> = document["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    let contractor = hand["contractor"].as_str().unwrap();
    let contract = &hand["contract"];
    let value = slow_value(options, contract, players[index % 3] == contractor);
    let taken = hand["tricks"][contractor].as_i64().unwrap();
    let nil = strain_of(contract) == "nil";
    let made = if nil {
        taken == 0
    } else {
        taken >= 5 + number(contract, "extra_tricks", 0)
    };
    let wager = number(options, "challenge_points", 3);
    let (mut gained, mut lost) = (if made { value } else { 0 }, if made { 0 } else { value });
    let double = has(contract, "absolutely_sure") && !made;
    if double && options["absolutely_sure_doubles"] == "contract" {
        lost *= 2;
    }
    let empty = Vec::new();
    let challengers = hand
        .get("challengers")
        .map_or(&empty, |list| list.as_array().unwrap());
    for _ in challengers {
        *(if made { &mut gained } else { &mut lost }) += wager;
    }
    if double && options["absolutely_sure_doubles"] != "contract" {
        lost *= 2;
    }
    let score = |player: &str| {
        if player == contractor {
            return gained - lost;
        }
        let tricks = if nil {
            taken
        } else {
            hand["tricks"][player].as_i64().unwrap()
        };
        let side = if challengers.iter().all(|name| name != player) {
            0
        } else if made {
            -wager
        } else {
            wager
        };
        tricks + side
    };
    #[expect(clippy::cast_precision_loss, reason = "points are small")]
    let mut scores: Vec<(String, f64)> = players
        .iter()
        .map(|player| ((*player).to_owned(), score(player) as f64))
        .collect();
    scores.sort_by(|one, other| one.0.cmp(&other.0));
    scores
}

/// Returns every contract within the limits, with its value.
pub(super) fn all_contracts(options: &Value, by_dealer: bool) -> Vec<(i64, Value)> {
    let mut all = Vec::new();
    for strain in STRAINS {
        for extra_tricks in 0..=5 {
            for foregone in 0..=3 {
                for flags in 0..32 {
                    let mut contract = json!({ "strain": strain });
                    if extra_tricks > 0 {
                        contract["extra_tricks"] = extra_tricks.into();
                    }
                    if foregone > 0 {
                        contract["foregone"] = foregone.into();
                    }
                    for (place, flag) in FLAGS.iter().enumerate() {
                        if flags >> place & 1 == 1 {
                            contract[*flag] = true.into();
                        }
                    }
                    if within_limits(options, &contract) {
                        all.push((slow_value(options, &contract, by_dealer), contract));
                    }
                }
            }
        }
    }
    all
}

/// The sort key of contracts with equal value: the number of conditions, then the strain.
pub(super) fn listed_by(contract: &Value) -> (i64, usize) {
    let flags = FLAGS.iter().map(|flag| i64::from(has(contract, flag)));
    let count =
        number(contract, "extra_tricks", 0) + number(contract, "foregone", 0) + flags.sum::<i64>();
    (
        count,
        STRAINS
            .iter()
            .position(|strain| *strain == strain_of(contract))
            .unwrap(),
    )
}

/// Asserts that `found` is the least value above `above`, with up to ten of its contracts in order.
pub(super) fn check_cheapest(
    all: &[(i64, Value)],
    above: Option<i64>,
    found: Option<(i64, &[Value])>,
) {
    let least = all
        .iter()
        .map(|(value, _)| *value)
        .filter(|value| above.is_none_or(|above| *value > above))
        .min();
    assert_eq!(least, found.map(|(value, _)| value));
    let Some((value, found)) = found else { return };
    let mut equal: Vec<&Value> = all
        .iter()
        .filter(|(worth, _)| *worth == value)
        .map(|(_, contract)| contract)
        .collect();
    equal.sort_by_key(|contract| listed_by(contract));
    assert_eq!(found.len(), equal.len().min(10));
    for (place, contract) in found.iter().enumerate() {
        assert!(equal.contains(&contract), "{contract} is not worth {value}");
        assert_eq!(listed_by(contract), listed_by(equal[place]));
        assert!(
            !found[..place].contains(contract),
            "{contract} is listed twice"
        );
    }
}
