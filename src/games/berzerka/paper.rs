//! The pad of Berzerka, based on the source's grid: a row for each contract, a column for each player. The
//! sheet explains the record, the place and the points of each cell in words.

use super::record::{Choice, Contract, Measure, Ranking, Tile};
use super::{Berzerka, Tiebreak};
use overtrick_core::pad::{Field, Kind, Values, suit_sign, suit_words};
use overtrick_core::prelude::*;

/// The number of bids that can raise a contract's value. The pad prints the start value and the value after each bid.
const STEPS: i64 = 3;

impl HasPad for Berzerka {
    fn pad(&self, table: &Table) -> Pad {
        let rows = self.contracts.iter().map(|contract| {
            let mut row = Row::blank(None, None, table.len());
            let label = Value {
                under: Some(self.copied_or(contract, instruction)),
                ..Value::text(title(contract))
            };
            row.hand.set("contract", label);
            row.hand.set("value", ladder(contract));
            if contract.asks.is_empty() {
                for values in &mut row.seats {
                    let closed = Value {
                        closed: true,
                        ..Value::default()
                    };
                    values.set("choice", closed);
                }
            }
            row
        });
        let [first, second, third] = self.rank_points;
        let deals = self.contracts.len() * table.len();
        let ranks = args![first: first, second: second, third: third];
        Pad {
            hand: ["contract", "value"].map(label).into(),
            seat: vec![
                write("tricks").records(&["tricks", "pain_cards", "declarer", "contract"]),
                write("overbid").records(&["overbid"]),
                write("record"),
                write("choice").records(&["trump", "ranking", "pain_suit"]),
                write("discarded").records(&["discarded"]),
                ticks("bid", [("bid", Text::plain(""))]).records(&["hotseat"]),
                write("place").figures(1),
                POINTS,
            ],
            rows: rows.collect(),
            length: Length::Fixed,
            totals: Some(vec![None; table.len()]),
            track: Some(("deals", deal_boxes(deals))),
            legend: vec![
                Text::message("berzerka/legend-record"),
                Text::message("berzerka/legend-value"),
                Text::of("berzerka/legend-rank", ranks),
                Text::message("berzerka/legend-deals"),
            ],
            ..Pad::default()
        }
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], detail: &Json) {
        for (row, contract) in pad.rows.iter_mut().zip(detail.list("contracts")) {
            for (seat, values) in row.seats.iter_mut().enumerate() {
                let Some(cell) = PlayedCell::of(contract, hands, Seat::new(seat)) else {
                    continue;
                };
                cell.write(values);
                for key in ["tricks", "overbid", "discarded", "place"] {
                    let pain = cell.json.int("pain_cards").filter(|_| key == "tricks");
                    values.write_known(key, pain.or(cell.json.int(key)));
                }
                if cell.json.flag("bid") {
                    values.tick("bid", ["bid"]);
                }
                let ranking = cell.hand.record.text("ranking").map(|word| match word {
                    "inverted" => Text::plain("↓"),
                    _ => Text::plain("↑"),
                });
                let mut choices = cell.suit().map(suit_sign).into_iter().chain(ranking);
                if let Some(first) = choices.next() {
                    let value = Value {
                        under: choices.next(),
                        ..Value::text(first)
                    };
                    values.set("choice", value);
                }
            }
            let value = contract.int("value").map(|value| format!("×{value}"));
            row.hand.write_known("value", value);
        }
    }

    fn sheet(&self, table: &Table, hands: &[PlayedHand<'_>], detail: &Json) -> Pad {
        let rows = detail.list("contracts").iter();
        let rows = self.contracts.iter().zip(rows).map(|(contract, played)| {
            let mut row = Row::blank(None, None, table.len());
            self.write_contract(&mut row.hand, contract, played);
            for (seat, values) in row.seats.iter_mut().enumerate() {
                match PlayedCell::of(played, hands, Seat::new(seat)) {
                    Some(cell) => self.write_cell(values, contract, &cell),
                    None => values.phrase("outcome", "berzerka/sheet-open", args![]),
                }
            }
            row
        });
        let figures = [write("record"), write("place"), POINTS].into_iter();
        let phrases = ["outcome", "suit", "ranking", "discarded", "bid"].map(label);
        Pad {
            hand: ["contract", "objective", "value"].map(write).into(),
            seat: figures.chain(phrases).collect(),
            rows: rows.collect(),
            totals: Some(vec![None; table.len()]),
            legend: self.legend_of_sheet(),
            ..Pad::default()
        }
    }
}

