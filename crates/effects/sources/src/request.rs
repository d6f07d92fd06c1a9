//! Requests to a source, their clients, and the bytes that are sent to a server.
//!
//! Parameters are passed on untouched except for `_meta`, which ties a request to its connection:
//! the progress token becomes the id of the upstream request, and the client's facts in modern
//! requests are added or removed as the server's era requires.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bytes::Bytes;
use candor_model::{
    EnvironmentName, Hints, McpEra, McpRevision, RefusedCall, Secret, VariableName,
};
use candor_wire::{JsonError, RawJson, RawObject, RequestId, envelope, meta};

use crate::identity;

/// The keys of `_meta` that only modern requests have.
const MODERN_KEYS: [&str; 4] = [
    meta::PROTOCOL_VERSION,
    meta::CLIENT_CAPABILITIES,
    meta::CLIENT_INFO,
    meta::LOG_LEVEL,
];

/// One request to a source.
#[derive(Clone, Debug)]
pub struct SourceRequest {
    /// The method, such as `tools/call`.
    pub method: Cow<'static, str>,
    /// The parameters with the source's own names; `_meta` as the client sent it.
    pub params: RawObject,
    /// The subject for `Mcp-Name`: a tool, a prompt or a URI.
    pub subject: Option<String>,
    /// `Mcp-Param-*` headers and their values.
    pub headers: Vec<(String, String)>,
    /// The client that makes the request.
    pub asker: ClientProfile,
    /// Whether it may be repeated if the answer does not come: the tool is relied on to be
    /// read-only or idempotent.
    pub repeatable: bool,
    /// The number of attempts, if the source retries by itself.
    pub tries: AttemptCount,
    /// The environment of the request.
    pub environment: Option<EnvironmentName>,
    /// The variables of that environment.
    pub variables: VariableValues,
    /// The names of variables that are not secret.
    pub plain: PlainNames,
    /// The authenticated caller behind the client, if it is known.
    pub principal: Option<String>,
    /// The hints that clients are shown. If Candor runs the tool, they are enforced.
    pub hints: Hints,
    /// Whether a legacy server accepts this call only as a task.
    pub needs_task: bool,
    /// Whether the call is relied on to change nothing because it runs on the read-only instance.
    /// It must then run there or not at all.
    pub only_reads: bool,
    /// The client's call that it is made for, if there is one.
    pub call: Option<RefusedCall>,
}

/// The number of attempts of a request. Clones share the count.
#[derive(Clone, Debug, Default)]
pub struct AttemptCount(Arc<AtomicU32>);

/// Variables by name. Their values are only used for requests.
pub type VariableValues = Arc<BTreeMap<VariableName, Secret<String>>>;

/// The names of variables that may be shown.
pub type PlainNames = Arc<BTreeSet<VariableName>>;

/// The client for which a request is made.
#[derive(Clone, Debug)]
pub struct ClientProfile {
    /// The era that it speaks.
    pub era: McpEra,
    /// The revision that it speaks.
    pub revision: McpRevision,
    /// A number that is unique per session, or per request if there are no sessions. Requests with
    /// the same key come from the same client.
    pub key: u64,
    /// Its capabilities object.
    pub capabilities: RawJson,
    /// The client's `clientInfo`, if it sent one.
    pub info: Option<RawJson>,
    /// `traceparent` and `tracestate`, if the request had them.
    pub trace: Vec<(String, String)>,
}

/// A request, ready to be sent.
#[derive(Debug)]
pub(crate) struct OutgoingRequest {
    pub(crate) bytes: Bytes,
    /// The client's own progress token, which is restored in progress notifications.
    pub(crate) token: Option<RawJson>,
}

/// The facts about the server that matter for a request.
pub(crate) struct RequestTarget {
    pub(crate) revision: McpRevision,
    /// The log level that legacy clients requested, for servers that need it per request.
    pub(crate) level: Option<String>,
}

/// The `_meta` of a request. It is passed on as the original bytes, unless something changes in it.
struct RequestMeta<'a> {
    given: Option<&'a RawJson>,
    members: Arc<RawObject>,
    is_changed: bool,
}

// === impl AttemptCount ===

