//! A finding about the user's input: the message, its place and a hint.

use std::fmt;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; everything works.
    Note,
    /// Something was ignored or guessed.
    Warning,
    /// Something could not be used.
    Error,
}

/// Where in a file a finding is. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePosition {
    /// The file, as the user named it.
    pub file: String,
    /// Line and column, where they are known.
    pub position: Option<(usize, usize)>,
}

/// One finding. User-written input gives a value *and* a list of these, so that one bad entry
/// does not hide the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// A stable code, such as `config::unknown-key`.
    pub code: &'static str,
    /// One sentence with the offending value in backticks, without a final period.
    pub message: String,
    /// What to do about it, where we know.
    pub hint: Option<String>,
    /// Where it is, where it has a place.
    pub place: Option<FilePosition>,
}

// === impl Severity ===

candor_text::string_enum! {
    /// `note`, `warning` or `error`.
    Severity {
        Note => "note",
        Warning => "warning",
        Error => "error",
    }
}

// === impl Diagnostic ===

impl Diagnostic {
    /// A finding without hint or place.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
            hint: None,
            place: None,
        }
    }

    /// Something that could not be used.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// Something that was ignored or guessed.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds where it is.
    #[must_use]
    pub fn at(mut self, place: FilePosition) -> Self {
        self.place = Some(place);
        self
    }
}

impl fmt::Display for FilePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some((line, column)) => write!(f, "{}:{line}:{column}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

/// `file:3:1: warning: unknown key `lisen` [config::unknown-key]`, and the hint on its own line.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(
            f,
            "{}: {} [{}]",
            self.severity.as_str(),
            self.message,
            self.code
        )?;
        if let Some(hint) = &self.hint {
            write!(f, "\n  hint: {hint}")?;
        }
        Ok(())
    }
}
