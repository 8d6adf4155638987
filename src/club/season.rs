//! The table of a season: units, figures, ranks, and the criteria that separate members with equal figures.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::{once, repeat};

use overtrick_core::{Arg, Args, Faults, Finding, Name, args};
use serde::Serialize;

use crate::document::{Club, Count, Member, Merge, PointsChange, Rules, Season, Tie, UnitKind};
use crate::fraction::Fraction;
use crate::matches::{ClubMatch, Competitor};
use crate::people::{Occupant, Unknown};

/// The points for first place if the rules have no list of place points for the match.
const FIRST_PLACE: i64 = 12;

/// The table of a season.
#[derive(Debug, Clone, Serialize)]
pub struct SeasonTable {
    /// The id of the season.
    pub season: String,
    /// Its title.
    pub title: String,
    /// Its rules, with defaults filled in.
    pub rules: Rules,
    /// The evenings with at least one match that counts.
    pub evenings: Vec<String>,
    /// The number of matches of the season that are not over.
    pub open: usize,
    /// The ranked members, best first.
    pub standings: Vec<Row>,
    /// The members who attended too few units to be ranked, best first.
    pub unranked: Vec<Row>,
    /// The names that do not belong to any member.
    pub unknown: Vec<Unknown>,
    /// The matches whose totals were corrected after their evening.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<CorrectedMatch>,
    /// The warnings about the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// A match whose totals were corrected after its evening.
#[derive(Debug, Clone, Serialize)]
pub struct CorrectedMatch {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: String,
    /// Its evening.
    pub evening: String,
    /// The id of its game.
    pub game: String,
    /// The name of its game.
    #[serde(skip)]
    pub game_name: Name,
    /// The totals at the end of the evening, in the current order of the competitors.
    pub before: Vec<Fraction>,
    /// The current totals, best first.
    pub after: Vec<Fraction>,
}

impl CorrectedMatch {
    fn new(played: &ClubMatch) -> Option<CorrectedMatch> {
        let before = played.before.as_ref()?;
        let places = &played.competitors;
        let total = |one: &Competitor| Some((*before.get(*one.seats.first()?)?).into());
        Some(CorrectedMatch {
            id: played.id.clone(),
            evening: played.evening.clone(),
            game: played.game.clone(),
            game_name: played.game_name.clone(),
            before: places.iter().filter_map(total).collect(),
            after: places.iter().map(|one| one.total.into()).collect(),
        })
    }
}

/// A member in the table of a season.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The rank; `None` if the member attended too few units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// The member's number.
    pub member: u16,
    /// The member's name.
    pub name: String,
    /// The number of evenings that the member attended.
    pub evenings: usize,
    /// The number of matches won; a first place shared by k competitors counts 1/k.
    pub wins: Fraction,
    /// The figure by which members are ranked.
    pub figure: Fraction,
    /// The criterion that ranks the member below the previous member, who has the same figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Tie>,
    /// The units, in order.
    pub units: Vec<Unit>,
    /// The points that were added to the figure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<PointsChange>,
}

/// An evening or a match of a member.
#[derive(Debug, Clone, Serialize)]
pub struct Unit {
    /// The day.
    pub evening: String,
    /// Its value.
    pub value: Fraction,
    /// Whether it counts.
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
    /// The name of its game.
    #[serde(skip)]
    pub game_name: Name,
    /// Its value.
    pub value: Fraction,
    /// The number of other competitors that did worse.
    pub beaten: usize,
    /// The number of other competitors with the same place.
    pub tied: usize,
    /// The number of other competitors.
    pub others: usize,
}

/// A warning about a table: the key of its message in the section `club`, with the arguments.
#[derive(Debug, Clone, Serialize)]
pub struct Warning(pub &'static str, pub BTreeMap<Name, Arg>);

/// A match that counts, with the occupants of its seats.
pub(crate) struct Counted<'m> {
    pub played: &'m ClubMatch,
    pub occupants: Vec<Occupant>,
}

impl<'m> Counted<'m> {
    pub fn new(club: &Club, played: &'m ClubMatch) -> Counted<'m> {
        let occupants = club.occupants(played);
        Counted { played, occupants }
    }

    /// Returns the result of a member.
    pub fn of(&self, member: u16) -> Option<&'m Competitor> {
        let seat = self.seat_of(member)?;
        let mut competitors = self.played.competitors.iter();
        competitors.find(|competitor| competitor.seats.contains(&seat))
    }

