//! Judges a hand of Berzerka and keeps the sheet: each player's cells, and the payments of a row after all
//! three players have played its contract.

use super::auction::{Called, hotseat};
use super::play::{played_numbers, recorded_numbers};
use super::record::{Choice, Contract, Measure, Record};
use super::{Berzerka, Open, Tiebreak, clauses};
use overtrick_core::prelude::*;

/// The column of the contract that was played.
const CONTRACT: &str = "contract_played";
/// The column of the row's value after the hand.
const VALUE: &str = "value";
/// The column of the declarer's record.
const RECORD: &str = "record";

/// The columns of a hand in tables, as on the source's sheet.
pub const COLUMNS: &[Column] = &[
    Column::new(CONTRACT, ColumnPlace::Before),
    Column::new(VALUE, ColumnPlace::Before),
    Column::new(RECORD, ColumnPlace::Beside),
];

/// The state of a match: a row for each contract of the board, with a cell for each seat.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) hands: usize,
    pub(super) rows: Vec<[Option<Cell>; 3]>,
}

impl State {
    /// Returns the contracts that each player may still play.
    pub(super) fn open(&self) -> Vec<[bool; 3]> {
        let rows = self.rows.iter();
        rows.map(|row| row.map(|cell| cell.is_none())).collect()
    }
}

/// A player's cell in the row of a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The number of the hand in which the contract was played.
    pub hand: usize,
    /// The number by which the cells of a row are compared.
    pub record: i64,
    pub tricks: Option<i64>,
    pub pain_cards: Option<i64>,
    pub overbid: i64,
    pub discarded: i64,
    /// Whether the contract was bid on the half hand (x↑).
    pub bid: bool,
}

impl Cell {
    /// Returns the JSON of the cell for the detail of a match, with its payment if known.
    fn json(&self, paid: Option<Paid>) -> Json {
        let mut json = Json::object([("hand", self.hand.into()), ("record", self.record.into())]);
        json.extend(self.tricks.map(|tricks| ("tricks", tricks.into())));
        json.extend(self.pain_cards.map(|cards| ("pain_cards", cards.into())));
        json.extend([
            ("overbid", self.overbid.into()),
            ("discarded", self.discarded.into()),
            ("bid", self.bid.into()),
        ]);
        let paid = paid.map(|paid| [("place", paid.place.into()), ("points", paid.points.into())]);
        json.extend(paid.into_iter().flatten());
        json
    }
}

impl Scoring for Berzerka {
    type Record = Record;
    type State = State;

    fn open(&self, _table: &Table) -> State {
        State {
            hands: 0,
            rows: vec![[None; 3]; self.contracts.len()],
        }
    }

    /// Judges a hand and enters it in the sheet.
    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        state.hands += 1;
        let open = state.open();
        let called = self.declared(record, &open, context);
        let contract = called.contract.map(|place| &self.contracts[place]);
        check_hotseat(&called, record, &open, context);
        let place = called.declarer.zip(called.contract);
        let earlier = place.and_then(|(seat, row)| state.rows[row][seat.index()]);
        if let (Some(earlier), Some((seat, _)), Some(contract)) = (earlier, place, contract) {
            let (player, contract) = (context.name(seat), contract.name.clone());
            let args = args![player: player, contract: contract, hand: earlier.hand];
            context.fault("contract-played", "/contract", clauses::LENGTH, args);
        }
        let discarded = context.needed_number("/discarded", &record.discarded, 0..=13);
        if let Some(contract) = contract {
            check_choices("", contract, &record.given(), context);
        }
        let (tricks, pain_cards) = match &*record.play {
            Some(played) => played_numbers(record, played, called.declarer, contract, context)
                .unwrap_or_default(),
            None => recorded_numbers(record, contract, context),
        };
        let (Some((declarer, place)), Some(contract), None) = (place, contract, earlier) else {
            return;
        };
        let took = match contract.measure {
            Measure::Pain => pain_cards,
            _ => tricks,
        };
        let numbers = (called.overbid, discarded.unwrap_or(0));
        let cell = Cell {
            hand: context.number,
            tricks,
            pain_cards,
            ..self.cell_of(contract, took.unwrap_or(0), numbers, called.hotseat)
        };
        state.rows[place][declarer.index()] = Some(cell);
        if took.is_none() || discarded.is_none() || !context.is_clean() {
            return;
        }
        self.explain_record(declarer, contract, &cell, context);
        let row = &state.rows[place];
        context.show(CONTRACT, None, contract.name.clone());
        context.show(VALUE, None, value(contract, row));
        context.show(RECORD, Some(declarer), cell.record);
        if let Some(cells) = whole(row) {
            self.score_row(contract, &cells, value(contract, row), context);
        }
    }

    fn complete(&self, state: &State) -> bool {
        state.hands >= self.contracts.len() * 3
    }

    /// Returns the sheet so far.
    fn detail(&self, state: &State, table: &Table) -> Option<Json> {
        let rows = self.contracts.iter().zip(&state.rows);
        let rows = rows.map(|(contract, row)| self.row(contract, row, table));
        Some(Json::object([("contracts", rows.collect())]))
    }
}

