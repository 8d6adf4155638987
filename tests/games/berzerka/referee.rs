//! A slow, simple referee for the card play of Berzerka.

use super::*;

/// A hand in play: the cards of each player, the contract and what was announced.
pub(super) struct Deal {
    pub(super) players: Vec<String>,
    pub(super) hands: Vec<Vec<String>>,
    /// The contract that is played; for Shapeshift, the copied contract.
    pub(super) contract: &'static str,
    pub(super) setting: Value,
    pub(super) declarer: usize,
}

impl Deal {
    pub(super) fn random(chance: &mut Chance) -> Deal {
        let players = players(3);
        let (hands, _) = deal(chance, &pack(&SUITS, &RANKS), 3, 13);
        let declarer = chance.below(3);
        let contract = *chance.pick(&TILES);
        let mut setting = json!({ "declarer": players[declarer], "contract": contract });
        if chance.once_in(8) {
            setting["contract"] = "shapeshift".into();
            setting["shapeshift_copies"] = contract.into();
        }
        announce(chance, contract, &mut setting);
        Deal {
            players,
            hands,
            contract,
            setting,
            declarer,
        }
    }

    pub(super) fn question(&self, tricks: &Value, with_hands: bool) -> Value {
        let mut question = json!({ "game": "berzerka", "question": "play", "players": self.players,
                                   "setting": self.setting, "tricks": tricks });
        if with_hands {
            question["hands"] = by_player(&self.players, self.hands.iter().cloned());
        }
        question
    }

    /// Returns a match of one hand with this play.
    pub(super) fn document(&self, tricks: &Value) -> Value {
        let mut hand = self.setting.clone();
        let fields = hand.as_object_mut().unwrap();
        fields.remove("shapeshift_copies");
        fields.insert("discarded".to_owned(), 0.into());
        let hands = by_player(&self.players, self.hands.iter().cloned());
        fields.insert(
            "play".to_owned(),
            json!({ "tricks": tricks, "hands": hands }),
        );
        let mut options = json!({ "board": [self.contract] });
        if self.setting["contract"] == "shapeshift" {
            options = json!({ "board": ["shapeshift", self.contract], "shapeshift_copies": self.contract });
        }
        json!({ "game": "berzerka", "players": self.players, "options": options, "hands": [hand] })
    }

    /// Plays every trick. `choose` gets the allowed cards and all held cards, and picks one.
    pub(super) fn play(&self, mut choose: impl FnMut(&[String], &[String]) -> String) -> Played {
        let mut held = self.hands.clone();
        let mut played = Played::default();
        let mut leader = self.declarer;
        for number in 1..=13 {
            let mut on_table: Vec<(usize, String)> = Vec::new();
            for place in 0..3 {
                let seat = (leader + place) % 3;
                let allowed = self.allowed(number, &held[seat], &on_table);
                let chosen = choose(&allowed, &held[seat]);
                played.legal.push(allowed.contains(&chosen));
                held[seat].retain(|card| *card != chosen);
                on_table.push((seat, chosen));
            }
            leader = self.winner(number, &on_table);
            played.won[leader] += 1;
            played.last_six[leader] += i64::from(number > 7);
            let pain = self.setting.get("pain_suit");
            let is_pain_card = |card: &str| {
                let suit = SUITS
                    .iter()
                    .position(|suit| *suit == suit_of(card))
                    .unwrap();
                pain.is_some_and(|pain| pain == WORDS[suit])
            };
            let pain_cards = on_table
                .iter()
                .filter(|(_, card)| is_pain_card(card))
                .count();
            played.pain[leader] += i64::try_from(pain_cards).unwrap();
            let on_table = on_table.iter();
            played.tricks.push(
                on_table
                    .map(|(seat, played)| card(&self.players[*seat], played))
                    .collect(),
            );
        }
        played
    }

    pub(super) fn trump(&self) -> Option<&'static str> {
        if self.contract == "seeing-red" {
            return Some("H");
        }
        let word = self.setting.get("trump")?.as_str()?;
        Some(SUITS[WORDS.iter().position(|known| *known == word).unwrap()])
    }

    /// Whether the 1 is the highest card in this trick.
    pub(super) fn inverted(&self, number: usize) -> bool {
        let text = self.setting["ranking"] == "inverted";
        match self.contract {
            "hidden-strength" => true,
            "changing-pace" => text == (number <= 7),
            "raging-tides" => text == (number % 2 == 1),
            _ => text,
        }
    }

    /// A player must follow suit, or else play a trump, or else any card. A card of the suit, or a
    /// trump, must beat the cards on the table if possible.
    pub(super) fn allowed(
        &self,
        number: usize,
        held: &[String],
        on_table: &[(usize, String)],
    ) -> Vec<String> {
        let Some((_, lead)) = on_table.first() else {
            return held.to_vec();
        };
        let of_suit = |suit: &str| -> Vec<String> {
            held.iter()
                .filter(|card| suit_of(card) == suit)
                .cloned()
                .collect()
        };
        let follows = of_suit(suit_of(lead));
        let trumps = self.trump().map(of_suit).unwrap_or_default();
        let choose_from = if !follows.is_empty() {
            follows
        } else if !trumps.is_empty() {
            trumps
        } else {
            return held.to_vec();
        };
        let beats = |card: &String| {
            let mut with_it = on_table.to_vec();
            with_it.push((9, card.clone()));
            self.winner(number, &with_it) == 9
        };
        let beating: Vec<String> = choose_from
            .iter()
            .filter(|card| beats(card))
            .cloned()
            .collect();
        if beating.is_empty() {
            choose_from
        } else {
            beating
        }
    }

    pub(super) fn winner(&self, number: usize, on_table: &[(usize, String)]) -> usize {
        let of_suit = |suit: &str| -> Vec<&(usize, String)> {
            on_table
                .iter()
                .filter(|(_, card)| suit_of(card) == suit)
                .collect()
        };
        let trumps = self.trump().map(of_suit).unwrap_or_default();
        let mut fighting = if trumps.is_empty() {
            of_suit(suit_of(&on_table[0].1))
        } else {
            trumps
        };
        fighting.sort_by_key(|(_, card)| rank_of(card));
        let best = if self.inverted(number) {
            fighting.first()
        } else {
            fighting.last()
        };
        best.unwrap().0
    }
}

/// The play of a deal, as judged by the slow referee.
#[derive(Default)]
pub(super) struct Played {
    pub(super) tricks: Vec<Vec<Value>>,
    pub(super) legal: Vec<bool>,
    pub(super) won: [i64; 3],
    pub(super) last_six: [i64; 3],
    pub(super) pain: [i64; 3],
}

pub(super) fn rank_of(card: &str) -> u8 {
    card.split('-').nth(1).unwrap().parse().unwrap()
}

/// Returns the cell of the only hand in a result.
pub(super) fn only_cell<'a>(result: &'a Value, deal: &Deal) -> &'a Value {
    &result["detail"]["contracts"][0]["cells"][&deal.players[deal.declarer]]
}
