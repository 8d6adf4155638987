//! Shared code for the commands that work on stored matches.

use std::future::Future;
use std::path::PathBuf;

use clap::Args;

use super::error::{CommandError, FaultFormat, Outcome};
use super::output::language;
use overtrick_server::system::system;
use overtrick_server::{DamagedMatch, MatchService, ServiceError, StoreSettings};
use overtrick_store::{DatabaseUrl, StoreError, folder_of, without_password};

/// The database of a command.
#[derive(Debug, Clone, Args)]
pub struct Database {
    /// The SQLite or PostgreSQL database
    #[arg(long, global = true, value_name = "URL", hide_env_values = true)]
    #[arg(env = "OVERTRICK_DATABASE", default_value = "sqlite://overtrick.db")]
    pub database: DatabaseUrl,
    /// The file with the secret from which keys are made [default: overtrick.secret, next to the database]
    #[arg(long, global = true, value_name = "FILE")]
    #[arg(env = "OVERTRICK_SECRET_FILE")]
    pub secret_file: Option<PathBuf>,
}

impl Database {
    /// Returns the settings for opening the store. If `create` is set, a missing database is created.
    pub fn settings(self, create: bool) -> StoreSettings {
        StoreSettings {
            secret: self.secret_file,
            create,
            ..StoreSettings::new(self.database)
        }
    }
}

/// Opens a store, runs the work, and closes the store.
pub fn with_matches<T, F: Future<Output = Outcome<T>>>(
    settings: StoreSettings,
    work: impl FnOnce(MatchService) -> F,
) -> Outcome<T> {
    check_file(&settings)?;
    run(async {
        let database = without_password(&settings.database);
        let unusable = |error| match error {
            ServiceError::Store(StoreError::Other(reason) | StoreError::Damaged(reason)) => {
                failure!("service", "database-unusable", database: database, reason: reason)
            }
            error => error.into(),
        };
        let matches = MatchService::open(settings, system()).await;
        let matches = matches.map_err(unusable)?;
        let result = work(matches.clone()).await;
        matches.close().await?;
        result
    })
}

/// Checks a database file before it is opened, because SQLite's own errors do not mention the file or the
/// flag.
fn check_file(settings: &StoreSettings) -> Outcome {
    let Some(file) = settings.file()? else {
        return Ok(());
    };
    let has_folder = folder_of(&file).is_dir();
    let key = match (file.is_file(), file.exists(), settings.create) {
        (true, ..) => return Ok(()),
        (_, true, _) => "no-database-file",
        (.., false) => "no-database",
        _ if has_folder => return Ok(()),
        _ => "no-folder",
    };
    Err(failure!("service", key, file: file.display().to_string(), flag: "--database"))
}

/// Runs asynchronous work to completion.
pub fn run<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(work)
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> CommandError {
        match error {
            StoreError::NoFolder(folder) => {
                failure!("service", "no-database-folder", folder: folder)
            }
            StoreError::NotOurs(file) => failure!("service", "not-ours", file: file),
            StoreError::Foreign(what) => failure!("service", "foreign-schema", found: what),
            StoreError::OtherVersion => failure!("service", "other-version-database"),
            StoreError::InUse => failure!("service", "in-use"),
            StoreError::Busy => failure!("service", "busy"),
            StoreError::Full => failure!("service", "full"),
            StoreError::ReadOnly => failure!("service", "read-only"),
            StoreError::ExternalIdTaken => failure!("service", "external-id-taken"),
            other => failure!("service", "store", reason: other.to_string()),
        }
    }
}

/// Keeps the faults of a document.
impl From<ServiceError> for CommandError {
    fn from(error: ServiceError) -> CommandError {
        match error {
            ServiceError::Store(error) => error.into(),
            ServiceError::Refused(findings) => {
                let name = language().text("ui", "this-match");
                CommandError::of_faults(&name, &findings, FaultFormat::Text)
            }
            ServiceError::Damaged { id, damage } => {
                CommandError::files(damage_message(&DamagedMatch { id, damage }))
            }
            ServiceError::SecretLost(file) => failure!("service", "secret-lost", file: file),
            ServiceError::OtherSecret(file) => failure!("service", "other-secret", file: file),
            ServiceError::NotFound => failure!("service", "not-found"),
            ServiceError::Deleted => failure!("service", "deleted"),
            ServiceError::Conflict { .. } => failure!("service", "conflict"),
            // The other errors, such as those about keys and repeated requests, occur only over HTTP.
            other => failure!("service", "store", reason: other.to_string()),
        }
    }
}

/// Returns the message that a match is damaged.
pub fn damage_message(damaged: &DamagedMatch) -> String {
    let DamagedMatch { id, damage } = damaged;
    let number = damage.number().unwrap_or_default();
    sentence!("service", &format!("damaged-{}", damage.word()), id: id.clone(), number: number)
}
