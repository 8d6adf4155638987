//! The derivation of a figure in sentences, and fractions as text.

use overtrick_core::args;
use overtrick_core::wire::words;
use overtrick_match::document::guard;
use overtrick_match::lang::Language;

use crate::document::{Count, Merge, Rules, UnitKind};
use crate::fraction::Fraction;
use crate::matches::ClauseFigures;
use crate::season::{Played, Row, SeasonTable, Unit, Warning, counting};
use crate::statistics::{Figures, MemberReport};

/// A line of the derivation of a figure.
#[derive(Debug, Clone)]
pub struct DerivationLine {
    /// The kind of line.
    pub kind: LineKind,
    /// The day, in the first line of an evening.
    pub day: String,
    /// The id of the match.
    pub played: Option<String>,
    /// The sentence.
    pub text: String,
    /// The value.
    pub value: Fraction,
    /// The value as text; empty for a match, because its sentence contains the value.
    pub shown: String,
}

words! {
    /// The kind of a line of a derivation.
    pub enum LineKind {
        /// The value of a match.
        Match = "of-match",
        /// A unit that counts.
        Unit = "unit",
        /// A unit that is dropped.
        Dropped = "dropped",
        /// The sum or mean of the units that count.
        Sum = "sum",
        /// Points that are added.
        Change = "change",
        /// The figure with its rank.
        Figure = "figure",
    }
}

impl Row {
    /// Returns the criterion that ranks the member below the previous member, in words.
    pub fn decided_in_words(&self, language: &Language) -> Option<String> {
        let tie = self.decided_by?;
        Some(language.text("club", &format!("tie-{}", tie.word())))
    }
}

/// Returns a rank as text, or a dash if there is none.
pub fn rank_in_words(rank: Option<usize>, language: &Language) -> String {
    rank.map_or_else(|| "–".to_owned(), |rank| language.ordinal(rank))
}

impl SeasonTable {
    /// Returns all rows, with the ranked rows first.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.standings.iter().chain(&self.unranked)
    }

    /// Returns a figure of all rows, formatted by [`shown_column`].
    pub fn column(
        &self,
        value: impl Fn(&Row) -> &Fraction,
        language: Option<&Language>,
    ) -> Vec<String> {
        shown_column(&self.rows().map(value).collect::<Vec<_>>(), language)
    }

    /// Returns the notes below the table.
    pub fn notes(&self, language: &Language) -> Vec<String> {
        let sentence = |key, args| language.format("club", key, &args);
        let mut notes = Vec::new();
        if self.open > 0 {
            notes.push(sentence("open", args![count: self.open]));
        }
        if !self.unknown.is_empty() {
            let names = self.unknown.iter().map(|unknown| unknown.name.clone());
            let names: Vec<String> = names.collect();
            notes.push(sentence("guests", args![count: names.len(), names: names]));
        }
        let totals = |totals: &[Fraction]| {
            let totals: Vec<String> = totals.iter().map(|total| exact(total, language)).collect();
            totals.join("; ")
        };
        notes.extend(self.corrections.iter().map(|corrected| {
            let args = args![day: corrected.evening.clone(), game: language.named(&corrected.game_name),
                before: totals(&corrected.before), after: totals(&corrected.after)];
            sentence("corrected", args)
        }));
        let warnings = self.warnings.iter();
        notes.extend(
            warnings.map(|Warning(key, args)| sentence(key, args.clone().into_iter().collect())),
        );
        notes
    }
}

/// A table of texts and figures, for people or programs.
#[derive(Debug, Clone)]
pub struct FigureTable {
    /// The indexes of the columns with text, which are left-aligned.
    pub texts: &'static [usize],
    /// The headings of the columns.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl FigureTable {
    /// Creates a table with these rows. `heads` contains the keys of the column headings.
    pub fn new(
        texts: &'static [usize],
        heads: &[&str],
        rows: impl IntoIterator<Item = Vec<String>>,
        language: &Language,
    ) -> FigureTable {
        let heads = heads.iter().map(|key| language.text("club", key));
        FigureTable {
            texts,
            heads: heads.collect(),
            rows: rows.into_iter().collect(),
        }
    }
}

