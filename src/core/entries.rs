//! Entries of an answer: names with what was found under each.

use serde::{Serialize, Serializer};

use super::Name;
use super::json::Json;

/// Names with their values, in order; as JSON an object.
///
/// ```
/// use overtrick_core::Entries;
/// use overtrick_core::json::Json;
///
/// let mut outcome = Entries::from([("complete", Json::Bool(true))]);
/// outcome.push("winner", "Ann");
/// assert_eq!(serde_json::to_string(&outcome).unwrap(), r#"{"complete":true,"winner":"Ann"}"#);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entries(Vec<(Name, Json)>);

impl Entries {
    /// Adds an entry after the others.
    pub fn push(&mut self, name: impl Into<Name>, value: impl Into<Json>) {
        self.0.push((name.into(), value.into()));
    }

    /// The value of a name.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Json> {
        let mut entries = self.0.iter_mut();
        Some(&mut entries.find(|(known, _)| *known == *name)?.1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each name with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Json)> {
        self.0.iter().map(|(name, value)| (name, value))
    }
}

impl<N: Into<Name>, const COUNT: usize> From<[(N, Json); COUNT]> for Entries {
    fn from(entries: [(N, Json); COUNT]) -> Entries {
        entries.into_iter().collect()
    }
}

impl<N: Into<Name>> FromIterator<(N, Json)> for Entries {
    fn from_iter<I: IntoIterator<Item = (N, Json)>>(entries: I) -> Entries {
        let entries = entries.into_iter();
        Entries(entries.map(|(name, value)| (name.into(), value)).collect())
    }
}

impl<N: Into<Name>> Extend<(N, Json)> for Entries {
    fn extend<I: IntoIterator<Item = (N, Json)>>(&mut self, entries: I) {
        let entries = entries.into_iter();
        self.0
            .extend(entries.map(|(name, value)| (name.into(), value)));
    }
}

impl From<Entries> for Json {
    fn from(entries: Entries) -> Json {
        let entries = entries.0.into_iter();
        Json::Object(
            entries
                .map(|(name, value)| (name.to_string(), value))
                .collect(),
        )
    }
}

impl Serialize for Entries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
