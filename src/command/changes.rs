//! `overtrick record`, `undo`, `correct`, `adjust`, `finish` and `rename`: changes to a match in a file.

use std::path::PathBuf;

use clap::Args;

use super::error::{FaultFormat, Outcome};
use super::grid::wrapped;
use super::input::Document;
use super::match_file::{MatchFile, unscored};
use super::output::{self, language};
use super::table::{coming, hand_title, reasons_grid, result};
use overtrick_core::Arg;
use overtrick_core::json::Json;
use overtrick_match::document::{Detail, Scored, Standing};
use overtrick_match::ledger::{Change, Edit, Match};
use overtrick_match::play::State;

/// The match to change, and the output format.
#[derive(Debug, Args)]
pub struct Target {
    /// The match document, as written by overtrick new or overtrick keep
    file: PathBuf,
    /// Write the changed match, or the faults, as JSON
    #[arg(long)]
    pub json: bool,
}

/// Record the next hand of a match in a file.
///
/// The file is replaced atomically and durably. If two programs change it at the same time, both changes are
/// kept. The document keeps the history of the match.
#[derive(Debug, Args)]
pub struct Record {
    #[command(flatten)]
    target: Target,
    /// The hand as JSON, in the form that overtrick form shows: a file, the JSON itself, or - for standard input
    hand: String,
}

/// Undo the last change to a match in a file.
#[derive(Debug, Args)]
pub struct Undo {
    #[command(flatten)]
    target: Target,
    /// Redo the last undone change
    #[arg(long)]
    redo: bool,
}

/// Correct a hand of a match in a file. The old hand is kept in the history.
#[derive(Debug, Args)]
pub struct Correct {
    #[command(flatten)]
    target: Target,
    /// The number of the hand
    number: usize,
    /// The complete corrected hand as JSON: a file, the JSON itself, or - for standard input
    #[arg(required_unless_present = "remove", conflicts_with = "remove")]
    hand: Option<String>,
    /// Insert a forgotten hand before the hand with this number
    #[arg(long)]
    insert: bool,
    /// Remove the hand
    #[arg(long, conflicts_with = "insert")]
    remove: bool,
    /// The reason, which is kept in the history
    #[arg(long)]
    reason: String,
}

/// Add a penalty, or another adjustment of a player's points, to a match in a file.
#[derive(Debug, Args)]
pub struct Adjust {
    #[command(flatten)]
    target: Target,
    /// The player
    player: String,
    /// The points, usually negative
    #[arg(allow_negative_numbers = true)]
    points: String,
    /// The reason
    #[arg(long)]
    reason: String,
    /// The number of the hand that the adjustment follows [default: the last hand]
    #[arg(long, value_name = "NUMBER")]
    after_hand: Option<i64>,
    /// The id of the clause or irregularity that requires the adjustment
    #[arg(long, value_name = "ID")]
    rule: Option<String>,
}

/// Finish a match in a file, so that no more hands can be recorded.
#[derive(Debug, Args)]
pub struct Finish {
    #[command(flatten)]
    target: Target,
    /// Reopen a finished match
    #[arg(long)]
    reopen: bool,
}

/// Correct a player's name in a match in a file.
#[derive(Debug, Args)]
pub struct Rename {
    #[command(flatten)]
    target: Target,
    /// The player's current name
    player: String,
    /// The new name
    name: String,
}

impl Target {
    /// Makes a change, and prints the match as JSON or text. The text is the message and the totals, or the
    /// last hand if there is no message.
    fn change(
        &self,
        change: impl FnOnce(&Match) -> Outcome<Change>,
        done: Option<String>,
    ) -> Outcome {
        let mut file = MatchFile::read(&self.file, FaultFormat::new(self.json))?;
        file.change(change, false)?;
        let scored = file.scored()?;
        if self.json {
            let state = State::new(file.played(), language(), Detail::Scores);
            return output::json(&state.map_err(|_| unscored())?);
        }
        let text = match done {
            Some(done) => wrapped(&done) + &totals(&scored),
            None => last_hand(&scored),
        };
        output::text(&(text + &result(&scored) + &wrapped(&coming(&scored))))
    }

    /// Makes a change, and prints this message with the result.
    pub fn make(&self, change: Change, done: String) -> Outcome {
        self.change(|_| Ok(change), Some(done))
    }

    fn hand(&self, given: &str) -> Outcome<Json> {
        let faults = FaultFormat::new(self.json);
        if !given.trim_start().starts_with('{') {
            return Document::read(given, faults)?.json();
        }
        let document = Document {
            bytes: given.as_bytes().to_vec(),
            name: language().text("keep", "the-hand"),
            faults,
        };
        document.json()
    }
}

