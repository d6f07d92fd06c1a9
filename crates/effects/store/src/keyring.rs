//! The keys that secrets are encrypted with.
//!
//! A ring has one key or several. The first seals; every one opens. So a new key can be put in
//! front while values under the old one are still there, and the old one is taken away when
//! everything has been sealed anew.
//!
//! A value is sealed with AES-256-GCM under a fresh random nonce. The names of its environment
//! and variable and of the key are authenticated with it: a value that was copied to another row
//! of the database does not open there. Texts that leave the gateway, or are stored for a while,
//! are sealed for one purpose in the same way.

mod file;
mod seal;
mod text;

use std::{collections::HashSet, fmt, io, path::PathBuf};

use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use candor_model::Digest;
use zeroize::Zeroizing;

pub use seal::SealError;
pub(crate) use seal::SealedValue;

/// How many bytes a key has.
const KEY_BYTES: usize = 32;

/// Keys, the one that seals first. Wiped when dropped; prints their ids only.
#[derive(Clone)]
pub struct Keyring {
    /// Never empty; the first key seals.
    keys: Vec<SealingKey>,
}

/// One key. Boxed, so that moving it leaves no copy behind.
#[derive(Clone)]
struct SealingKey {
    id: Box<str>,
    bytes: Box<Zeroizing<[u8; KEY_BYTES]>>,
}

/// Why there is no ring. Never shows a key.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyringError {
    /// There is nothing but blank lines and comments.
    #[error(
        "there is no key; write at least one, as 64 hexadecimal digits or as base64 of 32 bytes"
    )]
    Empty,
    /// Something is no key.
    #[error(
        "line {line} holds a key of {length} characters that is neither 64 hexadecimal digits nor \
         base64 of 32 bytes"
    )]
    Key {
        /// On which line, from 1.
        line: usize,
        /// How long it is; the key itself is not shown.
        length: usize,
    },
    /// Others may read or write the file.
    #[error(
        "the key file `{path}` is open to others (mode {mode:03o}); run `chmod 600 {path}`, and \
         make a new key if others may have read it"
    )]
    Exposed {
        /// The path of the file.
        path: PathBuf,
        /// The permissions of the file.
        mode: u32,
    },
    /// The file does not hold keys.
    #[error("the key file `{path}` cannot be used")]
    Content {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong in it.
        #[source]
        cause: Box<KeyringError>,
    },
    /// The file cannot be read or written.
    #[error("cannot {task} the key file `{path}`; check its owner, permissions and place")]
    File {
        /// The path of the file.
        path: PathBuf,
        /// What was to be done, as a verb.
        task: &'static str,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// The system gave no random numbers.
    #[error("the system gave no random numbers for a new key")]
    Random,
}

/// Standard or URL-safe, padded or not: keys come from many programs.
const LENIENT: GeneralPurposeConfig =
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
const BASE64: [GeneralPurpose; 2] = [
    GeneralPurpose::new(&alphabet::STANDARD, LENIENT),
    GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT),
];

// === impl Keyring ===

impl Keyring {
    /// Reads keys from text: one a line or between commas, newest first. Blank lines, and what
    /// follows a `#`, are skipped; a key that stands twice counts once.
    pub fn parse(text: &str) -> Result<Self, KeyringError> {
        let mut keys: Vec<SealingKey> = Vec::new();
        let mut seen = HashSet::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default();
            let words = text.split(',').map(str::trim);
            for word in words.filter(|word| !word.is_empty()) {
                let key = SealingKey::parse(word).ok_or_else(|| KeyringError::Key {
                    line,
                    length: word.chars().count(),
                })?;
                if seen.insert(Digest::of(**key.bytes)) {
                    keys.push(key);
                }
            }
        }
        if keys.is_empty() {
            return Err(KeyringError::Empty);
        }
        Ok(Self { keys })
    }

    /// The id of the key that seals.
    pub fn first_id(&self) -> &str {
        &self.keys[0].id
    }

    /// The ids of all keys, the one that seals first.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(|key| &*key.id)
    }
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Keyring")
            .field(&self.ids().collect::<Vec<_>>())
            .finish()
    }
}

// === impl SealingKey ===

impl SealingKey {
    fn parse(word: &str) -> Option<Self> {
        Self::from_hex(word).or_else(|| {
            BASE64.iter().find_map(|engine| {
                let bytes = Zeroizing::new(engine.decode(word).ok()?);
                Some(Self::new(bytes.as_slice().try_into().ok()?))
            })
        })
    }

    fn from_hex(word: &str) -> Option<Self> {
        let digits = word.as_bytes();
        if digits.len() != 2 * KEY_BYTES {
            return None;
        }
        let mut bytes = Zeroizing::new([0; KEY_BYTES]);
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |at: usize| char::from(pair[at]).to_digit(16);
            *byte = u8::try_from(digit(0)? * 16 + digit(1)?).ok()?;
        }
        Some(Self::new(&bytes))
    }

    fn new(bytes: &[u8; KEY_BYTES]) -> Self {
        let mut id = Digest::of(bytes).to_string();
        id.truncate(8);
        Self {
            id: id.into(),
            bytes: Box::new(Zeroizing::new(*bytes)),
        }
    }
}

#[cfg(test)]
mod tests;
