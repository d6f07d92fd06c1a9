//! The history of changes.

use candor_dashboard_kit::ROWS;
use candor_model::{
    ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, FieldEdit, Hint, OpinionEdit, OpinionKey,
    OpinionScope, QualifiedName, ToolPattern,
};
use candor_pagetest::PageWorld;

use crate::kept;

async fn world() -> PageWorld {
    PageWorld::open(candor_dashboard_audit::routes()).await
}

fn author(name: &str, why: Option<&str>) -> ChangeAuthor {
    ChangeAuthor {
        name: name.to_owned(),
        channel: ChangeChannel::Page,
        why: why.map(str::to_owned),
    }
}

async fn note(
    world: &PageWorld,
    action: &str,
    subject: &str,
    old: Option<&str>,
    new: Option<&str>,
) {
    let change = ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: 1_785_240_000_000_000,
        author: author("ann", None),
        action: action.to_owned(),
        subject: subject.to_owned(),
        old: old.map(str::to_owned),
        new: new.map(str::to_owned),
    };
    let noted = world.store.note_change(&change).await;
    noted.expect("room for one more");
}

#[tokio::test]
async fn nothing_yet() {
    let world = world().await;
    let mut local = world.browser();
    let page = local.get("/audit/changes").await;
    page.says(200, &["No changes yet."]);
    kept("no_changes", &page);
    let page = local.get("/audit/changes?who=ann").await;
    page.says(200, &["No matching changes.", "Show all changes"]);
    let page = local.get("/audit/changes?after=%3Cb%3E").await;
    page.says(400, &["`&#60;b&#62;` is not a position in this list"]);
}

#[tokio::test]
async fn a_correction_is_told_field_by_field() {
    let world = world().await;
    let name = QualifiedName::parse("shop.delete_book").expect("a name");
    let key = OpinionKey {
        scope: OpinionScope::Everywhere,
        about: ToolPattern::exactly(&name),
    };
    let editor = world.gateway.editor();
    for (value, why) in [(true, Some("<it> may be done twice")), (false, None)] {
        let mut amendment = OpinionEdit::default();
        amendment.set_hint(Hint::Idempotent, Some(FieldEdit::Set(value)));
        let amended = editor
            .amend(&author("ann", why), &key, &amendment, None)
            .await;
        amended.expect("a correction");
    }
    world.token("bob", "viewer").await;
    let mut local = world.browser();
    let page = local.get("/audit/changes").await;
    page.says(
        200,
        &[
            "ann edited the annotations of <a href=\"/tools/shop.delete_book\">shop.delete_book</a>",
            "<code>idempotent</code>",
            "<del><span class=\"unseen\">before: </span>true</del>",
            "<ins><span class=\"unseen\">after: </span>false</ins>",
            "&lt;it&gt; may be done twice",
            "via the dashboard",
            "local created the token <a href=\"/access\">bob</a>",
        ],
    );
    kept("some_changes", &page);
    for (query, expect) in [
        ("who=ann", 2),
        ("who=local", 1),
        ("subject=shop.delete_book", 2),
        ("subject=shop", 0),
        ("kind=tokens.", 1),
        ("kind=annotations.&who=local", 0),
    ] {
        let page = local.get(&format!("/audit/changes?{query}")).await;
        assert_eq!(page.text.matches("<li>\n<p>").count(), expect, "{query}");
    }
}

#[tokio::test]
async fn what_was_changed_is_a_link_if_it_is_there() {
    let world = world().await;
    for (action, subject, expect) in [
        (
            "annotations.amend",
            "shop.delete_book in toolset reading",
            Some("/tools/shop.delete_book"),
        ),
        ("annotations.amend", "shop.*", None),
        ("drift.accept", "shop.sold", None),
        ("toolset.edit", "toolset reading", Some("/toolsets/reading")),
        ("toolset.delete", "toolset reading", None),
        ("toolset.equip", "equipped toolset", Some("/toolsets")),
        (
            "environment.set-variable",
            "environment prod variable KEY",
            Some("/environments/prod"),
        ),
        ("environment.delete", "environment prod", None),
        ("source.trust", "source shop", Some("/sources/shop")),
        ("source.remove", "source shop", None),
        ("preferences.state", "house", Some("/policy")),
        ("something.new", "<i>", None),
        ("odd", "odd", None),
    ] {
        note(&world, action, subject, None, None).await;
        let page = world.browser().get("/audit/changes").await;
        let newest = page.text.split("<li>\n<p>").nth(1).expect("a change");
        let newest = newest.split("</p>").next().expect("an end");
        let link = newest.split_once("<a href=\"").map(|(_, rest)| rest);
        let link = link.and_then(|rest| rest.split('"').next());
        assert_eq!(link, expect, "{action} {subject}");
    }
}

#[tokio::test]
async fn a_change_of_many_fields_opens_on_demand() {
    let world = world().await;
    let new = r#"{"name": "reading", "description": "", "members": ["shop.*"], "budget": 400}"#;
    note(&world, "toolset.create", "toolset reading", None, Some(new)).await;
    let page = world.browser().get("/audit/changes").await;
    page.says(
        200,
        &[
            "<summary>name, members, budget</summary>",
            "<ins><span class=\"unseen\">after: </span>400</ins>",
        ],
    );
    page.lacks(&["description", "<details>"]);
    kept("a_change_of_many_fields", &page);
}

#[tokio::test]
async fn long_histories_have_pages_and_large_values_are_cut() {
    let world = world().await;
    let huge = format!("{{\"<script>\": \"{}\"}}", "<b>".repeat(30_000));
    let larger = format!("\"{}\"", "x".repeat(2_000_000));
    for at in 0..28 {
        let subject = format!("toolset t{at}");
        note(
            &world,
            "toolset.edit",
            &subject,
            Some(&huge),
            Some("\"\u{202e}\""),
        )
        .await;
    }
    note(
        &world,
        "toolset.edit",
        "toolset large",
        Some(&larger),
        Some("1"),
    )
    .await;
    let mut local = world.browser();
    let page = local.get("/audit/changes?who=ann").await;
    page.says(200, &["2,000,002 bytes", "&lt;script&gt;", "⟨U+202E"]);
    page.lacks(&["<script>", "<b>", "\u{202e}"]);
    assert_eq!(page.text.matches("<li>\n<p>").count(), ROWS);
    assert!(page.text.len() < 200_000, "{}", page.text.len());
    let older = page
        .text
        .split_once("\" rel=\"next\">Older")
        .expect("more")
        .0;
    let older = older.rsplit_once("href=\"").expect("a link").1;
    let page = local.get(&older.replace("&amp;", "&")).await;
    assert_eq!(page.text.matches("<li>\n<p>").count(), 4);
    page.says(200, &[">Newest</a>"]);
    page.lacks(&["rel=\"next\""]);
}
