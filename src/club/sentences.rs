//! The derivation of a figure in sentences, and how fractions are shown.

use overtrick_core::{Arg, Name, args};
use overtrick_match::document::guard;
use overtrick_match::lang::Language;

use crate::document::{Count, Merge, UnitKind};
use crate::fraction::Fraction;
use crate::season::{Change, Played, Row, SeasonTable, Unit, Warning};

/// A line of the derivation of a figure.
#[derive(Debug, Clone)]
pub struct DerivationLine {
    /// What it says.
    pub kind: LineKind,
    /// The evening of a unit or a match.
    pub evening: String,
    /// The id of the match.
    pub played: Option<String>,
    /// The sentence.
    pub text: String,
    /// The value, if it has one.
    pub value: Option<Fraction>,
}

/// What a line of a derivation says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// What a match is worth.
    Match,
    /// A unit that counts.
    Unit,
    /// A unit that is dropped.
    Dropped,
    /// The sum or mean of the units that count.
    Sum,
    /// Points that are added.
    Change,
    /// The figure with its rank.
    Figure,
}

/// The derivation of a member's figure: each unit with its matches, what counts, what is added, and the rank.
pub fn derivation(table: &SeasonTable, row: &Row, language: &Language) -> Vec<DerivationLine> {
    let mut lines = Vec::new();
    for unit in &row.units {
        let matches = unit.matches.iter().map(|played| DerivationLine {
            kind: LineKind::Match,
            evening: unit.evening.clone(),
            played: Some(played.id.clone()),
            text: match_sentence(table, played, language),
            value: Some(played.value.clone()),
        });
        lines.extend(matches);
        lines.push(unit_line(table, unit, language));
    }
    lines.extend(sum_lines(table, row, language));
    lines
}

/// A line that belongs to no evening.
fn line(kind: LineKind, text: String, value: Fraction) -> DerivationLine {
    DerivationLine {
        kind,
        evening: String::new(),
        played: None,
        text,
        value: Some(value),
    }
}

fn unit_line(table: &SeasonTable, unit: &Unit, language: &Language) -> DerivationLine {
    let rules = &table.rules;
    let mut parts = Vec::new();
    if unit.absent {
        parts.push(language.text("club", "missed"));
    } else if unit.matches.len() > 1 {
        let key = match rules.within_unit() {
            Merge::Sum => "sum-of-matches",
            Merge::Mean => "mean-of-matches",
        };
        parts.push(language.format("club", key, &args![count: unit.matches.len()]));
    }
    if !unit.counts {
        let best = rules.best.unwrap_or(0);
        parts.push(language.format("club", "dropped", &args![best: best]));
    }
    let kind = if unit.counts {
        LineKind::Unit
    } else {
        LineKind::Dropped
    };
    DerivationLine {
        evening: unit.evening.clone(),
        ..line(kind, parts.join("; "), unit.value.clone())
    }
}

/// The sum of what counts, what is added, and the figure.
fn sum_lines(table: &SeasonTable, row: &Row, language: &Language) -> Vec<DerivationLine> {
    let rules = &table.rules;
    let counting = row.units.iter().filter(|unit| unit.counts);
    let values: Vec<Fraction> = counting.map(|unit| unit.value.clone()).collect();
    let key = match (rules.figure, rules.per) {
        (Merge::Sum, UnitKind::Evening) => "sum-of-evenings",
        (Merge::Mean, UnitKind::Evening) => "mean-of-evenings",
        (Merge::Sum, UnitKind::Match) => "sum-of-matches",
        (Merge::Mean, UnitKind::Match) => "mean-of-matches",
    };
    let text = language.format("club", key, &args![count: values.len()]);
    let sum = rules
        .figure
        .of(&values)
        .unwrap_or_else(|| Fraction::from(0));
    let mut lines = vec![line(LineKind::Sum, text, sum)];
    lines.extend(row.changes.iter().map(|change| {
        let Change {
            points,
            day,
            reason,
        } = change;
        let args = args![day: day.clone(), reason: reason.clone()];
        let text = language.format("club", "change", &args);
        line(LineKind::Change, text, points.clone())
    }));
    let text = match (row.rank, row.decided_by) {
        (Some(rank), None) => language.format("club", "rank", &args![rank: language.ordinal(rank)]),
        (Some(rank), Some(tie)) => {
            let tie = language.text("club", &format!("tie-{}", tie.word()));
            let args = args![rank: language.ordinal(rank), tie: tie];
            language.format("club", "rank-decided", &args)
        }
        (None, _) => language.format("club", "not-ranked", &args![least: rules.least]),
    };
    lines.push(line(LineKind::Figure, text, row.figure.clone()));
    lines
}

