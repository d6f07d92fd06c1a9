//! Identifiers, one type per kind so that they cannot be mixed up.

use std::fmt;

use uuid::Uuid;

/// One call to the gateway. Time-ordered, so that the audit log sorts by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(Uuid);

/// A client's session. Random and unguessable, because it is the credential for the session.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(Box<str>);

// === impl CallId ===

impl CallId {
    /// Creates a new id.
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// Parses the hyphenated form.
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().map(Self)
    }

    /// Creates an id from its 16 bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(Uuid::from_bytes(bytes))
    }

    /// The 16 bytes; they sort in the same order as the ids.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }

    /// The hyphenated form, written into `text`.
    pub fn hyphenated<'a>(&self, text: &'a mut [u8; 36]) -> &'a str {
        self.0.hyphenated().encode_lower(text)
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

// === impl SessionId ===

impl SessionId {
    /// Creates a new id with 122 random bits.
    pub fn fresh() -> Self {
        Self(Uuid::new_v4().simple().to_string().into())
    }

    /// Wraps an id that a client sent. The session table decides whether it exists.
    pub fn presented(text: &str) -> Self {
        Self(text.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
