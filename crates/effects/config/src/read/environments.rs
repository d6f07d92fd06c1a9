//! The `[environments.NAME]` tables.

use std::collections::HashSet;

use candor_model::{
    Environment, EnvironmentName, EnvironmentVariable, OpinionScope, Secret, Severity,
    VariableName, VariableValue,
};
use candor_text::quote;

use super::context::ReadContext;
use super::draft::SpannedTemplate;
use super::fill::fill;
use super::opinions;
use super::setting_type::{flag, word};
use super::table::TableReader;
use crate::free_text;
use crate::interpolate::masked;
use crate::problem::ValueProblem;
use crate::report::ConfigReport;
use crate::settings::{DeclaredOpinion, EnvironmentSettings};
use crate::tree::{ConfigEntry, find};

/// The known keys.
pub(super) const KEYS: [&str; 6] = [
    "description",
    "profile",
    "provenance",
    "variables",
    "secrets",
    "annotations",
];

/// How a variable's value is stored.
#[derive(Clone, Copy)]
enum VariableKind {
    Plain,
    Secret,
}

/// Reads every environment, and adds its opinions about tools to `said`. An invalid environment is
/// left out, like an invalid source.
pub(super) fn settings(
    context: &mut ReadContext<'_>,
    root: &[ConfigEntry],
    said: &mut Vec<DeclaredOpinion>,
) -> Vec<EnvironmentSettings> {
    let hint = Some("begin each environment with a line `[environments.NAME]`");
    let found = find(root, "environments");
    let entries = found.and_then(|found| context.table(found, "environments", hint));
    let entries = entries.unwrap_or_default().iter();
    entries
        .filter_map(|entry| environment(context, entry, said))
        .collect()
}

/// The name of an environment, or what is wrong with it.
pub(crate) fn name(report: &mut ConfigReport<'_>, found: &ConfigEntry) -> Option<EnvironmentName> {
    let name = EnvironmentName::parse(&found.key);
    name.map_err(|error| report.bad_name(&found.key_span, error.to_string()))
        .ok()
}

fn environment(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    said: &mut Vec<DeclaredOpinion>,
) -> Option<EnvironmentSettings> {
    let before = context.report.errors();
    let origins = context.origins.len();
    let path = format!("environments.{}", found.key);
    let name = name(&mut context.report, found)?;
    let report = &mut context.report;
    let entries = report.table(&found.node, &found.key_span, &path)?;
    report.unknown_keys(&path, entries, &KEYS, &[]);
    let mut reader = TableReader::new(context, path.as_str(), entries);
    let environment = Environment {
        name: name.clone(),
        description: reader.free_text("description", free_text::LONGEST),
        profile: reader.stated("profile", word()),
        provenance: reader.stated("provenance", flag()),
    };
    let variables = variables(&mut reader);
    let sound = context.report.errors() == before;
    if !sound {
        context.origins.truncate(origins);
    }
    if let Some(annotations) = find(entries, "annotations") {
        let path = format!("{path}.annotations");
        let scope = OpinionScope::Environment(name);
        said.extend(opinions::tables(context, annotations, &path, &scope));
    }
    sound.then(|| EnvironmentSettings {
        environment,
        variables,
        place: context.report.place(&found.key_span),
    })
}

/// The variables and the secrets.
fn variables(reader: &mut TableReader<'_, '_, '_>) -> Vec<EnvironmentVariable> {
    let mut variables = Vec::new();
    // Inside each of the two tables names are unique already.
    let mut names = HashSet::new();
    for (key, kind) in [
        ("variables", VariableKind::Plain),
        ("secrets", VariableKind::Secret),
    ] {
        for (name, template) in reader.pairs(key) {
            let path = format!("{}.{key}.{name}", reader.path);
            let Some(variable) = variable(reader.context, &path, &name, &template, kind) else {
                continue;
            };
            if !names.insert(variable.name.clone()) {
                let problem = ValueProblem::new("is also among the variables")
                    .with_hint("a name is a variable or a secret, not both: keep one");
                let report = &mut reader.context.report;
                report.bad_value(&template.span, &path, problem);
                continue;
            }
            variables.push(variable);
        }
    }
    variables
}

/// Reads one variable. Its value never appears in a message, secret or not.
fn variable(
    context: &mut ReadContext<'_>,
    path: &str,
    name: &str,
    template: &SpannedTemplate,
    kind: VariableKind,
) -> Option<EnvironmentVariable> {
    let parsed = VariableName::parse(name).map_err(|error| {
        let message = format!("in {}, {error}", quote(path));
        context.report.bad_name(&template.span, message);
    });
    let value = fill(context, Severity::Error, path, template)?;
    let name = parsed.ok()?;
    if value.contains('\0') {
        let problem = ValueProblem::new("has a value with a NUL character in it");
        context.report.bad_value(&template.span, path, problem);
        return None;
    }
    let origin = context.origin_of(Some(&template.span));
    let (value, shown) = match kind {
        VariableKind::Plain => (VariableValue::Plain(value), template.text.clone()),
        VariableKind::Secret => (
            VariableValue::Secret(Secret::new(value)),
            masked(&template.text),
        ),
    };
    context.show(path, &shown, origin);
    Some(EnvironmentVariable { name, value })
}