/// Returns a field that is printed, not filled in.
const fn label(key: &'static str) -> Field {
    Field::new(key, Kind::Label)
}

/// A player's result in a contract, and the hand in which it was played.
struct PlayedCell<'a> {
    json: &'a Json,
    hand: &'a PlayedHand<'a>,
}

impl<'a> PlayedCell<'a> {
    /// Returns the cell of a seat in the row of a contract; `None` if it has not been played.
    fn of(contract: &'a Json, hands: &'a [PlayedHand<'a>], seat: Seat) -> Option<PlayedCell<'a>> {
        let table = hands.first()?.table;
        let json = table.value_of(contract.get("cells")?, seat)?;
        let number = json.int("hand").and_then(|hand| usize::try_from(hand).ok());
        let hand = hands.iter().find(|hand| Some(hand.number) == number)?;
        Some(PlayedCell { json, hand })
    }

    /// Returns the suit that the declarer chose: the pain suit or trump.
    fn suit(&self) -> Option<&str> {
        let pain = self.hand.record.text("pain_suit");
        pain.or_else(|| self.hand.record.text("trump"))
    }

    /// Writes the record and its points.
    fn write(&self, values: &mut Values) {
        values.write_known("record", self.json.int("record"));
        let points = self.json.get("points").and_then(Json::typed);
        values.write_known("points", points.map(signed));
    }
}

impl Berzerka {
    /// Returns the text that names the contract that Shapeshift copies; for other contracts, `otherwise`.
    fn copied_or(&self, contract: &Contract, otherwise: impl FnOnce(&Contract) -> Text) -> Text {
        match self.copied(contract) {
            Some(copied) => Text::of("berzerka/copies", args![contract: copied.to_owned()]),
            None => otherwise(contract),
        }
    }

    /// Writes the title, the objective and the value of a contract. The value is shown with its start and its increase.
    fn write_contract(&self, values: &mut Values, contract: &Contract, played: &Json) {
        values.set("contract", Value::text(title(contract)));
        let objective = self.copied_or(contract, |contract| {
            Text::of(objective(contract), args![target: contract.target])
        });
        values.set("objective", Value::text(objective));
        if let Some(value) = played.int("value") {
            let raised = value - contract.starts_at;
            let args = args![value: value, start: contract.starts_at, raised: raised];
            values.phrase("value", "berzerka/sheet-value", args);
        }
    }

    /// Writes a player's result in a contract, with an explanation.
    fn write_cell(&self, values: &mut Values, contract: &Contract, cell: &PlayedCell<'_>) {
        cell.write(values);
        let number = |key| cell.json.int(key).unwrap_or(0);
        if let Some(Ok(place)) = cell.json.int("place").map(usize::try_from) {
            values.set("place", Value::text(Text::Ordinal(place)));
        }
        values.set("outcome", Value::text(self.outcome(contract, cell.json)));
        let args = args![discards: number("discarded")];
        values.phrase("discarded", "berzerka/sheet-discards", args);
        let bid = if cell.json.flag("bid") {
            "berzerka/sheet-bid"
        } else {
            "berzerka/sheet-hotseat"
        };
        values.phrase("bid", bid, args![hand: number("hand")]);
        match cell.suit() {
            Some(suit) if contract.asks(Choice::PainSuit) => {
                let args = args![suit: suit.to_owned()];
                values.phrase("suit", "berzerka/sheet-pain-suit", args);
            }
            Some(trump) => values.set("suit", Value::text(suit_words(trump, trump))),
            None => {}
        }
        if let Some(ranking) = cell.hand.record.text("ranking") {
            let key = match Ranking::from_word(ranking) {
                Some(Ranking::Inverted) => "berzerka/sheet-inverted",
                _ => "berzerka/sheet-normal",
            };
            values.phrase("ranking", key, args![]);
        }
    }

    /// Returns the text that explains a record: the number of tricks or cards taken, and the effect of an overbid.
    fn outcome(&self, contract: &Contract, cell: &Json) -> Text {
        let pain = matches!(contract.measure, Measure::Pain);
        let key = if pain { "pain_cards" } else { "tricks" };
        let (took, overbid) = (cell.int(key).unwrap_or(0), cell.int("overbid").unwrap_or(0));
        let adds = contract.overbid_adds(self.one_weakness_overbid);
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
        let off = cell.int("record").unwrap_or(0);
        Text::of(message, args![took: took, overbid: overbid, off: off])
    }

    /// Returns the legend of the sheet.
    fn legend_of_sheet(&self) -> Vec<Text> {
        let [first, second, third] = self.rank_points;
        let ranks = args![first: first, second: second, third: third];
        let tiebreak = args![tiebreak: self.tiebreak.word()];
        let tiebreak = Text::of("berzerka/sheet-legend-tie", tiebreak);
        let is_middle = |contract: &Contract| contract.measure == Measure::Middlest;
        let has_middle = self.contracts.iter().any(is_middle);
        let legend = [
            Some(Text::message("berzerka/sheet-legend-value")),
            Some(Text::of("berzerka/sheet-legend-rank", ranks)),
            (self.tiebreak != Tiebreak::None).then_some(tiebreak),
            self.bid_breaks_ties
                .then(|| Text::message("berzerka/sheet-legend-hotseat")),
            Some(Text::message("berzerka/sheet-legend-shared")),
            has_middle.then(|| Text::message("berzerka/sheet-legend-middling")),
        ];
        legend.into_iter().flatten().collect()
    }
}

/// Returns the message about the objective of a contract.
fn objective(contract: &Contract) -> &'static str {
    match contract.measure {
        Measure::Most if contract.is_of_last_six() => "berzerka/sheet-most-of-six",
        Measure::Most => "berzerka/sheet-most",
        Measure::Closest => "berzerka/sheet-closest-to",
        Measure::Fewest => "berzerka/sheet-fewest",
        Measure::Pain => "berzerka/sheet-fewest-pain",
        Measure::Middlest => "berzerka/sheet-middlest",
    }
}

/// Returns the title of a contract.
fn title(contract: &Contract) -> Text {
    match &contract.name {
        Arg::Text(name) => Text::plain(name),
        _ => Text::Word(contract.id.to_string().into()),
    }
}

/// Returns the instruction of a contract: the words of its tile or, without a tile, words for its measure.
fn instruction(contract: &Contract) -> Text {
    let tile = Tile::from_word(&contract.id).filter(|tile| *tile != Tile::Shapeshift);
    let of_tile = tile.map(|tile| Name::from(format!("tile-{}", tile.word())));
    let key = of_tile.unwrap_or_else(|| match contract.measure {
        Measure::Most => "tile-most".into(),
        Measure::Closest => "tile-closest".into(),
        Measure::Fewest => "tile-bottle-it-up".into(),
        Measure::Pain => "tile-one-weakness".into(),
        Measure::Middlest => "tile-middling".into(),
    });
    let trump = contract.asks.contains(&Choice::Trump);
    Text::of(key, args![target: contract.target, trump: i64::from(trump)])
}

/// Returns the values that a contract can have: the start value, and the value after each bid.
fn ladder(contract: &Contract) -> Value {
    let values = (0..=STEPS).map(|step| format!("×{}", contract.starts_at + step * contract.step));
    let values: Vec<String> = values.collect();
    Value {
        under: Some(Text::plain(values[1..].join(" → "))),
        ..Value::text(Text::plain(&values[0]))
    }
}

/// Returns a box for each deal of the match, with the letter of the dealer's seat.
fn deal_boxes(deals: usize) -> Vec<Tick> {
    let tick = |(number, letter): (usize, &str)| Tick {
        id: number.to_string().into(),
        label: Text::plain(format!("{number}{letter}")),
    };
    let letters = ["A", "B", "C"].into_iter().cycle();
    (1..=deals).zip(letters).map(tick).collect()
}
