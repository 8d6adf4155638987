//! A progress bar on the terminal while a command runs for long. Nothing is drawn if standard error is not a
//! terminal, cannot move the cursor, or colors are turned off.

use std::env;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::output;
use overtrick_match::lang::Language;
use overtrick_server::{Progress, Stage};

/// Every stage with the key of its text.
const STAGES: [(Stage, &str); 5] = [
    (Stage::Checking, "progress-checking"),
    (Stage::Judging, "progress-judging"),
    (Stage::Storing, "progress-storing"),
    (Stage::Writing, "progress-writing"),
    (Stage::CopyingBytes, "progress-copying"),
];
/// The width of the bar in squares.
const SQUARES: u64 = 24;
/// The shortest time between two redraws.
const OFTEN: Duration = Duration::from_millis(100);

/// A progress bar, which is removed when dropped.
pub struct Bar {
    drawn: Option<Arc<Drawn>>,
}

struct Drawn {
    labels: Vec<(Stage, String)>,
    last: Mutex<Option<(Instant, Stage)>>,
}

impl Bar {
    /// A bar with labels in a language.
    pub fn new(language: &Language) -> Bar {
        let label = |(stage, key): (Stage, &str)| (stage, language.text("service", key));
        let labels = || STAGES.into_iter().map(label).collect();
        Bar {
            drawn: is_shown().then(|| {
                Arc::new(Drawn {
                    labels: labels(),
                    last: Mutex::default(),
                })
            }),
        }
    }

    /// The callback that reports progress to the bar.
    pub fn progress(&self) -> Progress {
        match self.drawn.clone() {
            Some(drawn) => Progress::to(move |stage, done, total| drawn.draw(stage, done, total)),
            None => Progress::silent(),
        }
    }

    /// Removes the bar before other output is written.
    pub fn clear(&self) {
        if let Some(drawn) = &self.drawn {
            let mut last = drawn.last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.take().is_some() {
                output::redraw("");
            }
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Drawn {
    fn draw(&self, stage: Stage, done: u64, total: u64) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        #[expect(clippy::disallowed_methods, reason = "a terminal is drawn on seldom")]
        let now = Instant::now();
        if last.is_some_and(|(at, before)| before == stage && now.duration_since(at) < OFTEN) {
            return;
        }
        *last = Some((now, stage));
        let mut labels = self.labels.iter();
        let label = labels.find(|(known, _)| *known == stage);
        let label = label.map_or("", |(_, label)| label);
        output::redraw(&line(label, stage, done, total));
    }
}

/// The line of a bar: the stage, the amount done, and the total if it is known.
fn line(label: &str, stage: Stage, done: u64, total: u64) -> String {
    if total == 0 {
        return format!("{label} {done}");
    }
    let done = done.min(total);
    let part = |whole: u64| {
        let part = u128::from(whole) * u128::from(done) / u128::from(total);
        u64::try_from(part).unwrap_or(whole)
    };
    let full = usize::try_from(part(SQUARES)).unwrap_or(0);
    let rest = usize::try_from(SQUARES).unwrap_or(0) - full;
    let (full, rest) = ("#".repeat(full), "-".repeat(rest));
    let percent = part(100);
    match stage {
        Stage::CopyingBytes => format!("{label} [{full}{rest}] {percent} %"),
        _ => format!("{label} [{full}{rest}] {percent} %  {done}/{total}"),
    }
}

/// Whether standard error is a terminal on which lines can be redrawn, and the user allows it.
fn is_shown() -> bool {
    let dumb = env::var_os("TERM").is_none_or(|name| name == "dumb" || name.is_empty());
    io::stderr().is_terminal() && output::is_colored() && !dumb
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fills_and_one_of_unknown_length_counts() {
        let half = line("Checking", Stage::Checking, 5, 10);
        assert_eq!(half, "Checking [############------------] 50 %  5/10");
        let whole = line("Copying", Stage::CopyingBytes, 12, 10);
        assert_eq!(whole, "Copying [########################] 100 %");
        assert_eq!(line("Judging", Stage::Judging, 7, 0), "Judging 7");
    }
}
