//! A Misère or a Slam, which is doubled as a whole.

use super::order::Order;
use super::play::doubles;
use super::{CallWord, GameType, Mariash, Record, WrittenCall, clauses};
use overtrick_core::prelude::*;

/// What can be said of a Misère or a Slam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WholeCall {
    Good,
    Double,
    /// A call of the contract selection, which belongs to a trump game.
    Contract,
}

/// Who called what on a Misère or a Slam, in order; what cannot be read is noted on the context.
pub fn read_whole_calls(
    context: &mut HandContext<'_>,
    game_type: GameType,
    calls: &[WrittenCall],
) -> Option<Vec<(Seat, WholeCall)>> {
    let read = calls.iter().enumerate().map(|(index, written)| {
        let place = format_args!("/calls/{index}");
        let seat = context.needed_player(format_args!("{place}/player"), &written.player);
        let word = context.needed(&written.call, format_args!("{place}/call"));
        let call = word.map(|word| match word {
            CallWord::Good => WholeCall::Good,
            CallWord::Double => WholeCall::Double,
            _ => WholeCall::Contract,
        });
        if written.on.is_some() {
            // Only commitments are named, and there are none.
            let (pointer, args) = (format!("{place}/on"), args![game_type: game_type]);
            context.fault("other-game-type", pointer, clauses::WHOLE_DOUBLE, args);
        }
        seat.zip(call)
    });
    all_or_none(read)
}

/// The doubling of a Misère or a Slam: the defense first, then the sides in turns.
pub struct WholeDoubling<'a> {
    game: &'a Mariash,
    table: &'a Table,
    game_type: GameType,
    order: Order,
    doubles: i64,
}

impl<'a> WholeDoubling<'a> {
    pub fn new(
        game: &'a Mariash,
        table: &'a Table,
        game_type: GameType,
        players: &[Seat],
        declarer: Seat,
    ) -> WholeDoubling<'a> {
        WholeDoubling {
            game,
            table,
            game_type,
            order: Order::from_declarer(table, players, declarer, 1),
            doubles: 0,
        }
    }

    fn check(&self, seat: Seat, call: WholeCall) -> Result<usize, Breach> {
        let Some(place) = self.order.place(seat) else {
            return Err(Breach::new(clauses::SITS_OUT, args![]));
        };
        let breach = |message| {
            let args = args![game_type: self.game_type, most: self.game.max_doubles];
            Err(Breach::new(clauses::WHOLE_DOUBLE, args).with_message(message))
        };
        if call == WholeCall::Contract {
            return Err(Breach::new(clauses::TRUMP_GAME, args![]));
        }
        if self.order.is_over() {
            return breach("mariash/whole-over");
        }
        if !self.order.may_call(place) {
            return Err(self.order.out_of_turn(self.table, clauses::WHOLE_DOUBLE));
        }
        if call == WholeCall::Good {
            return self.order.check_good(place).map(|()| place);
        }
        if self.doubles >= self.game.max_doubles {
            return breach("mariash/whole-most");
        }
        // The first double is the defense's, the second the declarer's, and so on.
        if (self.doubles % 2 == 1) != (place == 0) {
            return breach("mariash/whole-alternates");
        }
        Ok(place)
    }
}

impl Auction for WholeDoubling<'_> {
    type Call = WholeCall;

    fn call(&mut self, seat: Seat, call: &WholeCall) -> Result<(), Breach> {
        let place = self.check(seat, *call)?;
        if *call == WholeCall::Good {
            self.order.good(place);
        } else {
            self.doubles += 1;
            self.order.raise(place);
        }
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let calls = [
            (WholeCall::Good, CallWord::Good),
            (WholeCall::Double, CallWord::Double),
        ];
        let next = self.order.callers().into_iter().map(|place| {
            let seat = self.order.seat(place);
            let legal = calls.iter();
            let legal = legal.filter(|(call, _)| self.check(seat, *call).is_ok());
            let legal = legal.map(|(_, word)| Json::from([("call", word.word().into())]));
            (seat, legal.collect::<Vec<Json>>())
        });
        next.filter(|(_, calls)| !calls.is_empty())
            .map(|(seat, calls)| Next::new(seat, "calls", Json::List(calls)))
            .collect()
    }

    fn outcome(&self) -> Entries {
        Entries::from([
            ("complete", Json::Bool(self.order.is_over())),
            ("doubles", self.doubles.into()),
            ("multiplier", (1_i64 << self.doubles).into()),
        ])
    }
}

/// How often a recorded Misère or Slam was doubled, as recorded or as called; all that is wrong with it goes on
/// the context.
pub fn whole_doubles(
    game: &Mariash,
    game_type: GameType,
    record: &Record,
    players: &[Seat],
    declarer: Option<Seat>,
    context: &mut HandContext<'_>,
) -> Option<i64> {
    let (rule, pointer) = (clauses::WHOLE_DOUBLE, format_args!("/doubles"));
    let recorded = doubles(game, rule, pointer, *record.doubles, context);
    let calls = record.calls.as_ref().filter(|calls| !calls.is_empty());
    let Some(calls) = calls else {
        return recorded;
    };
    let calls = read_whole_calls(context, game_type, calls)?;
    let mut doubling = WholeDoubling::new(game, context.table, game_type, players, declarer?);
    judge_calls(&mut doubling, context, "/calls", &calls);
    let over = doubling.order.is_over();
    let is_recorded = record.doubles.is_some();
    if !over {
        let turn = doubling.order.turn();
        auction_incomplete(context, "/calls", rule, turn, is_recorded);
    }
    if context.waived && is_recorded {
        return recorded;
    }
    let called = doubling.doubles;
    if let Some(recorded) = recorded.filter(|recorded| is_recorded && over && *recorded != called) {
        let args = args![recorded: recorded, spoken: called];
        context.fault("calls-disagree", "/doubles", rule, args);
    }
    over.then_some(called)
}
