//! All cases of `add-tool-annotation`.

use serde_json::{Value, json};

use super::fixture::{ManagementFixture, world};

async fn equipped() -> ManagementFixture {
    let world = world().await;
    world
        .build("reading", &["shop.list_books", "files.read"])
        .await;
    world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    world
}

fn on(tool: &str, notes: &[(&str, &str)]) -> Value {
    let notes = notes
        .iter()
        .map(|(name, note)| json!({"name": name, "note": note}));
    json!({"toolRef": {"namespacedName": tool}, "notes": notes.collect::<Vec<_>>()})
}

fn told(answer: &Value) -> Vec<&str> {
    let errors = answer["errors"].as_array().map_or(&[][..], Vec::as_slice);
    errors
        .iter()
        .map(|error| error.as_str().expect("a sentence"))
        .collect()
}

#[tokio::test]
async fn without_a_toolset_there_is_no_place_for_notes() {
    let world = world().await;
    let arguments = on("shop.list_books", &[("paging", "Ask for 20.")]);
    let answer = world.failed("add-tool-annotation", arguments.clone()).await;
    assert_eq!(answer["errorCount"], 1);
    assert_eq!(answer["toolset"], "");
    let error = told(&answer)[0];
    assert!(
        error.contains("no toolset is equipped") && error.contains("build-toolset"),
        "{error}"
    );
    world.build("reading", &["files.read"]).await;
    let answer = world.failed("add-tool-annotation", arguments).await;
    assert!(told(&answer)[0].contains("`reading`"), "{answer}");
}

#[tokio::test]
async fn the_tool_must_be_there_and_in_the_toolset() {
    let world = equipped().await;
    let note = [("paging", "Ask for 20.")];
    let answer = world
        .failed("add-tool-annotation", on("shop.list_boks", &note))
        .await;
    assert_eq!(
        told(&answer),
        ["there is no tool `shop.list_boks`; did you mean `shop.list_books`?"]
    );
    assert_eq!(
        answer["tool"],
        json!({"namespacedName": "", "refId": "", "server": ""})
    );
    let answer = world
        .failed("add-tool-annotation", on("shop.delete_book", &note))
        .await;
    assert!(
        told(&answer)[0].contains("is not in the toolset `reading`"),
        "{answer}"
    );
    assert_eq!(answer["tool"]["namespacedName"], "shop.delete_book");
    let stray =
        json!({"toolRef": {"refId": "0".repeat(64)}, "notes": [{"name": "ab", "note": "x"}]});
    let answer = world.failed("add-tool-annotation", stray).await;
    assert!(told(&answer)[0].contains("no tool has the id"), "{answer}");
}

#[tokio::test]
async fn several_notes_are_added_at_once_and_shown_once() {
    let world = equipped().await;
    let notes = [("paging", "Ask for 20."), ("team-first", "Ask which team.")];
    let answer = world
        .done("add-tool-annotation", on("shop.list_books", &notes))
        .await;
    assert_eq!(answer["successCount"], 2);
    assert_eq!(answer["errorCount"], 0);
    assert!(answer.get("errors").is_none());
    assert_eq!(answer["toolset"], "reading");
    assert_eq!(answer["tool"]["server"], "shop");
    let added = json!([
        {"name": "paging", "note": "Ask for 20."},
        {"name": "team-first", "note": "Ask which team."},
    ]);
    assert_eq!(answer["addedNotes"], added);
    let expect = "Lists the books that are for sale.\n\n### Additional Tool Notes\n\n\
                  • **paging**: Ask for 20.\n• **team-first**: Ask which team.";
    for _ in 0..3 {
        assert_eq!(world.description("", "shop_list_books"), expect);
    }
    // Lists to choose from show the description of the source.
    let listed = world.done("list-available-tools", json!({})).await;
    assert!(!listed.to_string().contains("Additional Tool Notes"));
    let active = world.done("get-active-toolset", json!({})).await;
    assert!(!active.to_string().contains("Additional Tool Notes"));

    world.build("other", &["shop.list_books"]).await;
    world.done("equip-toolset", json!({"name": "other"})).await;
    assert_eq!(
        world.description("", "shop_list_books"),
        "Lists the books that are for sale."
    );
    world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    assert_eq!(world.description("", "shop_list_books"), expect);
}

