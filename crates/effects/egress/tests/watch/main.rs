//! A watch is for the whole process, so its test has one of its own.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

use std::time::Duration;

use bytes::Bytes;
use candor_egress::{
    EgressClient, EgressError, EgressRequest, EgressSettings, ExchangeLimits, RequestReach,
    RequestWatch, WatchedRequest,
};
use http::{HeaderMap, Method};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use url::Url;

/// A server that answers every request with 201, and its address.
async fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut part = [0; 4096];
            let read = stream.read(&mut part).await;
            assert!(read.is_ok_and(|count| count > 0));
            let reply = "HTTP/1.1 201 Created\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            stream.write_all(reply.as_bytes()).await.expect("a reply");
        }
    });
    format!("http://{address}")
}

async fn send(method: Method, url: &str) -> Result<u16, EgressError> {
    let client = EgressClient::new(EgressSettings {
        private: true,
        connect_timeout: Duration::from_secs(10),
        user_agent: "candor/test".to_owned(),
        idle: Duration::from_secs(10),
        per_host: 1,
    });
    let request = EgressRequest {
        method,
        url: Url::parse(url).expect("a URL"),
        headers: HeaderMap::new(),
        body: Bytes::new(),
    };
    let limits = ExchangeLimits {
        timeout: Duration::from_secs(20),
        silence: Duration::from_secs(20),
        max_body: 1000,
        redirects: 0,
    };
    let response = client?.send(&request, &limits).await?;
    Ok(response.status.as_u16())
}

fn seen(method: &str, address: &str, status: Option<u16>) -> WatchedRequest {
    WatchedRequest {
        method: method.to_owned(),
        address: address.to_owned(),
        status,
        is_refused: status.is_none(),
    }
}

#[tokio::test]
async fn requests_are_written_down_and_those_that_lead_elsewhere_are_refused() {
    let (server, other) = (serve().await, serve().await);
    let origin = Url::parse(&server).expect("a URL");
    let watch = RequestWatch::begin(RequestReach::Origin(origin));
    let sent = send(Method::POST, &format!("{server}/books?key=secret")).await;
    assert_eq!(sent.expect("a reply"), 201);
    let refused = send(Method::GET, &format!("{other}/elsewhere?key=secret")).await;
    let refused = refused.expect_err("a refusal");
    assert!(!refused.was_sent() && refused.is_refusal(), "{refused}");
    assert_eq!(
        watch.take(),
        [
            seen("POST", "/books", Some(201)),
            seen("GET", &format!("{other}/elsewhere"), None),
        ]
    );
    assert_eq!(watch.take(), []);
    drop(watch);
    let free = send(Method::GET, &format!("{other}/elsewhere")).await;
    assert_eq!(free.expect("a reply"), 201);
}
