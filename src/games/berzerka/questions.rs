//! What can be asked of Berzerka.

use serde::Deserialize;

use super::Berzerka;
use super::auction::{Bidding, Call};
use super::cards::{Cards, PACK, TRICKS, last_six, pain_cards};
use super::contract::{Asked, Contract, Tile};
use super::discard::answer_discard;
use super::hand::check_choices;
use super::record::{CALLS, Call as Written, Ranking};
use crate::rules::auction::{WrittenCall, resolve_calls, rule_on};
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::play::{
    Suit, WrittenCard, answer_play, answer_trick, play, play_question, question_trick,
    question_tricks, read_hands, trick_question,
};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Answer, Finding, HandContext, QuestionKind, Seat, args, segment};

const SETTING: &[Field] = &[
    Field::depends("declarer", Kind::Player),
    Field::required("contract", Kind::Text),
    Field::depends("shapeshift_copies", Kind::Nullable(&Kind::Text)),
    Field::depends("trump", Kind::Word(Suit::WORDS)),
    Field::depends("ranking", Kind::Word(Ranking::WORDS)),
    Field::depends("pain_suit", Kind::Word(Suit::WORDS)),
];
/// Discarding asks only who declares; the rest of the setting may be there as well.
const DISCARD_SETTING: &[Field] = &[
    Field::required("declarer", Kind::Player),
    Field::optional("hotseat", Kind::Flag),
    Field::optional("contract", Kind::Text),
    Field::optional("shapeshift_copies", Kind::Nullable(&Kind::Text)),
    Field::optional("trump", Kind::Word(Suit::WORDS)),
    Field::optional("ranking", Kind::Word(Ranking::WORDS)),
    Field::optional("pain_suit", Kind::Word(Suit::WORDS)),
];

pub(super) const QUESTIONS: &[(QuestionKind, &[Field])] = &[
    (
        QuestionKind::Auction,
        &[
            Field::required("calls", CALLS),
            Field::optional("played", Kind::PerPlayer(&Kind::List(&Kind::Text))),
        ],
    ),
    (
        QuestionKind::Trick,
        &trick_question(13, Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Play,
        &play_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        QuestionKind::Discard,
        &[
            Field::required("counts", Kind::PerPlayer(&Kind::Int(0, 13))),
            Field::required("setting", Kind::Object(DISCARD_SETTING)),
        ],
    ),
];

/// The fields of all questions; what one does not have, its form refuses.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Body {
    calls: Given<Vec<WrittenCall<Written>>>,
    played: Given<PerPlayer<Vec<String>>>,
    cards: Given<Vec<WrittenCard>>,
    tricks: Given<Vec<Vec<WrittenCard>>>,
    hands: Given<PerPlayer<Vec<String>>>,
    trick: Given<i64>,
    counts: Given<PerPlayer<i64>>,
    setting: Given<Setting>,
}

/// What the cards mean in a hand, and who goes first.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Setting {
    declarer: Given<String>,
    hotseat: Given<bool>,
    contract: Given<String>,
    shapeshift_copies: Given<Option<String>>,
    trump: Given<Suit>,
    ranking: Given<Ranking>,
    pain_suit: Given<Suit>,
}

impl Berzerka {
    /// Answers a question; what is missing or cannot be is played on the context.
    pub(super) fn answer(
        &self,
        kind: QuestionKind,
        dealer: Option<Seat>,
        body: &Json,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        let body: Body = body.typed()?;
        match kind {
            QuestionKind::Auction => self.answer_auction(dealer, &body, context),
            QuestionKind::Trick => self.answer_trick(&body, context),
            QuestionKind::Play => self.answer_play(&body, context),
            QuestionKind::Discard => self.answer_counts(&body, context),
            _ => None,
        }
    }

