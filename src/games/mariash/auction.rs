//! The calls before the play. In the contract selection, the declarer commits to a contract; then players
//! double or commit until nobody raises. A Misère or a Slam has no commitments; its whole payment is doubled.

use super::play::{Commitment, multiplier};
use super::{CallWord, Contract, GameType, Mariash, OpenHand, WrittenCall, clauses};
use overtrick_core::prelude::*;

/// A call. In a trump game, a double names the commitment that it doubles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    word: CallWord,
    on: Option<(Seat, Contract)>,
}

/// Reads the calls and their players, in order; reports faults to the context.
pub fn read_calls(
    game_type: GameType,
    calls: &[WrittenCall],
    context: &mut HandContext<'_>,
) -> Option<Vec<(Seat, Call)>> {
    all_or_none(calls.iter().enumerate().map(|(index, written)| {
        let place = format_args!("/calls/{index}");
        let seat = context.needed_player(format_args!("{place}/player"), &written.player);
        let word = context.needed(&written.call, format_args!("{place}/call"));
        let pointer = format_args!("{place}/on");
        let on = match (game_type, word) {
            (GameType::Trump, Some(CallWord::Double)) => {
                let on = context.needed(&written.on, pointer)?;
                let by = context.needed_player(format_args!("{pointer}/by"), &on.by);
                let contract = context.needed(&on.contract, format_args!("{pointer}/contract"));
                Some((by?, *contract?))
            }
            (GameType::Trump, Some(_)) if written.on.is_some() => {
                context.refuse("only-double-on", pointer, args![]);
                None
            }
            // Only commitments can be named, and a Misère or a Slam has none.
            (GameType::Misere | GameType::Slam, _) if written.on.is_some() => {
                let args = args![game_type: game_type];
                context.fault("other-game-type", pointer, clauses::WHOLE_DOUBLE, args);
                None
            }
            _ => None,
        };
        let word = *word?;
        Some((seat?, Call { word, on }))
    }))
}

/// The last action of the player on turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Nothing,
    /// At least one raise.
    Raise,
    /// An answer to an open hand, not followed by a raise.
    Answer,
}

/// A contract selection in progress, or the doubling of a Misère or a Slam. The players call clockwise, until nobody
/// raises.
pub struct Selection<'a> {
    game: &'a Mariash,
    table: &'a Table,
    game_type: GameType,
    /// The players clockwise, the declarer first.
    players: Vec<Seat>,
    /// The place of the player on turn.
    place: usize,
    action: Action,
    /// The number of players who have called good or answered an open hand since the last raise.
    goods: usize,
    /// The commitments of a trump game.
    pub commitments: Vec<Commitment>,
    /// The number of doublings of a Misère or a Slam.
    pub doubles: i64,
    opened: bool,
    /// The answers to an open hand, by place. There are four places because a question may name no dealer.
    answers: [Option<OpenHand>; 4],
}

