//! A browser without scripts: it keeps cookies, sends realistic headers, and checks that pages are
//! valid and accessible.

use std::collections::BTreeMap;

use axum::Router;
use axum::body::Body;
use candor_gatetest::with_timeout;
use http::{HeaderMap, Request};
use http_body_util::BodyExt;
use tower::Service;
use url::form_urlencoded;

use crate::html;

/// The headers of every request.
const HEADERS: [(&str, &str); 4] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// A browser of one test, and what it has stored.
pub struct TestBrowser {
    router: Router,
    /// The stored cookies, by name.
    pub cookies: BTreeMap<String, String>,
    /// Headers beyond the usual; an empty one takes the usual one away.
    pub headers: BTreeMap<String, String>,
}

/// The response to a request.
#[derive(Debug)]
pub struct FetchedHtml {
    /// The status code.
    pub status: u16,
    /// The response headers.
    pub headers: HeaderMap,
    /// The whole body.
    pub text: String,
}

// === impl TestBrowser ===

impl TestBrowser {
    /// A browser without cookies.
    pub fn new(router: Router) -> Self {
        Self {
            router,
            cookies: BTreeMap::new(),
            headers: BTreeMap::new(),
        }
    }

    /// Fetches a page.
    pub async fn get(&mut self, path: &str) -> FetchedHtml {
        self.send("GET", path, String::new()).await
    }

    /// Sends fields to a path, as a form of ours would.
    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> FetchedHtml {
        let body = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        self.send("POST", path, body).await
    }

    /// Opens a page and sends the form on it that goes to `to`, with these fields besides the
    /// hidden ones.
    pub async fn submit(&mut self, page: &str, to: &str, fields: &[(&str, &str)]) -> FetchedHtml {
        let opened = self.get(page).await;
        let mut hidden = opened.hidden(to);
        assert!(!hidden.is_empty(), "no form to {to}: {}", opened.text);
        let more = fields.iter().map(|(name, value)| {
            hidden.retain(|(other, _)| other != name);
            ((*name).to_owned(), (*value).to_owned())
        });
        let more: Vec<_> = more.collect();
        hidden.extend(more);
        let fields: Vec<_> = hidden.iter().map(|(a, b)| (&**a, &**b)).collect();
        self.post(to, &fields).await
    }

    /// Sends a request with a body, as a browser would from a page of ours.
    pub async fn send(&mut self, method: &str, path: &str, body: String) -> FetchedHtml {
        let mut headers: BTreeMap<&str, String> = BTreeMap::new();
        headers.insert("host", "localhost:7333".to_owned());
        if method == "POST" {
            let kind = "application/x-www-form-urlencoded";
            headers.insert("content-type", kind.to_owned());
            headers.insert("origin", "http://localhost:7333".to_owned());
            headers.insert("sec-fetch-site", "same-origin".to_owned());
        }
        let pairs = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let pairs: Vec<_> = pairs.collect();
        if !pairs.is_empty() {
            headers.insert("cookie", pairs.join("; "));
        }
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            request = request.header(*name, value);
        }
        let request = request.body(Body::from(body)).expect("a request");
        let page = FetchedHtml::of(self.router.clone(), request).await;
        self.keep(&page);
        page.check(path);
        page
    }

    fn keep(&mut self, page: &FetchedHtml) {
        for line in page.headers.get_all("set-cookie") {
            let line = line.to_str().expect("ASCII");
            assert!(line.contains("; HttpOnly; SameSite=Strict"), "{line}");
            let (pair, rest) = line.split_once(';').expect("attributes");
            let (name, value) = pair.split_once('=').expect("a pair");
            if rest.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

// === impl FetchedHtml ===

impl FetchedHtml {
    async fn of(mut router: Router, request: Request<Body>) -> Self {
        let response = with_timeout(router.call(request)).await;
        let (parts, body) = response.expect("the router never fails").into_parts();
        let bytes = with_timeout(body.collect())
            .await
            .expect("a body")
            .to_bytes();
        Self {
            status: parts.status.as_u16(),
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).expect("text"),
        }
    }

    /// A header of the answer.
    pub fn header(&self, name: &str) -> Option<&str> {
        let value = self.headers.get(name)?;
        Some(value.to_str().expect("ASCII"))
    }

    /// The contents of `<main>`.
    pub fn main(&self) -> &str {
        let (_, main) = self.text.split_once("<main").expect("contents");
        let (main, _) = main.split_once("</main>").expect("an end");
        main.split_once('>').expect("a tag").1.trim()
    }

    /// The redirect target.
    pub fn leads(&self) -> &str {
        assert_eq!(self.status, 303, "{}", self.text);
        self.header("location").expect("a place")
    }

    /// Asserts a status and parts of the text, in which backticks stand for `<code>`.
    pub fn says(&self, status: u16, parts: &[&str]) {
        assert_eq!(self.status, status, "{}", self.text);
        let plain = self.text.replace("<code>", "`").replace("</code>", "`");
        for part in parts {
            let found = self.text.contains(part) || plain.contains(part);
            assert!(found, "`{part}` is not in {}", self.text);
        }
    }

    /// Expects that none of these is in the text.
    pub fn lacks(&self, parts: &[&str]) {
        for part in parts {
            assert!(!self.text.contains(part), "`{part}` is in {}", self.text);
        }
    }

    /// The hidden fields of the form that goes to `to`.
    pub fn hidden(&self, to: &str) -> Vec<(String, String)> {
        let begin = format!("action=\"{to}\"");
        let Some((_, form)) = self.text.split_once(&begin) else {
            return Vec::new();
        };
        let form = form.split("</form>").next().expect("an end");
        let fields = form.split("<input type=\"hidden\" name=\"").skip(1);
        let fields = fields.map(|field| {
            let (name, rest) = field.split_once("\" value=\"").expect("a value");
            let (value, _) = rest.split_once('"').expect("an end");
            (name.to_owned(), value.replace("&#38;", "&"))
        });
        fields.collect()
    }

    /// The checks for every page.
    fn check(&self, path: &str) {
        for (name, value) in HEADERS {
            let kept = path.starts_with("/assets/") && name == "cache-control";
            if !kept {
                assert_eq!(self.header(name), Some(value), "{path}: {name}");
            }
        }
        if self.header("content-type") == Some("text/html; charset=utf-8") && !self.text.is_empty()
        {
            html::check(path, &self.text);
        }
    }
}
