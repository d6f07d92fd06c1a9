//! `describe-tool`: one tool as it is served here, and the origin of its hints.

use std::sync::Arc;

use candor_model::Hint;
use candor_resolve::explain;
use serde_json::{Map, Value, json};

use super::definition::{DefinitionDraft, LOOKS};
use super::phrases::{gone, quoted};
use super::reference::most_alike;
use super::schema::{bounded_text, error, object, text};
use super::{ManagementAnswer, ManagementCall};
use crate::catalogue::{EndpointOffer, OfferedTool};
use crate::edit::EditError;

/// The name of the tool.
pub(crate) const DESCRIBE_TOOL: &str = "describe-tool";

pub(super) fn draft() -> DefinitionDraft {
    DefinitionDraft {
        name: DESCRIBE_TOOL,
        title: "Describe Tool",
        description: "Shows the whole definition of one tool that is served here, with its input \
                      schema and notes, and where each hint about it comes from.",
        input: object(
            json!({
                "name": bounded_text(
                    "The tool, by the name that clients call it or as `source.tool`",
                    500,
                ),
            }),
            &["name"],
        ),
        checked: None,
        output: Some(output()),
        hints: LOOKS,
    }
}

fn output() -> Value {
    let hint = || {
        object(
            json!({
                "value": {
                    "type": ["boolean", "null"],
                    "description": "Null where it is unset",
                },
                "layer": text("Which layer says so, where one does"),
                "says": text("The same in words, with who says so and why"),
            }),
            &["value", "says"],
        )
    };
    let hints = object(
        json!({
            "readOnly": hint(),
            "destructive": hint(),
            "idempotent": hint(),
            "openWorld": hint(),
        }),
        &["readOnly", "destructive", "idempotent", "openWorld"],
    );
    object(
        json!({
            "tool": {"type": "object", "description": "The whole definition, also of what tools/list shortens"},
            "namespacedName": text("`source.tool`"),
            "refId": text("Id of the present definition"),
            "hints": hints,
            "error": error(),
        }),
        &[],
    )
}

pub(super) fn answer(asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
    let offer = asked.gateway.catalogue().offer(asked.endpoint);
    let offer = offer.map_err(|error| gone(&error))?;
    let offered = find(&offer, asked.text("name"))?;
    let definition: Value = offered
        .definition
        .decode()
        .map_err(|error| EditError::Invalid(format!("the definition cannot be shown: {error}")))?;
    Ok(ManagementAnswer::done(json!({
        "tool": definition,
        "namespacedName": offered.tool.name.to_string(),
        "refId": offered.tool.ref_id.to_string(),
        "hints": hints(&offered),
    })))
}

/// A tool of this endpoint. Tools of other endpoints are treated as if they did not exist.
fn find(offer: &EndpointOffer, name: &str) -> Result<Arc<OfferedTool>, EditError> {
    let qualified = |offered: &&Arc<OfferedTool>| offered.tool.name.to_string() == name;
    let found = offer
        .tool(name)
        .or_else(|| offer.tools().iter().find(qualified));
    found.cloned().ok_or_else(|| {
        let tools = offer.tools().iter().map(|offered| &offered.tool);
        let names = tools.flat_map(|tool| [tool.exposed.to_string(), tool.name.to_string()]);
        let way_out = match most_alike(names, name) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "search-tools finds those that there are".to_owned(),
        };
        let name = quoted(name);
        EditError::Unknown(format!("there is no tool {name} here; {way_out}"))
    })
}

fn hints(offered: &OfferedTool) -> Value {
    let shown = &offered.effective.shown;
    let keys = ["readOnly", "destructive", "idempotent", "openWorld"];
    let hints = Hint::ALL.into_iter().zip(keys).map(|(hint, key)| {
        let fact = shown.hint(hint);
        let mut said = json!({
            "value": fact.map(|fact| fact.value),
            "says": explain::shown(shown, hint),
        });
        if let Some(fact) = fact {
            said["layer"] = json!(fact.origin.provenance().layer.as_str());
        }
        (key.to_owned(), said)
    });
    Value::Object(hints.collect::<Map<_, _>>())
}
