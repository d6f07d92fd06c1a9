//! Roles: what a principal may do.

use std::fmt;

/// One thing that a principal may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Sees what there is: tools, approvals, the audit.
    Viewer,
    /// Lists and calls tools.
    Caller,
    /// Decides about calls that wait for an approval. Sees what a viewer sees.
    Approver,
    /// Corrects what is said about tools, and builds toolsets. Sees what a viewer sees.
    Editor,
    /// Everything, including who may do what.
    Admin,
}

/// A set of roles.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Roles(u8);

// === impl Role ===

candor_text::string_enum! {
    /// The word that is stored and shown.
    Role {
        Viewer => "viewer",
        Caller => "caller",
        Approver => "approver",
        Editor => "editor",
        Admin => "admin",
    }
}

impl Role {
    /// The roles that come with this one, itself included.
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
    /// Nothing may be done.
    pub const NONE: Self = Self(0);
    /// Everything may be done.
    pub const ALL: Self = Self(0b1_1111);
    /// Tools may be seen and called, and nothing changed.
    pub const LOOKING: Self = Self::NONE.with(Role::Viewer).with(Role::Caller);

    /// The same with one more.
    #[must_use]
    pub const fn with(self, role: Role) -> Self {
        Self(self.0 | 1 << role as u8)
    }

    /// Whether a principal with these may act in this role: an admin in every one, an approver or an
    /// editor also as a viewer.
    pub fn include(self, role: Role) -> bool {
        self.iter().any(|held| held.brings() & 1 << role as u8 != 0)
    }

    /// The roles as they were given.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL
            .into_iter()
            .filter(move |role| self.0 & 1 << *role as u8 != 0)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Reads words between commas; the word that is none is given back.
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
