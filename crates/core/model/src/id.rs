//! Identifiers, one type per kind so that they cannot be confused.

use std::fmt;

use uuid::Uuid;

/// One arrival at the gateway. Time-ordered, so that the audit sorts by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(Uuid);

/// One client's session. Random and unguessable, because holding it is what lets a client
/// speak in the session.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(Box<str>);

// === impl CallId ===

impl CallId {
    /// A fresh id.
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// Reads the hyphenated form.
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().map(Self)
    }

    /// The id of these 16 bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(Uuid::from_bytes(bytes))
    }

    /// Its 16 bytes, which sort as ids do.
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
    /// A fresh id with 122 random bits.
    pub fn fresh() -> Self {
        Self(Uuid::new_v4().simple().to_string().into())
    }

    /// What a client presented; whether such a session exists is for the session table to say.
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
