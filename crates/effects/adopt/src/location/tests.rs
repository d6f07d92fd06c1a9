use std::collections::BTreeSet;
use std::path::Path;

use super::*;

fn folders(system: HostSystem, home: &str, app_data: Option<&str>) -> UserFolders {
    UserFolders {
        system,
        home: home.into(),
        xdg_config: None,
        app_data: app_data.map(Into::into),
        project: Path::new("/work").to_owned(),
    }
}

#[track_caller]
fn check(system: HostSystem, expect: &[&str]) {
    let home = match system {
        Windows => "/C/Users/ada",
        MacOs => "/Users/ada",
        Linux => "/home/ada",
    };
    let app_data = (system == Windows).then_some("/C/Users/ada/AppData/Roaming");
    let found = locations(&folders(system, home, app_data));
    let found: Vec<String> = found
        .into_iter()
        .filter(|(location, _)| location.scope() == FileScope::User)
        .map(|(location, path)| format!("{}: {}", location.client, path.display()))
        .collect();
    assert_eq!(found, expect);
}

#[test]
fn on_linux() {
    check(
        Linux,
        &[
            "claude-code: /home/ada/.claude.json",
            "claude-desktop: /home/ada/.config/Claude/claude_desktop_config.json",
            "vs-code: /home/ada/.config/Code/User/mcp.json",
            "vs-code: /home/ada/.config/Code/User/settings.json",
            "cursor: /home/ada/.cursor/mcp.json",
            "windsurf: /home/ada/.codeium/windsurf/mcp_config.json",
            "zed: /home/ada/.config/zed/settings.json",
            "codex: /home/ada/.codex/config.toml",
            "gemini-cli: /home/ada/.gemini/settings.json",
            "goose: /home/ada/.config/goose/config.yaml",
            "cline: /home/ada/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            "cline: /home/ada/.cline/data/settings/cline_mcp_settings.json",
            "continue: /home/ada/.continue/config.yaml",
            "junie: /home/ada/.junie/mcp/mcp.json",
            "lm-studio: /home/ada/.lmstudio/mcp.json",
            "lm-studio: /home/ada/.cache/lm-studio/mcp.json",
            "opencode: /home/ada/.config/opencode/opencode.json",
            "opencode: /home/ada/.config/opencode/opencode.jsonc",
            "amazon-q: /home/ada/.aws/amazonq/mcp.json",
            "amazon-q: /home/ada/.aws/amazonq/agents/default.json",
            "warp: /home/ada/.warp/.mcp.json",
        ],
    );
}

#[test]
fn on_macos() {
    check(
        MacOs,
        &[
            "claude-code: /Users/ada/.claude.json",
            "claude-desktop: /Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
            "vs-code: /Users/ada/Library/Application Support/Code/User/mcp.json",
            "vs-code: /Users/ada/Library/Application Support/Code/User/settings.json",
            "cursor: /Users/ada/.cursor/mcp.json",
            "windsurf: /Users/ada/.codeium/windsurf/mcp_config.json",
            "zed: /Users/ada/.config/zed/settings.json",
            "codex: /Users/ada/.codex/config.toml",
            "gemini-cli: /Users/ada/.gemini/settings.json",
            "goose: /Users/ada/.config/goose/config.yaml",
            "cline: /Users/ada/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            "cline: /Users/ada/.cline/data/settings/cline_mcp_settings.json",
            "continue: /Users/ada/.continue/config.yaml",
            "junie: /Users/ada/.junie/mcp/mcp.json",
            "lm-studio: /Users/ada/.lmstudio/mcp.json",
            "lm-studio: /Users/ada/.cache/lm-studio/mcp.json",
            "opencode: /Users/ada/.config/opencode/opencode.json",
            "opencode: /Users/ada/.config/opencode/opencode.jsonc",
            "amazon-q: /Users/ada/.aws/amazonq/mcp.json",
            "amazon-q: /Users/ada/.aws/amazonq/agents/default.json",
            "warp: /Users/ada/.warp/.mcp.json",
        ],
    );
}

