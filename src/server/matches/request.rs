//! What a caller expects of a match.

use crate::api_keys::known::Program;
use crate::error::ServiceError;
use overtrick_match::ledger::Role;
use overtrick_store::{Idempotency, KeyInUse};

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// Whoever has this key of the match.
    Key(String),
    /// A program with a key for all matches.
    Program(Program),
    /// Somebody whose role is known already: the administrator, a command.
    Role(Role),
}

impl Caller {
    /// Whether it is the administrator, or a program that may do the same.
    pub fn is_admin(&self) -> bool {
        match self {
            Caller::Role(role) => *role == Role::Admin,
            Caller::Program(program) => program.scope.role() == Role::Admin,
            Caller::Key(_) => false,
        }
    }

    /// Whether it is a program that writes, or the administrator: they have external ids for all matches.
    pub fn is_program(&self) -> bool {
        match self {
            Caller::Role(role) => *role == Role::Admin,
            Caller::Program(program) => program.scope.role() >= Role::Score,
            Caller::Key(_) => false,
        }
    }

    /// The key of a program.
    pub(crate) fn key_in_use(&self) -> Option<KeyInUse> {
        match self {
            Caller::Program(program) => Some(program.key()),
            _ => None,
        }
    }
}

/// The versions of a match that a change may be made to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Precondition {
    /// Whichever the match is at.
    Any,
    /// One of these.
    OneOf(Vec<u64>),
    /// The caller named none.
    Missing,
    /// The caller named some that cannot be read, with these words.
    Unreadable(String),
}

/// Who asks for a change of a match, and what they expect.
#[derive(Debug, Clone)]
pub struct ChangeRequest {
    /// Who asks.
    pub caller: Caller,
    /// The versions that the change may be made to.
    pub precondition: Precondition,
    /// The mark of a request that may be sent again.
    pub idempotency: Option<Idempotency>,
}

impl Precondition {
    /// One version.
    pub fn version(version: u64) -> Precondition {
        Precondition::OneOf(vec![version])
    }

    /// Checks the version that a match is at.
    ///
    /// # Errors
    /// [`ServiceError::Conflict`], [`ServiceError::VersionNeeded`], [`ServiceError::VersionUnreadable`].
    pub fn check(&self, current: u64) -> Result<(), ServiceError> {
        match self {
            Precondition::Any => Ok(()),
            Precondition::OneOf(versions) if versions.contains(&current) => Ok(()),
            Precondition::OneOf(_) => Err(ServiceError::Conflict { current }),
            Precondition::Missing => Err(ServiceError::VersionNeeded),
            Precondition::Unreadable(found) => Err(ServiceError::VersionUnreadable(found.clone())),
        }
    }

    /// How often a change is tried that other instances come before.
    pub(crate) fn tries(&self) -> u32 {
        match self {
            Precondition::Any => 32,
            _ => 1,
        }
    }

    /// Whether to try again after this error: another instance came before, and any version will do.
    pub(crate) fn tries_again(&self, error: &ServiceError) -> bool {
        *self == Precondition::Any && matches!(error, ServiceError::Conflict { .. })
    }

    /// Whether it names a later version than this: the match must have changed since it was read.
    pub(crate) fn is_later(&self, version: u64) -> bool {
        matches!(self, Precondition::OneOf(versions) if versions.iter().any(|one| *one > version))
    }
}

impl ChangeRequest {
    /// A request in a known role for the match at a version.
    pub fn at_version(version: u64, by: Role) -> ChangeRequest {
        ChangeRequest {
            caller: Caller::Role(by),
            precondition: Precondition::version(version),
            idempotency: None,
        }
    }
}
