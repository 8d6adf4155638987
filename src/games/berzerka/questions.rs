//! What can be asked of Berzerka.

use serde::Deserialize;

use super::Berzerka;
use super::auction::{Bidding, Call};
use super::cards::{Cards, PACK, TRICKS, last_six, pain_cards};
use super::contract::{Asked, Contract, Tile};
use super::discard::answer_discard;
use super::hand::check_choices;
use super::record::{CALLS, Call as Written, Ranking};
use crate::rules::auction::{Spoken, hear, rule_on};
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::play::{
    PlayedCard, Suit, answer_play, answer_trick, asked_trick, asked_tricks, play, play_question,
    read_hands, trick_question,
};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Answer, Ask, Desk, Finding, Seat, args, segment};

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

pub(super) const QUESTIONS: &[(Ask, &[Field])] = &[
    (
        Ask::Auction,
        &[
            Field::required("calls", CALLS),
            Field::optional("played", Kind::PerPlayer(&Kind::List(&Kind::Text))),
        ],
    ),
    (
        Ask::Trick,
        &trick_question(13, Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        Ask::Play,
        &play_question(Field::required("setting", Kind::Object(SETTING))),
    ),
    (
        Ask::Discard,
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
    calls: Given<Vec<Spoken<Written>>>,
    played: Given<PerPlayer<Vec<String>>>,
    cards: Given<Vec<PlayedCard>>,
    tricks: Given<Vec<Vec<PlayedCard>>>,
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
    /// Answers a question; what is missing or cannot be is laid on the desk.
    pub(super) fn answer(
        &self,
        ask: Ask,
        dealer: Option<Seat>,
        body: &Json,
        desk: &mut Desk<'_>,
    ) -> Option<Answer> {
        let body: Body = body.typed()?;
        match ask {
            Ask::Auction => self.answer_auction(dealer, &body, desk),
            Ask::Trick => self.answer_trick(&body, desk),
            Ask::Play => self.answer_play(&body, desk),
            Ask::Discard => self.answer_counts(&body, desk),
            _ => None,
        }
    }

    fn answer_auction(
        &self,
        dealer: Option<Seat>,
        body: &Body,
        desk: &mut Desk<'_>,
    ) -> Option<Answer> {
        let dealer = desk.needed_dealer(dealer);
        let open = self.still_open(&body.played, desk);
        let heard = desk
            .needed(&body.calls, "/calls")
            .and_then(|calls| hear(desk, "/calls", calls));
        let calls: Vec<(Seat, Option<Call>)> = heard
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(index, (seat, call))| {
                (seat, self.read_call(call, &format!("/calls/{index}"), desk))
            })
            .collect();
        let calls: Option<Vec<(Seat, &Call)>> = calls
            .iter()
            .map(|(seat, call)| Some((*seat, call.as_ref()?)))
            .collect();
        let (dealer, calls) = (dealer?, calls?);
        let mut bidding = Bidding::new(desk.table, dealer, &self.board, &open);
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
        desk: &mut Desk<'_>,
    ) -> Vec<Vec<bool>> {
        let mut open = vec![vec![true; self.board.len()]; desk.table.len()];
        let mut named: Vec<Seat> = Vec::new();
        for (name, contracts) in played.iter().flat_map(PerPlayer::iter) {
            let place = format!("/played/{}", segment(name));
            let Some(seat) = desk.seat(&place, name) else {
                continue;
            };
            if named.contains(&seat) {
                let twice = Finding::rule("duplicate-player", &*place, args![name: name]);
                desk.lay(twice);
            }
            named.push(seat);
            for (index, id) in contracts.iter().enumerate() {
                self.known(id, &format!("{place}/{index}"), desk);
                if let Some(contract) = self.on_board(id) {
                    open[seat.index()][contract] = false;
                }
            }
        }
        open
    }

    /// Notes it, if no contract is written so.
    fn known(&self, id: &str, pointer: &str, desk: &mut Desk<'_>) -> bool {
        let known = self.knows(id);
        if !known {
            let args = args![found: id.to_owned(), known: self.known_ids()];
            desk.lay(Finding::rule("unknown-contract", pointer, args));
        }
        known
    }

    /// A call written at this pointer, understood.
    pub(super) fn read_call(
        &self,
        call: &Written,
        pointer: &str,
        desk: &mut Desk<'_>,
    ) -> Option<Call> {
        if let Written::Bid(bid) = call {
            let pointer = format!("{pointer}/call/contract");
            let id = desk.needed(&bid.contract, &pointer)?;
            self.known(id, &pointer, desk);
        }
        self.call(call)
    }

    fn answer_trick(&self, body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
        let number = desk.number("/trick", &body.trick, 1..=13);
        let setting = self.setting(body, false, desk);
        let players: Vec<Seat> = desk.table.seats().collect();
        let hands = read_hands(desk, &PACK, &players, TRICKS, "/hands", &body.hands);
        let said = asked_trick::<Cards>(desk, &body.cards);
        let number = number.and_then(|number| usize::try_from(number).ok());
        let rules = setting?;
        let number = number.unwrap_or(1);
        Some(answer_trick(&rules, &hands?, number, said?, desk.table))
    }

    fn answer_play(&self, body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
        let setting = self.setting(body, true, desk);
        let players: Vec<Seat> = desk.table.seats().collect();
        let hands = read_hands(desk, &PACK, &players, TRICKS, "/hands", &body.hands);
        let said = asked_tricks::<Cards>(desk, &body.tricks);
        let (rules, hands, said) = (setting?, hands?, said?);
        let play = play(&rules, &hands, 1, Some(rules.leads), &said);
        let table = desk.table;
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
    fn setting(&self, body: &Body, whole: bool, desk: &mut Desk<'_>) -> Option<Cards> {
        let setting = desk.needed(&body.setting, "/setting")?;
        let declarer = if whole {
            desk.needed_player("/setting/declarer", &setting.declarer)
        } else {
            let named = desk.player("/setting/declarer", &setting.declarer);
            named.or(Some(Seat::new(0)))
        };
        let contract = self.set_contract(setting, desk)?;
        let given = [
            (Asked::Trump, setting.trump.is_some()),
            (Asked::Ranking, setting.ranking.is_some()),
            (Asked::PainSuit, setting.pain_suit.is_some()),
        ];
        check_choices("/setting", &contract, given, desk);
        let (trump, ranking) = (*setting.trump, *setting.ranking);
        Some(Cards::of_hand(
            desk.table, declarer?, &contract, trump, ranking,
        ))
    }

    /// The contract of a setting: any there is, on the board or not.
    fn set_contract(&self, setting: &Setting, desk: &mut Desk<'_>) -> Option<Contract> {
        let pointer = "/setting/shapeshift_copies";
        let id = desk.needed(&setting.contract, "/setting/contract")?;
        let known = self.known(id, "/setting/contract", desk);
        let copies = setting.shapeshift_copies.0.clone().flatten();
        let shapeshift = Tile::Shapeshift.word();
        if *id != shapeshift {
            if copies.is_some() && known {
                let args = args![contract: self.name_of(id)];
                desk.lay(Finding::rule("not-asked", pointer, args));
            }
            return self.contract(id, None);
        }
        if let Some(copied) = &copies
            && copied == shapeshift
        {
            let args = args![found: copied.clone(), others: self.copyable_ids()];
            desk.lay(Finding::rule("shapeshift-copies", pointer, args));
            return None;
        }
        if let Some(copied) = &copies {
            self.known(copied, pointer, desk);
        }
        let copies = copies.or_else(|| self.copies.clone());
        if copies.is_none() {
            desk.missing(pointer);
        }
        self.contract(id, copies.as_deref())
    }

    /// Rules on discards.
    fn answer_counts(&self, body: &Body, desk: &mut Desk<'_>) -> Option<Answer> {
        let setting = desk.needed(&body.setting, "/setting");
        let declarer =
            setting.and_then(|setting| desk.needed_player("/setting/declarer", &setting.declarer));
        let hotseat = setting.and_then(|setting| *setting.hotseat);
        let contract = setting.and_then(|setting| setting.contract.as_deref());
        contract.inspect(|id| {
            self.known(id, "/setting/contract", desk);
        });
        let counts = desk.needed(&body.counts, "/counts");
        let mut told: Vec<(Seat, i64)> = Vec::new();
        for (name, count) in counts.into_iter().flat_map(PerPlayer::iter) {
            let place = format!("/counts/{}", segment(name));
            let Some(seat) = desk.seat(&place, name) else {
                continue;
            };
            if told.iter().any(|(known, _)| *known == seat) {
                let twice = Finding::rule("duplicate-player", place, args![name: name]);
                desk.lay(twice);
            }
            told.push((seat, *count));
        }
        counts?;
        let hotseat = hotseat.unwrap_or(false);
        Some(answer_discard(desk.table, declarer?, hotseat, &told))
    }
}
