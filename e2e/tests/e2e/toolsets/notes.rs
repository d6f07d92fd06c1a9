//! Notes never pile up, never stray, and keep to their limits.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra, assert_contains, wait_until};
use serde_json::json;

use super::gateway::{ToolsetGateway, WAYS};
use super::management_client::{ManagementClient, description};
use super::noted;

const CREATES: &str = "Creates a new issue in the tracker";
const TOOL: &str = "tracker.create_issue";
const TEAM: (&str, &str) = ("team", "Ask which team.");
const EXPOSED: &str = "tracker_create_issue";
const HEADING: &str = "### Additional Tool Notes";

/// A stage with `one` equipped, of one tool.
async fn one() -> (ToolsetGateway, ManagementClient) {
    let (stage, mut counter) = ToolsetGateway::with_counter("").await;
    counter.build("one", &[TOOL]).await;
    counter.equip("one").await;
    (stage, counter)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_is_asked_for_three_times_has_the_notes_once() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        counter.build("one", &[TOOL]).await;
        counter.equip("one").await;
        counter.add_notes(TOOL, &[TEAM]).await;
        let lists = [
            counter.client.all_tools().await,
            counter.client.all_tools().await,
            counter.client.all_tools().await,
        ];
        assert_eq!(lists[0], lists[1], "{way:?}");
        assert_eq!(lists[1], lists[2], "{way:?}");
        let whole = lists[2].join("\n");
        assert_eq!(whole.matches(HEADING).count(), 1, "{way:?}: {whole}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_do_not_leak() {
    let (stage, mut counter) = one().await;
    counter.build("two", &[TOOL, "vcs.log"]).await;
    counter.add_notes(TOOL, &[TEAM]).await;
    let expect = noted(CREATES, &[TEAM]);
    assert_eq!(counter.description(EXPOSED).await, expect);

    // Not into what is only about tools, while they are shown with their notes.
    for tool in ["list-available-tools", "list-saved-toolsets"] {
        let said = counter.look(tool).await.to_string();
        assert!(!said.contains("Ask which team"), "{tool}: {said}");
    }
    // Not into another toolset, nor back from it.
    for _ in 0..2 {
        counter.equip("two").await;
        assert_eq!(counter.description(EXPOSED).await, CREATES);
        counter.equip("one").await;
        assert_eq!(counter.description(EXPOSED).await, expect);
    }
    counter.look("unequip-toolset").await;
    assert_eq!(counter.description(EXPOSED).await, CREATES);
    let mut one = stage.at("/mcp/one").await;
    let mut two = stage.at("/mcp/two").await;
    assert_eq!(description(&mut one, EXPOSED).await, expect);
    assert_eq!(description(&mut two, EXPOSED).await, CREATES);

    // A toolset that is built anew under the same name is another one.
    let gone = json!({"name": "one", "confirm": true});
    counter.ask("delete-toolset", &gone).await.fine();
    counter.build("one", &[TOOL]).await;
    assert_eq!(description(&mut one, EXPOSED).await, CREATES);
}

/// Each of these was accepted elsewhere, and shown to models.
#[tokio::test(flavor = "multi_thread")]
async fn note_limits_are_enforced() {
    let (_stage, mut counter) = one().await;
    let long = "x".repeat(501);
    let long_name = "n".repeat(51);
    for (name, text, part) in [
        ("BAD NAME!!", "Mind it.", "BAD NAME!!"),
        ("n", "Mind it.", "2"),
        ("", "Mind it.", "2"),
        (&long_name, "Mind it.", "50"),
        ("under_score", "Mind it.", "under_score"),
        ("ok", "", "ok"),
        ("ok", "   ", "ok"),
        ("ok", &long, "500"),
        ("ok", "One line\n### Another heading", "U+000A"),
        ("ok", "Hidden\u{200b}", "U+200B"),
        ("ok", "Turned\u{202e}", "U+202E"),
        ("ok", "Tagged\u{e0041}", "U+E0041"),
        ("ok", "Bell\u{7}", "U+0007"),
    ] {
        let answer = counter.note(TOOL, &[(name, text)]).await;
        assert_eq!(answer.added(), [""; 0], "{name:?} {text:?}: {answer:?}");
        answer.refused(&[part]);
        assert_eq!(counter.description(EXPOSED).await, CREATES, "{name:?}");
    }
    let names: Vec<String> = (0..21).map(|at| format!("rule-{at}")).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "Mind it.")).collect();
    counter.note(TOOL, &many).await.refused(&["20"]);
    counter.note(TOOL, &[]).await.refused(&[]);
    assert_eq!(counter.description(EXPOSED).await, CREATES);

    // What is just within the limits is fine.
    let (name, text) = ("n".repeat(50), "é".repeat(500));
    counter
        .add_notes(TOOL, &[(&name, &text), ("ok", "y")])
        .await;
    let expect = noted(CREATES, &[(&name, &text), ("ok", "y")]);
    assert_eq!(counter.description(EXPOSED).await, expect);
}

/// One bad note does not keep the good ones out, and both are reported.
#[tokio::test(flavor = "multi_thread")]
async fn bad_notes_are_told_and_good_ones_are_added() {
    let (_stage, mut counter) = one().await;
    let notes = [
        ("good", "Mind it."),
        ("BAD", "Mind it."),
        ("fine", "Mind that."),
    ];
    let answer = counter.note(TOOL, &notes).await;
    assert_eq!(answer.added(), ["good", "fine"], "{answer:?}");
    let said = answer.fine();
    assert_eq!(said["errorCount"], 1, "{said}");
    assert_contains(&said["errors"][0], "`BAD`");
    let expect = noted(CREATES, &[("good", "Mind it."), ("fine", "Mind that.")]);
    assert_eq!(counter.description(EXPOSED).await, expect);
}

