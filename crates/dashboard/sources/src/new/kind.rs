//! The kinds of sources that can be added.

/// A kind of source, or an import of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddSourceKind {
    /// A program that speaks MCP on standard input and output.
    Command,
    /// A remote MCP server.
    Url,
    /// A file that lists both of these.
    McpJson,
    /// An API with an OpenAPI document.
    OpenApi,
    /// Tools written for Candor.
    Functions,
}

// === impl AddSourceKind ===

impl AddSourceKind {
    /// All kinds, in display order.
    pub(super) const ALL: [Self; 5] = [
        Self::Command,
        Self::Url,
        Self::McpJson,
        Self::OpenApi,
        Self::Functions,
    ];

    /// The value in addresses and forms.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Url => "url",
            Self::McpJson => "mcp-json",
            Self::OpenApi => "openapi",
            Self::Functions => "functions",
        }
    }

    /// Parses a value.
    pub(super) fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Command => "MCP server (stdio)",
            Self::Url => "MCP server (HTTP)",
            Self::McpJson => "Import .mcp.json",
            Self::OpenApi => "OpenAPI document",
            Self::Functions => "Functions",
        }
    }

    pub(super) const fn about(self) -> &'static str {
        match self {
            Self::Command => {
                "A program that speaks MCP on standard input and output. It runs on the gateway’s \
                 machine with the gateway’s permissions."
            }
            Self::Url => "A remote MCP server.",
            Self::McpJson => {
                "The file in which other clients list their MCP servers. You choose which ones to \
                 add."
            }
            Self::OpenApi => {
                "An API description from Swagger 2.0 to OpenAPI 3.2, as JSON or YAML. Every \
                 operation becomes a tool."
            }
            Self::Functions => {
                "Tools written in TypeScript or JavaScript. Candor runs them in a sandbox and \
                 enforces their hints."
            }
        }
    }

    /// What a preview does.
    pub(super) const fn preview(self) -> &'static str {
        match self {
            Self::Command => {
                "Preview runs the command on the gateway’s machine, lists its tools, calls none \
                 of them, and stops it."
            }
            Self::Url => "Preview connects, lists the tools, calls none of them, and disconnects.",
            Self::McpJson => {
                "Preview starts or connects to the server, lists its tools, calls none of them, \
                 and stops."
            }
            Self::OpenApi => {
                "Preview reads the document, fetches it if needed, and does not call the API."
            }
            Self::Functions => {
                "Preview loads the functions in a sandboxed process, lists them, calls none of \
                 them, and stops it."
            }
        }
    }

    /// The label of the default trust.
    pub(super) const fn default_trust(self) -> &'static str {
        match self {
            Self::Command | Self::Url | Self::McpJson => "Default (untrusted)",
            Self::OpenApi => "Default",
            Self::Functions => "Default (trusted)",
        }
    }

    /// What the default trust is.
    pub(super) const fn usual_trust(self) -> &'static str {
        match self {
            Self::Command | Self::Url | Self::McpJson => "Untrusted, as for every MCP server.",
            Self::OpenApi => {
                "Trusted if you upload or paste the document, untrusted if it is \
                              fetched."
            }
            Self::Functions => "Trusted, because Candor enforces the hints of functions.",
        }
    }

    /// What cannot be added here while `server.allow_commands` is false, and the way out.
    pub(super) const fn restriction(self) -> Option<&'static str> {
        match self {
            Self::Command => Some(
                "Programs cannot be added on this page: they would run with the gateway’s \
                 permissions. Add the server to `candor.toml`, or set `server.allow_commands = \
                 true` there and restart Candor.",
            ),
            Self::Functions => Some(
                "Functions cannot be added on this page: Candor would read files on its own \
                 machine. Add them to `candor.toml`, or set `server.allow_commands = true` there \
                 and restart Candor.",
            ),
            Self::McpJson => Some(
                "Only servers with a URL can be added on this page. Add programs to \
                 `candor.toml`, or set `server.allow_commands = true` there and restart Candor.",
            ),
            Self::Url | Self::OpenApi => None,
        }
    }

    /// Whether all its sources use the gateway’s machine: its programs or its files.
    pub(super) const fn is_local(self) -> bool {
        matches!(self, Self::Command | Self::Functions)
    }

    /// Whether it imports several sources.
    pub(super) const fn describes_several(self) -> bool {
        matches!(self, Self::McpJson)
    }

    /// Whether a file can be uploaded.
    pub(super) const fn takes_file(self) -> bool {
        matches!(self, Self::McpJson | Self::OpenApi)
    }
}