/// Why a match is worth what it is.
fn match_sentence(table: &SeasonTable, played: &Played, language: &Language) -> String {
    let rules = &table.rules;
    let Played {
        beaten,
        tied,
        others,
        value,
        ..
    } = played;
    let players = others + 1;
    let value = exact(value, language);
    if rules.count == Count::Points {
        return language.format("club", "total", &args![value: value]);
    }
    let first = players - beaten - tied;
    let mut args = args![beaten: *beaten, tied: *tied, others: *others, players: players,
        first: first, last: first + tied, value: value];
    let key = match (rules.place_points.get(&players), tied) {
        (None, 0) => "beat",
        (None, _) => "beat-equal",
        (Some(_), 0) => "place",
        (Some(places), _) => {
            let shared = places.iter().skip(first - 1).take(tied + 1);
            let shared: Vec<String> = shared
                .map(|points| exact(&(*points).into(), language))
                .collect();
            args.push((Name::new("points"), Arg::from(shared.join(" + "))));
            args.push((Name::new("count"), Arg::from(tied + 1)));
            "place-shared"
        }
    };
    language.format("club", key, &args)
}

impl Warning {
    /// Its sentence.
    pub fn in_words(&self, language: &Language) -> String {
        language.format("club", self.code, &self.args)
    }
}

/// A column of fractions as text: whole numbers if all are whole, else two decimals. Neighbors that look equal but are
/// not are also shown as fractions. Without a language, for programs: a point and a hyphen.
pub fn shown_column(values: &[&Fraction], language: Option<&Language>) -> Vec<String> {
    let is_whole = values.iter().all(|value| value.is_whole());
    let places = if is_whole { 0 } else { 2 };
    let shown = values
        .iter()
        .map(|value| decimal(value.hundredths(), places, language));
    let mut shown: Vec<String> = shown.collect();
    let looks_equal = |one: usize, other: usize| {
        let pair = values.get(one).zip(values.get(other));
        pair.is_some_and(|(one, other)| one != other && one.hundredths() == other.hundredths())
    };
    for (at, text) in shown.iter_mut().enumerate() {
        if looks_equal(at, at + 1)
            || at
                .checked_sub(1)
                .is_some_and(|above| looks_equal(above, at))
        {
            *text += &format!(" ({})", values[at]);
        }
    }
    shown
}

/// A fraction of a column whose values are all whole, or not.
pub fn shown(value: &Fraction, is_whole: bool, language: Option<&Language>) -> String {
    let places = if is_whole { 0 } else { 2 };
    decimal(value.hundredths(), places, language)
}

/// A fraction exactly: as a decimal of at most two places, or else as a fraction.
pub fn exact(value: &Fraction, language: &Language) -> String {
    if !value.times(100).is_whole() {
        return value.to_string().replace('-', "−");
    }
    let hundredths = value.hundredths();
    let places = match hundredths {
        _ if hundredths % 100 == 0 => 0,
        _ if hundredths % 10 == 0 => 1,
        _ => 2,
    };
    decimal(hundredths, places, Some(language))
}

