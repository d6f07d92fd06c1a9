//! Step 7: the answer is classified, completed for the client's revision and written to the audit.
//! What the source said is never altered.

use std::borrow::Cow;

use candor_model::{CallKind, CallOutcome, McpEra};
use candor_wire::{ErrorObject, RawJson, RawObject, code};

use crate::call::audit::AuditEntry;
use crate::call::incoming::ClientContext;
use crate::call::refusal::CallRefusal;
use crate::call::resolve::CallTarget;
use crate::call::result_links;
use crate::gateway::Gateway;
use crate::management::ManagementAnswer;
use crate::metrics::Metrics;
use crate::source_tasks::SealedTaskId;

/// The reply to the client: a result or an error object.
pub(crate) type CallReply = Result<RawJson, RawJson>;

/// An answer that is sent as soon as its audit entry is closed.
pub(crate) struct FinishedReply {
    reply: CallReply,
    outcome: CallOutcome,
    detail: Option<String>,
    /// Whether the result could not be parsed, so that another parser may find something else in
    /// it.
    unread: bool,
    /// Whether the call continues as a task of its source, and the client comes back for the
    /// result.
    is_task: bool,
}

/// The members of a result that are examined.
#[derive(Default)]
struct ResultMembers<'a> {
    is_error: Option<bool>,
    result_type: Option<Cow<'a, str>>,
    structured_content: Option<&'a RawJson>,
    /// Whether there is a task that the call has become (2025-11-25).
    has_task: bool,
    has_content: bool,
}

// === impl FinishedReply ===

impl FinishedReply {
    /// The outcome of the call.
    pub(crate) fn outcome(&self) -> CallOutcome {
        self.outcome
    }

    /// Whether a client may find a question in the result.
    pub(crate) fn may_ask(&self) -> bool {
        self.unread || self.outcome == CallOutcome::InputRequired
    }

    /// Whether the call has become a task.
    pub(crate) fn is_task(&self) -> bool {
        self.is_task
    }

    /// Closes the audit entry, and only then returns the reply.
    pub(crate) fn close(self, entry: &mut AuditEntry) -> CallReply {
        let bytes = self.reply.as_ref().map_or_else(RawJson::len, RawJson::len);
        entry.close(self.outcome, bytes, self.detail);
        self.reply
    }
}

// === impl ResultMembers ===

impl<'a> ResultMembers<'a> {
    /// Reads the members. `None` if one has the wrong type, which is left to the client.
    fn read(members: &'a RawObject) -> Option<Self> {
        let given = |key| members.get(key).filter(|value| !value.is_null());
        Some(Self {
            is_error: match given("isError") {
                Some(value) => Some(match value.as_bytes() {
                    b"true" => true,
                    b"false" => false,
                    _ => return None,
                }),
                None => None,
            },
            result_type: match given("resultType") {
                Some(_) => Some(members.get_str("resultType")?),
                None => None,
            },
            structured_content: given("structuredContent"),
            has_task: given("task").is_some(),
            has_content: given("content").is_some(),
        })
    }
}

pub(crate) fn finish(
    target: &CallTarget,
    client: &ClientContext,
    answer: CallReply,
    gateway: &Gateway,
) -> FinishedReply {
    let result = match answer {
        Ok(result) => result,
        Err(error) => {
            let error = translated(error, target.kind(), client.era());
            let detail = Some(error.to_string());
            return FinishedReply {
                reply: Err(error),
                outcome: CallOutcome::RpcError,
                detail,
                unread: false,
                is_task: false,
            };
        }
    };
    let (outcome, detail, lacks_type, unread, is_task) = {
        // A member that occurs twice makes the whole result unreadable.
        let members = RawObject::parse(&result);
        let read = members.as_ref().ok().and_then(ResultMembers::read);
        let unread = read.is_none();
        let seen = read.unwrap_or_default();
        let outcome = match (seen.result_type.as_deref(), seen.is_error) {
            (Some("input_required"), _) => CallOutcome::InputRequired,
            (_, Some(true)) => CallOutcome::ToolError,
            _ => CallOutcome::Ok,
        };
        let is_task = match client.era() {
            McpEra::Modern => seen.result_type.as_deref() == Some("task"),
            McpEra::Legacy => seen.has_task && !seen.has_content,
        };
        let detail = match outcome {
            CallOutcome::Ok if is_task => Some("it goes on as a task of its source".to_owned()),
            CallOutcome::Ok => misfit(target, &seen, gateway.metrics()),
            _ => None,
        };
        (outcome, detail, seen.result_type.is_none(), unread, is_task)
    };
    let uris = gateway.catalogue();
    let uris = uris.shared_uris();
    let links = uris.of_source(target.server().source.name());
    let result = match links.and_then(|uris| result_links::exposed_links(&result, uris)) {
        Some(renamed) => renamed,
        None => result,
    };
    let reply = match client.era() {
        _ if is_task => task_of(gateway, target, client, &result).unwrap_or(result),
        McpEra::Modern if lacks_type || target.kind() == CallKind::Resource => {
            complete(&result, target.kind(), outcome).unwrap_or(result)
        }
        _ => result,
    };
    FinishedReply {
        reply: Ok(reply),
        outcome,
        detail,
        unread,
        is_task,
    }
}

