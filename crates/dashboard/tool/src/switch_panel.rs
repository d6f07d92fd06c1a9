//! Whether the tool is on at the endpoint of the page, and the button that changes it.

use candor_dashboard_kit::{CurrentUser, query};
use candor_gateway::Editor;
use candor_model::Role;

use crate::page_scope::PageScope;
use crate::tool_address::ToolAddress;

/// The switch of a tool at one endpoint.
pub(crate) struct SwitchPanel {
    pub(crate) on: bool,
    /// The toolset that decides; none while every tool is served.
    pub(crate) toolset: Option<SwitchToolset>,
    pub(crate) to: String,
    /// The CSRF token; none where the user cannot change it.
    pub(crate) field: Option<String>,
    /// Why the user cannot change it.
    pub(crate) closed: Option<String>,
}

/// The toolset that a switch edits.
pub(crate) struct SwitchToolset {
    pub(crate) name: String,
    pub(crate) to: String,
    /// The link to the version history.
    pub(crate) versions: String,
}

// === impl SwitchPanel ===

impl SwitchPanel {
    /// `None` if no client could see the tool anyway, or its name fits others too.
    pub(crate) fn of(
        editor: &Editor<'_>,
        user: &CurrentUser,
        (tool, place): (&ToolAddress, &PageScope),
    ) -> Option<Self> {
        if !tool.is_single() {
            return None;
        }
        let switch = editor.tool_switch(place.endpoint.toolset.as_ref(), &tool.name)?;
        let closed = match switch.declared {
            _ if !user.identity.may(Role::Editor) => Some(user.lacks(Role::Editor)),
            Some(place) => Some(format!("The toolset is set in `{place}`. Change it there.")),
            None => None,
        };
        let to = tool.to("switch");
        Some(Self {
            on: switch.on,
            toolset: switch.toolset.map(|name| SwitchToolset {
                to: query::path(&["toolsets", name.as_str()]),
                versions: query::path(&["toolsets", name.as_str(), "versions"]),
                name: name.to_string(),
            }),
            field: closed.is_none().then(|| user.field(&to)),
            to,
            closed,
        })
    }
}
