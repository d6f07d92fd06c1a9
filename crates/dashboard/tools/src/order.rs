//! Grouping and sorting of the list.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::row::ToolListRow;

/// How tools are grouped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ToolGrouping {
    /// By behaviour, the least risky first.
    #[default]
    Behaviour,
    Source,
    Flat,
}

/// How tools are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ToolOrder {
    #[default]
    Name,
    /// By title; those without one by their names.
    Title,
    Source,
    /// By tokens, the most first.
    Tokens,
}

// === impl ToolGrouping ===

impl ToolGrouping {
    /// All groupings, with their keys in addresses and their labels.
    pub(crate) const ALL: [(Self, &str, &str); 3] = [
        (Self::Behaviour, "behaviour", "Behaviour"),
        (Self::Source, "source", "Source"),
        (Self::Flat, "none", "None"),
    ];

    /// Whether two tools belong to the same group.
    pub(crate) fn joins(self, one: &ToolListRow, other: &ToolListRow) -> bool {
        match self {
            Self::Behaviour => one.behaviour() == other.behaviour(),
            Self::Source => one.source() == other.source(),
            Self::Flat => true,
        }
    }
}

// === impl ToolOrder ===

impl ToolOrder {
    /// All orders, with their keys in addresses and their labels.
    pub(crate) const ALL: [(Self, &str, &str); 4] = [
        (Self::Name, "name", "Name"),
        (Self::Title, "title", "Title"),
        (Self::Source, "source", "Source"),
        (Self::Tokens, "tokens", "Tokens"),
    ];
}

/// The key of a value in addresses; empty for the default.
pub(crate) fn key<T: Copy + Default + PartialEq>(
    all: &[(T, &'static str, &str)],
    value: T,
) -> &'static str {
    let mut others = all.iter().filter(|(one, ..)| *one != T::default());
    let found = others.find(|(one, ..)| *one == value);
    found.map_or("", |(_, key, _)| key)
}

/// The value of a key.
pub(crate) fn parse<T: Copy>(all: &[(T, &str, &str)], key: &str) -> Option<T> {
    let found = all.iter().find(|(_, known, _)| *known == key);
    found.map(|(value, ..)| *value)
}

/// Sorts rows that are sorted by name.
pub(crate) fn order(rows: &mut [&Arc<ToolListRow>], group: ToolGrouping, sort: ToolOrder) {
    match sort {
        ToolOrder::Name => {}
        ToolOrder::Title => rows.sort_by(|one, other| one.title_key().cmp(other.title_key())),
        ToolOrder::Source => rows.sort_by(|one, other| one.source().cmp(other.source())),
        ToolOrder::Tokens => rows.sort_by_key(|row| Reverse(row.tokens)),
    }
    match group {
        ToolGrouping::Behaviour => rows.sort_by_key(|row| row.behaviour()),
        ToolGrouping::Source => rows.sort_by(|one, other| one.source().cmp(other.source())),
        ToolGrouping::Flat => {}
    }
}
