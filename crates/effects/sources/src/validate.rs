//! Validates definitions one by one.
//!
//! Each tool, resource and prompt is validated on its own and from its raw JSON, so that one
//! malformed definition does not affect the others. Clients reject a whole list because of one
//! wrong type, so a definition that a strict client could not parse is left out here.

mod definition;

use std::sync::Arc;

use candor_model::Diagnostic;
use candor_wire::header::mcp_param_headers;
use candor_wire::{JsonError, RawJson, RawObject};

use crate::error::chain;
use crate::inventory::{Inventory, PromptEntry, ResourceEntry, TemplateEntry, ToolEntry};
use definition::{OpenedDefinition, shown};

/// The maximum length of the name of a tool or prompt, in characters.
const NAME_MAX: usize = 256;
/// The maximum length of a URI or URI template, in characters.
const URI_MAX: usize = 8192;

/// Why a definition is left out.
#[derive(Debug)]
pub(crate) struct DefinitionFault {
    /// The name or URI of the definition, if it can be read.
    subject: Option<String>,
    /// What is wrong, with the value.
    reason: String,
    /// What the server's author must change.
    remedy: String,
}

/// Validates a tool. `http_headers`: whether arguments may have to be sent as HTTP headers.
pub(crate) fn tool(raw: &RawJson, http_headers: bool) -> Result<ToolEntry, DefinitionFault> {
    let tool = OpenedDefinition::open(raw, "name")?;
    let name = tool.identity(NAME_MAX)?;
    tool.strings(&["title", "description"])?;
    tool.arrays(&["icons"])?;
    tool.objects(&["_meta"])?;
    annotations(&tool)?;
    let input_schema = input_schema(&tool)?;
    let output_schema = output_schema(&tool)?;
    let headers = if http_headers {
        mcp_param_headers(&input_schema).map_err(|error| {
            tool.fault(
                format!("`x-mcp-header` in `inputSchema`: {}", chain(&error)),
                "give every `x-mcp-header` a unique header name, on a string, integer or boolean \
                 property that is reached through `properties` only",
            )
        })?
    } else {
        Vec::new()
    };
    Ok(ToolEntry {
        name,
        definition: tool.into_members(),
        input_schema,
        output_schema,
        headers,
    })
}

/// Validates tools that Candor runs itself and adds the valid ones; `code` is used for the
/// diagnostics about the others.
pub(crate) fn own(
    definitions: impl Iterator<Item = RawJson>,
    code: &'static str,
    inventory: &mut Inventory,
) {
    for (at, definition) in definitions.enumerate() {
        match tool(&definition, false) {
            Ok(entry) => inventory.tools.push(Arc::new(entry)),
            Err(fault) => inventory
                .diagnostics
                .push(fault.diagnostic(code, "tool", at)),
        }
    }
}

/// Validates a resource.
pub(crate) fn resource(raw: &RawJson) -> Result<ResourceEntry, DefinitionFault> {
    let resource = OpenedDefinition::open(raw, "uri")?;
    let uri = resource.identity(URI_MAX)?;
    described(&resource)?;
    resource.strings(&["mimeType"])?;
    Ok(ResourceEntry {
        uri,
        definition: resource.into_members(),
    })
}

/// Validates a resource template.
pub(crate) fn template(raw: &RawJson) -> Result<TemplateEntry, DefinitionFault> {
    let template = OpenedDefinition::open(raw, "uriTemplate")?;
    let uri_template = template.identity(URI_MAX)?;
    described(&template)?;
    template.strings(&["mimeType"])?;
    Ok(TemplateEntry {
        uri_template,
        definition: template.into_members(),
    })
}

/// Validates a prompt.
pub(crate) fn prompt(raw: &RawJson) -> Result<PromptEntry, DefinitionFault> {
    let prompt = OpenedDefinition::open(raw, "name")?;
    let name = prompt.identity(NAME_MAX)?;
    prompt.strings(&["title", "description"])?;
    prompt.arrays(&["icons", "arguments"])?;
    prompt.objects(&["_meta"])?;
    for argument in prompt
        .get("arguments")
        .and_then(|list| list.elements().ok())
        .unwrap_or_default()
    {
        let named = RawObject::parse(&argument)
            .ok()
            .and_then(|members| members.get_string("name"));
        if named.is_none_or(|name| name.is_empty()) {
            return Err(prompt.fault(
                format!("the argument {} has no name", shown(&argument)),
                "make every element of `arguments` an object with a `name`",
            ));
        }
    }
    Ok(PromptEntry {
        name,
        definition: prompt.into_members(),
    })
}

