//! What can be asked of Mariash.

use serde::Deserialize;

use super::auction::{Selection, resolve_calls};
use super::cards::{Cards, PACK, is_seven, talon};
use super::commitments::{self, Commitment};
use super::discard::Discard;
use super::played::{last_trick, read_talon, unplayed};
use super::record::{CALL, COMMITMENT, Committed, GameType, Spoken};
use super::{Mariash, TRICKS, catalog, playing, who_plays};
use crate::rules::auction::rule_on;
use crate::rules::cards::{Card, CardSet};
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::play::{
    Suit, Trick, WrittenCard, answer_play, answer_trick, discard_question, play, play_question,
    question_trick, question_tricks, read_card, read_cards, read_hands, trick_question,
};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Answer, Finding, HandContext, QuestionKind, Seat, args};

/// The cards of the declarer with the talon.
const HOLDING: usize = TRICKS + 2;

const SETTING: &[Field] = &[
    Field::required("declarer", Kind::Player),
    Field::optional("game_type", Kind::Word(GameType::WORDS)),
    Field::depends("trump", Kind::Word(Suit::WORDS)),
    Field::optional("commitments", Kind::List(&Kind::Object(COMMITMENT))),
    Field::optional("talon", Kind::List(&Kind::Card)),
];

pub(super) const QUESTIONS: &[(QuestionKind, &[Field])] = &[
    (
        QuestionKind::Auction,
        &[
            Field::required("declarer", Kind::Player),
            Field::optional("game_type", Kind::Word(GameType::WORDS)),
            Field::required("calls", Kind::List(&Kind::Object(CALL))),
        ],
    ),
    (
        QuestionKind::Discard,
        &discard_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Trick,
        &trick_question(10, Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Play,
        &play_question(Field::required("setting", Kind::Object(SETTING))),
    ),
];

/// The fields of all questions; what one does not have, its form refuses.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Body {
    declarer: Given<String>,
    game_type: Given<GameType>,
    calls: Given<Vec<Spoken>>,
    holding: Given<Vec<String>>,
    aside: Given<Vec<String>>,
    cards: Given<Vec<WrittenCard>>,
    tricks: Given<Vec<Vec<WrittenCard>>>,
    hands: Given<PerPlayer<Vec<String>>>,
    trick: Given<i64>,
    setting: Given<Written>,
}

/// A setting as written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    declarer: Given<String>,
    game_type: Given<GameType>,
    trump: Given<Suit>,
    commitments: Given<Vec<Committed>>,
    talon: Given<Vec<String>>,
}

/// What the cards mean in the hand that is asked about.
struct Setting {
    declarer: Seat,
    game_type: GameType,
    trump: Option<Suit>,
    commitments: Vec<Commitment>,
    talon: Option<Vec<Card>>,
}

/// Answers a question; what is missing or cannot be is played on the context.
pub(super) fn answer(
    game: &Mariash,
    kind: QuestionKind,
    dealer: Option<Seat>,
    body: &Json,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let body: Body = body.typed()?;
    let dealer = if context.table.len() == 4 {
        context.needed_dealer(dealer)
    } else {
        Some(context.dealer)
    };
    let players = dealer.map(|dealer| playing(context.table, dealer));
    let everyone: Vec<Seat> = context.table.seats().collect();
    let seats = players.as_deref().unwrap_or(&everyone);
    let answer = match kind {
        QuestionKind::Auction => auction(game, seats, &body, context),
        QuestionKind::Discard => discard(seats, &body, context),
        QuestionKind::Trick => trick(game, seats, &body, context),
        QuestionKind::Play => whole_play(game, seats, &body, context),
        _ => None,
    };
    answer.filter(|_| players.is_some())
}

fn auction(
    game: &Mariash,
    players: &[Seat],
    body: &Body,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let declarer = context.needed_player("/declarer", &body.declarer);
    let declarer = who_plays(context, "/declarer", declarer, players);
    let calls = context
        .needed(&body.calls, "/calls")
        .and_then(|calls| resolve_calls(context, "/calls", calls))?;
    let mut selection = Selection::new(game, context.table, players, declarer?);
    if body
        .game_type
        .is_some_and(|played| played != GameType::Trump)
    {
        selection = selection.without_contracts();
    }
    let calls: Vec<_> = calls.iter().map(|(seat, call)| (*seat, call)).collect();
    let rulings = rule_on(&mut selection, &calls);
    Some(Answer {
        rulings,
        next: selection.next(),
        outcome: selection.outcome(),
    })
}

