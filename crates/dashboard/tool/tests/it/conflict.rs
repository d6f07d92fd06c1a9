//! Two people change the same thing.

use candor_model::{FieldEdit, Hint};
use candor_pagetest::assert_page;

use crate::shop::{self, DELETE, said, shown};

const TOOL: &str = "shop.delete_book";
const TO: &str = "/tools/shop.delete_book/annotations";

/// Opens the page, lets `ann` be faster, and sends what was wanted.
async fn late(
    world: &candor_pagetest::PageWorld,
    fields: &[(&str, &str)],
) -> candor_pagetest::FetchedHtml {
    let mut local = world.browser();
    let opened = local.get(DELETE).await;
    shop::says(world, TOOL, Hint::Idempotent, FieldEdit::Set(true)).await;
    shop::says(world, TOOL, Hint::OpenWorld, FieldEdit::Set(true)).await;
    let mut all = opened.hidden(TO);
    all.extend(
        fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
    );
    let all: Vec<_> = all
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    local.post(TO, &all).await
}

#[tokio::test]
async fn both_are_shown_and_either_is_kept() {
    let world = shop::open().await;
    let fields = [
        // Both changed this one.
        ("idempotent", "false"),
        // Only ann changed this one; the form has it as it was.
        ("open_world", "inherit"),
        // Only the form changed this one.
        ("title", "Mine"),
        ("why", "I know"),
    ];
    let page = late(&world, &fields).await;
    page.says(409, &["Edit conflict", "Changed by both", "I know"]);
    let checked = |id: &str, is: bool| {
        let (_, rest) = page
            .text
            .split_once(&format!("id=\"{id}\""))
            .expect("a choice");
        let (tag, _) = rest.split_once('>').expect("an end");
        assert_eq!(tag.contains(" checked"), is, "{id}: {tag}");
    };
    checked("idempotent-theirs", false);
    checked("idempotent-yours", false);
    checked("open_world-theirs", true);
    checked("open_world-yours", false);
    checked("title_whole-yours", true);
    assert_page!("conflict", page);
    assert_eq!(shown(&world, TOOL, Hint::Idempotent), Some(true));

    // The page is a form like the other one, made from what is there now.
    let mut all = page.hidden(TO);
    for (name, value) in [
        ("idempotent", "false"),
        ("open_world", "true"),
        ("title_whole", "=Mine"),
        ("why", "I know"),
    ] {
        all.push((name.to_owned(), value.to_owned()));
    }
    let all: Vec<_> = all
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    let mut local = world.browser();
    assert_eq!(
        local.post(TO, &all).await.leads(),
        format!("{DELETE}?done=saved")
    );
    let (say, who) = said(&world, TOOL, Hint::Idempotent)
        .await
        .expect("something said");
    assert!(say == "Set(false)" && who.contains("local"), "{say} {who}");
    // What was kept of hers is still hers.
    let (say, who) = said(&world, TOOL, Hint::OpenWorld)
        .await
        .expect("something said");
    assert!(say == "Set(true)" && who.contains("ann"), "{say} {who}");
    // Sent twice, it comes too late again, and wants nothing new.
    assert_eq!(
        local.post(TO, &all).await.leads(),
        format!("{DELETE}?done=same")
    );
}

#[tokio::test]
async fn equal_edits_are_no_conflict() {
    let world = shop::open().await;
    let fields = [("idempotent", "true")];
    let page = late(&world, &fields).await;
    assert_eq!(page.leads(), format!("{DELETE}?done=same"));
}

#[tokio::test]
async fn resetting_too_late_is_asked_about_too() {
    let world = shop::open().await;
    let page = late(&world, &[("act", "reset")]).await;
    page.says(409, &["Inherit", "idempotent-theirs"]);
    assert_eq!(shown(&world, TOOL, Hint::Idempotent), Some(true));
}
