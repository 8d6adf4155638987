//! The contract selection: the declarer commits, the others double or commit, until nobody raises. What was
//! agreed before the play: as recorded, as called, and whether the two agree.

use std::fmt;

use super::order::{Order, Said};
use super::play::{Commitment, recorded_commitments};
use super::{CallWord, Contract, Mariash, OpenHand, Record, WrittenCall, clauses};
use overtrick_core::prelude::*;

/// A call with whom and what it is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Good,
    Double(Seat, Contract),
    Commit(Contract),
    OpenHand,
    Answer(OpenHand),
}

/// Who called what, in order; what cannot be read is noted on the context.
pub fn read_calls(
    context: &mut HandContext<'_>,
    pointer: &str,
    calls: &[WrittenCall],
) -> Option<Vec<(Seat, Call)>> {
    all_or_none(
        calls
            .iter()
            .enumerate()
            .map(|(index, call)| read_call(context, format_args!("{pointer}/{index}"), call)),
    )
}

fn read_call(
    context: &mut HandContext<'_>,
    place: fmt::Arguments<'_>,
    written: &WrittenCall,
) -> Option<(Seat, Call)> {
    let seat = context.needed_player(format_args!("{place}/player"), &written.player);
    let word = context
        .needed(&written.call, format_args!("{place}/call"))
        .copied();
    if word.is_some_and(|word| word != CallWord::Double) && written.on.is_some() {
        context.refuse("only-double-on", format_args!("{place}/on"), args![]);
    }
    let call = match word? {
        CallWord::Good => Call::Good,
        CallWord::Double => {
            let on = context.needed(&written.on, format_args!("{place}/on"))?;
            let by = context.needed_player(format_args!("{place}/on/by"), &on.by);
            let contract = context.needed(&on.contract, format_args!("{place}/on/contract"));
            Call::Double(by?, *contract?)
        }
        CallWord::Game => Call::Commit(Contract::Game),
        CallWord::Seven => Call::Commit(Contract::Seven),
        CallWord::Hundred => Call::Commit(Contract::Hundred),
        CallWord::HundredSeven => Call::Commit(Contract::HundredSeven),
        CallWord::OpenHand => Call::OpenHand,
        CallWord::Accept => Call::Answer(OpenHand::Accept),
        CallWord::Play => Call::Answer(OpenHand::Play),
    };
    Some((seat?, call))
}

/// A commitment, and which side doubled it last.
#[derive(Debug, Clone, Copy)]
struct Doubled {
    commitment: Commitment,
    /// Whether the declarer did; nothing, if nobody has doubled it.
    by_declarer: Option<bool>,
}

/// A contract selection in the making.
pub struct Selection<'a> {
    game: &'a Mariash,
    table: &'a Table,
    order: Order,
    commitments: Vec<Doubled>,
    opened: bool,
    answers: [Option<OpenHand>; 3],
}

