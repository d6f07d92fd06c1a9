//! Notes in a toolset, and what the model reads.

use candor_gateway::edit::NotePlace;
use candor_model::{QualifiedName, ToolNote, ToolRef};
use candor_pagetest::{FetchedHtml, PageWorld};

use crate::world::{assert_kept, author, edit, guarded, kept, make, name, open};

const NOTES: &str = "/toolsets/reading/notes";
const TOOL: &str = "/toolsets/reading/notes?tool=shop.list_books";

async fn noted() -> PageWorld {
    let world = open().await;
    make(&world, "reading", &["shop.*"]).await;
    for (note, text) in [
        ("paging", "Ask for at most 20."),
        ("team-first", "Ask which team first."),
    ] {
        add(&world, &NotePlace::Toolset(name("reading")), note, text).await;
    }
    world
}

async fn add(world: &PageWorld, place: &NotePlace, note: &str, text: &str) {
    let tool = ToolRef::named(QualifiedName::parse("shop.list_books").expect("a name"));
    let notes = [ToolNote::new(note, text).expect("a note")];
    let editor = world.gateway.editor();
    editor
        .add_notes(&author(), place, &tool, &notes)
        .await
        .expect("notes");
}

/// The notes on the tool, as they stand.
async fn notes(world: &PageWorld) -> Vec<String> {
    let toolset = kept(world, "reading").await;
    let all = toolset.notes.iter().flat_map(|entry| &entry.notes);
    all.map(|note| format!("{}: {}", note.name(), note.text()))
        .collect()
}

/// The fields of the first form of the page, with more.
fn fields<'a>(
    hidden: &'a [(String, String)],
    more: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    let mut all: Vec<_> = hidden.iter().map(|(a, b)| (&**a, &**b)).collect();
    all.retain(|(name, _)| !more.iter().any(|(other, _)| other == name));
    all.extend(more);
    all
}

fn hidden(page: &FetchedHtml) -> Vec<(String, String)> {
    page.hidden(NOTES)
}

#[tokio::test]
async fn notes_are_listed_by_tool() {
    let world = open().await;
    make(&world, "reading", &["shop.*"]).await;
    let mut browser = world.browser();
    let page = browser.get(NOTES).await;
    page.says(
        200,
        &["No notes yet.", "<option value=\"shop.delete_book\">"],
    );
    assert_kept!("none", page);
    add(
        &world,
        &NotePlace::Toolset(name("reading")),
        "paging",
        "Ask for at most 20.",
    )
    .await;
    let page = browser.get(NOTES).await;
    page.says(200, &["1 note<", "tool=shop.list_books"]);
    for (asked, status) in [("web.fetch", 404), ("nonsense", 404), ("%3Cb%3E.x", 404)] {
        let page = browser.get(&format!("{NOTES}?tool={asked}")).await;
        page.says(status, &["is not in this toolset"]);
    }
}

#[tokio::test]
async fn a_note_is_previewed_and_added() {
    let world = noted().await;
    let mut browser = world.browser();
    let page = browser.get(TOOL).await;
    page.says(
        200,
        &[
            "Description sent to the model",
            "Lists the books.",
            "Ask for at most 20.",
            "of 2,048 characters",
        ],
    );
    assert_kept!("tool", page);
    let base = hidden(&page);
    let typed = [("note", "house-rule"), ("text", "Be <kind>.")];
    let sent = fields(&base, &[("do", "preview"), typed[0], typed[1]]);
    let page = browser.post(NOTES, &sent).await;
    page.says(
        200,
        &[
            "Description preview",
            "**house-rule**: Be &lt;kind&gt;.",
            "value=\"house-rule\"",
        ],
    );
    assert_eq!(notes(&world).await.len(), 2);
    let sent = fields(&base, &[("do", "add"), typed[0], typed[1]]);
    let added = browser.post(NOTES, &sent).await;
    assert_eq!(
        added.leads(),
        "/toolsets/reading/notes?tool=shop.list_books&done=added"
    );
    assert_eq!(notes(&world).await[2], "house-rule: Be <kind>.");
    let twice = browser.post(NOTES, &sent).await;
    twice.says(
        409,
        &[
            "This tool already has a note `house-rule`"
                .replace("there", "There")
                .as_str(),
            "value=\"house-rule\"",
        ],
    );
}

