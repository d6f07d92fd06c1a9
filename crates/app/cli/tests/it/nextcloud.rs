//! `candor nextcloud`.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use crate::sandbox::{CommandRun, CommandSandbox};

/// The first message of a client with a session, and its list of tools.
const CLIENT: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    "\n",
);

#[test]
fn every_tool_says_what_it_does() {
    let sandbox = CommandSandbox::new();
    let printed = sandbox.silent(0, "nextcloud tools --json").json();
    let tools = printed["tools"].as_array().expect("a list");
    assert!(tools.len() >= 100, "{}", tools.len());
    for tool in tools {
        let annotations = &tool["annotations"];
        for hint in [
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        ] {
            assert!(annotations[hint].is_boolean(), "{hint} of {tool}");
        }
        assert!(tool["title"].is_string(), "{tool}");
    }
    let text = sandbox.silent(0, "nextcloud tools").stdout;
    assert!(text.contains("nc_notes_create_note"), "{text}");
    assert_eq!(sandbox.entry_count(), 0, "nothing is kept");
}

#[test]
fn the_account_must_be_named() {
    let sandbox = CommandSandbox::new();
    let ran = sandbox.exits(2, "nextcloud");
    assert!(ran.stderr.contains("`NEXTCLOUD_HOST` is not set"), "{ran}");
    let mut command = sandbox.command(&["nextcloud"]);
    command
        .env("NEXTCLOUD_HOST", "https://cloud.example")
        .env("NEXTCLOUD_USERNAME", "ada");
    let ran = sandbox.finish(command, "").exited(2);
    assert!(
        ran.stderr.contains("`NEXTCLOUD_PASSWORD` is not set"),
        "{ran}"
    );
}

/// One sentence, and not that the tools are offered all the same.
#[test]
fn an_address_that_is_none_is_refused() {
    let sandbox = CommandSandbox::new();
    let mut command = sandbox.command(&["nextcloud"]);
    command
        .env("NEXTCLOUD_HOST", "cloud")
        .env("NEXTCLOUD_USERNAME", "ada")
        .env("NEXTCLOUD_PASSWORD", "secret");
    let ran = sandbox.finish(command, "").exited(2);
    assert!(ran.stderr.contains("`cloud` is not the address"), "{ran}");
    assert!(!ran.stderr.contains("offered"), "{ran}");
}

#[test]
fn the_pack_is_served_under_its_own_names() {
    let sandbox = CommandSandbox::new();
    let mut command = sandbox.command(&["nextcloud"]);
    command
        .env("NEXTCLOUD_HOST", "http://127.0.0.1:9")
        .env("NEXTCLOUD_USERNAME", "ada")
        .env("NEXTCLOUD_PASSWORD", "secret");
    let ran = sandbox.finish(command, CLIENT);
    assert!(
        ran.stdout.contains(r#""name":"nc_notes_create_note""#),
        "{ran}"
    );
    assert!(!ran.to_string().contains("secret"), "{ran}");
}

/// A server with the notes app and nothing else, until the process ends.
fn server_with_notes() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let _ = answer(stream);
        }
    });
    format!("http://{address}")
}

fn answer(stream: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let asked = lines.next().transpose()?.unwrap_or_default();
    // The rest of the head; there is no body.
    lines.map_while(Result::ok).find(String::is_empty);
    let (status, body) = if asked.contains("/cloud/capabilities") {
        let apps = r#"{"dav":{},"notes":{},"files_sharing":{"api_enabled":true}}"#;
        let meta = r#"{"status":"ok","statuscode":200}"#;
        let body = format!(r#"{{"ocs":{{"meta":{meta},"data":{{"capabilities":{apps}}}}}}}"#);
        ("200 OK", body)
    } else {
        ("404 Not Found", String::new())
    };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// A command beside the pack, configured as the source `cloud`.
fn run_with_pack(args: &[&str]) -> CommandRun {
    let sandbox = CommandSandbox::new();
    sandbox.configure("[sources.cloud]\nkind = \"pack\"\npack = \"nextcloud\"\n");
    let mut command = sandbox.command(args);
    command
        .env("NEXTCLOUD_HOST", server_with_notes())
        .env("NEXTCLOUD_USERNAME", "ada")
        .env("NEXTCLOUD_PASSWORD", "secret")
        .env("CANDOR_LISTEN", "127.0.0.1:0");
    sandbox.finish(command, "")
}

#[test]
fn every_module_that_is_offered_is_a_toolset() {
    let ran = run_with_pack(&["toolset", "list"]).exited(0);
    for module in [
        "notes", "webdav", "sharing", "contacts", "calendar", "account",
    ] {
        let name = format!("cloud-{module}");
        assert!(ran.stdout.contains(&name), "{name}: {ran}");
    }
    assert!(!ran.stdout.contains("cloud-deck"), "{ran}");
}

#[test]
fn the_doctor_says_which_apps_the_server_lacks() {
    let ran = run_with_pack(&["doctor"]);
    for app in ["deck", "tables", "cookbook", "news"] {
        let told = format!(
            "the `{app}` tools are not offered: the `{app}` app is not installed or not enabled"
        );
        assert!(ran.stdout.contains(&told), "{app}: {ran}");
    }
    assert!(!ran.stdout.contains("the `notes` tools"), "{ran}");
}
