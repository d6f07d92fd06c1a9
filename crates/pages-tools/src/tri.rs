//! A value of a hint that is looked for.

/// True, false, or none at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tri {
    True,
    False,
    Unset,
}

// === impl Tri ===

impl Tri {
    pub(crate) const ALL: [Self; 3] = [Self::True, Self::False, Self::Unset];

    /// In addresses.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Unset => "unset",
        }
    }

    /// For people.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Unset => "not set",
        }
    }

    pub(crate) fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tri| tri.key() == key)
    }

    /// The one that a value is.
    pub(crate) const fn of(value: Option<bool>) -> Self {
        match value {
            Some(true) => Self::True,
            Some(false) => Self::False,
            None => Self::Unset,
        }
    }
}