#[test]
fn on_windows() {
    check(
        Windows,
        &[
            "claude-code: /C/Users/ada/.claude.json",
            "claude-desktop: /C/Users/ada/AppData/Roaming/Claude/claude_desktop_config.json",
            "vs-code: /C/Users/ada/AppData/Roaming/Code/User/mcp.json",
            "vs-code: /C/Users/ada/AppData/Roaming/Code/User/settings.json",
            "cursor: /C/Users/ada/.cursor/mcp.json",
            "windsurf: /C/Users/ada/.codeium/windsurf/mcp_config.json",
            "zed: /C/Users/ada/AppData/Roaming/Zed/settings.json",
            "codex: /C/Users/ada/.codex/config.toml",
            "gemini-cli: /C/Users/ada/.gemini/settings.json",
            "goose: /C/Users/ada/AppData/Roaming/Block/goose/config/config.yaml",
            "cline: /C/Users/ada/AppData/Roaming/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            "cline: /C/Users/ada/.cline/data/settings/cline_mcp_settings.json",
            "continue: /C/Users/ada/.continue/config.yaml",
            "junie: /C/Users/ada/.junie/mcp/mcp.json",
            "lm-studio: /C/Users/ada/.lmstudio/mcp.json",
            "lm-studio: /C/Users/ada/.cache/lm-studio/mcp.json",
            "opencode: /C/Users/ada/.config/opencode/opencode.json",
            "opencode: /C/Users/ada/.config/opencode/opencode.jsonc",
            "amazon-q: /C/Users/ada/.aws/amazonq/mcp.json",
            "amazon-q: /C/Users/ada/.aws/amazonq/agents/default.json",
            "warp: /C/Users/ada/.warp/.mcp.json",
        ],
    );
}

#[test]
fn every_client_has_a_file_on_every_system() {
    for system in [Linux, MacOs, Windows] {
        let found = locations(&folders(system, "/home/ada", None));
        let clients: BTreeSet<ClientKind> = found.iter().map(|(one, _)| one.client).collect();
        assert_eq!(clients.len(), ClientKind::ALL.len(), "{system:?}");
    }
}

#[test]
fn a_project_in_the_home_directory_gives_no_file_twice() {
    let mut folders = folders(Linux, "/home/ada", None);
    folders.project = folders.home.clone();
    let found = locations(&folders);
    let paths: BTreeSet<_> = found.iter().map(|(_, path)| path.clone()).collect();
    assert_eq!(paths.len(), found.len());
}

#[test]
fn of_a_folder_every_file_with_the_ending_is_looked_at() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join(".continue/mcpServers");
    std::fs::create_dir_all(folder.join("more.yaml")).expect("a folder");
    for name in [
        "b.yaml", "a.yaml", "c.json", "d.yml", "e.txt", ".f.yaml", "yaml",
    ] {
        std::fs::write(folder.join(name), "").expect("a file");
    }
    let found = locations(&folders(Linux, &home.path().display().to_string(), None));
    let names: Vec<String> = found
        .into_iter()
        .filter(|(_, path)| path.starts_with(&folder))
        .map(|(_, path)| path.file_name().expect("a name").to_string_lossy().into())
        .collect();
    // What is no file is told when it is read.
    assert_eq!(names, ["a.yaml", "b.yaml", "more.yaml", "d.yml", "c.json"]);
}

#[test]
fn a_stated_folder_for_configuration_is_used() {
    let mut folders = folders(Linux, "/home/ada", None);
    folders.xdg_config = Some("/etc/ada".into());
    let found = locations(&folders);
    let zed = found.iter().find(|(one, _)| one.client == Zed);
    let zed = zed.map(|(_, path)| path.display().to_string());
    assert_eq!(zed.as_deref(), Some("/etc/ada/zed/settings.json"));
}