    /// Returns the index of a member's seat.
    pub fn seat_of(&self, member: u16) -> Option<usize> {
        let mut occupants = self.occupants.iter();
        occupants.position(|occupant| *occupant == Occupant::Member(member))
    }

    /// Returns the members in the match.
    pub fn members(&self) -> impl Iterator<Item = u16> {
        self.occupants.iter().filter_map(|occupant| match occupant {
            Occupant::Member(number) => Some(*number),
            Occupant::Guest(_) => None,
        })
    }
}

impl Season {
    /// Whether a match belongs to the season, even if the match is not over.
    pub fn has(&self, played: &ClubMatch) -> bool {
        let days = &*self.from..=&*self.to;
        let games = self.rules.games.as_ref();
        days.contains(&&*played.evening) && games.is_none_or(|games| games.contains(&played.game))
    }
}

/// Groups matches by evening; the matches must be in playing order.
pub(crate) fn by_evening<'c, 'm>(
    counted: &'c [Counted<'m>],
) -> impl Iterator<Item = &'c [Counted<'m>]> {
    counted.chunk_by(|one, other| one.played.evening == other.played.evening)
}

/// Returns the matches that pass a filter, in the order in which they were played.
pub(crate) fn in_order(
    matches: &[ClubMatch],
    is_kept: impl Fn(&ClubMatch) -> bool,
) -> Vec<&ClubMatch> {
    let mut kept: Vec<&ClubMatch> = matches.iter().filter(|played| is_kept(played)).collect();
    kept.sort_by(|one, other| one.order(other));
    kept
}

impl Club {
    /// Returns the season to show by default: the first season that includes the latest evening of these
    /// matches, or else the last season in the document.
    pub fn current_season(&self, matches: &[ClubMatch]) -> Option<&Season> {
        let latest = |season: &&Season| {
            let season_matches = matches.iter().filter(|played| season.has(played));
            season_matches.map(|played| &played.evening).max()
        };
        let seasons = self.seasons.iter().rev();
        let played_seasons = seasons.filter(|season| latest(season).is_some());
        played_seasons.max_by_key(latest).or(self.seasons.last())
    }

    /// Returns the matches that count: those that are over and have more than one competitor.
    pub(crate) fn counted<'m>(&self, matches: &[&'m ClubMatch]) -> Vec<Counted<'m>> {
        let counted = matches
            .iter()
            .filter(|one| one.is_complete && one.competitors.len() > 1);
        counted.map(|played| Counted::new(self, played)).collect()
    }

    /// Returns the table of a season, now or as of a day. Corrected matches count with their current totals.
    ///
    /// # Errors
    /// The season ranks points, but the lowest total wins in one of its games.
    pub fn table(
        &self,
        season: &Season,
        matches: &[ClubMatch],
        after: Option<&str>,
    ) -> Result<SeasonTable, Faults> {
        let rules = &season.rules;
        let is_in_time = |day: &str| after.is_none_or(|after| day <= after);
        let is_kept = |played: &ClubMatch| season.has(played) && is_in_time(&played.evening);
        let season_matches = in_order(matches, is_kept);
        let counted = self.counted(&season_matches);
        self.check_points(season, &counted)?;
        let evenings = by_evening(&counted).map(|evening| evening[0].played.evening.clone());
        let evenings: Vec<String> = evenings.collect();
        let rows = self.members.iter().filter_map(|member| {
            let changes = season.changes.iter();
            let own = changes.filter(|change| change.member == member.number);
            let own = own.filter(|change| is_in_time(&change.day));
            row(member, own.cloned().collect(), rules, &counted)
        });
        let attended = |row: &Row| row.units.iter().filter(|unit| !unit.absent).count();
        let (ranked, mut unranked): (Vec<Row>, Vec<Row>) =
            rows.partition(|row| attended(row) >= rules.least);
        unranked.sort_by_cached_key(|row| (Reverse(row.figure.clone()), row.member));
        let corrections = season_matches.iter().copied();
        let corrections = corrections.filter_map(CorrectedMatch::new);
        Ok(SeasonTable {
            season: season.id.clone(),
            title: season.title.clone(),
            rules: rules.clone(),
            open: season_matches.iter().filter(|one| !one.is_complete).count(),
            standings: standings(&ranked, rules, &evenings, &counted),
            unranked,
            unknown: self.unknown(season_matches.iter().copied()),
            corrections: corrections.collect(),
            warnings: self.warnings(rules, matches, &counted),
            evenings,
        })
    }
}

