//! The configuration files of each client: one table for all operating systems, checked against the
//! clients' documentation or source in November 2026.

use std::path::{Path, PathBuf};

use crate::client::ClientKind::{
    self, AmazonQ, ClaudeCode, ClaudeDesktop, Cline, Codex, Continue, Cursor, GeminiCli, Goose,
    Junie, LmStudio, OpenCode, VsCode, Warp, Windsurf, Zed,
};
use crate::layout::FileLayout;
use crate::system::BaseFolder::{self, DotConfig, Home, Project, Settings};
use crate::system::HostSystem::{self, Linux, MacOs, Windows};
use crate::system::UserFolders;

/// The scope of the servers in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileScope {
    /// One user, in all projects.
    User,
    /// Everyone who works in one project: the file is often shared.
    Project,
}

candor_text::string_enum! {
    /// `user` or `project`.
    FileScope { User => "user", Project => "project" }
}

/// A file in which a client stores servers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientLocation {
    pub(crate) client: ClientKind,
    base: BaseFolder,
    /// Below the base, with `/` on every system. `*.json` at its end is every file of that ending in
    /// the folder before it.
    path: &'static str,
    systems: &'static [HostSystem],
    pub(crate) layout: FileLayout,
}

/// The maximum number of files per folder; hand-written ones are far fewer.
const MOST_FILES: usize = 500;

const ALL: &[HostSystem] = &[Linux, MacOs, Windows];
const UNIX: &[HostSystem] = &[Linux, MacOs];
const ONLY_WINDOWS: &[HostSystem] = &[Windows];

/// Where the VS Code extension stores its servers.
const CLINE: &str =
    "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json";

/// Every known file.
#[rustfmt::skip]
pub(crate) const LOCATIONS: [ClientLocation; 44] = [
    at(ClaudeCode, Home, ".claude.json", ALL, FileLayout::CLAUDE_CODE),
    at(ClaudeCode, Project, ".mcp.json", ALL, FileLayout::CLAUDE_CODE),
    at(ClaudeDesktop, Settings, "Claude/claude_desktop_config.json", ALL, FileLayout::PLAIN),
    at(VsCode, Settings, "Code/User/mcp.json", ALL, FileLayout::VS_CODE),
    at(VsCode, Settings, "Code/User/settings.json", ALL, FileLayout::VS_CODE_SETTINGS),
    at(VsCode, Project, ".vscode/mcp.json", ALL, FileLayout::VS_CODE),
    at(Cursor, Home, ".cursor/mcp.json", ALL, FileLayout::EDITOR),
    at(Cursor, Project, ".cursor/mcp.json", ALL, FileLayout::EDITOR),
    at(Windsurf, Home, ".codeium/windsurf/mcp_config.json", ALL, FileLayout::EDITOR),
    at(Zed, DotConfig, "zed/settings.json", UNIX, FileLayout::ZED),
    at(Zed, Settings, "Zed/settings.json", ONLY_WINDOWS, FileLayout::ZED),
    at(Zed, Project, ".zed/settings.json", ALL, FileLayout::ZED),
    at(Codex, Home, ".codex/config.toml", ALL, FileLayout::CODEX),
    at(Codex, Project, ".codex/config.toml", ALL, FileLayout::CODEX),
    at(GeminiCli, Home, ".gemini/settings.json", ALL, FileLayout::GEMINI),
    at(GeminiCli, Project, ".gemini/settings.json", ALL, FileLayout::GEMINI),
    at(Goose, DotConfig, "goose/config.yaml", UNIX, FileLayout::GOOSE),
    at(Goose, Settings, "Block/goose/config/config.yaml", ONLY_WINDOWS, FileLayout::GOOSE),
    at(Cline, Settings, CLINE, ALL, FileLayout::PLAIN),
    at(Cline, Home, ".cline/data/settings/cline_mcp_settings.json", ALL, FileLayout::PLAIN),
    at(Continue, Home, ".continue/config.yaml", ALL, FileLayout::CONTINUE),
    at(Continue, Home, ".continue/mcpServers/*.yaml", ALL, FileLayout::CONTINUE),
    at(Continue, Home, ".continue/mcpServers/*.yml", ALL, FileLayout::CONTINUE),
    at(Continue, Home, ".continue/mcpServers/*.json", ALL, FileLayout::PLAIN),
    at(Continue, Project, ".continue/mcpServers/*.yaml", ALL, FileLayout::CONTINUE),
    at(Continue, Project, ".continue/mcpServers/*.yml", ALL, FileLayout::CONTINUE),
    at(Continue, Project, ".continue/mcpServers/*.json", ALL, FileLayout::PLAIN),
    at(Junie, Home, ".junie/mcp/mcp.json", ALL, FileLayout::PLAIN),
    at(Junie, Project, ".junie/mcp/mcp.json", ALL, FileLayout::PLAIN),
    at(LmStudio, Home, ".lmstudio/mcp.json", ALL, FileLayout::PLAIN),
    at(LmStudio, Home, ".cache/lm-studio/mcp.json", ALL, FileLayout::PLAIN),
    at(OpenCode, DotConfig, "opencode/opencode.json", ALL, FileLayout::OPENCODE),
    at(OpenCode, DotConfig, "opencode/opencode.jsonc", ALL, FileLayout::OPENCODE),
    at(OpenCode, Project, "opencode.json", ALL, FileLayout::OPENCODE),
    at(OpenCode, Project, "opencode.jsonc", ALL, FileLayout::OPENCODE),
    at(OpenCode, Project, ".opencode/opencode.json", ALL, FileLayout::OPENCODE),
    at(AmazonQ, Home, ".aws/amazonq/mcp.json", ALL, FileLayout::EDITOR),
    at(AmazonQ, Home, ".aws/amazonq/agents/default.json", ALL, FileLayout::EDITOR),
    at(AmazonQ, Home, ".aws/amazonq/cli-agents/*.json", ALL, FileLayout::EDITOR),
    at(AmazonQ, Project, ".amazonq/mcp.json", ALL, FileLayout::EDITOR),
    at(AmazonQ, Project, ".amazonq/agents/default.json", ALL, FileLayout::EDITOR),
    at(AmazonQ, Project, ".amazonq/cli-agents/*.json", ALL, FileLayout::EDITOR),
    at(Warp, Home, ".warp/.mcp.json", ALL, FileLayout::PLAIN),
    at(Warp, Project, ".warp/.mcp.json", ALL, FileLayout::PLAIN),
];

