//! `overtrick keys`.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use serde_json::json;

use super::database::{Database, with_matches};
use super::error::Outcome;
use super::grid::{Grid, left};
use super::output;
use overtrick_server::{MatchService, Scope, ServiceError, StoreSettings};

/// Make, list and revoke API keys, which open every match of a database.
///
/// No server may use the database while a key is made or revoked. If a server is running, use /api/v1/keys
/// instead.
#[derive(Debug, Args)]
pub struct Keys {
    #[command(subcommand)]
    command: Command,
    /// Write JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a key and print it; it is shown only this once
    Make {
        /// The name of the key, such as the program that uses it
        name: String,
        /// The permission in every match. read: read and list; score: record hands and undo the last change;
        /// direct: correct, adjust, finish, publish and delete; admin: same as the administrator's token
        #[arg(long, value_name = "SCOPE", value_parser = PossibleValuesParser::new(Scope::WORDS).try_map(|word| {
            Scope::from_word(&word).ok_or("no scope")
        }))]
        scope: Scope,
        /// The number of days until the key expires [default: never]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_500))]
        days: Option<u32>,
    },
    /// List the keys with id, scope, state and name
    List,
    /// Revoke a key, so that it stops working
    Revoke {
        /// The id of the key, as shown by overtrick keys list
        id: String,
    },
}

impl Keys {
    pub fn run(self) -> Outcome {
        let (json, database) = (self.json, self.database);
        match self.command {
            Command::Make { name, scope, days } => {
                let key = with_matches(alone(database, true), |matches| async move {
                    let days = days.map(|days| Duration::from_hours(24 * u64::from(days)));
                    let end = days.map(|days| matches.clock().now().after(days));
                    let keys = matches.lock_program_keys().await?;
                    Ok(keys.make(&name, scope, end).await?)
                })?;
                let figures = json!({ "id": key.0.id.clone(), "key": key.1 });
                output::answer(json, &figures, &key.1)?;
                notice!("service", "key-made");
            }
            Command::List => {
                let grid = with_matches(database.settings(false), |matches| async move {
                    Ok(listed(&matches))
                })?;
                output::table(json, &grid)?;
            }
            Command::Revoke { id } => {
                let named = id.clone();
                with_matches(alone(database, false), |matches| async move {
                    let revoked = matches.lock_program_keys().await?.revoke(&id).await;
                    revoked.map_err(|error| match error {
                        ServiceError::NotFound => failure!("service", "key-unknown"),
                        error => error.into(),
                    })
                })?;
                if json {
                    output::json(&json!({ "id": named, "revoked": true }))?;
                } else {
                    notice!("service", "key-revoked");
                }
            }
        }
        Ok(())
    }
}

/// Returns settings that refuse a database in use by a server. If `create` is set, a missing database is created.
fn alone(database: Database, create: bool) -> StoreSettings {
    StoreSettings {
        exclusive: true,
        ..database.settings(create)
    }
}

/// Returns a table of the keys.
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
