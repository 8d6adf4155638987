//! The matches of a club, reduced to what seasons and statistics need.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use overtrick_core::json::Json;
use overtrick_core::judging::Scored;
use overtrick_core::{Faults, Name, Points, Seat};
use overtrick_match::MatchGame;
use overtrick_match::document::score_value;
use overtrick_match::ledger::{Labels, Person, SeatView};
use serde::Deserialize;

use crate::reading::is_day;

/// A match with the label `evening`.
#[derive(Debug, Clone)]
pub struct ClubMatch {
    /// Its id; without one, its external id.
    pub id: String,
    /// The day that its label `evening` names.
    pub evening: String,
    /// The round of the evening.
    pub round: Option<i64>,
    /// The table.
    pub table: Option<i64>,
    /// The id of its game; of an own game, that of its definition.
    pub game: String,
    /// What its game calls itself, if it is an own game.
    pub called: Option<Name>,
    /// Whether it is over. One in which nothing was recorded is not.
    pub is_complete: bool,
    /// How many hands it has.
    pub hands: usize,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// The people in each seat, in seat order.
    pub seats: Vec<Vec<Sitting>>,
    /// The players or sides.
    pub competitors: Vec<Competitor>,
    /// What reasons gave each seat.
    pub tallies: Vec<ReasonTally>,
}

/// Somebody in a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sitting {
    /// The name.
    pub name: Arc<str>,
    /// How many hands this person played.
    pub hands: usize,
}

/// A player, or partners who share a total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Competitor {
    /// The indices of the seats.
    pub seats: Vec<usize>,
    /// The total.
    pub total: Points,
    /// How many others did worse.
    pub beaten: usize,
    /// How many others did equally well.
    pub tied: usize,
}

/// What the reasons with one clause gave a seat.
#[derive(Debug, Clone)]
pub struct ReasonTally {
    /// The index of the seat.
    pub seat: usize,
    /// The clause.
    pub rule: Name,
    /// The text of the clause, if it comes with the match.
    pub text: Option<Name>,
    /// How many reasons concerned the seat.
    pub times: usize,
    /// How many of them gave it points.
    pub paid: usize,
    /// Their points.
    pub points: Points,
}

impl ClubMatch {
    /// A match of the club; `None` if its label `evening` is no day. `seats` has the people who sat in each seat, from
    /// which hand on; without them, everybody played every hand.
    pub fn new(
        id: &str,
        labels: &Labels,
        game: &MatchGame,
        scored: &Scored,
        seats: &[SeatView],
    ) -> Option<ClubMatch> {
        let metadata = labels.metadata.as_ref()?;
        let evening = metadata.text("evening").filter(|day| is_day(day))?;
        let hands = scored.hands.len();
        let definition = game.definition();
        let sat = scored.table.seats().map(|seat| {
            let people = seats.get(seat.index()).map_or(&[][..], |seat| &seat.people);
            sittings(people, scored.table.name(seat), hands)
        });
        Some(ClubMatch {
            id: id.to_owned(),
            evening: evening.to_owned(),
            round: number(metadata, "round"),
            table: number(metadata, "table"),
            game: definition.map_or_else(|| game.id().to_owned(), |own| own.id().to_owned()),
            called: game.called().cloned(),
            is_complete: scored.complete && (hands > 0 || !scored.adjustments.is_empty()),
            hands,
            lowest_wins: scored.lowest_wins,
            seats: sat.collect(),
            competitors: competitors(scored),
            tallies: tallies(scored),
        })
    }

    /// The competitor to whom a seat belongs.
    pub fn competitor(&self, seat: usize) -> Option<&Competitor> {
        let mut competitors = self.competitors.iter();
        competitors.find(|competitor| competitor.seats.contains(&seat))
    }

    /// How many others each competitor meets.
    pub fn others(&self) -> usize {
        self.competitors.len().saturating_sub(1)
    }

    /// The order in which matches were played: by evening, round and table.
    pub(crate) fn order(&self, other: &ClubMatch) -> Ordering {
        let key = |one: &ClubMatch| (one.round, one.table);
        let by_label = self
            .evening
            .cmp(&other.evening)
            .then(key(self).cmp(&key(other)));
        by_label.then_with(|| self.id.cmp(&other.id))
    }
}

/// A line of an export as far as a club needs it.
#[derive(Deserialize)]
struct Line {
    document: Json,
    #[serde(default)]
    external_id: Option<Json>,
    #[serde(default)]
    metadata: Option<Json>,
    #[serde(default)]
    seats: Vec<LineSeat>,
}

