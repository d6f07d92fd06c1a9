//! `call-tool` and `call-read-only-tool`: call any tool, for clients that cannot list it.
//!
//! There are two, so that a client can approve by class. Neither has an output schema: the answer
//! is that of the tool that was called.

use serde_json::{Value, json};

use super::definition::{DefinitionDraft, hints};
use super::schema::{bounded_text, object};

/// The tool that calls any tool.
pub(crate) const CALL_TOOL: &str = "call-tool";
/// The tool that calls tools that are relied on to be read-only.
pub(crate) const CALL_READ_ONLY_TOOL: &str = "call-read-only-tool";

pub(super) fn draft() -> DefinitionDraft {
    DefinitionDraft {
        name: CALL_TOOL,
        title: "Call Tool",
        description: "Calls any tool that is served here, by name, and answers with its answer. \
                      search-tools finds names and describe-tool shows which arguments a tool \
                      takes. It may change or destroy whatever that tool can.",
        input: input(),
        checked: None,
        output: None,
        // The worst case of the tools it can call.
        hints: hints([false, true, false, true]),
    }
}

pub(super) fn read_only_draft() -> DefinitionDraft {
    DefinitionDraft {
        name: CALL_READ_ONLY_TOOL,
        title: "Call Read-Only Tool",
        description: "Calls a tool that is served here and is relied upon to change nothing, by \
                      name, and answers with its answer. Any other tool is refused; call-tool \
                      calls those. search-tools finds names and describe-tool shows which \
                      arguments a tool takes.",
        input: input(),
        checked: None,
        output: None,
        hints: hints([true, false, true, true]),
    }
}

fn input() -> Value {
    object(
        json!({
            "name": bounded_text("The tool, by the name that clients call it or as `source.tool`", 500),
            "arguments": {
                "type": "object",
                "description": "Its arguments, as its own input schema says",
            },
        }),
        &["name"],
    )
}
