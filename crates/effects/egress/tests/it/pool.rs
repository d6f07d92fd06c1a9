//! Connections that are used again.

use std::sync::Arc;
use std::time::Duration;

use candor_egress::EgressError;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::server::{reply, route, serve};
use crate::world::{ask, client, soon};

#[tokio::test]
async fn one_connection_serves_many_requests() {
    let server = route(|_| reply("200 OK", "", "ok")).await;
    let client = client();
    for _ in 0..5 {
        let response = ask(&client.clone(), &server.url("/")).await;
        assert_eq!(response.expect("a response").body, "ok");
    }
    assert_eq!(server.connections(), 1);
    // A pool belongs to its client.
    ask(&crate::world::client(), &server.url("/"))
        .await
        .expect("a response");
    assert_eq!(server.connections(), 2);
}

#[tokio::test]
async fn a_connection_is_not_used_again_after_a_cut() {
    let server = serve(async |mut connection| {
        while connection.next_request().await.is_some() {
            let head = b"HTTP/1.1 200 OK\r\ncontent-length: 2147483648\r\n\r\n";
            connection.send(head).await;
            connection.flood(&[b'x'; 10_000]).await;
        }
    })
    .await;
    let client = client();
    for number in 1..=3 {
        let response = ask(&client, &server.url("/")).await.expect("a beginning");
        assert!(response.cut.is_some());
        assert_eq!(server.connections(), number);
    }
}

#[tokio::test]
async fn a_connection_that_the_server_closed_is_replaced() {
    let server = serve(async |mut connection| {
        connection.request().await;
        let number = connection.number.to_string();
        connection
            .send(reply("200 OK", "", &number).as_bytes())
            .await;
    })
    .await;
    let client = client();
    let url = server.url("/");
    assert_eq!(ask(&client, &url).await.expect("a response").body, "1");
    // The end of the connection is on its way, and until it is here a request may cross it.
    for _ in 0..3_000 {
        match ask(&client, &url).await {
            Ok(response) => {
                assert_ne!(response.body, "1");
                return;
            }
            Err(error) => assert!(matches!(error, EgressError::Broken { .. }), "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the connection was never replaced");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_do_not_wait_for_each_other() {
    // All requests arrive before the first is answered.
    let all = Arc::new(Barrier::new(20));
    let server = serve(move |mut connection| {
        let all = Arc::clone(&all);
        async move {
            connection.request().await;
            soon(all.wait()).await;
            connection.send(reply("200 OK", "", "ok").as_bytes()).await;
        }
    })
    .await;
    let client = client();
    let mut asked = JoinSet::new();
    for _ in 0..20 {
        let (client, url) = (client.clone(), server.url("/"));
        asked.spawn(async move { ask(&client, &url).await });
    }
    while let Some(answer) = soon(asked.join_next()).await {
        let answer = answer.expect("no panic");
        assert_eq!(answer.expect("a response").body, "ok");
    }
}
