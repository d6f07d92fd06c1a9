//! HTTP+SSE: one stream for everything, messages posted to the address it names.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use candor_wire::link::{
    LinkEndpoint, LinkError, LinkInbox, LinkLimits, RequestHeaders, ServerLink,
};
use candor_wire::sse;
use tokio::sync::mpsc::UnboundedSender;

use crate::support::{
    LIMIT, LoopbackServer, SeenRequest, ask, call, events, feed, limits, method_of, open, reply,
    result, result_of, serve, spec, within,
};

type SseFeeder = Arc<Mutex<Option<UnboundedSender<Bytes>>>>;

/// A server that answers over its stream what is posted to `/post`.
async fn serve_sse() -> (LoopbackServer, SseFeeder) {
    let feeder = SseFeeder::default();
    let place = feeder.clone();
    let server = serve(move |seen: SeenRequest| {
        if seen.method == "GET" {
            let (sender, response) = feed();
            let start = ": hello\n\nevent: endpoint\ndata: /post?session=1\n\n";
            sender
                .send(Bytes::from_static(start.as_bytes()))
                .expect("sent");
            *place.lock().expect("a place") = Some(sender);
            return response;
        }
        assert_eq!(
            (&*seen.path, seen.header("x-key")),
            ("/post?session=1", "canary")
        );
        let (id, method) = seen.message();
        let id = id.unwrap_or_default();
        let sender = place.lock().expect("a place").clone().expect("a stream");
        let send = |text: String| sender.send(sse::event(text.as_bytes())).expect("sent");
        match &*method {
            "error" => {
                let error = r#""error":{"code":-1,"message":"no"}"#;
                let body = format!(r#"{{"jsonrpc":"2.0","id":{id},{error}}}"#);
                return reply(400, "application/json", body);
            }
            "page" => return reply(500, "text/html", "<b>broken canary"),
            "big" => send(result_of(id, &format!("\"{}\"", "x".repeat(2 * LIMIT)))),
            "progress" => {
                for name in ["notifications/progress", "log"] {
                    let params = format!("{{\"progressToken\":{id}}}");
                    send(format!(
                        r#"{{"jsonrpc":"2.0","method":"{name}","params":{params}}}"#
                    ));
                }
                send(result_of(id, "\"done\""));
            }
            "notifications/x" => send(r#"{"jsonrpc":"2.0","method":"heard"}"#.to_owned()),
            "never" => {}
            _ => send(result_of(id, &format!("\"{method}\""))),
        }
        reply(202, "text/plain", "Accepted")
    })
    .await;
    (server, feeder)
}

async fn open_sse(url: &str) -> (ServerLink, LinkInbox) {
    open(&LinkEndpoint::Sse(spec(url, &[("X-Key", "canary")]))).await
}

#[tokio::test]
async fn answers_come_over_the_stream() {
    let (server, feeder) = serve_sse().await;
    let (link, mut inbox) = open_sse(&server.url).await;
    assert_eq!(link.kind(), "sse");
    assert_eq!(
        call(&link, "tools/list", "{}").await.expect("answered"),
        "\"tools/list\""
    );
    let mut exchange = ask(&link, "progress", "{}").await.expect("sent");
    let first = within(exchange.next())
        .await
        .expect("a message")
        .expect("no error");
    assert_eq!(method_of(&first), "notifications/progress");
    assert_eq!(result(&mut exchange).await.expect("answered"), "\"done\"");
    assert_eq!(
        method_of(&within(inbox.next()).await.expect("a message")),
        "log"
    );
    let note = r#"{"jsonrpc":"2.0","method":"notifications/x"}"#;
    link.send(note.into(), &RequestHeaders::default())
        .await
        .expect("sent");
    assert_eq!(
        method_of(&within(inbox.next()).await.expect("a message")),
        "heard"
    );

    let answer = call(&link, "error", "{}").await.expect("an answer");
    assert_eq!(answer, r#"{"code":-1,"message":"no"}"#);
    let error = call(&link, "page", "{}").await.expect_err("refused");
    assert_eq!(
        error.to_string(),
        "the server answered with HTTP status 500: `<b>broken ****`"
    );
    let error = call(&link, "big", "{}").await.expect_err("too large");
    assert!(
        matches!(error, LinkError::TooLarge { limit: LIMIT }),
        "{error}"
    );

    let mut waiting = ask(&link, "never", "{}").await.expect("sent");
    drop(feeder.lock().expect("a place").take());
    let error = result(&mut waiting).await.expect_err("ended");
    assert_eq!(
        error.to_string(),
        "the connection is closed: the server ended the stream"
    );
    assert!(within(inbox.next()).await.is_none());
    let late = call(&link, "x", "{}").await.expect_err("ended");
    assert!(!late.request_was_sent());
    within(link.close()).await;
}

#[tokio::test]
async fn closing_closes_the_stream() {
    let (server, feeder) = serve_sse().await;
    let (link, mut inbox) = open_sse(&server.url).await;
    let sender = feeder.lock().expect("a place").clone().expect("a stream");
    within(link.close()).await;
    within(sender.closed()).await;
    assert!(within(inbox.next()).await.is_none());
}

async fn refused(answer: &'static str, limits: &LinkLimits) -> String {
    let server = serve(move |_| match answer {
        "" => {
            let (sender, response) = feed();
            std::mem::forget(sender);
            response
        }
        "json" => reply(200, "application/json", "{}"),
        "404" => reply(404, "text/plain", "no"),
        text => events([text]),
    })
    .await;
    let endpoint = LinkEndpoint::Sse(spec(&server.url, &[]));
    let error = within(ServerLink::open(&endpoint, limits))
        .await
        .expect_err("refused");
    assert!(!matches!(error, LinkError::Connect { .. }), "{error:?}");
    error.to_string()
}

#[tokio::test]
async fn a_stream_that_is_none_is_refused() {
    let cases = [
        (
            "event: endpoint\ndata: http://127.0.0.2:1/post\n\n",
            "is at another server than",
        ),
        (
            "event: endpoint\ndata: //evil.example/post\n\n",
            "is at another server than",
        ),
        ("event: endpoint\ndata: http://[\n\n", "is not a URL"),
        ("data: {}\n\n", "the server ended the stream"),
        ("json", "`application/json` instead of a stream of events"),
        ("404", "HTTP status 404: `no`"),
    ];
    for (answer, expect) in cases {
        let error = refused(answer, &limits()).await;
        assert!(error.contains(expect), "{answer:?}: {error}");
    }
    let short = LinkLimits {
        connect_timeout: Duration::from_millis(200),
        ..limits()
    };
    let error = refused("", &short).await;
    assert!(
        error.starts_with("the `endpoint` event of `http://127.0.0.1:"),
        "{error}"
    );
    assert!(error.ends_with("took longer than 200ms"), "{error}");
}