/// What is cut, where description and notes are too long together: first the description, at a
/// word, then the last notes, with a line that says so.
#[tokio::test(flavor = "multi_thread")]
async fn description_and_notes_keep_to_the_budget() {
    let words = "word ".repeat(300);
    let tools = format!(
        r#"[{{"name":"long","description":"{}","inputSchema":{{"type":"object"}}}}]"#,
        words.trim_end()
    );
    let web = script::serve_http(&ServerScript::echoing(&tools), ServerEra::Modern);
    let more = candor_testkit::config::url("web", web.url(), "")
        + "[toolsets.small]\ntools = [\"web.long\"]\nbudget = 800\n\
           [[toolsets.small.notes]]\ntool = \"web.long\"\nname = \"rule\"\nnote = \"Mind it.\"\n\
           [endpoint]\nbudget = 1000\n";
    let stage = ToolsetGateway::plain(&more).await;
    let mut small = stage.at("/mcp/small").await;
    let shown = description(&mut small, "web_long").await;
    assert!(shown.chars().count() <= 800, "{}", shown.chars().count());
    assert!(
        shown.ends_with("word…\n\n### Additional Tool Notes\n\n• **rule**: Mind it."),
        "{shown}"
    );

    let mut counter = stage.counter().await;
    counter.build("wide", &["web.long"]).await;
    counter.equip("wide").await;
    // Without notes nothing is cut.
    assert_eq!(counter.description("web_long").await, words.trim_end());
    let text = "n".repeat(400);
    let names = ["first", "second", "third"];
    let notes = names.map(|name| (name, text.as_str()));
    counter.add_notes("web.long", &notes).await;
    let shown = counter.description("web_long").await;
    assert!(shown.chars().count() <= 1_000, "{}", shown.chars().count());
    assert!(shown.contains("• **first**"), "{shown}");
    assert!(!shown.contains("• **second**"), "{shown}");
    assert!(shown.ends_with("(2 more notes did not fit)"), "{shown}");
}

/// Notes for everything are in every toolset and without one, after the toolset's own.
#[tokio::test(flavor = "multi_thread")]
async fn notes_everywhere() {
    let (stage, mut counter) = one().await;
    counter.add_notes(TOOL, &[TEAM]).await;
    stage.fine(&["note", "add", TOOL, "house", "Be polite.", "--everywhere"]);
    let expect = noted(CREATES, &[TEAM, ("house", "Be polite.")]);
    wait_until("the global note", async || {
        counter.description(EXPOSED).await == expect
    })
    .await;
    counter.look("unequip-toolset").await;
    let alone = noted(CREATES, &[("house", "Be polite.")]);
    assert_eq!(counter.description(EXPOSED).await, alone);
    stage.fine(&["note", "remove", TOOL, "house", "--everywhere"]);
    wait_until("the end of the note", async || {
        counter.description(EXPOSED).await == CREATES
    })
    .await;
}

/// A person on the command line can do what a model cannot: change, reorder and remove.
#[tokio::test(flavor = "multi_thread")]
async fn notes_are_edited_reordered_and_removed_beside_the_gateway() {
    let (stage, mut counter) = one().await;
    let notes = [("a1", "First."), ("b2", "Second."), ("c3", "Third.")];
    counter.add_notes(TOOL, &notes).await;
    let here = ["--toolset", "one"];
    for (args, expect) in [
        (
            &["note", "edit", TOOL, "b2", "Changed."][..],
            &[("a1", "First."), ("b2", "Changed."), ("c3", "Third.")][..],
        ),
        (
            &["note", "move", TOOL, "c3", "--to", "1"],
            &[("c3", "Third."), ("a1", "First."), ("b2", "Changed.")],
        ),
        (
            &["note", "remove", TOOL, "a1"],
            &[("c3", "Third."), ("b2", "Changed.")],
        ),
    ] {
        stage.fine(&[args, &here].concat());
        let expect = noted(CREATES, expect);
        wait_until(&args.join(" "), async || {
            counter.description(EXPOSED).await == expect
        })
        .await;
    }
    let listed = stage.fine(&["note", "list", "--toolset", "one"]);
    assert_contains(&listed, "Changed.");
    assert_contains(&listed, TOOL);
    let (code, said) = stage.run(&["note", "edit", TOOL, "nosuch", "x", "--toolset", "one"]);
    assert_ne!(code, 0, "{said}");
    assert!(said.contains("nosuch"), "{said}");
}

/// The end-user form of a note in the file.
#[tokio::test(flavor = "multi_thread")]
async fn notes_in_the_file() {
    let more = "[toolsets.reading]\ntools = [\"tracker.*\"]\n\
        [[toolsets.reading.notes]]\ntool = \"tracker.create_issue\"\nname = \"team\"\nnote = \"Ask which team.\"\n";
    let stage = ToolsetGateway::plain(more).await;
    let mut client = stage.at("/mcp/reading").await;
    let expect = noted(CREATES, &[TEAM]);
    assert_eq!(description(&mut client, EXPOSED).await, expect);
    // What the file declares is the file's to change.
    let mut counter = stage.counter().await;
    counter.equip("reading").await;
    let answer = counter.note(TOOL, &[("other", "Mind it.")]).await;
    answer.refused(&["candor.toml"]);
    assert_eq!(description(&mut client, EXPOSED).await, expect);
}
