//! Properties of Mariash, and a second, slow scorer and referee that have to agree with the fast ones.

mod support;

use proptest::prelude::*;
use serde_json::{Value, json};

use support::{
    Chance, by_player, card, check_sums, deal, legal, pack, players, refused, ruled, scored,
    scores, turned,
};

const SUITS: [&str; 4] = ["S", "H", "C", "D"];
const WORDS: [&str; 4] = ["spades", "hearts", "clubs", "diamonds"];
const RANKS: [&str; 8] = ["7", "8", "9", "10", "J", "Q", "K", "A"];
/// The same, where only aces and tens count.
const TENS_RANKS: [&str; 8] = ["7", "8", "9", "J", "Q", "K", "10", "A"];
const CONTRACTS: [&str; 4] = ["game", "seven", "hundred", "hundred-seven"];

/// House rules, any of them.
fn random_options(chance: &mut Chance) -> Value {
    let mut options = json!({});
    let mut rule = |chance: &mut Chance, name: &str, values: &[Value]| {
        if chance.once_in(3) {
            options[name] = chance.pick(values).clone();
        }
    };
    let rates = [
        json!({ "seven": 3, "misere": 10 }),
        json!({ "game": 2, "hundred_seven": 9, "slam": 25 }),
    ];
    rule(chance, "rates", &rates);
    rule(chance, "game_stake", &[json!(0), json!(2), json!(5)]);
    rule(chance, "red_doubles", &[json!(false), json!(true)]);
    rule(chance, "max_doubles", &[json!(1), json!(6)]);
    rule(chance, "commitments_per_defender", &[json!(2), json!(3)]);
    rule(chance, "open_hand_factor", &[json!(1), json!(3)]);
    rule(chance, "card_points", &[json!(90), json!(120)]);
    rule(chance, "marriages", &[json!(true)]);
    rule(chance, "silent", &[json!(true)]);
    rule(chance, "limit", &[json!(5), json!(40), Value::Null]);
    rule(chance, "sitting_out_pays", &[json!(false)]);
    options
}

fn option(options: &Value, name: &str, default: i64) -> i64 {
    options[name].as_i64().unwrap_or(default)
}

fn flag(options: &Value, name: &str, default: bool) -> bool {
    options[name].as_bool().unwrap_or(default)
}

/// A hand that some table could report.
fn random_hand(chance: &mut Chance, options: &Value, playing: &[String]) -> Value {
    let declarer = chance.pick(playing).clone();
    let most = option(options, "max_doubles", 4);
    if chance.once_in(4) {
        let game_type = *chance.pick(&["misere", "slam"]);
        let tricks = *chance.pick(&[0, 0, 1, 9, 10, 10]);
        return json!({ "declarer": declarer, "game_type": game_type, "declarer_tricks": tricks,
                       "doubles": chance.between(0, most) });
    }
    let mut commitments = vec![
        json!({ "by": declarer, "contract": chance.pick(&CONTRACTS), "doubles": chance.between(0, most) }),
    ];
    let mut contracts = CONTRACTS;
    chance.shuffle(&mut contracts);
    let mut contracts = contracts.into_iter();
    for defender in playing.iter().filter(|name| **name != declarer) {
        for _ in 0..chance.between(0, option(options, "commitments_per_defender", 1)) {
            if let Some(contract) = contracts.next() {
                commitments.push(json!({ "by": defender, "contract": contract, "doubles": chance.between(0, most) }));
            }
        }
    }
    let total = option(options, "card_points", 120);
    let half = total / 2;
    let points = *chance.pick(&[0, 19, 49, 50, 51, half, 90, total]);
    let mut hand = json!({ "declarer": declarer, "game_type": "trump", "trump": chance.pick(&WORDS),
        "commitments": commitments, "points": { "declarer": points, "defense": total - points },
        "last_trick": { "winner": chance.pick(playing), "trump_seven": chance.once_in(2) } });
    if flag(options, "marriages", false) {
        let (declarer, defense) = *chance.pick(&[(0, 0), (20, 40), (60, 40), (0, 100)]);
        hand["marriages"] = json!({ "declarer": declarer, "defense": defense });
    }
    if chance.once_in(4) {
        hand["open_hand"] = json!(chance.pick(&["accept", "play"]));
    }
    hand
}

