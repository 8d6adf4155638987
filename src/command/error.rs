//! The errors of commands. Only `main` prints them.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use super::output::{self, language};
use overtrick_core::Finding;
use overtrick_match::document::ErrorReport;
use overtrick_match::lang::visible_line;

/// The kind of a failure, with its exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// A record was refused or cannot be read, or a step is illegal. The user must correct the document.
    Refused = 1,
    /// Wrong usage, an unknown player or house rule in a flag, or an unreadable question. The user must
    /// correct the command.
    Usage = 2,
    /// A file, a database or the network failed. The message says which one, and why.
    Files = 3,
    /// The reader of standard output, such as `head`, closed it. This is not an error.
    OutputClosed = 0,
}

/// The reason why a command failed.
#[derive(Debug)]
pub struct CommandError {
    pub kind: FailureKind,
    /// The error message; empty if the output already shows the reason.
    pub message: String,
    /// The faults of the document, printed on separate lines.
    pub hints: Vec<Hint>,
    /// The JSON report for programs, printed to standard output.
    pub report: Option<String>,
}

/// The result of a command or of a step of it.
pub type Outcome<T = ()> = Result<T, CommandError>;

/// The format in which faults are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultFormat {
    /// Text for people, on standard error.
    Text,
    /// JSON for programs, on standard output in place of the result.
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

    /// Returns an error about a file, a database or the network.
    #[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
    pub fn files(message: impl ToString) -> CommandError {
        CommandError::new(FailureKind::Files, message.to_string())
    }

    /// Returns an error without a message unless everything was accepted and legal.
    pub fn refused_unless(is_sound: bool) -> Outcome {
        let refused = || CommandError::new(FailureKind::Refused, String::new());
        is_sound.then_some(()).ok_or_else(refused)
    }

    /// Returns the error for a refusal, with a message and its faults.
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

    /// Returns the same error with another kind.
    pub fn of_kind(self, kind: FailureKind) -> CommandError {
        CommandError { kind, ..self }
    }

    /// Returns the texts of the faults, or the message if there are none. Used for questions in a terminal.
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

    /// Returns the faults, or the message as a fault if there are none.
    pub fn into_hints(self) -> Vec<Hint> {
        if self.hints.is_empty() {
            vec![self.message.into()]
        } else {
            self.hints
        }
    }

    /// Prints the error, and returns the exit status of the program.
    pub fn print(&self) -> ExitCode {
        if let Some(report) = &self.report {
            // The reader may have closed the output, so an error is ignored.
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

/// A fault of a document, printed on its own line.
#[derive(Debug, Clone, Default)]
pub struct Hint {
    /// Its place as a JSON pointer. If several hands have the fault, `*` replaces the index of the hand.
    pub place: String,
    pub text: String,
    /// Its code in brackets, followed by the numbers of the hands if several hands have the fault.
    pub code: String,
    /// The numbers of the hands that have the fault.
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
    /// Creates a fault at a place.
    pub fn new(place: &str, text: String, code: &str) -> Hint {
        Hint {
            place: place.to_owned(),
            code: format!(" [{code}]"),
            ..Hint::from(text)
        }
    }
}

/// Returns the faults of a document. A fault that several hands share is listed once, with their numbers.
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

/// Returns the index of the hand in a pointer, and the rest of the pointer.
fn hand_of(pointer: &str) -> Option<(usize, &str)> {
    let rest = pointer.strip_prefix("/hands/")?;
    let end = rest.find('/').unwrap_or(rest.len());
    Some((rest[..end].parse().ok()?, &rest[end..]))
}
