//! Text from elsewhere that would like to be more than text.

use serde_json::json;

use candor_pagetest::PageWorld;

#[tokio::test]
async fn nothing_from_elsewhere_becomes_markup() {
    let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
    let script = "</code></textarea><script>alert('x')</script>";
    let arguments = json!({
        script: script,
        "bidi": "\u{202e}gnp.exe\u{2066}",
        "quote": "\" onclick=\"alert(1)",
        "null": "\0\r\n\u{1b}[2J",
        "list": ["<img src=x onerror=alert(1)>", {"<svg/onload=1>": "&lt;"}],
        "huge": "<b>".repeat(350_000),
        "deep": (0..100).fold(json!("<i>"), |inner, _| json!([inner])),
    });
    let call = world
        .call_of("bob", Some("s"), "shop.burn_book", arguments)
        .await;
    let path = call.path();
    let mut local = world.browser();
    let bad = [
        "<script>",
        "<img",
        "<svg/",
        "onerror=a\"",
        "\" onclick",
        "\u{202e}",
        "\u{2066}",
        "\0",
    ];
    for page in ["/approvals", &path] {
        let page = local.get(page).await;
        page.says(200, &["&#60;"]);
        page.lacks(&bad);
        assert!(page.text.len() < 2_000_000, "{}", page.text.len());
    }
    let page = local.get(&path).await;
    let parts = ["RIGHT-TO-LEFT OVERRIDE", "&#60;script&#62;alert", "1050000"];
    page.says(200, &parts);

    let fields = [("answer", "deny"), ("why", script)];
    assert_eq!(local.submit(&path, &path, &fields).await.leads(), path);
    for page in ["/approvals/decided", &path] {
        local.get(page).await.lacks(&bad);
    }
    local
        .get(&path)
        .await
        .says(200, &["&#60;/textarea&#62;&#60;script&#62;"]);
    call.reply().await;
}

#[tokio::test]
async fn what_is_asked_for_is_escaped_in_what_is_answered() {
    let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
    let mut local = world.browser();
    for path in [
        "/approvals/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/approvals?before=%22%3E%3Cscript%3E",
        "/a/%22%3E%3Cscript%3E",
    ] {
        let page = local.get(path).await;
        page.lacks(&["<script>", "\">&#60;script", "value=\"/\""]);
    }
    let fields = [("answer", "approve"), ("scope", "<script>")];
    let call = world.call("shop.delete_book", json!({})).await;
    let page = local.submit(&call.path(), &call.path(), &fields).await;
    page.says(422, &["`&#60;script&#62;` is not an approval scope"]);
}

#[tokio::test]
async fn a_secret_is_on_no_page() {
    let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
    let secret = "sk-live-51H8xkq0aGq7ZpLmN4vB";
    let arguments =
        json!({"isbn": "1", "api_key": secret, "login": {"password": "hunter2hunter2"}});
    let call = world.call("shop.delete_book", arguments).await;
    let mut local = world.browser();
    for path in ["/approvals", &call.path()] {
        let page = local.get(path).await;
        page.says(200, &[]);
        page.lacks(&[secret, "hunter2"]);
    }
    let page = local.get(&call.path()).await;
    page.says(200, &["masked: may contain a secret"]);
    page.lacks(&["value=\"pattern\""]);
}