/// A match of random hands, all of them sound.
fn random_match(seed: u64) -> Value {
    let mut chance = Chance(seed);
    let count = 3 + chance.below(2);
    let players = players(count);
    let options = random_options(&mut chance);
    let first = chance.below(count);
    let hands: Vec<Value> = (0..=chance.below(6))
        .map(|hand| {
            let dealer = &players[(first + hand) % count];
            let playing: Vec<String> = players
                .iter()
                .filter(|name| count == 3 || *name != dealer)
                .cloned()
                .collect();
            random_hand(&mut chance, &options, &playing)
        })
        .collect();
    json!({ "game": "mariash", "players": players, "options": options, "first_dealer": players[first], "hands": hands })
}

/// What one opponent pays the declarer, by the sentences of the rules, one after the other.
fn slow_payment(options: &Value, hand: &Value) -> i64 {
    let rates = &options["rates"];
    let doublings = |of: &Value| 2_i64.pow(u32::try_from(of["doubles"].as_i64().unwrap()).unwrap());
    let limited = |sum: i64| {
        let limit = option(options, "limit", i64::MAX);
        if sum > limit {
            limit
        } else if sum < -limit {
            -limit
        } else {
            sum
        }
    };
    let tricks = hand["declarer_tricks"].as_i64();
    if hand["game_type"] == "misere" {
        let value = option(rates, "misere", 15) * doublings(hand);
        return limited(if tricks == Some(0) { value } else { -value });
    }
    if hand["game_type"] == "slam" {
        let value = option(rates, "slam", 30) * doublings(hand);
        return limited(if tricks == Some(10) { value } else { -value });
    }
    let red = hand["trump"] == "hearts" || hand["trump"] == "diamonds";
    let red = if red && flag(options, "red_doubles", true) {
        2
    } else {
        1
    };
    let accepted = hand["open_hand"] == "accept";
    let won_by_declarer = hand["last_trick"]["winner"] == hand["declarer"];
    let points = |side: &str| {
        hand["points"][side].as_i64().unwrap() + hand["marriages"][side].as_i64().unwrap_or(0)
    };
    let points = |declarer: bool| points(if declarer { "declarer" } else { "defense" });
    let seven =
        |declarer: bool| won_by_declarer == declarer && hand["last_trick"]["trump_seven"] == true;
    let commitments = hand["commitments"].as_array().unwrap();
    let has = |declarer: bool, contract: &str| {
        commitments
            .iter()
            .any(|one| (one["by"] == hand["declarer"]) == declarer && one["contract"] == contract)
    };
    let mut sum = 0;
    for commitment in commitments {
        let own = commitment["by"] == hand["declarer"];
        let (rate, fulfilled) = match commitment["contract"].as_str().unwrap() {
            "game" => (option(rates, "game", 1), points(own) > 50),
            "seven" => (option(rates, "seven", 2), seven(own)),
            "hundred" => (option(rates, "hundred", 4), points(own) >= 100),
            _ => (
                option(rates, "hundred_seven", 6),
                points(own) >= 100 && seven(own),
            ),
        };
        let fulfilled = if accepted { own } else { fulfilled };
        let mut value = rate * red * doublings(commitment);
        if own && !hand["open_hand"].is_null() {
            value *= option(options, "open_hand_factor", 2);
        }
        sum += if fulfilled == own { value } else { -value };
    }
    let winner = match (accepted, points(true) - points(false)) {
        (true, _) => Some(true),
        (_, 0) => None,
        (_, difference) => Some(difference > 0),
    };
    let silent = flag(options, "silent", false) && !accepted;
    if let Some(declarer) = winner
        && !has(true, "game")
        && !has(false, "game")
    {
        let mut stake = option(options, "game_stake", 1) * red;
        let hundred = has(declarer, "hundred") || has(declarer, "hundred-seven");
        if silent && points(declarer) >= 100 && !hundred {
            stake *= 2;
        }
        sum += if declarer { stake } else { -stake };
    }
    for declarer in [true, false] {
        if silent && seven(declarer) && !has(declarer, "seven") && !has(declarer, "hundred-seven") {
            let seven = option(rates, "seven", 2);
            let half = (seven / 2 + seven % 2) * red;
            sum += if declarer { half } else { -half };
        }
    }
    limited(sum)
}

