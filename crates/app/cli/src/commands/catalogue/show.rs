//! `candor catalogue show`.

use candor_registry::{FormField, LaunchOption, LaunchPlan};
use candor_registry_client::usual_confinement;

use super::lookup::{ChosenEntry, OpenCatalogue};
use super::tools::{self, KnownTools};
use crate::args::CatalogueShowArgs;
use crate::prelude::*;

pub(super) async fn run(args: &CatalogueShowArgs, context: &CommandContext) -> CommandResult {
    let catalogue = OpenCatalogue::open(&args.server.age, context).await?;
    let chosen = catalogue.choose(&args.server).await?;
    let versions = if args.server.age.offline {
        None
    } else {
        let asked = catalogue.client.versions(&chosen.known).await.ok();
        asked.map(|all| {
            all.into_iter()
                .map(|entry| entry.version)
                .collect::<Vec<_>>()
        })
    };
    let registry = catalogue.view.registry_of(&chosen.known);
    let registry = registry.map_or_else(String::new, |registry| registry.registry.clone());
    let tools = tools::find(catalogue, &chosen.known.entry).await?;
    let output = &context.output;
    output.json_or(
        || report(&chosen, versions.as_deref(), &registry, &tools),
        || print(&chosen, versions.as_deref(), &registry, &tools, output),
    )?;
    Ok(CommandExit::Success)
}

fn print(
    chosen: &ChosenEntry,
    versions: Option<&[String]>,
    registry: &str,
    tools: &KnownTools,
    output: &CommandOutput,
) -> CommandResult<()> {
    let entry = &chosen.known.entry;
    let versions = versions.unwrap_or_default();
    let versions: Vec<String> = versions.iter().map(|version| one_line(version)).collect();
    let said = |text: &Option<String>| text.as_deref().map(one_line).unwrap_or_default();
    output.line(&output.paint(TextStyle::Bold, &one_line(entry.label())))?;
    output.fields(&[
        ("name", entry.name.to_string()),
        ("version", one_line(&entry.version)),
        ("versions", versions.join(", ")),
        ("status", entry.status.to_string()),
        ("description", one_line(&entry.description)),
        ("website", said(&entry.website)),
        ("repository", said(&entry.repository)),
        ("published", said(&entry.published_at)),
        ("registry", one_line(registry)),
    ])?;
    for (at, option) in entry.options.iter().enumerate() {
        print_option(chosen, at, option, output)?;
    }
    print_tools(tools, output)
}

fn print_option(
    chosen: &ChosenEntry,
    at: usize,
    option: &LaunchOption,
    output: &CommandOutput,
) -> CommandResult<()> {
    let heading = format!("\noption {}: {}", at + 1, one_line(&option.summary()));
    output.line(&output.paint(TextStyle::Bold, &heading))?;
    output.fields(&run_fields(option))?;
    let fields = option.form().fields;
    if !fields.is_empty() {
        let row = |field: &FormField| {
            let input = &field.input;
            [
                format!("  {}", one_line(&field.key)).into(),
                needed(field).into(),
                TableCell::from(one_line(input.description.as_deref().unwrap_or_default())),
            ]
        };
        output.table(TextTable::new(
            &["  NEEDS", "KIND", "WHAT FOR"],
            fields.iter().map(row),
        ))?;
    }
    for warning in chosen.warnings(option) {
        let style = match warning.level {
            candor_registry::WarningLevel::Danger => TextStyle::Error,
            _ => TextStyle::Warning,
        };
        let level = output.paint(style, warning.level.as_str());
        output.line(&format!("  {level}: {}", one_line(&warning.message)))?;
    }
    Ok(())
}

/// How the server would run, with placeholders for required values.
fn run_fields(option: &LaunchOption) -> Vec<(&'static str, String)> {
    if let Some(error) = option.unusable() {
        return vec![("runs", one_line(&error.to_string()))];
    }
    let Ok(plan) = option.launch(&option.placeholder_values()) else {
        return vec![("runs", "only with values that fit".to_owned())];
    };
    let how = match plan {
        LaunchPlan::Program { .. } => "runs",
        LaunchPlan::Remote { .. } => "calls",
    };
    vec![(how, plan.line()), ("confined", confinement(&plan))]
}

