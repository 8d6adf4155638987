//! `overtrick prune`.

use clap::Args;

use super::database::{Database, with_matches};
use super::error::Outcome;
use super::grid::{Grid, left};
use super::output;
use overtrick_server::StoreSettings;

/// Delete unused matches: those with no hand, no hand in play, and no change for the given
/// number of days.
///
/// Prints a line for each match: its id, its game and its last change. No server may be using the database;
/// a server with --expire prunes by itself.
#[derive(Debug, Args)]
pub struct Prune {
    /// Days without use; 0 selects every match in which nothing was played
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=36_500))]
    days: u32,
    /// List the matches without deleting them; a server may be running
    #[arg(long)]
    dry_run: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

impl Prune {
    pub fn run(self) -> Outcome {
        let settings = StoreSettings {
            exclusive: !self.dry_run,
            ..self.database.settings(false)
        };
        let (days, dry_run) = (self.days, self.dry_run);
        let found = with_matches(settings, |matches| async move {
            Ok(if dry_run {
                matches.unused(days).await?
            } else {
                matches.expire(days).await?
            })
        })?;
        let rows = found.iter().map(|summary| {
            let (id, game) = (summary.id.to_string(), summary.game.clone());
            [id, game, summary.changed_at.to_string()].map(left)
        });
        let head = ["id", "game", "changed_at"].map(left);
        let grid = rows.collect::<Grid>().headed(head);
        if self.json || !found.is_empty() {
            output::table(self.json, &grid)?;
        }
        let key = if dry_run { "prunable" } else { "pruned" };
        notice!("service", key, count: found.len());
        Ok(())
    }
}
