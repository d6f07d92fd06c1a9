//! Building a tool for an operation.

use std::sync::Arc;

use candor_model::Diagnostic;
use serde_json::Value;

use super::credentials::SchemeCredentials;
use super::definition_set::{DefinitionSet, SchemaTooLong};
use super::findings::{ToolFindings, about};
use super::input::{InputError, OperationInput, input};
use super::output::{OutputSchema, SuccessReply, output, reply};
use super::side::SchemaSide;
use super::{ApiTool, ToolOptions, select, words};
use crate::api::{ApiDescription, OpenApiOperation};

/// The maximum total size of the schemas of a document's tools, in bytes of JSON. In a small
/// document, every operation can refer to the same large definition.
const ALL_SCHEMAS: usize = 128 * 1024 * 1024;

/// Builds the tools of an API.
#[derive(Debug)]
pub(super) struct ToolBuilder<'a> {
    options: &'a ToolOptions,
    credentials: SchemeCredentials,
    inputs: DefinitionSet<'a>,
    outputs: DefinitionSet<'a>,
    spent: usize,
}

// === impl ToolBuilder ===

impl<'a> ToolBuilder<'a> {
    /// Creates a builder for an API.
    pub(super) fn new(api: &'a ApiDescription, options: &'a ToolOptions) -> Self {
        Self {
            options,
            credentials: SchemeCredentials::of(api),
            inputs: DefinitionSet::new(&api.definitions, SchemaSide::Input),
            outputs: DefinitionSet::new(&api.definitions, SchemaSide::Output),
            spent: 0,
        }
    }

    /// Whether the maximum total size is reached.
    pub(super) fn is_spent(&self) -> bool {
        self.spent >= ALL_SCHEMAS
    }

    /// The diagnostic for that.
    pub(super) fn told(&self, left: usize) -> Diagnostic {
        Diagnostic::error(
            "openapi::schemas-too-long",
            format!(
                "{left} operations are left out: the schemas of the others have {} bytes already",
                self.spent
            ),
        )
        .with_hint("select fewer operations, by tag or path")
    }

    /// The tool for an operation, if there can be one.
    pub(super) fn tool(
        &mut self,
        operation: &OpenApiOperation,
        name: &str,
        findings: &mut ToolFindings,
    ) -> Option<ApiTool> {
        let reply = reply(operation, self.outputs.definitions);
        let wants = operation.extension.select.unwrap_or(self.options.select);
        let selects = wants && !reply.schemas.is_empty();
        let select = selects.then(|| select::argument(&reply.schemas, self.outputs.definitions));
        let made = input(
            operation,
            &self.credentials,
            select.as_ref(),
            &mut self.inputs,
        );
        let input = told_input(made, operation, name, findings)?;
        let limit = self.options.max_output_schema;
        let made = output(&reply, selects, limit, &mut self.outputs);
        let wraps = made.wraps;
        let (output, length) = told_output(made, &reply, limit, operation, name, findings);
        self.spent += input.schema.length + length;
        self.tell_headers(operation, name, findings);
        self.tell_credentials(operation, name, findings);
        tell_contradiction(operation, name, findings);
        Some(ApiTool {
            name: name.to_owned(),
            title: words::title(operation),
            description: words::description(operation),
            input: input.schema.schema,
            output,
            wraps,
            annotations: operation.extension.annotations.clone(),
            confirm: operation.extension.confirm,
            selects,
            layout: input.layout,
            media: input.media,
            body_kind: input.kind,
            operation: Arc::new(operation.clone()),
        })
    }

    /// Reports headers that are declared as parameters but that callers must not set.
    fn tell_headers(&self, operation: &OpenApiOperation, name: &str, findings: &mut ToolFindings) {
        for header in self.credentials.not_for_callers(operation) {
            let sentence = format!(
                "`{name}` has no argument for the header `{header}`, which no caller may set"
            );
            findings.note_at(operation, "openapi::header-is-no-argument", sentence);
        }
    }

    /// Reports parameters that seem to be credentials. Some are set by a scheme under another name;
    /// the others stay arguments, because nothing else could set them.
    fn tell_credentials(
        &self,
        operation: &OpenApiOperation,
        name: &str,
        findings: &mut ToolFindings,
    ) {
        for token in self.credentials.tokens(operation) {
            let sentence =
                format!("`{name}` has no argument for `{token}`: it is sent as its scheme says");
            findings.note_at(operation, "openapi::token-is-no-argument", sentence);
        }
        for key in self.credentials.exposed(operation) {
            let sentence =
                format!("`{name}` asks its caller for `{key}`, which seems to be a credential");
            findings.add_at(
                operation,
                Diagnostic::warning(
                    "openapi::credential-is-argument",
                    about(operation, sentence),
                )
                .with_hint(
                    "describe it as a security scheme: it then comes from the environment, \
                         and no model sees it",
                ),
            );
        }
    }
}

fn told_input(
    made: Result<OperationInput, InputError>,
    operation: &OpenApiOperation,
    name: &str,
    findings: &mut ToolFindings,
) -> Option<OperationInput> {
    match made {
        Ok(input) => {
            if input.is_cut {
                let sentence =
                    format!("the body of `{name}` is not described: its schema is too long");
                let code = "openapi::body-not-described";
                findings.add_at(
                    operation,
                    Diagnostic::warning(code, about(operation, sentence)),
                );
            }
            Some(input)
        }
        Err(error) => {
            let (code, reason) = match error {
                InputError::Clash { group, name } => (
                    "openapi::argument-clash",
                    format!("two parameters of its {group} are called `{name}`"),
                ),
                InputError::TooLong => (
                    "openapi::input-too-long",
                    "the schema of its parameters is too long".to_owned(),
                ),
                InputError::Unsendable { media_type } => (
                    "openapi::body-not-sendable",
                    format!("its body is `{media_type}` with parts that have no names"),
                ),
            };
            let sentence = format!("`{name}` is left out: {reason}");
            findings.add_at(
                operation,
                Diagnostic::error(code, about(operation, sentence)),
            );
            None
        }
    }
}

/// The output schema and its length. Reports why there is none if one was declared.
fn told_output(
    made: OutputSchema,
    reply: &SuccessReply<'_>,
    limit: usize,
    operation: &OpenApiOperation,
    name: &str,
    findings: &mut ToolFindings,
) -> (Option<Value>, usize) {
    match made.schema {
        Ok(Some(complete)) => (Some(complete.schema), complete.length),
        Ok(None) => {
            if reply.is_uncertain && !reply.schemas.is_empty() {
                let sentence =
                    format!("`{name}` promises no schema of results: it may succeed without JSON");
                findings.note_at(operation, "openapi::output-uncertain", sentence);
            }
            (None, 0)
        }
        Err(SchemaTooLong) => {
            let sentence =
                format!("`{name}` has no schema of results: it is longer than {limit} bytes");
            findings.note_at(operation, "openapi::output-too-long", sentence);
            (None, 0)
        }
    }
}

fn tell_contradiction(operation: &OpenApiOperation, name: &str, findings: &mut ToolFindings) {
    let says = |hint: &str| operation.extension.annotations.get(hint) == Some(&Value::Bool(true));
    if says("readOnlyHint") && says("destructiveHint") {
        let sentence = format!("`{name}` says both `readOnlyHint` and `destructiveHint`");
        findings.add_at(
            operation,
            Diagnostic::warning(
                "openapi::annotations-contradict",
                about(operation, sentence),
            )
            .with_hint("it is taken to be destructive; remove one of them"),
        );
    }
}
