//! The roles, and what each may do.

use candor_model::{Role, Roles};

/// What can be done here, and the role that it takes.
const DEEDS: [(&str, Role); 8] = [
    ("See tools, approvals, policy and the audit", Role::Viewer),
    ("List and call tools", Role::Caller),
    (
        "Decide about calls that wait, take back standing approvals",
        Role::Approver,
    ),
    (
        "Correct what is said about tools, accept changes",
        Role::Editor,
    ),
    ("Build toolsets, write notes", Role::Editor),
    ("State preferences", Role::Editor),
    ("Keep sources, environments and their secrets", Role::Admin),
    ("Make tokens and take them back", Role::Admin),
];

/// A line of the table.
pub(crate) struct Deed {
    /// What.
    pub(crate) words: &'static str,
    /// Whether each role may, in their order.
    pub(crate) may: [bool; 5],
}

/// A role to tick.
pub(crate) struct RoleBox {
    pub(crate) word: &'static str,
    pub(crate) may: &'static str,
    pub(crate) ticked: bool,
}

/// Who may do what.
pub(crate) fn table() -> Vec<Deed> {
    let deeds = DEEDS.into_iter();
    deeds
        .map(|(words, role)| Deed {
            words,
            may: Role::ALL.map(|held| Roles::NONE.with(held).include(role)),
        })
        .collect()
}

/// The roles to choose from.
pub(crate) fn boxes(ticked: Roles) -> Vec<RoleBox> {
    let all = Role::ALL.into_iter();
    all.map(|role| RoleBox {
        word: role.as_str(),
        may: may(role),
        ticked: ticked.iter().any(|held| held == role),
    })
    .collect()
}

fn may(role: Role) -> &'static str {
    match role {
        Role::Viewer => "sees tools, approvals and the audit",
        Role::Caller => "lists and calls tools; what an agent needs",
        Role::Approver => "decides about calls, and sees",
        Role::Editor => "corrects tools, builds toolsets, states preferences, and sees",
        Role::Admin => "everything, tokens and secrets included",
    }
}
