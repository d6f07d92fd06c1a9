//! The News app.

use serde_json::json;

use super::{Asked, Reply};
use crate::store::ServerStore;

pub(super) fn answer(store: &ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    match (asked.method.as_str(), rest) {
        ("GET", ["api", "v1-3", "folders"]) => {
            Reply::json(200, &json!({"folders": [{"id": 1, "name": "Science"}]}))
        }
        ("GET", ["api", "v1-3", "feeds"]) => {
            let feeds = store.below("feed/").into_iter().map(|(_, feed)| feed);
            let feeds: Vec<_> = feeds.collect();
            Reply::json(200, &json!({"feeds": feeds, "starredCount": 1}))
        }
        ("GET", ["api", "v1-3", "status"]) => {
            let warnings = json!({"improperlyConfiguredCron": false});
            Reply::json(200, &json!({"version": "27.0.0", "warnings": warnings}))
        }
        ("GET", ["api", "v1-3", "version"]) => Reply::json(200, &json!({"version": "27.0.0"})),
        ("GET", ["api", "v1-3", "items"]) => items(store, asked),
        _ => Reply::json(404, &json!({"message": "no such version of the interface"})),
    }
}

/// Items below the offset, the latest first.
fn items(store: &ServerStore, asked: &Asked) -> Reply {
    let number = |name: &str| asked.query[name].parse::<u64>().unwrap();
    let (kind, id, offset) = (number("type"), number("id"), number("offset"));
    let with_read = asked.query["getRead"] == "true";
    let all = store.below("item/").into_iter().rev().map(|(_, item)| item);
    let all = all.filter(|item| match kind {
        0 => item["feedId"] == id,
        1 => id == 1,
        2 => item["starred"] == true,
        _ => true,
    });
    let all = all.filter(|item| with_read || item["unread"] == true);
    let all = all.filter(|item| offset == 0 || item["id"].as_u64().unwrap() < offset);
    let size = usize::try_from(number("batchSize")).unwrap();
    let items: Vec<_> = all.take(size).collect();
    Reply::json(200, &json!({"items": items}))
}
