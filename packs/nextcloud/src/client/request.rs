//! Requests.

use std::fmt::Display;
use std::time::Duration;

use bytes::Bytes;
use candor_functions::Failure;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;

use super::RequestMethod;
use crate::path;
use crate::xml::XmlElement;

/// A part of the server that is addressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerPlace {
    /// An app: below `/index.php/apps`, which works with and without pretty addresses.
    App(&'static str),
    /// An OCS route: below `/ocs/v2.php`.
    Ocs(&'static str),
    /// `WebDAV`: below `/remote.php/dav`.
    Dav,
    /// A login in a browser: below `/index.php/login/v2`. It needs no account.
    Login(&'static str),
}

/// A request to the server.
#[derive(Debug)]
pub(crate) struct PackRequest {
    pub(super) method: RequestMethod,
    path: String,
    pub(super) query: Vec<(String, String)>,
    headers: Vec<(HeaderName, String)>,
    pub(super) body: Bytes,
    pub(super) timeout: Option<Duration>,
    pub(super) max_body: Option<usize>,
}

// === impl ServerPlace ===

impl ServerPlace {
    /// The app password with which a request is sent.
    pub(crate) const APP_PASSWORD: Self = Self::Ocs("core/apppassword");
}

// === impl PackRequest ===

impl PackRequest {
    pub(crate) fn new(method: RequestMethod, place: ServerPlace) -> Self {
        let path = match place {
            ServerPlace::App(path) => format!("/index.php/apps/{path}"),
            ServerPlace::Ocs(path) => format!("/ocs/v2.php/{path}"),
            ServerPlace::Dav => "/remote.php/dav".to_owned(),
            ServerPlace::Login(path) => format!("/index.php/login/v2{path}"),
        };
        Self {
            method,
            path,
            query: Vec::new(),
            headers: Vec::new(),
            body: Bytes::new(),
            timeout: None,
            max_body: None,
        }
        .header(ACCEPT, "application/json, */*;q=0.5")
    }

    /// A segment more, encoded.
    #[must_use]
    pub(crate) fn at(mut self, segment: impl Display) -> Self {
        self.path.push('/');
        self.path.push_str(&path::encode(&segment.to_string()));
        self
    }

    /// Several segments more, which are encoded already.
    #[must_use]
    pub(crate) fn at_encoded(mut self, path: &str) -> Self {
        self.path.push('/');
        self.path.push_str(path);
        self
    }

    #[must_use]
    pub(crate) fn query(mut self, name: &str, value: impl Display) -> Self {
        self.query.push((name.to_owned(), value.to_string()));
        self
    }

    #[must_use]
    pub(crate) fn header(mut self, name: HeaderName, value: impl Into<String>) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.into()));
        self
    }

    /// A body of JSON.
    pub(crate) fn json(self, value: &impl Serialize) -> Result<Self, Failure> {
        let body = serde_json::to_vec(value)?;
        Ok(self.header(CONTENT_TYPE, "application/json").bytes(body))
    }

    /// A body of a form.
    #[must_use]
    pub(crate) fn form(self, fields: &[(&str, String)]) -> Self {
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(fields);
        let body = form.finish();
        self.header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .bytes(body)
    }

    /// A body of XML, and how deep the server is to look.
    pub(crate) fn xml(self, depth: &'static str, body: &XmlElement) -> Result<Self, Failure> {
        Ok(self
            .header(HeaderName::from_static("depth"), depth)
            .header(CONTENT_TYPE, "application/xml; charset=utf-8")
            .header(ACCEPT, "application/xml, text/xml;q=0.9, */*;q=0.5")
            .bytes(body.to_xml()?))
    }

    #[must_use]
    pub(crate) fn bytes(mut self, body: impl Into<Bytes>) -> Self {
        self.body = body.into();
        self
    }

    #[must_use]
    pub(crate) fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    #[must_use]
    pub(crate) fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = Some(bytes);
        self
    }

    pub(crate) fn method(&self) -> RequestMethod {
        self.method
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The request as an explanation names it: decoded, without the part that routes it.
    pub(super) fn shown(&self) -> String {
        let prefixes = ["/index.php/apps/", "/ocs/v2.php/", "/remote.php/dav/", "/"];
        let rest = prefixes.iter().find_map(|it| self.path.strip_prefix(it));
        let path = path::decode(rest.unwrap_or(&self.path));
        format!("`{} {}`", self.method.as_str(), path.escape_debug())
    }

    pub(super) fn headers(&self) -> Result<HeaderMap, Failure> {
        let mut map = HeaderMap::new();
        for (name, value) in &self.headers {
            let Ok(value) = HeaderValue::from_str(value) else {
                return Err(Failure::new(format!(
                    "the value `{}` cannot be sent as `{name}`",
                    value.escape_debug()
                )));
            };
            map.insert(name, value);
        }
        Ok(map)
    }
}
