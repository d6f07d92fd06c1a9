//! The pages of the dashboard that can be found by name.

use candor_model::Role;

/// A page of the dashboard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SitePage {
    pub(crate) name: &'static str,
    pub(crate) to: &'static str,
    /// Alternative words to search for, in lower case.
    pub(crate) also: &'static str,
    /// The role that the page is of use to.
    pub(crate) role: Role,
}

const fn page(name: &'static str, to: &'static str, also: &'static str, role: Role) -> SitePage {
    SitePage {
        name,
        to,
        also,
        role,
    }
}

/// Every page that is about no single thing, the sections first.
pub(crate) const SITE_PAGES: [SitePage; 23] = [
    page("Overview", "/", "home start dashboard", Role::Viewer),
    page("Tools", "/tools", "all", Role::Viewer),
    page(
        "Approvals",
        "/approvals",
        "pending inbox questions",
        Role::Viewer,
    ),
    page("Toolsets", "/toolsets", "endpoints", Role::Viewer),
    page("Sources", "/sources", "servers status health", Role::Viewer),
    page(
        "Catalogue",
        "/catalogue",
        "registry servers install",
        Role::Viewer,
    ),
    page(
        "Environments",
        "/environments",
        "variables secrets",
        Role::Viewer,
    ),
    page("Policy", "/policy", "rules settings", Role::Viewer),
    page("Audit log", "/audit", "calls history", Role::Viewer),
    page("Access", "/access", "tokens roles users", Role::Viewer),
    page("Prompts", "/prompts", "", Role::Viewer),
    page(
        "Resources",
        "/resources",
        "files uri templates",
        Role::Viewer,
    ),
    page(
        "Suggestions",
        "/tools/suggestions",
        "hints annotations",
        Role::Viewer,
    ),
    page(
        "Changed and new tools",
        "/tools?drift=yes",
        "quarantine drift",
        Role::Viewer,
    ),
    page(
        "Connect a client",
        "/toolsets/connect",
        "endpoint url setup claude cursor",
        Role::Viewer,
    ),
    page(
        "Decided approvals",
        "/approvals/decided",
        "past decisions",
        Role::Viewer,
    ),
    page(
        "Standing approvals",
        "/approvals/standing",
        "always allow",
        Role::Viewer,
    ),
    page(
        "Policy simulator",
        "/policy/simulate",
        "test rules what if",
        Role::Viewer,
    ),
    page("Changes", "/audit/changes", "history edits", Role::Viewer),
    page(
        "Tool errors",
        "/audit?outcome=tool-error",
        "failed calls",
        Role::Viewer,
    ),
    page(
        "Add a source",
        "/sources/new",
        "new server api functions",
        Role::Admin,
    ),
    page(
        "Build a toolset",
        "/toolsets/new",
        "new create",
        Role::Editor,
    ),
    page(
        "New environment",
        "/environments/new",
        "create",
        Role::Admin,
    ),
];
