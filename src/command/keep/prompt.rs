//! Asking a question: in a terminal with editing and choices, otherwise line by line.

use std::env;
use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use crossterm::cursor::{MoveToColumn, MoveUp};
use crossterm::style::{Color, Print, SetForegroundColor};
use crossterm::terminal::{self, Clear, ClearType};
use crossterm::{event, queue};
use inquire::autocompletion::Replacement;
use inquire::ui::{Color as Ink, ErrorMessageRenderConfig, RenderConfig, Styled};
use inquire::validator::Validation;
use inquire::{Autocomplete, CustomUserError, InquireError, Text};
use unicode_width::UnicodeWidthStr;

use super::choices::folded;
use crate::error::CommandError;
use crate::grid::filled;
use crate::output;
use overtrick_match::lang::visible_line;

/// Goes back one question, alone or after what was typed.
const BACK: char = '<';
/// The most choices shown at once, and the least; each may have several lines.
const MOST_SHOWN: usize = 8;
const LEAST_SHOWN: usize = 2;
/// The rows that a question needs beside its choices: a fault of several lines, the question, its help.
const BESIDE_CHOICES: usize = 8;
/// The columns before a text that begins a line: a sign and a space.
const SIGN: usize = 2;
/// The narrowest line that is filled.
const NARROWEST: usize = 20;
/// How often is looked, before the first key, whether something else is new.
const OFTEN: Duration = Duration::from_millis(300);

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// What was typed or chosen.
    Said(String),
    /// Back to the question before; what was typed stays for the next time.
    Back(String),
    /// Interrupted, or the input has ended.
    Stopped,
}

/// A question.
pub struct Prompt<'a> {
    /// What is asked.
    pub label: &'a str,
    /// What can be done here.
    pub help: &'a str,
    /// What was typed before, to be edited.
    pub typed: &'a str,
    /// The answer if nothing is typed.
    pub offered: Option<&'a str>,
    /// The answers to choose from.
    pub choices: &'a [String],
    /// The fault of an answer.
    pub check: &'a dyn Fn(&str) -> Result<(), String>,
    /// What an answer stands for, which is shown once it is given.
    pub told: &'a dyn Fn(&str) -> String,
}

/// Shows an answer as it was typed.
pub fn as_typed(text: &str) -> String {
    text.to_owned()
}

/// Where questions are asked.
pub enum Prompter {
    /// In a terminal.
    Terminal,
    /// Line by line, from a file or a pipe.
    Lines,
}

impl Prompter {
    /// A terminal if there is one that can move its cursor.
    pub fn new() -> Prompter {
        let is_dumb = env::var_os("TERM").is_none_or(|name| name == "dumb");
        if io::stdin().is_terminal() && io::stderr().is_terminal() && !is_dumb {
            Prompter::Terminal
        } else {
            Prompter::Lines
        }
    }

    /// Shows a question without choices until the first key is pressed, or something else is new; returns whether
    /// it is. The library that asks cannot be interrupted, so that it begins with the first key.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn wait(
        &self,
        prompt: &Prompt<'_>,
        mut is_new: impl FnMut() -> bool,
    ) -> Result<bool, CommandError> {
        if is_new() {
            return Ok(true);
        }
        if matches!(self, Prompter::Lines) || !prompt.typed.is_empty() {
            return Ok(false);
        }
        terminal::enable_raw_mode()?;
        let waited = waited(prompt, is_new);
        // Otherwise, what is typed from now on would be echoed before the question is there again.
        if !matches!(waited, Ok(false)) {
            terminal::disable_raw_mode()?;
        }
        Ok(waited?)
    }

    /// Asks a question until the answer has no fault.
    ///
    /// # Errors
    /// The terminal or the input cannot be read.
    pub fn ask(&self, prompt: &Prompt<'_>) -> Result<Reply, CommandError> {
        match self {
            Prompter::Terminal => in_terminal(prompt),
            Prompter::Lines => in_lines(prompt),
        }
    }
}

