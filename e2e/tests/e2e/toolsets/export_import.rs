//! Toolsets that are copied, brought back and carried to another gateway.

use candor_testkit::text::args;
use candor_testkit::wait_until;
use serde_json::Value;

use super::gateway::ToolsetGateway;
use super::management_client::{description, names};
use super::{noted, until};

const CREATES: &str = "Creates a new issue in the tracker";
const NOTES: [(&str, &str); 2] = [("team", "Ask \"which\" team."), ("label", "bug → 'bug'")];

/// A stage with a toolset that has something of everything.
async fn rich() -> ToolsetGateway {
    let stage = ToolsetGateway::plain("").await;
    let members = ["vcs.*", "tracker.create_issue", "tracker:read_only=true"];
    let build = ["toolset", "build", "rich", "--profile", "explicit"];
    let more = ["--budget", "3000", "--description", "A \"rich\" one."];
    stage.fine(&[&build[..], &members, &more].concat());
    for (name, text) in NOTES {
        let add = ["note", "add", "tracker.create_issue", name, text];
        stage.fine(&[&add[..], &["--toolset", "rich"]].concat());
    }
    stage
}

/// Everything that a client sees of a toolset, once it is there with both notes.
async fn seen(stage: &ToolsetGateway, toolset: &str) -> Vec<String> {
    let path = format!("/mcp/{toolset}");
    until(&path, async || {
        let answer = reqwest::get(stage.gateway().at(&path)).await;
        (answer.expect("an answer").status() != 404).then_some(())
    })
    .await;
    let mut client = stage.at(&path).await;
    let expect = noted(CREATES, &NOTES);
    wait_until("both notes", async || {
        description(&mut client, "tracker_create_issue").await == expect
    })
    .await;
    client.tools().await
}

/// A file that a team can review says everything that there is to a toolset.
#[tokio::test(flavor = "multi_thread")]
async fn toolsets_travel_in_a_file() {
    let stage = rich().await;
    let there = seen(&stage, "rich").await;
    let file = stage.folder().join("toolsets.toml");
    let path = file.to_str().expect("a path");
    stage.fine(&["toolset", "export", "rich", path]);
    let other = ToolsetGateway::plain("").await;
    other.fine(&["toolset", "import", path]);
    assert_eq!(seen(&other, "rich").await, there);

    // As it stands it is also a part of the configuration.
    let text = std::fs::read_to_string(&file).expect("the file");
    let declared = ToolsetGateway::plain(&text).await;
    assert_eq!(seen(&declared, "rich").await, there);

    // One wrong line, or one name that is taken, and nothing of the file is taken over.
    let bad = format!(
        "{}\n[toolsets.bad]\ntools = [7]\n",
        text.replace("rich", "fresh")
    );
    let taken = format!("{text}\n[toolsets.fresh]\ntools = [\"vcs.log\"]\n");
    for (text, part) in [(bad, "bad"), (taken, "rich")] {
        std::fs::write(&file, text).expect("a file");
        let (code, said) = other.run(&["toolset", "import", path]);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(part), "{said}");
        assert_eq!(other.counter().await.saved().await, ["rich"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_the_same_and_goes_its_own_way() {
    let stage = rich().await;
    let first = seen(&stage, "rich").await;
    stage.fine(&["toolset", "clone", "rich", "copy"]);
    assert_eq!(seen(&stage, "copy").await, first);
    stage.fine(&args("toolset edit copy --remove vcs.* --profile inherit"));
    let mut copy = stage.at("/mcp/copy").await;
    wait_until("the changed copy", async || {
        names(&mut copy).await == ["tracker_create_issue", "tracker_list_issues"]
    })
    .await;
    assert_eq!(seen(&stage, "rich").await, first);
}

/// Every version can be read, and any of them brought back with its notes.
#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_version_is_brought_back() {
    let stage = rich().await;
    let first = seen(&stage, "rich").await;
    let newest = || {
        let history = stage.fine(&["toolset", "history", "rich", "--json"]);
        let history: Value = serde_json::from_str(&history).expect("JSON");
        history["versions"].as_array().expect("versions").clone()
    };
    let before = newest()[0]["version"].to_string();
    stage.fine(&args("toolset edit rich --remove tracker.create_issue"));
    stage.fine(&["toolset", "delete", "rich", "--yes"]);
    until("the end of the endpoint", async || {
        let answer = reqwest::get(stage.gateway().at("/mcp/rich")).await;
        (answer.expect("an answer").status() == 404).then_some(())
    })
    .await;
    let versions = newest();
    assert!(
        versions.len() > 4,
        "built, two notes, edited, deleted: {versions:?}"
    );
    assert!(versions[0]["toolset"].is_null(), "{versions:?}");
    let why = ["--why", "it was needed"];
    stage.fine(&[&["toolset", "restore", "rich", &before], &why[..]].concat());
    assert_eq!(seen(&stage, "rich").await, first);
    assert_eq!(newest()[0]["why"], "it was needed");
}

/// A version is the whole toolset: what was said about a tool in it is on the wire again.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_comes_back() {
    let stage = rich().await;
    let path = "/mcp/rich";
    seen(&stage, "rich").await;
    let mut client = stage.at(path).await;
    let mut hinted = async |expect: bool| {
        until("the hint", async || {
            let tools = client.tools().await;
            let tool = tools
                .iter()
                .find(|tool| tool.contains("tracker_create_issue"));
            let tool: Value = serde_json::from_str(tool?).expect("JSON");
            (tool["annotations"]["destructiveHint"] == expect).then_some(())
        })
        .await;
    };
    let say = |value: &str| {
        let annotate = ["annotate", "tracker.create_issue", "--destructive", value];
        stage.fine(&[&annotate[..], &["--toolset", "rich"]].concat());
    };
    say("true");
    hinted(true).await;
    let shown = stage.fine(&["toolset", "show", "rich", "--json"]);
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    let version = shown["version"].to_string();
    say("false");
    stage.fine(&["toolset", "edit", "rich", "--description", "Another."]);
    hinted(false).await;
    stage.fine(&["toolset", "restore", "rich", &version]);
    hinted(true).await;
}