const fn at(
    client: ClientKind,
    base: BaseFolder,
    path: &'static str,
    systems: &'static [HostSystem],
    layout: FileLayout,
) -> ClientLocation {
    ClientLocation {
        client,
        base,
        path,
        systems,
        layout,
    }
}

/// The files that are looked for, each with its path; of a folder those that are in it. A project folder that is the home directory
/// gives no file twice.
pub(crate) fn locations(folders: &UserFolders) -> Vec<(&'static ClientLocation, PathBuf)> {
    let mut found: Vec<(&ClientLocation, PathBuf)> = Vec::new();
    let here = LOCATIONS
        .iter()
        .filter(|location| location.systems.contains(&folders.system));
    for location in here {
        for path in location.paths(folders) {
            if !found.iter().any(|(_, known)| *known == path) {
                found.push((location, path));
            }
        }
    }
    found
}

// === impl ClientLocation ===

impl ClientLocation {
    /// The scope of its servers.
    pub(crate) fn scope(&self) -> FileScope {
        match self.base {
            Project => FileScope::Project,
            Home | Settings | DotConfig => FileScope::User,
        }
    }

    /// The file, or the files of the folder.
    fn paths(&self, folders: &UserFolders) -> Vec<PathBuf> {
        let below = |path: &str| {
            let parts = path.split('/');
            parts.fold(folders.base(self.base), |path, part| path.join(part))
        };
        match self.path.rsplit_once("/*.") {
            None => vec![below(self.path)],
            Some((folder, ending)) => files_in(&below(folder), ending),
        }
    }
}

/// The files of a folder with an ending, by name. Hidden ones are not a client's.
fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let fits = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.extension().is_some_and(|own| own == ending) && !name.starts_with('.')
    };
    let mut files: Vec<PathBuf> = paths.filter(fits).take(MOST_FILES).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests;