#[tokio::test]
async fn notes_are_changed_moved_and_removed() {
    let world = noted().await;
    let mut browser = world.browser();
    let first = hidden(&browser.get(TOOL).await);
    let sent = fields(
        &first,
        &[("do", "save"), ("note", "paging"), ("text", "Ask for 10.")],
    );
    assert!(
        browser
            .post(NOTES, &sent)
            .await
            .leads()
            .ends_with("&done=changed")
    );
    assert_eq!(notes(&world).await[0], "paging: Ask for 10.");

    // The form is old now: what is there is shown beside what was typed.
    let sent = fields(
        &first,
        &[("do", "save"), ("note", "paging"), ("text", "Ask for 5.")],
    );
    let stale = browser.post(NOTES, &sent).await;
    stale.says(
        409,
        &[
            "Someone else changed this toolset",
            "Current text: Ask for 10.",
            "Ask for 5.</textarea>",
        ],
    );
    assert_kept!("stale", stale);
    let again = hidden(&stale);
    let sent = fields(
        &again,
        &[("do", "save"), ("note", "paging"), ("text", "Ask for 5.")],
    );
    assert!(
        browser
            .post(NOTES, &sent)
            .await
            .leads()
            .ends_with("&done=changed")
    );

    for (action, note, expect) in [
        ("down", "paging", "team-first paging"),
        ("down", "paging", "team-first paging"),
        ("up", "paging", "paging team-first"),
        ("up", "paging", "paging team-first"),
        ("remove", "paging", "team-first"),
        ("remove", "team-first", ""),
    ] {
        let base = hidden(&browser.get(TOOL).await);
        let sent = fields(&base, &[("do", action), ("note", note)]);
        browser.post(NOTES, &sent).await.leads();
        let names: Vec<_> = notes(&world)
            .await
            .iter()
            .map(|one| one.split(':').next().expect("a name").to_owned())
            .collect();
        assert_eq!(names.join(" "), expect, "{action} {note}");
    }
}

#[tokio::test]
async fn what_makes_no_note_is_said_and_kept() {
    let world = noted().await;
    let mut browser = world.browser();
    let base = hidden(&browser.get(TOOL).await);
    let long = "x".repeat(501);
    for (action, note, text, part) in [
        (
            "add",
            "Bad Name",
            "fine",
            "`Bad Name` cannot be the name of a note",
        ),
        (
            "preview",
            "Bad Name",
            "fine",
            "`Bad Name` cannot be the name of a note",
        ),
        ("add", "ok", "", "is empty"),
        ("add", "ok", &long, "has 501 characters"),
        ("add", "ok", "a\nb", "U+000A"),
        ("save", "nobody", "fine", "no note `nobody`"),
        ("remove", "nobody", "", "no note `nobody`"),
        ("dance", "paging", "", "does not say what to do"),
    ] {
        let sent = fields(&base, &[("do", action), ("note", note), ("text", text)]);
        let page = browser.post(NOTES, &sent).await;
        page.says(422, &[part]);
    }
    let sent = fields(
        &base,
        &[
            ("do", "add"),
            ("tool", "web.fetch"),
            ("note", "ok"),
            ("text", "x"),
        ],
    );
    browser
        .post(NOTES, &sent)
        .await
        .says(422, &["is not in the toolset"]);
    let sent = fields(
        &base,
        &[
            ("do", "add"),
            ("tool", "nonsense"),
            ("note", "ok"),
            ("text", "x"),
        ],
    );
    browser
        .post(NOTES, &sent)
        .await
        .says(422, &["is not in this toolset"]);
    browser
        .post(NOTES, &[("do", "add")])
        .await
        .says(403, &["Form expired"]);
    assert_eq!(notes(&world).await.len(), 2);
}

#[tokio::test]
async fn what_does_not_fit_is_named() {
    let world = noted().await;
    let long = "word ".repeat(99);
    add(&world, &NotePlace::Everywhere, "everywhere", &long).await;
    edit(&world, "reading", |toolset| {
        toolset.budget = Some(200);
    })
    .await;
    let page = world.browser().get(TOOL).await;
    page.says(
        200,
        &[
            "too long: <code>everywhere</code>",
            "of 200 characters",
            "Notes for all toolsets",
            "Lists the books.",
        ],
    );
}

#[tokio::test]
async fn a_viewer_reads_and_changes_nothing() {
    let world = guarded().await;
    make(&world, "reading", &["shop.*"]).await;
    add(
        &world,
        &NotePlace::Toolset(name("reading")),
        "paging",
        "Ask for at most 20.",
    )
    .await;
    let mut vic = world.logged_in("vic", "viewer").await;
    let page = vic.get(TOOL).await;
    page.says(
        200,
        &["<strong>paging</strong>", "Requires the editor role"],
    );
    page.lacks(&["<form method=\"post\" action=\"/toolsets/reading/notes\""]);
    assert_kept!("viewer", page);
    let mut eve = world.logged_in("eve", "editor,viewer").await;
    let form = hidden(&eve.get(TOOL).await);
    let sent = fields(&form, &[("do", "remove"), ("note", "paging")]);
    vic.post(NOTES, &sent).await.says(403, &["Form expired"]);
    assert_eq!(notes(&world).await.len(), 1);
}
