//! The kinds of sources that can be added.

/// A kind of source, or of what describes several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A program that speaks MCP on its standard input and output.
    Command,
    /// A server on the network that speaks MCP.
    Url,
    /// A file that lists both of these.
    McpJson,
    /// An API that a document describes.
    OpenApi,
    /// Tools that somebody wrote for Candor.
    Functions,
}

// === impl Kind ===

impl Kind {
    /// All of them, in the order in which they are shown.
    pub(super) const ALL: [Self; 5] = [
        Self::Command,
        Self::Url,
        Self::McpJson,
        Self::OpenApi,
        Self::Functions,
    ];

    /// In addresses and forms.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Url => "url",
            Self::McpJson => "mcp-json",
            Self::OpenApi => "openapi",
            Self::Functions => "functions",
        }
    }

    /// The one of this key.
    pub(super) fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// On the links that choose.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Command => "MCP server: a command",
            Self::Url => "MCP server: an address",
            Self::McpJson => "A .mcp.json",
            Self::OpenApi => "OpenAPI document",
            Self::Functions => "Functions",
        }
    }

    /// What it is.
    pub(super) const fn about(self) -> &'static str {
        match self {
            Self::Command => {
                "A program that speaks MCP on its standard input and output. It runs on the \
                 machine of the gateway and with the gateway’s rights: it can do there whatever \
                 the gateway can."
            }
            Self::Url => "A server on the network that speaks MCP.",
            Self::McpJson => {
                "The file in which other programs keep their MCP servers. Each of them is shown, \
                 and you choose which ones to add."
            }
            Self::OpenApi => {
                "A document that describes an API, from Swagger 2.0 to OpenAPI 3.2, as JSON or \
                 YAML. Every operation becomes a tool."
            }
            Self::Functions => {
                "Tools that you write in TypeScript or JavaScript. Candor runs them itself, \
                 confined, and holds them to what they say about themselves."
            }
        }
    }

    /// What happens when somebody wants to see what it brings.
    pub(super) const fn preview(self) -> &'static str {
        match self {
            Self::Command => {
                "Preview runs the command on the machine of the gateway, asks what it offers, \
                 calls nothing, and ends it."
            }
            Self::Url => {
                "Preview reaches the address, asks what it offers, calls nothing, and lets go of \
                 it."
            }
            Self::McpJson => {
                "Preview starts the program or reaches the address, asks what it offers, calls \
                 nothing, and ends."
            }
            Self::OpenApi => {
                "Preview reads the document, fetching it if it is at an address, and calls \
                 nothing of the API."
            }
            Self::Functions => {
                "Preview loads the functions in a confined process, asks what they offer, calls \
                 none of them, and ends it."
            }
        }
    }

    /// What trust is by itself.
    pub(super) const fn usual_trust(self) -> &'static str {
        match self {
            Self::Command | Self::Url | Self::McpJson => "Untrusted, like every MCP server.",
            Self::OpenApi => "Trusted if you give the document, untrusted if it is fetched.",
            Self::Functions => "Trusted, because Candor enforces what functions say.",
        }
    }

    /// Whether it is a file that describes several.
    pub(super) const fn describes_several(self) -> bool {
        matches!(self, Self::McpJson)
    }

    /// Whether a file can come with it.
    pub(super) const fn takes_file(self) -> bool {
        matches!(self, Self::McpJson | Self::OpenApi)
    }
}
