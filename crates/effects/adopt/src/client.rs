//! The known clients.

/// A program with a list of MCP servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClientKind {
    /// Claude Code, the command line of Anthropic.
    ClaudeCode,
    /// Claude Desktop, the app of Anthropic.
    ClaudeDesktop,
    /// VS Code with Copilot.
    VsCode,
    /// Cursor, an editor.
    Cursor,
    /// Windsurf, an editor.
    Windsurf,
    /// Zed, an editor.
    Zed,
    /// Codex, the command line of OpenAI.
    Codex,
    /// Gemini CLI, the command line of Google.
    GeminiCli,
    /// goose, the agent that Block began.
    Goose,
    /// Cline, an extension of VS Code.
    Cline,
    /// Continue, an extension of editors.
    Continue,
    /// Junie, the agent of `JetBrains` editors.
    Junie,
    /// LM Studio, which runs models locally.
    LmStudio,
    /// opencode, an agent in the terminal.
    OpenCode,
    /// Amazon Q Developer.
    AmazonQ,
    /// Warp, a terminal.
    Warp,
}

candor_text::string_enum! {
    /// The name on the command line, such as `claude-code`.
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
