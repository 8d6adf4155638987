//! Random matches of Contractor.

use super::*;

/// Returns house rules, some of which differ from their defaults.
pub(super) fn random_options(chance: &mut Chance) -> Value {
    let mut options = json!({});
    if chance.once_in(2) {
        options["strain_values"] = json!({ *chance.pick(&STRAINS): chance.between(5, 20) });
    }
    if chance.once_in(3) {
        options["challenge_points"] = chance.between(0, 9).into();
    }
    if chance.once_in(2) {
        options["absolutely_sure_doubles"] = (*chance.pick(&["everything", "contract"])).into();
    }
    if chance.once_in(2) {
        options["idle_conditions"] = (*chance.pick(&["refuse", "allow"])).into();
    }
    if chance.once_in(2) {
        options["dealers_bonus"] = chance.between(0, 4).into();
    }
    options
}

/// Returns a random contract that is well-formed but may exceed the limits.
pub(super) fn random_contract(chance: &mut Chance) -> Value {
    let mut contract = json!({ "strain": chance.pick(&STRAINS) });
    if chance.once_in(2) {
        contract["extra_tricks"] = chance.between(-1, 6).clamp(0, 6).into();
    }
    if chance.once_in(2) {
        contract["foregone"] = chance.between(0, 4).into();
    }
    for flag in FLAGS {
        if chance.once_in(4) {
            contract[flag] = (!chance.once_in(4)).into();
        }
    }
    contract
}

pub(super) fn sound_contract(chance: &mut Chance, options: &Value) -> Value {
    loop {
        let contract = random_contract(chance);
        if within_limits(options, &contract) {
            return contract;
        }
    }
}

/// Returns a match of random legal hands.
pub(super) fn random_match(seed: u64) -> Value {
    let mut chance = Chance(seed);
    let players = players(3);
    let mut options = random_options(&mut chance);
    let count = 3 * (1 + chance.below(4));
    if chance.once_in(2) {
        options["hands_planned"] = count.into();
    }
    let hands: Vec<Value> = (0..count)
        .map(|_| {
            let contractor = chance.below(3);
            let mut hand = json!({
                "contractor": players[contractor],
                "contract": sound_contract(&mut chance, &options),
                "tricks": by_player(&players, chance.split(10, 3)),
            });
            let mut opponents = vec![(contractor + 1) % 3, (contractor + 2) % 3];
            chance.shuffle(&mut opponents);
            opponents.truncate(chance.below(3));
            if !opponents.is_empty() || chance.once_in(3) {
                hand["challengers"] = opponents
                    .iter()
                    .map(|seat| players[*seat].clone())
                    .collect();
            }
            hand
        })
        .collect();
    json!({ "game": "contractor", "players": players, "options": options, "hands": hands,
            "adjustments": [{ "after_hand": chance.below(count + 1), "player": players[1], "points": -4, "reason": "revoke" }] })
}
