//! The kinds of problems, with their HTTP statuses.

use actix_web::http::StatusCode;

use overtrick_core::wire::words;

words! {
    /// The kind of a problem: the last part of its `type`, and its key in the language catalogs.
    pub enum ProblemKind {
        /// The body is not JSON, or does not have the required form.
        Malformed = "malformed",
        /// A header, the query or the path cannot be read.
        BadRequest = "bad-request",
        /// The request has no key, or one that does not open the match.
        Unauthorized = "unauthorized",
        /// The key's role may not do this.
        Forbidden = "forbidden",
        /// A page of another site sent the cookie.
        CrossSite = "cross-site",
        /// There is nothing at this path.
        NotFound = "not-found",
        /// The query of a frame has an unknown color, theme or language.
        BadTheme = "bad-theme",
        /// The match expired because it was unused.
        Expired = "expired",
        /// The match was deleted and cannot be restored from its log.
        Deleted = "deleted",
        /// The match is not published, or does not exist.
        NotShown = "not-shown",
        /// No match has this join code.
        UnknownCode = "unknown-code",
        /// The path does not support this method.
        MethodNotAllowed = "method-not-allowed",
        /// The answer is not available in a media type that the client accepts.
        NotAcceptable = "not-acceptable",
        /// The request took too long to arrive.
        TooSlow = "too-slow",
        /// The same request is in progress: send it again later.
        InProgress = "in-progress",
        /// The match of an imported log is already stored, and the request does not prove the right to its
        /// keys.
        AlreadyHere = "already-here",
        /// Another match has the external id.
        ExternalIdTaken = "external-id-taken",
        /// The match has changed: read it again, then repeat the change.
        Changed = "changed",
        /// The address of the request is too long.
        AddressTooLong = "address-too-long",
        /// The body is too large.
        TooLarge = "too-large",
        /// The body's media type is not supported.
        UnsupportedType = "unsupported-type",
        /// The body cannot be scored or breaks a rule.
        Refused = "refused",
        /// The page that is requested cannot be printed.
        NotPrintable = "not-printable",
        /// The idempotency key was used for another request: send a new one.
        KeyReused = "key-reused",
        /// The answer would be too large: ask for less of it.
        AnswerTooLarge = "answer-too-large",
        /// A change needs `If-Match`.
        VersionNeeded = "version-needed",
        /// The client sent too many requests: wait as long as `Retry-After` says.
        TooMany = "too-many",
        /// Too many wrong join codes: wait as long as `Retry-After` says.
        TooManyCodes = "too-many-codes",
        /// The answer is available in another format only.
        UnknownFormat = "unknown-format",
        /// The service failed.
        Internal = "internal",
        /// The stored match differs from what was recorded: restore it from a backup.
        Damaged = "damaged",
        /// The database is locked, slow or unreachable: try again.
        Busy = "busy",
        /// The service is too busy for this request: try again later.
        Overloaded = "overloaded",
        /// The database has reached its size limit.
        Full = "full",
        /// The database is read-only.
        ReadOnly = "read-only",
        /// The database cannot be used.
        Unavailable = "unavailable",
    }
}

impl ProblemKind {
    /// Its HTTP status.
    pub fn status(self) -> StatusCode {
        match self {
            ProblemKind::Malformed | ProblemKind::BadRequest | ProblemKind::BadTheme => {
                StatusCode::BAD_REQUEST
            }
            ProblemKind::Unauthorized => StatusCode::UNAUTHORIZED,
            ProblemKind::Forbidden | ProblemKind::CrossSite => StatusCode::FORBIDDEN,
            ProblemKind::NotFound | ProblemKind::NotShown | ProblemKind::UnknownCode => {
                StatusCode::NOT_FOUND
            }
            ProblemKind::Expired | ProblemKind::Deleted => StatusCode::GONE,
            ProblemKind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            ProblemKind::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
            ProblemKind::TooSlow => StatusCode::REQUEST_TIMEOUT,
            ProblemKind::InProgress | ProblemKind::ExternalIdTaken | ProblemKind::AlreadyHere => {
                StatusCode::CONFLICT
            }
            ProblemKind::Changed => StatusCode::PRECONDITION_FAILED,
            ProblemKind::AddressTooLong => StatusCode::URI_TOO_LONG,
            ProblemKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ProblemKind::UnsupportedType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ProblemKind::Refused
            | ProblemKind::NotPrintable
            | ProblemKind::KeyReused
            | ProblemKind::AnswerTooLarge => StatusCode::UNPROCESSABLE_ENTITY,
            ProblemKind::VersionNeeded => StatusCode::PRECONDITION_REQUIRED,
            ProblemKind::TooMany | ProblemKind::TooManyCodes => StatusCode::TOO_MANY_REQUESTS,
            ProblemKind::UnknownFormat => StatusCode::NOT_IMPLEMENTED,
            ProblemKind::Internal | ProblemKind::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
            ProblemKind::Busy
            | ProblemKind::Overloaded
            | ProblemKind::Full
            | ProblemKind::ReadOnly
            | ProblemKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The first kind with this status, or the most general kind if there is none.
    pub fn of_status(status: StatusCode) -> ProblemKind {
        let kind = ProblemKind::ALL.iter().find(|kind| kind.status() == status);
        kind.copied().unwrap_or(if status.is_server_error() {
            ProblemKind::Internal
        } else {
            ProblemKind::BadRequest
        })
    }
}
