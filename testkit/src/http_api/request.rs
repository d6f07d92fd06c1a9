//! Requests that the server received.

use serde_json::Value;

use super::decode;
use super::multipart::{self, MultipartPart};

/// One request, without decoding, sorting or merging.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReceivedRequest {
    /// The method, in the case in which it was sent.
    pub method: String,
    /// The request target: path and query as sent.
    pub target: String,
    /// The headers in the order and the case in which they were sent.
    pub headers: Vec<(String, String)>,
    /// The body, with chunked encoding removed.
    pub body: Vec<u8>,
    /// The bytes before the body, line ends included. Bytes that are no UTF-8 are exact only here.
    pub head: Vec<u8>,
}

impl ReceivedRequest {
    /// The target before its first `?`, undecoded.
    pub fn path(&self) -> &str {
        self.target
            .split_once('?')
            .map_or(&*self.target, |(path, _)| path)
    }

    /// The target after its first `?`, undecoded.
    pub fn query(&self) -> Option<&str> {
        self.target.split_once('?').map(|(_, query)| query)
    }

    /// The path's segments, each decoded on its own. `/a%2Fb/` has two: `a/b` and
    /// an empty one.
    pub fn segments(&self) -> Vec<String> {
        let path = self.path();
        let path = path.strip_prefix('/').unwrap_or(path);
        path.split('/').map(decode::percent).collect()
    }

    /// The pairs of the query, decoded; `+` is a space.
    pub fn query_pairs(&self) -> Vec<(String, String)> {
        decode::pairs(self.query().unwrap_or_default())
    }

    /// The pairs of a body that is a form, decoded; `+` is a space.
    pub fn form(&self) -> Vec<(String, String)> {
        decode::pairs(&self.text())
    }

    /// The first value of a header; the name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers_named(name).next()
    }

    /// All values of a header in order; the name in any case.
    pub fn headers_named<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let alike = move |(key, _): &&(String, String)| key.eq_ignore_ascii_case(name);
        self.headers
            .iter()
            .filter(alike)
            .map(|(_, value)| value.as_str())
    }

    /// The cookies of all `Cookie` headers, undecoded.
    pub fn cookies(&self) -> Vec<(String, String)> {
        self.headers_named("cookie")
            .flat_map(|header| header.split(';'))
            .map(str::trim)
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                (name.to_owned(), value.to_owned())
            })
            .collect()
    }

    /// The first cookie of a name.
    pub fn cookie(&self, name: &str) -> Option<String> {
        let mut cookies = self.cookies().into_iter();
        cookies.find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The media type of the body, lower-case and without parameters.
    pub fn media_type(&self) -> Option<String> {
        let value = self.header("content-type")?;
        let media = value.split(';').next().unwrap_or_default();
        Some(media.trim().to_ascii_lowercase())
    }

    /// The body as text; what is no UTF-8 is replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    ///
    /// # Panics
    ///
    /// When it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("the body is no JSON: {error}: `{}`", self.text()))
    }

    /// The parts of a `multipart/*` body, or what is wrong with it.
    pub fn parts(&self) -> Result<Vec<MultipartPart>, String> {
        let content_type = self
            .header("content-type")
            .ok_or("there is no content-type")?;
        multipart::parse(content_type, &self.body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(target: &str, headers: &[(&str, &str)]) -> ReceivedRequest {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        ReceivedRequest {
            target: target.to_owned(),
            headers: headers.iter().map(own).collect(),
            ..ReceivedRequest::default()
        }
    }

    #[test]
    fn a_target_is_cut_at_its_first_question_mark() {
        for (target, path, query, segments) in [
            ("/a/b", "/a/b", None, vec!["a", "b"]),
            ("/a%2Fb/?", "/a%2Fb/", Some(""), vec!["a/b", ""]),
            ("/x?y=1?z", "/x", Some("y=1?z"), vec!["x"]),
            ("/x#y", "/x#y", None, vec!["x#y"]),
            ("*", "*", None, vec!["*"]),
        ] {
            let request = request(target, &[]);
            assert_eq!(request.path(), path);
            assert_eq!(request.query(), query);
            assert_eq!(request.segments(), segments);
        }
    }

    #[test]
    fn headers_are_found_in_any_case_and_cookies_in_all_headers() {
        let headers = [
            ("Cookie", "a=1; b=x=y;"),
            ("X-Tag", "one"),
            ("x-tag", "two"),
            ("cookie", "a=2;flag"),
            ("Content-Type", "Text/Plain; charset=utf-8"),
        ];
        let request = request("/", &headers);
        assert_eq!(
            request.headers_named("x-TAG").collect::<Vec<_>>(),
            ["one", "two"]
        );
        assert_eq!(request.header("x-other"), None);
        let cookies = [("a", "1"), ("b", "x=y"), ("a", "2"), ("flag", "")];
        let cookies = cookies.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(request.cookies(), cookies);
        assert_eq!(request.cookie("a").as_deref(), Some("1"));
        assert_eq!(request.media_type().as_deref(), Some("text/plain"));
    }
}
