//! Reads the `variables` of a source.

use candor_model::VariableName;
use candor_text::quote;

use super::draft::SpannedTemplate;
use super::table::TableReader;

/// Reads the variables. Their values are secrets.
pub(super) fn read(reader: &mut TableReader<'_, '_, '_>) -> Vec<(VariableName, SpannedTemplate)> {
    let mut variables = Vec::new();
    for (name, template) in reader.pairs("variables") {
        match VariableName::parse(&name) {
            Ok(name) => variables.push((name, template)),
            Err(error) => {
                let path = quote(&format!("{}.variables", reader.path));
                let report = &mut reader.context.report;
                report.bad_name(&template.span, format!("in {path}, {error}"));
            }
        }
    }
    variables
}
