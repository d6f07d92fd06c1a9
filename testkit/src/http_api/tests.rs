use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::*;

fn start() -> HttpApi {
    HttpApi::start().expect("a loopback port")
}

fn client() -> reqwest::Client {
    reqwest::Client::builder()
        .timeout(PATIENCE)
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a client")
}

async fn get(api: &HttpApi, path: &str) -> reqwest::Response {
    client().get(api.url(path)).send().await.expect("a reply")
}

async fn status(api: &HttpApi, path: &str) -> u16 {
    get(api, path).await.status().as_u16()
}

/// Sends bytes, says that no more will come, and reads to the end.
fn exchange(api: &HttpApi, bytes: &[u8]) -> String {
    let mut socket = TcpStream::connect(api.address()).expect("a connection");
    socket.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    socket.write_all(bytes).expect("sent");
    socket
        .shutdown(std::net::Shutdown::Write)
        .expect("half closed");
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_request_is_echoed_and_recorded() {
    let api = start();
    let reply = client()
        .post(api.url("/a%2Fb?x=%20"))
        .header("cookie", "c=1")
        .header("content-type", "text/plain")
        .body("hello")
        .send()
        .await
        .expect("a reply");
    assert_eq!(reply.headers()["content-type"], "application/json");
    let echo: Value = serde_json::from_str(&reply.text().await.expect("text")).expect("JSON");
    assert_eq!(echo["target"], "/a%2Fb?x=%20");
    assert_eq!(echo["cookies"], json!({"c": "1"}));
    assert_eq!(echo["body"], "hello");
    assert_eq!(echo["contentType"], "text/plain");
    let last = api.last().expect("a request");
    assert_eq!((&*last.method, &*last.text()), ("POST", "hello"));
    assert_eq!(api.count("POST", "/a%2Fb"), 1);
    api.clear();
    assert_eq!(api.last(), None);
}

#[test]
fn what_was_sent_is_kept_as_it_was_sent() {
    let api = start();
    let answer = exchange(
        &api,
        b"GET /x y/../\xff#z?q=1 HTTP/1.1\r\nHoSt: h\r\nA: 1\r\nB: 2\r\na: 3\r\n\r\n",
    );
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    let request = api.last().expect("a request");
    assert_eq!(request.target, "/x y/../\u{fffd}#z?q=1");
    let names: Vec<_> = request.headers.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["HoSt", "A", "B", "a"]);
    assert!(
        request
            .head
            .starts_with(b"GET /x y/../\xff#z?q=1 HTTP/1.1\r\n")
    );
}

#[test]
fn several_requests_and_chunks_come_on_one_connection() {
    let api = start();
    let answer = exchange(
        &api,
        b"POST /1 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\
          Trailer: t\r\n\r\nPOST /2 HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nfg\
          HEAD /3 HTTP/1.1\r\n\r\nGET /4 HTTP/1.1\r\nConnection: close\r\n\r\nGET /5 HTTP/1.1\r\n\r\n",
    );
    let seen: Vec<_> = api
        .requests()
        .iter()
        .map(|request| (request.target.clone(), request.text()))
        .collect();
    let expect = [("/1", "abcde"), ("/2", "fg"), ("/3", ""), ("/4", "")];
    assert_eq!(
        seen,
        expect.map(|(target, body)| (target.to_owned(), body.to_owned()))
    );
    assert_eq!(answer.matches("HTTP/1.1 200 OK").count(), 4);
    assert_eq!(answer.matches("HTTP/1.1 100 Continue").count(), 1);
    assert_eq!(api.connections(), 1);
}

#[test]
fn what_is_no_http_is_refused_and_noted() {
    let api = start();
    let answer = exchange(&api, b"hello\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 400 Bad Request"), "{answer}");
    let answer = exchange(
        &api,
        b"POST / HTTP/1.1\r\ncontent-length: 99999999999\r\n\r\n",
    );
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    let answer = exchange(
        &api,
        b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    );
    assert!(answer.contains("`zz` is no size of a chunk"), "{answer}");
    assert_eq!(exchange(&api, b"GET / HT"), "");
    assert_eq!(api.malformed().len(), 3);
    assert!(api.requests().is_empty());
}

#[tokio::test]
async fn scripts_answer_in_sequence_and_by_function() {
    let api = start();
    let busy = ScriptedReply::status(503).header("retry-after", "0");
    api.on(
        "GET",
        "/s",
        [busy, ScriptedReply::json(&json!({"ok": true}))],
    );
    let first = get(&api, "/s").await;
    assert_eq!(
        (first.status().as_u16(), &first.headers()["retry-after"]),
        (503, &"0".parse().expect("a value"))
    );
    for _ in 0..2 {
        assert_eq!(
            get(&api, "/s").await.text().await.expect("text"),
            r#"{"ok":true}"#
        );
    }
    api.answer("*", "/f/*", |request| {
        ScriptedReply::text(request.path()).with_status(202)
    });
    let reply = client()
        .delete(api.url("/f/1"))
        .send()
        .await
        .expect("a reply");
    assert_eq!(reply.status(), 202);
    assert_eq!(reply.text().await.expect("text"), "/f/1");
    api.on(
        "GET",
        "/r",
        ScriptedReply::redirect(307, "http://169.254.169.254/"),
    );
    assert_eq!(
        get(&api, "/r").await.headers()["location"],
        "http://169.254.169.254/"
    );
    api.on("GET", "/none", ScriptedReply::status(204));
    assert_eq!(status(&api, "/none").await, 204);
    let pieces = ScriptedReply::pieces("text/plain", ["a", "b"]).pause(Duration::from_millis(1));
    api.on("GET", "/p", pieces.delay(Duration::from_millis(1)));
    assert_eq!(get(&api, "/p").await.text().await.expect("text"), "ab");
    api.reset();
    assert_eq!(get(&api, "/none").await.status(), 200);
}

