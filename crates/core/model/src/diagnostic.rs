//! Diagnostics about user-written input: a message, its place and a hint.

use std::fmt;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; everything works.
    Note,
    /// Something was ignored or guessed.
    Warning,
    /// Something could not be used.
    Error,
}

/// A place in a file. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePosition {
    /// The file name as the user gave it.
    pub file: String,
    /// Line and column, if known.
    pub position: Option<(usize, usize)>,
}

/// One diagnostic. Reading user-written input returns a value *and* a list of these, so that one
/// bad entry does not hide the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How serious the problem is.
    pub severity: Severity,
    /// A stable code, such as `config::unknown-key`.
    pub code: &'static str,
    /// One sentence with the offending value in backticks, without a final period.
    pub message: String,
    /// How to fix it, if known.
    pub hint: Option<String>,
    /// Where it is, if it has a place.
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
    /// Creates a diagnostic without hint or place.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
            hint: None,
            place: None,
        }
    }

    /// Creates an error: something could not be used.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// Creates a warning: something was ignored or guessed.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// Adds a hint on how to fix it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds its place.
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
