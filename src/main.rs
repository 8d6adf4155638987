//! The `overtrick` command.
fn main() {}
