//! The format of a client's file: its syntax, and the location and form of entries.

use crate::variable::VariableSyntax;

/// The syntax of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileSyntax {
    /// JSON, and what editors accept besides: comments and commas after the last entry.
    Json,
    Toml,
    Yaml,
}

/// The form of an entry for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryDialect {
    /// `command` and `args`.
    Plain,
    /// The same with `"type": "stdio"`.
    Typed,
    /// `"type": "local"`, and `command` is a list with the arguments.
    OpenCode,
    /// `type: stdio`, `cmd`, `args`, `envs`, and the name repeated.
    Goose,
    /// A list item with a `name`.
    NamedItem,
}

/// How a kind of file is read and written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileLayout {
    pub(crate) syntax: FileSyntax,
    /// The paths to the servers, from the root of the file; `*` stands for any key. Missing paths
    /// are skipped.
    pub(crate) maps: &'static [&'static [&'static str]],
    pub(crate) dialect: EntryDialect,
    pub(crate) variables: VariableSyntax,
}

/// `mcpServers` at the top.
const TOP: &[&[&str]] = &[&["mcpServers"]];

// === impl FileLayout ===

impl FileLayout {
    const fn json(maps: &'static [&'static [&'static str]], variables: VariableSyntax) -> Self {
        Self {
            syntax: FileSyntax::Json,
            maps,
            dialect: EntryDialect::Plain,
            variables,
        }
    }

    /// `mcpServers`, with variables that this client is not known to fill in.
    pub(crate) const PLAIN: Self = Self::json(TOP, VariableSyntax::Unknown);

    /// `mcpServers`, and `${env:NAME}` is filled in.
    pub(crate) const EDITOR: Self = Self::json(TOP, VariableSyntax::EnvPrefix);

    /// Claude Code: `mcpServers` for all projects, and one for each project under `projects`.
    /// `${NAME}` and `${NAME:-default}` are filled in.
    pub(crate) const CLAUDE_CODE: Self = Self {
        dialect: EntryDialect::Typed,
        ..Self::json(
            &[&["mcpServers"], &["projects", "*", "mcpServers"]],
            VariableSyntax::Shell,
        )
    };

    /// VS Code: `servers`, comments allowed; `${env:NAME}` and `${input:ID}` are filled in.
    pub(crate) const VS_CODE: Self = Self {
        dialect: EntryDialect::Typed,
        ..Self::json(&[&["servers"]], VariableSyntax::EnvPrefix)
    };

    /// The settings of VS Code, which contained servers before there was a separate file.
    pub(crate) const VS_CODE_SETTINGS: Self = Self {
        maps: &[&["mcp", "servers"]],
        ..Self::VS_CODE
    };

    /// Zed: `context_servers` in its settings, comments and trailing commas allowed. `command` is a
    /// text, in older files an object with `path` and `args`.
    pub(crate) const ZED: Self = Self::json(&[&["context_servers"]], VariableSyntax::Unknown);

    /// Gemini CLI: `url` is a server with SSE, `httpUrl` one with Streamable HTTP; `$NAME` and
    /// `${NAME}` are filled in.
    pub(crate) const GEMINI: Self = Self::json(TOP, VariableSyntax::Dollar);

    /// opencode: `mcp.servers`, before version 2 `mcp` itself. `command` is a list, variables are
    /// under `environment`, and `{env:NAME}` is filled in.
    pub(crate) const OPENCODE: Self = Self {
        dialect: EntryDialect::OpenCode,
        ..Self::json(&[&["mcp", "servers"], &["mcp"]], VariableSyntax::Curly)
    };

    /// Codex: a table `[mcp_servers.NAME]` each. No variable is filled in; some keys name them.
    pub(crate) const CODEX: Self = Self {
        syntax: FileSyntax::Toml,
        ..Self::json(&[&["mcp_servers"]], VariableSyntax::Never)
    };

    /// goose: `extensions`, in which the types `stdio`, `sse` and `streamable_http` are MCP
    /// servers. Secrets are listed by name under `env_keys` and stored elsewhere.
    pub(crate) const GOOSE: Self = Self {
        syntax: FileSyntax::Yaml,
        dialect: EntryDialect::Goose,
        ..Self::json(&[&["extensions"]], VariableSyntax::Unknown)
    };

    /// Continue: `mcpServers` is a list whose items have a `name`; `${{ secrets.NAME }}` is filled
    /// in.
    pub(crate) const CONTINUE: Self = Self {
        syntax: FileSyntax::Yaml,
        dialect: EntryDialect::NamedItem,
        ..Self::json(TOP, VariableSyntax::Unknown)
    };
}
