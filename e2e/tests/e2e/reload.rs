//! The configuration file changes while the gateway runs.

mod law;

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{CandorProcess, ServerEra, assert_contains, candor, config, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// Another configuration for a gateway that runs.
fn write(candor: &CandorProcess, config: &str) {
    let path = candor.folder().join("candor.toml");
    std::fs::write(path, candor::unasked(config)).expect("the test can go on");
}

/// Asks the gateway to read its configuration at once.
fn hang_up(candor: &CandorProcess) {
    let pid = Pid::from_raw(i32::try_from(candor.pid()).expect("the test can go on"))
        .expect("the test can go on");
    kill_process(pid, Signal::HUP).expect("the test can go on");
}

/// What `candor status` says is not up to date, if anything.
fn stale(candor: &CandorProcess) -> Option<String> {
    let output = candor::run(candor.folder(), &["status", "--json", "--data", "data"]);
    let said: Value = serde_json::from_slice(&output.stdout).expect("a document");
    said["stale"].as_str().map(str::to_owned)
}

/// Waits until the gateway serves the file as it is.
async fn served(candor: &CandorProcess) {
    wait_until("the changed configuration", async || {
        stale(candor).is_none()
    })
    .await;
}

/// Waits until the gateway has seen that it cannot serve the file.
async fn refused(candor: &CandorProcess) -> String {
    let told = async || stale(candor).filter(|told| told.contains("cannot be used"));
    candor_testkit::until("a problem", told).await
}

/// A fixture whose starts are counted: each adds its process to a file.
fn counted(name: &str, version: u32, more: &str) -> String {
    let fixture = candor_testkit::fixture_bin();
    let line = format!(
        "echo $$$$ >> starts-{name}; exec '{}' stdio --era both",
        fixture.display()
    );
    format!(
        "[sources.{name}]\ncommand = \"sh\"\nargs = [\"-c\", {line:?}]\nenv = {{ VERSION = \"{version}\" }}\n{more}\n"
    )
}

/// The processes that were started for a source, in their order.
fn starts(candor: &CandorProcess, name: &str) -> Vec<i32> {
    let path = candor.folder().join(format!("starts-{name}"));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .map(|line| line.parse().expect("the test can go on"))
        .collect()
}

/// Whether a process runs.
fn runs(process: i32) -> bool {
    std::path::Path::new(&format!("/proc/{process}/cmdline"))
        .metadata()
        .is_ok_and(|_| {
            let state = std::fs::read_to_string(format!("/proc/{process}/stat"));
            // A process that has ended and was not waited for yet does not run.
            state.is_ok_and(|state| !state.contains(") Z "))
        })
}

/// The file is read again without being asked, only what changed is restarted, and tools come and
/// go with their sources.
#[tokio::test(flavor = "multi_thread")]
async fn only_what_changed_is_restarted() {
    let config = counted("kept", 1, "") + &counted("changed", 1, "") + &counted("gone", 1, "");
    let candor = CandorProcess::served_unasked(&config).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    client.listen().await;
    let config = counted("new", 1, "") + &counted("kept", 1, "") + &counted("changed", 2, "");
    write(&candor, &config);
    served(&candor).await;
    client.list_changed().await;
    candor.all_ready().await;
    wait_until("the second start", async || {
        starts(&candor, "changed").len() == 2
    })
    .await;
    for name in ["kept", "new", "changed"] {
        let reply = client.call(&format!("{name}_test_simple_text"), "{}").await;
        assert!(reply.words().contains("simple text"), "{}", reply.response);
    }
    let gone = client.call("gone_test_simple_text", "{}").await;
    assert_contains(&gone.error()["message"], "gone_test_simple_text");
    let expected = [("kept", 1), ("changed", 2), ("gone", 1), ("new", 1)];
    for (name, count) in expected {
        assert_eq!(starts(&candor, name).len(), count, "{name}");
    }
    // What was let go of ends.
    for process in [starts(&candor, "gone")[0], starts(&candor, "changed")[0]] {
        wait_until("the end", async || !runs(process)).await;
    }
    let names: Vec<_> = names(&candor).await;
    assert_eq!(
        names,
        ["new", "kept", "changed"],
        "in the order of the file"
    );
    assert_contains(
        &candor.log(),
        "added `new`; restarted `changed`; removed `gone`",
    );
}

/// The sources in their order.
async fn names(candor: &CandorProcess) -> Vec<String> {
    let said = candor.ready(|_| true).await;
    let sources = said["sources"]
        .as_array()
        .expect("the test can go on")
        .iter();
    let names = sources.map(|source| {
        source["name"]
            .as_str()
            .expect("the test can go on")
            .to_owned()
    });
    names.collect()
}

/// Rules, hints, toolsets and trust count at once, and nothing is restarted for them.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_file_says_about_tools_needs_no_restart() {
    let candor = CandorProcess::served_unasked(&counted("shop", 1, "")).await;
    let mut client = candor.client(ServerEra::Modern).await;
    let tool = "shop_test_simple_text";
    assert!(
        client
            .call(tool, "{}")
            .await
            .words()
            .contains("simple text")
    );
    let more = "[annotations.\"shop.test_simple_text\"]\ntitle = \"Plain text\"\n\
                [toolsets.few]\ntools = [\"shop.test_simple_text\"]\n\
                [[policy.rule]]\ntool = \"shop.test_image_content\"\neffect = \"deny\"\n\
                message = \"no pictures\"\n";
    let config = counted("shop", 1, "trust = \"trusted\"") + more;
    let path = candor.folder().join("candor.toml");
    let policy =
        "[policy]\nalways_confirm_destructive = false\nunset = \"allow\"\ncollapse = false\n";
    std::fs::write(path, format!("{policy}{config}")).expect("the test can go on");
    hang_up(&candor);
    served(&candor).await;
    let listed = client.tools().await;
    let listed = listed
        .iter()
        .find(|text| text.contains(tool))
        .expect("the test can go on");
    assert!(listed.contains("Plain text"), "{listed}");
    let mut few = candor.client_at("/mcp/few", ServerEra::Modern).await;
    assert_eq!(few.tools().await.len(), 1);
    let denied = client.call("shop_test_image_content", "{}").await;
    assert_contains(&denied.response, "no pictures");
    let sources = candor.api().items("/sources").await;
    assert_eq!(sources[0]["trust"], "trusted");
    assert_eq!(starts(&candor, "shop").len(), 1);
}

