//! `.mcp.json`.

use super::*;
use crate::settings::{HttpFlavour, TransportSettings};

#[test]
fn the_files_of_other_clients_work_as_they_are() {
    for text in [
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y"]}}}"#,
        r#"{"mcpServers": {"a": {"type": "stdio", "command": "npx", "args": ["-y"], "env": {}}}}"#,
        r#"{"servers": {"a": {"type": "stdio", "command": "npx", "args": ["-y"], "cwd": null}}}"#,
        r#"{"a": {"command": "npx", "args": ["-y"]}}"#,
        "// VS Code\n{\"servers\": {\"a\": {\"command\": \"npx\", /* x */ \"args\": [\"-y\",],},},}",
    ] {
        let source = only(".mcp.json", text);
        assert_eq!(source.name.as_str(), "a", "{text}");
        let expect = TransportSettings::Stdio {
            command: TemplateText::verbatim("npx"),
            args: vec![TemplateText::verbatim("-y")],
            env: Vec::new(),
            inherit_env: Vec::new(),
            cwd: None,
        };
        assert_eq!(source.transport, expect, "{text}");
    }
}

#[test]
fn every_way_to_write_an_address() {
    use HttpFlavour::{Auto, Sse, Streamable};
    for (key, stated, expect) in [
        ("url", "", Auto),
        ("serverUrl", "", Auto),
        ("httpUrl", "", Auto),
        ("url", r#""type": "http","#, Auto),
        ("url", r#""type": "streamable-http","#, Streamable),
        ("url", r#""type": "streamableHttp","#, Streamable),
        ("url", r#""type": "sse","#, Sse),
        ("url", r#""transport": "sse","#, Sse),
    ] {
        let entry = format!("{{{stated} \"{key}\": \"https://a.example\"}}");
        let source = only("x", &format!("{{\"mcpServers\": {{\"a\": {entry}}}}}"));
        let TransportSettings::Http { url, flavour, .. } = source.transport else {
            panic!("not http: {entry}");
        };
        assert_eq!(url.url().as_str(), "https://a.example/", "{entry}");
        assert_eq!(flavour, expect, "{entry}");
    }
}

#[test]
fn switching_off() {
    for (entry, expect) in [
        (r#""disabled": true"#, false),
        (r#""disabled": false"#, true),
        (r#""enabled": false"#, false),
        (r#""enabled": true, "disabled": false"#, true),
        (r#""enabled": false, "disabled": false"#, false),
    ] {
        let source = only("x", &format!("{{\"a\": {{\"command\": \"x\", {entry}}}}}"));
        assert_eq!(source.enabled, expect, "{entry}");
    }
}

#[test]
fn everything_there_is_to_say() {
    insta::assert_snapshot!(summary(".mcp.json", r#"{
  "inputs": [],
  "$schema": "x",
  "mcpServers": {
    "My Server": { "command": "a" },
    "my/server": { "command": "a" },
    "my-server": { "command": "a" },
    "twice": { "command": "a" },
    "twice": { "url": "http://localhost", "url": "http://localhost/b" },
    "foreign": { "command": "a", "autoApprove": [], "timeout": 60, "disabledTools": ["x"],
                 "comand": "b" },
    "asks": { "command": "a", "env": { "KEY": "${input:key}" } },
    "folder": { "command": "a", "cwd": "${workspaceFolder}" },
    "secret": { "command": "a", "env": { "PASSWORD": "pa$$word" } },
    "socket": { "type": "websocket", "url": "ws://localhost" },
    "word": "npx",
    "urls": { "url": "http://localhost", "serverUrl": "http://localhost/b" },
    "both": { "command": "a", "url": "http://localhost" },
    "number": { "url": 3 },
    "off": { "command": "a", "enabled": true, "disabled": true },
    "none": {}
  }
}"#), @r#"
    sources: ["My-Server", "my-server-2", "my-server", "twice", "foreign", "secret", "urls", "off"], refused: false
    .mcp.json:2:3: note: only servers are read from this file, not `inputs`, `$schema` [config::foreign-key]
    .mcp.json:5:5: note: `My Server` is called `My-Server` here [config::renamed]
      hint: names of sources have letters, digits, `_` and `-`, at most 64
    .mcp.json:6:5: note: `my/server` is called `my-server-2` here [config::renamed]
      hint: names of sources have letters, digits, `_` and `-`, at most 64
    .mcp.json:8:5: warning: the key `twice` is given again further down, and that counts [config::duplicate-key]
    .mcp.json:9:16: warning: the key `url` is given again further down, and that counts [config::duplicate-key]
    .mcp.json:10:34: note: `sources.foreign.autoApprove` is a setting of another client and is ignored [config::foreign-key]
    .mcp.json:10:53: note: `sources.foreign.timeout` is a setting of another client and is ignored [config::foreign-key]
    .mcp.json:10:68: warning: `sources.foreign.disabledTools` is not supported and is ignored: all tools of this source are served [config::ignored-key]
    .mcp.json:11:18: warning: unknown key `comand` in `sources.foreign` [config::unknown-key]
      hint: did you mean `command`?
    .mcp.json:12:47: error: `sources.asks.env.KEY` uses `${input:key}`, which only an editor can fill in [config::bad-template]
      hint: put the value into an environment variable and write `${NAME}`
    .mcp.json:13:40: error: `sources.folder.cwd` uses `${workspaceFolder}`, but the variable `workspaceFolder` is not set [config::unset-variable]
      hint: set `workspaceFolder`, or write `${workspaceFolder:-default}`
    .mcp.json:14:54: note: `sources.secret.env.PASSWORD` holds `$$`, which stands for one `$` here [config::dollar]
      hint: write `$$$$` for two
    .mcp.json:15:25: error: `sources.socket.type` is `websocket`, but must be one of `stdio`, `http`, `streamable-http`, `sse` [config::bad-value]
    .mcp.json:16:5: error: `sources.word` is the text `npx`, but must be a table [config::bad-value]
    .mcp.json:17:42: warning: `sources.urls.serverUrl` is ignored: `url` counts [config::ignored-key]
    .mcp.json:18:5: error: `sources.both` has both a `command` and a URL [config::two-transports]
      hint: keep the one that is meant, or make two entries
    .mcp.json:19:24: error: `sources.number.url` is the number `3`, but must be a text [config::bad-value]
    .mcp.json:20:30: warning: `sources.off.enabled` is ignored: `disabled` counts [config::ignored-key]
    .mcp.json:21:5: error: `sources.none` has neither a `command` nor a `url` [config::no-transport]
      hint: a program needs `command`, a server on the network needs `url`
    "#);
}

#[test]
fn a_file_without_servers_is_refused() {
    let none = "1:1: error: there are no servers in this file; they belong under `mcpServers`";
    let misspelled = none.replace("1:1", "1:2") + ", not `mcp_servers`";
    for (text, expect) in [
        ("[]", none),
        ("\"a\"", none),
        ("{\"mcp_servers\": {}}", &misspelled),
        ("{\"a\": {\"command\": \"x\"}, \"b\": 3}", none),
        ("{\n  \"a\": }", "2:8: error: expected a value, found `}`"),
        ("", "1:1: error: the file is empty"),
    ] {
        let expect = format!("a.json:{expect} [config::syntax]");
        assert_eq!(refusal("a.json", text), expect);
    }
    for text in ["{}", "{\"mcpServers\": null}"] {
        let empty = "sources: [], refused: false\n";
        assert_eq!(summary("a.json", text), empty, "{text}");
    }
}
