//! Responses that a document declares.

use super::BodyMedia;

/// One kind of response.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiResponse {
    /// The status it applies to.
    pub status: ResponseStatus,
    /// The description in the document.
    pub description: String,
    /// The possible media types. Empty if there is no body.
    pub content: Vec<BodyMedia>,
}

/// A status or a range of statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResponseStatus {
    /// One status, such as `200`.
    Exact(u16),
    /// All statuses with this first digit, such as `2XX`.
    Class(u8),
    /// All other statuses.
    Default,
}

// === impl ResponseStatus ===

impl ResponseStatus {
    /// Whether it stands for success.
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Exact(200..=299) | Self::Class(2))
    }
}
