//! Problems: the error answers of the service (RFC 9457).

use std::fmt;

use actix_web::http::header::{HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::Ref;

use crate::access::program_keys::KeyFault;
use crate::error::ServiceError;
use overtrick_core::wire::words;
use overtrick_core::{Args, Class, Faults, Finding, args, limited};
use overtrick_match::document::{ErrorReport, Fault, FilePlace, MAX_BYTES};
use overtrick_match::lang::Language;
use overtrick_store::StoreError;

/// The media type of a problem.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// A problem before translation. The middleware renders it in the client's language.
#[derive(Debug)]
pub struct Problem {
    kind: ProblemKind,
    /// The key of the detail sentence, if it differs from the key of the kind.
    wording: Option<&'static str>,
    args: Args,
    findings: Vec<Finding>,
    headers: Vec<(HeaderName, HeaderValue)>,
    /// Boxed to keep results with this error small.
    rest: Box<Rest>,
}

/// Data that only some problems have.
#[derive(Debug, Default)]
struct Rest {
    /// The places of the findings in a file, in the order of the findings.
    places: Vec<FilePlace>,
    /// The reason why the store failed, for the log.
    store_failure: Option<String>,
    /// The current state of the match.
    current: Option<Box<RawValue>>,
    /// The current version of the match.
    version: Option<u64>,
}

/// A problem (RFC 9457) in a language.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemReport {
    /// The current state of the match, if a change expected a different version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = match_state)]
    pub current: Option<Box<RawValue>>,
    /// What is wrong with this request.
    pub detail: String,
    /// The faults of the body or query, each with its place. After 100 faults, a last fault with the code
    /// `more-faults` gives the number of further faults.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
    /// The id of the request, as a URN.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uri-reference")]
    pub instance: Option<String>,
    /// The HTTP status.
    pub status: u16,
    /// The name of the kind of problem.
    pub title: String,
    /// A link to the description of this kind of problem.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference")]
    pub kind: String,
    /// The current version of the match, if a change expected a different version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
}

/// Returns a reference to the schema of a match's state, which another endpoint defines.
fn match_state() -> Ref {
    Ref::from_schema_name("MatchState")
}

impl Problem {
    /// Makes a problem of this kind.
    pub fn new(kind: ProblemKind) -> Problem {
        // The default limit. A problem with another limit replaces it.
        let args = match kind {
            ProblemKind::TooLarge => args![most: MAX_BYTES / 1024],
            _ => Args::new(),
        };
        Problem {
            kind,
            wording: None,
            args,
            findings: Vec::new(),
            headers: Vec::new(),
            rest: Box::default(),
        }
    }

    /// Sets the arguments of the detail sentence.
    #[must_use]
    pub fn with_args(mut self, args: Args) -> Problem {
        self.args = args;
        self
    }

    /// Makes a 400 for faults of headers or query parameters. The pointer of each fault must be a slash and
    /// the name of the header or parameter.
    pub fn bad_request(faults: impl Into<Faults>) -> Problem {
        Problem {
            findings: limited(faults.into()),
            ..Problem::new(ProblemKind::BadRequest)
        }
    }

    /// Inserts a fault before the others.
    #[must_use]
    pub fn with_first(mut self, fault: Finding) -> Problem {
        self.findings.insert(0, fault);
        self
    }

    /// Replaces the detail sentence and its arguments.
    #[must_use]
    pub fn worded(mut self, key: &'static str, args: Args) -> Problem {
        self.wording = Some(key);
        self.with_args(args)
    }

