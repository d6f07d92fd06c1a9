use axum::body::to_bytes;

use super::*;

const BOTH: AcceptedForms = AcceptedForms::ANY;
const JSON: AcceptedForms = AcceptedForms {
    json: true,
    sse: false,
};
const SSE: AcceptedForms = AcceptedForms {
    json: false,
    sse: true,
};

fn answering(accept: AcceptedForms, batch: bool) -> PostResponder {
    let soon = Duration::from_millis(5);
    PostResponder {
        accept,
        batch,
        keep_alive: soon,
        patience: Duration::from_mins(1),
        return_window: soon,
        session: None,
    }
}

fn answer(text: &'static str) -> ResponsePart {
    ResponsePart::Answer(FinishedResponse {
        message: ResponseMessage::Whole(text.into()),
        status: StatusCode::OK,
    })
}

fn aside(text: &'static str) -> ResponsePart {
    ResponsePart::Aside(text.into())
}

async fn told(answering: PostResponder, parts: ResponseParts) -> (StatusCode, String, String) {
    let response = answering.coming(parts).await.into_response();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let kind = kind
        .map_or("", |kind| kind.to_str().expect("ASCII"))
        .to_owned();
    let status = response.status();
    let body = to_bytes(response.into_body(), 10_000)
        .await
        .expect("a body");
    (
        status,
        kind,
        String::from_utf8(body.to_vec()).expect("text"),
    )
}

async fn check(
    accept: AcceptedForms,
    batch: bool,
    parts: Vec<ResponsePart>,
    kind: &str,
    body: &str,
) {
    let told = told(answering(accept, batch), Box::pin(stream::iter(parts))).await;
    assert_eq!((told.1.as_str(), told.2.as_str()), (kind, body));
}

#[tokio::test]
async fn an_answer_alone_is_plain() {
    check(BOTH, false, vec![answer("{}")], "application/json", "{}").await;
    check(JSON, false, vec![answer("{}")], "application/json", "{}").await;
    check(
        SSE,
        false,
        vec![answer("{}")],
        "text/event-stream",
        "data: {}\n\n",
    )
    .await;
}

#[tokio::test]
async fn whatever_comes_before_makes_it_a_stream() {
    let parts = || vec![aside("1"), answer("2")];
    check(
        BOTH,
        false,
        parts(),
        "text/event-stream",
        "data: 1\n\ndata: 2\n\n",
    )
    .await;
    check(JSON, false, parts(), "application/json", "2").await;
}

#[tokio::test]
async fn a_batch_is_an_array_or_a_stream() {
    let parts = || vec![answer("1"), answer("2")];
    check(BOTH, true, parts(), "application/json", "[1,2]").await;
    check(
        SSE,
        true,
        parts(),
        "text/event-stream",
        "data: 1\n\ndata: 2\n\n",
    )
    .await;
    let mixed = vec![answer("1"), aside("x"), answer("2")];
    check(
        BOTH,
        true,
        mixed,
        "text/event-stream",
        "data: 1\n\ndata: x\n\ndata: 2\n\n",
    )
    .await;
}

#[tokio::test]
async fn a_request_taken_back_has_no_answer() {
    check(BOTH, false, vec![], "text/event-stream", "").await;
    let (status, _, body) = told(answering(JSON, false), Box::pin(stream::empty())).await;
    assert_eq!((status, body.as_str()), (StatusCode::ACCEPTED, ""));
}

#[tokio::test]
async fn a_slow_answer_goes_on_as_the_same_stream_with_signs_of_life() {
    let (go, wait) = tokio::sync::oneshot::channel::<()>();
    let parts = Box::pin(stream::once(async move {
        wait.await.expect("the signal");
        answer("late")
    }));
    let impatient = PostResponder {
        patience: Duration::ZERO,
        ..answering(BOTH, false)
    };
    let response = impatient.coming(parts).await.into_response();
    let mut body = response.into_body().into_data_stream();
    let first = body.next().await.expect("a sign of life").expect("bytes");
    assert!(first.starts_with(b":"), "{first:?}");
    go.send(()).expect("somebody waits");
    let mut rest = Vec::new();
    while let Some(chunk) = body.next().await {
        rest.extend(chunk.expect("bytes"));
    }
    assert!(String::from_utf8_lossy(&rest).ends_with("data: late\n\n"));
}

#[tokio::test]
async fn an_error_keeps_its_status_even_for_clients_of_streams() {
    let refused = FinishedResponse {
        message: ResponseMessage::Whole("{}".into()),
        status: StatusCode::NOT_FOUND,
    };
    assert_eq!(
        answering(SSE, false)
            .ready(refused)
            .into_response()
            .status(),
        StatusCode::NOT_FOUND
    );
}

#[test]
fn whoever_is_not_recognised_is_told_what_to_present() {
    let unknown = TransportRefusal::Unrecognised(candor_gateway::AccessError::Unknown.into());
    let response = unknown.response(None);
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    let challenge = &response.headers()[header::WWW_AUTHENTICATE];
    assert_eq!(challenge, r#"Bearer realm="candor", error="invalid_token""#);
}

#[tokio::test]
async fn a_refusal_is_a_status_and_a_sentence() {
    let response = TransportRefusal::OnlyPost.response(None);
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(response.headers()[header::ALLOW], "POST");
    let body = axum::body::to_bytes(response.into_body(), 1000)
        .await
        .expect("a body");
    let expect = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"only POST is served without a session"}}"#;
    assert_eq!(body, expect);
}
