//! Programs and paths, which only a setting lets in.

use serde_json::json;

use crate::world::{
    NEW, NOWHERE, empty, empty_without_commands, reopened_without_commands, send, until,
};

/// What every refusal names.
const WAY_OUT: &str = "server.allow_commands = true";

#[tokio::test]
async fn what_cannot_be_added_is_explained_before_a_form_is_filled_in() {
    let world = empty_without_commands().await;
    let mut local = world.browser();
    for (kind, sentence, form) in [
        ("command", "Programs cannot be added on this page", false),
        ("functions", "Functions cannot be added on this page", false),
        ("mcp-json", "Only servers with a URL can be added", true),
    ] {
        let page = local.get(&format!("{NEW}?kind={kind}")).await;
        page.says(200, &[sentence, WAY_OUT]);
        assert_eq!(page.text.contains("<form id=\"add\""), form, "{kind}");
    }
    for kind in ["url", "openapi"] {
        let page = local.get(&format!("{NEW}?kind={kind}")).await;
        page.says(200, &["<form id=\"add\""]);
        page.lacks(&[WAY_OUT]);
    }
    // The first form that is shown is one that can be used.
    let page = local.get(NEW).await;
    page.says(200, &["name=\"kind\" value=\"url\""]);
}

#[tokio::test]
async fn every_step_with_a_program_or_a_path_is_refused() {
    let world = empty_without_commands().await;
    let mut local = world.browser();
    let mark = world.folder.path().join("started");
    let line = format!("touch '{}'", mark.display());
    let cases: [(&str, (&str, &str), &str); 3] = [
        ("command", ("line", &line), "sources that start a program"),
        ("functions", ("path", "/srv/f.ts"), "`/srv/f.ts`"),
        ("openapi", ("document", "/etc/passwd"), "`/etc/passwd`"),
    ];
    for (kind, field, expect) in cases {
        for step in ["check", "preview", "save"] {
            let fields = [("do", step), ("kind", kind), ("name", "sly"), field];
            let page = send(&mut local, "url", &fields).await;
            let parts = ["Nothing was started or added", expect, WAY_OUT];
            page.says(403, &parts);
            assert!(world.gateway.sources().is_empty(), "{kind} {step}");
        }
    }
    assert!(!mark.exists(), "a program was started");
    // What is uploaded is no path.
    let fields = [
        ("do", "check"),
        ("name", "api"),
        ("text-name", "/etc/shop.yaml"),
        ("text", "openapi: 3.1.0"),
    ];
    let page = send(&mut local, "openapi", &fields).await;
    page.says(200, &["shop.yaml (uploaded)"]);
}

#[tokio::test]
async fn of_an_import_only_servers_with_an_address_are_added() {
    let world = empty_without_commands().await;
    let mut local = world.browser();
    let text = json!({"mcpServers": {
        "far": {"url": NOWHERE},
        "near": {"command": "true"},
    }})
    .to_string();
    let page = send(&mut local, "mcp-json", &[("do", "check"), ("text", &text)]).await;
    let parts = [
        "Sources that start a program cannot be added or changed over HTTP",
        "name=\"pick[]\" value=\"far\" checked",
        "name=\"pick[]\" value=\"near\">",
    ];
    page.says(200, &parts);
    page.lacks(&["name=\"preview\" value=\"near\""]);
    // A request that is sent anyway is refused.
    let fields = [("listed", "yes"), ("preview", "near"), ("text", &text)];
    let page = send(&mut local, "mcp-json", &fields).await;
    page.says(200, &["Sources that start a program cannot"]);
    let both = [
        ("do", "save"),
        ("listed", "yes"),
        ("pick[]", "far"),
        ("pick[]", "near"),
        ("text", &text),
    ];
    let page = send(&mut local, "mcp-json", &both).await;
    page.says(403, &["Nothing was added, because `near` cannot be added."]);
    assert!(world.gateway.sources().is_empty());
    let one = [
        ("do", "save"),
        ("listed", "yes"),
        ("pick[]", "far"),
        ("text", &text),
    ];
    let page = send(&mut local, "mcp-json", &one).await;
    assert_eq!(page.leads(), "/sources/far?done=added");
}

#[tokio::test]
async fn trust_in_a_program_can_be_taken_and_not_given() {
    let world = empty().await;
    let mut local = world.browser();
    let fields = [
        ("do", "save"),
        ("name", "near"),
        ("line", "/nowhere/at-all"),
        ("trust", "trusted"),
    ];
    let page = send(&mut local, "command", &fields).await;
    assert_eq!(page.leads(), "/sources/near?done=added");
    until(&world, "near", |status| !status.state.is_ready()).await;

    let world = reopened_without_commands(world).await;
    let mut local = world.browser();
    let (page, to) = ("/sources/near", "/sources/near/trust");
    let taken = local.submit(page, to, &[("trust", "untrusted")]).await;
    assert_eq!(taken.leads(), "/sources/near?done=untrusted");
    let given = local.submit(page, to, &[("trust", "trusted")]).await;
    given.says(403, &["Nothing was changed: sources that start", WAY_OUT]);
}
