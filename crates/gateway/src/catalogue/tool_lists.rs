//! The serialized lists of an endpoint's tools. Each form is assembled on first use, from text that
//! is mostly shared.

use std::sync::OnceLock;

use candor_model::{McpEra, McpRevision};
use candor_wire::JsonPieces;

/// The form of a list for a client's revision of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListForm {
    /// Without annotations, for revisions before they existed.
    Bare,
    Legacy,
    Modern,
}

/// One list in all its forms.
#[derive(Debug, Default)]
pub(super) struct ToolLists([OnceLock<JsonPieces>; 3]);

// === impl ListForm ===

impl ListForm {
    pub(super) fn of(revision: McpRevision) -> Self {
        match (revision, revision.era()) {
            (McpRevision::V2024_11_05, _) => Self::Bare,
            (_, McpEra::Legacy) => Self::Legacy,
            (_, McpEra::Modern) => Self::Modern,
        }
    }

    pub(super) fn era(self) -> McpEra {
        match self {
            Self::Bare | Self::Legacy => McpEra::Legacy,
            Self::Modern => McpEra::Modern,
        }
    }
}

// === impl ToolLists ===

impl ToolLists {
    /// The list in this form, written on first use.
    pub(super) fn get(&self, form: ListForm, write: impl FnOnce() -> JsonPieces) -> JsonPieces {
        self.0[form as usize].get_or_init(write).clone()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use candor_wire::RawJson;

    use super::*;

    #[test]
    fn a_form_is_written_once_and_only_if_somebody_asks() {
        let lists = ToolLists::default();
        let written = Cell::new(0);
        let write = || {
            written.set(written.get() + 1);
            JsonPieces::from(RawJson::number(1))
        };
        lists.get(ListForm::Legacy, write);
        lists.get(ListForm::Legacy, write);
        assert_eq!(written.get(), 1);
    }

    #[test]
    fn every_revision_has_its_form() {
        let cases = [
            (McpRevision::V2024_11_05, ListForm::Bare),
            (McpRevision::V2025_03_26, ListForm::Legacy),
            (McpRevision::V2025_11_25, ListForm::Legacy),
            (McpRevision::V2026_07_28, ListForm::Modern),
        ];
        for (revision, form) in cases {
            assert_eq!(ListForm::of(revision), form);
            assert_eq!(form.era(), revision.era());
        }
    }
}
