//! What can be asked of Brink Bid.

use serde::Deserialize;

use super::auction::Bidding;
use super::cards::Cards;
use super::pass::answer_pass;
use super::record::{DICE, Dice, Trump};
use crate::rules::auction::{Spoken, hear, rule_on, spoken};
use crate::rules::form::{Field, Kind};
use crate::rules::french;
use crate::rules::json::Json;
use crate::rules::play::{
    PlayedCard, answer_play, answer_trick, asked_trick, asked_tricks, play, play_question,
    read_hands, trick_question,
};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Answer, Ask, Desk, Seat};

const SETTING: &[Field] = &[
    Field::required("trump", Kind::Word(Trump::WORDS)),
    Field::optional("trump_broken", Kind::Flag),
];
const CALL: &[Field] = &spoken(Kind::Int(0, 13));

pub(super) const QUESTIONS: &[(Ask, &[Field])] = &[
    (
        Ask::Auction,
        &[
            Field::required("cards_dealt", Kind::Int(1, 26)),
            Field::required("calls", Kind::List(&Kind::Object(CALL))),
        ],
    ),
    (
        Ask::Trick,
        &trick_question(26, Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        Ask::Play,
        &play_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        Ask::Pass,
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
    calls: Given<Vec<Spoken<i64>>>,
    cards_dealt: Given<i64>,
    cards: Given<Vec<PlayedCard>>,
    tricks: Given<Vec<Vec<PlayedCard>>>,
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

/// Answers a question; what is missing or cannot be is laid on the desk.
pub(super) fn answer(
    ask: Ask,
    dealer: Option<Seat>,
    body: &Json,
    desk: &mut Desk<'_>,
) -> Option<Answer> {
    let body: Body = body.typed()?;
    match ask {
        Ask::Auction => auction(dealer, &body, desk),
        Ask::Trick => trick(dealer, &body, desk),
        Ask::Play => whole_play(dealer, &body, desk),
        Ask::Pass => {
            let most = most_cards(desk);
            let cards = desk.needed_number("/cards_dealt", &body.cards_dealt, 1..=most);
            let dice = desk.needed(&body.dice, "/dice");
            answer_pass(dice?, cards?, desk)
        }
        _ => None,
    }
}

fn auction(dealer: Option<Seat>, body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
    let most = most_cards(desk);
    let cards = desk.needed_number("/cards_dealt", &body.cards_dealt, 1..=most);
    let dealer = desk.needed_dealer(dealer);
    let calls = desk
        .needed(&body.calls, "/calls")
        .and_then(|calls| hear(desk, "/calls", calls));
    let (cards, dealer, calls) = (cards?, dealer?, calls?);
    let mut bidding = Bidding::new(desk.table, dealer, cards);
    let rulings = rule_on(&mut bidding, &calls);
    Some(Answer {
        rulings,
        next: bidding.next(),
        outcome: bidding.outcome(),
    })
}

fn trick(dealer: Option<Seat>, body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
    let players: Vec<Seat> = desk.table.seats().collect();
    let number = desk.number("/trick", &body.trick, 1..=26);
    let setting = setting(body, dealer.unwrap_or(Seat::new(0)), desk);
    let most = usize::try_from(most_cards(desk)).unwrap_or(26);
    let hands = read_hands(desk, &french::PACK, &players, most, "/hands", &body.hands);
    let said = asked_trick::<Cards>(desk, &body.cards);
    let number = number
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or(1);
    Some(answer_trick(&setting?, &hands?, number, said?, desk.table))
}

fn whole_play(dealer: Option<Seat>, body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
    let players: Vec<Seat> = desk.table.seats().collect();
    let dealer = desk.needed_dealer(dealer);
    let setting = setting(body, dealer.unwrap_or(Seat::new(0)), desk);
    let most = usize::try_from(most_cards(desk)).unwrap_or(26);
    let hands = read_hands(desk, &french::PACK, &players, most, "/hands", &body.hands);
    let said = asked_tricks::<Cards>(desk, &body.tricks);
    let (mut rules, hands, said) = (setting?, hands?, said?);
    dealer?;
    rules.tricks = hands.iter().flatten().map(|hand| hand.len()).max();
    let play = play(&rules, &hands, 1, Some(rules.leads), &said);
    Some(answer_play(&rules, &hands, play, desk.table))
}

fn setting(body: &Body, dealer: Seat, desk: &mut Desk<'_>) -> Option<Cards> {
    let setting = desk.needed(&body.setting, "/setting")?;
    let trump = desk.needed(&setting.trump, "/setting/trump")?;
    let rules = Cards::of_hand(desk.table, dealer, *trump, None);
    Some(Cards {
        trump_broken: setting.trump_broken.unwrap_or(false),
        ..rules
    })
}

fn most_cards(desk: &Desk<'_>) -> i64 {
    i64::try_from(super::PACK / desk.table.len()).unwrap_or(1)
}
