//! What a camera reads of a pad of Mariash: declarer, last trick and commitments in the column of whose they are.

use super::{Contract, GameType, Mariash, OpenHand, Record};
use overtrick_core::pad::suit_sign;
use overtrick_core::prelude::*;

/// The width of a box under a short label, under the name of a game, and under two words, in millimeters.
const SHORT: f32 = 5.8;
const NAME: f32 = 6.8;
const WORD: f32 = 16.4;
/// The commitments that a player may have, and their doublings.
const CONTRACTS: [&str; 3] = [
    "commitments/by@1/contract",
    "commitments/by@2/contract",
    "commitments/by@3/contract",
];
const DOUBLES: [&str; 3] = [
    "commitments/by@1/doubles",
    "commitments/by@2/doubles",
    "commitments/by@3/doubles",
];

impl HasScanPad for Mariash {
    fn scan(&self, table: &Table, hands: usize) -> ScanForm {
        let total = self.card_points.total();
        let seven = means("last_trick/trump_seven", true).when("last_trick/winner", &[]);
        let no_seven = means("last_trick/trump_seven", false).when("last_trick/winner", &[]);
        let open = |key, answer: OpenHand| {
            ScanBox::new(Text::message(key), [means("open_hand", answer.word())])
        };
        let tricks = range_of(Record::FIELDS, "declarer_tricks");
        let mut hand = vec![
            ScanField::boxes("game", Stand::Line(NAME), games()),
            ScanField::boxes(
                "open",
                Stand::Line(WORD),
                vec![
                    open("scan-open-accept", OpenHand::Accept),
                    open("scan-open-play", OpenHand::Play),
                ],
            ),
            ScanField::tick("scan-seven", seven).or(no_seven),
            ScanField::number(
                "scan-points",
                (0, total),
                3,
                means("points/declarer", NUMBER),
            ),
            ScanField::number(
                "declarer-tricks",
                tricks,
                2,
                means("declarer_tricks", NUMBER),
            ),
        ];
        if self.marriages {
            for (key, field) in [
                ("scan-declarer-marriages", "marriages/declarer"),
                ("scan-defense-marriages", "marriages/defense"),
            ] {
                let range = range_of(Record::FIELDS, field);
                hand.push(ScanField::number(key, range, 3, means(field, NUMBER)));
            }
        }
        let mut seat = vec![
            ScanField::tick("scan-declarer", means("declarer", PLAYER)),
            ScanField::tick("scan-last", means("last_trick/winner", PLAYER)),
        ];
        let each = usize::try_from(self.commitments_per_defender).unwrap_or(1);
        for (number, (contract, doubles)) in CONTRACTS.iter().zip(DOUBLES).enumerate().take(each) {
            let commit = |it: &Contract| ScanBox::new(label(*it), [means(contract, it.word())]);
            let contracts = Contract::ALL.iter().map(commit).collect();
            seat.push(ScanField::boxes(
                "commitment",
                Stand::Line(SHORT),
                contracts,
            ));
            let levels = (1..=self.max_doubles).map(|level| doubled(level, doubles, number == 0));
            seat.push(ScanField::boxes(
                "doubles",
                Stand::Line(SHORT),
                levels.collect(),
            ));
        }
        seat.push(ScanField::sum("total", self.totals(table, hands), 4));
        seat.retain(
            |field| !matches!(&field.kind, ScanKind::Boxes { boxes, .. } if boxes.is_empty()),
        );
        ScanForm {
            hand,
            seat,
            rests: vec![Rest {
                field: "points/defense",
                total,
                without: "points/declarer",
            }],
            ..ScanForm::default()
        }
    }
}

/// The boxes of what is played: the suit of trump, or a game without it.
fn games() -> Vec<ScanBox> {
    let trump = GameType::Trump.word();
    let suits = [Suit::Spades, Suit::Hearts, Suit::Clubs, Suit::Diamonds].map(|suit| {
        let means = [means("game_type", trump), means("trump", suit.word())];
        ScanBox::new(suit_sign(suit.word()), means)
    });
    let whole = [
        ("type-misere", GameType::Misere),
        ("type-slam", GameType::Slam),
    ]
    .map(|(key, game)| ScanBox::new(Text::message(key), [means("game_type", game.word())]));
    suits.into_iter().chain(whole).collect()
}

/// The box of a doubling of a commitment. Of the declarer's first one it also says how often a game without
/// trump was doubled.
fn doubled(level: i64, field: &'static str, first: bool) -> ScanBox {
    let of_commitment = means(field, level).when("game_type", &[GameType::Trump.word()]);
    let whole = [GameType::Misere.word(), GameType::Slam.word()];
    let of_game = means("doubles", level)
        .when("game_type", &whole)
        .when("declarer", &[PLAYER]);
    let label = Text::plain(format!("×{}", 1_i64 << level.clamp(0, 62)));
    ScanBox::new(
        label,
        [of_commitment].into_iter().chain(first.then_some(of_game)),
    )
}

fn label(contract: Contract) -> Text {
    match contract {
        Contract::Game => Text::message("contract-game"),
        Contract::Seven => sign("7"),
        Contract::Hundred => sign("100"),
        Contract::HundredSeven => sign("107"),
    }
}

impl Mariash {
    /// The least and the greatest total that so many hands can come to.
    fn totals(&self, table: &Table, hands: usize) -> (i64, i64) {
        let doubled = 1_i64 << self.max_doubles.clamp(0, 62);
        let rates = Contract::ALL
            .iter()
            .map(|contract| self.rates.of(*contract));
        let rate = rates.max().unwrap_or(0) * doubled;
        let red = if self.red_doubles { 2 } else { 1 };
        // The declarer has one commitment, and each of two defenders so many.
        let commitments = self.open_hand_factor + 2 * self.commitments_per_defender;
        let beside = 2 * self.game_stake + self.rates.seven;
        let trump = red * (rate * commitments + beside);
        let whole = self.rates.misere.max(self.rates.slam) * doubled;
        let each = trump.max(whole).min(self.limit.unwrap_or(i64::MAX));
        let opponents = i64::try_from(table.len() - 1).unwrap_or(0);
        let planned = self
            .hands_planned
            .unwrap_or(i64::try_from(hands).unwrap_or(i64::MAX));
        let most = each.saturating_mul(opponents).saturating_mul(planned);
        (-most, most)
    }
}
