//! Toolsets that choose by what tools do: only what is relied upon counts.

use candor_testkit::wait_until;
use serde_json::json;

use super::gateway::ToolsetGateway;
use super::management_client::names;

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
    reading.list_changed().await;
    wait_until("the tool that reads", async || {
        names(&mut reading).await == ["tracker_list_issues", "vcs_log"]
    })
    .await;
    let reply = reading.call("vcs_log", r#"{"x":1}"#).await;
    assert_eq!(reply.words(), r#"{"x":1}"#);

    // And takes it back.
    stage.fine(&["annotate", "vcs.log", "--read-only", "false"]);
    wait_until("the tool gone", async || {
        names(&mut reading).await == ["tracker_list_issues"]
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
    let (_stage, mut counter) = ToolsetGateway::with_counter(CONFIG).await;
    counter.equip("reading").await;
    for tool in counter.tools().await {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
    }
    let said = counter.look("get-active-toolset").await;
    assert_eq!(said["toolSummary"]["currentlyExposed"], 1, "{said}");
    assert_eq!(said["warnings"], json!([]), "{said}");
}
