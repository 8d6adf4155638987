//! The contract selection: the declarer commits, the others double or commit, until nobody raises.

use std::fmt;

use super::Mariash;
use super::catalog;
use super::commitments::Commitment;
use super::record::{Contract, OpenHand, Said, Spoken};
use crate::rules::auction::Auction;
use crate::rules::json::Json;
use crate::rules::{Breach, Finding, HandContext, Next, Seat, Table, args};

/// A call with whom and what it is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    Good,
    Double(Seat, Contract),
    Commit(Contract),
    OpenHand,
    Answer(OpenHand),
}

/// Who called what, in order; what cannot be read is played on the context.
pub(super) fn resolve_calls(
    context: &mut HandContext<'_>,
    pointer: &str,
    calls: &[Spoken],
) -> Option<Vec<(Seat, Call)>> {
    let heard: Vec<Option<(Seat, Call)>> = calls
        .iter()
        .enumerate()
        .map(|(index, spoken)| hear_one(context, format_args!("{pointer}/{index}"), spoken))
        .collect();
    heard.into_iter().collect()
}

fn hear_one(
    context: &mut HandContext<'_>,
    place: fmt::Arguments<'_>,
    spoken: &Spoken,
) -> Option<(Seat, Call)> {
    let seat = context.needed_player(format_args!("{place}/player"), &spoken.player);
    let said = context
        .needed(&spoken.call, format_args!("{place}/call"))
        .copied();
    if said.is_some_and(|said| said != Said::Double) && spoken.on.is_some() {
        context.report(Finding::rule(
            "only-double-on",
            format!("{place}/on"),
            args![],
        ));
    }
    let call = match said? {
        Said::Good => Call::Good,
        Said::Double => {
            let on = context.needed(&spoken.on, format_args!("{place}/on"))?;
            let by = context.needed_player(format_args!("{place}/on/by"), &on.by);
            let contract = context.needed(&on.contract, format_args!("{place}/on/contract"));
            Call::Double(by?, *contract?)
        }
        Said::Game => Call::Commit(Contract::Game),
        Said::Seven => Call::Commit(Contract::Seven),
        Said::Hundred => Call::Commit(Contract::Hundred),
        Said::HundredSeven => Call::Commit(Contract::HundredSeven),
        Said::OpenHand => Call::OpenHand,
        Said::Accept => Call::Answer(OpenHand::Accept),
        Said::Play => Call::Answer(OpenHand::Play),
    };
    Some((seat?, call))
}

/// A commitment, and which side doubled it last: whether it was the declarer.
#[derive(Debug, Clone, Copy)]
struct Standing {
    commitment: Commitment,
    raised_by_declarer: Option<bool>,
}

/// A contract selection in the making.
pub(super) struct Selection<'a> {
    game: &'a Mariash,
    table: &'a Table,
    /// Whether there are contracts at all.
    trump_game: bool,
    /// Clockwise, the declarer first.
    players: Vec<Seat>,
    standing: Vec<Standing>,
    /// Whose turn it is, by place among the players.
    turn: usize,
    /// Whether that player has raised in this turn.
    raised: bool,
    /// How many have said `good` since the last raise.
    goods: usize,
    opened: bool,
    answers: [Option<OpenHand>; 3],
}

