//! The fixture over HTTP+SSE.

use candor_testkit::fixture;
use serde_json::json;

use crate::support::{LIMIT, RawEventReader, initialize, request, text};

#[tokio::test]
async fn answers_arrive_on_the_stream() {
    let server = fixture::serve_sse_at(0).unwrap();
    let client = reqwest::Client::builder().timeout(LIMIT).build().unwrap();
    let mut events = RawEventReader::new(client.get(server.url()).send().await.unwrap());
    let (kind, address) = events.next().await.unwrap();
    assert_eq!(kind, "endpoint");
    let address = server.url().replace("/sse", &address);
    let post = |body: String| client.post(&address).body(body).send();

    let body = initialize("2024-11-05", &json!({"sampling": {}})).to_string();
    assert_eq!(post(body).await.unwrap().status(), 202);
    assert_eq!(
        events.message().await["result"]["protocolVersion"],
        "2024-11-05"
    );

    let params = json!({"name": "test_sampling", "arguments": {"prompt": "Hm?"}});
    post(request(1, "tools/call", &params).to_string())
        .await
        .unwrap();
    let question = events.message().await;
    assert_eq!(question["method"], "sampling/createMessage");
    let answer =
        json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "Aha."}});
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": answer});
    post(answer.to_string()).await.unwrap();
    assert_eq!(text(&events.message().await), "LLM response: Aha.");

    assert_eq!(post("{".to_owned()).await.unwrap().status(), 400);
    let stranger = client
        .post(format!("{address}x"))
        .body("{}")
        .send()
        .await
        .unwrap();
    assert_eq!(stranger.status(), 404);
}
