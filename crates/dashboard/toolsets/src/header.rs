//! What stands at the top of every page of one toolset.

use candor_dashboard_kit::CurrentUser;
use candor_gateway::edit::ToolsetDetails;
use candor_model::{Role, ToolsetName};

use crate::paths;

/// The pages of a toolset: the last part of the address, and what it is called.
const TABS: [(&str, &str); 5] = [
    ("", "Tools"),
    ("notes", "Notes"),
    ("connect", "Connect"),
    ("versions", "Versions"),
    ("export", "Export"),
];

/// See the module.
pub(crate) struct ToolsetHeader {
    pub(crate) name: String,
    /// Where the toolset is.
    pub(crate) to: String,
    pub(crate) tabs: Vec<ToolsetTab>,
    /// The file and line that declare it; then nothing of it can be changed here.
    pub(crate) place: Option<String>,
    /// What whoever looks lacks to change it.
    pub(crate) lacks: Option<String>,
}

/// A link to one of its pages.
pub(crate) struct ToolsetTab {
    pub(crate) to: String,
    pub(crate) words: &'static str,
    /// As `aria-current` says it.
    pub(crate) current: &'static str,
}

// === impl Head ===

impl ToolsetHeader {
    /// Of a toolset; `here` is the last part of the address.
    pub(crate) fn of(
        view: &ToolsetDetails,
        here: &str,
        place: Option<String>,
        visitor: &CurrentUser,
    ) -> Self {
        Self {
            place,
            ..Self::named(&view.toolset.name, here, visitor)
        }
    }

    /// The same for one that may be gone.
    pub(crate) fn named(name: &ToolsetName, here: &str, visitor: &CurrentUser) -> Self {
        let may = visitor.identity.may(Role::Editor);
        let tabs = TABS.iter().map(|(part, words)| ToolsetTab {
            to: if part.is_empty() {
                paths::of(name)
            } else {
                paths::part(name, part)
            },
            words,
            current: if *part == here { "page" } else { "false" },
        });
        Self {
            name: name.to_string(),
            to: paths::of(name),
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
