//! Questions about Contractor, and the forecast of the next hand.

use super::auction::{Bidding, read_calls};
use super::play::{Cards, PACK, TRICKS, answer_discard, kitty_breach, taken_from_kitty};
use super::record::{Condition, Contract, KITTY, Record, WordOrContract, WrittenContract};
use super::score::settled;
use super::{Contractor, clauses};
use overtrick_core::prelude::*;

object! {
    /// The contractor, the contract and other facts that the rules of play need.
    struct Setting {
        required contractor: String = Kind::Player,
        required contract: WrittenContract,
        depends kitty_card: String = Kind::Card,
        optional trump_played_by_others: bool,
    }
}

object! {
    struct AuctionQuestion {
        required calls: Vec<WrittenCall<WordOrContract>>,
    }
}

object! {
    struct ValueQuestion {
        required by: String = Kind::Player,
        depends contract: WrittenContract,
        depends beat: i64 = Kind::Int(0, 1100),
    }
}

impl Setting {
    fn contract(&self, context: &mut HandContext<'_>) -> Option<Contract> {
        let contract = context.needed(&self.contract, "/setting/contract")?;
        contract.read("/setting/contract", context)
    }
}

const SETTING: Field = Field::required("setting", Setting::KIND);

impl Adjudicator for Contractor {
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[
        (QuestionKind::Auction, AuctionQuestion::FIELDS),
        (QuestionKind::Trick, &trick_question(10, SETTING)),
        (QuestionKind::Revoke, &revoke_question(10, SETTING)),
        (QuestionKind::Play, &play_question(SETTING)),
        (QuestionKind::Discard, &discard_question(SETTING)),
        (QuestionKind::Value, ValueQuestion::FIELDS),
        (QuestionKind::Finish, &finish_question(Record::FIELDS)),
    ];

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let Question { kind, body, .. } = question;
        match kind {
            QuestionKind::Auction => auction(self, question, context),
            QuestionKind::Trick | QuestionKind::Revoke => trick(question, context),
            QuestionKind::Play => whole_play(&body.typed()?, context),
            QuestionKind::Discard => discard(&body.typed()?, context),
            QuestionKind::Value => value(self, question, context),
            _ => None,
        }
    }
}

fn auction(game: &Contractor, request: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
    let question: AuctionQuestion = request.body.typed()?;
    let dealer = context.needed(&request.dealer, "/dealer").copied();
    let calls = context.needed(&question.calls, "/calls")?;
    let calls = read_calls(context, "/calls", calls);
    let bidding = Bidding::new(game, context.table, dealer?);
    Some(answer_auction(context.table, bidding, &calls?))
}

fn trick(question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
    let written: CardQuestion<Setting> = question.body.typed()?;
    let rules = setting(&written.setting, context);
    let trick =
        written.read_trick::<Cards>(question.kind, context.table.seats(), (10, TRICKS), context);
    let (mut rules, trick) = (rules?, trick?);
    let setting = written.setting.as_ref();
    let played_by_others = setting.and_then(|setting| *setting.trump_played_by_others);
    let mut open = rules.clone();
    open.trump_played_by_others = true;
    let is_unknown = played_by_others.is_none() && trick.number != Some(1);
    let unknown = is_unknown.then_some(("/setting/trump_played_by_others", open));
    rules.trump_played_by_others = played_by_others == Some(true);
    answer_trick(&rules, unknown, &trick, context)
}

fn whole_play(question: &CardQuestion<Setting>, context: &mut HandContext<'_>) -> Option<Answer> {
    let rules = setting(&question.setting, context);
    let cards = question.read_play::<Cards>(context.table.seats(), TRICKS, context);
    let (rules, (hands, tricks)) = rules.zip(cards)?;
    let (mut answer, play) = answer_play(&rules, &hands, &tricks, context)?;
    let breach = play.and_then(|_| rules.revealed_in_hands(&hands));
    let played = answer.rulings.len();
    let breach = breach.map(|breach| Ruling::new(played, Some(breach)));
    answer.rulings.extend(breach);
    Some(answer)
}

