//! The finished bytes of every list, one form per era.

use candor_model::McpEra;
use candor_wire::{RawJson, RawObject, meta};

/// How long lists may be kept, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListFreshness {
    pub(crate) ttl_ms: u64,
    pub(crate) scope: &'static str,
}

/// One list's `result`, ready to be copied into a response.
#[derive(Debug, PartialEq)]
pub(super) struct ListBytes {
    legacy: RawJson,
    modern: RawJson,
}

/// The lists of what is served besides tools.
#[derive(Debug, Default)]
pub(super) struct ContentLists {
    pub(super) resources: ListBytes,
    pub(super) templates: ListBytes,
    pub(super) prompts: ListBytes,
}

// === impl ListFreshness ===

impl Default for ListFreshness {
    fn default() -> Self {
        Self {
            ttl_ms: 0,
            scope: "private",
        }
    }
}

// === impl ListBytes ===

impl ListBytes {
    pub(super) fn new<'a>(
        key: &str,
        items: impl IntoIterator<Item = &'a RawJson>,
        cache: ListFreshness,
    ) -> Self {
        Self::with_meta(key, items, cache, None)
    }

    /// The same with a further member of `_meta`.
    pub(super) fn with_meta<'a>(
        key: &str,
        items: impl IntoIterator<Item = &'a RawJson>,
        cache: ListFreshness,
        more: Option<(&str, RawJson)>,
    ) -> Self {
        let array = RawJson::array(items);
        let mut legacy: RawObject = [(key, array.clone())].into_iter().collect();
        if let Some((name, value)) = &more {
            let meta = RawObject::from_iter([(*name, value.clone())]);
            legacy.set("_meta", meta.to_json());
        }
        let meta = std::iter::once((meta::SERVER_INFO, server_info())).chain(more);
        let modern: RawObject = [
            ("resultType", RawJson::string("complete")),
            (key, array),
            ("ttlMs", RawJson::number(cache.ttl_ms)),
            ("cacheScope", RawJson::string(cache.scope)),
            ("_meta", meta.collect::<RawObject>().to_json()),
        ]
        .into_iter()
        .collect();
        Self {
            legacy: legacy.to_json(),
            modern: modern.to_json(),
        }
    }

    pub(super) fn of(&self, era: McpEra) -> RawJson {
        match era {
            McpEra::Legacy => self.legacy.clone(),
            McpEra::Modern => self.modern.clone(),
        }
    }
}

impl Default for ListBytes {
    fn default() -> Self {
        Self::new("items", [], ListFreshness::default())
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

/// An object without members.
pub(super) fn empty_object() -> RawJson {
    RawObject::default().to_json()
}