/// A number of hundredths with so many decimal places.
fn decimal(hundredths: i64, places: usize, language: Option<&Language>) -> String {
    let minus = if language.is_some() { "−" } else { "-" };
    let sign = if hundredths < 0 { minus } else { "" };
    let size = hundredths.unsigned_abs();
    let whole = size / 100;
    if places == 0 {
        return format!("{sign}{whole}");
    }
    let point = language.map_or_else(
        || ".".to_owned(),
        |language| language.text("ui", "decimal-sign"),
    );
    let digits = format!("{:02}", size % 100);
    let digits = digits.get(..places).unwrap_or_default();
    format!("{sign}{whole}{point}{digits}")
}

/// A table for spreadsheets: a row of heads, and a row for each member, with a column for each evening. A dropped unit is
/// in brackets.
pub fn csv_rows(table: &SeasonTable) -> Vec<Vec<String>> {
    let head = [
        "rank",
        "member",
        "name",
        "evenings",
        "wins",
        "figure",
        "decided_by",
    ];
    let head = head.map(str::to_owned).into_iter();
    let mut rows = vec![head.chain(table.evenings.iter().cloned()).collect()];
    let all = table.standings.iter().chain(&table.unranked);
    let members: Vec<&Row> = all.collect();
    let figures: Vec<&Fraction> = members.iter().map(|row| &row.figure).collect();
    let wins: Vec<&Fraction> = members.iter().map(|row| &row.wins).collect();
    let columns = shown_column(&figures, None)
        .into_iter()
        .zip(shown_column(&wins, None));
    rows.extend(
        members
            .into_iter()
            .zip(columns)
            .map(|(row, (figure, wins))| {
                let fixed = [
                    row.rank.map(|rank| rank.to_string()).unwrap_or_default(),
                    row.member.to_string(),
                    guard(&row.name),
                    row.evenings.to_string(),
                    wins,
                    figure,
                    row.decided_by
                        .map(|tie| tie.word().to_owned())
                        .unwrap_or_default(),
                ];
                let units = table.evenings.iter().map(|evening| {
                    let units = row.units.iter().filter(|unit| unit.evening == *evening);
                    let values = units.map(|unit| {
                        let value = shown_column(&[&unit.value], None).concat();
                        if unit.counts {
                            value
                        } else {
                            format!("({value})")
                        }
                    });
                    values.collect::<Vec<String>>().join(" ")
                });
                fixed.into_iter().chain(units).collect()
            }),
    );
    rows
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    fn fraction(numerator: i64, denominator: usize) -> Fraction {
        Fraction::from(numerator).over(NonZeroUsize::new(denominator).unwrap())
    }

    fn column(values: &[Fraction], language: Option<&Language>) -> Vec<String> {
        shown_column(&values.iter().collect::<Vec<_>>(), language)
    }

    #[test]
    fn a_column_is_whole_or_has_two_decimals() {
        let english = Some(Language::english());
        assert_eq!(
            column(&[72.into(), Fraction::from(-5)], english),
            ["72", "−5"]
        );
        let values = [fraction(124, 3), fraction(-1, 8), 40.into()];
        assert_eq!(column(&values, english), ["41.33", "−0.13", "40.00"]);
        assert_eq!(
            column(&values, Language::find("cs")),
            ["41,33", "−0,13", "40,00"]
        );
        assert_eq!(column(&values, None), ["41.33", "-0.13", "40.00"]);
    }

    #[test]
    fn neighbors_that_look_equal_are_shown_as_fractions() {
        let values = [fraction(124, 3), fraction(413_333, 10_000), 40.into()];
        assert_eq!(
            shown_column(&values.iter().collect::<Vec<_>>(), None),
            ["41.33 (124/3)", "41.33 (413333/10000)", "40.00"]
        );
    }

    #[test]
    fn a_value_is_shown_exactly() {
        let values = [
            fraction(9, 2),
            fraction(48, 10),
            8.into(),
            fraction(124, 3),
            fraction(-1, 4),
        ];
        let exact = values.map(|value| exact(&value, Language::english()));
        assert_eq!(exact, ["4.5", "4.8", "8", "124/3", "−0.25"]);
    }
}
