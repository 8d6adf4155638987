//! A slow, simple referee for the card play of Contractor.

use super::*;

/// A card that is played; for a led joker, also the suit that its player names.
pub(super) type Choice = (String, Option<usize>);

/// A hand in play: the cards of each player, and the contract.
pub(super) struct Deal {
    pub(super) players: Vec<String>,
    pub(super) hands: Vec<Vec<String>>,
    pub(super) contractor: usize,
    pub(super) contract: Value,
    pub(super) kitty_card: String,
}

impl Deal {
    pub(super) fn random(chance: &mut Chance) -> Deal {
        let mut cards = pack(&SUITS, &RANKS);
        cards.push("joker".to_owned());
        let (hands, kitty) = deal(chance, &cards, 3, 10);
        let mut contract =
            json!({ "strain": chance.pick(&STRAINS), "sour_trumps": !chance.once_in(3) });
        if contract["strain"] == "nil" {
            contract["nil_without_joker"] = chance.once_in(2).into();
        }
        contract["foregone"] = (chance.below(4)).into();
        contract["thievery"] = chance.once_in(4).into();
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

    /// Deals the joker and many trumps to the contractor, so that rare cases of Sour Trumps occur.
    pub(super) fn give_trumps(&mut self, chance: &mut Chance) {
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

    pub(super) fn setting(&self) -> Value {
        let mut setting =
            json!({ "contractor": self.players[self.contractor], "contract": self.contract });
        if self.contract["strain"] == "crazytrump" {
            setting["kitty_card"] = self.kitty_card.clone().into();
        }
        setting
    }

    pub(super) fn question(&self, tricks: &Value, with_hands: bool) -> Value {
        let mut question = json!({ "game": "contractor", "question": "play", "players": self.players,
            "setting": self.setting(), "tricks": tricks });
        if with_hands {
            question["hands"] = by_player(&self.players, self.hands.iter().cloned());
        }
        question
    }

    /// Whether a player cannot hold the revealed card. The contractor takes it from the kitty, so
    /// only the contractor can hold it. If the contractor forgoes the whole kitty, nobody can hold
    /// it. With Thievery, another player may have stolen it.
    pub(super) fn has_misplaced_card(&self) -> bool {
        let holds = |seat: usize| self.hands[seat].contains(&self.kitty_card);
        let another_holds = (0..3).any(|seat| seat != self.contractor && holds(seat));
        strain_of(&self.contract) == "crazytrump"
            && if self.contract["foregone"] == 3 {
                another_holds || holds(self.contractor)
            } else {
                another_holds && !has(&self.contract, "thievery")
            }
    }

    /// Returns the index of the trump suit.
    pub(super) fn trump(&self) -> Option<usize> {
        match strain_of(&self.contract) {
            "crazytrump" => SUITS
                .iter()
                .position(|suit| self.kitty_card.starts_with(suit)),
            strain => WORDS.iter().position(|word| *word == strain),
        }
    }

    /// Plays every trick. `choose` gets the allowed choices and all choices, and picks one.
    pub(super) fn play(&self, mut choose: impl FnMut(&[Choice], &[Choice]) -> Choice) -> Played {
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
            let mut on_table: Vec<(usize, Choice)> = Vec::new();
            for place in 0..3 {
                let seat = (leader + place) % 3;
                let mut all: Vec<Choice> = Vec::new();
                for card in &held[seat] {
                    if card == "joker" && on_table.is_empty() {
                        all.extend((0..4).map(|suit| (card.clone(), Some(suit))));
                    } else {
                        all.push((card.clone(), None));
                    }
                }
                let allowed: Vec<Choice> = all
                    .iter()
                    .filter(|choice| match on_table.first() {
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
                on_table.push((seat, chosen));
            }
            opened |= on_table.iter().any(|(seat, choice)| {
                *seat != self.contractor
                    && self.trump().is_some()
                    && suit_of(choice) == self.trump()
            });
            leader = self.winner(&on_table);
            played.won[leader] += 1;
            played.tricks.push(
                on_table
                    .iter()
                    .map(|(seat, choice)| self.to_json(*seat, choice))
                    .collect(),
            );
        }
        played
    }

    pub(super) fn to_json(&self, seat: usize, choice: &Choice) -> Value {
        let mut text = card(&self.players[seat], &choice.0);
        if let Some(suit) = choice.1 {
            text["suit"] = WORDS[suit].into();
        }
        text
    }

    /// Under Sour Trumps the contractor may not lead trump before another player has played one,
    /// unless all held cards are trumps. With only trumps and the joker, the contractor must lead
    /// the joker and name another suit. A joker named as trump is a trump.
    pub(super) fn may_lead(
        &self,
        seat: usize,
        held: &[String],
        choice: &Choice,
        opened: bool,
    ) -> bool {
        let sour = has(&self.contract, "sour_trumps") && self.trump().is_some();
        if seat != self.contractor || !sour || opened || suit_of(choice) != self.trump() {
            return true;
        }
        let only_trumps = held
            .iter()
            .all(|card| suit_of(&(card.clone(), None)) == self.trump());
        choice.0 != "joker" && only_trumps
    }

    /// Returns the winner: the highest trump, or else the highest card of the suit led. A led joker is the
    /// lowest card of its named suit. In Nil without joker, the contractor's joker wins the trick.
    pub(super) fn winner(&self, on_table: &[(usize, Choice)]) -> usize {
        let jinxed = strain_of(&self.contract) == "nil" && has(&self.contract, "nil_without_joker");
        if jinxed
            && on_table
                .iter()
                .any(|(seat, choice)| *seat == self.contractor && choice.0 == "joker")
        {
            return self.contractor;
        }
        let of_suit = |suit: Option<usize>| -> Option<usize> {
            let fighting = on_table
                .iter()
                .filter(|(_, choice)| suit.is_some() && suit_of(choice) == suit);
            fighting
                .max_by_key(|(_, choice)| rank_of(&choice.0))
                .map(|(seat, _)| *seat)
        };
        of_suit(self.trump())
            .or_else(|| of_suit(suit_of(&on_table[0].1)))
            .unwrap()
    }
}

/// The play of a deal.
pub(super) struct Played {
    pub(super) tricks: Vec<Vec<Value>>,
    pub(super) rulings: Vec<bool>,
    pub(super) could_play: Vec<Vec<String>>,
    pub(super) won: Vec<i64>,
}

/// Whether a card is legal after a lead: a player must follow suit, but may always play the joker.
pub(super) fn follows(held: &[String], choice: &Choice, lead: &Choice) -> bool {
    let suit = suit_of(lead);
    let can_follow = held
        .iter()
        .any(|card| suit_of(&(card.clone(), None)) == suit);
    choice.0 == "joker" || suit_of(choice) == suit || !can_follow
}

/// Returns the index of a card's suit; a joker that was not led has no suit.
pub(super) fn suit_of(choice: &Choice) -> Option<usize> {
    choice.1.or_else(|| {
        SUITS
            .iter()
            .position(|suit| choice.0.split('-').next() == Some(suit))
    })
}

/// Returns the index of a card's rank. The joker has none, so it is below the 7.
pub(super) fn rank_of(card: &str) -> Option<usize> {
    RANKS
        .iter()
        .position(|rank| Some(*rank) == card.split('-').nth(1))
}
