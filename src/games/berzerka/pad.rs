//! The pad of Berzerka, after the source's grid: contracts down, players across.

use super::Berzerka;
use super::record::{Choice, Contract, Measure, Tile};
use overtrick_core::pad::{Field, Kind, suit_sign};
use overtrick_core::prelude::*;

/// The boxes of a value: what it starts at and what three bids make of it.
const STEPS: i64 = 3;

impl HasPad for Berzerka {
    fn pad(&self, table: &Table) -> Pad {
        let rows = self.contracts.iter().map(|contract| {
            let mut row = Row::blank(None, None, table.len());
            row.hand.set("contract", self.label_of(contract));
            row.hand.set("value", ladder(contract));
            if contract.asks.is_empty() {
                for values in &mut row.seats {
                    values.set("choice", Value::closed());
                }
            }
            row
        });
        let [first, second, third] = self.rank_points;
        let deals = self.contracts.len() * table.len();
        let ranks = args![first: first, second: second, third: third];
        Pad {
            hand: vec![
                Field::new("contract", Kind::Label),
                Field::new("value", Kind::Label),
            ],
            seat: vec![
                write("tricks").records(&["tricks", "pain_cards", "declarer", "contract"]),
                write("overbid").records(&["overbid"]),
                write("record"),
                write("choice").records(&["trump", "ranking", "pain_suit"]),
                write("discarded").records(&["discarded"]),
                ticks("bid", &[("bid", sign(""))]).records(&["hotseat"]),
                write("place").figures(1),
                POINTS,
            ],
            rows: rows.collect(),
            length: Length::Fixed,
            totals: Some(vec![None; table.len()]),
            track: Some(("deals", deal_boxes(deals, table.len()))),
            legend: vec![
                Text::message("berzerka/legend-record"),
                Text::message("berzerka/legend-value"),
                Text::Message("berzerka/legend-rank", ranks),
                Text::message("berzerka/legend-deals"),
            ],
            ..Pad::default()
        }
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], detail: &Json) {
        let Some(table) = hands.first().map(|hand| hand.table) else {
            return;
        };
        let mut totals = vec![Points::ZERO; table.len()];
        for (row, contract) in pad.rows.iter_mut().zip(detail.list("contracts")) {
            let Some(Json::Object(cells)) = contract.get("cells") else {
                continue;
            };
            for (name, cell) in cells {
                let Some(seat) = table.seat(name) else {
                    continue;
                };
                let values = &mut row.seats[seat.index()];
                for (field, key) in [
                    ("tricks", "tricks"),
                    ("tricks", "pain_cards"),
                    ("overbid", "overbid"),
                    ("discarded", "discarded"),
                    ("record", "record"),
                    ("place", "place"),
                ] {
                    if let Some(number) = cell.int(key) {
                        values.write(field, number);
                    }
                }
                if cell.flag("bid") {
                    values.tick("bid", ["bid"]);
                }
                if let Some(points) = cell.get("points").and_then(Json::typed) {
                    values.write("points", signed(points));
                    totals[seat.index()] += points;
                }
            }
            if let Some(value) = contract.int("value") {
                row.hand.write("value", format!("×{value}"));
            }
        }
        pad.totals = Some(totals.into_iter().map(Some).collect());
        for hand in hands {
            write_choice(pad, detail, hand);
        }
        pad.track = None;
    }
}

impl Berzerka {
    fn label_of(&self, contract: &Contract) -> Value {
        let name = match &contract.name {
            Arg::Text(name) => Text::plain(name),
            _ => Text::Word(contract.id.to_string().into()),
        };
        let shapeshift = *contract.id == *Tile::Shapeshift.word();
        let under = match self.shapeshift_copies.as_ref().filter(|_| shapeshift) {
            Some(copied) => Text::Message("berzerka/copies", args![contract: copied.clone()]),
            None => what_to_do(contract),
        };
        Value {
            under: Some(under),
            ..Value::text(name)
        }
    }
}

/// Writes what the declarer chose into the declarer's cell of the contract.
fn write_choice(pad: &mut Pad, detail: &Json, hand: &PlayedHand<'_>) {
    let contracts = detail.list("contracts").iter();
    let mut rows = pad.rows.iter_mut().zip(contracts);
    let Some((row, declarer)) = rows
        .find(|(_, contract)| contract.text("contract") == hand.word("contract"))
        .and_then(|(row, _)| Some((row, hand.seat("declarer")?)))
    else {
        return;
    };
    let suit = hand.word("pain_suit").or_else(|| hand.word("trump"));
    let ranking = hand.word("ranking").map(|word| match word {
        "inverted" => sign("↓"),
        _ => sign("↑"),
    });
    let text = suit.map(suit_sign);
    let value = match (text, ranking) {
        (Some(text), under) => Value {
            under,
            ..Value::text(text)
        },
        (None, Some(ranking)) => Value::text(ranking),
        (None, None) => return,
    };
    row.seats[declarer.index()].set("choice", value);
}

/// What a contract asks for, as its tile says it.
fn what_to_do(contract: &Contract) -> Text {
    let key = match Tile::from_word(&contract.id) {
        Some(Tile::Berzerka) => "tile-berzerka",
        Some(Tile::HiddenStrength) => "tile-hidden-strength",
        Some(Tile::HoldSteady) => "tile-hold-steady",
        Some(Tile::SeeingRed) => "tile-seeing-red",
        Some(Tile::BottleItUp) => "tile-bottle-it-up",
        Some(Tile::BruteStrength) => "tile-brute-strength",
        Some(Tile::StillHolding) => "tile-still-holding",
        Some(Tile::ChangingPace) => "tile-changing-pace",
        Some(Tile::MarathonFlex) => "tile-marathon-flex",
        Some(Tile::OneWeakness) => "tile-one-weakness",
        Some(Tile::RagingTides) => "tile-raging-tides",
        Some(Tile::Middling) => "tile-middling",
        Some(Tile::Shapeshift) | None => match contract.measure {
            Measure::Most => "tile-most",
            Measure::Closest => "tile-closest",
            Measure::Fewest => "tile-bottle-it-up",
            Measure::Pain => "tile-one-weakness",
            Measure::Middlest => "tile-middling",
        },
    };
    let trump = contract.asks.contains(&Choice::Trump);
    Text::Message(key, args![target: contract.target, trump: i64::from(trump)])
}

/// The values that a contract may come to.
fn ladder(contract: &Contract) -> Value {
    let values = (0..=STEPS).map(|step| format!("×{}", contract.starts_at + step * contract.step));
    let values: Vec<String> = values.collect();
    Value {
        under: Some(Text::plain(values[1..].join(" → "))),
        ..Value::text(Text::plain(&values[0]))
    }
}

/// A box for each deal of the match, with the letter of the seat that deals.
fn deal_boxes(deals: usize, seats: usize) -> Vec<Tick> {
    const LETTERS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
    let tick = |deal: usize| {
        let letter = LETTERS[deal % seats.clamp(1, LETTERS.len())];
        Tick {
            id: (deal + 1).to_string().into(),
            label: Text::plain(format!("{}{letter}", deal + 1)),
        }
    };
    (0..deals).map(tick).collect()
}
