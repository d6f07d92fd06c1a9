//! Access tokens.
//!
//! A token is `candor_ID_SECRET`. The prefix lets secret scanners recognise a leaked one, the id
//! finds its row, and only the digest of the secret is stored.

use std::fmt;

use uuid::Uuid;

use crate::{Digest, Roles, Secret};

/// The prefix of every token.
const PREFIX: &str = "candor_";

/// The maximum length of a token's name, in characters.
const NAME_MAX: usize = 64;

/// The name of callers without a token.
const LOCAL: &str = "local";

/// Identifies a token. Not a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenId(Uuid);

/// A token as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessToken {
    /// The id of the token.
    pub id: TokenId,
    /// The principal name of its holder; unique among active tokens.
    pub name: String,
    /// The roles of its holder.
    pub roles: Roles,
    /// The digest of the secret.
    pub digest: Digest,
    /// Who created it.
    pub created_by: String,
    /// When it was created, in microseconds since the Unix epoch like all times here.
    pub created_micros: i64,
    /// When it expires, if ever.
    pub expires_micros: Option<i64>,
    /// When it was revoked.
    pub revoked_micros: Option<i64>,
    /// When it was last used, accurate to about a minute.
    pub used_micros: Option<i64>,
}

/// A token as a client presents it, not yet verified.
#[derive(Debug)]
pub struct PresentedToken {
    /// The id it claims to have.
    pub id: TokenId,
    /// The digest of the secret that came with it.
    pub digest: Digest,
}

// === impl TokenId ===

impl TokenId {
    /// Creates a new id.
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// Parses the displayed or the hyphenated form.
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().map(Self)
    }
}

impl fmt::Display for TokenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.simple().fmt(f)
    }
}

// === impl AccessToken ===

impl AccessToken {
    /// Creates a secret for a token of this id. Returns the token's text, which its holder is shown
    /// once, and the digest to store. The secret has 244 random bits.
    pub fn mint(id: TokenId) -> (Secret<String>, Digest) {
        let secret = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
        let digest = Digest::of(&secret);
        (Secret::new(format!("{PREFIX}{id}_{secret}")), digest)
    }

    /// Rejects a name that a token cannot have. `local` is reserved for callers without a token; a
    /// token of that name could be mistaken for them.
    pub fn check_name(name: &str) -> Result<(), String> {
        let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-');
        if name == LOCAL {
            return Err(format!(
                "`{LOCAL}` stands for callers without a token; choose another name for the token"
            ));
        }
        if (1..=NAME_MAX).contains(&name.len()) && name.bytes().all(plain) {
            return Ok(());
        }
        let shown = &name[..name.floor_char_boundary(NAME_MAX)];
        let more = if shown.len() < name.len() { "…" } else { "" };
        Err(format!(
            "`{}{more}` is no name for a token; write 1 to {NAME_MAX} of the letters a to z, \
             digits, `.`, `_` and `-`",
            shown.escape_debug()
        ))
    }

    /// Whether it is neither revoked nor expired at this moment.
    pub fn works_at(&self, now_micros: i64) -> bool {
        self.revoked_micros.is_none() && self.expires_micros.is_none_or(|end| now_micros < end)
    }
}

// === impl PresentedToken ===

impl PresentedToken {
    /// Parses the text after `Bearer`; `None` if it does not have the form of a Candor token.
    pub fn read(text: &str) -> Option<Self> {
        let (id, secret) = text.strip_prefix(PREFIX)?.split_once('_')?;
        let proper = id.len() == 32 && secret.len() == 64;
        let proper = proper && secret.bytes().all(|byte| byte.is_ascii_hexdigit());
        proper.then_some(())?;
        Some(Self {
            id: TokenId::parse(id)?,
            digest: Digest::of(secret),
        })
    }

    /// Whether the secret belongs to this token. Digests are compared in constant time.
    pub fn is(&self, token: &AccessToken) -> bool {
        self.id == token.id && self.digest.is(&token.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(id: TokenId, digest: Digest) -> AccessToken {
        AccessToken {
            id,
            name: "laptop".to_owned(),
            roles: Roles::ALL,
            digest,
            created_by: "local".to_owned(),
            created_micros: 0,
            expires_micros: Some(10),
            revoked_micros: None,
            used_micros: None,
        }
    }

    #[test]
    fn only_the_text_that_was_given_out_is_recognised() {
        let id = TokenId::fresh();
        let (text, digest) = AccessToken::mint(id);
        let kept = token(id, digest);
        assert!(PresentedToken::read(text.expose()).is_some_and(|given| given.is(&kept)));

        let other = AccessToken::mint(id).0;
        assert!(PresentedToken::read(other.expose()).is_some_and(|given| !given.is(&kept)));
        let elsewhere = AccessToken::mint(TokenId::fresh()).0;
        assert!(PresentedToken::read(elsewhere.expose()).is_some_and(|given| !given.is(&kept)));

        let whole = text.expose();
        for cut in [0, 6, 20, 39, 41, whole.len() - 1] {
            assert!(PresentedToken::read(&whole[..cut]).is_none(), "{cut}");
        }
        assert!(PresentedToken::read(&format!("{whole}0")).is_none());
        assert!(PresentedToken::read(&whole.replace("candor_", "condor_")).is_none());
    }

    #[test]
    fn names_are_plain_and_nobody_is_called_local() {
        let longest = "x".repeat(64);
        for good in ["a", "ci-runner.2", "_", "-", "local2", &longest] {
            assert_eq!(AccessToken::check_name(good), Ok(()), "{good}");
        }
        let check = |name: &str, begins: &str| {
            let sentence = AccessToken::check_name(name).expect_err(name);
            assert!(sentence.starts_with(begins), "{sentence}");
        };
        check(
            "local",
            "`local` stands for callers without a token; choose another",
        );
        check(
            "",
            "`` is no name for a token; write 1 to 64 of the letters",
        );
        check("Ada", "`Ada` is no name for a token;");
        check("a b", "`a b` is no name for a token;");
        check("a\0\u{202e}", "`a\\0\\u{202e}` is no name for a token;");
        check("é", "`é` is no name for a token;");
        check(
            &"x".repeat(65),
            &format!("`{longest}…` is no name for a token;"),
        );
    }

    #[test]
    fn a_token_works_until_its_end_or_until_it_is_taken_back() {
        let mut one = token(TokenId::fresh(), Digest::UNKNOWN);
        assert!(one.works_at(9));
        assert!(!one.works_at(10));
        one.expires_micros = None;
        assert!(one.works_at(i64::MAX));
        one.revoked_micros = Some(1);
        assert!(!one.works_at(0));
    }
}
