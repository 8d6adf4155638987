//! The table of a season: units, figures and ranks.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use overtrick_core::{Args, Faults, Finding, args};
use serde::{Serialize, Serializer};

use crate::document::{Club, Count, Member, Merge, PointsChange, Rules, Season, Tie, UnitKind};
use crate::fraction::Fraction;
use crate::matches::{ClubMatch, Competitor};
use crate::people::{Occupant, Unknown};
use crate::ties;

/// The points of a match among the places are at most these.
const FULL: usize = 12;

/// The table of a season.
#[derive(Debug, Clone, Serialize)]
pub struct SeasonTable {
    /// The id of the season.
    pub season: String,
    /// Its title.
    pub title: String,
    /// Its rules, with defaults filled in.
    pub rules: Rules,
    /// The evenings on which a match was played that counts.
    pub evenings: Vec<String>,
    /// How many matches of the season are not over.
    pub open: usize,
    /// The ranked members, best first.
    pub standings: Vec<Row>,
    /// The members who attended too little to be ranked, best first.
    pub unranked: Vec<Row>,
    /// The names that belong to no member.
    pub unknown: Vec<Unknown>,
    /// What is odd in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// A member in the table of a season.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The rank; none below the attendance that is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// The member's number.
    pub member: u16,
    /// The member's name.
    pub name: String,
    /// How many evenings the member attended.
    pub evenings: usize,
    /// How many matches the member won; a first place shared by k counts 1/k.
    pub wins: Fraction,
    /// What is ranked.
    pub figure: Fraction,
    /// What put the member below the one before, whose figure is equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Tie>,
    /// The units, in order.
    pub units: Vec<Unit>,
    /// What was added to the figure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

/// An evening or a match of a member.
#[derive(Debug, Clone, Serialize)]
pub struct Unit {
    /// The day.
    pub evening: String,
    /// Its value.
    pub value: Fraction,
    /// Whether it is among those that count.
    pub counts: bool,
    /// Whether the member missed the evening.
    pub absent: bool,
    /// Its matches.
    pub matches: Vec<Played>,
}

/// A match of a member.
#[derive(Debug, Clone, Serialize)]
pub struct Played {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// What it is worth.
    pub value: Fraction,
    /// How many others did worse.
    pub beaten: usize,
    /// How many others did equally well.
    pub tied: usize,
    /// How many others there were.
    pub others: usize,
}

/// Points that are added to a figure.
#[derive(Debug, Clone, Serialize)]
pub struct Change {
    /// The points.
    pub points: Fraction,
    /// The day.
    pub day: String,
    /// The reason.
    pub reason: String,
}

/// What is odd in a table: a message of the section `club` of a language.
#[derive(Debug, Clone)]
pub struct Warning {
    /// The key of the message.
    pub code: &'static str,
    /// Its arguments.
    pub args: Args,
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let args = self.args.iter().map(|(name, arg)| (name.as_str(), arg));
        let args: BTreeMap<&str, _> = args.collect();
        (self.code, args).serialize(serializer)
    }
}

impl From<&PointsChange> for Change {
    fn from(change: &PointsChange) -> Change {
        Change {
            points: change.points.into(),
            day: change.day.clone(),
            reason: change.reason.clone(),
        }
    }
}

/// A match that counts, with whose its seats are.
pub(crate) struct Counted<'m> {
    pub played: &'m ClubMatch,
    pub occupants: Vec<Occupant>,
}

impl<'m> Counted<'m> {
    pub fn new(club: &Club, played: &'m ClubMatch) -> Counted<'m> {
        let occupants = club.occupants(played);
        Counted { played, occupants }
    }

    /// The result of a member.
    pub fn of(&self, member: u16) -> Option<&'m Competitor> {
        self.played.competitor(self.seat_of(member)?)
    }

    /// The index of a member's seat.
    pub fn seat_of(&self, member: u16) -> Option<usize> {
        let mut occupants = self.occupants.iter();
        occupants.position(|occupant| *occupant == Occupant::Member(member))
    }

    /// The members in it.
    pub fn members(&self) -> impl Iterator<Item = u16> {
        self.occupants.iter().filter_map(|occupant| match occupant {
            Occupant::Member(number) => Some(*number),
            Occupant::Guest(_) => None,
        })
    }
}

impl Competitor {
    /// The part of a win: one for a first place alone, 1/k for one that k share.
    pub(crate) fn won(&self, others: usize) -> Fraction {
        let is_first = self.beaten + self.tied == others;
        let shared = NonZeroUsize::MIN.saturating_add(self.tied);
        Fraction::from(i64::from(is_first)).over(shared)
    }
}

impl Season {
    /// Whether a match belongs to the season, over or not.
    pub fn has(&self, played: &ClubMatch) -> bool {
        let days = &*self.from..=&*self.to;
        let games = self.rules.games.as_ref();
        days.contains(&&*played.evening) && games.is_none_or(|games| games.contains(&played.game))
    }
}

