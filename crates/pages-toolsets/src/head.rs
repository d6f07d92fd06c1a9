//! What stands at the top of every page of one toolset.

use candor_frame::Visitor;
use candor_gateway::desk::ToolsetView;
use candor_model::{Role, ToolsetName};

use crate::address;

/// The pages of a toolset: the last part of the address, and what it is called.
const TABS: [(&str, &str); 5] = [
    ("", "Tools"),
    ("notes", "Notes"),
    ("connect", "Connect"),
    ("versions", "Versions"),
    ("export", "Export"),
];

/// See the module.
pub(crate) struct Head {
    pub(crate) name: String,
    /// Where the toolset is.
    pub(crate) to: String,
    pub(crate) tabs: Vec<Tab>,
    /// The file and line that declare it; then nothing of it can be changed here.
    pub(crate) place: Option<String>,
    /// What whoever looks lacks to change it.
    pub(crate) lacks: Option<String>,
}

/// A link to one of its pages.
pub(crate) struct Tab {
    pub(crate) to: String,
    pub(crate) words: &'static str,
    /// As `aria-current` says it.
    pub(crate) current: &'static str,
}

// === impl Head ===

impl Head {
    /// Of a toolset; `here` is the last part of the address.
    pub(crate) fn of(
        view: &ToolsetView,
        here: &str,
        place: Option<String>,
        visitor: &Visitor,
    ) -> Self {
        Self {
            place,
            ..Self::named(&view.toolset.name, here, visitor)
        }
    }

    /// The same for one that may be gone.
    pub(crate) fn named(name: &ToolsetName, here: &str, visitor: &Visitor) -> Self {
        let may = visitor.identity.may(Role::Editor);
        let tabs = TABS.iter().map(|(part, words)| Tab {
            to: if part.is_empty() {
                address::of(name)
            } else {
                address::part(name, part)
            },
            words,
            current: if *part == here { "page" } else { "false" },
        });
        Self {
            name: name.to_string(),
            to: address::of(name),
            tabs: tabs.collect(),
            place: None,
            lacks: (!may).then(|| visitor.lacks(Role::Editor)),
        }
    }

    /// Whether whoever looks can change it here.
    pub(crate) fn may(&self) -> bool {
        self.place.is_none() && self.lacks.is_none()
    }
}
