//! Replies that are too large, too slow or never over.

use std::time::Duration;

use candor_egress::{
    BodyCut, CutReason, EgressClient, EgressError, EgressResponse, EgressSettings, ExchangeLimits,
};
use tokio::sync::mpsc;

use crate::server::{RawServer, answer, reply, serve};
use crate::world::{bounds, client, get, soon, spec, told};

/// Long enough to connect and to ask on a busy machine.
const SHORT: Duration = Duration::from_secs(1);

async fn fetch(server: &RawServer, bounds: &ExchangeLimits) -> Result<EgressResponse, EgressError> {
    soon(client().send(&get(&server.url("/?key=hunter2")), bounds)).await
}

/// Says `head`, then `piece` again and again until the client hangs up. Tells how much went out.
async fn endless(
    head: &'static str,
    piece: Vec<u8>,
) -> (RawServer, mpsc::UnboundedReceiver<usize>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let server = serve(move |mut connection| {
        let (sender, piece) = (sender.clone(), piece.clone());
        async move {
            connection.request().await;
            connection.send(head.as_bytes()).await;
            let sent = connection.flood(&piece).await;
            sender.send(sent).expect("somebody listens");
        }
    })
    .await;
    (server, receiver)
}

#[tokio::test]
async fn a_body_is_cut_at_the_byte() {
    for (length, cut) in [
        (0, false),
        (99, false),
        (100, false),
        (101, true),
        (5_000, true),
    ] {
        let server = answer(reply("200 OK", "", &"x".repeat(length))).await;
        let small = ExchangeLimits {
            max_body: 100,
            ..bounds()
        };
        let response = fetch(&server, &small).await.expect("a response");
        assert_eq!(response.body.len(), length.min(100));
        let expect = cut.then_some(BodyCut {
            kept: 100,
            total: Some(length as u64),
            by: CutReason::Size,
        });
        assert_eq!(response.cut, expect);
    }
}

#[tokio::test]
async fn nothing_may_be_wanted() {
    let server = answer(reply("200 OK", "", "x")).await;
    let none = ExchangeLimits {
        max_body: 0,
        ..bounds()
    };
    let response = fetch(&server, &none).await.expect("a response");
    assert!(response.body.is_empty());
    assert_eq!(response.cut.expect("cut").total, Some(1));
}

#[tokio::test]
async fn what_is_too_large_is_not_read() {
    let cases = [
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 2147483648\r\n\r\n",
            vec![b'x'; 10_000],
            Some(2_147_483_648),
        ),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
            [b"2710\r\n", &*vec![b'x'; 10_000], b"\r\n"].concat(),
            None,
        ),
        ("HTTP/1.1 200 OK\r\n\r\n", vec![b'x'; 10_000], None),
    ];
    for (head, piece, total) in cases {
        let (server, mut sent) = endless(head, piece).await;
        let response = fetch(&server, &bounds()).await.expect("a beginning");
        assert_eq!(response.body.len(), 100_000);
        let expect = BodyCut {
            kept: 100_000,
            total,
            by: CutReason::Size,
        };
        assert_eq!(response.cut, Some(expect));
        // The server is hung up on; what went out besides was on its way already.
        let sent = soon(sent.recv()).await.expect("hung up");
        assert!(sent < 50_000_000, "{sent}");
    }
}

#[tokio::test]
async fn a_length_that_cannot_be_is_no_reason_to_make_room() {
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 9223372036854775000\r\n\r\n";
    let server = answer(head).await;
    let wide = ExchangeLimits {
        max_body: usize::MAX,
        ..bounds()
    };
    let error = fetch(&server, &wide).await.expect_err("not all of it");
    assert!(matches!(error, EgressError::Broken { .. }), "{error}");
}