impl MemberReport {
    /// Returns the figures of each game and of all matches. `game` returns the name of a game.
    pub fn games_table(&self, game: impl Fn(&str) -> String, language: &Language) -> FigureTable {
        let row = |name: String, figures: &Figures| {
            vec![
                name,
                figures.matches.to_string(),
                exact(&figures.wins, language),
                exact(&figures.beaten, language),
                figures.others.to_string(),
            ]
        };
        let games = self
            .games
            .iter()
            .map(|(id, figures)| row(game(id), figures));
        let all = row(language.text("club", "all-games"), &self.played);
        let heads = ["game", "matches", "wins", "beaten", "others"];
        FigureTable::new(&[0], &heads, games.chain([all]), language)
    }

    /// Returns the results against each other member. `name` returns the name of a member.
    pub fn met_table(&self, name: impl Fn(u16) -> String, language: &Language) -> FigureTable {
        let rows = self.met.iter().map(|met| {
            let counts = [met.matches, met.above, met.below, met.equal];
            let counts = counts.map(|count| count.to_string());
            [name(met.member)].into_iter().chain(counts).collect()
        });
        let heads = ["against", "matches", "above", "below", "equal"];
        FigureTable::new(&[0], &heads, rows, language)
    }
}

/// Returns how often clauses gave points. If the figures are for several members, `name` returns a member's name.
pub fn clause_table(
    figures: &[ClauseFigures],
    name: Option<&dyn Fn(u16) -> String>,
    language: &Language,
) -> FigureTable {
    let rows = figures.iter().map(|figures| {
        let rule = match &figures.text {
            Some(text) => format!("{}: {}", figures.rule, language.named(text)),
            None => figures.rule.to_string(),
        };
        let member = name.zip(figures.member).map(|(name, member)| name(member));
        let counts = [figures.times, figures.paid].map(|count| count.to_string());
        let points = exact(&figures.points, language);
        let counts = counts.into_iter().chain([points]);
        [rule].into_iter().chain(member).chain(counts).collect()
    });
    let heads = ["rule", "name", "times", "paid", "points"];
    match name {
        Some(_) => FigureTable::new(&[0, 1], &heads, rows, language),
        None => FigureTable::new(&[0], &["rule", "times", "paid", "points"], rows, language),
    }
}

/// Returns the derivation of a member's figure: each unit with its matches, the units that count, the added points, and
/// the rank.
pub fn derivation(table: &SeasonTable, row: &Row, language: &Language) -> Vec<DerivationLine> {
    let mut lines = Vec::new();
    for unit in &row.units {
        let first = lines.len();
        for played in &unit.matches {
            let text = match_sentence(&table.rules, played, language);
            lines.push(DerivationLine {
                played: Some(played.id.clone()),
                shown: String::new(),
                ..line(LineKind::Match, text, &played.value, language)
            });
        }
        lines.push(unit_line(&table.rules, unit, language));
        lines[first].day = short_day(&unit.evening, language);
    }
    lines.extend(sum_lines(&table.rules, row, language));
    lines
}

/// Creates a line that does not belong to an evening.
fn line(kind: LineKind, text: String, value: &Fraction, language: &Language) -> DerivationLine {
    DerivationLine {
        kind,
        day: String::new(),
        played: None,
        text,
        value: value.clone(),
        shown: exact(value, language),
    }
}

/// Returns a text such as "Sum of 3 matches".
fn merged(merge: Merge, per: UnitKind, count: usize, language: &Language) -> String {
    let units = match per {
        UnitKind::Evening => "evenings",
        UnitKind::Match => "matches",
    };
    let key = format!("{}-of-{units}", merge.word());
    language.format("club", &key, &args![count: count])
}

