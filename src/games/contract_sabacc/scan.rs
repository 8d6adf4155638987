//! What a camera reads of a pad of Contract Sabacc.

use super::{Bid, ContractSabacc, LastCard, Record, Wagers};
use overtrick_core::prelude::*;

/// The width of a bid, and of a bonus, which are words, in millimeters.
const BID: f32 = 10.6;
const BONUS: f32 = 15.9;

impl HasScanPad for ContractSabacc {
    fn scan(&self, table: &Table, _hands: usize) -> ScanForm {
        let bid = |bid: &Bid| ScanBox::new(bid.label(), [means("contract", bid.word())]);
        let void = ScanBox::new(Text::message("bid-void"), [means("void", true)]);
        let bids = Bid::ALL.iter().map(bid).chain([void]).collect();
        let last = |key, card: LastCard| {
            let card = means("last_trick/card", card.word()).when("last_trick/winner", &[]);
            ScanBox::new(Text::message(key), [card])
        };
        // A Slam is told by the tricks: its boxes are for the table.
        let bonuses = vec![
            last("bonus-idiot", LastCard::Idiot),
            last("bonus-magician", LastCard::Magician),
            ScanBox::new(Text::message("bonus-slam"), []),
            ScanBox::new(Text::message("bonus-grand-slam"), []),
        ];
        let other = means("last_trick/card", LastCard::Other.word());
        let card_points = range_of(Record::FIELDS, "card_points");
        let tricks = range_of(Record::FIELDS, "tricks");
        let (pot, balance) = self.chips(table);
        ScanForm {
            hand: vec![
                ScanField::boxes("bid", Stand::Line(BID), bids),
                ScanField::boxes("bonus", Stand::Line(BONUS), bonuses)
                    .or(other.when("last_trick/winner", &[])),
                ScanField::number("card-points", card_points, 2, means("card_points", NUMBER))
                    .halves(),
                ScanField::sum("pot", pot, 2),
            ],
            seat: vec![
                ScanField::tick("scan-declarer", means("declarer", PLAYER)),
                ScanField::tick("scan-last", means("last_trick/winner", PLAYER)),
                ScanField::number("tricks", tricks, 2, means("tricks/@", NUMBER)),
                ScanField::sum("total", balance, 3),
            ],
            ..ScanForm::default()
        }
    }
}

impl ContractSabacc {
    /// The least and the most chips that can be in the pot, and that a player can have won, in a match in
    /// which everyone deals once.
    fn chips(&self, table: &Table) -> ((i64, i64), (i64, i64)) {
        let players = i64::try_from(table.len()).unwrap_or(0);
        let stakes = Bid::ALL.iter().map(|bid| bid.stake());
        let wager = match self.wagers {
            Wagers::AllMatch | Wagers::RaiseTo => stakes.max().unwrap_or(0),
            Wagers::Add => stakes.sum(),
        };
        // Of chips that cannot be divided, fewer are left than there are defenders.
        let pot = self.pot_at_start + players * (players * self.ante + players);
        let lost = players * (self.ante + players * wager);
        ((0, pot), (-lost, players * (2 * players - 1) * wager + pot))
    }
}
