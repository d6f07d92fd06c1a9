//! The tasks extension: a client comes back for what takes long.

use std::sync::Arc;

use candor_gateway::{ClientContext, Gateway};
use candor_model::McpEra;
use candor_wire::meta::TASKS;
use candor_wire::{ErrorObject, RawJson, RawObject, code, method};
use serde_json::json;

use super::{ClientRequest, MethodReply};
use crate::response::{self, RequestFault};

/// What a client wants of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskMethod {
    /// To hear how it stands.
    Get,
    /// To answer what it asks.
    Update,
    /// To take it back.
    Cancel,
}

// === impl TaskMethod ===

impl TaskMethod {
    /// The method of this name, if it is one of the extension.
    pub(super) fn of(called: &str) -> Option<Self> {
        match called {
            method::TASKS_GET => Some(Self::Get),
            method::TASKS_UPDATE => Some(Self::Update),
            method::TASKS_CANCEL => Some(Self::Cancel),
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
        if let Err(fault) = check(&client.capabilities, &question.params) {
            return question.answer(&Err(fault), McpEra::Modern);
        }
        let ClientRequest {
            id, params, ticket, ..
        } = question;
        let gateway = gateway.clone();
        MethodReply::Coming(response::once(id, McpEra::Modern, ticket, async move {
            let outcome = match self {
                Self::Get => gateway.task(&client, &params).await,
                Self::Update => gateway.update_task(&client, &params).await,
                Self::Cancel => gateway.cancel_task(&client, &params).await,
            };
            outcome.map_err(RequestFault::Inside)
        }))
    }
}

/// A server's capabilities, with the extension among them.
pub(super) fn declared(capabilities: &RawJson) -> RawJson {
    let open = |json: &RawJson| RawObject::parse(json).unwrap_or_default();
    let mut all = open(capabilities);
    let mut extensions = all.get("extensions").map(open).unwrap_or_default();
    extensions.set(TASKS, RawObject::default().to_json());
    all.set("extensions", extensions.to_json());
    all.to_json()
}

/// A request must declare the extension and name a task.
fn check(capabilities: &RawJson, params: &RawObject) -> Result<(), RequestFault> {
    if !declares(capabilities) {
        let sentence = format!(
            "the request does not declare the extension `{TASKS}`; put it into the `extensions` of \
             its client capabilities"
        );
        let required = json!({"requiredCapabilities": {"extensions": {TASKS: {}}}});
        let error = ErrorObject::new(code::MISSING_CLIENT_CAPABILITY, sentence);
        return Err(error.with_data(&required).into());
    }
    match params.get_string("taskId") {
        Some(_) => Ok(()),
        None => Err(RequestFault::params(
            "`taskId` is needed, and must be a string",
        )),
    }
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
    fn a_request_declares_the_extension_and_names_a_task() {
        let able = r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;
        let named = r#"{"taskId":"x"}"#;
        for (capabilities, params, expect) in [
            (able, named, None),
            (able, "{}", Some(code::INVALID_PARAMS)),
            (able, r#"{"taskId":7}"#, Some(code::INVALID_PARAMS)),
            ("{}", named, Some(code::MISSING_CLIENT_CAPABILITY)),
            (
                r#"{"extensions":[]}"#,
                named,
                Some(code::MISSING_CLIENT_CAPABILITY),
            ),
            (
                r#"{"extensions":{"tasks":{}}}"#,
                named,
                Some(code::MISSING_CLIENT_CAPABILITY),
            ),
        ] {
            let params = RawObject::parse(&raw(params)).expect("an object");
            let found = match check(&raw(capabilities), &params) {
                Ok(()) => None,
                Err(RequestFault::Request(error)) => Some(error.code),
                Err(RequestFault::Inside(error)) => panic!("not found in the request: {error}"),
            };
            assert_eq!(found, expect, "{capabilities}");
        }
    }

    #[test]
    fn the_three_methods_are_errands_and_others_are_not() {
        assert_eq!(TaskMethod::of("tasks/get"), Some(TaskMethod::Get));
        assert_eq!(TaskMethod::of("tasks/update"), Some(TaskMethod::Update));
        assert_eq!(TaskMethod::of("tasks/cancel"), Some(TaskMethod::Cancel));
        // These were of an older form of tasks.
        assert_eq!(TaskMethod::of("tasks/list"), None);
        assert_eq!(TaskMethod::of("tasks/result"), None);
    }
}
