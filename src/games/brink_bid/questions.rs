//! What can be asked of Brink Bid.

use super::auction::bidding;
use super::cards::{most_cards, of_hand};
use super::pass::answer_pass;
use super::record::Dice;
use crate::rules::auction::{WrittenCall, answer_auction, call_fields, resolve_calls};
use crate::rules::form::{Field, Kind};
use crate::rules::french::Trump;
use crate::rules::play::{
    FollowSuit, PlayQuestion, TrickQuestion, answer_play, answer_trick, play_question,
    trick_question,
};
use crate::rules::wire::Given;
use crate::rules::{Answer, HandContext, HasKind, Question, QuestionKind, Seat, object};

object! {
    struct AuctionQuestion {
        required cards_dealt: i64 = CARDS_DEALT,
        required calls: Vec<WrittenCall<i64>> = Kind::List(&Kind::Object(&call_fields(Kind::Int(0, 13)))),
    }
}

object! {
    struct PassQuestion {
        required dice: Dice,
        required cards_dealt: i64 = CARDS_DEALT,
    }
}

object! {
    /// What is to be known of a hand beside its cards.
    struct Setting {
        required trump: Trump,
        optional trump_broken: bool,
    }
}

const CARDS_DEALT: Kind = Kind::Int(1, 26);
const SETTING: Field = Field::required("setting", Setting::KIND);

pub(super) const QUESTIONS: &[(QuestionKind, &[Field])] = &[
    (QuestionKind::Auction, AuctionQuestion::FIELDS),
    (QuestionKind::Trick, &trick_question(26, SETTING)),
    (QuestionKind::Play, &play_question(SETTING)),
    (QuestionKind::Pass, PassQuestion::FIELDS),
];

/// Answers a question; what is missing or cannot be is noted on the context.
pub(super) fn answer(question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
    let Question { kind, dealer, body } = question;
    match kind {
        QuestionKind::Auction => auction(*dealer, &body.typed()?, context),
        QuestionKind::Trick => trick(*dealer, &body.typed()?, context),
        QuestionKind::Play => whole_play(*dealer, &body.typed()?, context),
        QuestionKind::Pass => pass(&body.typed()?, context),
        _ => None,
    }
}

fn auction(
    dealer: Option<Seat>,
    question: &AuctionQuestion,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let cards = cards_dealt(&question.cards_dealt, context);
    let dealer = context.needed_dealer(dealer);
    let calls = context.needed(&question.calls, "/calls")?;
    let calls = resolve_calls(context, "/calls", calls);
    Some(answer_auction(
        bidding(context.table, dealer?, cards?),
        &calls?,
    ))
}

fn trick(
    dealer: Option<Seat>,
    question: &TrickQuestion<Setting>,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let number = question.number(26, context);
    let rules = setting(&question.setting, dealer, context);
    let players: Vec<Seat> = context.table.seats().collect();
    let cards = question.read::<FollowSuit>(&players, most_tricks(context), context);
    answer_trick(&rules?, number, cards?, context)
}

fn whole_play(
    dealer: Option<Seat>,
    question: &PlayQuestion<Setting>,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let dealer = context.needed_dealer(dealer);
    let rules = setting(&question.setting, dealer, context);
    let players: Vec<Seat> = context.table.seats().collect();
    let cards = question.read::<FollowSuit>(&players, most_tricks(context), context);
    let (mut rules, (hands, tricks)) = rules.zip(cards)?;
    dealer?;
    rules.deal.tricks = hands.iter().flatten().map(|hand| hand.len()).max();
    answer_play(&rules, &hands, &tricks, context).map(|(answer, _)| answer)
}

fn pass(question: &PassQuestion, context: &mut HandContext<'_>) -> Option<Answer> {
    let cards = cards_dealt(&question.cards_dealt, context);
    let dice = context.needed(&question.dice, "/dice");
    answer_pass(dice?, cards?, context)
}

fn setting(
    setting: &Given<Setting>,
    dealer: Option<Seat>,
    context: &mut HandContext<'_>,
) -> Option<FollowSuit> {
    let setting = context.needed(setting, "/setting")?;
    let trump = context.needed(&setting.trump, "/setting/trump")?;
    let rules = of_hand(context.table, dealer.unwrap_or(Seat::new(0)), *trump, None);
    Some(FollowSuit {
        trump_broken: setting.trump_broken.unwrap_or(false),
        ..rules
    })
}

fn cards_dealt(cards: &Given<i64>, context: &mut HandContext<'_>) -> Option<i64> {
    let most = most_cards(context.table);
    context.needed_number("/cards_dealt", cards, 1..=most)
}

fn most_tricks(context: &HandContext<'_>) -> usize {
    usize::try_from(most_cards(context.table)).unwrap_or(26)
}
