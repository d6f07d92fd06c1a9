//! Sealing texts for one purpose: what a client carries for us, and what waits in the database.
//!
//! A sealed text is URL-safe base64 of the key's id, the nonce, the ciphertext and its tag. The
//! id lets a text outlive the day on which another key comes to the front.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};

use super::{Keyring, SealError};

/// How many bytes a key's id has.
const ID_BYTES: usize = 8;

// === impl Keyring ===

impl Keyring {
    /// Seals bytes with the first key, for one purpose only. The text can stand in a URL.
    pub fn seal_text(&self, purpose: &str, plain: &[u8]) -> Result<String, SealError> {
        let key = &self.keys[0];
        let sealed = key.encrypt(&bound_to(purpose, &key.id), plain)?;
        let bytes = [key.id.as_bytes(), &sealed].concat();
        Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Opens a text that was sealed for this purpose, by any of the keys. One that was sealed for
    /// another, or of which anything was changed or cut, is an error.
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

/// What a text is bound to. An id holds no NUL, so no two purposes look alike, and no variable
/// looks like a text.
fn bound_to(purpose: &str, key_id: &str) -> Vec<u8> {
    format!("candor text\0{key_id}\0{purpose}").into_bytes()
}

#[cfg(test)]
mod tests;
