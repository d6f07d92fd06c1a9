//! Putting back what a change replaced.

use candor_model::{FieldEdit, Hint};
use candor_pagetest::{FetchedHtml, PageWorld};

use crate::shop::{self, DELETE, said, shown};

const TOOL: &str = "shop.delete_book";
const TO: &str = "/tools/shop.delete_book/undo";

/// The changes that can be undone, the newest first.
fn ids(page: &FetchedHtml) -> Vec<String> {
    let parts = page.text.split("name=\"change\" value=\"").skip(1);
    parts
        .map(|rest| rest.split('"').next().expect("an id").to_owned())
        .collect()
}

async fn undo(world: &PageWorld, id: &str) -> FetchedHtml {
    world.browser().submit(DELETE, TO, &[("change", id)]).await
}

#[tokio::test]
async fn a_change_is_undone_and_that_too() {
    let world = shop::open().await;
    shop::says(&world, TOOL, Hint::Idempotent, FieldEdit::Set(true)).await;
    shop::says(&world, TOOL, Hint::OpenWorld, FieldEdit::Set(true)).await;
    let page = world.browser().get(DELETE).await;
    let all = ids(&page);
    assert_eq!(all.len(), 2);
    // The older one, without the newer one.
    assert_eq!(
        undo(&world, &all[1]).await.leads(),
        format!("{DELETE}?done=undone")
    );
    assert_eq!(said(&world, TOOL, Hint::Idempotent).await, None);
    assert_eq!(shown(&world, TOOL, Hint::OpenWorld), Some(true));
    let page = world.browser().get(DELETE).await;
    let parts = [
        "undoes a change by ann",
        "`idempotent` was changed again since",
    ];
    page.says(200, &parts);
    // Twice is not possible.
    let page = undo(&world, &all[1]).await;
    page.says(
        409,
        &["Nothing was changed: `idempotent` was changed again since."],
    );
    // But undoing the undoing is.
    let newest = ids(&world.browser().get(DELETE).await);
    undo(&world, &newest[0]).await.leads();
    assert_eq!(shown(&world, TOOL, Hint::Idempotent), Some(true));
}

#[tokio::test]
async fn what_is_not_there_cannot_be_undone() {
    let world = shop::open().await;
    shop::says(&world, TOOL, Hint::Idempotent, FieldEdit::Set(true)).await;
    shop::says(
        &world,
        "shop.list_books",
        Hint::Idempotent,
        FieldEdit::Set(true),
    )
    .await;
    let other = ids(&world.browser().get(shop::LIST).await).remove(0);
    for id in ["", "none", "<script>", &other] {
        let page = undo(&world, id).await;
        page.says(404, &["Nothing was changed: there is no change"]);
        page.lacks(&["<script>"]);
    }
    assert_eq!(
        shown(&world, "shop.list_books", Hint::Idempotent),
        Some(true)
    );
}
