//! Digests of what is shown of a match without its log, so that a change of the database outside of this program
//! is noticed. They are against faults of disks, and stand beside what they cover.

use sha2::{Digest, Sha256};

use overtrick_match::ledger::hex;

/// The bytes of a digest.
const BYTES: usize = 8;

/// All that lists show of a match.
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
    /// The day on which it was played, or else opened.
    pub day: &'a str,
    /// Whether it is over.
    pub complete: bool,
    /// What a program calls it.
    pub external_id: Option<&'a str>,
    /// What a program noted of it, as JSON.
    pub metadata: Option<&'a str>,
    /// The players, in seat order.
    pub players: Vec<&'a str>,
}

impl Shown<'_> {
    /// The digest of it.
    pub fn digest(&self) -> String {
        let (version, complete) = (self.version.to_string(), self.complete.to_string());
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
        for text in all.chain(players) {
            // With its length before it, one more than it has, so that a text is told from none.
            let length = text.map_or(0, |text| text.len() + 1);
            digest.update(u64::try_from(length).unwrap_or(u64::MAX).to_le_bytes());
            digest.update(text.unwrap_or_default());
        }
        short(digest)
    }
}

/// The digest of what is told of a match that was deleted.
pub fn of_gone(id: &str, game: &str, version: u64, at: &str) -> String {
    short(Sha256::new_with_prefix(format!(
        "{id} {game} {version} {at}"
    )))
}

fn short(digest: Sha256) -> String {
    let digest = digest.finalize();
    hex(&digest[..BYTES])
}
