//! Shared parts of the commands that work on stored matches.

use std::future::Future;
use std::path::PathBuf;

use clap::Args;

use super::error::{CommandError, FaultFormat};
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_server::system::system;
use overtrick_server::{DamagedMatch, MatchService, ServiceError, StoreSettings};
use overtrick_store::{DatabaseUrl, StoreError, without_password};

/// The database that a command uses.
#[derive(Debug, Clone, Args)]
pub struct Database {
    /// The SQLite or PostgreSQL database
    #[arg(
        long,
        value_name = "URL",
        env = "OVERTRICK_DATABASE",
        hide_env_values = true,
        default_value = "sqlite://overtrick.db"
    )]
    pub database: DatabaseUrl,
    /// The file with the secret from which keys are made [default: overtrick.secret, next to the database]
    #[arg(long, value_name = "FILE", env = "OVERTRICK_SECRET_FILE")]
    pub secret_file: Option<PathBuf>,
}

impl Database {
    /// The settings for opening the store; with `create`, a missing database is created.
    pub fn settings(self, create: bool) -> StoreSettings {
        StoreSettings {
            secret: self.secret_file,
            create,
            ..StoreSettings::new(self.database)
        }
    }
}

/// Opens a store, runs the work, and closes the store.
pub fn with_matches<T, F: Future<Output = Result<T, CommandError>>>(
    settings: StoreSettings,
    language: &Language,
    work: impl FnOnce(MatchService) -> F,
) -> Result<T, CommandError> {
    check_file(&settings, "--database", language)?;
    run(async {
        let failed = |error| service_error(error, language);
        let database = without_password(&settings.database);
        let unusable = |error| match error {
            ServiceError::Store(StoreError::Other(said) | StoreError::Damaged(said)) => {
                let args = args![database: database, said: plain(&said).to_owned()];
                CommandError::files(language.format("service", "database-unusable", &args))
            }
            error => failed(error),
        };
        let matches = MatchService::open(settings, system())
            .await
            .map_err(unusable)?;
        let result = work(matches.clone()).await;
        matches.close().await.map_err(failed)?;
        result
    })
}

/// Says what is wrong with the file of a database before it is opened: the database's own errors name neither
/// the file nor the flag.
fn check_file(
    settings: &StoreSettings,
    flag: &str,
    language: &Language,
) -> Result<(), CommandError> {
    let file = settings.opening().file();
    let file = file.map_err(|error| service_error(error.into(), language))?;
    let Some(file) = file else { return Ok(()) };
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let key = if file.is_file() {
        return Ok(());
    } else if file.exists() {
        "no-database-file"
    } else if !settings.create {
        "no-database"
    } else if folder.is_some_and(|folder| !folder.is_dir()) {
        "no-folder"
    } else {
        return Ok(());
    };
    let args = args![file: file.display().to_string(), flag: flag.to_owned()];
    Err(CommandError::files(language.format("service", key, &args)))
}

/// A database's error without what only its library means.
fn plain(said: &str) -> &str {
    let prefixes = [
        "error returned from database: ",
        "error communicating with database: ",
    ];
    let mut rest = said;
    for prefix in prefixes {
        rest = rest.rsplit(prefix).next().unwrap_or(rest);
    }
    match rest
        .strip_prefix("(code: ")
        .and_then(|rest| rest.split_once(") "))
    {
        Some((_, rest)) => rest,
        None => rest,
    }
}

/// Runs asynchronous work to completion.
pub fn run<T>(work: impl Future<Output = Result<T, CommandError>>) -> Result<T, CommandError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(work)
}

/// A service error as a message in a language; faults of a document are reported.
pub fn service_error(error: ServiceError, language: &Language) -> CommandError {
    let text = |key| language.text("service", key);
    CommandError::files(match error {
        ServiceError::Refused(findings) => {
            let name = language.text("ui", "this-match");
            return CommandError::of_faults(&name, &findings, FaultFormat::Text, language);
        }
        ServiceError::Store(error) => match error {
            StoreError::NoFolder(folder) => {
                language.format("service", "no-database-folder", &args![folder: folder])
            }
            StoreError::NotOurs(file) => language.format("service", "not-ours", &args![file: file]),
            StoreError::Foreign(what) => {
                language.format("service", "foreign-schema", &args![found: what])
            }
            StoreError::OtherVersion => text("other-version-database"),
            StoreError::InUse => text("in-use"),
            StoreError::Busy => text("busy"),
            StoreError::Full => text("full"),
            StoreError::ReadOnly => text("read-only"),
            StoreError::ExternalIdTaken => text("external-id-taken"),
            other => {
                let args = args![said: plain(&other.to_string()).to_owned()];
                language.format("service", "store", &args)
            }
        },
        ServiceError::SecretLost(file) => {
            language.format("service", "secret-lost", &args![file: file])
        }
        ServiceError::OtherSecret(file) => {
            language.format("service", "other-secret", &args![file: file])
        }
        ServiceError::Damaged { id, damage } => {
            damage_message(&DamagedMatch { id, damage }, language)
        }
        ServiceError::NotFound => text("not-found"),
        ServiceError::Deleted => text("deleted"),
        ServiceError::Conflict { .. } => text("conflict"),
        // Keys and repeated requests are those of callers over HTTP.
        other => language.format("service", "store", &args![said: other.to_string()]),
    })
}

/// The message in a language that a match is damaged.
pub fn damage_message(damaged: &DamagedMatch, language: &Language) -> String {
    let DamagedMatch { id, damage } = damaged;
    let number = damage.number().unwrap_or_default();
    let args = args![id: id.clone(), number: number];
    language.format("service", &format!("damaged-{}", damage.word()), &args)
}
