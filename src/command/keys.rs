//! `overtrick keys`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use serde_json::json;

use super::database::{Database, with_matches};
use super::error::{Outcome, failure};
use super::grid::{Grid, left};
use super::output;
use overtrick_core::args;
use overtrick_server::{MatchService, Scope, ServiceError, StoreSettings, Timestamp};

/// Make, list and revoke API keys, which open every match of a database.
///
/// No server may be using the database while a key is made or revoked; on a running server use /api/v1/keys
/// instead.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&[
    "overtrick keys make website --scope read --days 365",
    "overtrick keys list",
]))]
pub struct Keys {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a key, and print it: it cannot be shown again
    Make {
        /// Its name, such as the program that uses it
        name: String,
        /// What the program may do in every match: read, and list all; score: record hands, and undo the last
        /// change; direct: correct, adjust, finish, publish, delete; admin: as the administrator's token
        #[arg(long, value_name = "SCOPE", value_parser = PossibleValuesParser::new(Scope::WORDS).try_map(|word| {
            Scope::from_word(&word).ok_or("no scope")
        }))]
        scope: Scope,
        /// The number of days until it expires [default: never]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_500))]
        days: Option<u32>,
        /// Write JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        database: Database,
    },
    /// List the keys: id, scope, state, name
    List {
        /// Write JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        database: Database,
    },
    /// Revoke a key: it stops working
    Revoke {
        /// Its id, as overtrick keys list shows it
        id: String,
        /// Write JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        database: Database,
    },
}

/// Anyone with access to the database is its administrator.
const DAY: u64 = 24 * 60 * 60 * 1000;

impl Keys {
    pub fn run(self) -> Outcome {
        match self.command {
            Command::Make {
                name,
                scope,
                days,
                json,
                database,
            } => {
                let key = with_matches(alone(database, true), |matches| async move {
                    let end = |days: u32| after(matches.clock().now(), days);
                    let keys = matches.lock_program_keys().await?;
                    Ok(keys.make(&name, scope, days.map(end)).await?)
                })?;
                let figures = json!({ "id": key.0.id.clone(), "key": key.1 });
                output::answer(json, &figures, &key.1)?;
                output::notice("service", "key-made", &args![]);
            }
            Command::List { json, database } => {
                let grid = with_matches(database.settings(false), |matches| async move {
                    Ok(listed(&matches))
                })?;
                output::table(json, &grid)?;
            }
            Command::Revoke { id, json, database } => {
                let named = id.clone();
                with_matches(alone(database, false), |matches| async move {
                    let revoked = matches.lock_program_keys().await?.revoke(&id).await;
                    revoked.map_err(|error| match error {
                        ServiceError::NotFound => failure("service", "key-unknown", &args![]),
                        error => error.into(),
                    })
                })?;
                if json {
                    output::json(&json!({ "id": named, "revoked": true }))?;
                } else {
                    output::notice("service", "key-revoked", &args![]);
                }
            }
        }
        Ok(())
    }
}

/// The settings for a store that no server is using; with `create`, a missing database is created.
fn alone(database: Database, create: bool) -> StoreSettings {
    StoreSettings {
        exclusive: true,
        ..database.settings(create)
    }
}

fn after(now: Timestamp, days: u32) -> Timestamp {
    Timestamp::from_millis(now.as_millis() + u64::from(days) * DAY)
}

/// The keys, one a row.
fn listed(matches: &MatchService) -> Grid {
    let now = matches.clock().now();
    let keys = matches.program_keys().into_iter().map(|key| {
        let state = match key.expires_at {
            Some(at) if at <= now => format!("expired {at}"),
            Some(at) => format!("until {at}"),
            None => "valid".to_owned(),
        };
        [key.id, key.scope.word().to_owned(), state, key.name].map(left)
    });
    keys.collect::<Grid>()
        .headed(["id", "scope", "state", "name"].map(left))
}
