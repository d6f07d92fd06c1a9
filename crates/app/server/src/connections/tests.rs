use std::io::ErrorKind;

use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

/// A server with these bounds, and how to end it.
async fn start(limits: ConnectionLimits) -> (SocketAddr, CancellationToken) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a socket");
    let address = listener.local_addr().expect("an address");
    let router = Router::new().route("/", get(async || "here"));
    let stop = CancellationToken::new();
    let served = ServedRoutes {
        messages: None,
        router,
    };
    tokio::spawn(serve(listener, served, limits, stop.clone()));
    (address, stop)
}

fn limits() -> ConnectionLimits {
    ConnectionLimits {
        total: 100,
        per_address: 100,
        headers: Duration::from_secs(1),
        idle: Duration::from_secs(1),
    }
}

async fn connect(address: SocketAddr, sent: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(sent).await.expect("sent");
    stream
}

/// What comes until the server ends the connection.
async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut all = Vec::new();
    match stream.read_to_end(&mut all).await {
        Ok(_) => all,
        Err(error) if error.kind() == ErrorKind::ConnectionReset => all,
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn silence_and_slow_headers_end_a_connection() {
    let (address, stop) = start(limits()).await;
    for sent in [
        &b""[..],
        b"P",
        b"PRI * HTTP/2.0\r\n",
        b"GET / HTTP/1.1\r\nhost: local",
    ] {
        let mut stream = connect(address, sent).await;
        let answer = rest(&mut stream).await;
        assert!(!answer.ends_with(b"here"), "{sent:?}");
    }
    // One that has been answered may be silent for as long as its next headers may take.
    let mut stream = connect(address, REQUEST).await;
    assert!(rest(&mut stream).await.ends_with(b"here"));
    stop.cancel();
}

#[tokio::test]
async fn an_http2_connection_without_requests_is_ended() {
    let (address, stop) = start(limits()).await;
    let stream = TcpStream::connect(address).await.expect("a connection");
    let executor = TokioExecutor::new();
    let (mut sender, connection) =
        hyper::client::conn::http2::handshake(executor, TokioIo::new(stream))
            .await
            .expect("HTTP/2");
    let connection = tokio::spawn(connection);
    let request = axum::http::Request::get("http://localhost/").body(axum::body::Body::empty());
    let answer = sender.send_request(request.expect("a request")).await;
    assert_eq!(answer.expect("an answer").status(), 200);
    // It is kept open, and ended by the other side all the same.
    let ended = connection.await.expect("no panic");
    assert!(ended.is_ok(), "{ended:?}");
    stop.cancel();
}

#[tokio::test]
async fn too_many_connections_are_closed_at_once_and_room_comes_back() {
    let few = ConnectionLimits {
        total: 2,
        per_address: 2,
        headers: Duration::from_mins(1),
        ..limits()
    };
    let (address, stop) = start(few).await;
    let mut first = connect(address, b"").await;
    let second = connect(address, b"").await;
    let mut third = TcpStream::connect(address).await.expect("accepted");
    assert_eq!(rest(&mut third).await, b"");
    drop(second);
    let ask = async || {
        let mut stream = connect(address, REQUEST).await;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.ok()?;
        Some(answer)
    };
    // The server hears of the end of the second a moment later.
    let answer = loop {
        if let Some(answer) = ask().await {
            break answer;
        }
    };
    assert_eq!(&answer, b"HTTP/1.1 200");
    first.write_all(REQUEST).await.expect("still open");
    stop.cancel();
}