    /// Adds a header.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Problem {
        self.headers.push((name, value));
        self
    }

    /// Adds the current state of the match as JSON.
    #[must_use]
    pub fn with_current(mut self, state: Box<RawValue>) -> Problem {
        self.rest.current = Some(state);
        self
    }

    /// Makes the problem for an import with these faults and their places.
    pub fn of_lines(faults: Vec<(FilePlace, Finding)>) -> Problem {
        let mut problem = Problem::new(ProblemKind::Refused);
        (problem.rest.places, problem.findings) = faults.into_iter().unzip();
        problem
    }

    /// Makes the problem for a page that cannot be printed. If any fault concerns the form, the kind is `Malformed`.
    pub fn of_page(findings: Faults) -> Problem {
        let problem = Problem::from(findings);
        let kind = match problem.kind {
            ProblemKind::Refused => ProblemKind::NotPrintable,
            kind => kind,
        };
        Problem { kind, ..problem }
    }

    /// Returns the kind of the problem.
    pub fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// Returns the reason why the store failed, for the log.
    pub fn store_failure(&self) -> Option<&str> {
        self.rest.store_failure.as_deref()
    }

    /// Returns the problem in a language. `page` is the address of the problem descriptions. `request` is
    /// the request's id, or empty.
    pub fn report(&self, language: &Language, page: &str, request: &str) -> ProblemReport {
        let slug = self.kind.word();
        let mut errors = ErrorReport::new(&self.findings, None, language).errors;
        for (error, place) in errors.iter_mut().zip(&self.rest.places) {
            error.line = Some(place.line);
            error.column.clone_from(&place.column);
        }
        ProblemReport {
            current: self.rest.current.clone(),
            detail: language.format("problem-detail", self.wording.unwrap_or(slug), &self.args),
            errors,
            instance: (!request.is_empty()).then(|| format!("urn:request:{request}")),
            status: self.kind.status().as_u16(),
            title: language.text("problem", slug),
            kind: format!("{page}#{slug}"),
            version: self.rest.version,
        }
    }
}

impl ProblemReport {
    /// Returns the problem as JSON text.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
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

    /// Returns the problem in English. The middleware translates it to the client's language.
    fn error_response(&self) -> HttpResponse {
        let mut builder = HttpResponseBuilder::new(self.kind.status());
        if self.kind == ProblemKind::Unauthorized {
            builder.insert_header((WWW_AUTHENTICATE, "Bearer realm=\"overtrick\""));
        }
        for (name, value) in &self.headers {
            builder.insert_header((name.clone(), value.clone()));
        }
        builder
            .insert_header((header::CONTENT_TYPE, PROBLEM_JSON))
            .body(self.report(Language::english(), "/problems", "").to_json())
    }
}

impl From<ProblemKind> for Problem {
    fn from(kind: ProblemKind) -> Problem {
        Problem::new(kind)
    }
}

impl From<Faults> for Problem {
    /// Makes the problem for these faults. If any fault concerns the form, the kind is `Malformed`.
    fn from(findings: Faults) -> Problem {
        let large = findings.iter().any(|finding| finding.code == "too-large");
        let shape = findings.iter().any(|finding| finding.class == Class::Shape);
        let kind = match (large, shape) {
            (true, _) => ProblemKind::TooLarge,
            (_, true) => ProblemKind::Malformed,
            _ => ProblemKind::Refused,
        };
        Problem {
            findings: limited(findings),
            ..Problem::new(kind)
        }
    }
}

impl From<Finding> for Problem {
    fn from(finding: Finding) -> Problem {
        Faults::from(finding).into()
    }
}

/// Returns the finding for an unreadable `If-Match`.
pub fn unreadable_version(found: &str) -> Finding {
    Finding::shape("if-match-form", "/If-Match", args![found: shortened(found)])
}

/// Returns an input shortened to fit in a sentence.
pub fn shortened(found: &str) -> String {
    cut(found, 60)
}

/// Returns a text cut to this many characters, with `…` if it was longer.
pub fn cut(found: &str, most: usize) -> String {
    let mut short: String = found.chars().take(most).collect();
    if short.len() < found.len() {
        short.push('…');
    }
    short
}

/// Returns the problem for an invalid API key.
pub fn invalid_program_key(fault: KeyFault) -> Problem {
    let (challenge, wording) = match fault {
        KeyFault::Unknown => (
            "Bearer realm=\"overtrick\", error=\"invalid_token\", error_description=\"the key is not known\"",
            "unauthorized-unknown",
        ),
        KeyFault::Expired => (
            "Bearer realm=\"overtrick\", error=\"invalid_token\", error_description=\"the key has expired\"",
            "unauthorized-expired",
        ),
    };
    Problem::new(ProblemKind::Unauthorized)
        .with_header(WWW_AUTHENTICATE, HeaderValue::from_static(challenge))
        .worded(wording, args![])
}

