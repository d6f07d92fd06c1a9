//! Sealing and opening one value.
//!
//! A sealed value is the base64 of nonce, ciphertext and tag.

use aes_gcm::{
    Aes256Gcm, KeyInit as _,
    aead::{Aead as _, Generate as _, Payload},
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use candor_model::{EnvironmentName, Secret, VariableName};
use zeroize::Zeroizing;

use super::{Keyring, SealingKey};

/// The size of the nonce in bytes.
const NONCE: usize = 12;

/// Why a value cannot be sealed or opened. Never contains the value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// It was sealed with a key that is not in the keyring.
    #[error("the keys at hand are {}", list(known))]
    NoKey {
        /// The ids of the available keys.
        known: Vec<String>,
    },
    /// The key is available, but authentication failed.
    #[error("its ciphertext was changed, or was copied here from another place")]
    Refused,
    /// The text is not a sealed value.
    #[error("the stored value is not a ciphertext")]
    Garbled,
    /// The operating system's random number generator failed.
    #[error("the system gave no random numbers")]
    Random,
    /// The value is too long for the cipher.
    #[error("it is too long to be encrypted")]
    TooLong,
}

/// A sealed value and the id of its key.
pub(crate) struct SealedValue {
    pub(crate) value: String,
    pub(crate) key_id: String,
}

// === impl Keyring ===

impl Keyring {
    /// Seals a value with the first key, bound to this variable.
    pub(crate) fn seal(
        &self,
        environment: &EnvironmentName,
        name: &VariableName,
        plain: &Secret<String>,
    ) -> Result<SealedValue, SealError> {
        let key = &self.keys[0];
        let aad = bound_to(environment, name, &key.id);
        let sealed = key.encrypt(&aad, plain.expose().as_bytes())?;
        Ok(SealedValue {
            value: BASE64_STANDARD.encode(sealed),
            key_id: key.id.to_string(),
        })
    }

    /// Opens a value that was sealed for this variable.
    pub(crate) fn open(
        &self,
        environment: &EnvironmentName,
        name: &VariableName,
        sealed: &SealedValue,
    ) -> Result<Secret<String>, SealError> {
        let bytes = BASE64_STANDARD
            .decode(&sealed.value)
            .map_err(|_| SealError::Garbled)?;
        let aad = bound_to(environment, name, &sealed.key_id);
        let plain = Zeroizing::new(self.decrypt(&sealed.key_id, &aad, &bytes)?);
        let text = std::str::from_utf8(&plain).map_err(|_| SealError::Garbled)?;
        Ok(Secret::new(text.to_owned()))
    }

    /// Reverses [`SealingKey::encrypt`], with the key of this id.
    pub(super) fn decrypt(
        &self,
        key_id: &str,
        aad: &[u8],
        sealed: &[u8],
    ) -> Result<Vec<u8>, SealError> {
        let (nonce, msg) = sealed
            .split_first_chunk::<NONCE>()
            .ok_or(SealError::Garbled)?;
        let mut known = false;
        // Two keys may have the same id, although that is very unlikely.
        for key in self.keys.iter().filter(|key| *key.id == *key_id) {
            known = true;
            let payload = Payload { msg, aad };
            if let Ok(plain) = key.cipher().decrypt(nonce.into(), payload) {
                return Ok(plain);
            }
        }
        if known {
            return Err(SealError::Refused);
        }
        let known = self.ids().map(str::to_owned).collect();
        Err(SealError::NoKey { known })
    }
}

// === impl SealingKey ===

impl SealingKey {
    /// Returns nonce, ciphertext and tag.
    pub(super) fn encrypt(&self, aad: &[u8], msg: &[u8]) -> Result<Vec<u8>, SealError> {
        let nonce = <[u8; NONCE]>::try_generate().map_err(|_| SealError::Random)?;
        let ciphertext = self
            .cipher()
            .encrypt(&nonce.into(), Payload { msg, aad })
            .map_err(|_| SealError::TooLong)?;
        Ok(nonce.into_iter().chain(ciphertext).collect())
    }

    fn cipher(&self) -> Aes256Gcm {
        let bytes: &[u8; super::KEY_BYTES] = &self.bytes;
        Aes256Gcm::new(bytes.into())
    }
}

/// The associated data of a value. None of the names can contain NUL, so it is unambiguous.
fn bound_to(environment: &EnvironmentName, name: &VariableName, key_id: &str) -> Vec<u8> {
    format!("candor variable\0{environment}\0{name}\0{key_id}").into_bytes()
}

fn list(ids: &[String]) -> String {
    let shown: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
    shown.join(", ")
}
