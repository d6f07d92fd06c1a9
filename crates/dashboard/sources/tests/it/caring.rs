//! Starting anew, trusting and removing.

use candor_model::{ChangeAuthor, ChangeChannel, SourceName, SourceTrust};
use candor_pagetest::{PageWorld, TestBrowser};
use candor_store::ChangeFilter;

use crate::source_factory::declared;
use crate::world::{
    TOOLS, add, assert_kept, echo_upstream, empty, guarded, reopened, reopened_with, shop, until,
};

const PAGE: &str = "/sources/books";
const TRUST: &str = "/sources/books/trust";
const REMOVE: &str = "/sources/books/remove";

/// The newest change in the history: what was done, by whom and why.
async fn newest(world: &PageWorld) -> (String, String, Option<String>) {
    let filter = ChangeFilter {
        subject: None,
        who: None,
        action: None,
        after: None,
        limit: 1,
    };
    let changes = world.gateway.records().changes(&filter).await;
    let mut changes = changes.expect("changes").changes;
    let change = changes.pop().expect("a change");
    (change.action, change.author.name, change.author.why)
}

fn told(action: &str, who: &str, why: Option<&str>) -> (String, String, Option<String>) {
    (action.to_owned(), who.to_owned(), why.map(str::to_owned))
}

/// Another user says that it is trusted.
async fn meanwhile(world: &PageWorld) {
    let author = ChangeAuthor {
        name: "eve".to_owned(),
        channel: ChangeChannel::Api,
        why: None,
    };
    let name = SourceName::parse("books").expect("a name");
    let editor = world.gateway.editor();
    let changed = editor.trust_source(&name, SourceTrust::Trusted, None, &author);
    changed.await.expect("a version");
}

/// The fields of the form on a page.
async fn fields(browser: &mut TestBrowser, page: &str, to: &str) -> Vec<(String, String)> {
    let fields = browser.get(page).await.hidden(to);
    assert!(!fields.is_empty(), "no form to {to}");
    fields
}

fn with<'a>(
    fields: &'a [(String, String)],
    more: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    let own = fields.iter().map(|(name, value)| (&**name, &**value));
    own.chain(more.iter().copied()).collect()
}

#[tokio::test]
async fn a_source_is_started_anew() {
    let world = shop().await;
    let mut local = world.browser();
    for _ in 0..2 {
        let page = local
            .submit("/sources/shop", "/sources/shop/restart", &[])
            .await;
        assert_eq!(page.leads(), "/sources/shop?done=restarted");
    }
    let page = local.get("/sources/shop?done=restarted").await;
    page.says(200, &["The source is restarting."]);
    assert_eq!(newest(&world).await, told("source.restart", "local", None));
    until(&world, "shop", |status| status.state.is_ready()).await;
}

#[tokio::test]
async fn trust_is_changed_and_the_reason_kept() {
    let (world, upstream) = (empty().await, echo_upstream(TOOLS));
    let mut local = world.browser();
    add(&world, &mut local, "books", upstream.url()).await;
    let page = local
        .submit(PAGE, TRUST, &[("trust", "trusted"), ("why", "we wrote it")])
        .await;
    assert_eq!(page.leads(), "/sources/books?done=trusted");
    until(&world, "books", |status| {
        status.trust == SourceTrust::Trusted
    })
    .await;
    let page = local.get("/sources/books?done=trusted").await;
    page.says(
        200,
        &[
            "Trust changed: policy now relies on its hints.",
            "<strong>Trusted.</strong>",
        ],
    );
    let expect = told("source.trust", "local", Some("we wrote it"));
    assert_eq!(newest(&world).await, expect);

    let page = local
        .submit(PAGE, TRUST, &[("trust", "<b>"), ("why", "kept")])
        .await;
    page.says(
        422,
        &["`&#60;b&#62;` is not a trust level", "value=\"kept\""],
    );
    let page = local.submit(PAGE, TRUST, &[]).await;
    page.says(422, &["`` is not a trust level"]);
}

#[tokio::test]
async fn of_two_who_change_trust_the_second_is_told() {
    let (world, upstream) = (empty().await, echo_upstream(TOOLS));
    let mut local = world.browser();
    add(&world, &mut local, "books", upstream.url()).await;
    let opened = fields(&mut local, PAGE, TRUST).await;
    meanwhile(&world).await;
    let sent = with(&opened, &[("trust", "untrusted"), ("why", "careful")]);
    let page = local.post(TRUST, &sent).await;
    let parts = [
        "Someone else changed this source after you opened the page",
        "<strong>Trusted.</strong>",
        "value=\"untrusted\" checked",
        "value=\"careful\"",
    ];
    page.says(409, &parts);
    // What is drawn again counts against what is there now.
    let again = page.hidden(TRUST);
    let page = local
        .post(TRUST, &with(&again, &[("trust", "untrusted")]))
        .await;
    assert_eq!(page.leads(), "/sources/books?done=untrusted");
}

#[tokio::test]
async fn removing_is_asked_about_and_done_once() {
    let (world, upstream) = (empty().await, echo_upstream(TOOLS));
    let mut local = world.browser();
    add(&world, &mut local, "books", upstream.url()).await;
    let page = local.get(REMOVE).await;
    page.says(
        200,
        &[
            "<h1>Remove <bdi>books</bdi>?</h1>",
            "Its 4 tools are no longer listed",
        ],
    );
    assert_kept!("remove", page);
    let opened = page.hidden(REMOVE);
    let sent = with(&opened, &[("why", "sold")]);
    assert_eq!(
        local.post(REMOVE, &sent).await.leads(),
        "/sources?done=removed"
    );
    assert_eq!(
        newest(&world).await,
        told("source.remove", "local", Some("sold"))
    );
    local.get(PAGE).await.says(404, &["Source not found"]);
    let again = local.post(REMOVE, &sent).await;
    again.says(404, &["Source not found", "All sources"]);
    assert!(world.gateway.sources().is_empty());
}

