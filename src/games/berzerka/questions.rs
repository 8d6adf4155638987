//! Questions about Berzerka, and the forecast of the next hands.

use super::auction::{Bidding, hotseat};
use super::outlook::{Row, Sheet, Ways};
use super::play::{Cards, Drawing, TRICKS, last_six, pain_cards};
use super::record::{Contract, Measure, PassOrBid, Ranking, Record, Tile};
use super::score::{Cell, State, check_choices, pay, value, whole};
use super::{Berzerka, Open, check_known, clauses, contract, known_ids};
use overtrick_core::prelude::*;

object! {
    struct AuctionQuestion {
        required calls: Vec<WrittenCall<PassOrBid>>,
        optional played: PerPlayer<Vec<String>>,
    }
}

object! {
    /// The number of cards that a player discards and draws.
    struct Discard {
        required player: String = Kind::Player,
        required count: i64 = Kind::Int(0, 13),
    }
}

object! {
    struct DiscardQuestion {
        required discards: Vec<Discard>,
        required setting: DiscardSetting,
    }
}

object! {
    /// The facts that decide the leader of a hand and the ranking of the cards.
    struct Setting {
        depends declarer: String = Kind::Player,
        required contract: String,
        depends shapeshift_copies: Option<String>,
        depends trump: Suit,
        depends ranking: Ranking,
        depends pain_suit: Suit,
    }
}

object! {
    /// The setting of a question about discards. Only the declarer is required.
    struct DiscardSetting {
        required declarer: String = Kind::Player,
        optional hotseat: bool,
        optional contract: String,
        optional shapeshift_copies: Option<String>,
        optional trump: Suit,
        optional ranking: Ranking,
        optional pain_suit: Suit,
    }
}

object! {
    /// A player's result in a contract.
    struct RowCell {
        optional tricks: i64 = Kind::Int(0, 13),
        optional pain_cards: i64 = Kind::Int(0, 13),
        optional overbid: i64 = Kind::Int(0, 13),
        required discarded: i64 = Kind::Int(0, 13),
        optional hotseat: bool,
    }
}

object! {
    struct RowQuestion {
        required contract: String,
        optional shapeshift_copies: Option<String>,
        required cells: PerPlayer<RowCell>,
    }
}

object! {
    struct PickQuestion {
        optional played: PerPlayer<Vec<String>>,
    }
}

const SETTING: Field = Field::required("setting", Setting::KIND);

impl Adjudicator for Berzerka {
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[
        (QuestionKind::Auction, AuctionQuestion::FIELDS),
        (QuestionKind::Trick, &trick_question(13, SETTING)),
        (QuestionKind::Revoke, &revoke_question(13, SETTING)),
        (QuestionKind::Play, &play_question(SETTING)),
        (QuestionKind::Discard, DiscardQuestion::FIELDS),
        (QuestionKind::Row, RowQuestion::FIELDS),
        (QuestionKind::Pick, PickQuestion::FIELDS),
        (QuestionKind::Finish, &finish_question(Record::FIELDS)),
    ];

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        match question.kind {
            QuestionKind::Auction => self.answer_auction(question, context),
            QuestionKind::Trick | QuestionKind::Revoke => self.answer_trick(question, context),
            QuestionKind::Play => self.answer_play(question, context),
            QuestionKind::Discard => self.answer_discard(question, context),
            QuestionKind::Row => self.answer_row(question, context),
            QuestionKind::Pick => self.answer_pick(question, context),
            _ => None,
        }
    }
}

impl Berzerka {
    fn answer_auction(&self, request: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: AuctionQuestion = request.body.typed()?;
        let dealer = context.needed(&request.dealer, "/dealer").copied();
        let open = self.still_open(&question.played, context);
        let calls = context.needed(&question.calls, "/calls")?;
        let calls = self.read_calls(calls, "/calls", context)?;
        let bidding = Bidding::new(self, context.table, dealer?, &open);
        Some(answer_auction(context.table, bidding, &calls))
    }

