//! A slow, simple referee for the card play of Brink Bid.

use super::*;

/// A hand to play at random: the cards of each player, the trump and the dealer.
pub(super) struct Deal {
    pub(super) players: Vec<String>,
    pub(super) hands: Vec<Vec<String>>,
    pub(super) trump: Option<usize>,
    pub(super) dealer: usize,
}

impl Deal {
    pub(super) fn random(chance: &mut Chance) -> Deal {
        let count = 2 + chance.below(5);
        let cards = 1 + chance.below(52 / count);
        let (hands, _) = deal(chance, &pack(&SUITS, &RANKS), count, cards);
        let trump = Some(chance.below(5)).filter(|suit| *suit < 4);
        Deal {
            players: players(count),
            hands,
            trump,
            dealer: chance.below(count),
        }
    }

    pub(super) fn question(&self, tricks: &Value, with_hands: bool) -> Value {
        let trump = self.trump.map_or("no-trump", |suit| WORDS[suit]);
        let mut question = json!({ "game": "brink-bid", "question": "play", "players": self.players,
            "dealer": self.players[self.dealer], "setting": { "trump": trump }, "tricks": tricks });
        if with_hands {
            question["hands"] = by_player(&self.players, self.hands.iter().cloned());
        }
        question
    }

    /// Plays every trick. `choose` gets the allowed cards and all held cards, and picks one.
    pub(super) fn play(
        &self,
        mut choose: impl FnMut(&[String], &[String]) -> String,
    ) -> (Vec<Vec<Value>>, Vec<bool>, Vec<i64>) {
        let count = self.players.len();
        let mut held = self.hands.clone();
        let (mut tricks, mut rulings, mut won) = (Vec::new(), Vec::new(), vec![0; count]);
        let mut leader = (self.dealer + 1) % count;
        let mut trump_was_played = false;
        for _ in 0..self.hands[0].len() {
            let mut on_table: Vec<(usize, String)> = Vec::new();
            for place in 0..count {
                let seat = (leader + place) % count;
                let lead = on_table.first().map(|(_, card)| card.as_str());
                let allowed: Vec<String> = held[seat]
                    .iter()
                    .filter(|card| self.allows(&held[seat], card, lead, trump_was_played))
                    .cloned()
                    .collect();
                let played = choose(&allowed, &held[seat]);
                rulings.push(allowed.contains(&played));
                held[seat].retain(|card| *card != played);
                on_table.push((seat, played));
            }
            trump_was_played |= on_table.iter().any(|(_, card)| self.is_trump(card));
            leader = self.winner(&on_table);
            won[leader] += 1;
            tricks.push(
                on_table
                    .iter()
                    .map(|(seat, played)| card(&self.players[*seat], played))
                    .collect(),
            );
        }
        (tricks, rulings, won)
    }

    pub(super) fn is_trump(&self, card: &str) -> bool {
        self.trump.is_some_and(|suit| suit_of(card) == SUITS[suit])
    }

    /// "Follow suit if possible; otherwise any card, trump or not. Trump may not be led before a
    /// trump has been played, unless the leader holds only trumps."
    pub(super) fn allows(
        &self,
        held: &[String],
        card: &str,
        lead: Option<&str>,
        trump_was_played: bool,
    ) -> bool {
        match lead {
            Some(lead) => {
                let can_follow = held.iter().any(|other| suit_of(other) == suit_of(lead));
                !can_follow || suit_of(card) == suit_of(lead)
            }
            None => {
                let only_trumps = held.iter().all(|other| self.is_trump(other));
                !self.is_trump(card) || trump_was_played || only_trumps
            }
        }
    }

    /// "Highest trump wins, else the highest card of the suit led."
    pub(super) fn winner(&self, on_table: &[(usize, String)]) -> usize {
        let trumps: Vec<&(usize, String)> = on_table
            .iter()
            .filter(|(_, card)| self.is_trump(card))
            .collect();
        let followed: Vec<&(usize, String)> = on_table
            .iter()
            .filter(|(_, card)| suit_of(card) == suit_of(&on_table[0].1))
            .collect();
        let fighting = if trumps.is_empty() { followed } else { trumps };
        fighting
            .into_iter()
            .max_by_key(|(_, card)| rank_of(card))
            .unwrap()
            .0
    }
}
