//! What is remembered of published matches: their entries in lists, and their pictures.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web::Bytes;
use lru::LruCache;

use crate::web::listed::Listed;

/// How many entries of lists are remembered, in whatever language.
const ENTRIES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1023);
/// How many pictures are remembered; each has about 40 KB.
const PICTURES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(99);

/// What was made of matches lately, each in a language and of one version.
#[derive(Debug)]
pub struct Remembered<T>(Mutex<LruCache<Of, At<T>>>);

/// The id of a match, and the tag of a language.
type Of = (String, &'static str);
/// What was made at a version.
type At<T> = (u64, T);

/// The entries of matches that were listed lately: to read a log for each would take long.
pub type Entries = Remembered<Arc<Listed>>;

/// The pictures that were asked for lately.
pub type Pictures = Remembered<Bytes>;

impl<T: Clone> Remembered<T> {
    fn new(most: NonZeroUsize) -> Remembered<T> {
        Remembered(Mutex::new(LruCache::new(most)))
    }

    /// What is remembered of this version of a match in a language.
    pub fn get(&self, id: &str, language: &'static str, version: u64) -> Option<T> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, made) = all.get(&(id.to_owned(), language))?;
        (*known == version).then(|| made.clone())
    }

    /// Remembers it in the place of earlier versions.
    pub fn put(&self, id: &str, language: &'static str, version: u64, made: T) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.put((id.to_owned(), language), (version, made));
    }
}

/// Room for entries of lists.
pub fn entries() -> Entries {
    Remembered::new(ENTRIES)
}

/// Room for pictures.
pub fn pictures() -> Pictures {
    Remembered::new(PICTURES)
}
