//! Matches: opening, reading, changing, watching.

use std::sync::Arc;

use tokio::sync::watch;

use super::cache::MatchCache;
use super::idempotency::{Claim, InFlight};
use super::keys::Keys;
use super::locks::{MatchGuard, MatchLocks};
use super::secret::{Secret, random_id};
use super::{Idempotency, Replayed, ServiceError, StoreSettings, rematch};
use crate::ledger::{Change, Event, Ledger, MatchId, NameEntry, ReplayError, Role};
use crate::rules::Finding;
use crate::rules::json::Json;
use crate::store::{
    Append, IdempotencyRecord, Lock, MatchSummary, Sqlite, Store, StoreError, StoredAnswer,
    StoredOutcome,
};

/// All matches of a store; cheap to clone.
#[derive(Debug, Clone)]
pub struct Matches(pub(super) Arc<Inner>);

#[derive(Debug)]
pub struct Inner {
    store: Box<dyn Store>,
    lock: Option<Lock>,
    pub(super) secret: Secret,
    cache: MatchCache,
    in_flight: InFlight,
    locks: MatchLocks,
}

/// A match that was opened.
#[derive(Debug, Clone)]
pub struct Created {
    /// Its id.
    pub id: MatchId,
    /// Its first keys.
    pub keys: Keys,
    /// Its version: 1.
    pub version: u64,
    /// The match as it was opened.
    pub ledger: Arc<Ledger>,
}

impl Matches {
    /// Opens the store, brings its tables up to date and reads the secret, or makes one.
    ///
    /// # Errors
    /// A database or a secret that cannot be opened; [`ServiceError::SecretLost`]; [`ServiceError::InUse`].
    pub async fn open(settings: StoreSettings) -> Result<Matches, ServiceError> {
        let sqlite = settings.sqlite();
        let file = sqlite.file()?.filter(|_| settings.alone);
        let lock = file.map(|file| Lock::take(&file)).transpose()?;
        let store = Sqlite::open(&sqlite).await?;
        let secret = match settings.secret_file()? {
            Some(file) if settings.create => {
                let lost = !settings.new_secret && !file.exists();
                if lost && !store.list(None, 1).await?.is_empty() {
                    return Err(ServiceError::SecretLost(file.display().to_string()));
                }
                Secret::in_file(&file)?
            }
            _ => Secret::random()?,
        };
        Ok(Matches(Arc::new(Inner {
            store: Box::new(store),
            lock,
            secret,
            cache: MatchCache::new(settings.remembered),
            in_flight: InFlight::default(),
            locks: MatchLocks::default(),
        })))
    }

    /// Opens a match from a document, which may have hands already. An `id` in it is not kept.
    ///
    /// # Errors
    /// Every error of the document, or what the store says.
    pub async fn create(
        &self,
        document: &Json,
        now: &str,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        let claim = match self.claim(idempotency).await? {
            Ok(claim) => claim,
            Err(Replayed::Created(created)) => return Ok(created),
            Err(_) => return Err(ServiceError::KeyReused),
        };
        let id = random_id()?;
        let ledger =
            Ledger::begin(&id, document, now, Role::Direct).map_err(ServiceError::Refused)?;
        let event = Event::clone(&ledger.events()[0]);
        let names = ledger.names_since(None);
        let ledger = self
            .write(ledger, (event, names), idempotency, (claim, None))
            .await?;
        Ok(self.created(ledger))
    }

    fn created(&self, ledger: Arc<Ledger>) -> Created {
        let id = ledger.id().clone();
        let key = |role| self.key(id.as_str(), role, 0);
        Created {
            keys: Keys {
                view: key(Role::View),
                score: key(Role::Score),
                direct: key(Role::Direct),
            },
            version: ledger.version(),
            id,
            ledger,
        }
    }

    /// The match as it stands.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`], or what the store says.
    pub async fn read(&self, id: &str) -> Result<Arc<Ledger>, ServiceError> {
        let id = MatchId::read(id).ok_or(ServiceError::NotFound)?;
        match self.0.cache.get(&id) {
            Some(ledger) => Ok(ledger),
            None => self.0.load(&id).await,
        }
    }

