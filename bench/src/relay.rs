//! A byte relay: what one hop costs on the same HTTP stack when nothing is read.
//!
//! hyper's server on one side, hyper-util's pooled client on the other, headers moved and bodies
//! handed through as they stream. What a gateway costs above this is the price of what it does. With
//! `--whole`, each answer is received to its end first: no hop that checks answers costs less.

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use http::uri::{Authority, PathAndQuery, Scheme};
use http::{Request, Response, StatusCode, Uri, header};
use http_body_util::{BodyExt, Collected, Either, Full};
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use crate::args::RelayArgs;
use crate::serve;

/// An answer as it streams in, one that was received to its end, or a problem of the relay.
type RelayedBody = Either<Incoming, Either<Collected<Bytes>, Full<Bytes>>>;

/// Where requests go, and the connections that lead there.
#[derive(Clone)]
pub(crate) struct ByteRelay {
    client: Client<HttpConnector, Incoming>,
    authority: Authority,
    /// Whether answers are received to their end before they are sent on.
    whole: bool,
}

/// Runs the relay until its parent ends.
pub(crate) async fn command(args: &RelayArgs) -> Result<()> {
    let relay = ByteRelay::to(&args.to, args.whole)?;
    let (listener, url) = serve::listen().await?;
    let handler = move |request| relay.clone().forward(request);
    let work = serve::answer(listener, handler);
    serve::run("relay", &url, work, args.with_parent).await
}

// === impl ByteRelay ===

impl ByteRelay {
    /// A relay to the server of `target`; only `http` is spoken.
    pub(crate) fn to(target: &Uri, whole: bool) -> Result<Self> {
        ensure!(
            target.scheme() == Some(&Scheme::HTTP),
            "cannot relay to `{target}`: use a URL that starts with http://"
        );
        let authority = target.authority().cloned();
        let authority = authority.with_context(|| format!("`{target}` names no host"))?;
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(Self {
            client,
            authority,
            whole,
        })
    }

    /// Sends the request on, and hands back the reply.
    pub(crate) async fn forward(self, mut request: Request<Incoming>) -> Response<RelayedBody> {
        let mut uri = std::mem::take(request.uri_mut()).into_parts();
        uri.scheme = Some(Scheme::HTTP);
        uri.authority = Some(self.authority);
        uri.path_and_query
            .get_or_insert_with(|| PathAndQuery::from_static("/"));
        let Ok(uri) = Uri::from_parts(uri) else {
            let problem = "the request names no usable path\n";
            return refuse(StatusCode::BAD_REQUEST, problem);
        };
        *request.uri_mut() = uri;
        // The pooled client writes the right `Host`; `Connection` concerns one hop only.
        request.headers_mut().remove(header::HOST);
        request.headers_mut().remove(header::CONNECTION);
        match self.client.request(request).await {
            Ok(mut response) => {
                response.headers_mut().remove(header::CONNECTION);
                if self.whole {
                    received(response).await
                } else {
                    response.map(Either::Left)
                }
            }
            Err(_) => refuse(
                StatusCode::BAD_GATEWAY,
                "the server behind the relay is not there\n",
            ),
        }
    }
}

/// A response with all of its body.
async fn received(response: Response<Incoming>) -> Response<RelayedBody> {
    let (head, body) = response.into_parts();
    match body.collect().await {
        Ok(whole) => Response::from_parts(head, Either::Right(Either::Left(whole))),
        Err(_) => refuse(StatusCode::BAD_GATEWAY, "the answer has no end\n"),
    }
}

fn refuse(status: StatusCode, text: &'static str) -> Response<RelayedBody> {
    let text = Full::new(Bytes::from(text));
    let mut response = Response::new(Either::Right(Either::Right(text)));
    *response.status_mut() = status;
    response
}
