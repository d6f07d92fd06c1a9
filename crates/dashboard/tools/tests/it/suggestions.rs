//! What Candor would say if a person agreed.

use candor_model::Hint;
use candor_pagetest::assert_page;

use crate::kit::{hint, zoo};

const PATH: &str = "/tools/suggestions";
const TO: &str = "/tools/suggestions/accept";

#[tokio::test]
async fn suggestions_are_listed_with_their_reasons() {
    let world = zoo().await;
    let mut local = world.browser();
    let page = local.get(PATH).await;
    page.says(200, &["web.get_page", "Read-only: Yes", "% confidence"]);
    assert_page!("suggestions", page);
    let page = local.get("/tools/suggestions?source=zoo&least=95").await;
    page.lacks(&["web.get_page"]);
    for (query, expect) in [
        ("source=nowhere", "There is no source `nowhere`."),
        ("least=12", "`12` is not a value of `least`."),
        ("page=x", "`x` is not a value of `page`."),
    ] {
        let page = local.get(&format!("{PATH}?{query}")).await;
        page.says(400, &[expect, "All suggestions"]);
    }
    local
        .get("/tools")
        .await
        .says(200, &["href=\"/tools/suggestions\""]);
}

/// Where a text stands on a page.
fn place(text: &str, part: &str) -> usize {
    text.find(part)
        .unwrap_or_else(|| panic!("no {part}: {text}"))
}

#[tokio::test]
async fn tools_that_people_are_asked_about_come_first() {
    let world = zoo().await;
    let mut local = world.browser();
    let (asked, sure) = (
        "href=\"/tools/web.delete_cache\"",
        "href=\"/tools/web.get_page\"",
    );
    let page = local.get(PATH).await;
    page.says(200, &["8 suggestions for", "No approval requests"]);
    assert_eq!(page.text.matches(sure).count(), 1, "a tool is there once");
    assert!(
        place(&page.text, sure) < place(&page.text, asked),
        "the surest"
    );
    let call = world.call("web.delete_cache", serde_json::json!({})).await;
    world.copies(call.id, 2).await;
    let page = local.get(PATH).await;
    assert!(
        place(&page.text, asked) < place(&page.text, sure),
        "most asked"
    );
    page.says(200, &["3 approval requests"]);
}

#[tokio::test]
async fn those_of_a_source_are_accepted_after_a_look() {
    let world = zoo().await;
    let mut local = world.browser();
    let page = local.get(PATH).await;
    page.says(
        200,
        &["By source", "id=\"of-web\"", "Review and accept all"],
    );
    let of = |source: &str| {
        let mut open = world.gateway.editor().suggestions();
        open.retain(|one| one.tool.name.source().as_str() == source);
        open.len()
    };
    let (count, others) = (of("web"), of("zoo"));
    assert!(count > 1 && others > 0, "{count} {others}");
    let fields = [("act", "all")];
    let asked = local
        .submit("/tools/suggestions?source=web", TO, &fields)
        .await;
    asked.says(
        200,
        &[&format!("Accept {count} suggestions"), "web.get_page"],
    );
    asked.lacks(&["zoo."]);
    assert_eq!(of("web"), count, "nothing was changed yet");
    let answer = asked.hidden(TO);
    let answer: Vec<_> = answer
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    local.post(TO, &answer).await;
    assert_eq!((of("web"), of("zoo")), (0, others));
}

#[tokio::test]
async fn one_is_accepted_and_then_the_rest() {
    let world = zoo().await;
    let mut local = world.browser();
    let one = [("one", "web.get_page read_only")];
    let done = local.submit(PATH, TO, &one).await;
    assert_eq!(done.leads(), "/tools/suggestions?done=accepted&n=1");
    local
        .get(done.leads())
        .await
        .says(200, &["1 suggestion accepted."]);
    assert_eq!(hint(&world, "web.get_page", Hint::ReadOnly), Some(true));
    let page = local.get("/tools?layer=override").await;
    page.says(200, &["accepted a suggestion of"]);

    // Another user accepted it first.
    let again = local.submit(PATH, TO, &one).await;
    again.says(422, &["This suggestion no longer exists"]);

    let chosen = [
        ("act", "chosen"),
        ("suggestion[]", "web.list_links read_only"),
        ("why", "sure"),
    ];
    let done = local.submit(PATH, TO, &chosen).await;
    assert_eq!(done.leads(), "/tools/suggestions?done=accepted&n=1");
    assert_eq!(hint(&world, "web.list_links", Hint::ReadOnly), Some(true));
    let none = local.submit(PATH, TO, &[("act", "chosen")]).await;
    none.says(422, &["No suggestion is selected."]);
    let page = local.post(TO, &one).await;
    page.says(403, &["Form expired"]);
}

#[tokio::test]
async fn all_are_accepted_once_it_was_said_which() {
    let world = zoo().await;
    let mut local = world.browser();
    let open = world.gateway.editor().suggestions().len();
    assert!(open > 1, "{open}");
    let asked = local
        .submit(PATH, TO, &[("act", "all"), ("why", "all good")])
        .await;
    asked.says(
        200,
        &[&format!("Accept {open} suggestions"), "web.get_page"],
    );
    assert_eq!(world.gateway.editor().suggestions().len(), open);
    let answer = asked.hidden(TO);
    let answer: Vec<_> = answer
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    let done = local.post(TO, &answer).await;
    assert_eq!(
        done.leads(),
        format!("/tools/suggestions?done=accepted&n={open}")
    );
    assert_eq!(world.gateway.editor().suggestions().len(), 0);
    let page = local.get("/tools?layer=override").await;
    page.says(200, &["all good (accepted a suggestion of"]);
    let page = local.post(TO, &answer).await;
    page.says(422, &["This suggestion no longer exists"]);
}

#[tokio::test]
async fn those_of_the_tools_in_a_list_are_accepted() {
    let world = zoo().await;
    let mut local = world.browser();
    let fields = [("act", "accept"), ("tool[]", "web.get_page")];
    let done = local.submit("/tools", "/tools/bulk", &fields).await;
    assert!(
        done.leads().starts_with("/tools?done=accepted&n="),
        "{}",
        done.leads()
    );
    assert_eq!(hint(&world, "web.get_page", Hint::ReadOnly), Some(true));
    let page = local.submit("/tools", "/tools/bulk", &fields).await;
    page.says(422, &["There are no suggestions for these tools."]);
    let fields = [("act", "accept"), ("which", "found")];
    let asked = local
        .submit("/tools?source=web", "/tools/bulk", &fields)
        .await;
    asked.says(
        200,
        &["suggestion", "web.list_links", "Read-only: Not set → Yes"],
    );
    asked.lacks(&["web.get_page"]);
}
