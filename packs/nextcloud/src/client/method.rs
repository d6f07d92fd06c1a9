//! The HTTP and `WebDAV` methods used by the tools.

use candor_functions::Failure;
use http::Method;

/// A method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestMethod {
    Get,
    Post,
    Put,
    Delete,
    Propfind,
    Proppatch,
    Report,
    Search,
    Mkcol,
    Mkcalendar,
    Move,
    Copy,
}

// === impl RequestMethod ===

impl RequestMethod {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
            Self::Propfind => "PROPFIND",
            Self::Proppatch => "PROPPATCH",
            Self::Report => "REPORT",
            Self::Search => "SEARCH",
            Self::Mkcol => "MKCOL",
            Self::Mkcalendar => "MKCALENDAR",
            Self::Move => "MOVE",
            Self::Copy => "COPY",
        }
    }

    /// Whether it changes nothing, by the standards that define it.
    pub(crate) const fn is_safe(self) -> bool {
        matches!(
            self,
            Self::Get | Self::Propfind | Self::Report | Self::Search
        )
    }

    pub(crate) fn to_http(self) -> Result<Method, Failure> {
        Ok(Method::from_bytes(self.as_str().as_bytes())?)
    }
}
