//! The hand that comes next: who sits out, and once the declarer is known who speaks and leads.

use super::house_rules::Mariash;
use super::record::{GameType, Record};
use overtrick_core::prelude::*;

/// The cards that each player holds when the play begins.
const CARDS: i64 = 10;

impl Mariash {
    /// What is to be known of the next hand.
    pub(super) fn next_hand(&self, hand: &ComingHand<'_, Record>) -> NextHand {
        let table = hand.table;
        let record = hand.record;
        let declarer = record.and_then(|record| table.seat(record.declarer.as_deref()?));
        let game_type = record.and_then(|record| *record.game_type);
        let mut sentences = Vec::new();
        if table.len() == 4 {
            let args = args![player: table.name(hand.dealer)];
            sentences.push(("mariash/dealer-sits-out", args));
        }
        if let Some(declarer) = declarer {
            // Without a trump there is nothing to select.
            let key = match game_type {
                Some(GameType::Misere | GameType::Slam) => "mariash/leads",
                Some(GameType::Trump) | None => "mariash/speaks-and-leads",
            };
            sentences.push((key, args![player: table.name(declarer)]));
        }
        NextHand {
            hands: self
                .hands_planned
                .and_then(|hands| usize::try_from(hands).ok()),
            cards_dealt: CARDS,
            speaks: declarer,
            leads: declarer,
            sentences,
            ..NextHand::default()
        }
    }
}
