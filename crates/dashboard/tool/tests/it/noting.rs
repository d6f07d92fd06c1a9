//! Notes on a tool.

use candor_gateway::edit::NotePlace;
use candor_gateway::{DeclaredNotes, FileDeclarations};
use candor_model::{ToolNote, ToolNotes, ToolRef};
use candor_pagetest::{FetchedHtml, PageWorld, assert_page};

use crate::shop::{self, LIST};

const TO: &str = "/tools/shop.list_books/notes";

async fn notes(world: &PageWorld) -> Vec<(String, String)> {
    let notes = world.gateway.editor().notes(&NotePlace::Everywhere).await;
    let notes = notes
        .expect("notes")
        .into_iter()
        .flat_map(|entry| entry.notes);
    notes
        .map(|note| (note.name().to_string(), note.text().to_owned()))
        .collect()
}

async fn send(world: &PageWorld, fields: &[(&str, &str)]) -> FetchedHtml {
    world.browser().submit(LIST, TO, fields).await
}

async fn add(world: &PageWorld, name: &str, text: &str) {
    let fields = [("act", "add"), ("note", name), ("text", text)];
    let page = send(world, &fields).await;
    assert_eq!(page.leads(), format!("{LIST}?done=note-added"));
}

#[tokio::test]
async fn notes_are_added_changed_moved_and_removed() {
    let world = shop::open().await;
    add(&world, "paging", "Ask for 20.").await;
    add(&world, "shelf", "Use `new` first.").await;
    let page = world.browser().get(LIST).await;
    page.says(200, &["Added notes", "of 2,048 allowed with notes"]);
    assert_page!("noted", page);

    let fields = [("act", "up"), ("note", "shelf")];
    assert_eq!(
        send(&world, &fields).await.leads(),
        format!("{LIST}?done=note-moved")
    );
    let names: Vec<_> = notes(&world)
        .await
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["shelf", "paging"]);
    let fields = [("act", "down"), ("note", "shelf")];
    send(&world, &fields).await.leads();

    let edit = [
        ("act", "edit"),
        ("note", "paging"),
        ("text", "Ask for 10."),
        ("was", "Ask for 20."),
    ];
    assert_eq!(
        send(&world, &edit).await.leads(),
        format!("{LIST}?done=note-saved")
    );
    assert_eq!(notes(&world).await[0].1, "Ask for 10.");

    let fields = [("act", "remove"), ("note", "paging")];
    assert_eq!(
        send(&world, &fields).await.leads(),
        format!("{LIST}?done=note-removed")
    );
    assert_eq!(notes(&world).await.len(), 1);
    // Twice.
    let page = send(&world, &fields).await;
    page.says(409, &["the note `paging` no longer exists"]);
    let page = send(&world, &edit).await;
    page.says(409, &["the note `paging` no longer exists"]);
}

#[tokio::test]
async fn an_invalid_note_is_refused_and_kept() {
    let world = shop::open().await;
    add(&world, "paging", "Ask for 20.").await;
    let long = "x".repeat(501);
    for (name, text, status, expect) in [
        ("Bad Name", "text", 422, "cannot be the name of a note"),
        ("ok", "", 422, "is empty"),
        ("ok", long.as_str(), 422, "at most 500 are allowed"),
        ("ok", "a\nb", 422, "U+000A"),
        ("paging", "Again.", 409, "the note `paging` already exists"),
    ] {
        let fields = [("act", "add"), ("note", name), ("text", text)];
        let page = send(&world, &fields).await;
        let kept = format!("name=\"note\" value=\"{name}\"");
        page.says(status, &["Nothing was changed", expect, &kept]);
        // There is no line break after the tag, which a browser would drop.
        assert!(page.text.contains(&format!(">{text}</textarea>")));
    }
    let fields = [("act", "dance"), ("note", "paging")];
    let page = send(&world, &fields).await;
    page.says(422, &["`dance` is not an action"]);
    assert_eq!(notes(&world).await.len(), 1);
}

#[tokio::test]
async fn two_editors_of_one_note() {
    let world = shop::open().await;
    add(&world, "paging", "Ask for 20.").await;
    let theirs = [("act", "edit"), ("note", "paging"), ("text", "Ask for 5.")];
    send(&world, &theirs).await.leads();
    let mine = [
        ("act", "edit"),
        ("note", "paging"),
        ("text", "Ask for 50."),
        ("was", "Ask for 20."),
    ];
    let page = send(&world, &mine).await;
    page.says(
        409,
        &[
            "“Ask for 5.”",
            ">Ask for 50.</textarea>",
            "name=\"was\" value=\"Ask for 5.\"",
        ],
    );
    let mine = [
        ("act", "edit"),
        ("note", "paging"),
        ("text", "Ask for 50."),
        ("was", "Ask for 5."),
    ];
    send(&world, &mine).await.leads();
    assert_eq!(notes(&world).await[0].1, "Ask for 50.");
}

#[tokio::test]
async fn a_preview_changes_nothing() {
    let world = shop::open().await;
    let fields = [
        ("act", "preview-new"),
        ("note", "paging"),
        ("text", "Ask for 20."),
    ];
    let page = send(&world, &fields).await;
    page.says(
        200,
        &[
            "• **paging**: Ask for 20.",
            "Not saved yet.",
            "of 2,048 characters",
        ],
    );
    assert!(notes(&world).await.is_empty());
    assert_page!("preview", page);
    let fields = [("act", "preview-new"), ("note", "paging"), ("text", "")];
    send(&world, &fields).await.says(422, &["No preview"]);
}

#[tokio::test]
async fn a_note_of_the_file_is_only_shown() {
    let note = ToolNote::new("house", "From the file.").expect("a note");
    let declared = DeclaredNotes {
        notes: ToolNotes {
            tool: ToolRef::named(shop::named("shop.list_books")),
            notes: vec![note],
        },
        place: "candor.toml:9".to_owned(),
    };
    let world = shop::declaring(FileDeclarations {
        notes: vec![declared],
        ..FileDeclarations::default()
    })
    .await;
    let page = world.browser().get(LIST).await;
    page.says(200, &["From the file.", "Set in the configuration file"]);
    page.lacks(&["id=\"note-house\""]);
    for act in ["edit", "remove", "up"] {
        let fields = [
            ("act", act),
            ("note", "house"),
            ("text", "Other."),
            ("was", "From the file."),
        ];
        send(&world, &fields)
            .await
            .says(422, &["declared in candor.toml:9"]);
    }
}
