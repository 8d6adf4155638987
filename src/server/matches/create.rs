//! Opening matches, and the next match of the same players.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::access::secret::random_id;
use crate::error::ServiceError;
use crate::idempotency::Replayed;
use crate::matches::change::Caller;
use crate::matches::judged::judge_apart;
use crate::matches::service::MatchService;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::{Match, MatchId, Opening, Role};
use overtrick_match::play::next_document;
use overtrick_store::{Idempotency, StoreError};

/// How long after a rematch a repeated request is answered with the keys of the next match.
const KEYS_ANSWERED: Duration = Duration::from_mins(10);

impl MatchService {
    /// Opens a match from a document, which may already have hands. An `id` in it is ignored.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] with every fault of the document, or if it is too large;
    /// [`ServiceError::KeyReused`] for the idempotency key; store errors.
    pub async fn create(
        &self,
        document: &Json,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        let document = document.clone();
        let read = (0, || Ok(document));
        self.create_read(read, Opening::default(), None, idempotency)
            .await
    }

    /// Like [`MatchService::create`], for a document of this many bytes that is still to be parsed, with
    /// labels, and with the client that opens it. Only programs and the administrator may set an external id.
    ///
    /// # Errors
    /// Same as [`MatchService::create`]; [`ServiceError::Refused`] for an external id from any other caller;
    /// [`StoreError::ExternalIdTaken`].
    pub async fn create_read(
        &self,
        (weight, document): (
            usize,
            impl FnOnce() -> Result<Json, Faults> + Send + 'static,
        ),
        opening: Opening,
        caller: Option<&Caller>,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        let labels = &opening.labels;
        let is_program = caller.is_some_and(Caller::is_program);
        if labels.external_id.is_some() && !is_program {
            let refused = Finding::rule("external-id-of-programs", "/external_id", args![]);
            return Err(Faults::from(refused).into());
        }
        let id = random_id(self.random())?;
        let (now, day) = (self.clock().now(), self.clock().day());
        let begin = move || -> Result<Match, Faults> {
            let mut document = document()?;
            // Otherwise the day is that of UTC.
            if let Json::Object(entries) = &mut document
                && entries.iter().all(|(key, _)| key != "played_on")
                && day != now.day()
            {
                entries.push(("played_on".to_owned(), day.into()));
            }
            Match::begin_labeled(&id, &document, opening, now, Role::Direct)
        };
        let played = judge_apart(weight, begin).await??;
        match self.append(played, None, idempotency.cloned(), None).await {
            Ok(played) => Ok(self.created(played)),
            // The same request may have been carried out meanwhile.
            Err(
                error @ (ServiceError::InProgress
                | ServiceError::Store(StoreError::ExternalIdTaken)),
            ) => match self.replayed(idempotency).await? {
                Some(Replayed::Created(created)) => Ok(created),
                Some(_) => Err(ServiceError::KeyReused),
                None => Err(error),
            },
            Err(error) => Err(error),
        }
    }

    /// Opens another match of the same players under the same house rules: the next dealer deals first, and a
    /// remaining pot is carried over. Watchers of the match are led to the new one.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`] if the
    /// caller may not score the match; otherwise the same as [`MatchService::create`].
    pub async fn rematch(
        &self,
        id: &str,
        caller: &Caller,
        client: Option<&str>,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        let before = self.read(id).await?;
        if self.role_in(&before, caller)? < Role::Score {
            return Err(ServiceError::Forbidden);
        }
        let document = next_document(&before)?;
        let opening = Opening {
            client: client.map(str::to_owned),
            ..Opening::default()
        };
        let read = (0, || Ok(document));
        let created = self.create_read(read, opening, None, idempotency).await?;
        self.note_next(before.id(), &created.id).await;
        Ok(created)
    }

    /// Whether a match was opened so recently that a repeated rematch is answered with its keys.
    pub fn is_just_created(&self, created: &Created) -> bool {
        let opened = created.played.events().first().map(|event| event.at);
        opened.is_some_and(|at| at >= self.clock().now().before(KEYS_ANSWERED))
    }
}

/// The keys of a match, one for each role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = MatchKeys)]
pub struct Keys {
    /// To watch.
    pub view: String,
    /// To record.
    pub score: String,
    /// To direct.
    pub direct: String,
}

/// A newly opened match.
#[derive(Debug, Clone)]
pub struct Created {
    /// Its id.
    pub id: MatchId,
    /// Its first keys.
    pub keys: Keys,
    /// Its version: 1.
    pub version: u64,
    /// The match as it was opened.
    pub played: Arc<Match>,
    /// Whether an earlier request with the same idempotency key opened it.
    pub is_repeated: bool,
}