    fn answer_auction(
        &self,
        dealer: Option<Seat>,
        body: &Body,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        let dealer = context.needed_dealer(dealer);
        let open = self.still_open(&body.played, context);
        let heard = context
            .needed(&body.calls, "/calls")
            .and_then(|calls| resolve_calls(context, "/calls", calls));
        let calls: Vec<(Seat, Option<Call>)> = heard
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(index, (seat, call))| {
                (
                    seat,
                    self.read_call(call, &format!("/calls/{index}"), context),
                )
            })
            .collect();
        let calls: Option<Vec<(Seat, &Call)>> = calls
            .iter()
            .map(|(seat, call)| Some((*seat, call.as_ref()?)))
            .collect();
        let (dealer, calls) = (dealer?, calls?);
        let mut bidding = Bidding::new(context.table, dealer, &self.board, &open);
        let rulings = rule_on(&mut bidding, &calls);
        Some(Answer {
            rulings,
            next: bidding.next(),
            outcome: bidding.as_json(),
        })
    }

    /// By seat, by place on the board: the contracts that a player has not had.
    fn still_open(
        &self,
        played: &Given<PerPlayer<Vec<String>>>,
        context: &mut HandContext<'_>,
    ) -> Vec<Vec<bool>> {
        let mut open = vec![vec![true; self.board.len()]; context.table.len()];
        let mut named: Vec<Seat> = Vec::new();
        for (name, contracts) in played.iter().flat_map(PerPlayer::iter) {
            let place = format!("/played/{}", segment(name));
            let Some(seat) = context.seat(&place, name) else {
                continue;
            };
            if named.contains(&seat) {
                let twice = Finding::rule("duplicate-player", &*place, args![name: name]);
                context.report(twice);
            }
            named.push(seat);
            for (index, id) in contracts.iter().enumerate() {
                self.known(id, &format!("{place}/{index}"), context);
                if let Some(contract) = self.on_board(id) {
                    open[seat.index()][contract] = false;
                }
            }
        }
        open
    }

    /// Notes it, if no contract is written so.
    fn known(&self, id: &str, pointer: &str, context: &mut HandContext<'_>) -> bool {
        let known = self.knows(id);
        if !known {
            let args = args![found: id.to_owned(), known: self.known_ids()];
            context.report(Finding::rule("unknown-contract", pointer, args));
        }
        known
    }

    /// A call written at this pointer, understood.
    pub(super) fn read_call(
        &self,
        call: &Written,
        pointer: &str,
        context: &mut HandContext<'_>,
    ) -> Option<Call> {
        if let Written::Bid(bid) = call {
            let pointer = format!("{pointer}/call/contract");
            let id = context.needed(&bid.contract, &pointer)?;
            self.known(id, &pointer, context);
        }
        self.call(call)
    }

    fn answer_trick(&self, body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
        let number = context.number("/trick", &body.trick, 1..=13);
        let setting = self.setting(body, false, context);
        let players: Vec<Seat> = context.table.seats().collect();
        let hands = read_hands(context, &PACK, &players, TRICKS, "/hands", &body.hands);
        let said = question_trick::<Cards>(context, &body.cards);
        let number = number.and_then(|number| usize::try_from(number).ok());
        let rules = setting?;
        let number = number.unwrap_or(1);
        Some(answer_trick(&rules, &hands?, number, said?, context.table))
    }

    fn answer_play(&self, body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
        let setting = self.setting(body, true, context);
        let players: Vec<Seat> = context.table.seats().collect();
        let hands = read_hands(context, &PACK, &players, TRICKS, "/hands", &body.hands);
        let said = question_tricks::<Cards>(context, &body.tricks);
        let (rules, hands, said) = (setting?, hands?, said?);
        let play = play(&rules, &hands, 1, Some(rules.leads), &said);
        let table = context.table;
        let by_name = |count: &dyn Fn(Seat) -> i64| {
            let seats = table.seats();
            let counts = seats.map(|seat| (table.name(seat).to_string(), Json::Int(count(seat))));
            Json::Object(counts.collect())
        };
        let last = last_six(&play, table);
        let last = by_name(&|seat| last[seat.index()]);
        let pain = body.setting.as_ref().and_then(|setting| *setting.pain_suit);
        let pain = pain.map(|suit| by_name(&|seat| pain_cards(&play, seat, suit)));
        let mut answer = answer_play(&rules, &hands, play, table);
        answer.outcome.push(("last_six", last));
        answer.outcome.extend(pain.map(|pain| ("pain_cards", pain)));
        Some(answer)
    }

    /// What the cards mean, as the question says it.
    fn setting(&self, body: &Body, whole: bool, context: &mut HandContext<'_>) -> Option<Cards> {
        let setting = context.needed(&body.setting, "/setting")?;
        let declarer = if whole {
            context.needed_player("/setting/declarer", &setting.declarer)
        } else {
            let named = context.player("/setting/declarer", &setting.declarer);
            named.or(Some(Seat::new(0)))
        };
        let contract = self.set_contract(setting, context)?;
        let given = [
            (Asked::Trump, setting.trump.is_some()),
            (Asked::Ranking, setting.ranking.is_some()),
            (Asked::PainSuit, setting.pain_suit.is_some()),
        ];
        check_choices("/setting", &contract, given, context);
        let (trump, ranking) = (*setting.trump, *setting.ranking);
        Some(Cards::of_hand(
            context.table,
            declarer?,
            &contract,
            trump,
            ranking,
        ))
    }

    /// The contract of a setting: any there is, on the board or not.
    fn set_contract(&self, setting: &Setting, context: &mut HandContext<'_>) -> Option<Contract> {
        let pointer = "/setting/shapeshift_copies";
        let id = context.needed(&setting.contract, "/setting/contract")?;
        let known = self.known(id, "/setting/contract", context);
        let copies = setting.shapeshift_copies.0.clone().flatten();
        let shapeshift = Tile::Shapeshift.word();
        if *id != shapeshift {
            if copies.is_some() && known {
                let args = args![contract: self.name_of(id)];
                context.report(Finding::rule("not-asked", pointer, args));
            }
            return self.contract(id, None);
        }
        if let Some(copied) = &copies
            && copied == shapeshift
        {
            let args = args![found: copied.clone(), others: self.copyable_ids()];
            context.report(Finding::rule("shapeshift-copies", pointer, args));
            return None;
        }
        if let Some(copied) = &copies {
            self.known(copied, pointer, context);
        }
        let copies = copies.or_else(|| self.copies.clone());
        if copies.is_none() {
            context.missing(pointer);
        }
        self.contract(id, copies.as_deref())
    }

    /// Rules on discards.
    fn answer_counts(&self, body: &Body, context: &mut HandContext<'_>) -> Option<Answer> {
        let setting = context.needed(&body.setting, "/setting");
        let declarer = setting
            .and_then(|setting| context.needed_player("/setting/declarer", &setting.declarer));
        let hotseat = setting.and_then(|setting| *setting.hotseat);
        let contract = setting.and_then(|setting| setting.contract.as_deref());
        contract.inspect(|id| {
            self.known(id, "/setting/contract", context);
        });
        let counts = context.needed(&body.counts, "/counts");
        let mut told: Vec<(Seat, i64)> = Vec::new();
        for (name, count) in counts.into_iter().flat_map(PerPlayer::iter) {
            let place = format!("/counts/{}", segment(name));
            let Some(seat) = context.seat(&place, name) else {
                continue;
            };
            if told.iter().any(|(known, _)| *known == seat) {
                let twice = Finding::rule("duplicate-player", place, args![name: name]);
                context.report(twice);
            }
            told.push((seat, *count));
        }
        counts?;
        let hotseat = hotseat.unwrap_or(false);
        Some(answer_discard(context.table, declarer?, hotseat, &told))
    }
}
