//! The position in a list of approvals.

use candor_dashboard_kit::{PageError, query};
use candor_model::ApprovalId;
use http::Uri;

/// The approval before the page; `first` is the start of the list.
pub(crate) fn before(uri: &Uri, first: &'static str) -> Result<Option<ApprovalId>, PageError> {
    let Some(text) = query::get(uri, "before") else {
        return Ok(None);
    };
    if let Some(id) = ApprovalId::parse(&text) {
        return Ok(Some(id));
    }
    Err(PageError::no_such_page(&text, first))
}
