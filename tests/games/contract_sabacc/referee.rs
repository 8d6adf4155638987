//! A slow, simple referee for the card play of Contract Sabacc.

use super::*;

pub(super) fn pack() -> Vec<String> {
    let suits = SUITS.iter();
    let mut pack: Vec<String> = suits
        .flat_map(|suit| (1..=14).map(move |rank| format!("{suit}-{rank}")))
        .collect();
    pack.extend((1..=21).map(|number| format!("-{number}")));
    pack.push("0".to_owned());
    pack
}

pub(super) fn is_sabacc(card: &str) -> bool {
    card == "0" || card.starts_with('-')
}

pub(super) fn is_honour(card: &str) -> bool {
    ["0", "-1", "-21"].contains(&card) || card.ends_with("-14") && !is_sabacc(card)
}

pub(super) fn suit_of(card: &str) -> &str {
    if is_sabacc(card) {
        "Sabacc"
    } else {
        card.split('-').next().unwrap()
    }
}

pub(super) fn number_of(card: &str) -> i64 {
    card.split('-').nth(1).unwrap_or("0").parse().unwrap()
}

/// Returns the half points of a card. The rules count pairs: "Two ordinary cards: 1 point; one
/// Legate and one ordinary card: 2 points."
pub(super) fn worth(card: &str) -> i64 {
    match number_of(card) {
        _ if is_honour(card) => 9,
        13 if !is_sabacc(card) => 7,
        12 if !is_sabacc(card) => 5,
        11 if !is_sabacc(card) => 3,
        _ => 1,
    }
}

pub(super) fn points(cards: &[String]) -> f64 {
    let halves: i64 = cards.iter().map(|card| worth(card)).sum();
    f64::from(i32::try_from(halves).unwrap()) / 2.0
}

/// "If they do not have that suit, they must play a Sabacc; if they do not have a Sabacc, they can
/// play any card."
pub(super) fn allowed(held: &[String], lead: Option<&str>) -> Vec<String> {
    let Some(lead) = lead else {
        return held.to_vec();
    };
    let of = |suit: &str| -> Vec<String> {
        held.iter()
            .filter(|card| suit_of(card) == suit)
            .cloned()
            .collect()
    };
    for suit in [suit_of(lead), "Sabacc"] {
        if !of(suit).is_empty() {
            return of(suit);
        }
    }
    held.to_vec()
}

/// Whether `second` beats `first`, which is the best card so far.
pub(super) fn beats(first: &str, second: &str) -> bool {
    match (is_sabacc(first), is_sabacc(second)) {
        (true, true) => second == "0" || (first != "0" && number_of(second) > number_of(first)),
        (sabacc, true) => !sabacc,
        (true, false) => false,
        (false, false) => suit_of(first) == suit_of(second) && number_of(second) > number_of(first),
    }
}

/// A hand after the auction and the discards: the cards of each player and the cards out of play.
pub(super) struct Deal {
    pub(super) players: Vec<String>,
    pub(super) hands: Vec<Vec<String>>,
    pub(super) talon: Vec<String>,
    pub(super) aside: Vec<String>,
    pub(super) dealer: usize,
    pub(super) declarer: usize,
    pub(super) contract: &'static str,
}

/// All tricks of a deal.
pub(super) struct Played {
    pub(super) tricks: Vec<Vec<Value>>,
    /// Whether each card was legal.
    pub(super) rulings: Vec<bool>,
    pub(super) won: Vec<i64>,
    /// The cards in the tricks that the declarer won.
    pub(super) pile: Vec<String>,
    pub(super) last: (usize, String),
}

impl Deal {
    pub(super) fn random(chance: &mut Chance) -> Deal {
        let count = 3 + chance.below(3);
        let (cards, size) = dealt(count);
        let (mut hands, talon) = deal(chance, &pack(), count, cards);
        let (declarer, contract) = (chance.below(count), chance.pick(&BIDS).0);
        let mut aside = Vec::new();
        if stake(contract) < 4 {
            let hand = &mut hands[declarer];
            hand.extend(talon.iter().cloned());
            chance.shuffle(hand);
            hand.sort_by_key(|card| match card {
                card if is_honour(card) => 2,
                card if is_sabacc(card) => 1,
                _ => 0,
            });
            aside = hand.drain(..size).collect();
        }
        Deal {
            players: players(count),
            hands,
            talon,
            aside,
            dealer: chance.below(count),
            declarer,
            contract,
        }
    }

    pub(super) fn question(&self, tricks: &Value, with_hands: bool, with_rest: bool) -> Value {
        let mut question = json!({ "game": "contract-sabacc", "question": "play", "players": self.players,
            "dealer": self.players[self.dealer], "tricks": tricks,
            "setting": { "declarer": self.players[self.declarer], "contract": self.contract } });
        if with_hands {
            question["hands"] = by_player(&self.players, self.hands.iter().cloned());
        }
        if with_rest {
            question["setting"]["talon"] = json!(self.talon);
            if !self.aside.is_empty() {
                question["setting"]["aside"] = json!(self.aside);
            }
        }
        question
    }

    /// Returns the declarer's card points after these tricks.
    pub(super) fn points(&self, played: &Played) -> f64 {
        let rest = match self.contract {
            "guard-against" => 0.0,
            "guard-without" => points(&self.talon),
            _ => points(&self.aside),
        };
        points(&played.pile) + rest
    }

    /// Plays every trick. `choose` gets the allowed cards and all held cards, and picks one.
    pub(super) fn play(&self, mut choose: impl FnMut(&[String], &[String]) -> String) -> Played {
        let count = self.players.len();
        let mut held = self.hands.clone();
        let mut played = Played {
            tricks: Vec::new(),
            rulings: Vec::new(),
            won: vec![0; count],
            pile: Vec::new(),
            last: (0, String::new()),
        };
        let mut leader = (self.dealer + 1) % count;
        for _ in 0..dealt(count).0 {
            let mut on_table: Vec<(usize, String)> = Vec::new();
            for place in 0..count {
                let seat = (leader + place) % count;
                let may = allowed(&held[seat], on_table.first().map(|(_, card)| card.as_str()));
                let chosen = choose(&may, &held[seat]);
                played.rulings.push(may.contains(&chosen));
                held[seat].retain(|card| *card != chosen);
                on_table.push((seat, chosen));
            }
            let mut best = on_table[0].clone();
            for other in &on_table[1..] {
                if beats(&best.1, &other.1) {
                    best = other.clone();
                }
            }
            leader = best.0;
            played.won[leader] += 1;
            if leader == self.declarer {
                played
                    .pile
                    .extend(on_table.iter().map(|(_, card)| card.clone()));
            }
            played.last = best;
            let named = on_table
                .iter()
                .map(|(seat, other)| card(&self.players[*seat], other));
            played.tricks.push(named.collect());
        }
        played
    }

    pub(super) fn last_trick(&self, played: &Played) -> Value {
        let card = match played.last.1.as_str() {
            "0" => "idiot",
            "-1" => "magician",
            _ => "other",
        };
        json!({ "winner": self.players[played.last.0], "card": card })
    }
}
