//! Each request gets its own answer and no other.

use super::super::LinkInbox;
use super::super::text::SecretRedactor;
use super::*;

fn demux() -> (Arc<ResponseDemux>, LinkInbox) {
    let (inbox, mailbox) = LinkInbox::new(10_000);
    (
        Arc::new(ResponseDemux::new(
            LinkLog::new("test", SecretRedactor::default()),
            10_000,
            mailbox,
        )),
        inbox,
    )
}

fn result(message: Option<Result<JsonRpcMessage, LinkError>>) -> String {
    match message {
        Some(Ok(JsonRpcMessage::Response(response))) => {
            response.outcome.expect("a result").to_string()
        }
        Some(Ok(JsonRpcMessage::Notification(note))) => note.method.into(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn answers_go_to_their_requests() {
    let (demux, mut inbox) = demux();
    let mut one = demux.register(1).expect("open");
    let mut two = demux.register(2).expect("open");
    for line in [
        r#"{"jsonrpc":"2.0","id":2,"result":"two"}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":"two again"}"#,
        r#"{"jsonrpc":"2.0","id":"1","result":"a text id"}"#,
        r#"{"jsonrpc":"2.0","id":99,"result":"never asked"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"1"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        r#"[{"jsonrpc":"2.0","id":1,"result":"one"},{},{"jsonrpc":"2.0","method":"last"}]"#,
    ] {
        demux.accept(&Bytes::from_static(line.as_bytes()));
    }
    assert_eq!(result(one.next().await), "notifications/progress");
    assert_eq!(result(one.next().await), "\"one\"");
    assert!(one.next().await.is_none());
    assert_eq!(result(two.next().await), "\"two\"");
    assert!(two.next().await.is_none());

    // A string as token, the token of an answered request, the server's own request, and others.
    let mut rest = Vec::new();
    for _ in 0..4 {
        rest.push(match inbox.next().await.expect("a message") {
            JsonRpcMessage::Request(request) => request.method,
            JsonRpcMessage::Notification(notification) => notification.method,
            JsonRpcMessage::Response(response) => panic!("{response:?}"),
        });
    }
    assert_eq!(
        rest.join(" "),
        "notifications/progress notifications/progress ping last"
    );
    demux.close(&LinkError::SessionExpired);
    assert!(inbox.next().await.is_none());
    assert!(matches!(
        inbox.why_closed(),
        Some(LinkError::SessionExpired)
    ));
}

#[tokio::test]
async fn a_forgotten_request_gets_nothing() {
    let (demux, _inbox) = demux();
    drop(demux.register(1).expect("open"));
    demux.accept(&Bytes::from_static(
        br#"{"jsonrpc":"2.0","id":1,"result":"late"}"#,
    ));
    let mut again = demux.register(1).expect("the number is free");
    assert!(matches!(demux.register(1), Err(LinkError::Invalid { .. })));
    demux.close(&LinkError::closed("test"));
    let error = again.next().await.expect("an error").expect_err("an error");
    assert!(error.request_was_sent());
    assert!(again.next().await.is_none());
    let refused = demux.register(3).expect_err("closed");
    assert!(!refused.request_was_sent());
    assert_eq!(refused.to_string(), "the connection is closed: test");
}

#[tokio::test]
async fn a_flood_of_progress_loses_progress_but_not_the_answer() {
    let (demux, _inbox) = demux();
    let mut one = demux.register(1).expect("open");
    for _ in 0..10_000 {
        demux.accept(&Bytes::from_static(
            br#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}"#,
        ));
    }
    demux.accept(&Bytes::from_static(
        br#"{"jsonrpc":"2.0","id":1,"result":"done"}"#,
    ));
    let mut notes = 0;
    loop {
        match one.next().await.expect("more").expect("no error") {
            JsonRpcMessage::Response(response) => {
                assert_eq!(response.outcome.expect("a result").to_string(), "\"done\"");
                break;
            }
            _ => notes += 1,
        }
    }
    assert!((1..=SLOTS).contains(&notes), "{notes}");
}
