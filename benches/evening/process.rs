//! Processes run besides the service.

use std::process::{Child, Command};

use crate::Outcome;

/// Runs a command to completion.
pub fn ran(command: &mut Command) -> Outcome<()> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?}: {said}").into())
}

/// A process that is killed when it is dropped.
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}
