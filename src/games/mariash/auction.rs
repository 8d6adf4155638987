//! The contract selection: the declarer commits, the others double or commit, until nobody raises. What was
//! agreed before the play: as recorded, as called, and whether the two agree.

use std::fmt;

use super::play::{Commitment, recorded};
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
    /// Whether there are contracts at all, and anything to select.
    pub trump_game: bool,
    /// Clockwise, the declarer first.
    players: Vec<Seat>,
    commitments: Vec<Doubled>,
    /// Whose turn it is, by place among the players.
    turn: usize,
    /// Whether that player has raised in this turn.
    raised: bool,
    /// How many have called `good` since the last raise.
    goods: usize,
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
            trump_game: true,
            players: table
                .from(declarer)
                .filter(|seat| players.contains(seat))
                .collect(),
            commitments: Vec::new(),
            turn: 0,
            raised: false,
            goods: 0,
            opened: false,
            answers: [None; 3],
        }
    }

    pub fn is_over(&self) -> bool {
        !self.trump_game || self.goods + 1 >= self.players.len()
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

    fn after(&self, place: usize) -> usize {
        (place + 1) % self.players.len()
    }

    /// Who must call for the selection to go on.
    pub fn turn(&self) -> Seat {
        let place = if self.raised {
            self.after(self.turn)
        } else {
            self.turn
        };
        self.players[place]
    }

    /// Who may call now, by place.
    fn callers(&self) -> Vec<usize> {
        match (self.is_over(), self.commitments.is_empty() || !self.raised) {
            (true, _) => Vec::new(),
            (false, true) => vec![self.turn],
            (false, false) => vec![self.turn, self.after(self.turn)],
        }
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
        if !self.trump_game {
            return Err(Breach::of(clauses::TRUMP_GAME, args![]));
        }
        let Some(place) = self.players.iter().position(|player| *player == seat) else {
            return Err(Breach::of(clauses::SITS_OUT, args![]));
        };
        if self.is_over() {
            return Err(Breach::of(clauses::OVER, args![]));
        }
        if !self.callers().contains(&place) {
            return Err(self.out_of_turn());
        }
        if self.commitments.is_empty() && !matches!(call, Call::Commit(_)) {
            return Err(Breach::of(clauses::FIRST, args![]));
        }
        let must_answer = self.opened && place != 0 && self.answers[place].is_none();
        match call {
            Call::Answer(_) => self.check_answer(place)?,
            _ if must_answer => return Err(Breach::of(clauses::OPEN_ANSWER, args![])),
            Call::Good if self.raised && place == self.turn => {
                return Err(Breach::of(clauses::GOOD, args![]));
            }
            Call::Good => {}
            Call::Double(by, contract) => self.check_double(place, by, contract)?,
            Call::Commit(contract) => self.check_commitment(place, contract)?,
            Call::OpenHand => self.check_open_hand(place)?,
        }
        Ok(place)
    }

    fn out_of_turn(&self) -> Breach {
        let turn = self.table.name(self.players[self.turn]);
        if self.commitments.is_empty() {
            return Breach::of(clauses::FIRST, args![turn: turn])
                .with_message("mariash/first-turn");
        }
        if !self.raised {
            return Breach::of(clauses::TURN, args![turn: turn]);
        }
        let next = self.table.name(self.turn());
        Breach::of(clauses::TURN, args![turn: turn, next: next]).with_message("mariash/turn-two")
    }

    fn check_answer(&self, place: usize) -> Result<(), Breach> {
        let open = Breach::of(clauses::OPEN_ANSWER, args![]);
        if !self.opened {
            return Err(open.with_message("mariash/open-none"));
        }
        if place == 0 {
            return Err(open.with_message("mariash/open-own"));
        }
        match self.answers[place] {
            Some(_) => Err(open.with_message("mariash/open-answered")),
            None => Ok(()),
        }
    }

    fn check_double(&self, place: usize, by: Seat, contract: Contract) -> Result<(), Breach> {
        let name = self.table.name(by);
        let on = || args![by: name, contract: contract];
        let double = |message| Err(Breach::of(clauses::DOUBLE, on()).with_message(message));
        let Some(index) = self.find(by, contract) else {
            return double("mariash/double-nothing");
        };
        let doubled = self.commitments[index];
        let most = self.game.max_doubles;
        if doubled.commitment.doubles >= most {
            return Err(Breach::of(clauses::MAX_DOUBLES, args![most: most]));
        }
        match doubled.by_declarer {
            None if self.players[place] == by => double("mariash/double-own"),
            Some(true) if place == 0 => {
                Err(Breach::of(clauses::DOUBLE_ALTERNATES, on())
                    .with_message("mariash/double-defense"))
            }
            Some(false) if place != 0 => Err(Breach::of(clauses::DOUBLE_ALTERNATES, on())),
            _ => Ok(()),
        }
    }

    fn check_commitment(&self, place: usize, contract: Contract) -> Result<(), Breach> {
        if place == 0 {
            let first = self.commitments.is_empty();
            let again = || Breach::of(clauses::DECLARER_ONE, args![]);
            return first.then_some(()).ok_or_else(again);
        }
        let mut defense = self.commitments();
        defense.retain(|commitment| commitment.by != self.players[0]);
        let mut same = defense.iter().filter(|other| other.contract == contract);
        if let Some(other) = same.next() {
            let args = args![by: self.table.name(other.by), contract: contract];
            return Err(Breach::of(clauses::CONTRACT_TAKEN, args));
        }
        defense.retain(|commitment| commitment.by == self.players[place]);
        let most = self.game.commitments_per_defender;
        if i64::try_from(defense.len()).is_ok_and(|own| own >= most) {
            return Err(Breach::of(clauses::DEFENDER_LIMIT, args![most: most]));
        }
        Ok(())
    }

    fn check_open_hand(&self, place: usize) -> Result<(), Breach> {
        if place != 0 {
            return Err(Breach::of(clauses::OPEN_HAND, args![]));
        }
        if self.opened {
            return Err(Breach::of(clauses::OPEN_HAND, args![]).with_message("mariash/open-twice"));
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
        if place != self.turn {
            self.turn = place;
            self.raised = false;
        }
        match call {
            Call::Good => {
                self.goods += 1;
                self.turn = self.after(place);
                self.raised = false;
                return Ok(());
            }
            Call::Answer(answer) => {
                self.answers[place] = Some(*answer);
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
        self.raised = true;
        self.goods = 0;
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let callers = self.callers().into_iter().map(|place| self.players[place]);
        let next = callers.map(|seat| {
            let calls = self.every_call().into_iter();
            let legal = calls.filter(|call| self.check(seat, *call).is_ok());
            let legal: Vec<Json> = legal.map(|call| self.written(call)).collect();
            (seat, legal)
        });
        next.filter(|(_, calls)| !calls.is_empty())
            .map(|(seat, calls)| Next::of(seat, "calls", Json::List(calls)))
            .collect()
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        let commitments = self.commitments().into_iter().map(|commitment| {
            Json::from([
                ("by", Json::from(&**self.table.name(commitment.by))),
                ("contract", commitment.contract.word().into()),
                ("doubles", commitment.doubles.into()),
                ("multiplier", commitment.multiplier().into()),
            ])
        });
        let mut outcome = vec![
            ("complete", Json::Bool(self.is_over())),
            ("commitments", commitments.collect()),
        ];
        if let Some(open_hand) = self.open_hand().filter(|_| self.is_over()) {
            outcome.push(("open_hand", open_hand.word().into()));
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
        .and_then(|list| recorded(game, list, players, declarer, context));
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
        context.fault("calls-disagree", "/open_hand", clauses::OPEN_HAND, args);
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