/// Reports fields that do not fit a hand from the hotseat.
fn check_hotseat(called: &Called, record: &Record, open: &Open, context: &mut HandContext<'_>) {
    if !called.hotseat {
        return;
    }
    if called.overbid != 0 {
        let args = args![overbid: called.overbid];
        context.fault("hotseat-overbid", "/overbid", clauses::HOTSEAT, args);
    }
    let turn = hotseat(context.table, context.table.next(context.dealer), open);
    if let (Some(declarer), Some(turn)) = (called.declarer, turn)
        && declarer != turn
        && record.declarer.is_some()
    {
        let args = args![declarer: context.name(declarer), turn: context.name(turn)];
        context.warn("hotseat-declarer", "/declarer", clauses::HOTSEAT_NEXT, args);
    }
}

/// Reports each choice that the contract requires but that is missing, and each given choice that the
/// contract does not require.
pub fn check_choices(
    pointer: &str,
    contract: &Contract,
    given: &[&str],
    context: &mut HandContext<'_>,
) {
    for choice in Choice::ALL {
        let pointer = format_args!("{pointer}/{}", choice.word());
        match (contract.asks(*choice), given.contains(&choice.word())) {
            (true, false) => context.missing(pointer),
            (false, true) => {
                let args = args![contract: contract.name.clone()];
                context.fault("not-asked", pointer, clauses::ASKS, args);
            }
            _ => {}
        }
    }
}

/// The payment of a cell in a complete row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paid {
    /// The place, from 1. Players who share two places are both at the first of them.
    pub place: usize,
    /// The number of players with this place.
    shared: usize,
    pub points: Points,
    /// The clause that decided the place.
    pub rule: &'static str,
}

/// Returns the value of a row so far.
pub fn value(contract: &Contract, row: &[Option<Cell>; 3]) -> i64 {
    let raised = row.iter().flatten().filter(|cell| cell.bid).count();
    contract.starts_at + contract.step * i64::try_from(raised).unwrap_or(0)
}

/// Returns the three cells of a row, if all three players have played.
pub fn whole(row: &[Option<Cell>; 3]) -> Option<[Cell; 3]> {
    let [one, two, three] = *row;
    Some([one?, two?, three?])
}

/// Returns the payment of each cell of a complete row.
pub fn pay(game: &Berzerka, contract: &Contract, cells: &[Cell; 3], value: i64) -> [Paid; 3] {
    if contract.measure == Measure::Middlest {
        return pay_middle(game, cells, value);
    }
    let keys = cells.map(|cell| (contract.demerit(cell.record), game.tiebreaks(&cell)));
    keys.map(|key| {
        let place = keys.iter().filter(|other| **other < key).count() + 1;
        let shared = keys.iter().filter(|other| **other == key).count();
        let halves = game.sum_of_places(place, shared) * value * 2 / as_divisor(shared);
        let as_good = || keys.iter().filter(|other| other.0 == key.0);
        let as_few = as_good().filter(|other| other.1.0 == key.1.0).count();
        let rule = match (shared, as_few, as_good().count()) {
            (1, 1, 1) => clauses::RANK,
            (1, 1, _) => clauses::TIEBREAK,
            (1, ..) => clauses::BID_BREAKS_TIES,
            _ => clauses::SHARED,
        };
        Paid {
            place,
            shared,
            points: Points::halves(halves),
            rule,
        }
    })
}

