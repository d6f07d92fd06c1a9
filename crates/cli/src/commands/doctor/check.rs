//! One thing that was checked.

use candor_model::{Diagnostic, Severity};
use serde_json::{Value, json};

use crate::output::{Output, Paint};
use crate::text::one_line;

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Ok,
    Warn,
    Fail,
}

/// One line of the doctor's report.
#[derive(Debug)]
pub(super) struct Check {
    subject: String,
    verdict: Verdict,
    says: String,
    hint: Option<String>,
}

// === impl Check ===

impl Check {
    /// All is well.
    pub(super) fn ok(subject: impl Into<String>, says: impl Into<String>) -> Self {
        Self::new(subject.into(), Verdict::Ok, says.into())
    }

    /// It works, but not as somebody may think.
    pub(super) fn warn(subject: impl Into<String>, says: impl Into<String>) -> Self {
        Self::new(subject.into(), Verdict::Warn, says.into())
    }

    /// It does not work.
    pub(super) fn fail(subject: impl Into<String>, says: impl Into<String>) -> Self {
        Self::new(subject.into(), Verdict::Fail, says.into())
    }

    /// What a diagnostic says; a note is no finding.
    pub(super) fn of(subject: impl Into<String>, diagnostic: &Diagnostic) -> Self {
        let verdict = match diagnostic.severity {
            Severity::Error => Verdict::Fail,
            Severity::Warning => Verdict::Warn,
            Severity::Note => Verdict::Ok,
        };
        let place = diagnostic
            .place
            .as_ref()
            .map(|place| format!("{place}: "))
            .unwrap_or_default();
        let mut check = Self::new(
            subject.into(),
            verdict,
            format!("{place}{}", diagnostic.message),
        );
        check.hint.clone_from(&diagnostic.hint);
        check
    }

    fn new(subject: String, verdict: Verdict, says: String) -> Self {
        Self {
            subject,
            verdict,
            says,
            hint: None,
        }
    }

    /// Adds what to do.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Whether somebody should look at it.
    pub(super) fn is_finding(&self) -> bool {
        self.verdict != Verdict::Ok
    }

    /// `ok    port: 127.0.0.1:7333 is free`, and the hint on its own line.
    pub(super) fn text(&self, output: &Output) -> String {
        let (word, paint) = match self.verdict {
            Verdict::Ok => ("ok  ", Paint::Good),
            Verdict::Warn => ("warn", Paint::Careful),
            Verdict::Fail => ("fail", Paint::Bad),
        };
        let word = output.paint(paint, word);
        let line = format!("{word}  {}: {}", self.subject, one_line(&self.says));
        match &self.hint {
            Some(hint) => format!("{line}\n      hint: {}", one_line(hint)),
            None => line,
        }
    }

    /// The same for machines.
    pub(super) fn json(&self) -> Value {
        let status = match self.verdict {
            Verdict::Ok => "ok",
            Verdict::Warn => "warn",
            Verdict::Fail => "fail",
        };
        json!({"check": self.subject, "status": status, "message": self.says, "hint": self.hint})
    }
}
