//! Forms: read whole or refused with a sentence, before anything is done.

use axum::Router;
use axum::routing::post;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, SubmittedForm};
use candor_pagetest::PageWorld;

/// What was read, once it is known to come from a page of ours.
async fn told(visitor: CurrentUser, form: SubmittedForm) -> Result<String, PageError> {
    visitor.check("/form", &form)?;
    Ok(format!("{:?}", form.get("why")))
}

fn routes() -> Router<DashboardState> {
    let field = async |visitor: CurrentUser| visitor.field("/form");
    Router::new().route("/form", post(told).get(field))
}

#[tokio::test]
async fn forms_are_read_whole_or_refused() {
    let world = PageWorld::open(routes()).await;
    let mut browser = world.browser();
    let field = browser.get("/form").await.text;
    let ours = |rest: &str| format!("form={field}&{rest}");
    let kind = "application/x-www-form-urlencoded";
    let many = "x[]=1&".repeat(2_048);
    let most = "x[]=1&".repeat(2_047);
    let large = format!("why={}", "x".repeat(1_100_000));
    for (kind, body, status, says) in [
        (kind, ours("why=a+b"), 200, "Some(\"a b\")"),
        (kind, ours("why="), 200, "None"),
        (
            "Application/X-WWW-Form-Urlencoded; charset=utf-8",
            ours("why=1"),
            200,
            "1",
        ),
        (kind, ours(&most), 200, "None"),
        (
            kind,
            ours(&many),
            400,
            "The form has more than 2048 fields.",
        ),
        (
            kind,
            ours("why=1&why=2"),
            400,
            "The field `why` occurs more than once.",
        ),
        (
            kind,
            ours(&large),
            413,
            "The form is larger than 1048576 bytes",
        ),
        ("text/plain", ours("why=1"), 415, "A form must be sent as"),
        ("", ours("why=1"), 415, "A form must be sent as"),
        (kind, "why=1".to_owned(), 403, "Form expired"),
        (kind, "form=0&why=1".to_owned(), 403, "Nothing was changed."),
    ] {
        let kind = kind.to_owned();
        browser.headers.insert("content-type".to_owned(), kind);
        let page = browser.send("POST", "/form", body).await;
        page.says(status, &[says]);
    }
}
