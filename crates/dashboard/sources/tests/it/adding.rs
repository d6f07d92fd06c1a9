//! Adding one source: checked, previewed, saved.

use candor_model::SourceTrust;
use candor_pagetest::{FetchedHtml, TestBrowser};

use crate::world::{
    NEW, NOWHERE, TOOLS, assert_kept, at, echo_upstream, empty, guarded, send, shop, until,
};

/// A kind, the fields, and what is answered.
type AddSourceCase = (
    &'static str,
    &'static [(&'static str, &'static str)],
    u16,
    &'static [&'static str],
);

const KINDS: [&str; 5] = ["command", "url", "mcp-json", "openapi", "functions"];

#[tokio::test]
async fn every_kind_has_its_form() {
    let world = empty().await;
    let mut local = world.browser();
    for kind in KINDS {
        let page = local.get(&format!("{NEW}?kind={kind}")).await;
        let hidden = format!("name=\"kind\" value=\"{kind}\"");
        page.says(200, &[&hidden, "value=\"check\"", "aria-current=\"page\""]);
        assert_kept!(format!("new_{}", kind.replace('-', "_")), page);
    }
    for path in [NEW, "/sources/new?kind=%3Cscript%3E"] {
        let page = local.get(path).await;
        page.says(200, &["name=\"kind\" value=\"command\""]);
        page.lacks(&["<script>"]);
    }
}

#[tokio::test]
async fn a_command_is_shown_exactly_and_not_started() {
    let world = empty().await;
    let mut local = world.browser();
    let folder = world.folder.path().join("started");
    let line = format!(
        "touch '{}' \"two words\" $HOME ${{SHOP_TOKEN}}",
        folder.display()
    );
    let fields = [
        ("do", "check"),
        ("name", "files"),
        ("line", &*line),
        ("env-name[]", "LOG"),
        ("env-value[]", "s3cret-one"),
        ("env-name[]", "TOKEN"),
        ("env-value[]", "${SHOP_TOKEN}"),
        ("cwd", "/srv"),
        ("why", "for the notes"),
    ];
    let page = send(&mut local, "command", &fields).await;
    let parts = [
        "Check",
        "Nothing has been started yet.",
        "&#39;two words&#39;",
        "&#39;$HOME&#39;",
        "<code>LOG</code>, <code>TOKEN</code>",
        ">/srv<",
        "<strong>Untrusted.</strong>",
        "with the gateway’s permissions",
        "value=\"for the notes\"",
        "type=\"text\" name=\"env-value[]\" value=\"${SHOP_TOKEN}\"",
        "type=\"password\" name=\"env-value[]\" value=\"s3cret-one\"",
    ];
    page.says(200, &parts);
    assert_eq!(page.text.matches("s3cret-one").count(), 1, "{}", page.text);
    assert!(!page.text.contains("from-outside"));
    let shown = FetchedHtml {
        text: page
            .text
            .replace(&*folder.display().to_string(), "[started]"),
        ..page
    };
    assert_kept!("check", shown);
    assert!(!folder.exists(), "it was started");
    assert!(world.gateway.sources().is_empty());
}

#[tokio::test]
async fn what_a_server_would_bring_is_seen_before_it_is_saved() {
    let (world, upstream) = (empty().await, echo_upstream(TOOLS));
    let mut local = world.browser();
    let page = send(
        &mut local,
        "url",
        &at("preview", "books", upstream.url(), &[]),
    )
    .await;
    let parts = [
        "Preview",
        "4 tools, about",
        "burn_book",
        "is-destructive",
        "is-untrusted",
        "Lists books.",
        "It is ready",
    ];
    page.says(200, &parts);
    assert_kept!("preview", page);
    assert!(world.gateway.sources().is_empty());
    let trusted = [("trust", "trusted")];
    let fields = at("save", "books", upstream.url(), &trusted);
    let page = send(&mut local, "url", &fields).await;
    assert_eq!(page.leads(), "/sources/books?done=added");
    let status = until(&world, "books", |status| status.tools == 4).await;
    assert_eq!(status.trust, SourceTrust::Trusted);
    // Twice is told.
    let page = send(&mut local, "url", &fields).await;
    let parts = [
        "A source `books` already exists. Choose another name.",
        "aria-invalid=\"true\"",
        "value=\"trusted\" checked",
        upstream.url(),
    ];
    page.says(409, &parts);
}

#[tokio::test]
async fn what_cannot_be_reached_is_said_in_a_preview() {
    let world = empty().await;
    let mut local = world.browser();
    let page = send(&mut local, "url", &at("preview", "gone", NOWHERE, &[])).await;
    page.says(200, &["Offline", "No tools."]);
    let line = "/nowhere/no-such-program --flag";
    let fields = [("do", "preview"), ("name", "gone"), ("line", line)];
    let page = send(&mut local, "command", &fields).await;
    page.says(200, &["Offline", "no-such-program"]);
    assert!(world.gateway.sources().is_empty());
}

