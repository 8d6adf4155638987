//! A slow, obvious judge of the auction of Mariash.

use super::*;

/// A contract selection by the sentences of the rules: everything is found in what was said so far.
pub(super) struct SlowSelection {
    /// Clockwise, the declarer first.
    pub(super) order: Vec<String>,
    pub(super) max_doubles: usize,
    pub(super) per_defender: usize,
    pub(super) said: Vec<(String, Value)>,
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

    /// "Until nobody raises any more: both other players have said good since the last raise."
    pub(super) fn is_over(&self) -> bool {
        let since = self
            .said
            .iter()
            .rev()
            .take_while(|(_, call)| !Self::is_raise(call));
        since.filter(|(_, call)| call["call"] == "good").count() == 2
    }

    /// The entries of one player in a row that end what was said so far.
    pub(super) fn turn(&self) -> &[(String, Value)] {
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
    pub(super) fn may_speak(&self, player: &str) -> bool {
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

    pub(super) fn by(&self, player: &str) -> impl Iterator<Item = &Value> {
        self.said
            .iter()
            .filter(move |(name, _)| name == player)
            .map(|(_, call)| call)
    }

    pub(super) fn doubles(&self, on: &Value) -> Vec<&String> {
        let doubles = self
            .said
            .iter()
            .filter(|(_, call)| call["call"] == "double" && call["on"] == *on);
        doubles.map(|(name, _)| name).collect()
    }

    pub(super) fn allows(&self, player: &str, call: &Value) -> bool {
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
        let contracts = self.said.iter().filter(|(_, call)| Self::is_contract(call));
        let commitment = |(name, call): &(String, Value)| {
            let on = json!({ "by": name, "contract": call["call"] });
            let doubles = self.doubles(&on).len();
            json!({ "by": name, "contract": call["call"], "doubles": doubles, "multiplier": 1 << doubles })
        };
        contracts.map(commitment).collect()
    }

    /// Everything that anyone could say.
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
