//! Interpolates the `${VAR}`s of one text.

use candor_model::{Diagnostic, Severity};
use candor_text::quote;

use super::context::ReadContext;
use super::draft::SpannedTemplate;
use crate::interpolate::{TemplateError, interpolate};

/// The text, or nothing and a finding about `key`, which is its whole path.
pub(super) fn fill(
    context: &mut ReadContext<'_>,
    severity: Severity,
    key: &str,
    template: &SpannedTemplate,
) -> Option<String> {
    let error = match interpolate(&template.text, context.env) {
        Ok(value) => return Some(value),
        Err(error) => error,
    };
    let code = match &error {
        TemplateError::Unset(_) => "config::unset-variable",
        _ => "config::bad-template",
    };
    let mut diagnostic = Diagnostic::new(severity, code, format!("{} {error}", quote(key)));
    diagnostic.hint = error.hint();
    context.report.push_at(&template.span, diagnostic);
    None
}
