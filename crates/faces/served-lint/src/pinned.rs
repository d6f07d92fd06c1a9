//! The accepted definition, if the current one differs from it.

use candor_gateway::edit::ExplainedTool;
use serde_json::Value;

/// The members that drift is about.
const PARTS: [&str; 5] = [
    "description",
    "title",
    "inputSchema",
    "outputSchema",
    "annotations",
];

/// The served definition with what was pinned in place of what has changed since. What the gateway
/// itself adds to a definition is no change, so only the differences between the pinned definition
/// and the one that was found count.
pub(crate) fn accepted(explained: &ExplainedTool, served: &Value) -> Option<Value> {
    let (pin, drift) = (explained.pin.as_ref()?, explained.drift.as_ref()?);
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    let (pinned, found) = (read(&pin.definition)?, read(&drift.found.definition)?);
    let mut accepted = served.clone();
    for part in PARTS {
        if pinned.get(part) != found.get(part)
            && let Some(members) = accepted.as_object_mut()
        {
            let before = pinned.get(part).cloned().unwrap_or_default();
            members.insert(part.to_owned(), before);
        }
    }
    Some(accepted)
}
