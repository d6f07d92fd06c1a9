//! Variables: plain, secret, replaced, removed.

use candor_model::VariableValue;
use candor_pagetest::PageWorld;

use crate::fixtures::{author, furnish, history, name, of_no_use, pairs, variable};

const HERE: &str = "/environments/prod";
const SET: &str = "/environments/prod/variables";
const REMOVE: &str = "/environments/prod/remove";

#[tokio::test]
async fn one_is_set_replaced_and_removed() {
    let world = PageWorld::open(candor_dashboard_admin::routes()).await;
    furnish(&world).await;
    let mut local = world.browser();
    let fields = [
        ("name", " REGION "),
        ("kind", "plain"),
        ("value", "eu\r\nwest\r\n"),
    ];
    let set = local.submit(HERE, SET, &fields).await;
    assert_eq!(set.leads(), "/environments/prod?done=set");
    let page = local.get("/environments/prod?done=set").await;
    page.says(200, &["Variable set.", "REGION", "eu\nwest"]);

    let page = local.get("/environments/prod?variable=REGION").await;
    page.says(
        200,
        &[
            "value=\"REGION\"",
            "value=\"plain\" checked",
            ">eu\nwest</textarea>",
        ],
    );
    let fields = [
        ("name", "REGION"),
        ("kind", "secret"),
        ("value", "hush-hush"),
    ];
    local.submit(HERE, SET, &fields).await.leads();
    let page = local.get(HERE).await;
    page.says(200, &["REGION", "by local"]);
    page.lacks(&["hush-hush", "eu\nwest"]);
    let page = local.get("/environments/prod?variable=TOKEN").await;
    page.says(200, &["value=\"TOKEN\"", "value=\"secret\" checked"]);
    page.lacks(&["sk-live"]);

    let page = local.get("/environments/prod/remove?variable=TOKEN").await;
    assert_kept!("variable-remove", page);
    let ask = "/environments/prod/remove?variable=REGION";
    let opened = local.get(ask).await.hidden(REMOVE);
    let fields = pairs(&opened);
    assert_eq!(
        local.post(REMOVE, &fields).await.leads(),
        "/environments/prod?done=removed"
    );
    let twice = local.post(REMOVE, &fields).await;
    twice.says(404, &["the environment `prod` has no variable `REGION`"]);
    let history = history(&world).await;
    assert_eq!(
        history[..3],
        [
            "environment.remove-variable by local",
            "environment.set-variable by local",
            "environment.set-variable by local"
        ]
    );
}

#[tokio::test]
async fn a_secret_that_was_mistyped_is_not_sent_back() {
    let world = PageWorld::open(candor_dashboard_admin::routes()).await;
    furnish(&world).await;
    let mut local = world.browser();
    let secret = "sk-live-4711";
    for (variable, kind, status, part) in [
        (
            "1BAD",
            "secret",
            422,
            "`1BAD` cannot be the name of a variable",
        ),
        ("", "secret", 422, "cannot be the name of a variable"),
        ("KEY", "", 422, "Choose whether the value"),
        ("KEY", "open", 422, "Choose whether the value"),
    ] {
        let fields = [
            ("name", variable),
            ("kind", kind),
            ("value", secret),
            ("why", "kept"),
        ];
        let page = local.submit(HERE, SET, &fields).await;
        page.says(status, &[part, "value=\"kept\""]);
        page.lacks(&[secret]);
    }
    let fields = [("name", "1BAD"), ("kind", "secret"), ("value", secret)];
    let page = local.submit(HERE, SET, &fields).await;
    assert_kept!("variable-refused", page);
    let fields = [("name", "KEY"), ("kind", "secret"), ("value", "")];
    local
        .submit(HERE, SET, &fields)
        .await
        .says(422, &["A secret cannot be empty"]);
    // Public values are.
    let fields = [("name", "1BAD"), ("kind", "plain"), ("value", "eu <west>")];
    local
        .submit(HERE, SET, &fields)
        .await
        .says(422, &["eu &#60;west&#62;</textarea>"]);
    let huge = "x".repeat(32 * 1024 + 1);
    let fields = [("name", "KEY"), ("kind", "secret"), ("value", &huge)];
    let page = local.submit(HERE, SET, &fields).await;
    page.says(422, &["The value of `KEY` is larger than 32768 bytes"]);
    page.lacks(&["xxxx"]);
    let fields = [("name", "KEY"), ("kind", "plain"), ("value", "a\0b")];
    local
        .submit(HERE, SET, &fields)
        .await
        .says(422, &["holds a NUL character"]);
    let whole = "x".repeat(1_100_000);
    let fields = [("name", "KEY"), ("kind", "plain"), ("value", &whole)];
    local
        .submit(HERE, SET, &fields)
        .await
        .says(413, &["larger than"]);
    assert_eq!(history(&world).await.len(), 4, "nothing was written");
}

#[tokio::test]
async fn only_an_admin_sets_and_removes() {
    let world = PageWorld::guarded(candor_dashboard_admin::routes()).await;
    furnish(&world).await;
    let mut ed = world.logged_in("ed", "editor").await;
    let fields = [("name", "X"), ("kind", "plain"), ("value", "1")];
    for path in [SET, REMOVE, HERE] {
        ed.post(path, &fields).await.says(403, &["Form expired"]);
    }
    // A form that was right when it was opened, sent by a user who may no more.
    let mut ada = world.logged_in("ada", "admin").await;
    let field = ada.get(HERE).await.hidden(SET)[0].1.clone();
    let fields = [
        ("form", &*field),
        ("name", "X"),
        ("kind", "plain"),
        ("value", "1"),
    ];
    of_no_use(&world, &mut ed, SET, &fields).await;
    assert_eq!(
        ada.post(SET, &fields).await.leads(),
        "/environments/prod?done=set"
    );
}

#[tokio::test]
async fn many_variables_are_on_several_pages() {
    let world = PageWorld::open(candor_dashboard_admin::routes()).await;
    furnish(&world).await;
    let editor = world.gateway.editor();
    for n in 0..40 {
        let one = variable(&format!("V{n:02}"), VariableValue::Plain("v".repeat(1_000)));
        editor
            .set_variable(&author(), &name("prod"), &one)
            .await
            .expect("a variable");
    }
    let mut local = world.browser();
    let page = local.get(HERE).await;
    page.says(200, &["Page 1 of 2", "and 600 more characters"]);
    page.lacks(&[">V39<"]);
    let page = local.get("/environments/prod?page=2").await;
    page.says(200, &["Page 2 of 2", ">V39<"]);
}
