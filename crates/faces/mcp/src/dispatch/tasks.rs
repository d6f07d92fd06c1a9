//! Tasks: a client comes back for results that take long. Each era has its own form.

use std::sync::Arc;

use candor_gateway::{ClientContext, Gateway};
use candor_model::McpEra;
use candor_wire::meta::TASKS;
use candor_wire::{ErrorObject, RawJson, RawObject, code, method};
use serde_json::json;

use super::{ClientRequest, MethodReply};
use crate::response::{self, RequestFault};

/// The task methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskMethod {
    /// Get the status.
    Get,
    /// Answer the task's questions.
    Update,
    /// Cancel the task.
    Cancel,
    /// Get the result (2025-11-25).
    Result,
    /// List the caller's tasks (2025-11-25).
    List,
}

// === impl TaskMethod ===

impl TaskMethod {
    /// The task method of this name, if the era has it.
    pub(super) fn of(called: &str, era: McpEra) -> Option<Self> {
        match (called, era) {
            (method::TASKS_GET, _) => Some(Self::Get),
            (method::TASKS_CANCEL, _) => Some(Self::Cancel),
            (method::TASKS_UPDATE, McpEra::Modern) => Some(Self::Update),
            (method::TASKS_RESULT, McpEra::Legacy) => Some(Self::Result),
            (method::TASKS_LIST, McpEra::Legacy) => Some(Self::List),
            _ => None,
        }
    }

    /// Answers the request.
    pub(super) fn run(
        self,
        gateway: &Gateway,
        client: Arc<ClientContext>,
        question: ClientRequest,
    ) -> MethodReply {
        let era = client.era();
        if let Err(fault) = self.check(&client, &question.params) {
            return question.answer(&Err(fault), era);
        }
        let ClientRequest {
            id, params, ticket, ..
        } = question;
        let gateway = gateway.clone();
        MethodReply::Coming(response::once(id, era, ticket, async move {
            let outcome = match self {
                Self::Get => gateway.task(&client, &params).await,
                Self::Update => gateway.update_task(&client, &params).await,
                Self::Cancel => gateway.cancel_task(&client, &params).await,
                Self::Result => gateway.task_result(&client, &params).await,
                Self::List => Ok(gateway.tasks(&client).await),
            };
            outcome.map_err(RequestFault::Inside)
        }))
    }

    /// Checks that a modern request declares the extension, and that all methods but one name a
    /// task.
    fn check(self, client: &ClientContext, params: &RawObject) -> Result<(), RequestFault> {
        if client.era() == McpEra::Modern {
            check_declared(&client.capabilities)?;
        }
        if self == Self::List || params.get_string("taskId").is_some() {
            return Ok(());
        }
        Err(RequestFault::params(
            "`taskId` is needed, and must be a string",
        ))
    }
}

/// A server's capabilities with the tasks extension added.
pub(super) fn declared(capabilities: &RawJson) -> RawJson {
    let open = |json: &RawJson| RawObject::parse(json).unwrap_or_default();
    let mut all = open(capabilities);
    // The legacy form of the capability does not exist in this era.
    all.remove("tasks");
    let mut extensions = all.get("extensions").map(open).unwrap_or_default();
    extensions.set(TASKS, RawObject::default().to_json());
    all.set("extensions", extensions.to_json());
    all.to_json()
}

fn check_declared(capabilities: &RawJson) -> Result<(), RequestFault> {
    if !declares(capabilities) {
        let sentence = format!(
            "the request does not declare the extension `{TASKS}`; put it into the `extensions` of \
             its client capabilities"
        );
        let required = json!({"requiredCapabilities": {"extensions": {TASKS: {}}}});
        let error = ErrorObject::new(code::MISSING_CLIENT_CAPABILITY, sentence);
        return Err(error.with_data(&required).into());
    }
    Ok(())
}

fn declares(capabilities: &RawJson) -> bool {
    RawObject::parse(capabilities)
        .ok()
        .and_then(|all| RawObject::parse(all.get("extensions")?).ok())
        .is_some_and(|extensions| extensions.get(TASKS).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> RawJson {
        RawJson::parse(text.to_owned()).expect("JSON")
    }

    #[test]
    fn the_extension_is_declared_beside_what_is_there() {
        for (have, expect) in [
            (
                "{}",
                r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#,
            ),
            (
                r#"{"tools":{"listChanged":true},"extensions":{"x":{"a":1}},"n":1e400}"#,
                r#"{"tools":{"listChanged":true},"extensions":{"x":{"a":1},"io.modelcontextprotocol/tasks":{}},"n":1e400}"#,
            ),
            (
                r#"{"extensions":{"io.modelcontextprotocol/tasks":{"theirs":1}}}"#,
                r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#,
            ),
        ] {
            assert_eq!(declared(&raw(have)).to_string(), expect);
        }
    }

    #[test]
    fn a_request_declares_the_extension() {
        let able = r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;
        assert!(check_declared(&raw(able)).is_ok());
        for capabilities in [
            "{}",
            r#"{"extensions":[]}"#,
            r#"{"extensions":{"tasks":{}}}"#,
        ] {
            match check_declared(&raw(capabilities)) {
                Err(RequestFault::Request(error)) => {
                    assert_eq!(error.code, code::MISSING_CLIENT_CAPABILITY);
                }
                other => panic!("{capabilities}: {other:?}"),
            }
        }
    }

    #[test]
    fn each_era_has_its_own_methods() {
        let (modern, legacy) = (McpEra::Modern, McpEra::Legacy);
        for (called, in_modern, in_legacy) in [
            ("tasks/get", Some(TaskMethod::Get), Some(TaskMethod::Get)),
            (
                "tasks/cancel",
                Some(TaskMethod::Cancel),
                Some(TaskMethod::Cancel),
            ),
            ("tasks/update", Some(TaskMethod::Update), None),
            ("tasks/list", None, Some(TaskMethod::List)),
            ("tasks/result", None, Some(TaskMethod::Result)),
            ("tools/call", None, None),
        ] {
            assert_eq!(TaskMethod::of(called, modern), in_modern, "{called}");
            assert_eq!(TaskMethod::of(called, legacy), in_legacy, "{called}");
        }
    }
}
