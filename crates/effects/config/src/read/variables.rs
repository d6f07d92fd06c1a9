//! The `variables` of a source.

use candor_model::{Diagnostic, VariableName};
use candor_text::quote;

use super::draft::SpannedTemplate;
use super::fields::TableFields;

/// Reads the variables. Their values are secrets.
pub(super) fn read(fields: &mut TableFields<'_, '_>) -> Vec<(VariableName, SpannedTemplate)> {
    let mut variables = Vec::new();
    for (name, template) in fields.pairs("variables") {
        match VariableName::parse(&name) {
            Ok(name) => variables.push((name, template)),
            Err(error) => {
                let path = quote(&format!("{}.variables", fields.path));
                let diagnostic =
                    Diagnostic::error("config::bad-name", format!("in {path}, {error}"));
                fields.report.push_at(&template.span, diagnostic);
            }
        }
    }
    variables
}
