//! All matches of a store: opening it, reading, listing, deleting, watching.

use std::sync::{Arc, OnceLock};

use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::access::secret::{Secret, random_id, secret_of};
use crate::api_keys::known::ProgramKeys;
use crate::change_feed::page::FeedPage;
use crate::clock::{Clock, Random, System};
use crate::error::ServiceError;
use crate::idempotency::in_progress::InFlight;
use crate::join_codes::codes::Guesses;
use crate::maintenance::figures::KnownFigures;
use crate::maintenance::settings::StoreSettings;
use crate::matches::budget::MatchBudget;
use crate::matches::cache::MatchCache;
use crate::matches::judged::judge_apart;
use crate::matches::locks::{MatchGuard, MatchLocks};
use crate::matches::rematches::Rematches;
use crate::matches::request::Precondition;
use crate::replication::freshness::CacheFreshness;
use crate::retention::last_read::LastReads;
use overtrick_match::ledger::{Damage, Ledger, MatchId, StoredLog, Timestamp};
use overtrick_store::{self as store, Append, Figures, Lock, MatchSummary, Store, StoreError};

/// All matches of a store; cheap to clone.
#[derive(Debug, Clone)]
pub struct MatchService(pub(crate) Arc<Inner>);

/// How often a match is read again that another instance changes while it is read.
const TRIES: usize = 4;

#[derive(Debug)]
pub struct Inner {
    pub(crate) store: Arc<Store>,
    /// The lock of a server on its database.
    server_lock: Option<Lock>,
    pub(crate) secret: Secret,
    pub(crate) cache: MatchCache,
    pub(crate) budget: MatchBudget,
    pub(crate) in_flight: InFlight,
    pub(crate) locks: MatchLocks,
    pub(crate) last_reads: LastReads,
    pub(crate) guesses: Guesses,
    pub(crate) rematches: Rematches,
    pub(crate) program_keys: ProgramKeys,
    /// Held by the one import that goes on.
    pub(crate) importing: Arc<tokio::sync::Mutex<()>>,
    /// How often something was committed: whoever follows all matches looks again.
    pub(crate) commits: watch::Sender<u64>,
    /// The same of webhooks, for whoever sends them.
    pub(crate) webhook_changes: watch::Sender<()>,
    pub(crate) page: FeedPage,
    pub(crate) figures: KnownFigures,
    /// Who this is to others on the same database.
    pub(crate) instance: String,
    /// Whether matches and keys in memory can be trusted.
    pub(crate) freshness: CacheFreshness,
    /// Follows what others on the same database commit.
    pub(crate) following: OnceLock<AbortHandle>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
}

impl MatchService {
    /// Opens the store, brings its tables up to date, and reads or creates the secret. A store that
    /// cannot be written is opened for reading; [`MatchService::health`] says so.
    ///
    /// # Errors
    /// A database or a secret that cannot be opened; [`ServiceError::SecretLost`];
    /// [`ServiceError::InUse`]; [`ServiceError::HalfCopied`].
    pub async fn open(
        settings: StoreSettings,
        (clock, random): System,
    ) -> Result<MatchService, ServiceError> {
        let mut opening = settings.opening();
        let file = opening.file()?.filter(|_| settings.exclusive);
        let server_lock = match file
            .map(|file| Lock::take(&file, settings.create))
            .transpose()
        {
            // Whoever cannot lock a database out of others' reach can still show it.
            Err(StoreError::ReadOnly | StoreError::Full) => {
                opening.only_read();
                None
            }
            taken => taken?,
        };
        let store = store::open(&opening).await?;
        if store.unfinished_copy().await?.is_some() {
            return Err(ServiceError::HalfCopied);
        }
        let secret = secret_of(&store, &settings, &*random).await?;
        let freshness = CacheFreshness::of(store.is_shared());
        let program_keys = ProgramKeys::of(&store).await?;
        let matches = MatchService(Arc::new(Inner {
            store,
            server_lock,
            secret,
            cache: MatchCache::new(settings.cache),
            in_flight: InFlight::default(),
            budget: MatchBudget {
                bytes: settings.match_size,
                hands: settings.match_hands,
            },
            locks: MatchLocks::default(),
            last_reads: LastReads::default(),
            guesses: Guesses::default(),
            rematches: Rematches::default(),
            program_keys,
            importing: Arc::default(),
            commits: watch::Sender::new(0),
            webhook_changes: watch::Sender::new(()),
            page: FeedPage::default(),
            instance: random_id(&*random)?.to_string(),
            freshness,
            figures: KnownFigures::default(),
            following: OnceLock::new(),
            clock,
            random,
        }));
        if settings.exclusive {
            match matches.0.take_back_left().await {
                // What cannot be written is shown as it is.
                Err(ServiceError::ReadOnly | ServiceError::Full) => {}
                taken => taken?,
            }
        }
        Ok(matches)
    }

    /// The clock that it was given.
    pub fn clock(&self) -> &dyn Clock {
        &*self.0.clock
    }

    /// The randomness that it was given.
    pub fn random(&self) -> &dyn Random {
        &*self.0.random
    }

    /// The match as it stands. Where several instances share the database, it is as old as a notice of
    /// another one's change needs to come, and at most three seconds.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; those of the store.
    pub async fn read(&self, id: &str) -> Result<Arc<Ledger>, ServiceError> {
        self.0.read(&match_id(id)?).await
    }

    /// The match at a version or a later one, as far as it has come: an older copy in memory is read again.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; those of the store.
    pub async fn read_at_least(&self, id: &str, version: u64) -> Result<Arc<Ledger>, ServiceError> {
        self.0.read_at_least(&match_id(id)?, version).await
    }