/// Draws a question without choices as the library does, and waits for the first key, which stays to be read.
fn waited(prompt: &Prompt<'_>, mut is_new: impl FnMut() -> bool) -> io::Result<bool> {
    let (columns, _) = size();
    let label = visible_line(prompt.label);
    let help = format!("[{}]", filled_help(prompt.help, columns));
    let is_colored = output::is_colored();
    let mut drawn = Vec::new();
    let mut add = |text: &str, color: Color| {
        if is_colored {
            queue!(
                drawn,
                SetForegroundColor(color),
                Print(text),
                SetForegroundColor(Color::Reset)
            )
        } else {
            queue!(drawn, Print(text))
        }
    };
    add("?", Color::Green)?;
    add(&format!(" {label} \r\n"), Color::Reset)?;
    add(&help.replace('\n', "\r\n"), Color::Cyan)?;
    let below = help.lines().count();
    let column = (label.width() + 3) % columns;
    let [below, column] = [below, column].map(|count| u16::try_from(count).unwrap_or(0));
    queue!(drawn, MoveUp(below), MoveToColumn(column))?;
    output::drawing(&String::from_utf8_lossy(&drawn));
    let is_first = loop {
        if event::poll(OFTEN)? {
            break false;
        }
        if is_new() {
            break true;
        }
    };
    let mut cleared = Vec::new();
    queue!(cleared, MoveToColumn(0), Clear(ClearType::FromCursorDown))?;
    output::drawing(&String::from_utf8_lossy(&cleared));
    Ok(is_first)
}

/// The columns and rows of the terminal.
fn size() -> (usize, usize) {
    let (columns, rows) = terminal::size().unwrap_or((80, 24));
    (usize::from(columns).max(NARROWEST), rows.into())
}

/// A text behind columns that are taken: its lines break between words, and all but the first are indented.
fn behind(taken: usize, text: &str, columns: usize) -> String {
    let width = columns - SIGN;
    let taken = taken.clamp(1, width);
    // What is taken stands as the first word.
    let lines = filled(&format!("{} {text}", "x".repeat(taken - 1)), width);
    let line = |(number, line): (usize, String)| match number {
        0 => line.get(taken..).unwrap_or_default().to_owned(),
        _ => format!("{:SIGN$}{line}", ""),
    };
    let lines = lines.into_iter().enumerate().map(line);
    lines.collect::<Vec<String>>().join("\n")
}

/// What can be done at a question, in brackets that are added.
fn filled_help(help: &str, columns: usize) -> String {
    behind(1, help, columns - 1)
}

/// A choice of several lines as one.
fn on_one_line(text: &str) -> String {
    if text.contains('\n') {
        text.split_whitespace().collect::<Vec<&str>>().join(" ")
    } else {
        text.to_owned()
    }
}

/// Signs and colors: an answered question differs from an open one without color, too.
fn look() -> RenderConfig<'static> {
    let fault = Styled::new("!");
    if output::is_colored() {
        let faults = ErrorMessageRenderConfig::default_colored();
        let faults = faults.with_prefix(fault.with_fg(Ink::LightRed));
        RenderConfig::default_colored().with_error_message(faults)
    } else {
        let faults = ErrorMessageRenderConfig::empty().with_prefix(fault);
        let plain = RenderConfig::empty().with_error_message(faults);
        plain.with_answered_prompt_prefix(Styled::new(">"))
    }
}