    /// The match at the version that somebody expects it to be at, if any.
    async fn read_at(&self, id: &str, expected: Option<u64>) -> Result<Arc<Ledger>, ServiceError> {
        let mut ledger = self.read(id).await?;
        let Some(expected) = expected else {
            return Ok(ledger);
        };
        if ledger.version() < expected {
            ledger = self.0.load(ledger.id()).await?;
        }
        match ledger.version() {
            current if current == expected => Ok(ledger),
            current => Err(ServiceError::Conflict { current }),
        }
    }

    /// The match as it would stand after a change, without recording it. Rights are not asked for.
    ///
    /// # Errors
    /// What a change would be refused for.
    pub async fn check(&self, id: &str, change: Change, now: &str) -> Result<Ledger, ServiceError> {
        let checked = self.read(id).await?.after(change, now, Role::Score);
        Ok(checked.map_err(ServiceError::Refused)?.0)
    }

    /// Makes a change to the match at the expected version; it is durable when this returns.
    ///
    /// # Errors
    /// [`ServiceError::Conflict`], if the match is at another version; [`ServiceError::Forbidden`], if the
    /// change takes another role; every error that the match would have; what the store says.
    pub async fn change(
        &self,
        id: &str,
        expected: u64,
        by: Role,
        change: Change,
        now: &str,
        idempotency: Option<&Idempotency>,
    ) -> Result<Arc<Ledger>, ServiceError> {
        self.change_at(id, Some(expected), by, change, now, idempotency)
            .await
    }

    /// Makes a change to the match at whichever version it is.
    ///
    /// # Errors
    /// As of [`Matches::change`].
    pub async fn change_whichever(
        &self,
        id: &str,
        by: Role,
        change: Change,
        now: &str,
        idempotency: Option<&Idempotency>,
    ) -> Result<Arc<Ledger>, ServiceError> {
        self.change_at(id, None, by, change, now, idempotency).await
    }

    async fn change_at(
        &self,
        id: &str,
        expected: Option<u64>,
        by: Role,
        change: Change,
        now: &str,
        idempotency: Option<&Idempotency>,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let claim = match self.claim(idempotency).await? {
            Ok(claim) => claim,
            Err(Replayed::Changed(ledger)) => return Ok(ledger),
            Err(_) => return Err(ServiceError::KeyReused),
        };
        let guard = self.guard(id).await?;
        let before = self.read_at(id, expected).await?;
        if by < before.needs(&change) {
            return Err(ServiceError::Forbidden);
        }
        let (ledger, event) = before
            .after(change, now, by)
            .map_err(ServiceError::Refused)?;
        let names = ledger.names_since(Some(&before));
        self.write(ledger, (event, names), idempotency, (claim, Some(guard)))
            .await
    }

    async fn guard(&self, id: &str) -> Result<MatchGuard, ServiceError> {
        let id = MatchId::read(id).ok_or(ServiceError::NotFound)?;
        Ok(self.0.locks.wait(&id).await)
    }

    /// Opens another match of the same players under the same house rules: the next dealer deals,
    /// and a pot that was left is carried over.
    ///
    /// # Errors
    /// As of [`Matches::create`].
    pub async fn rematch(
        &self,
        id: &str,
        now: &str,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        if let Some(Replayed::Created(created)) = self.replay(idempotency).await? {
            return Ok(created);
        }
        let document = rematch::document(&*self.read(id).await?)?;
        self.create(&document, now, idempotency).await
    }

    /// Deletes a match and all that is known of it, at this version or at whichever it is.
    ///
    /// # Errors
    /// [`ServiceError::Conflict`], [`ServiceError::NotFound`], or what the store says.
    pub async fn delete(&self, id: &str, expected: Option<u64>) -> Result<(), ServiceError> {
        let _turn = self.guard(id).await?;
        let id = self.read_at(id, expected).await?.id().clone();
        let deleted = self.0.store.delete(&id).await?;
        self.0.cache.delete(&id);
        deleted.then_some(()).ok_or(ServiceError::NotFound)
    }