impl<'a> Selection<'a> {
    pub(super) fn new(
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
            standing: Vec::new(),
            turn: 0,
            raised: false,
            goods: 0,
            opened: false,
            answers: [None; 3],
        }
    }

    /// The same for a game without contracts: there is nothing to select.
    pub(super) fn without_contracts(self) -> Selection<'a> {
        Selection {
            trump_game: false,
            ..self
        }
    }

    pub(super) fn is_over(&self) -> bool {
        !self.trump_game || self.goods + 1 >= self.players.len()
    }

    pub(super) fn commitments(&self) -> Vec<Commitment> {
        let standing = self.standing.iter();
        standing.map(|standing| standing.commitment).collect()
    }

    /// What became of a hand that was shown: conceded only if both concede it.
    pub(super) fn open_hand(&self) -> Option<OpenHand> {
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

    /// Who must speak for the selection to go on.
    pub(super) fn asked(&self) -> Seat {
        let place = if self.raised {
            self.after(self.turn)
        } else {
            self.turn
        };
        self.players[place]
    }

    /// Who may speak now, by place.
    fn speakers(&self) -> Vec<usize> {
        match (self.is_over(), self.standing.is_empty() || !self.raised) {
            (true, _) => Vec::new(),
            (false, true) => vec![self.turn],
            (false, false) => vec![self.turn, self.after(self.turn)],
        }
    }

    /// Who may speak, with every call that is legal.
    pub(super) fn next(&self) -> Vec<Next> {
        let speakers = self.speakers().into_iter().map(|place| self.players[place]);
        let next = speakers.map(|seat| {
            let calls = self.every_call();
            let legal = calls.iter().filter(|call| self.check(seat, **call).is_ok());
            (
                seat,
                legal.map(|call| self.written(*call)).collect::<Vec<_>>(),
            )
        });
        next.filter(|(_, calls)| !calls.is_empty())
            .map(|(seat, calls)| Next {
                seat,
                choices: vec![("calls", Json::List(calls))],
            })
            .collect()
    }

    /// Every call that can be said at all.
    fn every_call(&self) -> Vec<Call> {
        let doubles = self
            .standing
            .iter()
            .map(|standing| Call::Double(standing.commitment.by, standing.commitment.contract));
        [Call::Good]
            .into_iter()
            .chain(doubles)
            .chain(Contract::ALL.iter().map(|contract| Call::Commit(*contract)))
            .chain([Call::OpenHand])
            .chain(OpenHand::ALL.iter().map(|answer| Call::Answer(*answer)))
            .collect()
    }

    fn written(&self, call: Call) -> Json {
        let said = match call {
            Call::Good => Said::Good.word(),
            Call::Double(by, contract) => {
                let on = Json::from([
                    ("by", Json::from(&**self.table.name(by))),
                    ("contract", contract.word().into()),
                ]);
                return Json::from([("call", Said::Double.word().into()), ("on", on)]);
            }
            Call::Commit(contract) => contract.word(),
            Call::OpenHand => Said::OpenHand.word(),
            Call::Answer(answer) => answer.word(),
        };
        Json::from([("call", said.into())])
    }

    pub(super) fn outcome(&self) -> Vec<(&'static str, Json)> {
        let commitments = self.standing.iter().map(|standing| {
            let commitment = standing.commitment;
            Json::from([
                ("by", Json::from(&**self.table.name(commitment.by))),
                ("contract", commitment.contract.word().into()),
                ("doubles", commitment.doubles.into()),
                ("multiplier", (1_i64 << commitment.doubles).into()),
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

    /// Why a player may not make this call now.
    fn check(&self, seat: Seat, call: Call) -> Result<usize, Breach> {
        if !self.trump_game {
            return Err(Breach::of(catalog::TRUMP_GAME, args![]));
        }
        let Some(place) = self.players.iter().position(|player| *player == seat) else {
            return Err(Breach::of(catalog::SITS_OUT, args![]));
        };
        if self.is_over() {
            return Err(Breach::of(catalog::OVER, args![]));
        }
        if !self.speakers().contains(&place) {
            return Err(self.out_of_turn());
        }
        if self.standing.is_empty() && !matches!(call, Call::Commit(_)) {
            return Err(Breach::of(catalog::FIRST, args![]));
        }
        let must_answer = self.opened && place != 0 && self.answers[place].is_none();
        match call {
            Call::Answer(_) => self.check_answer(place)?,
            _ if must_answer => return Err(Breach::of(catalog::OPEN_ANSWER, args![])),
            Call::Good if self.raised && place == self.turn => {
                return Err(Breach::of(catalog::GOOD, args![]));
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
        if self.standing.is_empty() {
            return Breach::of(catalog::FIRST, args![turn: turn])
                .with_message("mariash/first-turn");
        }
        if !self.raised {
            return Breach::of(catalog::TURN, args![turn: turn]);
        }
        let next = self.table.name(self.asked());
        Breach::of(catalog::TURN, args![turn: turn, next: next]).with_message("mariash/turn-two")
    }

    fn check_answer(&self, place: usize) -> Result<(), Breach> {
        let open = Breach::of(catalog::OPEN_ANSWER, args![]);
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
        let Some(standing) = self.find(by, contract) else {
            return Err(Breach::of(catalog::DOUBLE, on()).with_message("mariash/double-nothing"));
        };
        let standing = self.standing[standing];
        let most = self.game.max_doubles;
        if standing.commitment.doubles >= most {
            return Err(Breach::of(catalog::MAX_DOUBLES, args![most: most]));
        }
        match standing.raised_by_declarer {
            None if self.players[place] == by => {
                Err(Breach::of(catalog::DOUBLE, on()).with_message("mariash/double-own"))
            }
            Some(true) if place == 0 => {
                Err(Breach::of(catalog::DOUBLE_ALTERNATES, on())
                    .with_message("mariash/double-defense"))
            }
            Some(false) if place != 0 => Err(Breach::of(catalog::DOUBLE_ALTERNATES, on())),
            _ => Ok(()),
        }
    }

    fn check_commitment(&self, place: usize, contract: Contract) -> Result<(), Breach> {
        if place == 0 {
            let again = !self.standing.is_empty();
            return if again {
                Err(Breach::of(catalog::DECLARER_ONE, args![]))
            } else {
                Ok(())
            };
        }
        let defense = self
            .standing
            .iter()
            .map(|standing| standing.commitment)
            .filter(|commitment| commitment.by != self.players[0]);
        if let Some(taken) = defense.clone().find(|taken| taken.contract == contract) {
            let args = args![by: self.table.name(taken.by), contract: contract];
            return Err(Breach::of(catalog::CONTRACT_TAKEN, args));
        }
        let own = defense
            .filter(|commitment| commitment.by == self.players[place])
            .count();
        let most = self.game.commitments_per_defender;
        if i64::try_from(own).is_ok_and(|own| own >= most) {
            return Err(Breach::of(catalog::DEFENDER_LIMIT, args![most: most]));
        }
        Ok(())
    }

    fn check_open_hand(&self, place: usize) -> Result<(), Breach> {
        if place != 0 {
            return Err(Breach::of(catalog::OPEN_HAND, args![]));
        }
        if self.opened {
            return Err(Breach::of(catalog::OPEN_HAND, args![]).with_message("mariash/open-twice"));
        }
        Ok(())
    }

    fn find(&self, by: Seat, contract: Contract) -> Option<usize> {
        self.standing.iter().position(|standing| {
            standing.commitment.by == by && standing.commitment.contract == contract
        })
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
                    let standing = &mut self.standing[index];
                    standing.commitment.doubles += 1;
                    standing.raised_by_declarer = Some(place == 0);
                }
            }
            Call::Commit(contract) => self.standing.push(Standing {
                commitment: Commitment {
                    by: seat,
                    contract: *contract,
                    doubles: 0,
                },
                raised_by_declarer: None,
            }),
            Call::OpenHand => self.opened = true,
        }
        self.raised = true;
        self.goods = 0;
        Ok(())
    }
}
