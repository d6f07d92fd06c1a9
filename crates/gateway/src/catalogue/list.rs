//! The finished bytes of every list, one form per era.

use candor_model::Era;
use candor_wire::{RawJson, RawObject, meta};

use super::Listed;

/// One list's `result`, ready to be copied into a response.
#[derive(Debug)]
struct List {
    legacy: RawJson,
    modern: RawJson,
}

/// All four.
#[derive(Debug)]
pub(super) struct Lists {
    tools: List,
    resources: List,
    templates: List,
    prompts: List,
    ttl_ms: u64,
    scope: &'static str,
}

// === impl Lists ===

impl Lists {
    pub(super) fn new(
        tools: &[RawJson],
        resources: &[RawJson],
        templates: &[RawJson],
        prompts: &[RawJson],
        (ttl_ms, scope): (u64, &'static str),
    ) -> Self {
        let list = |key, items| List::new(key, items, ttl_ms, scope);
        Self {
            tools: list("tools", tools),
            resources: list("resources", resources),
            templates: list("resourceTemplates", templates),
            prompts: list("prompts", prompts),
            ttl_ms,
            scope,
        }
    }

    pub(super) fn get(&self, which: Listed, era: Era) -> RawJson {
        let list = match which {
            Listed::Tools => &self.tools,
            Listed::Resources => &self.resources,
            Listed::Templates => &self.templates,
            Listed::Prompts => &self.prompts,
        };
        match era {
            Era::Legacy => list.legacy.clone(),
            Era::Modern => list.modern.clone(),
        }
    }

    pub(super) fn cache(&self) -> (u64, &'static str) {
        (self.ttl_ms, self.scope)
    }
}

impl Default for Lists {
    fn default() -> Self {
        Self::new(&[], &[], &[], &[], (0, "private"))
    }
}

// === impl List ===

impl List {
    fn new(key: &str, items: &[RawJson], ttl_ms: u64, scope: &str) -> Self {
        let array = RawJson::array(items);
        let legacy: RawObject = [(key, array.clone())].into_iter().collect();
        let modern: RawObject = [
            ("resultType", RawJson::string("complete")),
            (key, array),
            ("ttlMs", RawJson::number(ttl_ms)),
            ("cacheScope", RawJson::string(scope)),
            (
                "_meta",
                RawObject::from_iter([(meta::SERVER_INFO, server_info())]).to_json(),
            ),
        ]
        .into_iter()
        .collect();
        Self {
            legacy: legacy.to_json(),
            modern: modern.to_json(),
        }
    }
}

/// What Candor calls itself.
pub fn server_info() -> RawJson {
    RawJson::from_value(&serde_json::json!({
        "name": "candor",
        "title": "Candor",
        "version": env!("CARGO_PKG_VERSION"),
    }))
}

/// `{}`.
pub(super) fn empty_object() -> RawJson {
    RawObject::default().to_json()
}
