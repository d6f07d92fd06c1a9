//! What an HTTP method says by itself.

use std::fmt;

use candor_model::{Hint, Hints};

/// The HTTP method behind a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HttpMethod {
    /// `GET`, which reads.
    Get,
    /// Reads, without the body.
    Head,
    /// Asks what is possible.
    Options,
    /// Does something, each time anew.
    Post,
    /// Puts something in its place.
    Put,
    /// Changes a part.
    Patch,
    /// `DELETE`, which removes.
    Delete,
}

// === impl HttpMethod ===

impl HttpMethod {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Get,
        Self::Head,
        Self::Options,
        Self::Post,
        Self::Put,
        Self::Patch,
        Self::Delete,
    ];

    /// The method as it is sent, such as `GET`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Head => "HEAD",
            Self::Options => "OPTIONS",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }

    /// Reads a method in capitals or small letters.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|method| method.as_str().eq_ignore_ascii_case(text))
    }

    /// The hints that follow from the method alone. Nothing follows about the open world.
    pub const fn hints(self) -> Hints {
        let (read_only, destructive, idempotent) = match self {
            Self::Get | Self::Head | Self::Options => (true, false, true),
            Self::Post | Self::Patch => (false, false, false),
            Self::Put => (false, false, true),
            Self::Delete => (false, true, true),
        };
        Hints::UNSET
            .with(Hint::ReadOnly, read_only)
            .with(Hint::Destructive, destructive)
            .with(Hint::Idempotent, idempotent)
    }

    /// Whether the method is meant for reading.
    pub(crate) const fn is_safe(self) -> bool {
        matches!(self, Self::Get | Self::Head | Self::Options)
    }
}

impl fmt::Display for HttpMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table() {
        for (text, read_only, destructive, idempotent) in [
            ("GET", true, false, true),
            ("HEAD", true, false, true),
            ("OPTIONS", true, false, true),
            ("POST", false, false, false),
            ("PUT", false, false, true),
            ("PATCH", false, false, false),
            ("DELETE", false, true, true),
        ] {
            let method = HttpMethod::parse(&text.to_lowercase()).expect("a method");
            assert_eq!(method.to_string(), text);
            let hints = method.hints();
            assert_eq!(hints.get(Hint::ReadOnly), Some(read_only), "{text}");
            assert_eq!(hints.get(Hint::Destructive), Some(destructive), "{text}");
            assert_eq!(hints.get(Hint::Idempotent), Some(idempotent), "{text}");
            assert_eq!(hints.get(Hint::OpenWorld), None, "{text}");
        }
        assert_eq!(HttpMethod::parse("TRACE"), None);
        assert_eq!(HttpMethod::parse(""), None);
    }
}
