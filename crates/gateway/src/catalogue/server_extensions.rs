//! What servers announce beyond the protocol: extensions, experiments and custom capabilities.
//!
//! All of it is announced to clients, as a single server would. A method that is not part of the
//! protocol goes to the source that announces a matching name: `skills/list` to the one with the
//! extension `io.modelcontextprotocol/skills`, the experiment `skills` or the capability `skills`.

use std::collections::BTreeSet;

use candor_wire::{RawJson, RawObject, extension, meta};

/// The capabilities of the protocol, which are composed and not passed on.
const KNOWN: [&str; 9] = [
    "tools",
    "resources",
    "prompts",
    "completions",
    "logging",
    "tasks",
    "extensions",
    "experimental",
    // A capability of clients; from a server it has no meaning.
    "sampling",
];
/// The maximum number of entries of all servers together, and the maximum length of their names.
const MOST: usize = 100;
const LONGEST_NAME: usize = 200;

/// The names that one server announces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ServerExtensions(BTreeSet<Box<str>>);

// === impl ServerExtensions ===

impl ServerExtensions {
    pub(super) fn of(capabilities: &RawJson) -> Self {
        let mut names = BTreeSet::new();
        for part in [
            ExtensionPart::Own,
            ExtensionPart::Extensions,
            ExtensionPart::Experimental,
        ] {
            names.extend(part.entries(capabilities).into_iter().map(|(name, _)| name));
        }
        Self(names)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a method belongs to an announced name. For a notification, the part after the prefix
    /// of all notifications is compared.
    pub(super) fn has_method(&self, method: &str) -> bool {
        let method = extension::bare_notification(method);
        let mut names = self.0.iter();
        names.any(|name| extension::has_method(name, method))
    }
}

/// The parts of the capabilities in which a server announces something.
#[derive(Clone, Copy)]
enum ExtensionPart {
    /// Next to the capabilities of the protocol.
    Own,
    Extensions,
    Experimental,
}

// === impl ExtensionPart ===

impl ExtensionPart {
    fn entries(self, capabilities: &RawJson) -> Vec<(Box<str>, RawJson)> {
        let all = RawObject::parse(capabilities).unwrap_or_default();
        let inner = |key| {
            let part = all.get(key).and_then(|part| RawObject::parse(part).ok());
            part.unwrap_or_default()
        };
        let part = match self {
            Self::Own => all,
            Self::Extensions => inner("extensions"),
            Self::Experimental => inner("experimental"),
        };
        let is_known = |name: &str| match self {
            Self::Own => KNOWN.contains(&name),
            // Tasks are routed by their ids, and announced separately.
            Self::Extensions => name == meta::TASKS,
            Self::Experimental => false,
        };
        let fits = |name: &str| {
            !name.is_empty()
                && name.len() <= LONGEST_NAME
                && name.chars().all(|one| one.is_ascii_graphic())
        };
        part.iter()
            .filter(|(name, _)| !is_known(name) && fits(name))
            .map(|(name, value)| (name.into(), value.clone()))
            .collect()
    }
}

/// The gateway's capabilities with what all servers announce beyond the protocol.
pub(super) fn union<'a>(offered: &RawJson, servers: impl Iterator<Item = &'a RawJson>) -> RawJson {
    let mut own = RawObject::default();
    let mut extensions = RawObject::default();
    let mut experimental = RawObject::default();
    let mut count = 0;
    for capabilities in servers {
        for (part, all) in [
            (ExtensionPart::Own, &mut own),
            (ExtensionPart::Extensions, &mut extensions),
            (ExtensionPart::Experimental, &mut experimental),
        ] {
            for (name, value) in part.entries(capabilities) {
                let before = all.get(&name).cloned();
                count += usize::from(before.is_none());
                if count <= MOST {
                    all.set(
                        &name,
                        before.map_or(value.clone(), |before| common(&before, &value)),
                    );
                }
            }
        }
    }
    let mut members = RawObject::parse(offered).unwrap_or_default();
    for (name, value) in own.iter() {
        members.set(name, value.clone());
    }
    for (name, all) in [("extensions", extensions), ("experimental", experimental)] {
        if !all.is_empty() {
            members.set(name, all.to_json());
        }
    }
    members.to_json()
}

/// The common part of two announcements: only what both agree on can be promised.
fn common(one: &RawJson, other: &RawJson) -> RawJson {
    if one == other {
        return one.clone();
    }
    let open = |json: &RawJson| RawObject::parse(json).unwrap_or_default();
    let (one, other) = (open(one), open(other));
    let alike = one
        .iter()
        .filter(|(name, value)| other.get(name) == Some(value));
    let alike: RawObject = alike.map(|(name, value)| (name, value.clone())).collect();
    alike.to_json()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> RawJson {
        RawJson::parse(text.to_owned()).expect("JSON")
    }

    #[test]
    fn clients_are_told_what_every_server_announces() {
        let servers = [
            json(r#"{"tools":{},"newer":{"a":1},"extensions":{"x/skills":{"v":1,"w":2}}}"#),
            json(
                r#"{"experimental":{"trial":{}},"extensions":{"x/skills":{"v":1,"w":3},"io.modelcontextprotocol/tasks":{}}}"#,
            ),
            json(r#"{"extensions":7,"experimental":{"":{},"a b":{}}}"#),
        ];
        let all = union(&json(r#"{"tools":{"listChanged":true}}"#), servers.iter());
        assert_eq!(
            all.to_string(),
            r#"{"tools":{"listChanged":true},"newer":{"a":1},"extensions":{"x/skills":{"v":1}},"experimental":{"trial":{}}}"#
        );
        let nothing = union(&json(r#"{"tools":{}}"#), std::iter::empty());
        assert_eq!(nothing.to_string(), r#"{"tools":{}}"#);
    }

    #[test]
    fn a_method_belongs_to_what_has_its_name() {
        let server = ServerExtensions::of(&json(
            r#"{"tools":{},"newer":{},"ping":{},"extensions":{"com.example/skills":{},"evil.example/resources":{}},"experimental":{"trial":{}}}"#,
        ));
        for method in [
            "newer/x",
            "skills/list",
            "com.example/skills/list",
            "trial/a/b",
            "notifications/skills/changed",
        ] {
            assert!(server.has_method(method), "{method}");
        }
        let strange = [
            "tools/x",
            "skillset/list",
            "com.example/other",
            "",
            "trialx",
        ];
        for method in strange.into_iter().chain(["ping", "resources/subscribe"]) {
            assert!(!server.has_method(method), "{method}");
        }
    }
}