/// A call that a removed source works on is finished first.
#[tokio::test(flavor = "multi_thread")]
async fn calls_in_flight_are_finished() {
    let slow = ServerScript::simple(&[("slow", r#"{"sleep_ms":4000}"#)]);
    let web = script::serve_http(&slow, ServerEra::Modern);
    let candor = CandorProcess::served_unasked(&config::url("slow", web.url(), "")).await;
    let mut client = candor.client(ServerEra::Modern).await;
    let calling = tokio::spawn(async move { client.call("slow_slow", "{}").await.words() });
    wait_until("the call", async || web.calls("slow") == 1).await;
    write(&candor, &counted("other", 1, ""));
    hang_up(&candor);
    served(&candor).await;
    assert_eq!(names(&candor).await, ["other"]);
    assert_eq!(calling.await.expect("the test can go on"), "done");
}

/// A file that cannot be used changes nothing, and everybody is told where and why.
#[tokio::test(flavor = "multi_thread")]
async fn a_broken_file_is_told_everywhere() {
    let candor = CandorProcess::served_unasked(&counted("shop", 1, "")).await;
    let path = candor.folder().join("candor.toml");
    let before = std::fs::read_to_string(&path).expect("the test can go on");
    for (broken, place, reason) in [
        (format!("{before}\n[sources.shop\n"), "candor.toml:", ""),
        (
            format!("{before}\n[sources.b]\nurl = \"nowhere\"\n"),
            "candor.toml:13:7",
            "nowhere",
        ),
        (
            format!("{before}\n[limits]\nreply = 0\n"),
            "candor.toml:13:9",
            "limits.reply",
        ),
    ] {
        std::fs::write(&path, &broken).expect("the test can go on");
        hang_up(&candor);
        let told = refused(&candor).await;
        assert!(told.contains(place) && told.contains(reason), "{told}");
        let (code, doctor) = candor.command(&["doctor"]);
        assert_eq!(code, 1, "{doctor}");
        assert_contains(
            &doctor,
            "the gateway still serves the configuration as it was before",
        );
        assert!(
            doctor.contains(place) && doctor.contains(reason),
            "{doctor}"
        );
        let log = candor.log();
        assert_contains(&log, "the one before it is still served");
        let page = page(&candor).await;
        assert_contains(
            &page,
            "The configuration file has changed and cannot be used",
        );
        assert_contains(&page, place);
        let mut client = candor.client(ServerEra::Modern).await;
        let reply = client.call("shop_test_simple_text", "{}").await;
        assert!(reply.words().contains("simple text"), "{}", reply.response);
        std::fs::write(&path, &before).expect("the test can go on");
        hang_up(&candor);
        served(&candor).await;
        assert!(!self::page(&candor).await.contains("cannot be used"));
    }
    // What is not there cannot be read either.
    std::fs::remove_file(&path).expect("the test can go on");
    hang_up(&candor);
    wait_until("the log", async || {
        candor.log().contains("cannot read the configuration file")
    })
    .await;
    // The doctor starts servers of its own.
    assert!(runs(starts(&candor, "shop")[0]));
}

/// The overview, as its owner sees it.
async fn page(candor: &CandorProcess) -> String {
    let url = candor.at("/");
    let request = reqwest::Client::new()
        .get(url)
        .bearer_auth(candor.owner_secret());
    request
        .send()
        .await
        .expect("the test can go on")
        .text()
        .await
        .expect("the test can go on")
}

/// What a process keeps until it ends is named.
#[tokio::test(flavor = "multi_thread")]
async fn what_needs_a_restart_is_named() {
    let candor = CandorProcess::served_unasked(&counted("shop", 1, "")).await;
    let more = "[limits]\ncall_timeout = \"7s\"\n[audit]\nretention = \"7d\"\n";
    write(&candor, &(counted("shop", 1, "") + more));
    hang_up(&candor);
    let told = candor_testkit::until("the settings", async || {
        stale(&candor).filter(|told| told.contains("after a restart"))
    })
    .await;
    assert_contains(&told, "`audit.retention`, `limits.call_timeout`");
    let page = page(&candor).await;
    assert_contains(&page, "take effect after a restart");
    assert_contains(&page, "limits.call_timeout");
    let candor = candor.restart().await;
    assert_eq!(stale(&candor), None);
}

/// An `.mcp.json` is followed, too.
#[tokio::test(flavor = "multi_thread")]
async fn an_mcp_json_is_followed() {
    let folder = tempfile::tempdir().expect("the test can go on");
    let fixture = candor_testkit::fixture_bin().display().to_string();
    let text = |names: &[&str]| {
        let server = serde_json::json!({"command": fixture, "args": ["stdio", "--era", "both"]});
        let servers: serde_json::Map<_, _> = names
            .iter()
            .map(|name| ((*name).to_owned(), server.clone()))
            .collect();
        serde_json::json!({"mcpServers": servers}).to_string()
    };
    let path = folder.path().join(".mcp.json");
    std::fs::write(&path, text(&["one"])).expect("the test can go on");
    let candor = CandorProcess::demo(folder, &[]).when_ready().await;
    assert_eq!(names(&candor).await, ["one"]);
    std::fs::write(&path, text(&["one", "two"])).expect("the test can go on");
    wait_until("the second", async || {
        names(&candor).await == ["one", "two"]
    })
    .await;
    candor.all_ready().await;
    std::fs::write(&path, "{").expect("the test can go on");
    hang_up(&candor);
    refused(&candor).await;
    assert_eq!(names(&candor).await, ["one", "two"]);
}
