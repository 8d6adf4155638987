//! Questions about Mariash, and the forecast of the next hand.

use super::auction::{Selection, read_calls};
use super::hand::{MARRIAGE, MAX_MARRIAGES, refuse_foreign};
use super::play::{
    Cards, PACK, TRICKS, active_player, is_seven, last_trick, playing, read_commitment, read_talon,
    talon,
};
use super::{GameType, Mariash, Record, SIDES, WrittenCall, WrittenCommitment};
use overtrick_core::prelude::*;

/// The number of cards that the declarer holds after taking the talon.
const HOLDING: usize = TRICKS + 2;

object! {
    struct AuctionQuestion {
        required declarer: String = Kind::Player,
        optional game_type: GameType,
        required calls: Vec<WrittenCall>,
    }
}

object! {
    /// The facts about a hand that the rules of play need, as written.
    struct WrittenSetting {
        required declarer: String = Kind::Player,
        optional game_type: GameType,
        depends trump: Suit,
        optional commitments: Vec<WrittenCommitment>,
        optional talon: Vec<String> = CARDS,
    }
}

const SETTING: Field = Field::required("setting", WrittenSetting::KIND);

/// A question about a hand, and the players of the hand.
struct HandQuestion<'a> {
    game: &'a Mariash,
    question: &'a Question,
    players: Vec<Seat>,
}

impl Adjudicator for Mariash {
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[
        (QuestionKind::Auction, AuctionQuestion::FIELDS),
        (QuestionKind::Discard, &discard_question(SETTING)),
        (QuestionKind::Trick, &trick_question(10, SETTING)),
        (QuestionKind::Revoke, &revoke_question(10, SETTING)),
        (QuestionKind::Play, &play_question(SETTING)),
        (QuestionKind::Finish, &finish_question(Record::FIELDS)),
    ];

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let table = context.table;
        let dealer = if table.len() == 4 {
            context.needed(&question.dealer, "/dealer").copied()
        } else {
            Some(context.dealer)
        };
        let players = dealer.map(|dealer| playing(table, dealer));
        let hand = HandQuestion {
            game: self,
            question,
            players: players.unwrap_or_else(|| table.seats().collect()),
        };
        let answer = match question.kind {
            QuestionKind::Auction => hand.auction(context),
            QuestionKind::Discard => hand.discard(context),
            QuestionKind::Trick | QuestionKind::Revoke => hand.trick(context),
            QuestionKind::Play => hand.whole_play(context),
            _ => None,
        };
        answer.filter(|_| dealer.is_some())
    }
}

