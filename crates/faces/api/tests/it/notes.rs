//! `/notes` and `/toolsets/{name}/notes`.

use candor_gateway::edit::ToolsetImport;
use candor_gateway::{DeclaredNotes, FileDeclarations};
use candor_model::{
    ChangeAuthor, ChangeChannel, Digest, QualifiedName, ToolNote, ToolNotes, ToolRef, Toolset,
    ToolsetMember, ToolsetName,
};
use serde_json::{Value, json};

use crate::fixture::{ApiFixture, count, refuse_all, shows, strings};

const HERE: &str = "/toolsets/books/notes";
const LIST: &str = "/toolsets/books/notes/shop.list_books";

async fn shelf() -> ApiFixture {
    let world = ApiFixture::shop().await;
    for (name, members) in [
        ("books", json!(["shop.list_*", "shop.a/b c"])),
        ("other", json!(["shop.*"])),
    ] {
        let body = json!({"name": name, "members": members});
        world.toolset(body).await;
    }
    world
}

fn notes(tool: &str, notes: &[(&str, &str)]) -> Value {
    let notes = notes
        .iter()
        .map(|(name, note)| json!({"name": name, "note": note}));
    json!({"tool": tool, "notes": notes.collect::<Vec<_>>()})
}

/// The description that clients of a toolset get.
async fn description(world: &ApiFixture, tool: &str, toolset: &str) -> String {
    let tool = world
        .json(&format!("/tools/{tool}?toolset={toolset}"))
        .await;
    let text = tool["definition"]["description"].as_str();
    text.expect("a description").to_owned()
}

#[tokio::test]
async fn adding_changing_moving_and_removing() {
    let world = shelf().await;
    let body = notes(
        "shop.list_books",
        &[("lang", " Say which language. "), ("page", "Ten.")],
    );
    let added = world.post(HERE, body).gives(200).await;
    assert_eq!(added["tool"], "shop.list_books");
    assert_eq!(
        added["added"][0],
        json!({"name": "lang", "note": "Say which language."})
    );
    assert_eq!(added["skipped"], json!([]));
    let text = description(&world, "shop.list_books", "books").await;
    let tail = "\n\n### Additional Tool Notes\n\n\u{2022} **lang**: Say which language.\n\u{2022} \
                **page**: Ten.";
    assert!(text.ends_with(tail), "{text}");
    let elsewhere = description(&world, "shop.list_books", "other").await;
    assert!(!elsewhere.contains("Notes"), "notes stay in their toolset");

    let body = notes(
        "shop.list_books",
        &[("page", "Twenty."), ("more", "m"), ("more", "n")],
    );
    let again = world.post(HERE, body).gives(200).await;
    shows!(again, {"added": [{"name": "more", "note": "m"}], "skipped": ["page", "more"]});

    let body = json!({"note": "Fifty.", "position": 0, "why": "more at once"});
    let now = world.patched(&format!("{LIST}/page"), body).await;
    assert_eq!(strings(&now["notes"], "name"), ["page", "lang", "more"]);
    assert_eq!(now["notes"][0]["note"], "Fifty.");
    let moved = world
        .patched(&format!("{LIST}/page"), json!({"position": 99}))
        .await;
    assert_eq!(strings(&moved["notes"], "name"), ["lang", "more", "page"]);

    let list = world.json(HERE).await;
    let item = &list["items"][0];
    assert_eq!(strings(&item["notes"], "name"), ["lang", "more", "page"]);
    shows!(item, {"served": true, "changed": false});
    assert_eq!(item["ref_id"], added["ref_id"]);
    let tools = world.json("/toolsets/books").await["tools"].clone();
    assert_eq!(tools[0]["notes"], 3);

    let gone = world.delete(&format!("{LIST}/lang?why=clear")).send().await;
    assert_eq!((gone.status, gone.text.as_str()), (204, ""));
    let again = world.delete(&format!("{LIST}/lang"));
    again
        .unknown("there is no note `lang` on `shop.list_books` here")
        .await;
    for name in ["more", "page"] {
        world.delete(&format!("{LIST}/{name}")).sent(204).await;
    }
    assert_eq!(world.json(HERE).await["items"], json!([]));
}

