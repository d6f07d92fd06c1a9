//! Several clients at once, in one process.

use candor_testkit::ServerEra;
use futures_util::future::join_all;
use serde_json::json;

use super::gateway::ToolsetGateway;
use super::management_client::{ManagementClient, names};

/// Both sessions go on as if they were alone; what one equips, both are told.
#[tokio::test(flavor = "multi_thread")]
async fn two_sessions_do_not_disturb_one_another() {
    let stage = ToolsetGateway::plain("").await;
    let mut one = stage.counter().await;
    let mut two = stage.counter().await;
    one.client.listen().await;
    two.client.listen().await;
    for _ in 0..3 {
        assert_eq!(one.names().await.len(), 5);
        assert_eq!(two.names().await.len(), 5);
    }
    one.build("log", &["vcs.log"]).await;
    two.build("both", &["vcs.log", "vcs.commit"]).await;
    one.equip("log").await;
    for counter in [&mut one, &mut two] {
        counter.client.list_changed().await;
        assert_eq!(
            counter.names().await,
            ["vcs_log"],
            "the workspace's toolset"
        );
    }
    two.equip("both").await;
    assert_eq!(one.names().await, ["vcs_log", "vcs_commit"]);
    // Answers go to who asked.
    let calls = (0..20).map(|at| async move { format!(r#"{{"at":{at}}}"#) });
    for arguments in join_all(calls).await {
        let (first, second) = tokio::join!(
            one.client.call("vcs_log", &arguments),
            two.client.call("vcs_commit", r#"{"other":true}"#)
        );
        assert_eq!(first.words(), arguments);
        assert_eq!(second.words(), r#"{"other":true}"#);
    }
}

/// A client that needs a toolset of its own uses the endpoint of that toolset.
#[tokio::test(flavor = "multi_thread")]
async fn sessions_at_different_endpoints_keep_their_tools() {
    let stage = ToolsetGateway::plain(
        "[toolsets.logs]\ntools = [\"vcs.log\"]\n[toolsets.issues]\ntools = [\"tracker.*\"]\n",
    )
    .await;
    let mut logs = stage.at("/mcp/logs").await;
    let mut issues = stage.at("/mcp/issues").await;
    let mut counter = stage.counter().await;
    for toolset in ["logs", "issues", "logs"] {
        counter.equip(toolset).await;
        assert_eq!(names(&mut logs).await, ["vcs_log"]);
        assert_eq!(names(&mut issues).await.len(), 3);
        issues.call("vcs_log", "{}").await.error();
        let reply = logs.call("vcs_log", "{}").await;
        assert_ne!(reply.value()["isError"], true, "{}", reply.response);
    }
}

/// Many models take notes at the same time: all of them are there, each once.
#[tokio::test(flavor = "multi_thread")]
async fn notes_of_many_clients_are_all_kept() {
    let (stage, mut counter) = ToolsetGateway::with_counter("").await;
    counter.build("work", &["vcs.log"]).await;
    counter.equip("work").await;
    let gateway = stage.gateway();
    let work = (0..12).map(|at| async move {
        let era = ServerEra::in_turn(at);
        let mut counter = ManagementClient::of(gateway.owner_client(era).await).await;
        let name = format!("note-{at}");
        let notes = [(name.as_str(), "Mind it."), ("shared", "Once.")];
        let answer = counter.note("vcs.log", &notes).await;
        assert!(!answer.is_error, "{answer:?}");
        answer.added().len()
    });
    let added: usize = join_all(work).await.into_iter().sum();
    assert_eq!(added, 13, "the shared one was added by one of them");
    let shown = counter.description("vcs_log").await;
    for at in 0..12 {
        let line = format!("\u{2022} **note-{at}**: Mind it.");
        assert_eq!(shown.matches(&line).count(), 1, "{shown}");
    }
    assert_eq!(shown.matches("**shared**").count(), 1, "{shown}");
}

/// One deletes what another works with: a clear answer, never a mixture.
#[tokio::test(flavor = "multi_thread")]
async fn a_toolset_that_is_deleted_under_a_client() {
    let (stage, mut counter) = ToolsetGateway::with_counter("").await;
    counter.build("work", &["vcs.log"]).await;
    let mut client = stage.at("/mcp/work").await;
    assert_eq!(names(&mut client).await, ["vcs_log"]);
    let gone = json!({"name": "work", "confirm": true});
    counter.ask("delete-toolset", &gone).await.fine();
    for method in ["tools/list", "tools/call"] {
        let reply = client
            .request(method, r#"{"name":"vcs_log","arguments":{}}"#)
            .await;
        let told = reply.response.contains("there is no toolset `work`");
        assert!(told, "{method}: {}", reply.response);
    }
    assert_eq!(stage.vcs().calls("log"), 0);
}
