//! The client capabilities that matter for approval questions.

use candor_model::{McpEra, McpRevision};
use candor_wire::{RawObject, meta};

use crate::call::incoming::ClientContext;

/// What a client can do with an approval question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ApprovalCapabilities {
    /// It can show its user a form.
    pub(crate) form: bool,
    /// It can offer its user a URL to open.
    pub(crate) url: bool,
    /// It supports tasks, so it comes back for results that take long.
    pub(crate) tasks: bool,
}

// === impl ApprovalCapabilities ===

impl ApprovalCapabilities {
    /// Reads a client's capabilities. Revisions without elicitation have none of the modes.
    pub(crate) fn of(client: &ClientContext) -> Self {
        let Ok(all) = RawObject::parse(&client.capabilities) else {
            return Self::default();
        };
        let inner = |object: &RawObject, key: &str| {
            let found = object.get(key)?;
            RawObject::parse(found).ok()
        };
        let tasks = client.era() == McpEra::Modern
            && inner(&all, "extensions").is_some_and(|known| known.get(meta::TASKS).is_some());
        let asks = !matches!(
            client.revision,
            McpRevision::V2024_11_05 | McpRevision::V2025_03_26
        );
        let Some(modes) = inner(&all, "elicitation").filter(|_| asks) else {
            return Self {
                tasks,
                ..Self::default()
            };
        };
        let knows_modes = client.revision != McpRevision::V2025_06_18;
        let url = knows_modes && modes.get("url").is_some();
        // A client that names no mode means the original one, forms.
        let form = modes.get("form").is_some() || !url;
        Self { form, url, tasks }
    }
}

#[cfg(test)]
mod tests {
    use candor_model::CallerIdentity;
    use candor_wire::RawJson;

    use super::*;
    use crate::Endpoint;

    fn of(revision: McpRevision, capabilities: &'static str) -> (bool, bool, bool) {
        let able = ApprovalCapabilities::of(&ClientContext {
            revision,
            key: 1,
            capabilities: RawJson::parse(capabilities).expect("JSON"),
            info: None,
            trace: Vec::new(),
            identity: CallerIdentity::local(),
            session: None,
            endpoint: Endpoint::default(),
        });
        (able.form, able.url, able.tasks)
    }

    #[test]
    fn only_what_a_client_names_in_its_own_revision_counts() {
        let tasks = r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;
        let table = [
            (McpRevision::V2025_06_18, "{}", (false, false, false)),
            (
                McpRevision::V2025_06_18,
                r#"{"elicitation":{}}"#,
                (true, false, false),
            ),
            (
                McpRevision::V2025_06_18,
                r#"{"elicitation":{"url":{}}}"#,
                (true, false, false),
            ),
            (
                McpRevision::V2025_03_26,
                r#"{"elicitation":{}}"#,
                (false, false, false),
            ),
            (
                McpRevision::V2024_11_05,
                r#"{"elicitation":{"form":{}}}"#,
                (false, false, false),
            ),
            (
                McpRevision::V2025_11_25,
                r#"{"elicitation":{}}"#,
                (true, false, false),
            ),
            (
                McpRevision::V2025_11_25,
                r#"{"elicitation":{"form":{}}}"#,
                (true, false, false),
            ),
            (
                McpRevision::V2025_11_25,
                r#"{"elicitation":{"url":{}}}"#,
                (false, true, false),
            ),
            (McpRevision::V2025_11_25, tasks, (false, false, false)),
            (McpRevision::V2026_07_28, tasks, (false, false, true)),
            (
                McpRevision::V2026_07_28,
                r#"{"elicitation":{"form":{},"url":{}}}"#,
                (true, true, false),
            ),
            (
                McpRevision::V2026_07_28,
                r#"{"elicitation":5}"#,
                (false, false, false),
            ),
        ];
        for (revision, capabilities, expect) in table {
            assert_eq!(
                of(revision, capabilities),
                expect,
                "{revision} {capabilities}"
            );
        }
    }
}
