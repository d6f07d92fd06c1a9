//! Why a call did not get its source's answer, worded so that the reader can act on it.
//!
//! The model that called a tool reads the result, so any failure of a *known* tool is a result with
//! `isError`; an unknown name is a protocol error, as the protocol requires.

use std::time::Duration;

use candor_model::{
    CallKind, CallOutcome, CallerLimitReached, McpEra, McpRevision, QualifiedName, Role, SourceName,
};
use candor_schema::SchemaViolation;
use candor_sources::SourceError;
use candor_wire::{ErrorObject, RawJson, code};
use serde_json::json;

use crate::catalogue::endpoint::UnknownEndpoint;
use crate::state::policy_settings::GatewayPolicySettings;

/// Every reason why a call may not be answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallRefusal {
    /// The parameters do not match the method.
    #[error("{0}")]
    BadParams(String),
    /// There is nothing of this name.
    #[error("there is no {kind} `{name}`{hint}", kind = kind.as_str())]
    NotFound {
        /// The kind of the target.
        kind: CallKind,
        /// The name that was requested.
        name: String,
        /// A suggestion, or empty.
        hint: String,
    },
    /// No source announces the method, or several do.
    #[error("{}", no_method(.method, .sources))]
    NoMethod {
        /// The method that was requested.
        method: String,
        /// The sources that announce it.
        sources: Vec<SourceName>,
    },
    /// The endpoint no longer exists.
    #[error("{0}")]
    NoEndpoint(UnknownEndpoint),
    /// The tool's definition differs from its pin.
    #[error(
        "`{tool}` is in quarantine and was not called: {reason}; the user can look at it \
         with `candor drift show {tool}{options}` and accept it with `candor drift accept \
         {tool}{options}`"
    )]
    Quarantined {
        /// The tool that was not called.
        tool: QualifiedName,
        /// What has changed.
        reason: String,
        /// The options that commands need to find the state of this gateway.
        options: String,
    },
    /// The tool is not known to be read-only.
    #[error(
        "`{tool}` is not known to be read-only, so `call-read-only-tool` does not call it; \
         call it with `call-tool`, which asks for more trust"
    )]
    NotReadOnly {
        /// The exposed name of the tool.
        tool: String,
    },
    /// The arguments do not match the tool's schema.
    #[error(
        "the arguments of `{tool}` do not fit its input schema:{}",
        list(violations)
    )]
    BadArguments {
        /// The exposed name of the tool.
        tool: String,
        /// All violations of the schema.
        violations: Vec<SchemaViolation>,
    },
    /// The caller lacks a role.
    #[error(
        "`{name}` may not do this: it requires the role `{role}`; ask an administrator of this \
         gateway for a token that has it (`candor token create NAME --role {}`)",
        roles_with(*role)
    )]
    Role {
        /// The name of the caller.
        name: String,
        /// The role that is required.
        role: Role,
    },
    /// The token of the caller was revoked or has expired since it was recognised.
    #[error("the call was not made: the token of `{0}` is no longer valid")]
    Token(String),
    /// The policy denies the call.
    #[error("`{tool}` was not called, because the rules here do not allow it: {because}{}", aside(message.as_deref()))]
    Forbidden {
        /// The tool that was not called.
        tool: QualifiedName,
        /// The rule that denies it.
        because: String,
        /// The message of the rule.
        message: Option<String>,
    },
    /// The policy denies access to something that is not a tool.
    #[error("the {} `{name}` was not {}, because the rules here do not allow it: {because}{}", thing(*kind), done(*kind), aside(message.as_deref()))]
    ReadForbidden {
        /// The kind of the target.
        kind: CallKind,
        /// The namespaced name.
        name: QualifiedName,
        /// The rule that denies it.
        because: String,
        /// The message of the rule.
        message: Option<String>,
    },
    /// A rule requires approval for something that is not a tool.
    #[error("the {} `{name}` was not {}: it needs approval ({because}), which is possible for tools only; a rule that is meant for tools says so with `when = 'kind == \"tool\"'`", thing(*kind), done(*kind))]
    NotAskable {
        /// The kind of the target.
        kind: CallKind,
        /// The namespaced name.
        name: QualifiedName,
        /// Why approval would be required.
        because: String,
    },
    /// A person denied the call.
    #[error("`{tool}` was not called: {by} denied it{}; do not call it again with the same arguments unless the user asks for it", aside(reason.as_deref()))]
    NotApproved {
        /// The tool that was not called.
        tool: QualifiedName,
        /// The person who denied it.
        by: String,
        /// The reason that the person gave.
        reason: Option<String>,
    },
    /// The approval expired without an answer.
    #[error(
        "`{tool}` was not called: it needs a person's approval ({because}), and no decision was \
         made within {}; the user can answer {}, and the call can then be made again with the same \
         arguments",
        time(*limit),
        place
    )]
    Unanswered {
        /// The tool that was not called.
        tool: QualifiedName,
        /// Why approval was required.
        because: String,
        /// The time limit for an answer.
        limit: Duration,
        /// Where to answer, in words.
        place: String,
    },
    /// The gateway shuts down while approval is pending.
    #[error(
        "`{tool}` was not called: the gateway stops while a person is asked about it; the question \
         stays open, and the call can be made again with the same arguments"
    )]
    Stopping {
        /// The tool that was not called.
        tool: QualifiedName,
    },
    /// The approval was consumed by another call.
    #[error(
        "`{tool}` was not called: it was approved once, and another call with the same arguments \
         has been made on that; call it again to ask again"
    )]
    UsedUp {
        /// The tool that was not called.
        tool: QualifiedName,
    },
    /// What a person approved is not what would be called.
    #[error(
        "`{tool}` was not called: {what} while the question about it was open; call it again to \
         ask again"
    )]
    ChangedMeanwhile {
        /// The tool that was not called.
        tool: QualifiedName,
        /// What has changed.
        what: &'static str,
    },
    /// A request state of the gateway is invalid.
    #[error("the request state cannot be taken: {0}; make the call again without `requestState`")]
    BadState(&'static str),
    /// A person cannot be asked, so nothing may be done.
    #[error("the call was not made because no approver could be reached: {0}")]
    Approvals(String),
    /// The caller has reached a limit of its own, so the call may not wait for an answer.
    #[error("the call was not made: {0}")]
    CallerLimit(CallerLimitReached),
    /// The caller has reached a limit in the middle of a call, whose server has asked its client
    /// something.
    #[error(
        "the server asked a question in the middle of the call, which could not be kept until its \
         answer: {0}; whether the call took effect is unknown"
    )]
    NotParked(CallerLimitReached),
    /// The source could not be asked, or the connection was lost.
    #[error("{}", source_sentence(.0))]
    Source(SourceError),
    /// The variables of the environment cannot be decrypted.
    #[error("the variables of this environment cannot be read, and nothing was called: {0}")]
    Variables(String),
    /// The source did not answer in time.
    #[error("source `{source_name}` did not answer within {}; whether the call took effect is unknown", seconds(*.limit))]
    TimedOut {
        /// The source that was asked.
        source_name: SourceName,
        /// The time limit that was exceeded.
        limit: Duration,
    },
    /// The handle of a parked call is unknown.
    #[error(
        "the request state is not known here: it was used before, it has expired, or it belongs to \
         another replica or other arguments; make the call again without `requestState`"
    )]
    UnknownState,
    /// The audit cannot be written, so nothing may be done.
    #[error("the call was refused because it could not be written to the audit: {0}")]
    Audit(String),
    /// The client cancelled the call.
    #[error("the client cancelled the call")]
    Cancelled,
}