    /// Matches in the order of their ids, after one of them, at most so many.
    ///
    /// # Errors
    /// What the store says.
    pub async fn list(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<MatchSummary>, ServiceError> {
        Ok(self.0.store.list(after, limit).await?)
    }

    /// Publishes a match or takes that back; what is so already stays at its version.
    ///
    /// # Errors
    /// [`ServiceError::Conflict`], or what the store says.
    pub async fn show(
        &self,
        id: &str,
        expected: u64,
        shown: bool,
        by: Role,
        now: &str,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let ledger = self.read_at(id, Some(expected)).await?;
        if ledger.is_shown() == shown {
            return Ok(ledger);
        }
        self.act(id, expected, |ledger| ledger.show(shown, now, by))
            .await
    }

    pub(super) async fn act(
        &self,
        id: &str,
        expected: u64,
        acted: impl FnOnce(&mut Ledger) -> Result<Event, Vec<Finding>>,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let guard = self.guard(id).await?;
        let mut ledger = Ledger::clone(&*self.read_at(id, Some(expected)).await?);
        let event = acted(&mut ledger).map_err(ServiceError::Refused)?;
        let claim = self.0.in_flight.claim(None)?;
        self.write(ledger, (event, Vec::new()), None, (claim, Some(guard)))
            .await
    }

    /// The versions of a match as they come; 0 stands for one that is not known yet, and the end
    /// of it says that the match was deleted.
    pub fn watch(&self, id: &str) -> watch::Receiver<u64> {
        self.0.cache.watch(id)
    }

    /// What outcome of a request that was made before; to be asked before any precondition. `create`,
    /// `change` and `rematch` keep it by themselves, in the transaction of their event.
    ///
    /// # Errors
    /// [`ServiceError::KeyReused`], if it was another request; [`ServiceError::InProgress`], if it is being
    /// answered.
    pub async fn replayed(
        &self,
        idempotency: &Idempotency,
    ) -> Result<Option<Replayed>, ServiceError> {
        let claimed = self.claim(Some(idempotency)).await?;
        Ok(claimed.err())
    }

    /// Claims a request, or gives what outcome of it when it was made before.
    async fn claim(
        &self,
        idempotency: Option<&Idempotency>,
    ) -> Result<Result<Claim, Replayed>, ServiceError> {
        let claimed = self.0.in_flight.claim(idempotency);
        match self.replay(idempotency).await? {
            Some(replayed) => Ok(Err(replayed)),
            None => claimed.map(Ok),
        }
    }

    async fn replay(
        &self,
        idempotency: Option<&Idempotency>,
    ) -> Result<Option<Replayed>, ServiceError> {
        let Some(idempotency) = idempotency else {
            return Ok(None);
        };
        let Some(kept) = self.0.store.idempotency_record(&idempotency.key).await? else {
            return Ok(None);
        };
        if kept.fingerprint != idempotency.fingerprint {
            return Err(ServiceError::KeyReused);
        }
        let (id, version) = match kept.outcome {
            StoredOutcome::StoredAnswer(answer) => return Ok(Some(Replayed::StoredAnswer(answer))),
            StoredOutcome::Version(id, version) => (id, version),
        };
        let mut ledger = self.read(id.as_str()).await?;
        if ledger.version() != version {
            ledger = Arc::new(ledger.at_version(version).map_err(broken)?);
        }
        Ok(Some(match version {
            1 => Replayed::Created(self.created(ledger)),
            _ => Replayed::Changed(ledger),
        }))
    }

    /// Keeps an answer to a request that changes no match.
    ///
    /// # Errors
    /// What the store says.
    pub async fn save_answer(
        &self,
        idempotency: &Idempotency,
        answer: &StoredAnswer,
        now: &str,
    ) -> Result<(), ServiceError> {
        let outcome = StoredOutcome::StoredAnswer(answer.clone());
        Ok(self
            .0
            .store
            .save_answer(idempotency_record(idempotency, now, outcome))
            .await?)
    }

    /// Forgets what outcome of requests before this moment.
    ///
    /// # Errors
    /// What the store says.
    pub async fn forget_answers(&self, before: &str) -> Result<u64, ServiceError> {
        Ok(self.0.store.forget_answers(before).await?)
    }

    /// Replays a match from its start, judging every step again: how many events it has, or the
    /// first one of which something else comes than was recorded.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`], or what the store says.
    pub async fn verify(&self, id: &str) -> Result<Result<u64, ReplayError>, ServiceError> {
        let id = MatchId::read(id).ok_or(ServiceError::NotFound)?;
        let log = self.0.store.log(&id).await?;
        if log.events.is_empty() {
            return Err(ServiceError::NotFound);
        }
        Ok(Ledger::verify(log).map(|ledger| ledger.version()))
    }

    /// Writes a consistent copy of the database into a file that is not there yet.
    ///
    /// # Errors
    /// What the store says.
    pub async fn backup(&self, file: &std::path::Path) -> Result<(), ServiceError> {
        Ok(self.0.store.backup(file).await?)
    }

    /// Whether the store can be read and written.
    ///
    /// # Errors
    /// What the store says.
    pub async fn health(&self) -> Result<(), ServiceError> {
        Ok(self.0.store.health().await?)
    }

    /// Writes what waits and closes the store.
    ///
    /// # Errors
    /// What the store says.
    pub async fn close(&self) -> Result<(), ServiceError> {
        let closed = self.0.store.close().await;
        if let Some(lock) = &self.0.lock {
            lock.release();
        }
        Ok(closed?)
    }

    /// Makes an event durable, and then remembers the match and tells those who watch it. This goes
    /// on to its end even if whoever asked for it goes away; nobody else has a guard until then.
    async fn write(
        &self,
        ledger: Ledger,
        (event, names): (Event, Vec<NameEntry>),
        idempotency: Option<&Idempotency>,
        until_then: (Claim, Option<MatchGuard>),
    ) -> Result<Arc<Ledger>, ServiceError> {
        let outcome = StoredOutcome::Version(ledger.id().clone(), event.sequence);
        let append = Append {
            id: ledger.id().clone(),
            game: ledger.game(),
            kept: idempotency
                .map(|idempotency| idempotency_record(idempotency, &event.at, outcome)),
            event,
            names,
        };
        let inner = self.0.clone();
        let written = tokio::spawn(async move {
            let written = inner.write(Arc::new(ledger), append).await;
            drop(until_then);
            written
        });
        written
            .await
            .map_err(|error| ServiceError::Store(error.to_string()))?
    }
}

impl Inner {
    async fn load(&self, id: &MatchId) -> Result<Arc<Ledger>, ServiceError> {
        let log = self.store.log(id).await?;
        if log.events.is_empty() {
            self.cache.delete(id);
            return Err(ServiceError::NotFound);
        }
        let ledger = Arc::new(Ledger::open(log).map_err(broken)?);
        self.cache.put(&ledger);
        Ok(ledger)
    }

    async fn write(
        &self,
        ledger: Arc<Ledger>,
        append: Append,
    ) -> Result<Arc<Ledger>, ServiceError> {
        match self.store.append(append).await {
            Ok(()) => {
                self.cache.put(&ledger);
                Ok(ledger)
            }
            Err(StoreError::Taken) => {
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

fn idempotency_record(
    idempotency: &Idempotency,
    now: &str,
    outcome: StoredOutcome,
) -> IdempotencyRecord {
    IdempotencyRecord {
        key: idempotency.key.clone(),
        fingerprint: idempotency.fingerprint,
        at: now.to_owned(),
        outcome,
    }
}

fn broken(broken: ReplayError) -> ServiceError {
    ServiceError::Store(format!("event {} does not follow", broken.sequence))
}