#[tokio::test]
async fn notes_everywhere_count_in_every_toolset() {
    let world = shelf().await;
    let body = notes("shop.a/b c", &[("odd", "An odd one.")]);
    world.post("/notes", body).gives(200).await;
    let name = "shop.a%2Fb%20c";
    for toolset in ["books", "other"] {
        let text = description(&world, name, toolset).await;
        assert!(text.contains("**odd**: An odd one."), "{toolset}: {text}");
    }
    let tool = world.json(&format!("/tools/{name}")).await;
    let text = tool["definition"]["description"].as_str().expect("a text");
    assert!(text.contains("**odd**"), "{text}");
    let path = format!("/notes/{name}/odd");
    let now = world.patched(&path, json!({"note": "Odder."})).await;
    shows!(now, {"tool": "shop.a/b c", "notes": [{"name": "odd", "note": "Odder."}]});
    assert_eq!(
        strings(&world.json("/notes").await["items"], "tool"),
        ["shop.a/b c"]
    );
    assert_eq!(
        world.json(HERE).await["items"],
        json!([]),
        "they apply everywhere"
    );
    world.delete(&path).sent(204).await;
    assert_eq!(world.json("/notes").await["items"], json!([]));
    world.delete(&path).unknown("there is no note `odd`").await;
    let changes = world.json("/audit/changes?action=notes.").await;
    assert_eq!(count(&changes), 3);
}

fn one(name: &str, text: &str) -> Value {
    notes("shop.list_books", &[(name, text)])
}

#[tokio::test]
async fn notes_that_are_none_are_refused() {
    let world = shelf().await;
    let names: Vec<_> = (0..21).map(|number| format!("n-{number}")).collect();
    let many: Vec<_> = names.iter().map(|name| (name.as_str(), "x")).collect();
    let many = notes("shop.list_books", &many);
    let none = notes("shop.list_books", &[]);
    let nameless = json!({"notes": [{"name": "nn", "note": "x"}]});
    let mut bad_id = one("nn", "x");
    bad_id["ref_id"] = json!("7");
    let rows = json!([
        [422, "invalid", one("BAD NAME", "x"), "`BAD NAME` cannot be the name of a note"],
        [422, "invalid", one("n", "x"), "2 to 50 lowercase letters"],
        [422, "invalid", one("nn", "  "), "the note `nn` is empty"],
        [422, "invalid", one("nn", &"é".repeat(501)), "the note `nn` has 501 characters"],
        [422, "invalid", one("nn", "a\n### Fake"), "U+000A at position 2"],
        [422, "invalid", one("nn", "a\u{202e}"), "U+202E"],
        [422, "invalid", many, "`notes` has 21 notes; send 1 to 20 at once"],
        [422, "invalid", none, "`notes` has 0 notes"],
        [422, "invalid", notes("shop.*", &[("nn", "x")]), "names no single tool"],
        [422, "invalid", notes("shop", &[("nn", "x")]), "`shop` names no tool"],
        [422, "invalid", nameless, "no tool is named"],
        [422, "invalid", {"tool": "shop.list_books"}, "missing field `notes`"],
        [422, "invalid", bad_id, "`7` is no id of a tool"],
    ]);
    refuse_all(&rows, |body| world.post(HERE, body)).await;
    assert_eq!(world.json(HERE).await["items"], json!([]));
}

#[tokio::test]
async fn notes_need_their_tool() {
    let world = shelf().await;
    let id = world.ref_id("shop.add_book").await;
    let mut other = one("nn", "x");
    other["ref_id"] = id;
    let outside = notes("shop.delete_book", &[("nn", "x")]);
    let near = notes("shop.list_boks", &[("nn", "x")]);
    for (path, body, part) in [
        (HERE, other, "no longer has the id"),
        (HERE, near, "did you mean `shop.list_books`?"),
        (
            HERE,
            outside.clone(),
            "`shop.delete_book` is not in the toolset `books`; add it first",
        ),
        (
            "/toolsets/nope/notes",
            one("nn", "x"),
            "there is no toolset `nope`",
        ),
    ] {
        world.post(path, body).unknown(part).await;
    }
    assert_eq!(world.json(HERE).await["items"], json!([]));
    // Notes everywhere need no toolset.
    world.post("/notes", outside).gives(200).await;
}

