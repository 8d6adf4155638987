//! Asks questions in a terminal or over a pipe, which differ only in how they read and show lines.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::env;
use std::io::{self, BufRead, IsTerminal};

use crossterm::cursor::{MoveToColumn, MoveUp};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Color, ResetColor, SetForegroundColor};
use crossterm::terminal::{self, Clear, ClearType};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::choices::{Choice, chosen, folded};
use crate::error::{CommandError, Outcome};
use crate::grid::{filled, wrapped};
use crate::output::{self, language};
use overtrick_core::Arg;
use overtrick_match::lang::visible_line;

/// The input that goes back one question. It may follow other text on the line.
const BACK: char = '<';
/// The input that explains the question.
const EXPLAIN: &str = "?";
/// The maximum number of rows of choices shown at once.
const MAX_SHOWN: usize = 8;
/// The rows to reserve for a question besides its choices.
const BESIDE_CHOICES: usize = 6;
/// The indent of all lines after the first.
const INDENT: usize = 2;
/// The minimum width at which lines are wrapped.
const NARROWEST: usize = 20;

/// The reason why a question was not answered.
#[derive(Debug)]
pub enum Stop {
    /// The user went back to the previous question.
    Back,
    /// The user quit, or the input ended.
    Left,
    /// The terminal or a file failed.
    Failed(CommandError),
}

impl From<CommandError> for Stop {
    fn from(error: CommandError) -> Stop {
        Stop::Failed(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Failed(error.into())
    }
}

/// A question.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The text of the question.
    pub text: &'a str,
    /// The key of the help about possible input, which is shown below the question.
    pub help: &'static str,
    /// Returns the explanation that `?` shows.
    pub explain: &'a dyn Fn() -> String,
    /// The answer if the user types nothing.
    pub suggestion: Option<&'a str>,
    /// The text to show for an empty answer, if one is allowed.
    pub nothing: &'a str,
    /// The choices.
    pub choices: &'a [Choice],
    /// The maximum number of digits of a whole number. In a longer number, each digit answers one question.
    pub digits: Option<usize>,
}

impl<'a> Question<'a> {
    /// Creates a question whose answer may be any text.
    pub fn new(text: &'a str) -> Question<'a> {
        Question {
            text,
            help: "",
            explain: &String::new,
            suggestion: None,
            nothing: "",
            choices: &[],
            digits: None,
        }
    }
}

/// The terminal or pipe for questions and answers.
pub struct Ui {
    /// Whether the terminal can move its cursor. Otherwise, questions are asked line by line.
    is_terminal: bool,
    /// Answers that the user typed ahead. They are discarded after a fault.
    ahead: RefCell<VecDeque<String>>,
}

/// Asks until the answer has no fault. Words after the answer become answers to the next questions.
pub fn ask<T>(
    ui: &Ui,
    question: &Question<'_>,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<T, Stop> {
    let mut suggestion = question.suggestion;
    loop {
        let line = ui.line(&Question {
            suggestion,
            ..*question
        });
        let (line, is_ahead) = line.inspect_err(|_| ui.drop_ahead())?;
        let typed = line.trim();
        if typed == EXPLAIN {
            ui.answered(question, is_ahead, typed);
            ui.show(&explained(question));
            continue;
        }
        if typed.ends_with(BACK) {
            ui.drop_ahead();
            ui.answered(question, is_ahead, typed);
            return Err(Stop::Back);
        }
        let text = match suggestion {
            Some(suggestion) if typed.is_empty() => suggestion,
            _ => typed,
        };
        match split(question, text, &parse) {
            Ok((value, used, rest)) => {
                let shown = match used {
                    "" | "." if !question.nothing.is_empty() => question.nothing.to_owned(),
                    used => in_full(question.choices, used),
                };
                ui.answered(question, is_ahead, &shown);
                ui.type_ahead(rest);
                return Ok(value);
            }
            Err(fault) => {
                ui.answered(question, is_ahead, typed);
                ui.show_fault(&fault);
                suggestion = suggestion.filter(|suggestion| *suggestion != text);
            }
        }
    }
}

/// Splits a text into the answer and the rest. Returns the parsed answer, its text, and the rest.
fn split<'t, T>(
    question: &Question<'_>,
    text: &'t str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<(T, &'t str, String), String> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if let Some(most) = question.digits
        && first.len() > most
        && first.bytes().all(|digit| digit.is_ascii_digit())
    {
        let (digit, others) = first.split_at(1);
        let others: Vec<&str> = others.graphemes(true).chain([rest]).collect();
        return Ok((parse(digit)?, digit, others.join(" ")));
    }
    let whole = parse(text).map(|value| (value, text, String::new()));
    whole.or_else(|fault| match parse(first) {
        Ok(value) => Ok((value, first, rest.to_owned())),
        Err(first) if question.digits.is_some() => Err(first),
        Err(_) => Err(fault),
    })
}

