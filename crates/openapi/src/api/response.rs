//! What comes back.

use super::Media;

/// One kind of reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// For which status.
    pub status: Status,
    /// What it means.
    pub description: String,
    /// In which forms. Empty where there is no body.
    pub content: Vec<Media>,
}

/// The status of a reply, as documents write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// `200`.
    Exact(u16),
    /// `2XX`: the first digit.
    Class(u8),
    /// Every other.
    Default,
}

// === impl Status ===

impl Status {
    /// Whether it stands for success.
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Exact(200..=299) | Self::Class(2))
    }
}
