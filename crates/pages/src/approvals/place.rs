//! Where in a list of questions somebody is.

use candor_frame::{Wrong, query};
use candor_model::ApprovalId;
use http::{StatusCode, Uri};

/// How many questions are on a page.
pub(super) const PAGE: usize = 50;

/// The question after which the page begins; `first` is where the list does.
pub(super) fn before(uri: &Uri, first: &'static str) -> Result<Option<ApprovalId>, Wrong> {
    let Some(text) = query::get(uri, "before") else {
        return Ok(None);
    };
    if let Some(id) = ApprovalId::parse(&text) {
        return Ok(Some(id));
    }
    let text: String = text.chars().take(60).collect();
    Err(Wrong::new(
        StatusCode::BAD_REQUEST,
        "There is no such page",
        format!("`{text}` is no place in this list."),
    )
    .way(first, "From the beginning"))
}
