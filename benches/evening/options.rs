//! Command line options.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::Outcome;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Load,
    Faults,
    Scale,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Sqlite,
    Postgres,
}

#[derive(Debug, Clone)]
pub struct Options {
    pub mode: Mode,
    pub seed: u64,
    pub writers: usize,
    pub seconds: Duration,
    pub rounds: usize,
    pub instances: usize,
    pub kind: Kind,
    /// The folder for databases; the default is that for temporary files.
    pub folder: Option<PathBuf>,
    pub only: String,
    pub hands: usize,
    pub matches: usize,
    pub addresses: Vec<SocketAddr>,
}

impl Options {
    /// Reads the command line; cargo adds `--bench`.
    pub fn read(arguments: impl Iterator<Item = String>) -> Outcome<Options> {
        let mut options = Options {
            mode: Mode::Load,
            seed: 1,
            writers: 64,
            seconds: Duration::from_secs(10),
            rounds: 50,
            instances: 1,
            kind: Kind::Sqlite,
            folder: None,
            only: String::new(),
            hands: 1_000_000,
            matches: 50_000,
            addresses: Vec::new(),
        };
        let mut arguments = arguments.filter(|argument| argument != "--bench");
        while let Some(argument) = arguments.next() {
            match &*argument {
                "load" => options.mode = Mode::Load,
                "faults" => options.mode = Mode::Faults,
                "scale" => options.mode = Mode::Scale,
                name if name.starts_with("--") => {
                    let value = arguments.next();
                    let value = value.ok_or_else(|| format!("{name} takes a value"))?;
                    options.set(name, &value)?;
                }
                other => {
                    return Err(format!("{other} is none of load, faults and scale").into());
                }
            }
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &str) -> Outcome<()> {
        let number = || {
            let number = value.parse::<usize>();
            number.map_err(|_| format!("{name} takes a number, not {value}"))
        };
        match name {
            "--seed" => self.seed = u64::try_from(number()?)?,
            "--writers" => self.writers = number()?.max(1),
            "--seconds" => self.seconds = Duration::from_secs(u64::try_from(number()?)?),
            "--rounds" => self.rounds = number()?,
            "--instances" => self.instances = number()?.max(1),
            "--hands" => self.hands = number()?.max(1),
            "--matches" => self.matches = number()?.max(1),
            "--folder" => self.folder = Some(value.into()),
            "--only" => value.clone_into(&mut self.only),
            "--address" => self.addresses.push(value.parse()?),
            "--database" => {
                self.kind = match value {
                    "sqlite" => Kind::Sqlite,
                    "postgres" => Kind::Postgres,
                    other => {
                        return Err(
                            format!("--database takes sqlite or postgres, not {other}").into()
                        );
                    }
                }
            }
            other => return Err(format!("there is no option {other}").into()),
        }
        Ok(())
    }
}
