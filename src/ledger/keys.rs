//! Which keys of a match are valid. The keys themselves are not in its log.

use super::role::Role;
use crate::rules::{Finding, args};

/// The generation of each role's key, and whether it is valid.
#[derive(Debug, Clone)]
pub struct KeyGenerations([KeyGeneration; Role::KEYED.len()]);

#[derive(Debug, Clone, Copy)]
struct KeyGeneration {
    number: u32,
    valid: bool,
}

impl KeyGenerations {
    /// The keys of a match that was just opened.
    pub fn first() -> KeyGenerations {
        let first = KeyGeneration {
            number: 0,
            valid: true,
        };
        KeyGenerations([first; Role::KEYED.len()])
    }

    /// The generation of a role's key, or `None` if the role has no valid key.
    pub fn valid(&self, role: Role) -> Option<u32> {
        let key = self.0[index(role)?];
        key.valid.then_some(key.number)
    }

    /// Replaces the key of a role.
    pub fn renew(&mut self, role: Role) -> Result<(), Vec<Finding>> {
        let key = self.key(role)?;
        *key = KeyGeneration {
            number: key.number + 1,
            valid: true,
        };
        Ok(())
    }

    /// Revokes the key of a role.
    pub fn revoke(&mut self, role: Role) -> Result<(), Vec<Finding>> {
        self.key(role)?.valid = false;
        Ok(())
    }

    fn key(&mut self, role: Role) -> Result<&mut KeyGeneration, Vec<Finding>> {
        let none = || vec![Finding::rule("no-such-key", "/role", args![])];
        Ok(&mut self.0[index(role).ok_or_else(none)?])
    }
}

fn index(role: Role) -> Option<usize> {
    Role::KEYED.iter().position(|keyed| *keyed == role)
}