/// Returns the row of a member; `None` if the member played no match.
fn row(
    member: &Member,
    changes: Vec<PointsChange>,
    rules: &Rules,
    counted: &[Counted<'_>],
) -> Option<Row> {
    let (mut units, mut evenings, mut wins) = (Vec::new(), 0, Fraction::default());
    for evening in by_evening(counted) {
        let matches = evening.iter().filter_map(|counted| {
            let result = counted.of(member.number)?;
            wins += &result.won();
            Some(Played {
                id: counted.played.id.clone(),
                game: counted.played.game.clone(),
                game_name: counted.played.game_name.clone(),
                value: value(result, rules),
                beaten: result.beaten,
                tied: result.tied,
                others: result.others,
            })
        });
        let matches: Vec<Played> = matches.collect();
        evenings += usize::from(!matches.is_empty());
        units.extend(units_of(&evening[0].played.evening, matches, rules));
    }
    if evenings == 0 {
        return None;
    }
    mark_counting(&mut units, rules.best);
    let mut figure = rules.figure.of(&counting(&units));
    for change in &changes {
        figure += &change.points;
    }
    Some(Row {
        rank: None,
        member: member.number,
        name: member.name.clone(),
        evenings,
        wins,
        figure,
        decided_by: None,
        units,
        changes,
    })
}

/// Returns the values of the units that count.
pub(crate) fn counting(units: &[Unit]) -> Vec<Fraction> {
    let counting = units.iter().filter(|unit| unit.counts);
    counting.map(|unit| unit.value.clone()).collect()
}

/// Returns the units of an evening: one unit, or one for each match.
fn units_of(evening: &str, matches: Vec<Played>, rules: &Rules) -> Vec<Unit> {
    let units = match rules.per {
        UnitKind::Match if !matches.is_empty() => {
            matches.into_iter().map(|played| vec![played]).collect()
        }
        _ => vec![matches],
    };
    let units = units.into_iter().filter_map(|matches| {
        let values: Vec<Fraction> = matches.iter().map(|played| played.value.clone()).collect();
        let value = match matches[..] {
            [] => rules.absent?.into(),
            _ => rules.evening.of(&values),
        };
        Some(Unit {
            evening: evening.to_owned(),
            value,
            counts: false,
            absent: matches.is_empty(),
            matches,
        })
    });
    units.collect()
}

/// Marks the best units as counting. Among equal units, later units are marked first.
fn mark_counting(units: &mut [Unit], best: Option<usize>) {
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by(|one, other| (&units[*other].value, other).cmp(&(&units[*one].value, one)));
    for index in order.into_iter().take(best.unwrap_or(usize::MAX)) {
        units[index].counts = true;
    }
}

/// Returns the value of a match for a player or side.
fn value(result: &Competitor, rules: &Rules) -> Fraction {
    if rules.count == Count::Points {
        return result.total.into();
    }
    if let Some(places) = rules.place_points.get(&(result.others + 1).to_string()) {
        let shared = places.iter().skip(result.place() - 1);
        let shared = shared.take(result.tied + 1);
        let shared: Vec<Fraction> = shared.map(|points| Fraction::from(*points)).collect();
        return Merge::Mean.of(&shared);
    }
    Fraction::from(FIRST_PLACE * result.halves()).over(2 * result.others)
}

impl Club {
    /// Refuses to rank by points if the lowest total wins in one of the games.
    fn check_points(&self, season: &Season, counted: &[Counted<'_>]) -> Result<(), Faults> {
        let ranks_points = season.rules.count == Count::Points;
        let mut counted = counted.iter().filter(|_| ranks_points);
        let Some(lowest) = counted.find(|counted| counted.played.lowest_wins) else {
            return Ok(());
        };
        let mut seasons = self.seasons.iter();
        let index = seasons.position(|other| other.id == season.id);
        let pointer = format!("/seasons/{}/rules/count", index.unwrap_or_default());
        let args = args![game: lowest.played.game_name.clone()];
        Err(Finding::rule("club-lowest-points", pointer, args).into())
    }

    /// Returns the warnings about a table with these rules.
    fn warnings(
        &self,
        rules: &Rules,
        matches: &[ClubMatch],
        counted: &[Counted<'_>],
    ) -> Vec<Warning> {
        let warning = |key, args: Args| Warning(key, args.into_iter().collect());
        let mut warnings = Vec::new();
        let played = || counted.iter().map(|counted| counted.played);
        let games: BTreeMap<&str, Arg> = played()
            .map(|one| (&*one.game, one.game_name.clone().into()))
            .collect();
        if rules.count == Count::Points && games.len() > 1 {
            let games: Vec<Arg> = games.into_values().collect();
            warnings.push(warning("warn-several-games", args![games: games]));
        }
        if !rules.place_points.is_empty() {
            let mut sizes: BTreeSet<usize> = played().map(|one| one.competitors.len()).collect();
            sizes.retain(|size| !rules.place_points.contains_key(&size.to_string()));
            let sizes = sizes.into_iter();
            warnings.extend(sizes.map(|size| warning("warn-no-list", args![players: size])));
        }
        let unknown = rules.games.iter().flatten().filter(|game| {
            overtrick_games::find(game).is_none()
                && self.games.iter().all(|other| other.id != **game)
                && matches.iter().all(|played| played.game != **game)
        });
        let unknown = unknown.map(|game| warning("warn-unknown-game", args![game: game.clone()]));
        warnings.extend(unknown);
        warnings
    }
}

/// Returns the rows in order, with their ranks. Rows with the same rank are ordered by the members' numbers.
fn standings(
    rows: &[Row],
    rules: &Rules,
    evenings: &[String],
    counted: &[Counted<'_>],
) -> Vec<Row> {
    let rows: Vec<&Row> = rows.iter().collect();
    let groups = split(&rows, |row| vec![Some(row.figure.clone())]).into_iter();
    // Each group has the criterion that ranks it below the previous group.
    let mut groups: Vec<(Option<Tie>, Vec<&Row>)> = groups.map(|group| (None, group)).collect();
    for tie in &rules.ties {
        let parts = groups.into_iter().flat_map(|(decided_by, group)| {
            let parts = split(&group, |row| match tie {
                Tie::Best => best(row),
                Tie::All => vec![Some(row.units.iter().map(|unit| &unit.value).sum())],
                Tie::Wins => vec![Some(row.wins.clone())],
                Tie::Met => vec![Some(met(&group, row, counted).into())],
                Tie::Last => last(row, evenings),
            });
            once(decided_by).chain(repeat(Some(*tie))).zip(parts)
        });
        groups = parts.collect();
    }
    let mut ranked: Vec<Row> = Vec::with_capacity(rows.len());
    for (decided_by, group) in groups {
        let rank = Some(ranked.len() + 1);
        let rows = group.into_iter().enumerate().map(|(at, row)| Row {
            rank,
            decided_by: decided_by.filter(|_| at == 0),
            ..row.clone()
        });
        ranked.extend(rows);
    }
    ranked
}

/// The values by which rows are compared, in order of priority. More is better; `None` is less than any value.
type Key = Vec<Option<Fraction>>;

/// Splits rows into groups with equal keys, highest first. Rows in a group are ordered by the members' numbers.
fn split<'r>(rows: &[&'r Row], key: impl Fn(&Row) -> Key) -> Vec<Vec<&'r Row>> {
    let keyed = rows.iter().map(|row| (Reverse(key(row)), *row));
    let mut keyed: Vec<(Reverse<Key>, &Row)> = keyed.collect();
    keyed.sort_by(|(one, one_row), (other, other_row)| {
        one.cmp(other).then(one_row.member.cmp(&other_row.member))
    });
    let groups = keyed.chunk_by(|one, other| one.0 == other.0);
    let rows = groups.map(|group| group.iter().map(|(_, row)| *row).collect());
    rows.collect()
}

/// Returns the values of the units that count, highest first.
fn best(row: &Row) -> Key {
    let mut values = counting(&row.units);
    values.sort_by(|one, other| other.cmp(one));
    values.into_iter().map(Some).collect()
}

/// Returns how often other members of the group placed below the member, minus how often they placed above.
fn met(group: &[&Row], row: &Row, counted: &[Counted<'_>]) -> i64 {
    let balance = |counted: &Counted<'_>| {
        let own = counted.of(row.member)?;
        let others = group.iter().filter_map(|other| counted.of(other.member));
        let others = others.map(|other| own.beaten.cmp(&other.beaten) as i64);
        Some(others.sum::<i64>())
    };
    counted.iter().filter_map(balance).sum()
}

/// Returns the values of the evenings, latest first.
fn last(row: &Row, evenings: &[String]) -> Key {
    let value = |evening: &String| {
        let mut units = row.units.iter();
        let unit = units.find(|unit| unit.evening == *evening);
        unit.map(|unit| unit.value.clone())
    };
    evenings.iter().rev().map(value).collect()
}