    /// The match as it stands in the database, where other instances may have changed it.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; those of the store.
    pub async fn read_now(&self, id: &str) -> Result<Arc<Ledger>, ServiceError> {
        self.0.read_now(&match_id(id)?).await
    }

    /// What can still be read of a match, damaged or not: for those who run the service.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Damaged`], if nothing can be read; those of the
    /// store.
    pub async fn salvage(&self, id: &str) -> Result<Arc<Ledger>, ServiceError> {
        let id = match_id(id)?;
        let log = self.0.stored(&id).await?;
        let (ledger, damage) = judge_apart(log.size(), || log.salvage()).await?;
        let unreadable = || damaged(&id, damage.unwrap_or(Damage::Unreadable));
        ledger.map(Arc::new).ok_or_else(unreadable)
    }

    /// Locks a match, and gives it as it stands. It is read from the store if a precondition names a
    /// later version than the cache has: another process has changed it.
    pub(crate) async fn lock(
        &self,
        id: &MatchId,
        precondition: &Precondition,
    ) -> Result<(MatchGuard, Arc<Ledger>), ServiceError> {
        let guard = self.0.locks.lock(id).await;
        let mut ledger = self.0.read(id).await?;
        if precondition.is_later(ledger.version()) {
            ledger = self.0.load(id).await?;
        }
        Ok((guard, ledger))
    }

    /// At most `limit` matches in the order of their ids, beginning after one.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn list(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<MatchSummary>, ServiceError> {
        Ok(self.0.store.list(after, limit).await?)
    }

    /// A channel of the versions of a match as they come; 0 is a version that is not known yet. The
    /// channel is closed when the match is deleted.
    pub fn watch(&self, id: &str) -> watch::Receiver<u64> {
        self.0.cache.watch(id)
    }

    /// How many matches there are, and how many bytes the database takes: as it was at most a minute ago.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn figures(&self) -> Result<Figures, ServiceError> {
        let now = self.clock().now();
        Ok(self.0.figures.of(&self.0.store, now).await?)
    }

    /// How many writes wait for their turn.
    pub fn queued(&self) -> usize {
        self.0.store.queued()
    }

    /// Whether the store can be read and written; answered in a bounded time.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn health(&self) -> Result<(), ServiceError> {
        Ok(self.0.store.health().await?)
    }

    /// Writes what waits and closes the store.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn close(&self) -> Result<(), ServiceError> {
        if let Some(following) = self.0.following.get() {
            following.abort();
        }
        let closed = self.0.store.close().await;
        if let Some(lock) = &self.0.server_lock {
            lock.release();
        }
        Ok(closed?)
    }
}

impl Inner {
    /// The time now.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Has those look again who follow all matches.
    pub(crate) fn committed(&self) {
        self.commits
            .send_modify(|count| *count = count.wrapping_add(1));
    }

    pub(crate) async fn read(&self, id: &MatchId) -> Result<Arc<Ledger>, ServiceError> {
        match self.cache.get(id).filter(|_| self.freshness.is_given()) {
            Some(ledger) => Ok(ledger),
            None => self.load(id).await,
        }
    }

    pub(crate) async fn read_at_least(
        &self,
        id: &MatchId,
        version: u64,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let ledger = self.read(id).await?;
        if ledger.version() < version {
            return self.load(id).await;
        }
        Ok(ledger)
    }

    pub(crate) async fn read_now(&self, id: &MatchId) -> Result<Arc<Ledger>, ServiceError> {
        if self.store.is_shared() {
            return self.load(id).await;
        }
        self.read(id).await
    }

    /// Reads a match from the store into the cache: again, if another instance told of a later version
    /// meanwhile.
    pub(crate) async fn load(&self, id: &MatchId) -> Result<Arc<Ledger>, ServiceError> {
        let access = self.cache.begin(id);
        let mut tries = TRIES;
        loop {
            tries -= 1;
            let log = self.stored(id).await?;
            let ledger = judge_apart(log.size(), || log.open()).await?;
            let ledger = Arc::new(ledger.map_err(|damage| damaged(id, damage))?);
            if ledger.version() >= access.told() || tries == 0 {
                self.cache.put(&ledger);
                return Ok(ledger);
            }
        }
    }

    /// What is stored of a match, unchecked.
    pub(crate) async fn stored(&self, id: &MatchId) -> Result<StoredLog, ServiceError> {
        let log = match self.store.log(id).await {
            Err(StoreError::Damaged(_)) => return Err(damaged(id, Damage::Unreadable)),
            log => log?,
        };
        if log.head.is_none() {
            self.cache.delete(id);
            let expired = self.store.expired(id).await?;
            return Err(expired.map_or(ServiceError::NotFound, |_| ServiceError::Expired));
        }
        Ok(log)
    }

    /// Makes an event durable, and puts the match after it into the cache.
    pub(crate) async fn append(
        &self,
        ledger: Arc<Ledger>,
        append: Append,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let id = append.id.clone();
        let _access = self.cache.begin(&id);
        match self.store.append(append).await {
            Ok(()) => {
                self.cache.put(&ledger);
                self.committed();
                Ok(ledger)
            }
            Err(StoreError::VersionConflict) => {
                let current = self.load(ledger.id()).await?.version();
                Err(ServiceError::Conflict { current })
            }
            Err(error) => {
                if error == StoreError::NoMatch {
                    self.cache.delete(ledger.id());
                }
                Err(error.into())
            }
        }
    }
}

/// That a match is damaged.
pub fn damaged(id: &MatchId, damage: Damage) -> ServiceError {
    let id = id.to_string();
    ServiceError::Damaged { id, damage }
}

/// The id in a path or a command.
pub fn match_id(id: &str) -> Result<MatchId, ServiceError> {
    MatchId::read(id).ok_or(ServiceError::NotFound)
}
