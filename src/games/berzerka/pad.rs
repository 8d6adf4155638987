//! The pad of Berzerka, after the source's grid: contracts down, players across.

use super::contract::{Choice, Contract, Measure, Tile};
use super::house_rules::Berzerka;
use super::record::Ranking;
use crate::rules::pad::{Field, Kind};
use crate::rules::prelude::*;

/// The boxes of a value: what it starts at and what three bids make of it.
const STEPS: i64 = 3;

impl HasPad for Berzerka {
    fn pad(&self, table: &Table) -> Pad {
        let rows = self.contracts.iter().map(|contract| {
            let mut row = Row::blank(None, None, table.len());
            row.hand.set("contract", self.label_of(contract));
            row.hand.set("value", ladder(contract));
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
                write("tricks"),
                write("overbid"),
                write("discarded"),
                write("record"),
                ticks("bid", &[("bid", sign("×↑"))]),
                POINTS,
            ],
            rows: rows.collect(),
            length: Length::Fixed,
            totals: Some(vec![None; table.len()]),
            track: Some(("deals", deal_boxes(deals, table.len()))),
            remarks: Vec::new(),
            legend: vec![
                Text::message("berzerka/legend-record"),
                Text::message("berzerka/legend-value"),
                Text::Message("berzerka/legend-rank", ranks),
                Text::message("berzerka/legend-deals"),
            ],
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
        let number = |hand: &PlayedHand<'_>| {
            let dealer = hand.table.name(hand.dealer).to_string();
            let args = args![hand: hand.number, dealer: dealer, note: choices(hand)];
            Text::Message("berzerka/deal", args)
        };
        pad.track = None;
        pad.remarks = hands.iter().map(number).collect();
    }
}

impl Berzerka {
    fn label_of(&self, contract: &Contract) -> Value {
        let name = match &contract.name {
            Arg::Text(name) => Text::plain(name),
            _ => Text::Word(contract.id.to_string()),
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

/// What the declarer chose and how the hand was bid, in words.
fn choices(hand: &PlayedHand<'_>) -> Arg {
    let mut parts: Vec<Arg> = Vec::new();
    parts.extend(hand.word("declarer").map(|name| Arg::from(name.to_owned())));
    let words = ["contract", "trump", "ranking", "pain_suit"];
    for word in words.iter().filter_map(|key| hand.word(key)) {
        let tile = Tile::from_word(word).map(Arg::from);
        let suit = || Suit::from_word(word).map(Arg::from);
        let ranking = || Ranking::from_word(word).map(Arg::from);
        let known = tile.or_else(suit).or_else(ranking);
        parts.push(known.unwrap_or_else(|| Arg::Text(word.into())));
    }
    if hand.record.flag("hotseat") {
        parts.push(Arg::Word("hotseat"));
    }
    Arg::List(parts.into())
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
