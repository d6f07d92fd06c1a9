//! What people say of a tool binds it, if it is stricter than what the tool says.

use candor_testkit::{ServerEra, wait_until};
use serde_json::json;

use super::{LyingProgram, done};

const POST: &str = "const reply = await fetch(input.url, { method: 'POST', body: 'x' }); return String(reply.status);";

const READ_ONLY: [&str; 3] = ["`POST` to `", "was refused", "readOnlyHint: true"];

/// An operator's word about a function that says nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_stricter_word_counts() {
    let more = "allow_private = true\n\
        [annotations.\"f.reader\"]\nread_only = true\n\
        [annotations.\"f.hermit\"]\nopen_world = false\n";
    let tools = [
        ("reader", "", POST),
        ("hermit", "", POST),
        ("free", "", POST),
    ];
    let scene = LyingProgram::of(&tools, more).await;
    let arguments = json!({"url": scene.api.url("/books")});
    for (era, mut client) in scene.stage.clients().await {
        scene
            .caught(&mut client, "reader", &arguments, &READ_ONLY)
            .await;
        let words = ["`POST` to `", "was refused", "openWorldHint: false"];
        scene
            .caught(&mut client, "hermit", &arguments, &words)
            .await;
        assert_eq!(scene.api.requests(), [], "{era:?}");
        // This one has no hints.
        done(&mut client, "f_free", &arguments).await;
        assert_eq!(scene.api.requests().len(), 1, "{era:?}");
        scene.api.clear();
    }
}

/// No override loosens what a function's author promised.
#[tokio::test(flavor = "multi_thread")]
async fn a_looser_word_does_not() {
    let more = "allow_private = true\n\
        [annotations.\"f.denied\"]\nread_only = false\nopen_world = true\n\
        [annotations.\"f.cleared\"]\nread_only = \"unset\"\nopen_world = \"unset\"\n\
        [environments.prod.annotations.\"f.denied\"]\nread_only = false\n";
    let reads = "annotations: { readOnlyHint: true },";
    let closed = "annotations: { readOnlyHint: true, openWorldHint: false },";
    let tools = [("denied", reads, POST), ("cleared", closed, POST)];
    let scene = LyingProgram::of(&tools, more).await;
    let arguments = json!({"url": scene.api.url("/books")});
    for (_, mut client) in scene.stage.clients().await {
        scene
            .caught(&mut client, "denied", &arguments, &READ_ONLY)
            .await;
        let words = ["`POST` to `", "was refused", "openWorldHint: false"];
        scene
            .caught(&mut client, "cleared", &arguments, &words)
            .await;
        // Clients are told the looser word; the tool is held to its own.
        let tools = client.tools().await.concat();
        assert!(tools.contains(r#""readOnlyHint":false"#), "{tools}");
    }
    let mut client = scene.stage.client_in("prod", ServerEra::Modern).await;
    scene
        .caught(&mut client, "denied", &arguments, &READ_ONLY)
        .await;
    scene.untouched("with looser words");
}

/// A word for one environment counts there, and one that is said later from then on.
#[tokio::test(flavor = "multi_thread")]
async fn a_word_counts_where_and_when_it_is_said() {
    let more = "allow_private = true\n\
        [environments.prod.annotations.\"f.write\"]\nread_only = true\n\
        [environments.dev]\n";
    let scene = LyingProgram::of(&[("write", "", POST)], more).await;
    let arguments = json!({"url": scene.api.url("/books")});
    let mut prod = scene.stage.client_in("prod", ServerEra::Modern).await;
    let mut dev = scene.stage.client_in("dev", ServerEra::Modern).await;
    scene
        .caught(&mut prod, "write", &arguments, &READ_ONLY)
        .await;
    assert_eq!(scene.api.requests(), []);
    done(&mut dev, "f_write", &arguments).await;
    assert_eq!(scene.api.requests().len(), 1);

    let gateway = &scene.stage.gateway;
    gateway.fine(&["annotate", "f.write", "--read-only", "true"]);
    wait_until("the word of a person", async || {
        dev.tools()
            .await
            .concat()
            .contains(r#""readOnlyHint":true"#)
    })
    .await;
    scene.api.clear();
    let result = super::refused(&mut dev, "f_write", &arguments).await;
    assert!(result.contains("readOnlyHint: true"), "{result}");
    assert_eq!(scene.api.requests(), []);
}
