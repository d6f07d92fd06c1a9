//! What a confined program was refused.

use std::fmt;

use crate::{CallId, SourceName};

/// One attempt of a source's program that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRefusal {
    /// The source whose program tried it.
    pub source: SourceName,
    /// Which of its instances tried it.
    pub instance: ProgramInstance,
    /// What it tried, in words that the target follows: `create`, `connect to`.
    pub action: Box<str>,
    /// The path or the address.
    pub target: Box<str>,
    /// The program that tried it: the server, or one that it started.
    pub program: Box<str>,
    /// When that was, seen from the calls.
    pub timing: RefusalTiming,
    /// The calls; several, if they were running at the same time.
    pub calls: Vec<RefusedCall>,
    /// How many refusals before this one are not written down, because there were too many.
    pub left_out: u64,
    /// When, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// An instance of a source's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProgramInstance {
    /// The one that every source has.
    Ordinary,
    /// The one that can only read.
    ReadOnly,
}

/// When a program was refused something, seen from the calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalTiming {
    /// While the calls were running.
    During,
    /// Shortly after they were answered, while no other was running.
    After,
    /// While the program started, or while nobody called it.
    Outside,
}

/// A call during which a program was refused something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RefusedCall {
    /// The call, as the audit knows it.
    pub id: CallId,
    /// What the source calls the tool, prompt or resource.
    pub name: Box<str>,
}

// === impl ProgramInstance ===

candor_text::string_enum! {
    /// The word that is shown.
    ProgramInstance {
        Ordinary => "ordinary",
        ReadOnly => "read-only",
    }
}

// === impl RefusalTiming ===

candor_text::string_enum! {
    /// The word that is shown.
    RefusalTiming {
        During => "during",
        After => "after",
        Outside => "outside",
    }
}

// === impl ProgramRefusal ===

impl ProgramRefusal {
    /// The tool, if all calls are of one.
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

/// In words: what was refused to which instance, and during which calls.
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