fn confinement(plan: &LaunchPlan) -> String {
    match (plan, usual_confinement(plan)) {
        (_, Some(level)) => format!("{level}, if it is added as suggested"),
        (LaunchPlan::Remote { .. }, None) => "no: it runs elsewhere".to_owned(),
        (LaunchPlan::Program { .. }, None) => "no: this machine cannot confine it".to_owned(),
    }
}

/// The kind of value of a field.
fn needed(field: &FormField) -> String {
    let input = &field.input;
    let mut words = vec![
        if input.is_required {
            "required"
        } else {
            "optional"
        }
        .to_owned(),
    ];
    if input.is_secret {
        words.push("secret".to_owned());
    }
    if field.is_repeated {
        words.push("repeated".to_owned());
    }
    if input.format != candor_registry::InputFormat::Text {
        words.push(input.format.to_string());
    }
    if !input.choices.is_empty() {
        let choices = candor_text::quote_all(input.choices.iter().map(String::as_str));
        words.push(format!("one of {choices}"));
    }
    if let Some(default) = &input.default {
        words.push(format!("default {}", candor_text::quote(default)));
    }
    words.join(", ")
}

fn print_tools(known: &KnownTools, output: &CommandOutput) -> CommandResult<()> {
    let heading = format!("\ntools: {}", one_line(&known.origin));
    output.line(&output.paint(TextStyle::Bold, &heading))?;
    if known.kind == "unknown" {
        return output.line("  `candor catalogue inspect` starts the server once and lists them");
    }
    let row = |tool: &tools::KnownTool| {
        let mut origins: Vec<&str> = tool.origins.iter().map(|(_, said)| said.as_str()).collect();
        origins.dedup();
        [
            format!("  {}", one_line(&tool.name)).into(),
            hints::brief(tool.hints).into(),
            TableCell::from(one_line(&origins.join(", "))),
        ]
    };
    let headings = ["  TOOL", "HINTS", "ORIGIN"];
    output.table(TextTable::new(&headings, known.tools.iter().map(row)))
}

fn report(
    chosen: &ChosenEntry,
    versions: Option<&[String]>,
    registry: &str,
    tools: &KnownTools,
) -> Value {
    let entry = &chosen.known.entry;
    let options = entry
        .options
        .iter()
        .map(|option| option_json(chosen, option));
    json!({
        "name": entry.name.as_str(),
        "title": entry.title,
        "description": entry.description,
        "version": entry.version,
        "versions": versions,
        "status": entry.status.as_str(),
        "website": entry.website,
        "repository": entry.repository,
        "published_at": entry.published_at,
        "registry": registry,
        "options": options.collect::<Value>(),
        "tools": tools_json(tools),
    })
}

fn option_json(chosen: &ChosenEntry, option: &LaunchOption) -> Value {
    let plan = option.launch(&option.placeholder_values()).ok();
    let needs = option.form().fields.into_iter().map(|field| {
        json!({
            "key": field.key,
            "description": field.input.description,
            "required": field.input.is_required,
            "secret": field.input.is_secret,
            "repeated": field.is_repeated,
            "format": field.input.format.as_str(),
            "default": field.input.default,
            "choices": field.input.choices,
            "placeholder": field.input.placeholder,
        })
    });
    let warnings = chosen.warnings(option).into_iter().map(|warning| {
        json!({ "code": warning.code, "level": warning.level.as_str(), "message": warning.message })
    });
    json!({
        "summary": option.summary(),
        "runs": plan.as_ref().map(LaunchPlan::line),
        "confine": plan.as_ref().and_then(|plan| Some(usual_confinement(plan)?.as_str())),
        "unusable": option.unusable().map(|error| error.to_string()),
        "needs": needs.collect::<Value>(),
        "warnings": warnings.collect::<Value>(),
    })
}

/// The tools as JSON, each hint with its origin.
pub(super) fn tools_json(known: &KnownTools) -> Value {
    let tools = known.tools.iter().map(|tool| {
        let origins = tool
            .origins
            .iter()
            .map(|(hint, said)| (hint.key().to_owned(), json!(said)));
        json!({
            "name": tool.name,
            "hints": hints::json(tool.hints),
            "origins": origins.collect::<serde_json::Map<_, _>>(),
        })
    });
    json!({ "known": known.kind, "origin": known.origin, "tools": tools.collect::<Value>() })
}
