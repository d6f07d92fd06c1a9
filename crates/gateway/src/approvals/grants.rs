//! Standing approvals, indexed by the calls that they may admit.

use std::collections::HashMap;
use std::sync::Arc;

use candor_model::{ApprovalGrant, GrantArguments, QualifiedName};
use candor_policy::ArgumentPattern;
use serde_json::Value;

use super::binding::CallBinding;

/// All standing approvals, by tool.
#[derive(Debug, Default)]
pub(crate) struct GrantIndex(HashMap<QualifiedName, Vec<IndexedGrant>>);

/// A standing approval with its parsed pattern.
#[derive(Debug)]
struct IndexedGrant {
    grant: Arc<ApprovalGrant>,
    pattern: Option<ArgumentPattern>,
}

// === impl GrantIndex ===

impl GrantIndex {
    /// Builds the index. A standing approval with an invalid pattern is ignored.
    pub(crate) fn new(grants: Vec<ApprovalGrant>) -> Self {
        let mut by_tool: HashMap<_, Vec<_>> = HashMap::new();
        for grant in grants {
            let pattern = match &grant.arguments {
                GrantArguments::Fitting(text) => match ArgumentPattern::parse(text) {
                    Ok(pattern) => Some(pattern),
                    Err(error) => {
                        tracing::warn!(grant.id = %grant.id, %error, "A standing approval cannot be read and does not count");
                        continue;
                    }
                },
                GrantArguments::Exactly(_) | GrantArguments::Any => None,
            };
            let tool = grant.tool.clone();
            let grant = Arc::new(grant);
            by_tool
                .entry(tool)
                .or_default()
                .push(IndexedGrant { grant, pattern });
        }
        Self(by_tool)
    }

    /// The standing approval that admits this call, if there is one.
    pub(crate) fn answering(
        &self,
        bound: &CallBinding,
        session: Option<&str>,
        arguments: &Value,
        now_micros: i64,
    ) -> Option<Arc<ApprovalGrant>> {
        let standing = self.0.get(&bound.0.tool)?;
        let mut standing = standing.iter();
        let found = standing.find(|one| {
            let grant = &one.grant;
            now_micros < grant.expires_micros
                && grant.principal == bound.0.principal
                && grant.environment == bound.0.environment
                && grant.definition == bound.0.definition
                && grant.policy == bound.0.policy
                && grant
                    .session
                    .as_deref()
                    .is_none_or(|own| Some(own) == session)
                && one.takes(bound, arguments)
        })?;
        Some(Arc::clone(&found.grant))
    }
}

// === impl IndexedGrant ===

impl IndexedGrant {
    fn takes(&self, bound: &CallBinding, arguments: &Value) -> bool {
        match (&self.grant.arguments, &self.pattern) {
            (GrantArguments::Any, _) => true,
            (GrantArguments::Exactly(digest), _) => *digest == bound.0.arguments,
            (GrantArguments::Fitting(_), Some(pattern)) => pattern.fits(arguments),
            (GrantArguments::Fitting(_), None) => false,
        }
    }
}
