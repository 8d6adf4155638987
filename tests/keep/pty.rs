//! A command in a real pseudo-terminal, and what its screen shows.

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

/// How long a screen may take to show something.
const PATIENCE: Duration = Duration::from_secs(20);
/// The lines that a screen keeps after they have scrolled away.
const SCROLLED: usize = 5_000;

/// A command in a terminal.
pub struct Terminal {
    child: Child,
    pty: Pty,
    screen: Arc<Mutex<vt100::Parser>>,
    written: Arc<Mutex<Vec<u8>>>,
    /// The keys pressed so far.
    pub keys: usize,
}

/// The program in a terminal of this size, in a folder, with these variables of its environment.
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
        // A terminal whose program has ended gives an error.
        while let Ok(count) = output.read(&mut bytes) {
            if count == 0 {
                break;
            }
            // The screen first: a test that finds a text in the written bytes reads the screen next.
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
    /// The lines of the screen, without those that have scrolled away.
    pub fn shown(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Everything that the program wrote, with its control sequences.
    pub fn written(&self) -> String {
        String::from_utf8_lossy(&self.written.lock().unwrap()).into_owned()
    }

    /// The line with the cursor.
    pub fn line(&self) -> String {
        let screen = self.screen.lock().unwrap();
        let (row, _) = screen.screen().cursor_position();
        let (_, columns) = screen.screen().size();
        let mut rows = screen.screen().rows(0, columns);
        rows.nth(row.into()).unwrap_or_default()
    }

    /// Waits for this question at the cursor: before that, the program reads no keys.
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
        // The next question may have the same label.
        thread::sleep(Duration::from_millis(10));
    }

    /// Makes the terminal larger or smaller.
    pub fn resize(&self, rows: u16, columns: u16) {
        self.screen
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(rows, columns);
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Waits for the end of the program; returns its exit status.
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

    /// Whether the terminal echoes input and reads whole lines, as under a shell.
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
