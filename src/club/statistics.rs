//! What members ask: figures of a member, against whom, and by clause.

use std::collections::BTreeMap;

use overtrick_core::{Name, Points};
use serde::Serialize;

use crate::document::{Club, Season};
use crate::fraction::Fraction;
use crate::matches::ClubMatch;
use crate::season::Counted;

/// Members are compared if they met in this many matches.
const MIN_MET: usize = 3;

/// Everything about a member.
#[derive(Debug, Clone, Serialize)]
pub struct MemberReport {
    /// The number.
    pub number: u16,
    /// The name.
    pub name: String,
    /// The seasons in whose tables the member is.
    pub seasons: Vec<SeasonRank>,
    /// All matches.
    pub played: PlayedFigures,
    /// The matches of each game.
    pub games: BTreeMap<String, Figures>,
    /// Against each member met in at least three matches, by number.
    pub met: Vec<Met>,
    /// What reasons gave, by game and clause.
    pub clauses: Vec<ClauseFigures>,
}

/// A member's place in a season.
#[derive(Debug, Clone, Serialize)]
pub struct SeasonRank {
    /// The id of the season.
    pub season: String,
    /// The rank; none below the attendance that is needed.
    pub rank: Option<usize>,
    /// What is ranked.
    pub figure: Fraction,
}

/// Figures of all matches of a member.
#[derive(Debug, Clone, Serialize)]
pub struct PlayedFigures {
    /// How many evenings the member attended.
    pub evenings: usize,
    /// The matches.
    #[serde(flatten)]
    pub figures: Figures,
}

/// Figures of some matches of a member.
#[derive(Debug, Clone, Serialize)]
pub struct Figures {
    /// How many matches.
    pub matches: usize,
    /// How many of them the member won; a first place shared by k counts 1/k.
    pub wins: Fraction,
    /// How many others the member beat, of which an equal one counts a half.
    pub beaten: Fraction,
    /// How many others there were.
    pub others: usize,
}

/// How a member did against another.
#[derive(Debug, Clone, Serialize)]
pub struct Met {
    /// The number of the other.
    pub member: u16,
    /// In how many matches they met.
    pub matches: usize,
    /// In how many of them the member was placed above the other.
    pub above: usize,
    /// In how many below.
    pub below: usize,
    /// In how many equal.
    pub equal: usize,
    /// Those matches, if they were asked for.
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
    /// The total of the other.
    pub other: Fraction,
}

/// How often a clause concerned a member.
#[derive(Debug, Clone, Serialize)]
pub struct ClauseFigures {
    /// The member's number, where several are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<u16>,
    /// The id of the game.
    pub game: String,
    /// The clause.
    pub rule: Name,
    /// The text of the clause, if it comes with the match.
    #[serde(skip)]
    pub text: Option<Name>,
    /// How many reasons with the clause were the member's.
    pub times: usize,
    /// How many of them gave points.
    pub paid: usize,
    /// The sum of their points.
    pub points: Fraction,
}

impl Figures {
    fn none() -> Figures {
        Figures {
            matches: 0,
            wins: Fraction::from(0),
            beaten: Fraction::from(0),
            others: 0,
        }
    }

    fn add(&mut self, counted: &Counted<'_>, member: u16) {
        let Some(result) = counted.of(member) else {
            return;
        };
        let others = counted.played.others();
        let halves = i64::try_from(2 * result.beaten + result.tied).unwrap_or(0);
        self.matches += 1;
        self.wins = self.wins.clone() + &result.won(others);
        self.beaten = self.beaten.clone() + &Points::halves(halves).into();
        self.others += others;
    }
}

impl Met {
    fn none(member: u16) -> Met {
        Met {
            member,
            matches: 0,
            above: 0,
            below: 0,
            equal: 0,
            played: Vec::new(),
        }
    }

