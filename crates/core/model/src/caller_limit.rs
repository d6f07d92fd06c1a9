//! Limits per caller, so that one caller's load does not cause refusals for others.

use std::fmt;
use std::sync::Arc;

use crate::CallerIdentity;

/// The key under which a caller's usage is counted: its principal name. Active tokens have distinct
/// names, and no token can have the name of callers without a credential.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PrincipalKey(Arc<str>);

/// A limit that applies to each caller separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallerLimit {
    /// Sessions that are open now.
    Sessions,
    /// Subscriptions of clients without a session; the limit is the same as for sessions.
    Subscriptions,
    /// Calls waiting for approval.
    Waiting,
    /// Tasks stored for the caller.
    Tasks,
    /// Bytes stored for waiting calls and for tasks.
    KeptBytes,
    /// Resources that the caller watches.
    Watches,
}

/// A caller has reached a limit. The request had no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallerLimitReached {
    /// The caller that reached it.
    pub caller: PrincipalKey,
    /// The limit that was reached.
    pub limit: CallerLimit,
    /// The caller's current usage.
    pub found: u64,
    /// The maximum that the limit allows.
    pub most: u64,
}

// === impl PrincipalKey ===

impl PrincipalKey {
    /// The key of an authenticated or local caller.
    pub fn of(identity: &CallerIdentity) -> Self {
        Self::named(&identity.name)
    }

    /// The key of the caller with this principal name.
    pub fn named(name: &str) -> Self {
        Self(name.into())
    }

    /// The caller's principal name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PrincipalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// === impl CallerLimit ===

impl CallerLimit {
    /// Every limit, in the order of declaration.
    pub const ALL: [Self; 6] = [
        Self::Sessions,
        Self::Subscriptions,
        Self::Waiting,
        Self::Tasks,
        Self::KeptBytes,
        Self::Watches,
    ];

    /// The label value in metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sessions => "sessions",
            Self::Subscriptions => "subscriptions",
            Self::Waiting => "waiting",
            Self::Tasks => "tasks",
            Self::KeptBytes => "kept_bytes",
            Self::Watches => "watches",
        }
    }

    /// The setting that changes the limit, if there is one.
    pub const fn setting(self) -> Option<&'static str> {
        match self {
            Self::Sessions | Self::Subscriptions => Some("limits.sessions_per_caller"),
            Self::Waiting => Some("limits.waiting_per_caller"),
            Self::Tasks => Some("limits.tasks_per_caller"),
            Self::KeptBytes => Some("limits.kept_bytes_per_caller"),
            Self::Watches => None,
        }
    }

    const fn way_out(self) -> &'static str {
        match self {
            Self::Sessions => "end one of them, or try again when one has been idle for a while",
            Self::Subscriptions => "end one of them first",
            Self::Waiting => "try again when some have been answered or have expired",
            Self::Tasks => "try again when some have expired",
            Self::KeptBytes => {
                "send less, or try again when some of these calls have ended or expired"
            }
            Self::Watches => "follow fewer",
        }
    }
}

impl fmt::Display for CallerLimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            caller,
            limit,
            found,
            most,
        } = self;
        let one = *found == 1;
        let many = |singular: &'static str, plural| if one { singular } else { plural };
        match limit {
            CallerLimit::Sessions => {
                let sessions = many("session", "sessions");
                write!(f, "`{caller}` has {found} {sessions} open")
            }
            CallerLimit::Subscriptions => {
                let subscriptions = many("subscription", "subscriptions");
                write!(f, "`{caller}` has {found} {subscriptions} open")
            }
            CallerLimit::Waiting => {
                let (calls, wait) = (many("call", "calls"), many("waits", "wait"));
                write!(f, "{found} {calls} of `{caller}` {wait} for an answer")
            }
            CallerLimit::Tasks => {
                let tasks = many("task is", "tasks are");
                write!(f, "{found} {tasks} kept for `{caller}`")
            }
            CallerLimit::KeptBytes => {
                write!(f, "{found} bytes are kept for waiting calls of `{caller}`")
            }
            CallerLimit::Watches => write!(f, "`{caller}` follows {found} resources"),
        }?;
        match limit.setting() {
            Some(setting) => write!(f, ", and {most} is the limit `{setting}`")?,
            None => write!(f, ", and {most} is the most")?,
        }
        write!(f, "; {}", limit.way_out())
    }
}

impl std::error::Error for CallerLimitReached {}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(limit: CallerLimit, found: u64) -> String {
        let caller = PrincipalKey::of(&CallerIdentity::local());
        let most = 4;
        CallerLimitReached {
            caller,
            limit,
            found,
            most,
        }
        .to_string()
    }

    #[test]
    fn a_refusal_says_how_many_how_many_may_be_and_what_to_do() {
        assert_eq!(
            reached(CallerLimit::Waiting, 3),
            "3 calls of `local` wait for an answer, and 4 is the limit \
             `limits.waiting_per_caller`; try again when some have been answered or have expired"
        );
        for limit in CallerLimit::ALL {
            let said = reached(limit, 3);
            for part in ["`local`", "3", "4 is the ", "; "] {
                assert!(said.contains(part), "{said}");
            }
            let setting = limit.setting().unwrap_or_default();
            assert!(said.contains(setting), "{said}");
        }
    }

    #[test]
    fn one_is_not_many() {
        let one = |limit| reached(limit, 1);
        assert!(one(CallerLimit::Waiting).starts_with("1 call of `local` waits for an answer,"));
        assert!(one(CallerLimit::Tasks).starts_with("1 task is kept for `local`,"));
        assert!(one(CallerLimit::Sessions).starts_with("`local` has 1 session open,"));
    }

    #[test]
    fn callers_are_told_apart_by_their_names() {
        let named = |name: &str| CallerIdentity {
            name: name.to_owned(),
            ..CallerIdentity::local()
        };
        let key = |name: &str| PrincipalKey::of(&named(name));
        assert_eq!(key("ann"), key("ann"));
        assert_ne!(key("ann"), key("bob"));
        assert_eq!(key("ann").as_str(), "ann");
    }
}
