//! What the pages and lists of published matches share: addresses, caches, and what the list has of a match.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::Bytes;
use lru::LruCache;

use crate::app::base_url::BaseUrl;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::request::text_of;
use crate::matches::service::MatchService;
use crate::publish::board::Board;
use overtrick_match::ledger::{Match, MatchId};
use overtrick_store::{PublicationUpdate, PublishedFilter, PublishedMatch};

impl From<askama::Error> for Problem {
    fn from(_: askama::Error) -> Problem {
        ProblemKind::Internal.into()
    }
}

impl MatchService {
    /// At most `limit` published matches, latest day first.
    ///
    /// # Errors
    /// Store errors.
    pub async fn published(
        &self,
        filter: &PublishedFilter,
        limit: usize,
    ) -> Result<Vec<PublishedMatch>, ServiceError> {
        Ok(self.0.store.published(filter, limit).await?)
    }

    /// The ids of at most `limit` published matches, the one that was opened last first.
    ///
    /// # Errors
    /// Store errors.
    pub async fn published_ids(&self, limit: usize) -> Result<Vec<MatchId>, ServiceError> {
        Ok(self.0.store.published_ids(limit).await?)
    }
}

/// How an event changes the list of published matches, if it does.
pub fn publication_update(before: Option<&Match>, after: &Match) -> Option<PublicationUpdate> {
    let was = before.and_then(Match::publication);
    (was != after.publication()).then(|| publication_of(after))
}

/// What the list of published matches has of a match.
pub fn publication_of(played: &Match) -> PublicationUpdate {
    let publication = played.publication();
    publication.map_or(PublicationUpdate::Hidden, PublicationUpdate::Published)
}

/// The most cached list entries, counted per language.
pub const MAX_ENTRIES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1023);
/// The most cached pictures; each has about 40 KB.
pub const MAX_PICTURES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(99);

/// Values recently made from matches, per match and language, each for one version of the match.
#[derive(Debug)]
pub struct VersionCache<T>(Mutex<LruCache<Key, (u64, T)>>);

/// The id of a match, and the tag of a language.
type Key = (String, &'static str);

/// List entries, because reading a log for each would take too long.
pub type ListedCache = VersionCache<Arc<Board>>;

/// Pictures of standings.
pub type PictureCache = VersionCache<Bytes>;

impl<T: Clone> VersionCache<T> {
    /// An empty cache of at most so many values.
    pub fn new(most: NonZeroUsize) -> VersionCache<T> {
        VersionCache(Mutex::new(LruCache::new(most)))
    }

    /// The cached value for this version of a match in a language, if any.
    pub fn get(&self, id: &str, language: &'static str, version: u64) -> Option<T> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, made) = all.get(&(id.to_owned(), language))?;
        (*known == version).then(|| made.clone())
    }

    /// Caches a value in place of an earlier version's.
    pub fn put(&self, id: &str, language: &'static str, version: u64, made: T) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.put((id.to_owned(), language), (version, made));
    }
}

/// The address of the service, with a trailing slash: the public one in the settings, or the request's.
pub fn home(request: &HttpRequest, service: &Service) -> String {
    let settings = &service.settings;
    if settings.public_url.is_some()
        && let BaseUrl::Public(url) = service.reach()
    {
        return url;
    }
    let host = text_of(request.headers(), &header::HOST).filter(|host| is_authority(host));
    let host = host.unwrap_or_else(|| "localhost".to_owned());
    let scheme = if settings.is_secure() {
        "https"
    } else {
        "http"
    };
    format!("{scheme}://{host}{}/", settings.base_path)
}

/// Whether a `Host` header is a name or an address, with or without a port; it is written into pages.
fn is_authority(host: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    !host.is_empty() && host.len() <= 255 && host.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address() {
        for host in [
            "club.example",
            "127.0.0.1:8080",
            "[fd00::5]:80",
            "localhost",
        ] {
            assert!(is_authority(host), "{host}");
        }
        for host in ["", "a/b", "a\"b", "a b", "<x>", "a@b"] {
            assert!(!is_authority(host), "{host}");
        }
    }
}
