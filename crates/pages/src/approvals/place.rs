//! Where in a list of questions somebody is.

use candor_frame::{Wrong, query};
use candor_model::ApprovalId;
use http::Uri;

/// The question after which the page begins; `first` is where the list does.
pub(super) fn before(uri: &Uri, first: &'static str) -> Result<Option<ApprovalId>, Wrong> {
    let Some(text) = query::get(uri, "before") else {
        return Ok(None);
    };
    if let Some(id) = ApprovalId::parse(&text) {
        return Ok(Some(id));
    }
    Err(Wrong::no_place(&text, first))
}
