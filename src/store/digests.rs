//! Digests of data shown without a match's log, so that changes of the database outside this program are
//! detected. They protect against disk faults, and are stored next to the data that they cover.

use sha2::{Digest, Sha256};

use overtrick_core::Name;
use overtrick_match::lang::Language;
use overtrick_match::ledger::hex;

/// The length of a digest in bytes.
const BYTES: usize = 8;

/// The list data of a match.
#[derive(Debug, Clone)]
pub struct Shown<'a> {
    /// Its id.
    pub id: &'a str,
    /// The id of its game.
    pub game: &'a str,
    /// When it was opened.
    pub created_at: &'a str,
    /// When it last changed.
    pub changed_at: &'a str,
    /// Its version.
    pub version: u64,
    /// Its title.
    pub title: Option<&'a str>,
    /// The day it was played, or else opened.
    pub day: &'a str,
    /// Whether it is over.
    pub complete: bool,
    /// Its external id.
    pub external_id: Option<&'a str>,
    /// Its metadata, as JSON.
    pub metadata: Option<&'a str>,
    /// The players, in seat order.
    pub players: Vec<&'a str>,
    /// What an own game was called at the opening, in each language.
    pub called: Option<&'a Name>,
}

impl Shown<'_> {
    /// The digest of the list data.
    pub fn digest(&self) -> String {
        let (version, complete) = (self.version.to_string(), self.complete.to_string());
        let names = self.called.map(names).unwrap_or_default();
        let texts = [
            self.id,
            self.game,
            self.created_at,
            self.changed_at,
            &version,
        ];
        let texts = texts.into_iter().chain([self.day, &complete]).map(Some);
        let players = self.players.iter().copied().map(Some);
        let all = texts.chain([self.title, self.external_id, self.metadata]);
        let mut digest = Sha256::new();
        for text in all
            .chain(players)
            .chain(names.iter().map(|name| Some(&**name)))
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