#[tokio::test]
async fn a_head_that_does_not_come_is_an_error() {
    let dribble = "HTTP/1.1 200 OK\r\nx-a: ";
    for start in ["", dribble] {
        let server = serve(move |mut connection| async move {
            connection.request().await;
            connection.send(start.as_bytes()).await;
            while !start.is_empty() {
                connection.send(b"a").await;
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            connection.closed().await;
        })
        .await;
        let impatient = ExchangeLimits {
            timeout: SHORT,
            ..bounds()
        };
        let error = fetch(&server, &impatient).await.expect_err("no answer");
        assert_eq!(
            told(&error),
            format!("`{}` did not answer within 1s", server.authority)
        );
        assert!(error.was_sent());
    }
}

#[tokio::test]
async fn the_wait_for_a_head_is_no_silence() {
    let server = serve(async |mut connection| {
        connection.request().await;
        tokio::time::sleep(SHORT).await;
        connection.send(reply("200 OK", "", "ok").as_bytes()).await;
    })
    .await;
    let nervous = ExchangeLimits {
        silence: Duration::from_millis(20),
        ..bounds()
    };
    assert_eq!(
        fetch(&server, &nervous).await.expect("a response").body,
        "ok"
    );
}

/// Says the beginning of a body, and then nothing.
async fn stuck(kind: &'static str) -> RawServer {
    serve(move |mut connection| async move {
        connection.request().await;
        let head = format!("HTTP/1.1 200 OK\r\n{kind}content-length: 999\r\n\r\ndata: x\n\n");
        connection.send(head.as_bytes()).await;
        connection.closed().await;
    })
    .await
}

#[tokio::test]
async fn a_body_that_stops_is_an_error() {
    let server = stuck("content-type: application/json\r\n").await;
    let nervous = ExchangeLimits {
        silence: SHORT,
        ..bounds()
    };
    let error = fetch(&server, &nervous).await.expect_err("half an answer");
    assert_eq!(
        told(&error),
        format!(
            "`{}` sent 9 bytes of its answer and then nothing for 1s",
            server.authority
        )
    );
    assert!(error.was_sent());
}

#[tokio::test]
async fn events_are_whole_before_their_stream_is() {
    let server = stuck("content-type: Text/Event-Stream; charset=utf-8\r\n").await;
    let nervous = ExchangeLimits {
        silence: SHORT,
        ..bounds()
    };
    let response = fetch(&server, &nervous).await.expect("an event");
    assert_eq!(response.body, "data: x\n\n");
    assert_eq!(response.cut.expect("cut").by, CutReason::Silence);
}

#[tokio::test]
async fn time_cuts_what_has_begun() {
    let slow = serve(async |mut connection| {
        connection.request().await;
        connection.send(b"HTTP/1.1 200 OK\r\n\r\n").await;
        loop {
            connection.send(b"x").await;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    let impatient = ExchangeLimits {
        timeout: SHORT,
        ..bounds()
    };
    for server in [slow, stuck("").await] {
        let response = fetch(&server, &impatient).await.expect("a beginning");
        let cut = response.cut.expect("cut");
        assert_eq!(
            (cut.kept, cut.by),
            (response.body.len() as u64, CutReason::Time)
        );
        assert!(!response.body.is_empty());
    }
}

#[tokio::test]
async fn a_body_that_flows_for_ever_ends_by_time() {
    // Each member of gzip is empty, so the size never ends it.
    let member =
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00";
    let head = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n";
    let (server, mut sent) = endless(head, member.repeat(1_000)).await;
    let impatient = ExchangeLimits {
        timeout: SHORT,
        ..bounds()
    };
    let response = fetch(&server, &impatient).await.expect("nothing much");
    let expect = BodyCut {
        kept: 0,
        total: None,
        by: CutReason::Time,
    };
    assert_eq!(response.cut, Some(expect));
    soon(sent.recv()).await.expect("hung up");
}

#[tokio::test]
async fn limits_may_be_beyond_counting() {
    let server = answer(reply("200 OK", "", "ok")).await;
    let endless = ExchangeLimits {
        timeout: Duration::MAX,
        silence: Duration::MAX,
        max_body: usize::MAX,
        redirects: usize::MAX,
    };
    let client = EgressClient::new(EgressSettings {
        connect_timeout: Duration::MAX,
        idle: Duration::MAX,
        per_host: usize::MAX,
        ..spec()
    });
    let client = client.expect("a client");
    let response = soon(client.send(&get(&server.url("/")), &endless)).await;
    assert_eq!(response.expect("a response").body, "ok");
}
