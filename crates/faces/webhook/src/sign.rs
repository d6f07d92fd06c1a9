//! Signatures by the Standard Webhooks scheme: HMAC-SHA256 of `id.timestamp.body`, in base64.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use candor_model::Secret;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The prefix of a base64 secret.
const PREFIX: &str = "whsec_";

/// The signing key.
pub(crate) struct SigningKey(Secret<Vec<u8>>);

// === impl SigningKey ===

impl SigningKey {
    /// Parses a secret: after `whsec_` it is base64, anything else is used as it is.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let bytes = match text.strip_prefix(PREFIX) {
            Some(encoded) => BASE64_STANDARD.decode(encoded).ok()?,
            None => text.as_bytes().to_vec(),
        };
        (!bytes.is_empty()).then(|| Self(Secret::new(bytes)))
    }

    /// The value of the header `webhook-signature`.
    pub(crate) fn sign(&self, id: &str, timestamp: i64, body: &[u8]) -> Option<String> {
        // HMAC takes keys of any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.expose()).ok()?;
        mac.update(format!("{id}.{timestamp}.").as_bytes());
        mac.update(body);
        let signature = BASE64_STANDARD.encode(mac.finalize().into_bytes());
        Some(format!("v1,{signature}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_scheme_comes_out() {
        let key = SigningKey::read("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("a key");
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let signed = key.sign(id, 1_614_265_330, br#"{"test": 2432232314}"#);
        let expect = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signed.as_deref(), Some(expect));
    }

    #[test]
    fn a_plain_secret_and_its_base64_sign_alike() {
        let plain = SigningKey::read("Jefe").expect("a key");
        let encoded = SigningKey::read("whsec_SmVmZQ==").expect("a key");
        assert_eq!(plain.sign("a", 1, b"b"), encoded.sign("a", 1, b"b"));
        assert_ne!(plain.sign("a", 1, b"b"), plain.sign("a", 1, b"c"));
        assert_ne!(plain.sign("a", 1, b"b"), plain.sign("a", 2, b"b"));
    }
}
