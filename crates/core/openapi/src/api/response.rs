//! What comes back.

use super::BodyMedia;

/// One kind of reply.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiResponse {
    /// For which status.
    pub status: ResponseStatus,
    /// What it means.
    pub description: String,
    /// In which forms. Empty where there is no body.
    pub content: Vec<BodyMedia>,
}

/// The status of a reply, as documents write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResponseStatus {
    /// One status, such as `200`.
    Exact(u16),
    /// `2XX`: the first digit.
    Class(u8),
    /// Every other status.
    Default,
}

// === impl ResponseStatus ===

impl ResponseStatus {
    /// Whether it stands for success.
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Exact(200..=299) | Self::Class(2))
    }
}
