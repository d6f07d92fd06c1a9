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
    pub(crate) const ALL: [Self; 3] = [Self::Behaviour, Self::Source, Self::Flat];

    /// The value in addresses.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Behaviour => "behaviour",
            Self::Source => "source",
            Self::Flat => "none",
        }
    }

    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Behaviour => "Behaviour",
            Self::Source => "Source",
            Self::Flat => "None",
        }
    }

    pub(crate) fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.key() == key)
    }

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
    pub(crate) const ALL: [Self; 4] = [Self::Name, Self::Title, Self::Source, Self::Tokens];

    /// The value in addresses.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Title => "title",
            Self::Source => "source",
            Self::Tokens => "tokens",
        }
    }

    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Name => "Name",
            Self::Title => "Title",
            Self::Source => "Source",
            Self::Tokens => "Tokens",
        }
    }

    pub(crate) fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.key() == key)
    }
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
