//! SHA-256 digests, and how they are written.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of some bytes; prints as 64 lowercase hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

// === impl Digest ===

impl Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self(Sha256::digest(bytes.as_ref()).into())
    }

    /// A placeholder for an unknown input: all zeros, which is not the digest of any known input.
    pub const UNKNOWN: Self = Self([0; 32]);

    /// Parses 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |at: usize| char::from(pair[at]).to_digit(16);
            *byte = u8::try_from(digit(0)? * 16 + digit(1)?).ok()?;
        }
        Some(Self(bytes))
    }

    /// Compares in constant time.
    pub fn is(&self, other: &Self) -> bool {
        let pairs = self.0.iter().zip(other.0);
        pairs.fold(0, |found, (one, other)| found | (one ^ other)) == 0
    }

    /// Writes the 64 digits into `text`.
    pub fn hexadecimal<'a>(&self, text: &'a mut [u8; 64]) -> &'a str {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        // Digits are ASCII.
        std::str::from_utf8(text).unwrap_or_default()
    }

    /// The first eight bytes as a number, for tables.
    pub fn prefix(&self) -> u64 {
        let mut first = [0; 8];
        first.copy_from_slice(&self.0[..8]);
        u64::from_le_bytes(first)
    }

    /// The raw 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 64];
        f.write_str(self.hexadecimal(&mut text))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_hexadecimal() {
        assert_eq!(
            Digest::of("").to_string(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    #[test]
    fn equal_digests_are_the_same() {
        assert!(Digest::of("x").is(&Digest::of("x")));
        assert!(!Digest::of("x").is(&Digest::of("y")));
    }

    #[test]
    fn reads_what_it_prints() {
        let digest = Digest::of("x");
        assert_eq!(Digest::parse(&digest.to_string()), Some(digest));
        for bad in ["", "abc", &"g".repeat(64), &"a".repeat(65)] {
            assert_eq!(Digest::parse(bad), None, "{bad}");
        }
    }
}
