//! Questions about tricks and whole plays of hands with the rules of [`FollowSuit`].

use super::answers::{answer_play, answer_trick};
use super::follow_suit::FollowSuit;
use super::questions::{PlayQuestion, TrickQuestion, play_question, trick_question};
use crate::form::Field;
use crate::french::Trump;
use crate::wire::Given;
use crate::{Answer, HandContext, HasKind, Seat, object};

object! {
    /// The setting of a hand: facts besides its cards.
    pub struct FollowSuitSetting(pub) {
        /// The trump suit, or no trump.
        required trump: Trump,
        /// Whether a trump was played before the trick in question.
        optional trump_broken: bool,
    }
}

const SETTING: Field = Field::required("setting", FollowSuitSetting::KIND);

/// The fields of a question about a trick; `most` is the most tricks of a hand.
pub const fn follow_suit_trick(most: i64) -> [Field; 4] {
    trick_question(most, SETTING)
}

/// The fields of a question about the play of a hand.
pub const FOLLOW_SUIT_PLAY: [Field; 3] = play_question(SETTING);

/// The answer to a question about a trick; `longest` is the most tricks of a hand at any table, `most` those
/// at this table.
///
/// `rules` returns the rules of a hand by its dealer, if known, and trump. Missing and impossible values are reported to
/// the context.
pub fn answer_follow_suit_trick(
    dealer: Option<Seat>,
    question: &TrickQuestion<FollowSuitSetting>,
    longest: i64,
    most: i64,
    rules: impl FnOnce(Option<Seat>, Trump) -> FollowSuit,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let number = question.number(longest, context);
    let rules = of_setting(&question.setting, dealer, rules, context);
    let players: Vec<Seat> = context.table.seats().collect();
    let cards = question.read::<FollowSuit>(&players, hand_size(most), context);
    answer_trick(&rules?, number, cards?, context)
}

/// The answer to a question about the play of a hand; `most` is the most tricks of a hand at this table.
///
/// `rules` returns the rules of a hand by its dealer, if known, and trump. Missing and impossible values are reported to
/// the context.
pub fn answer_follow_suit_play(
    dealer: Option<Seat>,
    question: &PlayQuestion<FollowSuitSetting>,
    most: i64,
    rules: impl FnOnce(Option<Seat>, Trump) -> FollowSuit,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let dealer = context.needed_dealer(dealer);
    let rules = of_setting(&question.setting, dealer, rules, context);
    let players: Vec<Seat> = context.table.seats().collect();
    let cards = question.read::<FollowSuit>(&players, hand_size(most), context);
    let (mut rules, (hands, tricks)) = rules.zip(cards)?;
    dealer?;
    rules.deal.tricks = hands.iter().flatten().map(|hand| hand.len()).max();
    answer_play(&rules, &hands, &tricks, context).map(|(answer, _)| answer)
}

fn of_setting(
    setting: &Given<FollowSuitSetting>,
    dealer: Option<Seat>,
    rules: impl FnOnce(Option<Seat>, Trump) -> FollowSuit,
    context: &mut HandContext<'_>,
) -> Option<FollowSuit> {
    let setting = context.needed(setting, "/setting")?;
    let trump = context.needed(&setting.trump, "/setting/trump")?;
    Some(FollowSuit {
        trump_broken: setting.trump_broken.unwrap_or(false),
        ..rules(dealer, *trump)
    })
}

fn hand_size(most: i64) -> usize {
    usize::try_from(most).unwrap_or(0)
}
