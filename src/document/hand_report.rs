//! A hand of a report, and what both a report and its hands consist of.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::lang::Language;
use crate::rules::json::Json;
use crate::rules::wire::PerPlayer;
use crate::rules::{Arg, Args, Finding, Points};

/// A hand of a [`Report`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HandReport {
    /// From 1.
    pub number: usize,
    /// Who dealt.
    pub dealer: Arc<str>,
    /// What it changed.
    pub scores: PerPlayer<Points>,
    /// The totals after it and the adjustments that follow it.
    pub totals: PerPlayer<Points>,
    /// The derivation.
    pub explanation: Vec<LineReport>,
    /// What is odd in it.
    pub warnings: Vec<Notice>,
    /// A remark of the scorer's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Arc<str>>,
    /// The game's own results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Box<RawValue>>,
}

/// One step of a derivation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LineReport {
    /// Whose points.
    pub player: Arc<str>,
    /// How many.
    pub points: Points,
    /// The clause.
    pub rule: Cow<'static, str>,
    /// The figures of the text.
    pub args: Figures,
    /// The sentence.
    pub text: String,
}

/// Something odd, with a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// A stable id.
    pub code: Cow<'static, str>,
    /// A JSON pointer into the document.
    pub pointer: String,
    /// The clause, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// The sentence.
    pub text: String,
}

/// The figures of a sentence: typed on the way out, any value on the way in.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "Json")]
pub enum Figures {
    /// As the core gives them.
    Typed(Args),
    /// As a program read them.
    Read(Json),
}

impl From<Json> for Figures {
    fn from(json: Json) -> Figures {
        Figures::Read(json)
    }
}

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Figures::Read(json) => json.serialize(serializer),
            Figures::Typed(args) => FiguresJson(args).serialize(serializer),
        }
    }
}

/// The figures of a sentence, by their names.
pub(super) struct FiguresJson<'a>(pub &'a [(&'static str, Arg)]);

impl Serialize for FiguresJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, arg)| (name, arg)))
    }
}

impl Notice {
    /// A warning in the words of a language.
    pub fn of(finding: &Finding, language: &Language) -> Notice {
        Notice {
            code: finding.code.into(),
            pointer: finding.pointer.clone(),
            rule: finding.rule.map(Cow::Borrowed),
            text: language.finding(finding),
        }
    }
}
