//! Digests of data shown without a match's log, so that changes of the database outside this program are
//! detected. They protect against disk faults, and are stored next to the data that they cover.

use sha2::{Digest, Sha256};

use super::match_entry::ListedMatch;
use overtrick_core::Name;
use overtrick_match::lang::Language;
use overtrick_match::ledger::hex;

/// The length of a digest in bytes.
const BYTES: usize = 8;

impl ListedMatch {
    /// The digest of the list data, by which damage is found when it is read.
    pub fn digest(&self) -> String {
        let summary = &self.summary;
        let (created_at, changed_at) = (
            summary.created_at.to_string(),
            summary.changed_at.to_string(),
        );
        let (version, complete) = (summary.version.to_string(), self.complete.to_string());
        let lowest_wins = self.lowest_wins.to_string();
        let totals = self.totals.iter().map(ToString::to_string);
        let totals = totals.collect::<Vec<String>>().join(" ");
        let names = self.called.as_ref().map(names).unwrap_or_default();
        let texts = [
            summary.id.as_str(),
            &summary.game,
            &created_at,
            &changed_at,
            &version,
            &self.day,
            &complete,
            &lowest_wins,
            &totals,
        ];
        let optional = [
            &self.title,
            &self.location,
            &self.external_id,
            &self.metadata,
        ];
        let mut digest = Sha256::new();
        for text in { texts.into_iter().map(Some) }
            .chain(optional.map(Option::as_deref))
            .chain(self.players.iter().chain(&names).map(|text| Some(&**text)))
        {
            // Each text is preceded by its length plus one, which distinguishes an empty text from none.
            let length = text.map_or(0, |text| text.len() + 1);
            digest.update(u64::try_from(length).unwrap_or(u64::MAX).to_le_bytes());
            digest.update(text.unwrap_or_default());
        }
        short(digest)
    }
}

/// The name of an own game, and what it is in languages that call it otherwise, each after its tag.
fn names(name: &Name) -> Vec<String> {
    let others = Language::tags().filter_map(|tag| {
        let said = Language::find(tag)?.named(name);
        (*name != *said).then(|| [tag.to_owned(), said])
    });
    [name.to_string()]
        .into_iter()
        .chain(others.flatten())
        .collect()
}

/// The digest of the data about a deleted match.
pub fn of_gone(id: &str, game: &str, version: u64, at: &str) -> String {
    short(Sha256::new_with_prefix(format!(
        "{id} {game} {version} {at}"
    )))
}

fn short(digest: Sha256) -> String {
    let digest = digest.finalize();
    hex(&digest[..BYTES])
}