#[tokio::test]
async fn mistakes_are_told_beside_their_fields_and_nothing_is_lost() {
    let world = shop().await;
    let mut local = world.browser();
    let cases: [AddSourceCase; 10] = [
        ("command", &[], 422, &["Enter a name.", "Enter a command."]),
        (
            "command",
            &[("name", "a b"), ("line", "x")],
            422,
            &["`a b` is not a valid name"],
        ),
        (
            "command",
            &[("name", "shop"), ("line", "x")],
            409,
            &["A source `shop`"],
        ),
        (
            "command",
            &[("name", "q"), ("line", "echo 'open")],
            422,
            &[
                "id=\"line-error\">Invalid command: a quote in the command line is not closed; close",
                "value=\"echo &#39;open\"",
            ],
        ),
        (
            "command",
            &[
                ("name", "q"),
                ("line", "x"),
                ("env-name[]", ""),
                ("env-value[]", "s3cret"),
            ],
            422,
            &["A value has no variable name."],
        ),
        ("url", &[("name", "q")], 422, &["Enter a URL."]),
        (
            "url",
            &[("name", "q"), ("url", "ftp://x")],
            422,
            &["value=\"ftp://x\"", "config::"],
        ),
        (
            "openapi",
            &[("name", "q")],
            422,
            &["Enter the document URL"],
        ),
        (
            "openapi",
            &[
                ("name", "q"),
                ("document", "https://a.example/x"),
                ("text", "{}"),
            ],
            422,
            &["not both", ">\n{}</textarea>"],
        ),
        ("functions", &[("name", "q")], 422, &["Enter a path."]),
    ];
    for step in ["check", "preview", "save"] {
        for (kind, fields, status, parts) in &cases {
            let mut sent = vec![("do", step)];
            sent.extend(*fields);
            let page = send(&mut local, kind, &sent).await;
            page.says(*status, parts);
            page.says(*status, &["role=\"alert\""]);
        }
    }
    assert_eq!(world.gateway.sources().len(), 1);
    let page = send(&mut local, "command", &[("do", "check")]).await;
    assert_kept!("new_slips", page);
    let fields = [("do", "check"), ("name", "q"), ("url", "ftp://x")];
    let page = send(&mut local, "url", &fields).await;
    assert_kept!("new_refused", page);
}

#[tokio::test]
async fn more_rows_are_there_when_wanted() {
    let world = empty().await;
    let mut local = world.browser();
    let fields = [
        ("do", "more"),
        ("name", "files"),
        ("env-name[]", "A"),
        ("env-value[]", "1"),
    ];
    let page = send(&mut local, "command", &fields).await;
    page.says(200, &["value=\"files\"", "Variable 8: name"]);
    page.lacks(&["Variable 9: name", "role=\"alert\""]);
}

#[tokio::test]
async fn an_uploaded_document_is_still_there_at_the_next_step() {
    let world = empty().await;
    let mut local = world.browser();
    let document = "openapi: 3.1.0\r\ninfo: {title: <b>Shop</b>, version: '1'}\r\npaths: {}\r\n";
    let fields = [("do", "check"), ("kind", "openapi"), ("name", "api")];
    let page = upload(
        &mut local,
        "openapi",
        &fields,
        Some(("C:\\x\\shop.yaml", document)),
    )
    .await;
    let parts = [
        "shop.yaml (uploaded)",
        "title: &#60;b&#62;Shop&#60;/b&#62;",
        "<strong>Trusted.</strong>",
        "name=\"text-name\" value=\"C:\\x\\shop.yaml\"",
    ];
    page.says(200, &parts);
    // The next step sends the text.
    let fields = [
        ("do", "check"),
        ("kind", "openapi"),
        ("name", "api"),
        ("text-name", "shop.yaml"),
        ("text", document),
        ("allow-private", "yes"),
        ("base-url", "http://127.0.0.1:9/"),
    ];
    let page = upload(&mut local, "openapi", &fields, None).await;
    page.says(
        200,
        &[
            "shop.yaml (uploaded)",
            "name=\"allow-private\" value=\"yes\" checked",
        ],
    );
    let large = "x".repeat(17 * 1024 * 1024);
    let page = upload(
        &mut local,
        "openapi",
        &fields[..3],
        Some(("a.yaml", &large)),
    )
    .await;
    page.says(400, &["16 MiB"]);
}

