//! Failures and diagnostics, as text and as JSON: `error: …`, its causes, `hint: …`.

use std::fmt;
use std::io;

use candor_gateway::UnknownEndpoint;
use candor_model::{Diagnostic, Severity};
use serde_json::{Value, json};

use crate::exit::CommandExit;
use crate::output::{CommandOutput, TextStyle};
use crate::text::{counted, visible};

/// The maximum number of diagnostics printed next to a result.
const SOME: usize = 20;

/// The result of a command: usually how it ended.
pub(crate) type CommandResult<T = CommandExit> = Result<T, CommandFailure>;

/// Why a command could not do its work.
pub(crate) struct CommandFailure {
    error: anyhow::Error,
    hint: Option<String>,
    diagnostics: Vec<Diagnostic>,
}

// === impl CommandFailure ===

impl CommandFailure {
    /// A failure with this message: a fragment, the value in backticks, no final period.
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self::of(anyhow::Error::msg(sentence.into()))
    }

    /// A failure with the error of the system as its cause.
    pub(crate) fn io(sentence: impl Into<String>, cause: io::Error) -> Self {
        Self::of(anyhow::Error::new(cause).context(sentence.into()))
    }

    fn of(error: anyhow::Error) -> Self {
        Self {
            error,
            hint: None,
            diagnostics: Vec::new(),
        }
    }

    /// Adds how to fix it.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a hint unless there already is one.
    pub(crate) fn or_hint(mut self, hint: &str) -> Self {
        self.hint.get_or_insert_with(|| hint.to_owned());
        self
    }

    /// Adds diagnostics, which are printed first.
    pub(crate) fn because(mut self, diagnostics: Vec<Diagnostic>) -> Self {
        self.diagnostics = diagnostics;
        self
    }

    /// Adds further diagnostics, which are printed before the others.
    pub(crate) fn because_too(mut self, diagnostics: &[Diagnostic]) -> Self {
        self.diagnostics.splice(0..0, diagnostics.iter().cloned());
        self
    }

    /// Prints it on standard error.
    pub(crate) fn print(&self, output: &CommandOutput) {
        print_diagnostics(output, &self.diagnostics);
        let colour = output.colours_errors();
        let mut said = visible(&self.error.to_string());
        output.say(&format!("{}: {said}", TextStyle::Error.on("error", colour)));
        for cause in self.error.chain().skip(1) {
            let cause = visible(&cause.to_string());
            // Some libraries repeat their cause in their own text.
            if !said.contains(&cause) {
                output.say(&format!("  caused by: {cause}"));
                said = cause;
            }
        }
        if let Some(hint) = &self.hint {
            output.say(&hint_line(hint, colour));
        }
    }
}

/// The message alone, without causes and hint.
impl fmt::Display for CommandFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.error)
    }
}

/// Any error is a failure, with its causes.
impl<E: std::error::Error + Send + Sync + 'static> From<E> for CommandFailure {
    fn from(error: E) -> Self {
        let error = anyhow::Error::new(error);
        if let Some(UnknownEndpoint::Toolset(name)) = error.downcast_ref::<UnknownEndpoint>() {
            let failure = Self::new(format!("there is no toolset `{name}`"));
            return failure.hint("`candor toolset list` lists them");
        }
        Self::of(error)
    }
}

/// Prints diagnostics on standard error.
pub(crate) fn print_diagnostics<'a>(
    output: &CommandOutput,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
) {
    for diagnostic in diagnostics {
        output.say(&render(diagnostic, output.colours_errors()));
    }
}

/// Prints the most severe diagnostics on standard error, and how many more there are: a document
/// can have hundreds.
pub(crate) fn print_worst_diagnostics(output: &CommandOutput, diagnostics: &[Diagnostic]) {
    let mut gravest: Vec<&Diagnostic> = diagnostics.iter().collect();
    if gravest.len() > SOME {
        gravest.sort_by_key(|one| std::cmp::Reverse(one.severity));
    }
    print_diagnostics(output, gravest.iter().copied().take(SOME));
    let more = gravest.len().saturating_sub(SOME);
    if more > 0 {
        output.say(&format!("and {more} more; `candor lint` shows them all"));
    }
}

/// A diagnostic as text. It contains untrusted names, so control characters are made visible.
pub(crate) fn render(diagnostic: &Diagnostic, colour: bool) -> String {
    let paint = match diagnostic.severity {
        Severity::Error => TextStyle::Error,
        Severity::Warning => TextStyle::Warning,
        Severity::Note => TextStyle::Bold,
    };
    let severity = paint.on(diagnostic.severity.as_str(), colour);
    let (message, code) = (visible(&diagnostic.message), diagnostic.code);
    let mut text = format!(
        "{}{severity}: {message} [{code}]",
        visible(&place(diagnostic))
    );
    if let Some(hint) = &diagnostic.hint {
        text.push('\n');
        text.push_str(&hint_line(hint, colour));
    }
    text
}

fn hint_line(hint: &str, colour: bool) -> String {
    format!(
        "  {}: {}",
        TextStyle::Bold.on("hint", colour),
        visible(hint)
    )
}

/// The place, in front of the message.
pub(crate) fn place(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.place.as_ref();
    place.map(|place| format!("{place}: ")).unwrap_or_default()
}

/// Diagnostics as log events, for a process whose standard error is read by a machine.
pub(crate) fn log_diagnostics(diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        let Diagnostic {
            severity,
            code,
            message,
            hint,
            place,
        } = diagnostic;
        let place = place.as_ref().map(tracing::field::display);
        let hint = hint.as_deref();
        match severity {
            Severity::Error => tracing::error!(code, place, hint, "{message}"),
            Severity::Warning => tracing::warn!(code, place, hint, "{message}"),
            Severity::Note => tracing::info!(code, place, hint, "{message}"),
        }
    }
}

/// Findings as JSON.
pub(crate) fn json_all(diagnostics: &[Diagnostic]) -> Value {
    diagnostics.iter().map(json_one).collect()
}

/// A finding as JSON.
pub(crate) fn json_one(diagnostic: &Diagnostic) -> Value {
    let place = diagnostic.place.as_ref().map(|place| {
        json!({
            "file": place.file,
            "line": place.position.map(|(line, _)| line),
            "column": place.position.map(|(_, column)| column),
        })
    });
    json!({
        "severity": diagnostic.severity.as_str(),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "place": place,
    })
}

/// `2 errors, 1 warning`; nothing where there is none.
pub(crate) fn counts(count: impl Fn(Severity) -> usize) -> Option<String> {
    let all = [Severity::Error, Severity::Warning, Severity::Note].into_iter();
    let some = all.filter(|severity| count(*severity) > 0);
    let words = some.map(|severity| counted(count(severity), severity.as_str()));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// Whether something could not be used.
pub(crate) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    let mut diagnostics = diagnostics.iter();
    diagnostics.any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// The exit code of a result with these diagnostics.
pub(crate) fn exit(diagnostics: &[Diagnostic]) -> CommandExit {
    CommandExit::with_findings(has_errors(diagnostics))
}