// === impl CallRefusal ===

impl CallRefusal {
    /// Completes the commands in the message so that they work when pasted on the gateway's
    /// machine.
    pub(crate) fn with_commands_of(mut self, settings: &GatewayPolicySettings) -> Self {
        if let Self::Quarantined { options, .. } = &mut self {
            *options = settings.command_options();
        }
        self
    }

    /// The outcome that is recorded in the audit.
    pub(crate) fn outcome(&self) -> CallOutcome {
        match self {
            Self::BadParams(_)
            | Self::NotFound { .. }
            | Self::NoMethod { .. }
            | Self::BadArguments { .. }
            | Self::NoEndpoint(_)
            | Self::Quarantined { .. }
            | Self::NotReadOnly { .. }
            | Self::Role { .. }
            | Self::Token(_)
            | Self::Forbidden { .. }
            | Self::ReadForbidden { .. }
            | Self::NotAskable { .. }
            | Self::NotApproved { .. }
            | Self::Unanswered { .. }
            | Self::UsedUp { .. }
            | Self::ChangedMeanwhile { .. }
            | Self::Stopping { .. }
            | Self::BadState(_)
            | Self::Approvals(_)
            | Self::CallerLimit(_)
            | Self::UnknownState
            | Self::Audit(_)
            | Self::Variables(_)
            | Self::Source(SourceError::Busy { .. } | SourceError::CallerBusy { .. }) => {
                CallOutcome::Refused
            }
            Self::NotParked(_) => CallOutcome::Unknown,
            Self::Source(error) if error.outcome_is_unknown() => CallOutcome::Unknown,
            Self::Source(_) => CallOutcome::Unavailable,
            Self::TimedOut { .. } => CallOutcome::TimedOut,
            Self::Cancelled => CallOutcome::Cancelled,
        }
    }

