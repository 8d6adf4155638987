//! Properties of Contractor, and a second, slow scorer and referee that the fast ones have to agree
//! with.

mod support;

use proptest::prelude::*;
use serde_json::{Value, json};

use support::{
    Chance, by_player, card, check_sums, deal, legal, pack, players, ruled, scored, scores, turned,
};

const SUITS: [&str; 4] = ["S", "H", "C", "D"];
const WORDS: [&str; 4] = ["spades", "hearts", "clubs", "diamonds"];
const RANKS: [&str; 8] = ["7", "8", "9", "10", "J", "Q", "K", "A"];
const STRAINS: [&str; 7] = [
    "diamonds",
    "hearts",
    "clubs",
    "spades",
    "no-trump",
    "crazytrump",
    "nil",
];
const FLAGS: [&str; 5] = [
    "sour_trumps",
    "exposed",
    "absolutely_sure",
    "nil_without_joker",
    "thievery",
];

/// The house rules of a table, some of them its own.
fn random_options(chance: &mut Chance) -> Value {
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

fn number(object: &Value, key: &str, default: i64) -> i64 {
    object
        .get(key)
        .map_or(default, |value| value.as_i64().unwrap())
}

fn has(contract: &Value, flag: &str) -> bool {
    contract
        .get(flag)
        .is_some_and(|flag| flag.as_bool().unwrap())
}

fn strain_of(contract: &Value) -> &str {
    contract["strain"].as_str().unwrap()
}

/// The tables of the page, row by row.
fn slow_value(options: &Value, contract: &Value, by_dealer: bool) -> i64 {
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

/// "0..5, in Nil only 0; 0..3; no Sour Trumps in No-Trump or Nil, unless allowed; only in Nil."
fn within_limits(options: &Value, contract: &Value) -> bool {
    let strain = strain_of(contract);
    let most_extra = if strain == "nil" { 0 } else { 5 };
    let idle = has(contract, "sour_trumps") && (strain == "no-trump" || strain == "nil");
    (0..=most_extra).contains(&number(contract, "extra_tricks", 0))
        && (0..=3).contains(&number(contract, "foregone", 0))
        && (!idle || options["idle_conditions"] == "allow")
        && (!has(contract, "nil_without_joker") || strain == "nil")
}

/// Any contract of the right form, mostly within its limits.
fn random_contract(chance: &mut Chance) -> Value {
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

fn sound_contract(chance: &mut Chance, options: &Value) -> Value {
    loop {
        let contract = random_contract(chance);
        if within_limits(options, &contract) {
            return contract;
        }
    }
}

/// A match of random hands, all of them sound.
fn random_match(seed: u64) -> Value {
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

/// The paragraph on scoring, sentence by sentence.
fn slow_scores(document: &Value, index: usize) -> Vec<(String, f64)> {
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

/// An auction kept as nothing but the list of its legal calls, everything asked of the list anew.
struct SlowAuction {
    options: Value,
    dealer: usize,
    calls: Vec<(usize, Value)>,
}

impl SlowAuction {
    /// The last bid: its place among the calls, its bidder, its value.
    fn last(&self) -> Option<(usize, usize, i64)> {
        let place = self.calls.iter().rposition(|(_, call)| call.is_object())?;
        let (seat, contract) = &self.calls[place];
        Some((
            place,
            *seat,
            slow_value(&self.options, contract, *seat == self.dealer),
        ))
    }

    fn has_passed(&self, seat: usize) -> bool {
        self.calls
            .iter()
            .any(|(caller, call)| *caller == seat && *call == json!("pass"))
    }

    /// Whether somebody has passed, or has bid or challenged the last bid.
    fn is_done(&self, seat: usize) -> bool {
        let since = self.last().map_or(self.calls.len(), |(place, _, _)| place);
        self.has_passed(seat)
            || self.calls[since..]
                .iter()
                .any(|(caller, _)| *caller == seat)
    }

    fn turn(&self) -> Option<usize> {
        let before = self.calls.last().map_or(self.dealer, |(seat, _)| *seat);
        (1..=3)
            .map(|places| (before + places) % 3)
            .find(|seat| !self.is_done(*seat))
    }

    fn allows(&self, seat: usize, call: &Value) -> bool {
        if self.turn() != Some(seat) {
            return false;
        }
        match call.as_str() {
            Some("pass") => true,
            Some(_) => self.last().is_some(),
            None => {
                within_limits(&self.options, call)
                    && self.last().is_none_or(|(_, _, last)| {
                        slow_value(&self.options, call, seat == self.dealer) > last
                    })
            }
        }
    }

    fn outcome(&self, players: &[String]) -> Value {
        match (self.turn(), self.last()) {
            (Some(_), _) => json!({ "complete": false }),
            (None, None) => json!({ "complete": true, "redeal": true }),
            (None, Some((place, seat, value))) => {
                let challengers: Vec<&String> = self.calls[place + 1..]
                    .iter()
                    .filter(|(_, call)| *call == json!("challenge"))
                    .map(|(seat, _)| &players[*seat])
                    .collect();
                json!({ "complete": true, "contractor": players[seat], "contract": self.calls[place].1,
                        "value": value, "challengers": challengers })
            }
        }
    }
}

fn auction_question(players: &[String], options: &Value, dealer: usize) -> Value {
    json!({ "game": "contractor", "question": "auction", "players": players, "options": options,
            "dealer": players[dealer], "calls": [] })
}

/// A card that is played: which, and as what suit if it is a joker that is led.
type Choice = (String, Option<usize>);

/// A hand that is being played: who holds what, and under which contract.
struct Deal {
    players: Vec<String>,
    hands: Vec<Vec<String>>,
    contractor: usize,
    contract: Value,
    kitty_card: String,
}

impl Deal {
    fn random(chance: &mut Chance) -> Deal {
        let mut cards = pack(&SUITS, &RANKS);
        cards.push("joker".to_owned());
        let (hands, kitty) = deal(chance, &cards, 3, 10);
        let mut contract =
            json!({ "strain": chance.pick(&STRAINS), "sour_trumps": !chance.once_in(3) });
        if contract["strain"] == "nil" {
            contract["nil_without_joker"] = chance.once_in(2).into();
        }
        let joker_on_top = chance.once_in(4);
        let kitty_card = if joker_on_top { "joker" } else { &kitty[0] };
        let mut deal = Deal {
            players: players(3),
            contractor: chance.below(3),
            contract,
            kitty_card: kitty_card.to_owned(),
            hands,
        };
        if chance.once_in(4) {
            deal.give_trumps(chance);
        }
        deal
    }

    /// Deals again, the joker and most trumps to the contractor: what is rare is sour then.
    fn give_trumps(&mut self, chance: &mut Chance) {
        let trump = chance.below(4);
        self.contract["strain"] = WORDS[trump].into();
        self.contract["nil_without_joker"] = false.into();
        let trumps = 4 + chance.below(5);
        let (mut own, mut rest): (Vec<String>, Vec<String>) = pack(&SUITS, &RANKS)
            .into_iter()
            .partition(|card| card.starts_with(SUITS[trump]));
        chance.shuffle(&mut own);
        rest.extend(own.split_off(trumps));
        own.push("joker".to_owned());
        chance.shuffle(&mut rest);
        own.extend(rest.drain(..10 - own.len()));
        let (one, other) = (rest.drain(..10).collect(), rest.drain(..10).collect());
        self.hands = vec![own, one, other];
        self.hands.rotate_right(self.contractor);
    }

    fn setting(&self) -> Value {
        let mut setting =
            json!({ "contractor": self.players[self.contractor], "contract": self.contract });
        if self.contract["strain"] == "crazytrump" {
            setting["kitty_card"] = self.kitty_card.clone().into();
        }
        setting
    }

    fn question(&self, tricks: &Value, with_hands: bool) -> Value {
        let mut question = json!({ "game": "contractor", "question": "play", "players": self.players,
            "setting": self.setting(), "tricks": tricks });
        if with_hands {
            question["hands"] = by_player(&self.players, self.hands.iter().cloned());
        }
        question
    }

    /// The suit that is trump, by its place among the suits.
    fn trump(&self) -> Option<usize> {
        match strain_of(&self.contract) {
            "crazytrump" => SUITS
                .iter()
                .position(|suit| self.kitty_card.starts_with(suit)),
            strain => WORDS.iter().position(|word| *word == strain),
        }
    }

    /// Plays every trick; `choose` picks one of the choices that the slow referee allows, or of all
    /// that there are.
    fn play(&self, mut choose: impl FnMut(&[Choice], &[Choice]) -> Choice) -> Played {
        let mut held = self.hands.clone();
        let mut played = Played {
            tricks: Vec::new(),
            rulings: Vec::new(),
            could_play: Vec::new(),
            won: vec![0; 3],
        };
        let first = usize::from(self.contract["strain"] == "no-trump");
        let mut leader = (self.contractor + first) % 3;
        let mut opened = false;
        for _ in 0..10 {
            let mut lies: Vec<(usize, Choice)> = Vec::new();
            for place in 0..3 {
                let seat = (leader + place) % 3;
                let mut all: Vec<Choice> = Vec::new();
                for card in &held[seat] {
                    if card == "joker" && lies.is_empty() {
                        all.extend((0..4).map(|suit| (card.clone(), Some(suit))));
                    } else {
                        all.push((card.clone(), None));
                    }
                }
                let allowed: Vec<Choice> = all
                    .iter()
                    .filter(|choice| match lies.first() {
                        Some((_, lead)) => follows(&held[seat], choice, lead),
                        None => self.may_lead(seat, &held[seat], choice, opened),
                    })
                    .cloned()
                    .collect();
                let chosen = choose(&allowed, &all);
                played.rulings.push(allowed.contains(&chosen));
                let mut could: Vec<String> = allowed.into_iter().map(|(card, _)| card).collect();
                could.dedup();
                played.could_play.push(could);
                held[seat].retain(|card| *card != chosen.0);
                lies.push((seat, chosen));
            }
            opened |= lies.iter().any(|(seat, choice)| {
                *seat != self.contractor
                    && self.trump().is_some()
                    && suit_of(choice) == self.trump()
            });
            leader = self.winner(&lies);
            played.won[leader] += 1;
            played.tricks.push(
                lies.iter()
                    .map(|(seat, choice)| self.said(*seat, choice))
                    .collect(),
            );
        }
        played
    }

    fn said(&self, seat: usize, choice: &Choice) -> Value {
        let mut said = card(&self.players[seat], &choice.0);
        if let Some(suit) = choice.1 {
            said["suit"] = WORDS[suit].into();
        }
        said
    }

    /// "The contractor leads no trump until another player has played one, unless holding nothing
    /// else; one who holds only trumps and the joker must lead the joker, named as another suit. A
    /// joker named as trumps is a trump led. Only the contractor is bound."
    fn may_lead(&self, seat: usize, held: &[String], choice: &Choice, opened: bool) -> bool {
        let sour = has(&self.contract, "sour_trumps") && self.trump().is_some();
        if seat != self.contractor || !sour || opened || suit_of(choice) != self.trump() {
            return true;
        }
        let only_trumps = held
            .iter()
            .all(|card| suit_of(&(card.clone(), None)) == self.trump());
        choice.0 != "joker" && only_trumps
    }

    /// "Highest trump wins, else the highest of the suit led; the joker is the lowest card of the
    /// suit it was led as. Nil without joker: the contractor's joker wins its trick."
    fn winner(&self, lies: &[(usize, Choice)]) -> usize {
        let jinxed = strain_of(&self.contract) == "nil" && has(&self.contract, "nil_without_joker");
        if jinxed
            && lies
                .iter()
                .any(|(seat, choice)| *seat == self.contractor && choice.0 == "joker")
        {
            return self.contractor;
        }
        let of_suit = |suit: Option<usize>| -> Option<usize> {
            let fighting = lies
                .iter()
                .filter(|(_, choice)| suit.is_some() && suit_of(choice) == suit);
            fighting
                .max_by_key(|(_, choice)| rank_of(&choice.0))
                .map(|(seat, _)| *seat)
        };
        of_suit(self.trump())
            .or_else(|| of_suit(suit_of(&lies[0].1)))
            .unwrap()
    }
}

/// What came of a deal.
struct Played {
    tricks: Vec<Vec<Value>>,
    rulings: Vec<bool>,
    could_play: Vec<Vec<String>>,
    won: Vec<i64>,
}

/// "Follow suit if you can, else any card; the joker may always be played."
fn follows(held: &[String], choice: &Choice, lead: &Choice) -> bool {
    let suit = suit_of(lead);
    let can_follow = held
        .iter()
        .any(|card| suit_of(&(card.clone(), None)) == suit);
    choice.0 == "joker" || suit_of(choice) == suit || !can_follow
}

/// A joker that was not led has none.
fn suit_of(choice: &Choice) -> Option<usize> {
    choice.1.or_else(|| {
        SUITS
            .iter()
            .position(|suit| choice.0.split('-').next() == Some(suit))
    })
}

/// The joker is below the 7.
fn rank_of(card: &str) -> Option<usize> {
    RANKS
        .iter()
        .position(|rank| Some(*rank) == card.split('-').nth(1))
}

/// Every contract within its limits, with its value.
fn all_contracts(options: &Value, by_dealer: bool) -> Vec<(i64, Value)> {
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

/// By what contracts of one value are listed: fewest conditions first, then the table of strains.
fn listed_by(contract: &Value) -> (i64, usize) {
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

/// Whether this is the least value above and up to ten contracts of it, in their order.
fn check_cheapest(all: &[(i64, Value)], above: Option<i64>, found: Option<(i64, &[Value])>) {
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

proptest! {
    #[test]
    fn lines_add_up_to_what_a_second_scorer_finds(seed: u64) {
        let document = random_match(seed);
        let result = scored(&document);
        check_sums(&result);
        for (index, found) in scores(&result).into_iter().enumerate() {
            prop_assert_eq!(found, slow_scores(&document, index), "hand {} of {}", index + 1, document);
        }
    }

    #[test]
    fn a_wager_is_lost_by_one_and_won_by_another(seed: u64) {
        for hand in scored(&random_match(seed))["hands"].as_array().unwrap() {
            let wagers = hand["explanation"].as_array().unwrap().iter().filter(|line| line["rule"] == "contractor/wager");
            prop_assert_eq!(wagers.map(|line| line["points"].as_i64().unwrap()).sum::<i64>(), 0);
            let parts = hand["detail"]["parts"].as_object().unwrap().values();
            prop_assert_eq!(hand["detail"]["value"].as_i64().unwrap(), parts.map(|part| part.as_i64().unwrap()).sum::<i64>());
            prop_assert!(hand["detail"]["value"].as_i64().unwrap() >= 5);
        }
    }

    #[test]
    fn turning_the_seats_turns_the_scores(seed: u64, seats in 1usize..3) {
        let document = random_match(seed);
        let turned = turned(&document, seats);
        prop_assert_eq!(scores(&scored(&document)), scores(&scored(&turned)));
    }

    #[test]
    fn the_slow_auction_agrees(seed: u64) {
        let mut chance = Chance(seed);
        let (players, dealer) = (players(3), chance.below(3));
        let options = random_options(&mut chance);
        let mut question = auction_question(&players, &options, dealer);
        let mut slow = SlowAuction { options, dealer, calls: Vec::new() };
        let mut expected = Vec::new();
        for _ in 0..=chance.below(16) {
            let seat = slow.turn().filter(|_| !chance.once_in(4)).unwrap_or_else(|| chance.below(3));
            let call = match chance.below(4) {
                0 => json!("pass"),
                1 => json!("challenge"),
                _ => random_contract(&mut chance),
            };
            question["calls"].as_array_mut().unwrap().push(json!({ "player": players[seat], "call": call }));
            let allowed = slow.allows(seat, &call);
            expected.push(allowed);
            if allowed {
                slow.calls.push((seat, call));
            }
        }
        let ruling = ruled(&question);
        prop_assert_eq!(legal(&ruling), expected, "{}", question);
        prop_assert_eq!(&ruling["outcome"], &slow.outcome(&players), "{}", question);
        let turn = slow.turn().map(|seat| json!(players[seat]));
        prop_assert_eq!(ruling["next"].get(0).map(|next| next["player"].clone()), turn);
    }

    #[test]
    fn legal_play_has_no_irregularity_and_scores(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, _| chance.pick(allowed).clone());
        let ruling = ruled(&dealt.question(&json!(played.tricks), chance.once_in(2)));
        prop_assert_eq!(&ruling["legal"], true);
        prop_assert_eq!(played.won.iter().sum::<i64>(), 10);
        prop_assert_eq!(&ruling["outcome"]["tricks"], &by_player(&dealt.players, played.won.clone()));
        let mut play = json!({ "tricks": played.tricks, "kitty_card": dealt.kitty_card });
        if chance.once_in(2) {
            play["hands"] = by_player(&dealt.players, dealt.hands.iter().cloned());
        }
        let hand = json!({ "contractor": dealt.players[dealt.contractor], "contract": dealt.contract, "play": play });
        let mut document = json!({ "game": "contractor", "players": dealt.players,
            "options": { "idle_conditions": "allow" }, "hands": [hand] });
        let found = scores(&scored(&document));
        document["hands"][0]["tricks"] = by_player(&dealt.players, played.won);
        prop_assert_eq!(&found[0], &slow_scores(&document, 0));
    }

    #[test]
    fn a_card_that_was_not_legal_is_found(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let from = chance.below(20);
        let (mut place, mut wrong) = (0, None);
        let played = dealt.play(|allowed, all| {
            let illegal: Vec<&Choice> = all.iter().filter(|choice| !allowed.contains(choice)).collect();
            place += 1;
            if wrong.is_none() && place > from && !illegal.is_empty() {
                wrong = Some(place - 1);
                return (*chance.pick(&illegal)).clone();
            }
            chance.pick(allowed).clone()
        });
        let ruling = ruled(&dealt.question(&json!(played.tricks), true));
        let found: Vec<usize> = legal(&ruling).iter().enumerate().filter(|(_, legal)| !**legal).map(|(place, _)| place).collect();
        prop_assert_eq!(found, wrong.into_iter().collect::<Vec<usize>>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn an_auction_of_calls_from_next_ends(seed: u64) {
        let mut chance = Chance(seed);
        let (players, dealer) = (players(3), chance.below(3));
        let options = random_options(&mut chance);
        let mut question = auction_question(&players, &options, dealer);
        for calls in 0.. {
            prop_assert!(calls < 100);
            let ruling = ruled(&question);
            prop_assert_eq!(&ruling["legal"], true);
            let Some(next) = ruling["next"].get(0) else {
                prop_assert_eq!(&ruling["outcome"]["complete"], true);
                break;
            };
            let with = |player: &Value, call: &Value| {
                let mut tried = question.clone();
                tried["calls"].as_array_mut().unwrap().push(json!({ "player": player, "call": call }));
                tried
            };
            let is_legal = |player: &Value, call: &Value| legal(&ruled(&with(player, call))).last().copied();
            let turn = &next["player"];
            let plain: Vec<Value> =
                next["calls"].as_array().unwrap().iter().map(|plain| plain["call"].clone()).collect();
            for call in ["pass", "challenge"].map(Value::from) {
                prop_assert_eq!(is_legal(turn, &call), Some(plain.contains(&call)));
            }
            let cheapest = next["bids"]["cheapest"].as_array();
            for contract in cheapest.into_iter().flatten() {
                prop_assert_eq!(is_legal(turn, contract), Some(true));
            }
            let contract = random_contract(&mut chance);
            let by_dealer = players[dealer] == turn.as_str().unwrap();
            let admitted = within_limits(&options, &contract)
                && next["bids"]["value"].as_i64().is_some_and(|least| slow_value(&options, &contract, by_dealer) >= least);
            prop_assert_eq!(is_legal(turn, &contract), Some(admitted));
            let call = match chance.below(5) {
                0 => chance.pick(&plain).clone(),
                1 if admitted => contract,
                _ => cheapest.map_or_else(|| json!("pass"), |cheapest| chance.pick(cheapest).clone()),
            };
            for other in players.iter().filter(|name| *turn != ***name) {
                prop_assert_eq!(is_legal(&json!(other), &call), Some(false));
            }
            question = with(turn, &call);
        }
    }

    #[test]
    fn the_cheapest_bids_are_those_of_all_contracts(seed: u64) {
        let mut chance = Chance(seed);
        let (players, dealer, by) = (players(3), chance.below(3), chance.below(3));
        let options = random_options(&mut chance);
        let all = all_contracts(&options, by == dealer);
        for beat in [0, chance.between(4, 12), chance.between(4, 31), 60] {
            let ruling = ruled(&json!({ "game": "contractor", "question": "value", "players": players, "options": options,
                "dealer": players[dealer], "by": players[by], "beat": beat }));
            let outcome = &ruling["outcome"];
            let found = outcome["value"].as_i64().map(|value| (value, outcome["cheapest"].as_array().unwrap().as_slice()));
            check_cheapest(&all, Some(beat), found);
        }
    }
}

/// More than three thousand deals, thirty positions each, with every fourth card played at random,
/// legal or not.
#[test]
fn the_slow_referee_agrees() {
    let mut chance = Chance(33);
    let (mut positions, mut irregular) = (0, 0);
    while positions < 100_000 {
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, all| {
            let from = if chance.once_in(4) { all } else { allowed };
            chance.pick(from).clone()
        });
        let ruling = ruled(&dealt.question(&json!(played.tricks), true));
        assert_eq!(legal(&ruling), played.rulings, "{ruling:#}");
        assert_eq!(
            ruling["outcome"]["tricks"],
            by_player(&dealt.players, played.won)
        );
        let rulings = ruling["rulings"].as_array().unwrap().iter();
        for (ruling, mut could) in rulings
            .zip(played.could_play)
            .filter(|(ruling, _)| ruling["legal"] == false)
        {
            let mut named: Vec<String> =
                serde_json::from_value(ruling["could_play"].clone()).unwrap();
            named.sort();
            could.sort();
            assert_eq!(named, could);
            irregular += 1;
        }
        positions += played.rulings.len();
    }
    assert!(irregular > 5_000, "only {irregular} irregular cards");
}
