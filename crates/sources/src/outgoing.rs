//! A client's question as the bytes that go to the server.
//!
//! Parameters pass untouched but for `_meta`, which ties a request to its connection: the
//! progress token becomes the id of the upstream request, and what modern requests say about
//! their client is added or taken away as the server's era wants it.

use bytes::Bytes;
use candor_model::{Era, Revision};
use candor_wire::{Id, JsonError, RawJson, RawObject, meta};

use crate::identity;
use crate::question::{Asker, Question};
use crate::rpc;

/// The keys of `_meta` that only modern requests have.
const MODERN_KEYS: [&str; 4] = [
    meta::PROTOCOL_VERSION,
    meta::CLIENT_CAPABILITIES,
    meta::CLIENT_INFO,
    meta::LOG_LEVEL,
];

/// A request, ready to be sent.
#[derive(Debug)]
pub(crate) struct Outgoing {
    pub(crate) bytes: Bytes,
    /// The client's own progress token, to be put back into progress notifications.
    pub(crate) token: Option<RawJson>,
}

/// The server's side, as far as it matters for a request.
pub(crate) struct Towards {
    pub(crate) revision: Revision,
    /// The log level that legacy clients asked for, for servers that want it per request.
    pub(crate) level: Option<String>,
}

/// Writes the request with upstream id `id`. `more` are parameters on top, such as the answers
/// to what a modern server has asked.
pub(crate) fn write(
    id: u64,
    question: &Question,
    towards: &Towards,
    more: &RawObject,
) -> Result<Outgoing, JsonError> {
    let mut about = match question.params.get("_meta") {
        Some(raw) => RawObject::parse(raw)?,
        None => RawObject::default(),
    };
    let token = about.get(meta::PROGRESS_TOKEN).cloned().filter(is_token);
    if token.is_some() {
        about.set(meta::PROGRESS_TOKEN, RawJson::number(id));
    }
    match towards.revision.era() {
        Era::Legacy => {
            for key in MODERN_KEYS {
                about.remove(key);
            }
        }
        Era::Modern => introduce(&mut about, &question.asker, towards),
    }
    for (key, value) in &question.asker.trace {
        add(&mut about, key, || RawJson::string(value));
    }
    let about = (!about.is_empty()).then(|| about.to_json());
    let kept = question
        .params
        .iter()
        .filter(|(key, _)| *key != "_meta" && more.get(key).is_none())
        .chain(more.iter())
        .chain(about.iter().map(|about| ("_meta", about)));
    Ok(Outgoing {
        bytes: rpc::request(id, question.method, kept),
        token,
    })
}

/// Says who asks, where the request does not say so already.
fn introduce(about: &mut RawObject, asker: &Asker, towards: &Towards) {
    add(about, meta::PROTOCOL_VERSION, || {
        RawJson::string(towards.revision.as_str())
    });
    add(about, meta::CLIENT_CAPABILITIES, || {
        asker.capabilities.clone()
    });
    add(about, meta::CLIENT_INFO, || {
        asker.info.clone().unwrap_or_else(identity::info)
    });
    if let (Era::Legacy, Some(level)) = (asker.era, &towards.level) {
        add(about, meta::LOG_LEVEL, || RawJson::string(level));
    }
}

fn add(members: &mut RawObject, key: &str, value: impl FnOnce() -> RawJson) {
    if members.get(key).is_none() {
        members.set(key, value());
    }
}

/// A progress token is a string or a number, as an id is.
fn is_token(json: &RawJson) -> bool {
    Id::from_json(json.clone()).is_some()
}

#[cfg(test)]
mod tests {
    use candor_wire::method;

    use super::*;

    fn raw(text: &'static str) -> RawJson {
        RawJson::parse(text).expect("JSON")
    }

    fn question(params: &'static str, era: Era) -> Question {
        let revision = match era {
            Era::Legacy => Revision::NEWEST_LEGACY,
            Era::Modern => Revision::NEWEST_MODERN,
        };
        Question {
            repeatable: false,
            tries: crate::question::Tries::default(),
            environment: None,
            variables: crate::question::Variables::default(),
            plain: crate::question::PlainNames::default(),
            principal: None,
            hints: candor_model::Hints::UNSET,
            method: method::TOOLS_CALL,
            params: RawObject::parse(&raw(params)).expect("an object"),
            subject: None,
            headers: Vec::new(),
            asker: Asker {
                era,
                revision,
                key: 1,
                capabilities: raw(r#"{"sampling":{}}"#),
                info: Some(raw(r#"{"name":"c"}"#)),
                trace: Vec::new(),
            },
        }
    }

    fn towards(revision: Revision) -> Towards {
        Towards {
            revision,
            level: Some("info".to_owned()),
        }
    }

    fn written(question: &Question, revision: Revision) -> (String, Option<String>) {
        let outgoing = write(7, question, &towards(revision), &RawObject::default()).expect("JSON");
        let text = String::from_utf8(outgoing.bytes.to_vec()).expect("text");
        let params = text.split_once("\"params\":").expect("params").1;
        (
            params[..params.len() - 1].to_owned(),
            outgoing.token.map(|token| token.to_string()),
        )
    }

    #[test]
    fn a_plain_legacy_request_passes_untouched() {
        let asked = question(r#"{"name":"t","arguments":{"b":1.0, "a":2}}"#, Era::Legacy);
        let (params, token) = written(&asked, Revision::V2025_06_18);
        assert_eq!(params, r#"{"name":"t","arguments":{"b":1.0, "a":2}}"#);
        assert_eq!(token, None);
    }

    #[test]
    fn the_progress_token_becomes_the_id() {
        let asked = question(
            r#"{"_meta":{"progressToken":"mine","x":1},"name":"t"}"#,
            Era::Legacy,
        );
        let (params, token) = written(&asked, Revision::V2025_06_18);
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
            Era::Modern,
        );
        assert_eq!(written(&asked, Revision::V2025_11_25).0, r#"{"name":"t"}"#);
    }

    #[test]
    fn a_modern_server_is_told_who_asks() {
        let asked = question(r#"{"name":"t"}"#, Era::Legacy);
        assert_eq!(
            written(&asked, Revision::V2026_07_28).0,
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
            written(&question(text, Era::Modern), Revision::V2026_07_28).0,
            text
        );
    }

    #[test]
    fn trace_context_is_added_once_and_answers_replace() {
        let mut asked = question(
            r#"{"requestState":"old","_meta":{"traceparent":"theirs"}}"#,
            Era::Legacy,
        );
        asked.asker.trace = vec![
            ("traceparent".into(), "ours".into()),
            ("tracestate".into(), "s".into()),
        ];
        let more: RawObject = [("requestState", RawJson::string("new"))]
            .into_iter()
            .collect();
        let outgoing = write(1, &asked, &towards(Revision::V2025_11_25), &more).expect("JSON");
        let text = String::from_utf8(outgoing.bytes.to_vec()).expect("text");
        assert!(text.ends_with(
            r#""params":{"requestState":"new","_meta":{"traceparent":"theirs","tracestate":"s"}}}"#
        ));
    }

    #[test]
    fn a_meta_that_is_no_object_is_refused() {
        let asked = question(r#"{"_meta":5}"#, Era::Legacy);
        let more = RawObject::default();
        assert!(write(1, &asked, &towards(Revision::V2025_11_25), &more).is_err());
    }
}
