//! The keys of an object. Nearly all of them are the protocol's own, which are not allocated.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::json::JsonError;
use crate::meta;

/// The text of a key.
pub(super) type MemberKey = Cow<'static, str>;

/// Known keys of requests, results and definitions of the protocol.
const KNOWN: [&str; 28] = [
    "name",
    "arguments",
    "_meta",
    "uri",
    "cursor",
    "title",
    "version",
    "content",
    "structuredContent",
    "isError",
    "resultType",
    "requestState",
    "inputResponses",
    "task",
    "taskId",
    "ref",
    "argument",
    "code",
    "message",
    meta::PROGRESS_TOKEN,
    meta::PROTOCOL_VERSION,
    meta::CLIENT_CAPABILITIES,
    meta::CLIENT_INFO,
    meta::LOG_LEVEL,
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
];

/// The text of a key, which is a JSON string.
pub(super) fn read(json: &[u8]) -> Result<MemberKey, JsonError> {
    let plain = json
        .strip_prefix(b"\"")
        .and_then(|it| it.strip_suffix(b"\""));
    if let Some(known) = plain.and_then(known) {
        return Ok(Cow::Borrowed(known));
    }
    let plain = plain.filter(|key| !key.contains(&b'\\'));
    match plain.map(std::str::from_utf8) {
        Some(Ok(key)) => Ok(Cow::Owned(key.to_owned())),
        _ => Ok(Cow::Owned(serde_json::from_slice(json)?)),
    }
}

/// A key from our own code.
pub(super) fn of(key: &str) -> MemberKey {
    known(key.as_bytes()).map_or_else(|| Cow::Owned(key.to_owned()), Cow::Borrowed)
}

/// The known keys by their length, so that a key is compared with only a few of them.
static BY_LENGTH: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let longest = KNOWN.iter().map(|known| known.len()).max();
    let mut groups = vec![Vec::new(); longest.unwrap_or_default() + 1];
    for known in KNOWN {
        groups[known.len()].push(known);
    }
    groups
});

fn known(key: &[u8]) -> Option<&'static str> {
    let group = BY_LENGTH.get(key.len())?.iter();
    group.copied().find(|known| known.as_bytes() == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_the_same_whether_it_is_known_or_not() {
        for (json, expect) in [
            (r#""name""#, "name"),
            (r#""n\u0061me""#, "name"),
            (r#""names""#, "names"),
            (r#""""#, ""),
            (r#""é""#, "é"),
            (r#""io.modelcontextprotocol/clientInfo""#, meta::CLIENT_INFO),
        ] {
            assert_eq!(read(json.as_bytes()).expect("a key"), expect, "{json}");
        }
        for known in KNOWN {
            assert!(
                matches!(of(known), Cow::Borrowed(key) if key == known),
                "{known}"
            );
        }
        assert!(matches!(of("mine"), Cow::Owned(key) if key == "mine"));
    }
}
