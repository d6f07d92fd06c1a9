//! CSRF tokens: the hidden field that proves a form came from one of our pages.
//!
//! Another site can make a browser send a form here, cookies included, but it cannot read our pages.
//! So every form holds a value that only a reader of the page can know and that is valid nowhere
//! else: a keyed hash of the form's target, the user's name and the hour. The key is
//!
//! - the id of the session, or the token in the header, so that every replica of the gateway accepts
//!   the form;
//! - the approval link, on its page, for the same reason;
//! - a cookie made for the purpose, on the sign-in page. An attacker who can set that cookie could
//!   set the session's as well, so nothing is lost;
//! - random bytes of this process, where no token is needed and none was presented.
//!
//! The value is the digest of the key followed by another digest. As both have a fixed length,
//! nothing can be appended, and SHA-256 serves as a keyed hash.

use candor_model::{Digest, SessionId};

use crate::clock::now_micros;

/// The name of the field.
pub const NAME: &str = "form";

/// How long a form stays valid, in hours.
const HOURS: i64 = 12;

/// One hour, in microseconds.
const HOUR: i64 = 3_600_000_000;

/// The key of the hashes. It has no `Debug`, so that it cannot be printed.
#[derive(Clone)]
pub struct CsrfKey(Digest);

// === impl CsrfKey ===

impl CsrfKey {
    /// A random key.
    pub fn fresh() -> Self {
        // Two ids of 122 random bits each.
        Self::of(&format!("{}{}", SessionId::fresh(), SessionId::fresh()))
    }

    /// The key derived from a secret.
    pub fn of(secret: &str) -> Self {
        Self(Digest::of(format!("candor form\n{secret}")))
    }

    /// The value for a form that the user `name` sends to `path`.
    pub fn value(&self, path: &str, name: &str) -> String {
        self.at(path, name, now_micros().div_euclid(HOUR))
            .to_string()
    }

    /// Whether the value is valid for this path and name, and not expired.
    pub fn admits(&self, path: &str, name: &str, given: &str) -> bool {
        self.admits_at(path, name, given, now_micros().div_euclid(HOUR))
    }

    fn admits_at(&self, path: &str, name: &str, given: &str, hour: i64) -> bool {
        let Some(given) = Digest::parse(given) else {
            return false;
        };
        // Every hour is tried and every byte compared, so that the time taken says nothing.
        let differing = (0..=HOURS).map(|ago| {
            let own = self.at(path, name, hour - ago);
            let pairs = own.as_bytes().iter().zip(given.as_bytes());
            pairs.fold(0, |bits, (one, other)| bits | (one ^ other))
        });
        differing.fold(u8::MAX, u8::min) == 0
    }

    fn at(&self, path: &str, name: &str, hour: i64) -> Digest {
        // The lengths keep two different pairs from becoming the same text.
        let (path_len, name_len) = (path.len(), name.len());
        let inner = Digest::of(format!("{path_len} {path} {name_len} {name} {hour}"));
        Digest::of([*self.0.as_bytes(), *inner.as_bytes()].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_fits_one_place_one_name_and_some_hours() {
        let key = CsrfKey::of("a token");
        let value = key.at("/approvals/1", "ann", 100).to_string();
        let check = |key: &CsrfKey, path, name, hour| key.admits_at(path, name, &value, hour);
        for hour in [100, 101, 112] {
            assert!(check(&key, "/approvals/1", "ann", hour), "{hour}");
        }
        for hour in [99, 113, 0] {
            assert!(!check(&key, "/approvals/1", "ann", hour), "{hour}");
        }
        assert!(!check(&key, "/approvals/2", "ann", 100));
        assert!(!check(&key, "/approvals/1", "bob", 100));
        assert!(!check(&key, "/approvals/1 3", "ann", 100));
        assert!(!check(&CsrfKey::of("other"), "/approvals/1", "ann", 100));
        assert!(!check(&CsrfKey::fresh(), "/approvals/1", "ann", 100));
        for given in ["", "0", &value[1..], &format!("{value}0"), &"g".repeat(64)] {
            assert!(!key.admits_at("/approvals/1", "ann", given, 100), "{given}");
        }
    }

    #[test]
    fn what_is_made_now_is_admitted_now() {
        let key = CsrfKey::fresh();
        let value = key.value("/logout", "local");
        assert!(key.admits("/logout", "local", &value));
        assert_ne!(CsrfKey::fresh().value("/logout", "local"), value);
    }
}