/// Returns the problem for an invalid key.
pub fn invalid_key() -> Problem {
    let challenge = HeaderValue::from_static("Bearer realm=\"overtrick\", error=\"invalid_token\"");
    Problem::new(ProblemKind::Unauthorized).with_header(WWW_AUTHENTICATE, challenge)
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        let after = |kind: ProblemKind, seconds: u64| {
            Problem::new(kind).with_header(RETRY_AFTER, HeaderValue::from(seconds))
        };
        match error {
            ServiceError::NotFound => ProblemKind::NotFound.into(),
            ServiceError::Deleted => ProblemKind::Deleted.into(),
            ServiceError::Unauthorized => invalid_key(),
            ServiceError::KeyRevoked => invalid_key().worded("unauthorized-revoked", args![]),
            ServiceError::UnknownCode => ProblemKind::UnknownCode.into(),
            ServiceError::VersionNeeded => ProblemKind::VersionNeeded.into(),
            ServiceError::VersionUnreadable(found) => {
                Problem::bad_request(unreadable_version(&found))
            }
            ServiceError::Conflict { current } => {
                let mut problem = Problem::new(ProblemKind::Changed);
                problem.rest.version = Some(current);
                problem
            }
            ServiceError::Refused(findings) => findings.into(),
            ServiceError::Forbidden => ProblemKind::Forbidden.into(),
            ServiceError::InProgress => after(ProblemKind::InProgress, 1),
            ServiceError::KeyReused => ProblemKind::KeyReused.into(),
            ServiceError::Store(StoreError::ExternalIdTaken) => ProblemKind::ExternalIdTaken.into(),
            ServiceError::Store(error) => {
                let (kind, seconds) = match error {
                    StoreError::Busy => (ProblemKind::Busy, 1),
                    StoreError::Full => (ProblemKind::Full, 1),
                    // The problem lasts until an operator acts.
                    StoreError::ReadOnly => (ProblemKind::ReadOnly, 10),
                    _ => (ProblemKind::Unavailable, 10),
                };
                let mut problem = after(kind, seconds);
                problem.rest.store_failure = Some(error.to_string());
                problem
            }
            ServiceError::SecretLost(_) | ServiceError::OtherSecret(_) => {
                after(ProblemKind::Unavailable, 10)
            }
            ServiceError::Damaged { id, damage } => {
                tracing::error!(id, %damage, "a stored match is damaged");
                Problem::new(ProblemKind::Damaged).with_args(args![id: id])
            }
        }
    }
}

