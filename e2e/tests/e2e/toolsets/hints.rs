//! Toolsets that choose by what tools do: only what is relied upon counts.

use serde_json::json;

use super::gateway::ToolsetGateway;
use super::management_client::names;
use super::until;

const CONFIG: &str = "[toolsets.reading]\ntools = [\"read_only=true\"]\n\
    [toolsets.risky]\ntools = [\"destructive=true\"]\n\
    [toolsets.here]\ntools = [\"tracker:read_only=false\"]\n";

#[tokio::test(flavor = "multi_thread")]
async fn selection_by_hint_relies_only_on_what_is_relied_upon() {
    let stage = ToolsetGateway::plain(CONFIG).await;
    let mut reading = stage.at("/mcp/reading").await;
    // `vcs.log` says that it only reads, but its server is not trusted.
    assert_eq!(names(&mut reading).await, ["tracker_list_issues"]);
    reading.call("vcs_log", "{}").await.error();
    assert_eq!(
        names(&mut stage.at("/mcp/risky").await).await,
        ["tracker_delete_issue"]
    );
    assert_eq!(
        names(&mut stage.at("/mcp/here").await).await,
        ["tracker_create_issue", "tracker_delete_issue"]
    );

    // Once it is trusted, clients are told.
    reading.listen().await;
    stage.fine(&["annotate", "vcs.log", "--read-only", "true"]);
    reading.heard("notifications/tools/list_changed").await;
    until("the tool that reads", async || {
        let now = names(&mut reading).await;
        (now == ["tracker_list_issues", "vcs_log"]).then_some(())
    })
    .await;
    let reply = reading.call("vcs_log", r#"{"x":1}"#).await;
    assert_eq!(reply.words(), r#"{"x":1}"#);

    // And takes it back.
    stage.fine(&["annotate", "vcs.log", "--read-only", "false"]);
    until("the tool gone", async || {
        (names(&mut reading).await == ["tracker_list_issues"]).then_some(())
    })
    .await;
    reading.call("vcs_log", "{}").await.error();
    assert_eq!(
        stage.vcs().calls("log"),
        1,
        "once, while it was vouched for"
    );
}

/// What is chosen, what is shown and what is told agree.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_selection_chose_is_what_the_list_says() {
    let stage = ToolsetGateway::plain(CONFIG).await;
    let mut counter = stage.counter().await;
    counter.equip("reading").await;
    for tool in counter.tools().await {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
    }
    let said = counter.look("get-active-toolset").await;
    assert_eq!(said["toolSummary"]["currentlyExposed"], 1, "{said}");
    assert_eq!(said["warnings"], json!([]), "{said}");
}
