//! `/live`: who may listen, what they hear, and when it ends.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::extract::State;
use axum::routing::get;
use candor_frame::{Pages, PagesConfig, serve};
use candor_model::{Answer, Author, Door, PreferenceEdits};
use candor_pagetest::{World, soon};
use futures_util::StreamExt;
use http::{Request, Response};
use serde_json::json;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// One who listens.
struct Listener {
    stream: BodyDataStream,
    /// What was heard since.
    heard: String,
    /// All of it.
    whole: String,
}

// === impl Listener ===

impl Listener {
    async fn begin(router: &Router, token: Option<&str>) -> Self {
        let response = ask(router, token).await;
        assert_eq!(response.status(), 200);
        let kind = response.headers().get("content-type").expect("a type");
        assert_eq!(kind, "text/event-stream");
        let mut listener = Self {
            stream: response.into_body().into_data_stream(),
            heard: String::new(),
            whole: String::new(),
        };
        listener.until(":\n\n").await;
        // Whoever begins to listen looks at a call that is tried, which may be over by now.
        listener.until("event: trials\ndata:\n\n").await;
        listener
    }

    /// Waits until this was heard, and forgets what came before.
    async fn until(&mut self, part: &str) {
        while !self.heard.contains(part) {
            let more = soon(self.stream.next()).await.expect("it goes on");
            let more = more.expect("no failure");
            let more = std::str::from_utf8(&more).expect("text");
            self.heard.push_str(more);
            self.whole.push_str(more);
        }
        let at = self.heard.find(part).expect("it is there") + part.len();
        self.heard.drain(..at);
    }

    /// Waits until it is over.
    async fn over(&mut self) {
        while let Some(more) = soon(self.stream.next()).await {
            more.expect("no failure");
        }
    }
}

async fn ask(router: &Router, token: Option<&str>) -> Response<Body> {
    let mut request = Request::builder()
        .uri("/live")
        .header("host", "localhost:7333");
    if let Some(token) = token {
        request = request.header("cookie", format!("candor_token={token}"));
    }
    let request = request.body(Body::empty()).expect("a request");
    soon(router.clone().oneshot(request))
        .await
        .expect("an answer")
}

/// Pages whose stream shows that it is alive as often as this.
fn pages(world: &World, keep_alive: Duration) -> (Router, CancellationToken) {
    let config = PagesConfig {
        keep_alive,
        ..PagesConfig::default()
    };
    let shutdown = config.shutdown.clone();
    (
        serve(world.gateway.clone(), config, Router::new()),
        shutdown,
    )
}

fn author() -> Author {
    Author {
        name: "local".to_owned(),
        door: Door::Page,
        why: None,
    }
}

#[tokio::test]
async fn what_happens_is_heard_and_nothing_of_what_it_is() {
    let world = World::open(Router::new()).await;
    let mut listener = Listener::begin(&world.router, None).await;
    let waiting = world.call("shop.delete_book", json!({"isbn": "1"})).await;
    listener.until("event: approvals\ndata:\n\n").await;
    let desk = world.gateway.approvals();
    let decided = desk.decide(waiting.id, Answer::Deny, author()).await;
    decided.expect("a denial");
    listener.until("event: approvals\ndata:\n\n").await;
    waiting.reply().await;
    listener.until("event: calls\ndata:\n\n").await;
    let edits = PreferenceEdits {
        show_warnings: Some(false),
        ..PreferenceEdits::default()
    };
    let desk = world.gateway.desk();
    let preferred = desk.prefer(None, &edits, None, &author()).await;
    preferred.expect("a preference");
    listener.until("event: said\ndata:\n\n").await;
    let parts = listener.whole.split_inclusive("\n\n");
    for part in parts {
        let known = ["approvals", "sources", "said", "calls", "trials"];
        let known = known.map(|kind| format!("event: {kind}\ndata:\n\n"));
        assert!(
            part == ":\n\n" || known.iter().any(|one| one == part),
            "{part}"
        );
    }
}

#[tokio::test]
async fn what_happened_while_the_page_was_drawn_is_heard_at_once() {
    let world = World::open(Router::new()).await;
    let told = "event: approvals\ndata:\n\n";
    let mut early = Listener::begin(&world.router, None).await;
    // What is longer ago than a second is not told, and a busy machine may need more.
    for isbn in ["1", "2", "3", "4", "5"] {
        let waiting = world.call("shop.delete_book", json!({"isbn": isbn})).await;
        // Once somebody has heard of it, it is past for who comes later.
        early.until(told).await;
        let listener = Listener::begin(&world.router, None).await;
        let desk = world.gateway.approvals();
        let decided = desk.decide(waiting.id, Answer::Deny, author()).await;
        decided.expect("a denial");
        if listener.whole.contains(told) {
            return;
        }
    }
    panic!("nobody who came late was told");
}

#[tokio::test]
async fn that_a_call_which_is_tried_moves_is_heard() {
    let ring = async |State(pages): State<Pages>| {
        pages.trials.ring();
        pages.trials.ring();
        "rung"
    };
    let world = World::open(Router::new().route("/ring", get(ring))).await;
    let mut listener = Listener::begin(&world.router, None).await;
    for _ in 0..2 {
        let request = Request::get("/ring").header("host", "localhost:7333");
        let request = request.body(Body::empty()).expect("a request");
        let answer = world.router.clone().oneshot(request).await;
        assert_eq!(answer.expect("an answer").status(), 200);
        listener.until("event: trials\ndata:\n\n").await;
        assert!(!listener.heard.contains("trials"), "{}", listener.heard);
    }
}

#[tokio::test]
async fn a_silent_stream_shows_that_it_is_alive_and_ends_with_the_gateway() {
    let world = World::open(Router::new()).await;
    let (router, shutdown) = pages(&world, Duration::from_millis(20));
    let mut listener = Listener::begin(&router, None).await;
    // What other replicas have called is looked for each time.
    for _ in 0..2 {
        listener.until("event: calls\ndata:\n\n").await;
    }
    shutdown.cancel();
    listener.over().await;
    // Whoever comes now is sent away at once.
    let response = ask(&router, None).await;
    let mut stream = response.into_body().into_data_stream();
    assert!(soon(stream.next()).await.is_some());
    assert!(soon(stream.next()).await.is_none());
}

#[tokio::test]
async fn only_viewers_listen_and_only_as_long_as_their_token_works() {
    let world = World::guarded(Router::new()).await;
    let (router, _shutdown) = pages(&world, Duration::from_millis(20));
    let stranger = ask(&router, None).await;
    assert_eq!(stranger.status(), 303);
    let place = stranger.headers().get("location").expect("a place");
    assert_eq!(place, "/login?next=%2Flive");
    let caller = world.token("caller", "caller").await;
    assert_eq!(ask(&router, Some(&caller)).await.status(), 403);

    let viewer = world.token("viewer", "viewer").await;
    let mut listener = Listener::begin(&router, Some(&viewer)).await;
    listener.until("event: calls").await;
    let desk = world.gateway.desk();
    let revoked = desk.revoke_token("viewer", &author()).await;
    revoked.expect("a token that worked");
    listener.over().await;
    assert_eq!(ask(&router, Some(&viewer)).await.status(), 303);
}