fn unit_line(rules: &Rules, unit: &Unit, language: &Language) -> DerivationLine {
    let mut parts = Vec::new();
    let mut kind = LineKind::Unit;
    match unit.matches.len() {
        0 => parts.push(language.text("club", "missed")),
        1 => {}
        count => parts.push(merged(rules.evening, UnitKind::Match, count, language)),
    }
    if !unit.counts {
        let best = rules.best.unwrap_or(0);
        parts.push(language.format("club", "dropped", &args![best: best]));
        kind = LineKind::Dropped;
    }
    line(kind, parts.join("; "), &unit.value, language)
}

/// Returns the lines for the sum of the units that count, the added points, and the figure.
fn sum_lines(rules: &Rules, row: &Row, language: &Language) -> Vec<DerivationLine> {
    let values = counting(&row.units);
    let text = merged(rules.figure, rules.per, values.len(), language);
    let line = |kind, text, value: &Fraction| line(kind, text, value, language);
    let mut lines = vec![line(LineKind::Sum, text, &rules.figure.of(&values))];
    for change in &row.changes {
        let args = args![day: change.day.clone(), reason: change.reason.clone()];
        let text = language.format("club", "change", &args);
        lines.push(line(LineKind::Change, text, &change.points));
    }
    let decided = row.decided_in_words(language);
    let key = match (row.rank, &decided) {
        (Some(_), None) => "rank",
        (Some(_), Some(_)) => "rank-decided",
        (None, _) => "not-ranked",
    };
    let args = args![rank: rank_in_words(row.rank, language), tie: decided.unwrap_or_default(),
        least: rules.least];
    let text = language.format("club", key, &args);
    lines.push(line(LineKind::Figure, text, &row.figure));
    lines
}

/// Returns the sentence that explains the value of a match.
fn match_sentence(rules: &Rules, played: &Played, language: &Language) -> String {
    let (tied, players) = (played.tied, played.others + 1);
    let first = players - played.beaten - tied;
    let places = rules.place_points.get(&players.to_string());
    let shared = places.into_iter().flatten().skip(first - 1).take(tied + 1);
    let shared: Vec<String> = shared
        .map(|points| exact(&(*points).into(), language))
        .collect();
    let key = match (places, tied) {
        _ if rules.count == Count::Points => "total",
        (None, 0) => "beat",
        (None, _) => "beat-equal",
        (Some(_), 0) => "place",
        (Some(_), _) => "place-shared",
    };
    let args = args![beaten: played.beaten, tied: tied, others: played.others, players: players,
        first: first, last: first + tied, points: shared.join(" + "), count: tied + 1,
        value: exact(&played.value, language)];
    let game = language.named(&played.game_name);
    format!("{game}: {}", language.format("club", key, &args))
}

/// Formats a column of fractions: as whole numbers if all are whole, otherwise with two decimals. Adjacent
/// values that differ but look equal are also shown as fractions. Without a language, numbers have a decimal
/// point and a hyphen as minus sign, so that programs can read them.
pub fn shown_column(values: &[&Fraction], language: Option<&Language>) -> Vec<String> {
    let places = places(values.iter().copied());
    let shown = values.iter().map(|value| decimal(value, places, language));
    let mut shown: Vec<String> = shown.collect();
    let looks_equal = |one: usize, other: usize| {
        let pair = values.get(one).zip(values.get(other));
        pair.is_some_and(|(one, other)| one != other && one.hundredths() == other.hundredths())
    };
    for (at, text) in shown.iter_mut().enumerate() {
        if looks_equal(at, at + 1) || looks_equal(at.wrapping_sub(1), at) {
            *text += &format!(" ({})", values[at]);
        }
    }
    shown
}

/// Returns the number of decimal places in a column of these values.
fn places<'f>(mut values: impl Iterator<Item = &'f Fraction>) -> usize {
    if values.all(Fraction::is_whole) { 0 } else { 2 }
}

