//! Statistics of members: their own figures, results against other members, and figures by clause.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use overtrick_core::Name;
use serde::Serialize;
use serde_json::{Value, json};

use crate::document::{Club, Season};
use crate::fraction::Fraction;
use crate::matches::{ClauseFigures, ClubMatch};
use crate::season::{Counted, by_evening, in_order};

/// The minimum number of matches between two members for a comparison.
const MIN_MET: usize = 3;

/// All statistics of a member.
#[derive(Debug, Clone, Serialize)]
pub struct MemberReport {
    /// The number.
    pub number: u16,
    /// The name.
    pub name: String,
    /// The seasons whose tables include the member.
    pub seasons: Vec<SeasonRank>,
    /// The figures of all matches, including the number of evenings.
    pub played: Figures,
    /// The figures of each game.
    pub games: BTreeMap<String, Figures>,
    /// The results against each member met in at least three matches, ordered by number.
    pub met: Vec<Met>,
    /// The figures of each clause, ordered by game and clause.
    pub clauses: Vec<ClauseFigures>,
}

/// A member's place in a season.
#[derive(Debug, Clone, Serialize)]
pub struct SeasonRank {
    /// The id of the season.
    pub season: String,
    /// The rank; `None` if the member attended too few units.
    pub rank: Option<usize>,
    /// The figure by which members are ranked.
    pub figure: Fraction,
}

/// Figures of some matches of a member.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Figures {
    /// The number of evenings on which the member played, if it is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evenings: Option<usize>,
    /// The number of matches.
    pub matches: usize,
    /// The number of matches won; a first place shared by k competitors counts 1/k.
    pub wins: Fraction,
    /// The number of competitors that the member beat. A competitor with the same place counts half.
    pub beaten: Fraction,
    /// The number of other competitors.
    pub others: usize,
}

/// The results of a member against another member.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Met {
    /// The number of the other member.
    pub member: u16,
    /// The number of matches in which they met.
    pub matches: usize,
    /// The number of matches in which the member placed above the other member.
    pub above: usize,
    /// The number of matches in which the member placed below the other member.
    pub below: usize,
    /// The number of matches in which their places were equal.
    pub equal: usize,
    /// The matches in which they met, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<MetMatch>,
}

/// A match in which two members met.
#[derive(Debug, Clone, Serialize)]
pub struct MetMatch {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: String,
    /// Its evening.
    pub evening: String,
    /// The id of its game.
    pub game: String,
    /// The total of the member.
    pub total: Fraction,
    /// The total of the other member.
    pub other: Fraction,
}

impl Figures {
    fn add(&mut self, counted: &Counted<'_>, member: u16) {
        if let Some(result) = counted.of(member) {
            self.matches += 1;
            self.wins += &result.won();
            self.beaten += &Fraction::from(result.halves()).over(2);
            self.others += result.others;
        }
    }
}

impl Met {
    /// Adds a match if both members played in it, but not as partners.
    fn add(&mut self, counted: &Counted<'_>, member: u16, is_listed: bool) {
        let both = counted.of(member).zip(counted.of(self.member));
        let Some((own, other)) = both.filter(|(own, other)| own != other) else {
            return;
        };
        self.matches += 1;
        self.above += usize::from(own.beaten > other.beaten);
        self.below += usize::from(own.beaten < other.beaten);
        self.equal += usize::from(own.beaten == other.beaten);
        if is_listed {
            self.played.push(MetMatch {
                id: counted.played.id.clone(),
                evening: counted.played.evening.clone(),
                game: counted.played.game.clone(),
                total: own.total.into(),
                other: other.total.into(),
            });
        }
    }
}

