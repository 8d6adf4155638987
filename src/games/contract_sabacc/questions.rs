//! What can be asked of Contract Sabacc.

use serde::Deserialize;

use super::ContractSabacc;
use super::auction::Bidding;
use super::cards::{Cards, PACK, cards_each, talon_size};
use super::discard::Aside;
use super::pile::read_talon;
use super::played::count;
use super::record::{Bid, CALL, Call};
use crate::rules::auction::{WrittenCall, resolve_calls, rule_on};
use crate::rules::cards::{Card, CardSet};
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::play::{
    CardRules, Hands, WrittenCard, answer_play, answer_trick, discard_question, play,
    play_question, question_trick, question_tricks, read_card, read_cards, read_hands,
    trick_question,
};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{
    Answer, Breach, Finding, HandContext, Next, Points, QuestionKind, Ruling, Seat, args,
};

const SETTING: &[Field] = &[
    Field::required("declarer", Kind::Player),
    Field::required("contract", Kind::Word(Bid::WORDS)),
    Field::optional("talon", Kind::List(&Kind::Card)),
    Field::optional("aside", Kind::List(&Kind::Card)),
];

pub(super) const QUESTIONS: &[(QuestionKind, &[Field])] = &[
    (
        QuestionKind::Auction,
        &[Field::required("calls", Kind::List(&Kind::Object(CALL)))],
    ),
    (
        QuestionKind::Trick,
        &trick_question(24, Field::optional("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Play,
        &play_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Discard,
        &discard_question(Field::required("setting", Kind::Object(SETTING))),
    ),
];

/// The fields of all questions; what one does not have, its form refuses.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Body {
    calls: Given<Vec<WrittenCall<Call>>>,
    cards: Given<Vec<WrittenCard>>,
    tricks: Given<Vec<Vec<WrittenCard>>>,
    hands: Given<PerPlayer<Vec<String>>>,
    trick: Given<i64>,
    holding: Given<Vec<String>>,
    aside: Given<Vec<String>>,
    setting: Given<Setting>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Setting {
    declarer: Given<String>,
    contract: Given<Bid>,
    talon: Given<Vec<String>>,
    aside: Given<Vec<String>>,
}

/// Answers a question; what is missing or cannot be is played on the context.
pub(super) fn answer(
    game: &ContractSabacc,
    kind: QuestionKind,
    dealer: Option<Seat>,
    body: &Json,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let body: Body = body.typed()?;
    match kind {
        QuestionKind::Auction => auction(game, dealer, &body, context),
        QuestionKind::Trick => trick(dealer, &body, context),
        QuestionKind::Play => whole_play(dealer, &body, context),
        QuestionKind::Discard => discard(&body, context),
        _ => None,
    }
}

fn auction(
    game: &ContractSabacc,
    dealer: Option<Seat>,
    body: &Body,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let dealer = context.needed_dealer(dealer);
    let calls = context
        .needed(&body.calls, "/calls")
        .and_then(|calls| resolve_calls(context, "/calls", calls));
    let (dealer, calls) = (dealer?, calls?);
    let mut bidding = Bidding::new(context.table, game.first_to_bid(context.table, dealer));
    let rulings = rule_on(&mut bidding, &calls);
    Some(Answer {
        rulings,
        next: bidding.next(),
        outcome: bidding.outcome(),
    })
}

fn trick(dealer: Option<Seat>, body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
    let rules = Cards::of_hand(context.table, dealer.unwrap_or(Seat::new(0)));
    let most = cards_each(context.table.len());
    let number = context.number("/trick", &body.trick, 1..=i64::try_from(most).unwrap_or(24));
    if let Some(setting) = &*body.setting {
        context.player("/setting/declarer", &setting.declarer);
        read_talon(context, "/setting/talon", setting.talon.as_ref());
        read_talon(context, "/setting/aside", setting.aside.as_ref());
    }
    let hands = read_hands(context, &PACK, rules.players(), most, "/hands", &body.hands);
    let said = question_trick::<Cards>(context, &body.cards);
    let number = number
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or(1);
    Some(answer_trick(&rules, &hands?, number, said?, context.table))
}

fn whole_play(dealer: Option<Seat>, body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
    let dealer = context.needed_dealer(dealer);
    let rules = Cards::of_hand(context.table, dealer.unwrap_or(Seat::new(0)));
    let most = cards_each(context.table.len());
    let hands = read_hands(context, &PACK, rules.players(), most, "/hands", &body.hands);
    let said = question_tricks::<Cards>(context, &body.tricks);
    let setting = context.needed(&body.setting, "/setting")?;
    let declarer = context.needed_player("/setting/declarer", &setting.declarer);
    let contract = context
        .needed(&setting.contract, "/setting/contract")
        .copied();
    let talon = read_talon(context, "/setting/talon", setting.talon.as_ref());
    let aside = read_talon(context, "/setting/aside", setting.aside.as_ref());
    let (hands, said, declarer, contract) = (hands?, said?, declarer?, contract?);
    let (talon, aside) = (talon?, aside?);
    let takes = contract.takes_talon();
    let told = if takes { &aside } else { &talon };
    let pointer = if takes {
        "/setting/aside"
    } else {
        "/setting/talon"
    };
    not_held(pointer, told, &hands, context);
    dealer?;
    let play = play(&rules, &hands, 1, Some(rules.leads()), &said);
    let counted = count(&play, &hands, (declarer, contract), told);
    let mut answer = answer_play(&rules, &hands, play, context.table);
    if let Some(points) = counted.points {
        answer.outcome.push(("card_points", decimal(points)));
    }
    if let Some((winner, card)) = counted.last {
        let winner = Json::from(&**context.table.name(winner));
        let last = Json::from([("winner", winner), ("card", card.word().into())]);
        answer.outcome.push(("last_trick", last));
    }
    Some(answer)
}

/// What lies out of play is in nobody's hand.
fn not_held(pointer: &str, cards: &[Card], hands: &Hands, context: &mut HandContext<'_>) {
    for (index, card) in cards.iter().enumerate() {
        if hands.iter().flatten().any(|hand| hand.contains(*card)) {
            let args = args![card: (PACK.name)(*card)];
            context.report(Finding::rule(
                "card-twice",
                format!("{pointer}/{index}"),
                args,
            ));
        }
    }
}

/// Points as a record takes them.
fn decimal(points: Points) -> Json {
    let halves = points.in_halves();
    if points.is_whole() {
        return Json::Int(halves / 2);
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 182 halves")]
    Json::Float(halves as f64 / 2.0)
}

fn discard(body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
    let players = context.table.len();
    let talon = talon_size(players);
    let holding = context
        .needed(&body.holding, "/holding")
        .and_then(|texts| read_cards(context, &PACK, "/holding", texts));
    let cards = cards_each(players) + talon;
    if let Some(holding) = holding.as_ref().filter(|holding| holding.len() != cards) {
        let args = args![found: holding.len(), cards: cards];
        context.fault("holding-talon", "/holding", "contract-sabacc/deal", args);
    }
    let aside = context.needed(&body.aside, "/aside").and_then(|texts| {
        let read = texts
            .iter()
            .enumerate()
            .map(|(index, text)| read_card(context, &PACK, &format!("/aside/{index}"), text));
        let read: Vec<Option<Card>> = read.collect();
        read.into_iter().collect::<Option<Vec<Card>>>()
    });
    let setting = context.needed(&body.setting, "/setting")?;
    let declarer = context.player("/setting/declarer", &setting.declarer);
    let contract = context
        .needed(&setting.contract, "/setting/contract")
        .copied();
    let (holding, aside, contract) = (holding?, aside?, contract?);
    if !contract.takes_talon() {
        return Some(nothing_aside(&aside, contract));
    }
    Some(put_aside(
        holding.into_iter().collect(),
        &aside,
        declarer,
        talon,
    ))
}

fn put_aside(holding: CardSet, aside: &[Card], declarer: Option<Seat>, talon: usize) -> Answer {
    let mut put = Aside::new(holding, talon);
    let cards = aside.iter().enumerate();
    let rulings = cards.map(|(index, card)| put.put(index, *card)).collect();
    let names = |cards: &mut dyn Iterator<Item = Card>| -> Json { cards.map(PACK.name).collect() };
    let next = declarer.filter(|_| !put.is_complete()).map(|seat| Next {
        seat,
        choices: vec![("cards", names(&mut put.could().iter()))],
    });
    Answer {
        rulings,
        next: next.into_iter().collect(),
        outcome: vec![
            ("complete", Json::Bool(put.is_complete())),
            ("aside", names(&mut put.cards().iter().copied())),
            ("face_up", names(&mut put.face_up())),
        ],
    }
}

/// With a talon that nobody sees there is nothing to put aside.
fn nothing_aside(aside: &[Card], contract: Bid) -> Answer {
    let ruling = |index| {
        let breach = Breach::of("contract-sabacc/talon", args![contract: contract]);
        Ruling::new(index, Some(breach))
    };
    let none = || Json::List(Vec::new());
    Answer {
        rulings: (0..aside.len()).map(ruling).collect(),
        next: Vec::new(),
        outcome: vec![
            ("complete", Json::Bool(true)),
            ("aside", none()),
            ("face_up", none()),
        ],
    }
}
