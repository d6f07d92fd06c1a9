//! `/live`: who may listen, what they hear, and when it ends.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::extract::State;
use axum::routing::get;
use candor_dashboard_kit::{DashboardConfig, DashboardState, serve};
use candor_model::{ApprovalAnswer, ChangeAuthor, ChangeChannel, PreferenceEdits};
use candor_pagetest::{PageWorld, with_timeout};
use futures_util::StreamExt;
use http::{Request, Response};
use serde_json::json;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// One who listens.
struct LiveListener {
    stream: BodyDataStream,
    /// What was heard since.
    heard: String,
    /// All of it.
    whole: String,
}

// === impl Listener ===

impl LiveListener {
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
        // A new listener may show a try-it call that is over by now.
        listener.until("event: trials\ndata:\n\n").await;
        listener
    }

    /// Waits until this was heard, and forgets what came before.
    async fn until(&mut self, part: &str) {
        while !self.heard.contains(part) {
            let more = with_timeout(self.stream.next()).await.expect("it goes on");
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
        while let Some(more) = with_timeout(self.stream.next()).await {
            more.expect("no failure");
        }
    }
}

/// The session of a user with a role, which is also their name.
async fn session(world: &PageWorld, role: &str) -> String {
    let browser = world.logged_in(role, role).await;
    browser.cookies["candor_session"].clone()
}

async fn ask(router: &Router, token: Option<&str>) -> Response<Body> {
    let mut request = Request::builder()
        .uri("/live")
        .header("host", "localhost:7333");
    if let Some(token) = token {
        request = request.header("cookie", format!("candor_session={token}"));
    }
    let request = request.body(Body::empty()).expect("a request");
    with_timeout(router.clone().oneshot(request))
        .await
        .expect("an answer")
}

/// Pages whose stream shows that it is alive as often as this.
fn pages(world: &PageWorld, keep_alive: Duration) -> (Router, CancellationToken) {
    let config = DashboardConfig {
        keep_alive,
        ..DashboardConfig::default()
    };
    let shutdown = config.shutdown.clone();
    (
        serve(world.gateway.clone(), config, Router::new()),
        shutdown,
    )
}

fn author() -> ChangeAuthor {
    ChangeAuthor {
        name: "local".to_owned(),
        channel: ChangeChannel::Page,
        why: None,
    }
}

#[tokio::test]
async fn what_happens_is_heard_and_nothing_of_what_it_is() {
    let world = PageWorld::open(Router::new()).await;
    let mut listener = LiveListener::begin(&world.router, None).await;
    let waiting = world.call("shop.delete_book", json!({"isbn": "1"})).await;
    listener.until("event: approvals\ndata:\n\n").await;
    let approvals = world.gateway.approvals();
    let decided = approvals
        .decide(waiting.id, ApprovalAnswer::Deny, author())
        .await;
    decided.expect("a denial");
    listener.until("event: approvals\ndata:\n\n").await;
    waiting.reply().await;
    listener.until("event: calls\ndata:\n\n").await;
    let edits = PreferenceEdits {
        show_warnings: Some(false),
        ..PreferenceEdits::default()
    };
    let approvals = world.gateway.editor();
    let preferred = approvals.prefer(None, &edits, None, &author()).await;
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
    let world = PageWorld::open(Router::new()).await;
    let told = "event: approvals\ndata:\n\n";
    let mut early = LiveListener::begin(&world.router, None).await;
    // What is longer ago than a second is not told, and a busy machine may need more.
    for isbn in 1..=20 {
        let isbn = isbn.to_string();
        let waiting = world.call("shop.delete_book", json!({"isbn": isbn})).await;
        // Once it was sent, it is past for later listeners.
        early.until(told).await;
        let listener = LiveListener::begin(&world.router, None).await;
        let approvals = world.gateway.approvals();
        let decided = approvals
            .decide(waiting.id, ApprovalAnswer::Deny, author())
            .await;
        decided.expect("a denial");
        if listener.whole.contains(told) {
            return;
        }
    }
    panic!("no late listener was notified");
}

#[tokio::test]
async fn that_a_call_which_is_tried_moves_is_heard() {
    let ring = async |State(pages): State<DashboardState>| {
        pages.trials.notify();
        pages.trials.notify();
        "rung"
    };
    let world = PageWorld::open(Router::new().route("/ring", get(ring))).await;
    let mut listener = LiveListener::begin(&world.router, None).await;
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
    let world = PageWorld::open(Router::new()).await;
    let (router, shutdown) = pages(&world, Duration::from_millis(20));
    let mut listener = LiveListener::begin(&router, None).await;
    // What other replicas have called is looked for each time.
    for _ in 0..2 {
        listener.until("event: calls\ndata:\n\n").await;
    }
    shutdown.cancel();
    listener.over().await;
    // New listeners are refused at once.
    let response = ask(&router, None).await;
    let mut stream = response.into_body().into_data_stream();
    assert!(with_timeout(stream.next()).await.is_some());
    assert!(with_timeout(stream.next()).await.is_none());
}

#[tokio::test]
async fn only_viewers_listen_and_only_as_long_as_their_token_works() {
    let world = PageWorld::guarded(Router::new()).await;
    let (router, _shutdown) = pages(&world, Duration::from_millis(20));
    let anonymous = ask(&router, None).await;
    assert_eq!(anonymous.status(), 303);
    let place = anonymous.headers().get("location").expect("a place");
    assert_eq!(place, "/login?next=%2Flive");
    let caller = session(&world, "caller").await;
    assert_eq!(ask(&router, Some(&caller)).await.status(), 403);

    let viewer = session(&world, "viewer").await;
    let mut listener = LiveListener::begin(&router, Some(&viewer)).await;
    listener.until("event: calls").await;
    let approvals = world.gateway.editor();
    let revoked = approvals.revoke_token("viewer", &author()).await;
    revoked.expect("a token that worked");
    listener.over().await;
    assert_eq!(ask(&router, Some(&viewer)).await.status(), 303);
}