#[tokio::test]
async fn broken_replies_break() {
    let api = start();
    api.on("GET", "/close", ScriptedReply::close());
    api.on("GET", "/cut", ScriptedReply::text("hello").cut_after(2));
    api.on(
        "GET",
        "/cut-chunks",
        ScriptedReply::pieces("text/plain", ["ab", "cd"]).cut_after(3),
    );
    api.on("GET", "/raw", ScriptedReply::raw("nonsense\r\n\r\n"));
    api.on(
        "GET",
        "/short",
        ScriptedReply::text("x").header("content-length", "5"),
    );
    for path in ["/close", "/raw"] {
        assert!(client().get(api.url(path)).send().await.is_err(), "{path}");
    }
    for path in ["/cut", "/cut-chunks", "/short"] {
        let reply = get(&api, path).await;
        assert_eq!(reply.status(), 200);
        assert!(reply.bytes().await.is_err(), "{path}");
    }
    let answer = exchange(&api, b"GET /cut HTTP/1.1\r\n\r\n");
    assert!(answer.ends_with("content-length: 5\r\n\r\nhe"), "{answer}");
}

#[tokio::test]
async fn what_hangs_is_seen_and_ends_with_the_client() {
    let api = start();
    api.on("GET", "/hang", ScriptedReply::hang());
    api.on("GET", "/stall", ScriptedReply::text("hello").stall_after(2));
    for path in ["/hang", "/stall"] {
        let asked = tokio::spawn({
            let request = client().get(api.url(path));
            async move { request.send().await.expect("a head").bytes().await }
        });
        api.clear();
        assert_eq!(api.until(1).await[0].path(), path);
        assert_eq!(api.open_connections(), 1);
        asked.abort();
        assert!(asked.await.expect_err("stopped").is_cancelled());
        let closed = async {
            while api.open_connections() > 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(PATIENCE, closed)
            .await
            .expect("closed");
    }
}

#[tokio::test]
async fn enormous_replies_are_made_on_the_way() {
    let api = start();
    let size = 2 * 1024 * 1024 * 1024;
    api.on("GET", "/zeros", ScriptedReply::zeros(size));
    api.on("GET", "/endless", ScriptedReply::endless());
    let mut reply = get(&api, "/zeros").await;
    assert_eq!(reply.content_length(), Some(size));
    assert!(reply.chunk().await.expect("bytes").is_some());
    let mut reply = get(&api, "/endless").await;
    assert_eq!(reply.content_length(), None);
    let mut read = 0;
    while read < 1_000_000 {
        read += reply.chunk().await.expect("bytes").expect("more").len();
    }
    api.on("GET", "/bomb", ScriptedReply::gzip_bomb(1024 * 1024 * 1024));
    let reply = get(&api, "/bomb").await;
    assert_eq!(reply.headers()["content-encoding"], "gzip");
    assert!(reply.bytes().await.expect("bytes").len() < 4 * 1024 * 1024);
    api.on("GET", "/packed", ScriptedReply::text("hello").gzipped());
    assert!(
        get(&api, "/packed")
            .await
            .bytes()
            .await
            .expect("bytes")
            .starts_with(&[0x1f, 0x8b])
    );
}

#[tokio::test]
async fn documents_are_exchanged_while_it_runs() {
    let api = start();
    api.document("/api.yaml", "application/yaml", "a: 1");
    let reply = get(&api, "/api.yaml").await;
    assert_eq!(reply.headers()["content-type"], "application/yaml");
    let tag = reply.headers()["etag"].clone();
    assert_eq!(reply.text().await.expect("text"), "a: 1");
    let again = || {
        client()
            .get(api.url("/api.yaml"))
            .header("if-none-match", tag.clone())
    };
    let reply = again().send().await.expect("a reply");
    assert_eq!(
        (reply.status().as_u16(), &reply.headers()["etag"]),
        (304, &tag)
    );
    api.document("/api.yaml", "application/yaml", "a: 2");
    let reply = again().send().await.expect("a reply");
    assert_eq!(reply.text().await.expect("text"), "a: 2");
    api.on("GET", "/api.yaml", ScriptedReply::status(500));
    assert_eq!(status(&api, "/api.yaml").await, 500);
}

#[tokio::test]
async fn tokens_open_guarded_paths() {
    let api = start();
    let tokens = api.tokens("/token", TokenPlan::new("id", "secret"));
    api.require("/private/*", CredentialGuard::issued_by(&tokens));
    assert_eq!(status(&api, "/private/x").await, 401);
    let reply = client()
        .post(api.url("/token"))
        .header("content-type", "application/x-www-form-urlencoded")
        .body("grant_type=client_credentials&client_id=id&client_secret=secret")
        .send()
        .await
        .expect("a reply");
    assert_eq!(reply.status(), 200);
    let token = tokens.latest().expect("a token");
    let private = || {
        client()
            .get(api.url("/private/x"))
            .bearer_auth(&token)
            .send()
    };
    assert_eq!(private().await.expect("a reply").status(), 200);
    tokens.expire();
    assert_eq!(private().await.expect("a reply").status(), 401);
    assert_eq!(status(&api, "/public").await, 200);
}

#[test]
fn a_dropped_api_is_gone() {
    let api = start();
    let address = api.address();
    api.on("GET", "/", ScriptedReply::hang());
    let mut open = TcpStream::connect(address).expect("a connection");
    open.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("sent");
    drop(api);
    // Whether by an end or by a reset, the connection is over.
    assert_eq!(open.read(&mut [0; 1]).unwrap_or_default(), 0);
    TcpStream::connect(address).expect_err("nobody listens");
}
