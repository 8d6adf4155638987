//! What all commands share that work on stored matches.

use std::future::Future;
use std::path::PathBuf;

use clap::Args;

use super::{Trouble, say_faults};
use crate::lang::Language;
use crate::rules::args;
use crate::service::{self, Matches, StoreSettings};

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
pub fn with_matches<T, F: Future<Output = Result<T, Trouble>>>(
    settings: StoreSettings,
    language: &Language,
    work: impl FnOnce(Matches) -> F,
) -> Result<T, Trouble> {
    run(async {
        let said = |trouble| stored(trouble, language);
        let matches = Matches::open(settings).await.map_err(said)?;
        let done = work(matches.clone()).await;
        matches.close().await.map_err(said)?;
        done
    })
}

/// Runs something that waits for a database.
pub fn run<T>(work: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()?;
    runtime.block_on(work)
}

/// A trouble of the service in the words of a language.
pub fn stored(trouble: service::Trouble, language: &Language) -> Trouble {
    use crate::service::Trouble as Of;
    let key = match trouble {
        Of::Refused(findings) => {
            say_faults(&language.text("ui", "this-match"), &findings, language);
            return Trouble::Refused;
        }
        Of::Store(said) => {
            return Trouble::Files(language.say("service", "store", &args![said: said]));
        }
        Of::SecretLost(file) => {
            return Trouble::Files(language.say("service", "secret-lost", &args![file: file]));
        }
        Of::InUse => "in-use",
        Of::NotFound => "not-found",
        Of::Conflict { .. } => "conflict",
        Of::Forbidden => "forbidden",
        Of::Busy => "busy",
        Of::Full => "full",
        Of::InProgress => "in-progress",
        Of::KeyReused => "key-reused",
    };
    Trouble::Files(language.text("service", key))
}
