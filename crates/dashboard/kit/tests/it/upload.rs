//! Forms that hold files: whole, broken off, too large, and contradictory.

use axum::Router;
use axum::response::IntoResponse;
use axum::routing::post;
use candor_dashboard_kit::{DashboardState, PageError, UploadForm, upload};
use candor_pagetest::{FetchedHtml, PageWorld, TestBrowser};

/// What was read, in one line.
async fn told(upload: Result<UploadForm, PageError>) -> impl IntoResponse {
    let upload = upload?;
    let fields: Vec<_> = upload.form.fields().collect();
    let file = upload.file.as_ref();
    let file = file.map(|file| (&*file.name, file.text.len(), file.text.get(..9)));
    Ok::<_, PageError>(format!("{fields:?} {file:?}"))
}

fn routes() -> Router<DashboardState> {
    Router::new().route("/upload", post(told).layer(upload::limit()))
}

/// A part of a form: the rest of its head, and what it holds.
fn part(head: &str, text: &str) -> String {
    format!("--b\r\nContent-Disposition: form-data; {head}\r\n\r\n{text}\r\n")
}

async fn send(browser: &mut TestBrowser, kind: &str, body: String) -> FetchedHtml {
    let kind = kind.to_owned();
    browser.headers.insert("content-type".to_owned(), kind);
    browser.send("POST", "/upload", body).await
}

#[tokio::test]
async fn files_come_with_their_fields() {
    let world = PageWorld::open(routes()).await;
    let mut browser = world.browser();
    let name = part("name=\"name\"", "shop");
    let tick = |value| part("name=\"tick[]\"", value);
    let file = part("name=\"file\"; filename=\"a <b>.yaml\"", "openapi: 3.1\r\n");
    let none = part("name=\"file\"; filename=\"\"", "");
    let binary = part("name=\"file\"; filename=\"x\"", "a\u{FFFD}");
    let ticks = format!("{}{}", tick("1"), tick("2"));
    let large = part("name=\"file\"; filename=\"x\"", &"x".repeat(upload::MAX));
    let multipart = "multipart/form-data; boundary=b";
    for (kind, body, status, says) in [
        (
            multipart,
            format!("{name}{ticks}{file}--b--\r\n"),
            200,
            r#"[("name", "shop"), ("tick[]", "1"), ("tick[]", "2")] Some(("a <b>.yaml", 14, Some("openapi: ")))"#,
        ),
        (
            multipart,
            format!("{name}{none}--b--\r\n"),
            200,
            r#"[("name", "shop")] None"#,
        ),
        (
            multipart,
            format!("{binary}--b--\r\n"),
            200,
            "Some((\"x\", 4, None))",
        ),
        (
            "application/x-www-form-urlencoded",
            "name=shop&tick[]=1".to_owned(),
            200,
            r#"[("name", "shop"), ("tick[]", "1")] None"#,
        ),
        (
            multipart,
            format!("{file}{file}--b--\r\n"),
            400,
            "It contains more than one file.",
        ),
        (
            multipart,
            format!("{name}{name}--b--\r\n"),
            400,
            "The field `name` occurs more than once",
        ),
        (
            multipart,
            format!("{name}--"),
            400,
            "The upload was cut off",
        ),
        (
            multipart,
            format!("{large}--b--\r\n"),
            400,
            "is larger than 16 MiB",
        ),
        (
            "multipart/form-data",
            name.clone(),
            400,
            "The multipart boundary is missing.",
        ),
        ("text/plain", name.clone(), 415, "A form must be sent as"),
    ] {
        let page = send(&mut browser, kind, body).await;
        page.says(status, &[says]);
    }
}
