//! Problems: every error of the service as RFC 9457 says it.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use serde_json::{Value, json};

use crate::document::ErrorReport;
use crate::lang::Language;
use crate::rules::wire::words;
use crate::rules::{Args, Class, Finding};

/// The media type of a problem.
pub const PROBLEM_JSON: &str = "application/problem+json";

words! {
    /// What kind of problem it is: the last part of its `type`, and its key in the catalogs.
    pub enum Kind {
        /// What was sent has not the form that it should have.
        Malformed = "malformed",
        /// A header, a query or a path is not what it should be.
        BadRequest = "bad-request",
        /// No key was given.
        Unauthorized = "unauthorized",
        /// The key does not allow it.
        Forbidden = "forbidden",
        /// A page of another origin asked with a cookie.
        CrossSite = "cross-site",
        /// There is nothing here.
        NotFound = "not-found",
        /// A frame is asked for a look that there is not.
        BadTheme = "bad-theme",
        /// A match that is not published.
        NotShown = "not-shown",
        /// There is something here, but not for this method.
        MethodNotAllowed = "method-not-allowed",
        /// The answer is in no form that the client takes.
        NotAcceptable = "not-acceptable",
        /// The request took too long to arrive.
        TooSlow = "too-slow",
        /// The same request is being answered at this moment.
        InProgress = "in-progress",
        /// The match has changed since.
        Changed = "changed",
        /// The body is too large.
        TooLarge = "too-large",
        /// The body is in a form that is not read.
        UnsupportedType = "unsupported-type",
        /// What was sent cannot be scored, or is against a rule.
        Refused = "refused",
        /// The idempotency key was used for something else.
        KeyReused = "key-reused",
        /// A change must say which version it changes.
        VersionNeeded = "version-needed",
        /// Too many requests in too short a time.
        TooMany = "too-many",
        /// The service failed.
        Internal = "internal",
        /// The database is busy.
        Busy = "busy",
        /// The database is full.
        Full = "full",
        /// The database cannot be used.
        Unavailable = "unavailable",
    }
}

impl Kind {
    /// Its HTTP status.
    pub fn status(self) -> StatusCode {
        match self {
            Kind::Malformed | Kind::BadRequest | Kind::BadTheme => StatusCode::BAD_REQUEST,
            Kind::Unauthorized => StatusCode::UNAUTHORIZED,
            Kind::Forbidden | Kind::CrossSite => StatusCode::FORBIDDEN,
            Kind::NotFound | Kind::NotShown => StatusCode::NOT_FOUND,
            Kind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Kind::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
            Kind::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Kind::InProgress => StatusCode::CONFLICT,
            Kind::Changed => StatusCode::PRECONDITION_FAILED,
            Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::UnsupportedType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Kind::Refused | Kind::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::VersionNeeded => StatusCode::PRECONDITION_REQUIRED,
            Kind::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Kind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Kind::Busy | Kind::Full | Kind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The kind that says best what an answer of this status means.
    pub fn of_status(status: StatusCode) -> Kind {
        let known = Kind::ALL.iter().find(|kind| kind.status() == status);
        known.copied().unwrap_or(if status.is_server_error() {
            Kind::Internal
        } else {
            Kind::BadRequest
        })
    }
}

/// A problem, not yet json in any language.
#[derive(Debug)]
pub struct Problem {
    kind: Kind,
    args: Args,
    findings: Vec<Finding>,
    headers: Vec<(HeaderName, HeaderValue)>,
    more: Vec<(&'static str, Value)>,
}

impl Problem {
    /// A problem of this kind.
    pub fn new(kind: Kind) -> Problem {
        Problem {
            kind,
            args: Args::new(),
            findings: Vec::new(),
            headers: Vec::new(),
            more: Vec::new(),
        }
    }

    /// The problem of these faults: of form, if any of them is.
    pub fn of(findings: Vec<Finding>) -> Problem {
        let large = findings.iter().any(|finding| finding.code == "too-large");
        let shape = findings.iter().any(|finding| finding.class == Class::Shape);
        let kind = match (large, shape) {
            (true, _) => Kind::TooLarge,
            (_, true) => Kind::Malformed,
            _ => Kind::Refused,
        };
        Problem {
            findings,
            ..Problem::new(kind)
        }
    }

    /// The same, with the figures of its sentence.
    #[must_use]
    pub fn saying(mut self, args: Args) -> Problem {
        self.args = args;
        self
    }

    /// The same, with a header.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Problem {
        self.headers.push((name, value));
        self
    }

    /// The same, with a member of its own.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Value) -> Problem {
        self.more.push((name, value));
        self
    }

    /// What kind it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its JSON in a language; `page` is where the kinds are described, `request` the request's id.
    pub fn to_json(&self, language: &Language, page: &str, request: &str) -> Value {
        let slug = self.kind.word();
        let mut json = json!({
            "type": format!("{page}#{slug}"),
            "title": language.text("problem", slug),
            "status": self.kind.status().as_u16(),
            "detail": language.format("problem-detail", slug, &self.args),
        });
        if !request.is_empty() {
            json["instance"] = format!("urn:request:{request}").into();
        }
        if !self.findings.is_empty() {
            let errors = ErrorReport::of(&self.findings, None, language).errors;
            json["errors"] = serde_json::to_value(errors).unwrap_or_default();
        }
        for (name, value) in &self.more {
            json[*name] = value.clone();
        }
        json
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.kind.status()
    }

    /// The problem in English; the middleware of the service says it in the client's language.
    fn error_response(&self) -> HttpResponse {
        let mut builder = HttpResponseBuilder::new(self.kind.status());
        for (name, value) in &self.headers {
            builder.append_header((name.clone(), value.clone()));
        }
        if self.kind == Kind::Unauthorized {
            builder.insert_header((header::WWW_AUTHENTICATE, "Bearer realm=\"overtrick\""));
        }
        builder
            .insert_header((header::CONTENT_TYPE, PROBLEM_JSON))
            .body(
                self.to_json(Language::english(), "/problems", "")
                    .to_string(),
            )
    }
}

impl From<Kind> for Problem {
    fn from(kind: Kind) -> Problem {
        Problem::new(kind)
    }
}

impl From<Vec<Finding>> for Problem {
    fn from(findings: Vec<Finding>) -> Problem {
        Problem::of(findings)
    }
}

impl From<Finding> for Problem {
    fn from(finding: Finding) -> Problem {
        Problem::of(vec![finding])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_said_and_explained() {
        let page = include_str!("../../openapi/problems.md");
        for kind in Kind::ALL {
            assert!(Language::english().has("problem", kind.word()), "{kind:?}");
            assert!(
                Language::english().has("problem-detail", kind.word()),
                "{kind:?}"
            );
            let heading = format!("\n## {}\n", kind.word());
            assert!(page.contains(&heading), "{heading}");
        }
    }
}