impl AttemptCount {
    /// The number of attempts so far.
    pub fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

// === impl OutgoingRequest ===

impl OutgoingRequest {
    /// Serializes the request with upstream id `id`. `more` are additional parameters, such as the
    /// answers to a modern server's questions.
    pub(crate) fn write(
        id: u64,
        request: &SourceRequest,
        target: &RequestTarget,
        more: &RawObject,
    ) -> Result<Self, JsonError> {
        let mut about = RequestMeta::read(&request.params)?;
        let token = about.get(meta::PROGRESS_TOKEN).cloned().filter(is_token);
        if token.is_some() {
            about.set(meta::PROGRESS_TOKEN, RawJson::number(id));
        }
        match target.revision.era() {
            McpEra::Legacy => {
                for key in MODERN_KEYS {
                    about.remove(key);
                }
            }
            McpEra::Modern => introduce(&mut about, &request.asker, target),
        }
        for (key, value) in &request.asker.trace {
            about.add(key, || RawJson::string(value));
        }
        let about = about.into_json();
        let kept = request
            .params
            .iter()
            .filter(|(key, _)| *key != "_meta" && more.get(key).is_none())
            .chain(more.iter())
            .chain(about.iter().map(|about| ("_meta", &**about)));
        Ok(Self {
            bytes: envelope::numbered_request(id, &request.method, kept),
            token,
        })
    }
}

// === impl RequestMeta ===

impl<'a> RequestMeta<'a> {
    fn read(params: &'a RawObject) -> Result<Self, JsonError> {
        Ok(Self {
            given: params.get("_meta"),
            members: params.meta()?.unwrap_or_default(),
            is_changed: false,
        })
    }

    fn get(&self, key: &str) -> Option<&RawJson> {
        self.members.get(key)
    }

    fn set(&mut self, key: &str, value: RawJson) {
        Arc::make_mut(&mut self.members).set(key, value);
        self.is_changed = true;
    }

    fn remove(&mut self, key: &str) {
        if self.get(key).is_some() {
            Arc::make_mut(&mut self.members).remove(key);
            self.is_changed = true;
        }
    }

    /// Sets a member unless it exists.
    fn add(&mut self, key: &str, value: impl FnOnce() -> RawJson) {
        if self.get(key).is_none() {
            self.set(key, value());
        }
    }

    /// The object as text; `None` if it has no members.
    fn into_json(self) -> Option<Cow<'a, RawJson>> {
        match self.given {
            _ if self.members.is_empty() => None,
            Some(given) if !self.is_changed => Some(Cow::Borrowed(given)),
            _ => Some(Cow::Owned(self.members.to_json())),
        }
    }
}

/// Adds the client's facts, unless the request contains them.
fn introduce(about: &mut RequestMeta<'_>, asker: &ClientProfile, target: &RequestTarget) {
    about.add(meta::PROTOCOL_VERSION, || {
        RawJson::string(target.revision.as_str())
    });
    about.add(meta::CLIENT_CAPABILITIES, || asker.capabilities.clone());
    about.add(meta::CLIENT_INFO, || {
        asker.info.clone().unwrap_or_else(identity::info)
    });
    if let (McpEra::Legacy, Some(level)) = (asker.era, &target.level) {
        about.add(meta::LOG_LEVEL, || RawJson::string(level));
    }
}

/// A progress token is a string or a number, like an id.
fn is_token(json: &RawJson) -> bool {
    RequestId::from_json(json.clone()).is_some()
}

#[cfg(test)]
mod tests {
    use candor_wire::method;

    use super::*;

    fn raw(text: &'static str) -> RawJson {
        RawJson::parse(text).expect("JSON")
    }

