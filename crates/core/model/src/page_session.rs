//! Dashboard sessions and one-time sign-in links.
//!
//! The browser's session id and the code in a link are random texts. Only their digests are stored,
//! and neither is accepted as a credential outside the dashboard.

use std::fmt;

use crate::{Digest, TokenId};

/// The prefix of a holder that signed in with a token.
const TOKEN: &str = "token:";
/// The prefix of the owner.
const OWNER: &str = "owner:";

/// The credential that the user signed in with. The session ends when it is revoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionHolder {
    /// The access token with this id.
    Token(TokenId),
    /// The owner's secret with this digest. A replaced secret is a different holder.
    Owner(Digest),
}

/// A signed-in browser session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageSession {
    /// The digest of the id in the browser's cookie.
    pub id: Digest,
    /// Who is signed in.
    pub holder: SessionHolder,
    /// The digest of the browser's `User-Agent`.
    pub browser: Digest,
    /// When it was created, in microseconds since the Unix epoch like all times here.
    pub created_micros: i64,
    /// When it expires.
    pub expires_micros: i64,
}

/// A link that signs a browser in once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInLink {
    /// The digest of the code in the link.
    pub code: Digest,
    /// Who is signed in by the link.
    pub holder: SessionHolder,
    /// When it expires.
    pub expires_micros: i64,
}

// === impl SessionHolder ===

impl SessionHolder {
    /// Parses the stored form.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(id) = text.strip_prefix(TOKEN) {
            return TokenId::parse(id).map(Self::Token);
        }
        let digest = text.strip_prefix(OWNER)?;
        Digest::parse(digest).map(Self::Owner)
    }
}

impl fmt::Display for SessionHolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(id) => write!(f, "{TOKEN}{id}"),
            Self::Owner(digest) => write!(f, "{OWNER}{digest}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_are_read_as_they_are_kept() {
        for holder in [
            SessionHolder::Token(TokenId::fresh()),
            SessionHolder::Owner(Digest::of("secret")),
        ] {
            assert_eq!(SessionHolder::parse(&holder.to_string()), Some(holder));
        }
        for bad in ["", "owner:", "token:x", "ann", "owner:00"] {
            assert_eq!(SessionHolder::parse(bad), None, "{bad}");
        }
    }
}
