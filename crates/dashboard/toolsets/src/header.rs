//! The header of all pages of a toolset: its name and tabs.

use candor_dashboard_kit::CurrentUser;
use candor_gateway::edit::ToolsetDetails;
use candor_model::{Role, ToolsetName};

use crate::paths;

/// The tabs: last path segment and label.
const TABS: [(&str, &str); 5] = [
    ("", "Tools"),
    ("notes", "Notes"),
    ("connect", "Connect"),
    ("versions", "Versions"),
    ("export", "Export"),
];

pub(crate) struct ToolsetHeader {
    pub(crate) name: String,
    /// The toolset's page.
    pub(crate) to: String,
    pub(crate) tabs: Vec<ToolsetTab>,
    /// The file and line that declare it, if it cannot be edited here.
    pub(crate) place: Option<String>,
    /// Why the user cannot edit it.
    pub(crate) lacks: Option<String>,
}

pub(crate) struct ToolsetTab {
    pub(crate) to: String,
    pub(crate) words: &'static str,
    /// The value of `aria-current`.
    pub(crate) current: &'static str,
}

// === impl ToolsetHeader ===

impl ToolsetHeader {
    /// The header of an existing toolset; `here` is the last path segment.
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

    /// The header of a toolset that may be deleted.
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

    /// Whether the user can edit it here.
    pub(crate) fn may(&self) -> bool {
        self.place.is_none() && self.lacks.is_none()
    }
}
