//! The sheet of Berzerka, after the source's grid: contracts down, players across, each cell with its record,
//! place and points, and how they came about in words.

use super::record::{Contract, Measure, Ranking, Tile};
use super::{Berzerka, PainOverbid, Tiebreak};
use overtrick_core::pad::suit_words;
use overtrick_core::prelude::*;

impl HasSheet for Berzerka {
    fn sheet(&self, table: &Table, hands: &[PlayedHand<'_>], detail: &Json) -> Pad {
        let mut totals = vec![Points::ZERO; table.len()];
        let rows = detail.list("contracts").iter();
        let rows = self.contracts.iter().zip(rows).map(|(contract, played)| {
            let mut row = Row::blank(None, None, table.len());
            self.say_contract(&mut row, contract, played);
            for seat in table.seats() {
                let values = &mut row.seats[seat.index()];
                let Some(cell) = cell(played, table, seat) else {
                    values.say("outcome", "berzerka/sheet-open", args![]);
                    continue;
                };
                if let Some(record) = cell.int("record") {
                    values.write("record", record);
                }
                if let Some(Ok(place)) = cell.int("place").map(usize::try_from) {
                    values.set("place", Value::text(Text::Ordinal(place)));
                }
                if let Some(points) = cell.get("points").and_then(Json::typed) {
                    values.write("points", signed(points));
                    totals[seat.index()] += points;
                }
                values.set("outcome", Value::text(self.outcome(contract, cell)));
                if let Some(discards) = cell.int("discarded") {
                    let args = args![discards: discards];
                    values.say("discarded", "berzerka/sheet-discards", args);
                }
                let number = cell.int("hand").unwrap_or(0);
                let bid = if cell.flag("bid") {
                    "berzerka/sheet-bid"
                } else {
                    "berzerka/sheet-hotseat"
                };
                values.say("bid", bid, args![hand: number]);
                let index = usize::try_from(number - 1).ok();
                if let Some(hand) = index.and_then(|index| hands.get(index)) {
                    say_choices(values, hand);
                }
            }
            row
        });
        Pad {
            hand: vec![write("contract"), write("objective"), write("value")],
            seat: vec![
                write("record"),
                write("place"),
                POINTS,
                label("outcome"),
                label("suit"),
                label("ranking"),
                label("discarded"),
                label("bid"),
            ],
            rows: rows.collect(),
            totals: Some(totals.into_iter().map(Some).collect()),
            legend: self.reading(),
            ..Pad::default()
        }
    }
}

/// A phrase in a player's cell.
const fn label(key: &'static str) -> overtrick_core::pad::Field {
    overtrick_core::pad::Field::new(key, overtrick_core::pad::Kind::Label)
}

/// What a player made of a contract, once it was played.
fn cell<'a>(played: &'a Json, table: &Table, seat: Seat) -> Option<&'a Json> {
    let Some(Json::Object(cells)) = played.get("cells") else {
        return None;
    };
    let mut cells = cells.iter();
    let found = cells.find(|(name, _)| table.seat(name) == Some(seat));
    found.map(|(_, cell)| cell)
}

impl Berzerka {
    /// Writes what a contract is, what it asks for, and how its value came about.
    fn say_contract(&self, row: &mut Row, contract: &Contract, played: &Json) {
        let name = match &contract.name {
            Arg::Text(name) => Text::plain(name),
            _ => Text::Word(contract.id.to_string().into()),
        };
        row.hand.set("contract", Value::text(name));
        let shapeshift = *contract.id == *Tile::Shapeshift.word();
        let copied = self.shapeshift_copies.as_ref().filter(|_| shapeshift);
        let objective = match copied {
            Some(copied) => Text::Message("berzerka/copies", args![contract: copied.clone()]),
            None => Text::Message(objective(contract), args![target: contract.target]),
        };
        row.hand.set("objective", Value::text(objective));
        if let Some(value) = played.int("value") {
            let raised = value - contract.starts_at;
            let args = args![value: value, start: contract.starts_at, raised: raised];
            row.hand.say("value", "berzerka/sheet-value", args);
        }
    }

    /// What was counted, and what an overbid made of it.
    fn outcome(&self, contract: &Contract, cell: &Json) -> Text {
        let pain = matches!(contract.measure, Measure::Pain);
        let key = if pain { "pain_cards" } else { "tricks" };
        let (took, overbid) = (cell.int(key).unwrap_or(0), cell.int("overbid").unwrap_or(0));
        let adds = match contract.measure {
            Measure::Fewest => true,
            Measure::Pain => self.one_weakness_overbid == PainOverbid::Adds,
            _ => false,
        };
        let message = match (contract.measure, overbid > 0, adds) {
            (Measure::Closest, false, _) => "berzerka/sheet-closest",
            (Measure::Closest, true, _) => "berzerka/sheet-closest-overbid",
            (Measure::Pain, false, _) => "berzerka/sheet-pain",
            (Measure::Pain, true, true) => "berzerka/sheet-pain-plus",
            (Measure::Pain, true, false) => "berzerka/sheet-pain-minus",
            (_, false, _) => "berzerka/sheet-tricks",
            (_, true, true) => "berzerka/sheet-tricks-plus",
            (_, true, false) => "berzerka/sheet-tricks-minus",
        };
        Text::Message(
            message,
            args![took: took, overbid: overbid, off: cell.int("record").unwrap_or(0)],
        )
    }

    /// How cells and rows are read.
    fn reading(&self) -> Vec<Text> {
        let [first, second, third] = self.rank_points;
        let ranks = args![first: first, second: second, third: third];
        let mut legend = vec![
            Text::message("berzerka/sheet-legend-value"),
            Text::Message("berzerka/sheet-legend-rank", ranks),
        ];
        if self.tiebreak != Tiebreak::None {
            let tiebreak = self.tiebreak.word();
            legend.push(Text::Message(
                "berzerka/sheet-legend-tie",
                args![tiebreak: tiebreak],
            ));
        }
        let measures = |measure: Measure| {
            let mut contracts = self.contracts.iter();
            contracts.any(|contract| contract.measure == measure)
        };
        if self.bid_breaks_ties {
            legend.push(Text::message("berzerka/sheet-legend-hotseat"));
        }
        legend.push(Text::message("berzerka/sheet-legend-shared"));
        if measures(Measure::Middlest) {
            legend.push(Text::message("berzerka/sheet-legend-middling"));
        }
        legend
    }
}

/// What a contract is about.
fn objective(contract: &Contract) -> &'static str {
    match contract.measure {
        Measure::Most if contract.last_six => "berzerka/sheet-most-of-six",
        Measure::Most => "berzerka/sheet-most",
        Measure::Closest => "berzerka/sheet-closest-to",
        Measure::Fewest => "berzerka/sheet-fewest",
        Measure::Pain => "berzerka/sheet-fewest-pain",
        Measure::Middlest => "berzerka/sheet-middlest",
    }
}

/// Writes the suit and the ranking that the declarer chose.
fn say_choices(values: &mut overtrick_core::pad::Values, hand: &PlayedHand<'_>) {
    if let Some(suit) = hand.word("pain_suit") {
        let args = args![suit: suit.to_owned()];
        values.say("suit", "berzerka/sheet-pain-suit", args);
    } else if let Some(trump) = hand.word("trump") {
        values.set("suit", Value::text(suit_words(trump, trump)));
    }
    if let Some(ranking) = hand.word("ranking") {
        let key = match Ranking::from_word(ranking) {
            Some(Ranking::Inverted) => "berzerka/sheet-inverted",
            _ => "berzerka/sheet-normal",
        };
        values.say("ranking", key, args![]);
    }
}
