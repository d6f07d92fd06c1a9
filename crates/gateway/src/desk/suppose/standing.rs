//! Which standing approval would answer for a call that nobody makes.

use candor_model::{Digest, Grant, GrantArguments};
use candor_policy::Pattern;
use candor_schema::canonical;
use serde_json::Value;

use super::Supposition;
use crate::catalogue::Tool;
use crate::endpoint::Endpoint;

/// The first that counts. Those of a session count for no call that nobody makes.
pub(super) fn find(
    grants: Vec<Grant>,
    supposition: &Supposition<'_>,
    tool: &Tool,
    endpoint: &Endpoint,
    policy: Digest,
) -> Option<Grant> {
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
            Pattern::parse(text).is_ok_and(|pattern| pattern.fits(arguments))
        }
    }
}
