//! The finished lists of an endpoint's tools. Each form is written when it is first asked for: where
//! there are thousands of tools, each is many megabytes.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use candor_model::{McpEra, McpRevision};
use candor_wire::RawJson;

/// How a list is written for a client's revision of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListForm {
    /// Without annotations, for clients that are older than they are.
    Bare,
    Legacy,
    Modern,
}

/// One list in all its forms.
#[derive(Debug, Default)]
pub(super) struct ToolLists([ToolList; 3]);

#[derive(Debug, Default)]
struct ToolList {
    bytes: OnceLock<RawJson>,
    /// Whether a client has asked for it. One that was only prepared is not prepared again.
    asked: AtomicBool,
}

// === impl ListForm ===

impl ListForm {
    const ALL: [Self; 3] = [Self::Bare, Self::Legacy, Self::Modern];

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
    /// The list in this form for a client.
    pub(super) fn get(&self, form: ListForm, write: impl FnOnce() -> RawJson) -> RawJson {
        let list = &self.0[form as usize];
        // Many read it at the same time, so that it is written once only.
        if !list.asked.load(Ordering::Relaxed) {
            list.asked.store(true, Ordering::Relaxed);
        }
        list.bytes.get_or_init(write).clone()
    }

    /// Writes the forms that clients have asked for `before`.
    pub(super) fn prepare(&self, before: &Self, write: impl Fn(ListForm) -> RawJson) {
        for form in ListForm::ALL {
            if before.0[form as usize].asked.load(Ordering::Relaxed) {
                self.0[form as usize].bytes.get_or_init(|| write(form));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_form_is_written_once_and_only_if_somebody_asks() {
        let lists = ToolLists::default();
        let written = Cell::new(0);
        let write = || {
            written.set(written.get() + 1);
            RawJson::number(1)
        };
        lists.get(ListForm::Legacy, write);
        lists.get(ListForm::Legacy, write);
        assert_eq!(written.get(), 1);
    }

    #[test]
    fn what_was_only_prepared_is_not_prepared_again() {
        let write = |_| RawJson::number(1);
        let first = ToolLists::default();
        first.get(ListForm::Modern, || RawJson::number(0));
        let second = ToolLists::default();
        second.prepare(&first, write);
        let is_written = |lists: &ToolLists| {
            ListForm::ALL.map(|form| lists.0[form as usize].bytes.get().is_some())
        };
        assert_eq!(is_written(&second), [false, false, true]);
        let third = ToolLists::default();
        third.prepare(&second, write);
        assert_eq!(is_written(&third), [false, false, false]);
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