/// Returns the rules of play for this setting; `None` if it has faults.
fn setting(setting: &Given<Setting>, context: &mut HandContext<'_>) -> Option<Cards> {
    let setting = context.needed(setting, "/setting")?;
    let contractor = context.needed_player("/setting/contractor", &setting.contractor);
    let contract = setting.contract(context);
    let (contractor, contract) = (contractor?, contract?);
    let kitty_card = &setting.kitty_card;
    Cards::of_hand(contractor, &contract, "/setting", kitty_card, context)
}

fn discard(question: &CardQuestion<Setting>, context: &mut HandContext<'_>) -> Option<Answer> {
    let setting = context.needed(&question.setting, "/setting");
    let contractor =
        setting.and_then(|setting| context.player("/setting/contractor", &setting.contractor));
    let contract = setting.and_then(|setting| setting.contract(context));
    let contract = contract.filter(|contract| {
        let foregone = contract.amount(Condition::Foregone);
        context.in_range("/setting/contract/foregone", foregone, 0..=KITTY)
    });
    let holding = question.holding(&PACK, context);
    let aside = question.aside(&PACK, context);
    let (contract, holding, aside) = (contract?, holding?, aside?);
    let taken = taken_from_kitty(&contract);
    let cards = TRICKS + taken;
    if holding.len() != cards {
        let args = args![found: holding.len(), cards: cards];
        context.fault("holding-size", "/holding", clauses::DISCARD, args);
    }
    let revealed = match setting.and_then(|setting| setting.kitty_card.as_ref()) {
        Some(text) => Some(read_card(context, &PACK, "/setting/kitty_card", text)?),
        None => None,
    };
    let mut answer = answer_discard(&contract, contractor, &holding, &aside);
    let breach = revealed.and_then(|card| {
        // The contractor must take this card before the others of the kitty, unless the whole kitty is foregone.
        kitty_breach(&contract, card, holding.contains(&card) == (taken > 0))
    });
    let breach = breach.map(|breach| Ruling::new(aside.len(), Some(breach)));
    answer.rulings.extend(breach);
    Some(answer)
}

/// Answers with the value of a contract if this player bids it, or with the cheapest bids above a value.
fn value(game: &Contractor, request: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
    let question: ValueQuestion = request.body.typed()?;
    let dealer = context.needed(&request.dealer, "/dealer").copied();
    let by = context.needed_player("/by", &question.by);
    match (&*question.contract, *question.beat) {
        (Some(contract), None) => {
            let contract = contract.read("/contract", context)?;
            Some(worth(game, &contract, by? == dealer?))
        }
        (None, Some(beat)) => {
            let cheapest = game.cheapest(by? == dealer?, Some(beat));
            let nothing = || Json::object([("cheapest", Json::List(Vec::new()))]);
            Some(Answer::of(cheapest.unwrap_or_else(nothing)))
        }
        (Some(_), Some(_)) => {
            context.refuse("contract-or-value", "/beat", args![]);
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
    let limit = game.exceeded_limits(contract).into_iter().next();
    let mut outcome = Json::default();
    if limit.is_none() {
        let value = game.value(contract, by_dealer);
        outcome.set("value", value.total());
        outcome.set("parts", value.json());
    }
    let ruling = Ruling::new(0, limit.map(|limit| limit.breach));
    Answer {
        rulings: vec![ruling],
        ..Answer::of(outcome)
    }
}

/// The number of cards that each player holds when the play begins.
const CARDS_HELD: i64 = 10;

impl Forecast for Contractor {
    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        Amounts::tricks(hand.table, CARDS_HELD)
    }

    fn next(&self, _hands: &i64, hand: &ComingHand<'_, Record>) -> NextHand {
        let table = hand.table;
        let record = hand.record;
        let settled = record.and_then(|record| settled(self, record, &mut hand.context()));
        let leads = settled.map(|settled| settled.contract.leader(settled.contractor, table));
        let speaks = hand.after_dealer();
        let sentence = |key: &'static str, seat| (key.into(), args![player: table.name(seat)]);
        let mut sentences = vec![sentence("contractor/speaks", speaks)];
        sentences.extend(leads.map(|leads| sentence("contractor/leads", leads)));
        NextHand {
            hands: self.planned(),
            cards_dealt: CARDS_HELD,
            speaks: Some(speaks),
            leads,
            sentences,
            ..NextHand::default()
        }
    }
}
