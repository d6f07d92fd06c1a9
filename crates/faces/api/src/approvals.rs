//! Pending approvals and decided ones.

pub(crate) mod answer_link;
pub(crate) mod card;
pub(crate) mod decide;
pub(crate) mod events;
mod feed;
pub(crate) mod item;
pub(crate) mod list;
pub(crate) mod reveal;
pub(crate) mod show;
pub(crate) mod standing;
pub(crate) mod verdict;

use candor_model::ApprovalId;

use crate::problem::{ApiProblem, quoted};

/// The approval of this id. What cannot be an id is the id of nothing.
fn id(text: &str) -> Result<ApprovalId, ApiProblem> {
    ApprovalId::parse(text)
        .ok_or_else(|| ApiProblem::unknown(format!("there is no approval `{}`", quoted(text, 60))))
}
