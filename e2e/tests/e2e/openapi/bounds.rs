//! Replies that are too long, too slow or malicious, and addresses that must not be reached.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use candor_testkit::http_api::{HttpApi, ScriptedReply};
use candor_testkit::{CandorProcess, ServerEra, assert_contains, wait_until};
use futures_util::future::join_all;
use serde_json::json;

use super::gateway::{ApiGateway, call, done, folder, refused, words};
use super::redirects::LIBRARY;

const SMALL: &str = "max_reply = \"64KiB\"\ncall_timeout = \"20s\"";

/// Waits until the API has no open connections.
async fn hung_up(api: &HttpApi) {
    wait_until("the end of the connection", async || {
        api.open_connections() == 0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_of_two_gigabytes() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, SMALL).await;
    stage.on("GET", "/books/1", ScriptedReply::zeros(2 << 30));
    let result = done(&mut client, "get_book", &json!({"id": "1"})).await;
    assert_contains(&words(&result), "bytes 0-65535 of 2147483648 were kept");
    let blob = result["content"][0]["resource"]["blob"]
        .as_str()
        .expect("bytes");
    assert_eq!(blob.len(), 65536_usize.div_ceil(3) * 4);
    hung_up(&stage.api).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_never_ends() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, SMALL).await;
    stage.on("GET", "/books/1", ScriptedReply::endless());
    let result = done(&mut client, "get_book", &json!({"id": "1"})).await;
    let said = words(&result);
    assert_contains(&said, "bytes 0-65535 of an unknown number were kept");
    assert!(said.len() < 70_000, "{}", said.len());
    hung_up(&stage.api).await;
}

/// JSON that was cut is no JSON, and a tool that promises a structure says so.
#[tokio::test(flavor = "multi_thread")]
async fn half_a_list_is_an_error() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, SMALL).await;
    let books: Vec<_> = (0..5_000)
        .map(|id| json!({"id": id, "title": "x".repeat(20)}))
        .collect();
    let body = json!({"books": books});
    stage.on("GET", "/books", ScriptedReply::json(&body));
    let said = refused(&mut client, "list_books", &json!({})).await;
    let size = body.to_string().len();
    assert!(
        said.contains(&format!("bytes 0-65535 of {size} were kept")),
        "{size}"
    );
    assert!(said.contains("`_select`"), "it says what to do");
    // And that helps: a filter sees the whole.
    let arguments = json!({"_select": ".books | length"});
    let result = done(&mut client, "list_books", &arguments).await;
    assert_eq!(result["structuredContent"], json!({"selected": 5_000}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_body_that_unpacks_to_a_gigabyte() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, SMALL).await;
    stage.on("GET", "/books/1", ScriptedReply::gzip_bomb(1 << 30));
    let begun = Instant::now();
    let result = call(&mut client, "get_book", &json!({"id": "1"})).await;
    assert!(result.to_string().len() < 1 << 20);
    let said = words(&result);
    let told = said.contains("bytes 0-65535 of an unknown number were kept");
    assert!(
        told || said.contains("unpacks from"),
        "{}",
        &said[said.len().saturating_sub(500)..]
    );
    assert!(begun.elapsed() < Duration::from_mins(1));
    // What is said to be packed and is not, is told.
    let lie = ScriptedReply::text("plain").header("content-encoding", "gzip");
    stage.on("GET", "/books/1", lie);
    let said = refused(&mut client, "get_book", &json!({"id": "1"})).await;
    assert!(said.contains("gzip"), "{said}");
    let odd = ScriptedReply::text("plain").header("content-encoding", "br");
    stage.on("GET", "/books/1", odd);
    let said = refused(&mut client, "get_book", &json!({"id": "1"})).await;
    assert!(said.contains("`br`"), "{said}");
}

/// An API that stops in the middle, or never begins, does not keep a caller for ever.
#[tokio::test(flavor = "multi_thread")]
async fn silence_has_an_end() {
    let (stage, mut client) =
        ApiGateway::with_client(LIBRARY, "call_timeout = \"2s\"\nretries = 0").await;
    let stalled = ScriptedReply::text("hello world").stall_after(5);
    for (reply, parts) in [
        (
            ScriptedReply::hang(),
            ["did not answer within", "did not answer within"],
        ),
        (
            stalled,
            ["sent 5 bytes of its answer", "bytes 0-4 of 11 were kept"],
        ),
    ] {
        stage.on("POST", "/orders", reply);
        let begun = Instant::now();
        let result = call(&mut client, "place_order", &json!({})).await;
        assert!(begun.elapsed() < Duration::from_mins(1));
        let said = words(&result);
        assert!(parts.iter().any(|part| said.contains(part)), "{said}");
        // Either there is a result, or the outcome is unknown.
        let unknown = said.contains("whether the call took effect is unknown");
        assert_eq!(result["isError"] == true, unknown, "{said}");
        hung_up(&stage.api).await;
    }
    // One that goes on and on has said something.
    let drip = ScriptedReply::endless().pause(Duration::from_millis(300));
    stage.on("POST", "/orders", drip);
    let result = done(&mut client, "place_order", &json!({})).await;
    let said = words(&result);
    assert!(said.starts_with("and so on"), "{said}");
    assert!(said.contains("of an unknown number were kept"), "{said}");
    hung_up(&stage.api).await;
}

