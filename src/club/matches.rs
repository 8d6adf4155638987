//! The matches of a club, reduced to the data that seasons and statistics need.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use overtrick_core::json::Json;
use overtrick_core::judging::Scored;
use overtrick_core::{Faults, Name, Points, Seat};
use overtrick_match::MatchGame;
use overtrick_match::document::score_value;
use overtrick_match::ledger::{Labels, Person, SeatView, Timestamp};
use serde::{Deserialize, Serialize};

use crate::fraction::Fraction;
use crate::reading::is_day;

/// A match with the label `evening`.
#[derive(Debug, Clone, Default)]
pub struct ClubMatch {
    /// Its id, or its external id if it has no id.
    pub id: String,
    /// The day in its label `evening`.
    pub evening: String,
    /// The round of the evening.
    pub round: Option<i64>,
    /// The table.
    pub table: Option<i64>,
    /// The id of its game. For a custom game, the id in its definition.
    pub game: String,
    /// The name of its game.
    pub game_name: Name,
    /// Whether it is over. A match without records is not over.
    pub is_complete: bool,
    /// The number of hands.
    pub hands: usize,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// The people in each seat, in seat order.
    pub seats: Vec<Vec<Sitting>>,
    /// The players or sides, best first.
    pub competitors: Vec<Competitor>,
    /// The figures of each clause, by the index of the seat and the clause.
    pub clauses: BTreeMap<(usize, Name), ClauseFigures>,
    /// The totals of the seats at the end of the evening, if they were corrected later.
    pub before: Option<Vec<Points>>,
    /// Whether its page is public, if the match is on a server.
    pub is_published: bool,
    /// When it last changed, if the match is on a server.
    pub changed_at: Option<Timestamp>,
}

/// A person in a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sitting {
    /// The name.
    pub name: Arc<str>,
    /// The number of hands that this person played.
    pub hands: usize,
}

/// A player, or partners who share a total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Competitor {
    /// The indices of the seats.
    pub seats: Vec<usize>,
    /// The total.
    pub total: Points,
    /// The number of other competitors that did worse.
    pub beaten: usize,
    /// The number of other competitors with the same place.
    pub tied: usize,
    /// The number of other competitors.
    pub others: usize,
}

/// The number of results that a clause gave a member, and their points.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ClauseFigures {
    /// The member's number, if the figures are for several members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<u16>,
    /// The id of the game.
    pub game: String,
    /// The clause.
    pub rule: Name,
    /// The text of the clause, if the match contains it.
    #[serde(skip)]
    pub text: Option<Name>,
    /// The number of results from the clause, including those of 0 points.
    pub times: usize,
    /// The number of results of more than 0 points.
    pub paid: usize,
    /// The sum of the points.
    pub points: Fraction,
}

impl ClubMatch {
    /// Creates a match of the club; `None` if the label `evening` is not a day. `seats` lists the people in
    /// each seat, with their first hands. If it is empty, the players named in the match played every hand.
    pub fn new(
        id: &str,
        labels: &Labels,
        game: &MatchGame,
        scored: &Scored,
        seats: &[SeatView],
    ) -> Option<ClubMatch> {
        let evening = evening_of(labels)?;
        let hands = scored.hands.len();
        let definition = game.definition();
        let game_id = definition.map_or_else(|| game.id(), |own| own.id());
        let custom_name = game.custom_name().cloned();
        let seat_people = scored.table.seats().map(|seat| {
            let people = seats.get(seat.index()).map_or(&[][..], |seat| &seat.people);
            sittings(people, scored.table.name(seat), hands)
        });
        Some(ClubMatch {
            id: id.to_owned(),
            evening: evening.to_owned(),
            round: number(labels, "round"),
            table: number(labels, "table"),
            game: game_id.to_owned(),
            game_name: custom_name.unwrap_or_else(|| game_id.to_owned().into()),
            is_complete: scored.complete && (hands > 0 || !scored.adjustments.is_empty()),
            hands,
            lowest_wins: scored.lowest_wins,
            seats: seat_people.collect(),
            competitors: competitors(scored),
            clauses: clauses(scored, game_id),
            ..ClubMatch::default()
        })
    }