/// Sends the form of a kind as a browser does that may send a file.
async fn upload(
    browser: &mut TestBrowser,
    kind: &str,
    fields: &[(&str, &str)],
    file: Option<(&str, &str)>,
) -> FetchedHtml {
    let opened = browser.get(&format!("{NEW}?kind={kind}")).await;
    let form = opened.hidden(NEW)[0].1.clone();
    let mut body = String::new();
    let mut part = |head: &str, text: &str| {
        body.push_str("--edge\r\nContent-Disposition: form-data; ");
        body.push_str(head);
        body.push_str("\r\n\r\n");
        body.push_str(text);
        body.push_str("\r\n");
    };
    part("name=\"form\"", &form);
    for (name, value) in fields {
        part(&format!("name=\"{name}\""), value);
    }
    let (name, text) = file.unwrap_or_default();
    part(&format!("name=\"file\"; filename=\"{name}\""), text);
    body.push_str("--edge--\r\n");
    let kind = "multipart/form-data; boundary=edge".to_owned();
    browser.headers.insert("content-type".to_owned(), kind);
    let page = browser.send("POST", NEW, body).await;
    browser.headers.remove("content-type");
    page
}

#[tokio::test]
async fn functions_are_planned_and_what_cannot_be_made_is_told() {
    let world = empty().await;
    let mut local = world.browser();
    let fields = |step| [("do", step), ("name", "sums"), ("path", "/srv/sums.ts")];
    let page = send(&mut local, "functions", &fields("check")).await;
    page.says(200, &["/srv/sums.ts", "<strong>Trusted.</strong>"]);
    let page = send(&mut local, "functions", &fields("preview")).await;
    page.says(
        422,
        &["`sums` is no MCP server", "Nothing was started or added."],
    );
    // Kept all the same, it is shown as what it is, and can be removed.
    let page = send(&mut local, "functions", &fields("save")).await;
    assert_eq!(page.leads(), "/sources/sums?done=added");
    let page = local.get(page.leads()).await;
    let why = [
        "Source added, but it cannot be used.",
        "Failed",
        "`sums` is no MCP server",
        "restart it once that is fixed, or remove it and add it again",
    ];
    page.says(200, &why);
    assert_kept!("unmade", page);
    let page = local.get("/sources").await;
    page.says(
        200,
        &["Failed", "`sums` is no MCP server", "0 of 1 source online"],
    );
    // Tried again, it is as it was, and it is told so.
    let again = "/sources/sums/restart";
    let page = local.submit("/sources/sums", again, &[]).await;
    assert_eq!(page.leads(), "/sources/sums?done=restarted");
    let page = local.get(page.leads()).await;
    page.says(
        200,
        &["it still cannot be used.", "`sums` is no MCP server"],
    );
    let remove = "/sources/sums/remove";
    let page = local.submit(remove, remove, &[]).await;
    assert_eq!(page.leads(), "/sources?done=removed");
    assert!(world.gateway.sources().is_empty());
}

#[tokio::test]
async fn only_administrators_add_sources_and_only_with_forms_of_ours() {
    let world = guarded().await;
    let upstream = echo_upstream(TOOLS);
    let mut ed = world.logged_in("ed", "editor,approver,caller").await;
    let page = ed.get(NEW).await;
    page.says(403, &["Requires the admin role. `ed` has the"]);
    let mut ada = world.logged_in("ada", "admin").await;
    let mut fields = at("save", "books", upstream.url(), &[("kind", "url")]);
    ada.post(NEW, &fields).await.says(403, &["Form expired"]);
    let form = ada.get(NEW).await.hidden(NEW)[0].1.clone();
    fields.push(("form", &form));
    ed.post(NEW, &fields).await.says(403, &["Form expired"]);
    let page = world.browser().post(NEW, &fields).await;
    page.says(401, &["Sign-in required"]);
    assert_eq!(
        world.browser().get(NEW).await.leads(),
        "/login?next=%2Fsources%2Fnew"
    );
    assert_eq!(world.gateway.sources().len(), 1);
    let page = ada.post(NEW, &fields).await;
    assert_eq!(page.leads(), "/sources/books?done=added");
}

#[tokio::test]
async fn a_form_that_says_nothing_useful_is_refused() {
    let world = empty().await;
    let mut local = world.browser();
    let page = local.submit(NEW, NEW, &[("do", "<b>")]).await;
    page.says(422, &["`&#60;b&#62;` is not an action of this form."]);
    let page = local
        .submit(NEW, NEW, &[("kind", "<b>"), ("do", "save")])
        .await;
    page.says(422, &["`&#60;b&#62;` is not a source type."]);
    // Without a word nothing is started.
    let page = local
        .submit(NEW, NEW, &[("name", "x"), ("line", "true")])
        .await;
    page.says(200, &["Nothing has been started yet."]);
    assert!(world.gateway.sources().is_empty());
}