    /// A copy for coalesced calls, if the failure is the source's and not specific to this call.
    pub(crate) fn silence(&self) -> Option<Self> {
        match self {
            Self::Source(error) => Some(Self::Source(error.clone())),
            Self::TimedOut { source_name, limit } => Some(Self::TimedOut {
                source_name: source_name.clone(),
                limit: *limit,
            }),
            _ => None,
        }
    }

    /// The reply to the client: a result with `isError`, or an error object.
    pub(crate) fn reply(&self, kind: CallKind, revision: McpRevision) -> Result<RawJson, RawJson> {
        match self {
            Self::NotFound { .. }
                if kind == CallKind::Resource && revision.era() == McpEra::Legacy =>
            {
                Err(self.error(code::RESOURCE_NOT_FOUND))
            }
            Self::NoMethod { .. } => Err(self.error(code::METHOD_NOT_FOUND)),
            Self::BadParams(_)
            | Self::NotFound { .. }
            | Self::NoEndpoint(_)
            | Self::BadState(_)
            | Self::UnknownState => Err(self.error(code::INVALID_PARAMS)),
            _ if kind == CallKind::Tool => Ok(self.tool_result(revision.era())),
            _ => Err(self.error(code::INTERNAL_ERROR)),
        }
    }

    fn error(&self, code: i64) -> RawJson {
        ErrorObject::new(code, self.to_string()).to_json()
    }

    fn tool_result(&self, era: McpEra) -> RawJson {
        let content = json!([{"type": "text", "text": self.to_string()}]);
        RawJson::from_value(&match era {
            McpEra::Legacy => json!({"content": content, "isError": true}),
            McpEra::Modern => {
                json!({"resultType": "complete", "content": content, "isError": true})
            }
        })
    }
}

/// The roles of a token that has this role and may make calls.
fn roles_with(role: Role) -> String {
    match role {
        Role::Caller => role.to_string(),
        _ => format!("{},{role}", Role::Caller),
    }
}

/// The message for a method that cannot be routed.
fn no_method(method: &str, sources: &[SourceName]) -> String {
    if sources.is_empty() {
        return format!("no source announces the method `{method}`");
    }
    let names: Vec<_> = sources.iter().map(SourceName::as_str).collect();
    format!(
        "the method `{method}` is announced by several sources (`{}`), and the request does not say \
         which is meant; use an endpoint with one of them",
        names.join("`, `")
    )
}

/// The kind as a noun that precedes a name.
fn thing(kind: CallKind) -> &'static str {
    match kind {
        CallKind::Tool => "tool",
        CallKind::Resource | CallKind::Subscription => "resource",
        CallKind::Prompt => "prompt",
        CallKind::Completion => "completion of",
        CallKind::Extension => "method",
    }
}

/// What was not done, as a participle.
fn done(kind: CallKind) -> &'static str {
    match kind {
        CallKind::Tool => "called",
        CallKind::Resource | CallKind::Prompt => "read",
        CallKind::Completion => "asked for",
        CallKind::Extension => "passed on",
        CallKind::Subscription => "followed",
    }
}

/// The error with its causes, and a note if the outcome is unknown.
fn source_sentence(error: &SourceError) -> String {
    let mut sentence = error.sentence();
    if error.outcome_is_unknown() {
        sentence.push_str("; whether the call took effect is unknown");
    }
    sentence
}

fn list(violations: &[SchemaViolation]) -> String {
    let mut text = String::new();
    for violation in violations {
        text.push_str("\n- ");
        text.push_str(&violation.to_string());
    }
    text
}

/// `: ` and the given text, or an empty string.
fn aside(said: Option<&str>) -> String {
    said.map_or_else(String::new, |said| format!(": {said}"))
}

/// A duration in human-readable form.
fn time(limit: Duration) -> String {
    match limit.as_secs() {
        0 => seconds(limit),
        secs if secs % 3_600 == 0 => format!("{} h", secs / 3_600),
        secs if secs % 60 == 0 => format!("{} min", secs / 60),
        _ => seconds(limit),
    }
}

