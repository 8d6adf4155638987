//! Versions of a match as entity tags, and what a client expects of them.

use actix_web::HttpRequest;
use actix_web::http::header;

use super::problem::{Problem, ProblemKind as Kind};
use crate::lang::Language;
use crate::rules::args;

/// The strong tag of a match at a version, in a language.
pub fn tag(version: u64, language: &Language) -> String {
    format!("\"{version}.{}\"", language.tag())
}

/// The versions of the match that a change may be made to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// Whichever it is.
    Any,
    /// One of these.
    OneOf(Vec<u64>),
}

impl Expected {
    /// The version expected, as the match is at `current`.
    pub fn at(&self, current: u64) -> Option<u64> {
        match self {
            Expected::Any => Some(current),
            Expected::OneOf(versions) => versions.contains(&current).then_some(current),
        }
    }
}

/// What `If-Match` says.
///
/// # Errors
/// 428 without it, 400 if it is no list of entity tags.
pub fn if_match(request: &HttpRequest) -> Result<Expected, Problem> {
    let tags = listed(request, &header::IF_MATCH)?.ok_or(Kind::VersionNeeded)?;
    if tags.iter().any(|tag| tag == "*") {
        return Ok(Expected::Any);
    }
    // A weak tag never matches here.
    Ok(Expected::OneOf(
        tags.iter().filter_map(|tag| version_of(tag)).collect(),
    ))
}

/// Whether the client has this version in this language already.
pub fn is_known(request: &HttpRequest, version: u64, language: &Language) -> bool {
    knows(request, &tag(version, language))
}

/// Whether the client has what this tag stands for already, in whatever encoding.
pub fn knows(request: &HttpRequest, own: &str) -> bool {
    let tags = listed(request, &header::IF_NONE_MATCH)
        .ok()
        .flatten()
        .unwrap_or_default();
    let own = own.trim_matches('"');
    tags.iter().any(|tag| {
        let text = tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"');
        tag == "*"
            || text == own
            || text
                .strip_prefix(own)
                .is_some_and(|rest| rest.starts_with('-'))
    })
}

fn version_of(tag: &str) -> Option<u64> {
    let text = tag.strip_prefix('"')?;
    text.split(['.', '"']).next()?.parse().ok()
}

/// The entity tags of a header, or `*`.
fn listed(
    request: &HttpRequest,
    name: &header::HeaderName,
) -> Result<Option<Vec<String>>, Problem> {
    let refuse = || Problem::new(Kind::BadRequest).with_args(args![name: name.as_str().to_owned()]);
    let mut tags = Vec::new();
    for value in request.headers().get_all(name) {
        let value = value.to_str().map_err(|_| refuse())?;
        for tag in value
            .split(',')
            .map(str::trim)
            .filter(|tag| !tag.is_empty())
        {
            let strong = tag.strip_prefix("W/").unwrap_or(tag);
            let quoted = strong.len() >= 2 && strong.starts_with('"') && strong.ends_with('"');
            if tag != "*" && !quoted {
                return Err(refuse());
            }
            tags.push(tag.to_owned());
        }
    }
    let there = request.headers().contains_key(name);
    if there && tags.is_empty() {
        return Err(refuse());
    }
    Ok(there.then_some(tags))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn expected(header: &str) -> Result<Expected, Kind> {
        let request = TestRequest::default()
            .insert_header((header::IF_MATCH, header))
            .to_http_request();
        if_match(&request).map_err(|problem| problem.kind())
    }

    #[test]
    fn a_version_is_expected_by_its_tag() {
        assert_eq!(expected("\"7.en\""), Ok(Expected::OneOf(vec![7])));
        assert_eq!(
            expected("\"7.en-gzip\", \"8\""),
            Ok(Expected::OneOf(vec![7, 8]))
        );
        assert_eq!(expected("W/\"7.en\""), Ok(Expected::OneOf(vec![])));
        assert_eq!(expected("*"), Ok(Expected::Any));
        assert_eq!(expected("7"), Err(Kind::BadRequest));
        assert_eq!(expected(""), Err(Kind::BadRequest));
        let without = TestRequest::default().to_http_request();
        assert_eq!(if_match(&without).unwrap_err().kind(), Kind::VersionNeeded);
    }

    #[test]
    fn a_known_version_need_not_be_sent_again() {
        let knows = |header: &str| {
            let request = TestRequest::default().insert_header((header::IF_NONE_MATCH, header));
            is_known(&request.to_http_request(), 7, Language::english())
        };
        assert!(knows("\"6.en\", \"7.en\"") && knows("W/\"7.en-br\"") && knows("*"));
        assert!(!knows("\"7.cs\"") && !knows("\"70.en\""));
    }
}