impl HandQuestion<'_> {
    fn auction(&self, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: AuctionQuestion = self.question.body.typed()?;
        let players = &self.players;
        let declarer = active_player(context, "/declarer", &question.declarer, players);
        let calls = context.needed(&question.calls, "/calls")?;
        let game_type = question.game_type.unwrap_or(GameType::Trump);
        let calls = read_calls(game_type, calls, context)?;
        let table = context.table;
        let selection = Selection::new(self.game, table, game_type, players, declarer?);
        Some(answer_auction(table, selection, &calls))
    }

    fn discard(&self, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: CardQuestion<WrittenSetting> = self.question.body.typed()?;
        let setting = self.setting(&question.setting, false, context);
        let cards = question.holding.as_ref().map_or(0, Vec::len);
        let holding = if cards > HOLDING {
            let args = args![found: cards, most: HOLDING];
            context.refuse("hand-size", "/holding", args);
            None
        } else {
            question.holding(&PACK, context)
        };
        let aside = question.aside(&PACK, context);
        let (rules, _) = setting?;
        if rules.sevens[0] && rules.trump.is_none() {
            context.missing("/setting/trump");
        }
        let holding = holding?.into_iter().collect();
        Some(rules.answer_discard(holding, &aside?))
    }

    fn trick(&self, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: CardQuestion<WrittenSetting> = self.question.body.typed()?;
        let setting = self.setting(&question.setting, true, context);
        let number = question.trick.filter(|number| (1..=10).contains(number));
        let number = number.and_then(|number| usize::try_from(number).ok());
        let sizes = (10, TRICKS + 1 - number.unwrap_or(1));
        let (kind, players) = (self.question.kind, self.players.iter().copied());
        let trick = question.read_trick::<Cards>(kind, players, sizes, context);
        answer_trick(&setting?.0, None, &trick?, context)
    }

    fn whole_play(&self, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: CardQuestion<WrittenSetting> = self.question.body.typed()?;
        let setting = self.setting(&question.setting, true, context);
        let cards = question.read_play::<Cards>(self.players.iter().copied(), TRICKS, context);
        let ((rules, aside), (hands, tricks)) = setting.zip(cards)?;
        let (mut answer, play) = answer_play(&rules, &hands, &tricks, context)?;
        let Some(play) = play else {
            return Some(answer);
        };
        let held = hands.iter().flatten().copied();
        let elsewhere = held.fold(play.cards(), CardSet::either);
        let cards = aside.as_deref().unwrap_or_default();
        let is_elsewhere = |card| elsewhere.contains(card);
        refuse_elsewhere(context, &PACK, "/setting/talon", cards, is_elsewhere);
        let aside = aside.filter(|cards| cards.len() == 2);
        let aside = aside.map(|cards| cards.into_iter().collect());
        if let Some(talon) = aside.or_else(|| talon(&hands, &play))
            && rules.trump.is_some()
        {
            let points = rules.pile_points(&play, talon);
            answer.outcome.set("card_points", points);
        }
        if let Some((winner, card)) = last_trick(&play) {
            let last = [
                ("winner", context.table.name(winner).into()),
                ("card", (PACK.name)(card).into()),
                ("trump_seven", is_seven(card, rules.trump).into()),
            ];
            answer.outcome.set("last_trick", Json::object(last));
        }
        Some(answer)
    }

    /// Returns the rules of play for a setting, and the cards put aside, if they are known. If `of_cards`, a
    /// trump game must name its trump.
    fn setting(
        &self,
        written: &Given<WrittenSetting>,
        of_cards: bool,
        context: &mut HandContext<'_>,
    ) -> Option<(Cards, Option<Vec<Card>>)> {
        let (game, players) = (self.game, &self.players);
        let written = context.needed(written, "/setting")?;
        let declarer = active_player(context, "/setting/declarer", &written.declarer, players);
        let game_type = written.game_type.unwrap_or(GameType::Trump);
        let trump = *written.trump;
        if game_type == GameType::Trump && of_cards {
            context.needed(&written.trump, "/setting/trump");
        }
        let list = written.commitments.iter().flatten();
        let commitments = all_or_none(list.enumerate().map(|(index, commitment)| {
            let place = format_args!("/setting/commitments/{index}");
            read_commitment(commitment, place, players, context)
        }));
        if game_type != GameType::Trump {
            let committed = commitments.as_ref().is_some_and(|list| !list.is_empty());
            refuse_foreign(context, game_type, "/setting/trump", trump.is_some());
            refuse_foreign(context, game_type, "/setting/commitments", committed);
        }
        let aside = read_talon("/setting/talon", &written.talon, context);
        let (declarer, commitments) = (declarer?, commitments?);
        let rules = Cards::of_hand(game, players, declarer, game_type, trump, &commitments);
        Some((rules, aside))
    }
}

/// The number of cards that each player holds when the play begins.
const CARDS_HELD: i64 = 10;

impl Forecast for Mariash {
    fn amounts(&self, _hand: &ComingHand<'_, Record>) -> Amounts {
        let sides = |field, most, step| {
            let amounts = SIDES.map(|side| Amount {
                part: Part::Side(side),
                step,
                ..Amount::whole(field, most)
            });
            amounts.to_vec()
        };
        Amounts {
            blocks: vec![
                sides("points", self.card_points.total(), 1),
                sides("marriages", MAX_MARRIAGES, MARRIAGE),
                vec![Amount::whole("declarer_tricks", 10)],
            ],
            ..Amounts::default()
        }
    }

    fn next(&self, _hands: &i64, hand: &ComingHand<'_, Record>) -> NextHand {
        let table = hand.table;
        let record = hand.record;
        let declarer = record.and_then(|record| table.seat(record.declarer.as_deref()?));
        let game_type = record.and_then(|record| *record.game_type);
        let chooser = table.name(hand.after_dealer());
        let deal = args![dealer: table.name(hand.dealer), chooser: chooser];
        let mut sentences = Vec::new();
        if table.len() == 4 {
            let args = args![player: table.name(hand.dealer)];
            sentences.push(("mariash/dealer-sits-out".into(), args));
        }
        let is_whole = matches!(game_type, Some(GameType::Misere | GameType::Slam));
        // In a Misère or a Slam, the player after the declarer calls first.
        let first = declarer.filter(|_| is_whole).and_then(|declarer| {
            let playing = playing(table, hand.dealer);
            table.others(declarer).find(|seat| playing.contains(seat))
        });
        sentences.extend(declarer.map(|declarer| {
            let player = table.name(declarer);
            match first.map(|first| table.name(first)) {
                Some(first) => ("mariash/leads".into(), args![player: player, first: first]),
                None => ("mariash/speaks-and-leads".into(), args![player: player]),
            }
        }));
        NextHand {
            hands: self.hands_planned(),
            cards_dealt: CARDS_HELD,
            deal: Some(("mariash/deals".into(), deal)),
            speaks: first.or(declarer),
            leads: declarer,
            sentences,
            ..NextHand::default()
        }
    }
}
