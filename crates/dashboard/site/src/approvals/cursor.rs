//! Where in a list of questions somebody is.

use candor_dashboard_kit::{PageError, query};
use candor_model::ApprovalId;
use http::Uri;

/// The question after which the page begins; `first` is where the list does.
pub(super) fn before(uri: &Uri, first: &'static str) -> Result<Option<ApprovalId>, PageError> {
    let Some(text) = query::get(uri, "before") else {
        return Ok(None);
    };
    if let Some(id) = ApprovalId::parse(&text) {
        return Ok(Some(id));
    }
    Err(PageError::no_such_page(&text, first))
}
