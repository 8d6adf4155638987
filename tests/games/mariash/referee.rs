//! A slow, simple referee for the card play of Mariash.

use super::*;

/// A hand in play.
pub(super) struct Deal {
    pub(super) players: Vec<String>,
    pub(super) dealer: usize,
    /// The players in the hand, clockwise from the declarer.
    pub(super) playing: Vec<usize>,
    pub(super) hands: Vec<Vec<String>>,
    pub(super) talon: Vec<String>,
    pub(super) trump: Option<usize>,
    pub(super) tens: bool,
    /// The rank of the ten, if a house rule sets it.
    pub(super) ten_rank: Option<&'static str>,
    /// Whether the declarer and the defense have committed to a Seven.
    pub(super) sevens: (bool, bool),
}

impl Deal {
    pub(super) fn random(chance: &mut Chance) -> Deal {
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
            ten_rank: *chance.pick(&[None, None, Some("low"), Some("high")]),
            sevens,
        }
    }

    pub(super) fn name(&self, place: usize) -> &String {
        &self.players[self.playing[place]]
    }

    pub(super) fn options(&self) -> Value {
        json!({ "card_points": if self.tens { 90 } else { 120 }, "ten_rank": self.ten_rank })
    }

    pub(super) fn commitments(&self) -> Value {
        let own = if self.sevens.0 { "seven" } else { "game" };
        let mut commitments = vec![json!({ "by": self.name(0), "contract": own })];
        if self.sevens.1 {
            commitments.push(json!({ "by": self.name(2), "contract": "hundred-seven" }));
        }
        json!(commitments)
    }

    pub(super) fn question(&self, tricks: &Value, with_hands: bool) -> Value {
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

    /// Plays every trick. `choose` gets the allowed cards and all held cards, and picks one.
    pub(super) fn play(&self, mut choose: impl FnMut(&[String], &[String]) -> String) -> Played {
        let mut held = self.hands.clone();
        let mut played = Played::default();
        let mut leader = 0;
        for number in 1..=10 {
            let mut on_table: Vec<(usize, String)> = Vec::new();
            for turn in 0..3 {
                let place = (leader + turn) % 3;
                let allowed: Vec<String> = held[place]
                    .iter()
                    .filter(|card| self.allows(number, place, &held[place], card, &on_table))
                    .cloned()
                    .collect();
                let chosen = choose(&allowed, &held[place]);
                played.rulings.push(allowed.contains(&chosen));
                held[place].retain(|card| *card != chosen);
                on_table.push((place, chosen));
            }
            let best = self.winner(number, &on_table);
            leader = on_table[best].0;
            played.won[leader] += 1;
            if leader == 0 {
                played.points += on_table
                    .iter()
                    .map(|(_, card)| self.points(card))
                    .sum::<i64>();
            }
            if number == 10 {
                let seven = self
                    .trump
                    .is_some_and(|trump| on_table[best].1 == format!("{}-7", SUITS[trump]));
                played.last = (leader, seven);
            }
            let cards = on_table
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

    pub(super) fn points(&self, card: &str) -> i64 {
        match (rank_of(card), self.tens) {
            ("A", false) => 11,
            ("A" | "10", _) => 10,
            ("K", false) => 4,
            ("Q", false) => 3,
            ("J", false) => 2,
            _ => 0,
        }
    }

    /// Whether `one` beats `other`, which is the best card so far in a trick of this suit.
    pub(super) fn beats(
        &self,
        number: usize,
        led: &str,
        one: (usize, &str),
        other: (usize, &str),
    ) -> bool {
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
        let high = self.ten_rank.map_or(self.tens, |rank| rank == "high");
        let ranks = if high && trump.is_some() {
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

    /// Returns the index of the best card on the table.
    pub(super) fn winner(&self, number: usize, on_table: &[(usize, String)]) -> usize {
        let led = suit_of(&on_table[0].1);
        let mut best = 0;
        for place in 1..on_table.len() {
            let (one, other) = (&on_table[place], &on_table[best]);
            if self.beats(number, led, (one.0, &one.1), (other.0, &other.1)) {
                best = place;
            }
        }
        best
    }

    /// Whether a card is legal: a player must follow suit and beat the best card if possible, but
    /// need not beat a trump. A player without the suit must trump, and overtrump if possible.
    pub(super) fn allows(
        &self,
        number: usize,
        place: usize,
        held: &[String],
        card: &str,
        on_table: &[(usize, String)],
    ) -> bool {
        let Some((_, first)) = on_table.first() else {
            return true;
        };
        let led = suit_of(first);
        let best = &on_table[self.winner(number, on_table)];
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
        let trumped = Some(led) != trump
            && on_table
                .iter()
                .any(|(_, card)| Some(suit_of(card)) == trump);
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

pub(super) fn or_all(beating: Vec<String>, all: &[&String]) -> Vec<String> {
    if beating.is_empty() {
        all.iter().map(ToString::to_string).collect()
    } else {
        beating
    }
}

/// The play of a deal.
#[derive(Default)]
pub(super) struct Played {
    pub(super) tricks: Vec<Vec<Value>>,
    pub(super) rulings: Vec<bool>,
    pub(super) won: [i64; 3],
    /// The card points of the declarer's pile.
    pub(super) points: i64,
    pub(super) last: (usize, bool),
}

pub(super) fn rank_of(card: &str) -> &str {
    card.split('-').nth(1).unwrap()
}

/// Returns a match whose hand records the play of a deal.
pub(super) fn record(dealt: &Deal, played: &Played) -> Value {
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

/// Returns the same match with numbers instead of the play.
pub(super) fn record_of_numbers(dealt: &Deal, played: &Played) -> Value {
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
