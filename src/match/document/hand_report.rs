//! Scored hands as JSON in a language, and the clauses of a reason.

use std::borrow::Cow;
use std::sync::Arc;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::lang::Language;
use overtrick_core::json::Json;
use overtrick_core::judging::Scored;
use overtrick_core::wire::PerPlayer;
use overtrick_core::{Arg, Facts, Finding, Name, Points, Reason, SeatPoints, Show, Table};
use overtrick_games::is_reading;

/// A recorded hand of a match, with its points.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordedHand {
    /// Its number, from 1.
    pub number: usize,
    /// The dealer.
    pub dealer: Arc<str>,
    /// The points of the hand.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Points>))]
    pub scores: PerPlayer<Points>,
    /// The totals after the hand and the adjustments that follow it.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Points>))]
    pub totals: PerPlayer<Points>,
    /// The record, with the id of its game.
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::hand))]
    pub record: Json,
}

/// Returns the id of a clause, preceded by ◇ if the clause is our reading of the rules.
pub fn marked_clause(facts: &Facts, clause: &str) -> String {
    let is_ours = facts.is_reading(clause);
    let mark = if is_ours { "◇\u{a0}" } else { "" };
    format!("{mark}{clause}")
}

/// Returns the ids of the clauses of a reason and of its factors, without duplicates.
pub fn clauses_of(reason: &Reason) -> Vec<&str> {
    let mut clauses = vec![&*reason.rule];
    for factor in &reason.factors {
        if !clauses.contains(&&*factor.rule) {
            clauses.push(&factor.rule);
        }
    }
    clauses
}

/// Returns the ids of the clauses of a reason, formatted by [`marked_clause`] and separated by commas.
pub fn marked_clauses(facts: &Facts, reason: &Reason) -> String {
    let clauses = clauses_of(reason).into_iter();
    let marked: Vec<String> = clauses.map(|clause| marked_clause(facts, clause)).collect();
    marked.join(", ")
}

/// A warning.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Notice {
    /// A stable code.
    pub code: Cow<'static, str>,
    /// A JSON pointer into the document.
    pub pointer: String,
    /// The id of the clause on which it is based, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// Whether that clause is our reading of the rules (◇); absent if it comes from the rulebook.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
    /// The sentence.
    pub text: String,
}

/// The arguments of a sentence, serialized as an object with their names as keys.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures<'a>(pub Cow<'a, [(Name, Arg)]>);

impl Serialize for Figures<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, arg)| (name, arg)))
    }
}

impl Notice {
    /// Returns the warnings in a language.
    pub fn all(warnings: &[Finding], language: &Language) -> Vec<Notice> {
        let notice = |finding: &Finding| Notice {
            code: finding.code.clone().into(),
            pointer: finding.pointer.clone(),
            rule: finding.rule.clone().map(Cow::from),
            reading: finding.rule.as_deref().is_some_and(is_reading),
            text: language.finding(finding),
        };
        warnings.iter().map(notice).collect()
    }
}

/// A game-specific value that is shown with the scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Shown))]
pub struct ShownReport {
    /// Its name.
    pub label: String,
    /// A number or text, or an object with one for each player or side, by the name of the side's first player.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub value: Value,
}

impl ShownReport {
    /// Returns the values in a language.
    pub fn all(shows: &[Show], table: &Table, language: &Language) -> Vec<ShownReport> {
        let value = |arg: &Arg| match arg {
            Arg::Int(number) => Value::from(*number),
            arg => Value::from(language.arg(arg)),
        };
        let report = |show: &Show| {
            let seats = show.seats.iter();
            let each = seats.map(|(seat, arg)| (table.name(*seat).to_string(), value(arg)));
            ShownReport {
                label: language.named(&show.label),
                value: show.value.as_ref().map_or_else(|| each.collect(), value),
            }
        };
        shows.iter().map(report).collect()
    }
}

/// The hands of a scored match in a report. They are serialized as [`HandReport`]s, which borrow from the match.
#[derive(Debug, Clone)]
pub struct Hands {
    /// The scored match.
    pub scored: Arc<Scored>,
    /// The language of their sentences; with `None`, the hands have only points.
    pub language: Option<&'static Language>,
}

