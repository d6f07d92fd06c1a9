//! Sessions of the dashboard, and the links that begin one.
//!
//! What a browser keeps and what a link holds are random texts. Only their digests are kept here,
//! and neither text is a credential anywhere but on the pages.

use std::fmt;

use crate::{Digest, TokenId};

/// What begins the text of a token's holder.
const TOKEN: &str = "token:";
/// What begins the text of the owner.
const OWNER: &str = "owner:";

/// The credential that the user signed in with. The session ends with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionHolder {
    /// By a token.
    Token(TokenId),
    /// By the owner's secret of this digest. Another secret is another owner.
    Owner(Digest),
}

/// A browser that is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageSession {
    /// The digest of the id that the browser keeps.
    pub id: Digest,
    /// Who is signed in.
    pub holder: SessionHolder,
    /// The digest of what the browser says that it is.
    pub browser: Digest,
    /// When it began, in microseconds since the Unix epoch, as all times here.
    pub created_micros: i64,
    /// When it ends.
    pub expires_micros: i64,
}

/// A link that signs a browser in, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInLink {
    /// The digest of the code in the link.
    pub code: Digest,
    /// Who is signed in by it.
    pub holder: SessionHolder,
    /// When it stops working.
    pub expires_micros: i64,
}

// === impl SessionHolder ===

impl SessionHolder {
    /// Reads the form in which it is kept.
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
