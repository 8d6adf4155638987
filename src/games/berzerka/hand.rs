//! Judging a hand: who declared what, what was said with it, and what came of it.

use super::auction::{Bidding, Call, MOST_OVERBID, Outcome, hotseat};
use super::cards::{Cards, TRICKS, last_six, pain_cards};
use super::contract::{Asked, Contract, Measure};
use super::record::Record;
use super::score::{Cell, value, whole};
use super::sheet::State;
use super::{Berzerka, catalog};
use crate::rules::auction::{hear, settle};
use crate::rules::play::{RecordedPlay, agrees, judge_play};
use crate::rules::wire::Given;
use crate::rules::{Arg, Desk, Seat, args};

/// Who plays what, as far as it is known.
#[derive(Default)]
struct Declared {
    declarer: Option<Seat>,
    /// Its place on the board.
    contract: Option<usize>,
    overbid: i64,
    hotseat: bool,
}

/// What was taken: tricks, cards of the pain suit.
type Taken = (Option<i64>, Option<i64>);

impl Berzerka {
    /// Judges a hand and enters it in the sheet.
    pub(super) fn judge_hand(&self, state: &mut State, record: &Record, desk: &mut Desk<'_>) {
        state.hands += 1;
        let open = state.open(desk.table);
        let declared = self.declared(record, &open, desk);
        let contract = declared.contract.map(|place| &self.board[place]);
        self.check_hotseat(&declared, record, &open, desk);
        let again = self.check_open(&declared, state, desk);
        let discarded = desk.needed_number("/discarded", &record.discarded, 0..=13);
        if let Some(contract) = contract {
            check_asked(record, contract, desk);
        }
        let (tricks, pain_cards) = match &*record.play {
            Some(played) => played_taken(record, played, &declared, contract, desk),
            None => recorded_taken(record, contract, desk),
        };
        let (Some(declarer), Some(place), Some(contract)) =
            (declared.declarer, declared.contract, contract)
        else {
            return;
        };
        if again {
            return;
        }
        let took = match contract.measure {
            Measure::Pain => pain_cards,
            _ => tricks,
        };
        let overbid = declared.overbid;
        let cell = Cell {
            hand: desk.number,
            record: contract.record(took.unwrap_or(0), overbid, self.pain_subtracts()),
            tricks,
            pain_cards,
            overbid,
            discarded: discarded.unwrap_or(0),
            bid: !declared.hotseat,
        };
        state.rows[place][declarer.index()] = Some(cell);
        if took.is_none() || discarded.is_none() || !desk.is_clean() {
            return;
        }
        self.say_record(declarer, contract, &cell, desk);
        let row = &state.rows[place];
        if let Some(cells) = whole(row) {
            self.say_row(contract, &cells, value(contract, row), desk);
        }
    }

    /// Who declares what, by the auction and by what was recorded.
    fn declared(&self, record: &Record, open: &[Vec<bool>], desk: &mut Desk<'_>) -> Declared {
        let heard = self.auction(record, open, desk);
        let declarer = desk.player("/declarer", &record.declarer);
        let contract = record.contract.as_deref();
        let contract = contract.and_then(|id| self.read_contract(id, "/contract", desk));
        let overbid = desk.number("/overbid", &record.overbid, 0..=MOST_OVERBID);
        let names = |contract: &usize| self.board[*contract].name.clone();
        match heard {
            Some(Outcome::Bid {
                declarer: bidder,
                contract: bid,
                overbid: most,
            }) => {
                let name = desk.name(bidder);
                let said = declarer.map(|seat| desk.name(seat));
                disagrees(desk, "/declarer", said, name);
                disagrees(desk, "/contract", contract.as_ref().map(names), names(&bid));
                disagrees(desk, "/overbid", overbid.map(Arg::from), most.into());
                let hotseat = record.hotseat.unwrap_or(false);
                if hotseat && !desk.waived {
                    desk.fault("hotseat-disagrees", "/hotseat", catalog::HOTSEAT, args![]);
                }
                Declared {
                    declarer: declarer.or(Some(bidder)),
                    contract: contract.or(Some(bid)),
                    overbid: overbid.unwrap_or(if hotseat { 0 } else { most }),
                    hotseat,
                }
            }
            Some(Outcome::Hotseat(seat)) => {
                desk.needed(&record.contract, "/contract");
                let hotseat = record.hotseat.unwrap_or(true);
                if !hotseat && !desk.waived {
                    desk.fault("hotseat-disagrees", "/hotseat", catalog::HOTSEAT, args![]);
                }
                Declared {
                    declarer: declarer.or(seat),
                    contract,
                    overbid: overbid.unwrap_or(0),
                    hotseat,
                }
            }
            heard => {
                if let Some(Outcome::Open(turn)) = heard {
                    let recorded = record.declarer.is_some() && record.contract.is_some();
                    auction_open(turn, recorded, desk);
                }
                if record.auction.is_none() {
                    desk.needed(&record.declarer, "/declarer");
                    desk.needed(&record.contract, "/contract");
                }
                Declared {
                    declarer,
                    contract,
                    overbid: overbid.unwrap_or(0),
                    hotseat: record.hotseat.unwrap_or(false),
                }
            }
        }
    }

