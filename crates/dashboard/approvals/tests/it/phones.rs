//! The code that opens a call on a phone.

use candor_gateway::GatewayPolicySettings;
use candor_model::ApprovalState;
use serde_json::json;

use candor_pagetest::{FetchedHtml, PageWorld, guarded_settings};

const PUBLIC: &str = "https://candor.example";

/// A gateway that others reach under this address.
async fn at(public_url: Option<&str>) -> PageWorld {
    let settings = GatewayPolicySettings {
        public_url: public_url.map(str::to_owned),
        ..guarded_settings()
    };
    PageWorld::new(settings, candor_dashboard_approvals::routes()).await
}

/// The path of the link that a page shows as text.
fn link(page: &FetchedHtml) -> String {
    let (_, rest) = page.text.split_once("<pre id=\"link\">").expect("a link");
    let (url, _) = rest.split_once("</pre>").expect("its end");
    url.strip_prefix(PUBLIC).expect("ours").to_owned()
}

#[tokio::test]
async fn a_phone_answers_and_the_page_tells_what_came_of_it() {
    let world = at(Some(PUBLIC)).await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({"isbn": "978-7"}))
        .await;
    let mut ann = world.logged_in("ann", "viewer,approver").await;
    let path = format!("/approvals/{}/phone", call.id);
    let page = ann.get(&format!("/approvals/{}", call.id)).await;
    page.says(200, &[&format!("<a href=\"{path}\">Decide on a phone</a>")]);
    let page = ann.get(&path).await;
    page.says(
        200,
        &[
            "<svg class=\"qr\" viewBox=\"0 0 ",
            "role=\"img\" aria-label=",
            "“link to <bdi>ann</bdi>”",
            "data-live=\"approvals\"",
        ],
    );
    assert_eq!(page.header("cache-control"), Some("no-store"));
    page.lacks(&["style=", "data:"]);
    // The picture is that of the link.
    let opened = link(&page);
    let modules = candor_qr::QrModules::of(&format!("{PUBLIC}{opened}")).expect("a code");
    page.says(200, &[&format!("d=\"{}\"", modules.svg_path())]);

    let id = call.id;
    assert_eq!(world.approval(id).await.state, ApprovalState::Pending);
    let mut phone = world.browser();
    phone.get(&opened).await.says(200, &["978-7"]);
    let sent = phone
        .submit(&opened, &opened, &[("answer", "approve")])
        .await;
    assert_eq!(sent.leads(), opened);
    call.reply().await;
    let page = ann.get(&path).await;
    page.says(200, &["Approved by link to ann"]);
    page.lacks(&["<svg class=\"qr\"", "/a/"]);
}

/// A code that leads a phone to itself is of no use, and a sentence is.
#[tokio::test]
async fn where_no_phone_gets_the_way_out_is_told() {
    for (address, parts) in [
        (
            Some("http://localhost:7333"),
            ["A phone cannot open `http://localhost:7333`", "`--listen`"],
        ),
        (
            Some("http://candor.localhost:7333"),
            ["this machine only", "`public_url` under `[server]`"],
        ),
        (
            Some("http://127.0.0.2:7333"),
            ["this machine only", "proxy"],
        ),
        (Some("http://[::1]:7333"), ["this machine only", "proxy"]),
        (None, ["No gateway is running", "`candor serve`"]),
    ] {
        let world = at(address).await;
        let call = world
            .call_of("bob", None, "shop.delete_book", json!({}))
            .await;
        let mut ann = world.logged_in("ann", "viewer,approver").await;
        let page = ann.get(&format!("/approvals/{}/phone", call.id)).await;
        page.says(200, &parts);
        page.lacks(&["<svg class=\"qr\"", "/a/"]);
    }
}

/// A link does not know any more who asked for it, so who may not decide gets none.
#[tokio::test]
async fn who_may_not_decide_gets_no_code() {
    let world = at(Some(PUBLIC)).await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({}))
        .await;
    let path = format!("/approvals/{}/phone", call.id);
    let mut vic = world.logged_in("vic", "viewer").await;
    vic.get(&path).await.says(403, &["approver"]);
    let page = vic.get(&format!("/approvals/{}", call.id)).await;
    page.lacks(&["/phone"]);
    let mut bob = world.logged_in("bob", "viewer,approver").await;
    let page = bob.get(&path).await;
    page.says(200, &["`bob` made this call"]);
    page.lacks(&["<svg class=\"qr\"", "/a/"]);
    let mut ann = world.logged_in("ann", "viewer,approver").await;
    for bad in [
        "/approvals/x/phone",
        "/approvals/0198c9f2-0f3c-7000-8000-000000000000/phone",
    ] {
        ann.get(bad).await.says(404, &["Approval not found"]);
    }
}