/// Returns the text that `?` shows: the explanation and the choices.
fn explained(question: &Question<'_>) -> String {
    let mut text = (question.explain)();
    if !question.choices.is_empty() {
        let labels = Arg::texts(question.choices.iter().map(|one| &*one.label));
        let choices = sentence!("keep", "explain-choices", choices: labels);
        text += &format!("\n{choices}");
    }
    match text.trim() {
        "" => language().text("keep", "explain-text"),
        text => text.to_owned(),
    }
}

/// Returns the label of the choice that a text selects, or the text itself if there is none. Several choices
/// are separated by commas.
fn in_full(choices: &[Choice], text: &str) -> String {
    let label = |part: &str| Some(chosen(choices, part).ok()?.label.clone());
    label(text).unwrap_or_else(|| {
        let labels: Option<Vec<String>> = text.split(',').map(|part| label(part.trim())).collect();
        labels.map_or_else(|| text.to_owned(), |labels| labels.join(", "))
    })
}

impl Ui {
    /// Uses the terminal if its cursor can be moved.
    pub fn new() -> Ui {
        let is_dumb = env::var_os("TERM").is_none_or(|name| name == "dumb");
        Ui {
            is_terminal: io::stdin().is_terminal() && io::stderr().is_terminal() && !is_dumb,
            ahead: RefCell::default(),
        }
    }

    /// Uses these words as answers to the next questions.
    pub fn type_ahead(&self, text: impl AsRef<str>) {
        let mut ahead = self.ahead.borrow_mut();
        for word in text.as_ref().split_whitespace().rev() {
            ahead.push_front(word.to_owned());
        }
    }

    /// Removes the answers typed ahead.
    pub fn drop_ahead(&self) {
        self.ahead.borrow_mut().clear();
    }

    /// Reads the answer to a question from the answers typed ahead, the terminal, or the pipe. Returns the
    /// answer, and whether it was typed ahead.
    fn line(&self, question: &Question<'_>) -> Result<(String, bool), Stop> {
        if let Some(text) = self.ahead.borrow_mut().pop_front() {
            return Ok((text, true));
        }
        if self.is_terminal {
            let help = match question.help {
                "" => String::new(),
                key => format!("[{}]", language().text("keep", key)),
            };
            return Ok((Editor::default().read(question, &help)?, false));
        }
        let labels: Vec<&str> = question.choices.iter().map(|one| &*one.label).collect();
        let mut shown = question.text.to_owned();
        if !labels.is_empty() {
            shown += &format!(" ({})", labels.join(", "));
        }
        if let Some(suggestion) = question.suggestion {
            shown += &format!(" [{suggestion}]");
        }
        output::drawing(&visible_line(&format!("{shown}: ")));
        let mut text = String::new();
        if io::stdin().lock().read_line(&mut text)? == 0 {
            output::drawing("\n");
            return Err(Stop::Left);
        }
        if !io::stdin().is_terminal() {
            output::message(text.trim());
        }
        Ok((text, false))
    }

    /// Shows an answered question in a terminal. Over a pipe, it is already visible unless the answer was typed ahead.
    fn answered(&self, question: &Question<'_>, is_ahead: bool, answer: &str) {
        if self.is_terminal {
            let shown = format!("{} {answer}", question.text);
            let lines = paint(">", Color::Green) + " " + &hanging(&shown, columns()).join("\n");
            output::drawing(&(lines.trim_end().to_owned() + "\n"));
        } else if is_ahead {
            output::message(&format!("{}: {answer}", question.text));
        }
    }

    /// Shows a fault, and removes the answers typed ahead.
    pub fn show_fault(&self, fault: &str) {
        self.drop_ahead();
        if self.is_terminal {
            let lines = hanging(fault, columns()).join("\n");
            output::drawing(&format!("{} {lines}\n", paint("!", Color::Red)));
        } else {
            output::message(&format!("  ! {fault}"));
        }
    }