/// Returns the last hand with the reasons for its points, and the totals, as text for a terminal.
pub fn last_hand(scored: &Scored) -> String {
    let Some(hand) = scored.hands.last() else {
        return String::new();
    };
    let mut text = wrapped(&hand_title(scored, hand));
    let sides = scored.by_side();
    if let Some(hand) = sides.hands.last() {
        text += &reasons_grid(&sides, hand).text();
    }
    for warning in &hand.warnings {
        text += &wrapped(&format!("! {}", language().finding(warning)));
    }
    text + &totals(scored)
}

/// Returns a sentence with each player's total.
pub fn totals(scored: &Scored) -> String {
    let scored = scored.by_side();
    let standing = |standing: Standing| {
        let name = scored.table.name(standing.seat);
        Arg::from(format!("{name} {}", standing.total))
    };
    let standings: Vec<Arg> = scored.standings().into_iter().map(standing).collect();
    wrapped(&sentence!("keep", "totals", totals: Arg::List(standings.into())))
}

/// Reads a typed number of points. Accepts both minus signs, and half points.
pub fn points(text: &str) -> Option<Json> {
    let text = text.trim().replace('\u{2212}', "-").replace(',', ".");
    let text = text.trim_start_matches('+');
    let number = text.parse::<i64>().map(Json::Int).ok();
    let fraction = || text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.or_else(|| fraction().map(Json::Float))
}

impl Record {
    pub fn run(self) -> Outcome {
        let hand = self.target.hand(&self.hand)?;
        self.target.change(|_| Ok(Change::Record { hand }), None)
    }
}

impl Undo {
    pub fn run(self) -> Outcome {
        let (change, key) = if self.redo {
            (Change::Redo {}, "redone")
        } else {
            (Change::Undo {}, "undone")
        };
        self.target.make(change, language().text("keep", key))
    }
}

impl Correct {
    pub fn run(self) -> Outcome {
        let (hand, reason) = (self.number, self.reason);
        let with = self.hand.map(|hand| self.target.hand(&hand)).transpose()?;
        let edit = match with {
            Some(with) if self.insert => Edit::Insert { before: hand, with },
            Some(with) => Edit::Replace { hand, with },
            None => Edit::Remove { hand },
        };
        let edits = vec![edit];
        let change = Change::Correct { edits, reason };
        let done = sentence!("keep", "corrected", hand: hand);
        self.target.make(change, done)
    }
}

impl Adjust {
    pub fn run(self) -> Outcome {
        let Some(points) = points(&self.points) else {
            return Err(misuse!("keep", "no-number", found: self.points));
        };
        let (player, reason, rule) = (&self.player, &self.reason, self.rule.as_deref());
        let change = |played: &Match| {
            let after = self.after_hand.unwrap_or_else(|| hands(played));
            Ok(adjustment(after, player, points, reason, rule))
        };
        let done = sentence!("keep", "adjusted", player: player.clone());
        self.target.change(change, Some(done))
    }
}

/// Returns the number of recorded hands.
pub fn hands(played: &Match) -> i64 {
    i64::try_from(played.outcome().hands).unwrap_or(i64::MAX)
}

/// Returns the change that adjusts a player's points.
pub fn adjustment(
    after: i64,
    player: &str,
    points: Json,
    reason: &str,
    rule: Option<&str>,
) -> Change {
    let mut entries = vec![
        ("after_hand", Json::Int(after)),
        ("player", player.into()),
        ("points", points),
        ("reason", reason.into()),
    ];
    entries.extend(rule.map(|rule| ("rule", rule.into())));
    Change::Adjust {
        adjustment: Json::object(entries),
    }
}

impl Finish {
    pub fn run(self) -> Outcome {
        let (change, key) = if self.reopen {
            (Change::Reopen {}, "reopened")
        } else {
            (Change::Finish {}, "finished")
        };
        self.target.make(change, language().text("keep", key))
    }
}

impl Rename {
    pub fn run(self) -> Outcome {
        let (player, name) = (self.player, self.name);
        let done = sentence!("keep", "renamed", name: name.clone());
        let change = |played: &Match| {
            let seat = seat(played, &player).ok_or_else(
                || misuse!("keep", "no-player", found: player.clone(), players: names(played)),
            )?;
            Ok(Change::Rename { seat, name })
        };
        self.target.change(change, Some(done))
    }
}

/// Returns the number of a player's seat.
pub fn seat(played: &Match, name: &str) -> Option<usize> {
    Some(played.scored().ok()?.table.seat(name)?.index() + 1)
}

/// Returns the names of the players, in seat order.
pub fn names(played: &Match) -> Vec<String> {
    played.players().into_iter().map(str::to_owned).collect()
}