    /// What the recorded auction came to; nothing, if there is none or it cannot be read.
    fn auction(&self, record: &Record, open: &[Vec<bool>], desk: &mut Desk<'_>) -> Option<Outcome> {
        let written = record.auction.as_ref()?;
        let heard = hear(desk, "/auction", written);
        let calls: Vec<(Seat, Option<Call>)> = heard?
            .into_iter()
            .enumerate()
            .map(|(index, (seat, call))| {
                (
                    seat,
                    self.read_call(call, &format!("/auction/{index}"), desk),
                )
            })
            .collect();
        let calls: Option<Vec<(Seat, &Call)>> = calls
            .iter()
            .map(|(seat, call)| Some((*seat, call.as_ref()?)))
            .collect();
        let mut bidding = Bidding::new(desk.table, desk.dealer, &self.board, open);
        settle(&mut bidding, desk, "/auction", &calls?);
        Some(bidding.outcome())
    }

    /// The place on the board of a contract recorded at this pointer.
    fn read_contract(&self, id: &str, pointer: &str, desk: &mut Desk<'_>) -> Option<usize> {
        let place = self.on_board(id);
        if place.is_none() && self.knows(id) {
            let args = args![contract: self.name_of(id)];
            desk.fault("off-board", pointer, catalog::BOARD, args);
        } else if place.is_none() {
            let args = args![found: id.to_owned(), known: self.known_ids()];
            desk.fault("unknown-contract", pointer, catalog::BOARD, args);
        }
        place
    }

    fn check_hotseat(
        &self,
        declared: &Declared,
        record: &Record,
        open: &[Vec<bool>],
        desk: &mut Desk<'_>,
    ) {
        if !declared.hotseat {
            return;
        }
        if declared.overbid != 0 {
            let args = args![overbid: declared.overbid];
            desk.fault("hotseat-overbid", "/overbid", catalog::HOTSEAT, args);
        }
        let turn = hotseat(desk.table, desk.table.next(desk.dealer), open);
        if let (Some(declarer), Some(turn)) = (declared.declarer, turn)
            && declarer != turn
            && record.declarer.is_some()
        {
            let args = args![declarer: desk.name(declarer), turn: desk.name(turn)];
            desk.warn("hotseat-declarer", "/declarer", catalog::HOTSEAT_NEXT, args);
        }
    }

    /// Whether the declarer has had this contract before, which is a fault.
    fn check_open(&self, declared: &Declared, state: &State, desk: &mut Desk<'_>) -> bool {
        let (Some(declarer), Some(place)) = (declared.declarer, declared.contract) else {
            return false;
        };
        let Some(earlier) = state.rows[place][declarer.index()] else {
            return false;
        };
        let args = args![
            player: desk.name(declarer), contract: self.board[place].name.clone(),
            hand: earlier.hand,
        ];
        desk.fault("contract-played", "/contract", catalog::LENGTH, args);
        true
    }
}

/// Notes that an auction is not over; where the table let that stand and recorded who plays what,
/// it is only odd.
fn auction_open(turn: Seat, recorded: bool, desk: &mut Desk<'_>) {
    let args = args![turn: desk.name(turn)];
    if desk.so_far() {
        desk.missing("/auction");
    } else if desk.waived && recorded {
        desk.warn("auction-incomplete", "/auction", catalog::AUCTION_END, args);
    } else {
        desk.fault("auction-incomplete", "/auction", catalog::AUCTION_END, args);
    }
}