fn seconds(limit: Duration) -> String {
    if limit.subsec_millis() == 0 {
        format!("{} s", limit.as_secs())
    } else {
        format!("{} ms", limit.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str) -> SourceName {
        SourceName::parse(name).expect("a name")
    }

    fn check(refusal: &CallRefusal, kind: CallKind, revision: McpRevision, expect: &str) {
        let reply = match refusal.reply(kind, revision) {
            Ok(result) => format!("result {result}"),
            Err(error) => format!("error {error}"),
        };
        assert_eq!(reply, expect);
    }

    #[test]
    fn what_goes_wrong_with_a_known_tool_is_a_result() {
        let refusal = CallRefusal::TimedOut {
            source_name: source("s"),
            limit: Duration::from_secs(2),
        };
        let sentence =
            "source `s` did not answer within 2 s; whether the call took effect is unknown";
        check(
            &refusal,
            CallKind::Tool,
            McpRevision::V2025_06_18,
            &format!(
                r#"result {{"content":[{{"type":"text","text":"{sentence}"}}],"isError":true}}"#
            ),
        );
        check(
            &refusal,
            CallKind::Tool,
            McpRevision::V2026_07_28,
            &format!(
                r#"result {{"resultType":"complete","content":[{{"type":"text","text":"{sentence}"}}],"isError":true}}"#
            ),
        );
        check(
            &refusal,
            CallKind::Prompt,
            McpRevision::V2025_06_18,
            &format!(r#"error {{"code":-32603,"message":"{sentence}"}}"#),
        );
        assert_eq!(refusal.outcome(), CallOutcome::TimedOut);
    }

    #[test]
    fn a_name_that_leads_nowhere_is_an_error_of_its_revision() {
        let refusal = CallRefusal::NotFound {
            kind: CallKind::Resource,
            name: "x://y".to_owned(),
            hint: String::new(),
        };
        let message = "there is no resource `x://y`";
        for (revision, code) in [
            (McpRevision::V2025_11_25, -32002),
            (McpRevision::V2026_07_28, -32602),
        ] {
            let expect = format!(r#"error {{"code":{code},"message":"{message}"}}"#);
            check(&refusal, CallKind::Resource, revision, &expect);
        }
        assert_eq!(refusal.outcome(), CallOutcome::Refused);
    }

    #[test]
    fn what_is_not_a_tool_is_refused_in_words_of_its_own() {
        let name = || QualifiedName::new(source("files"), "file:///x");
        for (kind, expect) in [
            (
                CallKind::Resource,
                "the resource `files.file:///x` was not read",
            ),
            (
                CallKind::Prompt,
                "the prompt `files.file:///x` was not read",
            ),
            (
                CallKind::Subscription,
                "the resource `files.file:///x` was not followed",
            ),
            (
                CallKind::Completion,
                "the completion of `files.file:///x` was not asked for",
            ),
            (
                CallKind::Extension,
                "the method `files.file:///x` was not passed on",
            ),
        ] {
            let denied = CallRefusal::ReadForbidden {
                kind,
                name: name(),
                because: "the rule at candor.toml:7 denies it".to_owned(),
                message: Some("Ask Ann.".to_owned()),
            };
            let rest = ", because the rules here do not allow it: the rule at candor.toml:7 \
                        denies it: Ask Ann.";
            assert_eq!(denied.to_string(), format!("{expect}{rest}"));
            let asked = CallRefusal::NotAskable {
                kind,
                name: name(),
                because: "the rule at candor.toml:7 asks about it".to_owned(),
            };
            let rest = ": it needs approval (the rule at candor.toml:7 asks about it), which is \
                        possible for tools only; a rule that is meant for tools says so with \
                        `when = 'kind == \"tool\"'`";
            assert_eq!(asked.to_string(), format!("{expect}{rest}"));
            assert_eq!(asked.outcome(), CallOutcome::Refused);
            assert!(asked.reply(kind, McpRevision::V2026_07_28).is_err());
        }
    }

    #[test]
    fn a_missing_role_is_told_with_the_command_that_gives_it() {
        for (role, roles) in [(Role::Editor, "caller,editor"), (Role::Caller, "caller")] {
            let name = "local".to_owned();
            let sentence = CallRefusal::Role { name, role }.to_string();
            let command = format!("(`candor token create NAME --role {roles}`)");
            assert!(sentence.ends_with(&command), "{sentence}");
            assert!(
                sentence.contains(&format!("the role `{role}`")),
                "{sentence}"
            );
        }
    }

    #[test]
    fn all_violations_are_told() {
        let violation = |path: &str| SchemaViolation {
            path: path.to_owned(),
            message: "is wrong".to_owned(),
        };
        let refusal = CallRefusal::BadArguments {
            tool: "s_t".to_owned(),
            violations: vec![violation("/a"), violation("")],
        };
        assert_eq!(
            refusal.to_string(),
            "the arguments of `s_t` do not fit its input schema:\n- /a: is wrong\n- /: is wrong"
        );
    }

    #[test]
    fn a_busy_source_was_not_asked() {
        let refusal = CallRefusal::Source(SourceError::Busy {
            name: source("s"),
            limit: 3,
        });
        assert_eq!(refusal.outcome(), CallOutcome::Refused);
        assert!(!refusal.to_string().contains("unknown"), "{refusal}");
    }
}
