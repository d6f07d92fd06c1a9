//! The clients whose configuration is known.

/// A program that keeps a list of MCP servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClientKind {
    /// Claude Code.
    ClaudeCode,
    /// Claude Desktop.
    ClaudeDesktop,
    /// VS Code.
    VsCode,
    /// Cursor.
    Cursor,
    /// Windsurf.
    Windsurf,
    /// Zed.
    Zed,
    /// Codex.
    Codex,
    /// Gemini CLI.
    GeminiCli,
    /// goose.
    Goose,
    /// Cline.
    Cline,
    /// Continue.
    Continue,
    /// Junie, the agent of `JetBrains` editors.
    Junie,
    /// LM Studio.
    LmStudio,
    /// opencode.
    OpenCode,
    /// Amazon Q Developer.
    AmazonQ,
    /// Warp.
    Warp,
}

candor_text::string_enum! {
    /// The word for a client on the command line, such as `claude-code`.
    ClientKind {
        ClaudeCode => "claude-code",
        ClaudeDesktop => "claude-desktop",
        VsCode => "vs-code",
        Cursor => "cursor",
        Windsurf => "windsurf",
        Zed => "zed",
        Codex => "codex",
        GeminiCli => "gemini-cli",
        Goose => "goose",
        Cline => "cline",
        Continue => "continue",
        Junie => "junie",
        LmStudio => "lm-studio",
        OpenCode => "opencode",
        AmazonQ => "amazon-q",
        Warp => "warp",
    }
}

// === impl ClientKind ===

impl ClientKind {
    /// The name that its makers use.
    pub fn title(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::ClaudeDesktop => "Claude Desktop",
            Self::VsCode => "VS Code",
            Self::Cursor => "Cursor",
            Self::Windsurf => "Windsurf",
            Self::Zed => "Zed",
            Self::Codex => "Codex",
            Self::GeminiCli => "Gemini CLI",
            Self::Goose => "goose",
            Self::Cline => "Cline",
            Self::Continue => "Continue",
            Self::Junie => "Junie",
            Self::LmStudio => "LM Studio",
            Self::OpenCode => "opencode",
            Self::AmazonQ => "Amazon Q",
            Self::Warp => "Warp",
        }
    }
}
