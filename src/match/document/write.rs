//! Writing scored hands as JSON in a language, without intermediate values.

use std::sync::Arc;

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::hand_report::{FactorReport, FiguresJson, HandReport};
use crate::lang::Language;
use overtrick_core::judging::{Scored, ScoredHand};
use overtrick_core::{Factor, Facts, Finding, Points, Reason, SeatPoints, Table};
use overtrick_games::is_reading;

/// The hands of a report.
///
/// Scored hands are serialized in the form of [`HandReport`] without creating one, which would take most of
/// the time of a report.
#[derive(Debug, Clone, Default)]
pub enum Hands {
    /// The hands of a scored match, with the language of their sentences.
    Scored(Arc<Scored>, &'static Language),
    /// The hands of a scored match with points only.
    Points(Arc<Scored>),
    /// Left out.
    #[default]
    LeftOut,
    /// Hands that were read from JSON.
    Parsed(Vec<HandReport>),
}

impl Hands {
    /// Whether the hands are left out.
    pub fn are_left_out(&self) -> bool {
        matches!(self, Hands::LeftOut)
    }
}

impl Serialize for Hands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Hands::Parsed(hands) => hands.serialize(serializer),
            Hands::LeftOut => serializer.serialize_none(),
            Hands::Points(scored) => {
                let hands = scored.hands.iter();
                serializer.collect_seq(hands.map(|hand| PointsJson::new(hand, &scored.table)))
            }
            Hands::Scored(scored, language) => {
                let hands = scored.hands.iter();
                serializer.collect_seq(hands.map(|hand| HandJson::new(hand, scored, language)))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Hands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hands, D::Error> {
        Vec::deserialize(deserializer).map(Hands::Parsed)
    }
}

/// A hand in the form of [`HandReport`].
#[derive(Serialize)]
struct HandJson<'a> {
    number: usize,
    dealer: &'a str,
    scores: BySeat<'a>,
    totals: BySeat<'a>,
    explanation: Reasons<'a>,
    warnings: Warnings<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a RawValue>,
}

impl<'a> HandJson<'a> {
    fn new(hand: &'a ScoredHand, scored: &'a Scored, language: &'static Language) -> HandJson<'a> {
        let table = &scored.table;
        HandJson {
            number: hand.number,
            dealer: table.name(hand.dealer),
            scores: BySeat(table, &hand.scores),
            totals: BySeat(table, &hand.totals),
            explanation: Reasons(&hand.reasons, scored, language),
            warnings: Warnings(&hand.warnings, language),
            note: hand.note.as_deref(),
            detail: hand.detail.as_deref(),
        }
    }
}

/// A hand in the same form without the derivation of its points.
#[derive(Serialize)]
struct PointsJson<'a> {
    number: usize,
    dealer: &'a str,
    scores: BySeat<'a>,
    totals: BySeat<'a>,
}

impl<'a> PointsJson<'a> {
    fn new(hand: &'a ScoredHand, table: &'a Table) -> PointsJson<'a> {
        PointsJson {
            number: hand.number,
            dealer: table.name(hand.dealer),
            scores: BySeat(table, &hand.scores),
            totals: BySeat(table, &hand.totals),
        }
    }
}

/// Points by player name.
struct BySeat<'a>(&'a Table, &'a [Points]);

impl Serialize for BySeat<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.names().iter().zip(self.1))
    }
}

struct Reasons<'a>(&'a [Reason], &'a Scored, &'static Language);

impl Serialize for Reasons<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Reasons(reasons, scored, language) = *self;
        let mut written = serializer.serialize_seq(Some(reasons.len()))?;
        // One buffer for all sentences: writing them piece by piece into the JSON is slower.
        let mut text = String::with_capacity(256);
        for reason in reasons {
            text.clear();
            language.write_reason(reason, &mut text);
            if text.is_empty() {
                // Its clause stands beside the hands: the name of the clause is enough.
                text.push_str(reason.rule.rsplit('/').next().unwrap_or_default());
            }
            written.serialize_element(&ReasonJson {
                rule: &reason.rule,
                reading: scored.facts.is_reading(&reason.rule),
                points: PointsByName(&scored.table, &reason.points),
                args: FiguresJson(&reason.args),
                factors: FactorsJson(&reason.factors, scored.facts),
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
        serializer.collect_map(
            points
                .iter()
                .map(|paid| (table.name(paid.seat), paid.points)),
        )
    }
}

/// A reason in the form of [`super::ReasonReport`].
#[derive(Serialize)]
struct ReasonJson<'a> {
    rule: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reading: bool,
    points: PointsByName<'a>,
    args: FiguresJson<'a>,
    #[serde(skip_serializing_if = "FactorsJson::is_empty")]
    factors: FactorsJson<'a>,
    text: &'a str,
}

struct FactorsJson<'a>(&'a [Factor], &'a Facts);

impl FactorsJson<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for FactorsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let factors = self.0.iter();
        serializer.collect_seq(factors.map(|factor| FactorReport::new(factor, self.1)))
    }
}

struct Warnings<'a>(&'a [Finding], &'static Language);

impl Serialize for Warnings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Warnings(warnings, language) = *self;
        serializer.collect_seq(warnings.iter().map(|warning| WarningJson {
            code: &warning.code,
            pointer: &warning.pointer,
            rule: warning.rule.as_deref(),
            reading: warning.rule.as_deref().is_some_and(is_reading),
            text: language.finding(warning),
        }))
    }
}

/// A warning in the form of [`super::Notice`].
#[derive(Serialize)]
struct WarningJson<'a> {
    code: &'a str,
    pointer: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reading: bool,
    text: String,
}
