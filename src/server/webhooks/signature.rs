//! Signatures of Standard Webhooks: `v1`, HMAC-SHA256.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use overtrick_match::ledger::Timestamp;

/// A secret in the format shown to receivers.
pub fn shown(secret: &[u8]) -> String {
    format!("whsec_{}", STANDARD.encode(secret))
}

/// Seconds since the beginning of 1970, as in the header.
pub fn seconds(at: Timestamp) -> u64 {
    at.as_millis() / 1000
}

/// The header with one signature per secret, over the message id, the time and the body.
pub fn header(secrets: &[[u8; 32]], id: &str, seconds: u64, body: &[u8]) -> String {
    let signatures = secrets.iter();
    let signatures = signatures.map(|secret| sign(secret, id, seconds, body));
    signatures.collect::<Vec<_>>().join(" ")
}

fn sign(secret: &[u8], id: &str, seconds: u64, body: &[u8]) -> String {
    // HMAC accepts keys of every length; if it did not, the header would lack the signature and receivers
    // would reject it.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret) else {
        return String::new();
    };
    mac.update(format!("{id}.{seconds}.").as_bytes());
    mac.update(body);
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vector of the Standard Webhooks libraries.
    #[test]
    fn the_published_vector_is_signed_alike() {
        let secret = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let secret = STANDARD.decode(secret).unwrap();
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let signed = sign(&secret, id, 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn two_secrets_sign_twice_with_a_space_between() {
        let header = header(&[[1; 32], [2; 32]], "msg_x", 7, b"{}");
        let signatures: Vec<&str> = header.split(' ').collect();
        assert_eq!(signatures.len(), 2);
        assert_ne!(signatures[0], signatures[1]);
        assert!(signatures.iter().all(|one| one.starts_with("v1,")));
        assert_eq!(shown(&[0; 3]), "whsec_AAAA");
    }
}
