//! The roles and their permissions.

use candor_model::{Role, Roles};

/// The permissions, and the role that each needs.
const PERMISSIONS: [(&str, Role); 8] = [
    (
        "View tools, approvals, policy and the audit log",
        Role::Viewer,
    ),
    ("List and call tools", Role::Caller),
    (
        "Approve and deny calls, revoke standing approvals",
        Role::Approver,
    ),
    ("Edit annotations, accept definition changes", Role::Editor),
    ("Edit toolsets and notes", Role::Editor),
    ("Change the policy settings", Role::Editor),
    ("Manage sources, environments and secrets", Role::Admin),
    ("Create and revoke tokens", Role::Admin),
];

pub(crate) struct PermissionRow {
    pub(crate) words: &'static str,
    /// Whether each role has it, in the order of the roles.
    pub(crate) may: [bool; 5],
}

/// A role to choose.
pub(crate) struct RoleChoice {
    pub(crate) word: &'static str,
    pub(crate) may: &'static str,
    pub(crate) ticked: bool,
}

/// The permissions of all roles.
pub(crate) fn permission_table() -> Vec<PermissionRow> {
    let permissions = PERMISSIONS.into_iter();
    permissions
        .map(|(words, role)| PermissionRow {
            words,
            may: Role::ALL.map(|held| Roles::NONE.with(held).include(role)),
        })
        .collect()
}

/// The roles as checkboxes.
pub(crate) fn role_choices(ticked: Roles) -> Vec<RoleChoice> {
    let all = Role::ALL.into_iter();
    all.map(|role| RoleChoice {
        word: role.as_str(),
        may: may(role),
        ticked: ticked.iter().any(|held| held == role),
    })
    .collect()
}

fn may(role: Role) -> &'static str {
    match role {
        Role::Viewer => "views tools, approvals and the audit log",
        Role::Caller => "lists and calls tools; the role for agents",
        Role::Approver => "approves and denies calls; includes viewer",
        Role::Editor => "edits annotations, toolsets and policy settings; includes viewer",
        Role::Admin => "full access, including tokens and secrets",
    }
}
