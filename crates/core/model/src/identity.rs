//! The identity of a caller, once it is established.

use crate::{Role, Roles, TokenId};

/// A caller that was recognised, by a token or by being on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallerIdentity {
    /// The name they act under: that of their token, or `local`.
    pub name: String,
    /// What they may do.
    pub roles: Roles,
    /// The token that they presented.
    pub token: Option<TokenId>,
}

// === impl CallerIdentity ===

impl CallerIdentity {
    /// The name of a local caller without a token. No token can have it.
    pub const LOCAL: &'static str = "local";

    /// A local caller, where no token is needed.
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