/// Every player's score in a hand.
fn slow_scores(document: &Value, hand: usize) -> Vec<(String, f64)> {
    let players = document["players"].as_array().unwrap();
    let first = players
        .iter()
        .position(|name| *name == document["first_dealer"])
        .unwrap();
    let dealer = &players[(first + hand) % players.len()];
    let options = &document["options"];
    let hand = &document["hands"][hand];
    let each = slow_payment(options, hand);
    let pays = |name: &&Value| {
        **name != hand["declarer"]
            && (players.len() == 3 || *name != dealer || flag(options, "sitting_out_pays", true))
    };
    let opponents = i32::try_from(players.iter().filter(pays).count()).unwrap();
    let each = f64::from(i32::try_from(each).unwrap());
    let score = |name: &Value| {
        if *name == hand["declarer"] {
            each * f64::from(opponents)
        } else if pays(&name) {
            0.0 - each
        } else {
            0.0
        }
    };
    let mut scores: Vec<(String, f64)> = players
        .iter()
        .map(|name| (name.as_str().unwrap().to_owned(), score(name)))
        .collect();
    scores.sort_by(|one, other| one.0.cmp(&other.0));
    scores
}

/// A contract selection by the sentences of the rules: everything is found in what was said so far.
struct SlowSelection {
    /// Clockwise, the declarer first.
    order: Vec<String>,
    max_doubles: usize,
    per_defender: usize,
    said: Vec<(String, Value)>,
}

impl SlowSelection {
    fn after(&self, player: &str) -> &String {
        let place = self.order.iter().position(|name| name == player).unwrap();
        &self.order[(place + 1) % 3]
    }

    fn is_raise(call: &Value) -> bool {
        call["call"] == "double" || call["call"] == "open-hand" || Self::is_contract(call)
    }

    fn is_contract(call: &Value) -> bool {
        CONTRACTS.iter().any(|contract| call["call"] == **contract)
    }

    /// "Until nobody raises any more: both other players have said good since the last raise."
    fn is_over(&self) -> bool {
        let since = self
            .said
            .iter()
            .rev()
            .take_while(|(_, call)| !Self::is_raise(call));
        since.filter(|(_, call)| call["call"] == "good").count() == 2
    }

    /// The entries of one player in a row that end what was said so far.
    fn turn(&self) -> &[(String, Value)] {
        let Some((last, _)) = self.said.last() else {
            return &[];
        };
        let count = self
            .said
            .iter()
            .rev()
            .take_while(|(name, _)| name == last)
            .count();
        &self.said[self.said.len() - count..]
    }

    /// "Good ends the turn; a turn with a raise ends when the next player makes a legal call."
    fn may_speak(&self, player: &str) -> bool {
        let turn = self.turn();
        let Some((speaker, _)) = turn.first() else {
            return player == self.order[0];
        };
        if turn.iter().any(|(_, call)| call["call"] == "good") {
            return player == self.after(speaker);
        }
        let raised = turn.iter().any(|(_, call)| Self::is_raise(call));
        player == speaker || raised && player == self.after(speaker)
    }

    fn by(&self, player: &str) -> impl Iterator<Item = &Value> {
        self.said
            .iter()
            .filter(move |(name, _)| name == player)
            .map(|(_, call)| call)
    }

    fn doubles(&self, on: &Value) -> Vec<&String> {
        let doubles = self
            .said
            .iter()
            .filter(|(_, call)| call["call"] == "double" && call["on"] == *on);
        doubles.map(|(name, _)| name).collect()
    }