impl ClubMatch {
    /// Whether it can count: it is over, and there were others.
    pub(crate) fn can_count(&self) -> bool {
        self.is_complete && self.competitors.len() > 1
    }
}

impl Club {
    /// The season to show if none is asked for: the first one with the latest evening of these matches, or else the
    /// last one of the document.
    pub fn current_season(&self, matches: &[ClubMatch]) -> Option<&Season> {
        let latest = |season: &Season| {
            let of_season = matches.iter().filter(|played| season.has(played));
            of_season.map(|played| &*played.evening).max()
        };
        let latest = self.seasons.iter().map(|season| (latest(season), season));
        let latest = latest.filter(|(evening, _)| evening.is_some());
        let found = latest.rev().max_by_key(|(evening, _)| *evening);
        found.map(|(_, season)| season).or(self.seasons.last())
    }

    /// The table of a season as it stood after a day, or as it stands. A match that was corrected later counts as it is
    /// now. `rules` are those of the season, or others.
    ///
    /// # Errors
    /// Points are to be ranked, and the lowest total wins in a game of the season.
    pub fn table(
        &self,
        season: &Season,
        rules: &Rules,
        matches: &[ClubMatch],
        after: Option<&str>,
    ) -> Result<SeasonTable, Faults> {
        let season = &Season {
            rules: rules.clone(),
            ..season.clone()
        };
        let is_in_time = |day: &str| after.is_none_or(|after| day <= after);
        let of_season = matches.iter().filter(|played| season.has(played));
        let of_season = of_season.filter(|played| is_in_time(&played.evening));
        let mut of_season: Vec<&ClubMatch> = of_season.collect();
        of_season.sort_by(|one, other| one.order(other));
        let counted = of_season.iter().filter(|played| played.can_count());
        let counted: Vec<Counted<'_>> = counted.map(|played| Counted::new(self, played)).collect();
        check_points(season, &counted)?;
        let mut evenings: Vec<String> = Vec::new();
        for played in counted.iter().map(|counted| counted.played) {
            if evenings.last() != Some(&played.evening) {
                evenings.push(played.evening.clone());
            }
        }
        let rows = self.members.iter().filter_map(|member| {
            let changes = season.changes.iter();
            let changes = changes.filter(|change| change.member == member.number);
            let changes = changes.filter(|change| is_in_time(&change.day));
            row(member, changes, rules, &evenings, &counted)
        });
        let (ranked, unranked) = rows.partition(|row| row.attended(rules.per) >= rules.least);
        Ok(SeasonTable {
            season: season.id.clone(),
            title: season.title.clone(),
            rules: rules.clone(),
            open: of_season
                .iter()
                .filter(|played| !played.is_complete)
                .count(),
            standings: ties::ranked(ranked, rules, &evenings, &counted),
            unranked: ties::unranked(unranked),
            unknown: self.unknown(of_season.iter().copied()),
            warnings: warnings(self, season, matches, &counted),
            evenings,
        })
    }
}

impl Row {
    /// How many evenings, or matches where a unit is a match, the member attended.
    fn attended(&self, per: UnitKind) -> usize {
        match per {
            UnitKind::Evening => self.evenings,
            UnitKind::Match => self.units.iter().filter(|unit| !unit.absent).count(),
        }
    }
}

/// The row of a member; `None` without any unit of the member's own.
fn row<'c>(
    member: &Member,
    changes: impl Iterator<Item = &'c PointsChange>,
    rules: &Rules,
    evenings: &[String],
    counted: &[Counted<'_>],
) -> Option<Row> {
    let mut by_evening: BTreeMap<&str, Vec<Played>> = BTreeMap::new();
    let mut wins = Fraction::from(0);
    for counted in counted {
        if let Some(result) = counted.of(member.number) {
            let others = counted.played.others();
            wins = wins + &result.won(others);
            let played = by_evening.entry(&counted.played.evening).or_default();
            played.push(Played {
                id: counted.played.id.clone(),
                game: counted.played.game.clone(),
                value: value(result, others, rules),
                beaten: result.beaten,
                tied: result.tied,
                others,
            });
        }
    }
    let attended = by_evening.len();
    if attended == 0 {
        return None;
    }
    let mut units: Vec<Unit> = Vec::new();
    for evening in evenings {
        let matches = by_evening.remove(evening.as_str()).unwrap_or_default();
        units.extend(units_of(evening, matches, rules));
    }
    mark_counting(&mut units, rules.best);
    let values = units.iter().filter(|unit| unit.counts);
    let values: Vec<Fraction> = values.map(|unit| unit.value.clone()).collect();
    let changes: Vec<Change> = changes.map(Change::from).collect();
    let added: Fraction = changes.iter().map(|change| &change.points).sum();
    Some(Row {
        rank: None,
        member: member.number,
        name: member.name.clone(),
        evenings: attended,
        wins,
        figure: rules.figure.of(&values)? + &added,
        decided_by: None,
        units,
        changes,
    })
}

