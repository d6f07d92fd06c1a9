//! Everything the scripted server holds: one flat map, so that states can be compared.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

/// The things of the server, by a key such as `notes/1`.
pub(crate) type Snapshot = BTreeMap<String, Value>;

/// The state of the server.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServerStore {
    pub(crate) things: Snapshot,
}

// === impl ServerStore ===

impl ServerStore {
    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.things.get(key)
    }

    pub(crate) fn put(&mut self, key: impl Into<String>, value: Value) {
        self.things.insert(key.into(), value);
    }

    pub(crate) fn remove(&mut self, key: &str) -> Option<Value> {
        self.things.remove(key)
    }

    /// The things whose key begins so, with the rest of the key.
    pub(crate) fn below(&self, prefix: &str) -> Vec<(String, Value)> {
        let all = self.things.iter();
        all.filter_map(|(key, value)| {
            let rest = key.strip_prefix(prefix)?;
            Some((rest.to_owned(), value.clone()))
        })
        .collect()
    }

    /// A number that nothing below the prefix has yet.
    pub(crate) fn next_id(&self, prefix: &str) -> u64 {
        let ids = self.below(prefix);
        let ids = ids.iter().filter_map(|(rest, _)| rest.parse::<u64>().ok());
        ids.max().unwrap_or(0) + 1
    }

    /// The version of a thing, which follows from what it holds.
    pub(crate) fn etag(&self, key: &str) -> Option<String> {
        Some(etag(self.get(key)?))
    }
}

/// A version that follows from the value.
pub(crate) fn etag(value: &Value) -> String {
    let mut hasher = DefaultHasher::new();
    value.to_string().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
