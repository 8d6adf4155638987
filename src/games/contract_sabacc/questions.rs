//! Questions about Contract Sabacc, and the forecast of the next hand.

use super::auction::Bidding;
use super::cards::{
    Cards, PACK, answer_discard, cards_each, forbids_aside, talon_size, tricks_in_hand,
};
use super::play::{Pile, count_pile, last_trick, pile_points, read_talon, recorded_last, undealt};
use super::score::{NEEDED, State, check_last, tricks};
use super::{Bid, Call, ContractSabacc, LastTrick, MAX_CHIPS, PileCounts, Record, clauses};
use overtrick_core::prelude::*;

object! {
    /// The declarer and the contract of a hand, with the talon and the cards put aside.
    struct Setting {
        required declarer: String = Kind::Player,
        required contract: Bid,
        optional talon: Vec<String> = CARDS,
        optional aside: Vec<String> = CARDS,
    }
}

object! {
    struct AuctionQuestion {
        required calls: Vec<WrittenCall<Call>>,
    }
}

object! {
    /// A question about the bonus of a hand.
    struct BonusQuestion {
        optional tricks: PerPlayer<i64> = Kind::PerPlayer(&Kind::Int(0, 24)),
        optional last_trick: LastTrick,
        optional pot: i64 = Kind::Int(0, MAX_CHIPS),
    }
}

/// The fields of a question about a pile.
const PILE: &[Field] = &[
    Field::required("contract", Bid::KIND),
    Field::optional("pile", CARDS),
    Field::optional("pile_counts", PileCounts::KIND),
];

const SETTING: Field = Field::required("setting", Setting::KIND);
const UNNEEDED_SETTING: Field = Field::optional("setting", Setting::KIND);

impl Adjudicator for ContractSabacc {
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[
        (QuestionKind::Auction, AuctionQuestion::FIELDS),
        (QuestionKind::Trick, &trick_question(24, UNNEEDED_SETTING)),
        (QuestionKind::Revoke, &revoke_question(24, UNNEEDED_SETTING)),
        (QuestionKind::Play, &play_question(SETTING)),
        (QuestionKind::Discard, &discard_question(SETTING)),
        (QuestionKind::Pile, PILE),
        (QuestionKind::Bonus, BonusQuestion::FIELDS),
        (QuestionKind::Finish, &finish_question(Record::FIELDS)),
    ];

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        match question.kind {
            QuestionKind::Auction => self.auction(question, context),
            QuestionKind::Trick | QuestionKind::Revoke => trick(question, context),
            QuestionKind::Play => whole_play(question, context),
            QuestionKind::Discard => discard(&question.body.typed()?, context),
            QuestionKind::Pile => pile(&question.body.typed()?, context),
            QuestionKind::Bonus => self.bonus(&question.body.typed()?, context),
            _ => None,
        }
    }
}

fn trick(question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
    let written: CardQuestion<Setting> = question.body.typed()?;
    let rules = Cards::of_hand(context.table, *question.dealer);
    let table = context.table;
    let sizes = (tricks_in_hand(table), cards_each(table.len()));
    if let Some(setting) = &*written.setting {
        context.player("/setting/declarer", &setting.declarer);
        read_talon(context, "/setting/talon", setting.talon.as_ref());
        read_talon(context, "/setting/aside", setting.aside.as_ref());
    }
    let trick = written.read_trick::<Cards>(question.kind, table.seats(), sizes, context);
    answer_trick(&rules, None, &trick?, context)
}

fn whole_play(request: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
    let question: CardQuestion<Setting> = request.body.typed()?;
    let dealer = context.needed(&request.dealer, "/dealer").copied();
    let rules = Cards::of_hand(context.table, dealer);
    let most = cards_each(context.table.len());
    let cards = question.read_play::<Cards>(context.table.seats(), most, context);
    let setting = context.needed(&question.setting, "/setting")?;
    let declarer = context.needed_player("/setting/declarer", &setting.declarer);
    let contract = context.needed(&setting.contract, "/setting/contract");
    let talon = read_talon(context, "/setting/talon", setting.talon.as_ref());
    let aside = read_talon(context, "/setting/aside", setting.aside.as_ref());
    let ((hands, tricks), declarer, contract) = (cards?, declarer?, *contract?);
    let (talon, aside) = (talon?, aside?);
    let (unplayed, pointer) = if contract.takes_talon() {
        (aside, "/setting/aside")
    } else {
        (talon, "/setting/talon")
    };
    let held = |card| hands.iter().flatten().any(|hand| hand.contains(card));
    refuse_elsewhere(context, &PACK, pointer, &unplayed, held);
    dealer?;
    let (mut answer, play) = answer_play(&rules, &hands, &tricks, context)?;
    let Some(play) = play else {
        return Some(answer);
    };
    let unplayed = match &unplayed[..] {
        [] => undealt(&play, &hands),
        known => Some(known.iter().copied().collect()),
    };
    let points = pile_points(&play, (declarer, contract), unplayed);
    answer
        .outcome
        .extend(points.map(|points| ("card_points", points.into())));
    if let Some((winner, card)) = play.tricks.get(most - 1).and_then(last_trick) {
        let winner = context.table.name(winner).into();
        let last = [("winner", winner), ("card", card.word().into())];
        answer.outcome.set("last_trick", Json::object(last));
    }
    Some(answer)
}