impl Serialize for Hands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (scored, table, language) = (&*self.scored, &self.scored.table, self.language);
        let readings = scored.facts.all_clauses().filter(|clause| clause.ours);
        let readings: Vec<&str> = readings.map(|clause| clause.id).collect();
        let reasons = |hand, language| Reasons(hand, table, language, &readings);
        serializer.collect_seq(scored.hands.iter().map(|hand| {
            let shown = language.map(|language| ShownReport::all(&hand.before, table, language));
            HandReport {
                number: hand.number,
                dealer: table.name(hand.dealer),
                scores: BySeat(table, &hand.scores),
                totals: BySeat(table, &hand.totals),
                shown: shown.unwrap_or_default(),
                explanation: language.map(|language| reasons(&hand.reasons, language)),
                warnings: language.map(|language| Notice::all(&hand.warnings, language)),
                note: language.and(hand.note.as_deref()),
                detail: language.and(hand.detail.as_deref()),
            }
        }))
    }
}

/// A hand in a report.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HandReport<'a> {
    /// Its number, from 1.
    number: usize,
    /// The dealer.
    dealer: &'a str,
    /// The points of the hand.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, Points>))]
    scores: BySeat<'a>,
    /// The totals after the hand and the adjustments that follow it.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, Points>))]
    totals: BySeat<'a>,
    /// The game-specific values that were shown before the hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shown: Vec<ShownReport>,
    /// The reasons for its points; left out with `detail=scores`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<ReasonReport>, required = false))]
    explanation: Option<Reasons<'a>>,
    /// Irregularities that do not prevent scoring; left out with `detail=scores`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Notice>, required = false))]
    warnings: Option<Vec<Notice>>,
    /// A remark by the scorer.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    /// Game-specific results.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::hand_detail))]
    detail: Option<&'a RawValue>,
}

/// Points by player name.
struct BySeat<'a>(&'a Table, &'a [Points]);

impl Serialize for BySeat<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.names().iter().zip(self.1))
    }
}

/// The reasons of a hand, the players, the language, and the ids of all clauses that are our readings.
struct Reasons<'a>(&'a [Reason], &'a Table, &'static Language, &'a [&'a str]);

impl Serialize for Reasons<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Reasons(reasons, table, language, readings) = *self;
        let mut written = serializer.serialize_seq(Some(reasons.len()))?;
        // All sentences share one buffer, because writing them piece by piece into the JSON is slower.
        let mut text = String::with_capacity(256);
        for reason in reasons {
            text.clear();
            language.write_reason(reason, &mut text);
            if text.is_empty() {
                // The report has the text of the clause, so the name of the clause is enough here.
                text.push_str(reason.rule.rsplit('/').next().unwrap_or_default());
            }
            let factors = reason.factors.iter().map(|factor| FactorReport {
                factor: &factor.factor,
                value: factor.value,
                rule: &factor.rule,
                reading: readings.contains(&&*factor.rule),
                adds: factor.adds,
            });
            written.serialize_element(&ReasonReport {
                rule: &reason.rule,
                reading: readings.contains(&&*reason.rule),
                points: PointsByName(table, &reason.points),
                args: Figures(Cow::Borrowed(&reason.args)),
                factors: factors.collect(),
                text: &text,
            })?;
        }
        written.end()
    }
}

/// Points of some players by name.
struct PointsByName<'a>(&'a Table, &'a [SeatPoints]);

impl Serialize for PointsByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PointsByName(table, points) = self;
        let named = |paid: &SeatPoints| (table.name(paid.seat), paid.points);
        serializer.collect_map(points.iter().map(named))
    }
}

/// A reason for points. A hand lists each reason once, with all players whom it affects.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Reason))]
pub struct ReasonReport<'a> {
    /// The id of the clause.
    rule: &'a str,
    /// Whether the clause is our reading of the rules (◇); absent if it comes from the rulebook.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reading: bool,
    /// The points of every player whom the reason affects, even if 0. The sum of a player's points for all
    /// reasons is the player's score in the hand.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, Points>))]
    points: PointsByName<'a>,
    /// The arguments of the sentence.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    args: Figures<'a>,
    /// The numbers from which the value is computed; absent if there are none. The value is the product of
    /// the factors without `adds`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    factors: Vec<FactorReport<'a>>,
    /// The sentence.
    text: &'a str,
}

/// A number that affects the value of a reason, with the clause that requires it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Factor))]
pub struct FactorReport<'a> {
    /// Its name.
    factor: &'a str,
    /// The number.
    value: i64,
    /// The id of the clause.
    rule: &'a str,
    /// Whether the clause is our reading of the rules (◇); absent if it comes from the rulebook.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reading: bool,
    /// Whether the number is added to the count; absent if it multiplies the value.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    adds: bool,
}
