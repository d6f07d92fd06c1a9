//! Saying what a tool does, and taking it back.

use candor_gateway::FileDeclarations;
use candor_model::{
    AnnotationAuthor, AnnotationLayer, ConfirmMode, FieldEdit, Hint, Opinion, OpinionEdit,
    OpinionKey, OpinionScope, Provenance, ToolPattern,
};
use candor_pagetest::assert_page;

use crate::shop::{self, DELETE, FETCH, LIST, said, shown};

const TOOL: &str = "shop.delete_book";

#[tokio::test]
async fn a_hint_is_said_and_reset() {
    let world = shop::open().await;
    let fields = [("idempotent", "true"), ("why", "It is."), ("act", "save")];
    let page = shop::send(&world, DELETE, "annotations", &fields).await;
    assert_eq!(page.leads(), format!("{DELETE}?done=saved"));
    assert_eq!(shown(&world, TOOL, Hint::Idempotent), Some(true));
    // Nothing else was said.
    assert_eq!(said(&world, TOOL, Hint::ReadOnly).await, None);
    let page = world.browser().get(&format!("{DELETE}?done=saved")).await;
    page.says(
        200,
        &[
            "Saved. Clients see the change from now on.",
            "It is.",
            "Overridden",
        ],
    );
    assert_page!("corrected", page);

    let fields = [("act", "reset:idempotent")];
    let page = shop::send(&world, DELETE, "annotations", &fields).await;
    assert_eq!(page.leads(), format!("{DELETE}?done=reset"));
    assert_eq!(said(&world, TOOL, Hint::Idempotent).await, None);
}

#[tokio::test]
async fn every_field_is_said_and_all_are_reset() {
    let world = shop::open().await;
    let fields = [
        ("read_only", "true"),
        ("destructive", "unset"),
        ("title", "  Look at a book "),
        ("confirm", "never"),
    ];
    let page = shop::send(&world, DELETE, "annotations", &fields).await;
    assert_eq!(page.leads(), format!("{DELETE}?done=saved"));
    let entry = world
        .gateway
        .editor()
        .opinion(&shop::everywhere(TOOL))
        .await;
    let opinion = entry.expect("an entry").opinion;
    let say = |hint| opinion.hint(hint).map(|said| said.value.clone());
    assert_eq!(
        say(Hint::ReadOnly),
        Some(candor_model::FieldValue::Set(true))
    );
    assert_eq!(
        say(Hint::Destructive),
        Some(candor_model::FieldValue::Clear)
    );
    let title = opinion.title.as_ref().map(|said| said.value.clone());
    assert_eq!(
        title,
        Some(candor_model::FieldValue::Set("Look at a book".into()))
    );
    let confirm = opinion.confirm.as_ref().map(|said| said.value.clone());
    assert_eq!(
        confirm,
        Some(candor_model::FieldValue::Set(ConfirmMode::Never))
    );

    // The same again is no change and keeps its author.
    let page = shop::send(&world, DELETE, "annotations", &fields).await;
    assert_eq!(page.leads(), format!("{DELETE}?done=same"));

    let page = shop::send(&world, DELETE, "annotations", &[("act", "reset")]).await;
    assert_eq!(page.leads(), format!("{DELETE}?done=reset"));
    let entry = world
        .gateway
        .editor()
        .opinion(&shop::everywhere(TOOL))
        .await;
    assert!(entry.expect("an entry").opinion.is_empty());
    let page = shop::send(&world, DELETE, "annotations", &[("act", "reset")]).await;
    assert_eq!(page.leads(), format!("{DELETE}?done=same"));
}

#[tokio::test]
async fn a_title_is_cleared_and_left_to_others() {
    let world = shop::open().await;
    let fields = [("title", ""), ("title_unset", "yes")];
    let page = shop::send(&world, DELETE, "annotations", &fields).await;
    assert_eq!(page.leads(), format!("{DELETE}?done=saved"));
    let page = world.browser().get(DELETE).await;
    page.says(
        200,
        &["<h1>shop.delete_book</h1>", "<strong>Not set</strong>"],
    );
    let page = shop::send(&world, DELETE, "annotations", &[("title", "")]).await;
    assert_eq!(page.leads(), format!("{DELETE}?done=saved"));
    world
        .browser()
        .get(DELETE)
        .await
        .says(200, &["<h1>Delete a book</h1>"]);
}

#[tokio::test]
async fn what_is_said_in_one_place_counts_there() {
    let world = shop::open().await;
    shop::toolset(&world, "reading", &[TOOL]).await;
    let at = format!("{DELETE}?toolset=reading&scope=toolset");
    let page = shop::send(&world, &at, "annotations", &[("open_world", "true")]).await;
    assert_eq!(page.leads(), format!("{at}&done=saved"));
    assert_eq!(said(&world, TOOL, Hint::OpenWorld).await, None);
    let page = world.browser().get(&at).await;
    page.says(200, &["Toolset reading", "apply in the toolset reading"]);
    // Inheriting would give what is said below.
    shop::says(&world, TOOL, Hint::OpenWorld, FieldEdit::Set(false)).await;
    let page = world.browser().get(&at).await;
    page.says(200, &["inherited: <strong>No</strong>"]);
}

