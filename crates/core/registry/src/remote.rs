//! Servers that are reached over HTTP.

use crate::input::EntryInput;
use crate::package::NamedInput;

/// The HTTP transport of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoteFlavour {
    /// Streamable HTTP, since 2025-03-26.
    Streamable,
    /// HTTP+SSE, as before 2025-03-26.
    Sse,
}

candor_text::string_enum! {
    /// `streamable-http` or `sse`.
    RemoteFlavour {
        Streamable => "streamable-http",
        Sse => "sse",
    }
}

/// A remote of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryRemote {
    /// Its HTTP transport.
    pub flavour: RemoteFlavour,
    /// Its address, in which `{name}` is a variable.
    pub url: String,
    /// Headers that are sent along.
    pub headers: Vec<NamedInput>,
    /// The variables of the address.
    pub variables: Vec<(String, EntryInput)>,
    /// Why it cannot be used as it was written; none if it can.
    pub unusable: Option<String>,
}
