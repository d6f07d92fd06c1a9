//! The legacy handshake.

use candor_gateway::{Catalogue, Endpoint, server_info};
use candor_model::{McpEra, McpRevision};
use candor_wire::{ErrorObject, RawJson, RawObject, code};

/// The parameters of `initialize`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct InitializeParams {
    /// The revision that the session will speak.
    pub(crate) revision: McpRevision,
    /// The client's capabilities.
    pub(crate) capabilities: RawJson,
    /// The client's `clientInfo`, if it sent one.
    pub(crate) info: Option<RawJson>,
}

// === impl InitializeParams ===

impl InitializeParams {
    /// Parses the parameters of `initialize`. A client that requests a revision which is not
    /// supported with a handshake is offered the newest that is; it may then disconnect.
    pub(crate) fn read(params: &RawObject) -> Result<Self, ErrorObject> {
        let asked = params.get_string("protocolVersion").ok_or_else(|| {
            invalid("`initialize` needs `protocolVersion`, a date such as `2025-11-25`")
        })?;
        let capabilities = match params.get("capabilities") {
            None => RawObject::default().to_json(),
            Some(capabilities) if capabilities.is_object() => capabilities.clone(),
            Some(_) => return Err(invalid("`capabilities` must be an object")),
        };
        let info = params
            .get("clientInfo")
            .filter(|info| info.is_object())
            .cloned();
        Ok(Self {
            revision: agree(&asked),
            capabilities,
            info,
        })
    }
}

/// The result of `initialize`.
pub(crate) fn welcome(
    revision: McpRevision,
    catalogue: &Catalogue,
    endpoint: &Endpoint,
) -> RawJson {
    let mut result: RawObject = [
        ("protocolVersion", RawJson::string(revision.as_str())),
        ("capabilities", catalogue.capabilities(endpoint)),
        ("serverInfo", server_info()),
    ]
    .into_iter()
    .collect();
    if let Some(instructions) = catalogue.instructions() {
        result.set("instructions", RawJson::string(instructions));
    }
    result.to_json()
}

fn agree(asked: &str) -> McpRevision {
    McpRevision::parse(asked)
        .filter(|revision| revision.era() == McpEra::Legacy)
        .unwrap_or(McpRevision::NEWEST_LEGACY)
}

fn invalid(sentence: &str) -> ErrorObject {
    ErrorObject::new(code::INVALID_PARAMS, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(text: &'static str) -> Result<InitializeParams, ErrorObject> {
        let params = RawJson::parse(text).expect("JSON");
        InitializeParams::read(&RawObject::parse(&params).expect("an object"))
    }

    #[test]
    fn the_asked_revision_is_taken_where_it_has_a_handshake() {
        for (asked, expect) in [
            ("2024-11-05", "2024-11-05"),
            ("2025-03-26", "2025-03-26"),
            ("2025-06-18", "2025-06-18"),
            ("2025-11-25", "2025-11-25"),
            ("2026-07-28", "2025-11-25"),
            ("1999-01-01", "2025-11-25"),
            ("", "2025-11-25"),
        ] {
            assert_eq!(agree(asked).as_str(), expect, "{asked}");
        }
    }

    #[test]
    fn a_client_may_be_silent_about_itself_but_not_about_its_revision() {
        let bare = hello(r#"{"protocolVersion":"2025-06-18"}"#).expect("enough");
        assert_eq!(bare.capabilities.to_string(), "{}");
        assert_eq!(bare.info, None);
        for bad in [
            "{}",
            r#"{"protocolVersion":5}"#,
            r#"{"protocolVersion":"2025-06-18","capabilities":[]}"#,
        ] {
            assert_eq!(hello(bad).expect_err(bad).code, code::INVALID_PARAMS);
        }
    }
}
