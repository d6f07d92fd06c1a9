//! Who is let in, and what is said to those who are not.

use serde_json::json;

use crate::fixture::{ApiFixture, BODY_MAX};

#[tokio::test]
async fn foreign_hosts_and_pages_are_refused() {
    let world = ApiFixture::shop().await;
    let part = "the host `evil.example` is not served here";
    for path in ["", "/tools", "/nothing/here", "/openapi.json"] {
        let ask = world.get(path).header("host", "evil.example");
        ask.refused(403, "forbidden", part).await;
    }
    let page = world.get("/tools").header("origin", "https://evil.example");
    page.refused(403, "forbidden", "`server.allowed_origins`")
        .await;
    let page = world
        .post("/environments", json!({"name": "prod"}))
        .header("origin", "null");
    page.refused(403, "forbidden", "requests from the origin `null`")
        .await;
    world
        .get("/tools")
        .header("origin", "http://localhost:5173")
        .sent(200)
        .await;
    assert_eq!(world.json("/environments").await["items"], json!([]));
}

#[tokio::test]
async fn what_is_not_there_is_a_problem_too() {
    let world = ApiFixture::shop().await;
    for path in [
        "/nothing",
        "/tools/",
        "/tools/a/b/c",
        "/environments/x/variables",
    ] {
        let part =
            format!("there is nothing at `/api/v1{path}`; `GET /api/v1` shows what there is");
        world.get(path).unknown(&part).await;
        world.post(path, "{}").unknown(&part).await;
    }
    for (method, path, allow) in [
        ("POST", "/tools", "GET,HEAD"),
        ("PUT", "/annotations/shop.x", "GET,HEAD,PATCH,DELETE"),
        ("GET", "/suggestions/accept", "POST"),
        ("OPTIONS", "/environments", "GET,HEAD,POST"),
        ("DELETE", "", "GET,HEAD"),
    ] {
        let part = format!("`{method}` is not possible here");
        let reply = world.bare(method, path).refused(405, "method", &part).await;
        assert_eq!(reply.header("allow"), Some(allow), "{method} {path}");
    }
}

#[tokio::test]
async fn bodies_must_be_json_of_a_sensible_size() {
    let world = ApiFixture::shop().await;
    let post = |body: &str| world.post("/environments", body);
    for kind in [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonx",
    ] {
        let ask = post(r#"{"name": "prod"}"#).header("content-type", kind);
        let part = "the `Content-Type` of a `POST` must be `application/json`";
        ask.refused(415, "media-type", part).await;
    }
    for (body, part) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{\"name\": \n oops}", "expected value at line 2 column 2"),
        (
            "{\"name\": \"prod\"} x",
            "trailing characters at line 1 column 18",
        ),
        (
            "{\"name\": \"prod\"",
            "EOF while parsing an object at line 1 column 15",
        ),
    ] {
        post(body).refused(400, "malformed", part).await;
    }
    let big = format!(
        r#"{{"name": "prod", "description": "{}"}}"#,
        "x".repeat(BODY_MAX)
    );
    post(&big)
        .refused(413, "too-large", "the body is larger than 20000 bytes")
        .await;
    let long = format!(r#"{{"{}": 1}}"#, "y".repeat(10_000));
    let reply = post(&long)
        .refused(422, "invalid", "unknown field `yyy")
        .await;
    assert!(
        reply.text.len() < 1_500,
        "a message is no echo: {}",
        reply.text.len()
    );
    let fine =
        post(r#"{"name": "prod"}"#).header("content-type", "Application/JSON; charset=utf-8");
    fine.sent(201).await;
}

#[tokio::test]
async fn the_index_leads_everywhere() {
    let world = ApiFixture::shop().await;
    let index = world.json("").await;
    assert_eq!(index, world.json("/").await);
    assert_eq!(index["name"], "candor");
    let links = index["links"].as_object().expect("links");
    assert_eq!(links.len(), 18);
    for link in links.values() {
        let path = link
            .as_str()
            .expect("a path")
            .strip_prefix("/api/v1")
            .expect("a prefix");
        world.json(path).await;
    }
}

#[tokio::test]
async fn a_store_that_fails_is_a_problem_too() {
    let world = ApiFixture::shop().await;
    world.store.close().await;
    let kind = "store";
    let ask = world.get("/annotations");
    ask.refused(503, kind, "failed to read the annotations")
        .await;
    let ask = world.get("/audit/calls");
    ask.refused(503, kind, "failed to read calls").await;
    let ask = world.patch("/annotations/shop.add_book", json!({"idempotent": true}));
    ask.refused(503, kind, "failed to read an annotation").await;
    // What needs no store is served all the same.
    assert_eq!(world.names("?q=add").await, ["shop.add_book"]);
}

#[tokio::test]
async fn the_router_can_be_merged_into_another() {
    let world = ApiFixture::shop().await;
    let app = axum::Router::new()
        .fallback(async || "elsewhere")
        .merge(world.router());
    for (path, expect) in [
        ("/other", "elsewhere"),
        ("/api/v2", "elsewhere"),
        ("/api/v1/sources/zoo", "urn:candor:problem:unknown"),
        ("/api/v1/other", "urn:candor:problem:unknown"),
    ] {
        let reply = world.through(app.clone(), path).await;
        assert!(reply.text.contains(expect), "{path}: {}", reply.text);
    }
}

#[tokio::test]
async fn a_head_is_a_get_without_a_body() {
    let world = ApiFixture::shop().await;
    let reply = world
        .bare("HEAD", "/annotations/shop.add_book")
        .send()
        .await;
    assert_eq!(
        (reply.status, reply.etag(), reply.text.as_str()),
        (200, "\"v0\"", "")
    );
}
