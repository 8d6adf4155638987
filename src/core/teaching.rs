//! Faults with help: what a missing field accepts, and which keys an object has.

use super::form::{FieldOf, KindOf};
use super::{Arg, Args, FactsOf, Finding, args, limited};

/// The faults of a match document of this game, each with what its field accepts. `envelope` are the fields
/// of every document.
#[must_use]
pub fn taught(
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
                let mut rules = facts.options.iter().map(|rule| &rule.field);
                let name = segments.next();
                let field = rules.find(|field| Some(field.name) == name);
                field.and_then(|field| within(&field.kind, segments))
            }
            _ => kind_at(envelope, rest),
        };
        teach(finding, kind);
    }
    findings
}

/// The faults of a question, [at most as many as are listed](limited), each with what its field accepts.
#[must_use]
pub fn taught_of_question(findings: Vec<Finding>, fields: &[FieldOf<'_>]) -> Vec<Finding> {
    let mut findings = limited(findings);
    for finding in &mut findings {
        let kind = kind_at(fields, finding.pointer.split('/').skip(1));
        teach(finding, kind);
    }
    findings
}

/// The kind of the field at these segments of a pointer.
fn kind_at<'k, 's>(
    fields: &[FieldOf<'k>],
    mut segments: impl Iterator<Item = &'s str>,
) -> Option<KindOf<'k>> {
    within(&field_at(fields, segments.next()?)?, segments)
}

fn within<'k, 's>(
    kind: &KindOf<'k>,
    mut segments: impl Iterator<Item = &'s str>,
) -> Option<KindOf<'k>> {
    let mut kind = *kind;
    loop {
        if let KindOf::Nullable(inner) = kind {
            kind = *inner;
            continue;
        }
        let Some(segment) = segments.next() else {
            return Some(kind);
        };
        // Of several kinds, an object is the one that has fields.
        let fields = |kind: &KindOf<'k>| match kind {
            KindOf::Object(fields) => Some(*fields),
            _ => None,
        };
        kind = match kind {
            KindOf::List(inner) | KindOf::PerPlayer(inner) => *inner,
            KindOf::OneOf(kinds) => field_at(kinds.iter().find_map(fields)?, segment)?,
            kind => field_at(fields(&kind)?, segment)?,
        };
    }
}

fn field_at<'k>(fields: &[FieldOf<'k>], name: &str) -> Option<KindOf<'k>> {
    let field = fields.iter().find(|field| field.name == name)?;
    Some(field.kind)
}

fn teach(finding: &mut Finding, kind: Option<KindOf<'_>>) {
    let Some(kind) = kind else { return };
    let taught = match (&*finding.code, kind) {
        ("missing-field", kind) if finding.message.is_none() => missing(&kind),
        ("wrong-type", KindOf::Object(fields)) if finding.message.is_none() => {
            Some(("wrong-type-keys", args![keys: names(fields)]))
        }
        _ => None,
    };
    if let Some((message, more)) = taught {
        finding.message = Some(message.into());
        finding.args.extend(more);
    }
}

/// The message for a missing field of this kind, with its arguments.
fn missing(kind: &KindOf<'_>) -> Option<(&'static str, Args)> {
    Some(match kind {
        KindOf::Word(words) => ("missing-word", args![words: texts(words)]),
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

fn texts(words: &[&str]) -> Arg {
    Arg::List(words.iter().map(|word| Arg::Text((*word).into())).collect())
}

fn names(fields: &[FieldOf<'_>]) -> Arg {
    let names = fields.iter().map(|field| Arg::Text(field.name.into()));
    Arg::List(names.collect())
}