#[tokio::test]
async fn what_somebody_changed_meanwhile_is_not_removed() {
    let (world, upstream) = (empty().await, echo_upstream(TOOLS));
    let mut local = world.browser();
    add(&world, &mut local, "books", upstream.url()).await;
    let opened = fields(&mut local, REMOVE, REMOVE).await;
    meanwhile(&world).await;
    let page = local.post(REMOVE, &with(&opened, &[("why", "sold")])).await;
    page.says(409, &["it was not removed", "value=\"sold\""]);
    let page = local.post(REMOVE, &with(&page.hidden(REMOVE), &[])).await;
    assert_eq!(page.leads(), "/sources?done=removed");
}

#[tokio::test]
async fn what_the_configuration_declares_is_neither_trusted_nor_removed_here() {
    let world = shop().await;
    let mut local = world.browser();
    let page = local.get("/sources/shop/remove").await;
    page.says(
        409,
        &["cannot be removed here", "Delete `[sources.shop]` there"],
    );
    // A form for another purpose does not fit, so that the value must be made for this one.
    let fields = local
        .get("/sources/shop")
        .await
        .hidden("/sources/shop/restart");
    let sent = with(&fields, &[("trust", "untrusted")]);
    local
        .post("/sources/shop/trust", &sent)
        .await
        .says(403, &["Form expired"]);
    local
        .post("/sources/shop/remove", &sent)
        .await
        .says(403, &["Form expired"]);
}

#[tokio::test]
async fn what_was_added_under_a_name_of_the_configuration_can_be_removed() {
    let first = echo_upstream(TOOLS);
    let added = empty().await;
    add(&added, &mut added.browser(), "books", first.url()).await;
    // The same database, now with a configuration that has the name too.
    added.gateway.stop().await;
    let setups = vec![declared("books", first.url(), SourceTrust::Trusted)];
    let world = reopened(added, setups).await;
    let mut local = world.browser();
    let page = local.get(PAGE).await;
    let parts = [
        "A source with this name was also added in the dashboard; the configuration file takes precedence.",
        "Overridden definition from the dashboard",
        "Remove the dashboard’s definition…",
    ];
    page.says(200, &parts);
    let page = local.submit(REMOVE, REMOVE, &[]).await;
    assert_eq!(page.leads(), "/sources?done=removed");
    let page = local.get(PAGE).await;
    page.says(200, &["<strong>Trusted.</strong>"]);
    page.lacks(&["A source with this name was also added"]);
}

#[tokio::test]
async fn what_cannot_be_opened_is_shown_as_that_and_can_be_removed() {
    let first = echo_upstream(TOOLS);
    let added = empty().await;
    add(&added, &mut added.browser(), "books", first.url()).await;
    added.gateway.stop().await;
    let world = reopened_with(added, Vec::new(), "8").await;
    let mut local = world.browser();
    let page = local.get("/sources").await;
    let why = "it cannot be opened: ";
    page.says(200, &["Failed", why, "0 of 1 source online"]);
    let page = local.get(PAGE).await;
    let parts = ["Failed", "This source cannot be used:", "source::sealed"];
    page.says(200, &parts);
    page.lacks(&["Restart", "Change trust"]);
    assert_kept!("unusable", page);
    let page = local.submit(REMOVE, REMOVE, &[]).await;
    assert_eq!(page.leads(), "/sources?done=removed");
}

#[tokio::test]
async fn a_reason_that_is_too_long_is_refused_and_kept() {
    let (world, upstream) = (empty().await, echo_upstream(TOOLS));
    let mut local = world.browser();
    add(&world, &mut local, "books", upstream.url()).await;
    let why = "y".repeat(20_000);
    let fields = [("trust", "trusted"), ("why", &*why)];
    let page = local.submit(PAGE, TRUST, &fields).await;
    page.says(422, &["Nothing was changed: ", &why]);
    let page = local.submit(REMOVE, REMOVE, &[("why", &why)]).await;
    page.says(422, &["`why`", &why]);
    let status = until(&world, "books", |_| true).await;
    assert_eq!(status.trust, SourceTrust::Untrusted);
}

#[tokio::test]
async fn only_administrators_look_after_sources_and_only_with_forms_of_ours() {
    let upstream = echo_upstream(TOOLS);
    let world = guarded().await;
    let mut ada = world.logged_in("ada", "admin").await;
    add(&world, &mut ada, "books", upstream.url()).await;
    let opened = [
        fields(&mut ada, PAGE, TRUST).await,
        fields(&mut ada, REMOVE, REMOVE).await,
        fields(&mut ada, PAGE, "/sources/books/restart").await,
    ];
    let paths = [TRUST, REMOVE, "/sources/books/restart"];
    let mut ed = world.logged_in("ed", "editor,approver,caller").await;
    ed.get(REMOVE).await.says(403, &["Requires the admin role"]);
    for (path, fields) in paths.iter().zip(&opened) {
        let sent = with(fields, &[("trust", "trusted")]);
        ed.post(path, &sent).await.says(403, &["Form expired"]);
        ada.post(path, &[("trust", "trusted")])
            .await
            .says(403, &["Form expired"]);
        let page = world.browser().post(path, &sent).await;
        page.says(401, &["Sign-in required"]);
    }
    let status = until(&world, "books", |_| true).await;
    assert_eq!(status.trust, SourceTrust::Untrusted);
}
