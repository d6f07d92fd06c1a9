//! In which groups and in which order tools are listed.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::row::Row;

/// What stands together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Group {
    /// Tools that behave alike, the harmless first.
    #[default]
    Behaviour,
    /// Tools of one source.
    Source,
    /// Everything.
    Flat,
}

/// What comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    /// By name.
    #[default]
    Name,
    /// By title; those without one by their names.
    Title,
    /// By source.
    Source,
    /// The dearest first.
    Tokens,
}

// === impl Group ===

impl Group {
    pub(crate) const ALL: [Self; 3] = [Self::Behaviour, Self::Source, Self::Flat];

    /// In addresses.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Behaviour => "behaviour",
            Self::Source => "source",
            Self::Flat => "none",
        }
    }

    /// For people.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Behaviour => "by behaviour",
            Self::Source => "by source",
            Self::Flat => "not at all",
        }
    }

    pub(crate) fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.key() == key)
    }

    /// Whether two tools stand together.
    pub(crate) fn joins(self, one: &Row, other: &Row) -> bool {
        match self {
            Self::Behaviour => one.behaviour() == other.behaviour(),
            Self::Source => one.source() == other.source(),
            Self::Flat => true,
        }
    }
}

// === impl Sort ===

impl Sort {
    pub(crate) const ALL: [Self; 4] = [Self::Name, Self::Title, Self::Source, Self::Tokens];

    /// In addresses.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Title => "title",
            Self::Source => "source",
            Self::Tokens => "tokens",
        }
    }

    /// For people.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Title => "title",
            Self::Source => "source",
            Self::Tokens => "tokens, most first",
        }
    }

    pub(crate) fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.key() == key)
    }
}

/// Puts rows that come by name into order.
pub(crate) fn order(rows: &mut [&Arc<Row>], group: Group, sort: Sort) {
    match sort {
        Sort::Name => {}
        Sort::Title => rows.sort_by(|one, other| one.title_key().cmp(other.title_key())),
        Sort::Source => rows.sort_by(|one, other| one.source().cmp(other.source())),
        Sort::Tokens => rows.sort_by_key(|row| Reverse(row.tokens)),
    }
    match group {
        Group::Behaviour => rows.sort_by_key(|row| row.behaviour()),
        Group::Source => rows.sort_by(|one, other| one.source().cmp(other.source())),
        Group::Flat => {}
    }
}