    fn question(params: &'static str, era: McpEra) -> SourceRequest {
        let revision = match era {
            McpEra::Legacy => McpRevision::NEWEST_LEGACY,
            McpEra::Modern => McpRevision::NEWEST_MODERN,
        };
        SourceRequest {
            repeatable: false,
            tries: AttemptCount::default(),
            environment: None,
            variables: VariableValues::default(),
            plain: PlainNames::default(),
            principal: None,
            hints: candor_model::Hints::UNSET,
            needs_task: false,
            only_reads: false,
            call: None,
            method: method::TOOLS_CALL.into(),
            params: RawObject::parse(&raw(params)).expect("an object"),
            subject: None,
            headers: Vec::new(),
            asker: ClientProfile {
                era,
                revision,
                key: 1,
                capabilities: raw(r#"{"sampling":{}}"#),
                info: Some(raw(r#"{"name":"c"}"#)),
                trace: Vec::new(),
            },
        }
    }

    fn towards(revision: McpRevision) -> RequestTarget {
        RequestTarget {
            revision,
            level: Some("info".to_owned()),
        }
    }

    fn written(question: &SourceRequest, revision: McpRevision) -> (String, Option<String>) {
        let outgoing =
            OutgoingRequest::write(7, question, &towards(revision), &RawObject::default())
                .expect("JSON");
        let text = String::from_utf8(outgoing.bytes.to_vec()).expect("text");
        let params = text.split_once("\"params\":").expect("params").1;
        (
            params[..params.len() - 1].to_owned(),
            outgoing.token.map(|token| token.to_string()),
        )
    }

    #[test]
    fn a_plain_legacy_request_passes_untouched() {
        let asked = question(
            r#"{"name":"t","arguments":{"b":1.0, "a":2}}"#,
            McpEra::Legacy,
        );
        let (params, token) = written(&asked, McpRevision::V2025_06_18);
        assert_eq!(params, r#"{"name":"t","arguments":{"b":1.0, "a":2}}"#);
        assert_eq!(token, None);
    }

    #[test]
    fn the_progress_token_becomes_the_id() {
        let asked = question(
            r#"{"_meta":{"progressToken":"mine","x":1},"name":"t"}"#,
            McpEra::Legacy,
        );
        let (params, token) = written(&asked, McpRevision::V2025_06_18);
        assert_eq!(params, r#"{"name":"t","_meta":{"progressToken":7,"x":1}}"#);
        assert_eq!(token.as_deref(), Some("\"mine\""));
    }

    #[test]
    fn a_legacy_server_hears_nothing_of_the_modern_client() {
        let asked = question(
            r#"{"name":"t","_meta":{
                "io.modelcontextprotocol/protocolVersion":"2026-07-28",
                "io.modelcontextprotocol/clientCapabilities":{},
                "io.modelcontextprotocol/logLevel":"debug"}}"#,
            McpEra::Modern,
        );
        assert_eq!(
            written(&asked, McpRevision::V2025_11_25).0,
            r#"{"name":"t"}"#
        );
    }

    #[test]
    fn a_modern_server_is_told_who_asks() {
        let asked = question(r#"{"name":"t"}"#, McpEra::Legacy);
        assert_eq!(
            written(&asked, McpRevision::V2026_07_28).0,
            concat!(
                r#"{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
                r#""io.modelcontextprotocol/clientCapabilities":{"sampling":{}},"#,
                r#""io.modelcontextprotocol/clientInfo":{"name":"c"},"#,
                r#""io.modelcontextprotocol/logLevel":"info"}}"#
            )
        );
    }

    #[test]
    fn a_modern_client_speaks_for_itself() {
        let text = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"own"}}}"#;
        assert_eq!(
            written(&question(text, McpEra::Modern), McpRevision::V2026_07_28).0,
            text
        );
    }

    #[test]
    fn trace_context_is_added_once_and_answers_replace() {
        let mut asked = question(
            r#"{"requestState":"old","_meta":{"traceparent":"theirs"}}"#,
            McpEra::Legacy,
        );
        asked.asker.trace = vec![
            ("traceparent".into(), "ours".into()),
            ("tracestate".into(), "s".into()),
        ];
        let more: RawObject = [("requestState", RawJson::string("new"))]
            .into_iter()
            .collect();
        let outgoing = OutgoingRequest::write(1, &asked, &towards(McpRevision::V2025_11_25), &more)
            .expect("JSON");
        let text = String::from_utf8(outgoing.bytes.to_vec()).expect("text");
        assert!(text.ends_with(
            r#""params":{"requestState":"new","_meta":{"traceparent":"theirs","tracestate":"s"}}}"#
        ));
    }

    #[test]
    fn a_meta_that_is_no_object_is_refused() {
        let asked = question(r#"{"_meta":5}"#, McpEra::Legacy);
        let more = RawObject::default();
        assert!(
            OutgoingRequest::write(1, &asked, &towards(McpRevision::V2025_11_25), &more).is_err()
        );
    }
}
