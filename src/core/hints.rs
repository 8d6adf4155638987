//! Hints for faults: the values that a missing field accepts, and the keys of an object.

use super::form::{FieldOf, KindOf};
use super::{Arg, Args, FactsOf, Finding, args, limited};

/// Returns the faults of a match document of this game with hints. `envelope` lists the fields that every
/// document has.
#[must_use]
pub fn with_hints(
    mut findings: Vec<Finding>,
    facts: &FactsOf<'_>,
    envelope: &[FieldOf<'_>],
) -> Vec<Finding> {
    for finding in &mut findings {
        let mut segments = finding.pointer.split('/').skip(1);
        let rest = segments.clone();
        let kind = match segments.next() {
            Some("hands") if segments.next().is_some() => kind_at(facts.record, segments),
            Some("current") => kind_at(facts.record, segments),
            Some("options") => {
                let fields: Vec<_> = facts.options.iter().map(|rule| rule.field).collect();
                kind_at(&fields, segments)
            }
            _ => kind_at(envelope, rest),
        };
        add_hints(finding, kind);
    }
    findings
}

/// Returns the faults of a question with hints; their number is [limited](limited).
#[must_use]
pub fn question_with_hints(findings: Vec<Finding>, fields: &[FieldOf<'_>]) -> Vec<Finding> {
    let mut findings = limited(findings);
    for finding in &mut findings {
        let kind = kind_at(fields, finding.pointer.split('/').skip(1));
        add_hints(finding, kind);
    }
    findings
}

/// Returns the kind of the value at these segments of a pointer.
fn kind_at<'k, 's>(
    fields: &[FieldOf<'k>],
    mut segments: impl Iterator<Item = &'s str>,
) -> Option<KindOf<'k>> {
    let first = field_at(fields, segments.next()?)?;
    segments.try_fold(first, |kind, segment| {
        // If several kinds are possible, only the object has fields.
        let field = |kind: &KindOf<'k>| match kind {
            KindOf::Object(fields) => field_at(fields, segment),
            _ => None,
        };
        match kind {
            KindOf::List(inner) | KindOf::PerPlayer(inner) => Some(not_null(inner)),
            KindOf::OneOf(kinds) => kinds.iter().find_map(field),
            kind => field(&kind),
        }
    })
}

fn field_at<'k>(fields: &[FieldOf<'k>], name: &str) -> Option<KindOf<'k>> {
    let field = fields.iter().find(|field| field.name == name)?;
    Some(not_null(&field.kind))
}

fn not_null<'k>(kind: &KindOf<'k>) -> KindOf<'k> {
    match kind {
        KindOf::Nullable(kind) => not_null(kind),
        kind => *kind,
    }
}

fn add_hints(finding: &mut Finding, kind: Option<KindOf<'_>>) {
    let hint = match (&*finding.code, kind) {
        _ if finding.message.is_some() => None,
        ("missing-field", Some(kind)) => missing(&kind),
        ("wrong-type", Some(KindOf::Object(fields))) => {
            Some(("wrong-type-keys", args![keys: names(fields)]))
        }
        _ => None,
    };
    if let Some((message, more)) = hint {
        finding.message = Some(message.into());
        finding.args.extend(more);
    }
}

/// Returns the hint for a missing field of this kind: the key of a message, with its arguments.
fn missing(kind: &KindOf<'_>) -> Option<(&'static str, Args)> {
    Some(match kind {
        KindOf::Word(words) => (
            "missing-word",
            args![words: Arg::texts(words.iter().copied())],
        ),
        KindOf::Int(least, most) => ("missing-int", args![least: *least, most: *most]),
        KindOf::Number(least, most) => ("missing-number", args![least: *least, most: *most]),
        KindOf::Player => ("missing-player", args![]),
        KindOf::Flag => ("missing-flag", args![]),
        KindOf::PerPlayer(_) => ("missing-players", args![]),
        KindOf::Object(fields) => ("missing-object", args![keys: names(fields)]),
        KindOf::List(_) => ("missing-list", args![]),
        KindOf::Nullable(kind) => return missing(kind),
        KindOf::OneOf(kinds) => return kinds.first().and_then(missing),
        KindOf::Any | KindOf::Text | KindOf::Card | KindOf::ById(_) => return None,
    })
}

fn names(fields: &[FieldOf<'_>]) -> Arg {
    Arg::texts(fields.iter().map(|field| field.name))
}
