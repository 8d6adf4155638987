//! What can be asked of Contractor.

use serde::Deserialize;

use super::auction::{Bidding, CALL, Call, understand};
use super::cards::{Cards, PACK};
use super::contract::{CONTRACT, Called, Contract, KITTY};
use super::discard::{answer_discard, taken};
use super::{Contractor, catalog};
use crate::rules::auction::{Spoken, rule_on};
use crate::rules::cards::Card;
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::play::{
    CardRules, PlayedCard, answer_play, answer_trick, asked_trick, asked_tricks, discard_question,
    play, play_question, read_card, read_cards, read_hands, trick_question,
};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Answer, Ask, Desk, Finding, Ruling, Seat, args};

const SETTING: &[Field] = &[
    Field::required("contractor", Kind::Player),
    Field::required("contract", Kind::Object(CONTRACT)),
    Field::depends("kitty_card", Kind::Card),
    Field::optional("trump_played_by_others", Kind::Flag),
];

pub(super) const QUESTIONS: &[(Ask, &[Field])] = &[
    (
        Ask::Auction,
        &[Field::required("calls", Kind::List(&Kind::Object(CALL)))],
    ),
    (
        Ask::Trick,
        &trick_question(10, Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        Ask::Play,
        &play_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        Ask::Discard,
        &discard_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        Ask::Value,
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
    calls: Given<Vec<Spoken<Call>>>,
    cards: Given<Vec<PlayedCard>>,
    tricks: Given<Vec<Vec<PlayedCard>>>,
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

/// Answers a question; what is missing or cannot be is laid on the desk.
pub(super) fn answer(
    game: &Contractor,
    ask: Ask,
    dealer: Option<Seat>,
    body: &Json,
    desk: &mut Desk<'_>,
) -> Option<Answer> {
    let body: Body = body.typed()?;
    match ask {
        Ask::Auction => auction(game, dealer, &body, desk),
        Ask::Trick => trick(&body, desk),
        Ask::Play => whole_play(&body, desk),
        Ask::Discard => discard(&body, desk),
        Ask::Value => value(game, dealer, &body, desk),
        Ask::Pass => None,
    }
}

fn auction(
    game: &Contractor,
    dealer: Option<Seat>,
    body: &Body,
    desk: &mut Desk<'_>,
) -> Option<Answer> {
    let dealer = desk.needed_dealer(dealer);
    let said = desk
        .needed(&body.calls, "/calls")
        .and_then(|calls| understand(desk, "/calls", calls));
    let (dealer, said) = (dealer?, said?);
    let calls: Vec<_> = said.iter().map(|(seat, said)| (*seat, said)).collect();
    let mut bidding = Bidding::new(game, desk.table, dealer);
    let rulings = rule_on(&mut bidding, &calls);
    Some(Answer {
        rulings,
        next: bidding.next(),
        outcome: bidding.outcome(),
    })
}

fn trick(body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
    let number = desk.number("/trick", &body.trick, 1..=10);
    let mut rules = setting(body, desk);
    if let Some(rules) = &mut rules {
        rules.trump_played_by_others = told_of_others(body);
    }
    let players: Vec<Seat> = desk.table.seats().collect();
    let hands = read_hands(desk, &PACK, &players, 10, "/hands", &body.hands);
    let said = asked_trick::<Cards>(desk, &body.cards);
    let number = number
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or(1);
    let (rules, hands, said) = (rules?, hands?, said?);
    let played = play(&rules, &hands, number, None, std::slice::from_ref(&said));
    played
        .check_named(desk, |_| "/cards".to_owned())
        .then(|| answer_trick(&rules, &hands, number, said, desk.table))
}

fn told_of_others(body: &Body) -> bool {
    let told = body
        .setting
        .as_ref()
        .and_then(|setting| *setting.trump_played_by_others);
    told.unwrap_or(false)
}

fn whole_play(body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
    let rules = setting(body, desk);
    let players: Vec<Seat> = desk.table.seats().collect();
    let hands = read_hands(desk, &PACK, &players, 10, "/hands", &body.hands);
    let said = asked_tricks::<Cards>(desk, &body.tricks);
    let (rules, hands, said) = (rules?, hands?, said?);
    let play = play(&rules, &hands, 1, Some(rules.leads()), &said);
    play.check_named(desk, |trick| format!("/tricks/{trick}"))
        .then(|| answer_play(&rules, &hands, play, desk.table))
}

fn setting(body: &Body, desk: &mut Desk<'_>) -> Option<Cards> {
    let setting = desk.needed(&body.setting, "/setting")?;
    let contractor = desk.needed_player("/setting/contractor", &setting.contractor);
    let contract = desk
        .needed(&setting.contract, "/setting/contract")
        .and_then(|called| called.understood("/setting/contract", desk));
    Cards::of_hand(
        contractor?,
        &contract?,
        "/setting",
        &setting.kitty_card,
        desk,
    )
}

fn discard(body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
    let setting = desk.needed(&body.setting, "/setting");
    let contractor =
        setting.and_then(|setting| desk.player("/setting/contractor", &setting.contractor));
    let contract = setting
        .and_then(|setting| desk.needed(&setting.contract, "/setting/contract"))
        .and_then(|called| called.understood("/setting/contract", desk))
        .filter(|contract| {
            desk.in_range("/setting/contract/foregone", contract.foregone, 0..=KITTY)
        });
    let holding = desk
        .needed(&body.holding, "/holding")
        .and_then(|cards| read_cards(desk, &PACK, "/holding", cards));
    let aside = desk.needed(&body.aside, "/aside").and_then(|cards| {
        let cards = cards.iter().enumerate();
        let cards =
            cards.map(|(index, text)| read_card(desk, &PACK, &format!("/aside/{index}"), text));
        let cards: Vec<Option<Card>> = cards.collect();
        cards.into_iter().collect::<Option<Vec<Card>>>()
    });
    let (contract, holding, aside) = (contract?, holding?, aside?);
    let (_, most) = taken(&contract);
    if i64::try_from(holding.len()) != Ok(most) {
        let args = args![found: holding.len(), cards: most];
        desk.lay(Finding::rule("holding-size", "/holding", args).by(catalog::DISCARD));
    }
    Some(answer_discard(&contract, contractor, &holding, &aside))
}

/// What a contract is worth to a bidder, or the cheapest bids above a value.
fn value(
    game: &Contractor,
    dealer: Option<Seat>,
    body: &Body,
    desk: &mut Desk<'_>,
) -> Option<Answer> {
    let dealer = desk.needed_dealer(dealer);
    let by = desk.needed_player("/by", &body.by);
    match (&*body.contract, *body.beat) {
        (Some(called), None) => {
            let contract = called.understood("/contract", desk)?;
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
            desk.lay(Finding::rule("contract-or-value", "/beat", args![]));
            None
        }
        (None, None) => {
            if !desk.is_left_out("/beat") {
                desk.missing("/contract");
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