    fn allows(&self, player: &str, call: &Value) -> bool {
        let declarer = self.order[0].clone();
        if self.is_over() || !self.may_speak(player) {
            return false;
        }
        if self.said.is_empty() {
            return Self::is_contract(call);
        }
        let opened = self.by(&declarer).any(|call| call["call"] == "open-hand");
        let answered = self
            .by(player)
            .any(|call| call["call"] == "accept" || call["call"] == "play");
        let is_answer = call["call"] == "accept" || call["call"] == "play";
        if is_answer || (opened && player != declarer && !answered) {
            return is_answer && opened && player != declarer && !answered;
        }
        if call["call"] == "good" {
            let own = self.turn().first().is_some_and(|(name, _)| name == player);
            return !(own && self.turn().iter().any(|(_, call)| Self::is_raise(call)));
        }
        if call["call"] == "open-hand" {
            return player == declarer && !opened;
        }
        if call["call"] == "double" {
            return self.allows_double(player, &call["on"]);
        }
        let defense = self
            .said
            .iter()
            .filter(|(name, call)| *name != declarer && Self::is_contract(call));
        let own = self
            .by(player)
            .filter(|call| Self::is_contract(call))
            .count();
        player != declarer
            && own < self.per_defender
            && defense
                .into_iter()
                .all(|(_, taken)| taken["call"] != call["call"])
    }

    fn allows_double(&self, player: &str, on: &Value) -> bool {
        let by = on["by"].as_str().unwrap();
        let is_side = |name: &str| name == self.order[0];
        let doubles = self.doubles(on);
        self.by(by).any(|call| call["call"] == on["contract"])
            && doubles.len() < self.max_doubles
            && doubles
                .last()
                .map_or(player != by, |last| is_side(last) != is_side(player))
    }

    fn commitments(&self) -> Value {
        let contracts = self.said.iter().filter(|(_, call)| Self::is_contract(call));
        let commitment = |(name, call): &(String, Value)| {
            let on = json!({ "by": name, "contract": call["call"] });
            let doubles = self.doubles(&on).len();
            json!({ "by": name, "contract": call["call"], "doubles": doubles, "multiplier": 1 << doubles })
        };
        contracts.map(commitment).collect()
    }

    /// Everything that anyone could say.
    fn every_call(players: &[String]) -> Vec<Value> {
        let words = ["good", "open-hand", "accept", "play"]
            .iter()
            .chain(&CONTRACTS);
        let mut calls: Vec<Value> = words.map(|word| json!({ "call": word })).collect();
        for name in players {
            for contract in CONTRACTS {
                calls.push(json!({ "call": "double", "on": { "by": name, "contract": contract } }));
            }
        }
        calls
    }
}

/// A hand that is being played.
struct Deal {
    players: Vec<String>,
    dealer: usize,
    /// Who plays, clockwise, the declarer first.
    playing: Vec<usize>,
    hands: Vec<Vec<String>>,
    talon: Vec<String>,
    trump: Option<usize>,
    tens: bool,
    /// Whether the declarer, and the defense, have a Seven of their own.
    sevens: (bool, bool),
}

impl Deal {
    fn random(chance: &mut Chance) -> Deal {
        let count = 3 + chance.below(2);
        let (hands, talon) = deal(chance, &pack(&SUITS, &RANKS), 3, 10);
        let dealer = chance.below(count);
        let playing: Vec<usize> = (0..count)
            .filter(|seat| count == 3 || *seat != dealer)
            .collect();
        let declarer = chance.below(3);
        let playing = (0..3)
            .map(|place| playing[(declarer + place) % 3])
            .collect();
        let trump = Some(chance.below(5)).filter(|suit| *suit < 4);
        let mut seven = || trump.is_some() && chance.once_in(2);
        let sevens = (seven(), seven());
        Deal {
            players: players(count),
            dealer,
            playing,
            hands,
            talon,
            trump,
            tens: chance.once_in(4),
            sevens,
        }
    }

    fn name(&self, place: usize) -> &String {
        &self.players[self.playing[place]]
    }

    fn options(&self) -> Value {
        json!({ "card_points": if self.tens { 90 } else { 120 } })
    }

    fn commitments(&self) -> Value {
        let own = if self.sevens.0 { "seven" } else { "game" };
        let mut commitments = vec![json!({ "by": self.name(0), "contract": own })];
        if self.sevens.1 {
            commitments.push(json!({ "by": self.name(2), "contract": "hundred-seven" }));
        }
        json!(commitments)
    }

