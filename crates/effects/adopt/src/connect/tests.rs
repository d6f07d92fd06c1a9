//! Clients connected and disconnected, with everything else left alone.

use std::fs;

use super::*;
use crate::system::HostSystem;

struct Home(tempfile::TempDir);

impl Home {
    fn with(file: &str, text: Option<&str>) -> Self {
        let home = Self(tempfile::tempdir().expect("a folder"));
        if let Some(text) = text {
            let path = home.0.path().join(file);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        home
    }

    fn folders(&self) -> UserFolders {
        UserFolders {
            system: HostSystem::Linux,
            home: self.0.path().to_owned(),
            xdg_config: None,
            app_data: None,
            project: self.0.path().join("project"),
        }
    }

    fn connect(&self, client: ClientKind) -> Result<Option<FileChange>, ConnectError> {
        let args = [
            "stdio".to_owned(),
            "--config".to_owned(),
            "/c.toml".to_owned(),
        ];
        connect(&self.folders(), client, "/bin/candor", &args)
    }
}

/// Connects a client with this file, and disconnects it again: what the file says in between, and
/// afterwards.
#[track_caller]
fn there_and_back(client: ClientKind, file: &str, text: Option<&str>) -> (String, String) {
    let home = Home::with(file, text);
    let change = home.connect(client).expect("an edit").expect("a change");
    assert_eq!(change.before.as_deref(), text);
    assert!(change.path.ends_with(file), "{:?}", change.path);
    fs::create_dir_all(folder_of(&change)).expect("a folder");
    fs::write(&change.path, &change.after).expect("a file");
    let again = home.connect(client).expect("an edit");
    assert!(again.is_none(), "it is connected: {again:?}");
    let back = disconnect(&home.folders(), client).expect("an edit");
    let back = back.expect("a change").after;
    fs::write(&change.path, &back).expect("a file");
    let gone = disconnect(&home.folders(), client).expect("an edit");
    assert!(gone.is_none(), "it is disconnected: {gone:?}");
    (change.after, back)
}

#[test]
fn a_new_file_is_whole() {
    let (after, back) = there_and_back(ClientKind::Cursor, ".cursor/mcp.json", None);
    insta::assert_snapshot!(after, @r#"
    {
      "mcpServers": {
        "candor": {
          "command": "/bin/candor",
          "args": ["stdio", "--config", "/c.toml"]
        }
      }
    }
    "#);
    assert_eq!(
        crate::syntax::parse(FileSyntax::Json, &back).ok(),
        Some(serde_json::json!({"mcpServers": {}}))
    );
    let (after, back) = there_and_back(ClientKind::Codex, ".codex/config.toml", None);
    insta::assert_snapshot!(after, @r#"
    [mcp_servers.candor]
    command = "/bin/candor"
    args = ["stdio", "--config", "/c.toml"]
    "#);
    assert_eq!(back.trim(), "");
}

#[test]
fn comments_and_other_servers_stay() {
    let json = "{\n    // mine\n    \"mcpServers\": {\n        \"other\": { \"command\": \"x\" }, // kept\n    },\n    \"theme\": \"dark\"\n}\n";
    let (after, back) = there_and_back(ClientKind::Cursor, ".cursor/mcp.json", Some(json));
    assert!(
        after.contains("// mine") && after.contains("// kept"),
        "{after}"
    );
    assert!(after.contains("        \"candor\": {"), "{after}");
    assert_eq!(back, json);
    let toml = "# mine\nmodel = \"o3\"\n\n[mcp_servers.other]\ncommand = \"x\" # kept\n";
    let (after, back) = there_and_back(ClientKind::Codex, ".codex/config.toml", Some(toml));
    assert!(after.starts_with(toml), "{after}");
    assert_eq!(back.trim_end(), toml.trim_end());
}

#[test]
fn files_of_every_shape_are_extended_or_left_alone() {
    for text in [
        "",
        "{}",
        "{ }\n",
        "{\"theme\": 1}",
        "{\"mcpServers\": {}}",
        "{\n\t\"mcpServers\": {\n\t}\n}",
        "{\"mcpServers\": {\"candor\": {\"command\": \"other\"}}}",
        "{\r\n  \"theme\": 1\r\n}\r\n",
    ] {
        let (after, _) = there_and_back(ClientKind::GeminiCli, ".gemini/settings.json", Some(text));
        assert!(after.contains("/bin/candor"), "{text}: {after}");
    }
    for text in [
        "[]",
        "{\"mcpServers\": []}",
        "{\"mcpServers\": 1}",
        "{",
        "{} {}",
        "{ /* why */ }",
    ] {
        let home = Home::with(".gemini/settings.json", Some(text));
        let left = home.connect(ClientKind::GeminiCli);
        assert!(left.is_err(), "{text}: {left:?}");
    }
    let left = Home::with("x", None).connect(ClientKind::Goose);
    assert!(matches!(left, Err(ConnectError::ByHand(_))), "{left:?}");
}
