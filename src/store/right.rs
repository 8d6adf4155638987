//! In whose right something is written.

use overtrick_match::ledger::MatchId;

/// In whose right something is written. Where several instances write to a database, it is looked at in the
/// transaction that writes: another one may just have taken it away. By default it is nobody's whose right could
/// end: that of the service itself, or of its administrator's token.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Right {
    /// That of a program.
    pub program: Option<KeyInUse>,
    /// That of whoever has a key of a match that was valid at this version of it: no key of the match was renewed
    /// or revoked since. An event needs none of this: it comes after the version that it was judged by, or not at
    /// all.
    pub keyed: Option<(MatchId, u64)>,
}

/// A key for programs that somebody has sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInUse {
    /// Its id.
    pub id: String,
    /// SHA-256 of the whole key: that of one which was renewed is another one.
    pub digest: [u8; 32],
}

impl Right {
    /// That of a program, where it is one.
    pub fn of_program(program: Option<KeyInUse>) -> Right {
        Right {
            program,
            keyed: None,
        }
    }
}