    /// Answers with the player who picks a contract in the hotseat, and the contracts to choose from.
    fn answer_pick(&self, request: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: PickQuestion = request.body.typed()?;
        let dealer = context.needed(&request.dealer, "/dealer")?;
        let forehand = context.table.next(*dealer);
        let open = self.still_open(&question.played, context);
        let seat = hotseat(context.table, forehand, &open);
        let rule = if seat == Some(forehand) {
            clauses::HOTSEAT
        } else {
            clauses::HOTSEAT_NEXT
        };
        let mut outcome = Json::default();
        if let Some(seat) = seat {
            let contracts = self.left_to(seat, &open).map(|contract| &*contract.id);
            outcome.set("declarer", &**context.table.name(seat));
            outcome.set("contracts", contracts.collect::<Json>());
        }
        outcome.set("decided_by", Json::object([("rule", rule.into())]));
        Some(Answer::of(outcome))
    }

    /// Answers with the payments of a contract that all three players have played.
    fn answer_row(&self, request: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: RowQuestion = request.body.typed()?;
        let copies = &question.shapeshift_copies;
        let contract = self.set_contract(&question.contract, copies, "", context);
        let mut row: [Option<Cell>; 3] = [None; 3];
        for (name, cell) in context.needed(&question.cells, "/cells")?.iter() {
            let place = format!("/cells/{}", segment(name));
            let Some(seat) = context.seat(&place, name) else {
                continue;
            };
            let (took, field) = match &contract {
                Some(own) if own.measure == Measure::Pain => (&cell.pain_cards, "pain_cards"),
                _ => (&cell.tricks, "tricks"),
            };
            let took = context.needed_number(format_args!("{place}/{field}"), took, 0..=13);
            let pointer = format_args!("{place}/discarded");
            let discarded = context.needed_number(pointer, &cell.discarded, 0..=13);
            if let (Some(contract), Some(took), Some(discarded)) = (&contract, took, discarded) {
                let (overbid, hotseat) = (cell.overbid.unwrap_or(0), cell.hotseat.unwrap_or(false));
                let made = self.cell_of(contract, took, (overbid, discarded), hotseat);
                row[seat.index()] = Some(made);
            }
        }
        for seat in context.table.seats() {
            if row[seat.index()].is_none() {
                let place = format!("/cells/{}", segment(context.table.name(seat)));
                context.missing(&place);
            }
        }
        let contract = contract?;
        let cells = whole(&row)?;
        let worth = value(&contract, &row);
        let paid = pay(self, &contract, &cells, worth);
        let players = context.table.by_name(|seat| {
            let (cell, paid) = (cells[seat.index()], paid[seat.index()]);
            Json::object([
                ("record", Json::Int(cell.record)),
                ("place", paid.place.into()),
                ("points", paid.points.into()),
                ("rule", paid.rule.into()),
            ])
        });
        let outcome = [("value", Json::Int(worth)), ("players", players)];
        Some(Answer::of(Json::object(outcome)))
    }

    /// Returns the contracts that each player may still play.
    fn still_open(
        &self,
        played: &Given<PerPlayer<Vec<String>>>,
        context: &mut HandContext<'_>,
    ) -> Vec<[bool; 3]> {
        let mut open = vec![[true; 3]; self.contracts.len()];
        let mut named: Vec<Seat> = Vec::new();
        for (name, contracts) in played.iter().flat_map(PerPlayer::iter) {
            let place = format!("/played/{}", segment(name));
            let Some(seat) = context.seat(&place, name) else {
                continue;
            };
            if named.contains(&seat) {
                context.refuse("duplicate-player", &place, args![name: name]);
            }
            named.push(seat);
            for (index, id) in contracts.iter().enumerate() {
                let pointer = format_args!("{place}/{index}");
                check_known(id, &self.custom_contracts, pointer, context);
                if let Some(contract) = self.on_board(id) {
                    open[contract][seat.index()] = false;
                }
            }
        }
        open
    }

