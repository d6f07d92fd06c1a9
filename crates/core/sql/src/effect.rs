//! The result of classifying a text.

/// The effect of running a text, as far as the text shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SqlEffect {
    /// Every statement was understood and only reads.
    ReadOnly {
        /// The statements, in their order.
        statements: Vec<StatementKind>,
    },
    /// It changes data, definitions, locks or the session.
    Writes {
        /// A sentence that quotes the decisive words.
        why: String,
    },
    /// It was not fully understood, so that anything may happen.
    Unknown {
        /// A sentence that quotes the decisive words.
        why: String,
    },
}

/// The kinds of statements that can read without changing anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `SELECT`, `VALUES` or `TABLE`, with clauses before and between them.
    Query,
    /// `EXPLAIN` of a query.
    Explain,
    /// `SHOW` of a setting or a definition.
    Show,
    /// `DESCRIBE` of a table.
    Describe,
    /// `PRAGMA` of a kind that only reads.
    Pragma,
}

/// Why a text is not called read-only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotReadOnly {
    Writes(String),
    Unknown(String),
}

// === impl SqlEffect ===

impl SqlEffect {
    /// Whether the text only reads.
    pub fn is_read_only(&self) -> bool {
        matches!(self, Self::ReadOnly { .. })
    }

    /// Why it is not called read-only.
    pub fn why(&self) -> Option<&str> {
        match self {
            Self::ReadOnly { .. } => None,
            Self::Writes { why } | Self::Unknown { why } => Some(why),
        }
    }
}

// === impl NotReadOnly ===

impl NotReadOnly {
    pub(crate) fn writes(why: impl Into<String>) -> Self {
        Self::Writes(why.into())
    }

    pub(crate) fn unknown(why: impl Into<String>) -> Self {
        Self::Unknown(why.into())
    }
}
