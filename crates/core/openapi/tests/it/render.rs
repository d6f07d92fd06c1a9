//! An API and its tools as text for people: what each tool is called, what it asks for, what it
//! sends and gives back, and what was told on the way.

use std::fmt::{self, Write};

use candor_infer::{InputSchema, SourceFacts, ToolFacts};
use candor_model::{DestructivePolicy, Diagnostic, Hint, Hints};
use candor_openapi::{
    ApiDescription, ApiResponse, ApiTool, ArgumentSlot, ArgumentTarget, OpenApiOperation,
    ParameterForm, SchemeKind, SecurityRequirement, SecurityScheme,
};
use serde_json::Value;

/// See the module.
pub(crate) fn render(api: &ApiDescription, tools: &[ApiTool], findings: &[Diagnostic]) -> String {
    let mut text = String::new();
    write_all(&mut text, api, tools, findings).expect("a text takes everything");
    text
}

fn write_all(
    text: &mut String,
    api: &ApiDescription,
    tools: &[ApiTool],
    findings: &[Diagnostic],
) -> fmt::Result {
    writeln!(text, "{} {}", api.title, api.version)?;
    for server in &api.servers {
        writeln!(text, "server: {}", server.url)?;
    }
    for (name, scheme) in &api.schemes {
        writeln!(text, "scheme: {name} is {}", scheme_line(scheme))?;
    }
    for (tool, hints) in tools.iter().zip(hints(tools)) {
        writeln!(text)?;
        write_tool(text, api, tool, hints)?;
    }
    writeln!(text)?;
    for finding in api.diagnostics.iter().chain(findings) {
        writeln!(text, "{finding}")?;
    }
    Ok(())
}

fn write_tool(
    text: &mut String,
    api: &ApiDescription,
    tool: &ApiTool,
    hints: Hints,
) -> fmt::Result {
    let operation = &tool.operation;
    writeln!(text, "{}", tool.name)?;
    writeln!(text, "  {} {}", operation.method, operation.path)?;
    if let Some(title) = &tool.title {
        writeln!(text, "  title: {title}")?;
    }
    writeln!(text, "  description: {}", tool.description.escape_debug())?;
    writeln!(text, "  hints: {}", hints_line(hints))?;
    for slot in &tool.layout.slots {
        writeln!(text, "  argument {}", argument(tool, slot))?;
    }
    if let Some(body) = &operation.body {
        let need = if body.required { "" } else { ", optional" };
        writeln!(
            text,
            "  body: {}{need}",
            body.content[tool.media].media_type
        )?;
    }
    writeln!(text, "  output: {}", output(tool))?;
    if tool.selects {
        let said = tool.input["properties"]["_select"]["description"].as_str();
        let example = said.and_then(|it| it.lines().find(|line| line.starts_with("Example")));
        writeln!(text, "  select: {}", example.unwrap_or("no example"))?;
    }
    if !operation.security.is_empty() {
        let all: Vec<String> = operation.security.iter().map(requirement).collect();
        writeln!(text, "  security: {}", all.join(", or "))?;
    }
    if operation.servers != api.servers {
        let urls: Vec<&str> = operation.servers.iter().map(|it| it.url.as_str()).collect();
        writeln!(text, "  server: {}", urls.join(", "))?;
    }
    Ok(())
}

/// What Candor would find out about each tool by itself.
fn hints(tools: &[ApiTool]) -> Vec<Hints> {
    let scopes: Vec<Vec<String>> = tools.iter().map(|it| scopes(&it.operation)).collect();
    let facts: Vec<ToolFacts<'_>> = tools
        .iter()
        .zip(&scopes)
        .map(|(tool, scopes)| ToolFacts {
            name: &tool.name,
            title: tool.title.as_deref(),
            description: Some(&tool.description),
            input_schema: Some(InputSchema::Value(&tool.input)),
            method: tool.operation.method.evidence(),
            path: Some(&tool.operation.path),
            scopes,
            tags: &tool.operation.tags,
            declared: Hints::UNSET,
        })
        .collect();
    let found = candor_infer::infer(&SourceFacts {
        name: "api",
        tools: &facts,
        destructive: DestructivePolicy::default(),
        open_world: None,
    });
    found
        .iter()
        .map(candor_infer::ToolInference::applied)
        .collect()
}

fn scopes(operation: &OpenApiOperation) -> Vec<String> {
    let needs = operation.security.iter().flatten();
    needs.flat_map(|need| need.scopes.clone()).collect()
}

fn hints_line(hints: Hints) -> String {
    let one = |hint: Hint| hints.get(hint).map(|value| format!("{hint:?}={value}"));
    let all = [Hint::ReadOnly, Hint::Destructive, Hint::Idempotent];
    let all: Vec<String> = all.into_iter().filter_map(one).collect();
    if all.is_empty() {
        return "none".to_owned();
    }
    all.join(" ")
}

