//! The turn order of the calls before the play, in the contract selection and in the doubling of a whole hand.

use overtrick_core::prelude::*;

/// The action of the player on turn so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Nothing,
    /// At least one raise.
    Raise,
    /// An answer to an open hand, without a raise after it.
    Answer,
}

/// The turn order of a hand's players: clockwise, until nobody raises.
pub struct Order {
    /// Clockwise, the declarer first.
    players: Vec<Seat>,
    /// The place of the player on turn.
    turn: usize,
    action: Action,
    /// The number of players who have called good or answered an open hand since the last raise.
    goods: usize,
}

impl Order {
    /// Returns the order of the players from the declarer on. The player at the place `first` calls first.
    pub fn from_declarer(table: &Table, players: &[Seat], declarer: Seat, first: usize) -> Order {
        let players = table.from(declarer).filter(|seat| players.contains(seat));
        Order {
            players: players.collect(),
            turn: first,
            action: Action::Nothing,
            goods: 0,
        }
    }

    /// Whether both other players have called good or answered since the last raise.
    pub fn is_over(&self) -> bool {
        self.goods + 1 >= self.players.len()
    }

    /// Returns the place of a player; `None` for a player who sits out.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        self.players.iter().position(|player| *player == seat)
    }

    pub fn seat(&self, place: usize) -> Seat {
        self.players[place]
    }

    fn after(&self, place: usize) -> usize {
        (place + 1) % self.players.len()
    }

    /// Returns the player who must call next.
    pub fn turn(&self) -> Seat {
        self.players[match self.action {
            Action::Nothing => self.turn,
            Action::Raise | Action::Answer => self.after(self.turn),
        }]
    }

    /// Returns the action of the player at this place. It is `Nothing` if it is another player's turn.
    pub fn action_of(&self, place: usize) -> Action {
        if place == self.turn {
            self.action
        } else {
            Action::Nothing
        }
    }

    /// Returns the places of the players who can call now: the next player, and a player who has just raised or
    /// answered.
    pub fn callers(&self) -> Vec<usize> {
        match (self.is_over(), self.action) {
            (true, _) => Vec::new(),
            (false, Action::Nothing) => vec![self.turn],
            (false, Action::Raise | Action::Answer) => vec![self.turn, self.after(self.turn)],
        }
    }

    /// Whether the player at this place may call now. A player who has just answered may still raise, even if no other
    /// player is to call.
    pub fn may_call(&self, place: usize) -> bool {
        self.action_of(place) == Action::Answer || self.callers().contains(&place)
    }

    /// The breach of a call out of turn, under this clause.
    pub fn out_of_turn(&self, table: &Table, clause: &'static str) -> Breach {
        let next = table.name(self.turn());
        if self.action == Action::Raise {
            let turn = table.name(self.players[self.turn]);
            let args = args![turn: turn, next: next];
            return Breach::new(clause, args).with_message("mariash/turn-two");
        }
        Breach::new(clause, args![turn: next]).with_message("mariash/turn")
    }

    /// Records good, which ends the turn. Directly after an answer of the same player it is not counted.
    pub fn good(&mut self, place: usize) {
        if self.action_of(place) != Action::Answer {
            self.goods += 1;
        }
        self.turn = self.after(place);
        self.action = Action::Nothing;
    }

    /// Records an answer to an open hand.
    pub fn answer(&mut self, place: usize) {
        self.goods += 1;
        self.turn = place;
        self.action = Action::Answer;
    }

    /// Records a raise, after which the others must call again.
    pub fn raise(&mut self, place: usize) {
        self.goods = 0;
        self.turn = place;
        self.action = Action::Raise;
    }
}
