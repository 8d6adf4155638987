//! The contents of a database after its disk has recovered.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use overtrick_server::system::system;
use overtrick_server::{Depth, MatchService, StoreSettings};

/// The version of each match.
pub struct Stored {
    pub versions: HashMap<String, u64>,
}

impl Stored {
    /// Reads the matches in a folder, and asserts that all are intact.
    pub fn in_folder(folder: &Path) -> Stored {
        let database = format!("sqlite://{}/overtrick.db", folder.display());
        block_on(async {
            let matches = MatchService::open(StoreSettings::new(database), system())
                .await
                .unwrap();
            let verified = matches.verify_all(Depth::Chain).await.unwrap();
            assert!(verified.is_intact(), "{verified:?}");
            let listed = matches.store().list(None, 1_000).await.unwrap();
            matches.close().await.unwrap();
            let versions = listed
                .into_iter()
                .map(|listed| (listed.id.to_string(), listed.version));
            Stored {
                versions: versions.collect(),
            }
        })
    }

    pub fn ids(&self) -> HashSet<String> {
        self.versions.keys().cloned().collect()
    }
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(work)
}
