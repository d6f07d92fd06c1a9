//! Whether what is said about a tool's nature is whole, coherent and likely.

use candor_model::{Diagnostic, Hint, Severity};

use crate::commands::lint::Subject;
use crate::text::counted;

/// Its source says that it reads only and destroys. A document's reader says so itself, with the
/// place.
pub(super) fn contradiction(subject: &Subject) -> Option<String> {
    let both = [Hint::ReadOnly, Hint::Destructive]
        .into_iter()
        .all(|hint| subject.declared.get(hint) == Some(true));
    let request = subject.request.as_ref();
    let is_told = request.is_some_and(|request| request.is_documented);
    (both && !is_told).then(|| "it is declared both read-only and destructive".to_owned())
}

/// Its method promises to change nothing, and evidence says otherwise.
pub(super) fn method_contradicted(subject: &Subject) -> Option<String> {
    let request = subject
        .request
        .as_ref()
        .filter(|request| request.is_safe())?;
    if subject.declared.get(Hint::ReadOnly).is_some() {
        return None;
    }
    let mut against = subject.evidence.iter();
    let evidence = against
        .find(|one| one.raises_risk() && matches!(one.hint, Hint::ReadOnly | Hint::Destructive))?;
    let (method, path) = (&request.method, &request.path);
    Some(format!(
        "`{method} {path}` should only read, but {}",
        evidence.because
    ))
}

/// Its source promises less danger than evidence says. What merely follows from the method is no
/// evidence against what an author has said.
pub(super) fn declared_contradicted(subject: &Subject) -> Option<String> {
    let by_method = subject.method_hints();
    let against = subject.evidence.iter().filter(|one| {
        one.raises_risk()
            && matches!(one.hint, Hint::ReadOnly | Hint::Destructive)
            && by_method.get(one.hint) != Some(one.value)
            && subject.declared.get(one.hint) == Some(!one.value)
    });
    let said: Vec<String> = against
        .map(|one| {
            format!(
                "it is declared {}, but {}",
                word(one.hint, !one.value),
                one.because
            )
        })
        .collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// Nobody says what matters most, and nothing follows from what is said.
pub(super) fn unset(subject: &Subject) -> Option<String> {
    let reads = subject.shown.get(Hint::ReadOnly) == Some(true);
    let matters = [Hint::ReadOnly, Hint::Destructive, Hint::Idempotent];
    // What only reads can be repeated.
    let matters = matters
        .into_iter()
        .filter(|hint| *hint != Hint::Idempotent || !reads);
    let unset: Vec<&str> = matters
        .filter(|hint| subject.shown.get(*hint).is_none() && subject.declared.get(*hint).is_none())
        .map(Hint::word)
        .collect();
    (!unset.is_empty()).then(|| format!("nobody says whether it is {}", unset.join(", ")))
}

/// Nobody says whether the tools of a source reach beyond it. As a rule that is the same for all
/// of them, so that it is told once.
pub(super) fn unset_open_world(tools: &[Subject]) -> Option<Diagnostic> {
    let source = &tools.first()?.source;
    let is_unset = |tool: &&Subject| tool.shown.get(Hint::OpenWorld).is_none();
    let unset = tools.iter().filter(is_unset).count();
    if unset == 0 {
        return None;
    }
    let which = if unset == tools.len() {
        "its tools".to_owned()
    } else {
        format!("{unset} of its {}", counted(tools.len(), "tool"))
    };
    let message = format!("source `{source}`: nobody says whether {which} reach an open world");
    let told = Diagnostic::new(Severity::Note, "lint::unset-open-world", message);
    Some(told.with_hint(
        "`open_world` of a source says it for all its tools; some directories ask for it",
    ))
}

/// Evidence suggests something safer than what clients are told.
pub(super) fn suggestion(subject: &Subject) -> Option<String> {
    let suggested = subject.evidence.iter().find(|one| {
        !one.counts
            && one.hint == Hint::ReadOnly
            && subject.shown.get(one.hint) == Some(!one.value)
            && subject.declared.get(one.hint).is_none()
    })?;
    let word = word(suggested.hint, suggested.value);
    Some(format!("it seems to be {word}: {}", suggested.because))
}

/// `read-only`, `not destructive`.
fn word(hint: Hint, value: bool) -> String {
    if value {
        hint.word().to_owned()
    } else {
        format!("not {}", hint.word())
    }
}
