//! What all commands share that work on stored matches.

use std::future::Future;
use std::path::PathBuf;

use clap::Args;

use super::{CommandError, print_faults};
use crate::lang::Language;
use crate::rules::args;
use crate::service::{self, Matches, StoreSettings};
use crate::system::system;

/// Where matches are kept.
#[derive(Debug, Args)]
pub struct Database {
    /// The database
    #[arg(
        long,
        value_name = "URL",
        env = "OVERTRICK_DATABASE",
        default_value = "sqlite://overtrick.db"
    )]
    pub database: String,
    /// The file of the secret that keys are made with [default: overtrick.secret, beside the
    /// database]
    #[arg(long, value_name = "FILE", env = "OVERTRICK_SECRET_FILE")]
    pub secret_file: Option<PathBuf>,
}

impl Database {
    /// Its settings; `create` is whether to make the database if it is not there.
    pub fn settings(self, create: bool) -> StoreSettings {
        StoreSettings {
            secret: self.secret_file,
            create,
            ..StoreSettings::new(self.database)
        }
    }
}

/// Opens a store, does something with it, and closes it.
pub fn with_matches<T, F: Future<Output = Result<T, CommandError>>>(
    settings: StoreSettings,
    language: &Language,
    work: impl FnOnce(Matches) -> F,
) -> Result<T, CommandError> {
    run(async {
        let said = |error| stored(error, language);
        let matches = Matches::open(settings, system()).await.map_err(said)?;
        let done = work(matches.clone()).await;
        matches.close().await.map_err(said)?;
        done
    })
}

/// Runs something that waits for a database.
pub fn run<T>(work: impl Future<Output = Result<T, CommandError>>) -> Result<T, CommandError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()?;
    runtime.block_on(work)
}

/// A error of the service in the words of a language.
pub fn stored(error: service::ServiceError, language: &Language) -> CommandError {
    use crate::service::ServiceError;
    let key = match error {
        ServiceError::Refused(findings) => {
            print_faults(&language.text("ui", "this-match"), &findings, language);
            return CommandError::Refused;
        }
        ServiceError::Store(said) => {
            return CommandError::Files(language.format("service", "store", &args![said: said]));
        }
        ServiceError::SecretLost(file) => {
            return CommandError::Files(language.format(
                "service",
                "secret-lost",
                &args![file: file],
            ));
        }
        ServiceError::InUse => "in-use",
        ServiceError::NotFound => "not-found",
        ServiceError::Conflict { .. }
        | ServiceError::VersionNeeded
        | ServiceError::VersionUnreadable => "conflict",
        ServiceError::Unauthorized | ServiceError::Forbidden => "forbidden",
        ServiceError::Busy => "busy",
        ServiceError::Full => "full",
        ServiceError::InProgress => "in-progress",
        ServiceError::KeyReused => "key-reused",
    };
    CommandError::Files(language.text("service", key))
}
