//! What is asked, and of whom: the requests of a client before any connection, and what answers
//! must be.

use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HOST, HeaderValue};
use http::uri::{Authority, PathAndQuery};
use http::{HeaderMap, Method, Request, Uri};
use http_body_util::Full;

use crate::args::LoadOperation;
use crate::era::BenchEra;
use crate::load::check::AnswerChecker;
use crate::question;

/// How to reach the endpoint and what to ask of it.
#[derive(Debug, Clone)]
pub(crate) struct RequestPlan {
    pub(crate) authority: Authority,
    path: Uri,
    pub(crate) era: BenchEra,
    pub(crate) operation: LoadOperation,
    /// The tool that is called, as this endpoint names it; a list calls none.
    pub(crate) tool: Option<String>,
    pub(crate) checker: AnswerChecker,
}

// === impl RequestPlan ===

impl RequestPlan {
    /// Requests to the endpoint at `url`; only `http` is spoken. A list must have so many tools.
    pub(crate) fn new(
        url: &Uri,
        era: BenchEra,
        operation: LoadOperation,
        tools: usize,
    ) -> Result<Self> {
        ensure!(
            url.scheme_str() == Some("http"),
            "cannot load `{url}`: use a URL that starts with http://"
        );
        let authority = url.authority().cloned();
        let authority = authority.with_context(|| format!("`{url}` names no host"))?;
        let path = url.path_and_query().map_or("/", PathAndQuery::as_str);
        Ok(Self {
            authority,
            path: path.parse()?,
            era,
            operation,
            tool: operation.tool().map(str::to_owned),
            checker: AnswerChecker::new(operation, tools),
        })
    }

    /// The same with a tool that has another name at this endpoint. It takes no escaping in JSON.
    pub(crate) fn named(mut self, tool: Option<&str>) -> Self {
        if self.tool.is_some() && tool.is_some() {
            self.tool = tool.map(str::to_owned);
        }
        self
    }

    /// The headers that every request has.
    pub(crate) fn headers(&self) -> Result<HeaderMap> {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(self.authority.as_str())?);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let accept = HeaderValue::from_static("application/json, text/event-stream");
        headers.insert(ACCEPT, accept);
        Ok(headers)
    }

    /// A POST to the endpoint.
    pub(crate) fn post(&self, headers: HeaderMap, body: Bytes) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = self.path.clone();
        *request.headers_mut() = headers;
        request
    }

    /// The body of one request.
    pub(crate) fn body(&self, id: u64) -> String {
        let mut body = String::with_capacity(640);
        let method = self.operation.method();
        // Writing to a string cannot fail.
        let _ = write!(
            body,
            r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{"#
        );
        if let Some(tool) = &self.tool {
            let arguments = question::arguments(self.operation, id);
            let _ = write!(body, r#""name":"{tool}","arguments":{arguments}"#);
        }
        if self.era == BenchEra::Modern {
            if self.tool.is_some() {
                body.push(',');
            }
            let _ = write!(
                body,
                r#""_meta":{{"io.modelcontextprotocol/protocolVersion":"{}","io.modelcontextprotocol/clientInfo":{{"name":"candor-bench","version":"{}"}},"io.modelcontextprotocol/clientCapabilities":{{}}}}"#,
                self.era.version(),
                env!("CARGO_PKG_VERSION"),
            );
        }
        body.push_str("}}");
        body
    }
}
