//! `overtrick draw` and `overtrick roll`: random draws before and during a match.

use clap::Args;
use serde_json::{Value, json};

use super::error::{CommandError, Outcome};
use super::faults::print_faults;
use super::grid::{Grid, left};
use super::new::players;
use super::{game, output, words};
use overtrick_core::cards::Card;
use overtrick_core::{Facts, Table, args, french};
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_server::dice::{Seeded, first_dealer, high_card, roll};
use overtrick_server::system::system;
use overtrick_server::{Random, RandomError};

/// Draw for the first dealer: the highest card deals; players who tie draw again.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick draw Ann Bo Cy", "overtrick draw Ann Bo Cy --seed 7"]))]
pub struct Draw {
    /// The players, or how many they are
    #[arg(
        value_name = "PLAYER|N",
        required_unless_present = "seats",
        value_delimiter = ','
    )]
    players: Vec<String>,
    /// The same as a flag, as elsewhere: names, separated by commas, or how many
    #[arg(
        long = "players",
        id = "seats",
        value_delimiter = ',',
        value_name = "A,B,C|N",
        conflicts_with = "players"
    )]
    seats: Vec<String>,
    #[command(flatten)]
    chance: Chance,
}

/// Roll the dice of a game.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick roll"]))]
pub struct Roll {
    /// The game [default: the first game that has dice]
    #[arg(value_parser = words::GAMES, hide_possible_values = true)]
    game: Option<String>,
    #[command(flatten)]
    chance: Chance,
}

#[derive(Debug, Args)]
struct Chance {
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Use this number as the seed: the same number gives the same result
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

impl Chance {
    /// Calls a function with the source of randomness: the seed, or the operating system.
    fn decide<T>(
        &self,
        decide: impl FnOnce(&dyn Random) -> Result<T, RandomError>,
    ) -> Result<T, CommandError> {
        let decided = match self.seed {
            Some(seed) => decide(&Seeded::new(seed)),
            None => decide(&*system().1),
        };
        decided.map_err(|error| CommandError::Files(error.to_string()))
    }
}

impl Draw {
    pub fn run(self, language: &Language) -> Outcome {
        let given = [self.players, self.seats].concat();
        let (table, faults) = Table::seat_players(&players(&given, language));
        if !faults.is_empty() {
            print_faults(&language.text("ui", "this-match"), &faults, language);
            return Err(CommandError::Usage(None));
        }
        let names = table.names();
        let rounds = self
            .chance
            .decide(|source| high_card(names.len(), source))?;
        let dealer = &names[first_dealer(&rounds)];
        let card = |card: Card| (french::PACK.name)(card);
        if self.chance.json {
            let rounds = rounds.iter().map(|round| {
                let drawn = round.iter();
                let drawn = drawn.map(
                    |(player, drawn)| json!({ "player": names[*player], "card": card(*drawn) }),
                );
                drawn.collect::<Value>()
            });
            return output::json(&json!({ "dealer": dealer, "rounds": rounds.collect::<Value>() }));
        }
        let mut grid = Grid::new();
        for (number, round) in (1..).zip(&rounds) {
            for (player, drawn) in round {
                let mut row = vec![names[*player].to_string(), card(*drawn)];
                if rounds.len() > 1 {
                    row.insert(
                        0,
                        language.format("ui", "draw-round", &args![number: number]),
                    );
                }
                grid.add_row(row.into_iter().map(left));
            }
        }
        let dealer = language.format("ui", "draw-dealer", &args![dealer: dealer]);
        output::text(&format!("{}\n{dealer}\n", grid.text()))
    }
}

impl Roll {
    pub fn run(self, language: &Language) -> Outcome {
        let facts = match &self.game {
            Some(name) => game::find(name, language)?.facts,
            None => {
                let mut all = games::all().iter().map(|entry| entry.facts);
                let with_dice = all.find(|facts| facts.dice.is_some());
                with_dice.ok_or_else(|| no_dice(None, language))?
            }
        };
        let fields = facts.dice.ok_or_else(|| no_dice(Some(facts), language))?;
        let dice = self.chance.decide(|source| roll(fields, source))?;
        if self.chance.json {
            return output::json(&json!({ "game": facts.id, "dice": dice }));
        }
        let mut grid = Grid::new();
        for (name, face) in &dice {
            let face = match face {
                Value::String(word) => language.word(word),
                face => face.to_string(),
            };
            grid.add_row([language.field(facts.id, name), face].map(left));
        }
        output::text(&grid.text())
    }
}

/// The message that a game, or every game, uses no dice; it lists the games with dice.
fn no_dice(facts: Option<&Facts>, language: &Language) -> CommandError {
    let all = games::all().iter().map(|entry| entry.facts);
    let with_dice = all.filter(|facts| facts.dice.is_some());
    let games: Vec<String> = with_dice.map(|facts| facts.id.to_owned()).collect();
    let found = facts.map_or_else(String::new, |facts| language.word(facts.id));
    CommandError::usage(language.format("ui", "no-dice", &args![game: found, games: games]))
}
