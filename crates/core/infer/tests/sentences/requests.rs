//! Descriptions that are no more than a request, notices about later versions, and rarer verbs.

use candor_model::Hint;
use serde_json::json;

use crate::Expectation::{Destroys, NotReads, Reads};
use crate::{check, guess, infer_one};

#[test]
fn a_described_request_tells_how_the_name_is_read() {
    check(&[
        (Reads, "compose-one", "GET /compose.one"),
        (Reads, "stock_price", "GET /stock/price"),
        (Reads, "pagesToSync", "GET /pages.pagesToSync"),
        (Reads, "forwardList", "Executes GET /forward/list"),
        (Reads, "invoice", "`GET /invoice/{id}`"),
        (NotReads, "compose-one", "POST /compose.one"),
        (NotReads, "stock_price", "PUT /stock/price"),
        (NotReads, "stock_price", "PATCH /stock/price"),
        (Destroys, "stock_price", "DELETE /stock/price"),
        // What is no request is read as before.
        (NotReads, "compose-one", "Get /compose.one"),
    ]);
}

#[test]
fn a_described_request_outweighs_nothing_that_says_otherwise() {
    check(&[
        (
            NotReads,
            "get_guide",
            "GET /guide. It also updates the counter.",
        ),
        (NotReads, "get_guide", "GET /guide. Deletes all users."),
        (NotReads, "delete_page", "GET /pages/delete"),
        (
            NotReads,
            "get_page",
            "GET /pages/{id}. The page is overwritten.",
        ),
    ]);
    let schema = json!({"properties": {"savePath": {"type": "string"}}});
    let saved = guess("get_page", "GET /pages/{id}", &schema);
    assert_ne!(saved.get(Hint::ReadOnly), Some(true));
}

#[test]
fn a_described_request_is_a_suggestion_and_no_method() {
    for description in ["GET /pages", "HEAD /pages", "OPTIONS /pages", "POST /pages"] {
        let applied = infer_one("pages", description).applied();
        assert_eq!(applied.get(Hint::ReadOnly).filter(|reads| *reads), None);
        assert_ne!(applied.get(Hint::Destructive), Some(false));
        assert_ne!(applied.get(Hint::Idempotent), Some(true));
    }
}

#[test]
fn a_notice_about_a_later_version_is_no_deed() {
    check(&[
        (
            Reads,
            "list_pages",
            "List pages. This tool will be removed in version 3.",
        ),
        (
            Reads,
            "list_pages",
            "List pages. It will be removed in a later release.",
        ),
        (
            Reads,
            "list_pages",
            "List pages. Deprecated: will be removed in favour of `search_pages`.",
        ),
        (
            NotReads,
            "list_pages",
            "List pages. Old pages will be removed.",
        ),
        (
            NotReads,
            "list_pages",
            "List pages. Old pages are removed in the folder.",
        ),
    ]);
}

#[test]
fn verbs_from_general_english_are_known() {
    check(&[
        (Reads, "solve_equation", "Solve an equation"),
        (Reads, "multiply", "Multiply two numbers"),
        (Reads, "slugify", "Slugify a text"),
        (Reads, "ascertain_owner", "Ascertain the owner of a page"),
        (Reads, "lemmatize_text", "Lemmatizes the words of a text"),
        (NotReads, "retweet", "Retweet a message"),
        (NotReads, "hire_driver", "Hire a driver"),
        (NotReads, "actuate_valve", "Actuates the valve"),
        (NotReads, "introduce_members", "Introduce two members"),
        (Destroys, "rescind_offer", "Rescind an offer"),
        (Destroys, "eliminate_rows", "Eliminates rows"),
        (Destroys, "dismantle_cluster", "Dismantle the cluster"),
        (Destroys, "resurrect_page", "Resurrect a page"),
        (Destroys, "retitle_page", "Retitle a page"),
        (Destroys, "splice_tracks", "Splices tracks"),
    ]);
}