    fn question(&self, tricks: &Value, with_hands: bool) -> Value {
        let setting = match self.trump {
            Some(trump) => {
                json!({ "declarer": self.name(0), "game_type": "trump", "trump": WORDS[trump], "commitments": self.commitments() })
            }
            None => json!({ "declarer": self.name(0), "game_type": "misere" }),
        };
        let mut question = json!({ "game": "mariash", "question": "play", "players": self.players, "options": self.options(),
            "dealer": self.players[self.dealer], "setting": setting, "tricks": tricks });
        if with_hands {
            let hands = (0..3).map(|place| (self.name(place).clone(), json!(self.hands[place])));
            question["hands"] = hands.collect::<serde_json::Map<_, _>>().into();
        }
        question
    }

    /// Plays every trick; `choose` picks from the cards that the slow referee allows, or from all.
    fn play(&self, mut choose: impl FnMut(&[String], &[String]) -> String) -> Played {
        let mut held = self.hands.clone();
        let mut played = Played::default();
        let mut leader = 0;
        for number in 1..=10 {
            let mut lies: Vec<(usize, String)> = Vec::new();
            for turn in 0..3 {
                let place = (leader + turn) % 3;
                let allowed: Vec<String> = held[place]
                    .iter()
                    .filter(|card| self.allows(number, place, &held[place], card, &lies))
                    .cloned()
                    .collect();
                let chosen = choose(&allowed, &held[place]);
                played.rulings.push(allowed.contains(&chosen));
                held[place].retain(|card| *card != chosen);
                lies.push((place, chosen));
            }
            let best = self.winner(number, &lies);
            leader = lies[best].0;
            played.won[leader] += 1;
            if leader == 0 {
                played.points += lies.iter().map(|(_, card)| self.points(card)).sum::<i64>();
            }
            if number == 10 {
                let seven = self
                    .trump
                    .is_some_and(|trump| lies[best].1 == format!("{}-7", SUITS[trump]));
                played.last = (leader, seven);
            }
            let cards = lies
                .iter()
                .map(|(place, played)| card(self.name(*place), played));
            played.tricks.push(cards.collect());
        }
        played.points += self.talon.iter().map(|card| self.points(card)).sum::<i64>();
        if self.tens && leader == 0 {
            played.points += 10;
        }
        played
    }

    fn points(&self, card: &str) -> i64 {
        match (rank_of(card), self.tens) {
            ("A", false) => 11,
            ("A" | "10", _) => 10,
            ("K", false) => 4,
            ("Q", false) => 3,
            ("J", false) => 2,
            _ => 0,
        }
    }

    /// Whether the first card beats the second, which is the best so far of a trick of this suit.
    fn beats(&self, number: usize, led: &str, one: (usize, &str), other: (usize, &str)) -> bool {
        let trump = self.trump.map(|trump| SUITS[trump]);
        let is_trump = |card: &str| Some(suit_of(card)) == trump;
        let is_seven = |(place, card): (usize, &str)| {
            let committed = if place == 0 {
                self.sevens.0
            } else {
                self.sevens.1
            };
            number == 10 && committed && is_trump(card) && rank_of(card) == "7"
        };
        let ranks = if self.tens && trump.is_some() {
            TENS_RANKS
        } else {
            RANKS
        };
        let height = |card: &str| ranks.iter().position(|rank| *rank == rank_of(card));
        if is_seven(one) || is_seven(other) {
            return is_seven(one);
        }
        match (is_trump(one.1), is_trump(other.1)) {
            (true, false) => true,
            (false, true) => false,
            (true, true) => height(one.1) > height(other.1),
            (false, false) => suit_of(one.1) == led && height(one.1) > height(other.1),
        }
    }

    /// The place of the best card that lies.
    fn winner(&self, number: usize, lies: &[(usize, String)]) -> usize {
        let led = suit_of(&lies[0].1);
        let mut best = 0;
        for place in 1..lies.len() {
            let (one, other) = (&lies[place], &lies[best]);
            if self.beats(number, led, (one.0, &one.1), (other.0, &other.1)) {
                best = place;
            }
        }
        best
    }

