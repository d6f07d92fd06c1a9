//! The value of a hint in a filter.

use candor_dashboard_kit::wording::hint_value;

/// True, false or not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HintValue {
    True,
    False,
    Unset,
}

// === impl HintValue ===

impl HintValue {
    pub(crate) const ALL: [Self; 3] = [Self::True, Self::False, Self::Unset];

    /// The value in addresses.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Unset => "unset",
        }
    }

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::True => hint_value(Some(true)),
            Self::False => hint_value(Some(false)),
            Self::Unset => hint_value(None),
        }
    }

    pub(crate) fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|value| value.key() == key)
    }

    pub(crate) const fn of(value: Option<bool>) -> Self {
        match value {
            Some(true) => Self::True,
            Some(false) => Self::False,
            None => Self::Unset,
        }
    }
}