    /// Compares two matches by evening, round and table.
    pub fn order(&self, other: &ClubMatch) -> Ordering {
        let own_key = (&self.evening, self.round, self.table, &self.id);
        own_key.cmp(&(&other.evening, other.round, other.table, &other.id))
    }
}

impl Competitor {
    /// Returns the place, from 1.
    pub fn place(&self) -> usize {
        self.others + 1 - self.beaten - self.tied
    }

    /// Returns twice the number of beaten competitors. A competitor with the same place counts half.
    pub(crate) fn halves(&self) -> i64 {
        i64::try_from(2 * self.beaten + self.tied).unwrap_or(0)
    }

    /// Returns the share of a win: 1/k for a first place that k competitors share, 0 for any other place.
    pub(crate) fn won(&self) -> Fraction {
        Fraction::from(i64::from(self.place() == 1)).over(self.tied + 1)
    }
}

/// The fields of an export line that a club needs.
#[derive(Deserialize)]
struct Line {
    document: Json,
    external_id: Option<Json>,
    metadata: Option<Json>,
    #[serde(default)]
    seats: Vec<SeatView>,
}

/// Reads a line of `overtrick export`; `None` for a match without the label `evening`.
///
/// # Errors
/// Every fault of the match document and its labels.
pub fn read_line(json: &Json) -> Result<Option<ClubMatch>, Faults> {
    let Some(line) = json.typed::<Line>() else {
        return Ok(None);
    };
    let labels = Labels::read(line.external_id.as_ref(), line.metadata.as_ref())?;
    if evening_of(&labels).is_none() {
        return Ok(None);
    }
    let game = MatchGame::new(&line.document)?;
    let scored = score_value(line.document.clone())?;
    let id = line.document.text("id").or(labels.external_id.as_deref());
    let id = id.unwrap_or_default();
    Ok(ClubMatch::new(id, &labels, &game, &scored, &line.seats))
}

/// Returns the day in the label `evening`.
fn evening_of(labels: &Labels) -> Option<&str> {
    let evening = labels.metadata.as_ref()?.text("evening");
    evening.filter(|day| is_day(day))
}

/// Returns the number in a label.
fn number(labels: &Labels, key: &str) -> Option<i64> {
    let metadata = labels.metadata.as_ref()?;
    let text = || metadata.text(key)?.trim().parse().ok();
    metadata.int(key).or_else(text)
}

/// Returns the people in a seat, each with the number of hands played.
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
    let side_of = |seat: Seat| {
        let mut sides = scored.sides.iter();
        let side = sides.find(|side| side.contains(&seat));
        side.cloned().unwrap_or_else(|| vec![seat])
    };
    // Ranks are compared, not totals, because a game may rank by other values. The first partner represents a side.
    let mut standings = scored.standings();
    standings.retain(|own| side_of(own.seat).first() == Some(&own.seat));
    let competitors = standings.iter().map(|own| {
        let ranks = standings.iter().map(|other| other.rank);
        Competitor {
            seats: side_of(own.seat).iter().map(|seat| seat.index()).collect(),
            total: own.total,
            beaten: ranks.clone().filter(|rank| *rank > own.rank).count(),
            tied: ranks.filter(|rank| *rank == own.rank).count() - 1,
            others: standings.len() - 1,
        }
    });
    competitors.collect()
}

/// Returns the figures of each clause for each seat.
fn clauses(scored: &Scored, game: &str) -> BTreeMap<(usize, Name), ClauseFigures> {
    let mut clauses: BTreeMap<(usize, Name), ClauseFigures> = BTreeMap::new();
    for reason in scored.hands.iter().flat_map(|hand| &hand.reasons) {
        for paid in &reason.points {
            let key = (paid.seat.index(), reason.rule.clone());
            let figures = clauses.entry(key).or_insert_with(|| ClauseFigures {
                game: game.to_owned(),
                rule: reason.rule.clone(),
                text: reason.texts.as_ref().map(|texts| texts.clause.clone()),
                ..ClauseFigures::default()
            });
            figures.times += 1;
            figures.paid += usize::from(paid.points > Points::ZERO);
            figures.points += &paid.points.into();
        }
    }
    clauses
}
