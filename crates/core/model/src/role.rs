//! Roles and sets of roles.

use std::fmt;

/// A role of a principal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Views tools, approvals and the audit log.
    Viewer,
    /// Lists and calls tools.
    Caller,
    /// Decides about calls waiting for approval. Includes viewer.
    Approver,
    /// Edits annotations and toolsets. Includes viewer.
    Editor,
    /// May do everything, including managing access.
    Admin,
}

/// A set of roles.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Roles(u8);

// === impl Role ===

candor_text::string_enum! {
    /// The value that is stored and shown.
    Role {
        Viewer => "viewer",
        Caller => "caller",
        Approver => "approver",
        Editor => "editor",
        Admin => "admin",
    }
}

impl Role {
    /// The roles that this one includes, as a bit set.
    const fn brings(self) -> u8 {
        let own = 1 << self as u8;
        match self {
            Self::Viewer | Self::Caller => own,
            Self::Approver | Self::Editor => own | 1 << Self::Viewer as u8,
            Self::Admin => 0b1_1111,
        }
    }
}

// === impl Roles ===

impl Roles {
    /// A set without any role.
    pub const NONE: Self = Self(0);
    /// The set of all roles.
    pub const ALL: Self = Self(0b1_1111);
    /// Viewer and caller: may view and call, but change nothing.
    pub const LOOKING: Self = Self::NONE.with(Role::Viewer).with(Role::Caller);

    /// Adds a role.
    #[must_use]
    pub const fn with(self, role: Role) -> Self {
        Self(self.0 | 1 << role as u8)
    }

    /// Whether these roles allow acting in `role`: an admin in every one, an approver or an editor
    /// also as a viewer.
    pub fn include(self, role: Role) -> bool {
        self.iter().any(|held| held.brings() & 1 << role as u8 != 0)
    }

    /// The roles that were granted explicitly.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL
            .into_iter()
            .filter(move |role| self.0 & 1 << *role as u8 != 0)
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Parses a comma-separated list; the error is the word that is not a role.
    pub fn parse(text: &str) -> Result<Self, &str> {
        let words = text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty());
        words.map(|word| Role::parse(word).ok_or(word)).collect()
    }
}

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        roles.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, role) in self.iter().enumerate() {
            if at > 0 {
                f.write_str(",")?;
            }
            role.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Roles({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_brings_what_it_needs_and_no_more() {
        let table = [
            ("viewer", "viewer"),
            ("caller", "caller"),
            ("approver", "viewer,approver"),
            ("editor", "viewer,editor"),
            ("admin", "viewer,caller,approver,editor,admin"),
            ("caller,approver", "viewer,caller,approver"),
            ("", ""),
        ];
        for (held, may) in table {
            let held = Roles::parse(held).expect("roles");
            let may_act: Roles = Role::ALL
                .into_iter()
                .filter(|role| held.include(*role))
                .collect();
            assert_eq!(may_act.to_string(), may, "{held}");
        }
    }

    #[test]
    fn roles_are_read_as_they_are_shown() {
        assert_eq!(
            Roles::parse(" approver , caller").map(|r| r.to_string()),
            Ok("caller,approver".into())
        );
        assert_eq!(Roles::parse("viewer,root"), Err("root"));
        assert_eq!(Roles::parse(&Roles::ALL.to_string()), Ok(Roles::ALL));
    }
}
