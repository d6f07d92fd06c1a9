//! `/approvals/events`.

use axum::body::Body;
use candor_model::{Approval, ApprovalBinding, ApprovalId, ApprovalState, Digest, QualifiedName};
use http::Request;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::Service;

use super::DELETE;
use crate::fixture::{ApiFixture, shows, with_timeout};

/// A client of the stream.
struct EventStream {
    body: Body,
    text: String,
}

/// An event: its id and what it says.
type StreamEvent = (u64, Value);

impl EventStream {
    async fn open(world: &ApiFixture, token: Option<&str>, last: Option<u64>) -> Self {
        let mut request = Request::get("/api/v1/approvals/events").header("host", "localhost");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let request = request.body(Body::empty()).expect("a request");
        let response = with_timeout(world.router().call(request)).await;
        let response = response.expect("the router never fails");
        assert_eq!(response.status(), 200);
        let header = |name| response.headers().get(name).expect("a header").clone();
        assert_eq!(header("content-type"), "text/event-stream");
        assert_eq!(header("cache-control"), "no-store");
        Self {
            body: response.into_body(),
            text: String::new(),
        }
    }

    /// The next part of the stream; nothing at its end.
    async fn part(&mut self) -> Option<String> {
        loop {
            if let Some((part, rest)) = self.text.split_once("\n\n") {
                let (part, rest) = (part.to_owned(), rest.to_owned());
                self.text = rest;
                return Some(part);
            }
            let frame = with_timeout(self.body.frame()).await?.expect("no failure");
            let data = frame.into_data().expect("data");
            self.text
                .push_str(std::str::from_utf8(&data).expect("text"));
        }
    }

    /// The next event; nothing at the end.
    async fn next(&mut self) -> Option<StreamEvent> {
        loop {
            let part = self.part().await?;
            if part == ":" {
                continue;
            }
            let lines: Vec<_> = part.lines().collect();
            let [event, id, data] = lines.as_slice() else {
                panic!("{part}")
            };
            assert_eq!(*event, "event: approval");
            let id = id.strip_prefix("id: ").expect("an id");
            let data = data.strip_prefix("data: ").expect("data");
            let data: Value = serde_json::from_str(data).expect("JSON");
            assert_eq!(data["version"].to_string(), id);
            return Some((id.parse().expect("a number"), data));
        }
    }

    async fn event(&mut self) -> StreamEvent {
        self.next().await.expect("an event")
    }
}

#[tokio::test]
async fn the_stream_begins_with_what_waits_and_goes_on_with_what_happens() {
    let world = ApiFixture::shop().await;
    let over = world.ask_about("agent", DELETE, json!({"n": 0})).await;
    let no = json!({"decision": "deny"});
    let decide = |id: &str| world.post(&format!("/approvals/{id}/decision"), no.clone());
    decide(&over).gives(200).await;
    let first = world.ask_about("agent", DELETE, json!({"n": 1})).await;
    let second = world.ask_about("robot", DELETE, json!({"n": 2})).await;

    let mut events = EventStream::open(&world, None, None).await;
    assert_eq!(events.part().await.as_deref(), Some(":"), "it is heard");
    let (one, two) = (events.event().await, events.event().await);
    assert!(one.0 < two.0);
    let waiting = world.json("/approvals").await;
    assert_eq!(two.1, waiting["items"][0], "the same as in the list");
    assert_eq!(one.1, waiting["items"][1]);
    assert_eq!(one.1["id"], first.as_str());

    decide(&first).gives(200).await;
    let three = events.event().await;
    assert_eq!(three.1["id"], first.as_str());
    assert_eq!(three.1["state"], "denied");
    assert_eq!(three.1["verdict"]["who"], "local");
    let third = world.ask_about("agent", DELETE, json!({"n": 3})).await;
    let four = events.event().await;
    assert_eq!(
        (&four.1["id"], &four.1["state"]),
        (&json!(third), &json!("pending"))
    );
    assert!(three.0 < four.0);

    // A reconnecting client receives what it missed, and nothing twice.
    let mut again = EventStream::open(&world, None, Some(one.0)).await;
    for expect in [&two, &three, &four] {
        assert_eq!(again.event().await, *expect);
    }
    decide(&second).gives(200).await;
    let (heard, read) = (events.event().await, again.event().await);
    assert_eq!(heard, read);
    assert_eq!(heard.1["id"], second.as_str());

    // An id of another store says nothing here.
    let mut anew = EventStream::open(&world, None, Some(u64::MAX)).await;
    assert_eq!(anew.event().await, four, "it begins anew");
}