/// Returns the payments of Middling: the middle record wins, and the others lose. Tied winners share.
fn pay_middle(game: &Berzerka, cells: &[Cell; 3], value: i64) -> [Paid; 3] {
    let mut records = cells.map(|cell| cell.record);
    records.sort_unstable();
    let middle = records[1];
    let on_it = || {
        let cells = cells.iter().filter(|cell| cell.record == middle);
        cells.map(|cell| game.tiebreaks(cell))
    };
    let best = on_it().min().unwrap_or_default();
    let winners = on_it().filter(|key| *key == best).count();
    let as_few = on_it().filter(|key| key.0 == best.0).count();
    // The clause that decides among the players who have the middle record.
    let decided = match (on_it().count(), winners, as_few) {
        (1, ..) => clauses::MIDDLING,
        (_, 1, 1) => clauses::TIEBREAK,
        (_, 1, _) => clauses::BID_BREAKS_TIES,
        _ => clauses::MIDDLING_TIE,
    };
    cells.map(|cell| {
        let (is_apart, key) = (cell.record != middle, game.tiebreaks(&cell));
        let rule = match (is_apart, key.0 > best.0) {
            (true, _) => clauses::MIDDLING,
            (false, true) => clauses::TIEBREAK,
            (false, false) => decided,
        };
        let (place, shared) = if !is_apart && key == best {
            (1, winners)
        } else {
            (winners + 1, 3 - winners)
        };
        let part = Points::halves(value * 2 / as_divisor(shared));
        let points = match (winners, place) {
            (3, _) => Points::ZERO,
            (_, 1) => part,
            _ => -part,
        };
        Paid {
            place,
            shared,
            points,
            rule,
        }
    })
}

fn as_divisor(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(1).max(1)
}

impl Berzerka {
    /// Returns the sum of the factors of `shared` places, starting with `place`, which counts from 1.
    fn sum_of_places(&self, place: usize, shared: usize) -> i64 {
        self.rank_points[place - 1..place - 1 + shared].iter().sum()
    }

    /// Returns the values that break a tie between equal records: smaller is better.
    fn tiebreaks(&self, cell: &Cell) -> (i64, bool) {
        let discards = match self.tiebreak {
            Tiebreak::FewerDiscards => cell.discarded,
            Tiebreak::MoreDiscards => -cell.discarded,
            Tiebreak::None => 0,
        };
        (discards, self.bid_breaks_ties && !cell.bid)
    }

    /// Returns the cell of a declarer with this number of tricks or pain-suit cards, this overbid and these discards.
    pub(super) fn cell_of(
        &self,
        contract: &Contract,
        took: i64,
        (overbid, discarded): (i64, i64),
        hotseat: bool,
    ) -> Cell {
        let pain = contract.measure == Measure::Pain;
        Cell {
            hand: 0,
            record: contract.record(took, overbid, self.one_weakness_overbid),
            tricks: (!pain).then_some(took),
            pain_cards: pain.then_some(took),
            overbid,
            discarded,
            bid: !hotseat,
        }
    }

    /// Adds a reason that explains the declarer's record; it pays nothing yet.
    fn explain_record(
        &self,
        declarer: Seat,
        contract: &Contract,
        cell: &Cell,
        context: &mut HandContext<'_>,
    ) {
        let took = cell.pain_cards.or(cell.tricks).unwrap_or(0);
        let (counted, overbid_by) = match contract.measure {
            Measure::Most => (clauses::RECORD_MOST, clauses::OVERBID),
            Measure::Middlest => (clauses::RECORD_MOST, clauses::MIDDLING_OVERBID),
            Measure::Closest => (clauses::RECORD_CLOSEST, clauses::OVERBID),
            Measure::Fewest => (clauses::RECORD_FEWEST, clauses::RECORD_FEWEST),
            Measure::Pain => (clauses::RECORD_PAIN, clauses::PAIN_OVERBID),
        };
        let took_by = match contract.measure {
            Measure::Middlest => clauses::MIDDLING,
            _ if contract.is_of_last_six() => clauses::LAST_SIX,
            _ => counted,
        };
        let adds = contract.overbid_adds(self.one_weakness_overbid);
        let rule = match contract.measure {
            Measure::Middlest | Measure::Pain if cell.overbid > 0 => overbid_by,
            _ => counted,
        };
        let message = match contract.measure {
            Measure::Pain if !adds => "berzerka/record-pain-subtracts",
            _ => counted,
        };
        let mut figures: Args = args![
            contract: contract.name.clone(), took: took, overbid: cell.overbid, record: cell.record,
        ];
        if contract.measure == Measure::Closest {
            figures.extend(args![target: contract.target]);
        }
        let overbid = if adds { cell.overbid } else { -cell.overbid };
        let overbid = (overbid != 0).then(|| Factor::plus("berzerka/overbid", overbid, overbid_by));
        let factors = [Factor::plus("berzerka/took", took, took_by)];
        let reason = Reason::new(rule, figures)
            .with_message(message)
            .with_factors(factors.into_iter().chain(overbid));
        context.add(reason.pays(declarer, Points::ZERO));
    }

