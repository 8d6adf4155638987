//! `overtrick record`, `undo`, `correct`, `adjust`, `finish` and `rename`: changes to a match in a file.

use std::path::PathBuf;

use clap::Args;

use super::error::{CommandError, FaultFormat, Outcome};
use super::grid::wrapped;
use super::input::Document;
use super::match_file::MatchFile;
use super::output;
use super::table::{coming, hand_title, reasons_grid, result};
use overtrick_core::json::Json;
use overtrick_core::{Arg, args};
use overtrick_match::document::{Detail, Scored};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, Edit, Match};
use overtrick_match::play::State;

/// The match that is changed, and how the answer is written.
#[derive(Debug, Args)]
pub struct Target {
    /// The match document, as overtrick new or overtrick keep wrote it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the match after the change, or its faults, as JSON
    #[arg(long)]
    pub json: bool,
}

/// Record the next hand of a match in a file.
///
/// The file is replaced as a whole and durably; two programs that change it at once lose nothing. Its history
/// stays in the document.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&[
    "overtrick record friday.json hand.json",
    "overtrick record friday.json - < hand.json",
]))]
pub struct Record {
    #[command(flatten)]
    target: Target,
    /// The hand as JSON, as overtrick form shows it: a file, the text itself, or - for standard input
    hand: String,
}

/// Undo the last change to a match in a file.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick undo friday.json", "overtrick undo friday.json --redo"]))]
pub struct Undo {
    #[command(flatten)]
    target: Target,
    /// Repeat the change that was undone last
    #[arg(long)]
    redo: bool,
}

/// Correct a hand of a match in a file. The hand as it was stays in the history.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&[
    "overtrick correct friday.json 3 corrected.json --reason \"tricks counted again\"",
    "overtrick correct friday.json 3 --remove --reason \"recorded twice\"",
]))]
pub struct Correct {
    #[command(flatten)]
    target: Target,
    /// The number of the hand
    number: usize,
    /// The whole hand as it was, as JSON: a file, the text itself, or - for standard input
    #[arg(required_unless_present = "remove", conflicts_with = "remove")]
    hand: Option<String>,
    /// Insert a forgotten hand before the one with this number
    #[arg(long)]
    insert: bool,
    /// Remove the hand
    #[arg(long, conflicts_with = "insert")]
    remove: bool,
    /// The reason, which stays in the history
    #[arg(long)]
    reason: String,
}

/// Add a penalty or another adjustment of points to a match in a file.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick adjust friday.json Ann -2 --reason \"revoke in hand 3\""]))]
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
    /// The number of the hand that it follows [default: the last one]
    #[arg(long, value_name = "NUMBER")]
    after_hand: Option<i64>,
    /// The id of the clause or irregularity behind it
    #[arg(long, value_name = "ID")]
    rule: Option<String>,
}

/// Finish a match in a file: no hand follows.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick finish friday.json"]))]
pub struct Finish {
    #[command(flatten)]
    target: Target,
    /// Go on with a finished match
    #[arg(long)]
    reopen: bool,
}

/// Correct a player's name in a match in a file.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick rename friday.json Bo Beau"]))]
pub struct Rename {
    #[command(flatten)]
    target: Target,
    /// The player, as called now
    player: String,
    /// The name
    name: String,
}

impl Target {
    /// Makes a change, and prints the match, or what `said` says of it.
    pub fn change(
        &self,
        change: impl FnOnce(&Match) -> Result<Change, CommandError>,
        said: impl FnOnce(&Match, &Language) -> String,
        language: &'static Language,
    ) -> Outcome {
        let format = FaultFormat::new(self.json);
        let mut file = MatchFile::read(&self.file, format, language)?;
        let changed = file.change(change, false);
        changed.map_err(|refusal| file.refused(refusal))?;
        let played = file.played();
        if self.json {
            let state = State::new(played, language, Detail::Scores);
            return output::json(&state.map_err(|_| unscored(language))?);
        }
        let scored = played.scored().map_err(|_| unscored(language))?;
        let text = said(played, language);
        output::text(&(text + &result(&scored, language) + &wrapped(&coming(&scored, language))))
    }

    /// Makes a change, and says that it was done.
    pub fn make(&self, change: Change, key: &str, language: &'static Language) -> Outcome {
        let said = told(language.text("keep", key));
        self.change(|_| Ok(change), said, language)
    }

    fn hand(&self, given: &str, language: &Language) -> Result<Json, CommandError> {
        let format = FaultFormat::new(self.json);
        let document = if given.trim_start().starts_with('{') {
            let name = language.text("keep", "the-hand");
            Document::new(given.as_bytes().to_vec(), name, format)
        } else {
            Document::read(given, format, language)?
        };
        document.json(language)
    }
}

fn unscored(language: &Language) -> CommandError {
    CommandError::files(language.text("keep", "unscored"))
}

