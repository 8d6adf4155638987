//! `overtrick migrate`.

use clap::Args;
use serde_json::json;

use super::backup::{figures, report_damage};
use super::database::{check_file, run, service_error};
use super::error::{CommandError, Outcome};
use super::output;
use super::progress::Bar;
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_server::system::system;
use overtrick_server::{StoreSettings, migrate};
use overtrick_store::DatabaseUrl;

/// Copy everything from one database into another: between SQLite and PostgreSQL in either direction, or
/// between two of the same kind.
///
/// Every log is copied byte for byte, with its hash chain, its names and its position in the order of all
/// changes. Lists, published matches, stored answers for repeated requests, markers of deleted and expired
/// matches and API keys are copied too. Then every copied match is
/// replayed and compared with its source. The target must be empty. If the copy is interrupted, run the same
/// command again to continue; no server opens the target until it has finished. No server may be using either
/// database. The secret is a separate file: give it to the server of the new database.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&[
    "overtrick migrate --from sqlite://overtrick.db --to sqlite://new.db",
]))]
pub struct Migrate {
    /// The database to copy
    #[arg(long, value_name = "URL")]
    from: DatabaseUrl,
    /// The database to copy into
    #[arg(long, value_name = "URL")]
    to: DatabaseUrl,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Migrate {
    pub fn run(self, language: &Language) -> Outcome {
        if self.from == self.to {
            let message = language.text("service", "same-database");
            return Err(CommandError::usage(message));
        }
        let (from, to) = (StoreSettings::new(self.from), StoreSettings::new(self.to));
        let source = StoreSettings {
            create: false,
            ..from.clone()
        };
        check_file(&source, "--from", language)?;
        let bar = Bar::new(language);
        let copied = run(async {
            let copied = migrate(from, &to, system(), &bar.progress()).await;
            bar.clear();
            copied.map_err(|error| service_error(error, language))
        })?;
        if copied.resumed {
            output::message(&language.text("service", "migrate-resumed"));
        }
        if !copied.checked.is_whole() {
            figures(self.json, &copied.checked)?;
            let is_copied = copied.checked.faults.is_empty();
            let failed = report_damage(&copied.checked, language);
            if is_copied {
                let message = language.text("service", "migrated-as-they-are");
                output::message(&format!("overtrick: {message}"));
            }
            return Err(failed);
        }
        let args = args![count: copied.checked.sound];
        let figures = json!({ "matches": copied.checked.sound, "resumed": copied.resumed });
        let sentence = language.format("service", "migrated", &args);
        output::answer(self.json, &figures, &sentence)
    }
}
