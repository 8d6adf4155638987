//! Whose turn it is to call before the play, in the contract selection and when a whole hand is doubled.

use overtrick_core::prelude::*;

/// What the player on turn has called in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Nothing,
    /// At least one raise.
    Raise,
    /// An answer to an open hand, and no raise after it.
    Answer,
}

/// The players of a hand, who speak clockwise until nobody raises any more.
pub struct Order {
    /// Clockwise, the declarer first.
    players: Vec<Seat>,
    /// Whose turn it is, by place among the players.
    turn: usize,
    action: Action,
    /// How many have called good or answered an open hand since the last raise.
    goods: usize,
}

impl Order {
    /// The players from the declarer on; the one at the place `first` calls first.
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

    /// The place of a player; `None` for one who sits out.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        self.players.iter().position(|player| *player == seat)
    }

    pub fn seat(&self, place: usize) -> Seat {
        self.players[place]
    }

    fn after(&self, place: usize) -> usize {
        (place + 1) % self.players.len()
    }

    /// Who must speak for the calls to go on.
    pub fn turn(&self) -> Seat {
        self.players[match self.action {
            Action::Nothing => self.turn,
            Action::Raise | Action::Answer => self.after(self.turn),
        }]
    }

    /// What the player at this place has called in the turn, if it is theirs.
    pub fn action_of(&self, place: usize) -> Action {
        if place == self.turn {
            self.action
        } else {
            Action::Nothing
        }
    }

    /// Who is asked for a call now, by place: the next player, and one who has just raised or answered.
    pub fn callers(&self) -> Vec<usize> {
        match (self.is_over(), self.action) {
            (true, _) => Vec::new(),
            (false, Action::Nothing) => vec![self.turn],
            (false, Action::Raise | Action::Answer) => vec![self.turn, self.after(self.turn)],
        }
    }

    /// Whether the player at this place may call now. One who has just answered may go on, even if nobody else is
    /// asked any more: the answer ends the turn only if no raise follows.
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

    /// Good, which ends the turn. Directly after the player's own answer it adds nothing.
    pub fn good(&mut self, place: usize) {
        if self.action_of(place) != Action::Answer {
            self.goods += 1;
        }
        self.turn = self.after(place);
        self.action = Action::Nothing;
    }

    /// An answer to an open hand.
    pub fn answer(&mut self, place: usize) {
        self.goods += 1;
        self.turn = place;
        self.action = Action::Answer;
    }

    /// A raise: the others must speak again.
    pub fn raise(&mut self, place: usize) {
        self.goods = 0;
        self.turn = place;
        self.action = Action::Raise;
    }
}
