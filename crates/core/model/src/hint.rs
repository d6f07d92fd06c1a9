//! The four hints of a tool, each true, false or unset.

use std::fmt;

/// One of the four behaviour hints of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hint {
    /// The tool does not modify its environment.
    ReadOnly,
    /// The tool may delete or overwrite data.
    Destructive,
    /// Repeating a call with the same arguments has no further effect.
    Idempotent,
    /// The tool interacts with external systems, such as the web.
    OpenWorld,
}

/// A value for each hint, or unset. Unset means that no layer sets the hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hints([Option<bool>; 4]);

// === impl Hint ===

impl Hint {
    /// All four, in display order.
    pub const ALL: [Self; 4] = [
        Self::ReadOnly,
        Self::Destructive,
        Self::Idempotent,
        Self::OpenWorld,
    ];

    /// The key in MCP `annotations`, such as `readOnlyHint`.
    pub const fn wire(self) -> &'static str {
        match self {
            Self::ReadOnly => "readOnlyHint",
            Self::Destructive => "destructiveHint",
            Self::Idempotent => "idempotentHint",
            Self::OpenWorld => "openWorldHint",
        }
    }

    /// The key in configuration files and in the API, such as `read_only`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::ReadOnly => "read_only",
            Self::Destructive => "destructive",
            Self::Idempotent => "idempotent",
            Self::OpenWorld => "open_world",
        }
    }

    /// The name in the user interface and the command-line flag, such as `read-only`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ReadOnly => "read-only",
            Self::Destructive => "destructive",
            Self::Idempotent => "idempotent",
            Self::OpenWorld => "open-world",
        }
    }

    /// Parses a hint in any of its three spellings.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|hint| [hint.key(), hint.word(), hint.wire()].contains(&text))
    }

    /// The value that a client must assume if the hint is absent. Same as [`Hint::careful`],
    /// because the protocol's defaults are the careful values.
    pub const fn default_value(self) -> bool {
        self.careful()
    }

    /// The value under which a tool is treated as more dangerous. The other value can make an
    /// approval unnecessary, so only trusted layers may set it.
    pub const fn careful(self) -> bool {
        matches!(self, Self::Destructive | Self::OpenWorld)
    }

    /// The index of the hint in [`Hint::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

// === impl Hints ===

impl Hints {
    /// No hint is set.
    pub const UNSET: Self = Self([None; 4]);

    /// The value of a hint.
    pub const fn get(&self, hint: Hint) -> Option<bool> {
        self.0[hint.index()]
    }

    /// Sets or unsets a hint.
    pub const fn set(&mut self, hint: Hint, value: Option<bool>) {
        self.0[hint.index()] = value;
    }

    /// The same hints with one of them set.
    #[must_use]
    pub const fn with(mut self, hint: Hint, value: bool) -> Self {
        self.set(hint, Some(value));
        self
    }

    /// The hints that are set.
    pub fn iter(&self) -> impl Iterator<Item = (Hint, bool)> + '_ {
        Hint::ALL
            .into_iter()
            .filter_map(|hint| Some((hint, self.get(hint)?)))
    }

    /// Whether no hint is set.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Parses the displayed form.
    pub fn parse(text: &str) -> Option<Self> {
        let words = text.split(',').filter(|word| !word.is_empty());
        words
            .map(|word| {
                let (key, value) = word.split_once('=')?;
                let hint = Hint::ALL.into_iter().find(|hint| hint.key() == key)?;
                Some((hint, value.parse().ok()?))
            })
            .collect()
    }
}

/// `read_only=true,destructive=false`; this form is stored.
impl fmt::Display for Hints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (hint, value)) in self.iter().enumerate() {
            if at > 0 {
                f.write_str(",")?;
            }
            f.write_str(hint.key())?;
            f.write_str(if value { "=true" } else { "=false" })?;
        }
        Ok(())
    }
}

impl FromIterator<(Hint, bool)> for Hints {
    fn from_iter<I: IntoIterator<Item = (Hint, bool)>>(said: I) -> Self {
        said.into_iter()
            .fold(Self::UNSET, |hints, (hint, value)| hints.with(hint, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_read() {
        for hint in Hint::ALL {
            for text in [hint.key(), hint.word(), hint.wire()] {
                assert_eq!(Hint::parse(text), Some(hint), "{text}");
            }
        }
        assert_eq!(Hint::parse("readonly"), None);
    }

    #[test]
    fn unset_is_not_false() {
        let hints = Hints::UNSET.with(Hint::Destructive, false);
        assert_eq!(hints.get(Hint::Destructive), Some(false));
        assert_eq!(hints.get(Hint::ReadOnly), None);
        assert_eq!(
            hints.iter().collect::<Vec<_>>(),
            [(Hint::Destructive, false)]
        );
        assert_ne!(hints, Hints::UNSET);
    }
}
