//! The score sheet: who has played what, and what stands in each cell.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use super::contract::{Contract, Tile};
use super::house_rules::Berzerka;
use super::score::{Cell, pay, value, whole};
use overtrick_core::prelude::*;

/// The contract that was played.
const CONTRACT: &str = "contract_played";
/// What its row is worth after the hand.
const VALUE: &str = "value";
/// The declarer's record.
const RECORD: &str = "record";

/// What a table shows of a hand, as the source's sheet does.
pub(super) const COLUMNS: &[Column] = &[
    Column {
        key: CONTRACT,
        place: ColumnPlace::Before,
    },
    Column {
        key: VALUE,
        place: ColumnPlace::Before,
    },
    Column {
        key: RECORD,
        place: ColumnPlace::Beside,
    },
];

/// Shows what a hand wrote into the sheet: a record of its declarer's, in the row of this contract.
pub(super) fn show_cell(
    contract: &Contract,
    row: &[Option<Cell>; 3],
    declarer: Seat,
    context: &mut HandContext<'_>,
) {
    context.show(CONTRACT, None, contract.name.clone());
    context.show(VALUE, None, value(contract, row));
    if let Some(cell) = row[declarer.index()] {
        context.show(RECORD, Some(declarer), cell.record);
    }
}

/// How far a match has come: a row for each contract of the board, a cell for each seat.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) hands: usize,
    pub(super) rows: Vec<[Option<Cell>; 3]>,
}

impl State {
    /// An empty sheet of so many contracts.
    pub(super) fn of(contracts: usize) -> State {
        State {
            hands: 0,
            rows: vec![[None; 3]; contracts],
        }
    }

    /// By place on the board, by seat: whether that player may still play the contract.
    pub(super) fn open(&self) -> Vec<[bool; 3]> {
        let rows = self.rows.iter();
        rows.map(|row| row.map(|cell| cell.is_none())).collect()
    }
}

#[derive(Serialize)]
struct Sheet<'a> {
    contracts: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    contract: &'a str,
    /// What a club calls its own contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    /// What Shapeshift copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<&'a str>,
    value: i64,
    cells: PerPlayer<CellReport>,
}

#[derive(Serialize)]
struct CellReport {
    #[serde(flatten)]
    cell: Cell,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Points>,
}

impl Berzerka {
    /// The sheet as it stands.
    pub(super) fn sheet(&self, state: &State, table: &Table) -> Option<Box<RawValue>> {
        let rows = self.contracts.iter().zip(&state.rows);
        let rows = rows.map(|(contract, row)| self.row(contract, row, table));
        let contracts = rows.collect();
        serde_json::value::to_raw_value(&Sheet { contracts }).ok()
    }

    fn row<'a>(
        &'a self,
        contract: &'a Contract,
        row: &[Option<Cell>; 3],
        table: &Table,
    ) -> Row<'a> {
        let value = value(contract, row);
        let paid = whole(row).map(|cells| pay(self, contract, &cells, value));
        let cells = table.seats().filter_map(|seat| {
            let cell = row[seat.index()]?;
            let paid = paid.map(|paid| paid[seat.index()]);
            let report = CellReport {
                cell,
                place: paid.map(|paid| paid.place),
                points: paid.map(|paid| paid.points),
            };
            Some((Arc::clone(table.name(seat)), report))
        });
        let shapeshift = *contract.id == *Tile::Shapeshift.word();
        Row {
            contract: &contract.id,
            name: match &contract.name {
                Arg::Text(name) => Some(name),
                _ => None,
            },
            copies: self.shapeshift_copies.as_deref().filter(|_| shapeshift),
            value,
            cells: PerPlayer(cells.collect()),
        }
    }
}
