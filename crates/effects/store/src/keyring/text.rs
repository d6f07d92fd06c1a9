//! Sealing texts for one purpose: data that clients carry for us, and data stored temporarily.
//!
//! A sealed text is the URL-safe base64 of key id, nonce, ciphertext and tag. The id lets texts
//! stay valid when a new key becomes the first one.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};

use super::{Keyring, SealError};

/// The size of a key's id in bytes.
const ID_BYTES: usize = 8;

// === impl Keyring ===

impl Keyring {
    /// Seals bytes with the first key for one purpose. The result can be used in a URL.
    pub fn seal_text(&self, purpose: &str, plain: &[u8]) -> Result<String, SealError> {
        let key = &self.keys[0];
        let sealed = key.encrypt(&bound_to(purpose, &key.id), plain)?;
        let bytes = [key.id.as_bytes(), &sealed].concat();
        Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Opens a text that was sealed for this purpose, with any of the keys. A text sealed for
    /// another purpose, modified or truncated is an error.
    pub fn open_text(&self, purpose: &str, sealed: &str) -> Result<Vec<u8>, SealError> {
        let bytes = BASE64_URL_SAFE_NO_PAD
            .decode(sealed)
            .map_err(|_| SealError::Garbled)?;
        let (id, sealed) = bytes
            .split_first_chunk::<ID_BYTES>()
            .ok_or(SealError::Garbled)?;
        let id = std::str::from_utf8(id).map_err(|_| SealError::Garbled)?;
        self.decrypt(id, &bound_to(purpose, id), sealed)
    }
}

/// The associated data of a text. An id contains no NUL, so purposes are unambiguous and texts
/// cannot be confused with variables.
fn bound_to(purpose: &str, key_id: &str) -> Vec<u8> {
    format!("candor text\0{key_id}\0{purpose}").into_bytes()
}

#[cfg(test)]
mod tests;
