//! A hasher for call ids. They are generated here and mostly random, so a cheap mix suffices.

use std::hash::{BuildHasherDefault, Hasher};

/// The `BuildHasher` for maps keyed by call id.
pub(super) type CallIdHash = BuildHasherDefault<CallIdHasher>;

#[derive(Debug, Default)]
pub(super) struct CallIdHasher(u64);

/// An odd number with well-distributed bits.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for CallIdHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    }

    fn write_usize(&mut self, length: usize) {
        self.write_u64(length as u64);
    }

    fn finish(&self) -> u64 {
        // The highest bits are the best mixed; a hash map uses both ends.
        self.0.rotate_left(26)
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, hash::BuildHasher as _};

    use candor_model::CallId;

    use super::*;

    #[test]
    fn ids_are_spread() {
        let hash = CallIdHash::default();
        let hashes: Vec<u64> = (0..4_096).map(|_| hash.hash_one(CallId::fresh())).collect();
        let low: HashSet<u64> = hashes.iter().map(|hash| hash & 0xfff).collect();
        let high: HashSet<u64> = hashes.iter().map(|hash| hash >> 57).collect();
        // With random hashes, 1,507 of the 4,096 buckets would stay empty.
        assert!(low.len() > 2_300, "{}", low.len());
        assert_eq!(high.len(), 128);
    }
}