#[tokio::test]
async fn nonsense_changes_no_note() {
    let world = shelf().await;
    world.post(HERE, one("nn", "Said.")).gives(200).await;
    let path = format!("{LIST}/nn");
    let rows = json!([
        [422, "invalid", {}, "give `note`, `position` or both"],
        [422, "invalid", {"note": ""}, "the note `nn` is empty"],
        [422, "invalid", {"note": "x".repeat(501)}, "501 characters"],
        [422, "invalid", {"note": "fine", "position": -1}, "integer `-1`"],
        [422, "invalid", {"name": "mm"}, "unknown field `name`"],
    ]);
    refuse_all(&rows, |body| world.patch(&path, body)).await;
    for (path, part) in [
        ("/toolsets/books/notes/shop.list_books/mm", "no note `mm`"),
        (
            "/toolsets/books/notes/shop.list_books/M",
            "`M` cannot be the name of a note",
        ),
        ("/toolsets/books/notes/nodot/nn", "`nodot` names no tool"),
        (
            "/toolsets/nope/notes/shop.list_books/nn",
            "no toolset `nope`",
        ),
        ("/notes/shop.list_books/nn", "there is no note `nn`"),
    ] {
        let ask = world.patch(path, json!({"note": "x"}));
        ask.unknown(part).await;
        world.delete(path).unknown(part).await;
    }
    for ask in [
        world.patch(&path, json!({"note": "x"})),
        world.delete(&path),
    ] {
        let ask = ask.if_match("v0");
        let part = "it takes one tag such as";
        ask.refused(400, "malformed", part).await;
    }
    let list = world.json(HERE).await;
    let said = json!([{"name": "nn", "note": "Said."}]);
    assert_eq!(list["items"][0]["notes"], said);
}

/// A version given with `If-Match` is checked, in a toolset and globally.
#[tokio::test]
async fn a_version_that_is_named_must_be_there() {
    let world = shelf().await;
    for (list, whole) in [(HERE, "/toolsets/books"), ("/notes", "/notes")] {
        world.post(list, one("nn", "Said.")).gives(200).await;
        let read = world.get(whole).send().await;
        let tag = read.header("etag").expect("a tag").to_owned();
        let listed = world.get(list).send().await;
        assert_eq!(listed.header("etag"), Some(tag.as_str()), "{list}");
        let path = format!("{list}/shop.list_books/nn");
        let change = |text: &str| world.patch(&path, json!({"note": text}));
        let changed = change("Second.").if_match(&tag).sent(200).await;
        let newer = changed.header("etag").expect("a tag").to_owned();
        assert_ne!(newer, tag);
        for late in [change("Third."), world.delete(&path)] {
            let late = late.if_match(&tag).sent(412).await;
            assert_eq!(late.header("etag"), Some(newer.as_str()));
            assert_eq!(late.json()["type"], "urn:candor:problem:changed");
        }
        let list = world.json(list).await;
        assert_eq!(list["items"][0]["notes"][0]["note"], "Second.");
        change("Third.").if_match("*").gives(200).await;
        world.delete(&path).if_match(&newer).sent(412).await;
        let read = world.get(whole).send().await;
        let tag = read.header("etag").expect("a tag").to_owned();
        world.delete(&path).if_match(&tag).sent(204).await;
    }
}

