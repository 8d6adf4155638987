//! A slow, simple referee for the auction of Mariash.

use super::*;

/// The selection of a contract, as the rules describe it. Every method computes its answer from the calls.
pub(super) struct SlowSelection {
    /// The players, clockwise from the declarer.
    pub(super) order: Vec<String>,
    pub(super) max_doubles: usize,
    pub(super) per_defender: usize,
    pub(super) history: Vec<(String, Value)>,
}

impl SlowSelection {
    pub(super) fn after(&self, player: &str) -> &String {
        let place = self.order.iter().position(|name| name == player).unwrap();
        &self.order[(place + 1) % 3]
    }

    pub(super) fn is_raise(call: &Value) -> bool {
        call["call"] == "double" || call["call"] == "open-hand" || Self::is_contract(call)
    }

    pub(super) fn is_contract(call: &Value) -> bool {
        CONTRACTS.iter().any(|contract| call["call"] == **contract)
    }

    pub(super) fn is_answer(call: &Value) -> bool {
        call["call"] == "accept" || call["call"] == "play"
    }

    /// Whether both other players have said good since the last raise. An answer to an open hand
    /// counts as a good, so a good directly after a player's own answer does not count.
    pub(super) fn is_over(&self) -> bool {
        let last_raise = self
            .history
            .iter()
            .rposition(|(_, call)| Self::is_raise(call));
        let since = last_raise.map_or(0, |index| index + 1);
        let agrees = |index: &usize| {
            let (name, call) = &self.history[*index];
            let before = index.checked_sub(1).map(|before| &self.history[before]);
            let repeats =
                before.is_some_and(|(other, call)| other == name && Self::is_answer(call));
            Self::is_answer(call) || call["call"] == "good" && !repeats
        };
        (since..self.history.len()).filter(agrees).count() == 2
    }

    /// Whether the last call was this player's answer to an open hand.
    pub(super) fn has_just_answered(&self, player: &str) -> bool {
        let last = self.history.last();
        last.is_some_and(|(name, call)| name == player && Self::is_answer(call))
    }

    /// Whether a ruling's `next` lists a call.
    pub(super) fn lists(&self, player: &str, call: &Value) -> bool {
        let repeats = call["call"] == "good" && self.has_just_answered(player);
        !self.is_over() && !repeats
    }

    /// Returns the calls of the current turn: the last calls by one player.
    pub(super) fn turn(&self) -> &[(String, Value)] {
        let Some((last, _)) = self.history.last() else {
            return &[];
        };
        let count = self
            .history
            .iter()
            .rev()
            .take_while(|(name, _)| name == last)
            .count();
        &self.history[self.history.len() - count..]
    }

    /// "Good ends the turn; a turn with a raise ends when the next player makes a legal call."
    pub(super) fn may_call(&self, player: &str) -> bool {
        let turn = self.turn();
        let Some((caller, _)) = turn.first() else {
            return player == self.order[0];
        };
        if turn.iter().any(|(_, call)| call["call"] == "good") {
            return player == self.after(caller);
        }
        player == caller || player == self.after(caller)
    }

    pub(super) fn by(&self, player: &str) -> impl Iterator<Item = &Value> {
        self.history
            .iter()
            .filter(move |(name, _)| name == player)
            .map(|(_, call)| call)
    }

    pub(super) fn doubles(&self, on: &Value) -> Vec<&String> {
        let doubles = self
            .history
            .iter()
            .filter(|(_, call)| call["call"] == "double" && call["on"] == *on);
        doubles.map(|(name, _)| name).collect()
    }

    pub(super) fn allows(&self, player: &str, call: &Value) -> bool {
        let declarer = self.order[0].clone();
        if self.is_over() && !self.has_just_answered(player) || !self.may_call(player) {
            return false;
        }
        if self.history.is_empty() {
            return Self::is_contract(call);
        }
        let opened = self.by(&declarer).any(|call| call["call"] == "open-hand");
        let answered = self.by(player).any(Self::is_answer);
        let is_answer = Self::is_answer(call);
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
            .history
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

    pub(super) fn allows_double(&self, player: &str, on: &Value) -> bool {
        let by = on["by"].as_str().unwrap();
        let is_side = |name: &str| name == self.order[0];
        let doubles = self.doubles(on);
        self.by(by).any(|call| call["call"] == on["contract"])
            && doubles.len() < self.max_doubles
            && doubles
                .last()
                .map_or(player != by, |last| is_side(last) != is_side(player))
    }

    pub(super) fn commitments(&self) -> Value {
        let contracts = self
            .history
            .iter()
            .filter(|(_, call)| Self::is_contract(call));
        let commitment = |(name, call): &(String, Value)| {
            let on = json!({ "by": name, "contract": call["call"] });
            let doubles = self.doubles(&on).len();
            json!({ "by": name, "contract": call["call"], "doubles": doubles, "multiplier": 1 << doubles })
        };
        contracts.map(commitment).collect()
    }

    /// Returns every possible call.
    pub(super) fn every_call(players: &[String]) -> Vec<Value> {
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

/// The doubling of a Misère or a Slam, as the rules describe it.
pub(super) struct SlowDoubling {
    /// The players, clockwise from the declarer.
    pub(super) order: Vec<String>,
    pub(super) max_doubles: usize,
    /// The calls: each player and `double` or `good`.
    pub(super) history: Vec<(String, &'static str)>,
}

impl SlowDoubling {
    fn after(&self, player: &str) -> &String {
        let place = self.order.iter().position(|name| name == player).unwrap();
        &self.order[(place + 1) % 3]
    }

    pub(super) fn doubles(&self) -> usize {
        let doubles = self.history.iter().filter(|(_, call)| *call == "double");
        doubles.count()
    }

    /// "When both other players have said good, the play begins."
    pub(super) fn is_over(&self) -> bool {
        let goods = self.history.iter().rev();
        goods.take_while(|(_, call)| *call == "good").count() == 2
    }

    /// "The player after the declarer calls first. A defender doubles first, then the sides alternate."
    pub(super) fn allows(&self, player: &str, call: &str) -> bool {
        let is_turn = match self.history.last() {
            None => *player == self.order[1],
            Some((last, "double")) => player == last || player == self.after(last),
            Some((last, _)) => player == self.after(last),
        };
        let doubled = self
            .history
            .iter()
            .rev()
            .find(|(_, call)| *call == "double");
        let by_declarer = |name: &str| name == self.order[0];
        let double = match doubled {
            None => !by_declarer(player),
            Some((last, _)) => by_declarer(last) != by_declarer(player),
        };
        let own_raise = self
            .history
            .last()
            .is_some_and(|(last, call)| last == player && *call == "double");
        is_turn
            && !self.is_over()
            && if call == "double" {
                double && self.doubles() < self.max_doubles
            } else {
                !own_raise
            }
    }
}
