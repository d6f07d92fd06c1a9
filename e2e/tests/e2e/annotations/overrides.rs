//! What people say about tools counts more than what their servers say, field by field.

use candor_testkit::text::args;
use candor_testkit::{RawClient, ServerEra, assert_contains};
use reqwest::Method;
use serde_json::{Value, json};

use super::serve;

const TOOLS: &str = r#"[
    {"name":"list_books","title":"Books","description":"Lists books.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"idempotentHint":true,"shelf":"b"}},
    {"name":"get_book","title":"A Book","description":"Gets a book.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
    {"name":"drop_book","title":"Drop","description":"Drops a book.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true}}]"#;

const SAID: &str = r#"
[annotations."s.*"]
open_world = true
idempotent = false
[annotations."s.list_*"]
open_world = false
[annotations."s.list_books"]
idempotent = "unset"
title = "All Books"
[annotations."s.drop_book"]
destructive = "unset"
title = ""
[environments.prod.annotations."s.*"]
idempotent = true
[environments.prod.annotations."s.get_book"]
read_only = false
destructive = true
title = "A Book, Live"
"#;

/// The file: wildcards, the more exact after the less exact; unset clears; an environment has
/// opinions of its own.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_file_says_is_served() {
    let (candor, _file) = serve(
        TOOLS,
        &format!("[inference]\nenabled = false\ntitles = false\n{SAID}"),
    );
    let served = candor.client(ServerEra::Legacy).await.offered().await;
    for (tool, expected) in [
        (
            "s_list_books",
            json!({"readOnlyHint": true, "shelf": "b", "title": "All Books", "openWorldHint": false}),
        ),
        (
            "s_get_book",
            json!({"readOnlyHint": true, "title": "A Book", "openWorldHint": true, "idempotentHint": false}),
        ),
        (
            "s_drop_book",
            json!({"readOnlyHint": false, "openWorldHint": true, "idempotentHint": false}),
        ),
    ] {
        assert_eq!(served[tool]["annotations"], expected, "{tool}");
        assert_eq!(served[tool]["title"], expected["title"], "{tool}");
    }

    let prod = candor.at("/mcp@prod");
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let served = RawClient::http(&prod, era).await.offered().await;
        for (tool, expected) in [
            (
                "s_list_books",
                json!({"readOnlyHint": true, "shelf": "b", "title": "All Books", "openWorldHint": false, "idempotentHint": true}),
            ),
            (
                "s_get_book",
                json!({"readOnlyHint": false, "destructiveHint": true, "title": "A Book, Live", "openWorldHint": true, "idempotentHint": true}),
            ),
        ] {
            assert_eq!(served[tool]["annotations"], expected, "{tool} {era:?}");
        }
    }
}

/// What the file declares can be seen at every door and changed at none.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_file_says_wins() {
    let (gateway, _file) = serve(TOOLS, SAID);
    gateway.all_ready().await;
    let api = gateway.api();
    let mine = json!({"title": "Mine"});
    let refused = api.patch("/annotations/s.list_books", &mine).await;
    let refused = refused.refused(409);
    assert_contains(&refused, "`title`");
    assert_contains(&refused, "candor.toml");
    let (code, said) = gateway.command(&["annotate", "s.list_books", "--open-world", "true"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("candor.toml"), "{said}");
    let listed = api.read("/annotations").await;
    let declared = listed["items"].as_array().expect("items").iter();
    assert_eq!(
        declared.filter(|entry| entry["declared"] == true).count(),
        6,
        "{listed}"
    );
    // A field that the file does not mention is free.
    gateway.fine(&["annotate", "s.list_books", "--destructive", "false"]);
}

/// The same words through the command line and the API: set, unset, say nothing any more.
#[tokio::test(flavor = "multi_thread")]
async fn overrides_are_set_cleared_and_withdrawn() {
    let (gateway, _file) = serve(TOOLS, "[environments.prod]\n");
    gateway.all_ready().await;
    let api = gateway.api();
    let mut client = gateway.client(ServerEra::Legacy).await;
    client.listen().await;
    let mut hints = async || client.offered().await["s_drop_book"]["annotations"].clone();
    assert_eq!(hints().await["destructiveHint"], true);

    let path = "/annotations/s.drop_book";
    let unset = json!({"destructive": "unset", "extra": {"x/y": [1.0]}, "why": "a test"});
    let answer = api.patch(path, &unset).await;
    let first = answer.etag().expect("a tag");
    answer.fine();
    assert_eq!(hints().await["destructiveHint"], Value::Null);
    assert_eq!(hints().await["x/y"], json!([1.0]));
    let gone = json!({"destructive": null, "extra": {"x/y": null}, "title": "Gone"});
    api.patch(path, &gone).await.fine();
    assert_eq!(hints().await["destructiveHint"], true);
    assert_eq!(hints().await["title"], "Gone");
    assert_eq!(hints().await.get("x/y"), None);

    let late = json!({"title": "Late"});
    let tag = [("if-match", first.as_str())];
    let stale = api.send(Method::PATCH, path, Some(&late), &tag).await;
    let now = stale.etag().expect("the tag it has now");
    assert!(stale.refused(412).contains("read it again"));
    let bare = api.send(Method::DELETE, path, None, &[]).await;
    assert!(bare.refused(428).contains("If-Match"));
    api.delete(path, &now).await.fine();
    assert_eq!(hints().await["title"], "Drop");

    let records = api.changes("annotations.amend", "s.drop_book").await;
    assert_eq!(records.len(), 3, "{records:?}");
    assert_eq!(records[2]["new"]["destructive"], "unset");
    assert_eq!(records[2]["why"], "a test");
    assert_eq!(records[0]["new"], Value::Null);
    assert_eq!(records[0]["old"]["title"], "Gone");
}

/// Bad input is refused with the value and the way out, and changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn slips_of_the_pen_are_refused() {
    let (gateway, _file) = serve(TOOLS, "");
    gateway.all_ready().await;
    let api = gateway.api();
    let title = json!({"title": "T"});
    for (path, body, status, sentence) in [
        ("s.get_bok", &title, 404, "did you mean `s.get_book`"),
        ("s.zz*", &title, 404, "`s.zz*` matches no tool"),
        ("s.get_book?environment=nosuch", &title, 404, "`nosuch`"),
        ("nodot", &title, 422, "`nodot`"),
        ("s.get_book", &json!({"title": "a\u{202e}b"}), 422, "U+202E"),
        ("s.get_book", &json!({"read_ony": true}), 422, "read_ony"),
        (
            "s.get_book",
            &json!({"extra": {"readOnlyHint": true}}),
            422,
            "`read_only`",
        ),
        ("s.get_book", &json!({}), 422, "no change given"),
    ] {
        let answer = api.patch(&format!("/annotations/{path}"), body).await;
        let refused = answer.refused(status);
        assert!(refused.contains(sentence), "{path}: {refused}");
    }
    for (line, sentence) in [
        ("annotate s.get_bok --title T", "s.get_book"),
        ("annotate s.zz* --title T", "matches no tool"),
        (
            "annotate s.get_book --title T --environment nosuch",
            "nosuch",
        ),
        ("annotate s.get_book --title a\u{7}b", "U+0007"),
        ("annotate s.get_book --read-only maybe", "maybe"),
    ] {
        let (code, said) = gateway.command(&args(line));
        assert_eq!(code, 2, "{line}: {said}");
        assert!(said.contains(sentence), "{line}: {said}");
    }
    assert_eq!(api.read("/annotations").await["items"], json!([]));
    assert_eq!(api.read("/audit/changes").await["items"], json!([]));
}
