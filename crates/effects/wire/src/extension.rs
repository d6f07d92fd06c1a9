//! Which extension a method belongs to. Capabilities do not say so, so it is determined by name:
//! `skills/list` belongs to the extension `com.example/skills`, the experiment `skills` or the
//! capability `skills`.

use crate::json::RawJson;
use crate::object::RawObject;

/// The prefixes of the protocol's methods, which no server can declare as its own.
const PROTOCOL: [&str; 18] = [
    "tools",
    "resources",
    "prompts",
    "completion",
    "logging",
    "tasks",
    "sampling",
    "elicitation",
    "roots",
    "notifications",
    "server",
    "subscriptions",
    "ping",
    "initialize",
    "initialized",
    "cancelled",
    "progress",
    "message",
];

/// Whether a method is part of the protocol, whatever a server declares.
pub fn is_of_the_protocol(method: &str) -> bool {
    PROTOCOL.contains(&first_part(method))
}

/// The method of a notification without the prefix of all notifications.
pub fn bare_notification(method: &str) -> &str {
    method.strip_prefix("notifications/").unwrap_or(method)
}

/// Whether a method belongs to a capability of this name: the first part of the method is the name,
/// or the last part of the name, or all of it.
pub fn has_method(name: &str, method: &str) -> bool {
    if is_of_the_protocol(method) {
        return false;
    }
    let last = name.rsplit('/').next().unwrap_or(name);
    let below = method.strip_prefix(name);
    last == first_part(method) || below.is_some_and(|rest| rest.starts_with('/'))
}

/// Whether capabilities declare the extension of a method.
pub fn is_declared(capabilities: &RawJson, method: &str) -> bool {
    let all = RawObject::parse(capabilities).unwrap_or_default();
    let inner = |key| {
        let part = all.get(key).and_then(|part| RawObject::parse(part).ok());
        part.unwrap_or_default()
    };
    let (extensions, experimental) = (inner("extensions"), inner("experimental"));
    let mut names = [&all, &extensions, &experimental]
        .into_iter()
        .flat_map(RawObject::iter)
        .map(|(name, _)| name);
    names.any(|name| has_method(name, method))
}

fn first_part(method: &str) -> &str {
    method.split('/').next().unwrap_or(method)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_belongs_to_what_is_declared_under_its_name() {
        let declared = r#"{"newer":{},"roots":{},"extensions":{"com.example/skills":{}},
            "experimental":{"trial":{}}}"#;
        let declared = RawJson::parse(declared).expect("JSON");
        for (method, expect) in [
            ("newer/x", true),
            ("skills/choose", true),
            ("com.example/skills/choose", true),
            ("trial/a/b", true),
            ("roots/list", false),
            ("skillset/choose", false),
            ("notifications/skills/changed", false),
            (bare_notification("notifications/skills/changed"), true),
            (bare_notification("notifications/initialized"), false),
            ("", false),
        ] {
            assert_eq!(is_declared(&declared, method), expect, "{method}");
        }
        let odd = RawJson::parse(r#"{"extensions":7,"experimental":[]}"#).expect("JSON");
        assert!(!is_declared(&odd, "skills/choose"));
    }
}
