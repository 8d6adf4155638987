//! Findings: faults and warnings of documents, with their codes, places and arguments.

use std::ops::RangeInclusive;

use super::args::conversions;
use super::{Args, Name, Table, args};

/// The class of a fault: in the form of the input, or against a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// The input is not JSON, or a field is unknown, missing or of the wrong type. HTTP status 400.
    Shape,
    /// The input breaks a rule of the game or of matches. HTTP status 422.
    Rule,
}

/// All faults of an input.
pub type Faults = Vec<Finding>;

conversions! { Faults:
    Finding: fault => vec![fault];
}

/// A fault or a warning: a stable code, a place in the input, and the arguments of its sentence.
///
/// The sentence is the message with this code in the `[finding]` section of a language. It explains how to
/// correct the input.
///
/// ```
/// use overtrick_core::{Class, Finding, args};
///
/// let fault = Finding::rule("tricks-sum", "/tricks", args![sum: 12, cards: 13]);
/// let fault = fault.by("a-game/tricks").under("/hands/0");
/// assert_eq!(fault.class, Class::Rule);
/// assert_eq!(fault.pointer, "/hands/0/tricks");
/// assert_eq!(fault.rule.unwrap(), "a-game/tricks");
/// ```
#[must_use]
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// A stable, short id such as `tricks-sum`.
    pub code: Name,
    /// Whether it is in the form of the input or against a rule.
    pub class: Class,
    /// A JSON pointer (RFC 6901) to its place in the input.
    pub pointer: String,
    /// The id of the clause on which it is based, if any.
    pub rule: Option<Name>,
    /// The key of its message, if it differs from the code.
    pub message: Option<Name>,
    /// The arguments of its sentence.
    pub args: Args,
}

impl Finding {
    /// Returns a fault in the form of the input.
    pub fn shape(code: impl Into<Name>, pointer: impl Into<String>, args: Args) -> Finding {
        Finding {
            code: code.into(),
            class: Class::Shape,
            pointer: pointer.into(),
            rule: None,
            message: None,
            args,
        }
    }

    /// Returns the fault for a missing required field.
    pub fn missing(pointer: impl Into<String>) -> Finding {
        Finding::shape("missing-field", pointer, args![])
    }

    /// Returns a fault against a rule.
    pub fn rule(code: impl Into<Name>, pointer: impl Into<String>, args: Args) -> Finding {
        Finding {
            class: Class::Rule,
            ..Finding::shape(code, pointer, args)
        }
    }

    /// Sets the clause on which the finding is based.
    pub fn by(mut self, rule: impl Into<Name>) -> Finding {
        self.rule = Some(rule.into());
        self
    }

    /// Sets the key of its message, if there is one that differs from the code.
    pub fn with_message(mut self, message: impl Into<Option<&'static str>>) -> Finding {
        self.message = message.into().map(Name::new);
        self
    }

    /// Prefixes its pointer with `parent`.
    pub fn under(mut self, parent: &str) -> Finding {
        self.pointer.insert_str(0, parent);
        self
    }
}

/// Returns a key as a segment of a JSON pointer, with `~` and `/` escaped.
///
/// ```
/// use overtrick_core::segment;
///
/// assert_eq!(segment("Ann/Bo"), "Ann~1Bo");
/// ```
pub fn segment(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The maximum number of listed faults. If there are more, a `more-faults` entry follows.
pub const MAX_FINDINGS: usize = 100;

/// The code of the last entry, which has the number of faults that are not listed.
pub const MORE_FAULTS: &str = "more-faults";

/// Limits a list of faults. If it leaves out faults, the last entry has their number.
///
/// ```
/// use overtrick_core::{Finding, MAX_FINDINGS, limited};
///
/// let fault = |index| Finding::shape("wrong-type", format!("/hands/{index}"), Vec::new());
/// let listed = limited((0..MAX_FINDINGS + 9).map(fault).collect());
/// assert_eq!(listed.len(), MAX_FINDINGS + 1);
/// assert_eq!(listed[MAX_FINDINGS].args[0].1.number(), Some(9));
/// ```
#[must_use]
pub fn limited(mut findings: Faults) -> Faults {
    let unlisted = findings.extract_if(.., |finding| finding.code == MORE_FAULTS);
    let unlisted: usize = unlisted.map(|finding| count_of(&finding)).sum();
    let all = findings.len() + unlisted;
    findings.truncate(MAX_FINDINGS);
    let left_out = all - findings.len();
    findings.extend((left_out > 0).then(|| more_faults(left_out)));
    findings
}

/// Adds a fault. If too many are listed already, it only counts the fault and does not create it, because a
/// fault needs far more memory than the text that causes it.
pub fn report(findings: &mut Faults, finding: impl FnOnce() -> Finding) {
    if findings.len() < MAX_FINDINGS {
        findings.push(finding());
    } else {
        let more = findings.pop_if(|last| last.code == MORE_FAULTS);
        let counted = more.map_or(0, |more| count_of(&more));
        findings.push(more_faults(counted + 1));
    }
}

/// Returns the entry for this number of faults that are not listed.
pub fn more_faults(count: usize) -> Finding {
    Finding::shape(MORE_FAULTS, "", args![count: count])
}

fn count_of(more: &Finding) -> usize {
    let count = more.args.first().and_then(|(_, count)| count.number());
    let count = count.and_then(|count| usize::try_from(count).ok());
    count.unwrap_or_default()
}

/// The range of numbers that a field accepts.
#[derive(Debug, Clone)]
pub struct Bounds {
    pub(crate) range: RangeInclusive<i64>,
    /// The key of the message that explains the range.
    pub(crate) message: Option<&'static str>,
}

impl Bounds {
    /// Returns the range from 0 to `most`, with the key of the message that explains the maximum.
    pub const fn up_to(most: i64, message: &'static str) -> Bounds {
        Bounds {
            range: 0..=most,
            message: Some(message),
        }
    }

    /// Returns the range from 0 to the number of cards that each player has.
    pub const fn cards(most: i64) -> Bounds {
        Bounds::up_to(most, "out-of-range-cards")
    }
}

conversions! { Bounds:
    RangeInclusive<i64>: range => Bounds { range, message: None };
}

/// Returns the fault for a number outside its range.
///
/// ```
/// use overtrick_core::out_of_range;
///
/// let fault = out_of_range("/hands/0/bids/Ann", 14, &(0..=13));
/// assert_eq!(fault.code, "out-of-range");
/// ```
pub fn out_of_range(pointer: &str, number: i64, range: &RangeInclusive<i64>) -> Finding {
    let args = args![found: number, least: *range.start(), most: *range.end()];
    Finding::rule("out-of-range", pointer, args)
}

/// Returns the fault for a name that no player at the table has.
pub fn unknown_player(table: &Table, pointer: &str, name: &str) -> Finding {
    let args = args![name: name.trim().to_owned(), players: table.names().to_vec()];
    Finding::rule("unknown-player", pointer, args)
}
