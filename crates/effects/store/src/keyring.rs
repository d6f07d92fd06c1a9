//! The keys that encrypt secrets.
//!
//! A keyring has one or more keys. The first one seals; all of them open. A new key can therefore
//! be put first while values under the old one still exist, and the old one is removed once
//! everything has been re-encrypted.
//!
//! A value is sealed with AES-256-GCM under a fresh random nonce. The names of its environment,
//! variable and key are authenticated with it, so a value copied to another row of the database
//! cannot be opened there. Texts that leave the gateway or are stored temporarily are sealed in the
//! same way, each for one purpose.

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

/// The size of a key in bytes.
const KEY_BYTES: usize = 32;

/// A list of keys, the sealing key first. Wiped when dropped; `Debug` prints only the ids.
#[derive(Clone)]
pub struct Keyring {
    /// Never empty; the first key seals.
    keys: Vec<SealingKey>,
}

/// One key. Boxed, so that moving it leaves no copies in memory.
#[derive(Clone)]
struct SealingKey {
    id: Box<str>,
    bytes: Box<Zeroizing<[u8; KEY_BYTES]>>,
}

/// Why a keyring could not be loaded. Never contains a key.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyringError {
    /// There are only blank lines and comments.
    #[error(
        "there is no key; write at least one, as 64 hexadecimal digits or as base64 of 32 bytes"
    )]
    Empty,
    /// A line is not a valid key.
    #[error(
        "line {line} holds a key of {length} characters that is neither 64 hexadecimal digits nor \
         base64 of 32 bytes"
    )]
    Key {
        /// The line number, counted from 1.
        line: usize,
        /// The length of the text; the text itself is not shown.
        length: usize,
    },
    /// Other users can read or write the file.
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
    /// The file's contents are invalid.
    #[error("the key file `{path}` cannot be used")]
    Content {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong with them.
        #[source]
        cause: Box<KeyringError>,
    },
    /// The file cannot be read or written.
    #[error("cannot {task} the key file `{path}`; check its owner, permissions and place")]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The operation, as a verb.
        task: &'static str,
        /// The operating system's error.
        #[source]
        cause: io::Error,
    },
    /// The operating system's random number generator failed.
    #[error("the system gave no random numbers for a new key")]
    Random,
}

/// Standard or URL-safe, padded or not, because keys come from various programs.
const LENIENT: GeneralPurposeConfig =
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
const BASE64: [GeneralPurpose; 2] = [
    GeneralPurpose::new(&alphabet::STANDARD, LENIENT),
    GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT),
];

// === impl Keyring ===

impl Keyring {
    /// Parses keys from text: one per line or separated by commas, newest first. Blank lines and
    /// `#` comments are skipped; duplicates count once.
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

    /// The id of the sealing key.
    pub fn first_id(&self) -> &str {
        &self.keys[0].id
    }

    /// The ids of all keys, that of the sealing key first.
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