/// Answers with the card points of a pile, and whether they make a contract.
fn pile(record: &Record, context: &mut HandContext<'_>) -> Option<Answer> {
    let contract = context.needed(&record.contract, "/contract").copied();
    if record.pile.is_none() && record.pile_counts.is_none() {
        context.missing("/pile_counts");
    }
    let pile = contract.map(|contract| Pile::new(contract, None, context.table));
    let points = count_pile(record, pile, context)?;
    contract?;
    let rule = ("rule", clauses::CARD_POINTS.into());
    Some(Answer::of(Json::object([
        ("card_points", points.into()),
        ("made", Json::Bool(points >= NEEDED)),
        ("decided_by", Json::object([rule])),
    ])))
}

impl ContractSabacc {
    fn auction(&self, request: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let question: AuctionQuestion = request.body.typed()?;
        let dealer = context.needed(&request.dealer, "/dealer").copied();
        let calls = context.needed(&question.calls, "/calls")?;
        let calls = resolve_calls(context, "/calls", calls)?;
        let bidding = Bidding::new(self, context.table, dealer?);
        Some(answer_auction(context.table, bidding, &calls))
    }

    /// Answers with the bonus that is paid, and its chips if the Ante Pot is known.
    fn bonus(&self, question: &BonusQuestion, context: &mut HandContext<'_>) -> Option<Answer> {
        let tricks = tricks(&question.tricks, context);
        if tricks.is_none() && question.tricks.is_some() {
            return None;
        }
        let last = recorded_last(&question.last_trick, context);
        if last.is_none() && question.last_trick.is_some() {
            return None;
        }
        check_last(tricks.as_deref(), last, context);
        let earned = self.earned(tricks.as_deref(), last, context.table);
        let sure = earned.first().copied();
        // A Slam outranks a bonus for the last trick, so the answer always needs the tricks.
        let mut needs = Vec::new();
        if tricks.is_none() {
            needs.push("/tricks".to_owned());
        }
        if last.is_none() && sure.is_none() {
            needs.push("/last_trick".to_owned());
        }
        if !needs.is_empty() {
            return Some(Answer::lacking(needs));
        }
        let mut outcome = Json::object([("complete", Json::Bool(true))]);
        if let Some((seat, bonus)) = sure {
            let name = bonus.rule().rsplit('/').next().unwrap_or_default();
            outcome.set("player", &**context.table.name(seat));
            outcome.set("bonus", name);
            outcome.extend(question.pot.map(|pot| ("chips", bonus.of_pot(pot).into())));
        }
        let rule = sure.map_or(clauses::BONUS, |(_, bonus)| bonus.rule());
        outcome.set("decided_by", Json::object([("rule", rule.into())]));
        Some(Answer::of(outcome))
    }
}

fn discard(question: &CardQuestion<Setting>, context: &mut HandContext<'_>) -> Option<Answer> {
    let players = context.table.len();
    let talon = talon_size(players);
    let holding = question.holding(&PACK, context);
    let aside = question.aside(&PACK, context);
    let setting = context.needed(&question.setting, "/setting")?;
    let declarer = context.player("/setting/declarer", &setting.declarer);
    let contract = context.needed(&setting.contract, "/setting/contract");
    let dealt = cards_each(players);
    let (cards, code) = match contract {
        Some(contract) if !contract.takes_talon() => (dealt, "holding-dealt"),
        _ => (dealt + talon, "holding-talon"),
    };
    // If the talon stays unseen, the question may list it with the hand; no card may be put aside in either case.
    let fits = |holding: &Vec<Card>| [cards, dealt + talon].contains(&holding.len());
    if let Some(holding) = holding.as_ref().filter(|holding| !fits(holding)) {
        let args = args![found: holding.len(), cards: cards];
        context.fault(code, "/holding", clauses::DEAL, args);
    }
    let (holding, aside, contract) = (holding?, aside?, *contract?);
    if !contract.takes_talon() {
        // If the talon stays unseen, nothing may be put aside.
        let (nothing, args) = (Aside::from(CardSet::EMPTY, 0), args![contract: contract]);
        let breach = |_: &Aside, _| Some(Breach::new(clauses::TALON, args.clone()));
        return Some(answer_discard(nothing, None, &aside, breach));
    }
    let put = Aside::from(holding.into_iter().collect(), talon);
    Some(answer_discard(put, declarer, &aside, forbids_aside))
}

impl Forecast for ContractSabacc {
    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        let tricks = tricks_in_hand(hand.table);
        // The pack has 91 points, which are counted in halves.
        let points = Amount {
            halves: true,
            ..Amount::whole("card_points", 182)
        };
        Amounts {
            blocks: vec![
                vec![points],
                Amount::per_player("tricks", hand.table, tricks),
            ],
            ..Amounts::default()
        }
    }

    fn next(&self, state: &State, hand: &ComingHand<'_, Record>) -> NextHand {
        let table = hand.table;
        let (speaks, leads) = (self.first_to_bid(table, hand.dealer), hand.after_dealer());
        let begins = args![speaks: table.name(speaks), leads: table.name(leads)];
        let pot = args![chips: state.pot];
        NextHand {
            hands: Some(hand.number - 1 + hands_needed(state, table, hand.dealer)),
            cards_dealt: tricks_in_hand(table),
            speaks: Some(speaks),
            leads: Some(leads),
            open: Json::object([("pot", Json::Int(state.pot))]),
            sentences: vec![
                ("contract-sabacc/begins".into(), begins),
                ("contract-sabacc/in-the-pot".into(), pot),
            ],
            ..NextHand::default()
        }
    }
}

/// Returns the number of hands until everyone has dealt, if this seat deals next and the deal rotates.
fn hands_needed(state: &State, table: &Table, dealer: Seat) -> usize {
    let order = table.from(dealer).enumerate();
    let open = order.filter(|(_, seat)| !state.dealt[seat.index()]);
    open.map(|(places, _)| places + 1).max().unwrap_or(0)
}