/// Defines the kinds of problems, each with the last part of its `type` and its HTTP status.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident = $word:literal, $status:ident;)+) => {
        words! {
            /// The kind of a problem. Its word is the last part of the `type` and the key in the language catalogs.
            pub enum ProblemKind { $($(#[$doc])+ $kind = $word,)+ }
        }

        impl ProblemKind {
            /// Returns the HTTP status of the kind.
            pub fn status(self) -> StatusCode {
                match self { $(ProblemKind::$kind => StatusCode::$status,)+ }
            }
        }
    };
}

kinds! {
    /// The body is not JSON, or does not have the required form.
    Malformed = "malformed", BAD_REQUEST;
    /// A header, the query or the path cannot be read.
    BadRequest = "bad-request", BAD_REQUEST;
    /// The request has no key, or its key does not give access to the match.
    Unauthorized = "unauthorized", UNAUTHORIZED;
    /// The role of the key is not sufficient.
    Forbidden = "forbidden", FORBIDDEN;
    /// The request came from a page of another site.
    CrossSite = "cross-site", FORBIDDEN;
    /// There is nothing at this path.
    NotFound = "not-found", NOT_FOUND;
    /// The match was deleted and cannot be restored from its log.
    Deleted = "deleted", GONE;
    /// The match does not exist or is not published.
    NotShown = "not-shown", NOT_FOUND;
    /// No match has this join code.
    UnknownCode = "unknown-code", NOT_FOUND;
    /// The path does not support this method.
    MethodNotAllowed = "method-not-allowed", METHOD_NOT_ALLOWED;
    /// The request took too long to arrive.
    TooSlow = "too-slow", REQUEST_TIMEOUT;
    /// A request with the same idempotency key is in progress: try again later.
    InProgress = "in-progress", CONFLICT;
    /// The match of an imported log is already stored, and the request has no key and no secret for it.
    AlreadyHere = "already-here", CONFLICT;
    /// Another match has this external id.
    ExternalIdTaken = "external-id-taken", CONFLICT;
    /// The match has changed: read it again, and then repeat the change.
    Changed = "changed", PRECONDITION_FAILED;
    /// The address of the request is too long.
    AddressTooLong = "address-too-long", URI_TOO_LONG;
    /// The body is too large.
    TooLarge = "too-large", PAYLOAD_TOO_LARGE;
    /// The body's media type is not supported.
    UnsupportedType = "unsupported-type", UNSUPPORTED_MEDIA_TYPE;
    /// The body is well-formed, but cannot be scored or breaks a rule.
    Refused = "refused", UNPROCESSABLE_ENTITY;
    /// The requested page cannot be printed.
    NotPrintable = "not-printable", UNPROCESSABLE_ENTITY;
    /// The idempotency key was used for a different request: use a new key.
    KeyReused = "key-reused", UNPROCESSABLE_ENTITY;
    /// The answer would be too large: request less data.
    AnswerTooLarge = "answer-too-large", UNPROCESSABLE_ENTITY;
    /// A change needs `If-Match`.
    VersionNeeded = "version-needed", PRECONDITION_REQUIRED;
    /// The client sent too many requests: wait for the time in `Retry-After`.
    TooMany = "too-many", TOO_MANY_REQUESTS;
    /// Too many wrong join codes: wait for the time in `Retry-After`.
    TooManyCodes = "too-many-codes", TOO_MANY_REQUESTS;
    /// The answer is available only in another format.
    UnknownFormat = "unknown-format", NOT_IMPLEMENTED;
    /// The service failed.
    Internal = "internal", INTERNAL_SERVER_ERROR;
    /// The stored match is damaged: restore it from a backup.
    Damaged = "damaged", INTERNAL_SERVER_ERROR;
    /// The database is locked, slow or unreachable: try again.
    Busy = "busy", SERVICE_UNAVAILABLE;
    /// The service is too busy for this request: try again later.
    Overloaded = "overloaded", SERVICE_UNAVAILABLE;
    /// The database has reached its size limit.
    Full = "full", SERVICE_UNAVAILABLE;
    /// The database is read-only.
    ReadOnly = "read-only", SERVICE_UNAVAILABLE;
    /// The database cannot be used.
    Unavailable = "unavailable", SERVICE_UNAVAILABLE;
}

impl ProblemKind {
    /// Returns the first kind with this status, or a general kind if there is none.
    pub fn of_status(status: StatusCode) -> ProblemKind {
        let kind = ProblemKind::ALL.iter().find(|kind| kind.status() == status);
        kind.copied().unwrap_or(if status.is_server_error() {
            ProblemKind::Internal
        } else {
            ProblemKind::BadRequest
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_failure_of_the_store_has_a_time_to_retry() {
        for error in [
            StoreError::Busy,
            StoreError::Full,
            StoreError::ReadOnly,
            StoreError::InUse,
            StoreError::Other("a disk that fails".to_owned()),
        ] {
            let failure = format!("{error:?}");
            let answer = Problem::from(ServiceError::Store(error)).error_response();
            assert_eq!(
                answer.status(),
                StatusCode::SERVICE_UNAVAILABLE,
                "{failure}"
            );
            let after = answer.headers().get(RETRY_AFTER);
            let after = after.and_then(|after| after.to_str().ok()?.parse::<u64>().ok());
            assert!(after.is_some_and(|seconds| seconds > 0), "{failure}");
        }
    }

    #[test]
    fn every_kind_has_its_texts_and_its_section() {
        let page = include_str!("../../../openapi/problems.md");
        for kind in ProblemKind::ALL {
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
