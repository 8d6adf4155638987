//! Runs the command as people do, and reads its output and its exit status.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Returns the command with these arguments.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.args(arguments);
    command
}

/// Returns the command in a folder, without the program's environment variables.
pub fn command_in(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = command(arguments);
    command.current_dir(folder);
    for name in ["DATABASE", "SECRET_FILE", "CONFIG", "LANG"] {
        command.env_remove(format!("OVERTRICK_{name}"));
    }
    command
}

/// Runs the command.
pub fn overtrick(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Runs the command in a folder, without the program's environment variables.
pub fn overtrick_in(folder: &Path, arguments: &[&str]) -> Output {
    command_in(folder, arguments).output().unwrap()
}

/// Runs the command with this standard input.
pub fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Writing may fail, because the command may close its input early.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Returns the standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns the exit status.
pub fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}
