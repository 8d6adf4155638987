//! What can be asked of Brink Bid.

use serde::Deserialize;

use super::auction::Bidding;
use super::cards::Cards;
use super::pass::answer_pass;
use super::record::{DICE, Dice, Trump};
use crate::rules::auction::{WrittenCall, call_fields, resolve_calls, rule_on};
use crate::rules::form::{Field, Kind};
use crate::rules::french;
use crate::rules::json::Json;
use crate::rules::play::{
    WrittenCard, answer_play, answer_trick, play, play_question, question_trick, question_tricks,
    read_hands, trick_question,
};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Answer, HandContext, QuestionKind, Seat};

const SETTING: &[Field] = &[
    Field::required("trump", Kind::Word(Trump::WORDS)),
    Field::optional("trump_broken", Kind::Flag),
];
const CALL: &[Field] = &call_fields(Kind::Int(0, 13));

pub(super) const QUESTIONS: &[(QuestionKind, &[Field])] = &[
    (
        QuestionKind::Auction,
        &[
            Field::required("cards_dealt", Kind::Int(1, 26)),
            Field::required("calls", Kind::List(&Kind::Object(CALL))),
        ],
    ),
    (
        QuestionKind::Trick,
        &trick_question(26, Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Play,
        &play_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Pass,
        &[
            Field::required("dice", Kind::Object(DICE)),
            Field::required("cards_dealt", Kind::Int(1, 26)),
        ],
    ),
];

/// The fields of all questions; what one does not have, its form refuses.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Body {
    calls: Given<Vec<WrittenCall<i64>>>,
    cards_dealt: Given<i64>,
    cards: Given<Vec<WrittenCard>>,
    tricks: Given<Vec<Vec<WrittenCard>>>,
    hands: Given<PerPlayer<Vec<String>>>,
    trick: Given<i64>,
    setting: Given<Setting>,
    dice: Given<Dice>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Setting {
    trump: Given<Trump>,
    trump_broken: Given<bool>,
}

/// Answers a question; what is missing or cannot be is played on the context.
pub(super) fn answer(
    kind: QuestionKind,
    dealer: Option<Seat>,
    body: &Json,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let body: Body = body.typed()?;
    match kind {
        QuestionKind::Auction => auction(dealer, &body, context),
        QuestionKind::Trick => trick(dealer, &body, context),
        QuestionKind::Play => whole_play(dealer, &body, context),
        QuestionKind::Pass => {
            let most = most_cards(context);
            let cards = context.needed_number("/cards_dealt", &body.cards_dealt, 1..=most);
            let dice = context.needed(&body.dice, "/dice");
            answer_pass(dice?, cards?, context)
        }
        _ => None,
    }
}

fn auction(dealer: Option<Seat>, body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
    let most = most_cards(context);
    let cards = context.needed_number("/cards_dealt", &body.cards_dealt, 1..=most);
    let dealer = context.needed_dealer(dealer);
    let calls = context
        .needed(&body.calls, "/calls")
        .and_then(|calls| resolve_calls(context, "/calls", calls));
    let (cards, dealer, calls) = (cards?, dealer?, calls?);
    let mut bidding = Bidding::new(context.table, dealer, cards);
    let rulings = rule_on(&mut bidding, &calls);
    Some(Answer {
        rulings,
        next: bidding.next(),
        outcome: bidding.outcome(),
    })
}

fn trick(dealer: Option<Seat>, body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
    let players: Vec<Seat> = context.table.seats().collect();
    let number = context.number("/trick", &body.trick, 1..=26);
    let setting = setting(body, dealer.unwrap_or(Seat::new(0)), context);
    let most = usize::try_from(most_cards(context)).unwrap_or(26);
    let hands = read_hands(
        context,
        &french::PACK,
        &players,
        most,
        "/hands",
        &body.hands,
    );
    let said = question_trick::<Cards>(context, &body.cards);
    let number = number
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or(1);
    Some(answer_trick(
        &setting?,
        &hands?,
        number,
        said?,
        context.table,
    ))
}

fn whole_play(dealer: Option<Seat>, body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
    let players: Vec<Seat> = context.table.seats().collect();
    let dealer = context.needed_dealer(dealer);
    let setting = setting(body, dealer.unwrap_or(Seat::new(0)), context);
    let most = usize::try_from(most_cards(context)).unwrap_or(26);
    let hands = read_hands(
        context,
        &french::PACK,
        &players,
        most,
        "/hands",
        &body.hands,
    );
    let said = question_tricks::<Cards>(context, &body.tricks);
    let (mut rules, hands, said) = (setting?, hands?, said?);
    dealer?;
    rules.tricks = hands.iter().flatten().map(|hand| hand.len()).max();
    let play = play(&rules, &hands, 1, Some(rules.leads), &said);
    Some(answer_play(&rules, &hands, play, context.table))
}

fn setting(body: &Body, dealer: Seat, context: &mut HandContext<'_>) -> Option<Cards> {
    let setting = context.needed(&body.setting, "/setting")?;
    let trump = context.needed(&setting.trump, "/setting/trump")?;
    let rules = Cards::of_hand(context.table, dealer, *trump, None);
    Some(Cards {
        trump_broken: setting.trump_broken.unwrap_or(false),
        ..rules
    })
}

fn most_cards(context: &HandContext<'_>) -> i64 {
    i64::try_from(super::PACK / context.table.len()).unwrap_or(1)
}
