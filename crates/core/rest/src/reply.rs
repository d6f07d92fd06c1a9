//! What an API answered.

use url::Url;

/// The reply of an API to a request.
#[derive(Clone, Copy, Debug)]
pub struct RestReply<'a> {
    /// The HTTP status code.
    pub status: u16,
    /// Its headers in the order they came.
    pub headers: &'a [(String, String)],
    /// Its body, unpacked, as far as it was kept.
    pub body: &'a [u8],
    /// How much of the body is missing.
    pub cut: Option<TruncatedBody>,
}

/// A body of which only the beginning was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TruncatedBody {
    /// How many bytes were kept.
    pub kept: u64,
    /// How many there were, if that is known.
    pub total: Option<u64>,
    /// Whether the time was over, and not the space.
    pub late: bool,
}

/// What is to be known of the request that a reply answers.
#[derive(Clone, Copy, Debug)]
pub struct RequestContext<'a> {
    /// Where it went. Only its path is told, never its query.
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

    /// The media type, if it says one.
    pub(crate) fn media_type(&self) -> Option<&'a str> {
        self.header("content-type").filter(|it| !it.is_empty())
    }
}
