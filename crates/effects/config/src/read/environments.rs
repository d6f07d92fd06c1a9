//! The `[environments.NAME]` tables.

use std::collections::HashSet;

use candor_model::{
    Diagnostic, Environment, EnvironmentName, EnvironmentVariable, HintProfile, OpinionScope,
    Secret, Severity, VariableName, VariableValue,
};
use candor_text::quote;

use super::context::ReadContext;
use super::draft::SpannedTemplate;
use super::fields::TableFields;
use super::fill::fill;
use super::opinions;
use crate::free_text;
use crate::interpolate::masked;
use crate::problem::ValueProblem;
use crate::report::ConfigReport;
use crate::settings::{DeclaredOpinion, EnvironmentSettings};
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode, find};

/// The known keys.
pub(super) const KEYS: [&str; 6] = [
    "description",
    "profile",
    "provenance",
    "variables",
    "secrets",
    "annotations",
];

/// What becomes of a variable's value.
#[derive(Clone, Copy)]
enum VariableKind {
    Plain,
    Secret,
}

/// Reads every environment, and adds what is said in them about tools to `said`. One that
/// cannot be used is missing, like a source.
pub(super) fn settings(
    context: &mut ReadContext<'_>,
    root: &[ConfigEntry],
    said: &mut Vec<DeclaredOpinion>,
) -> Vec<EnvironmentSettings> {
    let Some(found) = find(root, "environments") else {
        return Vec::new();
    };
    match found.node.as_table() {
        Ok(entries) => entries
            .iter()
            .filter_map(|entry| environment(context, entry, said))
            .collect(),
        Err(problem) => {
            context.refused = true;
            let hint = "begin each environment with a line `[environments.NAME]`";
            let problem = problem.with_hint(hint);
            let span = &found.key_span;
            context.report.bad_value(span, "environments", problem);
            Vec::new()
        }
    }
}

/// The name of an environment, or what is wrong with it.
pub(crate) fn name(report: &mut ConfigReport<'_>, found: &ConfigEntry) -> Option<EnvironmentName> {
    EnvironmentName::parse(&found.key)
        .map_err(|error| {
            let diagnostic = Diagnostic::error("config::bad-name", error.to_string());
            report.push_at(&found.key_span, diagnostic);
        })
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
    let entries = found
        .node
        .as_table()
        .map_err(|problem| context.report.bad_value(&found.key_span, &path, problem))
        .ok()?;
    let environment = own(context, entries, &path, &name);
    let variables = variables(context, entries, &path);
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

/// Everything but the variables.
fn own(
    context: &mut ReadContext<'_>,
    entries: &[ConfigEntry],
    path: &str,
    name: &EnvironmentName,
) -> Environment {
    let mut fields = TableFields::new(&mut context.report, path, entries);
    fields.report.unknown_keys(path, entries, &KEYS, &[]);
    let description = fields.read("description", |node| {
        free_text::read_free_text(node.as_text()?)
    });
    let profile = fields.word::<HintProfile>("profile");
    let provenance = fields.read("provenance", ConfigNode::as_bool);
    let mut show = |key: &str, value: String, span: &ByteSpan| {
        let origin = context.origin_of(Some(span));
        context.show(&format!("{path}.{key}"), &value, origin);
    };
    if let Some((Some(text), span)) = &description {
        show("description", text.clone(), span);
    }
    if let Some((profile, span)) = &profile {
        show("profile", profile.to_string(), span);
    }
    if let Some((yes, span)) = &provenance {
        show("provenance", yes.to_string(), span);
    }
    Environment {
        name: name.clone(),
        description: description.and_then(|(text, _)| text).unwrap_or_default(),
        profile: profile.map(|(profile, _)| profile),
        provenance: provenance.map(|(yes, _)| yes),
    }
}

/// The variables and the secrets.
fn variables(
    context: &mut ReadContext<'_>,
    entries: &[ConfigEntry],
    path: &str,
) -> Vec<EnvironmentVariable> {
    let mut variables = Vec::new();
    // Inside each of the two tables names are unique already.
    let mut names = HashSet::new();
    for (key, kind) in [
        ("variables", VariableKind::Plain),
        ("secrets", VariableKind::Secret),
    ] {
        let mut fields = TableFields::new(&mut context.report, path, entries);
        for (name, template) in fields.pairs(key) {
            let path = format!("{path}.{key}.{name}");
            let Some(variable) = variable(context, &path, &name, &template, kind) else {
                continue;
            };
            if !names.insert(variable.name.clone()) {
                let problem = ValueProblem::new("is also among the variables")
                    .with_hint("a name is a variable or a secret, not both: keep one");
                context.report.bad_value(&template.span, &path, problem);
                continue;
            }
            variables.push(variable);
        }
    }
    variables
}

/// One variable. Its value is in no message, secret or not.
fn variable(
    context: &mut ReadContext<'_>,
    path: &str,
    name: &str,
    template: &SpannedTemplate,
    kind: VariableKind,
) -> Option<EnvironmentVariable> {
    let parsed = VariableName::parse(name).map_err(|error| {
        let message = format!("in {}, {error}", quote(path));
        let diagnostic = Diagnostic::error("config::bad-name", message);
        context.report.push_at(&template.span, diagnostic);
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
