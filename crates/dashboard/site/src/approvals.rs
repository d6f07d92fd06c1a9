//! Calls that wait for somebody, and what goes on counting.

mod card_view;
mod cursor;
pub(crate) mod decide;
pub(crate) mod decided;
mod decision_form;
mod decision_panel;
mod decision_summary;
pub(crate) mod inbox;
mod inbox_row;
pub(crate) mod link;
pub(crate) mod show;
pub(crate) mod standing;

/// The pages about approvals.
const BESIDE: [(&str, &str); 3] = [
    ("/approvals", "Waiting"),
    ("/approvals/decided", "Decided"),
    ("/approvals/standing", "Standing"),
];