impl<'a> Selection<'a> {
    pub fn new(
        game: &'a Mariash,
        table: &'a Table,
        players: &[Seat],
        declarer: Seat,
    ) -> Selection<'a> {
        Selection {
            game,
            table,
            order: Order::from_declarer(table, players, declarer, 0),
            commitments: Vec::new(),
            opened: false,
            answers: [None; 3],
        }
    }

    pub fn is_over(&self) -> bool {
        self.order.is_over()
    }

    /// Who must call for the selection to go on.
    pub fn turn(&self) -> Seat {
        self.order.turn()
    }

    pub fn commitments(&self) -> Vec<Commitment> {
        let commitments = self.commitments.iter();
        commitments.map(|doubled| doubled.commitment).collect()
    }

    /// What became of a hand that was shown: conceded only if both concede it.
    pub fn open_hand(&self) -> Option<OpenHand> {
        let conceded = self.answers[1..]
            .iter()
            .all(|answer| *answer == Some(OpenHand::Accept));
        self.opened.then_some(if conceded {
            OpenHand::Accept
        } else {
            OpenHand::Play
        })
    }

    /// Every call that there is.
    fn every_call(&self) -> Vec<Call> {
        let commitments = self.commitments().into_iter();
        let doubles =
            commitments.map(|commitment| Call::Double(commitment.by, commitment.contract));
        [Call::Good]
            .into_iter()
            .chain(doubles)
            .chain(Contract::ALL.iter().map(|contract| Call::Commit(*contract)))
            .chain([Call::OpenHand])
            .chain(OpenHand::ALL.iter().map(|answer| Call::Answer(*answer)))
            .collect()
    }

    fn written(&self, call: Call) -> Json {
        let word = match call {
            Call::Good => CallWord::Good.word(),
            Call::Double(by, contract) => {
                let on = Json::from([
                    ("by", Json::from(&**self.table.name(by))),
                    ("contract", contract.word().into()),
                ]);
                return Json::from([("call", CallWord::Double.word().into()), ("on", on)]);
            }
            Call::Commit(contract) => contract.word(),
            Call::OpenHand => CallWord::OpenHand.word(),
            Call::Answer(answer) => answer.word(),
        };
        Json::from([("call", word.into())])
    }

    /// Why a player may not make this call now.
    fn check(&self, seat: Seat, call: Call) -> Result<usize, Breach> {
        let Some(place) = self.order.place(seat) else {
            return Err(Breach::new(clauses::SITS_OUT, args![]));
        };
        if !self.order.may_call(place) {
            return Err(if self.is_over() {
                Breach::new(clauses::OVER, args![])
            } else {
                self.out_of_turn()
            });
        }
        if self.commitments.is_empty() && !matches!(call, Call::Commit(_)) {
            return Err(Breach::new(clauses::FIRST, args![]));
        }
        let must_answer = self.opened && place != 0 && self.answers[place].is_none();
        match call {
            Call::Answer(_) => self.check_answer(place)?,
            _ if must_answer => return Err(Breach::new(clauses::OPEN_TURN, args![])),
            Call::Good => self.order.check_good(place)?,
            Call::Double(by, contract) => self.check_double(place, by, contract)?,
            Call::Commit(contract) => self.check_commitment(place, contract)?,
            Call::OpenHand => self.check_open_hand(place)?,
        }
        Ok(place)
    }

    fn out_of_turn(&self) -> Breach {
        if self.commitments.is_empty() {
            let turn = self.table.name(self.turn());
            return Breach::new(clauses::FIRST, args![turn: turn])
                .with_message("mariash/first-turn");
        }
        self.order.out_of_turn(self.table, clauses::TURN)
    }

    fn check_answer(&self, place: usize) -> Result<(), Breach> {
        let open = Breach::new(clauses::OPEN_ANSWER, args![]);
        if !self.opened {
            return Err(open.with_message("mariash/open-none"));
        }
        if place == 0 {
            return Err(open.with_message("mariash/open-own"));
        }
        match self.answers[place] {
            Some(_) => {
                Err(Breach::new(clauses::OPEN_TURN, args![]).with_message("mariash/open-answered"))
            }
            None => Ok(()),
        }
    }

    fn check_double(&self, place: usize, by: Seat, contract: Contract) -> Result<(), Breach> {
        let name = self.table.name(by);
        let on = || args![by: name, contract: contract];
        let Some(index) = self.find(by, contract) else {
            return Err(Breach::new(clauses::DOUBLE, on()).with_message("mariash/double-nothing"));
        };
        let doubled = self.commitments[index];
        let most = self.game.max_doubles;
        if doubled.commitment.doubles >= most {
            return Err(Breach::new(clauses::MAX_DOUBLES, args![most: most]));
        }
        match doubled.by_declarer {
            None if self.order.seat(place) == by => Err(Breach::new(clauses::DOUBLE_FIRST, on())),
            Some(true) if place == 0 => Err(Breach::new(clauses::DOUBLE_ALTERNATES, on())
                .with_message("mariash/double-defense")),
            Some(false) if place != 0 => Err(Breach::new(clauses::DOUBLE_ALTERNATES, on())),
            _ => Ok(()),
        }
    }

    fn check_commitment(&self, place: usize, contract: Contract) -> Result<(), Breach> {
        if place == 0 {
            let first = self.commitments.is_empty();
            let again = || Breach::new(clauses::DECLARER_ONE, args![]);
            return first.then_some(()).ok_or_else(again);
        }
        let mut defense = self.commitments();
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

    fn check_open_hand(&self, place: usize) -> Result<(), Breach> {
        if place != 0 {
            return Err(Breach::new(clauses::OPEN_DECLARER, args![]));
        }
        if self.opened {
            return Err(Breach::new(clauses::OPEN_HAND, args![]).with_message("mariash/open-twice"));
        }
        Ok(())
    }

    fn find(&self, by: Seat, contract: Contract) -> Option<usize> {
        let mut commitments = self.commitments.iter().map(|doubled| doubled.commitment);
        commitments.position(|other| other.by == by && other.contract == contract)
    }
}

