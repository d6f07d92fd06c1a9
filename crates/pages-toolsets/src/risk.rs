//! What tools may do together that none of them does alone.
//!
//! Whoever can read what is private, takes in what strangers wrote and can send something out can
//! be talked into sending out what is private. Each part is harmless without the other two, so
//! the question is one of a whole toolset. It is decided from hints and trust:
//!
//! - *reads what is private*: a read-only tool that does not deal with the outside;
//! - *takes in what strangers wrote*: a read-only tool that does, and every tool of an untrusted
//!   source;
//! - *sends something out*: a tool that changes something outside.
//!
//! Where hints are unset a tool may be such a part, which is told apart from being one. That an
//! untrusted source calls its tool read-only says nothing about what it sends out.

#[cfg(test)]
mod tests;

use candor_model::{Hint, Hints, QualifiedName};

/// How many tools of a part are named.
const NAMED: usize = 5;

/// One tool, as far as it matters here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<'a> {
    /// Which.
    pub(crate) name: &'a QualifiedName,
    /// What is said about it.
    pub(crate) hints: Hints,
    /// Whether its source is untrusted.
    pub(crate) untrusted: bool,
}

/// What tools are together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Risk {
    /// How many there are.
    pub(crate) tools: usize,
    /// How many change nothing.
    pub(crate) read_only: usize,
    /// How many may destroy.
    pub(crate) destructive: usize,
    /// How many deal with the outside.
    pub(crate) open_world: usize,
    /// How many are of untrusted sources.
    pub(crate) untrusted: usize,
    /// Those that read what is private.
    pub(crate) private: Part,
    /// Those that take in what strangers wrote.
    pub(crate) strange: Part,
    /// Those that send something out.
    pub(crate) outward: Part,
}

/// The tools that make up one part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// Those that do.
    pub(crate) sure: Few,
    /// Those that might: nobody says.
    pub(crate) perhaps: Few,
}

/// Some tools, of which the first few are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Few {
    /// How many there are.
    pub(crate) count: usize,
    /// The first of them.
    pub(crate) names: Vec<String>,
}

/// Whether the three parts meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// At least one is missing.
    Apart,
    /// They may: it depends on tools about which nobody says enough.
    Perhaps,
    /// They do.
    Together,
}

/// Whether something holds of a tool.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Yes,
    Perhaps,
    No,
}

// === impl Risk ===

impl Risk {
    /// Of these tools.
    pub(crate) fn of<'a>(tools: impl IntoIterator<Item = Seen<'a>>) -> Self {
        let mut risk = Self::default();
        for tool in tools {
            risk.add(&tool);
        }
        risk
    }

    fn add(&mut self, tool: &Seen<'_>) {
        let is = |hint| tool.hints.get(hint) == Some(true);
        self.tools += 1;
        self.read_only += usize::from(is(Hint::ReadOnly));
        self.destructive += usize::from(is(Hint::Destructive));
        self.open_world += usize::from(is(Hint::OpenWorld));
        self.untrusted += usize::from(tool.untrusted);
        let reads = Holds::of(tool.hints.get(Hint::ReadOnly));
        let outside = Holds::of(tool.hints.get(Hint::OpenWorld));
        // The word of an untrusted source does not keep its tools from changing something.
        let writes = match reads.not() {
            Holds::No if tool.untrusted => Holds::Perhaps,
            writes => writes,
        };
        let strange = if tool.untrusted {
            Holds::Yes
        } else {
            reads.and(outside)
        };
        self.private.add(reads.and(outside.not()), tool.name);
        self.strange.add(strange, tool.name);
        self.outward.add(writes.and(outside), tool.name);
    }

    /// Whether there is something, and none of it changes anything.
    pub(crate) fn is_read_only(&self) -> bool {
        self.tools > 0 && self.read_only == self.tools
    }

    /// Whether the three parts meet.
    pub(crate) fn verdict(&self) -> Verdict {
        let parts = [&self.private, &self.strange, &self.outward];
        if parts.iter().all(|part| part.sure.count > 0) {
            Verdict::Together
        } else if parts
            .iter()
            .all(|part| part.sure.count + part.perhaps.count > 0)
        {
            Verdict::Perhaps
        } else {
            Verdict::Apart
        }
    }
}

// === impl Part ===

impl Part {
    fn add(&mut self, holds: Holds, name: &QualifiedName) {
        let place = match holds {
            Holds::Yes => &mut self.sure,
            Holds::Perhaps => &mut self.perhaps,
            Holds::No => return,
        };
        place.count += 1;
        if place.names.len() < NAMED {
            place.names.push(name.to_string());
        }
    }
}

// === impl Few ===

impl Few {
    /// How many are not named.
    pub(crate) fn more(&self) -> usize {
        self.count - self.names.len()
    }
}

// === impl Holds ===

impl Holds {
    const fn of(hint: Option<bool>) -> Self {
        match hint {
            Some(true) => Self::Yes,
            Some(false) => Self::No,
            None => Self::Perhaps,
        }
    }

    const fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::Perhaps => Self::Perhaps,
            Self::No => Self::Yes,
        }
    }

    const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::Perhaps,
        }
    }
}
