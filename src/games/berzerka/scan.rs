//! What a camera reads of a pad of Berzerka: each player's cell of a contract is a hand.

use super::Berzerka;
use super::record::{Choice, Contract, Measure, Ranking, Record};
use overtrick_core::prelude::*;

/// The width of a box under a ranking, and under the name of a bid, in millimeters.
const RANKING: f32 = 7.6;
const BID: f32 = 9.0;
/// The steps that the bids of three can raise a contract by.
const STEPS: i64 = 3;

impl HasScanPad for Berzerka {
    fn scan(&self, _table: &Table, _hands: usize) -> ScanForm {
        let ids = |has: &dyn Fn(&Contract) -> bool| -> Vec<&str> {
            let contracts = self.contracts.iter().filter(|contract| has(contract));
            contracts.map(|contract| &*contract.id).collect()
        };
        let rows = |has: &dyn Fn(&Contract) -> bool| -> Vec<usize> {
            let contracts = self.contracts.iter().enumerate();
            let contracts = contracts.filter(|(_, contract)| has(contract));
            contracts.map(|(row, _)| row).collect()
        };
        let asks = |choice: Choice| move |it: &Contract| it.asks.contains(&choice);
        let suits = |it: &Contract| asks(Choice::Trump)(it) || asks(Choice::PainSuit)(it);
        let (trumps, pains) = (ids(&asks(Choice::Trump)), ids(&asks(Choice::PainSuit)));
        let suit = |suit: Suit| {
            let fields = [("trump", &trumps), ("pain_suit", &pains)];
            let fields = fields.into_iter().filter(|(_, ids)| !ids.is_empty());
            let means = fields.map(|(field, ids)| means(field, suit.word()).when("contract", ids));
            means.collect()
        };
        let ranking = |(key, ranking): (&'static str, Ranking)| {
            ScanBox::new(Text::message(key), [means("ranking", ranking.word())])
        };
        let rankings = [
            ("scan-normal", Ranking::Normal),
            ("scan-inverted", Ranking::Inverted),
        ]
        .map(ranking);
        let number = |key, field| {
            ScanField::number(
                key,
                range_of(Record::FIELDS, field),
                2,
                means(field, NUMBER),
            )
        };
        let bid = ScanBox::new(Text::message("scan-bid"), [means("hotseat", false)]);
        let is_pain = |it: &Contract| it.measure == Measure::Pain;
        let fields = [
            ScanField::suits("scan-suit", suit).only(rows(&suits)),
            ScanField::boxes("scan-ranking", Stand::Line(RANKING), rankings.into())
                .only(rows(&asks(Choice::Ranking))),
            ScanField::boxes("scan-bid", Stand::Line(BID), vec![bid]).or(means("hotseat", true)),
            number("overbid", "overbid"),
            number("discarded", "discarded"),
            number("tricks", "tricks"),
            // Of a contract in which cards hurt, the tricks may be written beside them.
            number("scan-pain", "pain_cards").only(rows(&is_pain)),
            ScanField::sum("total", self.totals(), 3).halves(),
        ];
        // What no contract of the board asks for has no box.
        let asked = |field: &ScanField| field.rows.as_ref().is_none_or(|rows| !rows.is_empty());
        let row = |contract: &Contract| vec![means("contract", &*contract.id)];
        ScanForm {
            seat: fields.into_iter().filter(asked).collect(),
            rows: self.contracts.iter().map(row).collect(),
            cells: Some(means("declarer", PLAYER)),
            ..ScanForm::default()
        }
    }
}

impl Berzerka {
    /// The least and the greatest total that a player can have.
    fn totals(&self) -> (i64, i64) {
        let values = self.contracts.iter();
        let values = values.map(|it| (it.starts_at + STEPS * it.step).abs());
        let values: i64 = values.sum();
        // In Middling the middlest gain the value, whatever the ranks are worth.
        let worth = self.rank_points.iter().chain(&[1, -1]);
        let (least, most) = worth.fold((0, 0), |(least, most), it| {
            (*it.min(&least), *it.max(&most))
        });
        (least * values, most * values)
    }
}