impl Auction for Selection<'_> {
    type Call = Call;

    fn call(&mut self, seat: Seat, call: &Call) -> Result<(), Breach> {
        let place = self.check(seat, *call)?;
        match call {
            Call::Good => {
                self.order.good(place);
                return Ok(());
            }
            Call::Answer(answer) => {
                self.answers[place] = Some(*answer);
                self.order.answer(place);
                return Ok(());
            }
            Call::Double(by, contract) => {
                if let Some(index) = self.find(*by, *contract) {
                    let doubled = &mut self.commitments[index];
                    doubled.commitment.doubles += 1;
                    doubled.by_declarer = Some(place == 0);
                }
            }
            Call::Commit(contract) => self.commitments.push(Doubled {
                commitment: Commitment {
                    by: seat,
                    contract: *contract,
                    doubles: 0,
                },
                by_declarer: None,
            }),
            Call::OpenHand => self.opened = true,
        }
        self.order.raise(place);
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let next = self.order.callers().into_iter().map(|place| {
            let seat = self.order.seat(place);
            // A player who has answered may still say good, which adds nothing to the answer.
            let answered = self.order.said_by(place) == Said::Answer;
            let calls = self.every_call().into_iter();
            let calls = calls.filter(|call| !(answered && *call == Call::Good));
            let legal = calls.filter(|call| self.check(seat, *call).is_ok());
            let legal: Vec<Json> = legal.map(|call| self.written(call)).collect();
            (seat, legal)
        });
        next.filter(|(_, calls)| !calls.is_empty())
            .map(|(seat, calls)| Next::new(seat, "calls", Json::List(calls)))
            .collect()
    }

    fn outcome(&self) -> Entries {
        let commitments = self.commitments().into_iter().map(|commitment| {
            Json::from([
                ("by", Json::from(&**self.table.name(commitment.by))),
                ("contract", commitment.contract.word().into()),
                ("doubles", commitment.doubles.into()),
                ("multiplier", commitment.multiplier().into()),
            ])
        });
        let mut outcome = Entries::from([
            ("complete", Json::Bool(self.is_over())),
            ("commitments", commitments.collect()),
        ]);
        if let Some(open_hand) = self.open_hand().filter(|_| self.is_over()) {
            outcome.push("open_hand", open_hand.word());
        }
        outcome
    }
}

/// What was agreed before the play.
#[derive(Debug, Default)]
pub struct Terms {
    /// Nothing, if they are not known or not sound.
    pub commitments: Option<Vec<Commitment>>,
    pub open_hand: Option<OpenHand>,
}

/// The terms of a recorded trump game; all that is wrong with them goes on the context.
pub fn terms(
    game: &Mariash,
    record: &Record,
    players: &[Seat],
    declarer: Option<Seat>,
    context: &mut HandContext<'_>,
) -> Terms {
    let calls = record.calls.as_ref();
    let calls = calls.and_then(|calls| read_calls(context, "/calls", calls));
    let recorded = record
        .commitments
        .as_ref()
        .and_then(|list| recorded_commitments(game, list, players, declarer, context));
    if record.calls.is_none() {
        context.needed(&record.commitments, "/commitments");
        return Terms {
            commitments: recorded,
            open_hand: *record.open_hand,
        };
    }
    let (Some(calls), Some(declarer)) = (calls, declarer) else {
        return Terms::default();
    };
    let mut selection = Selection::new(game, context.table, players, declarer);
    judge_calls(&mut selection, context, "/calls", &calls);
    let over = selection.is_over();
    if !over {
        let turn = selection.turn();
        auction_incomplete(context, "/calls", clauses::OVER, turn, recorded.is_some());
    }
    if context.waived && recorded.is_some() {
        return Terms {
            commitments: recorded,
            open_hand: record.open_hand.or(selection.open_hand()),
        };
    }
    if !over {
        return Terms::default();
    }
    let called = selection.commitments();
    if let Some(recorded) = &recorded {
        compare(recorded, &called, context);
    }
    let open_hand = selection.open_hand();
    if let Some(recorded) = record.open_hand.filter(|hand| Some(*hand) != open_hand)
        && !context.waived
    {
        let called = open_hand.map_or("no-open-hand", OpenHand::word);
        let args = args![recorded: recorded, spoken: called];
        // Where one defender accepted, the clause decides that both must.
        let rule = match open_hand {
            Some(_) => clauses::OPEN_BOTH,
            None => clauses::OPEN_HAND,
        };
        context.fault("calls-disagree", "/open_hand", rule, args);
    }
    Terms {
        commitments: Some(called),
        open_hand: if context.waived {
            record.open_hand.or(open_hand)
        } else {
            open_hand
        },
    }
}

/// Notes where the recorded commitments are not those called; their order is no matter.
fn compare(recorded: &[Commitment], called: &[Commitment], context: &mut HandContext<'_>) {
    let same =
        |one: &Commitment, other: &Commitment| one.by == other.by && one.contract == other.contract;
    for (index, commitment) in recorded.iter().enumerate() {
        let by = context.name(commitment.by);
        let place = format!("/commitments/{index}");
        let Some(call) = called.iter().find(|call| same(call, commitment)) else {
            let args = args![by: by, contract: commitment.contract];
            context.fault("not-called", place, clauses::TURN, args);
            continue;
        };
        if call.doubles != commitment.doubles {
            let args = args![recorded: commitment.doubles, spoken: call.doubles];
            let place = format!("{place}/doubles");
            context.fault("calls-disagree", place, clauses::DOUBLE, args);
        }
    }
    for call in called {
        if !recorded.iter().any(|commitment| same(call, commitment)) {
            let args = args![by: context.name(call.by), contract: call.contract];
            context.fault("called-too", "/commitments", clauses::TURN, args);
        }
    }
}