impl Club {
    /// Returns the matches that count, from a season or from all time, in playing order.
    fn counting<'m>(&self, matches: &'m [ClubMatch], season: Option<&Season>) -> Vec<Counted<'m>> {
        self.counted(&in_order(matches, |played| {
            season.is_none_or(|season| season.has(played))
        }))
    }

    /// Returns all statistics of a member, from the matches of a season or of all time; `None` if no member
    /// has this number.
    pub fn member(
        &self,
        number: u16,
        matches: &[ClubMatch],
        season: Option<&Season>,
    ) -> Option<MemberReport> {
        let member = self.member_of(number)?;
        let mut own = self.counting(matches, season);
        own.retain(|counted| counted.of(number).is_some());
        let mut played = Figures {
            evenings: Some(by_evening(&own).count()),
            ..Figures::default()
        };
        let mut games: BTreeMap<String, Figures> = BTreeMap::new();
        let mut met: BTreeMap<u16, Met> = BTreeMap::new();
        for counted in &own {
            played.add(counted, number);
            let game = games.entry(counted.played.game.clone());
            game.or_default().add(counted, number);
            for other in counted.members().filter(|other| *other != number) {
                let met = met.entry(other).or_default();
                met.member = other;
                met.add(counted, number, false);
            }
        }
        let seasons = self.seasons.iter().filter_map(|season| {
            let table = self.table(season, matches, None).ok()?;
            let row = table.rows().find(|row| row.member == number)?;
            Some(SeasonRank {
                season: season.id.clone(),
                rank: row.rank,
                figure: row.figure.clone(),
            })
        });
        let met = met.into_values().filter(|met| met.matches >= MIN_MET);
        Some(MemberReport {
            number,
            name: member.name.clone(),
            seasons: seasons.collect(),
            played,
            games,
            met: met.collect(),
            clauses: clauses(&own, number),
        })
    }

    /// Returns the data recorded about a member in each match as JSON, including the seat, from 1.
    pub fn recorded(&self, number: u16, matches: &[ClubMatch]) -> Vec<Value> {
        let seats = matches.iter().filter_map(|played| {
            let counted = Counted::new(self, played);
            let seat = counted.seat_of(number)?;
            let people = played.seats.get(seat)?.iter();
            let result = counted.of(number)?;
            let names: Vec<&str> = people.map(|person| &*person.name).collect();
            Some(
                json!({ "match": played.id, "evening": played.evening, "game": played.game,
                "seat": seat + 1, "names": names, "total": Fraction::from(result.total) }),
            )
        });
        seats.collect()
    }

    /// Returns the results of two members against each other, with the matches.
    pub fn met(&self, one: u16, other: u16, matches: &[ClubMatch], season: Option<&Season>) -> Met {
        let mut met = Met {
            member: other,
            ..Met::default()
        };
        for counted in &self.counting(matches, season) {
            met.add(counted, one, true);
        }
        met
    }

    /// Returns how often each clause of a game gave each member a result. For each clause, the member who
    /// most often got points is first.
    pub fn most(
        &self,
        game: &str,
        matches: &[ClubMatch],
        season: Option<&Season>,
    ) -> Vec<ClauseFigures> {
        let mut counted = self.counting(matches, season);
        counted.retain(|counted| counted.played.game == game);
        let members = self.members.iter().flat_map(|member| {
            let figures = clauses(&counted, member.number).into_iter();
            figures.map(|figures| ClauseFigures {
                member: Some(member.number),
                ..figures
            })
        });
        let mut most: Vec<ClauseFigures> = members.collect();
        most.sort_by_cached_key(|one| {
            let most_often = (Reverse(one.paid), Reverse(one.times));
            (one.rule.clone(), most_often, one.member)
        });
        most
    }
}

/// Returns how often each clause gave a member a result in these matches, ordered by game and clause.
fn clauses(counted: &[Counted<'_>], member: u16) -> Vec<ClauseFigures> {
    let mut clauses: BTreeMap<(&str, &Name), ClauseFigures> = BTreeMap::new();
    for counted in counted {
        let all = counted.played.clauses.iter();
        let own = all.filter(|((seat, _), _)| Some(*seat) == counted.seat_of(member));
        for ((_, rule), own) in own {
            let key = (&*counted.played.game, rule);
            let figures = clauses.entry(key).or_insert_with(|| ClauseFigures {
                times: 0,
                paid: 0,
                points: Fraction::default(),
                ..own.clone()
            });
            figures.times += own.times;
            figures.paid += own.paid;
            figures.points += &own.points;
        }
    }
    clauses.into_values().collect()
}
