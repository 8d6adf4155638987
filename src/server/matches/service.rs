//! All matches of a store: opening the store, reading, listing, deleting, watching.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::access::caller::Caller;
use crate::access::program_keys::ProgramKeys;
use crate::access::secret::{Secret, secret_of};
use crate::error::ServiceError;
use crate::matches::cache::MatchCache;
use crate::matches::change::{MatchGuard, MatchLocks, Precondition};
use crate::matches::judged::judge_by_weight;
use crate::system::{Clock, Random, System};
use overtrick_core::bounds::{MAX_CACHE_BYTES, MAX_CACHED_MATCHES};
use overtrick_match::ledger::{Damage, Match, MatchId, Role, StoredLog};
use overtrick_store::{self as store, Append, BulkChange, Lock, Store, StoreError, StoreSettings};

/// All matches of a store; cheap to clone.
#[derive(Debug, Clone)]
pub struct MatchService(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub struct Inner {
    pub(crate) store: Arc<Store>,
    /// A server's lock on its database.
    server_lock: Option<Lock>,
    pub(crate) secret: Secret,
    pub(crate) cache: MatchCache,
    pub(crate) locks: MatchLocks,
    pub(crate) program_keys: ProgramKeys,
    /// The lock that the current import holds.
    pub(crate) importing: Arc<tokio::sync::Mutex<()>>,
    /// The number of commits. Followers of all matches wait until it changes.
    pub(crate) commits: watch::Sender<u64>,
    /// The task that follows commits of other servers on the same database.
    pub(crate) following: OnceLock<AbortHandle>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
}

impl MatchService {
    /// Opens the store, creates the tables of a new one, and reads or creates the secret. If the database can
    /// only be read, [`Store::health`] reports that.
    ///
    /// # Errors
    /// The database or the secret cannot be opened; [`ServiceError::SecretLost`]; [`StoreError::InUse`].
    pub async fn open(
        mut settings: StoreSettings,
        (clock, random): System,
    ) -> Result<MatchService, ServiceError> {
        let file = settings.file()?.filter(|_| settings.exclusive);
        let server_lock = match file
            .map(|file| Lock::take(&file, settings.create))
            .transpose()
        {
            // A database that cannot be locked can still be read.
            Err(StoreError::ReadOnly | StoreError::Full) => {
                settings.read_only = true;
                None
            }
            taken => taken?,
        };
        let store = store::open(&settings).await?;
        let secret = secret_of(&store, &settings, &*random).await?;
        let program_keys = ProgramKeys::load(&store).await?;
        Ok(MatchService(Arc::new(Inner {
            store,
            server_lock,
            secret,
            cache: MatchCache::new(MAX_CACHE_BYTES, MAX_CACHED_MATCHES),
            locks: MatchLocks::default(),
            program_keys,
            importing: Arc::default(),
            commits: watch::Sender::new(0),
            following: OnceLock::new(),
            clock,
            random,
        })))
    }

    /// The store of the matches.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The service's clock.
    pub fn clock(&self) -> &dyn Clock {
        &*self.0.clock
    }

    /// The service's source of randomness.
    pub fn random(&self) -> &dyn Random {
        &*self.0.random
    }

    /// Returns the current match, even if another server on the database changed it last.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; store errors.
    pub async fn read(&self, id: &str) -> Result<Arc<Match>, ServiceError> {
        self.0.read(&match_id(id)?).await
    }

    /// Returns the readable part of a match, which may be damaged, for operators.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Damaged`] if nothing can be read; store errors.
    pub async fn salvage(&self, id: &str) -> Result<Arc<Match>, ServiceError> {
        let id = match_id(id)?;
        let log = self.0.stored(&id).await?;
        let (played, damage) = judge_by_weight(log.size(), move || log.salvage()).await?;
        let unreadable = || damaged(&id, damage.unwrap_or(Damage::Unreadable));
        played.map(Arc::new).ok_or_else(unreadable)
    }

    /// Locks a match and returns it from the cache, or from the store if it is not cached or the precondition
    /// has a later version. If another server has changed the match, the store refuses the next event.
    pub(crate) async fn lock(
        &self,
        id: &MatchId,
        precondition: &Precondition,
    ) -> Result<(MatchGuard, Arc<Match>), ServiceError> {
        let guard = self.0.locks.lock(id).await;
        let cached = self.0.cache.get(id);
        let played = match cached.filter(|played| !precondition.is_later(played.version())) {
            Some(played) => played,
            None => self.0.load(id).await?,
        };
        Ok((guard, played))
    }

    /// Returns a channel that receives the versions of a match. 0 means that the version is not yet known.
    /// The channel is closed when the match is deleted.
    pub fn watch(&self, id: &str) -> watch::Receiver<u64> {
        self.0.cache.watch(id)
    }

    /// Completes pending writes and closes the store.
    ///
    /// # Errors
    /// Store errors.
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

    /// Deletes a match and all its data, if the precondition is met. If another server changes the match
    /// meanwhile, checks the caller's role and the precondition again.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`] if the
    /// caller does not direct the match; failed preconditions; store errors.
    pub async fn delete(
        &self,
        id: &str,
        caller: &Caller,
        precondition: &Precondition,
    ) -> Result<(), ServiceError> {
        let match_id = match_id(id)?;
        let attempt = || async {
            let _guard = self.0.locks.lock(&match_id).await;
            let played = self.0.read(&match_id).await?;
            if self.role_in(&played, caller)? < Role::Direct {
                return Err(ServiceError::Forbidden);
            }
            precondition.check(played.version())?;
            self.delete_version(&match_id, played.version()).await
        };
        self.retry(id, caller, precondition, attempt).await
    }

    /// Deletes a match if it is at this version.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Conflict`] if the match is at another version; store errors.
    pub(crate) async fn delete_version(
        &self,
        id: &MatchId,
        version: u64,
    ) -> Result<(), ServiceError> {
        let now = self.clock().now();
        let deleted = match self.0.store.delete(id, version, now).await {
            Err(StoreError::VersionConflict) => return Err(self.0.conflict(id).await),
            deleted => deleted?,
        };
        self.0.cache.delete(id);
        self.0.committed();
        deleted.then_some(()).ok_or(ServiceError::NotFound)
    }

    /// Awaits `writing`, which stores new matches and events of other matches in one transaction, and
    /// notifies the watchers of the changed matches.
    ///
    /// # Errors
    /// Errors of `writing`.
    pub(crate) async fn write_together(
        &self,
        change: &BulkChange,
        writing: impl Future<Output = Result<(), StoreError>>,
    ) -> Result<(), StoreError> {
        let inner = &self.0;
        let changed = change.appended.iter();
        let changed = changed.map(|append| (append.id.clone(), append.event.stored.sequence));
        let changed: HashMap<MatchId, u64> = changed.collect();
        // The changed matches are removed from the cache before the write. Otherwise, old copies could be
        // shown beside changed matches.
        for (id, version) in &changed {
            inner.cache.invalidate(id, *version);
        }
        let written = writing.await;
        if written.is_err() {
            for id in changed.keys() {
                inner.cache.forget_floor(id);
            }
        }
        for id in changed
            .keys()
            .filter(|id| inner.cache.is_watched(id.as_str()))
        {
            // Loading the match notifies its watchers. If loading fails, they get the error when they read
            // it.
            drop(inner.load(id).await);
        }
        if written.is_ok() {
            inner.committed();
        }
        written
    }
}

impl Inner {
    /// Notifies the followers of all matches.
    pub(crate) fn committed(&self) {
        self.commits
            .send_modify(|count| *count = count.wrapping_add(1));
    }

    pub(crate) async fn read(&self, id: &MatchId) -> Result<Arc<Match>, ServiceError> {
        let Some(played) = self.cache.get(id) else {
            return self.load(id).await;
        };
        if self.store.is_shared() {
            let head = self.store.head(id).await?;
            if head != played.head().map(ToString::to_string) {
                self.cache.remove(id);
                return self.load(id).await;
            }
        }
        Ok(played)
    }

    /// Reads a match from the store into the cache.
    pub(crate) async fn load(&self, id: &MatchId) -> Result<Arc<Match>, ServiceError> {
        let log = self.stored(id).await?;
        let played = judge_by_weight(log.size(), move || log.open()).await?;
        let played = Arc::new(played.map_err(|damage| damaged(id, damage))?);
        self.cache.put(&played);
        Ok(played)
    }

    /// The stored log of a match, unchecked.
    pub(crate) async fn stored(&self, id: &MatchId) -> Result<StoredLog, ServiceError> {
        let log = match self.store.log(id).await {
            Err(StoreError::Damaged(_)) => return Err(damaged(id, Damage::Unreadable)),
            log => log?,
        };
        if log.head.is_none() {
            self.cache.delete(id);
            return Err(ServiceError::NotFound);
        }
        Ok(log)
    }

    /// Stores an event durably, and caches the changed match.
    pub(crate) async fn append(
        &self,
        played: Arc<Match>,
        append: Append,
    ) -> Result<Arc<Match>, ServiceError> {
        match self.store.append(append).await {
            Ok(()) => {
                self.cache.put(&played);
                self.committed();
                Ok(played)
            }
            Err(StoreError::VersionConflict) => Err(self.conflict(played.id()).await),
            Err(error) => {
                if error == StoreError::NoMatch {
                    self.cache.delete(played.id());
                }
                Err(error.into())
            }
        }
    }

    /// Returns the conflict error with the current version, which is read from the store.
    async fn conflict(&self, id: &MatchId) -> ServiceError {
        let current = self.load(id).await.map(|current| current.version());
        current.map_or_else(|error| error, |current| ServiceError::Conflict { current })
    }
}

/// Returns the error for a damaged match.
pub fn damaged(id: &MatchId, damage: Damage) -> ServiceError {
    let id = id.to_string();
    ServiceError::Damaged { id, damage }
}

/// Reads the match id of a path or a command.
pub fn match_id(id: &str) -> Result<MatchId, ServiceError> {
    MatchId::read(id).ok_or(ServiceError::NotFound)
}
