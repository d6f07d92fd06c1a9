//! Who may try a tool, and who sees what came of it.

use candor_pagetest::{PageWorld, assert_page};

use crate::world::{call, over, settled};

const TRY: &str = "/tools/shop.burn_book/try";

#[tokio::test]
async fn viewers_see_no_form() {
    let world = PageWorld::guarded(candor_dashboard_try_it::routes()).await;
    let mut viewer = world.logged_in("vic", "viewer").await;
    let page = viewer.get(TRY).await;
    page.says(
        200,
        &["Requires the caller role. `vic` has the viewer role."],
    );
    page.lacks(&["name=\"act\""]);
    assert_page!("form_no_permission", settled(page));
    let field = candor_dashboard_kit::csrf::CsrfKey::of(&viewer.cookies["candor_session"]);
    let field = field.value(TRY, "vic");
    let sent = viewer.post(TRY, &[("form", &field), ("act", "call")]).await;
    sent.says(403, &["Permission required", "Requires the caller role"]);
}

#[tokio::test]
async fn anonymous_users_are_redirected_to_sign_in() {
    let world = PageWorld::guarded(candor_dashboard_try_it::routes()).await;
    let mut browser = world.browser();
    let page = browser.get(TRY).await;
    assert_eq!(page.leads(), "/login?next=%2Ftools%2Fshop.burn_book%2Ftry");
    let page = browser.get("/trials/x").await;
    assert_eq!(page.leads(), "/login?next=%2Ftrials%2Fx");
    browser
        .post(TRY, &[("act", "call")])
        .await
        .says(401, &["Sign-in required"]);
    // To call is not to look.
    let mut caller = world.logged_in("cal", "caller").await;
    caller
        .get(TRY)
        .await
        .says(403, &["Requires the viewer role"]);
}

#[tokio::test]
async fn a_call_is_visible_to_its_user_only() {
    let world = PageWorld::guarded(candor_dashboard_try_it::routes()).await;
    let mut ann = world.logged_in("ann", "viewer,caller").await;
    let mut bob = world.logged_in("bob", "viewer,caller,admin,approver").await;
    let sent = call(&mut ann, "shop.burn_book", &[]).await;
    let path = sent.leads().to_owned();
    ann.get(&path).await.says(200, &["Waiting for approval"]);
    let page = bob.get(&path).await;
    page.says(404, &["Call not found", "keeps calls longer."]);
    let cancel = format!("{path}/cancel");
    let field = candor_dashboard_kit::csrf::CsrfKey::of(&bob.cookies["candor_session"]);
    let field = field.value(&cancel, "bob");
    bob.post(&cancel, &[("form", &field)])
        .await
        .says(404, &["Call not found"]);
    bob.get(TRY).await.lacks(&["/trials/"]);
    ann.get(TRY).await.says(200, &[&path]);
}

#[tokio::test]
async fn a_form_that_is_not_ours_calls_nothing() {
    let world = PageWorld::open(candor_dashboard_try_it::routes()).await;
    let mut browser = world.browser();
    for fields in [&[("act", "call")][..], &[("act", "call"), ("form", "x")]] {
        browser.post(TRY, fields).await.says(403, &["Form expired"]);
    }
    // One for another tool does not fit.
    let other = browser.get("/tools/shop.delete_book/try").await;
    let hidden = other.hidden("/tools/shop.delete_book/try");
    let mut fields: Vec<_> = hidden.iter().map(|(a, b)| (&**a, &**b)).collect();
    fields.push(("act", "call"));
    browser
        .post(TRY, &fields)
        .await
        .says(403, &["Form expired"]);
    browser
        .post("/trials/x/cancel", &[])
        .await
        .says(403, &["Form expired"]);
    browser.get(TRY).await.lacks(&["/trials/"]);
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let world = PageWorld::open(candor_dashboard_try_it::routes()).await;
    let mut browser = world.browser();
    for name in [
        "shop.other",
        "nowhere.tool",
        "x",
        "%22%3E%3Cscript%3E",
        "shop.",
    ] {
        let page = browser.get(&format!("/tools/{name}/try")).await;
        page.says(404, &["Tool not found", "href=\"/tools\""]);
        page.lacks(&["<script>"]);
    }
    let page = browser.get("/trials/%3Cscript%3E").await;
    page.says(404, &["Call not found"]);
    let page = browser
        .get("/tools/shop.burn_book/try?toolset=reading")
        .await;
    page.says(200, &["there is no toolset `reading`"]);
    let page = browser
        .get("/tools/shop.burn_book/try?environment=%3Cb%3E")
        .await;
    page.says(200, &["Invalid endpoint"]);
    browser
        .get("/tools/shop.burn_book/try?again=nothing&as=odd")
        .await
        .says(200, &[]);
}

#[tokio::test]
async fn a_toolset_that_lacks_the_tool_is_refused_by_the_gateway() {
    let world = PageWorld::open(candor_dashboard_try_it::routes()).await;
    let mut browser = world.browser();
    let sent = call(&mut browser, "shop.burn_book", &[("toolset", "Reading!")]).await;
    sent.says(422, &["Nothing was called"]);
    let page = over(&mut browser, "shop.burn_book", &[("toolset", "reading")]).await;
    page.says(200, &["Call refused", "there is no toolset `reading`"]);
    assert_page!("trial_refused", page);
}
