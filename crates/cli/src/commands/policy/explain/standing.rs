//! Which standing approval would answer for a call.

use candor_gateway::Endpoint;
use candor_gateway::desk::Explained;
use candor_model::{Digest, Grant, GrantArguments, Identity};
use candor_policy::Pattern;
use candor_schema::canonical;
use serde_json::Value;

/// The first that counts for a call of whoever is on this machine. Those of a session count for
/// no call that nobody makes.
pub(super) fn find(
    grants: Vec<Grant>,
    explained: &Explained,
    endpoint: &Endpoint,
    arguments: &Value,
    policy: Digest,
) -> Option<Grant> {
    let mut grants = grants.into_iter();
    grants.find(|grant| {
        grant.principal == Identity::LOCAL
            && grant.tool == explained.tool.name
            && grant.environment == endpoint.environment
            && grant.session.is_none()
            && grant.definition == explained.tool.hash
            && grant.policy == policy
            && takes(&grant.arguments, arguments)
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
