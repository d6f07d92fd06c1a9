//! The identity of a caller, once it is established.

use crate::{Role, Roles, TokenId};

/// A caller that was recognised: by a token, by the owner's secret, or by being on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallerIdentity {
    /// The name they act under: that of their token or of the operating system's user, or `local`.
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

    /// A local caller, where no token is needed: one that reaches this machine's loopback address,
    /// so they may look and call, and change nothing.
    pub fn local() -> Self {
        Self {
            name: Self::LOCAL.to_owned(),
            roles: Roles::LOOKING,
            token: None,
        }
    }

    /// The owner of the gateway, by the name of the operating system's user that runs it. A user
    /// whose name is `local` is not taken for a caller without a credential.
    pub fn owner(user: &str) -> Self {
        let name = if user == Self::LOCAL {
            format!("user {user}")
        } else {
            user.to_owned()
        };
        Self {
            name,
            roles: Roles::ALL,
            token: None,
        }
    }

    /// Whether they have presented no credential.
    pub fn is_local(&self) -> bool {
        self.token.is_none() && self.name == Self::LOCAL
    }

    /// Whether they may act in this role.
    pub fn may(&self, role: Role) -> bool {
        self.roles.include(role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_is_not_whoever_has_no_credential() {
        let local = CallerIdentity::local();
        assert!(local.is_local() && local.may(Role::Viewer) && local.may(Role::Caller));
        for role in [Role::Approver, Role::Editor, Role::Admin] {
            assert!(!local.may(role), "{role}");
        }
        for user in ["ann", "local", "uid 1000"] {
            let owner = CallerIdentity::owner(user);
            assert!(!owner.is_local() && owner.may(Role::Admin), "{user}");
            assert_ne!(owner.name, local.name);
        }
    }
}
