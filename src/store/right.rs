//! The right on behalf of which something is written.

use overtrick_match::ledger::MatchId;

/// The right on behalf of which something is written. If several instances share a database, it is checked in
/// the writing transaction, because another instance may just have revoked it. The default right cannot end:
/// that of the service itself or of the administrator's token.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Right {
    /// The right of a program.
    pub program: Option<KeyInUse>,
    /// The right of a match key that was valid at this version of the match: no key of the match was renewed
    /// or revoked since. Events do not need it, because they must follow the version by which they were
    /// judged.
    pub keyed: Option<(MatchId, u64)>,
}

/// An API key that was sent with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInUse {
    /// Its id.
    pub id: String,
    /// SHA-256 of the whole key; a renewed key has another digest.
    pub digest: [u8; 32],
}

impl Right {
    /// The right of a program, if there is one.
    pub fn of_program(program: Option<KeyInUse>) -> Right {
        Right {
            program,
            keyed: None,
        }
    }
}
