//! The `_meta` of requests.
//!
//! A request that names its revision there is modern and carries all of its context; any other
//! request is legacy, and its context was established when its session started.

use std::borrow::Cow;
use std::sync::Arc;

use candor_model::{McpEra, McpLogLevel, McpRevision};
use candor_wire::{ErrorObject, RawJson, RawObject, code, meta};
use serde_json::json;

use crate::level;

/// The `_meta` of one request, possibly empty.
#[derive(Debug, Default)]
pub(crate) struct RequestMeta(Arc<RawObject>);

/// The validated `_meta` of a modern request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ModernMeta {
    pub(crate) revision: McpRevision,
    pub(crate) capabilities: RawJson,
    pub(crate) info: Option<RawJson>,
    /// The minimum level of requested logs; `None` if no logs are requested.
    pub(crate) log_level: Option<McpLogLevel>,
}

// === impl RequestMeta ===

impl RequestMeta {
    /// Reads the `_meta` of some parameters.
    pub(crate) fn of(params: &RawObject) -> Result<Self, ErrorObject> {
        let members = params.meta().map_err(|error| {
            let is_object = params.get("_meta").is_some_and(RawJson::is_object);
            invalid(if is_object {
                format!("`_meta` cannot be read: {error}")
            } else {
                "`_meta` must be an object".to_owned()
            })
        })?;
        Ok(Self(members.unwrap_or_default()))
    }

    /// The revision that makes the request a modern one, whether it is supported or not.
    pub(crate) fn version(&self) -> Result<Option<Cow<'_, str>>, ErrorObject> {
        let Some(version) = self.0.get(meta::PROTOCOL_VERSION) else {
            return Ok(None);
        };
        version.as_str().map(Some).ok_or_else(|| {
            invalid(format!(
                "`_meta[\"{}\"]` must be a string",
                meta::PROTOCOL_VERSION
            ))
        })
    }

    /// Whether the client sent a progress token.
    pub(crate) fn wants_progress(&self) -> bool {
        self.0
            .get(meta::PROGRESS_TOKEN)
            .is_some_and(|token| !token.is_null())
    }

    /// Validates everything that a modern request must contain.
    pub(crate) fn modern(&self, version: &str) -> Result<ModernMeta, ErrorObject> {
        let revision = McpRevision::parse(version)
            .filter(|revision| revision.era() == McpEra::Modern)
            .ok_or_else(|| unsupported(version))?;
        let capabilities = self
            .0
            .get(meta::CLIENT_CAPABILITIES)
            .ok_or_else(missing)?
            .clone();
        if !capabilities.is_object() {
            return Err(invalid(format!(
                "`_meta[\"{}\"]` must be an object",
                meta::CLIENT_CAPABILITIES
            )));
        }
        let log_level = self.0.get(meta::LOG_LEVEL).map(log_level).transpose()?;
        let info = self.0.get(meta::CLIENT_INFO).cloned();
        Ok(ModernMeta {
            revision,
            capabilities,
            info,
            log_level,
        })
    }
}

/// The revisions that a modern request may name.
pub(crate) fn modern_revisions() -> Vec<&'static str> {
    McpRevision::ALL
        .into_iter()
        .filter(|revision| revision.era() == McpEra::Modern)
        .map(McpRevision::as_str)
        .collect()
}

/// The error for a request of the modern era without the required `_meta`.
pub(crate) fn missing() -> ErrorObject {
    invalid(format!(
        "a request of this revision must carry `_meta` with `{}` and `{}`",
        meta::PROTOCOL_VERSION,
        meta::CLIENT_CAPABILITIES
    ))
}

fn log_level(json: &RawJson) -> Result<McpLogLevel, ErrorObject> {
    json.as_str()
        .and_then(|name| McpLogLevel::parse(&name))
        .ok_or_else(|| {
            invalid(format!(
                "`_meta[\"{}\"]` is `{json}`; the levels are {}",
                meta::LOG_LEVEL,
                level::names()
            ))
        })
}

fn unsupported(version: &str) -> ErrorObject {
    let supported = modern_revisions();
    let sentence = format!(
        "revision `{version}` is not spoken here request by request; use `{}`, or `initialize` for \
         an older one",
        supported.join("`, `")
    );
    ErrorObject::new(code::UNSUPPORTED_PROTOCOL_VERSION, sentence)
        .with_data(&json!({"supported": supported, "requested": version}))
}

fn invalid(sentence: impl Into<String>) -> ErrorObject {
    ErrorObject::new(code::INVALID_PARAMS, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meta(text: &str) -> Result<RequestMeta, ErrorObject> {
        let params = RawJson::parse(format!("{{\"_meta\":{text}}}")).expect("JSON");
        RequestMeta::of(&RawObject::parse(&params).expect("an object"))
    }

    fn modern(text: &str) -> Result<ModernMeta, i64> {
        let meta = meta(text).map_err(|error| error.code)?;
        let version = meta
            .version()
            .map_err(|error| error.code)?
            .expect("a version");
        meta.modern(&version).map_err(|error| error.code)
    }

    const VERSION: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
    const ABLE: &str = r#""io.modelcontextprotocol/clientCapabilities":{}"#;

    #[test]
    fn a_request_without_a_version_is_legacy() {
        assert_eq!(
            RequestMeta::of(&RawObject::default())
                .expect("empty")
                .version(),
            Ok(None)
        );
        let legacy = meta(r#"{"progressToken":0}"#).expect("an object");
        assert_eq!(legacy.version(), Ok(None));
        assert!(legacy.wants_progress());
        assert!(
            !meta(r#"{"progressToken":null}"#)
                .expect("an object")
                .wants_progress()
        );
    }

    #[test]
    fn a_modern_request_must_say_all_of_it() {
        let whole = modern(&format!("{{{VERSION},{ABLE}}}")).expect("enough");
        assert_eq!(
            (whole.revision, whole.log_level),
            (McpRevision::V2026_07_28, None)
        );
        let level = r#""io.modelcontextprotocol/logLevel""#;
        let cases = [
            (format!("{{{VERSION}}}"), code::INVALID_PARAMS),
            (
                format!("{{{VERSION},\"io.modelcontextprotocol/clientCapabilities\":[]}}"),
                code::INVALID_PARAMS,
            ),
            (
                format!("{{{VERSION},{ABLE},{level}:\"loud\"}}"),
                code::INVALID_PARAMS,
            ),
            (
                format!("{{{VERSION},{ABLE},{level}:1}}"),
                code::INVALID_PARAMS,
            ),
            (
                format!("{{{VERSION},{VERSION},{ABLE}}}"),
                code::INVALID_PARAMS,
            ),
            ("[]".to_owned(), code::INVALID_PARAMS),
            (
                r#"{"io.modelcontextprotocol/protocolVersion":20260728}"#.to_owned(),
                code::INVALID_PARAMS,
            ),
        ];
        for (text, expect) in cases {
            assert_eq!(modern(&text), Err(expect), "{text}");
        }
        let loud = modern(&format!("{{{VERSION},{ABLE},{level}:\"error\"}}")).expect("enough");
        assert_eq!(loud.log_level, Some(McpLogLevel::Error));
    }

    #[test]
    fn other_revisions_are_told_which_there_are() {
        for version in ["v999.0.0", "2025-11-25"] {
            let error = RequestMeta::default()
                .modern(version)
                .expect_err("not modern");
            assert_eq!(error.code, code::UNSUPPORTED_PROTOCOL_VERSION);
            assert_eq!(
                error.data.expect("data").to_string(),
                format!(r#"{{"supported":["2026-07-28"],"requested":"{version}"}}"#)
            );
        }
    }
}
