//! What the tests share: limits, requests, child processes and HTTP servers on loopback.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use bytes::Bytes;
use candor_model::Secret;
use candor_wire::RawJson;
use candor_wire::envelope::{self, JsonRpcMessage, RequestId};
use candor_wire::link::{
    Exchange, HttpSpec, LinkEndpoint, LinkError, LinkInbox, LinkLimits, RequestHeaders, ServerLink,
    StdioSpec,
};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use url::Url;

/// Small enough to be exceeded in a test.
pub(crate) const LIMIT: usize = 100_000;

pub(crate) fn limits() -> LinkLimits {
    LinkLimits {
        max_message: LIMIT,
        connect_timeout: Duration::from_secs(5),
        stop_grace: Duration::from_millis(300),
    }
}

/// Fails instead of hanging.
pub(crate) async fn within<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(30), work)
        .await
        .expect("done in time")
}

pub(crate) async fn ask(
    link: &ServerLink,
    method: &str,
    params: &str,
) -> Result<Exchange, LinkError> {
    ask_with(link, method, params, &RequestHeaders::default()).await
}

pub(crate) async fn ask_with(
    link: &ServerLink,
    method: &str,
    params: &str,
    headers: &RequestHeaders<'_>,
) -> Result<Exchange, LinkError> {
    let id = link.next_id();
    let params = RawJson::parse(params.to_owned()).expect("JSON");
    let message = envelope::request(&RequestId::number(id), method, Some(&params));
    within(link.request(id, message, headers)).await
}

/// The result of a request, or the error object as text; notifications are passed over.
pub(crate) async fn result(exchange: &mut Exchange) -> Result<String, LinkError> {
    loop {
        match within(exchange.next())
            .await
            .expect("an answer before the end")?
        {
            JsonRpcMessage::Response(response) => {
                let (Ok(json) | Err(json)) = response.outcome;
                return Ok(json.to_string());
            }
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => {}
        }
    }
}

/// Asks and waits for the result.
pub(crate) async fn call(
    link: &ServerLink,
    method: &str,
    params: &str,
) -> Result<String, LinkError> {
    result(&mut ask(link, method, params).await?).await
}

/// An error with its causes, in one line.
pub(crate) fn told(error: &LinkError) -> String {
    let mut text = error.to_string();
    let mut next = std::error::Error::source(error);
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}

/// The method of a message that is no answer.
pub(crate) fn method_of(message: &JsonRpcMessage) -> &str {
    match message {
        JsonRpcMessage::Request(request) => &request.method,
        JsonRpcMessage::Notification(notification) => &notification.method,
        JsonRpcMessage::Response(response) => panic!("{response:?}"),
    }
}

pub(crate) fn child(command: &str, args: &[&str]) -> StdioSpec {
    StdioSpec {
        label: "child".into(),
        command: command.into(),
        args: args.iter().map(ToString::to_string).collect(),
        env: Vec::new(),
        inherit: Vec::new(),
        cwd: None,
        confine: None,
    }
}

pub(crate) async fn open_shell(script: &str) -> (ServerLink, LinkInbox) {
    open(&LinkEndpoint::Stdio(child("/bin/sh", &["-c", script]))).await
}

pub(crate) async fn open(endpoint: &LinkEndpoint) -> (ServerLink, LinkInbox) {
    within(ServerLink::open(endpoint, &limits()))
        .await
        .expect("opens")
}

pub(crate) fn spec(url: &str, headers: &[(&str, &str)]) -> HttpSpec {
    HttpSpec {
        label: "server".into(),
        url: Url::parse(url).expect("a URL"),
        headers: headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Secret::new((*value).to_owned())))
            .collect(),
    }
}

pub(crate) async fn open_http(url: &str) -> (ServerLink, LinkInbox) {
    open(&LinkEndpoint::Http(spec(url, &[]))).await
}

/// One HTTP request as a server sees it.
#[derive(Clone, Debug)]
pub(crate) struct SeenRequest {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

/// A server on loopback, stopped when dropped.
pub(crate) struct LoopbackServer {
    pub(crate) url: String,
    task: JoinHandle<()>,
}

/// Serves every request by a function.
pub(crate) async fn serve<F>(handler: F) -> LoopbackServer
where
    F: Fn(SeenRequest) -> Response + Clone + Send + Sync + 'static,
{
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
    let route = move |method: Method, uri: Uri, headers: HeaderMap, body: Bytes| {
        let path = uri.path_and_query().map_or("", |it| it.as_str()).to_owned();
        let response = handler(SeenRequest {
            method,
            path,
            headers,
            body,
        });
        async move { response }
    };
    let app = axum::Router::new().fallback(route);
    let task = tokio::spawn(async move {
        axum::serve(listener, app).await.expect("serves");
    });
    LoopbackServer { url, task }
}

impl Drop for LoopbackServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl SeenRequest {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("text"))
    }

    /// The id and the method of the message in the body.
    pub(crate) fn message(&self) -> (Option<u64>, String) {
        match JsonRpcMessage::parse(self.body.clone()).expect("a message") {
            JsonRpcMessage::Request(request) => (request.id.as_number(), request.method.into()),
            other => (None, method_of(&other).to_owned()),
        }
    }
}

pub(crate) fn reply(status: u16, kind: &str, body: impl Into<Body>) -> Response {
    Response::builder()
        .status(status)
        .header("content-type", kind)
        .body(body.into())
        .expect("a response")
}

pub(crate) fn json(body: impl Into<Body>) -> Response {
    reply(200, "application/json", body)
}

pub(crate) fn result_of(id: u64, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

/// A stream of the given pieces, each in a frame of its own.
pub(crate) fn events<T: Into<Bytes>>(pieces: impl IntoIterator<Item = T>) -> Response {
    let pieces: Vec<_> = pieces
        .into_iter()
        .map(|it| Ok::<Bytes, Infallible>(it.into()))
        .collect();
    let stream = Body::from_stream(futures_util::stream::iter(pieces));
    reply(200, "text/event-stream; charset=utf-8", stream)
}

/// A stream that is fed by hand and ends when the sender is dropped.
pub(crate) fn feed() -> (mpsc::UnboundedSender<Bytes>, Response) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let stream = futures_util::stream::unfold(receiver, |mut receiver| async move {
        let piece: Bytes = receiver.recv().await?;
        Some((Ok::<_, Infallible>(piece), receiver))
    });
    (
        sender,
        reply(200, "text/event-stream", Body::from_stream(stream)),
    )
}
