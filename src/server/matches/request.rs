//! The caller of a request and its preconditions.

use crate::api_keys::known::Program;
use crate::error::ServiceError;
use overtrick_match::ledger::Role;
use overtrick_store::Idempotency;

/// The caller of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// The holder of this key of the match.
    Key(String),
    /// A program with an API key.
    Program(Program),
    /// A caller with a known role: the administrator, a command.
    Role(Role),
}

impl Caller {
    /// Whether it is the administrator, or a program with the same rights.
    pub fn is_admin(&self) -> bool {
        match self {
            Caller::Role(role) => *role == Role::Admin,
            Caller::Program(program) => program.scope.role() == Role::Admin,
            Caller::Key(_) => false,
        }
    }

    /// Whether it is the administrator or a program that may write: these may set any external id.
    pub fn is_program(&self) -> bool {
        match self {
            Caller::Role(role) => *role == Role::Admin,
            Caller::Program(program) => program.scope.role() >= Role::Score,
            Caller::Key(_) => false,
        }
    }

    /// The scope of the idempotency keys of the caller: a key of a match stands for all who have it.
    pub(crate) fn scope(&self) -> String {
        match self {
            Caller::Key(_) => "key".to_owned(),
            Caller::Program(program) => format!("program/{}", program.id()),
            Caller::Role(role) => role.word().to_owned(),
        }
    }
}

/// The versions of a match to which a change may be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Precondition {
    /// Any version.
    Any,
    /// One of these.
    OneOf(Vec<u64>),
    /// The caller named no version.
    Missing,
    /// The caller named versions that cannot be read; the text is quoted.
    Unreadable(String),
}

/// The caller of a change and its preconditions.
#[derive(Debug, Clone)]
pub struct ChangeRequest {
    /// The caller.
    pub caller: Caller,
    /// The versions to which the change may be applied.
    pub precondition: Precondition,
    /// The idempotency mark of the request.
    pub idempotency: Option<Idempotency>,
}

impl Precondition {
    /// One version.
    pub fn version(version: u64) -> Precondition {
        Precondition::OneOf(vec![version])
    }

    /// Checks the current version of a match.
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

    /// How often a change is tried if other instances interfere.
    pub(crate) fn tries(&self) -> u32 {
        match self {
            Precondition::Any => 32,
            _ => 1,
        }
    }

    /// Whether to try again after this error: another instance interfered, and any version is acceptable.
    pub(crate) fn tries_again(&self, error: &ServiceError) -> bool {
        *self == Precondition::Any && matches!(error, ServiceError::Conflict { .. })
    }

    /// Whether it names a later version than this, so that the match must have changed since it was read.
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
