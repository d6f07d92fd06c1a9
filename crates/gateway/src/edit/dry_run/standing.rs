//! The standing approval that a dry run would use.

use candor_model::{ApprovalGrant, Digest, GrantArguments};
use candor_policy::ArgumentPattern;
use candor_schema::canonical;
use serde_json::Value;

use super::DryRunCall;
use crate::catalogue::CatalogueTool;
use crate::catalogue::endpoint::Endpoint;

/// The first standing approval that matches. Approvals for one session match no dry run.
pub(super) fn find(
    grants: Vec<ApprovalGrant>,
    supposition: &DryRunCall<'_>,
    tool: &CatalogueTool,
    endpoint: &Endpoint,
    policy: Digest,
) -> Option<ApprovalGrant> {
    let mut grants = grants.into_iter();
    grants.find(|grant| {
        grant.principal == supposition.principal
            && grant.tool == tool.name
            && grant.environment == endpoint.environment
            && grant.session.is_none()
            && grant.definition == tool.hash
            && grant.policy == policy
            && takes(&grant.arguments, supposition.arguments)
    })
}

fn takes(wanted: &GrantArguments, arguments: &Value) -> bool {
    match wanted {
        GrantArguments::Any => true,
        GrantArguments::Exactly(digest) => *digest == Digest::of(canonical(arguments)),
        GrantArguments::Fitting(text) => {
            ArgumentPattern::parse(text).is_ok_and(|pattern| pattern.fits(arguments))
        }
    }
}
