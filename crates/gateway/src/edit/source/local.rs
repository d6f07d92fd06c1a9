//! Access of sources to the gateway's own machine, which is restricted.
//!
//! A user who can have a program started gets the permissions of the gateway, and one who can name
//! a path learns the contents of its files. Over HTTP both need a setting; the configuration file
//! and the command line are for people who have access to the machine already.

use crate::sources::factory::SourcePlan;

/// A source's access to the gateway's own machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocalAccess {
    /// It is a program that the gateway starts.
    #[error(
        "sources that start a program cannot be added or changed over HTTP; add them to \
         `candor.toml`, or set `server.allow_commands = true` there and restart Candor"
    )]
    Program,
    /// It names a file or a folder on the machine.
    #[error(
        "sources that use a path on the gateway's machine (`{0}`) cannot be added or changed over \
         HTTP; add them to `candor.toml`, or set `server.allow_commands = true` there and restart \
         Candor"
    )]
    Path(String),
}

// === impl LocalAccess ===

impl LocalAccess {
    /// The access that this source would need, if any.
    pub(super) fn of(plan: &SourcePlan) -> Option<Self> {
        if plan.runs.is_some() {
            return Some(Self::Program);
        }
        let path = plan.paths.first()?;
        // Escaped, because it is quoted in a sentence.
        Some(Self::Path(path.escape_debug().to_string()))
    }
}

#[cfg(test)]
mod tests {
    use candor_model::SourceTrust;

    use super::*;

    fn plan(runs: Option<&str>, paths: &[&str]) -> SourcePlan {
        SourcePlan {
            kind: "stdio",
            runs: runs.map(ToOwned::to_owned),
            reaches: Some("https://shop.example".to_owned()),
            reads: Some("shop.yaml (uploaded)".to_owned()),
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
            cwd: None,
            variables: Vec::new(),
            headers: Vec::new(),
            trust: SourceTrust::Untrusted,
            findings: Vec::new(),
            toml: String::new(),
        }
    }

    #[test]
    fn programs_and_paths_are_told_and_nothing_else_is() {
        assert_eq!(LocalAccess::of(&plan(None, &[])), None);
        let program = LocalAccess::of(&plan(Some("sh -c ls"), &["/srv"]));
        assert_eq!(program, Some(LocalAccess::Program));
        let path = LocalAccess::of(&plan(None, &["/srv/a\nb"])).expect("a path");
        assert_eq!(
            path.to_string(),
            "sources that use a path on the gateway's machine (`/srv/a\\nb`) cannot be added or \
             changed over HTTP; add them to `candor.toml`, or set `server.allow_commands = true` \
             there and restart Candor"
        );
    }
}
