//! Operations that a confined program was denied.

use std::fmt;

use crate::{CallId, SourceName};

/// One denied operation of a source's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRefusal {
    /// The source the program belongs to.
    pub source: SourceName,
    /// The instance that attempted it.
    pub instance: ProgramInstance,
    /// The operation, as a verb phrase that the target follows: `create`, `connect to`.
    pub action: Box<str>,
    /// The path or the address.
    pub target: Box<str>,
    /// The executable that attempted it: the server, or a child process.
    pub program: Box<str>,
    /// When it happened relative to the calls.
    pub timing: RefusalTiming,
    /// The calls concerned; several if they ran at the same time.
    pub calls: Vec<RefusedCall>,
    /// How many earlier denials were dropped because there were too many.
    pub left_out: u64,
    /// When it happened, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// An instance of a source's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProgramInstance {
    /// The regular instance that every source has.
    Ordinary,
    /// The additional instance that can only read.
    ReadOnly,
}

/// When a denial happened relative to the calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalTiming {
    /// While the calls were running.
    During,
    /// Shortly after they were answered, with no other call running.
    After,
    /// During startup or while no call was running.
    Outside,
}

/// A call during which a program was denied an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RefusedCall {
    /// The id of the call in the audit log.
    pub id: CallId,
    /// The source's name for the tool, prompt or resource.
    pub name: Box<str>,
}

// === impl ProgramInstance ===

candor_text::string_enum! {
    /// The value that is shown.
    ProgramInstance {
        Ordinary => "ordinary",
        ReadOnly => "read-only",
    }
}

// === impl RefusalTiming ===

candor_text::string_enum! {
    /// The value that is shown.
    RefusalTiming {
        During => "during",
        After => "after",
        Outside => "outside",
    }
}

// === impl ProgramRefusal ===

impl ProgramRefusal {
    /// The tool, if all the calls are of the same one.
    pub fn only_tool(&self) -> Option<&str> {
        let (first, others) = self.calls.split_first()?;
        let is_one = others.iter().all(|call| call.name == first.name);
        is_one.then_some(&*first.name)
    }

    /// The calls in words; empty if there are none.
    pub fn calls_in_words(&self) -> String {
        let named = |call: &RefusedCall| format!("`{}` ({})", call.name, call.id);
        let calls: Vec<String> = self.calls.iter().map(named).collect();
        match (self.timing, calls.as_slice()) {
            (RefusalTiming::Outside, _) | (_, []) => String::new(),
            (RefusalTiming::During, [one]) => format!("during the call of {one}"),
            (RefusalTiming::During, all) => format!("during these calls: {}", all.join(", ")),
            (RefusalTiming::After, [one]) => format!("shortly after the call of {one}"),
            (RefusalTiming::After, all) => format!("shortly after these calls: {}", all.join(", ")),
        }
    }
}

/// A sentence fragment: what was denied to which instance, and during which calls.
impl fmt::Display for ProgramRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (action, target) = (&self.action, &self.target);
        match self.instance {
            ProgramInstance::Ordinary => write!(f, "refused to {action} `{target}`")?,
            ProgramInstance::ReadOnly => {
                write!(
                    f,
                    "the read-only instance was refused to {action} `{target}`"
                )?;
            }
        }
        match self.calls_in_words() {
            calls if calls.is_empty() => Ok(()),
            calls => write!(f, " {calls}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(timing: RefusalTiming, names: &[&str]) -> ProgramRefusal {
        let calls = names.iter().map(|name| RefusedCall {
            id: CallId::parse("00000000-0000-7000-8000-000000000001").expect("an id"),
            name: (*name).into(),
        });
        ProgramRefusal {
            source: SourceName::parse("files").expect("a name"),
            instance: ProgramInstance::ReadOnly,
            action: "create".into(),
            target: "/tmp/x".into(),
            program: "node".into(),
            timing,
            calls: calls.collect(),
            left_out: 0,
            at_micros: 1,
        }
    }

    #[test]
    fn says_during_which_calls() {
        let start = "the read-only instance was refused to create `/tmp/x`";
        let id = "00000000-0000-7000-8000-000000000001";
        for (timing, names, says) in [
            (RefusalTiming::Outside, &[][..], String::new()),
            (
                RefusalTiming::During,
                &["read"],
                format!(" during the call of `read` ({id})"),
            ),
            (
                RefusalTiming::During,
                &["read", "list"],
                format!(" during these calls: `read` ({id}), `list` ({id})"),
            ),
            (
                RefusalTiming::After,
                &["read"],
                format!(" shortly after the call of `read` ({id})"),
            ),
        ] {
            assert_eq!(refusal(timing, names).to_string(), format!("{start}{says}"));
        }
    }

    #[test]
    fn one_tool_is_to_blame_only_if_it_was_alone() {
        let tool = |names: &[&str]| {
            let refusal = refusal(RefusalTiming::During, names);
            refusal.only_tool().map(str::to_owned)
        };
        assert_eq!(tool(&[]), None);
        assert_eq!(tool(&["read"]).as_deref(), Some("read"));
        assert_eq!(tool(&["read", "read"]).as_deref(), Some("read"));
        assert_eq!(tool(&["read", "list"]), None);
    }
}
