//! The calls before the play. In the contract selection, the declarer commits, and the others double or commit until
//! nobody raises. A Misère or a Slam is doubled as a whole.

use super::order::{Action, Order};
use super::play::{Commitment, multiplier};
use super::{CallWord, Contract, GameType, Mariash, OpenHand, WrittenCall, clauses};
use overtrick_core::prelude::*;

/// A call. A double in a trump game has the commitment that it doubles.
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
            // A double can only name a commitment, and these hands have none.
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

/// A contract selection in progress, or the doubling of a Misère or a Slam.
pub struct Selection<'a> {
    game: &'a Mariash,
    table: &'a Table,
    game_type: GameType,
    pub order: Order,
    /// The commitments of a trump game.
    pub commitments: Vec<Commitment>,
    /// The number of doublings of a Misère or a Slam.
    pub doubles: i64,
    opened: bool,
    answers: [Option<OpenHand>; 3],
}

impl<'a> Selection<'a> {
    pub fn new(
        game: &'a Mariash,
        table: &'a Table,
        game_type: GameType,
        players: &[Seat],
        declarer: Seat,
    ) -> Selection<'a> {
        // The declarer of a Misère or a Slam does not begin the calls, so the next player does.
        let first = usize::from(game_type != GameType::Trump);
        Selection {
            game,
            table,
            game_type,
            order: Order::from_declarer(table, players, declarer, first),
            commitments: Vec::new(),
            doubles: 0,
            opened: false,
            answers: [None; 3],
        }
    }

    /// Returns the result of an open hand. It is conceded only if both defenders concede it.
    pub fn open_hand(&self) -> Option<OpenHand> {
        let conceded = self.answers[1..] == [Some(OpenHand::Accept); 2];
        self.opened.then_some(if conceded {
            OpenHand::Accept
        } else {
            OpenHand::Play
        })
    }

    /// Returns every possible call.
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
        let mut written = Json::from([("call", call.word.word().into())]);
        if let Some((by, contract)) = call.on {
            let by = Json::from(&**self.table.name(by));
            let on = Json::from([("by", by), ("contract", contract.word().into())]);
            written.set("on", on);
        }
        written
    }

    /// Returns the player's place if the player may make this call now, or the breach if not.
    fn check(&self, seat: Seat, call: Call) -> Result<usize, Breach> {
        let Some(place) = self.order.place(seat) else {
            return Err(Breach::new(clauses::SITS_OUT, args![]));
        };
        let is_trump = self.game_type == GameType::Trump;
        if !is_trump && !matches!(call.word, CallWord::Good | CallWord::Double) {
            return Err(Breach::new(clauses::TRUMP_GAME, args![]));
        }
        if !self.order.may_call(place) {
            return Err(self.out_of_turn());
        }
        let contract = Contract::from_word(call.word.word());
        if is_trump && self.commitments.is_empty() && contract.is_none() {
            return Err(Breach::new(clauses::FIRST, args![]));
        }
        let must_answer = self.opened && place != 0 && self.answers[place].is_none();
        match call.word {
            CallWord::Accept | CallWord::Play => self.check_answer(place)?,
            _ if must_answer => return Err(Breach::new(clauses::OPEN_TURN, args![])),
            CallWord::Good if self.order.action_of(place) == Action::Raise => {
                return Err(Breach::new(clauses::GOOD_RAISED, args![]));
            }
            CallWord::Good => {}
            CallWord::Double => match call.on {
                Some((by, contract)) => self.check_double(place, by, contract)?,
                None => self.check_whole_double(place)?,
            },
            CallWord::OpenHand if place != 0 => {
                return Err(Breach::new(clauses::OPEN_DECLARER, args![]));
            }
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
        match (self.order.is_over(), is_trump) {
            (true, true) => Breach::new(clauses::OVER, args![]),
            (true, false) => self.whole_breach("mariash/whole-over"),
            (false, true) if self.commitments.is_empty() => {
                let args = args![turn: self.table.name(self.order.turn())];
                Breach::new(clauses::FIRST, args).with_message("mariash/first-turn")
            }
            (false, true) => self.order.out_of_turn(self.table, clauses::TURN),
            (false, false) => self.order.out_of_turn(self.table, clauses::WHOLE_DOUBLE),
        }
    }

    /// The breach of the rule by which a Misère or a Slam is doubled.
    fn whole_breach(&self, message: &'static str) -> Breach {
        let args = args![game_type: self.game_type, most: self.game.max_doubles];
        Breach::new(clauses::WHOLE_DOUBLE, args).with_message(message)
    }

    fn check_whole_double(&self, place: usize) -> Result<(), Breach> {
        if self.doubles >= self.game.max_doubles {
            return Err(self.whole_breach("mariash/whole-most"));
        }
        // The first double is the defense's, the second the declarer's, and so on.
        if (self.doubles % 2 == 1) != (place == 0) {
            return Err(self.whole_breach("mariash/whole-alternates"));
        }
        Ok(())
    }

    fn check_answer(&self, place: usize) -> Result<(), Breach> {
        let open = Breach::new(clauses::OPEN_ANSWER, args![]);
        if !self.opened {
            return Err(open.with_message("mariash/open-none"));
        }
        if place == 0 {
            return Err(open.with_message("mariash/open-own"));
        }
        if self.answers[place].is_some() {
            let turn = Breach::new(clauses::OPEN_TURN, args![]);
            return Err(turn.with_message("mariash/open-answered"));
        }
        Ok(())
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
            None if self.order.seat(place) == by => Err(Breach::new(clauses::DOUBLE_FIRST, on())),
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
        let mut defense = self.commitments.clone();
        defense.retain(|commitment| commitment.by != self.order.seat(0));
        let mut same = defense.iter().filter(|other| other.contract == contract);
        if let Some(other) = same.next() {
            let args = args![by: self.table.name(other.by), contract: contract];
            return Err(Breach::new(clauses::CONTRACT_TAKEN, args));
        }
        defense.retain(|commitment| commitment.by == self.order.seat(place));
        let most = self.game.commitments_per_defender;
        if i64::try_from(defense.len()).is_ok_and(|own| own >= most) {
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
            CallWord::Good => self.order.good(place),
            CallWord::Accept | CallWord::Play => {
                self.answers[place] = OpenHand::from_word(call.word.word());
                self.order.answer(place);
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
                self.order.raise(place);
            }
        }
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let next = self.order.callers().into_iter().map(|place| {
            let seat = self.order.seat(place);
            // A player who has answered may still call good, which has no further effect.
            let answered = self.order.action_of(place) == Action::Answer;
            let calls = self.every_call().into_iter();
            let calls = calls.filter(|call| !(answered && call.word == CallWord::Good));
            let legal = calls.filter(|call| self.check(seat, *call).is_ok());
            (seat, legal.map(|call| self.written(call)).collect())
        });
        next.filter(|(_, calls): &(Seat, Vec<Json>)| !calls.is_empty())
            .map(|(seat, calls)| Next::new(seat, "calls", Json::List(calls)))
            .collect()
    }

    fn outcome(&self) -> Entries {
        let complete = ("complete", Json::Bool(self.order.is_over()));
        if self.game_type != GameType::Trump {
            return Entries::from([
                complete,
                ("doubles", self.doubles.into()),
                ("multiplier", multiplier(self.doubles).into()),
            ]);
        }
        let commitments = self.commitments.iter().map(|commitment| {
            Json::from([
                ("by", Json::from(&**self.table.name(commitment.by))),
                ("contract", commitment.contract.word().into()),
                ("doubles", commitment.doubles.into()),
                ("multiplier", multiplier(commitment.doubles).into()),
            ])
        });
        let mut outcome = Entries::from([complete, ("commitments", commitments.collect())]);
        let open_hand = self.open_hand().filter(|_| self.order.is_over());
        outcome.extend(open_hand.map(|open_hand| ("open_hand", open_hand.word().into())));
        outcome
    }
}