    /// Asks for one of the choices.
    pub fn choose<'a>(&self, key: &str, choices: &'a [Choice]) -> Result<&'a Choice, Stop> {
        let text = language().text("keep", key);
        let question = Question {
            help: "help-choice",
            choices,
            ..Question::new(&text)
        };
        ask(self, &question, |text| chosen(choices, text))
    }

    /// Asks for a text that is not empty.
    pub fn ask_text(&self, text: &str, suggestion: Option<&str>) -> Result<String, Stop> {
        let question = Question {
            suggestion,
            ..Question::new(text)
        };
        ask(self, &question, |text| match text {
            "" => Err(language().text("keep", "answer-needed")),
            text => Ok(text.to_owned()),
        })
    }

    /// Shows a text from the catalog.
    pub fn note(&self, key: &str) {
        self.show(&language().text("keep", key));
    }

    /// Shows a text, with each line wrapped.
    pub fn show(&self, text: &str) {
        if !self.is_terminal {
            return output::message(text);
        }
        for line in text.lines().flat_map(|line| hanging(line, columns())) {
            output::drawing(&(line + "\n"));
        }
    }
}

/// Writes a text to standard output, wrapped.
pub fn show_text(text: &str) -> Outcome {
    output::text(&wrapped(text))
}

/// Returns the width of the terminal in columns.
fn columns() -> usize {
    let (columns, _) = terminal::size().unwrap_or((80, 24));
    usize::from(columns).max(NARROWEST)
}

/// Wraps a text that follows a sign and a space. All lines except the first are indented.
fn hanging(text: &str, columns: usize) -> Vec<String> {
    let text = visible_line(text);
    let lines = filled(&text, columns - INDENT - 1).into_iter().enumerate();
    let line = |(number, line): (usize, String)| match number {
        0 => line,
        _ => format!("{:INDENT$}{line}", ""),
    };
    lines.map(line).collect()
}

/// Returns a text in a color, unless the user wants no colors.
fn paint(text: &str, color: Color) -> String {
    if output::is_colored() {
        format!("{}{text}{ResetColor}", SetForegroundColor(color))
    } else {
        text.to_owned()
    }
}

/// A guard for the terminal's raw mode, in which it sends single keys. Dropping the guard ends raw mode, even
/// after an error or a panic.
struct RawMode;

impl Drop for RawMode {
    fn drop(&mut self) {
        // Nothing can be done about an error here.
        drop(terminal::disable_raw_mode());
    }
}

/// The line that the user is typing in the terminal, which can be edited only at its end.
#[derive(Default)]
struct Editor {
    typed: String,
    /// The index of the highlighted choice among the matching ones.
    highlighted: Option<usize>,
    /// The number of rows of the question above the cursor.
    above: usize,
}

impl Editor {
    /// Reads a line, and then removes the question from the screen.
    fn read(mut self, question: &Question<'_>, help: &str) -> Result<String, Stop> {
        terminal::enable_raw_mode()?;
        let _raw = RawMode;
        loop {
            self.draw(question, help);
            let Event::Key(key) = event::read()? else {
                continue;
            };
            let outcome = (key.kind != KeyEventKind::Release).then(|| self.press(key, question));
            if let Some(outcome) = outcome.flatten() {
                output::drawing(&erased(self.above));
                return outcome;
            }
        }
    }

    /// Returns the labels that begin with the typed text.
    fn fitting(&self, question: &Question<'_>) -> Vec<String> {
        let typed = folded(&self.typed);
        let labels = question.choices.iter().map(|choice| &choice.label);
        let fitting = labels.filter(|label| folded(label).starts_with(&typed));
        fitting.cloned().collect()
    }