#[tokio::test]
async fn resetting_gives_what_a_pattern_says() {
    let world = shop::open().await;
    shop::says(&world, "shop.*", Hint::OpenWorld, FieldEdit::Set(true)).await;
    shop::says(&world, TOOL, Hint::OpenWorld, FieldEdit::Set(false)).await;
    let page = world.browser().get(DELETE).await;
    let gives = "inherited: <strong>Yes</strong>, override `shop.*` by ann";
    page.says(200, &[gives]);
    let page = shop::send(
        &world,
        DELETE,
        "annotations",
        &[("act", "reset:open_world")],
    )
    .await;
    page.leads();
    assert_eq!(shown(&world, TOOL, Hint::OpenWorld), Some(true));
}

#[tokio::test]
async fn invalid_input_is_refused_and_kept() {
    let world = shop::open().await;
    let long = "x".repeat(101);
    let huge = "y".repeat(1_001);
    for (fields, expect) in [
        (
            vec![
                ("read_only", "true"),
                ("destructive", "true"),
                ("why", "Why not?"),
            ],
            "cannot both be true",
        ),
        (vec![("title", long.as_str())], "at most 100 are allowed"),
        (vec![("title", "A\u{202e}B")], "U+202E"),
        (
            vec![
                ("title", "A title"),
                ("title_unset", "yes"),
                ("open_world", "true"),
            ],
            "choose one of the two",
        ),
        (
            vec![("idempotent", "maybe")],
            "`maybe` is not a value of `idempotent`",
        ),
        (
            vec![("confirm", "sometimes")],
            "`sometimes` is not a value of `confirm`",
        ),
        (vec![("version", "new")], "is not a version"),
        (vec![("act", "explode")], "`explode` is not an action"),
        (
            vec![("act", "reset:everything")],
            "`reset:everything` is not an action",
        ),
        (
            vec![("open_world", "true"), ("why", huge.as_str())],
            "at most 1000 are allowed",
        ),
    ] {
        let page = shop::send(&world, DELETE, "annotations", &fields).await;
        page.says(422, &["Nothing was changed", expect]);
        // What was chosen is still chosen.
        for (name, value) in fields {
            let chosen = match (name, value) {
                ("open_world" | "read_only", value) => {
                    format!("id=\"{name}-{value}\" name=\"{name}\" value=\"{value}\" checked")
                }
                ("title", "A title") => "value=\"A title\"".to_owned(),
                ("why", "Why not?") => "value=\"Why not?\"".to_owned(),
                _ => continue,
            };
            page.says(422, &[&chosen]);
        }
    }
    shop::assert_no_opinions(&world).await;
    let fields = [
        ("read_only", "true"),
        ("destructive", "true"),
        ("why", "Why not?"),
    ];
    let page = shop::send(&world, DELETE, "annotations", &fields).await;
    assert_page!("refused", page);
}

#[tokio::test]
async fn what_the_file_declares_cannot_be_changed() {
    let mut amendment = OpinionEdit::default();
    amendment.set_hint(Hint::ReadOnly, Some(FieldEdit::Set(true)));
    amendment.title = Some(FieldEdit::Set("From the file".into()));
    amendment.confirm = Some(FieldEdit::Set(ConfirmMode::Always));
    let provenance = std::sync::Arc::new(Provenance {
        layer: AnnotationLayer::Override,
        author: AnnotationAuthor::File("candor.toml:7".into()),
        about: Some("shop.list_*".into()),
        at_micros: None,
        why: None,
    });
    let key = OpinionKey {
        scope: OpinionScope::Everywhere,
        about: ToolPattern::parse("shop.list_*").expect("a pattern"),
    };
    let opinion = Opinion::default().amended(&amendment, &provenance);
    let world = shop::declaring(FileDeclarations {
        opinions: vec![(key, opinion)],
        ..FileDeclarations::default()
    })
    .await;
    let page = world.browser().get(LIST).await;
    let place = "Set in candor.toml:7. Edit it there.";
    page.says(200, &[place, "<fieldset class=\"tri\" disabled>"]);
    assert_page!("declared", page);
    // A submission for a locked field is refused.
    let page = shop::send(&world, LIST, "annotations", &[("read_only", "false")]).await;
    page.says(422, &["declared in candor.toml:7"]);
    // The rest can be said.
    let page = shop::send(&world, LIST, "annotations", &[("idempotent", "true")]).await;
    assert_eq!(page.leads(), format!("{LIST}?done=saved"));
}

#[tokio::test]
async fn a_suggestion_is_accepted_once() {
    let world = shop::open().await;
    let mut local = world.browser();
    let to = format!("{FETCH}/suggestions");
    let page = local.get(FETCH).await;
    page.says(200, &["Suggestions", "confidence)"]);
    let opened = page.hidden(&to);
    let mut fields: Vec<_> = opened
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    fields.push(("hint", "read_only"));
    let page = local.post(&to, &fields).await;
    assert_eq!(page.leads(), format!("{FETCH}?done=agreed"));
    let say = said(&world, "web.fetch_page", Hint::ReadOnly).await;
    assert_eq!(say.expect("something said").0, "Set(true)");
    let page = local.post(&to, &fields).await;
    page.says(409, &["the suggestion for `read_only` no longer exists"]);
    fields.pop();
    fields.push(("hint", "<script>"));
    let page = local.post(&to, &fields).await;
    page.says(422, &["`&#60;script&#62;` is not a hint"]);
}