/// Private addresses, in whatever spelling, unless the source may go there. Those where clouds
/// hand out credentials, never.
#[tokio::test(flavor = "multi_thread")]
async fn private_addresses_are_refused() {
    let api = HttpApi::start().expect("an API");
    let port = api.address().port();
    let places = [
        format!("http://127.0.0.1:{port}"),
        format!("http://localhost:{port}"),
        format!("http://0x7f.1:{port}"),
        format!("http://2130706433:{port}"),
        format!("http://[::ffff:127.0.0.1]:{port}"),
        format!("http://[::1]:{port}"),
        "http://10.0.0.1".to_owned(),
        "http://169.254.169.254".to_owned(),
        "http://[fd00:ec2::254]".to_owned(),
    ];
    let mut text = "[sources.api]\ndocument = \"api.yaml\"\nbase_url = \"https://example.com\"\n\
        [sources.free]\ndocument = \"api.yaml\"\nbase_url = \"https://example.com\"\nallow_private = true\n"
        .to_owned();
    for (at, place) in places.iter().enumerate() {
        write!(
            text,
            "[environments.place-{at}]\nvariables = {{ API_BASE_URL = \"{place}\", FREE_BASE_URL = \"{place}\" }}\n"
        )
        .expect("text");
    }
    let gateway = CandorProcess::served_unasked_in(folder(LIBRARY), &text).await;
    for (at, place) in places.iter().enumerate() {
        let mut client = gateway
            .client_at(&format!("/mcp@place-{at}"), ServerEra::Legacy)
            .await;
        for tool in ["get_book", "delete_book"] {
            let said = refused(&mut client, tool, &json!({"id": "1"})).await;
            assert!(said.contains("nothing was sent"), "{place}: {said}");
        }
        if at >= 7 {
            let reply = client.call("free_get_book", r#"{"id":"1"}"#).await;
            reply.says_for(&place, "nothing was sent");
        }
    }
    assert_eq!(api.connections(), 0);
    let mut client = gateway.client_at("/mcp@place-0", ServerEra::Legacy).await;
    let said = refused(&mut client, "get_book", &json!({"id": "1"})).await;
    assert!(said.contains("`allow_private = true`"), "{said}");
    let reply = client.call("free_get_book", r#"{"id":"1"}"#).await.value();
    assert_ne!(reply["isError"], true, "{reply}");
}

/// Calls that follow one another share a connection, and large ones do not spoil it for others.
#[tokio::test(flavor = "multi_thread")]
async fn connections_are_used_again() {
    let stage = ApiGateway::open(LIBRARY, SMALL).await;
    for _ in 0..3 {
        let mut client = stage.client().await;
        for _ in 0..5 {
            done(&mut client, "get_book", &json!({"id": "1"})).await;
        }
    }
    assert_eq!(stage.api.requests().len(), 15);
    // A connection comes back behind the answer; on a busy machine the next call may be faster.
    let connections = stage.api.connections();
    assert!((1..=3).contains(&connections), "{connections}");
}

/// Slow calls do not wait for one another, and a cancelled call ends its request.
#[tokio::test(flavor = "multi_thread")]
async fn calls_run_side_by_side_until_they_are_cancelled() {
    let stage = ApiGateway::open(LIBRARY, "").await;
    stage.on("GET", "/books/slow", ScriptedReply::hang());
    let mut sessions = Vec::new();
    for _ in 0..10 {
        let answer = stage.gateway.initialize("2025-11-25").await;
        let session = answer.headers()["mcp-session-id"]
            .to_str()
            .expect("text")
            .to_owned();
        sessions.push(session);
    }
    let body = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"api_get_book","arguments":{"id":"slow"}}}"#;
    let calls = sessions
        .iter()
        .map(|session| post(&stage.gateway, session, body));
    let calls = join_all(calls);
    let cancelling = async {
        stage.api.until(10).await;
        // Others are served meanwhile.
        done(
            &mut stage.client().await,
            "get_book",
            &json!({"id": "quick"}),
        )
        .await;
        let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"bored"}}"#;
        for session in &sessions {
            post(&stage.gateway, session, cancel).await;
        }
        // The pool may keep the connection of the quick one.
        wait_until("the end of the requests", async || {
            stage.api.open_connections() <= 1
        })
        .await;
    };
    let ((), answers) = tokio::join!(cancelling, calls);
    assert_eq!(answers.len(), 10);
    stage.outcomes("cancelled", 10).await;
}

/// Posts a message in a session; the body of the answer, if there is one.
async fn post(gateway: &CandorProcess, session: &str, body: &str) -> String {
    let headers = [
        ("mcp-session-id", session),
        ("mcp-protocol-version", "2025-11-25"),
    ];
    gateway
        .post(body, &headers)
        .await
        .text()
        .await
        .unwrap_or_default()
}
