//! Answers to questions about tricks and whole plays: winners, the players on turn, and the cards that they may play.

use super::card_rules::{CardRules, Deal, Hands, PlayedCard, Trick, TrickPosition, is_elsewhere};
use super::questions::TrickCase;
use super::replay::{Play, play};
use crate::cards::CardSet;
use crate::json::Json;
use crate::{Answer, Breach, HandContext, Next, Ruling, Seat, Table, args, segment};

/// Answers a question about a trick. If its number is unknown and the result depends on it, the answer lists the
/// number as needed. `unknown` is the pointer of an unknown fact, with the rules that apply if it is true. If the
/// result depends on the fact, the answer assumes that it is false, and lists it under `assumed`.
///
/// Returns `None` if the suit of a joker is missing or wrong, which is reported as a fault.
pub fn answer_trick<R: CardRules>(
    rules: &R,
    unknown: Option<(&'static str, R)>,
    case: &TrickCase,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    if case.revoke_of.is_none()
        && let Some(misdeal) = misdeal(rules, &case.hands, &case.cards, context.table)
    {
        return Some(misdeal);
    }
    let mut answer = trick_with(rules, case, 0, context)?;
    let differs = |other: Option<Answer>| other.is_some_and(|other| !is_same(&other, &answer));
    let mut others = (1..rules.numbers().len()).filter(|_| case.number.is_none());
    if others.any(|place| differs(trick_with(rules, case, place, context))) {
        return Some(Answer::lacking(["/trick".to_owned()]));
    }
    let assumed = unknown.filter(|(_, rules)| differs(trick_with(rules, case, 0, context)));
    if let Some((fact, _)) = assumed {
        let assumed = Json::List(vec![fact.into()]);
        answer.outcome.set("assumed", assumed);
    }
    Some(answer)
}

/// Whether two answers have the same rulings and results, apart from the clause that decided who won.
fn is_same(one: &Answer, other: &Answer) -> bool {
    let is_result = |(key, _): &&(String, Json)| key != "decided_by";
    let results = one.outcome.entries().iter().filter(is_result);
    let others = other.outcome.entries().iter().filter(is_result);
    let ruling = |ruling: &Ruling| (ruling.breach.clone(), ruling.could_play.clone());
    let rulings = one.rulings.iter().map(ruling);
    rulings.eq(other.rulings.iter().map(ruling)) && one.next == other.next && results.eq(others)
}

/// Answers a question about a trick. If the number of the trick is unknown, uses the number at this place in
/// [`CardRules::numbers`].
fn trick_with<R: CardRules>(
    rules: &R,
    case: &TrickCase,
    place: usize,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let leader = rules.deal().leads.filter(|_| case.number == Some(1));
    let number = case.number.unwrap_or(rules.numbers()[place]);
    let full = case.number.and(rules.deal().tricks);
    let full = full.map(|tricks| (tricks + 1).saturating_sub(number));
    let tricks = [case.cards.clone()];
    let hands = completed(&case.hands, &tricks, full, rules.deal());
    let pointer = |_| "/cards".to_owned();
    let play = play(rules, &hands, (number, leader), &tricks, context, pointer)?;
    if let Some(seat) = case.revoke_of {
        let (position, known) = ((seat, number, full), (&hands, &play));
        return Some(revoke(rules, case, position, known, context.table));
    }
    let table = context.table;
    let trick = &play.tricks[0];
    let whole = trick.played.len() == rules.deal().players.len();
    let mut outcome = Json::object([
        ("complete", Json::Bool(whole)),
        ("winner", winner(trick.winner(), table)),
    ]);
    if let Some(card) = trick.winning_card() {
        outcome.set("card", (R::PACK.name)(card));
    }
    let decided_by = decided_by(rules, number, trick);
    outcome.extend(decided_by.map(|clause| ("decided_by", clause)));
    let last = trick.played.last();
    let turn = last.map_or(leader, |played| Some(rules.deal().next_player(played.seat)));
    let next = turn.filter(|_| !whole);
    let next = next.map(|seat| next_card(rules, &hands, seat, number, &trick.played, &[]));
    Some(Answer {
        next: next.into_iter().collect(),
        rulings: play.rulings,
        outcome,
    })
}

/// Answers a question about the tricks of a hand. Also returns the play, from which the game adds to the
/// outcome. A misdeal has no play.
///
/// Returns `None` if the suit of a joker is missing or wrong, which is reported as a fault.
pub fn answer_play<R: CardRules>(
    rules: &R,
    hands: &Hands,
    tricks: &[Vec<PlayedCard>],
    context: &mut HandContext<'_>,
) -> Option<(Answer, Option<Play>)> {
    if let Some(misdeal) = misdeal(rules, hands, &tricks.concat(), context.table) {
        return Some((misdeal, None));
    }
    let hands = &completed(hands, tricks, rules.deal().tricks, rules.deal());
    let pointer = |trick| format!("/tricks/{trick}");
    let start = (1, rules.deal().leads);
    let play = play(rules, hands, start, tricks, context, pointer)?;
    let table = context.table;
    let winners = play.tricks.iter().map(Trick::winner);
    let winners = winners.map(|seat| winner(seat, table));
    let won = play.won(table);
    let players = table.seats();
    let players = players.filter(|seat| rules.deal().players.contains(seat));
    let tricks = players.map(|seat| (table.name(seat).to_string(), Json::Int(won[seat.index()])));
    let mut outcome = Json::object([
        ("winners", winners.collect()),
        ("tricks", Json::Object(tricks.collect())),
    ]);
    let numbered = (1..).zip(&play.tricks);
    let decided = numbered.map(|(number, trick)| decided_by(rules, number, trick));
    let decided: Vec<Json> = decided.map(|clause| clause.unwrap_or(Json::Null)).collect();
    if decided.iter().any(|clause| *clause != Json::Null) {
        outcome.set("decided_by", Json::List(decided));
    }
    let number = play.tricks.len() + 1;
    let next = play.turn;
    let next = next.map(|seat| next_card(rules, hands, seat, number, &[], &play.tricks));
    let answer = Answer {
        next: next.into_iter().collect(),
        rulings: play.rulings.clone(),
        outcome,
    };
    Some((answer, Some(play)))
}

/// Returns the known hands, with the cards that players played added to incomplete hands. A hand is complete
/// if it has a card for each remaining trick, or if all hands are known and of equal size.
fn completed(hands: &Hands, tricks: &[Vec<PlayedCard>], full: Option<usize>, deal: &Deal) -> Hands {
    let named = || hands.iter().flatten().map(|hand| hand.len());
    let all_named = named().count() == deal.players.len() && named().min() == named().max();
    let of_tricks = Some(tricks.len()).filter(|tricks| *tricks > 1);
    let full = full.or(of_tricks);
    let is_whole = |hand: CardSet| all_named || full.is_some_and(|full| hand.len() >= full);
    let mut completed = hands.clone();
    for PlayedCard { seat, card, .. } in tricks.iter().flatten() {
        let is_part = hands[seat.index()].is_some_and(|hand| !is_whole(hand));
        if is_part && !is_elsewhere(hands, *seat, *card) {
            let hand = completed[seat.index()].get_or_insert_default();
            hand.insert(*card);
        }
    }
    completed
}

/// Rules on the card that a player played to a trick. If the player's hand is not completely known, lists the
/// unknown cards with which that card would break a rule.
fn revoke<R: CardRules>(
    rules: &R,
    case: &TrickCase,
    (seat, number, full): (Seat, usize, Option<usize>),
    (hands, play): (&Hands, &Play),
    table: &Table,
) -> Answer {
    let trick = &play.tricks[0];
    let Some(place) = trick.played.iter().position(|played| played.seat == seat) else {
        return Answer::lacking(["/cards".to_owned()]);
    };
    let played = trick.played[place];
    let mut cards = case.cards.iter();
    let index = cards.position(|card| card.seat == seat && card.card == played.card);
    let ruling = play.rulings.iter().find(|ruling| ruling.index == index);
    let mut ruling = ruling.cloned().unwrap_or_else(|| Ruling::new(place, None));
    let name = (R::PACK.name)(played.card);
    let known = hands[seat.index()].unwrap_or_default();
    let held = known.either([played.card].into_iter().collect());
    if ruling.breach.is_none() && full.is_none_or(|full| held.len() < full) {
        let known = hands.iter().flatten().copied();
        let known = known.fold(play.cards().either(held), CardSet::either);
        let unknown = CardSet::pack(R::PACK.cards).without(known);
        for card in unknown.iter() {
            let position = TrickPosition {
                number,
                seat,
                held: held.either([card].into_iter().collect()),
                played: &trick.played[..place],
                before: &[],
            };
            if let Some(breach) = rules.breach(&position, played) {
                ruling.add_doubt(seat, &name, (R::PACK.name)(card), breach);
            }
        }
    }
    let answer = if ruling.doubts.is_empty() {
        Answer::of(Json::object([("complete", Json::Bool(true))]))
    } else {
        Answer::lacking([format!("/hands/{}", segment(table.name(seat)))])
    };
    Answer {
        rulings: vec![ruling],
        ..answer
    }
}

/// Returns a ruling on the deal, without rulings on cards, if known hands differ in size. A hand is ignored
/// as incomplete if it has at most half the size of the largest and lacks a card that its player played.
fn misdeal<R: CardRules>(
    rules: &R,
    hands: &Hands,
    cards: &[PlayedCard],
    table: &Table,
) -> Option<Answer> {
    let largest = hands.iter().flatten().map(|hand| hand.len()).max()?;
    let whole = |seat: Seat| {
        let hand = hands[seat.index()]?;
        let mut own = cards.iter().filter(|played| played.seat == seat);
        let is_part = own.any(|played| !hand.contains(played.card)) && hand.len() * 2 <= largest;
        (!is_part).then_some((hand.len(), seat))
    };
    let sizes: Vec<(usize, Seat)> = table.seats().filter_map(whole).collect();
    let (least, fewer) = *sizes.iter().min_by_key(|(size, _)| size)?;
    // This is the first of the largest hands.
    let (most, more) = *sizes.iter().rev().max_by_key(|(size, _)| size)?;
    if least == most {
        return None;
    }
    let args = args![more: table.name(more), most: most, fewer: table.name(fewer), least: least];
    let breach = Breach::new(rules.deal().deal_clause, args).with_message("play/misdeal");
    Some(Answer {
        rulings: vec![Ruling {
            breach: Some(breach),
            ..Ruling::default()
        }],
        ..Answer::default()
    })
}

/// Returns the clause that decided who won a trick, as JSON.
fn decided_by<R: CardRules>(rules: &R, number: usize, trick: &Trick) -> Option<Json> {
    let best = trick.played[trick.best?];
    let clause = rules.decided_by(number, &trick.played, best);
    Some(Json::object([("rule", clause.into())]))
}

fn winner(seat: Option<Seat>, table: &Table) -> Json {
    seat.map_or(Json::Null, |seat| Json::from(&**table.name(seat)))
}

/// Returns the player on turn. If the hand is known, also returns the cards that may be played to this trick.
fn next_card<R: CardRules>(
    rules: &R,
    hands: &Hands,
    seat: Seat,
    number: usize,
    played: &[PlayedCard],
    before: &[Trick],
) -> Next {
    let choices = hands[seat.index()].map(|hand| {
        let earlier = before.iter().flat_map(|trick| &trick.played);
        let on_table: CardSet = earlier.chain(played).map(|played| played.card).collect();
        let position = TrickPosition {
            number,
            seat,
            held: hand.without(on_table),
            played,
            before,
        };
        let could = R::PACK.names(rules.could_play(&position));
        ("cards", could.into_iter().collect::<Json>())
    });
    Next {
        seat,
        choices: Json::object(choices),
    }
}
