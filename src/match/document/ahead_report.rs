//! The next hand of a match, and the players who can still win, as JSON.

use std::sync::Arc;

use serde::Serialize;

use crate::lang::Language;
use overtrick_core::json::Json;
use overtrick_core::judging::Scored;
use overtrick_core::{Arg, Args, Name, Points, Seat, args};

/// The hand to be played next, or being played.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = NextHand))]
pub struct NextHandReport {
    /// Its number, from 1.
    pub hand: usize,
    /// The number of hands in the match; absent if its length is not fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<usize>,
    /// The dealer.
    pub dealer: Arc<str>,
    /// The number of cards that each player holds when the play begins.
    pub cards_dealt: i64,
    /// The player who calls first; absent if there are no calls or the player is not known yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speaks: Option<Arc<str>>,
    /// The player who rolls the dice; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rolls: Option<Arc<str>>,
    /// The player who leads the first trick; absent if not known yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leads: Option<Arc<str>>,
    /// Game-specific facts about the hand that are not decided yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::still_open))]
    pub open: Option<Json>,
    /// The facts about the hand in sentences.
    pub text: Vec<String>,
}

/// The players who can still win.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Outlook))]
pub struct OutlookReport {
    /// Every player who wins in at least one legal continuation, in seat order.
    pub can_win: Vec<Arc<str>>,
    /// Whether the winners are the same in every continuation.
    pub decided: bool,
    /// The certain facts, in at most two sentences.
    pub text: Vec<String>,
}

impl NextHandReport {
    /// Returns the next hand of a match that is not over.
    pub fn new(scored: &Scored, language: &Language) -> Option<NextHandReport> {
        let (hand, dealer, next) = scored.next()?;
        let name = |seat: Seat| scored.table.name(seat).clone();
        let number = match next.hands {
            Some(hands) => ("hand".into(), args![hand: hand, hands: hands]),
            None => ("hand-open".into(), args![hand: hand]),
        };
        // The definition of a custom game may leave out the number of cards.
        let is_any = next.cards_dealt == 0;
        let deals = if is_any { "deal-any" } else { "deal" };
        let deal = args![dealer: name(dealer), cards: next.cards_dealt];
        let deal = next.deal.unwrap_or((deals.into(), deal));
        let sentences = [number, deal].into_iter().chain(next.sentences);
        let sentence = |(key, args): (Name, Args)| language.format("next", &key, &args);
        Some(NextHandReport {
            hand,
            hands: next.hands,
            dealer: name(dealer),
            cards_dealt: next.cards_dealt,
            speaks: next.speaks.map(name),
            rolls: next.rolls.map(name),
            leads: next.leads.map(name),
            open: Some(next.open).filter(|open| *open != Json::EMPTY),
            text: sentences.map(sentence).collect(),
        })
    }
}

impl OutlookReport {
    /// Returns who can still win an unfinished match; `next` is its next hand. `None` if this cannot be computed
    /// exactly.
    pub fn new(
        scored: &Scored,
        next: Option<&NextHandReport>,
        language: &Language,
    ) -> Option<OutlookReport> {
        let outlook = scored.open()?.outlook(scored)?;
        let left = next.and_then(|next| (next.hands? + 1).checked_sub(next.hand));
        let certain = if outlook.decided { decided } else { undecided };
        let certain = certain(scored, left.unwrap_or(0), &outlook.can_win).into_iter();
        let name = |seat| scored.table.name(seat).clone();
        let sentence = |(key, args)| language.format("outlook", key, &args);
        Some(OutlookReport {
            can_win: outlook.can_win.into_iter().map(name).collect(),
            decided: outlook.decided,
            text: certain.map(sentence).collect(),
        })
    }
}

/// The certain facts: keys of the `[outlook]` section with their arguments.
type Certain = Vec<(&'static str, Args)>;

/// Returns the sentences if the winners are certain and `hands` hands remain.
fn decided(scored: &Scored, hands: usize, winners: &[Seat]) -> Certain {
    let [winner] = winners else {
        return vec![("decided-together", args![players: names(scored, winners)])];
    };
    let name = scored.table.name(*winner);
    match lead(scored) {
        Some((leader, by)) if leader == *winner => {
            let args = args![player: name, points: by, hands: hands];
            vec![("decided-leader", args)]
        }
        _ => vec![("decided", args![player: name])],
    }
}

/// Returns the sentences if the winners are not certain and `hands` hands remain.
fn undecided(scored: &Scored, hands: usize, can_win: &[Seat]) -> Certain {
    let leads = match lead(scored) {
        Some((leader, by)) => {
            let args = args![player: scored.table.name(leader), points: by, hands: hands];
            Some(("leads", args))
        }
        // Before the first hand, all players share first place.
        None => (!scored.hands.is_empty()).then(|| ("level", args![hands: hands])),
    };
    let seats = scored.table.seats();
    let out: Vec<Seat> = seats.filter(|seat| !can_win.contains(seat)).collect();
    let still = match &out[..] {
        [] => ("all-can-win", args![]),
        [one] => ("cannot-win", args![player: scored.table.name(*one)]),
        _ => ("can-win", args![players: names(scored, can_win)]),
    };
    leads.into_iter().chain([still]).collect()
}

fn names(scored: &Scored, seats: &[Seat]) -> Arg {
    let names = seats.iter().map(|seat| scored.table.name(*seat).into());
    Arg::List(names.collect())
}

/// Returns the sole leader and the lead in points.
fn lead(scored: &Scored) -> Option<(Seat, Points)> {
    let standings = scored.standings();
    let [first, second, ..] = &standings[..] else {
        return None;
    };
    let by = first.total - second.total;
    (by > Points::ZERO).then_some((first.seat, by))
}
