use candor_registry::{EntryStatus, limits, read_entry, read_page};
use serde_json::json;

use crate::builders::{document, entry};

#[test]
fn an_entry_of_the_official_registry_is_understood() {
    let mut document = document(json!({
        "title": "Weather",
        "websiteUrl": "https://weather.example/docs",
        "repository": { "url": "https://git.example/ada/weather", "source": "git" },
        "remotes": [{ "type": "sse", "url": "https://weather.example/sse" }],
        "future": { "kept": true },
    }));
    document["_meta"] = json!({ "io.modelcontextprotocol.registry/official": {
        "status": "deprecated",
        "statusMessage": "use `climate`",
        "publishedAt": "2026-01-02T03:04:05Z",
        "updatedAt": "2026-02-03T04:05:06Z",
        "isLatest": false,
    }});
    let entry = read_entry(document).expect("an entry");
    assert_eq!(entry.label(), "Weather");
    assert_eq!(entry.status, EntryStatus::Deprecated);
    assert_eq!(entry.status_message.as_deref(), Some("use `climate`"));
    assert_eq!(entry.updated_at.as_deref(), Some("2026-02-03T04:05:06Z"));
    assert_eq!(
        entry.website.as_deref(),
        Some("https://weather.example/docs")
    );
    assert_eq!(
        entry.repository.as_deref(),
        Some("https://git.example/ada/weather")
    );
    assert!(!entry.is_latest);
    assert_eq!(entry.remotes().count(), 1);
    assert_eq!(entry.document["server"]["future"]["kept"], json!(true));
}

#[test]
fn a_server_json_by_itself_is_an_entry_too() {
    let wrapped = document(json!({}));
    let plain = read_entry(wrapped["server"].clone()).expect("an entry");
    let wrapped = read_entry(wrapped).expect("an entry");
    assert_eq!(plain.digest, wrapped.digest);
    assert!(plain.is_latest && plain.tools.is_none());
}

#[test]
fn the_digest_is_of_the_content_and_not_of_its_order() {
    let one = entry(json!({ "title": "A", "websiteUrl": "https://a.example" }));
    let other = entry(json!({ "websiteUrl": "https://a.example", "title": "A" }));
    let changed = entry(json!({ "title": "B", "websiteUrl": "https://a.example" }));
    assert_eq!(one.digest, other.digest);
    assert_ne!(one.digest, changed.digest);
}

#[test]
fn what_is_no_entry_is_refused_with_a_sentence() {
    let large = "x".repeat(limits::ENTRY_BYTES);
    for (document, expect) in [
        (
            json!(null),
            "an entry is no `server.json`: it has no `name`",
        ),
        (json!([]), "an entry is no `server.json`: it has no `name`"),
        (
            json!({ "server": { "name": 1 } }),
            "an entry is no `server.json`: it has no `name`",
        ),
        (json!({ "name": "a/b" }), "`a/b` has no usable `version`"),
        (
            json!({ "name": "a/b", "version": "" }),
            "`a/b` has no usable `version`",
        ),
        (
            json!({ "name": "a/b", "version": "1 2" }),
            "`a/b` has no usable `version`",
        ),
        (
            json!({ "name": "a/b", "version": "1", "description": large }),
            "`a/b` is larger than 512KiB",
        ),
    ] {
        let error = read_entry(document).expect_err("no entry");
        assert_eq!(error.to_string(), expect);
    }
}

#[test]
fn a_page_gives_its_entries_and_the_way_on() {
    let page = json!({
        "servers": [document(json!({})), { "server": {} }],
        "metadata": { "nextCursor": "ada:1", "count": 2 },
    });
    let page = read_page(page).expect("a page");
    assert_eq!(page.entries.len(), 2);
    assert!(page.entries[0].is_ok() && page.entries[1].is_err());
    assert_eq!(page.next_cursor.as_deref(), Some("ada:1"));
    let last = json!({ "servers": [], "metadata": { "nextCursor": "" } });
    assert_eq!(read_page(last).expect("a page").next_cursor, None);
    for garbage in [json!(null), json!({}), json!({ "servers": 1 }), json!([1])] {
        assert!(read_page(garbage.clone()).is_none(), "{garbage}");
    }
}

#[test]
fn tools_are_declared_by_the_publisher_or_by_the_registry() {
    let tool = json!({
        "name": "delete_city",
        "annotations": { "title": "Delete", "destructiveHint": true },
        "origins": { "destructiveHint": "verified" },
    });
    let published = entry(json!({ "_meta": {
        "io.modelcontextprotocol.registry/publisher-provided": { "tools": [tool.clone()] },
    }}));
    let mut served = document(json!({}));
    served["_meta"] = json!({ "dev.candor/tools": [tool] });
    for entry in [published, read_entry(served).expect("an entry")] {
        let tools = entry.tools.expect("tools");
        assert_eq!(tools[0].name, "delete_city");
        assert_eq!(tools[0].hints.to_string(), "destructive=true");
        assert_eq!(tools[0].origins[0].1, "verified");
    }
}
