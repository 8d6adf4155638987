//! Asking a question: in a terminal with editing and choices, otherwise line by line.

use std::env;
use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use crossterm::cursor::{MoveToColumn, MoveUp};
use crossterm::style::{Color, Print, SetForegroundColor};
use crossterm::terminal::{self, Clear, ClearType};
use crossterm::{event, queue};
use inquire::autocompletion::Replacement;
use inquire::validator::Validation;
use inquire::{Autocomplete, CustomUserError, InquireError, Text};
use unicode_width::UnicodeWidthStr;

use super::choices::folded;
use crate::error::CommandError;
use crate::output;
use overtrick_match::lang::visible_line;

/// Goes back one question, alone or after what was typed.
const BACK: char = '<';
/// The most choices shown at once.
const MOST_SHOWN: usize = 8;
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
    let columns = usize::from(terminal::size()?.0).max(1);
    let (label, help) = (visible_line(prompt.label), format!("[{}]", prompt.help));
    // As the library sees it.
    let is_colored = env::var_os("NO_COLOR").is_none();
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
    add(&help, Color::Cyan)?;
    let below = 1 + help.width().saturating_sub(1) / columns;
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

fn in_terminal(prompt: &Prompt<'_>) -> Result<Reply, CommandError> {
    let check = prompt.check;
    let validate = move |text: &str| {
        let is_back = text.ends_with(BACK);
        let fault = if is_back { None } else { check(text).err() };
        let fault = fault.map(|fault| Validation::Invalid(visible_line(&fault).as_str().into()));
        Ok(fault.unwrap_or(Validation::Valid))
    };
    let label = visible_line(prompt.label);
    let mut text = Text::new(&label)
        .with_validator(validate)
        .with_page_size(MOST_SHOWN)
        .with_initial_value(prompt.typed);
    if !prompt.help.is_empty() {
        text = text.with_help_message(prompt.help);
    }
    if !prompt.choices.is_empty() {
        text = text.with_autocomplete(Choosing(prompt.choices.to_vec()));
    }
    if let Some(offered) = prompt.offered {
        text = text.with_default(offered);
    }
    match text.prompt() {
        Ok(said) => Ok(reply(said)),
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
        Ok(highlighted.or(first))
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