/// The checks that resources and templates share.
fn described(definition: &OpenedDefinition) -> Result<(), DefinitionFault> {
    definition.strings(&["name", "title", "description"])?;
    if definition.get("name").is_none() {
        return Err(definition.fault("it has no `name`", "add a `name`"));
    }
    definition.arrays(&["icons"])?;
    definition.objects(&["annotations", "_meta"])
}

fn annotations(tool: &OpenedDefinition) -> Result<(), DefinitionFault> {
    tool.objects(&["annotations"])?;
    let Some(raw) = tool.get("annotations") else {
        return Ok(());
    };
    let members = RawObject::parse(raw).map_err(|error| {
        tool.fault(
            format!("`annotations`: {error}"),
            "write every annotation once",
        )
    })?;
    if let Some(title) = members
        .get("title")
        .filter(|title| title.as_string().is_none())
    {
        return Err(tool.fault(
            format!("`annotations.title` must be a string, not {}", shown(title)),
            "make it a string, or leave it out",
        ));
    }
    for hint in [
        "readOnlyHint",
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
    ] {
        if let Some(value) = members
            .get(hint)
            .filter(|value| value.decode::<bool>().is_err())
        {
            return Err(tool.fault(
                format!(
                    "`annotations.{hint}` must be true or false, not {}",
                    shown(value)
                ),
                "make it a JSON boolean, or leave it out",
            ));
        }
    }
    Ok(())
}

fn input_schema(tool: &OpenedDefinition) -> Result<RawJson, DefinitionFault> {
    let remedy = "give the tool an `inputSchema` object with `\"type\": \"object\"`, even if it \
                  takes no arguments";
    let Some(schema) = tool.get("inputSchema") else {
        return Err(tool.fault("it has no `inputSchema`", remedy));
    };
    let members = match RawObject::parse(schema) {
        Ok(members) => members,
        Err(error @ JsonError::DuplicateKey(_)) => {
            return Err(tool.fault(format!("`inputSchema`: {error}"), "write every key once"));
        }
        Err(JsonError::Syntax(_)) => {
            let reason = format!("`inputSchema` must be an object, not {}", shown(schema));
            return Err(tool.fault(reason, remedy));
        }
    };
    match members.get("type") {
        None => Ok(schema.clone()),
        Some(kind) if kind.as_string().as_deref() == Some("object") => Ok(schema.clone()),
        Some(kind) => Err(tool.fault(
            format!("`inputSchema.type` must be \"object\", not {}", shown(kind)),
            remedy,
        )),
    }
}

fn output_schema(tool: &OpenedDefinition) -> Result<Option<RawJson>, DefinitionFault> {
    match tool.get("outputSchema") {
        None => Ok(None),
        Some(schema) if schema.is_object() || schema.decode::<bool>().is_ok() => {
            Ok(Some(schema.clone()))
        }
        Some(schema) => Err(tool.fault(
            format!(
                "`outputSchema` must be an object or a boolean, not {}",
                shown(schema)
            ),
            "make it a JSON Schema, or leave it out",
        )),
    }
}

// === impl DefinitionFault ===

impl DefinitionFault {
    /// A second definition with a name that is taken.
    pub(crate) fn twice(subject: &str) -> Self {
        Self {
            subject: Some(subject.to_owned()),
            reason: "an earlier one has the same name".to_owned(),
            remedy: "give each one a name of its own".to_owned(),
        }
    }

    /// The diagnostic. `what` is a tool, a resource…; `at` its position in the list.
    pub(crate) fn diagnostic(&self, code: &'static str, what: &str, at: usize) -> Diagnostic {
        let message = match &self.subject {
            Some(subject) => format!("the {what} `{subject}` is left out: {}", self.reason),
            None => format!(
                "the {what} at position {} is left out: {}",
                at + 1,
                self.reason
            ),
        };
        Diagnostic::error(code, message).with_hint(format!(
            "the author of the server must change this: {}",
            self.remedy
        ))
    }
}

#[cfg(test)]
mod tests;
