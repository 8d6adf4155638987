//! What can be asked of Contract Sabacc, and what is known of the hand to come.

use super::auction::Bidding;
use super::cards::{Cards, PACK, answer_discard, answer_no_discard, cards_each, talon_size};
use super::play::{count, read_talon};
use super::score::State;
use super::{Bid, Call, ContractSabacc, Record, clauses};
use overtrick_core::prelude::*;

object! {
    /// What is to be known of a hand beside its cards.
    struct Setting {
        required declarer: String = Kind::Player,
        required contract: Bid,
        optional talon: Vec<String> = CARDS,
        optional aside: Vec<String> = CARDS,
    }
}

const SETTING: Field = Field::required("setting", Setting::KIND);

impl Adjudicator for ContractSabacc {
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[
        (QuestionKind::Auction, AuctionQuestion::<Call>::FIELDS),
        (
            QuestionKind::Trick,
            &trick_question(24, Field::optional("setting", Setting::KIND)),
        ),
        (QuestionKind::Play, &play_question(SETTING)),
        (QuestionKind::Discard, &discard_question(SETTING)),
        (QuestionKind::Finish, &finish_question(Record::FIELDS)),
    ];

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let Question { kind, dealer, body } = question;
        match kind {
            QuestionKind::Auction => auction(self, *dealer, &body.typed()?, context),
            QuestionKind::Trick => trick(*dealer, &body.typed()?, context),
            QuestionKind::Play => whole_play(*dealer, &body.typed()?, context),
            QuestionKind::Discard => discard(&body.typed()?, context),
            _ => None,
        }
    }
}

fn auction(
    game: &ContractSabacc,
    dealer: Option<Seat>,
    question: &AuctionQuestion<Call>,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let dealer = context.needed_dealer(dealer);
    let calls = context.needed(&question.calls, "/calls")?;
    let calls = resolve_calls(context, "/calls", calls)?;
    let first = game.first_to_bid(context.table, dealer?);
    Some(answer_auction(Bidding::new(context.table, first), &calls))
}

fn trick(
    dealer: Option<Seat>,
    question: &TrickQuestion<Setting>,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let rules = Cards::of_hand(context.table, dealer);
    let most = cards_each(context.table.len());
    let number = question.number(i64::try_from(most).unwrap_or(24), context);
    if let Some(setting) = &*question.setting {
        context.player("/setting/declarer", &setting.declarer);
        read_talon(context, "/setting/talon", setting.talon.as_ref());
        read_talon(context, "/setting/aside", setting.aside.as_ref());
    }
    let cards = question.read::<Cards>(&rules.deal().players, most, context);
    answer_trick(&rules, number, cards?, context)
}

fn whole_play(
    dealer: Option<Seat>,
    question: &PlayQuestion<Setting>,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let dealer = context.needed_dealer(dealer);
    let rules = Cards::of_hand(context.table, dealer);
    let most = cards_each(context.table.len());
    let cards = question.read::<Cards>(&rules.deal().players, most, context);
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
    not_elsewhere(context, &PACK, pointer, &unplayed, held);
    dealer?;
    let (mut answer, play) = answer_play(&rules, &hands, &tricks, context)?;
    let Some(play) = play else {
        return Some(answer);
    };
    let counted = count(&play, &hands, (declarer, contract), &unplayed);
    if let Some(points) = counted.points {
        answer.outcome.push("card_points", decimal(points));
    }
    if let Some((winner, card)) = counted.last {
        let winner = Json::from(&**context.table.name(winner));
        let last = Json::from([("winner", winner), ("card", card.word().into())]);
        answer.outcome.push("last_trick", last);
    }
    Some(answer)
}

/// Points as a record takes them.
fn decimal(points: Points) -> Json {
    let halves = points.in_halves();
    if points.is_whole() {
        return Json::Int(halves / 2);
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 182 halves")]
    Json::Float(halves as f64 / 2.0)
}

fn discard(question: &DiscardQuestion<Setting>, context: &mut HandContext<'_>) -> Option<Answer> {
    let players = context.table.len();
    let talon = talon_size(players);
    let holding = question.holding(&PACK, context);
    let cards = cards_each(players) + talon;
    if let Some(holding) = holding.as_ref().filter(|holding| holding.len() != cards) {
        let args = args![found: holding.len(), cards: cards];
        context.fault("holding-talon", "/holding", clauses::DEAL, args);
    }
    let aside = question.aside(&PACK, context);
    let setting = context.needed(&question.setting, "/setting")?;
    let declarer = context.player("/setting/declarer", &setting.declarer);
    let contract = context.needed(&setting.contract, "/setting/contract");
    let (holding, aside, contract) = (holding?, aside?, *contract?);
    if !contract.takes_talon() {
        let breach = Breach::new(clauses::TALON, args![contract: contract]);
        return Some(answer_no_discard(&aside, &breach));
    }
    let holding = holding.into_iter().collect();
    Some(answer_discard(holding, &aside, declarer, talon))
}

impl Forecast for ContractSabacc {
    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        let tricks = i64::try_from(cards_each(hand.table.len())).unwrap_or(0);
        // Half points, of 91 in all.
        let points = Amount {
            halves: true,
            ..Amount::whole("card_points", 0, 182)
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
            cards_dealt: i64::try_from(cards_each(table.len())).unwrap_or(0),
            speaks: Some(speaks),
            leads: Some(leads),
            open: Entries::from([("pot", Json::Int(state.pot))]),
            sentences: vec![
                ("contract-sabacc/begins".into(), begins),
                ("contract-sabacc/in-the-pot".into(), pot),
            ],
            ..NextHand::default()
        }
    }
}

/// How many hands are still played if this seat deals the next one and the deal goes around.
fn hands_needed(state: &State, table: &Table, dealer: Seat) -> usize {
    let order = table.from(dealer).enumerate();
    let open = order.filter(|(_, seat)| !state.dealt[seat.index()]);
    open.map(|(places, _)| places + 1).max().unwrap_or(0)
}