/// Formats a fraction exactly: as a decimal with at most two places if possible, otherwise as a fraction.
pub fn exact(value: &Fraction, language: &Language) -> String {
    match [1, 10, 100]
        .iter()
        .position(|parts| value.is_in_parts(*parts))
    {
        Some(places) => decimal(value, places, Some(language)),
        None => value.to_string().replace('-', "−"),
    }
}

/// Formats a fraction with this number of decimal places, at most two.
fn decimal(value: &Fraction, places: usize, language: Option<&Language>) -> String {
    let hundredths = value.hundredths();
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.unsigned_abs();
    let mut text = format!("{sign}{}.{:02}", size / 100, size % 100);
    text.truncate(text.len() - if places == 0 { 3 } else { 2 - places });
    match language {
        None => text,
        Some(language) => {
            let sign = language.text("ui", "decimal-sign");
            text.replace('-', "−").replace('.', &sign)
        }
    }
}

/// The number of columns in [`season_table`] before the columns for the evenings.
pub const MEMBER_COLUMNS: usize = 7;

/// Returns the table of a season: rank, number, name, evenings, wins, figure, deciding criterion, and the units
/// of each evening. Dropped units are in brackets. Without a language, the table is in a form for programs.
pub fn season_table(table: &SeasonTable, language: Option<&Language>) -> FigureTable {
    let heads: Vec<String> = match language {
        None => {
            let heads = "rank member name evenings wins figure decided_by".split(' ');
            heads.map(str::to_owned).collect()
        }
        Some(language) => {
            let keys = ["number", "name", "evenings", "wins", "figure", "decided-by"];
            let heads = keys.iter().map(|key| language.text("club", key));
            [String::new()].into_iter().chain(heads).collect()
        }
    };
    let days = table.evenings.iter().map(|day| match language {
        None => day.clone(),
        Some(language) => short_day(day, language),
    });
    let figures = table.column(|row| &row.figure, language).into_iter();
    let wins = table.column(|row| &row.wins, language);
    let rows = table
        .rows()
        .zip(figures.zip(wins))
        .map(|(row, (figure, wins))| {
            let plain_rank = || row.rank.map_or_else(String::new, |rank| rank.to_string());
            let rank =
                language.map_or_else(plain_rank, |language| rank_in_words(row.rank, language));
            let decided = match language {
                None => row.decided_by.map(|tie| tie.word().to_owned()),
                Some(language) => row.decided_in_words(language),
            };
            let name = language.map_or_else(|| guard(&row.name), |_| row.name.clone());
            let (number, evenings) = (row.member.to_string(), row.evenings.to_string());
            vec![
                rank,
                number,
                name,
                evenings,
                wins,
                figure,
                decided.unwrap_or_default(),
            ]
        });
    let mut rows: Vec<Vec<String>> = rows.collect();
    for evening in &table.evenings {
        let is_in_evening = |unit: &&Unit| unit.evening == *evening;
        let units = table
            .rows()
            .map(|row| row.units.iter().filter(is_in_evening).collect());
        let units: Vec<Vec<&Unit>> = units.collect();
        let places = places(units.iter().flatten().map(|unit| &unit.value));
        let shown = |unit: &&Unit| match decimal(&unit.value, places, language) {
            value if unit.counts => value,
            _ if unit.absent && language.is_some() => "–".to_owned(),
            value => format!("({value})"),
        };
        for (row, units) in rows.iter_mut().zip(&units) {
            row.push(units.iter().map(shown).collect::<Vec<String>>().join(" "));
        }
    }
    FigureTable {
        texts: &[2, 6],
        heads: heads.into_iter().chain(days).collect(),
        rows,
    }
}

/// Formats a day without its year, such as `9/3`.
fn short_day(day: &str, language: &Language) -> String {
    let part = |at| day.split('-').nth(at).and_then(|part| part.parse().ok());
    let [month, day] = [1, 2].map(|at| part(at).unwrap_or(0_i64));
    language.format("club", "short-day", &args![month: month, day: day])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, denominator: usize) -> Fraction {
        Fraction::from(numerator).over(denominator)
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
