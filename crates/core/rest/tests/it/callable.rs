//! Every tool can be called: of the arguments that its own schema allows, at least one set becomes
//! a request.

use candor_openapi::{ApiTool, DocumentBundle, ToolOptions, parse, read, tools};
use candor_rest::plan;
use candor_schema::SchemaValidator;
use serde_json::Value;

use crate::witness::{VARIANTS, ValueMaker};

/// What came of one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ToolOutcome {
    /// It can be called.
    Called,
    /// Its schema allows nothing that was thought of.
    NoArguments(String),
    /// What its schema allows was refused.
    Refused(String),
}

/// Tries to call a tool.
pub(crate) fn outcome(tool: &ApiTool) -> ToolOutcome {
    let validator = match SchemaValidator::compile(&tool.input) {
        Ok(validator) => validator,
        Err(error) => return ToolOutcome::NoArguments(error.to_string()),
    };
    let mut worst = ToolOutcome::NoArguments("nothing could be made".to_owned());
    for variant in 0..VARIANTS {
        let Some(arguments) = ValueMaker::new(&tool.input, variant).make() else {
            continue;
        };
        if let Some(wrong) = validator.violations(&arguments).first() {
            if matches!(worst, ToolOutcome::NoArguments(_)) {
                worst = ToolOutcome::NoArguments(format!("{wrong}: {arguments}"));
            }
            continue;
        }
        let Value::Object(given) = &arguments else {
            continue;
        };
        match plan(tool, given) {
            Ok(_) => return ToolOutcome::Called,
            Err(error) => worst = ToolOutcome::Refused(format!("{error}: {arguments}")),
        }
    }
    worst
}

/// The tools of a document.
pub(crate) fn tools_of(text: &[u8], file: &str) -> Vec<ApiTool> {
    let Ok(root) = parse(text, file) else {
        return Vec::new();
    };
    let Ok(api) = read(&DocumentBundle::new(file, root)) else {
        return Vec::new();
    };
    let mut options = ToolOptions::default();
    options.selection.deprecated = true;
    tools(&api, &options).0
}
