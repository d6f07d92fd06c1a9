//! A machine with five clients and eight real servers from npm and `PyPI`: the servers are moved to
//! Candor, each client's file then works with a real client, and everything is put back.

mod home;

use candor_testkit::CandorProcess;
use candor_testkit::candor::{ended, run};
use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};

use self::home::{ClientFile, ClientHome, SECRET, SERVERS};
use crate::approvals::kit::until;
use crate::peers::{connect, inspector_with};

/// What a client calls through its file: the tool, its arguments, and a part of the answer.
fn calls(home: &ClientHome) -> [(ClientFile, &'static str, Value, &'static str); 5] {
    let (notes, repository) = (home.text("notes"), home.text("repository"));
    [
        (
            ClientFile::ClaudeCode,
            "files_list_directory",
            json!({ "path": notes }),
            "shopping.txt",
        ),
        (
            ClientFile::ClaudeDesktop,
            "memory_read_graph",
            json!({}),
            "entities",
        ),
        (
            ClientFile::Cursor,
            "everything_echo",
            json!({ "message": "through Candor" }),
            "through Candor",
        ),
        (
            ClientFile::VsCode,
            "git_git_status",
            json!({ "repo_path": repository }),
            "shelf.txt",
        ),
        (
            ClientFile::Codex,
            "clock_get_current_time",
            json!({ "timezone": "UTC" }),
            "UTC",
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn five_clients_and_eight_servers_are_adopted_used_and_put_back() {
    let home = ClientHome::new();
    let before = home.contents();
    check_list(&home);

    let (code, said) = ended(&run(home.path(), &ClientHome::args(&["adopt", "--yes"])));
    assert_eq!(code, 0, "{said}");
    assert!(!said.contains(SECRET), "{said}");
    for (file, text) in home.contents() {
        assert!(!text.contains(SECRET), "{}: {text}", file.display());
        assert_ne!(text, before[&file], "{} is as it was", file.display());
    }

    let (folder, calls) = home.into_folder();
    let candor = CandorProcess::again(folder).await;
    check_ready(&candor).await;
    for (file, tool, arguments, expect) in calls {
        let said = match file {
            ClientFile::ClaudeCode | ClientFile::ClaudeDesktop | ClientFile::Cursor => {
                with_inspector(&candor, file, tool, &arguments).await
            }
            ClientFile::VsCode | ClientFile::Codex => {
                with_sdk(&candor, file, tool, arguments).await
            }
        };
        assert!(said.contains(expect), "{file:?}, {tool}: {said}");
    }

    let (folder, clean) = candor.stop();
    assert!(clean, "it ended well");
    let home = ClientHome::of(folder);
    let (code, said) = ended(&run(home.path(), &ClientHome::args(&["adopt", "--undo"])));
    assert_eq!(code, 0, "{said}");
    assert_eq!(home.contents(), before, "{said}");
}

/// Everything is found, and what stands in several clients is known to be the same.
fn check_list(home: &ClientHome) {
    let output = run(
        home.path(),
        &ClientHome::args(&["adopt", "--list", "--json"]),
    );
    let listed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let servers = listed["servers"].as_array().expect("a list");
    let clients: std::collections::BTreeSet<&str> = servers
        .iter()
        .map(|server| server["client"].as_str().expect("a client"))
        .collect();
    assert_eq!(clients.len(), 5, "{listed:#}");
    assert_eq!(servers.len(), 11, "{listed:#}");
    let twice = servers.iter().filter(|server| {
        let also = server["also_in"].as_array();
        also.is_some_and(|also| !also.is_empty())
    });
    assert_eq!(twice.count(), 6, "{listed:#}");
    let secrets = servers.iter().map(|server| &server["plain_text_secrets"]);
    assert_eq!(
        secrets.filter(|count| **count == 1).count(),
        1,
        "{listed:#}"
    );
    assert!(!listed.to_string().contains(SECRET), "{listed:#}");
}

/// Eight sources are ready, and each lists tools.
async fn check_ready(candor: &CandorProcess) {
    let sources = candor.api().read("/sources").await;
    let sources = sources["items"].as_array().expect("a list").clone();
    let names: Vec<&str> = sources
        .iter()
        .map(|source| source["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, SERVERS, "{sources:#?}");
    let mut client = candor.client(candor_testkit::ServerEra::Modern).await;
    let tools = client.offered().await;
    for name in SERVERS {
        let prefix = format!("{name}_");
        assert!(tools.keys().any(|tool| tool.starts_with(&prefix)), "{name}");
    }
}

/// The Inspector, with the client's own file. It starts a gateway each time, whose servers come one
/// after the other, so it is asked until all of them are there.
async fn with_inspector(
    candor: &CandorProcess,
    file: ClientFile,
    tool: &str,
    arguments: &Value,
) -> String {
    let path = candor.folder().join(file.path());
    let path = path.to_str().expect("a path");
    let entry = file.candor_entry(candor.folder());
    let from = [
        "--config",
        path,
        "--server",
        &entry.name,
        "--format",
        "json",
    ];
    let list = [&from[..], &["--method", "tools/list"]].concat();
    until(&format!("every server in {file:?}"), async || {
        let listed = inspector_with(candor.folder(), &list).await?;
        let has = |name: &&str| listed.contains(&format!("\"{name}_"));
        SERVERS.iter().all(has).then_some(())
    })
    .await;
    let arguments = arguments.to_string();
    let call = ["--method", "tools/call", "--tool-name", tool];
    let with = ["--tool-args-json", &*arguments];
    let call = [&from[..], &call, &with].concat();
    until(&format!("{tool} in {file:?}"), async || {
        inspector_with(candor.folder(), &call).await
    })
    .await
}

/// The official SDK, with the command line of the client's file.
async fn with_sdk(
    candor: &CandorProcess,
    file: ClientFile,
    tool: &'static str,
    arguments: Value,
) -> String {
    let entry = file.candor_entry(candor.folder());
    let client = connect((), &entry.line, false).await;
    until(&format!("every server in {file:?}"), async || {
        let tools = client.list_all_tools().await.expect("a list");
        let has = |name: &&str| {
            let prefix = format!("{name}_");
            tools.iter().any(|tool| tool.name.starts_with(&prefix))
        };
        SERVERS.iter().all(has).then_some(())
    })
    .await;
    let arguments = arguments.as_object().cloned().expect("an object");
    let call = CallToolRequestParams::new(tool).with_arguments(arguments);
    let result = client.call_tool(call).await.expect("a result");
    client.cancel().await.expect("closed");
    serde_json::to_string(&result).expect("JSON")
}
