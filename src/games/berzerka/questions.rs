//! What can be asked of Berzerka.

use super::auction::Bidding;
use super::cards::{Cards, TRICKS, last_six, pain_cards};
use super::contract::{Choice, Contract, Tile};
use super::discard::Drawing;
use super::hand::check_choices;
use super::house_rules::Berzerka;
use super::record::{PassOrBid, Ranking, Record};
use overtrick_core::prelude::*;

object! {
    struct AuctionQuestion {
        required calls: Vec<WrittenCall<PassOrBid>>,
        optional played: PerPlayer<Vec<String>>,
    }
}

object! {
    struct DiscardQuestion {
        required counts: PerPlayer<i64> = Kind::PerPlayer(&Kind::Int(0, 13)),
        required setting: DiscardSetting,
    }
}

object! {
    /// What the cards mean in a hand, and who leads.
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
    /// Discarding asks only who declares; the rest of the setting may be there as well.
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

const SETTING: Field = Field::required("setting", Setting::KIND);

impl Adjudicator for Berzerka {
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[
        (QuestionKind::Auction, AuctionQuestion::FIELDS),
        (QuestionKind::Trick, &trick_question(13, SETTING)),
        (QuestionKind::Play, &play_question(SETTING)),
        (QuestionKind::Discard, DiscardQuestion::FIELDS),
        (QuestionKind::Finish, &finish_question(Record::FIELDS)),
    ];

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let Question { kind, dealer, body } = question;
        match kind {
            QuestionKind::Auction => self.answer_auction(*dealer, &body.typed()?, context),
            QuestionKind::Trick => self.answer_trick(&body.typed()?, context),
            QuestionKind::Play => self.answer_play(&body.typed()?, context),
            QuestionKind::Discard => self.answer_discard(&body.typed()?, context),
            _ => None,
        }
    }
}

impl Berzerka {
    fn answer_auction(
        &self,
        dealer: Option<Seat>,
        question: &AuctionQuestion,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        let dealer = context.needed_dealer(dealer);
        let open = self.still_open(&question.played, context);
        let calls = context.needed(&question.calls, "/calls")?;
        let calls = resolve_calls(context, "/calls", calls)?;
        let calls = self.read_calls(calls, "/calls", context)?;
        let bidding = Bidding::new(self, context.table, dealer?, &open);
        Some(answer_auction(bidding, &calls))
    }

    /// By place on the board, by seat: the contracts that a player has not had.
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
                self.check_known(id, &format!("{place}/{index}"), context);
                if let Some(contract) = self.on_board(id) {
                    open[contract][seat.index()] = false;
                }
            }
        }
        open
    }

    fn answer_trick(
        &self,
        question: &TrickQuestion<Setting>,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        let number = question.number(13, context);
        let rules = self.setting(&question.setting, false, context);
        let players: Vec<Seat> = context.table.seats().collect();
        let cards = question.read::<Cards>(&players, TRICKS, context);
        answer_trick(&rules?, number, cards?, context)
    }

    fn answer_play(
        &self,
        question: &PlayQuestion<Setting>,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        let rules = self.setting(&question.setting, true, context);
        let players: Vec<Seat> = context.table.seats().collect();
        let cards = question.read::<Cards>(&players, TRICKS, context);
        let (rules, (hands, tricks)) = rules.zip(cards)?;
        let (mut answer, play) = answer_play(&rules, &hands, &tricks, context)?;
        let table = context.table;
        let last = last_six(&play, table);
        let last = table.by_name(|seat| last[seat.index()]);
        answer.outcome.push(("last_six", last));
        let setting = question.setting.as_ref();
        if let Some(suit) = setting.and_then(|setting| *setting.pain_suit) {
            let pain = table.by_name(|seat| pain_cards(&play, seat, suit));
            answer.outcome.push(("pain_cards", pain));
        }
        Some(answer)
    }

    /// What the cards mean in the hand that the question is about.
    fn setting(
        &self,
        setting: &Given<Setting>,
        whole: bool,
        context: &mut HandContext<'_>,
    ) -> Option<Cards> {
        let setting = context.needed(setting, "/setting")?;
        let declarer = if whole {
            context.needed_player("/setting/declarer", &setting.declarer)
        } else {
            let named = context.player("/setting/declarer", &setting.declarer);
            named.or(Some(Seat::new(0)))
        };
        let contract = self.set_contract(setting, context)?;
        let chosen = [
            (Choice::Trump, setting.trump.is_some()),
            (Choice::Ranking, setting.ranking.is_some()),
            (Choice::PainSuit, setting.pain_suit.is_some()),
        ];
        check_choices("/setting", &contract, chosen, context);
        let (trump, ranking) = (*setting.trump, *setting.ranking);
        let table = context.table;
        Some(Cards::of_hand(table, declarer?, &contract, trump, ranking))
    }

    /// The contract of a setting: any there is, on the board or not.
    fn set_contract(&self, setting: &Setting, context: &mut HandContext<'_>) -> Option<Contract> {
        let pointer = "/setting/shapeshift_copies";
        let id = context.needed(&setting.contract, "/setting/contract")?;
        let known = self.check_known(id, "/setting/contract", context);
        let copies = setting.shapeshift_copies.0.clone().flatten();
        let shapeshift = Tile::Shapeshift.word();
        if *id != shapeshift {
            if copies.is_some() && known {
                let args = args![contract: self.name_of(id)];
                context.refuse("not-asked", pointer, args);
            }
            return self.contract(id, None);
        }
        if let Some(copied) = &copies
            && copied == shapeshift
        {
            let args = args![found: copied.clone(), others: self.copyable_ids()];
            context.refuse("shapeshift-copies", pointer, args);
            return None;
        }
        if let Some(copied) = &copies {
            self.check_known(copied, pointer, context);
        }
        let copies = copies.or_else(|| self.shapeshift_copies.clone());
        if copies.is_none() {
            context.missing(pointer);
        }
        self.contract(id, copies.as_deref())
    }

    fn answer_discard(
        &self,
        question: &DiscardQuestion,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        let setting = context.needed(&question.setting, "/setting");
        let declarer = setting
            .and_then(|setting| context.needed_player("/setting/declarer", &setting.declarer));
        let hotseat = setting.and_then(|setting| *setting.hotseat);
        if let Some(id) = setting.and_then(|setting| setting.contract.as_deref()) {
            self.check_known(id, "/setting/contract", context);
        }
        let written = context.needed(&question.counts, "/counts");
        let mut counts: Vec<(Seat, i64)> = Vec::new();
        for (name, count) in written.into_iter().flat_map(PerPlayer::iter) {
            let place = format!("/counts/{}", segment(name));
            let Some(seat) = context.seat(&place, name) else {
                continue;
            };
            if counts.iter().any(|(known, _)| *known == seat) {
                context.refuse("duplicate-player", place, args![name: name]);
            }
            counts.push((seat, *count));
        }
        written?;
        let drawing = Drawing::new(context.table, declarer?, hotseat.unwrap_or(false));
        Some(answer_auction(drawing, &counts))
    }
}
