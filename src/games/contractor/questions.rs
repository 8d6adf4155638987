//! What can be asked of Contractor.

use serde::Deserialize;

use super::auction::{Bidding, CALL, Call, understand};
use super::cards::{Cards, PACK};
use super::contract::{CONTRACT, Called, Contract, KITTY};
use super::discard::{answer_discard, taken};
use super::{Contractor, catalog};
use crate::rules::auction::{WrittenCall, rule_on};
use crate::rules::cards::Card;
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::play::{
    CardRules, WrittenCard, answer_play, answer_trick, discard_question, play, play_question,
    question_trick, question_tricks, read_card, read_cards, read_hands, trick_question,
};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Answer, Finding, HandContext, QuestionKind, Ruling, Seat, args};

const SETTING: &[Field] = &[
    Field::required("contractor", Kind::Player),
    Field::required("contract", Kind::Object(CONTRACT)),
    Field::depends("kitty_card", Kind::Card),
    Field::optional("trump_played_by_others", Kind::Flag),
];

pub(super) const QUESTIONS: &[(QuestionKind, &[Field])] = &[
    (
        QuestionKind::Auction,
        &[Field::required("calls", Kind::List(&Kind::Object(CALL)))],
    ),
    (
        QuestionKind::Trick,
        &trick_question(10, Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Play,
        &play_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Discard,
        &discard_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Value,
        &[
            Field::required("by", Kind::Player),
            Field::depends("contract", Kind::Object(CONTRACT)),
            Field::depends("beat", Kind::Int(0, 1100)),
        ],
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
    setting: Given<Setting>,
    holding: Given<Vec<String>>,
    aside: Given<Vec<String>>,
    by: Given<String>,
    contract: Given<Called>,
    beat: Given<i64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Setting {
    contractor: Given<String>,
    contract: Given<Called>,
    kitty_card: Given<String>,
    trump_played_by_others: Given<bool>,
}

/// Answers a question; what is missing or cannot be is played on the context.
pub(super) fn answer(
    game: &Contractor,
    kind: QuestionKind,
    dealer: Option<Seat>,
    body: &Json,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let body: Body = body.typed()?;
    match kind {
        QuestionKind::Auction => auction(game, dealer, &body, context),
        QuestionKind::Trick => trick(&body, context),
        QuestionKind::Play => whole_play(&body, context),
        QuestionKind::Discard => discard(&body, context),
        QuestionKind::Value => value(game, dealer, &body, context),
        QuestionKind::Pass => None,
    }
}

fn auction(
    game: &Contractor,
    dealer: Option<Seat>,
    body: &Body,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let dealer = context.needed_dealer(dealer);
    let said = context
        .needed(&body.calls, "/calls")
        .and_then(|calls| understand(context, "/calls", calls));
    let (dealer, said) = (dealer?, said?);
    let calls: Vec<_> = said.iter().map(|(seat, said)| (*seat, said)).collect();
    let mut bidding = Bidding::new(game, context.table, dealer);
    let rulings = rule_on(&mut bidding, &calls);
    Some(Answer {
        rulings,
        next: bidding.next(),
        outcome: bidding.outcome(),
    })
}

fn trick(body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
    let number = context.number("/trick", &body.trick, 1..=10);
    let mut rules = setting(body, context);
    if let Some(rules) = &mut rules {
        rules.trump_played_by_others = told_of_others(body);
    }
    let players: Vec<Seat> = context.table.seats().collect();
    let hands = read_hands(context, &PACK, &players, 10, "/hands", &body.hands);
    let said = question_trick::<Cards>(context, &body.cards);
    let number = number
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or(1);
    let (rules, hands, said) = (rules?, hands?, said?);
    let played = play(&rules, &hands, number, None, std::slice::from_ref(&said));
    played
        .check_named(context, |_| "/cards".to_owned())
        .then(|| answer_trick(&rules, &hands, number, said, context.table))
}

fn told_of_others(body: &Body) -> bool {
    let told = body
        .setting
        .as_ref()
        .and_then(|setting| *setting.trump_played_by_others);
    told.unwrap_or(false)
}

fn whole_play(body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
    let rules = setting(body, context);
    let players: Vec<Seat> = context.table.seats().collect();
    let hands = read_hands(context, &PACK, &players, 10, "/hands", &body.hands);
    let said = question_tricks::<Cards>(context, &body.tricks);
    let (rules, hands, said) = (rules?, hands?, said?);
    let play = play(&rules, &hands, 1, Some(rules.leads()), &said);
    play.check_named(context, |trick| format!("/tricks/{trick}"))
        .then(|| answer_play(&rules, &hands, play, context.table))
}

fn setting(body: &Body, context: &mut HandContext<'_>) -> Option<Cards> {
    let setting = context.needed(&body.setting, "/setting")?;
    let contractor = context.needed_player("/setting/contractor", &setting.contractor);
    let contract = context
        .needed(&setting.contract, "/setting/contract")
        .and_then(|called| called.understood("/setting/contract", context));
    Cards::of_hand(
        contractor?,
        &contract?,
        "/setting",
        &setting.kitty_card,
        context,
    )
}

fn discard(body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
    let setting = context.needed(&body.setting, "/setting");
    let contractor =
        setting.and_then(|setting| context.player("/setting/contractor", &setting.contractor));
    let contract = setting
        .and_then(|setting| context.needed(&setting.contract, "/setting/contract"))
        .and_then(|called| called.understood("/setting/contract", context))
        .filter(|contract| {
            context.in_range("/setting/contract/foregone", contract.foregone, 0..=KITTY)
        });
    let holding = context
        .needed(&body.holding, "/holding")
        .and_then(|cards| read_cards(context, &PACK, "/holding", cards));
    let aside = context.needed(&body.aside, "/aside").and_then(|cards| {
        let cards = cards.iter().enumerate();
        let cards =
            cards.map(|(index, text)| read_card(context, &PACK, &format!("/aside/{index}"), text));
        let cards: Vec<Option<Card>> = cards.collect();
        cards.into_iter().collect::<Option<Vec<Card>>>()
    });
    let (contract, holding, aside) = (contract?, holding?, aside?);
    let (_, most) = taken(&contract);
    if i64::try_from(holding.len()) != Ok(most) {
        let args = args![found: holding.len(), cards: most];
        context.report(Finding::rule("holding-size", "/holding", args).by(catalog::DISCARD));
    }
    Some(answer_discard(&contract, contractor, &holding, &aside))
}

/// What a contract is worth to a bidder, or the cheapest bids above a value.
fn value(
    game: &Contractor,
    dealer: Option<Seat>,
    body: &Body,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let dealer = context.needed_dealer(dealer);
    let by = context.needed_player("/by", &body.by);
    match (&*body.contract, *body.beat) {
        (Some(called), None) => {
            let contract = called.understood("/contract", context)?;
            Some(worth(game, &contract, by? == dealer?))
        }
        (None, Some(beat)) => {
            let cheapest = game.cheapest(by? == dealer?, Some(beat));
            let nothing = || vec![("cheapest", Json::List(Vec::new()))];
            let outcome = cheapest.map_or_else(nothing, |cheapest| cheapest.entries().into());
            Some(Answer {
                outcome,
                ..Answer::default()
            })
        }
        (Some(_), Some(_)) => {
            context.report(Finding::rule("contract-or-value", "/beat", args![]));
            None
        }
        (None, None) => {
            if !context.is_left_out("/beat") {
                context.missing("/contract");
            }
            None
        }
    }
}

fn worth(game: &Contractor, contract: &Contract, by_dealer: bool) -> Answer {
    let limit = contract.past_limits(game.idle_allowed).into_iter().next();
    let mut outcome = Vec::new();
    if limit.is_none() {
        let value = game.value(contract, by_dealer);
        outcome = vec![("value", Json::Int(value.total())), ("parts", value.json())];
    }
    let ruling = Ruling::new(0, limit.map(|limit| limit.breach));
    Answer {
        rulings: vec![ruling],
        outcome,
        ..Answer::default()
    }
}
