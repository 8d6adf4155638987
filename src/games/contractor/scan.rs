//! What a camera reads of a pad of Contractor.

use super::record::{Condition, EXTRA_TRICK, KITTY, MOST_EXTRA, Record, Strain};
use super::{Contractor, Doubles};
use overtrick_core::pad::suit_sign;
use overtrick_core::prelude::*;

/// The width of a strain, and of a condition, which is a word, in millimeters.
const STRAIN: f32 = 6.2;
const CONDITION: f32 = 12.4;

impl HasScanPad for Contractor {
    fn scan(&self, table: &Table, hands: usize) -> ScanForm {
        let strain = |strain: &Strain| {
            let label = match strain {
                Strain::Crazytrump => Text::message("strain-crazytrump"),
                Strain::Nil => Text::message("strain-nil"),
                _ => suit_sign(strain.word()),
            };
            ScanBox::new(label, [means("contract/strain", strain.word())])
        };
        let condition = |condition: &Condition| {
            let field = match condition {
                Condition::SourTrumps => "contract/sour_trumps",
                Condition::Exposed => "contract/exposed",
                Condition::AbsolutelySure => "contract/absolutely_sure",
                Condition::NilWithoutJoker => "contract/nil_without_joker",
                Condition::Thievery => "contract/thievery",
            };
            ScanBox::new(condition.label(), [means(field, true)])
        };
        let strains = Strain::ALL.iter().map(strain).collect();
        let conditions = Condition::ALL.iter().map(condition).collect();
        let range = |path| range_of(Record::FIELDS, path);
        let (extra, foregone) = ("contract/extra_tricks", "contract/foregone");
        ScanForm {
            hand: vec![
                ScanField::boxes("strain", Stand::Line(STRAIN), strains),
                ScanField::number("extra", range(extra), 1, means(extra, NUMBER)),
                ScanField::number("foregone", range(foregone), 1, means(foregone, NUMBER)),
                ScanField::boxes("conditions", Stand::Line(CONDITION), conditions),
            ],
            seat: vec![
                ScanField::tick("scan-contractor", means("contractor", PLAYER)),
                ScanField::tick("scan-challenge", means("challengers/+", PLAYER)),
                ScanField::number("tricks", range("tricks"), 1, means("tricks/@", NUMBER)),
                ScanField::sum("total", self.totals(table, hands), 3),
            ],
            ..ScanForm::default()
        }
    }
}

impl Contractor {
    /// The least and the greatest total that so many hands can come to.
    fn totals(&self, table: &Table, hands: usize) -> (i64, i64) {
        let strains = Strain::ALL
            .iter()
            .map(|strain| self.strain_values.of(*strain));
        let conditions = Condition::ALL.iter().map(|condition| condition.worth());
        let value = strains.max().unwrap_or(0)
            + MOST_EXTRA * EXTRA_TRICK
            + KITTY
            + conditions.sum::<i64>()
            + self.dealers_bonus;
        let challengers = i64::try_from(table.len() - 1).unwrap_or(0);
        let wagers = challengers * self.challenge_points;
        let lost = match self.absolutely_sure_doubles {
            Doubles::Everything => 2 * (value + wagers),
            Doubles::Contract => 2 * value + wagers,
        };
        let planned = self
            .hands_planned
            .and_then(|planned| usize::try_from(planned).ok());
        let hands = i64::try_from(planned.unwrap_or(hands)).unwrap_or(i64::MAX);
        (
            lost.saturating_mul(-hands),
            (value + wagers).saturating_mul(hands),
        )
    }
}
