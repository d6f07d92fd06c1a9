use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

use super::*;

fn opened(room: usize) -> (Http1Connection, DuplexStream) {
    let (ours, theirs) = duplex(room);
    (Http1Connection::new(ours), theirs)
}

fn head() -> Bytes {
    Bytes::from_static(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n")
}

async fn send(connection: &mut Http1Connection) -> Result<ResponseHead, SendFailure> {
    connection.send(head(), Bytes::from_static(b"x")).await
}

/// The complete body.
async fn body(connection: &mut Http1Connection) -> Result<Vec<u8>, HttpFailure> {
    let mut whole = Vec::new();
    while let Some(piece) = poll_fn(|context| connection.poll_body(context)).await {
        whole.extend_from_slice(&piece?);
    }
    Ok(whole)
}

/// One exchange with a server that sends this answer and then closes the connection.
async fn exchange(answer: &str) -> (Result<Vec<u8>, HttpFailure>, Http1Connection) {
    let (mut connection, mut theirs) = opened(1024);
    let serve = async {
        theirs.read_u8().await.expect("a request");
        theirs.write_all(answer.as_bytes()).await.expect("written");
        drop(theirs);
    };
    let (sent, ()) = tokio::join!(send(&mut connection), serve);
    let read = match sent {
        Ok(_) => body(&mut connection).await,
        Err(failure) => Err(failure.error),
    };
    (read, connection)
}

#[tokio::test]
async fn knows_whether_anything_was_written() {
    // The connection is closed before the request is sent.
    let (mut connection, theirs) = opened(1024);
    drop(theirs);
    connection.rest();
    let failure = send(&mut connection).await.expect_err("closed");
    assert!(failure.unsent, "{}", failure.error);

    // The connection is closed after the request was read.
    let (mut connection, mut theirs) = opened(1024);
    let server = tokio::spawn(async move { theirs.read_u8().await });
    let failure = send(&mut connection).await.expect_err("closed");
    assert!(!failure.unsent, "{}", failure.error);
    assert_eq!(server.await.expect("no panic").expect("a byte"), b'P');
    assert!(connection.is_closed());
}

#[tokio::test]
async fn a_response_that_nobody_asked_for_ends_the_connection() {
    let (mut connection, mut theirs) = opened(1024);
    let answer = b"HTTP/1.1 204 No Content\r\n\r\n";
    theirs.write_all(answer).await.expect("written");
    connection.rest();
    assert!(connection.is_closed());
    let failure = send(&mut connection).await.expect_err("closed");
    assert!(failure.unsent, "{}", failure.error);
}

#[tokio::test]
async fn one_request_follows_the_other() {
    let (mut connection, mut theirs) = opened(64 * 1024);
    let server = tokio::spawn(async move {
        for size in [0, 3, 40_000, 700_000] {
            let mut request = vec![0; head().len() + 1];
            theirs.read_exact(&mut request).await.expect("a request");
            assert!(request.starts_with(&head()));
            let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {size}\r\n\r\n");
            theirs.write_all(answer.as_bytes()).await.expect("written");
            theirs.write_all(&vec![b'x'; size]).await.expect("written");
        }
    });
    for size in [0, 3, 40_000, 700_000] {
        assert!(connection.is_ready());
        send(&mut connection).await.expect("a response");
        assert_eq!(body(&mut connection).await.expect("a body").len(), size);
        connection.rest();
    }
    server.await.expect("no panic");
}

#[tokio::test]
async fn a_body_ends_where_its_head_says() {
    for (answer, expect) in [
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello, more",
            Some("hello"),
        ),
        ("HTTP/1.1 200 OK\r\n\r\nto the end", Some("to the end")),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            Some("hi"),
        ),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n",
            None,
        ),
        ("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell", None),
        ("HTTP/1.1 200 OK\r\ncontent-le", None),
        ("", None),
        ("SSH-2.0-server\r\n", None),
    ] {
        let (read, connection) = exchange(answer).await;
        let read = read.ok().map(|body| String::from_utf8(body).expect("text"));
        assert_eq!(read.as_deref(), expect, "{answer:?}");
        let mut connection = connection;
        connection.rest();
        assert!(connection.is_closed(), "{answer:?}");
    }
}

#[tokio::test]
async fn a_connection_is_used_again_only_where_that_is_safe() {
    for (head, expect) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", true),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            false,
        ),
        ("HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n", false),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\n",
            false,
        ),
    ] {
        let (mut connection, mut theirs) = opened(1024);
        let serve = async {
            theirs.read_u8().await.expect("a request");
            theirs.write_all(head.as_bytes()).await.expect("written");
        };
        let (sent, ()) = tokio::join!(send(&mut connection), serve);
        sent.expect("a response");
        assert_eq!(body(&mut connection).await.expect("a body"), b"");
        connection.rest();
        assert_eq!(connection.is_ready(), expect, "{head:?}");
    }
}

#[tokio::test]
async fn a_server_may_answer_before_it_has_read_everything() {
    let (mut connection, mut theirs) = opened(1024);
    let refusal = b"HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno";
    let serve = async {
        theirs.read_u8().await.expect("a request");
        theirs.write_all(refusal).await.expect("written");
    };
    let content = Bytes::from(vec![b'x'; 100_000]);
    let (sent, ()) = tokio::join!(connection.send(head(), content), serve);
    assert_eq!(sent.expect("a response").status, 413);
    assert_eq!(body(&mut connection).await.expect("a body"), b"no");
    assert!(
        !connection.is_ready(),
        "the rest of the request was not sent"
    );
}

#[tokio::test]
async fn a_body_that_is_gathered_comes_in_one_piece() {
    for size in [0, 3, 40_000, 700_000] {
        let (mut connection, mut theirs) = opened(1024);
        let server = tokio::spawn(async move {
            theirs.read_u8().await.expect("a request");
            let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {size}\r\n\r\n");
            theirs.write_all(answer.as_bytes()).await.expect("written");
            theirs.write_all(&vec![b'x'; size]).await.expect("written");
            theirs
        });
        send(&mut connection).await.expect("a response");
        connection.gather();
        let mut pieces = Vec::new();
        while let Some(piece) = poll_fn(|context| connection.poll_body(context)).await {
            pieces.push(piece.expect("a piece").len());
        }
        let expect = if size == 0 { vec![] } else { vec![size] };
        assert_eq!(pieces, expect);
        assert!(connection.is_ready(), "the next request can follow");
        assert!(connection.unread.capacity() <= BUFFER_LARGE);
        drop(server.await.expect("no panic"));
    }
}

#[tokio::test]
async fn a_gathered_body_that_breaks_off_is_an_error() {
    let (mut connection, mut theirs) = opened(1024);
    let serve = async {
        theirs.read_u8().await.expect("a request");
        let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\nabc";
        theirs.write_all(answer).await.expect("written");
        drop(theirs);
    };
    let (sent, ()) = tokio::join!(send(&mut connection), serve);
    sent.map_err(|failure| failure.error).expect("a response");
    connection.gather();
    body(&mut connection).await.expect_err("it broke off");
    assert!(connection.is_closed());
}
