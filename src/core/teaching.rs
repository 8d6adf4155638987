//! Faults with help: what a missing field accepts, and which keys an object has.

use super::form::{Field, Kind};
use super::{Arg, Args, Facts, Finding, args, limited};

/// The faults of a match document of this game, each with what its field accepts. `envelope` are the fields
/// of every document.
#[must_use]
pub fn taught(mut findings: Vec<Finding>, facts: &Facts, envelope: &[Field]) -> Vec<Finding> {
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
pub fn taught_of_question(findings: Vec<Finding>, fields: &[Field]) -> Vec<Finding> {
    let mut findings = limited(findings);
    for finding in &mut findings {
        let kind = kind_at(fields, finding.pointer.split('/').skip(1));
        teach(finding, kind);
    }
    findings
}

/// The kind of the field at these segments of a pointer.
fn kind_at<'a>(fields: &[Field], mut segments: impl Iterator<Item = &'a str>) -> Option<Kind> {
    let name = segments.next()?;
    let field = fields.iter().find(|field| field.name == name)?;
    within(&field.kind, segments)
}

fn within<'a>(kind: &Kind, mut segments: impl Iterator<Item = &'a str>) -> Option<Kind> {
    let mut kind = *kind;
    loop {
        match kind {
            Kind::Nullable(inner) => {
                kind = *inner;
                continue;
            }
            // Among several kinds, the object is the one with fields.
            Kind::OneOf(kinds) => {
                let object = kinds.iter().find(|kind| matches!(kind, Kind::Object(_)));
                let Some(segment) = segments.next() else {
                    return Some(kind);
                };
                let Some(Kind::Object(fields)) = object else {
                    return None;
                };
                kind = fields.iter().find(|field| field.name == segment)?.kind;
                continue;
            }
            _ => {}
        }
        let Some(segment) = segments.next() else {
            return Some(kind);
        };
        kind = match kind {
            Kind::List(inner) | Kind::PerPlayer(inner) => *inner,
            Kind::Object(fields) => fields.iter().find(|field| field.name == segment)?.kind,
            _ => return None,
        };
    }
}

fn teach(finding: &mut Finding, kind: Option<Kind>) {
    let Some(kind) = kind else { return };
    let taught = match (finding.code, kind) {
        ("missing-field", kind) if finding.message.is_none() => missing(&kind),
        ("wrong-type", Kind::Object(fields)) if finding.message.is_none() => {
            Some(("wrong-type-keys", args![keys: names(fields)]))
        }
        _ => None,
    };
    if let Some((message, more)) = taught {
        finding.message = Some(message);
        finding.args.extend(more);
    }
}

/// The message for a missing field of this kind, with its arguments.
fn missing(kind: &Kind) -> Option<(&'static str, Args)> {
    Some(match kind {
        Kind::Word(words) => ("missing-word", args![words: texts(words)]),
        Kind::Int(least, most) => ("missing-int", args![least: *least, most: *most]),
        Kind::Number(least, most) => ("missing-number", args![least: *least, most: *most]),
        Kind::Player => ("missing-player", args![]),
        Kind::Flag => ("missing-flag", args![]),
        Kind::PerPlayer(_) => ("missing-players", args![]),
        Kind::Object(fields) => ("missing-object", args![keys: names(fields)]),
        Kind::List(_) => ("missing-list", args![]),
        Kind::Nullable(kind) => return missing(kind),
        Kind::OneOf(kinds) => return kinds.first().and_then(missing),
        Kind::Any | Kind::Text | Kind::Card | Kind::ById(_) => return None,
    })
}

fn texts(words: &[&'static str]) -> Arg {
    Arg::List(words.iter().map(|word| Arg::Text((*word).into())).collect())
}

fn names(fields: &[Field]) -> Arg {
    let names = fields.iter().map(|field| Arg::Text(field.name.into()));
    Arg::List(names.collect())
}
