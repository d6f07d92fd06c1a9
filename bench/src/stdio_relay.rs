//! A byte relay to a program on its standard input and output: what one hop costs when nothing but
//! the ids is read.
//!
//! The body of each request becomes a line for the program, and each line of the program becomes the
//! answer to the request with the same id.

mod child;

use std::sync::Arc;

use anyhow::Result;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use http::{Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;

use crate::args::StdioRelayArgs;
use crate::serve;
use crate::stdio_relay::child::{RelayedChild, read_id};

/// Far above any request of a benchmark.
const BODY_LIMIT: usize = 1 << 20;

/// Runs the relay until its parent ends.
pub(crate) async fn command(args: &StdioRelayArgs) -> Result<()> {
    let child = Arc::new(RelayedChild::start(&args.command)?);
    let (listener, url) = serve::listen().await?;
    let handler = move |request| forward(child.clone(), request);
    let work = serve::answer(listener, handler);
    serve::run("stdio relay", &url, work, args.with_parent).await
}

/// Sends the body on as a line, and hands back the line that answers it.
async fn forward(child: Arc<RelayedChild>, request: Request<Incoming>) -> Response<Full<Bytes>> {
    if request.method() != Method::POST {
        return refuse(StatusCode::METHOD_NOT_ALLOWED, "use POST\n");
    }
    let Some(body) = serve::read_body(request.into_body(), BODY_LIMIT).await else {
        return refuse(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large\n");
    };
    if body.contains(&b'\n') {
        return refuse(StatusCode::BAD_REQUEST, "the message has several lines\n");
    }
    let Ok(id) = read_id(&body) else {
        return refuse(StatusCode::BAD_REQUEST, "the message is not JSON-RPC\n");
    };
    let Some(id) = id else {
        child.tell(body);
        return refuse(StatusCode::ACCEPTED, "");
    };
    match child.ask(id, body).await {
        Some(line) => {
            let mut response = Response::new(Full::new(line));
            let json = HeaderValue::from_static("application/json");
            response.headers_mut().insert(CONTENT_TYPE, json);
            response
        }
        None => refuse(StatusCode::BAD_GATEWAY, "the program did not answer\n"),
    }
}

fn refuse(status: StatusCode, text: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    response
}
