//! A request as the server sees it, and its answer.

use std::collections::BTreeMap;

use bytes::Bytes;
use http_body_util::Full;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

/// A request to the scripted server.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) segments: Vec<String>,
    pub(crate) query: BTreeMap<String, String>,
    headers: BTreeMap<String, String>,
    pub(crate) body: Bytes,
}

/// An answer of the scripted server.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(&'static str, String)>,
    body: Bytes,
}

// === impl Asked ===

impl Asked {
    pub(super) fn new(head: &http::request::Parts, body: Bytes) -> Self {
        let query = head.uri.query().unwrap_or_default();
        let query = url::form_urlencoded::parse(query.as_bytes()).into_owned();
        let text = |value: &http::HeaderValue| value.to_str().unwrap_or("").to_owned();
        let headers = head.headers.iter();
        Self {
            method: head.method.to_string(),
            segments: split(head.uri.path()),
            query: query.collect(),
            headers: headers
                .map(|(name, value)| (name.to_string(), text(value)))
                .collect(),
            body,
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The fields of a form.
    pub(crate) fn form(&self) -> BTreeMap<String, String> {
        url::form_urlencoded::parse(&self.body)
            .into_owned()
            .collect()
    }

    /// Whether the preconditions hold for a thing of this version, or for none. An etag without
    /// quotes fits nothing.
    pub(crate) fn precondition(&self, etag: Option<&str>) -> Result<(), Reply> {
        let refused = |message: &str| Err(Reply::sabre(412, "PreconditionFailed", message));
        let quoted = etag.map(|etag| format!("\"{etag}\""));
        match (self.header("if-match"), &quoted) {
            (Some("*"), None) => return refused("An If-Match header was specified"),
            (Some(given), known) if given != "*" && Some(given) != known.as_deref() => {
                return refused("An If-Match header was specified, but none of the etags matched");
            }
            _ => {}
        }
        if self.header("if-none-match") == Some("*") && quoted.is_some() {
            return refused("An If-None-Match header was specified, but the resource exists");
        }
        Ok(())
    }
}

/// The segments of a path, decoded. Empty ones do not count.
pub(crate) fn split(path: &str) -> Vec<String> {
    let segments = path.split('/').filter(|one| !one.is_empty());
    segments
        .map(|one| percent_decode_str(one).decode_utf8().unwrap().into_owned())
        .collect()
}

// === impl Reply ===

impl Reply {
    pub(crate) fn new(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: Bytes::new(),
        }
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub(crate) fn body(mut self, body: impl Into<Bytes>) -> Self {
        self.body = body.into();
        self
    }

    pub(crate) fn json(status: u16, value: &Value) -> Self {
        Self::new(status)
            .header("content-type", "application/json")
            .body(value.to_string())
    }

    pub(crate) fn ocs(data: &Value) -> Self {
        let meta = json!({"status": "ok", "statuscode": 200, "message": "OK"});
        Self::json(200, &json!({"ocs": {"meta": meta, "data": data}}))
    }

    pub(crate) fn ocs_error(status: u16, code: u16, message: &str) -> Self {
        let meta = json!({"status": "failure", "statuscode": code, "message": message});
        Self::json(status, &json!({"ocs": {"meta": meta, "data": []}}))
    }

    /// An error of the library that serves `WebDAV`.
    pub(crate) fn sabre(status: u16, exception: &str, message: &str) -> Self {
        Self::new(status)
            .header("content-type", "application/xml; charset=utf-8")
            .body(format!(
                "<?xml version=\"1.0\"?><d:error xmlns:d=\"DAV:\" \
                 xmlns:s=\"http://sabredav.org/ns\"><s:exception>{exception}</s:exception>\
                 <s:message>{message}</s:message></d:error>"
            ))
    }

    pub(super) fn into_http(self) -> hyper::Response<Full<Bytes>> {
        let mut builder = hyper::Response::builder().status(self.status);
        for (name, value) in self.headers {
            builder = builder.header(name, value);
        }
        builder.body(Full::new(self.body)).unwrap()
    }
}
