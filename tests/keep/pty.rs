//! Runs a command in a real pseudo-terminal and reads its screen.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

/// The longest wait for something to appear on a screen.
const PATIENCE: Duration = Duration::from_secs(20);
/// The number of lines that a screen keeps after they scroll off.
const SCROLLED: usize = 5_000;
/// The code that the program writes once when it draws or removes a question.
pub const ERASED: &str = "\u{1b}[J";

/// A command that runs in a terminal.
pub struct Terminal {
    child: Child,
    pty: Pty,
    screen: Arc<Mutex<vt100::Parser>>,
    written: Arc<Mutex<Vec<u8>>>,
    /// The keys pressed so far.
    pub keys: usize,
}

/// Starts the program in a folder, in a terminal of this size, with these environment variables.
pub fn start(
    folder: &Path,
    size: (u16, u16),
    variables: &[(&str, &str)],
    arguments: &[&str],
) -> Terminal {
    let (pty, pts) = open().unwrap();
    let (rows, columns) = size;
    pty.resize(Size::new(rows, columns)).unwrap();
    let command = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .env("TERM", "xterm-256color")
        .envs(variables.iter().copied())
        .current_dir(folder);
    let child = command.spawn(pts).unwrap();
    let mut output = File::from(pty.as_fd().try_clone_to_owned().unwrap());
    let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, SCROLLED)));
    let written = Arc::new(Mutex::new(Vec::new()));
    let (shown, all) = (screen.clone(), written.clone());
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        // Reading fails when the program has ended.
        while let Ok(count) = output.read(&mut bytes) {
            if count == 0 {
                break;
            }
            // Updates the screen first: a test that finds a text in `written` then reads the screen.
            shown.lock().unwrap().process(&bytes[..count]);
            all.lock().unwrap().extend_from_slice(&bytes[..count]);
        }
    });
    Terminal {
        child,
        pty,
        screen,
        written,
        keys: 0,
    }
}

impl Terminal {
    /// Returns the visible lines of the screen.
    pub fn shown(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Returns everything that the program wrote, including control sequences.
    pub fn written(&self) -> String {
        String::from_utf8_lossy(&self.written.lock().unwrap()).into_owned()
    }

    /// Returns the line with the cursor.
    pub fn line(&self) -> String {
        let screen = self.screen.lock().unwrap();
        let (row, _) = screen.screen().cursor_position();
        let (_, columns) = screen.screen().size();
        let mut rows = screen.screen().rows(0, columns);
        rows.nth(row.into()).unwrap_or_default()
    }

    /// Waits until this question is at the cursor. The program reads no keys before that.
    pub fn wait_for_question(&self, label: &str) {
        self.wait_until(label, || !self.is_restored() && self.line().contains(label));
    }

    /// Waits until this question is no longer at the cursor.
    pub fn wait_until_gone(&self, label: &str) {
        self.wait_until("another question", || !self.line().contains(label));
    }

    /// Waits until the screen shows a text.
    pub fn wait_for_text(&self, text: &str) {
        self.wait_until(text, || self.shown().contains(text));
    }

    /// Waits until the program has written a text this many times.
    pub fn wait_until_written(&self, text: &str, times: usize) {
        self.wait_until(text, || self.count(text) >= times);
    }

    /// Returns how many times the program has written a text.
    pub fn count(&self, text: &str) -> usize {
        self.written().matches(text).count()
    }

    fn wait_until(&self, what: &str, is_so: impl Fn() -> bool) {
        let begin = Instant::now();
        while !is_so() {
            let waited = begin.elapsed();
            assert!(waited < PATIENCE, "no {what:?} in:\n{}", self.shown());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.keys += keys.chars().count();
        self.pty.write_all(keys.as_bytes()).unwrap();
    }

    /// Answers a question.
    pub fn answer(&mut self, label: &str, text: &str) {
        self.wait_for_question(label);
        self.press(&format!("{text}\r"));
        // Waits, because the next question may have the same label.
        thread::sleep(Duration::from_millis(10));
    }

    /// Changes the size of the terminal, and waits until the question is drawn again. The program would not read a key
    /// that arrives during the change until another key arrives.
    pub fn resize(&self, rows: u16, columns: u16) {
        let before = self.count(ERASED);
        self.screen
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(rows, columns);
        self.pty.resize(Size::new(rows, columns)).unwrap();
        self.wait_until("question after a resize", || self.count(ERASED) > before);
    }

    /// Waits until the program ends, and returns its exit status.
    pub fn wait_for_end(&mut self) -> Option<i32> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(
                begin.elapsed() < PATIENCE,
                "the program still runs:\n{}",
                self.shown()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the terminal is back in its normal mode, with echo and line input.
    pub fn is_restored(&self) -> bool {
        let modes = rustix::termios::tcgetattr(&self.pty).unwrap().local_modes;
        modes.contains(rustix::termios::LocalModes::ECHO | rustix::termios::LocalModes::ICANON)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