    fn answer_trick(&self, request: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: CardQuestion<Setting> = request.body.typed()?;
        let rules = self.setting(&question.setting, false, context);
        let (players, sizes) = (context.table.seats(), (13, TRICKS));
        let trick = question.read_trick::<Cards>(request.kind, players, sizes, context);
        answer_trick(&rules?, None, &trick?, context)
    }

    fn answer_play(&self, request: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: CardQuestion<Setting> = request.body.typed()?;
        let rules = self.setting(&question.setting, true, context);
        let cards = question.read_play::<Cards>(context.table.seats(), TRICKS, context);
        let (rules, (hands, tricks)) = rules.zip(cards)?;
        let (mut answer, play) = answer_play(&rules, &hands, &tricks, context)?;
        let Some(play) = play else {
            return Some(answer);
        };
        let table = context.table;
        let last = last_six(&play, table);
        let last = table.by_name(|seat| last[seat.index()]);
        answer.outcome.set("last_six", last);
        let setting = question.setting.as_ref();
        if let Some(suit) = setting.and_then(|setting| *setting.pain_suit) {
            let pain = table.by_name(|seat| pain_cards(&play, seat, suit));
            answer.outcome.set("pain_cards", pain);
        }
        Some(answer)
    }

    /// Returns the rules of play for the hand in a question.
    fn setting(
        &self,
        setting: &Given<Setting>,
        whole: bool,
        context: &mut HandContext<'_>,
    ) -> Option<Cards> {
        let setting = context.needed(setting, "/setting")?;
        if whole {
            context.needed(&setting.declarer, "/setting/declarer");
        }
        let declarer = context.player("/setting/declarer", &setting.declarer);
        let copies = &setting.shapeshift_copies;
        let contract = self.set_contract(&setting.contract, copies, "/setting", context)?;
        check_choices("/setting", &contract, &setting.given(), context);
        let (trump, ranking) = (*setting.trump, *setting.ranking);
        let table = context.table;
        Some(Cards::of_hand(table, declarer, &contract, trump, ranking))
    }

    /// Returns the contract of a question, whether or not it is on the board.
    fn set_contract(
        &self,
        id: &Given<String>,
        copies: &Given<Option<String>>,
        place: &str,
        context: &mut HandContext<'_>,
    ) -> Option<Contract> {
        let pointer = &format!("{place}/shapeshift_copies");
        let named = format!("{place}/contract");
        let id = context.needed(id, &named)?;
        let customs = &self.custom_contracts;
        let known = check_known(id, customs, &named, context);
        let given = copies.as_ref().and_then(Option::as_deref);
        let shapeshift = Tile::Shapeshift.word();
        if *id != shapeshift {
            if given.is_some() && known {
                let args = args![contract: self.name_of(id)];
                context.refuse("not-asked", pointer, args);
            }
            return contract(id, None, customs);
        }
        if given == Some(shapeshift) {
            let mut others = known_ids(customs);
            others.retain(|id| *id != Arg::Text(shapeshift.into()));
            let args = args![found: shapeshift.to_owned(), others: others];
            context.refuse("shapeshift-copies", pointer, args);
            return None;
        }
        if let Some(copied) = given {
            check_known(copied, customs, pointer, context);
        }
        let copies = given.or(self.shapeshift_copies.as_deref());
        if copies.is_none() {
            context.missing(pointer);
        }
        contract(id, copies, customs)
    }

    fn answer_discard(&self, request: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: DiscardQuestion = request.body.typed()?;
        let setting = context.needed(&question.setting, "/setting");
        let mut declarer = None;
        if let Some(setting) = setting {
            declarer = context.needed_player("/setting/declarer", &setting.declarer);
            if let Some(id) = setting.contract.as_deref() {
                check_known(id, &self.custom_contracts, "/setting/contract", context);
            }
        }
        let written = context.needed(&question.discards, "/discards")?;
        let discards = all_or_none(written.iter().enumerate().map(|(index, discard)| {
            let place = format!("/discards/{index}");
            let seat = context.needed_player(&format!("{place}/player"), &discard.player);
            let count = context.needed(&discard.count, &format!("{place}/count"));
            seat.zip(count.copied())
        }));
        let hotseat = setting.is_some_and(|setting| *setting.hotseat == Some(true));
        let drawing = Drawing::new(context.table, declarer?, hotseat);
        Some(answer_auction(context.table, drawing, &discards?))
    }