fn in_terminal(prompt: &Prompt<'_>) -> Result<Reply, CommandError> {
    let (columns, rows) = size();
    let check = prompt.check;
    let validate = move |text: &str| {
        let text = on_one_line(text);
        let is_back = text.ends_with(BACK);
        let fault = if is_back { None } else { check(&text).err() };
        let fault = fault.map(|fault| behind(SIGN, &visible_line(&fault), columns));
        let fault = fault.map(|fault| Validation::Invalid(fault.as_str().into()));
        Ok(fault.unwrap_or(Validation::Valid))
    };
    let label = visible_line(prompt.label);
    let taken = SIGN + label.width() + 1;
    let told = |text: &str| {
        let text = on_one_line(text);
        let is_back = text.ends_with(BACK);
        let full = if is_back { text } else { (prompt.told)(&text) };
        behind(taken, &visible_line(&full), columns)
    };
    let help = filled_help(prompt.help, columns);
    let choices = prompt.choices.iter();
    let choices: Vec<String> = choices.map(|one| behind(SIGN, one, columns)).collect();
    let lines = choices.iter().map(|one| one.lines().count()).max();
    let room = rows.saturating_sub(BESIDE_CHOICES) / lines.unwrap_or(1).max(1);
    let mut text = Text::new(&label)
        .with_render_config(look())
        .with_validator(validate)
        .with_formatter(&told)
        .with_page_size(room.clamp(LEAST_SHOWN, MOST_SHOWN))
        .with_initial_value(prompt.typed);
    if !help.is_empty() {
        text = text.with_help_message(&help);
    }
    if !choices.is_empty() {
        text = text.with_autocomplete(Choosing(choices));
    }
    if let Some(offered) = prompt.offered {
        text = text.with_default(offered);
    }
    match text.prompt() {
        Ok(said) => Ok(reply(on_one_line(&said))),
        Err(InquireError::OperationInterrupted | InquireError::OperationCanceled) => {
            Ok(Reply::Stopped)
        }
        Err(error) => Err(CommandError::Files(error.to_string())),
    }
}

fn reply(said: String) -> Reply {
    match said.strip_suffix(BACK) {
        Some(typed) => Reply::Back(typed.trim().to_owned()),
        None => Reply::Said(said),
    }
}

/// Suggests the choices that begin with what is typed.
#[derive(Clone)]
struct Choosing(Vec<String>);

impl Autocomplete for Choosing {
    fn get_suggestions(&mut self, input: &str) -> Result<Vec<String>, CustomUserError> {
        let typed = folded(input);
        let choices = self.0.iter();
        let fitting = choices.filter(|choice| folded(choice).starts_with(&typed));
        Ok(fitting.cloned().collect())
    }

    fn get_completion(
        &mut self,
        input: &str,
        highlighted: Option<String>,
    ) -> Result<Replacement, CustomUserError> {
        let first = self.get_suggestions(input)?.into_iter().next();
        let completed = highlighted.or(first);
        Ok(completed.map(|choice| on_one_line(&choice)))
    }
}

fn in_lines(prompt: &Prompt<'_>) -> Result<Reply, CommandError> {
    let choices = if prompt.choices.is_empty() {
        String::new()
    } else {
        format!(" ({})", prompt.choices.join(", "))
    };
    let typed = Some(prompt.typed).filter(|typed| !typed.is_empty());
    let offered = typed.or(prompt.offered);
    let shown = offered.map_or(String::new(), |offered| format!(" [{offered}]"));
    loop {
        let line = visible_line(&format!("{}{choices}{shown}: ", prompt.label));
        output::drawing(&line);
        let mut said = String::new();
        if io::stdin().lock().read_line(&mut said)? == 0 {
            output::drawing("\n");
            return Ok(Reply::Stopped);
        }
        let mut said = said.trim().to_owned();
        if !io::stdin().is_terminal() {
            output::message(&said);
        }
        if said.ends_with(BACK) {
            return Ok(reply(said));
        }
        if let Some(offered) = offered.filter(|_| said.is_empty()) {
            offered.clone_into(&mut said);
        }
        match (prompt.check)(&said) {
            Ok(()) => return Ok(Reply::Said(said)),
            Err(fault) => output::message(&format!("  ! {fault}")),
        }
        io::stderr().flush()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_at_a_question_breaks_between_words() {
        assert_eq!(behind(2, "one two three", 11), "one two\n  three");
        assert_eq!(behind(8, "one two", 12), "\n  one two");
        assert_eq!(filled_help("one two three", 20), "one two three");
        let text = "Enter or the first answers; u undo, e edit, s sheet, ? all";
        for columns in NARROWEST..80 {
            for taken in [1, 2, 15, 100] {
                let filled = behind(taken, text, columns);
                assert_eq!(on_one_line(&filled).trim(), text);
                let lines = filled.lines().enumerate();
                let width = |(at, line): (usize, &str)| line.width() + usize::from(at == 0) * taken;
                let widest = lines.map(width).max().unwrap();
                assert!(widest <= columns.max(taken), "{columns}: {filled}");
            }
        }
    }
}