/// Notes of which only the tool's id is known, as they come from elsewhere.
#[tokio::test]
async fn notes_that_are_held_by_an_id() {
    let world = shelf().await;
    let id = world.ref_id("shop.list_books").await;
    let id = id.as_str().expect("an id");
    let unknown = Digest::of("nobody").to_string();
    let held = |id: &str, names: &[&str]| ToolNotes {
        tool: ToolRef::new(None, Digest::parse(id)).expect("a reference"),
        notes: names
            .iter()
            .map(|name| ToolNote::new(name, "Mind it.").expect("a note"))
            .collect(),
    };
    let name = ToolsetName::parse("brought").expect("a name");
    let toolset = Toolset {
        members: vec![ToolsetMember::parse("shop.*").expect("a member")],
        notes: vec![
            held(id, &["one", "two", "three"]),
            held(&unknown, &["lost"]),
        ],
        ..Toolset::new(name)
    };
    let author = ChangeAuthor {
        name: "ada".to_owned(),
        channel: ChangeChannel::Cli,
        why: None,
    };
    let baggage = ToolsetImport {
        toolsets: &[toolset],
        ..ToolsetImport::default()
    };
    let editor = world.gateway.editor();
    editor
        .import_toolsets(&author, &baggage)
        .await
        .expect("taken");
    let place = "/toolsets/brought/notes";
    let text = description(&world, "shop.list_books", "brought").await;
    assert!(text.contains("**two**: Mind it."), "{text}");

    // By the name of the tool that has the id, by the id, and where no tool has it any more.
    let named = format!("{place}/shop.list_books/one");
    let shown = world.patched(&named, json!({"note": "First."})).await;
    shows!(shown, {"tool": null, "ref_id": id});
    let by_id = format!("{place}/{id}/two");
    let change = json!({"note": "Second.", "position": 0});
    let shown = world.patched(&by_id, change).await;
    assert_eq!(strings(&shown["notes"], "name"), ["two", "one", "three"]);
    let text = description(&world, "shop.list_books", "brought").await;
    assert!(
        text.ends_with("**two**: Second.\n\u{2022} **one**: First.\n\u{2022} **three**: Mind it."),
        "{text}"
    );
    for path in [
        format!("{place}/shop.list_books/three"),
        format!("{place}/{}/one", id.to_uppercase()),
        format!("{place}/{unknown}/lost"),
    ] {
        let gone = world.delete(&path).send().await;
        assert_eq!(gone.status, 204, "{path}: {}", gone.text);
        world.delete(&path).unknown("there is no note").await;
    }
    let other = format!("{place}/shop.add_book/two");
    world.delete(&other).unknown("no note `two`").await;
    let list = world.json(place).await;
    assert_eq!(strings(&list["items"][0]["notes"], "name"), ["two"]);
}

#[tokio::test]
async fn a_tool_has_at_most_fifty_notes_in_one_place() {
    let world = shelf().await;
    let batch = |from: usize, count: usize| {
        let names: Vec<_> = (from..from + count)
            .map(|number| format!("n-{number}"))
            .collect();
        let batch: Vec<_> = names.iter().map(|name| (name.as_str(), "x")).collect();
        notes("shop.list_books", &batch)
    };
    for (from, count) in [(0, 20), (20, 20), (40, 10)] {
        world.post(HERE, batch(from, count)).gives(200).await;
    }
    let part = "`shop.list_books` would have more than 50 notes";
    world
        .post(HERE, batch(50, 1))
        .refused(422, "invalid", part)
        .await;
    let list = world.json(HERE).await;
    assert_eq!(list["items"][0]["notes"].as_array().map(Vec::len), Some(50));
    // Elsewhere there is room.
    world
        .post("/toolsets/other/notes", batch(50, 1))
        .gives(200)
        .await;
}

/// What the file declares counts, goes before what is stored, and is changed in the file.
#[tokio::test]
async fn notes_that_the_file_declares() {
    let tool = QualifiedName::parse("shop.list_books").expect("a name");
    let declarations = FileDeclarations {
        notes: vec![DeclaredNotes {
            notes: ToolNotes {
                tool: ToolRef::named(tool),
                notes: vec![ToolNote::new("house", "From the file.").expect("a note")],
            },
            place: "candor.toml:7".to_owned(),
        }],
        ..FileDeclarations::default()
    };
    let world = ApiFixture::shop_with(declarations).await;
    let body = notes(
        "shop.list_books",
        &[("house", "Mine."), ("more", "Mine, too.")],
    );
    let added = world.post("/notes", body).gives(200).await;
    assert_eq!(added["skipped"], json!(["house"]));
    let list = world.json("/notes").await;
    assert_eq!(
        list["items"][0]["notes"],
        json!([
            {"name": "house", "note": "From the file."},
            {"name": "more", "note": "Mine, too."},
        ])
    );
    let tool = world.json("/tools/shop.list_books").await;
    let text = tool["definition"]["description"].as_str().expect("a text");
    let tail = "**house**: From the file.\n\u{2022} **more**: Mine, too.";
    assert!(text.ends_with(tail), "{text}");
    let path = "/notes/shop.list_books/house";
    for ask in [
        world.patch(path, json!({"note": "Other."})),
        world.delete(path),
    ] {
        let part = "the note `house` on `shop.list_books` is declared in candor.toml:7";
        ask.refused(409, "declared", part).await;
    }
    let more = "/notes/shop.list_books/more";
    world.patched(more, json!({"note": "Changed."})).await;
    world.delete(more).sent(204).await;
}
