//! Shared parts of the commands that work on stored matches.

use std::future::Future;
use std::path::PathBuf;

use clap::Args;

use super::error::CommandError;
use super::faults::print_faults;
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_server::system::system;
use overtrick_server::{DamagedMatch, MatchService, ServiceError, StoreSettings};
use overtrick_store::DatabaseUrl;

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
    run(async {
        let failed = |error| service_error(error, language);
        let matches = MatchService::open(settings, system())
            .await
            .map_err(failed)?;
        let result = work(matches.clone()).await;
        matches.close().await.map_err(failed)?;
        result
    })
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
    CommandError::Files(match error {
        ServiceError::Refused(findings) => {
            print_faults(&language.text("ui", "this-match"), &findings, language);
            return CommandError::Refused;
        }
        ServiceError::Store(reason) => language.format("service", "store", &args![said: reason]),
        ServiceError::SecretLost(file) => {
            language.format("service", "secret-lost", &args![file: file])
        }
        ServiceError::OtherSecret(file) => {
            language.format("service", "other-secret", &args![file: file])
        }
        ServiceError::NotOurs(file) => language.format("service", "not-ours", &args![file: file]),
        ServiceError::Foreign(what) => {
            language.format("service", "foreign-schema", &args![found: what])
        }
        ServiceError::Damaged { id, damage } => {
            damage_message(&DamagedMatch { id, damage }, language)
        }
        ServiceError::Unreleased => text("unreleased-database"),
        ServiceError::Newer => text("newer-database"),
        ServiceError::InUse => text("in-use"),
        ServiceError::NotEmpty => text("not-empty"),
        ServiceError::HalfCopied => text("half-copied"),
        ServiceError::SourceChanged => text("source-changed"),
        ServiceError::NotFound => text("not-found"),
        ServiceError::Expired => text("expired"),
        ServiceError::Deleted => text("deleted"),
        ServiceError::Conflict { .. }
        | ServiceError::VersionNeeded
        | ServiceError::VersionUnreadable(_) => text("conflict"),
        ServiceError::Unauthorized
        | ServiceError::Forbidden
        | ServiceError::UnknownCode
        | ServiceError::TooManyGuesses { .. } => text("forbidden"),
        ServiceError::Busy => text("busy"),
        ServiceError::Full => text("full"),
        ServiceError::ReadOnly => text("read-only"),
        ServiceError::InProgress => text("in-progress"),
        ServiceError::KeyReused => text("key-reused"),
        ServiceError::ExternalIdTaken => text("external-id-taken"),
    })
}

/// The message in a language that a match is damaged.
pub fn damage_message(damaged: &DamagedMatch, language: &Language) -> String {
    let DamagedMatch { id, damage } = damaged;
    let number = damage.number().unwrap_or_default();
    let args = args![id: id.clone(), number: number];
    language.format("service", &format!("damaged-{}", damage.word()), &args)
}