    /// "Follow suit and beat if you can (in a trick that is already trumped, any card of the suit
    /// will do); without the suit you must trump, and overtrump if you can; else any card."
    fn allows(
        &self,
        number: usize,
        place: usize,
        held: &[String],
        card: &str,
        lies: &[(usize, String)],
    ) -> bool {
        let Some((_, first)) = lies.first() else {
            return true;
        };
        let led = suit_of(first);
        let best = &lies[self.winner(number, lies)];
        let beating = |from: &[&String]| -> Vec<String> {
            let beats = |card: &&&String| self.beats(number, led, (place, card), (best.0, &best.1));
            from.iter().filter(beats).map(ToString::to_string).collect()
        };
        let trump = self.trump.map(|trump| SUITS[trump]);
        let of_suit: Vec<&String> = held.iter().filter(|card| suit_of(card) == led).collect();
        let trumps: Vec<&String> = held
            .iter()
            .filter(|card| Some(suit_of(card)) == trump)
            .collect();
        let trumped =
            Some(led) != trump && lies.iter().any(|(_, card)| Some(suit_of(card)) == trump);
        let could: Vec<String> = if !of_suit.is_empty() && trumped {
            of_suit.into_iter().cloned().collect()
        } else if !of_suit.is_empty() {
            or_all(beating(&of_suit), &of_suit)
        } else if !trumps.is_empty() {
            or_all(beating(&trumps), &trumps)
        } else {
            held.to_vec()
        };
        could.iter().any(|other| other == card)
    }
}

fn or_all(beating: Vec<String>, all: &[&String]) -> Vec<String> {
    if beating.is_empty() {
        all.iter().map(ToString::to_string).collect()
    } else {
        beating
    }
}

/// What came of a deal.
#[derive(Default)]
struct Played {
    tricks: Vec<Vec<Value>>,
    rulings: Vec<bool>,
    won: [i64; 3],
    /// The points of the declarer's pile.
    points: i64,
    last: (usize, bool),
}

fn suit_of(card: &str) -> &str {
    card.split('-').next().unwrap()
}

fn rank_of(card: &str) -> &str {
    card.split('-').nth(1).unwrap()
}

/// The record of a deal that was played.
fn record(dealt: &Deal, played: &Played) -> Value {
    let play = json!({ "tricks": played.tricks });
    let hand = match dealt.trump {
        Some(trump) => {
            json!({ "declarer": dealt.name(0), "game_type": "trump", "trump": WORDS[trump],
                               "commitments": dealt.commitments(), "play": play })
        }
        None => json!({ "declarer": dealt.name(0), "game_type": "misere", "play": play }),
    };
    json!({ "game": "mariash", "players": dealt.players, "options": dealt.options(),
            "first_dealer": dealt.players[dealt.dealer], "hands": [hand] })
}

/// The same record with the numbers in place of the play.
fn record_of_numbers(dealt: &Deal, played: &Played) -> Value {
    let mut document = record(dealt, played);
    let hand = &mut document["hands"][0];
    hand.as_object_mut().unwrap().remove("play");
    if dealt.trump.is_some() {
        let total = if dealt.tens { 90 } else { 120 };
        hand["points"] = json!({ "declarer": played.points, "defense": total - played.points });
        hand["last_trick"] =
            json!({ "winner": dealt.name(played.last.0), "trump_seven": played.last.1 });
    } else {
        hand["declarer_tricks"] = json!(played.won[0]);
    }
    document
}

