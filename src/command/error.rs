//! The errors of commands. Only `main` prints them.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use super::output::{self, language};
use overtrick_core::Finding;
use overtrick_match::document::ErrorReport;
use overtrick_match::lang::visible_line;

/// The kind of a failure. The number is the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// A record was refused or cannot be read, or a step was illegal: correct the document.
    Refused = 1,
    /// Wrong usage, an unknown player or house rule in a flag, or a question that cannot be read: correct the
    /// command.
    Usage = 2,
    /// A file, a database or the network failed; the message names it and the reason.
    Files = 3,
    /// The reader of standard output closed it, as `head` does; nothing needs recovery.
    OutputClosed = 0,
}

/// The reason why a command failed.
#[derive(Debug)]
pub struct CommandError {
    pub kind: FailureKind,
    /// A sentence; empty if the output already shows the reason.
    pub message: String,
    /// Further lines, each with a fault of the document.
    pub hints: Vec<Hint>,
    /// The report for programs, printed to standard output instead.
    pub report: Option<String>,
}

/// The result of a command, or of a part of it.
pub type Outcome<T = ()> = Result<T, CommandError>;

/// The format in which faults are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultFormat {
    /// Text for people, on standard error.
    Text,
    /// JSON for programs, on standard output instead of the result.
    Json,
}

impl FaultFormat {
    /// Returns the format for the flag `--json`.
    pub fn new(json: bool) -> FaultFormat {
        if json {
            FaultFormat::Json
        } else {
            FaultFormat::Text
        }
    }
}

impl CommandError {
    fn new(kind: FailureKind, message: String) -> CommandError {
        CommandError {
            kind,
            message,
            hints: Vec::new(),
            report: None,
        }
    }

    /// Returns a usage error with this message.
    pub fn usage(message: String) -> CommandError {
        CommandError::new(FailureKind::Usage, message)
    }

    /// Returns an error of a file, a database or the network.
    #[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
    pub fn files(message: impl ToString) -> CommandError {
        CommandError::new(FailureKind::Files, message.to_string())
    }

    /// Fails unless everything in the output was accepted and legal.
    pub fn refused_unless(is_sound: bool) -> Outcome {
        let refused = || CommandError::new(FailureKind::Refused, String::new());
        is_sound.then_some(()).ok_or_else(refused)
    }

    /// Returns the error for a refusal: a message, and a line for each of its faults.
    pub fn refused_for(message: String, hints: Vec<Hint>) -> CommandError {
        CommandError {
            hints,
            ..CommandError::new(FailureKind::Refused, message)
        }
    }

    /// Returns the error for a document that was refused with these faults.
    pub fn of_faults(document: &str, findings: &[Finding], format: FaultFormat) -> CommandError {
        if format == FaultFormat::Json {
            let report = ErrorReport::new(findings, None, language());
            let report = serde_json::to_string_pretty(&report).unwrap_or_default();
            return CommandError {
                report: Some(report + "\n"),
                ..CommandError::new(FailureKind::Refused, String::new())
            };
        }
        let message = sentence!("ui", "refused", what: document.to_owned(), count: findings.len());
        CommandError::refused_for(message, fault_lines(findings))
    }

    /// The same error of another kind.
    pub fn of_kind(self, kind: FailureKind) -> CommandError {
        CommandError { kind, ..self }
    }

    /// Returns the faults without their places and codes, or else the message, for a user who is asked questions.
    pub fn in_sentences(&self) -> String {
        let sentence = |hint: &Hint| match hint.hands[..] {
            [hand] => sentence!("keep", "in-that-hand", hand: hand, reason: hint.text.clone()),
            _ => hint.text.clone(),
        };
        if self.hints.is_empty() {
            return self.message.clone();
        }
        let sentences: Vec<String> = self.hints.iter().map(sentence).collect();
        sentences.join("; ")
    }

    /// Returns the faults, or the message as the only fault.
    pub fn into_hints(self) -> Vec<Hint> {
        if self.hints.is_empty() {
            vec![self.message.into()]
        } else {
            self.hints
        }
    }

    /// Prints the error; returns the exit status of the program.
    pub fn print(&self) -> ExitCode {
        if let Some(report) = &self.report {
            // The reader may have closed the output.
            drop(output::data(report));
        }
        if !self.message.is_empty() {
            output::message(&format!("overtrick: {}", self.message));
        }
        for hint in &self.hints {
            let gap = if hint.place.is_empty() { "" } else { ": " };
            let line = format!("  {}{gap}{}{}", hint.place, hint.text, hint.code);
            output::message(&visible_line(&line));
        }
        ExitCode::from(self.kind as u8)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        match error.kind() {
            ErrorKind::BrokenPipe => CommandError::new(FailureKind::OutputClosed, String::new()),
            _ => CommandError::files(error),
        }
    }
}

/// A fault of a document, on a separate line.
#[derive(Debug, Clone, Default)]
pub struct Hint {
    /// Its place: a JSON pointer, with `*` for the index of the hand if several hands have the fault.
    pub place: String,
    pub text: String,
    /// Its code in brackets. If several hands have the fault, also the hands.
    pub code: String,
    /// The numbers of the hands.
    pub hands: Vec<usize>,
}

impl From<String> for Hint {
    fn from(text: String) -> Hint {
        Hint {
            text,
            ..Hint::default()
        }
    }
}

impl Hint {
    /// A fault at a place.
    pub fn new(place: &str, text: String, code: &str) -> Hint {
        Hint {
            place: place.to_owned(),
            code: format!(" [{code}]"),
            ..Hint::from(text)
        }
    }
}

/// Returns the faults of a document. A fault of several hands is listed once, with the numbers of the hands.
pub fn fault_lines(findings: &[Finding]) -> Vec<Hint> {
    let mut faults: Vec<Hint> = Vec::new();
    for finding in findings {
        let hand = hand_of(&finding.pointer);
        let mut new = Hint::new(&finding.pointer, language().fault(finding), &finding.code);
        new.hands.extend(hand.map(|(hand, _)| hand + 1));
        let in_any_hand = |place: &str| match hand_of(place) {
            Some((_, rest)) => format!("/hands/*{rest}"),
            None => place.to_owned(),
        };
        let place = in_any_hand(&new.place);
        let is_same = |fault: &&mut Hint| {
            let is_alike = (&fault.code, &fault.text) == (&new.code, &new.text);
            is_alike && in_any_hand(&fault.place) == place
        };
        match faults.iter_mut().find(is_same) {
            Some(fault) if hand.is_some() => {
                fault.place = place;
                fault.hands.extend(new.hands);
            }
            _ => faults.push(new),
        }
    }
    for fault in faults.iter_mut().filter(|fault| fault.hands.len() > 1) {
        let hands = fault.hands.clone();
        let hands = sentence!("ui", "in-hands", count: hands.len(), hands: hands);
        fault.code += &format!(" {hands}");
    }
    faults
}

/// The index of the hand in a pointer, and the rest of the pointer.
fn hand_of(pointer: &str) -> Option<(usize, &str)> {
    let rest = pointer.strip_prefix("/hands/")?;
    let end = rest.find('/').unwrap_or(rest.len());
    Some((rest[..end].parse().ok()?, &rest[end..]))
}