fn argument(tool: &ApiTool, slot: &ArgumentSlot) -> String {
    let (label, around) = match slot.group {
        Some(group) => (
            format!("{group}.{}", slot.argument),
            &tool.input["properties"][group],
        ),
        None => (slot.argument.clone(), &tool.input),
    };
    let schema = &around["properties"][&slot.argument];
    let required = around["required"].as_array();
    let is_required = required.is_some_and(|it| it.iter().any(|name| *name == *slot.argument));
    let place = match &slot.target {
        ArgumentTarget::Parameter(at) => {
            let parameter = &tool.operation.parameters[*at];
            format!("{:?} {}", parameter.place, form(&parameter.form))
        }
        ArgumentTarget::Property(_) => "property".to_owned(),
        ArgumentTarget::Body => "body".to_owned(),
    };
    let need = if is_required { "!" } else { "" };
    format!(
        "{label}{need}: {} ({})",
        kind(schema, 2),
        place.to_lowercase()
    )
}

fn form(form: &ParameterForm) -> String {
    match form {
        ParameterForm::Style { style, explode } => {
            format!("{style:?}{}", if *explode { "*" } else { "" })
        }
        ParameterForm::Content(media_type) => media_type.clone(),
    }
}

fn output(tool: &ApiTool) -> String {
    let statuses = tool.operation.responses.iter();
    let media = |response: &ApiResponse| {
        let types: Vec<&str> = response
            .content
            .iter()
            .map(|it| it.media_type.as_str())
            .collect();
        format!("{:?} [{}]", response.status, types.join(" "))
    };
    let from: Vec<String> = statuses.map(media).collect();
    let schema = tool
        .output
        .as_ref()
        .map_or("none".to_owned(), |it| kind(it, 2));
    let wraps = if tool.wraps { " wrapped" } else { "" };
    format!("{schema}{wraps} from {}", from.join(", "))
}

fn requirement(needs: &SecurityRequirement) -> String {
    if needs.is_empty() {
        return "nothing".to_owned();
    }
    let needs: Vec<String> = needs
        .iter()
        .map(|need| match need.scopes.as_slice() {
            [] => need.scheme.clone(),
            scopes => format!("{} with {}", need.scheme, scopes.join(" ")),
        })
        .collect();
    needs.join(" and ")
}

fn scheme_line(scheme: &SecurityScheme) -> String {
    match &scheme.kind {
        SchemeKind::OAuth2 { flows } => {
            let flows: Vec<String> = flows
                .iter()
                .map(|flow| {
                    let token = flow.token_url.as_deref().unwrap_or("nowhere");
                    format!("{:?} at {token} for {}", flow.kind, flow.scopes.join(" "))
                })
                .collect();
            format!("OAuth2 by {}", flows.join(", "))
        }
        other => format!("{other:?}"),
    }
}

/// What a schema allows, in few words.
fn kind(schema: &Value, depth: usize) -> String {
    let Value::Object(map) = schema else {
        return if *schema == Value::Bool(true) {
            "any"
        } else {
            "never"
        }
        .to_owned();
    };
    if let Some(target) = map.get("$ref").and_then(Value::as_str) {
        return target.trim_start_matches("#/$defs/").to_owned();
    }
    let mut said = Vec::new();
    let list = |key: &str| map.get(key).and_then(Value::as_array);
    if let Some(values) = list("enum") {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        said.push(values.join("|"));
    } else {
        said.extend(types(map, depth));
    }
    for (keyword, word) in [("anyOf", " or "), ("oneOf", " xor "), ("allOf", " and ")] {
        if let Some(parts) = list(keyword).filter(|_| depth > 0) {
            let parts: Vec<String> = parts.iter().map(|it| kind(it, depth - 1)).collect();
            said.push(format!("({})", parts.join(word)));
        }
    }
    for keyword in ["format", "contentEncoding", "contentMediaType", "default"] {
        if let Some(value) = map.get(keyword) {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let word = if keyword == "default" { "=" } else { "%" };
            said.push(format!("{word}{value}"));
        }
    }
    if said.is_empty() {
        return members(map, depth).unwrap_or_else(|| "any".to_owned());
    }
    said.join(" ")
}

fn types(map: &serde_json::Map<String, Value>, depth: usize) -> Option<String> {
    let types = match map.get("type") {
        Some(Value::Array(list)) => list.clone(),
        Some(one) => vec![one.clone()],
        None => return members(map, depth),
    };
    let one = |it: &Value| match it.as_str().unwrap_or_default() {
        "array" if depth > 0 => {
            let items = map
                .get("items")
                .map_or("any".to_owned(), |it| kind(it, depth - 1));
            format!("[{items}]")
        }
        "object" => members(map, depth).unwrap_or_else(|| "object".to_owned()),
        other => other.to_owned(),
    };
    let types: Vec<String> = types.iter().map(one).collect();
    Some(types.join("|"))
}

fn members(map: &serde_json::Map<String, Value>, depth: usize) -> Option<String> {
    let properties = map.get("properties").and_then(Value::as_object)?;
    let required = map.get("required").and_then(Value::as_array);
    let one = |(name, schema): (&String, &Value)| {
        let is_required = required.is_some_and(|it| it.iter().any(|it| it == name));
        let need = if is_required { "!" } else { "" };
        let what = if depth > 0 {
            kind(schema, depth - 1)
        } else {
            "…".to_owned()
        };
        format!("{name}{need}: {what}")
    };
    let all: Vec<String> = properties.iter().map(one).collect();
    Some(format!("{{{}}}", all.join(", ")))
}