    /// Returns the contracts that a player may still play.
    pub(super) fn left_to<'a>(
        &'a self,
        seat: Seat,
        open: &'a Open,
    ) -> impl Iterator<Item = &'a Contract> {
        let own = self.contracts.iter().zip(open);
        let own = own.filter(move |(_, open)| open[seat.index()]);
        own.map(|(contract, _)| contract)
    }
}

/// The number of cards that each player holds when the play begins.
const CARDS_HELD: i64 = 13;

impl Forecast for Berzerka {
    /// Returns the amounts of a hand: the tricks, and the cards of the pain suit.
    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        let contract = hand.record.and_then(|record| {
            let open = vec![[true; 3]; self.contracts.len()];
            let called = self.declared(record, &open, &mut hand.context());
            self.contracts.get(called.contract?)
        });
        let tricks = contract.map_or(CARDS_HELD, Contract::tricks);
        let tricks = Amount::whole("tricks", tricks);
        Amounts {
            blocks: vec![vec![tricks, Amount::whole("pain_cards", CARDS_HELD)]],
            words: vec![("contract", self.board.clone())],
        }
    }

    fn next(&self, state: &State, hand: &ComingHand<'_, Record>) -> NextHand {
        let table = hand.table;
        let open = state.open();
        let called = |record| self.declared(record, &open, &mut hand.context());
        let declarer = hand.record.and_then(|record| called(record).declarer);
        let forehand = hand.after_dealer();
        let deals = args![dealer: table.name(hand.dealer)];
        let sentence = |key: &'static str, seat| (key.into(), args![player: table.name(seat)]);
        let mut sentences = vec![sentence("berzerka/speaks", forehand)];
        sentences.extend(declarer.map(|declarer| sentence("berzerka/leads", declarer)));
        let contracts = table.by_name(|seat| -> Json {
            let own = self.left_to(seat, &open);
            own.map(|contract| &*contract.id).collect()
        });
        let values = self.contracts.iter().zip(&state.rows);
        let values = values.map(|(contract, row)| (&*contract.id, Json::Int(value(contract, row))));
        // A sentence for each player who still has contracts to play.
        let listed = table.seats().filter_map(|seat| {
            let own = self.left_to(seat, &open);
            let names: Vec<Arg> = own.map(|contract| contract.name.clone()).collect();
            let is_done = names.is_empty();
            let args = args![player: table.name(seat), contracts: names];
            (!is_done).then_some(("berzerka/open".into(), args))
        });
        NextHand {
            hands: Some(self.contracts.len() * 3),
            cards_dealt: CARDS_HELD,
            deal: Some(("berzerka/deals".into(), deals)),
            speaks: Some(forehand),
            leads: declarer,
            open: Json::object([("contracts", contracts), ("values", Json::object(values))]),
            sentences,
            listed: listed.collect(),
            ..NextHand::default()
        }
    }

    /// Returns who can still win. Returns `None` if a house rule differs from its default, or if the hand
    /// being played has recorded cards or an unfinished auction.
    fn outlook(&self, state: &State, open: &OpenMatch<'_, Record>) -> Option<Outlook> {
        let table = open.hand.table;
        if !self.is_usual() {
            return None;
        }
        let rows = self.contracts.iter().zip(&state.rows);
        let rows = rows.map(|(contract, row)| Row::new(contract, row));
        let rows: Vec<Row> = rows.collect();
        let ways: Vec<Ways> = rows.iter().map(|row| row.ways(None)).collect();
        let played = match open.hand.record {
            Some(record) => self.current_ways(state, record, open, &rows)?,
            None => Vec::new(),
        };
        let sheet = Sheet {
            totals: open.totals,
            ways,
            played,
        };
        let can_pass = |one, other| sheet.can_pass(one, other);
        Outlook::new(table, |seat| sheet.can_win(seat), can_pass)
    }
}
