//! What a source offers.

use std::sync::Arc;

use candor_model::{Diagnostic, McpRevision};
use candor_wire::header::ParamHeader;
use candor_wire::{RawJson, RawObject};

use crate::validate;

/// Everything that a source offers at one moment, and diagnostics about the rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inventory {
    /// The facts about the server.
    pub server: ServerFacts,
    /// The tools that can be served, in the server's order. Copies of an inventory share them.
    pub tools: Vec<Arc<ToolEntry>>,
    /// The resources of the source.
    pub resources: Vec<ResourceEntry>,
    /// The resource templates.
    pub templates: Vec<TemplateEntry>,
    /// The prompts of the source.
    pub prompts: Vec<PromptEntry>,
    /// What is left out, and why.
    pub diagnostics: Vec<Diagnostic>,
    /// How long the lists may be cached: the strictest of the server's hints.
    pub cache: CacheHint,
}

/// What a server states about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerFacts {
    /// The server's name.
    pub name: String,
    /// The server's version.
    pub version: String,
    /// The server's instructions for a model.
    pub instructions: Option<String>,
    /// Its capabilities, as sent.
    pub capabilities: RawJson,
    /// The revision of the connection.
    pub revision: McpRevision,
}

/// One tool and its schemas.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolEntry {
    /// Its name at the source.
    pub name: String,
    /// Every member of the definition, as sent.
    pub definition: RawObject,
    /// The schema of its arguments.
    pub input_schema: RawJson,
    /// The schema of its structured results.
    pub output_schema: Option<RawJson>,
    /// Arguments that are also sent as HTTP headers; empty unless the source is modern HTTP.
    pub headers: Vec<ParamHeader>,
}

/// One resource and its URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceEntry {
    /// Its URI at the source.
    pub uri: String,
    /// Every member of the definition, as sent.
    pub definition: RawObject,
}

/// One resource template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateEntry {
    /// Its URI template at the source.
    pub uri_template: String,
    /// Every member of the definition, as sent.
    pub definition: RawObject,
}

/// One prompt and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptEntry {
    /// Its name at the source.
    pub name: String,
    /// Every member of the definition, as sent.
    pub definition: RawObject,
}

/// How long a list may be cached and by whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheHint {
    /// The time in milliseconds; `None` if the server did not state it.
    pub ttl_ms: Option<u64>,
    /// Whether the cache is private to clients with the same credentials.
    pub private: bool,
}

// === impl ServerFacts ===

impl ServerFacts {
    /// Whether it has tools.
    pub fn has_tools(&self) -> bool {
        self.capability("tools").is_some()
    }

    /// Whether it has resources.
    pub fn has_resources(&self) -> bool {
        self.capability("resources").is_some()
    }

    /// Whether it supports subscriptions to resources.
    pub fn can_subscribe(&self) -> bool {
        self.says("resources", "subscribe")
    }

    /// Whether it has prompts.
    pub fn has_prompts(&self) -> bool {
        self.capability("prompts").is_some()
    }

    /// Whether it completes arguments.
    pub fn has_completions(&self) -> bool {
        self.capability("completions").is_some()
    }

    /// Whether it sends log messages.
    pub fn has_logging(&self) -> bool {
        self.capability("logging").is_some()
    }

    /// Whether calls of its tools can become tasks (2025-11-25).
    pub fn has_tasks(&self) -> bool {
        let open = |json: &RawJson| RawObject::parse(json).ok();
        let requests = self.capability("tasks").as_ref().and_then(open);
        let requests = requests.and_then(|tasks| open(tasks.get("requests")?));
        let tools = requests.and_then(|requests| open(requests.get("tools")?));
        tools.is_some_and(|tools| tools.get("call").is_some())
    }

    /// Whether it announces changes of the list behind a capability: `tools`, `resources` or
    /// `prompts`.
    pub fn announces_changes(&self, capability: &str) -> bool {
        self.says(capability, "listChanged")
    }

    fn capability(&self, key: &str) -> Option<RawJson> {
        let all = RawObject::parse(&self.capabilities).ok()?;
        all.get(key).filter(|value| value.is_object()).cloned()
    }

    fn says(&self, capability: &str, flag: &str) -> bool {
        self.capability(capability)
            .and_then(|members| RawObject::parse(&members).ok())
            .and_then(|members| members.get(flag)?.decode::<bool>().ok())
            .unwrap_or(false)
    }
}

impl Default for ServerFacts {
    fn default() -> Self {
        Self {
            name: String::new(),
            version: String::new(),
            instructions: None,
            capabilities: RawObject::default().to_json(),
            revision: McpRevision::NEWEST_LEGACY,
        }
    }
}

// === impl ToolEntry ===

impl ToolEntry {
    /// A tool from a cached definition. `None` if that cannot be parsed any more.
    pub fn remembered(definition: &RawJson) -> Option<Self> {
        validate::tool(definition, false).ok()
    }

    /// The total size of its schemas in bytes.
    pub fn schema_len(&self) -> usize {
        let output = self.output_schema.as_ref();
        self.input_schema.len() + output.map_or(0, RawJson::len)
    }
}

// === impl CacheHint ===

impl CacheHint {
    /// The stricter of two: the shorter time, and private if either is.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let ttl_ms = match (self.ttl_ms, other.ttl_ms) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (one, other) => one.or(other),
        };
        Self {
            ttl_ms,
            private: self.private || other.private,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(capabilities: &'static str) -> ServerFacts {
        let capabilities = RawJson::parse(capabilities).expect("JSON");
        ServerFacts {
            capabilities,
            ..ServerFacts::default()
        }
    }

    #[test]
    fn capabilities_are_read_leniently() {
        let some = facts(r#"{"tools":{},"resources":{"subscribe":true,"listChanged":"yes"}}"#);
        assert!(some.has_tools() && some.has_resources() && some.can_subscribe());
        assert!(!some.has_prompts() && !some.announces_changes("resources"));
        for odd in ["[]", r#"{"tools":null}"#, r#"{"tools":{},"tools":{}}"#] {
            assert!(!facts(odd).has_tools(), "{odd}");
        }
    }

    #[test]
    fn the_stricter_hint_wins() {
        let public = CacheHint {
            ttl_ms: Some(500),
            private: false,
        };
        let private = CacheHint {
            ttl_ms: None,
            private: true,
        };
        assert_eq!(
            public.and(private),
            CacheHint {
                ttl_ms: Some(500),
                private: true
            }
        );
        let short = CacheHint {
            ttl_ms: Some(3),
            private: false,
        };
        assert_eq!(public.and(short).ttl_ms, Some(3));
    }
}
