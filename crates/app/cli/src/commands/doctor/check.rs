//! A single check of `candor doctor`.

use candor_model::{Diagnostic, Severity};

use crate::prelude::*;

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckStatus {
    Ok,
    Warn,
    Fail,
}

/// One line of the report.
#[derive(Debug)]
pub(super) struct DoctorCheck {
    subject: String,
    verdict: CheckStatus,
    says: String,
    hint: Option<String>,
}

// === impl CheckStatus ===

impl CheckStatus {
    fn word(self) -> (&'static str, TextStyle) {
        match self {
            Self::Ok => ("ok", TextStyle::Success),
            Self::Warn => ("warn", TextStyle::Warning),
            Self::Fail => ("fail", TextStyle::Error),
        }
    }
}

// === impl DoctorCheck ===

impl DoctorCheck {
    /// All is well.
    pub(super) fn ok(subject: impl Into<String>, says: impl Into<String>) -> Self {
        Self::new(subject.into(), CheckStatus::Ok, says.into())
    }

    /// It works, but perhaps not as intended.
    pub(super) fn warn(subject: impl Into<String>, says: impl Into<String>) -> Self {
        Self::new(subject.into(), CheckStatus::Warn, says.into())
    }

    /// It does not work.
    pub(super) fn fail(subject: impl Into<String>, says: impl Into<String>) -> Self {
        Self::new(subject.into(), CheckStatus::Fail, says.into())
    }

    /// Converts a diagnostic; a note counts as success.
    pub(super) fn of(subject: impl Into<String>, diagnostic: &Diagnostic) -> Self {
        let verdict = match diagnostic.severity {
            Severity::Error => CheckStatus::Fail,
            Severity::Warning => CheckStatus::Warn,
            Severity::Note => CheckStatus::Ok,
        };
        let says = format!("{}{}", failure::place(diagnostic), diagnostic.message);
        let mut check = Self::new(subject.into(), verdict, says);
        check.hint.clone_from(&diagnostic.hint);
        check
    }

    fn new(subject: String, verdict: CheckStatus, says: String) -> Self {
        Self {
            subject,
            verdict,
            says,
            hint: None,
        }
    }

    /// Adds a hint.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Whether it is a warning or a failure.
    pub(super) fn is_finding(&self) -> bool {
        self.verdict != CheckStatus::Ok
    }

    /// `ok    port: 127.0.0.1:7333 is free`, and the hint on its own line.
    pub(super) fn text(&self, output: &CommandOutput) -> String {
        let (word, paint) = self.verdict.word();
        let word = output.paint(paint, &format!("{word:<4}"));
        let line = format!("{word}  {}: {}", self.subject, one_line(&self.says));
        match &self.hint {
            Some(hint) => {
                let hint = output.completed(&one_line(hint));
                format!("{line}\n      hint: {hint}")
            }
            None => line,
        }
    }

    /// The check as JSON.
    pub(super) fn json(&self) -> Value {
        let (status, _) = self.verdict.word();
        json!({"check": self.subject, "status": status, "message": self.says, "hint": self.hint})
    }
}