proptest! {
    #[test]
    fn lines_add_up_and_every_hand_sums_to_nothing(seed: u64) {
        let result = scored(&random_match(seed));
        check_sums(&result);
        for hand in scores(&result) {
            let sum: f64 = hand.iter().map(|(_, score)| score).sum();
            prop_assert_eq!(sum.to_bits(), 0.0_f64.to_bits());
        }
    }

    #[test]
    fn the_slow_scorer_agrees(seed: u64) {
        let document = random_match(seed);
        for (hand, found) in scores(&scored(&document)).into_iter().enumerate() {
            prop_assert_eq!(found, slow_scores(&document, hand));
        }
    }

    #[test]
    fn turning_the_seats_turns_the_scores(seed: u64, seats in 1usize..4) {
        let document = random_match(seed);
        let turned = turned(&document, seats % document["players"].as_array().unwrap().len());
        prop_assert_eq!(scores(&scored(&document)), scores(&scored(&turned)));
    }

    #[test]
    fn an_auction_of_calls_from_next_ends(seed: u64) {
        let mut chance = Chance(seed);
        let count = 3 + chance.below(2);
        let players = players(count);
        let dealer = chance.below(count);
        let playing: Vec<&String> = players.iter().enumerate()
            .filter(|(seat, _)| count == 3 || *seat != dealer).map(|(_, name)| name).collect();
        let declarer = chance.below(3);
        let mut slow = SlowSelection {
            order: (0..3).map(|place| playing[(declarer + place) % 3].clone()).collect(),
            max_doubles: chance.below(7),
            per_defender: 1 + chance.below(3),
            said: Vec::new(),
        };
        let every_call = SlowSelection::every_call(&players);
        let goods = 1 + chance.below(4);
        let mut question = json!({ "game": "mariash", "question": "auction", "players": players, "dealer": players[dealer],
            "declarer": slow.order[0], "calls": [],
            "options": { "max_doubles": slow.max_doubles, "commitments_per_defender": slow.per_defender } });
        loop {
            prop_assert!(slow.said.len() < 150);
            let made = slow.said.len();
            let mut admitted = Vec::new();
            for player in &players {
                for call in &every_call {
                    let plays = slow.order.contains(player);
                    if plays && slow.allows(player, call) {
                        admitted.push((player.clone(), call.clone()));
                    } else {
                        let mut call = call.clone();
                        call["player"] = json!(player);
                        question["calls"].as_array_mut().unwrap().push(call);
                    }
                }
            }
            // Every call that is not admitted, one after the other: none of them counts.
            let ruling = ruled(&question);
            prop_assert!(legal(&ruling)[made..].iter().all(|legal| !legal));
            question["calls"].as_array_mut().unwrap().truncate(made);
            let next: Vec<(String, Value)> = ruling["next"].as_array().unwrap().iter()
                .flat_map(|next| next["calls"].as_array().unwrap().iter()
                    .map(|call| (next["player"].as_str().unwrap().to_owned(), call.clone())))
                .collect();
            prop_assert_eq!(next.len(), admitted.len());
            prop_assert!(next.iter().all(|call| admitted.contains(call)));
            prop_assert_eq!(&ruling["outcome"]["commitments"], &slow.commitments());
            prop_assert_eq!(&ruling["outcome"]["complete"], slow.is_over());
            if slow.is_over() {
                let outcome = &ruling["outcome"];
                let mut spoken = json!({ "declarer": slow.order[0], "game_type": "trump", "trump": "clubs",
                    "points": { "declarer": 70, "defense": 50 }, "last_trick": { "winner": slow.order[1], "trump_seven": true } });
                let mut listed = spoken.clone();
                spoken["calls"] = question["calls"].clone();
                listed["commitments"] = outcome["commitments"].clone();
                for commitment in listed["commitments"].as_array_mut().unwrap() {
                    commitment.as_object_mut().unwrap().remove("multiplier");
                }
                if !outcome["open_hand"].is_null() {
                    listed["open_hand"] = outcome["open_hand"].clone();
                }
                let document = |hand: &Value| json!({ "game": "mariash", "players": players, "options": question["options"],
                    "first_dealer": players[dealer], "hands": [hand] });
                prop_assert_eq!(scores(&scored(&document(&spoken))), scores(&scored(&document(&listed))));
                spoken["commitments"] = listed["commitments"].clone();
                prop_assert_eq!(scores(&scored(&document(&spoken))), scores(&scored(&document(&listed))));
                break;
            }
            let good = next.iter().filter(|(_, call)| call["call"] == "good").count();
            let chosen = if good > 0 && chance.below(6) < goods {
                next.iter().find(|(_, call)| call["call"] == "good").unwrap()
            } else {
                chance.pick(&next)
            };
            let mut call = chosen.1.clone();
            call["player"] = json!(chosen.0);
            question["calls"].as_array_mut().unwrap().push(call);
            slow.said.push(chosen.clone());
            prop_assert!(legal(&ruled(&question)).iter().all(|legal| *legal));
        }
    }

    #[test]
    fn legal_play_has_no_irregularity_and_scores(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, _| chance.pick(allowed).clone());
        let ruling = ruled(&dealt.question(&json!(played.tricks), chance.once_in(2)));
        prop_assert_eq!(&ruling["legal"], true);
        let outcome = &ruling["outcome"];
        for place in 0..3 {
            prop_assert_eq!(&outcome["tricks"][dealt.name(place)], played.won[place]);
        }
        prop_assert_eq!(&outcome["last_trick"]["winner"], dealt.name(played.last.0));
        prop_assert_eq!(&outcome["last_trick"]["trump_seven"], played.last.1);
        if dealt.trump.is_some() {
            prop_assert_eq!(&outcome["card_points"], played.points);
        }
        let (by_play, by_numbers) = (record(&dealt, &played), record_of_numbers(&dealt, &played));
        prop_assert_eq!(scores(&scored(&by_play)), scores(&scored(&by_numbers)));
    }

    #[test]
    fn a_card_that_was_not_legal_is_always_found(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let mut swapped = false;
        let played = dealt.play(|allowed, held| {
            let illegal: Vec<&String> = held.iter().filter(|card| !allowed.contains(card)).collect();
            if swapped || illegal.is_empty() || !chance.once_in(3) {
                return chance.pick(allowed).clone();
            }
            swapped = true;
            (*chance.pick(&illegal)).clone()
        });
        prop_assert_eq!(played.rulings.iter().filter(|legal| !**legal).count(), usize::from(swapped));
        let ruling = ruled(&dealt.question(&json!(played.tricks), true));
        prop_assert_eq!(legal(&ruling), played.rulings.clone());
        if swapped {
            let at = played.rulings.iter().position(|legal| !legal).unwrap();
            let pointer = format!("/hands/0/play/tricks/{}/{}", at / 3, at % 3);
            let mut document = record(&dealt, &played);
            document["hands"][0]["play"]["hands"] = dealt.question(&json!([]), true)["hands"].clone();
            prop_assert_eq!(refused(&document), vec![("irregularity".to_owned(), pointer)]);
            document["hands"][0]["irregularities"] = json!("waived");
            let by_numbers = record_of_numbers(&dealt, &played);
            prop_assert_eq!(scores(&scored(&document)), scores(&scored(&by_numbers)));
        }
    }

    #[test]
    fn a_hand_being_played_is_judged_as_far_as_it_goes(seed: u64) {
        let mut chance = Chance(seed);
        let mut document = random_match(seed);
        let hands = document["hands"].as_array().unwrap().len();
        let mut current = document["hands"].as_array_mut().unwrap().pop().unwrap();
        current.as_object_mut().unwrap().retain(|_, _| !chance.once_in(3));
        document["current"] = current;
        let result = scored(&document);
        prop_assert_eq!(&result["current"]["number"], hands);
        prop_assert_eq!(scores(&result).len(), hands - 1);
    }
}

/// Thousands of deals, more than a hundred thousand positions, with every fourth card played at
/// random, legal or not.
#[test]
fn the_slow_referee_agrees() {
    let mut chance = Chance(6);
    let mut positions = 0;
    while positions < 100_000 {
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, held| {
            if chance.once_in(4) {
                chance.pick(held).clone()
            } else {
                chance.pick(allowed).clone()
            }
        });
        let ruling = ruled(&dealt.question(&json!(played.tricks), true));
        assert_eq!(legal(&ruling), played.rulings);
        let won = (0..3).map(|place| (dealt.name(place).clone(), json!(played.won[place])));
        let won: serde_json::Map<String, Value> = won.collect();
        assert_eq!(ruling["outcome"]["tricks"], Value::from(won));
        positions += played.rulings.len();
    }
}

/// Whoever is at the table, the amounts are told by name.
#[test]
fn names_of_any_script_are_told() {
    let players = players(4);
    let document = json!({ "game": "mariash", "players": players, "first_dealer": players[0], "hands": [
        { "declarer": "李雷", "game_type": "misere", "declarer_tricks": 0 }] });
    let expected = by_player(&players, [-15, -15, -15, 45]);
    assert_eq!(scored(&document)["hands"][0]["scores"], expected);
}