/// The last hand with its derivation and the totals, as text for a terminal.
pub fn last_hand(played: &Match, language: &Language) -> String {
    let scored = played.scored().ok();
    let hand = scored
        .as_ref()
        .and_then(|scored| Some((scored, scored.hands.last()?)));
    let Some((scored, hand)) = hand else {
        return String::new();
    };
    let mut text = wrapped(&hand_title(scored, hand, language));
    let sides = scored.by_side();
    if let Some(hand) = sides.hands.last() {
        text += &reasons_grid(&sides, hand, language).text();
    }
    for warning in &hand.warnings {
        text += &wrapped(&format!("! {}", language.finding(warning)));
    }
    text + &wrapped(&all_totals(scored, language))
}

/// What was done, and each player's total after it.
fn told(done: String) -> impl FnOnce(&Match, &Language) -> String {
    move |played, language| wrapped(&done) + &totals(played, language)
}

/// Each player's total, in a sentence.
pub fn totals(played: &Match, language: &Language) -> String {
    let scored = played.scored();
    scored.map_or_else(
        |_| String::new(),
        |scored| wrapped(&all_totals(&scored, language)),
    )
}

fn all_totals(scored: &Scored, language: &Language) -> String {
    let scored = scored.by_side();
    let standing = |standing: overtrick_match::document::Standing| {
        let name = scored.table.name(standing.seat);
        Arg::from(format!("{name} {}", standing.total))
    };
    let standings: Vec<Arg> = scored.standings().into_iter().map(standing).collect();
    let args = args![totals: Arg::List(standings.into())];
    language.format("keep", "totals", &args)
}

/// A number of points, as typed: with either minus sign, and halves.
pub fn points(text: &str) -> Option<Json> {
    let text = text.trim().replace('\u{2212}', "-").replace(',', ".");
    let text = text.trim_start_matches('+');
    let number = text.parse::<i64>().map(Json::Int).ok();
    let fraction = || text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.or_else(|| fraction().map(Json::Float))
}

impl Record {
    pub fn run(self, language: &'static Language) -> Outcome {
        let hand = self.target.hand(&self.hand, language)?;
        self.target
            .change(|_| Ok(Change::Record { hand }), last_hand, language)
    }
}

impl Undo {
    pub fn run(self, language: &'static Language) -> Outcome {
        let (change, key) = if self.redo {
            (Change::Redo {}, "redone")
        } else {
            (Change::Undo {}, "undone")
        };
        self.target.make(change, key, language)
    }
}

impl Correct {
    pub fn run(self, language: &'static Language) -> Outcome {
        let number = self.number;
        let edit = match &self.hand {
            Some(hand) => {
                let with = self.target.hand(hand, language)?;
                if self.insert {
                    Edit::Insert {
                        before: number,
                        with,
                    }
                } else {
                    Edit::Replace { hand: number, with }
                }
            }
            None => Edit::Remove { hand: number },
        };
        let edits = vec![edit];
        let reason = self.reason;
        let change = |_: &Match| Ok(Change::Correct { edits, reason });
        let said = told(language.format("keep", "corrected", &args![hand: number]));
        self.target.change(change, said, language)
    }
}

impl Adjust {
    pub fn run(self, language: &'static Language) -> Outcome {
        let Some(points) = points(&self.points) else {
            let message = language.format("keep", "no-number", &args![found: self.points]);
            return Err(CommandError::usage(message));
        };
        let (player, reason, rule) = (self.player, self.reason, self.rule);
        let after = self.after_hand;
        let change = |played: &Match| {
            let after = after.unwrap_or_else(|| hands(played));
            Ok(adjustment(after, &player, points, &reason, rule.as_deref()))
        };
        let said = told(language.format("keep", "adjusted", &args![player: player.clone()]));
        self.target.change(change, said, language)
    }
}

/// The number of hands recorded.
pub fn hands(played: &Match) -> i64 {
    i64::try_from(played.outcome().hands).unwrap_or(i64::MAX)
}

/// An adjustment of a player's points.
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
    pub fn run(self, language: &'static Language) -> Outcome {
        let (change, key) = if self.reopen {
            (Change::Reopen {}, "reopened")
        } else {
            (Change::Finish {}, "finished")
        };
        self.target.make(change, key, language)
    }
}

impl Rename {
    pub fn run(self, language: &'static Language) -> Outcome {
        let Rename {
            target,
            player,
            name,
        } = self;
        let said = told(language.format("keep", "renamed", &args![name: name.clone()]));
        let change = |played: &Match| match seat(played, &player) {
            Some(seat) => Ok(Change::Rename { seat, name }),
            None => {
                let args = args![found: player.clone(), players: names(played)];
                Err(CommandError::usage(language.format(
                    "keep",
                    "no-player",
                    &args,
                )))
            }
        };
        target.change(change, said, language)
    }
}

/// The number of a player's seat.
pub fn seat(played: &Match, name: &str) -> Option<usize> {
    let scored = played.scored().ok()?;
    Some(scored.table.seat(name)?.index() + 1)
}

/// The players, in seat order.
pub fn names(played: &Match) -> Vec<String> {
    let scored = played.scored().ok();
    let names = scored.iter().flat_map(|scored| scored.table.names());
    names.map(ToString::to_string).collect()
}
