//! The serialized lists, one form per era.

use candor_model::McpEra;
use candor_wire::{ArrayPart, JsonPieces, RawJson, RawObject, meta};

/// How long lists may be cached, and by whom.
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
        items: impl IntoIterator<Item = &'a RawJson, IntoIter: Clone>,
        cache: ListFreshness,
    ) -> Self {
        let array = RawJson::array(items);
        let written = |era| list_result(key, array.clone(), era, cache, None);
        Self {
            legacy: written(McpEra::Legacy),
            modern: written(McpEra::Modern),
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

/// The `result` of a list request. `more` is an additional member of its `_meta`.
pub(super) fn list_result(
    key: &str,
    array: RawJson,
    era: McpEra,
    cache: ListFreshness,
    more: Option<(&str, RawJson)>,
) -> RawJson {
    list_members(key, array, era, cache, more).to_json()
}

/// Like [`list_result`], for a list whose parts are shared with other lists.
pub(super) fn pieced_list_result(
    key: &str,
    parts: &[ArrayPart],
    era: McpEra,
    cache: ListFreshness,
) -> JsonPieces {
    let place = RawJson::array([]);
    list_members(key, place, era, cache, None).to_pieces(key, parts)
}

fn list_members(
    key: &str,
    array: RawJson,
    era: McpEra,
    cache: ListFreshness,
    more: Option<(&str, RawJson)>,
) -> RawObject {
    match era {
        McpEra::Legacy => {
            let meta = more.map(|more| RawObject::from_iter([more]).to_json());
            let meta = meta.map(|meta| ("_meta", meta));
            std::iter::once((key, array)).chain(meta).collect()
        }
        McpEra::Modern => {
            let meta = std::iter::once((meta::SERVER_INFO, server_info())).chain(more);
            let members = [
                ("resultType", RawJson::string("complete")),
                (key, array),
                ("ttlMs", RawJson::number(cache.ttl_ms)),
                ("cacheScope", RawJson::string(cache.scope)),
                ("_meta", meta.collect::<RawObject>().to_json()),
            ];
            members.into_iter().collect()
        }
    }
}

/// The gateway's own `serverInfo`.
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