    /// Handles a key. If the key ends the question, returns the answer, or the reason why there is none.
    fn press(&mut self, key: KeyEvent, question: &Question<'_>) -> Option<Result<String, Stop>> {
        let fitting = self.fitting(question);
        let at = self.highlighted.and_then(|at| fitting.get(at)).cloned();
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        self.highlighted = match (key.code, self.highlighted) {
            (KeyCode::Down, at) => Some(at.map_or(0, |at| at + 1)).filter(|at| *at < fitting.len()),
            (KeyCode::Up, at) => at.unwrap_or(fitting.len()).checked_sub(1),
            _ => None,
        };
        match key.code {
            KeyCode::Enter => return Some(Ok(at.unwrap_or_else(|| self.typed.clone()))),
            // The terminal sends this if Enter was pressed before raw mode began.
            KeyCode::Char('j') if is_control => return Some(Ok(self.typed.clone())),
            KeyCode::Esc => return Some(Err(Stop::Left)),
            KeyCode::Char('c') if is_control => return Some(Err(Stop::Left)),
            KeyCode::Char('d') if is_control && self.typed.is_empty() => {
                return Some(Err(Stop::Left));
            }
            KeyCode::Char('u') if is_control => self.typed.clear(),
            KeyCode::Char('w') if is_control => {
                let kept = self.typed.trim_end().rfind(char::is_whitespace);
                self.typed.truncate(kept.map_or(0, |at| at + 1));
            }
            KeyCode::Backspace => {
                let last = self.typed.grapheme_indices(true).next_back();
                self.typed.truncate(last.map_or(0, |(at, _)| at));
            }
            KeyCode::Tab => {
                if let Some(completed) = at.or(fitting.first().cloned()) {
                    self.typed = completed;
                }
            }
            KeyCode::Char(letter) if !is_control && !letter.is_control() => {
                self.typed.push(letter);
            }
            _ => {}
        }
        None
    }

    /// Draws the question, the matching choices, and the help. Leaves the cursor after the typed text.
    fn draw(&mut self, question: &Question<'_>, help: &str) {
        let (_, rows) = terminal::size().unwrap_or((80, 24));
        let columns = columns();
        let suggestion = question.suggestion.map(|offered| format!("({offered}) "));
        let label = format!("{} {}", question.text, suggestion.unwrap_or_default());
        let mut head = hanging(label.trim_end(), columns);
        let last = head.pop().unwrap_or_default();
        let taken = last.width() + if head.is_empty() { INDENT + 1 } else { 1 };
        let mut below = Vec::new();
        let room = usize::from(rows).saturating_sub(BESIDE_CHOICES);
        let room = room.clamp(1, MAX_SHOWN);
        let first = self.highlighted.unwrap_or(0).saturating_sub(room - 1);
        for (at, choice) in self.fitting(question).iter().enumerate().skip(first) {
            let (mark, color) = match self.highlighted {
                Some(highlighted) if highlighted == at => (">", Color::Cyan),
                _ => (" ", Color::Reset),
            };
            let lines = hanging(&format!("{mark} {choice}"), columns);
            if below.len() + lines.len() > room && at > first {
                break;
            }
            below.extend(lines.iter().map(|line| paint(line, color)));
        }
        if !help.is_empty() {
            let help = hanging(help, columns);
            below.extend(help.iter().map(|line| paint(line, Color::Cyan)));
        }
        let typed = visible_line(&self.typed);
        let end = taken + typed.width();
        let above = std::mem::replace(&mut self.above, head.len() + end / columns);
        head.push(last);
        // If the row is full, the space after the typed text moves the cursor to the next row.
        let (sign, head) = (paint("?", Color::Green), head.join("\r\n"));
        let mut drawn = format!("{}{sign} {head} {typed} ", erased(above));
        for line in &below {
            drawn += &format!("\r\n{line}");
        }
        let column = MoveToColumn(u16::try_from(end % columns).unwrap_or(0));
        output::drawing(&format!("{drawn}{}{column}", up(below.len())));
    }
}

/// Returns the codes that move to the first row of a question and clear the screen from there.
fn erased(above: usize) -> String {
    let clear = Clear(ClearType::FromCursorDown);
    format!("{}{}{clear}", up(above), MoveToColumn(0))
}

/// Returns the codes that move up this many rows.
fn up(rows: usize) -> String {
    MoveUp(1).to_string().repeat(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_after_a_sign_break_between_words() {
        assert_eq!(hanging("one two three", 11), ["one two", "  three"]);
        assert_eq!(hanging("one two three", 20), ["one two three"]);
    }

    #[test]
    fn words_and_digits_after_an_answer_are_typed_ahead() {
        let question = |digits| Question {
            digits,
            ..Question::new("")
        };
        let number = |text: &str| text.parse::<u8>().map_err(|_| text.to_owned());
        let split = |digits, text| split(&question(digits), text, number);
        assert_eq!(split(Some(1), "210 3"), Ok((2, "2", "1 0 3".to_owned())));
        assert_eq!(split(Some(2), "10 3"), Ok((10, "10", "3".to_owned())));
        assert_eq!(split(None, "7 x"), Ok((7, "7", "x".to_owned())));
        assert_eq!(split(None, "x 7"), Err("x 7".to_owned()));
        assert_eq!(split(Some(1), "x 7"), Err("x".to_owned()));
    }
}
