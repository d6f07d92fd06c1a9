//! Who somebody is, once that is settled.

use crate::{Role, Roles, TokenId};

/// Somebody who was recognised, by a token or by being on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The name they act under: that of their token, or `local`.
    pub name: String,
    /// What they may do.
    pub roles: Roles,
    /// The token that they presented.
    pub token: Option<TokenId>,
}

// === impl Identity ===

impl Identity {
    /// The name of whoever is on this machine and presented nothing. No token can have it.
    pub const LOCAL: &'static str = "local";

    /// Whoever is on this machine, where that is enough.
    pub fn local() -> Self {
        Self {
            name: Self::LOCAL.to_owned(),
            roles: Roles::ALL,
            token: None,
        }
    }

    /// Whether they may act in this role.
    pub fn may(&self, role: Role) -> bool {
        self.roles.include(role)
    }
}
