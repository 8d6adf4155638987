//! `overtrick man`: the manual, made from the help of the command.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::error::{CommandError, Outcome};
use super::output;
use overtrick_core::args;
use overtrick_match::lang::Language;

/// Print the manual page of the program or of one of its commands, for man(1).
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick man > overtrick.1", "overtrick man score > overtrick-score.1", "overtrick man --folder man1"]))]
pub struct Man {
    /// The command [default: the program itself]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    folder: Option<PathBuf>,
}

impl Man {
    pub fn run(self, language: &Language) -> Outcome {
        let mut whole = super::command().disable_help_subcommand(true);
        if let Some(folder) = &self.folder {
            let written = fs::create_dir_all(folder);
            let written = written.and_then(|()| clap_mangen::generate_to(whole, folder));
            let failed = |error| CommandError::Files(format!("{}: {error}", folder.display()));
            return written.map_err(failed);
        }
        whole.build();
        let page = match &self.command {
            None => whole,
            Some(name) => {
                let found = whole.find_subcommand(name).cloned();
                let args = args![found: name.clone()];
                found.ok_or_else(|| {
                    CommandError::usage(language.format("ui", "no-command", &args))
                })?
            }
        };
        let mut bytes = Vec::new();
        clap_mangen::Man::new(page).render(&mut bytes)?;
        output::data(&String::from_utf8_lossy(&bytes))
    }
}
