//! Redirects are followed within the origin, and nowhere else.

use candor_testkit::assert_contains;
use candor_testkit::http_api::{HttpApi, ScriptedReply};
use serde_json::json;

use super::gateway::{ApiGateway, call, done, refused, words};

pub(super) const LIBRARY: &str = include_str!("library.yaml");

#[tokio::test(flavor = "multi_thread")]
async fn within_the_origin() {
    let (stage, mut client) =
        ApiGateway::with_client(LIBRARY, "headers = { X-Team = \"red\" }").await;
    let arguments = json!({"id": "1"});
    for status in [301, 302, 303, 307, 308] {
        stage.api.clear();
        stage.on(
            "GET",
            "/books/1",
            ScriptedReply::redirect(status, "/books/2?x=1"),
        );
        done(&mut client, "get_book", &arguments).await;
        let requests = stage.api.requests();
        assert_eq!(requests.len(), 2, "{status}: {requests:?}");
        assert_eq!(
            (&*requests[1].method, &*requests[1].target),
            ("GET", "/books/2?x=1")
        );
        assert_eq!(requests[1].header("x-team"), Some("red"));
    }
    // After a change, the result is read.
    stage.api.clear();
    stage.on("POST", "/books", ScriptedReply::redirect(303, "/books/7"));
    done(&mut client, "add_book", &json!({"title": "t"})).await;
    let request = stage.api.last().expect("a request");
    assert_eq!(
        (&*request.method, &*request.target, request.body.len()),
        ("GET", "/books/7", 0)
    );

    // A change is not sent twice.
    stage.api.clear();
    stage.on("POST", "/books", ScriptedReply::redirect(307, "/books/new"));
    let said = refused(&mut client, "add_book", &json!({"title": "t"})).await;
    assert_contains(&said, "307");
    assert_contains(&said, "/books/new");
    assert_eq!(stage.api.requests().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn elsewhere_is_refused() {
    let other = HttpApi::start().expect("another");
    let (stage, mut client) =
        ApiGateway::with_client(LIBRARY, "headers = { X-Team = \"red\" }").await;
    let https = stage.api.origin().replace("http:", "https:");
    let localhost = stage.api.origin().replace("127.0.0.1", "localhost");
    for (to, origin) in [
        (other.url("/x?y=1"), other.origin()),
        (
            "http://169.254.169.254/latest/meta-data".to_owned(),
            "http://169.254.169.254".to_owned(),
        ),
        ("//evil.example/x".to_owned(), "//evil.example".to_owned()),
        (https.clone(), https),
        (localhost.clone(), localhost),
    ] {
        for (tool, method) in [("get_book", "GET"), ("delete_book", "DELETE")] {
            stage.api.clear();
            stage.on(method, "/books/1", ScriptedReply::redirect(302, &to));
            let said = refused(&mut client, tool, &json!({"id": "1"})).await;
            assert!(said.contains(&origin), "{tool} {to}: {said}");
            assert_eq!(stage.api.requests().len(), 1, "{tool} {to}");
        }
    }
    assert_eq!(other.connections(), 0);
    // Not within the origin, but not HTTP either.
    stage.on(
        "GET",
        "/books/1",
        ScriptedReply::redirect(302, "file:///etc/passwd"),
    );
    let said = refused(&mut client, "get_book", &json!({"id": "1"})).await;
    assert!(!said.contains("root:"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn circles_end() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, "retries = 0").await;
    stage.on("GET", "/books/1", ScriptedReply::redirect(302, "/books/1"));
    let result = call(&mut client, "get_book", &json!({"id": "1"})).await;
    assert_eq!(result["isError"], true, "{result}");
    assert!(words(&result).contains("redirected more than"), "{result}");
    assert!(stage.api.requests().len() < 10);
}