#[tokio::test]
async fn an_existing_name_is_skipped() {
    let world = equipped().await;
    let first = on("files.read", &[("paging", "Ask for 20.")]);
    world.done("add-tool-annotation", first.clone()).await;
    let notes = [
        ("paging", "Ask for 30."),
        ("team-first", "Ask which team."),
        ("team-first", "Or not."),
    ];
    let answer = world
        .done("add-tool-annotation", on("files.read", &notes))
        .await;
    assert_eq!(
        (&answer["successCount"], &answer["errorCount"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(
        told(&answer),
        [
            "the note `paging` was skipped: `files.read` has a note of that name",
            "the note `team-first` was skipped: `files.read` has a note of that name",
        ]
    );
    assert!(
        world
            .description("", "files_read")
            .ends_with("• **paging**: Ask for 20.\n• **team-first**: Ask which team.")
    );
    // Nothing was added at all.
    let answer = world.failed("add-tool-annotation", first).await;
    assert_eq!(answer["successCount"], 0);
}

#[tokio::test]
async fn bad_notes_are_left_out_and_good_ones_are_not() {
    let world = equipped().await;
    let long = "x".repeat(501);
    let notes = [
        ("BAD NAME!!", "x"),
        ("a", "x"),
        ("empty", " "),
        ("long", long.as_str()),
        ("fake", "a\n### Heading"),
        ("hidden", "a\u{200b}b"),
        ("good", "Ask."),
    ];
    let answer = world
        .done("add-tool-annotation", on("files.read", &notes))
        .await;
    assert_eq!(
        answer["addedNotes"],
        json!([{"name": "good", "note": "Ask."}])
    );
    let errors = told(&answer);
    assert_eq!(errors.len(), 6);
    assert_eq!(answer["errorCount"], 6);
    for (error, part) in errors.iter().zip([
        "`BAD NAME!!` cannot be the name of a note",
        "`a` cannot be the name of a note",
        "the note `empty` is empty",
        "the note `long` has 501 characters",
        "the note `fake` holds the hidden character U+000A",
        "the note `hidden` holds the hidden character U+200B",
    ]) {
        assert!(error.contains(part), "{part} in {error}");
    }
    let answer = world
        .failed("add-tool-annotation", on("files.read", &notes[..2]))
        .await;
    assert_eq!(answer["errorCount"], 2);
    let many: Vec<_> = (0..21).map(|at| (format!("n-{at}"), "x")).collect();
    let many: Vec<_> = many
        .iter()
        .map(|(name, note)| (name.as_str(), *note))
        .collect();
    for notes in [&[][..], &many] {
        let answer = world
            .failed("add-tool-annotation", on("files.read", notes))
            .await;
        assert!(told(&answer)[0].contains("/notes"), "{answer}");
    }
    assert!(
        world
            .description("", "files_read")
            .ends_with("• **good**: Ask.")
    );
}

#[tokio::test]
async fn notes_belong_to_the_toolset_of_the_endpoint() {
    let world = equipped().await;
    world.build("other", &["files.read"]).await;
    let arguments = on("files.read", &[("paging", "Ask for 20.")]);
    let answer = world
        .call_at("other", "add-tool-annotation", arguments)
        .await;
    assert!(!answer.is_error);
    assert_eq!(answer.structured["toolset"], "other");
    assert!(
        world
            .description("other", "files_read")
            .contains("Ask for 20.")
    );
    assert!(!world.description("", "files_read").contains("Ask for 20."));
}

#[tokio::test]
async fn notes_outlive_a_changed_schema() {
    let world = equipped().await;
    let id = world.ref_id("shop.list_books").await;
    let notes = json!([{"name": "paging", "note": "Ask for 20."}]);
    let arguments = json!({"toolRef": {"refId": id}, "notes": notes});
    world.done("add-tool-annotation", arguments.clone()).await;
    world.change_the_shop().await;
    assert!(
        world
            .description("", "shop_list_books")
            .contains("Ask for 20.")
    );
    let active = world.done("get-active-toolset", json!({})).await;
    assert_eq!(
        active["warnings"],
        json!(["the notes on `shop.list_books` were written for an earlier definition of it"])
    );
    // The id refers to a definition that no longer exists.
    world.failed("add-tool-annotation", arguments).await;
}