/// Notes that what was recorded is not what the auction gives, unless the table let steps stand.
fn disagrees(desk: &mut Desk<'_>, pointer: &str, recorded: Option<Arg>, heard: Arg) {
    if let Some(recorded) = recorded.filter(|recorded| *recorded != heard && !desk.waived) {
        let args = args![recorded: recorded, auction: heard];
        desk.fault("auction-disagrees", pointer, catalog::AUCTION_END, args);
    }
}

/// Checks that the declarer said what the contract asks for, and nothing else.
fn check_asked(record: &Record, contract: &Contract, desk: &mut Desk<'_>) {
    let given = [
        (Asked::Trump, record.trump.is_some()),
        (Asked::Ranking, record.ranking.is_some()),
        (Asked::PainSuit, record.pain_suit.is_some()),
    ];
    check_choices("", contract, given, desk);
}

/// Notes what a contract asks for and was not said, and what was said and not asked for.
pub(super) fn check_choices(
    pointer: &str,
    contract: &Contract,
    given: [(Asked, bool); 3],
    desk: &mut Desk<'_>,
) {
    for (asked, given) in given {
        let pointer = format!("{pointer}/{}", asked.word());
        match (contract.asks(asked), given) {
            (true, false) => desk.missing(&pointer),
            (false, true) => {
                let args = args![contract: contract.name.clone()];
                desk.fault("not-asked", &pointer, catalog::ASKS, args);
            }
            _ => {}
        }
    }
}

/// The tricks and pain-suit cards that were recorded.
fn recorded_taken(record: &Record, contract: Option<&Contract>, desk: &mut Desk<'_>) -> Taken {
    let most = contract.map_or(13, Contract::tricks);
    let tricks = desk.number("/tricks", &record.tricks, 0..=most);
    let pain_cards = desk.number("/pain_cards", &record.pain_cards, 0..=13);
    let Some(contract) = contract else {
        if record.pain_cards.is_none() {
            desk.needed(&record.tricks, "/tricks");
        }
        return (tricks, pain_cards);
    };
    if contract.measure != Measure::Pain {
        desk.needed(&record.tricks, "/tricks");
        refuse_pain_cards(&record.pain_cards, contract, desk);
        return (tricks, None);
    }
    desk.needed(&record.pain_cards, "/pain_cards");
    if let (Some(tricks), Some(pain_cards)) = (tricks, pain_cards)
        && pain_cards > tricks * 3
    {
        let args = args![found: pain_cards, tricks: tricks, most: tricks * 3];
        desk.fault("pain-cards", "/pain_cards", catalog::RECORD_PAIN, args);
    }
    (tricks, pain_cards)
}

fn refuse_pain_cards(pain_cards: &Given<i64>, contract: &Contract, desk: &mut Desk<'_>) {
    if pain_cards.is_some() {
        let args = args![contract: contract.name.clone()];
        desk.fault("not-asked", "/pain_cards", catalog::RECORD_PAIN, args);
    }
}

/// What the recorded play gives the declarer; what is recorded beside it must be the same.
fn played_taken(
    record: &Record,
    played: &RecordedPlay,
    declared: &Declared,
    contract: Option<&Contract>,
    desk: &mut Desk<'_>,
) -> Taken {
    let nothing = (None, None);
    let (Some(declarer), Some(contract)) = (declared.declarer, contract) else {
        return nothing;
    };
    let pain = contract.measure == Measure::Pain;
    if !pain {
        refuse_pain_cards(&record.pain_cards, contract, desk);
    }
    let asked = |asked| contract.asks(asked);
    if asked(Asked::Trump) && record.trump.is_none()
        || asked(Asked::Ranking) && record.ranking.is_none()
    {
        return nothing;
    }
    let rules = Cards::of_hand(
        desk.table,
        declarer,
        contract,
        *record.trump,
        *record.ranking,
    );
    let play = judge_play(&rules, desk, TRICKS, &played.tricks, &played.hands);
    let Some(play) = play else { return nothing };
    let won = if contract.last_six {
        last_six(&play, desk.table)
    } else {
        play.won(desk.table)
    };
    let tricks = won[declarer.index()];
    agrees(desk, "/tricks", *record.tricks, tricks);
    if !pain {
        return (Some(tricks), None);
    }
    let Some(suit) = *record.pain_suit else {
        // A club's own contract may count a suit that nobody names.
        let counted = recorded_taken(record, Some(contract), desk).1;
        return (Some(tricks), counted);
    };
    let hurt = pain_cards(&play, declarer, suit);
    agrees(desk, "/pain_cards", *record.pain_cards, hurt);
    (Some(tricks), Some(hurt))
}