    /// Adds a match in which both were, but not as partners.
    fn add(&mut self, counted: &Counted<'_>, member: u16, is_listed: bool) {
        let (Some(own), Some(other)) = (counted.of(member), counted.of(self.member)) else {
            return;
        };
        if own == other {
            return;
        }
        self.matches += 1;
        match own.beaten.cmp(&other.beaten) {
            std::cmp::Ordering::Greater => self.above += 1,
            std::cmp::Ordering::Equal => self.equal += 1,
            std::cmp::Ordering::Less => self.below += 1,
        }
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
    /// The matches that count, of a season or of all time, in order.
    fn counted<'m>(&self, matches: &'m [ClubMatch], season: Option<&Season>) -> Vec<Counted<'m>> {
        let counted = matches.iter().filter(|played| played.can_count());
        let counted = counted.filter(|played| season.is_none_or(|season| season.has(played)));
        let mut counted: Vec<&ClubMatch> = counted.collect();
        counted.sort_by(|one, other| one.order(other));
        let counted = counted.into_iter();
        counted.map(|played| Counted::new(self, played)).collect()
    }

    /// Everything about a member, from the matches of a season or of all time; `None` if nobody has the number.
    pub fn member(
        &self,
        number: u16,
        matches: &[ClubMatch],
        season: Option<&Season>,
    ) -> Option<MemberReport> {
        let member = self.member_of(number)?;
        let counted = self.counted(matches, season);
        let own = counted
            .iter()
            .filter(|counted| counted.of(number).is_some());
        let own: Vec<&Counted<'_>> = own.collect();
        let mut played = PlayedFigures {
            evenings: 0,
            figures: Figures::none(),
        };
        let mut games: BTreeMap<String, Figures> = BTreeMap::new();
        let mut met: BTreeMap<u16, Met> = BTreeMap::new();
        let mut last = "";
        for counted in &own {
            played.evenings += usize::from(counted.played.evening != last);
            last = &counted.played.evening;
            played.figures.add(counted, number);
            let game = games.entry(counted.played.game.clone());
            game.or_insert_with(Figures::none).add(counted, number);
            for other in counted.members().filter(|other| *other != number) {
                met.entry(other)
                    .or_insert_with(|| Met::none(other))
                    .add(counted, number, false);
            }
        }
        let seasons = self.seasons.iter().filter_map(|season| {
            let table = self.table(season, &season.rules, matches, None).ok()?;
            let mut rows = table.standings.into_iter().chain(table.unranked);
            let row = rows.find(|row| row.member == number)?;
            Some(SeasonRank {
                season: season.id.clone(),
                rank: row.rank,
                figure: row.figure,
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
            clauses: clauses(own.iter().copied(), number),
        })
    }

    /// How two members did against each other, with the matches.
    pub fn met(&self, one: u16, other: u16, matches: &[ClubMatch], season: Option<&Season>) -> Met {
        let mut met = Met::none(other);
        for counted in &self.counted(matches, season) {
            met.add(counted, one, true);
        }
        met
    }

    /// How often each clause of a game concerned each member: by clause, those first to whom it gave points most often.
    pub fn most(
        &self,
        game: &str,
        matches: &[ClubMatch],
        season: Option<&Season>,
    ) -> Vec<ClauseFigures> {
        let mut counted = self.counted(matches, season);
        counted.retain(|counted| counted.played.game == game);
        let members = self.members.iter().flat_map(|member| {
            let figures = clauses(&counted, member.number).into_iter();
            figures.map(|figures| ClauseFigures {
                member: Some(member.number),
                ..figures
            })
        });
        let mut most: Vec<ClauseFigures> = members.collect();
        most.sort_by(|one, other| {
            let by_rule = one.rule.cmp(&other.rule);
            let by_count = other.paid.cmp(&one.paid).then(other.times.cmp(&one.times));
            by_rule.then(by_count).then(one.member.cmp(&other.member))
        });
        most
    }
}

/// How often each clause concerned a member in these matches, by game and clause.
fn clauses<'c, 'm: 'c>(
    counted: impl IntoIterator<Item = &'c Counted<'m>>,
    member: u16,
) -> Vec<ClauseFigures> {
    let mut clauses: BTreeMap<(&str, &Name), ClauseFigures> = BTreeMap::new();
    for counted in counted {
        let seat = counted.seat_of(member);
        let tallies = counted.played.tallies.iter();
        for tally in tallies.filter(|tally| Some(tally.seat) == seat) {
            let key = (&*counted.played.game, &tally.rule);
            let figures = clauses.entry(key).or_insert_with(|| ClauseFigures {
                member: None,
                game: counted.played.game.clone(),
                rule: tally.rule.clone(),
                text: tally.text.clone(),
                times: 0,
                paid: 0,
                points: Fraction::from(0),
            });
            figures.times += tally.times;
            figures.paid += tally.paid;
            figures.points = figures.points.clone() + &tally.points.into();
        }
    }
    clauses.into_values().collect()
}
