//! The client that opened a match, which proves itself by a secret; its digest is in the opening event.

use sha2::{Digest as _, Sha256};

use super::chain::hex;
use super::id::MatchId;
use super::labels::Labels;

/// What the opening event of a match has besides its document.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// The labels.
    pub labels: Labels,
    /// The secret of the client that opens the match, if it has one. Only its digest is stored.
    pub client: Option<String>,
}

impl From<Labels> for Opening {
    fn from(labels: Labels) -> Opening {
        Opening {
            labels,
            client: None,
        }
    }
}

/// Returns the digest of a client's secret in a match, in hexadecimal. It differs from match to match, so that logs
/// do not show which matches one client opened.
pub fn client_digest(id: &MatchId, secret: &str) -> String {
    let mut digest = Sha256::new_with_prefix("overtrick client");
    for text in [id.as_str(), secret] {
        // Of one width in the WebAssembly module and in the service.
        digest.update(u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
        digest.update(text);
    }
    hex(&digest.finalize())
}
