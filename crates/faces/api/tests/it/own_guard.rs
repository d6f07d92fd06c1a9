//! Who calls and edits, but may not decide, cannot let its own calls through.

use serde_json::{Value, json};

use crate::fixture::{ApiFixture, TestRequest};

const REFUSED: &str = "this would let your own calls through unasked";

/// Every way in which an editor can loosen what asks; a row is a method, a path and a body.
fn loosening() -> [(&'static str, &'static str, Value); 11] {
    [
        (
            "PATCH",
            "/annotations/shop.delete_book",
            json!({"destructive": false}),
        ),
        ("PATCH", "/annotations/shop.*", json!({"confirm": "never"})),
        (
            "PATCH",
            "/annotations/shop.delete_book?toolset=kit",
            json!({"destructive": "unset"}),
        ),
        ("DELETE", "/annotations/shop.add_book", json!(null)),
        (
            "POST",
            "/suggestions/accept",
            json!({"tool": "shop.list_books", "hint": "read_only"}),
        ),
        ("PUT", "/policy/preferences", json!({"unset": "allow"})),
        (
            "PUT",
            "/policy/preferences/kit",
            json!({"always_confirm_destructive": false}),
        ),
        ("DELETE", "/toolsets/kit", json!(null)),
        ("PUT", "/equipped", json!({"toolset": null})),
        (
            "PUT",
            "/policy/rules/careful",
            json!({"effect": "allow", "tool": ["shop.*"]}),
        ),
        ("DELETE", "/policy/rules/careful", json!(null)),
    ]
}

/// Asks for a change, whatever others change meanwhile.
fn ask<'a>(
    world: &'a ApiFixture,
    method: &'static str,
    path: &str,
    body: &Value,
) -> TestRequest<'a> {
    let mut ask = world.bare(method, path);
    if method != "PATCH" {
        ask = ask.if_match("*");
    }
    if body.is_null() {
        return ask;
    }
    ask.header("content-type", "application/json")
        .body(&body.to_string())
}

#[tokio::test]
async fn whoever_calls_and_edits_cannot_loosen_what_asks() {
    let world = ApiFixture::guarded().await;
    let agent = world.token("agent", "caller,editor").await;
    let members = json!({"name": "kit", "members": ["shop.*"]});
    // What is stricter than before, it may say.
    for (method, path, body) in [
        ("POST", "/toolsets", members),
        (
            "PATCH",
            "/annotations/shop.add_book",
            json!({"confirm": "always", "title": "Add a book"}),
        ),
        (
            "PATCH",
            "/annotations/shop.list_books?toolset=kit",
            json!({"confirm": "always"}),
        ),
        ("PUT", "/equipped", json!({"toolset": "kit"})),
        ("PUT", "/policy/preferences", json!({"unset": "ask"})),
        (
            "PUT",
            "/policy/rules/careful",
            json!({"effect": "ask", "tool": ["shop.*"]}),
        ),
    ] {
        let reply = ask(&world, method, path, &body).by(&agent).send().await;
        assert!(reply.status < 300, "{method} {path}: {}", reply.text);
    }
    for (method, path, body) in loosening() {
        let ask = ask(&world, method, path, &body).by(&agent);
        ask.refused(403, "not-allowed", REFUSED).await;
    }
    // Approvers are not limited, nor are users who call nothing.
    let lead = world.token("lead", "caller,editor,approver").await;
    let keeper = world.token("keeper", "editor").await;
    for (at, (method, path, body)) in loosening().into_iter().enumerate() {
        let token = if at % 2 == 0 { &lead } else { &keeper };
        let reply = ask(&world, method, path, &body).by(token).send().await;
        assert!(reply.status < 300, "{method} {path}: {}", reply.text);
    }
}

#[tokio::test]
async fn an_older_version_that_asks_less_is_not_brought_back() {
    let world = ApiFixture::guarded().await;
    let agent = world.token("agent", "caller,editor").await;
    let keeper = world.token("keeper", "editor").await;
    let members = json!({"name": "kit", "members": ["shop.*"]});
    let made = ask(&world, "POST", "/toolsets", &members);
    made.by(&keeper).sent(201).await;
    let path = "/annotations/shop.list_books?toolset=kit";
    let strict = json!({"confirm": "always"});
    ask(&world, "PATCH", path, &strict)
        .by(&keeper)
        .gives(200)
        .await;
    let versions = world
        .get("/toolsets/kit/versions")
        .by(&keeper)
        .gives(200)
        .await;
    let versions = versions["items"].as_array().expect("versions").clone();
    let first = versions.last().expect("one")["version"].clone();
    let back = json!({"version": first});
    let restore = ask(&world, "POST", "/toolsets/kit/restore", &back).by(&agent);
    restore.refused(403, "not-allowed", REFUSED).await;
    let restore = ask(&world, "POST", "/toolsets/kit/restore", &back).by(&keeper);
    restore.gives(200).await;
}