    /// Adds the reasons of a row that all three have played.
    fn score_row(
        &self,
        contract: &Contract,
        cells: &[Cell; 3],
        value: i64,
        context: &mut HandContext<'_>,
    ) {
        let paid = pay(self, contract, cells, value);
        for ((seat, cell), paid) in context.table.seats().zip(cells).zip(paid) {
            let message = match (contract.measure, paid.rule, paid.place) {
                (Measure::Middlest, clauses::MIDDLING, 1) => "berzerka/middling-won",
                (Measure::Middlest, clauses::MIDDLING, _) => "berzerka/middling-lost",
                (Measure::Middlest, clauses::MIDDLING_TIE, _) => "berzerka/middling-shared",
                (Measure::Middlest, clauses::TIEBREAK, 1) => "berzerka/middling-won-discards",
                (Measure::Middlest, clauses::TIEBREAK, _) => "berzerka/middling-lost-discards",
                (Measure::Middlest, _, 1) => "berzerka/middling-won-bid",
                (Measure::Middlest, ..) => "berzerka/middling-lost-bid",
                (_, rule, _) => rule,
            };
            let figures = args![
                contract: contract.name.clone(), value: value, record: cell.record,
                place: paid.place, shared: paid.shared, discarded: cell.discarded,
                points: paid.points,
            ];
            let reason = Reason::new(paid.rule, figures)
                .with_message(message)
                .with_factors(self.factors_of_place(contract, &paid, value));
            context.add(reason.pays(seat, paid.points));
        }
    }

    /// Returns the factors of the amount that the players at one place share: the value of the row, and the
    /// sum of the factors of their places. Middling has only the value.
    fn factors_of_place(&self, contract: &Contract, paid: &Paid, value: i64) -> Vec<Factor> {
        let (start, rule) = (contract.starts_at, clauses::VALUE);
        let is_middle = contract.measure == Measure::Middlest;
        let mut factors = Vec::new();
        // If all three have the middle record, they get no points.
        if !is_middle || paid.shared < 3 {
            factors.push(Factor::times("berzerka/value", value, rule));
        }
        if !is_middle {
            let places = self.sum_of_places(paid.place, paid.shared);
            factors.push(Factor::times("berzerka/places", places, clauses::RANK));
        }
        factors.push(Factor::plus("berzerka/starts-at", start, rule));
        if value != start {
            factors.push(Factor::plus("berzerka/raised", value - start, rule));
        }
        factors
    }

    fn row(&self, contract: &Contract, row: &[Option<Cell>; 3], table: &Table) -> Json {
        let value = value(contract, row);
        let paid = whole(row).map(|cells| pay(self, contract, &cells, value));
        let cells = table.seats().filter_map(|seat| {
            let paid = paid.map(|paid| paid[seat.index()]);
            Some((&**table.name(seat), row[seat.index()]?.json(paid)))
        });
        let mut json = Json::object([("contract", Json::from(&*contract.id))]);
        // A custom contract has a name of its own.
        if let Arg::Text(name) = &contract.name {
            json.set("name", &**name);
        }
        let copies = self.copied(contract);
        json.extend(copies.map(|copies| ("copies", copies.into())));
        json.extend([("value", value.into()), ("cells", Json::object(cells))]);
        json
    }
}