#[tokio::test]
async fn an_id_that_is_none_is_refused() {
    let world = ApiFixture::shop().await;
    for bad in ["x", "-1", "+1", "1.0", "99999999999999999999"] {
        let ask = world.get("/approvals/events").header("last-event-id", bad);
        ask.refused(400, "malformed", "the `Last-Event-ID` header is `")
            .await;
    }
    world.store.close().await;
    let ask = world.get("/approvals/events");
    ask.refused(503, "store", "failed to").await;
}

#[tokio::test]
async fn the_stream_ends_with_the_gateway() {
    let world = ApiFixture::shop().await;
    let mut events = EventStream::open(&world, None, None).await;
    for _ in 0..3 {
        assert_eq!(events.part().await.as_deref(), Some(":"), "a sign of life");
    }
    world.shutdown.cancel();
    assert_eq!(events.next().await, None);
    let mut late = EventStream::open(&world, None, None).await;
    assert_eq!(late.next().await, None);
}

#[tokio::test]
async fn the_stream_ends_with_the_token() {
    let world = ApiFixture::guarded().await;
    let admin = world.token("root", "admin").await;
    let token = world.token("ada", "viewer").await;
    let mut theirs = EventStream::open(&world, Some(&token), None).await;
    let mut others = EventStream::open(&world, Some(&admin), None).await;
    assert_eq!(theirs.part().await.as_deref(), Some(":"));
    world.delete("/tokens/ada").by(&admin).sent(204).await;
    assert_eq!(theirs.next().await, None, "at the next sign of life");
    world.ask_about("agent", DELETE, json!({})).await;
    assert_eq!(others.event().await.1["principal"], "agent");
}

fn question(number: u32) -> Approval {
    let digest = Digest::of(number.to_string());
    Approval {
        id: ApprovalId::fresh(),
        binding: ApprovalBinding {
            principal: "agent".to_owned(),
            tool: QualifiedName::parse(DELETE).expect("a name"),
            environment: None,
            arguments: digest,
            definition: digest,
            policy: digest,
        },
        state: ApprovalState::Pending,
        session: None,
        client: None,
        endpoint: "/mcp".to_owned(),
        because: "it is asked about".to_owned(),
        first: false,
        out_of_band: false,
        // A card of another Candor: what can be said without it is.
        card: "{}".to_owned(),
        created_micros: 0,
        expires_micros: i64::MAX,
        verdict: None,
        consumed_by: None,
        version: 0,
    }
}

/// More happens than is remembered for those who do not listen.
#[tokio::test]
async fn whoever_is_too_slow_misses_nothing() {
    const MANY: u32 = 1_200;
    let world = ApiFixture::shop().await;
    let mut slow = EventStream::open(&world, None, None).await;
    assert_eq!(slow.part().await.as_deref(), Some(":"));
    let mut news = world.gateway.approvals().events();
    for number in 0..MANY {
        let question = question(number);
        let asked = world.store.ask_approval(&question, 0);
        asked.await.expect("a question");
        if number % 100 == 99 {
            // Until the gateway has told everybody who listens.
            for _ in 0..100 {
                with_timeout(news.recv()).await.expect("news");
            }
        }
    }
    let mut last = 0;
    for _ in 0..MANY {
        let (id, item) = slow.event().await;
        assert!(id > last, "in order, and none twice");
        shows!(item, {"line": "shop.delete_book for agent", "title": null});
        last = id;
    }
    world.shutdown.cancel();
    assert_eq!(slow.next().await, None, "and no more than that");
}