/// A seat in which several people sat, as an export writes it.
#[derive(Deserialize)]
struct LineSeat {
    people: Vec<LinePerson>,
}

/// Somebody in a seat, as an export writes it.
#[derive(Deserialize)]
struct LinePerson {
    name: String,
    from_hand: usize,
}

/// Reads a line of `overtrick export`; `None` for a match that does not belong to the club.
///
/// # Errors
/// Every fault of the match document and its labels.
pub fn read_line(json: &Json) -> Result<Option<ClubMatch>, Faults> {
    let Some(line) = json.typed::<Line>() else {
        return Ok(None);
    };
    let labels = Labels::read(line.external_id.as_ref(), line.metadata.as_ref())?;
    let is_of_club = labels
        .metadata
        .as_ref()
        .and_then(|labels| labels.text("evening"));
    if is_of_club.is_none_or(|day| !is_day(day)) {
        return Ok(None);
    }
    let game = MatchGame::new(&line.document)?;
    let scored = score_value(line.document.clone())?;
    let id = line.document.text("id").or(labels.external_id.as_deref());
    let seats = line.seats.into_iter().map(|seat| {
        let people = seat.people.into_iter().map(|person| Person {
            number: 0,
            name: person.name,
            from_hand: person.from_hand,
        });
        SeatView {
            id: String::new(),
            people: people.collect(),
        }
    });
    let seats: Vec<SeatView> = seats.collect();
    Ok(ClubMatch::new(
        id.unwrap_or_default(),
        &labels,
        &game,
        &scored,
        &seats,
    ))
}

/// A label that is a number.
fn number(metadata: &Json, key: &str) -> Option<i64> {
    let text = || metadata.text(key)?.trim().parse().ok();
    metadata.int(key).or_else(text)
}

/// Who sat in a seat, and how many hands each of them played.
fn sittings(people: &[Person], player: &Arc<str>, hands: usize) -> Vec<Sitting> {
    if people.len() < 2 {
        let name = player.clone();
        return vec![Sitting { name, hands }];
    }
    let ends = people.iter().skip(1).map(|next| next.from_hand);
    let ends = ends.chain([hands + 1]);
    let sittings = people.iter().zip(ends).map(|(person, end)| Sitting {
        name: person.name.as_str().into(),
        hands: end.min(hands + 1).saturating_sub(person.from_hand),
    });
    sittings.collect()
}

fn competitors(scored: &Scored) -> Vec<Competitor> {
    let sides: Vec<Vec<Seat>> = match &*scored.sides {
        [] => scored.table.seats().map(|seat| vec![seat]).collect(),
        sides => sides.to_vec(),
    };
    // A game may rank by more than totals.
    let standings = scored.standings();
    let standing = |side: &Vec<Seat>| {
        let mut standings = standings.iter();
        standings.find(|standing| side.first() == Some(&standing.seat))
    };
    let ranks = sides.iter().filter_map(standing);
    let ranks: Vec<usize> = ranks.map(|standing| standing.rank).collect();
    let competitor = |side: &Vec<Seat>| {
        let own = standing(side)?;
        let equal = ranks.iter().filter(|rank| **rank == own.rank).count();
        Some(Competitor {
            seats: side.iter().map(|seat| seat.index()).collect(),
            total: own.total,
            beaten: ranks.iter().filter(|rank| **rank > own.rank).count(),
            tied: equal.saturating_sub(1),
        })
    };
    sides.iter().filter_map(competitor).collect()
}

fn tallies(scored: &Scored) -> Vec<ReasonTally> {
    let mut tallies: BTreeMap<(usize, Name), ReasonTally> = BTreeMap::new();
    for reason in scored.hands.iter().flat_map(|hand| &hand.reasons) {
        for paid in &reason.points {
            let key = (paid.seat.index(), reason.rule.clone());
            let tally = tallies.entry(key).or_insert_with(|| ReasonTally {
                seat: paid.seat.index(),
                rule: reason.rule.clone(),
                text: reason.texts.as_ref().map(|texts| texts.clause.clone()),
                times: 0,
                paid: 0,
                points: Points::ZERO,
            });
            tally.times += 1;
            tally.paid += usize::from(paid.points > Points::ZERO);
            tally.points += paid.points;
        }
    }
    tallies.into_values().collect()
}
