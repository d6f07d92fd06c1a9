//! Parses a server's facts from its first answer.

use candor_model::{McpEra, McpRevision};
use candor_wire::{RawJson, RawObject, meta, method};

use super::error::ConnectError;
use crate::inventory::ServerFacts;
use crate::rpc::UpstreamCallError;

/// What the revisions that a server lists mean for the connection.
pub(super) enum SpokenRevision {
    /// A modern one that is supported.
    Modern(McpRevision),
    /// Only legacy ones.
    Legacy,
    /// None that is known.
    Unknown(String),
}

/// Parses the answer to `initialize`.
pub(super) fn initialized(result: &RawJson) -> Result<ServerFacts, ConnectError> {
    let members = open(method::INITIALIZE, result)?;
    let Some(date) = members.get_string("protocolVersion") else {
        return Err(malformed(method::INITIALIZE, "it has no `protocolVersion`").into());
    };
    let revision = McpRevision::parse(&date)
        .filter(|revision| revision.era() == McpEra::Legacy)
        .ok_or(ConnectError::UnknownRevision(date))?;
    let info = members.get("serverInfo").cloned();
    Ok(facts(&members, info, revision))
}

/// Parses the answer to `server/discover`; the revision was already chosen.
pub(super) fn discovered(
    result: &RawJson,
    revision: McpRevision,
) -> Result<ServerFacts, ConnectError> {
    let members = open(method::DISCOVER, result)?;
    let info = members
        .get("_meta")
        .and_then(|meta| RawObject::parse(meta).ok())
        .and_then(|members| members.get(meta::SERVER_INFO).cloned());
    Ok(facts(&members, info, revision))
}

/// The revisions in an answer to `server/discover`; `None` if this is not such an answer.
pub(super) fn supported(result: &RawJson) -> Option<SpokenRevision> {
    let members = RawObject::parse(result).ok()?;
    spoken(members.get("supportedVersions")?)
}

/// The meaning of a list of revisions.
pub(super) fn spoken(list: &RawJson) -> Option<SpokenRevision> {
    let dates: Vec<String> = list.decode().ok()?;
    let known: Vec<McpRevision> = dates
        .iter()
        .filter_map(|date| McpRevision::parse(date))
        .collect();
    let modern = known
        .iter()
        .filter(|revision| revision.era() == McpEra::Modern)
        .max();
    Some(match modern {
        Some(revision) => SpokenRevision::Modern(*revision),
        None if !known.is_empty() => SpokenRevision::Legacy,
        None => SpokenRevision::Unknown(dates.join(", ")),
    })
}

fn facts(members: &RawObject, info: Option<RawJson>, revision: McpRevision) -> ServerFacts {
    let info = info
        .and_then(|info| RawObject::parse(&info).ok())
        .unwrap_or_default();
    let capabilities = members
        .get("capabilities")
        .filter(|value| value.is_object())
        .cloned();
    ServerFacts {
        name: info.get_string("name").unwrap_or_default(),
        version: info.get_string("version").unwrap_or_default(),
        instructions: members.get_string("instructions"),
        capabilities: capabilities.unwrap_or_else(|| RawObject::default().to_json()),
        revision,
    }
}

fn open(method: &'static str, result: &RawJson) -> Result<RawObject, UpstreamCallError> {
    RawObject::parse(result).map_err(|error| malformed(method, &error.to_string()))
}

fn malformed(method: &'static str, reason: &str) -> UpstreamCallError {
    UpstreamCallError::Malformed {
        method,
        reason: reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &'static str) -> RawJson {
        RawJson::parse(text).expect("JSON")
    }

    #[test]
    fn an_unknown_revision_is_named() {
        let facts = initialized(&raw(r#"{"protocolVersion":"2024-11-05"}"#)).expect("known");
        assert_eq!(facts.revision, McpRevision::V2024_11_05);
        assert_eq!(facts.capabilities.to_string(), "{}");
        for (text, expect) in [
            (r#"{"protocolVersion":"2031-01-01"}"#, "`2031-01-01`"),
            (r#"{"protocolVersion":"2026-07-28"}"#, "`2026-07-28`"),
            (r#"{"protocolVersion":5}"#, "no `protocolVersion`"),
            ("[]", "is invalid"),
        ] {
            let error = initialized(&raw(text)).expect_err(text).to_string();
            assert!(error.contains(expect), "{error}");
        }
    }

    #[test]
    fn the_newest_common_revision_decides() {
        for (text, expect) in [
            (
                r#"{"supportedVersions":["2025-11-25","2026-07-28"]}"#,
                "modern",
            ),
            (r#"{"supportedVersions":["2025-11-25"]}"#, "legacy"),
            (r#"{"supportedVersions":["2031-01-01"]}"#, "2031-01-01"),
            (r#"{"supportedVersions":"all"}"#, "none"),
            (r#"{"content":[]}"#, "none"),
        ] {
            let found = match supported(&raw(text)) {
                Some(SpokenRevision::Modern(_)) => "modern".to_owned(),
                Some(SpokenRevision::Legacy) => "legacy".to_owned(),
                Some(SpokenRevision::Unknown(dates)) => dates,
                None => "none".to_owned(),
            };
            assert_eq!(found, expect, "{text}");
        }
    }
}