fn discard(players: &[Seat], body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
    let setting = read_setting(players, body, false, context);
    let holding = context.needed(&body.holding, "/holding").and_then(|cards| {
        if cards.len() > HOLDING {
            let args = args![found: cards.len(), most: HOLDING];
            context.report(Finding::rule("hand-size", "/holding", args));
            return None;
        }
        read_cards(context, &PACK, "/holding", cards)
    });
    let aside = context.needed(&body.aside, "/aside").and_then(|cards| {
        let cards = cards.iter().enumerate();
        let cards: Vec<Option<Card>> = cards
            .map(|(index, text)| read_card(context, &PACK, &format!("/aside/{index}"), text))
            .collect();
        cards.into_iter().collect::<Option<Vec<Card>>>()
    });
    let setting = setting?;
    let seven = setting
        .commitments
        .iter()
        .any(|commitment| commitment.by == setting.declarer && commitment.contract.has_seven());
    if seven && setting.trump.is_none() {
        context.missing("/setting/trump");
    }
    let rules = Discard {
        game_type: setting.game_type,
        trump: setting.trump,
        seven,
    };
    let holding = holding?.into_iter().collect();
    Some(rules.answer(setting.declarer, holding, &aside?))
}

fn trick(
    game: &Mariash,
    players: &[Seat],
    body: &Body,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let number = context.number("/trick", &body.trick, 1..=10);
    let number = number
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or(1);
    let setting = read_setting(players, body, true, context);
    let most = TRICKS + 1 - number;
    let hands = read_hands(context, &PACK, players, most, "/hands", &body.hands);
    let said = question_trick::<Cards>(context, &body.cards);
    let rules = setting?.cards(game, players);
    Some(answer_trick(&rules, &hands?, number, said?, context.table))
}

fn whole_play(
    game: &Mariash,
    players: &[Seat],
    body: &Body,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let setting = read_setting(players, body, true, context);
    let hands = read_hands(context, &PACK, players, TRICKS, "/hands", &body.hands);
    let said = question_tricks::<Cards>(context, &body.tricks);
    let (setting, hands, said) = (setting?, hands?, said?);
    let rules = setting.cards(game, players);
    let play = play(&rules, &hands, 1, Some(setting.declarer), &said);
    let lie = play.tricks.iter().map(Trick::cards);
    let elsewhere = lie
        .chain(hands.iter().flatten().copied())
        .fold(CardSet::EMPTY, CardSet::either);
    unplayed(
        "/setting/talon",
        setting.talon.as_deref(),
        elsewhere,
        context,
    );
    let told = setting.talon.filter(|cards| cards.len() == 2);
    let aside = told.map(|cards| cards.into_iter().collect());
    let points = aside
        .or_else(|| talon(&hands, &play))
        .filter(|_| rules.trump.is_some())
        .map(|talon| rules.pile_points(&play, talon));
    let last = last_trick(&play).map(|(winner, card)| {
        Json::from([
            ("winner", Json::from(&**context.table.name(winner))),
            ("card", (PACK.name)(card).into()),
            ("trump_seven", is_seven(card, rules.trump).into()),
        ])
    });
    let mut answer = answer_play(&rules, &hands, play, context.table);
    answer
        .outcome
        .extend(points.map(|points| ("card_points", Json::Int(points))));
    answer.outcome.extend(last.map(|last| ("last_trick", last)));
    Some(answer)
}

impl Setting {
    fn cards(&self, game: &Mariash, players: &[Seat]) -> Cards {
        let points = game.card_points;
        Cards::of_hand(
            players,
            self.declarer,
            self.trump,
            points,
            &self.commitments,
        )
    }
}

/// Reads a setting; the cards of a trump game need its trump.
fn read_setting(
    players: &[Seat],
    body: &Body,
    of_cards: bool,
    context: &mut HandContext<'_>,
) -> Option<Setting> {
    let written = context.needed(&body.setting, "/setting")?;
    let declarer = context.needed_player("/setting/declarer", &written.declarer);
    let declarer = who_plays(context, "/setting/declarer", declarer, players);
    let game_type = written.game_type.unwrap_or(GameType::Trump);
    let trump = *written.trump;
    if game_type == GameType::Trump && of_cards {
        context.needed(&written.trump, "/setting/trump");
    }
    let list = written.commitments.iter().flatten();
    let commitments: Vec<Option<Commitment>> = list
        .enumerate()
        .map(|(index, commitment)| {
            let place = format_args!("/setting/commitments/{index}");
            commitments::read(commitment, place, players, context)
        })
        .collect();
    let commitments: Option<Vec<Commitment>> = commitments.into_iter().collect();
    if game_type != GameType::Trump {
        let given = [
            ("/setting/trump", trump.is_some()),
            (
                "/setting/commitments",
                commitments.as_ref().is_some_and(|list| !list.is_empty()),
            ),
        ];
        for (pointer, _) in given.into_iter().filter(|(_, given)| *given) {
            let args = args![game_type: game_type];
            context.report(Finding::rule("other-game-type", pointer, args).by(catalog::TRUMP_GAME));
        }
    }
    let talon = read_talon("/setting/talon", &written.talon, context);
    Some(Setting {
        declarer: declarer?,
        game_type,
        trump: Cards::trump(game_type, trump),
        commitments: commitments?,
        talon,
    })
}
