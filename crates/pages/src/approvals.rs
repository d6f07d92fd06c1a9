//! Calls that wait for somebody, and what goes on counting.

mod answer;
mod choices;
pub(crate) mod decide;
pub(crate) mod decided;
pub(crate) mod inbox;
pub(crate) mod link;
mod outcome;
mod place;
mod row;
pub(crate) mod show;
mod shown_card;
pub(crate) mod standing;

/// The pages about approvals.
const BESIDE: [(&str, &str); 3] = [
    ("/approvals", "Waiting"),
    ("/approvals/decided", "Decided"),
    ("/approvals/standing", "Standing"),
];