impl<'a> Selection<'a> {
    pub fn new(
        game: &'a Mariash,
        table: &'a Table,
        game_type: GameType,
        players: &[Seat],
        declarer: Seat,
    ) -> Selection<'a> {
        let players = table.from(declarer).filter(|seat| players.contains(seat));
        Selection {
            game,
            table,
            game_type,
            players: players.collect(),
            // In a Misère or a Slam, the player after the declarer calls first.
            place: usize::from(game_type != GameType::Trump),
            action: Action::Nothing,
            goods: 0,
            commitments: Vec::new(),
            doubles: 0,
            opened: false,
            answers: [None; 4],
        }
    }

    /// Whether both other players have called good or answered since the last raise.
    pub fn is_over(&self) -> bool {
        self.goods + 1 >= self.players.len()
    }

    fn after(&self, place: usize) -> usize {
        (place + 1) % self.players.len()
    }

    /// Returns the player who must call next.
    pub fn turn(&self) -> Seat {
        self.players[match self.action {
            Action::Nothing => self.place,
            Action::Raise | Action::Answer => self.after(self.place),
        }]
    }

    /// Returns the action of the player at this place. It is `Nothing` if it is another player's turn.
    fn action_of(&self, place: usize) -> Action {
        if place == self.place {
            self.action
        } else {
            Action::Nothing
        }
    }

    /// Returns the places of the players who can call now: the next player, and a player who has just raised or
    /// answered.
    fn callers(&self) -> Vec<usize> {
        match (self.is_over(), self.action) {
            (true, _) => Vec::new(),
            (false, Action::Nothing) => vec![self.place],
            (false, Action::Raise | Action::Answer) => vec![self.place, self.after(self.place)],
        }
    }

    /// Returns the answer to an open hand. The hand is conceded only if both defenders accept it.
    pub fn open_hand(&self) -> Option<OpenHand> {
        let conceded = self.answers[1..3] == [Some(OpenHand::Accept); 2];
        self.opened.then_some(if conceded {
            OpenHand::Accept
        } else {
            OpenHand::Play
        })
    }

    /// Returns every call, legal or not.
    fn every_call(&self) -> Vec<Call> {
        let call = |&word: &CallWord| Call { word, on: None };
        let mut calls: Vec<Call> = CallWord::ALL.iter().map(call).collect();
        if self.game_type == GameType::Trump {
            let doubles = self.commitments.iter().map(|commitment| Call {
                word: CallWord::Double,
                on: Some((commitment.by, commitment.contract)),
            });
            let double = CallWord::Double as usize;
            calls.splice(double..=double, doubles);
        }
        calls
    }

    fn written(&self, call: Call) -> Json {
        let mut written = Json::object([("call", call.word.word().into())]);
        if let Some((by, contract)) = call.on {
            let by = self.table.name(by).into();
            let on = [("by", by), ("contract", contract.word().into())];
            written.set("on", Json::object(on));
        }
        written
    }

    /// Returns the player's place if the player may make this call now; otherwise, the breach.
    fn check(&self, seat: Seat, call: Call) -> Result<usize, Breach> {
        let Some(place) = self.players.iter().position(|player| *player == seat) else {
            return Err(Breach::new(clauses::SITS_OUT, args![]));
        };
        let breach = |clause: &'static str| Err(Breach::new(clause, args![]));
        let is_trump = self.game_type == GameType::Trump;
        if !is_trump && !matches!(call.word, CallWord::Good | CallWord::Double) {
            return breach(clauses::TRUMP_GAME);
        }
        // A player who has just answered an open hand may still raise, even if the calls are over otherwise.
        if self.action_of(place) != Action::Answer && !self.callers().contains(&place) {
            return Err(self.out_of_turn());
        }
        let contract = Contract::from_word(call.word.word());
        if is_trump && self.commitments.is_empty() && contract.is_none() {
            return breach(clauses::FIRST);
        }
        let must_answer = self.opened && place != 0 && self.answers[place].is_none();
        match call.word {
            CallWord::Accept | CallWord::Play => self.check_answer(place)?,
            _ if must_answer => return breach(clauses::OPEN_TURN),
            CallWord::Good if self.action_of(place) == Action::Raise => {
                return breach(clauses::GOOD_RAISED);
            }
            CallWord::Good => {}
            CallWord::Double => match call.on {
                Some((by, contract)) => self.check_double(place, by, contract)?,
                None => self.check_whole_double(place)?,
            },
            CallWord::OpenHand if place != 0 => return breach(clauses::OPEN_DECLARER),
            CallWord::OpenHand if self.opened => {
                let twice = Breach::new(clauses::OPEN_HAND, args![]);
                return Err(twice.with_message("mariash/open-twice"));
            }
            _ => contract.map_or(Ok(()), |contract| self.check_commitment(place, contract))?,
        }
        Ok(place)
    }

    fn out_of_turn(&self) -> Breach {
        let is_trump = self.game_type == GameType::Trump;
        let next = self.table.name(self.turn());
        let (clause, message) = match (self.is_over(), is_trump) {
            (true, true) => return Breach::new(clauses::OVER, args![]),
            (true, false) => return self.whole_breach("mariash/whole-over"),
            (false, true) if self.commitments.is_empty() => (clauses::FIRST, "mariash/first-turn"),
            (false, true) => (clauses::TURN, "mariash/turn"),
            (false, false) => (clauses::WHOLE_DOUBLE, "mariash/turn"),
        };
        if self.action == Action::Raise {
            let turn = self.table.name(self.players[self.place]);
            let args = args![turn: turn, next: next];
            return Breach::new(clause, args).with_message("mariash/turn-two");
        }
        Breach::new(clause, args![turn: next]).with_message(message)
    }

    /// Returns a breach of the rule about doubling a Misère or a Slam.
    fn whole_breach(&self, message: &'static str) -> Breach {
        let args = args![game_type: self.game_type, most: self.game.max_doubles];
        Breach::new(clauses::WHOLE_DOUBLE, args).with_message(message)
    }

    fn check_whole_double(&self, place: usize) -> Result<(), Breach> {
        if self.doubles >= self.game.max_doubles {
            return Err(self.whole_breach("mariash/whole-most"));
        }
        // The defense and the declarer double alternately; the defense begins.
        if (self.doubles % 2 == 1) != (place == 0) {
            return Err(self.whole_breach("mariash/whole-alternates"));
        }
        Ok(())
    }

    fn check_answer(&self, place: usize) -> Result<(), Breach> {
        let (clause, message) = match self.answers[place] {
            _ if !self.opened => (clauses::OPEN_ANSWER, "mariash/open-none"),
            _ if place == 0 => (clauses::OPEN_ANSWER, "mariash/open-own"),
            Some(_) => (clauses::OPEN_TURN, "mariash/open-answered"),
            None => return Ok(()),
        };
        Err(Breach::new(clause, args![]).with_message(message))
    }

    fn check_double(&self, place: usize, by: Seat, contract: Contract) -> Result<(), Breach> {
        let name = self.table.name(by);
        let on = || args![by: name, contract: contract];
        let Some(index) = self.find(by, contract) else {
            return Err(Breach::new(clauses::DOUBLE, on()).with_message("mariash/double-nothing"));
        };
        let commitment = self.commitments[index];
        let most = self.game.max_doubles;
        if commitment.doubles >= most {
            return Err(Breach::new(clauses::MAX_DOUBLES, args![most: most]));
        }
        match commitment.doubled_by_declarer {
            None if self.players[place] == by => Err(Breach::new(clauses::DOUBLE_FIRST, on())),
            Some(true) if place == 0 => Err(Breach::new(clauses::DOUBLE_ALTERNATES, on())
                .with_message("mariash/double-defense")),
            Some(false) if place != 0 => Err(Breach::new(clauses::DOUBLE_ALTERNATES, on())),
            _ => Ok(()),
        }
    }

    fn check_commitment(&self, place: usize, contract: Contract) -> Result<(), Breach> {
        if place == 0 && !self.commitments.is_empty() {
            return Err(Breach::new(clauses::DECLARER_ONE, args![]));
        }
        let defense = || {
            let all = self.commitments.iter();
            all.filter(|commitment| commitment.by != self.players[0])
        };
        if let Some(other) = defense().find(|other| other.contract == contract) {
            let args = args![by: self.table.name(other.by), contract: contract];
            return Err(Breach::new(clauses::CONTRACT_TAKEN, args));
        }
        let own = defense().filter(|commitment| commitment.by == self.players[place]);
        let most = self.game.commitments_per_defender;
        if i64::try_from(own.count()).is_ok_and(|own| own >= most) {
            return Err(Breach::new(clauses::DEFENDER_LIMIT, args![most: most]));
        }
        Ok(())
    }

    fn find(&self, by: Seat, contract: Contract) -> Option<usize> {
        let mut commitments = self.commitments.iter();
        commitments.position(|other| other.by == by && other.contract == contract)
    }
}

