//! The identity of an authenticated or local caller.

use crate::{Role, Roles, TokenId};

/// A caller identified by a token, by the owner's secret, or as a local caller without a
/// credential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallerIdentity {
    /// The principal name: the token's name, the operating system user, or `local`.
    pub name: String,
    /// The roles of the caller.
    pub roles: Roles,
    /// The token that was presented, if any.
    pub token: Option<TokenId>,
}

// === impl CallerIdentity ===

impl CallerIdentity {
    /// The name of a local caller without a token. No token can have this name.
    pub const LOCAL: &'static str = "local";

    /// A local caller where no token is required. It may view and call, but not change anything:
    /// anything that reaches the loopback address is such a caller.
    pub fn local() -> Self {
        Self {
            name: Self::LOCAL.to_owned(),
            roles: Roles::LOOKING,
            token: None,
        }
    }

    /// The owner of the gateway, named after the operating system user that runs it. A user called
    /// `local` becomes `user local`, so as not to be mistaken for a caller without a credential.
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

    /// Whether the caller presented no credential.
    pub fn is_local(&self) -> bool {
        self.token.is_none() && self.name == Self::LOCAL
    }

    /// Whether the caller may act in this role.
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
