//! Notes: short texts attached to tools for the model to read.

use std::fmt;

use crate::{Digest, QualifiedName};

/// The longest note, in characters.
pub const NOTE_MAX: usize = 500;

/// The name of a note: 2 to 50 of `[a-z0-9-]`, unique for its tool.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoteName(Box<str>);

/// One note. Its text is one line of 1 to 500 visible characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToolNote {
    name: NoteName,
    text: Box<str>,
}

/// A reference to a tool: by name, by the hash of its definition, or by both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToolRef {
    name: Option<QualifiedName>,
    ref_id: Option<Digest>,
}

/// The notes on one tool, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolNotes {
    /// The tool that the notes are about.
    pub tool: ToolRef,
    /// The notes; their names are distinct.
    pub notes: Vec<ToolNote>,
}

/// Why a note is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteError {
    /// The name is invalid.
    Name(String),
    /// The text is empty.
    Empty(NoteName),
    /// The text is too long; the number is its length in characters.
    TooLong(NoteName, usize),
    /// The text contains an invisible character at this position, counted from 1.
    Hidden(NoteName, char, usize),
}

// === impl NoteName ===

impl NoteName {
    /// Validates a name.
    pub fn parse(text: &str) -> Result<Self, NoteError> {
        if crate::label::is_short(text) {
            Ok(Self(text.into()))
        } else {
            Err(NoteError::Name(text.chars().take(60).collect()))
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NoteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// === impl ToolNote ===

impl ToolNote {
    /// Validates a note. A line break counts as invisible, because it would let a note imitate
    /// other parts of a description.
    pub fn new(name: &str, text: &str) -> Result<Self, NoteError> {
        let name = NoteName::parse(name)?;
        let text = text.trim();
        let length = text.chars().count();
        if length == 0 {
            return Err(NoteError::Empty(name));
        }
        if length > NOTE_MAX {
            return Err(NoteError::TooLong(name, length));
        }
        if let Some((before, found)) = candor_text::hidden_character(text) {
            return Err(NoteError::Hidden(name, found, before + 1));
        }
        Ok(Self {
            name,
            text: text.into(),
        })
    }

    /// The name of the note.
    pub fn name(&self) -> &NoteName {
        &self.name
    }

    /// The text of the note.
    pub fn text(&self) -> &str {
        &self.text
    }
}

// === impl ToolRef ===

impl ToolRef {
    /// Refers to a tool by name.
    pub fn named(name: QualifiedName) -> Self {
        Self {
            name: Some(name),
            ref_id: None,
        }
    }

    /// Refers to a tool by name, by id, or by both; `None` if neither is given.
    pub fn new(name: Option<QualifiedName>, ref_id: Option<Digest>) -> Option<Self> {
        (name.is_some() || ref_id.is_some()).then_some(Self { name, ref_id })
    }

    /// The name, if it has one.
    pub fn name(&self) -> Option<&QualifiedName> {
        self.name.as_ref()
    }

    /// The id, if it has one.
    pub fn ref_id(&self) -> Option<&Digest> {
        self.ref_id.as_ref()
    }
}

/// The name or, without one, the id.
impl fmt::Display for ToolRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.name, &self.ref_id) {
            (Some(name), _) => name.fmt(f),
            (None, Some(ref_id)) => ref_id.fmt(f),
            (None, None) => Ok(()),
        }
    }
}

// === impl NoteError ===

impl fmt::Display for NoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(
                f,
                "`{}` cannot be the name of a note: 2 to 50 lowercase letters, digits and `-`",
                name.escape_debug()
            ),
            Self::Empty(name) => write!(f, "the note `{name}` is empty; write what it should say"),
            Self::TooLong(name, length) => write!(
                f,
                "the note `{name}` has {length} characters; at most {NOTE_MAX} are allowed"
            ),
            Self::Hidden(name, found, position) => write!(
                f,
                "the note `{name}` holds the hidden character U+{:04X} at position {position}; \
                 remove it, and write the note on one line",
                u32::from(*found)
            ),
        }
    }
}

impl std::error::Error for NoteError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_keeps_its_rules() {
        let note = ToolNote::new("team-first", "  Ask which team first. ").expect("a note");
        assert_eq!(
            (note.name().as_str(), note.text()),
            ("team-first", "Ask which team first.")
        );
        for (name, text, expect) in [
            (
                "BAD NAME!!",
                "x",
                "`BAD NAME!!` cannot be the name of a note: 2 to 50 lowercase letters, digits and `-`",
            ),
            (
                "ok",
                " \n ",
                "the note `ok` is empty; write what it should say",
            ),
            (
                "ok",
                "a\n### Fake",
                "the note `ok` holds the hidden character U+000A at position 2; remove it, and write the note on one line",
            ),
            (
                "ok",
                "a\u{200b}",
                "the note `ok` holds the hidden character U+200B at position 2; remove it, and write the note on one line",
            ),
        ] {
            assert_eq!(
                ToolNote::new(name, text).expect_err(text).to_string(),
                expect
            );
        }
        assert!(ToolNote::new("ok", &"é".repeat(500)).is_ok());
        assert!(ToolNote::new("ok", &"é".repeat(501)).is_err());
    }
}