impl Auction for Selection<'_> {
    type Call = Call;

    fn call(&mut self, seat: Seat, call: &Call) -> Result<(), Breach> {
        let place = self.check(seat, *call)?;
        match call.word {
            CallWord::Good => {
                // A good right after the same player's answer is not counted: the answer was counted already.
                self.goods += usize::from(self.action_of(place) != Action::Answer);
                self.place = self.after(place);
                self.action = Action::Nothing;
            }
            CallWord::Accept | CallWord::Play => {
                self.answers[place] = OpenHand::from_word(call.word.word());
                self.goods += 1;
                (self.place, self.action) = (place, Action::Answer);
            }
            raise => {
                self.opened |= raise == CallWord::OpenHand;
                if let Some(contract) = Contract::from_word(raise.word()) {
                    self.commitments.push(Commitment::new(seat, contract));
                }
                if let Some(index) = call.on.and_then(|(by, contract)| self.find(by, contract)) {
                    let commitment = &mut self.commitments[index];
                    commitment.doubles += 1;
                    commitment.doubled_by_declarer = Some(place == 0);
                } else if raise == CallWord::Double {
                    self.doubles += 1;
                }
                // The others must call again.
                self.goods = 0;
                (self.place, self.action) = (place, Action::Raise);
            }
        }
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let next = self.callers().into_iter().filter_map(|place| {
            let seat = self.players[place];
            // A player who has just answered may call good, but it has no effect and is not listed.
            let answered = self.action_of(place) == Action::Answer;
            let calls = self.every_call().into_iter();
            let calls = calls.filter(|call| !(answered && call.word == CallWord::Good));
            let legal = calls.filter(|call| self.check(seat, *call).is_ok());
            let legal: Vec<Json> = legal.map(|call| self.written(call)).collect();
            (!legal.is_empty()).then(|| Next::new(seat, "calls", Json::List(legal)))
        });
        next.collect()
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        if self.game_type != GameType::Trump {
            return vec![
                ("doubles", self.doubles.into()),
                ("multiplier", multiplier(self.doubles).into()),
            ];
        }
        let commitments = self.commitments.iter().map(|commitment| {
            Json::object([
                ("by", self.table.name(commitment.by).into()),
                ("contract", commitment.contract.word().into()),
                ("doubles", commitment.doubles.into()),
                ("multiplier", multiplier(commitment.doubles).into()),
            ])
        });
        let commitments = ("commitments", commitments.collect());
        let open_hand = self.open_hand().filter(|_| self.is_over());
        let open_hand = open_hand.map(|open_hand| ("open_hand", open_hand.word().into()));
        [commitments].into_iter().chain(open_hand).collect()
    }
}
