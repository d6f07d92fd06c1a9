//! Responses of APIs.

use url::Url;

/// The reply of an API to a request.
#[derive(Clone, Copy, Debug)]
pub struct RestReply<'a> {
    /// The HTTP status code.
    pub status: u16,
    /// The headers in order.
    pub headers: &'a [(String, String)],
    /// The decompressed body, as far as it was stored.
    pub body: &'a [u8],
    /// The missing part of the body.
    pub cut: Option<TruncatedBody>,
}

/// A truncated body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TruncatedBody {
    /// The number of bytes stored.
    pub kept: u64,
    /// The total number of bytes, if known.
    pub total: Option<u64>,
    /// Whether the time was over, and not the space.
    pub late: bool,
}

/// Facts about the request of a response.
#[derive(Clone, Copy, Debug)]
pub struct RequestContext<'a> {
    /// The URL. Only its path is ever displayed, never its query.
    pub url: &'a Url,
    /// Whether it does no harm to send it again.
    pub repeatable: bool,
}

// === impl RestReply ===

impl<'a> RestReply<'a> {
    /// The first header of this name.
    pub(crate) fn header(&self, name: &str) -> Option<&'a str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    }

    /// The media type, if there is one.
    pub(crate) fn media_type(&self) -> Option<&'a str> {
        self.header("content-type").filter(|it| !it.is_empty())
    }
}
