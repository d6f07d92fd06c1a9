//! What is let in, and what is not.

use candor_model::ApprovalState;
use serde_json::json;

use candor_pagetest::PageWorld;

#[tokio::test]
async fn a_form_must_be_one_of_ours() {
    let world = PageWorld::guarded(candor_dashboard_site::routes(None)).await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({}))
        .await;
    let other = world
        .call_of("bob", None, "shop.delete_book", json!({"isbn": "2"}))
        .await;
    let path = call.path();
    let mut ann = world.logged_in("ann", "approver").await;
    let mut cleo = world.logged_in("cleo", "approver").await;
    let elsewhere = ann.get(&other.path()).await.hidden(&other.path());
    let theirs = cleo.get(&path).await.hidden(&path);
    let value = |fields: &[(String, String)]| fields[0].1.clone();
    for bad in [
        String::new(),
        "0".repeat(64),
        "x".to_owned(),
        value(&elsewhere),
        value(&theirs),
    ] {
        let page = ann
            .post(&path, &[("form", &bad), ("answer", "approve")])
            .await;
        page.says(403, &["Form expired", "Nothing was changed"]);
    }
    ann.post(&path, &[("answer", "approve")])
        .await
        .says(403, &["Form expired"]);
    for path in ["/approvals", "/approvals/standing", "/logout", "/login"] {
        let page = ann.post(path, &[("answer", "approve")]).await;
        page.says(403, &["Form expired"]);
    }
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
    assert!(ann.cookies.contains_key("candor_session"));
}

#[tokio::test]
async fn other_sites_send_nothing_here() {
    let world = PageWorld::open(candor_dashboard_site::routes(None)).await;
    let call = world.call("shop.delete_book", json!({})).await;
    let path = call.path();
    let mut local = world.browser();
    let fields = local.get(&path).await.hidden(&path);
    let fields = [("form", &*fields[0].1), ("answer", "approve")];
    for (name, value, part) in [
        (
            "origin",
            "http://evil.example",
            "requests from the origin `http://evil.example`",
        ),
        ("origin", "null", "requests from the origin `null`"),
        (
            "sec-fetch-site",
            "cross-site",
            "from a page of another site",
        ),
        ("sec-fetch-site", "same-site", "from a page of another site"),
        (
            "host",
            "evil.example",
            "the host `evil.example` is not served",
        ),
    ] {
        local.headers = [(name.to_owned(), value.to_owned())].into();
        let page = local.post(&path, &fields).await;
        page.says(403, &[part]);
    }
    local.headers = [("host".to_owned(), "evil.example".to_owned())].into();
    for path in ["/approvals", "/login", "/assets/candor.css", "/a/x"] {
        let page = local.get(path).await;
        page.says(403, &["the host `evil.example` is not served"]);
    }
    local.headers.clear();
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
    assert_eq!(local.post(&path, &fields).await.leads(), path);
}

#[tokio::test]
async fn forms_are_small_and_plain() {
    let world = PageWorld::open(candor_dashboard_site::routes(None)).await;
    let call = world.call("shop.delete_book", json!({})).await;
    let path = call.path();
    let mut local = world.browser();
    let value = local.get(&path).await.hidden(&path)[0].1.clone();
    let ask = |rest: &str| format!("form={value}&{rest}");
    let big = ask(&format!("answer=deny&why={}", "x".repeat(1_100_000)));
    let page = local.send("POST", &path, big).await;
    page.says(413, &["The form is larger than 1048576 bytes"]);
    let page = local
        .send("POST", &path, ask("answer=deny&answer=approve"))
        .await;
    page.says(400, &["The field `answer` occurs more than once"]);
    local.headers = [("content-type".to_owned(), "application/json".to_owned())].into();
    let page = local.send("POST", &path, ask("answer=deny")).await;
    page.says(
        415,
        &["must be sent as `application/x-www-form-urlencoded`"],
    );
    local.headers = [("content-type".to_owned(), String::new())].into();
    local
        .send("POST", &path, ask("answer=deny"))
        .await
        .says(415, &[]);
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
}

#[tokio::test]
async fn other_methods_are_refused_on_a_page() {
    let world = PageWorld::open(candor_dashboard_site::routes(None)).await;
    let mut local = world.browser();
    for (method, path, allow) in [
        ("DELETE", "/approvals", "GET,HEAD,POST"),
        ("PUT", "/approvals/standing", "GET,HEAD,POST"),
        ("GET", "/logout", "POST"),
    ] {
        let page = local.send(method, path, String::new()).await;
        page.says(405, &["is not allowed here"]);
        assert_eq!(page.header("allow"), Some(allow), "{path}");
    }
    let head = local.send("HEAD", "/approvals", String::new()).await;
    assert_eq!((head.status, &*head.text), (200, ""));
}

#[tokio::test]
async fn the_router_can_be_merged_into_another() {
    let world = PageWorld::open(candor_dashboard_site::routes(None)).await;
    let app = axum::Router::new().fallback(async || "elsewhere");
    let mut browser = candor_pagetest::TestBrowser::new(app.merge(world.router.clone()));
    browser
        .get("/approvals")
        .await
        .says(200, &["No pending approvals."]);
}

#[tokio::test]
async fn the_style_sheet_is_kept_by_its_contents() {
    let world = PageWorld::open(candor_dashboard_site::routes(None)).await;
    let mut local = world.browser();
    let page = local.get("/approvals").await;
    let (_, rest) = page
        .text
        .split_once("rel=\"stylesheet\" href=\"")
        .expect("a sheet");
    let address = rest.split('"').next().expect("an address").to_owned();
    let sheet = local.get(&address).await;
    sheet.says(200, &["prefers-color-scheme: dark"]);
    assert_eq!(
        sheet.header("content-type"),
        Some("text/css; charset=utf-8")
    );
    let keep = sheet.header("cache-control").expect("how long");
    assert_eq!(keep, "public, max-age=31536000, immutable");
    let tag = sheet.header("etag").expect("an ETag").to_owned();
    let plain = local.get("/assets/candor.css?v=old").await;
    assert_eq!(plain.header("cache-control"), Some("no-cache"));
    local
        .headers
        .insert("if-none-match".to_owned(), format!("\"x\", {tag}"));
    let same = local.get("/assets/candor.css").await;
    assert_eq!((same.status, &*same.text), (304, ""));
    local.headers.clear();
    let icon = local.get("/assets/candor.svg").await;
    icon.says(200, &["<svg "]);
    assert_eq!(icon.header("content-type"), Some("image/svg+xml"));
}
