//! A slow, simple referee for the bids and the card play of Oh Hell.

use super::*;

/// A hand to play at random: the cards of each player, the trump and the dealer.
pub(super) struct Deal {
    pub(super) players: Vec<String>,
    pub(super) hands: Vec<Vec<String>>,
    pub(super) trump: Option<usize>,
    pub(super) dealer: usize,
    pub(super) break_trump: bool,
}

impl Deal {
    pub(super) fn random(random: &mut Chance) -> Deal {
        let count = 3 + random.below(5);
        let cards = 1 + random.below(51 / count);
        let (hands, _) = deal(random, &pack(&SUITS, &RANKS), count, cards);
        Deal {
            players: players(count),
            hands,
            trump: Some(random.below(5)).filter(|suit| *suit < 4),
            dealer: random.below(count),
            break_trump: random.once_in(2),
        }
    }

    pub(super) fn cards(&self) -> usize {
        self.hands[0].len()
    }

    pub(super) fn trump_word(&self) -> &'static str {
        self.trump.map_or("no-trump", |suit| WORDS[suit])
    }

    pub(super) fn question(&self, tricks: &Value, with_hands: bool) -> Value {
        let mut question = json!({ "game": "oh-hell", "question": "play", "players": self.players,
            "options": { "break_trump": self.break_trump }, "dealer": self.players[self.dealer],
            "setting": { "trump": self.trump_word() }, "tricks": tricks });
        if with_hands {
            question["hands"] = by_player(&self.players, self.hands.iter().cloned());
        }
        question
    }

    /// Plays every trick. Returns the cards, whether each was legal, and the tricks of each player.
    ///
    /// `choose` gets the legal cards and all held cards, and picks one.
    pub(super) fn play(
        &self,
        mut choose: impl FnMut(&[String], &[String]) -> String,
    ) -> (Vec<Vec<Value>>, Vec<bool>, Vec<i64>) {
        let count = self.players.len();
        let mut held = self.hands.clone();
        let (mut tricks, mut legal, mut won) = (Vec::new(), Vec::new(), vec![0; count]);
        let mut leader = (self.dealer + 1) % count;
        let mut broken = false;
        for _ in 0..self.cards() {
            let mut trick: Vec<(usize, String)> = Vec::new();
            for place in 0..count {
                let seat = (leader + place) % count;
                let lead = trick.first().map(|(_, card)| card.as_str());
                let allowed: Vec<String> = held[seat]
                    .iter()
                    .filter(|card| self.allows(&held[seat], card, lead, broken))
                    .cloned()
                    .collect();
                let played = choose(&allowed, &held[seat]);
                legal.push(allowed.contains(&played));
                held[seat].retain(|card| *card != played);
                trick.push((seat, played));
            }
            broken |= trick.iter().any(|(_, card)| self.is_trump(card));
            leader = self.winner(&trick);
            won[leader] += 1;
            tricks.push(
                trick
                    .iter()
                    .map(|(seat, played)| card(&self.players[*seat], played))
                    .collect(),
            );
        }
        (tricks, legal, won)
    }

    fn is_trump(&self, card: &str) -> bool {
        self.trump.is_some_and(|suit| suit_of(card) == SUITS[suit])
    }

    /// "Follow suit if possible; otherwise any card." With `break_trump`: "Trump may not be led
    /// before a trump was played in an earlier trick, unless the leader holds only trumps."
    fn allows(&self, held: &[String], card: &str, lead: Option<&str>, broken: bool) -> bool {
        match lead {
            Some(lead) => {
                let can_follow = held.iter().any(|other| suit_of(other) == suit_of(lead));
                !can_follow || suit_of(card) == suit_of(lead)
            }
            None => {
                let only_trumps = held.iter().all(|other| self.is_trump(other));
                !self.break_trump || !self.is_trump(card) || broken || only_trumps
            }
        }
    }

    /// "Highest trump wins, else the highest card of the suit led."
    fn winner(&self, trick: &[(usize, String)]) -> usize {
        let trumps: Vec<&(usize, String)> = trick
            .iter()
            .filter(|(_, card)| self.is_trump(card))
            .collect();
        let followed: Vec<&(usize, String)> = trick
            .iter()
            .filter(|(_, card)| suit_of(card) == suit_of(&trick[0].1))
            .collect();
        let fighting = if trumps.is_empty() { followed } else { trumps };
        fighting
            .into_iter()
            .max_by_key(|(_, card)| rank_of(card))
            .unwrap()
            .0
    }
}

/// Returns whether each bid is legal. An illegal bid does not count.
///
/// Each player bids once, from 0 to the cards dealt: first the player left of the dealer, last the dealer.
/// With the hook, the dealer's bid may not make the sum of all bids equal to the cards dealt.
pub(super) fn bids_allowed(
    players: usize,
    dealer: usize,
    cards: i64,
    hook: bool,
    calls: &[(usize, i64)],
) -> Vec<bool> {
    let mut order: Vec<usize> = (1..=players)
        .map(|step| (dealer + step) % players)
        .collect();
    order.reverse();
    let mut sum = 0;
    let mut allowed = Vec::new();
    for (seat, bid) in calls {
        let in_turn = order.last() == Some(seat);
        let in_range = *bid >= 0 && *bid <= cards;
        let hooked = hook && *seat == dealer && sum + bid == cards;
        let legal = in_turn && in_range && !hooked;
        if legal {
            order.pop();
            sum += bid;
        }
        allowed.push(legal);
    }
    allowed
}