/// The units of an evening: one, or one for each match.
fn units_of(evening: &str, matches: Vec<Played>, rules: &Rules) -> Vec<Unit> {
    let unit = |value: Fraction, matches: Vec<Played>| Unit {
        evening: evening.to_owned(),
        value,
        counts: false,
        absent: matches.is_empty(),
        matches,
    };
    if matches.is_empty() {
        let absent = rules.absent.map(|points| unit(points.into(), matches));
        return absent.into_iter().collect();
    }
    if rules.per == UnitKind::Match {
        let units = matches.into_iter();
        return units
            .map(|played| unit(played.value.clone(), vec![played]))
            .collect();
    }
    let values: Vec<Fraction> = matches.iter().map(|played| played.value.clone()).collect();
    let value = rules.evening.of(&values);
    value
        .map(|value| unit(value, matches))
        .into_iter()
        .collect()
}

/// Marks the best units; of equal ones, the later counts.
fn mark_counting(units: &mut [Unit], best: Option<usize>) {
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by(|one, other| {
        let by_value = units[*other].value.cmp(&units[*one].value);
        by_value.then(other.cmp(one))
    });
    for index in order.into_iter().take(best.unwrap_or(usize::MAX)) {
        units[index].counts = true;
    }
}

/// What a match is worth to a player or side.
fn value(result: &Competitor, others: usize, rules: &Rules) -> Fraction {
    if rules.count == Count::Points {
        return result.total.into();
    }
    if let Some(places) = rules.place_points.get(&(others + 1)) {
        let first = others.saturating_sub(result.beaten + result.tied);
        let shared = places.iter().skip(first).take(result.tied + 1);
        let shared: Vec<Fraction> = shared.map(|points| Fraction::from(*points)).collect();
        return Fraction::mean(&shared).unwrap_or_else(|| Fraction::from(0));
    }
    let Some(divisor) = NonZeroUsize::new(2 * others) else {
        return Fraction::from(0);
    };
    let halves = 2 * result.beaten + result.tied;
    Fraction::from(1).times(FULL * halves).over(divisor)
}

/// Refuses to rank points of a game in which the lowest total wins.
fn check_points(season: &Season, counted: &[Counted<'_>]) -> Result<(), Faults> {
    if season.rules.count == Count::Places {
        return Ok(());
    }
    let mut lowest = counted.iter().map(|counted| counted.played);
    let Some(played) = lowest.find(|played| played.lowest_wins) else {
        return Ok(());
    };
    let pointer = format!("/seasons/{}/rules/count", season.index);
    Err(Finding::rule("club-lowest-points", pointer, args![game: game_arg(played)]).into())
}

/// What the game of a match is called in a sentence.
fn game_arg(played: &ClubMatch) -> overtrick_core::Arg {
    match &played.called {
        Some(called) => called.clone().into(),
        None => overtrick_core::Name::from(played.game.clone()).into(),
    }
}

fn warnings(
    club: &Club,
    season: &Season,
    matches: &[ClubMatch],
    counted: &[Counted<'_>],
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let rules = &season.rules;
    let games: BTreeMap<&str, &ClubMatch> = counted
        .iter()
        .map(|counted| (&*counted.played.game, counted.played))
        .collect();
    if rules.count == Count::Points && games.len() > 1 {
        let games: Vec<overtrick_core::Arg> =
            games.values().map(|played| game_arg(played)).collect();
        let args = args![games: games];
        warnings.push(Warning {
            code: "warn-several-games",
            args,
        });
    }
    let sizes = counted
        .iter()
        .map(|counted| counted.played.competitors.len());
    let mut unlisted: Vec<usize> = sizes
        .filter(|size| !rules.place_points.contains_key(size))
        .collect();
    unlisted.sort_unstable();
    unlisted.dedup();
    for players in unlisted
        .into_iter()
        .filter(|_| !rules.place_points.is_empty())
    {
        let args = args![players: players];
        warnings.push(Warning {
            code: "warn-no-list",
            args,
        });
    }
    for game in rules.games.iter().flatten() {
        let is_known = overtrick_games::find(game).is_some()
            || club.games.iter().any(|known| known.id == *game)
            || matches.iter().any(|played| played.game == *game);
        if !is_known {
            let args = args![game: game.clone()];
            warnings.push(Warning {
                code: "warn-unknown-game",
                args,
            });
        }
    }
    warnings
}

impl Rules {
    /// How the matches within a unit become its value.
    pub(crate) fn within_unit(&self) -> Merge {
        match self.per {
            UnitKind::Evening => self.evening,
            UnitKind::Match => Merge::Sum,
        }
    }
}
