//! What can be asked of Mariash.

use serde::Deserialize;

use super::auction::{Selection, hear};
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
    PlayedCard, Suit, Trick, answer_play, answer_trick, asked_trick, asked_tricks,
    discard_question, play, play_question, read_card, read_cards, read_hands, trick_question,
};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Answer, Ask, Desk, Finding, Seat, args};

/// The cards of the declarer with the talon.
const HOLDING: usize = TRICKS + 2;

const SETTING: &[Field] = &[
    Field::required("declarer", Kind::Player),
    Field::optional("game_type", Kind::Word(GameType::WORDS)),
    Field::depends("trump", Kind::Word(Suit::WORDS)),
    Field::optional("commitments", Kind::List(&Kind::Object(COMMITMENT))),
    Field::optional("talon", Kind::List(&Kind::Card)),
];

pub(super) const QUESTIONS: &[(Ask, &[Field])] = &[
    (
        Ask::Auction,
        &[
            Field::required("declarer", Kind::Player),
            Field::optional("game_type", Kind::Word(GameType::WORDS)),
            Field::required("calls", Kind::List(&Kind::Object(CALL))),
        ],
    ),
    (
        Ask::Discard,
        &discard_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        Ask::Trick,
        &trick_question(10, Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        Ask::Play,
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
    cards: Given<Vec<PlayedCard>>,
    tricks: Given<Vec<Vec<PlayedCard>>>,
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

/// Answers a question; what is missing or cannot be is laid on the desk.
pub(super) fn answer(
    game: &Mariash,
    ask: Ask,
    dealer: Option<Seat>,
    body: &Json,
    desk: &mut Desk<'_>,
) -> Option<Answer> {
    let body: Body = body.typed()?;
    let dealer = if desk.table.len() == 4 {
        desk.needed_dealer(dealer)
    } else {
        Some(desk.dealer)
    };
    let players = dealer.map(|dealer| playing(desk.table, dealer));
    let everyone: Vec<Seat> = desk.table.seats().collect();
    let seats = players.as_deref().unwrap_or(&everyone);
    let answer = match ask {
        Ask::Auction => auction(game, seats, &body, desk),
        Ask::Discard => discard(seats, &body, desk),
        Ask::Trick => trick(game, seats, &body, desk),
        Ask::Play => whole_play(game, seats, &body, desk),
        _ => None,
    };
    answer.filter(|_| players.is_some())
}

fn auction(game: &Mariash, players: &[Seat], body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
    let declarer = desk.needed_player("/declarer", &body.declarer);
    let declarer = who_plays(desk, "/declarer", declarer, players);
    let calls = desk
        .needed(&body.calls, "/calls")
        .and_then(|calls| hear(desk, "/calls", calls))?;
    let mut selection = Selection::new(game, desk.table, players, declarer?);
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

fn discard(players: &[Seat], body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
    let setting = read_setting(players, body, false, desk);
    let holding = desk.needed(&body.holding, "/holding").and_then(|cards| {
        if cards.len() > HOLDING {
            let args = args![found: cards.len(), most: HOLDING];
            desk.lay(Finding::rule("hand-size", "/holding", args));
            return None;
        }
        read_cards(desk, &PACK, "/holding", cards)
    });
    let aside = desk.needed(&body.aside, "/aside").and_then(|cards| {
        let cards = cards.iter().enumerate();
        let cards: Vec<Option<Card>> = cards
            .map(|(index, text)| read_card(desk, &PACK, &format!("/aside/{index}"), text))
            .collect();
        cards.into_iter().collect::<Option<Vec<Card>>>()
    });
    let setting = setting?;
    let seven = setting
        .commitments
        .iter()
        .any(|commitment| commitment.by == setting.declarer && commitment.contract.has_seven());
    if seven && setting.trump.is_none() {
        desk.missing("/setting/trump");
    }
    let rules = Discard {
        game_type: setting.game_type,
        trump: setting.trump,
        seven,
    };
    let holding = holding?.into_iter().collect();
    Some(rules.answer(setting.declarer, holding, &aside?))
}

fn trick(game: &Mariash, players: &[Seat], body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
    let number = desk.number("/trick", &body.trick, 1..=10);
    let number = number
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or(1);
    let setting = read_setting(players, body, true, desk);
    let most = TRICKS + 1 - number;
    let hands = read_hands(desk, &PACK, players, most, "/hands", &body.hands);
    let said = asked_trick::<Cards>(desk, &body.cards);
    let rules = setting?.cards(game, players);
    Some(answer_trick(&rules, &hands?, number, said?, desk.table))
}

fn whole_play(
    game: &Mariash,
    players: &[Seat],
    body: &Body,
    desk: &mut Desk<'_>,
) -> Option<Answer> {
    let setting = read_setting(players, body, true, desk);
    let hands = read_hands(desk, &PACK, players, TRICKS, "/hands", &body.hands);
    let said = asked_tricks::<Cards>(desk, &body.tricks);
    let (setting, hands, said) = (setting?, hands?, said?);
    let rules = setting.cards(game, players);
    let play = play(&rules, &hands, 1, Some(setting.declarer), &said);
    let lie = play.tricks.iter().map(Trick::cards);
    let elsewhere = lie
        .chain(hands.iter().flatten().copied())
        .fold(CardSet::EMPTY, CardSet::either);
    unplayed("/setting/talon", setting.talon.as_deref(), elsewhere, desk);
    let told = setting.talon.filter(|cards| cards.len() == 2);
    let aside = told.map(|cards| cards.into_iter().collect());
    let points = aside
        .or_else(|| talon(&hands, &play))
        .filter(|_| rules.trump.is_some())
        .map(|talon| rules.pile_points(&play, talon));
    let last = last_trick(&play).map(|(winner, card)| {
        Json::from([
            ("winner", Json::from(&**desk.table.name(winner))),
            ("card", (PACK.name)(card).into()),
            ("trump_seven", is_seven(card, rules.trump).into()),
        ])
    });
    let mut answer = answer_play(&rules, &hands, play, desk.table);
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
    desk: &mut Desk<'_>,
) -> Option<Setting> {
    let written = desk.needed(&body.setting, "/setting")?;
    let declarer = desk.needed_player("/setting/declarer", &written.declarer);
    let declarer = who_plays(desk, "/setting/declarer", declarer, players);
    let game_type = written.game_type.unwrap_or(GameType::Trump);
    let trump = *written.trump;
    if game_type == GameType::Trump && of_cards {
        desk.needed(&written.trump, "/setting/trump");
    }
    let list = written.commitments.iter().flatten();
    let commitments: Vec<Option<Commitment>> = list
        .enumerate()
        .map(|(index, commitment)| {
            let place = format_args!("/setting/commitments/{index}");
            commitments::read(commitment, place, players, desk)
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
            desk.lay(Finding::rule("other-game-type", pointer, args).by(catalog::TRUMP_GAME));
        }
    }
    let talon = read_talon("/setting/talon", &written.talon, desk);
    Some(Setting {
        declarer: declarer?,
        game_type,
        trump: Cards::trump(game_type, trump),
        commitments: commitments?,
        talon,
    })
}