/// The answer to a call that became a task, with the id under which its client can refer to it.
fn task_of(
    gateway: &Gateway,
    target: &CallTarget,
    client: &ClientContext,
    result: &RawJson,
) -> Option<RawJson> {
    let source = target.server().source.name().as_str();
    let (era, principal) = (client.era(), client.principal());
    let named = SealedTaskId::put_into(result, era, source, principal, gateway.keyring());
    let (result, presented) = named?;
    if era == McpEra::Legacy {
        let known = gateway.known_tasks();
        let early = known.add(client, target.server(), &presented, gateway.keyring());
        gateway.tell_after_answer(early);
    }
    Some(result)
}

/// Completes a call that the gateway answered itself.
pub(crate) fn managed(entry: &mut AuditEntry, answer: &ManagementAnswer, era: McpEra) -> RawJson {
    let reply = answer.to_result(era);
    let (outcome, detail) = if answer.is_error {
        (CallOutcome::ToolError, Some(answer.structured.to_string()))
    } else {
        (CallOutcome::Ok, None)
    };
    entry.close(outcome, reply.len(), detail);
    reply
}

/// Completes an arrival whose client is told to come back, because a person is asked first.
pub(crate) fn asked(entry: &mut AuditEntry, result: RawJson) -> RawJson {
    let detail = Some("a person is asked first".to_owned());
    entry.close(CallOutcome::InputRequired, result.len(), detail);
    result
}

/// Completes a call that was refused or got no answer.
pub(crate) fn refuse(entry: &mut AuditEntry, refusal: &CallRefusal) -> CallReply {
    let (kind, revision) = entry.asked_for();
    let reply = refusal.reply(kind, revision);
    let bytes = reply.as_ref().map_or_else(RawJson::len, RawJson::len);
    entry.close(refusal.outcome(), bytes, Some(refusal.to_string()));
    reply
}

/// Translates the error code that older servers use for a missing resource.
fn translated(error: RawJson, kind: CallKind, era: McpEra) -> RawJson {
    let is_old = kind == CallKind::Resource
        && era == McpEra::Modern
        && ErrorObject::from_json(&error).code == code::RESOURCE_NOT_FOUND;
    match RawObject::parse(&error) {
        Ok(mut members) if is_old => {
            members.set("code", RawJson::from_value(&code::INVALID_PARAMS.into()));
            members.to_json()
        }
        _ => error,
    }
}

/// Adds members that a modern client requires and an older server does not send.
fn complete(result: &RawJson, kind: CallKind, outcome: CallOutcome) -> Option<RawJson> {
    let mut members = RawObject::parse(result).ok()?;
    let mut add = |key: &str, value: RawJson| {
        if members.get(key).is_none() {
            members.set(key, value);
        }
    };
    add("resultType", RawJson::string("complete"));
    if kind == CallKind::Resource && outcome != CallOutcome::InputRequired {
        add("ttlMs", RawJson::number(0));
        add("cacheScope", RawJson::string("private"));
    }
    Some(members.to_json())
}

/// Reports a structured result that does not match the tool's output schema.
fn misfit(target: &CallTarget, seen: &ResultMembers<'_>, metrics: &Metrics) -> Option<String> {
    let CallTarget::Tool(offered) = target else {
        return None;
    };
    let tool = &offered.tool;
    let validator = tool.checks.output.as_ref()?.validator()?;
    let problem = match seen.structured_content {
        None => "it has an output schema but the result has no structured content".to_owned(),
        Some(raw) => {
            let value = raw.decode().ok()?;
            let violations = validator.violations(&value);
            if violations.is_empty() {
                return None;
            }
            let told: Vec<_> = violations.iter().map(ToString::to_string).collect();
            format!(
                "the structured result does not fit its output schema: {}",
                told.join("; ")
            )
        }
    };
    tracing::warn!(tool.name = %tool.name, "{problem}");
    metrics.misfit(tool.name.source(), tool.name.own());
    Some(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &'static str) -> RawJson {
        RawJson::parse(text).expect("JSON")
    }

    #[test]
    fn a_modern_client_gets_what_an_older_server_does_not_say() {
        let cases = [
            (
                CallKind::Tool,
                r#"{"a":1}"#,
                r#"{"a":1,"resultType":"complete"}"#,
            ),
            (
                CallKind::Resource,
                r#"{"contents":[]}"#,
                r#"{"contents":[],"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#,
            ),
            (
                CallKind::Resource,
                r#"{"ttlMs":5,"resultType":"complete","cacheScope":"public"}"#,
                r#"{"ttlMs":5,"resultType":"complete","cacheScope":"public"}"#,
            ),
        ];
        for (kind, sent, expect) in cases {
            let got = complete(&json(sent), kind, CallOutcome::Ok).expect("an object");
            assert_eq!(got.to_string(), expect);
        }
        assert!(complete(&json("[]"), CallKind::Tool, CallOutcome::Ok).is_none());
    }

    #[test]
    fn only_the_code_of_a_missing_resource_is_translated() {
        let old = r#"{"x":1,"code":-32002,"message":"no"}"#;
        let check = |kind, era, expect: &str| {
            assert_eq!(translated(json(old), kind, era).to_string(), expect);
        };
        check(
            CallKind::Resource,
            McpEra::Modern,
            r#"{"x":1,"code":-32602,"message":"no"}"#,
        );
        check(CallKind::Resource, McpEra::Legacy, old);
        check(CallKind::Tool, McpEra::Modern, old);
    }
}
