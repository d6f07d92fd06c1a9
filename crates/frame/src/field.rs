//! The hidden field by which a form proves that it is one of ours.
//!
//! A page of another site can make a browser send a form here, cookies and all, but it cannot
//! read our pages. So every form holds a value that only a reader of the page can know, and that
//! fits nowhere else: it is made of where the form is sent to, who it was shown to and the hour,
//! under a key. The key is
//!
//! - the token, for whoever presented one, so that any process of the gateway knows the form;
//! - the link, on a page that a link leads to, for the same reason;
//! - a cookie that is made for the purpose, on the page where one logs in. Whoever can put a
//!   cookie into the browser could put a token there as well, so it protects as much as can be;
//! - random bytes of this process, for whoever needs no token and presented none. They are on
//!   this machine, and so is the process.
//!
//! The value is the digest of the key followed by another digest. As both have a fixed length,
//! nothing can be appended, and SHA-256 serves as a keyed hash.

use candor_model::{Digest, SessionId};

use crate::clock::now_micros;

/// The name of the field.
pub const NAME: &str = "form";

/// How many hours old a page may be whose form is sent.
const HOURS: i64 = 12;

/// One hour, in microseconds.
const HOUR: i64 = 3_600_000_000;

/// What forms are bound to. It prints nothing of itself.
#[derive(Clone)]
pub struct FormKey(Digest);

// === impl FormKey ===

impl FormKey {
    /// A key that nobody knows.
    pub fn fresh() -> Self {
        // Two ids of 122 random bits each.
        Self::of(&format!("{}{}", SessionId::fresh(), SessionId::fresh()))
    }

    /// The key that comes of a secret.
    pub fn of(secret: &str) -> Self {
        Self(Digest::of(format!("candor form\n{secret}")))
    }

    /// The value for a form that is sent to `path` by somebody of this name.
    pub fn value(&self, path: &str, name: &str) -> String {
        self.at(path, name, now_micros().div_euclid(HOUR))
            .to_string()
    }

    /// Whether the value is one of ours, for this path and name and not too old.
    pub fn admits(&self, path: &str, name: &str, given: &str) -> bool {
        self.admits_at(path, name, given, now_micros().div_euclid(HOUR))
    }

    fn admits_at(&self, path: &str, name: &str, given: &str, hour: i64) -> bool {
        let Some(given) = Digest::parse(given) else {
            return false;
        };
        // Every hour is tried, and every byte compared, whatever was found before.
        let differing = (0..=HOURS).map(|ago| {
            let own = self.at(path, name, hour - ago);
            let pairs = own.as_bytes().iter().zip(given.as_bytes());
            pairs.fold(0, |bits, (one, other)| bits | (one ^ other))
        });
        differing.fold(u8::MAX, u8::min) == 0
    }

    fn at(&self, path: &str, name: &str, hour: i64) -> Digest {
        // The lengths keep two different things from becoming one text.
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
        let key = FormKey::of("a token");
        let value = key.at("/approvals/1", "ann", 100).to_string();
        let check = |key: &FormKey, path, name, hour| key.admits_at(path, name, &value, hour);
        for hour in [100, 101, 112] {
            assert!(check(&key, "/approvals/1", "ann", hour), "{hour}");
        }
        for hour in [99, 113, 0] {
            assert!(!check(&key, "/approvals/1", "ann", hour), "{hour}");
        }
        assert!(!check(&key, "/approvals/2", "ann", 100));
        assert!(!check(&key, "/approvals/1", "bob", 100));
        assert!(!check(&key, "/approvals/1 3", "ann", 100));
        assert!(!check(&FormKey::of("other"), "/approvals/1", "ann", 100));
        assert!(!check(&FormKey::fresh(), "/approvals/1", "ann", 100));
        for given in ["", "0", &value[1..], &format!("{value}0"), &"g".repeat(64)] {
            assert!(!key.admits_at("/approvals/1", "ann", given, 100), "{given}");
        }
    }

    #[test]
    fn what_is_made_now_is_admitted_now() {
        let key = FormKey::fresh();
        let value = key.value("/logout", "local");
        assert!(key.admits("/logout", "local", &value));
        assert_ne!(FormKey::fresh().value("/logout", "local"), value);
    }
}
