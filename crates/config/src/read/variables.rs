//! The `variables` of a source.

use candor_model::{Diagnostic, VariableName};

use super::draft::Template;
use super::fields::Fields;
use crate::quote::quote;

/// Reads the variables. Their values are secrets.
pub(super) fn read(fields: &mut Fields<'_, '_>) -> Vec<(VariableName, Template)> {
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
